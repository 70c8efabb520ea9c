"""Scores of bots over many games, with intervals that know which games share a deal."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

ROUNDING = 1e-20  # squared deviations so small, a game, come from sums that are not exact
QUANTILE = 1.959964  # standard deviations to both sides that hold 95 % of a normal distribution
RARE = 0.2  # groups that are taken to have been seen beside the others, half of them lost, half of them won
FREEDOM = 0.5  # and what their number is lessened by when squared deviations are averaged


@dataclass(frozen=True)
class Row:
    """What one bot made of its games: mean result, 0 to 1, and its 95 % interval."""

    bot: str
    games: int
    score: float
    low: float
    high: float


class Tally:
    """Collects results by deal: games on one deal are one group, and groups are independent."""

    def __init__(self, bots: Sequence[str]) -> None:
        self.bots = list(bots)
        self._groups: dict[int, list[list[float]]] = defaultdict(list)

    @property
    def groups(self) -> int:
        """How many deals have been played."""
        return len(self._groups)

    def add(self, deal: int, rotation: int, by_seat: Sequence[float]) -> None:
        """One game: seat s held bot (s + rotation) mod n."""
        size = len(self.bots)
        self._groups[deal].append([by_seat[(bot - rotation) % size] for bot in range(size)])

    def rows(self) -> list[Row]:
        """One row a bot, in the order of the bots."""
        return [self._row(bot) for bot in range(len(self.bots))]

    def _row(self, bot: int) -> Row:
        groups = [[results[bot] for results in group] for group in self._groups.values()]
        score, low, high = interval(groups)
        return Row(self.bots[bot], sum(map(len, groups)), round(score, 6), round(low, 6), round(high, 6))


def interval(groups: Sequence[Sequence[float]]) -> tuple[float, float, float]:
    """Mean of results in 0 to 1 and its 95 % interval, from groups that are independent of each other.

    Wilson's interval for as many independent games as the groups are `worth`. One group alone says nothing.
    """
    games = sum(map(len, groups))
    if not games:
        return 0.0, 0.0, 1.0
    score = sum(map(sum, groups)) / games
    if len(groups) < 2:
        return score, 0.0, 1.0
    number, squared = worth(groups), QUANTILE**2
    middle = (score + squared / (2 * number)) / (1 + squared / number)
    half = math.sqrt(squared * (score * (1 - score) / number + squared / (4 * number**2))) / (1 + squared / number)
    return score, max(0.0, middle - half) if score > 0 else 0.0, min(1.0, middle + half) if score < 1 else 1.0


def worth(groups: Sequence[Sequence[float]]) -> float:
    """How many independent games, won or lost, would make the mean as sure as these groups do.

    That is the number of groups over the design effect: what groups differ, as a part of what they would if each were
    all won or all lost, 1 at most. Few groups do not show those that are rare, least of all where scores are extreme.
    So a little of a group all lost and as much of one all won are taken to have been seen beside them; `RARE` and
    `FREEDOM` were chosen by simulation, and bench/intervals.py checks them. Where groups do not differ at all, each
    counts as one game. Assumes two groups at least.
    """
    games, squares = sum(map(len, groups)), sum(len(group) ** 2 for group in groups)
    number = games**2 / squares  # of groups, if they are of one size
    if not spread(groups):
        return number
    score = sum(map(sum, groups)) / games
    middle = (score * number + RARE / 2) / (number + RARE)
    total = sum((sum(group) - middle * len(group)) ** 2 for group in groups) * number / squares
    total += RARE / 2 * (middle**2 + (1 - middle) ** 2)
    effect = total / (number + RARE - FREEDOM) / (middle * (1 - middle))
    return number / min(1.0, effect)


def spread(groups: Sequence[Sequence[float]]) -> float:
    """Variance of the mean over all games, from how groups differ. 0 for fewer than two groups."""
    number, games = len(groups), sum(map(len, groups))
    if number < 2:
        return 0.0
    score = sum(map(sum, groups)) / games
    total = sum((sum(group) - score * len(group)) ** 2 for group in groups)
    return total * number / (number - 1) / games**2 if total > ROUNDING * games else 0.0
