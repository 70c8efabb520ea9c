"""Resampling of hidden roles, cards and votes: each possible world as often as exact probabilities say, and no other.

The worlds of a position are enumerated from the reference: every assignment of roles that a seat cannot tell apart is
as likely as the next, and so is, within it, every choice of who failed, what is pending, and who carries the shot.
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Any
from zlib import crc32

import pytest

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import OVER, Generator, State, View
from avalon_ai.games.resistance_codes import EVIL_ROLES, ROLES, letters
from reference_resistance import LETTERS, Avalon
from resistance_pair import Pair, mask
from statistics_kit import chi_square, tail

World = tuple[Any, ...]

POSITIONS = 200
RESAMPLES = 20_000
MOST_WORLDS = 20
LEAST_EXPECTED = 15.0  # of the rarest world: then each is reached but for one run in a million
UNLIKELY = 1e-5  # of one position, among 200
PER_GAME = 3
SAMPLES = max(2000, RESAMPLES * int(os.environ.get("AVALON_KIT_GAMES", "100")) // 100)
SETTINGS: list[dict[str, Any]] = [
    {"roles": "none"},
    {"roles": "standard", "lady": True},
    {"roles": "all"},
    {"roles": ["merlin", "percival", "mordred", "minion"], "assassin": "any"},
    {"roles": ["merlin", "assassin", "oberon"], "lady": True},
    {"roles": ["merlin", "oberon", "minion"], "assassin": "any", "lady": True},
    {"roles": ["percival", "morgana"], "players": 6},
    {"roles": ["merlin", "percival", "assassin", "morgana"], "players": 6, "lady": True},
    {"roles": "all", "players": 7, "lady": True},
]


@dataclass(frozen=True)
class Case:
    """A view with few worlds, their exact probabilities, and the state that the view comes from."""

    view: View
    state: State
    reference: Avalon
    worlds: dict[World, float]
    where: str


def world_of(state: State) -> World:
    """What a state holds that may be hidden, as the reference gives it."""
    raw = _resistance.fields(state)
    yes, no = ("approve", "reject") if raw["phase"] in ("vote", "count") else ("fail", "success")
    pending: tuple[str, ...] = ()
    if raw["phase"] in ("vote", "count", "quest", "reveal"):
        members = LETTERS[: len(raw["roles"])] if yes == "approve" else letters(raw["proposals"][-1][3])
        seats = [LETTERS.index(seat) for seat in members]
        pending = tuple(yes if raw["pending"] >> s & 1 else no for s in seats if not raw["todo"] >> s & 1)
    return (
        tuple(ROLES[role] for role in raw["roles"]),
        tuple(letters(failed) for _, _, failed in raw["quests"]),
        pending,
        None if raw["carrier"] < 0 else LETTERS[raw["carrier"]],
    )


@cache
def cases() -> list[Case]:
    """POSITIONS views with few worlds from random games of small tables."""
    found: list[Case] = []
    for seed in range(10_000):
        found += list(cases_of(SETTINGS[seed % len(SETTINGS)], seed))
        if len(found) >= POSITIONS:
            return found[:POSITIONS]
    raise AssertionError("not enough positions with few worlds")


def cases_of(options: dict[str, Any], seed: int) -> Iterator[Case]:
    """A few fitting views of one random game, in different phases."""
    pair = Pair(games.load("resistance", **options).deal(seed)[0], **options)
    rng, phases = Generator(seed), Counter[str]()
    while pair.state.actor() != OVER:
        pair.apply(kit.next_event(pair.table, kit.uniform, rng))
        seat = LETTERS[rng.below(pair.game.seats)]
        phase = pair.reference.phase
        if phases[phase] or phases.total() >= PER_GAME or rng.below(4):
            continue
        worlds = {world: float(chance) for world, chance in pair.reference.worlds(seat).items()}
        if 2 <= len(worlds) <= MOST_WORLDS and min(worlds.values()) * RESAMPLES >= LEAST_EXPECTED:
            phases[phase] += 1
            where = f"{options}, seed {seed}, event {len(pair.table.events)}, seat {seat}"
            yield Case(pair.view(seat).copy(), pair.state.copy(), pair.reference.copy(), worlds, where)


def sampled(case: Case, samples: int, model: bytes | None = None) -> Counter[World]:
    """How often each world came up."""
    rng = Generator(crc32(case.where.encode()))  # each case its own numbers
    found: Counter[bytes] = Counter()
    for _ in range(samples):
        found[case.view.determinize(rng, model=model).to_bytes()] += 1
    seen: Counter[World] = Counter()
    for data, count in found.items():
        seen[world_of(State.from_bytes(case.view.rules, data))] += count
    return seen


@pytest.mark.slow
def test_every_world_comes_up_as_often_as_exact_probabilities_say() -> None:
    total = freedom = 0.0
    for case in cases():
        seen = sampled(case, SAMPLES)
        assert set(seen) <= set(case.worlds), f"an impossible world: {case.where}"
        assert SAMPLES < RESAMPLES or set(seen) == set(case.worlds), f"a world was never reached: {case.where}"
        statistic = chi_square(seen, {world: chance * SAMPLES for world, chance in case.worlds.items()})
        assert tail(statistic, len(case.worlds) - 1) > UNLIKELY, case.where
        total, freedom = total + statistic, freedom + len(case.worlds) - 1
    assert 0.001 < tail(total, int(freedom)) < 0.999


def test_the_positions_are_as_many_and_as_varied_as_they_should_be() -> None:
    assert len(cases()) == POSITIONS
    assert all(2 <= len(case.worlds) <= MOST_WORLDS for case in cases())
    assert all(world_of(case.state) in case.worlds for case in cases()), "the truth is no possible world"
    phases = Counter(case.reference.phase for case in cases())
    assert {"propose", "vote", "card", "visit", "loyalty", "claim", "shoot", "result", "over"} <= set(phases), phases
    proved = [case for case in cases() if any(done.fails for done in case.reference.rounds)]
    assert len(proved) > POSITIONS // 4
    own_success = [case for case in proved if own_success_beside_fails(case)]
    assert len(own_success) > 10, "no own success beside fails"


def own_success_beside_fails(case: Case) -> bool:
    seat = LETTERS[case.view.seat]
    return any(done.fails and seat in done.team and seat not in done.failed for done in case.reference.rounds)


def test_under_beliefs_every_world_stays_possible_and_no_other_comes_up() -> None:
    model = games.load("resistance").model()
    reached = 0
    for case in cases():
        seen = sampled(case, 600, model)
        assert set(seen) <= set(case.worlds), f"an impossible world: {case.where}"
        reached += len(seen) == len(case.worlds)
    assert reached > 0.8 * POSITIONS


def test_sets_and_roles_are_those_of_the_worlds() -> None:
    for case in cases():
        assignments = {roles for roles, *_ in case.worlds}
        ways = Counter(mask(evil_of(roles)) for roles in assignments)
        assert dict(_resistance.evil_sets(case.view)) == dict(ways), case.where
        possible = [set(column) for column in zip(*assignments, strict=True)]
        found = [
            {role for number, role in enumerate(ROLES) if roles >> number & 1}
            for roles in _resistance.possible_roles(case.view)
        ]
        assert found == possible, case.where


def evil_of(roles: tuple[str, ...]) -> str:
    return "".join(seat for seat, role in zip(LETTERS, roles, strict=False) if role in EVIL_ROLES)


def test_a_view_allows_what_may_happen_in_some_world_and_nothing_else() -> None:
    events = {options: kit.all_events(games.load("resistance", players=options), Generator(1)) for options in (5, 6, 7)}
    for case in cases()[:: 1 if SAMPLES >= RESAMPLES else 10]:
        seat = case.view.seat
        rng = Generator(2)
        worlds = {case.view.determinize(rng) for _ in range(400)}
        if len({world_of(world) for world in worlds}) < len(case.worlds):
            continue  # not all were met
        may_come = {
            world.mask(event, seat)
            for world in worlds
            for event in world.legal() + [outcome for outcome, _ in world.outcomes()]
        }
        allowed = {event for event in events[case.view.rules.seats] if case.view.allows(event)}
        assert allowed == may_come, case.where


def test_samplers_that_peek_or_weigh_wrongly_fail() -> None:
    """That the test above can fail: for one that returns the truth, and one that takes all worlds alike."""
    uneven = 0
    for case in cases()[::5]:
        expected = {world: chance * RESAMPLES for world, chance in case.worlds.items()}
        freedom = len(case.worlds) - 1
        assert tail(chi_square({world_of(case.state): RESAMPLES}, expected), freedom) < UNLIKELY
        if max(expected.values()) > 1.5 * min(expected.values()):
            uneven += 1
            alike = dict.fromkeys(case.worlds, RESAMPLES // len(case.worlds))
            assert tail(chi_square(alike, expected), freedom) < UNLIKELY, case.where
    assert uneven > 3


def test_a_larger_table_counts_its_worlds_right() -> None:
    game = games.load("resistance", players=10, roles="all")
    state = game.start(game.deal(4)[0])
    raw = _resistance.fields(state)["roles"]
    counts = {ROLES[raw[seat]]: sum(ways for _, ways in _resistance.evil_sets(state.view(seat))) for seat in range(10)}
    servant = 9 * 8 * 7 * 6 * 5 * 4  # merlin, percival and four evil roles among nine; the other three are servants
    assert counts["servant"] == servant == 60480
    assert counts["oberon"] == 9 * 8 * 7 * 6 * 5
    assert counts["merlin"] == 3 * 2 * 1 * 6 * 5  # the three seen; mordred and percival among the other six
    assert counts["assassin"] == 2 * 7 * 6 * 5  # mordred, morgana; oberon, merlin, percival among the other seven
    assert counts["percival"] == 2 * 7 * 6 * 5  # the two seen either way; three evil roles among the other seven
