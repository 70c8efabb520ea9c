"""Records of games: read, check, fold, write. The format is version 1 of the project's formats.

A record that was read is valid: every line was replayed under the rules.
"""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from copy import deepcopy
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from avalon_ai import files, games
from avalon_ai._state import CHANCE, MOVE, REFEREE_EVENT, State, event_seat, event_source
from avalon_ai.errors import DataError, LineError, OptionError, PlaceError, RecordError, StorageError
from avalon_ai.games.base import Game, seat_letter
from avalon_ai.json_lines import LINE_LIMIT, encode, parse
from avalon_ai.streams import Stream, event, extra_of, line, seat_of, short, some

VERSION = 1
FIRST_LINE = 3
FORFEITS = ("resign", "time", "illegal", "crash", "adjudicated")
RESULT_TOLERANCE = 1e-9


@dataclass(slots=True)
class Entry:
    """One line between deal and result: an event, or the resignation of `seat` (then `event` is None).

    Never changed; not frozen, since a match makes one for every event and frozen ones take three times as long.
    """

    event: int | None
    seat: int
    line: int
    extra: dict[str, Any] = field(default_factory=dict)


@dataclass
class Record:
    """One game from its header on; `result` is the last line of a finished one.

    >>> from avalon_ai import load, make_bot, play
    >>> game = load("duel")
    >>> played = play(game, [make_bot("greedy", game), make_bot("random", game)], seed=7)
    >>> [sorted(line)[0] for line in played.lines()][:2]
    ['game', 'deal']
    >>> sum(played.result_by_seat())
    1.0
    >>> played.copy() == played
    True

    `cut` is the number of a broken last line that was left out. `fault` says how a bot broke down in a game just
    played; it is in no file.
    """

    game: Game
    header: dict[str, Any]
    deal: dict[str, Any]
    entries: list[Entry] = field(default_factory=list)
    result: dict[str, Any] | None = None
    cut: int | None = None
    fault: str | None = None

    @property
    def resigned(self) -> int | None:
        """The seat that resigned."""
        return self.entries[-1].seat if self.entries and self.entries[-1].event is None else None

    def copy(self) -> Record:
        """An independent copy."""
        return deepcopy(self)

    __copy__ = copy

    def result_by_seat(self) -> list[float]:
        """What each seat got. Assumes that the game is finished."""
        if self.result is None:
            raise ValueError("expected a finished record, got one without result")
        return [self.result["result"][seat_letter(seat)] for seat in range(self.game.seats)]

    @property
    def last_line(self) -> int:
        """The number of the last whole line."""
        return 2 + len(self.entries) + (self.result is not None)

    def lines(self) -> Iterator[dict[str, Any]]:
        """The objects of the file, one a line."""
        yield self.header
        yield {"deal": self.deal}
        for entry in self.entries:
            yield entry_line(self.game, entry)
        if self.result is not None:
            yield self.result


def entry_line(game: Game, entry: Entry) -> dict[str, Any]:
    """An entry as the object on its line."""
    if entry.event is None:
        return {"seat": seat_letter(entry.seat), "resign": True} | entry.extra
    return line(game, entry.event) | entry.extra


def header(game: Game, players: list[str], seed: int | None, **more: Any) -> dict[str, Any]:
    """The first line of a record; `players` stand in the order of the seats.

    `deal_index` among `more` says which deal of the seed it is, where that is not the first.
    """
    first = {"record": VERSION, "game": game.name, "options": game.options, "players": players}
    return first | ({} if seed is None else {"seed": seed}) | more


def result_line(returns: tuple[float, ...], reason: str, loser: int | None = None) -> dict[str, Any]:
    """The last line of a record."""
    said: dict[str, Any] = {"result": {seat_letter(s): value for s, value in enumerate(returns)}, "reason": reason}
    return said if loser is None else said | {"loser": seat_letter(loser)}


Tell = Callable[[int, State], None]


class Fold:
    """A position that takes a record's events one by one and puts forced passes back itself.

    What the referee says last of all, where a game has such an event, is no line of its own: the result line stands
    for it, and `close` applies it.
    """

    def __init__(self, game: Game, deal: dict[str, Any]) -> None:
        self.state: State = game.start(deal)
        self._put_back: list[int] = []
        self._last_word = self._referee_next(self.state.forced())  # what the result line stands for, if it comes next

    def take(self, event: int, tell: Tell | None = None) -> None:
        """Apply an event and what is forced after it; `tell` hears each, with the position before it.

        A forced event that was put back already and is written all the same changes nothing.
        Raises IllegalMove, with the position unchanged.
        """
        if self.repeats(event):
            del self._put_back[0]
            return
        if not self.state.allows(event):
            self.state.apply(event)  # raises, and says why
        self.put(event, tell)

    def put(self, event: int, tell: Tell | None = None) -> None:
        """Apply an event that is allowed, and what is forced after it, as `take` does."""
        state = self.state
        if tell is not None:
            tell(event, state)
        state.apply(event)
        forced = state.forced()
        if forced is None:
            if self._put_back:
                self._put_back = []
            self._last_word = None
        else:
            self._put_back = []
            self._force(forced, tell)

    def _force(self, forced: int | None, tell: Tell | None) -> None:
        """Put forced events back, but for the referee's last word."""
        while forced is not None and event_source(forced) != REFEREE_EVENT:
            self._apply(forced, tell)
            self._put_back.append(forced)
            forced = self.state.forced()
        self._last_word = forced

    @property
    def over(self) -> bool:
        """Whether the rules have decided the game: only its result can follow."""
        return self._last_word is not None or bool(self.state.reason())

    def close(self, tell: Tell | None = None) -> None:
        """Apply what the result line of a decided game says."""
        if self._last_word is not None:
            self._apply(self._last_word, tell)
            self._last_word = None

    @staticmethod
    def _referee_next(forced: int | None) -> int | None:
        return forced if forced is not None and event_source(forced) == REFEREE_EVENT else None

    def _apply(self, event: int, tell: Tell | None) -> None:
        if tell is not None:
            tell(event, self.state)
        self.state.apply(event)

    def repeats(self, event: int) -> bool:
        """Whether this is the forced event that was just put back."""
        return bool(self._put_back) and self._put_back[0] == event


# --- reading ---------------------------------------------------------------------------------


def read(path: str | os.PathLike[str], *, allow_cut: bool = False) -> Record:
    """The record in a file, replayed under the rules.

    With `allow_cut` a last line that was cut is left out, and `cut` of the record is its number.
    Raises RecordError for a line that is not what format and rules expect, StorageError for a
    file that cannot be read.

    >>> import tempfile
    >>> from avalon_ai import load, make_bot, play, read_record, save_record
    >>> game = load("duel")
    >>> played = play(game, [make_bot("greedy", game), make_bot("random", game)], seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_record(played, f"{folder}/game.avr")
    ...     read_record(f"{folder}/game.avr") == played
    True
    """
    name = os.fspath(path)
    try:
        with open(path, "rb") as file:
            reader = _Reader(name, allow_cut)
            return reader.record(reader.lines(file))
    except OSError as error:
        raise files.failed(name, error) from error


def of_lines(lines: Iterable[Mapping[str, Any]], name: str = "record") -> Record:
    """The record of these objects, one a line, replayed under the rules; errors call it by that name.

    Raises RecordError for a line that is not what format and rules expect.
    """
    reader = _Reader(name, False)
    return reader.record(reader.counted(lines))


class _Reader:
    """Reads one record and checks each line against the position before it."""

    def __init__(self, name: str, allow_cut: bool) -> None:
        self.name = name
        self.allow_cut = allow_cut
        self.number = 0
        self.cut: int | None = None

    def record(self, lines: Iterator[dict[str, Any]]) -> Record:
        try:
            first = self._next(lines, "the header of a record")
            game = _game(first)
            deal = _deal(self._next(lines, "the deal"))
            fold = Fold(game, deal)
            record = Record(game, first, deal)
            for said in lines:
                _add(record, fold, said, self.number)
        except LineError as error:
            raise RecordError(self.name, self.number, error.expected, error.found) from error
        record.cut = self.cut
        return record

    def _next(self, lines: Iterator[dict[str, Any]], expected: str) -> dict[str, Any]:
        for said in lines:
            return said
        self.number = self.cut or self.number + 1
        raise LineError(expected, "half a line" if self.cut else "the end of the file")

    def counted(self, lines: Iterable[Mapping[str, Any]]) -> Iterator[dict[str, Any]]:
        for said in lines:
            self.number += 1
            yield dict(said)

    def lines(self, file: BinaryIO) -> Iterator[dict[str, Any]]:
        while raw := file.readline(LINE_LIMIT + 1):
            self.number += 1
            try:
                yield parse(raw)
            except LineError:
                if not self.allow_cut or raw.endswith(b"\n") or len(raw) > LINE_LIMIT:
                    raise
                self.cut = self.number
                return


def _game(first: dict[str, Any]) -> Game:
    """The game of a header. Raises LineError."""
    version = first.get("record")
    if version != VERSION or isinstance(version, bool):
        raise LineError(f'the header of a record, "record": {VERSION}', first)
    name, options, players = first.get("game"), first.get("options", {}), first.get("players")
    if not isinstance(name, str) or name not in games.names():
        raise LineError(f'"game" to be one of {", ".join(games.names())}', name)
    if not isinstance(options, dict):
        raise LineError('"options" to be an object', options)
    try:
        game = games.recorded(name, options)
    except (OptionError, DataError) as error:
        raise LineError(f"valid options ({error})", options) from error
    if not isinstance(players, list) or len(players) != game.seats or not all(isinstance(p, str) for p in players):
        raise LineError(f'"players" to be {game.seats} texts', players)
    for key in ("seed", "deal_index"):
        if not _whole(first.get(key, 0)):
            raise LineError(f'"{key}" to be a whole number', first[key])
    return game


def _whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _deal(said: dict[str, Any]) -> dict[str, Any]:
    deal = said.get("deal")
    if not isinstance(deal, dict):
        raise LineError('the deal, "deal": {...}', said)
    return deal


def _add(record: Record, fold: Fold, said: dict[str, Any], number: int) -> None:
    """Check one line after the deal and put it into the record. Raises LineError."""
    if record.result is not None:
        raise LineError("the end of the file after the result", said)
    if "result" in said:
        record.result = _result(record, fold, said)
        return
    over = record.resigned is not None or fold.over
    if over and not ("move" in said and fold.repeats(event(record.game, said))):
        raise LineError("the result", short(said))
    record.entries.append(_entry(record.game, fold, said, number))


def _entry(game: Game, fold: Fold, said: dict[str, Any], number: int) -> Entry:
    if "resign" in said:
        if said["resign"] is not True:
            raise LineError('"resign": true', said["resign"])
        extra = {key: value for key, value in said.items() if key not in ("seat", "resign")}
        return Entry(None, seat_of(game, said), number, extra)
    happened, extra = event(game, said), extra_of(said)
    if fold.repeats(happened):
        _check_legal(game, [happened], extra)
    else:
        if not fold.state.allows(happened):
            raise LineError(expected_next(game, fold.state), short(said))
        _check_legal(game, fold.state.legal() if event_source(happened) == MOVE else [], extra)
    fold.take(happened)
    return Entry(happened, event_seat(happened), number, extra)


def _check_legal(game: Game, legal: list[int], extra: Mapping[str, Any]) -> None:
    if "legal" not in extra:
        return
    texts, found = legal_texts(game, legal), extra["legal"]
    if found == texts:
        return
    if not isinstance(found, list) or not all(isinstance(text, str) for text in found):
        raise LineError('"legal" to be a list of texts', found)
    missing, more = sorted(set(texts) - set(found)), sorted(set(found) - set(texts))
    if missing or more:
        raise LineError(
            f'"legal" to hold the {len(texts)} legal moves',
            f"{len(found)}: missing {', '.join(missing) or 'none'}; not legal {', '.join(more) or 'none'}",
        )
    raise LineError('"legal" to be sorted and without doubles', found)


def legal_texts(game: Game, legal: list[int]) -> list[str]:
    """The sorted texts of moves, as records and views list them."""
    return sorted(game.text(move) for move in legal)


def expected_next(game: Game, state: State) -> str:
    """What may come next, in words for an error."""
    actor = state.actor()
    if actor >= 0:
        texts = legal_texts(game, state.legal())
        return f"a legal move of {seat_letter(actor)} ({some(texts)})"
    if actor == CHANCE:
        return f"chance: {some(sorted(_said(game, outcome) for outcome, _ in state.outcomes()))}"
    return "the result"


def _said(game: Game, event: int) -> str:
    said = line(game, event)
    text = said.get("chance", said.get("referee"))
    return f"{text} of {said['seat']}" if "seat" in said else f"{text}"


def _result(record: Record, fold: Fold, said: dict[str, Any]) -> dict[str, Any]:
    """The result line, checked against the position before it. Raises LineError."""
    fold.close()
    expected = _expected_result(record, fold.state, said)
    found = said["result"]
    same = (
        isinstance(found, dict)
        and found.keys() == expected["result"].keys()
        and all(
            isinstance(value, (int, float)) and abs(value - expected["result"][seat]) <= RESULT_TOLERANCE
            for seat, value in found.items()
        )
    )
    if not same or any(said.get(key) != expected[key] for key in ("reason", "loser") if key in expected):
        raise LineError(json.dumps(expected), short(said))
    return said


def _expected_result(record: Record, state: State, said: dict[str, Any]) -> dict[str, Any]:
    if state.reason():
        return result_line(state.returns(), state.reason())
    if record.resigned is not None:
        return result_line(record.game.forfeit(state, record.resigned), "resign", record.resigned)
    reason = said.get("reason")
    if reason not in FORFEITS[1:]:
        raise LineError(f"{expected_next(record.game, state)}, or a result by {', '.join(FORFEITS[1:])}", short(said))
    loser = seat_of(record.game, {"seat": said.get("loser")})
    return result_line(record.game.forfeit(state, loser), reason, loser)


# --- folding ---------------------------------------------------------------------------------


def replay(record: Record) -> Iterator[tuple[int, State]]:
    """Each line from the first event on, with the position before it; the result line too.

    The position is the same object each time: copy it to keep it.
    """
    fold = Fold(record.game, record.deal)
    for entry in record.entries:
        yield entry.line, fold.state
        if entry.event is not None:
            fold.take(entry.event)
    yield 3 + len(record.entries), fold.state


def check_place(record: Record, at: int | None) -> int:
    """The number of events before line `at`; None is the end. Raises PlaceError.

    Lines 3 to the last one have a position before them.
    """
    if at is None:
        return len(record.entries)
    if not FIRST_LINE <= at <= record.last_line:
        valid = f"{FIRST_LINE} to {record.last_line}" if record.last_line >= FIRST_LINE else "none: it has no events"
        raise PlaceError(f"line {at} has no position before it; valid here: {valid}")
    return at - FIRST_LINE


def position(record: Record, at: int | None = None) -> State:
    """Everything at the position before line `at`, or at the end, the result told. Raises PlaceError."""
    fold = _fold(record, check_place(record, at))
    if at is None and record.result is not None:
        fold.close()
    return fold.state


def ended(record: Record, at: int | None = None) -> bool:
    """Whether the game is decided at that position: by the rules, by resignation or by its result line."""
    count = check_place(record, at)
    given_up = record.resigned is not None or record.result is not None
    return (given_up and count == len(record.entries)) or _fold(record, count).over


def stream(record: Record, seat: int, at: int | None = None) -> Stream:
    """The masked stream of a seat up to line `at`; at the end with the result. Raises PlaceError."""
    count = check_place(record, at)
    shown = Stream(record.game, seat, record.header, record.deal)
    fold = Fold(record.game, record.deal)
    for entry in record.entries[:count]:
        if entry.event is None:
            shown.close(entry_line(record.game, entry))
            continue
        own = {entry.event: entry.extra} if entry.seat == seat else {}
        fold.take(entry.event, lambda event, state, own=own: shown.see(state.mask(event, seat), own.get(event)))  # type: ignore[misc]
    if at is None and record.result is not None:
        fold.close(shown.hear_result)
        shown.close(record.result)
    return shown


def _fold(record: Record, count: int) -> Fold:
    """The position after `count` entries."""
    fold = Fold(record.game, record.deal)
    for entry in record.entries[:count]:
        if entry.event is not None:
            fold.take(entry.event)
    return fold


# --- verifying -------------------------------------------------------------------------------


@dataclass(frozen=True)
class Verdict:
    """What a check of one file found: its line for the person, and whether the file is in order."""

    text: str
    fine: bool


def verify(path: str | os.PathLike[str]) -> Verdict:
    """Replay a file under the rules: fine, unfinished at its last line, or what is wrong where.

    >>> from avalon_ai import verify_record
    >>> verify_record("no/such.avr")
    Verdict(text='no/such.avr: No such file or directory', fine=False)
    """
    try:
        record = read(path)
    except (RecordError, StorageError) as error:
        return Verdict(str(error), False)
    name = os.fspath(path)
    if record.result is not None:
        return Verdict(f"{name}: fine", True)
    return Verdict(f"{name}: unfinished at line {record.last_line}", True)


# --- writing ---------------------------------------------------------------------------------


class Writer:
    """Appends whole lines to a file, each at once, so that a record is never broken by a full disk."""

    def __init__(self, path: str | os.PathLike[str], *, mode: int = 0o600, append: bool = False) -> None:
        """Open a file; without `append` what it held is gone. Raises StorageError."""
        self.path = Path(path)
        flags = os.O_WRONLY | os.O_CREAT | os.O_APPEND | getattr(os, "O_CLOEXEC", 0)
        try:
            self._file = os.open(path, flags if append else flags | os.O_TRUNC, mode)
        except OSError as error:
            raise self._failed(error) from error
        except KeyboardInterrupt:  # the file is there, and nobody will close it
            with suppress(OSError):
                self._remove_empty(self.path.stat())
            raise

    def write(self, *lines: Mapping[str, Any]) -> None:
        """Append lines, all or none. Raises StorageError, with the file as it was before."""
        data = b"".join(encode(said) for said in lines)
        before = os.fstat(self._file).st_size
        try:
            written = os.write(self._file, data)
            while written < len(data):
                written += os.write(self._file, data[written:])
        except OSError as error:
            self._take_back(before)
            raise self._failed(error) from error

    def sync(self) -> None:
        """Wait until everything is on the disk. Raises StorageError."""
        try:
            os.fsync(self._file)
        except OSError as error:
            raise self._failed(error) from error

    def _take_back(self, size: int) -> None:
        try:
            os.ftruncate(self._file, size)
        except OSError:
            return  # a device or pipe keeps no half line

    def close(self) -> None:
        """Close the file, and leave none where nothing was written; closing twice does nothing."""
        if self._file < 0:
            return
        self._remove_empty(os.fstat(self._file))
        os.close(self._file)
        self._file = -1

    def _remove_empty(self, left: os.stat_result) -> None:
        if stat.S_ISREG(left.st_mode) and left.st_size == 0:
            self.path.unlink(missing_ok=True)

    def _failed(self, error: OSError) -> StorageError:
        return files.failed(self.path, error)

    def __enter__(self) -> Writer:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


def save(record: Record, path: str | os.PathLike[str], *, mode: int = 0o600) -> None:
    """Write a whole record in place of what stood there, in one step. Raises StorageError.

    >>> import tempfile
    >>> from avalon_ai import load, make_bot, play, save_record, verify_record
    >>> game = load("resistance")
    >>> played = play(game, [make_bot("greedy", game)] * game.seats, seed=7)
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     save_record(played, f"{folder}/game.avr")
    ...     verify_record(f"{folder}/game.avr").fine
    True
    """
    save_lines(record.lines(), path, mode=mode)


def save_lines(lines: Iterable[Mapping[str, Any]], path: str | os.PathLike[str], *, mode: int = 0o600) -> None:
    """Write lines in place of what stood there, in one step. Raises StorageError."""
    files.replace(path, b"".join(map(encode, lines)), mode=mode)
