"""What moves are worth at a table that acts by plain logic: the core against the same worked out set by set."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations
from math import prod
from typing import Any

import numpy as np
import pytest

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import OVER, Generator, View
from avalon_ai.games.resistance_codes import APPROVE, REJECT, is_evil
from reference_beliefs import Floats
from test_resistance_notes import agreeing

KEPT, CANDIDATES, HARDLY = 12, 12, 0.05
LOST_ROUND, PASSES = 0.5, 0.7
Mask = int


class Reckoning:
    """One decision of a good seat, from what the docstrings of the core say; sets and teams are masks."""

    def __init__(self, view: View, model: bytes) -> None:
        self.raw: dict[str, Any] = _resistance.fields(view)
        self.seat, self.players = view.seat, len(self.raw["roles"])
        self.evil_count = sum(self.raw["role_counts"][3:])
        sets = sorted(sum(1 << seat for seat in seats) for seats in combinations(range(self.players), self.evil_count))
        possible, *rows = _resistance.notes(view, model, view.seat)
        tables, merlins = ([np.frombuffer(row, np.float32).astype(float) for row in part] for part in rows)
        self.possible = [one for one, fits in zip(sets, np.frombuffer(possible, np.float32), strict=True) if fits]
        weights = self._summed(sets, tables, merlins)
        allowed = self._allowed(sets)
        order = sorted((i for i, one in enumerate(sets) if one in allowed), key=lambda i: (-weights[i], i))
        edges = [HARDLY * weights[order[0]], *(weights[i] for i in order[KEPT : KEPT + 1])]
        order = order[:KEPT]
        # Floats of the core may put a set on either side of these.
        self.unclear = any(abs(weights[i] / edge - 1) < 1e-4 for i in order for edge in edges)
        self.kept = [(sets[i], weights[i]) for i in order if weights[i] >= HARDLY * weights[order[0]]]
        whole = sum(weight for _, weight in self.kept)
        self.kept = [(one, weight / whole) for one, weight in self.kept]
        self.weights = {one: weights[i] for i, one in enumerate(sets) if one in allowed}

    def _summed(self, sets: list[Mask], tables: list[Floats], merlins: list[Floats]) -> Floats:
        found = np.zeros(len(sets))
        for table, weight in enumerate(tables):
            for i, one in enumerate(sets):
                good = [seat for seat in range(self.players) if not one >> seat & 1]
                ratios = [merlins[table * self.players + seat][i] for seat in good] if merlins else [1.0]
                found[i] += weight[i] * sum(ratios) / len(ratios)
        return found + 1e-20

    def _allowed(self, sets: list[Mask]) -> set[Mask]:
        """By the role's own eyes; fails do not count here, for the weights have them."""
        role, seen = self.raw["roles"][self.seat], self.raw["seen"][self.seat]
        found = {one for one in sets if not one >> self.seat & 1}
        if role == 0:
            hidden = 1 if self.raw["role_counts"][5] else 0
            found = {one for one in found if seen & ~one == 0 and bin(one & ~seen).count("1") == hidden}
        if role == 1 and self.raw["role_counts"][0] and self.raw["role_counts"][6]:
            found = {one for one in found if bin(one & seen).count("1") == 1}
        elif role == 1 and self.raw["role_counts"][0]:
            found = {one for one in found if not one & seen}
        for holder, target, loyalty, _ in self.raw["uses"]:
            if holder == self.seat and loyalty:
                found = {one for one in found if (one >> target & 1) == (loyalty == 2)}
        return found

    def teams(self, size: int) -> Iterator[Mask]:
        for seats in combinations(range(self.players), size):
            yield sum(1 << seat for seat in seats)

    def liking(self, seat: int, team: Mask, possible: list[Mask]) -> float:
        mine = [one for one in possible if not one >> seat & 1]
        return sum(not one & team for one in mine) / len(mine) if mine else 0.0

    def others(self, evil: Mask) -> list[int]:
        return [seat for seat in range(self.players) if seat != self.seat and not evil >> seat & 1]

    def clearness(self, evil: Mask, quest: int, possible: list[Mask]) -> float:
        return max(
            prod(self.liking(seat, team, possible) for seat in self.others(evil))
            for team in self.teams(self.raw["sizes"][quest])
            if not team & evil
        )

    def value(self, clear: float, won: int, lost: int, proposals: int = 5) -> float:
        if 3 in (won, lost):
            return float(won == 3)
        tries = (proposals + 1) // 2
        misses = (1 - clear) ** tries
        if not tries:
            return 0.0
        return (1 - misses) * self.value(clear, won + 1, lost) + misses * LOST_ROUND * self.value(clear, won, lost + 1)

    def later(self) -> float:
        quest, left = self.raw["quest"], 4 - self.raw["attempt"]
        won, lost = self.raw["won"], self.raw["lost"]
        clear = {one: self.clearness(one, quest, self.possible) for one, _ in self.kept}
        return float(sum(share * self.value(clear[one], won, lost, left) for one, share in self.kept))

    def after(self, one: Mask, team: Mask) -> float:
        quest, fails = self.raw["quest"], bin(one & team).count("1")
        good = fails < self.raw["needed"][quest]
        won, lost = self.raw["won"] + good, self.raw["lost"] + (not good)
        if 3 in (won, lost):
            return float(good)
        possible = [other for other in self.possible if bin(other & team).count("1") >= fails]
        return self.value(self.clearness(one, quest + 1, possible), won, lost)

    def going(self, team: Mask) -> float:
        return float(sum(share * self.after(one, team) for one, share in self.kept))

    def leading(self, team: Mask) -> float:
        found, later = 0.0, self.later()
        for one, share in self.kept:
            passes = prod(self.liking(seat, team, self.possible) for seat in self.others(one))
            if one & team:
                passes = 1.0 if 2 * (self.evil_count + 1) > self.players else PASSES
            found += share * (passes * self.after(one, team) + (1 - passes) * later)
        return found

    def success(self, team: Mask) -> float:
        needed = self.raw["needed"][self.raw["quest"]]
        low = sum(weight for one, weight in self.weights.items() if bin(one & team).count("1") < needed)
        return float(low / sum(self.weights.values()))


def decisions(players: int, seed: int, **options: Any) -> Iterator[View]:
    """Good seats that lead or vote in a random game."""
    game = games.load("resistance", players=players, **options)
    table, rng = kit.Table.of(game, game.deal(seed)[0]), Generator(seed)
    while table.state.actor() != OVER:
        seat = table.state.actor()
        raw = _resistance.fields(table.state)
        if seat >= 0 and not is_evil(raw["roles"][seat]) and (raw["phase"] != "vote" or rng.below(8) == 0):
            yield table.state.view(seat)
        table.apply(kit.next_event(table, agreeing, rng))


@pytest.mark.parametrize("players", [5, 6, 7])
@pytest.mark.parametrize("roles", ["standard", "all", "none"])
def test_the_core_reckons_as_written_down(players: int, roles: str) -> None:
    model = games.load("resistance").model()
    led = voted = 0
    for seed in range(6):
        for view in decisions(players, seed, roles=roles, lady=seed % 2 == 1):
            found, phase = dict(_resistance.open_worth(view, model)), _resistance.fields(view)["phase"]
            reckoning = Reckoning(view, model)
            if reckoning.unclear:
                continue
            if phase == "vote":
                team = reckoning.raw["proposals"][-1][3]
                assert found == pytest.approx({APPROVE: reckoning.going(team), REJECT: reckoning.later()}, abs=2e-4)
                voted += 1
            elif phase == "propose":
                assert found == pytest.approx({team: reckoning.leading(team) for team in found}, abs=2e-4)
                chances = sorted((reckoning.success(team) for team in reckoning.teams(view_size(view))), reverse=True)
                assert len(found) == min(CANDIDATES, len(chances))
                assert min(map(reckoning.success, found)) == pytest.approx(chances[len(found) - 1], abs=1e-4)
                led += 1
            else:
                assert found == {}
    assert led > 5
    assert voted > 1


def view_size(view: View) -> int:
    raw = _resistance.fields(view)
    return int(raw["sizes"][raw["quest"]])
