"""How good plays at a table that acts by plain logic: there only fails tell the others anything.

A fail too many loses, yet fails are what the others learn from. So a team is worth what the game is worth after it,
by how clear things are then to the good seats who know the fails alone.
"""

from __future__ import annotations

from functools import cache

import numpy as np

from avalon_ai.games.resistance_suspicion import Belief, Counts, Numbers, Sets, Suspicion, counts, total

QUESTS_TO_WIN = 3
ATTEMPTS = 5
TRIES = (0, 1, 1, 2, 2, 3)  # chances for a clean team in so many proposals
LOST_ROUND = 0.5  # how often a round without a clean team is a failed quest and not the end
SMALL = 0.01  # share of the likeliest set below which one is left aside
DIGITS = 9
CANDIDATES = 12  # teams that a leader looks at


class OpenTable:
    """One decision at such a table; sets of evil seats that are hardly believed in are left aside."""

    def __init__(self, suspicion: Suspicion, belief: Belief, seat: int, sizes: list[int], needed: list[int]) -> None:
        self._suspicion, self._belief, self._seat = suspicion, belief, seat
        self._sizes, self._needed = sizes, needed
        self._kept = np.flatnonzero(belief.shares >= SMALL * belief.shares.max())
        self._shares = belief.shares[self._kept]

    def approves(self, team: int, quest: int, attempt: int, won: int, lost: int) -> bool:
        """Whether the game is worth more after this team than with one proposal less."""
        now = total(self._shares * self._now(quest, attempt + 1, won, lost))
        return total(self._shares * self._after(team, quest, won, lost)) >= now

    def worth(self, quest: int, attempt: int, won: int, lost: int) -> dict[int, float]:
        """By team what the game is worth with it proposed: it passes, or there is one proposal less."""
        success = self._belief.success(self._sizes[quest], self._needed[quest])
        likely = sorted(success, key=lambda team: round(success[team], DIGITS), reverse=True)[:CANDIDATES]
        now, found = self._now(quest, attempt + 1, won, lost), {}
        for team in likely:
            passes = np.where(self._bad(team) > 0, self._dirty_passes(), self._clean_passes(team))
            after = self._after(team, quest, won, lost)
            found[team] = total(self._shares * (passes * after + (1 - passes) * now))
        return found

    def _bad(self, team: int) -> Counts:
        """By kept set how many of it are on the team."""
        bad: Counts = self._suspicion.sets.on(team)[self._kept]
        return bad

    def _dirty_passes(self) -> float:
        """A team with evil on it, approved by evil and the own seat."""
        sets = self._suspicion.sets
        return 1.0 if 2 * (sets.evil + 1) > sets.players else 0.7

    def _clean_passes(self, team: int) -> Numbers:
        """By kept set the chance that all other good seats approve of the team."""
        sets = self._suspicion.sets
        clean = self._suspicion.clean_chances(sets.on(team))
        found = np.ones(len(self._kept))
        for seat in range(sets.players):
            if seat != self._seat:
                found = found * np.where(sets.holds[seat][self._kept] > 0, 1.0, clean[seat])
        return found

    def _now(self, quest: int, attempt: int, won: int, lost: int) -> Numbers:
        """By kept set what the game is worth with this proposal still to come."""
        clear = clearness(self._suspicion.sets, self._suspicion.possible, self._sizes[quest], self._seat, self._kept)
        later = value(clear, won + 1, lost), value(clear, won, lost + 1)
        return _round(clear, TRIES[ATTEMPTS - attempt], *later)

    def _after(self, team: int, quest: int, won: int, lost: int) -> Numbers:
        """By kept set what the game is worth when the team has been on the quest."""
        every, bad = self._suspicion.sets.on(team), self._bad(team)
        size = self._sizes[min(quest + 1, len(self._sizes) - 1)]
        found = np.zeros(len(bad))
        for fails in sorted(set(bad.tolist())):
            succeeds, rows = fails < self._needed[quest], bad == fails
            possible = self._suspicion.possible * (every >= fails)
            clear = clearness(self._suspicion.sets, possible, size, self._seat, self._kept[rows])
            found[rows] = value(clear, won + succeeds, lost + (not succeeds))
        return found


def value(clear: Numbers, won: int, lost: int) -> Numbers:
    """What the game is worth at the start of a round."""
    if won == QUESTS_TO_WIN or lost == QUESTS_TO_WIN:
        return np.full(len(clear), float(won == QUESTS_TO_WIN))
    return _round(clear, TRIES[ATTEMPTS], value(clear, won + 1, lost), value(clear, won, lost + 1))


def _round(clear: Numbers, tries: int, won: Numbers, lost: Numbers) -> Numbers:
    """A round in which a clean team has so many chances."""
    misses = np.ones(len(clear))
    for _ in range(tries):
        misses = misses * (1 - clear)
    found: Numbers = (1 - misses) * won + misses * LOST_ROUND * lost * (tries > 0)
    return found


@cache
def _clean(players: int, evil: int, size: int) -> Numbers:
    """[set, team]: 1 where the team is clean."""
    found: Numbers = (counts(players, evil, size) == 0).astype(np.float64)
    return found


def clearness(sets: Sets, possible: Numbers, size: int, own: int, rows: Counts) -> Numbers:
    """By set of `rows`: how likely all good seats but the own one approve of the clean team they like best."""
    clean = _clean(sets.players, sets.evil, size)
    known = possible * (1.0 - sets.holds)
    like = (known @ clean) / np.maximum(known.sum(axis=1), 1.0)[:, None]  # whole numbers below: exact in any order
    chances = clean[rows]
    for seat in range(sets.players):
        if seat != own:
            chances *= np.where(sets.holds[seat][rows][:, None] > 0, 1.0, like[seat][None, :])
    best: Numbers = chances.max(axis=1)
    return best
