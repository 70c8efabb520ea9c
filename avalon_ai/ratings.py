"""Ratings of many bots on one Elo scale, by one fit to all their games.

The model: the sides of a game share one win. What a side may expect of it grows with the mean rating of its members
plus a term for the side itself (first or second, good or evil): expectation i = exp(s_i) / sum of exp(s_j), s in
natural units, 400 / ln 10 Elo points each. Seats that carry the same side's name win together; where all seats carry
the same name, each plays for itself.

- Two seats: this is Bradley and Terry's model (1952), a draw being half a win for each.
- More sides: it is Luce's choice, the first place of Plackett and Luce. The results of a game are made shares of one
  win, so a win for two of four is half a win for each, and those who lost are not compared: a game with a winner says
  nothing of who came last.
- The mean of a side and not the sum: 400 points then mean the same in a team of one and a team of three (ten to one for
  a side of the better bot against one of the worse), and moving all ratings moves nothing, so the average can be 0.

The fit is the maximum of the likelihood (Newton's steps) and of a small prior: `prior` games, drawn against a bot of
the average strength, so that who never lost gets a finite rating. Side terms are given the same.

Intervals and comparisons come from the bootstrap over groups: a group (one deal, the seats permuted) is drawn with all
its games or not at all, since they are not independent. The prior is drawn as well (exponential weights for its win and
its loss): a bot that never lost has never lost in any resample either, and that would look like certainty. Percentiles
are widened for the few groups there may be: Hesterberg, "What Teachers Should Know About the Bootstrap" (2015), 4.2.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from avalon_ai import student
from avalon_ai.elo import ELO_PER_LOGIT, by_group
from avalon_ai.results import Played

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

LONGEST_STEP = 3.0  # of one rating in one of Newton's steps, natural units
SAME = 1e-9  # natural units: a step so short ends the fit
NEARLY_SAME = 1e-5  # and that of a resample


@dataclass(frozen=True)
class Rating:
    """A bot's Elo points, the average of all bots being 0, with its 95 % interval; `score` is its mean result."""

    bot: str
    elo: float
    low: float
    high: float
    score: float
    games: int
    groups: int


@dataclass(frozen=True)
class SideTerm:
    """What playing a side is worth in Elo points, the average of all sides being 0, with its 95 % interval.

    Between equals the first of two sides has a lead of its own term less that of the other.
    """

    side: str
    elo: float
    low: float
    high: float
    score: float
    games: int


@dataclass(frozen=True)
class Ratings:
    """Ratings of a field: strongest first; `sides` is empty where there is one side only or none was asked for.

    >>> from avalon_ai import Played, rate
    >>> seats = ("first", "second")
    >>> games = [Played(g, 0, ("greedy", "random"), seats, (float(g > 0), float(g == 0)), "crowns") for g in range(4)]
    >>> found = rate(games, sides=False)
    >>> [rating.bot for rating in found.bots]
    ['greedy', 'random']
    >>> found.lead("greedy", "random")[0] > 0
    True
    >>> 0.5 < found.superiority("greedy", "random") < 1
    True
    """

    bots: tuple[Rating, ...]
    sides: tuple[SideTerm, ...]
    games: int
    groups: int
    resampled: Floats = field(repr=False, compare=False)  # Elo by resample and by bot, in the order of `bots`

    def lead(self, first: str, second: str) -> tuple[float, float, float]:
        """Elo points by which the first is ahead of the second, and the 95 % interval of that.

        Narrower than the two ratings' own intervals suggest, for these move together. Raises ValueError for a bot that
        is not rated.
        """
        one, other = self._index(first), self._index(second)
        groups = min(self.bots[one].groups, self.bots[other].groups)
        low, high = _percentiles(self.resampled[:, one] - self.resampled[:, other], groups)
        return self.bots[one].elo - self.bots[other].elo, low, high

    def superiority(self, first: str, second: str) -> float:
        """How sure it is that the first is stronger than the second, inside 0 to 1: the share of resamples.

        Raises ValueError for a bot that is not rated.
        """
        one, other = self._index(first), self._index(second)
        ahead = np.sign(self.resampled[:, one] - self.resampled[:, other])
        return float((np.sum(ahead + 1) / 2 + 0.5) / (len(ahead) + 1))

    def _index(self, bot: str) -> int:
        for index, rating in enumerate(self.bots):
            if rating.bot == bot:
                return index
        raise ValueError(f"{bot} is not rated; rated are {', '.join(rating.bot for rating in self.bots)}")


def rate(
    games: Iterable[Played], *, sides: bool = True, prior: float = 1.0, resamples: int = 400, seed: int = 0
) -> Ratings:
    """Ratings of all bots in these games, with side terms unless `sides` is False.

    The same games, in whatever order, and the same seed give the same ratings. `prior` is a number of games above 0.
    Games in which nobody won anything say nothing and count for the mean results only.

    Raises ValueError if nobody won a game, if a game makes no sense, if bots never met (`components` names them), or
    if games cannot tell bots from each other or from the side terms.

    >>> from avalon_ai import Played, rate
    >>> won = Played(0, 0, ("a", "b"), ("first", "second"), (1.0, 0.0), "crowns")
    >>> lost = Played(1, 0, ("a", "b"), ("first", "second"), (0.0, 1.0), "crowns")
    >>> [rating.games for rating in rate([won, lost], sides=False).bots]
    [2, 2]
    """
    if prior <= 0 or resamples < 1:
        raise ValueError(f"prior must be above 0 and resamples at least 1: got {prior} and {resamples}")
    table = _Table(by_group(games), sides=sides)
    table.check_told_apart()
    drawn = np.full((2, table.size), prior / 2)
    best = _fit(table, table.counts(), drawn, np.zeros(table.size))
    samples = _resample(table, drawn, best, resamples, np.random.default_rng(seed))
    return _report(table, ELO_PER_LOGIT * _anchored(best, len(table.bots)), ELO_PER_LOGIT * samples)


def components(games: Iterable[Played]) -> list[tuple[str, ...]]:
    """The bots in sets that are joined by games, the largest set first; ratings exist within a set only."""
    parts: list[set[str]] = []
    for bots in {frozenset(game.bots) for game in games}:
        joined = [part for part in parts if part & bots]
        parts = [part for part in parts if not part & bots] + [set(bots).union(*joined)]
    return sorted((tuple(sorted(part)) for part in parts), key=lambda part: (-len(part), part))


# --- games, counted --------------------------------------------------------------------------------------------------


Party = tuple[str, tuple[str, ...]]  # a side's name, or none, and its bots


class _Table:
    """All games by lineup: which bots on which sides. Games of one lineup differ in nothing but the result.

    A lineup's first party is what its others are told against: each of those is one row of `contrasts`, its members'
    and its side's columns less those of the first.
    """

    def __init__(self, groups: dict[int, list[Played]], *, sides: bool) -> None:
        self.groups = len(groups)
        self.played = [game for group in groups.values() for game in group]
        if not any(any(game.results) for game in self.played):
            raise ValueError(f"ratings: at least one game that somebody won is needed, got {len(self.played)} games")
        self.bots = sorted({bot for game in self.played for bot in game.bots})
        self.sides = sorted({side for game in self.played for side in _sides(game)}) if sides else []
        self.size = len(self.bots) + len(self.sides)
        self._index_of_lineup: dict[tuple[Party, ...], int] = {}
        self._read(groups)
        self._build()

    def _read(self, groups: dict[int, list[Played]]) -> None:
        """Cells: the number of games, then the shares of all parties but the first, by group and lineup."""
        cells: dict[tuple[int, int], list[float]] = {}
        for number, group in enumerate(groups.values()):
            for game in group:
                parties, shares = _shares(game, named=bool(self.sides))
                if shares:
                    lineup = self._index_of_lineup.setdefault(parties, len(self._index_of_lineup))
                    cell = cells.setdefault((number, lineup), [0.0] * len(parties))
                    cell[0] += 1
                    for place, share in enumerate(shares[1:], 1):
                        cell[place] += share
        self._cells = cells

    def _build(self) -> None:
        """Arrays of what was read: lineups as contrasts, and cells, one for each lineup that a group has played."""
        lineups = list(self._index_of_lineup)
        self.lineup = np.repeat(np.arange(len(lineups)), [len(parties) - 1 for parties in lineups])
        self.starts = np.searchsorted(self.lineup, np.arange(len(lineups)))
        self.contrasts = self._contrasts(lineups)
        self.pairs = len(self.lineup) == len(lineups)  # two parties in every lineup
        cells = list(self._cells.items())
        self._cell_group = np.array([group for (group, _), _ in cells], dtype=np.int64)
        self._cell_lineup = np.array([lineup for (_, lineup), _ in cells], dtype=np.int64)
        self._cell_games = np.array([values[0] for _, values in cells], dtype=np.float64)
        rows = [self.starts[lineup] + place for (_, lineup), values in cells for place in range(len(values) - 1)]
        self._share_row = np.array(rows, dtype=np.int64)
        self._share_group = np.array([group for (group, _), values in cells for _ in values[1:]], dtype=np.int64)
        self._share = np.array([share for _, values in cells for share in values[1:]], dtype=np.float64)

    def _contrasts(self, lineups: list[tuple[Party, ...]]) -> Floats:
        """A row for every party but the first of each lineup."""
        column = {name: index for index, name in enumerate(self.bots)}
        of_side = {name: index for index, name in enumerate(self.sides, len(self.bots))}
        found = np.zeros((len(self.lineup), self.size))
        compared = [(party, parties[0]) for parties in lineups for party in parties[1:]]
        for row, sides in zip(found, compared, strict=True):
            for sign, (side, bots) in zip((1, -1), sides, strict=True):
                for bot in bots:
                    row[column[bot]] += sign / len(bots)
                if side in of_side:
                    row[of_side[side]] += sign
        return found

    def counts(self, weights: Integers | None = None) -> tuple[Floats, Floats]:
        """Games of each lineup, and the wins of each row's party; every group as often as its weight says."""
        if weights is None:
            weights = np.ones(self.groups, dtype=np.int64)
        games = self._cell_games * weights[self._cell_group]
        wins = self._share * weights[self._share_group]
        return (
            np.bincount(self._cell_lineup, games, minlength=len(self.starts)).astype(np.float64),
            np.bincount(self._share_row, wins, minlength=len(self.lineup)).astype(np.float64),
        )

    def check_told_apart(self) -> None:
        """Raises ValueError unless these games can tell all bots apart."""
        parts = components(game for game in self.played if any(game.results))
        parts += [(bot,) for bot in sorted(set(self.bots).difference(*parts))]
        if len(parts) > 1:
            named = " | ".join(", ".join(part) for part in parts)
            raise ValueError(f"bots that never met cannot be rated together: {named}")
        values, vectors = np.linalg.eigh(self.contrasts.T @ self.contrasts)
        unknown = vectors[: len(self.bots), values < 1e-9 * max(1.0, values[-1])]
        spread = np.abs(unknown - unknown.mean(axis=0)).max(axis=1, initial=0.0)
        if spread.max() > 1e-6:
            named = ", ".join(bot for bot, size in zip(self.bots, spread, strict=True) if size > 1e-6)
            raise ValueError(
                f"these games do not tell apart what {named} are worth: they were always on one side together, or "
                "never changed sides; rotate the seats, or do without side terms"
            )


def _sides(game: Played) -> set[str]:
    """The names of sides that mean something: there are at least two."""
    names = set(game.sides)
    return names if len(names) > 1 else set()


def _shares(game: Played, *, named: bool) -> tuple[tuple[Party, ...], list[float]]:
    """The parties of a game in a fixed order and what each got of the win; no shares where nobody got anything.

    They carry their side's name only where side terms are to be told.
    """
    where = f"group {game.group}, game {game.number}"
    if not 1 < len(game.bots) == len(game.sides) == len(game.results):
        raise ValueError(f"{where}: at least two seats, each with a bot, a side and a result, got {game}")
    if not all(0 <= result <= 1 for result in game.results):
        raise ValueError(f"{where}: results are from 0 to 1, got {game.results}")
    together = bool(_sides(game))
    members: dict[str, list[int]] = {}
    for seat, side in enumerate(game.sides):
        members.setdefault(side if together else f"seat {seat}", []).append(seat)
    found = sorted(
        (
            (side if together and named else "", tuple(sorted(game.bots[seat] for seat in seats))),
            sum(game.results[seat] for seat in seats) / len(seats),
        )
        for side, seats in members.items()
    )
    total = sum(result for _, result in found)
    return tuple(party for party, _ in found), [result / total for _, result in found] if total else []


# --- the fit -----------------------------------------------------------------------------------------------------


def _fit(table: _Table, counts: tuple[Floats, Floats], prior: Floats, start: Floats) -> Floats:
    """The likeliest strengths in natural units, by Newton's steps; `prior` has wins and losses against 0 by column."""
    strengths, value = start, _likelihood(table, counts, prior, start)
    for _ in range(200):
        slope, chance = _slope(table, counts, prior, strengths)
        step = np.linalg.solve(_curve(table, counts, prior, strengths, chance), slope)
        step *= min(1.0, LONGEST_STEP / max(float(np.abs(step).max()), SAME))
        for _ in range(30):
            following = _likelihood(table, counts, prior, strengths + step)
            if following >= value - 1e-9 * abs(value):
                break
            step /= 2
        strengths, value = strengths + step, following
        if np.abs(step).max() < SAME:
            break
    return strengths


def _refit(table: _Table, counts: tuple[Floats, Floats], prior: Floats, near: Floats, curve: Floats) -> Floats:
    """The same for a resample, from the strengths `near` it and the inverse of the curvature there.

    Steps with that curvature cost far less than Newton's; where they do not shrink fast, Newton's take over.
    """
    strengths, last = near, math.inf
    for _ in range(40):
        step = curve @ _slope(table, counts, prior, strengths)[0]
        size = float(np.abs(step).max())
        if size > 0.6 * last or size > LONGEST_STEP:
            return _fit(table, counts, prior, strengths)
        strengths, last = strengths + step, size
        if size < NEARLY_SAME:
            break
    return strengths


def _likelihood(table: _Table, counts: tuple[Floats, Floats], prior: Floats, strengths: Floats) -> float:
    games, wins = counts
    ahead = table.contrasts @ strengths
    whole = 1 + np.add.reduceat(np.exp(ahead), table.starts)
    drawn = prior[0] @ np.logaddexp(0, -strengths) + prior[1] @ np.logaddexp(0, strengths)
    return float(wins @ ahead - games @ np.log(whole) - drawn)


def _slope(table: _Table, counts: tuple[Floats, Floats], prior: Floats, strengths: Floats) -> tuple[Floats, Floats]:
    """The gradient of the likelihood, and each row's expected share."""
    games, wins = counts
    powers = np.exp(table.contrasts @ strengths)
    if table.pairs:
        chance = powers / (1 + powers)
        hoped = games * chance
    else:
        chance = powers / (1 + np.add.reduceat(powers, table.starts))[table.lineup]
        hoped = games[table.lineup] * chance
    against = 1 / (1 + np.exp(-strengths))
    return (wins - hoped) @ table.contrasts + prior[0] * (1 - against) - prior[1] * against, chance


def _curve(table: _Table, counts: tuple[Floats, Floats], prior: Floats, strengths: Floats, chance: Floats) -> Floats:
    """How the gradient falls: the negative second derivatives."""
    games, rows = counts[0], table.contrasts
    hoped = games[table.lineup] * chance
    if table.pairs:
        curve = rows.T @ (rows * (hoped * (1 - chance))[:, None])
    else:
        means = np.add.reduceat(rows * chance[:, None], table.starts)
        curve = rows.T @ (rows * hoped[:, None]) - means.T @ (means * games[:, None])
    against = 1 / (1 + np.exp(-strengths))
    curve[np.diag_indices_from(curve)] += prior.sum(axis=0) * against * (1 - against)
    return np.asarray(curve)


def _resample(table: _Table, prior: Floats, best: Floats, count: int, rng: np.random.Generator) -> Floats:
    """Strengths by resample: groups drawn with replacement, the prior with exponential weights."""
    chance = _slope(table, table.counts(), prior, best)[1]
    curve = np.asarray(np.linalg.inv(_curve(table, table.counts(), prior, best, chance)), dtype=np.float64)
    samples = np.empty((count, table.size))
    for sample in samples:
        weights = np.bincount(rng.integers(table.groups, size=table.groups), minlength=table.groups)
        drawn = prior * rng.exponential(size=prior.shape)
        sample[:] = _anchored(_refit(table, table.counts(weights), drawn, best, curve), len(table.bots))
    return samples


def _anchored(strengths: Floats, bots: int) -> Floats:
    """The same strengths with bots and sides averaging 0 each."""
    found = strengths.copy()
    found[:bots] -= found[:bots].mean()
    if len(found) > bots:
        found[bots:] -= found[bots:].mean()
    return found


# --- what is told ----------------------------------------------------------------------------------------------------


def _report(table: _Table, elo: Floats, samples: Floats) -> Ratings:
    seen = _seen(table.played)
    order = sorted(range(len(table.bots)), key=lambda index: (-round(float(elo[index]), 6), table.bots[index]))
    bots = []
    for index in order:
        results, games, groups = seen["bot", table.bots[index]]
        low, high = _percentiles(samples[:, index], groups)
        bots.append(Rating(table.bots[index], float(elo[index]), low, high, _mean(results), games, groups))
    sides = []
    for index, side in enumerate(table.sides, len(table.bots)):
        results, games, groups = seen["side", side]
        low, high = _percentiles(samples[:, index], groups)
        sides.append(SideTerm(side, float(elo[index]), low, high, _mean(results), games))
    return Ratings(tuple(bots), tuple(sides), len(table.played), table.groups, samples[:, order])


def _seen(games: Sequence[Played]) -> dict[tuple[str, str], tuple[list[float], int, int]]:
    """Results, number of games and number of groups of each bot and each side."""
    results: dict[tuple[str, str], list[float]] = {}
    where: dict[tuple[str, str], set[tuple[int, int]]] = {}
    for game in games:
        for kind, names in (("bot", game.bots), ("side", game.sides)):
            for name, result in zip(names, game.results, strict=True):
                results.setdefault((kind, name), []).append(result)
                where.setdefault((kind, name), set()).add((game.group, game.number))
    return {key: (results[key], len(where[key]), len({group for group, _ in where[key]})) for key in results}


def _mean(results: Sequence[float]) -> float:
    return math.fsum(results) / len(results)


def _percentiles(samples: Floats, groups: int) -> tuple[float, float]:
    """The 95 % interval of resampled values that rest on so many groups; nothing is known from one."""
    if groups < 2:
        return -math.inf, math.inf
    wide = math.sqrt(groups / (groups - 1)) * student.quantile(0.975, groups - 1)
    tail = student.normal(-wide)
    low, high = np.quantile(samples, [tail, 1 - tail], method="weibull")
    return float(low), float(high)
