"""Lines of a record, and the masked stream: the same lines as one seat saw them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from copy import deepcopy
from functools import lru_cache
from typing import Any

from avalon_ai._state import (
    CHANCE,
    CHANCE_EVENT,
    MOVE,
    NO_SEAT,
    OVER,
    REFEREE_EVENT,
    IllegalMove,
    State,
    View,
    event_seat,
    event_source,
    make_event,
)
from avalon_ai.errors import LineError, StreamError
from avalon_ai.games.base import SEAT_LETTERS, Game, seat_letter
from avalon_ai.json_lines import dumps

WORDS = {MOVE: "move", CHANCE_EVENT: "chance", REFEREE_EVENT: "referee"}
FEWEST_FIELDS = 2  # of a line with nothing beside the event: its text, and mostly a seat
HEADER_FIELDS = ("record", "game", "options", "players")


def line(game: Game, event: int) -> dict[str, Any]:
    """An event as the object that stands on its line in a record."""
    source, seat = event_source(event), event_seat(event)
    said = {WORDS[source]: game.text(event)}
    if seat == NO_SEAT:
        return said
    letter = {"seat": seat_letter(seat)}
    return letter | said if source == MOVE else said | letter


def event(game: Game, said: Mapping[str, Any]) -> int:
    """The event on a line, whether or not it is allowed. Raises LineError."""
    sources = [source for source, word in WORDS.items() if word in said]
    if len(sources) != 1:
        raise LineError('one of "move", "chance", "referee"', dict(said))
    text = said[WORDS[sources[0]]]
    if not isinstance(text, str):
        raise LineError("a text", text)
    return game.parse(text, sources[0], seat_of(game, said, needed=sources[0] == MOVE))


def seat_of(game: Game, said: Mapping[str, Any], *, needed: bool = True) -> int:
    """The seat that a line names, or NO_SEAT. Raises LineError for a letter that plays not."""
    letter = said.get("seat")
    if letter is None and not needed:
        return NO_SEAT
    letters = SEAT_LETTERS[: game.seats]
    if not isinstance(letter, str) or len(letter) != 1 or letter not in letters:
        raise LineError(f'"seat" to be one of {", ".join(letters)}', "none" if letter is None else letter)
    return letters.index(letter)


def extra_of(said: Mapping[str, Any]) -> dict[str, Any]:
    """The optional fields of a line: all but what the event itself is."""
    return {key: value for key, value in said.items() if key not in ("seat", *WORDS.values())}


def mask_header(header: Mapping[str, Any], seat: int) -> dict[str, Any]:
    """The header as one seat sees it: no seed, and of other bots the name alone."""
    masked = {key: header[key] for key in HEADER_FIELDS if key in header}
    masked["players"] = names = list(_names(tuple(header["players"])))
    names[seat] = header["players"][seat]
    return masked


@lru_cache(maxsize=64)
def _names(players: tuple[str, ...]) -> tuple[str, ...]:
    """The names of bots without their options."""
    return tuple(player.partition(":")[0] for player in players)


class SpoiltView(IllegalMove):
    """A seat's view is not what it was shown: whoever had it to look at has changed it."""

    def __init__(self, seat: int) -> None:
        super().__init__(f"the view of seat {seat_letter(seat)} was changed: it does not take what the seat sees")
        self.seat = seat


class Stream:
    """All that one seat has been shown: what a bot gets, and what an information set is.

    `header` and `deal` are masked; `events` are the masked events, with every `pass` after an
    unanswered attack; `view` is their fold, the current one.

    >>> from avalon_ai import Match, load
    >>> game = load("duel")
    >>> table = Match.new(game, ["me", "you"], seed=7)
    >>> stream = table.streams[0]
    >>> stream.lines()[1]["deal"]["hands"]["B"]
    ['?', '?', '?', '?', '?']
    >>> len(stream), stream.ended, stream.view == table.state.view(0), stream.copy() == stream
    (0, False, True, True)
    >>> stream.view_at(0) == stream.view
    True
    """

    def __init__(
        self, game: Game, seat: int, header: Mapping[str, Any], deal: dict[str, Any], *, masked: bool = False
    ) -> None:
        """Start the stream of a seat from what the host knows: both are masked here, unless they are `masked` already.

        Raises LineError for a deal that is not what its seat is shown.
        """
        self.game = game
        self.seat = seat
        self.header = dict(header) if masked else mask_header(header, seat)
        self.deal = deal if masked else game.mask_deal(deal, seat)
        self.events: list[int] = []
        self.view: View = game.start_view(self.deal, seat)
        self._extras: dict[int, dict[str, Any]] = {}
        self._last: list[dict[str, Any]] = []

    def see(self, event: int, extra: Mapping[str, Any] | None = None) -> None:
        """Fold in one masked event; `extra` is kept where it is the seat's own move.

        Raises IllegalMove, with the stream unchanged, when the event cannot come here.
        """
        self.view.apply(event)
        self.events.append(event)
        if extra:
            self.remember(extra)

    def remember(self, extra: Mapping[str, Any]) -> None:
        """Keep what stands beside the last event, where it is the seat's own move."""
        event = self.events[-1]
        if event_source(event) == MOVE and event_seat(event) == self.seat:
            self._extras[len(self.events) - 1] = dict(extra)

    def hear_result(self, event: int, state: State) -> None:
        """Fold in the referee's last word, about to be said in `state`; its line is the result line.

        Raises IllegalMove, with the stream unchanged, when it cannot come here.
        """
        self.view.apply(state.mask(event, self.seat))

    def view_at(self, length: int) -> View:
        """What the seat knew after so many events; they are folded anew."""
        view = self.game.start_view(self.deal, self.seat)
        for event in self.events[:length]:
            view.apply(event)
        return view

    def close(self, said: Mapping[str, Any]) -> None:
        """Add a line that ends the game: a resignation or the result."""
        self._last.append(dict(said))

    def lines(self) -> list[dict[str, Any]]:
        """The masked stream as it would stand in a file: header, deal, events, result."""
        events = [line(self.game, event) | self._extras.get(i, {}) for i, event in enumerate(self.events)]
        return [self.header, {"deal": self.deal}, *events, *self._last]

    @property
    def ended(self) -> bool:
        """Whether a resignation or the result has closed it."""
        return bool(self._last)

    def copy(self) -> Stream:
        """An independent copy."""
        return deepcopy(self)

    __copy__ = copy

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Stream):
            return NotImplemented
        return (self.game, self.seat, self.view, self.lines()) == (other.game, other.seat, other.view, other.lines())

    __hash__ = None  # type: ignore[assignment]

    def __len__(self) -> int:
        return len(self.events)


def read(
    game: Game, seat: int, lines: Sequence[Mapping[str, Any]], *, header: Mapping[str, Any] | None = None
) -> Stream:
    """The stream of a seat from its masked lines: the deal, then one event each, at last what ended the game.

    Nothing is believed: each line is played under the rules as the seat knows them.

    Raises StreamError that names the first line which cannot be, lines counted from 0, the deal.

    >>> from avalon_ai import Match, load, read_stream
    >>> game = load("duel")
    >>> stream = Match.new(game, ["me", "you"], seed=7).streams[1]
    >>> header, *lines = stream.lines()
    >>> read_stream(game, 1, lines, header=header) == stream
    True
    >>> read_stream(game, 1, [*lines, {"seat": "A", "move": "pass"}])
    Traceback (most recent call last):
    ...
    avalon_ai.errors.StreamError: event 1: expected ...
    """
    try:
        stream = Stream(game, seat, header or {}, _deal(lines), masked=True)
    except LineError as error:
        raise StreamError(0, error.expected, error.found) from error
    follow(stream, lines, 1)
    return stream


def follow(stream: Stream, lines: Sequence[Mapping[str, Any]], begin: int) -> None:
    """Fold in masked lines from that one on, as `read` does; the stream has those before it.

    Raises StreamError; the lines before the one it names are folded in.
    """
    for number in range(begin, len(lines)):
        try:
            _take(stream, lines[number])
        except LineError as error:
            raise StreamError(number, error.expected, error.found) from error


def _deal(lines: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    deal = lines[0].get("deal") if lines else None
    if not isinstance(deal, dict):
        raise LineError('the deal, "deal": {...}', lines[0] if lines else "nothing")
    return deal


def _take(stream: Stream, said: Mapping[str, Any]) -> None:
    """Fold in one masked line. Raises LineError."""
    if stream.ended and not ("result" in said and "resign" in stream.lines()[-1]):
        raise LineError("nothing after what ended the game", short(said))
    if "result" in said or "resign" in said:
        stream.close(said)
        return
    happened = event(stream.game, said)
    try:
        stream.see(happened, extra_of(said) if len(said) > FEWEST_FIELDS else None)
    except IllegalMove as error:
        raise LineError(expected_by(stream.game, stream.view), short(said)) from error


def expected_by(game: Game, view: View) -> str:
    """What may come next as far as a seat can tell, in words for an error."""
    actor = view.actor()
    if actor == OVER:
        return "the result"
    events = view.legal() or [event for event in _imaginable(game, actor) if view.allows(event)]
    if actor >= 0:
        return f"a move of {seat_letter(actor)} ({some(sorted(map(game.text, events)))})"
    return some(sorted(f"{WORDS[event_source(event)]} {game.text(event)}{_of(event)}" for event in events))


def _imaginable(game: Game, actor: int) -> Iterator[int]:
    """Every event that could be meant when this one is to act."""
    sources = (CHANCE_EVENT, REFEREE_EVENT) if actor == CHANCE else (MOVE,)
    seats = (actor,) if actor >= 0 else (*range(game.seats), NO_SEAT)
    return (make_event(code, seat, source) for source in sources for seat in seats for code in range(game.rules.codes))


def _of(event: int) -> str:
    return "" if event_seat(event) == NO_SEAT else f" of {seat_letter(event_seat(event))}"


def short(said: Mapping[str, Any]) -> str:
    """A line as an error shows it."""
    return dumps({key: value for key, value in said.items() if key != "legal"})


def some(texts: list[str], shown: int = 6) -> str:
    """The first texts of a list, and how many there are."""
    more = f", ... {len(texts)} in all" if len(texts) > shown else ""
    return ", ".join(texts[:shown]) + more
