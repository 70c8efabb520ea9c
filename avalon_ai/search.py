"""Search from a View: budgets, running reports, stopping. The work itself is done in the core.

report = analyze(view, game.model(), visits=2_000)
print(game.text(report.moves[0].event), report.moves[0].value)
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable, Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from functools import partial

from avalon_ai import seeds
from avalon_ai._search import Search
from avalon_ai._state import View

VISITS = 2_000
MEMORY = 64 << 20
MIN_MEMORY = 1 << 20
CHUNK = 250  # visits between two looks at the clock and at `stop`
MOST_VISITS = 1_000_000_000
MOST_THREADS = 256

# What won in trials, see docs/search.md.
EXPLORATION = 1.0
REDUCTION = 0.1
CHANGES = 2
OTHERS = 0.3
PULL = 20.0
MOST_OTHERS = 0.9


@dataclass(frozen=True)
class MoveReport:
    """One move of the seat to act.

    `value` is the seat's expected result, 0 to 1, and `error` its standard error: None where nothing was tried.
    `available` counts the visits in which the move was legal, `prior` is the policy's share, `pv` the line that
    was followed most, from this move on.
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
    """What a search has found so far: moves best first, and what it cost. `memory` is in bytes."""

    moves: tuple[MoveReport, ...]
    visits: int
    seconds: float
    nodes: int
    depth: int
    memory: int
    full: bool


def analyze(
    view: View,
    model: bytes,
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
    on_report: Callable[[Report], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Report:
    """Search for the seat of a view and report its moves, the one visited most first.

    It ends at the first of `visits`, `seconds` (soft by one chunk) and `stop`, which is asked between chunks, as is
    `on_report`; at least one chunk, or the visits asked for, is always made. Without a limit in time the same view,
    model, seed, options, visits and threads give the same report but for its `seconds`. Each thread grows a tree of its
    own, and the report adds up their roots. `memory` bounds all trees together in bytes: a full tree stops growing, the
    search goes on. `weighted` draws what is hidden by what play has told, not uniformly. Where seats have a tree each,
    `others` is the share of visits in which another seat learns, 0 to 0.9, and `pull` how many visits the prior stands
    for, more than 0, where a seat acts as it has learned.

    Raises ValueError where the view's seat is not to act, or for a limit that is out of range.
    """
    _check(visits, seconds, memory, threads)
    _check_trees(others, pull)
    began = time.perf_counter()
    grow = partial(
        Search, view, model, memory=memory // threads, changes=changes, weighted=weighted, others=others, pull=pull
    )
    searches = [
        grow(seed=_thread_seed(seed, thread), exploration=exploration, reduction=reduction) for thread in range(threads)
    ]
    with closing(_rounds(searches, MOST_VISITS if visits is None else visits)) as rounds:
        for _ in rounds:
            elapsed = time.perf_counter() - began
            if on_report is not None:
                on_report(_report(searches, elapsed))
            if (seconds is not None and elapsed >= seconds) or (stop is not None and stop()):
                break
    return _report(searches, time.perf_counter() - began)


def _check(visits: int | None, seconds: float | None, memory: int, threads: int) -> None:
    if visits is None and seconds is None:
        raise ValueError("a search needs a limit: visits, seconds or both")
    if visits is not None and not 1 <= visits <= MOST_VISITS:
        raise ValueError(f"visits: expected 1 to {MOST_VISITS}, got {visits}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds: expected more than 0, got {seconds}")
    if not 1 <= threads <= MOST_THREADS:
        raise ValueError(f"threads: expected 1 to {MOST_THREADS}, got {threads}")
    if memory < MIN_MEMORY * threads:
        raise ValueError(f"memory: expected at least {MIN_MEMORY} bytes a thread, got {memory}")


def _check_trees(others: float, pull: float) -> None:
    if not 0 <= others <= MOST_OTHERS:
        raise ValueError(f"others: expected 0 to {MOST_OTHERS}, got {others}")
    if not pull > 0:
        raise ValueError(f"pull: expected more than 0, got {pull}")


# Threads: the first one's tree is that of a search with one thread.

Run = Callable[[list[Search], list[int]], None]


def _thread_seed(seed: int, thread: int) -> int:
    return seeds.derive(seed, seeds.THREAD, thread) if thread else seed


def _rounds(searches: list[Search], visits: int) -> Generator[None, None, None]:
    """Makes the visits in rounds of a chunk a search, and pauses after each."""
    threads = len(searches)
    with _runner(threads) as run:
        while visits > 0:
            chunk = min(CHUNK * threads, visits)
            run(searches, [chunk // threads + (thread < chunk % threads) for thread in range(threads)])
            visits -= chunk
            yield


@contextmanager
def _runner(threads: int) -> Iterator[Run]:
    """A function that lets each search make its share of visits, and waits for all."""
    if threads == 1:
        yield lambda searches, shares: _run_one(searches[0], shares[0])
        return
    with ThreadPoolExecutor(threads) as pool:
        yield lambda searches, shares: _drain(pool.map(_run_one, searches, shares))


def _run_one(search: Search, visits: int) -> None:
    search.run(visits)


def _drain(results: Iterator[None]) -> None:
    for _ in results:
        pass


# The report.


def _report(searches: list[Search], seconds: float) -> Report:
    found: dict[int, list[tuple[int, int, int, float, float, float, tuple[int, ...]]]] = {}
    for search in searches:
        for move in search.moves():
            found.setdefault(move[0], []).append(move)
    return Report(
        tuple(sorted((_merged(moves) for moves in found.values()), key=_rank)),
        sum(search.visits for search in searches),
        seconds,
        sum(search.nodes for search in searches),
        max(search.depth for search in searches),
        sum(search.memory for search in searches),
        any(search.full for search in searches),
    )


def _merged(moves: list[tuple[int, int, int, float, float, float, tuple[int, ...]]]) -> MoveReport:
    """One move as all trees together see it; the line is that of the tree that visited it most."""
    visits, available = sum(move[1] for move in moves), sum(move[2] for move in moves)
    best = max(moves, key=lambda move: move[1])
    if not visits:
        return MoveReport(best[0], 0, available, None, None, best[5], best[6])
    mean = sum(move[3] for move in moves) / visits
    variance = max(0.0, sum(move[4] for move in moves) / visits - mean * mean)
    error = math.sqrt(variance / (visits - 1)) if visits > 1 else None
    return MoveReport(best[0], visits, available, mean, error, best[5], best[6])


def _rank(move: MoveReport) -> tuple[float, float, float]:
    return -move.visits, -(move.value or 0.0), -move.prior
