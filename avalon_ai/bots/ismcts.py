"""The bot that searches: information-set search over the view of its seat."""

from __future__ import annotations

from copy import copy
from typing import TYPE_CHECKING

from avalon_ai import search, seeds
from avalon_ai.bots import Choice
from avalon_ai.bots.levels import LEVELS, Level, choose
from avalon_ai.bots.seeded import Seeded
from avalon_ai.games.base import Game

if TYPE_CHECKING:
    from avalon_ai.streams import Stream

MEBIBYTE = 1 << 20


class IsmctsBot(Seeded):
    """Plays the move visited most; below the top levels now and then another one that is nearly as good.

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

    def within(self, visits: int) -> IsmctsBot:
        """The same bot with a search of at most so many visits, whatever its clock says."""
        quick = copy(self)
        quick._visits = visits if self._visits is None else min(visits, self._visits)
        quick._seconds = None
        return quick

    def act(self, stream: Stream) -> Choice:
        """Search from the stream's view; with one legal move there is nothing to search."""
        legal = stream.view.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        length = len(stream)
        report = search.analyze(
            stream.view,
            self._model,
            visits=self._visits,
            seconds=self._seconds,
            seed=seeds.derive(self._seed, seeds.SEARCH, length),
            threads=self._threads,
            memory=self._memory,
            exploration=self._exploration,
        )
        move = choose(self._level, report.moves, seeds.rng(self._seed, seeds.LEVEL, length))
        return Choice(move.event, visits=report.visits, value=move.value)
