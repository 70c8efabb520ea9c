"""The kit's laws on The Resistance: Avalon, for every number of players and all sorts of role sets."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kit
from avalon_ai import games
from avalon_ai._state import OVER, Generator
from avalon_ai.games.base import Game
from avalon_ai.games.resistance_data import FEWEST, MOST, board
from resistance_pair import Pair

pytestmark = pytest.mark.kit

PLAYERS = range(FEWEST, MOST + 1)
PRESETS = ("none", "standard", "all")
SPECIAL_GOOD, SPECIAL_EVIL = ("merlin", "percival"), ("assassin", "mordred", "morgana", "oberon")


def load(**options: Any) -> Game:
    return games.load("resistance", **options)


def contract(game: Game) -> kit.Contract:
    return kit.Contract(total=None, models=(None, game.model("hand")))


def random_options(seed: int) -> dict[str, Any]:
    """Any players, any roles that fit, with and without the Lady, both ways to carry the shot."""
    chance = random.Random(seed)
    players = chance.randint(FEWEST, MOST)
    assassin = chance.choice(["card", "any"])
    evil = chance.sample(SPECIAL_EVIL, chance.randint(0, board(players).evil))
    good = chance.sample(SPECIAL_GOOD, chance.randint(0, 2))
    if assassin == "card" and "merlin" in good and "assassin" not in evil:
        evil = ["assassin", *evil[1:]]
    roles: Any = [*good, *evil] or "none"
    return {"players": players, "roles": roles, "lady": chance.random() < 0.5, "assassin": assassin}


@pytest.mark.parametrize("players", PLAYERS)
@pytest.mark.parametrize("roles", PRESETS)
@pytest.mark.parametrize("lady", [False, True])
def test_laws_hold_for_every_number_of_players(players: int, roles: str, lady: bool) -> None:
    game = load(players=players, roles=roles, lady=lady)
    for seed in range(kit.games_to_play(2)):
        kit.run(game, seed, contract(game), every=7)


@pytest.mark.parametrize("seed", range(kit.games_to_play(60)))
def test_laws_hold_for_any_roles(seed: int) -> None:
    game = load(**random_options(seed))
    kit.run(game, seed, contract(game), every=5)


@pytest.mark.parametrize("seed", range(kit.games_to_play(60)))
def test_core_and_reference_agree_in_random_games(seed: int) -> None:
    options = random_options(1000 + seed)
    pair = Pair(load(**options).deal(seed)[0], **options)
    rng = Generator(seed)
    while pair.state.actor() != OVER:
        pair.apply(kit.next_event(pair.table, kit.uniform, rng))
    assert pair.reference.phase == "over"


def test_random_games_end_in_every_way() -> None:
    reasons: dict[str, int] = {}
    for seed in range(kit.games_to_play(120)):
        table = kit.Table.deal(load(**random_options(seed)), seed)
        for _ in kit.walk(table, seed, kit.uniform, 400):
            pass
        reasons[table.state.reason()] = reasons.get(table.state.reason(), 0) + 1
    assert set(reasons) == {"quests", "fails", "rejections", "merlin"} or sum(reasons.values()) < 100


@pytest.mark.parametrize("players", PLAYERS)
def test_a_state_is_small_and_a_game_within_its_bounds(players: int) -> None:
    game = load(players=players, roles="all", lady=True)
    assert game.rules.state_size < 512
    state = game.start(game.deal(1)[0])
    assert max(len(state.legal()), 1) <= 252
    assert state.random_playouts(200, 3)[0] <= 200 * game.rules.longest
