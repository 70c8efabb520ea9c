"""The engine tells a seat nothing that it may not know: behind equal views every answer is equal, to the byte.

Each random game is asked about in two worlds that one seat cannot tell apart. The records in the requests differ in
hidden cards or roles; the answers, running reports and refusals may not. AVALON_KIT_GAMES=500 plays 500 games a game.
"""

from __future__ import annotations

import json
import zlib
from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest

import kit
import resistance_twins
import twin_worlds
import veil_twins
from avalon_ai import games
from avalon_ai._state import Generator
from avalon_ai.engine import jobs, requests
from avalon_ai.engine.histories import Histories
from avalon_ai.games.base import seat_letter
from avalon_ai.streams import line
from engine_client import Client, Message, client
from twin_worlds import World

GAMES = 100
VISITS = 4
ROLES = ("all", "standard", "none")
Pair = tuple[int, World, World]


def decisions(world: World, rng: Generator) -> Iterator[tuple[int, World]]:
    """Some moments at which a seat is to act, with that seat."""
    state, found = world.game.start(world.deal), []
    for place, event in enumerate(world.events):
        if state.actor() >= 0 and state.forced() is None:
            found.append((state.actor(), place))
        state.apply(event)
    rng.shuffle(found)
    for seat, place in found[:8]:
        yield seat, World(world.game, world.deal, world.events[:place])


def duel_pairs(seed: int) -> Iterator[Pair]:
    world = twin_worlds.random_world(games.load("duel", **(twin_worlds.SMALL if seed % 2 else {})), seed)
    rng = Generator(seed)
    for seat, cut in decisions(world, rng):
        for other in twin_worlds.twins(cut, seat, rng, tries=6)[:1]:
            yield seat, cut, other


def resistance_pairs(seed: int) -> Iterator[Pair]:
    options = {"players": 5 + seed % 6, "lady": seed % 4 == 1, "roles": ROLES[seed % len(ROLES)]}
    world = resistance_twins.random_world(games.load("resistance", **options), seed)
    rng = Generator(seed)
    for seat, cut in decisions(world, rng):
        for other in resistance_twins.twins(cut, seat, rng, wanted=1, tries=4):
            yield seat, cut, other


def veil_pairs(seed: int) -> Iterator[Pair]:
    world = veil_twins.random_world(veil_twins.table(seed), seed)
    rng = Generator(seed)
    for seat, cut in decisions(world, rng):
        for other in veil_twins.twins(cut, seat, rng, wanted=1, tries=4):
            yield seat, cut, other


PAIRS: dict[str, Callable[[int], Iterator[Pair]]] = {
    "duel": duel_pairs,
    "resistance": resistance_pairs,
    "veil": veil_pairs,
}


def lines(world: World) -> list[Message]:
    """The world as a record."""
    game = world.game
    header = {"record": 1, "game": game.name, "options": game.options, "players": ["bot"] * game.seats, "seed": 1}
    return [header, {"deal": world.deal}, *(line(game, event) for event in world.events)]


def answered(asked: Client, seat: int, world: World) -> list[bytes]:
    """All that the engine tells of a world: an answer, and its refusals."""
    told = lines(world)
    other = seat_letter((seat + 1) % world.game.seats)
    asked.send(id=1, record=told, visits=VISITS, seed=3)
    answer = asked.told.get(timeout=60)
    asked.send(id=1, record=told, seat=other)
    asked.send(id=1, record=told, at=len(told) + 1)
    return [answer, *(asked.told.get(timeout=60) for _ in range(2))]


@pytest.mark.parametrize("name", PAIRS)
def test_equal_views_are_told_the_same_bytes(name: str) -> None:
    different = 0
    wanted = kit.games_to_play(GAMES)
    with client() as asked:
        for seed in range(10 * wanted):
            pair = next(PAIRS[name](seed), None)
            if pair is None:
                continue  # no other world lies behind any of the moments
            seat, one, other = pair
            assert lines(one) != lines(other)
            told = [answered(asked, seat, world) for world in (one, other)]
            assert told[0] == told[1], f"seed {seed}"
            assert json.loads(told[0][0])["final"]
            different += 1
            if different == wanted:
                break
    assert different == wanted


def test_a_leak_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A search whose chance hangs on the record's hidden deal does not give the same bytes."""
    honest = requests.request_of

    def leaking(said: Message, histories: Histories) -> requests.Request:
        made = honest(said, histories)
        seed = zlib.crc32(json.dumps(said["record"][1]).encode())
        return replace(made, options={**made.options, "seed": seed, "visits": 200})

    monkeypatch.setattr("avalon_ai.engine.server.request_of", leaking)
    found = 0
    with client() as asked:
        for seed in range(6):
            for seat, one, other in resistance_pairs(seed):
                found += answered(asked, seat, one) != answered(asked, seat, other)
    assert found > 0


def test_a_running_report_tells_no_more_than_the_view(monkeypatch: pytest.MonkeyPatch) -> None:
    """Made due after every slice of the same size, the reports of both worlds are the same bytes as well."""
    monkeypatch.setattr(jobs.Job, "due", lambda _: True)
    monkeypatch.setattr(jobs, "MOST_CHUNK", 1)
    monkeypatch.setattr(jobs, "FIRST_CHUNK", 1)
    with client() as asked:
        for name, pairs in PAIRS.items():
            found: list[Any] = [pair for seed in range(12) for pair in list(pairs(seed))[:1]]
            assert len(found) > 3, name
            for _seat, one, other in found:
                told = []
                for world in (one, other):
                    asked.send(id=1, record=lines(world), visits=5)
                    told.append([asked.told.get(timeout=60) for _ in range(5)])
                assert told[0] == told[1]
                assert not json.loads(told[0][0])["final"]
