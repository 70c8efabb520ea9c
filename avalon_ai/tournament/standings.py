"""What the bots made of their games: in all, by side, and against each other, with intervals over groups."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from avalon_ai.results import Played
from avalon_ai.scores import FEW, FEW_MARK, interval
from avalon_ai.tournament.settings import Settings
from avalon_ai.tournament.tasks import FORFEITS

DIGITS = 6


@dataclass(frozen=True)
class Score:
    """Mean result, 0 to 1, with its 95 % interval over groups, and whether these are too few to trust it."""

    games: int
    score: float
    low: float
    high: float
    few_groups: bool

    @classmethod
    def of(cls, groups: Sequence[Sequence[float]]) -> Score:
        """The score of these results, one sequence a group."""
        score, low, high = (round(value, DIGITS) for value in interval(groups))
        return cls(sum(map(len, groups)), score, low, high, len(groups) < FEW)

    @property
    def mark(self) -> str:
        """What stands beside the interval where the groups are few."""
        return FEW_MARK if self.few_groups else ""


@dataclass(frozen=True)
class Standing:
    """What one bot made of its games; `sides` go by the game's words, `forfeits` by reason."""

    bot: str
    total: Score
    sides: Mapping[str, Score]
    forfeits: Mapping[str, int]


class Standings:
    """Counts groups as they come in.

    Where a hero plays among copies of another bot, its results alone count.
    """

    def __init__(self, settings: Settings, seats: int) -> None:
        self.complete = False
        self.groups = self.games = 0
        self._settings = settings
        self._heroes_only = settings.format == "hero" and seats > 2
        self._results: dict[tuple[str, ...], list[list[float]]] = defaultdict(list)  # by key, then by group
        self._sums: Counter[str] = Counter()
        self._counts: Counter[str] = Counter()
        self._forfeits: Counter[tuple[str, str]] = Counter()
        self._reasons: Counter[str] = Counter()
        self._seconds = 0.0
        self._places: list[int] | None = None

    def add(self, games: Sequence[Played]) -> None:
        """Count one group."""
        found: dict[tuple[str, ...], list[float]] = defaultdict(list)
        tables: dict[frozenset[str], dict[str, list[float]]] = defaultdict(lambda: defaultdict(list))
        for game in games:
            self._sort(game, tables[frozenset(game.bots)], found)
            self._reasons[game.reason] += 1
            self._seconds += game.seconds
            if game.loser is not None:
                self._forfeits[game.bots[game.loser], game.reason] += 1
        for bots, table in tables.items():
            for bot, results in table.items():
                found[bot,] += results
                for other in bots - {bot}:
                    found[bot, "", other] += results
        for key, results in found.items():
            self._results[key].append(results)
            if len(key) == 1:
                self._sums[key[0]] += sum(results)  # type: ignore[assignment]
                self._counts[key[0]] += len(results)
        self.groups += 1
        self.games += len(games)

    def close(self, places: list[int] | None) -> None:
        """No more will come; `places` are the bots in the order they came in, where the format says so."""
        self.complete = True
        self._places = places

    def leader(self) -> str:
        """Who scores most at the moment."""
        return max(self._counts, key=lambda bot: self._sums[bot] / self._counts[bot], default="")

    def rows(self) -> list[Standing]:
        """A row for each bot, the best first."""
        rows = [self._row(bot) for bot in self._settings.names]
        if self._places is not None:
            return [rows[bot] for bot in self._places]
        return sorted(rows, key=lambda row: -row.total.score)

    def sides(self) -> list[str]:
        """The words for sides, those that played."""
        return sorted({key[1] for key in self._results if len(key) == 2})

    def against(self, bot: str, other: str) -> Score | None:
        """What a bot scored at tables with another one."""
        return self._score(bot, "", other)

    def as_json(self) -> dict[str, Any]:
        """Everything; what hangs on the clock is `seconds` alone."""
        return {
            "tournament": self._settings.as_json(),
            "complete": self.complete,
            "groups": self.groups,
            "games": self.games,
            "standings": [_row_json(row) for row in self.rows()],
            "cross": self._cross_json(),
            "reasons": dict(sorted(self._reasons.items())),
            "seconds": round(self._seconds, 3),
        }

    def _sort(self, game: Played, table: dict[str, list[float]], found: dict[tuple[str, ...], list[float]]) -> None:
        """Put each seat's result under its bot, and under the bot's side."""
        for bot, side, result in zip(game.bots, game.sides, game.results, strict=True):
            if not self._heroes_only or game.bots.count(bot) == 1:
                table[bot].append(result)
                found[bot, side].append(result)

    def _row(self, bot: str) -> Standing:
        total = self._score(bot) or Score.of([])
        sides = {side: score for side in self.sides() if (score := self._score(bot, side)) is not None}
        return Standing(bot, total, sides, {reason: self._forfeits[bot, reason] for reason in FORFEITS})

    def _score(self, *key: str) -> Score | None:
        groups = self._results.get(key)
        return Score.of(groups) if groups else None

    def _cross_json(self) -> dict[str, dict[str, Any]]:
        names = self._settings.names
        return {
            bot: {other: vars(score) for other in names if (score := self.against(bot, other)) is not None}
            for bot in names
        }


def _row_json(row: Standing) -> dict[str, Any]:
    return {
        "bot": row.bot,
        **vars(row.total),
        "sides": {side: vars(score) for side, score in row.sides.items()},
        "forfeits": dict(row.forfeits),
    }
