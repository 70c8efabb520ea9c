"""The kit's laws on The Riven Veil, for 2, 3 and 4 seats and all modes."""

from __future__ import annotations

import random
from typing import Any

import pytest

import kit
from avalon_ai import games
from avalon_ai._state import OVER
from avalon_ai.games.base import Game

pytestmark = pytest.mark.kit

PLAYERS = (2, 3, 4)
STATE_LIMIT = 2048


def load(**options: Any) -> Game:
    return games.load("veil", **options)


def contract(game: Game) -> kit.Contract:
    return kit.Contract(models=(None, game.model()))


def random_options(seed: int) -> dict[str, Any]:
    """Any players and any mode."""
    chance = random.Random(seed)
    return {
        "players": chance.choice(PLAYERS),
        "seasons": chance.choice((2, 3)),
        "battles": chance.choice(("standard", "deterministic")),
        "favor": chance.choice("AB"),
        "green_knight": chance.random() < 0.5,
        "decline": chance.random() < 0.3,
    }


@pytest.mark.parametrize("players", PLAYERS)
def test_laws_hold_for_every_number_of_players(players: int) -> None:
    game = load(players=players)
    for seed in range(kit.games_to_play(2)):
        kit.run(game, seed, contract(game), every=17)


@pytest.mark.parametrize("seed", range(kit.games_to_play(12)))
def test_laws_hold_in_all_modes(seed: int) -> None:
    game = load(**random_options(seed))
    kit.run(game, seed, contract(game), every=29)


@pytest.mark.parametrize("seed", range(kit.games_to_play(6)))
def test_laws_hold_where_every_kind_of_move_is_as_likely(seed: int) -> None:
    game = load(**random_options(100 + seed))
    kit.run(game, seed, contract(game), every=29, player=kit.grouped(game))


def test_random_games_of_all_modes_end_and_keep_the_invariants() -> None:
    for seed in range(kit.games_to_play(60)):
        table = kit.Table.deal(load(**random_options(seed)), seed)
        for _ in kit.walk(table, seed, kit.uniform, table.game.rules.longest):
            if len(table.events) % 5 == 0:
                kit.check_whole(table.state)
        assert table.state.actor() == OVER


@pytest.mark.parametrize("players", PLAYERS)
def test_a_state_is_small_and_a_game_within_its_bounds(players: int) -> None:
    game = load(players=players, seasons=3, decline=True)
    assert game.rules.state_size <= STATE_LIMIT
    state = game.start(game.deal(1)[0])
    assert state.random_playouts(100, 3)[0] <= 100 * game.rules.longest
