"""Scores of bots over many games, with intervals that know which games share a deal."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass

NORMAL_95 = 1.959964


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

    Wilson's interval for as many independent games as the spread between groups is worth; where
    the groups do not differ at all, a group counts as one game. One group alone says nothing.
    """
    games = sum(map(len, groups))
    if not games:
        return 0.0, 0.0, 1.0
    score = sum(map(sum, groups)) / games
    if len(groups) < 2:
        return score, 0.0, 1.0
    worth = _worth(groups, score, games)
    squared = NORMAL_95**2
    middle = (score + squared / (2 * worth)) / (1 + squared / worth)
    half = NORMAL_95 * math.sqrt(score * (1 - score) / worth + squared / (4 * worth**2)) / (1 + squared / worth)
    return score, max(0.0, middle - half), min(1.0, middle + half)


def _worth(groups: Sequence[Sequence[float]], score: float, games: int) -> float:
    """How many independent games the groups are worth."""
    number = len(groups)
    spread = sum((sum(group) - score * len(group)) ** 2 for group in groups) * number / (number - 1) / games**2
    if spread <= 0 or not 0 < score < 1:
        return float(number)
    return max(1.0, score * (1 - score) / spread)
