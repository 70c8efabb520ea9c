"""The bot that searches: information-set search over the view of its seat."""

from __future__ import annotations

from collections.abc import Sequence
from copy import copy
from typing import TYPE_CHECKING

from avalon_ai import search, seeds
from avalon_ai._search import one_tree
from avalon_ai._state import MOVE, View, event_seat, event_source
from avalon_ai.bots import Choice
from avalon_ai.bots.levels import LEVELS, Level, choose
from avalon_ai.bots.seeded import Seeded
from avalon_ai.games.base import Game
from avalon_ai.search import Search, surest_first

if TYPE_CHECKING:
    from avalon_ai.streams import Stream

MEBIBYTE = 1 << 20


class IsmctsBot(Seeded):
    """Plays the move visited most, or in a game with one tree, where it searches on from move to move, the surest one.

    Below the top levels it plays now and then another one that is nearly as good.

    With `time` alone there is no bound on visits, and the same seed need not give the same game.
    """

    def __init__(
        self,
        spec: str,
        game: Game,
        *,
        visits: int | None = None,
        time: float | None = None,
        level: int | None = None,
        threads: int = 1,
        memory: int = search.MEMORY // MEBIBYTE,
        exploration: float = search.EXPLORATION,
        seed: int | None = None,
    ) -> None:
        super().__init__(spec, game, seed=seed)
        self._level = Level(search.VISITS) if level is None else LEVELS[level]
        self._visits = visits if visits is not None or time is not None else self._level.visits
        self._seconds = time
        self._threads = threads
        self._memory = max(memory, threads) * MEBIBYTE  # a tree needs one at least
        self._exploration = exploration
        self._model = game.model()
        self._keeps = one_tree(game.rules)
        self._last: tuple[Search, list[int]] | None = None  # the search of the last decision, and the events until then

    def within(self, visits: int) -> IsmctsBot:
        """The same bot with a search of at most so many visits, whatever its clock says."""
        quick = copy(self)
        quick._visits = visits if self._visits is None else min(visits, self._visits)
        quick._seconds = None
        quick._last = None
        return quick

    def start(self, stream: Stream, seed: int) -> None:
        """Take the seed of the game, and forget the one before."""
        super().start(stream, seed)
        self._last = None

    def act(self, stream: Stream) -> Choice:
        """Search from the stream's view; with one legal move there is nothing to search."""
        legal = stream.view.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        report = self._search(stream).report()
        moves = surest_first(report.moves) if self._keeps else report.moves
        move = choose(self._level, moves, seeds.rng(self._seed, seeds.LEVEL, len(stream)))
        return Choice(move.event, visits=report.visits, value=move.value)

    def _search(self, stream: Stream) -> Search:
        """The search of this decision, at its end.

        Where the seat's own moves are all that has happened since an earlier decision, it goes on from the search of
        that one. Searches that were not made here, by a bot that joins in the middle of a turn, are made now: the same
        stream gives the same search.
        """
        search, at = self._earlier(stream)
        for length in range(at + 1 if search else at, len(stream) + 1):
            view = self._view(stream, length)
            if len(view.legal()) > 1:
                search, at = self._grown(search, view, stream.events[at:length], length), length
        assert search is not None
        if self._keeps:
            self._last = search, stream.events[:]
        return search

    def _earlier(self, stream: Stream) -> tuple[Search | None, int]:
        """A search to go on from and its place in the stream, or none and the place of the first one that is due."""
        begin = len(stream)
        if not self._keeps:
            return None, begin
        while begin and _moved(stream, begin - 1):
            begin -= 1
        if self._last is not None:
            search, seen = self._last
            if len(seen) >= begin and stream.events[: len(seen)] == seen:
                return search, len(seen)
        return None, len(stream) if self._visits is None else begin

    def _grown(self, earlier: Search | None, view: View, moves: Sequence[int], place: int) -> Search:
        """The search of a decision at its end; it goes on from an earlier one that knows of the moves since."""
        if earlier is None or not earlier.follow(view, moves, visits=self._visits, seconds=self._seconds):
            earlier = Search(
                view,
                self._model,
                visits=self._visits,
                seconds=self._seconds,
                seed=seeds.derive(self._seed, seeds.SEARCH, place),
                threads=self._threads,
                memory=self._memory,
                exploration=self._exploration,
            )
        while earlier.step():
            pass
        return earlier

    def _view(self, stream: Stream, length: int) -> View:
        """What the seat knew after so many events."""
        return stream.view if length == len(stream) else stream.view_at(length)


def _moved(stream: Stream, place: int) -> bool:
    """Whether that event is a move of the stream's own seat."""
    event = stream.events[place]
    return event_source(event) == MOVE and event_seat(event) == stream.seat
