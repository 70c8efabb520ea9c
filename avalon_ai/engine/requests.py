"""Requests to search: checked field by field, and turned into what a seat knows.

A position comes as the masked stream of a seat, or as a record; of a record nothing is used but what the seat to act
was shown.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from avalon_ai import games, record, search
from avalon_ai._state import View
from avalon_ai.engine.histories import Histories
from avalon_ai.errors import AvalonError, DataError, OptionError, PlaceError, RecordError, StreamError, shorten
from avalon_ai.games.base import Game, seat_letter
from avalon_ai.seeds import SEED_LIMIT
from avalon_ai.specs import Option
from avalon_ai.streams import seat_of

Id = str | int

OPTIONS = (
    Option("visits", "int", search.VISITS, "visits of the search; no bound where only seconds are given", 1, 10**9),
    Option("seconds", "float", None, "time for the search, from when it begins", 0.001, 86_400, unset="no bound"),
    Option("seed", "int", 0, "seed of the search's chance", 0, SEED_LIMIT - 1),
    Option("report_every", "float", None, "seconds between running reports", 0.01, 3_600, unset="none are sent"),
    Option("memory", "int", 64, "bound on the tree in MiB; a full tree stops growing", 1, 1 << 12),
    Option("top", "int", None, "so many of the best moves alone", 1, 10**6, unset="all"),
    Option("beliefs", "bool", True, "whether beliefs are told"),
)
ID_LENGTH = 200
MEBIBYTE = 1 << 20


class RequestError(AvalonError, ValueError):
    """A request that is refused: the word for it, the field at fault, and what was expected there."""

    def __init__(self, error: str, field: str | None, message: str) -> None:
        super().__init__(message)
        self.error, self.field, self.message = error, field, message


def fault(error: Exception) -> RequestError:
    """What is told where this program has broken down."""
    return RequestError("internal", None, f"a fault of this program: {type(error).__name__}: {error}")


def refusal(number: Id | None, error: RequestError) -> dict[str, Any]:
    """The message that a request is refused."""
    return {"id": number, "error": error.error, "field": error.field, "message": error.message}


@dataclass(frozen=True)
class Request:
    """A search to make. `options` are those of the table, the left out ones by default."""

    id: Id
    game: Game
    view: View
    options: Mapping[str, Any]

    def search(self) -> search.Search:
        """The search, not begun."""
        said = self.options
        return search.Search(
            self.view,
            self.game.model(),
            visits=said["visits"],
            seconds=said["seconds"],
            seed=said["seed"],
            memory=said["memory"] * MEBIBYTE,
        )


def id_of(said: Mapping[str, Any], field: str = "id") -> Id:
    """The id in a field. Raises RequestError."""
    found = said.get(field)
    if found is None:
        raise RequestError("missing", field, f"{field}: expected a text or a whole number, got none")
    if isinstance(found, bool) or not isinstance(found, (str, int)) or len(str(found)[: ID_LENGTH + 1]) > ID_LENGTH:
        expected = f"a text or a whole number, at most {ID_LENGTH} characters"
        raise RequestError("invalid", field, f"{field}: expected {expected}, got {shorten(found)}")
    return found


def request_of(said: Mapping[str, Any], histories: Histories) -> Request:
    """The search that a message asks for, by what clients told before. Raises RequestError."""
    number, options = id_of(said), _options(said)
    if said.get("record") is not None:
        return Request(number, *_of_record(said), options)
    return Request(number, *_of_stream(said, histories), options)


def _options(said: Mapping[str, Any]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for option in OPTIONS:
        value = said.get(option.name)
        try:
            found[option.name] = option.default if value is None else option.check(value)
        except OptionError as error:
            raise RequestError("invalid", option.name, str(error)) from error
    if said.get("visits") is None and found["seconds"] is not None:
        found["visits"] = None
    return found


# --- the masked stream of a seat -------------------------------------------------------------


def _of_stream(said: Mapping[str, Any], histories: Histories) -> tuple[Game, View]:
    game = _game(said)
    seat = _seat(game, said)
    deal, events = said.get("deal"), said.get("events")
    if deal is None:
        raise RequestError("missing", "deal", 'deal: expected the deal as the seat saw it, or "record", got none')
    if not isinstance(events, list) or not set(map(type, events)) <= {dict}:
        error = "missing" if events is None else "invalid"
        raise RequestError(error, "events", f"events: expected a list of objects, got {shorten(events)}")
    try:
        stream = histories.read(game, seat, [{"deal": deal}, *events])
    except StreamError as error:
        field = f"events[{error.line - 1}]" if error.line else "deal"
        raise RequestError("impossible", field, f"{field}: expected {error.expected}, found {error.found}") from error
    if stream.ended or not stream.view.legal():
        raise RequestError("no_move", "events", f"events: expected {seat_letter(seat)} to act after them")
    return game, stream.view.copy()


def _game(said: Mapping[str, Any]) -> Game:
    name, options = said.get("game"), said.get("options")
    if name is None:
        raise RequestError("missing", "game", f"game: expected one of {', '.join(games.names())}, got none")
    if not isinstance(name, str) or name not in games.names():
        raise RequestError("invalid", "game", f"game: expected one of {', '.join(games.names())}, got {shorten(name)}")
    if options is not None and not isinstance(options, dict):
        raise RequestError("invalid", "options", f"options: expected an object, got {shorten(options)}")
    try:
        return games.recorded(name, options or {})
    except (OptionError, DataError) as error:
        raise RequestError("invalid", "options", f"options: {error}") from error


def _seat(game: Game, said: Mapping[str, Any]) -> int:
    try:
        return seat_of(game, said)
    except AvalonError as error:
        raise RequestError(
            "invalid" if said.get("seat") is not None else "missing", "seat", f"seat: {error}"
        ) from error


# --- a position of a record ------------------------------------------------------------------


def _of_record(said: Mapping[str, Any]) -> tuple[Game, View]:
    both = [field for field in ("game", "options", "deal", "events") if said.get(field) is not None]
    if both:
        raise RequestError("invalid", both[0], f'{both[0]}: expected none beside "record", which says it')
    read, at = _record(said["record"]), _at(said)
    try:
        actor, ended = record.position(read, at).actor(), record.ended(read, at)
    except PlaceError as error:
        raise RequestError("invalid", "at", f"at: {error}") from error
    if actor < 0 or ended:
        raise RequestError("no_move", "at", "at: expected the line of a move, no seat is to act there")
    if said.get("seat") is not None and _seat(read.game, said) != actor:
        raise RequestError(
            "hidden",
            "seat",
            f"seat: expected {seat_letter(actor)}, who is to act there: nothing is told of what another seat knows",
        )
    return read.game, record.stream(read, actor, at).view


def _record(lines: Any) -> record.Record:
    if not isinstance(lines, list) or not all(isinstance(line, dict) for line in lines):
        raise RequestError("invalid", "record", f"record: expected a list of objects, got {shorten(lines)}")
    try:
        return record.of_lines(lines)
    except RecordError as error:
        field = f"record[{error.line - 1}]" if error.line <= len(lines) else "record"
        kind = "impossible" if error.line > 1 else "invalid"
        raise RequestError(kind, field, f"{field}: expected {error.expected}, found {error.found}") from error


def _at(said: Mapping[str, Any]) -> int | None:
    at = said.get("at")
    if at is not None and (isinstance(at, bool) or not isinstance(at, int)):
        raise RequestError("invalid", "at", f"at: expected the number of a line, got {shorten(at)}")
    return at
