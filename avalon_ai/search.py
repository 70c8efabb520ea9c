"""Search from a View: budgets, running reports, stopping. The work itself is done in the core.

report = analyze(view, game.model(), visits=2_000)
print(game.text(report.moves[0].event), report.moves[0].value)
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

from avalon_ai._search import Search
from avalon_ai._state import View

VISITS = 2_000
MEMORY = 64 << 20
MIN_MEMORY = 1 << 20
CHUNK = 250  # visits between two looks at the clock and at `stop`
MOST_VISITS = 1_000_000_000

# What won in trials, see docs/search.md.
EXPLORATION = 1.0
REDUCTION = 0.1
CHANGES = 2


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
    memory: int = MEMORY,
    exploration: float = EXPLORATION,
    reduction: float = REDUCTION,
    changes: int = CHANGES,
    weighted: bool = True,
    on_report: Callable[[Report], None] | None = None,
    stop: Callable[[], bool] | None = None,
) -> Report:
    """Search for the seat of a view and report its moves, the one visited most first.

    It ends at the first of `visits`, `seconds` (soft by one chunk) and `stop`, which is asked between chunks, as is
    `on_report`; at least one chunk, or the visits asked for, is always made. Without a limit in time the same view,
    model, seed, options and visits give the same report but for its `seconds`. `memory` bounds the tree in bytes: a
    full tree stops growing, the search goes on. `weighted` draws the hidden cards by what play has told, not uniformly.

    Raises ValueError where the view's seat is not to act, or for a limit that is out of range.
    """
    _check(visits, seconds, memory)
    began = time.perf_counter()
    search = Search(
        view,
        model,
        seed=seed,
        memory=memory,
        exploration=exploration,
        reduction=reduction,
        changes=changes,
        weighted=weighted,
    )
    wanted = MOST_VISITS if visits is None else visits
    while search.visits < wanted:
        search.run(min(CHUNK, wanted - search.visits))
        elapsed = time.perf_counter() - began
        if on_report is not None:
            on_report(_report(search, elapsed))
        if (seconds is not None and elapsed >= seconds) or (stop is not None and stop()):
            break
    return _report(search, time.perf_counter() - began)


def _check(visits: int | None, seconds: float | None, memory: int) -> None:
    if visits is None and seconds is None:
        raise ValueError("a search needs a limit: visits, seconds or both")
    if visits is not None and not 1 <= visits <= MOST_VISITS:
        raise ValueError(f"visits: expected 1 to {MOST_VISITS}, got {visits}")
    if seconds is not None and not seconds > 0:
        raise ValueError(f"seconds: expected more than 0, got {seconds}")
    if memory < MIN_MEMORY:
        raise ValueError(f"memory: expected at least {MIN_MEMORY} bytes, got {memory}")


def _report(search: Search, seconds: float) -> Report:
    moves = tuple(MoveReport(*move) for move in search.moves())
    return Report(moves, search.visits, seconds, search.nodes, search.depth, search.memory, search.full)
