"""Runs a tournament: workers play groups in any order, results are committed in the order of the groups.

So what comes out hangs on the settings alone, not on how many workers there were or how fast each was.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from concurrent.futures import Executor
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from avalon_ai import bots as kinds
from avalon_ai import elo
from avalon_ai.elo import Difference
from avalon_ai.errors import RecordError
from avalon_ai.machine import cores
from avalon_ai.results import Played
from avalon_ai.sprt import MODELS
from avalon_ai.tournament.schedule import Group, Schedule
from avalon_ai.tournament.settings import Make, Settings
from avalon_ai.tournament.standings import Standings
from avalon_ai.tournament.store import RESULTS, Store, read_games
from avalon_ai.tournament.tasks import Finished, Task
from avalon_ai.tournament.verdict import SequentialTest, differences_json, fit, ratings_json
from avalon_ai.tournament.workers import LOST, Check, Lost, Processes, Workers, no_check, unbroken

if TYPE_CHECKING:
    from avalon_ai.ratings import Ratings

TASK_SECONDS = 0.2  # a task holds about as many groups as play in this time
MOST_GROUPS = 64
QUEUED = 2  # tasks a worker has before it: the one it plays, and the next
AHEAD = 16  # tasks a worker may be ahead of the oldest group that is not finished
SUMMARY_SECONDS, SUMMARY_SHARE = 2.0, 20


@dataclass
class Outcome:
    """What came of a tournament: every group in order, what broke down, and whether a watcher had seen enough."""

    settings: Settings
    standings: Standings
    groups: list[tuple[Played, ...]] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    test: SequentialTest | None = None
    stopped: bool = False

    @property
    def games(self) -> int:
        """How many games were played."""
        return sum(map(len, self.groups))

    @property
    def played(self) -> list[Played]:
        """All games, in order."""
        return [game for group in self.groups for game in group]

    def ratings(self) -> tuple[Ratings | None, str]:
        """One fit to all games, if they tell any, and what is to be said of it."""
        return fit(self.played)

    def leads(self) -> dict[tuple[str, str], Difference]:
        """How far one bot is ahead of another, for all that met."""
        return elo.differences(self.played, self.settings.names)

    def as_json(self) -> dict[str, Any]:
        """Everything; what hangs on the clock is `seconds` alone."""
        test = {} if self.test is None else {"sprt": self.test.as_json()}
        ratings, leads = ratings_json(*self.ratings()), differences_json(self.leads())
        return {**self.standings.as_json(), "ratings": ratings, "differences": leads, **test}


Watch = Callable[[Outcome], bool | None]


class Run:
    """One tournament that is going on.

    `watch` is shown the outcome so far after every group, in order, those of an earlier run too; when it gives True the
    tournament ends there, as it does when the sequential test of the settings is decided.
    """

    def __init__(self, settings: Settings, *, store: Store | None = None, watch: Watch | None = None) -> None:
        """Begin, or go on where the store ends. Raises RecordError for results that do not fit the settings."""
        self.game = settings.load()
        self.schedule = Schedule(settings, self.game.seats)
        self.outcome = Outcome(settings, Standings(settings, self.game.seats))
        if settings.sprt is not None:
            first, second = settings.names
            model, games = settings.sprt_model or MODELS[0], self.game.seats
            self.outcome.test = SequentialTest(first, second, *settings.sprt, model=model, games=games)
        self._settings = settings
        self._store = store
        self._watch = watch
        self._ready: dict[int, Finished] = {}
        self._sent: dict[int, Group] = {}
        self._next_summary = 0.0
        if store is not None:
            self._take_up(store)

    def _take_up(self, store: Store) -> None:
        """Count what an earlier run finished."""
        name = str(store.folder / RESULTS)
        for line, said in store.finished(self.game.seats):
            group = self.schedule.take()
            if group is None or self.outcome.stopped:
                raise RecordError(name, line, "the end of the file", "one more group")
            self._count(read_games(name, line, group, said, self._settings.names))

    def go(self, workers: Workers, *, width: int, make: Make = kinds.make) -> Outcome:
        """Play what is left. Raises StorageError, with all that was kept in order, and WorkerError."""
        size = _Size()
        group = self._next()
        while group is not None or self._sent:
            while group is not None and len(workers) < QUEUED * width and self._near(group, size, width):
                groups, group = self._batch(group, size.groups)
                workers.submit(Task(self._settings, groups, self._store is not None, make))
            played = workers.finished()
            size.learn(played)
            self._commit(played)
            group = None if self.outcome.stopped else group or self._next()
        self._end()
        return self.outcome

    def _next(self) -> Group | None:
        """The next group to play."""
        group = None if self.outcome.stopped else self.schedule.take()
        if group is not None:
            self._sent[group.number] = group
        return group

    def _near(self, group: Group, size: _Size, width: int) -> bool:
        """Whether a group is not too far ahead of those that are still to be finished."""
        return group.number - len(self.outcome.groups) < AHEAD * width * size.groups

    def _batch(self, first: Group, count: int) -> tuple[tuple[Group, ...], Group | None]:
        """Groups for one task, and the one after them."""
        groups, group = [first], self._next()
        while group is not None and len(groups) < count:
            groups.append(group)
            group = self._next()
        return tuple(groups), group

    def _commit(self, played: Sequence[Finished]) -> None:
        """Keep and count all groups that are finished without a gap before them."""
        self._ready |= {finished.group.number: finished for finished in played}
        in_order: list[Finished] = []
        while not self.outcome.stopped:
            finished = self._ready.pop(len(self.outcome.groups), None)
            if finished is None:
                break
            in_order.append(finished)
            self._count(finished)
        if in_order and self._store is not None:
            self._store.add(in_order)
            self._summarize(self._store)

    def _count(self, finished: Finished) -> None:
        """One more group, in order."""
        self._sent.pop(finished.group.number, None)
        self.schedule.report(finished.group, finished.games)
        self.outcome.groups.append(finished.games)
        self.outcome.standings.add(finished.games)
        self.outcome.faults += [fault_line(finished, number) for number in finished.faults]
        decided = self.outcome.test is not None and self.outcome.test.see(finished.games)
        seen_enough = self._watch is not None and self._watch(self.outcome)
        if decided or seen_enough:
            self.outcome.stopped = True
            self._sent.clear()

    def _summarize(self, store: Store) -> None:
        """Replace the summary, now and then; the more it costs the more seldom."""
        began = time.monotonic()
        if began >= self._next_summary:
            store.summarize(self.outcome.standings.as_json())
            now = time.monotonic()
            self._next_summary = now + max(SUMMARY_SECONDS, SUMMARY_SHARE * (now - began))

    def _end(self) -> None:
        self.outcome.standings.close(self.schedule.places)
        if self._store is not None:
            self._store.end(self.outcome.as_json())


class _Size:
    """How many groups a task holds, from how long groups took."""

    def __init__(self) -> None:
        self.groups = 1
        self._seconds = 0.0
        self._played = 0

    def learn(self, played: Sequence[Finished]) -> None:
        """Take note of finished groups."""
        self._played += len(played)
        self._seconds += sum(game.seconds for finished in played for game in finished.games)
        if self._played:
            fitting = int(TASK_SECONDS * self._played / max(self._seconds, 1e-9))
            self.groups = max(1, min(MOST_GROUPS, 2 * self.groups, fitting))


def fault_line(finished: Finished, number: int) -> str:
    """Who broke down where, and how."""
    game = finished.games[number]
    bot = "" if game.loser is None else game.bots[game.loser]
    return f"group {game.group}, game {number}: {bot}: {finished.faults[number]}"


def play(
    run: Run,
    *,
    workers: int | None = None,
    executor: Callable[[], Executor] | None = None,
    lost: Lost = LOST,
    check: Check = no_check,
    make: Make = kinds.make,
) -> Outcome:
    """Play what is left of a tournament, and give what came of it.

    Without `executor`, `workers` processes of this machine play, by default one a core. With it, what it opens plays,
    `workers` tasks at a time; when that breaks, it is called again for a fresh one. `lost` are the exceptions by which
    a task tells that its worker died; `check` is called now and then while nothing comes back, and may raise
    WorkerError. A `make` of one's own turns specs into bots; workers must be able to import it.

    Raises StorageError, RecordError and WorkerError; what was kept stays in order, and a later run goes on from there.
    """
    width = workers or cores()
    processes = Processes(width)
    pool = Workers(executor or processes.open, lost=lost, check=check)
    try:
        return run.go(pool, width=width, make=make)
    finally:
        with unbroken():
            processes.end()  # first: a pool that was let go before can no longer be waited for
            pool.close()
