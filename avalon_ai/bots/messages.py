"""The messages of the bot protocol: what a program is told of its seat, and how its answers are read.

All that is sent of a game is made from the masked stream of one seat; what was hidden follows at the very end, and only
from a record that somebody handed in for it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeGuard

from avalon_ai import games
from avalon_ai.errors import BotError, LineError, shorten
from avalon_ai.games.base import seat_letter
from avalon_ai.json_lines import parse

if TYPE_CHECKING:
    from avalon_ai.record import Record
    from avalon_ai.streams import Stream

PROTOCOL = 1
NAME_LENGTH = 80
NOTE_LENGTH = 1_000
ILLEGAL = "illegal"  # the word of the records

Message = dict[str, Any]


# --- to the program ------------------------------------------------------------------------------


def hello() -> Message:
    """The first message: the number of the protocol, and the games there are."""
    return {"type": "hello", "protocol": PROTOCOL, "games": games.names()}


def start(stream: Stream, match: int, seconds: float) -> Message:
    """A game begins, as its seat sees it."""
    header = stream.header
    return {
        "type": "start",
        "match": match,
        "game": header["game"],
        "seat": seat_letter(stream.seat),
        "players": header["players"],
        "options": header["options"],
        "deal": stream.deal,
        "time_ms": milliseconds(seconds),
    }


def event(match: int, number: int, line: Message) -> Message:
    """Line `number` of the seat's masked stream, the header being line 1."""
    return {"type": "event", "match": match, "line": number, "event": line}


def act(stream: Stream, lines: Sequence[Message], match: int, turn: int, seconds: float) -> Message:
    """The seat is to move: all that a program needs to choose, whatever it was told before.

    Assumes that `lines` are those of the stream.
    """
    game, view = stream.game, stream.view
    return {
        "type": "act",
        "turn": turn,
        "match": match,
        "game": game.name,
        "seat": seat_letter(stream.seat),
        "time_ms": milliseconds(seconds),
        "history": lines,
        "view": game.fields(view),
        "legal": [{"id": number, "text": game.text(move)} for number, move in enumerate(view.legal())],
    }


def end(match: int, result: Message, record: Record | None) -> Message:
    """The result line, and of a record that is given all that was hidden."""
    from avalon_ai.record import Entry, entry_line

    said = {"type": "end", "match": match, **result}
    if record is None:
        return said
    bare = [Entry(entry.event, entry.seat, entry.line) for entry in record.entries]
    return said | {"revealed": {"deal": record.deal, "events": [entry_line(record.game, entry) for entry in bare]}}


def bye() -> Message:
    """The last message: the program is to end."""
    return {"type": "bye"}


def milliseconds(seconds: float) -> int:
    """A time limit as it stands in messages, at least 1."""
    return max(1, round(seconds * 1000))


# --- from the program ----------------------------------------------------------------------------


@dataclass(frozen=True)
class Ready:
    """Who the program is: a name, the games it plays, and whether it may play one after another.

    A program that keeps on promises to take nothing from one game into the next.
    """

    name: str
    games: tuple[str, ...]
    keep: bool = False


@dataclass(frozen=True)
class Reply:
    """The id of a move for the `act` of that turn, and what may be told of it."""

    turn: int
    move: int
    note: str | None = None


def read_ready(raw: bytes) -> Ready:
    """The answer to `hello`. Raises BotError that says what is wrong with it."""
    said = _message(raw, "ready")
    found = said.get("games")
    if not isinstance(found, list) or not found or not all(isinstance(name, str) for name in found):
        raise _wrong("ready", "games", "a list of the names of games", found)
    protocol = said.get("protocol", PROTOCOL)
    if protocol != PROTOCOL or isinstance(protocol, bool):
        raise _wrong("ready", "protocol", str(PROTOCOL), protocol)
    name, keep = said.get("name"), said.get("keep", False)
    if not isinstance(name, str) or not name.strip():
        raise _wrong("ready", "name", "a text", name)
    if not isinstance(keep, bool):
        raise _wrong("ready", "keep", "true or false", keep)
    return Ready(shorten(name, NAME_LENGTH), tuple(found), keep)


def read_reply(raw: bytes) -> Reply:
    """The answer to an `act`. Raises BotError that says what is wrong with it."""
    said = _message(raw, "move")
    turn, move, note = said.get("turn"), said.get("move"), said.get("note")
    if not _whole(turn):
        raise _wrong("move", "turn", "the turn of the act that it answers", turn)
    if not _whole(move):
        raise _wrong("move", "move", "the id of a legal move", move)
    if note is not None and not isinstance(note, str):
        raise _wrong("move", "note", "a text", note)
    return Reply(turn, move, shorten(note, NOTE_LENGTH) if note else None)


def chosen(reply: Reply, legal: Sequence[int]) -> int:
    """The move that a reply names. Raises BotError, for the reason `illegal`, for one that is not there."""
    if not 0 <= reply.move < len(legal):
        raise BotError(f"move: expected an id from 0 to {len(legal) - 1}, got {shorten(str(reply.move))}", ILLEGAL)
    return legal[reply.move]


def _message(raw: bytes, kind: str) -> Message:
    try:
        said = parse(raw)
    except LineError as error:
        raise BotError(f"{kind}: {error}") from error
    if said.get("type") != kind:
        raise BotError(f'expected a message of "type": "{kind}", got {shorten(said)}')
    return said


def _whole(value: object) -> TypeGuard[int]:
    return isinstance(value, int) and not isinstance(value, bool)


def _wrong(kind: str, field: str, expected: str, found: object) -> BotError:
    return BotError(f'{kind}: "{field}": expected {expected}, got {"none" if found is None else shorten(found)}')
