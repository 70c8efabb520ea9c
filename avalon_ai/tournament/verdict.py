"""What all games together say of the bots: their ratings, and a sequential test that ends a tournament."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from avalon_ai import elo
from avalon_ai.ratings import Rating, Ratings, SideTerm, rate
from avalon_ai.results import Played
from avalon_ai.sprt import MODELS, Sprt

ELO_DIGITS = 2
LLR_DIGITS = 4


@dataclass
class SequentialTest:
    """Does the first bot lead the second by `elo1` points, or by `elo0`? It has seen enough when one is accepted.

    Points are those of a `model` of `sprt.Sprt`; `games` is the number of games in a group, which `normalized` needs.
    """

    first: str
    second: str
    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = MODELS[0]
    games: int = 2  # in a group
    sprt: Sprt = field(init=False)

    def __post_init__(self) -> None:
        self.sprt = self.begin()

    def begin(self) -> Sprt:
        """The test without any games. Raises ValueError for bounds that make no sense."""
        return Sprt(self.elo0, self.elo1, alpha=self.alpha, beta=self.beta, model=self.model, games=self.games)

    def see(self, games: Sequence[Played]) -> bool:
        """One more group, in order; whether the test is decided."""
        if self.sprt.decision is None:
            self.sprt.add(elo.group_score(games, self.first, self.second))
        return self.sprt.decision is not None

    def as_json(self) -> dict[str, Any]:
        """The test as it stands."""
        low, high = self.sprt.bounds
        return {
            "elo0": self.elo0,
            "elo1": self.elo1,
            "alpha": self.alpha,
            "beta": self.beta,
            "model": self.model,
            "groups": self.sprt.groups,
            "llr": round(self.sprt.llr, LLR_DIGITS),
            "low": round(low, LLR_DIGITS),
            "high": round(high, LLR_DIGITS),
            "decision": self.sprt.decision,
        }

    @property
    def points(self) -> str:
        """What is counted."""
        return "Elo" if self.model == MODELS[0] else f"{self.model} Elo"

    def short(self) -> str:
        """The log-likelihood ratio between its bounds."""
        low, high = self.sprt.bounds
        return f"LLR {self.sprt.llr:.2f} ({low:.2f} to {high:.2f})"

    def text(self) -> str:
        """What the test says, in one line."""
        said = {"H0": f"{self.elo0:g} accepted", "H1": f"{self.elo1:g} accepted", None: "undecided"}
        asked = f"{self.first} ahead of {self.second} by {self.elo0:g} or {self.elo1:g} {self.points}"
        return f"{asked}: {said[self.sprt.decision]} after {self.sprt.groups} groups, {self.short()}"


def fit(games: Sequence[Played]) -> tuple[Ratings | None, str]:
    """Ratings of these games, if they tell any, and what is to be said of them.

    Without side terms where bots and sides cannot be told apart.
    """
    for sides in (True, False):
        try:
            found = rate(games, sides=sides)
        except ValueError as error:
            remark = str(error)
            continue
        told = sides or not any(len(set(game.sides)) > 1 for game in games)
        return found, "" if told else "without side terms: these games do not tell bots and sides apart"
    return None, f"no ratings: {remark}"


def differences_json(found: Mapping[tuple[str, str], elo.Difference]) -> list[dict[str, Any]]:
    """How far one bot is ahead of another."""
    return [{"first": first, "second": second, **lead.as_json()} for (first, second), lead in found.items()]


def ratings_json(found: Ratings | None, remark: str) -> dict[str, Any]:
    """Ratings and side terms with their 95 % intervals, in Elo points, and what is to be said of them."""
    said = {"remark": remark} if remark else {}
    if found is None:
        return {"bots": [], "sides": [], **said}
    bots = [{"bot": row.bot, **points_json(row), "games": row.games} for row in found.bots]
    sides = [{"side": row.side, **points_json(row), "games": row.games} for row in found.sides]
    return {"bots": bots, "sides": sides, **said}


def points_json(found: Rating | SideTerm) -> dict[str, float | None]:
    """Elo points and their 95 % interval; what nothing bounds is null."""
    return {
        key: round(value, ELO_DIGITS) + 0.0 if math.isfinite(value) else None
        for key, value in (("elo", found.elo), ("low", found.low), ("high", found.high))
    }


def points_text(found: Rating | SideTerm) -> str:
    """The same in 25 columns."""
    interval = (
        f"{round(found.low):+} to {round(found.high):+}" if math.isfinite(found.high - found.low) else "not known"
    )
    return f"{round(found.elo):+6}  {interval:17}"
