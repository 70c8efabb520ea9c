"""Search from what one seat may know: at once, in steps, or in the background. The work itself is done in the core.

report = analyze(stream, visits=2_000)
print(game.text(report.moves[0].event), report.moves[0].value)
"""

from __future__ import annotations

import math
import threading
import time
from collections.abc import AsyncIterator, Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, NamedTuple, TypedDict

from avalon_ai import _search, seeds
from avalon_ai._state import View
from avalon_ai.streams import Stream

if TYPE_CHECKING:
    import asyncio

    from typing_extensions import Self, Unpack

VISITS = 2_000
MEMORY = 64 << 20
MIN_MEMORY = 1 << 20
CHUNK = 250  # visits between two looks at the clock and at `stop`
MOST_VISITS = 1_000_000_000
MOST_THREADS = 256
REPORT_EVERY = 0.25  # seconds

# What won in trials, see docs/search.md.
EXPLORATION = 1.0
REDUCTION = 0.1
CHANGES = 2
OTHERS = 0.3
PULL = 20.0
MOST_OTHERS = 0.9

# For the move that is played where a search goes on, see `surest_first`.
FAIR_SHARE = 0.1
SPREAD = 0.63  # twice that of one result, about


class MoveReport(NamedTuple):
    """One move of the seat to act.

    `value` is the seat's expected result, 0 to 1, and `error` its standard error: None where nothing was tried.
    `available` counts the visits in which the move was legal, `prior` is the policy's share, `pv` the line that
    was followed most, from this move on.

    >>> from avalon_ai import Match, analyze, load
    >>> game = load("duel")
    >>> table = Match.new(game, ["me", "you"], seed=7)
    >>> best = analyze(table.streams[table.advance()], visits=100).moves[0]
    >>> best.event == best.pv[0], best.available, 0 <= best.value <= 1
    (True, 100, True)
    """

    event: int
    visits: int
    available: int
    value: float | None
    error: float | None
    prior: float
    pv: tuple[int, ...]


@dataclass(frozen=True)
class Report:
    """What a search has found so far: moves best first, and what it cost. `memory` is in bytes.

    >>> from avalon_ai import Match, analyze, load
    >>> game = load("duel")
    >>> table = Match.new(game, ["me", "you"], seed=7)
    >>> report = analyze(table.streams[table.advance()], visits=100)
    >>> report.visits, report.full, 0 <= report.value <= 1
    (100, False, True)
    """

    moves: tuple[MoveReport, ...]
    visits: int
    seconds: float
    nodes: int
    depth: int
    memory: int
    full: bool

    @property
    def value(self) -> float | None:
        """The expected result of the seat to act, 0 to 1, over all visits that tried a move; None before the first."""
        tried = sum(move.visits for move in self.moves)
        total = sum(move.value * move.visits for move in self.moves if move.value is not None)
        return total / tried if tried else None


class Options(TypedDict, total=False):
    """The options of `Search`, which says what they mean."""

    visits: int | None
    seconds: float | None
    seed: int
    threads: int
    memory: int
    exploration: float
    reduction: float
    changes: int
    weighted: bool
    others: float
    pull: float


class Search:
    """A search for the seat to act, from its stream or its View: grown in steps, or in the background.

    It ends at the first of `visits`, `seconds` (soft by one chunk) and `stop`; at least one visit is always made. A
    View needs the weights beside it, as `game.model()` gives them; a stream knows its game. What is given is copied.
    Without a limit in time and without `stop` the same position, weights, seed, options, visits and threads give the
    same report but for its `seconds`. Each of the `threads` grows a tree of its own, and the report adds up their
    roots. `memory` bounds all trees together in bytes: a full tree stops growing, the search goes on. `weighted` draws
    what is hidden by what play has told, not uniformly. Where seats have a tree each, `others` is the share of visits
    in which another seat learns, 0 to 0.9, and `pull` how many visits the prior stands for, more than 0, where a seat
    acts as it has learned.

    `for report in search` and `async for report in search` start it, give running reports every `report_every` seconds
    and last the final one, and stop the search when the loop is left; `await search` gives the final one alone. All
    methods may be called from any thread.

    Raises ValueError where the seat is not to act, or for a limit that is out of range.

    >>> from avalon_ai import Match, Search, load
    >>> game = load("duel")
    >>> table = Match.new(game, ["me", "you"], seed=7)
    >>> stream = table.streams[table.advance()]
    >>> Search(stream, visits=300).result().visits
    300
    >>> search = Search(stream, visits=None, seconds=60).start()
    >>> search.stop()
    >>> search.result().visits >= 1, search.over
    (True, True)
    >>> [report.visits for report in Search(stream, visits=300, report_every=10)]
    [300]
    >>> search = Search(stream.view, game.model(), visits=300)
    >>> while search.step(100):
    ...     print(search.report().visits)
    100
    200
    """

    def __init__(
        self,
        position: Stream | View,
        model: bytes | None = None,
        *,
        visits: int | None = VISITS,
        seconds: float | None = None,
        seed: int = 0,
        threads: int = 1,
        memory: int = MEMORY,
        exploration: float = EXPLORATION,
        reduction: float = REDUCTION,
        changes: int = CHANGES,
        weighted: bool = True,
        others: float = OTHERS,
        pull: float = PULL,
        report_every: float = REPORT_EVERY,
    ) -> None:
        _check(visits, seconds, memory, threads)
        _check_trees(others, pull)
        view, model = _known(position, model)
        grow = partial(
            _search.Search, view, model, memory=memory // threads, changes=changes, weighted=weighted, others=others,
            pull=pull, exploration=exploration, reduction=reduction,
        )  # fmt: skip
        self._trees = [grow(seed=_thread_seed(seed, thread)) for thread in range(threads)]
        self._limit(visits, seconds)
        self._stopped = False
        self._every = report_every
        self._queue, self._hold = threading.Lock(), threading.Lock()
        self._thread: threading.Thread | None = None
        self._ended = threading.Event()
        self._waiting: list[Callable[[], object]] = []  # who is to be told of the end
        self._fault: BaseException | None = None

    def _limit(self, visits: int | None, seconds: float | None) -> None:
        self._pool = ThreadPoolExecutor(len(self._trees)) if len(self._trees) > 1 else None
        self._left = MOST_VISITS if visits is None else visits
        self._seconds = seconds
        self._began: float | None = None
        self._elapsed = 0.0

    # --- in steps ----------------------------------------------------------------------------

    @property
    def over(self) -> bool:
        """Whether no visit will be made any more."""
        late = self._seconds is not None and self._elapsed >= self._seconds
        return self._left == 0 or (self._began is not None and (self._stopped or late))

    def step(self, visits: int = CHUNK) -> bool:
        """Make up to so many visits more in each tree, in this thread; whether some are left after them."""
        with self._turn():
            if self.over:
                return False
            if self._began is None:
                self._began = time.perf_counter()
            chunk = min(visits * len(self._trees), self._left)
            self._left -= chunk
            self._grow(chunk)
            self._elapsed = time.perf_counter() - self._began
            return self._more()

    def _more(self) -> bool:
        over = self.over
        if over and self._pool is not None:
            self._pool.shutdown(wait=False)
        return not over

    def follow(
        self, view: View, moves: Sequence[int], *, visits: int | None = VISITS, seconds: float | None = None
    ) -> bool:
        """Search on from a later position, that many visits more, for a search that has ended after steps.

        `view` is what the seat knows there: it has played `moves` since and nothing else has happened. What was found
        out about that position is kept, visits included. False where there is nothing to go on from: no visit came
        that way, or seats have a tree each or play by their policy. The search is of no use then.

        Raises ValueError for a limit that is out of range, and for a search that has not ended.

        >>> from avalon_ai import Match, Search, load
        >>> game = load("duel")
        >>> table = Match.new(game, ["me", "you"], seed=7)
        >>> stream = table.streams[table.advance()]
        >>> search = Search(stream, visits=500)
        >>> while search.step():
        ...     pass
        >>> best = search.report().moves[0]
        >>> table.move(best.event)
        >>> search.follow(stream.view, [best.event], visits=100), best.visits <= search.report().visits
        (True, True)
        """
        _check_limits(visits, seconds)
        with self._turn():
            if not self.over or self._thread is not None:
                raise ValueError("expected a search that has ended after steps")
            if self._stopped or 0 in [tree.follow(view, moves) for tree in self._trees]:
                return False
            self._limit(visits, seconds)
            return True

    def report(self) -> Report:
        """What has been found so far; it waits for the step under way."""
        with self._turn():
            return _report(self._trees, self._elapsed)

    def stop(self) -> None:
        """End the search with the visit that is under way."""
        self._stopped = True
        for tree in self._trees:
            tree.stop()

    def _grow(self, visits: int) -> None:
        threads = len(self._trees)
        shares = [visits // threads + (thread < visits % threads) for thread in range(threads)]
        if self._pool is None:
            self._trees[0].run(visits)
            return
        for _ in self._pool.map(_run, self._trees, shares):
            pass

    @contextmanager
    def _turn(self) -> Generator[None, None, None]:
        """The trees for one thread alone; who waits for them comes before who had them last."""
        with self._queue:
            self._hold.acquire()
        try:
            yield
        finally:
            self._hold.release()

    # --- in the background -------------------------------------------------------------------

    def start(self) -> Self:
        """Let it run in the background; a search that was started goes on."""
        with self._queue:
            if self._thread is None:
                self._thread = threading.Thread(target=self._work, name="avalon-search", daemon=True)
                self._thread.start()
        return self

    def result(self, timeout: float | None = None) -> Report:
        """Start it, wait for its end and give the final report. Raises TimeoutError; the search goes on then."""
        self.start()
        if not self._ended.wait(timeout):
            raise TimeoutError(f"the search has not ended within {timeout} seconds")
        if self._fault is not None:
            raise self._fault
        return self.report()

    def _work(self) -> None:
        try:
            while self.step():
                pass
        except BaseException as error:
            self._fault = error
        finally:
            self._end()

    def _end(self) -> None:
        with self._queue:
            self._ended.set()
            waiting, self._waiting = self._waiting, []
        for tell in waiting:
            with suppress(RuntimeError):  # the loop that waited is closed
                tell()

    def __enter__(self) -> Self:
        return self.start()

    def __exit__(self, *_: object) -> None:
        self.stop()
        self._ended.wait()

    def __iter__(self) -> Iterator[Report]:
        self.start()
        try:
            while not self._ended.wait(self._every):
                yield self.report()
            yield self.result()
        finally:
            self.stop()

    async def __aiter__(self) -> AsyncIterator[Report]:
        import asyncio

        ended = self._event()
        self.start()
        try:
            while not self._ended.is_set():
                with suppress(asyncio.TimeoutError):
                    await asyncio.wait_for(ended.wait(), self._every)
                if not self._ended.is_set():
                    yield await asyncio.to_thread(self.report)
            yield self.result()
        finally:
            self.stop()

    def __await__(self) -> Generator[object, None, Report]:
        return self._final().__await__()

    async def _final(self) -> Report:
        ended = self._event()
        self.start()
        try:
            await ended.wait()
            return self.result()
        finally:
            self.stop()

    def _event(self) -> asyncio.Event:
        """An event of the running loop that is set when the search has ended: no thread waits for it."""
        import asyncio

        loop, event = asyncio.get_running_loop(), asyncio.Event()
        with self._queue:
            if self._ended.is_set():
                event.set()
            else:
                self._waiting.append(lambda: loop.call_soon_threadsafe(event.set))
        return event


def analyze(
    position: Stream | View,
    model: bytes | None = None,
    *,
    on_report: Callable[[Report], None] | None = None,
    stop: Callable[[], bool] | None = None,
    **options: Unpack[Options],
) -> Report:
    """Search in this thread, with the options of `Search`, and give the final report.

    `on_report` hears a report after each chunk of visits, and `stop` is asked then whether to end.

    Raises ValueError where the seat is not to act, or for a limit that is out of range.

    >>> from avalon_ai import Match, analyze, load
    >>> game = load("duel")
    >>> table = Match.new(game, ["me", "you"], seed=7)
    >>> report = analyze(table.streams[table.advance()], visits=200, seed=1)
    >>> len(report.moves) == len(table.state.legal())
    True
    """
    search, more = Search(position, model, **options), True
    while more:
        more = search.step()
        if on_report is not None:
            on_report(search.report())
        if stop is not None and stop():
            break
    return search.report()


def surest_first(moves: Sequence[MoveReport]) -> tuple[MoveReport, ...]:
    """The moves of a report, before all others the one whose value is highest less what its visits leave open.

    For a search that goes on from one own move to the next: there the plan that was begun has visits of before, so it
    is not given up for another that looks as good. Only moves with a fair share of the visits come into question.
    """
    fair = FAIR_SHARE * max(move.visits for move in moves)
    best = max((move for move in moves if move.value is not None and move.visits >= fair), key=_sure)
    return best, *(move for move in moves if move is not best)


def _sure(move: MoveReport) -> float:
    assert move.value is not None
    return move.value - SPREAD / math.sqrt(move.visits)


def _known(position: Stream | View, model: bytes | None) -> tuple[View, bytes]:
    """What the seat knows, and weights. Raises ValueError."""
    if isinstance(position, Stream):
        return position.view, position.game.model() if model is None else model
    if model is None:
        raise ValueError("model: expected weights beside a View, as game.model() gives them, got none")
    return position, model


def _check(visits: int | None, seconds: float | None, memory: int, threads: int) -> None:
    _check_limits(visits, seconds)
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads: expected 1 to {MOST_THREADS}, got {threads}")
    if memory < MIN_MEMORY * threads:
        raise ValueError(f"memory: expected at least {MIN_MEMORY} bytes a thread, got {memory}")


def _check_limits(visits: int | None, seconds: float | None) -> None:
    if visits is None and seconds is None:
        raise ValueError("a search needs a limit: visits, seconds or both")
    if visits is not None and not 1 <= visits <= MOST_VISITS:
        raise ValueError(f"visits: expected 1 to {MOST_VISITS}, got {visits}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds: expected more than 0, got {seconds}")


def _check_trees(others: float, pull: float) -> None:
    if not 0 <= others <= MOST_OTHERS:
        raise ValueError(f"others: expected 0 to {MOST_OTHERS}, got {others}")
    if not pull > 0:
        raise ValueError(f"pull: expected more than 0, got {pull}")


def _thread_seed(seed: int, thread: int) -> int:
    """The first thread's tree is that of a search with one thread."""
    return seeds.derive(seed, seeds.THREAD, thread) if thread else seed


def _run(tree: _search.Search, visits: int) -> None:
    tree.run(visits)


# The report.


_Root = tuple[int, int, int, float, float, float, tuple[int, ...]]


def _report(searches: list[_search.Search], seconds: float) -> Report:
    roots = searches[0].moves()
    if len(searches) > 1:
        roots = _merged([root for search in searches for root in search.moves()])
    return Report(
        tuple(sorted(map(_move, roots), key=_rank)),
        sum(search.visits for search in searches),
        seconds,
        sum(search.nodes for search in searches),
        max(search.depth for search in searches),
        sum(search.memory for search in searches),
        any(search.full for search in searches),
    )


def _merged(roots: Iterable[_Root]) -> list[_Root]:
    """The moves as all trees together see them; the line of each is that of the tree that visited it most."""
    found: dict[int, list[_Root]] = {}
    for root in roots:
        found.setdefault(root[0], []).append(root)
    merged = []
    for event, same in found.items():
        *_, prior, line = max(same, key=lambda root: root[1])
        _, visits, available, totals, squares, *_ = zip(*same, strict=True)
        merged.append((event, sum(visits), sum(available), sum(totals), sum(squares), prior, line))
    return merged


def _move(root: _Root) -> MoveReport:
    event, visits, available, total, squares, prior, line = root
    if not visits:
        return MoveReport(event, 0, available, None, None, prior, line)
    mean = total / visits
    error = math.sqrt(max(0.0, squares / visits - mean * mean) / (visits - 1)) if visits > 1 else None
    return MoveReport(event, visits, available, mean, error, prior, line)


def _rank(move: MoveReport) -> tuple[float, float, float]:
    return -move.visits, -(move.value or 0.0), -move.prior
