"""Scores of bots over many games, with intervals that know which games share a deal."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

ROUNDING = 1e-20  # squared deviations so small, a game, come from sums that are not exact
TWO_SIDED = 1.959964  # standard deviations beyond which lie 2.5 % of a normal distribution on each side
ONE_SIDED = 1.644854  # and 5 % on one side
UNSEEN = 0.05  # chance that nothing is seen of groups that are as frequent as can be
RARE = 0.1  # groups that are taken to have been seen beside the others, half of them lost, half of them won
FREEDOM = 1.4  # what the number of groups is lessened by when squared deviations are averaged
FEW = 20  # fewer groups than that are marked: the interval holds the truth less or more often than it says
FEW_MARK = "*"
FEW_REMARK = f"{FEW_MARK} fewer than {FEW} groups: 95 % intervals may be off, and one group tells none"


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

    It holds the truths that a test on the 5 % level does not refuse, by as many independent games as the groups are
    `worth`. One group alone says nothing.
    """
    games = sum(map(len, groups))
    if not games:
        return 0.0, 0.0, 1.0
    score = sum(map(sum, groups)) / games
    if len(groups) < 2:
        return score, 0.0, 1.0
    number, sure = even(groups), worth(groups)
    return score, 1 - _highest(1 - score, number, sure), _highest(score, number, sure)


def _highest(score: float, groups: float, number: float) -> float:
    """The highest truth that the score of so many groups, worth a number of games, does not refuse.

    Groups all won that are no more frequent than `unseen` stay unseen with a chance of 5 %: whatever the score, truths
    up to there are possible (the rule of three, Hanley and Lippman-Hand 1983), and truths as near to 1 are never too
    low for it. So with those the test has its 5 % on one side.
    """
    unseen: float = 1 - UNSEEN ** (1 / groups)
    return max(unseen, min(_above(score, number, TWO_SIDED), max(1 - unseen, _above(score, number, ONE_SIDED))))


def _above(score: float, number: float, quantile: float) -> float:
    """The truth that the mean of so many games, won or lost, is just that many standard deviations below.

    They are those at the truth, as Wilson has it (1927), and the quantile is corrected for skewness, the first term of
    Cornish and Fisher (1937). A quadratic equation: score - 1/2 - shrunk * (truth - 1/2) is the distance.
    """
    squared, shrunk = quantile**2 / number, 1 - (quantile**2 - 1) / 3 / number
    away = score - 0.5
    if away >= shrunk / 2:
        return 1.0
    whole = shrunk**2 + squared
    root = math.sqrt(squared * (whole / 4 - away**2))
    return 0.5 + (shrunk * away + root) / whole


def even(groups: Sequence[Sequence[float]]) -> float:
    """How many groups of one size say as much as these; assumes one game at least."""
    games, squares = sum(map(len, groups)), sum(len(group) ** 2 for group in groups)
    return games * games / squares


def worth(groups: Sequence[Sequence[float]]) -> float:
    """How many independent games, won or lost, would make the mean as sure as these groups do.

    That is the number of groups over the design effect: what groups differ, as a part of what they would if each were
    all won or all lost, 1 at most. Few groups do not show those that are rare, least of all where scores are extreme.
    So a little of a group all lost and as much of one all won are taken to have been seen beside them; `RARE` and
    `FREEDOM` were chosen by simulation, and bench/intervals.py checks them. Where groups do not differ at all, each
    counts as one game. Assumes two groups at least.
    """
    games, number = sum(map(len, groups)), even(groups)
    if not spread(groups):
        return number
    score = sum(map(sum, groups)) / games
    middle = (score * number + RARE / 2) / (number + RARE)
    total = sum((sum(group) - middle * len(group)) ** 2 for group in groups) * (number / games) ** 2
    total += RARE / 2 * (middle**2 + (1 - middle) ** 2)
    return number * max(1.0, (number - FREEDOM) * middle * (1 - middle) / total)


def spread(groups: Sequence[Sequence[float]]) -> float:
    """Variance of the mean over all games, from how groups differ. 0 for fewer than two groups."""
    number, games = len(groups), sum(map(len, groups))
    if number < 2:
        return 0.0
    score = sum(map(sum, groups)) / games
    total = sum((sum(group) - score * len(group)) ** 2 for group in groups)
    return total * number / (number - 1) / games**2 if total > ROUNDING * games else 0.0
