"""Differences on the Elo scale: from scores, with errors that know which games share a deal.

Groups of games (one deal, the seats permuted) are independent of each other, games within one are not: everything here
is reckoned from groups. A score is a mean result from 0 to 1, draws and shared wins being what they are worth.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from avalon_ai import scores, student
from avalon_ai.results import Played

ELO_PER_LOGIT = 400 / math.log(10)
ELO_DIGITS, SCORE_DIGITS = 2, 6
PAIR_VALUES = (0.0, 0.5, 1.0, 1.5, 2.0)


@dataclass(frozen=True)
class Difference:
    """How much stronger the first of two bots is than the second.

    `elo` with its 95 % interval `low` to `high`, infinite where nothing bounds it; `score` is what it comes from.
    `los` is the likelihood of superiority, 0 to 1: how sure it is that the first is the stronger one.
    `normalized` is the score above one half in standard deviations of a game, times 800 / ln 10, with its 95 %
    interval: it says how few games show the difference, whatever the draws and the deals. None where groups do not
    differ.
    """

    groups: int
    games: int
    score: float
    elo: float
    low: float
    high: float
    los: float
    normalized: float | None
    normalized_low: float | None
    normalized_high: float | None

    @property
    def mark(self) -> str:
        """What stands beside the intervals where the groups are few."""
        return scores.FEW_MARK if self.groups < scores.FEW else ""

    def as_json(self) -> dict[str, Any]:
        """All of it; what is infinite or not known is null."""
        said: dict[str, Any] = {"groups": self.groups, "games": self.games, "score": round(self.score, SCORE_DIGITS)}
        for name in ("elo", "low", "high"):
            said[name] = _finite(getattr(self, name))
        said["los"] = round(self.los, SCORE_DIGITS)
        said["few_groups"] = self.groups < scores.FEW
        known = (self.normalized, self.normalized_low, self.normalized_high)
        return said | {"normalized": dict(zip(("elo", "low", "high"), map(_finite, known), strict=True))}

    def text(self) -> str:
        """The same in one line."""
        told = f"Elo {_points(self.elo)} ({_points(self.low)} to {_points(self.high)}){self.mark}"
        if self.normalized is not None and self.normalized_low is not None and self.normalized_high is not None:
            bounds = f"({_points(self.normalized_low)} to {_points(self.normalized_high)}){self.mark}"
            told += f", normalized {_points(self.normalized)} {bounds}"
        return f"{told}, superiority {100 * self.los:.1f} %"


def expected(elo: float) -> float:
    """The score, 0 to 1, that goes with a lead of `elo` points: 1 / (1 + 10 ** (-elo / 400))."""
    if elo >= 0:
        return 1 / (1 + 10 ** (-elo / 400))
    return 1 - expected(-elo)


def from_score(score: float) -> float:
    """The lead in Elo points that goes with a score; infinite at 0 and 1.

    Raises ValueError for a score outside 0 to 1.
    """
    if not 0 <= score <= 1:
        raise ValueError(f"score: from 0 to 1, got {score}")
    if score in (0, 1):
        return math.copysign(math.inf, score - 0.5)
    return ELO_PER_LOGIT * math.log(score / (1 - score))


def difference(groups: Sequence[Sequence[float]]) -> Difference:
    """The lead of the first bot, from its results in games of two seats: one sequence of results a group.

    The interval is that of `scores.interval`, carried over to Elo; `los` belongs to it: it is 97.5 % where the interval
    begins at 0.
    """
    return _difference(groups, sum(map(len, groups)))


def differences(played: Iterable[Played], order: Sequence[str] = ()) -> dict[tuple[str, str], Difference]:
    """The lead of one bot over another, by both names, for all that met in some group: by their `group_score` there.

    Whoever comes first in `order` stands first, and whom it does not name by the alphabet.
    """
    place = {bot: number for number, bot in enumerate(order)}
    found: dict[tuple[str, str], list[list[float]]] = {}
    games: Counter[tuple[str, str]] = Counter()
    for group in by_group(played).values():
        means = _means(group)
        for first, second in combinations(sorted(means, key=lambda bot: (place.get(bot, len(place)), bot)), 2):
            found.setdefault((first, second), []).append([0.5 + (means[first] - means[second]) / 2])
            games[first, second] += len(group)
    return {pair: _difference(results, games[pair]) for pair, results in found.items()}


def _difference(groups: Sequence[Sequence[float]], games: int) -> Difference:
    score, low, high = scores.interval(groups)
    middle, least, most = _normalized(groups, score, games)
    return Difference(
        groups=len(groups),
        games=games,
        score=score,
        elo=from_score(score),
        low=from_score(low),
        high=from_score(high),
        los=superiority(groups),
        normalized=middle,
        normalized_low=least,
        normalized_high=most,
    )


def _means(group: Iterable[Played]) -> dict[str, float]:
    """The mean result of each bot in these games."""
    found: dict[str, list[float]] = {}
    for game in group:
        for bot, result in zip(game.bots, game.results, strict=True):
            found.setdefault(bot, []).append(result)
    return {bot: sum(results) / len(results) for bot, results in found.items()}


def superiority(groups: Sequence[Sequence[float]]) -> float:
    """Likelihood of superiority, 0 to 1: how sure it is that the mean of these results is above one half.

    By the normal distribution, for as many games as the groups are worth; .5 for fewer than two groups.
    """
    if len(groups) < 2:
        return 0.5
    score = sum(map(sum, groups)) / sum(map(len, groups))
    return student.normal((score - 0.5) * 2 * math.sqrt(scores.worth(groups)))


def pentanomial(groups: Iterable[Sequence[float]]) -> tuple[int, int, int, int, int]:
    """How many pairs of games came to 0, 1/2, 1, 3/2 and 2 points for the first bot.

    Raises ValueError for a group that is no pair, or whose results are not 0, 1/2 and 1.
    """
    counts = [0] * len(PAIR_VALUES)
    for number, group in enumerate(groups):
        if len(group) != 2 or any(result not in (0, 0.5, 1) for result in group):
            raise ValueError(f"group {number}: two results of 0, 0.5 or 1 make a pair, got {list(group)}")
        counts[PAIR_VALUES.index(sum(group))] += 1
    a, b, c, d, e = counts
    return a, b, c, d, e


def by_group(games: Iterable[Played]) -> dict[int, list[Played]]:
    """The games of each group, groups in order of their number, games too; what came in which order does not matter."""
    found: dict[int, list[Played]] = {}
    for game in sorted(games, key=lambda game: (game.group, game.number)):
        found.setdefault(game.group, []).append(game)
    return found


def results(games: Iterable[Played], bot: str) -> list[list[float]]:
    """All results of a bot, one list a group, groups without it left out: what `scores.interval` takes."""
    found = [_of(group, bot) for group in by_group(games).values()]
    return [group for group in found if group]


def group_score(games: Sequence[Played], first: str, second: str) -> float:
    """What a group says of two bots, 0 to 1: .5 + (mean result of the first - that of the second) / 2.

    In a game of two seats this is the mean result of the first. With more seats, or where both win together, 0.5 means
    that both did equally well at the same deals, and an Elo made of it is no more than a scale for that difference.

    Raises ValueError if one of them sat nowhere in the group.
    """
    means = _means(games)
    for bot in (first, second):
        if bot not in means:
            raise ValueError(f"group {games[0].group if games else '?'}: {bot} did not play in it")
    return 0.5 + (means[first] - means[second]) / 2


def _of(games: Iterable[Played], bot: str) -> list[float]:
    """A bot's results in these games; where it holds several seats, all of them."""
    return [result for game in games for name, result in zip(game.bots, game.results, strict=True) if name == bot]


def _normalized(
    groups: Sequence[Sequence[float]], score: float, games: int
) -> tuple[float, float, float] | tuple[None, None, None]:
    """See `Difference`; a game's variance is that of a group's mean times the games in a group.

    The error is that of a ratio of mean and deviation, by the squares of what each group adds to it, and those that are
    taken to have been seen beside them: see `scores.worth`.
    """
    if not scores.spread(groups):
        return None, None, None
    number, size = len(groups), sum(map(len, groups)) / len(groups)
    away = [(sum(group) - score * len(group)) / size for group in groups]
    deviation = math.sqrt(sum(part**2 for part in away) / (number - 1))
    ratio = (score - 0.5) / deviation
    seen = [(part, 1.0) for part in away] + [(rare - score, scores.RARE / 2) for rare in (0, 1)]
    adds = [(part / deviation - ratio * ((part / deviation) ** 2 - 1) / 2, weight) for part, weight in seen]
    squares = sum(weight * part**2 for part, weight in adds)
    error = math.sqrt(squares / number / (number - 1)) * student.quantile(0.975, number - 1)
    scale = 2 * ELO_PER_LOGIT / math.sqrt(games / number)
    return ratio * scale, (ratio - error) * scale, (ratio + error) * scale


def _finite(points: float | None) -> float | None:
    return None if points is None or math.isinf(points) else round(points, ELO_DIGITS) + 0.0


def _points(points: float) -> str:
    """Points as one writes them in a line."""
    return f"{points:+.0f}" if math.isfinite(points) else "unbounded"
