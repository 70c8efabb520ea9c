"""Resampling of hidden hands: every possible world as often as exact probabilities say, and nothing else.

The worlds of a position are enumerated from the reference: all hands that the unseen cards allow, weighted by the
number of ways to deal them (hypergeometric), less those from which the seat could not go on with a payment or a discard
it has begun (ruling 12).
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from zlib import crc32

import pytest

import kit
from avalon_ai import games
from avalon_ai._duel import fields
from avalon_ai._state import OVER, Generator, State, View
from duel_pair import Pair, counts
from reference_duel import KINDS, SEATS, Duel
from statistics_kit import chi_square, tail

Hand = tuple[int, ...]
Sampler = Callable[[View, Generator], State]

POSITIONS = 200
RESAMPLES = 20_000
MOST_WORLDS = 20
LEAST_EXPECTED = 15.0  # of the rarest world: then each is reached but for one run in a million
UNLIKELY = 1e-5  # of one position, among 200
BEGUN = 40  # positions where the other seat has begun to pay or to discard
SAMPLES = max(2000, RESAMPLES * int(os.environ.get("AVALON_KIT_GAMES", "100")) // 100)
SMALL: list[dict[str, Any]] = [
    {"territories": ["plain1", "plain2"], "colours": 1, "copies": 5, "hand": 2, "crowns_to_win": 3},
    {"territories": ["forest1", "plain1"], "colours": 2, "copies": 3, "hand": 2, "crowns_to_win": 2},
    {"territories": ["forest1", "avalon", "plain3"], "colours": 2, "copies": 4, "hand": 3, "crowns_to_win": 5},
    {"territories": ["plain1", "hill2"], "colours": 3, "copies": 2, "hand": 1, "crowns_to_win": 3},
    {"territories": ["plain1", "hill2", "swamp"], "colours": 5, "copies": 1, "hand": 1, "crowns_to_win": 4},
]


@dataclass(frozen=True)
class Case:
    """A view with few worlds, their exact probabilities, and the state that the view comes from."""

    view: View
    state: State
    worlds: dict[Hand, float]
    begun: bool
    where: str

    @property
    def other(self) -> int:
        return 1 - self.view.seat


def test_the_tail_of_chi_square_is_right() -> None:
    known = [(3.841, 1, 0.05), (18.307, 10, 0.05), (6.635, 1, 0.01), (124.342, 100, 0.05), (4.605, 2, 0.1)]
    assert all(abs(tail(statistic, freedom) - value) < 1e-4 for statistic, freedom, value in known)


# --- exact worlds ------------------------------------------------------------------------------


def hands(unseen: list[int], size: int) -> Iterator[Hand]:
    """Every way to take `size` cards out of the unseen ones, as counts of each kind."""
    if not unseen:
        if size == 0:
            yield ()
        return
    for count in range(min(unseen[0], size) + 1):
        for rest in hands(unseen[1:], size - count):
            yield (count, *rest)


def exact_worlds(duel: Duel, seat: int, most: int) -> dict[Hand, float]:
    """The other hand's possible contents with their probabilities; empty when there are more than `most`."""
    other = 1 - seat
    unseen, known = counts(duel.unseen(seat)), counts(duel.known[other])
    ways: dict[Hand, int] = {}
    for hidden in hands(unseen, duel.hands[other].total() - sum(known)):
        if len(ways) > most:
            return {}
        hand = tuple(a + b for a, b in zip(hidden, known, strict=True))
        if can_go_on(duel, other, hand):
            ways[hand] = math.prod(math.comb(n, k) for n, k in zip(unseen, hidden, strict=True))
    total = sum(ways.values())
    return {hand: count / total for hand, count in ways.items()}


def can_go_on(duel: Duel, seat: int, hand: Hand) -> bool:
    """Whether the seat, in the middle of a payment or of discards, could have this hand."""
    if duel.on_turn != seat or duel.phase not in ("pay", "discard"):
        return True
    guess = duel.copy()
    guess.hands[seat] = Counter({kind: count for kind, count in zip(KINDS, hand, strict=True) if count})
    return bool(guess.legal())


@cache
def cases() -> list[Case]:
    """POSITIONS views from random games over small pools, at least BEGUN of them within a payment or discards."""
    begun: list[Case] = []
    quiet: list[Case] = []
    for seed in range(10_000):
        game_cases = list(cases_of(SMALL[seed % len(SMALL)], seed))
        begun += [case for case in game_cases if case.begun][:2]
        quiet += [case for case in game_cases if not case.begun][:: max(1, len(game_cases) // 4)]
        if len(begun) >= BEGUN and len(quiet) >= POSITIONS - BEGUN:
            return begun[:BEGUN] + quiet[: POSITIONS - BEGUN]
    raise AssertionError("not enough positions with few worlds")


def cases_of(options: dict[str, Any], seed: int) -> Iterator[Case]:
    """The fitting views of one random game."""
    game = games.load("duel", **options)
    deal, dealer = game.deal(seed)
    pair = Pair(deal, **options)
    pair.table.dealer = dealer
    player, rng = kit.grouped(game), Generator(seed)
    while pair.state.actor() != OVER and len(pair.table.events) < 200:
        for seat in range(len(SEATS)):
            worlds = exact_worlds(pair.reference, seat, MOST_WORLDS)
            if 2 <= len(worlds) <= MOST_WORLDS and min(worlds.values()) * RESAMPLES >= LEAST_EXPECTED:
                yield case_of(pair, seat, worlds, f"{options}, seed {seed}, event {len(pair.table.events)}")
        pair.apply(kit.next_event(pair.table, player, rng))


def case_of(pair: Pair, seat: int, worlds: dict[Hand, float], where: str) -> Case:
    duel = pair.reference
    begun = duel.on_turn != seat and duel.phase in ("pay", "discard") and duel.source > 0
    return Case(pair.table.views[seat].copy(), pair.state.copy(), worlds, begun, f"{where}, seat {SEATS[seat]}")


# --- what a sampler does --------------------------------------------------------------------------


def honest(view: View, rng: Generator) -> State:
    return view.determinize(rng)


def sampled(case: Case, sampler: Sampler, samples: int) -> Counter[Hand]:
    """How often each hand came up."""
    rng = Generator(crc32(case.where.encode()))  # each case its own numbers
    found: Counter[bytes] = Counter()
    for _ in range(samples):
        found[sampler(case.view, rng).to_bytes()] += 1
    seen: Counter[Hand] = Counter()
    for data, count in found.items():
        world = State.from_bytes(case.view.rules, data)
        seen[tuple(fields(world)["hands"][case.other])] += count
    return seen


def verdict(case: Case, sampler: Sampler, samples: int) -> tuple[float, float, int]:
    """Probability of what was seen, the statistic and its degrees of freedom."""
    seen = sampled(case, sampler, samples)
    statistic = chi_square(seen, {hand: chance * samples for hand, chance in case.worlds.items()})
    return tail(statistic, len(case.worlds) - 1), statistic, len(case.worlds) - 1


@pytest.mark.slow
def test_every_world_comes_up_as_often_as_exact_probabilities_say() -> None:
    total = freedom = 0.0
    for case in cases():
        seen = sampled(case, honest, SAMPLES)
        assert set(seen) <= set(case.worlds), f"an impossible hand: {case.where}"
        assert SAMPLES < RESAMPLES or set(seen) == set(case.worlds), f"a world was never reached: {case.where}"
        statistic = chi_square(seen, {hand: chance * SAMPLES for hand, chance in case.worlds.items()})
        assert tail(statistic, len(case.worlds) - 1) > UNLIKELY, case.where
        total, freedom = total + statistic, freedom + len(case.worlds) - 1
    assert 0.001 < tail(total, int(freedom)) < 0.999


def test_under_beliefs_every_world_stays_possible_and_no_other_comes_up() -> None:
    model = games.load("duel").model("hand")

    def believing(view: View, rng: Generator) -> State:
        return view.determinize(rng, model=model)

    reached = 0
    for case in cases():
        seen = sampled(case, believing, 1500)
        assert set(seen) <= set(case.worlds), f"an impossible hand: {case.where}"
        reached += len(seen) == len(case.worlds)
    assert reached > 0.8 * POSITIONS


def test_the_positions_are_as_many_and_as_small_as_they_should_be() -> None:
    assert len(cases()) == POSITIONS
    assert all(2 <= len(case.worlds) <= MOST_WORLDS for case in cases())
    assert sum(case.begun for case in cases()) >= BEGUN
    assert len({case.view.to_bytes() for case in cases()}) > POSITIONS * 0.9
    assert all(truth(case) in case.worlds for case in cases())
    assert any(sum(fields(case.view)["hands"][case.other]) for case in cases()), "no known cards in any position"


def truth(case: Case) -> Hand:
    return tuple(fields(case.state)["hands"][case.other])


def test_a_view_allows_what_may_happen_in_some_world_and_nothing_else() -> None:
    looked_at = 0
    for case in cases():
        rng = Generator(1)
        worlds = {case.view.determinize(rng) for _ in range(600)}
        if len(worlds) < len(case.worlds):
            continue  # not all were met
        looked_at += 1
        seat = case.view.seat
        possible = {world.mask(event, seat) for world in worlds for event in may_come(world)}
        allowed = {event for event in kit.all_events(games.load("duel"), rng) if case.view.allows(event)}
        assert allowed == possible, case.where
    assert looked_at > POSITIONS // 2


def may_come(world: State) -> list[int]:
    return world.legal() + [event for event, _ in world.outcomes()]


# --- the test itself can fail --------------------------------------------------------------------------


def test_a_sampler_that_returns_the_truth_fails_though_it_keeps_the_first_law() -> None:
    for case in cases()[::10]:

        def peek(_view: View, _rng: Generator, case: Case = case) -> State:
            return case.state.copy()

        assert peek(case.view, Generator(1)).view(case.view.seat) == case.view
        assert verdict(case, peek, 2000)[0] < UNLIKELY


def test_a_sampler_blind_to_the_number_of_copies_fails() -> None:
    uneven = [case for case in cases() if max(case.worlds.values()) > 1.5 * min(case.worlds.values())]
    assert len(uneven) > POSITIONS // 4
    for case in uneven[::10]:
        even = {hand: 20_000 / len(case.worlds) for hand in case.worlds}
        seen = sampled(case, honest, 20_000)
        assert tail(chi_square(seen, even), len(even) - 1) < UNLIKELY


def test_a_sampler_that_leans_toward_the_truth_fails() -> None:
    lean, freedom = 0.0, 0
    for case in cases()[::4]:

        def leaning(view: View, rng: Generator, case: Case = case) -> State:
            return case.state if rng.below(50) == 0 else view.determinize(rng)

        _, statistic, degrees = verdict(case, leaning, 5000)
        lean, freedom = lean + statistic, freedom + degrees
    assert tail(lean, freedom) < UNLIKELY
