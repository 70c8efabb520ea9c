"""How likely each set of evil seats and each Merlin is, from what all saw: teams, votes, fails, the claims of the Lady.

A table is taken to act by plain logic or as people do; which of the two shows in its acts. Sums run in a fixed order,
so that every machine gets the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from avalon_ai import _resistance
from avalon_ai.games.resistance_codes import FIRST_EVIL, mask_of

if TYPE_CHECKING:
    from avalon_ai._state import View

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]

LAST_ATTEMPT = 4


@dataclass(frozen=True)
class Sets:
    """All sets of evil seats: their masks, and by seat whether it is in them."""

    players: int
    evil: int
    masks: Counts
    holds: Numbers  # [seat, set], 0 or 1
    rows: Numbers  # [set, seat], the same

    def on(self, team: int) -> Counts:
        """How many of the evil seats are on a team."""
        found: Counts = np.zeros(len(self.masks), np.int64)
        for seat in range(self.players):
            if team >> seat & 1:
                found += self.holds[seat].astype(np.int64)
        return found


@cache
def evil_sets(players: int, evil: int) -> Sets:
    """The sets of so many evil seats."""
    masks = sorted(mask_of(seats) for seats in combinations(range(players), evil))
    rows = np.array([[float(mask >> seat & 1) for seat in range(players)] for mask in masks])
    return Sets(players, evil, np.array(masks, np.int64), np.ascontiguousarray(rows.T), rows)


@cache
def teams(players: int, size: int) -> tuple[int, ...]:
    """All teams of a size."""
    return tuple(mask_of(seats) for seats in combinations(range(players), size))


@cache
def counts(players: int, evil: int, size: int) -> Counts:
    """[set, team]: how many of the set are on the team."""
    return np.stack([evil_sets(players, evil).on(team) for team in teams(players, size)], axis=1)


def total(values: Numbers) -> float:
    """The sum, from first to last."""
    found: float = sum(values.tolist())
    return found


class Suspicion:
    """How likely all public acts are for every set of evil seats, and with each good seat as Merlin.

    The notes of the core, those of one seat's acts aside: these tell it nothing.
    """

    def __init__(self, view: View, model: bytes) -> None:
        raw = _resistance.fields(view)
        self.sets = evil_sets(len(raw["roles"]), sum(raw["role_counts"][FIRST_EVIL:]))
        possible, tables, merlins = _resistance.notes(view, model, view.seat)
        self.possible = _numbers(possible)  # 0 where the fails speak against a set
        self._tables = [_numbers(row) for row in tables]
        players = self.sets.players
        self._merlins = [
            np.stack([_numbers(row) for row in merlins[first : first + players]])
            for first in range(0, len(merlins), players)
        ] or [np.ones(self.sets.holds.shape)] * len(tables)

    def weigh(self, prior: Numbers, may_be_merlin: int, own: int = -1) -> Belief:
        """The belief of a seat with this prior over the sets.

        `may_be_merlin` is a set of seats; 0 where no Merlin plays.
        """
        parts = [
            _as_merlin(prior * weights, ratios, self.sets.holds, may_be_merlin, own)
            for weights, ratios in zip(self._tables, self._merlins, strict=True)
        ]
        weights = np.sum(parts, axis=0)
        sums = weights.sum(axis=0)
        whole = total(sums)
        players = self.sets.players
        if whole <= 0:
            return Belief(self.sets, prior / total(prior), np.full(players, 1 / players), 0.5)
        logical = total(parts[0].sum(axis=0)) / whole
        by_seat = np.array([total(weights[seat]) for seat in range(players)]) / whole
        return Belief(self.sets, sums / whole, by_seat, logical)


def _numbers(row: bytes) -> Numbers:
    return np.frombuffer(row, np.float32).astype(np.float64)


def _as_merlin(acts: Numbers, ratios: Numbers, holds: Numbers, may_be: int, own: int) -> Numbers:
    """[Merlin, set]: the weights; without Merlin all in row 0."""
    found = np.zeros_like(holds)
    if not may_be:
        found[0] = acts
        return found
    room = np.zeros(len(acts))
    for seat in range(len(holds)):
        if may_be >> seat & 1:
            fits = 1.0 - holds[seat]
            room = room + fits
            found[seat] = fits if seat == own else fits * ratios[seat]
    shares: Numbers = found * (acts / np.maximum(room, 1.0))
    return shares


@dataclass(frozen=True)
class Belief:
    """Shares of the sets, how likely each seat is Merlin, and how likely the table acts by plain logic."""

    sets: Sets
    shares: Numbers
    merlin: Numbers
    logical: float

    def evil(self) -> Numbers:
        """By seat how likely it is evil."""
        found: Numbers = (self.shares[:, None] * self.sets.rows).sum(axis=0)
        return found

    def success(self, size: int, needed: int) -> dict[int, float]:
        """By team how likely fewer evil seats are on it than could make the quest fail."""
        low = counts(self.sets.players, self.sets.evil, size) < needed
        chances = (self.shares[:, None] * low).sum(axis=0).tolist()
        return dict(zip(teams(self.sets.players, size), chances, strict=True))
