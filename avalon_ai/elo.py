"""Differences on the Elo scale: from scores, with errors that know which games share a deal.

Groups of games (one deal, the seats permuted) are independent of each other, games within one are not: everything here
is reckoned from groups. A score is a mean result from 0 to 1, draws and shared wins being what they are worth.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from avalon_ai import scores, student
from avalon_ai.results import Played

ELO_PER_LOGIT = 400 / math.log(10)
PAIR_VALUES = (0.0, 0.5, 1.0, 1.5, 2.0)


@dataclass(frozen=True)
class Difference:
    """How much stronger the first of two bots is than the second.

    `elo` with its 95 % interval `low` to `high`, infinite where nothing bounds it; `score` is what it comes from.
    `los` is the likelihood of superiority, 0 to 1: how sure it is that the first is the stronger one.
    `normalized` is the score above one half in standard deviations of a game, times 800 / ln 10: it says how few games
    show the difference, whatever the draws and the deals; None where groups do not differ.
    """

    groups: int
    games: int
    score: float
    elo: float
    low: float
    high: float
    los: float
    normalized: float | None


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
    begins at 0. For games of more seats give each group as one number, made by `group_score`.
    """
    score, low, high = scores.interval(groups)
    return Difference(
        groups=len(groups),
        games=sum(map(len, groups)),
        score=score,
        elo=from_score(score),
        low=from_score(low),
        high=from_score(high),
        los=superiority(groups),
        normalized=_normalized(groups, score),
    )


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
    means = []
    for bot in (first, second):
        found = _of(games, bot)
        if not found:
            raise ValueError(f"group {games[0].group if games else '?'}: {bot} did not play in it")
        means.append(sum(found) / len(found))
    return 0.5 + (means[0] - means[1]) / 2


def _of(games: Iterable[Played], bot: str) -> list[float]:
    """A bot's results in these games; where it holds several seats, all of them."""
    return [result for game in games for name, result in zip(game.bots, game.results, strict=True) if name == bot]


def _normalized(groups: Sequence[Sequence[float]], score: float) -> float | None:
    """See `Difference`; a game's variance is that of a group's mean times the games in a group."""
    games = sum(map(len, groups))
    spread = scores.spread(groups)
    return (score - 0.5) / math.sqrt(spread * games) * 2 * ELO_PER_LOGIT if spread > 0 else None
