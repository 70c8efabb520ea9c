"""The ten levels: a budget for the search, and how far below the best move a level may choose.

A weaker level plays another good move now and then, not only a shorter search.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from avalon_ai._state import Generator
    from avalon_ai.search import MoveReport


@dataclass(frozen=True)
class Level:
    """Visits of the search; moves up to `slack` below the best may be chosen, the nearer the likelier."""

    visits: int
    slack: float = 0.0
    temperature: float = 0.0


LEVELS = {
    1: Level(25, 0.30, 0.15),
    2: Level(50, 0.25, 0.12),
    3: Level(100, 0.20, 0.09),
    4: Level(200, 0.15, 0.06),
    5: Level(400, 0.10, 0.04),
    6: Level(800, 0.06, 0.02),
    7: Level(1_500, 0.03, 0.01),
    8: Level(4_000),
    9: Level(20_000),
    10: Level(100_000),
}
LEAST_SHARE = 0.02


def choose(level: Level, moves: Sequence[MoveReport], rng: Generator) -> MoveReport:
    """One of the moves of a report, best first: the best one, or by chance one that is nearly as good.

    Only moves that got a fair share of the visits count as known well enough.
    """
    best = moves[0]
    if not level.slack or best.value is None:
        return best
    fair = LEAST_SHARE * sum(move.visits for move in moves)
    known = [(move, move.value) for move in moves if move.value is not None and move.visits >= fair]
    near = [(move, best.value - value) for move, value in known if value >= best.value - level.slack]
    weights = [math.exp(-max(0.0, loss) / level.temperature) for _, loss in near]
    place = rng.random() * sum(weights)
    for (move, _), weight in zip(near, weights, strict=True):
        place -= weight
        if place < 0:
            return move
    return best
