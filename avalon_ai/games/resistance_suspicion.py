"""How likely each set of evil seats and each Merlin is, from what all saw: teams, votes, fails, the claims of the Lady.

A seat is taken to act by plain logic or as people do; which of the two shows in its acts. Sums run in a fixed order, so
that every machine gets the same numbers.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from avalon_ai.games.resistance_codes import mask_of

Numbers = NDArray[np.float64]
Counts = NDArray[np.int64]

SLIP = 0.04  # how often a seat does what its manner does not foresee
LOGICAL, HUMAN = range(2)  # manners
TABLES = ((0.95, 0.05), (0.10, 0.90))  # tables of mostly one manner; each as likely as the other at first
LAST_ATTEMPT = 4
FIFTH = 0.95  # approvals of a fifth proposal, by people
# Approvals by people of a team that is clean, of one with evil on it; by members more, by others less.
APPROVE = {"good": (0.60, 0.50), "evil": (0.45, 0.70), "merlin": (0.75, 0.35)}
ON_TEAM, OFF_TEAM = 0.10, -0.10
# How much people like to propose a team with 0, 1, 2, ... evil seats.
PROPOSE = {"good": (1.0, 0.8, 0.6, 0.5, 0.5), "evil": (0.25, 1.0, 0.5, 0.3, 0.2), "merlin": (1.0, 0.3, 0.2, 0.1, 0.1)}
HELD_BACK = (0.45, 0.25, 0.15, 0.08, 0.02)  # how often people let quest 1 to 5 succeed with evil on it
ALL_FAIL = 0.25  # how often more of them fail than are needed
CLAIM_OF_GOOD, CLAIM_EVIL_OF_GOOD, CLAIM_GOOD_OF_EVIL = 0.98, 0.3, 0.8


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
    """Likelihoods of public acts for every set of evil seats, and with each good seat as Merlin."""

    def __init__(self, players: int, evil: int, needed: list[int], *, mordred: bool) -> None:
        self.sets = evil_sets(players, evil)
        shape = (2, players, len(self.sets.masks))
        self._plain = np.ones(shape)  # [manner, seat, set]: its acts, by its side
        self._merlin = np.ones(shape)  # its acts if it is Merlin
        self._quests = np.ones((2, shape[2]))
        self._claims = np.ones(shape[2])
        self.possible = np.ones(shape[2])  # 0 where the fails speak against it
        self._unseen = 1 / evil if mordred else 0.0  # chance that Merlin does not see an evil seat
        self._needed = needed
        self._seen = [0, 0, 0]  # proposals, quests, uses of the Lady taken in

    def take(self, raw: dict[str, Any]) -> None:
        """Take in what is new in the fields of a view."""
        voted = [proposal for proposal in raw["proposals"] if proposal[4] >= 0]
        for proposal in voted[self._seen[0] :]:
            while self._seen[1] < proposal[0]:
                self._quest(self._seen[1], *raw["quests"][self._seen[1]][:2])
            self._proposal(*proposal)
        while self._seen[1] < len(raw["quests"]):
            self._quest(self._seen[1], *raw["quests"][self._seen[1]][:2])
        uses = [use for use in raw["uses"] if use[3]]
        for holder, target, _, claim in uses[self._seen[2] :]:
            self._claim(holder, target, claim)
        self._seen = [len(voted), len(raw["quests"]), len(uses)]

    # --- what was done ---------------------------------------------------------------------------

    def _proposal(self, quest: int, attempt: int, leader: int, team: int, approved: int) -> None:
        bad = self.sets.on(team)
        clean = self.clean_chances(bad)
        self._lead(leader, team, bad, float(clean[leader]))
        self._vote(approved, team, bad, clean, attempt)

    def clean_chances(self, bad: Counts) -> Numbers:
        """By seat, if it is good and knows the fails alone: how likely the team is clean. Whole numbers, so exact."""
        good = 1.0 - self.sets.rows
        every = (self.possible[:, None] * good).sum(axis=0)
        clean = ((self.possible * (bad == 0))[:, None] * good).sum(axis=0)
        return np.where(every > 0, clean / np.maximum(every, 1), 0.5)

    def _vote(self, approved: int, team: int, bad: Counts, clean: Numbers, attempt: int) -> None:
        evil, dirty = self.sets.holds > 0, bad > 0
        sees = np.where(dirty, SLIP + (1 - 2 * SLIP) * self._unseen * (bad == 1), 1 - SLIP)
        by_logic = np.where(evil, np.where(dirty, 1 - SLIP, SLIP), SLIP + (1 - 2 * SLIP) * clean[:, None])
        shift = np.where(self._column(team), ON_TEAM, OFF_TEAM)
        people = {role: np.where(dirty, high + shift, low + shift) for role, (low, high) in APPROVE.items()}
        by_people = np.where(evil, people["evil"], people["good"])
        merlin = people["merlin"]
        if attempt == LAST_ATTEMPT:
            by_people, merlin = np.where(evil & ~dirty, 0.8, FIFTH), np.full(evil.shape, FIFTH)
        approves = self._column(approved)
        for table, manner, chance in (
            (self._plain, LOGICAL, by_logic),
            (self._plain, HUMAN, by_people),
            (self._merlin, LOGICAL, sees),
            (self._merlin, HUMAN, merlin),
        ):
            table[manner] *= np.where(approves, chance, 1 - chance)

    def _column(self, seats: int) -> NDArray[np.bool_]:
        """Whether each seat is in a set, as a column."""
        return np.array([[bool(seats >> seat & 1)] for seat in range(self.sets.players)])

    def _lead(self, leader: int, team: int, bad: Counts, clean: float) -> None:
        size, players, evil_count = bin(team).count("1"), self.sets.players, self.sets.evil
        evil = self.sets.holds[leader] > 0
        every, pure = comb(players, size), comb(players - evil_count, size)
        slip = SLIP / every
        honest = slip + (1 - SLIP) * clean / max(pure, 1)
        foul = np.where(bad > 0, slip + (1 - SLIP) / max(every - pure, 1), slip)
        self._plain[LOGICAL, leader] *= np.where(evil, foul, honest)
        self._merlin[LOGICAL, leader] *= np.where(bad == 0, slip + (1 - SLIP) / max(pure, 1), slip)
        if team >> leader & 1:
            likes = {role: liked(role, players, evil_count, size) for role in PROPOSE}
            self._plain[HUMAN, leader] *= np.where(evil, likes["evil"][bad], likes["good"][bad])
            self._merlin[HUMAN, leader] *= likes["merlin"][bad]
        else:
            self._plain[HUMAN, leader] /= every
            self._merlin[HUMAN, leader] /= every

    def _quest(self, quest: int, team: int, fails: int) -> None:
        bad = self.sets.on(team)
        self.possible = self.possible * (bad >= fails)
        self._quests[LOGICAL] *= np.where(bad == fails, 1 - SLIP, SLIP / 4) * (bad >= fails)
        chances = np.array([fails_chance(quest, self._needed[quest], number, fails) for number in range(6)])
        self._quests[HUMAN] *= chances[bad]
        self._seen[1] = quest + 1

    def _claim(self, holder: int, target: int, claim: int) -> None:
        if claim not in (1, 2):
            return
        liar, evil = self.sets.holds[holder] > 0, self.sets.holds[target] > 0
        says_evil = np.where(
            liar,
            np.where(evil, 1 - CLAIM_GOOD_OF_EVIL, CLAIM_EVIL_OF_GOOD),
            np.where(evil, CLAIM_OF_GOOD, 1 - CLAIM_OF_GOOD),
        )
        self._claims *= says_evil if claim == 2 else 1 - says_evil

    # --- what follows ----------------------------------------------------------------------------

    def weigh(self, prior: Numbers, may_be_merlin: int, own: int = -1) -> Belief:
        """The belief of a seat with this prior over the sets; its own acts tell it nothing.

        `may_be_merlin` is a set of seats; 0 where no Merlin plays.
        """
        players = self.sets.players
        weights = np.zeros((players, len(prior)))
        for manners, quests in zip(TABLES, self._quests, strict=True):
            plain = manners[0] * self._plain[0] + manners[1] * self._plain[1]
            merlin = manners[0] * self._merlin[0] + manners[1] * self._merlin[1]
            scale = self._scales(plain)
            acts = prior * quests * self._claims
            for seat in range(players):
                if seat != own:
                    acts = acts * (plain[seat] * scale[seat])
            part = _as_merlin(acts, merlin / plain, self.sets.holds, may_be_merlin, own)
            if manners is TABLES[0]:
                first = part
            weights = weights + part
        sums = weights.sum(axis=0)
        whole = total(sums)
        if whole <= 0:
            return Belief(self.sets, prior / total(prior), np.full(players, 1 / players), 0.5)
        logical = total(first.sum(axis=0)) / whole
        by_seat = np.array([total(weights[seat]) for seat in range(players)]) / whole
        return Belief(self.sets, sums / whole, by_seat, logical)

    def _scales(self, plain: Numbers) -> list[float]:
        """Keeps products of many chances away from zero; the same for both tables, so that they can be compared."""
        return [1 / max(float(self._plain[:, seat].max()), 1e-300) for seat in range(len(plain))]


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


@cache
def liked(role: str, players: int, evil: int, size: int) -> Numbers:
    """How likely a leader of that role proposes a certain team with 0, 1, 2, ... evil seats, himself on it."""
    own = role == "evil"
    good, bad = players - evil - (not own), evil - own
    numbers = [comb(bad, max(0, n - own)) * comb(good, max(0, size - 1 - (n - own))) for n in range(6)]
    weights = [*PROPOSE[role], PROPOSE[role][-1]]
    whole = sum(n * w for n, w in zip(numbers, weights, strict=True))
    return np.array([w / whole for w in weights])


def fails_chance(quest: int, needed: int, bad: int, fails: int) -> float:
    """How likely people play so many fails with so many evil seats on the quest."""
    if fails > bad:
        return 0.0
    if bad == 0:
        return 1.0
    if bad < needed:
        return 0.4 if fails else 0.6
    held = HELD_BACK[quest]
    if fails == 0:
        return held
    if fails == needed:
        return (1 - held) * (1 - ALL_FAIL if bad > needed else 1.0 if needed == 1 else 0.85)
    return (1 - held) * (ALL_FAIL if fails > needed else 0.15) / max(1, bad - needed)
