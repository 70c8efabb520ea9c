"""What all games together say of the bots: their ratings, and a sequential test that ends a tournament."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from avalon_ai import elo, ratings
from avalon_ai.ratings import Ratings
from avalon_ai.results import Played
from avalon_ai.sprt import Sprt

ELO_DIGITS = 1
LLR_DIGITS = 4


class SequentialTest:
    """Is the first bot ahead by `elo1` points and not by `elo0`? It has seen enough when one of the two is accepted."""

    def __init__(self, bots: Sequence[str], bounds: Sequence[float]) -> None:
        self.first, self.second = bots
        self.sprt = Sprt(*bounds)

    def see(self, games: Sequence[Played]) -> bool:
        """One more group, in order; whether the test is decided."""
        if self.sprt.decision is None:
            self.sprt.add(elo.group_score(games, self.first, self.second))
        return self.sprt.decision is not None

    def as_json(self) -> dict[str, Any]:
        """The test as it stands."""
        low, high = self.sprt.bounds
        return {
            "elo0": self.sprt.elo0,
            "elo1": self.sprt.elo1,
            "alpha": self.sprt.alpha,
            "beta": self.sprt.beta,
            "groups": self.sprt.groups,
            "llr": round(self.sprt.llr, LLR_DIGITS),
            "low": round(low, LLR_DIGITS),
            "high": round(high, LLR_DIGITS),
            "decision": self.sprt.decision,
        }

    def short(self) -> str:
        """The log-likelihood ratio between its bounds."""
        low, high = self.sprt.bounds
        return f"LLR {self.sprt.llr:.2f} ({low:.2f} to {high:.2f})"

    def text(self) -> str:
        """What the test says, in one line."""
        said = {"H0": f"{self.sprt.elo0:g} accepted", "H1": f"{self.sprt.elo1:g} accepted", None: "undecided"}
        asked = f"{self.first} ahead of {self.second} by {self.sprt.elo0:g} or {self.sprt.elo1:g} Elo"
        return f"{asked}: {said[self.sprt.decision]} after {self.sprt.groups} groups, {self.short()}"


def rate(groups: Iterable[Sequence[Played]], seed: int) -> Ratings | str:
    """One fit to all games, or why there is none."""
    try:
        return ratings.rate([game for group in groups for game in group], seed=seed % (1 << 32))
    except ValueError as error:
        return str(error).removeprefix("ratings: ")


def ratings_json(found: Ratings | str) -> dict[str, Any]:
    """Ratings and side terms with their 95 % intervals, in Elo points; or `why` there are none."""
    if isinstance(found, str):
        return {"why": found}
    bots = [{"bot": row.bot, **_points(row.elo, row.low, row.high), "games": row.games} for row in found.bots]
    sides = [{"side": row.side, **_points(row.elo, row.low, row.high), "games": row.games} for row in found.sides]
    return {"bots": bots, "sides": sides}


def _points(middle: float, low: float, high: float) -> dict[str, float]:
    return {
        "elo": round(middle, ELO_DIGITS) + 0.0,
        "low": round(low, ELO_DIGITS) + 0.0,
        "high": round(high, ELO_DIGITS) + 0.0,
    }
