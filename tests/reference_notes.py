"""The notes of The Resistance: Avalon once more: every act weighed for every set of evil seats, act by act.

Written from docs/beliefs.md with numpy, slow and plain. Histories come from the reference of the rules, chances from
the file of habits.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from math import comb
from typing import Any

import numpy as np

from avalon_ai import toml
from reference_beliefs import Floats, Proposal, members, needed, proposals
from reference_resistance import EVIL_SEATS, LETTERS, SIZES, Avalon, Visit

GOOD, EVIL, MERLIN = 0, 1, 2  # rows of the habits
BY_LOGIC, AS_PEOPLE = 0, 1  # kinds of tables
Chances = list[tuple[Floats, Floats]]  # of an act, if the seat is good, evil, Merlin: by logic and as people, by set


@cache
def habits() -> dict[str, Any]:
    """The chances by name."""
    text = resources.files("avalon_ai.games").joinpath("resistance_habits.toml").read_text("utf-8")
    return toml.loads(text)


@dataclass
class Notes:
    """Rows of numbers, one for each set of evil seats in the order of their masks; two rows for two kinds of tables."""

    players: int
    with_merlin: bool
    with_mordred: bool
    evil: Floats = field(init=False)  # set, seat: 1 if evil
    possible: Floats = field(init=False)  # set: 1 if the fails allow it
    weight: Floats = field(init=False)  # table, set: with every good seat a servant
    merlin: Floats = field(init=False)  # table, seat, set: how much likelier its acts are if it is Merlin; good ones

    def __post_init__(self) -> None:
        chosen = itertools.combinations(range(self.players), EVIL_SEATS[self.players])
        sets = sorted(chosen, key=lambda one: sum(1 << seat for seat in one))
        self.evil = np.array([[float(seat in one) for seat in range(self.players)] for one in sets])
        self.possible = np.ones(len(sets))
        self.weight = np.ones((2, len(sets)))
        self.merlin = np.ones((2, self.players, len(sets)))

    @property
    def sets(self) -> list[str]:
        """The evil seats of each set."""
        return ["".join(LETTERS[seat] for seat in np.flatnonzero(one)) for one in self.evil]

    @property
    def summed(self) -> Floats:
        """Table, set: over all that may be Merlin."""
        if not self.with_merlin:
            return self.weight
        good = 1 - self.evil.T
        return np.asarray(self.weight * (self.merlin * good).sum(1) / good.sum(0))

    def bad(self, team: str) -> Floats:
        """Evil seats on a team, by set."""
        return np.asarray(self.evil @ members(team, self.players))

    def clean(self, seat: int, team: str) -> float:
        """How likely a seat that knows itself to be good, and the fails, finds the team clean."""
        left = self.possible * (1 - self.evil[:, seat])
        return float(left @ (self.bad(team) == 0) / left.sum()) if left.any() else 0.5


def noted(game: Avalon, ignored: str = "") -> Notes:
    """The notes of all that was done, votes and proposals of the seat `ignored` aside."""
    roles = set(game.roles.values())
    notes = Notes(len(game.seats), "merlin" in roles, "mordred" in roles)
    for made in proposals(game):
        acts = [(seat, vote_chances(notes, made, seat)) for seat in range(notes.players)]
        acts.append((made.leader, lead_chances(notes, made)))
        for seat, chances in acts:
            if LETTERS[seat] != ignored:
                take(notes, seat, chances)
        if made.fails is not None:
            take_fails(notes, made, made.fails)
    for visit in game.visits:
        if visit.claim in ("good", "evil"):
            notes.weight *= claim_chances(notes, visit)
    return notes


def take(notes: Notes, seat: int, chances: Chances) -> None:
    """Weigh an act of a seat."""
    for table, plain in enumerate(habits()["plain"]):
        good, evil, merlin = (plain * logic + (1 - plain) * people for logic, people in chances)
        notes.weight[table] *= np.where(notes.evil[:, seat] == 1, evil, good)
        notes.merlin[table, seat] *= merlin / good


# --- votes and proposals -------------------------------------------------------------------------


def vote_chances(notes: Notes, made: Proposal, seat: int) -> Chances:
    """Of a vote as it was given."""
    slip, bad = habits()["slip"], notes.bad(made.team)
    clean = notes.clean(seat, made.team)
    seen = np.where(bad == 0, 1 - slip, slip)
    if notes.with_mordred:
        unseen = slip + (1 - 2 * slip) / EVIL_SEATS[notes.players]
        seen = np.where(bad == 1, unseen, seen)
    by_logic = [np.full(len(bad), slip + (1 - 2 * slip) * clean), np.where(bad > 0, 1 - slip, slip), seen]
    found = []
    for row, logic in enumerate(by_logic):
        both = (logic, people_approve(row, made, seat, bad))
        found.append(both if LETTERS[seat] in made.approved else (1 - both[0], 1 - both[1]))
    return found


def people_approve(row: int, made: Proposal, seat: int, bad: Floats) -> Floats:
    """How likely people approve, by set."""
    if made.attempt == 4:
        usual = habits()["fifth"]
        return np.asarray(np.where(bad == 0, habits()["fifth_blocked"] if row == EVIL else usual, usual))
    more = habits()["on_team"] if LETTERS[seat] in made.team else habits()["off_team"]
    clean, dirty = habits()["approve"][row]
    return np.asarray(np.where(bad == 0, clean, dirty) + more)


def lead_chances(notes: Notes, made: Proposal) -> Chances:
    """Of proposing that team."""
    n, slip, bad = notes.players, habits()["slip"], notes.bad(made.team)
    size = len(made.team)
    teams, pure = comb(n, size), comb(n - EVIL_SEATS[n], size)
    clean = notes.clean(made.leader, made.team)
    by_logic = [
        np.full(len(bad), slip / teams + (1 - slip) * clean / pure),
        slip / teams + (bad > 0) * (1 - slip) / (teams - pure),
        slip / teams + (bad == 0) * (1 - slip) / pure,
    ]
    return [(logic, people_propose(notes, row, made, bad)) for row, logic in enumerate(by_logic)]


def people_propose(notes: Notes, row: int, made: Proposal, bad: Floats) -> Floats:
    """How likely people propose that team, by set."""
    n, size = notes.players, SIZES[notes.players][made.quest]
    if LETTERS[made.leader] not in made.team:
        return np.full(len(bad), 1 / comb(n, size))
    likes = habits()["propose"][row]
    evil = EVIL_SEATS[n] - (row == EVIL)  # among the others
    whole = 0.0
    for others in range(size):
        ways = comb(evil, others) * comb(n - 1 - evil, size - 1 - others)
        whole += ways * likes[others + (row == EVIL)] if ways else 0.0
    return np.array([likes[int(count)] / whole for count in bad])


# --- fails and claims ----------------------------------------------------------------------------


def take_fails(notes: Notes, made: Proposal, fails: int) -> None:
    """Weigh the fails of a quest."""
    bad, slip = notes.bad(made.team), habits()["slip"]
    notes.possible *= bad >= fails
    by_logic = np.where(bad == fails, 1 - slip, slip / 4)
    people = np.array([people_fail(made.quest, needed(made, notes.players), int(count), fails) for count in bad])
    notes.weight[BY_LOGIC] *= np.where(bad < fails, 0.0, by_logic)
    notes.weight[AS_PEOPLE] *= np.where(bad < fails, 0.0, people)


def people_fail(quest: int, need: int, bad: int, fails: int) -> float:
    """How likely so many of that many evil members play fails, where so many are needed."""
    own: Mapping[str, Any] = habits()
    if bad == 0:
        return float(fails == 0)
    if bad < need:
        return float(own["stray_fail"] if fails else 1 - own["stray_fail"])
    held = float(own["held_back"][quest])
    if fails == 0:
        return held
    if fails == need:
        return (1 - held) * ((1 - own["all_fail"]) if bad > need else (1 - own["one_short"]) if need == 2 else 1)
    share = float(own["all_fail"] if fails > need else own["one_short"])
    return (1 - held) * share / max(1, bad - need)


def claim_chances(notes: Notes, visit: Visit) -> Floats:
    """Of what the holder of the Lady said, by set."""
    holder, target = (notes.evil[:, LETTERS.index(seat)] == 1 for seat in (visit.holder, visit.target))
    truth, covers, slanders = (habits()[name] for name in ("truth", "covers", "slanders"))
    honest = np.where(target, truth, 1 - truth)  # chances to say evil
    says_evil = np.where(holder, np.where(target, 1 - covers, slanders), honest)
    return np.asarray(says_evil if visit.claim == "evil" else 1 - says_evil)


# --- worlds of the search ------------------------------------------------------------------------


def mixture(game: Avalon, seat: str, human: Mapping[str, float], people: float) -> dict[str, float]:
    """The chance with which each set is drawn; `human` has those that the seat allows."""
    notes = noted(game, seat)
    allowed = [notes.sets.index(evil) for evil in human]
    weights = notes.summed[:, allowed]
    logical = weights[BY_LOGIC].sum() / weights.sum()
    by_logic, as_people = weights / weights.sum(1, keepdims=True)
    usual = (1 - people) * np.array(list(human.values())) + people * as_people
    return dict(zip(human, ((1 - logical) * usual + logical * by_logic).tolist(), strict=True))
