"""Our games as PettingZoo environments: its own tests, masks, rewards, and what an agent may not see."""

from __future__ import annotations

import pickle
import warnings
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pettingzoo", reason="needs the extra pettingzoo")

from pettingzoo.test import api_test, seed_test

from avalon_ai import games
from avalon_ai._state import OVER, event_code
from avalon_ai.adapters import pettingzoo
from avalon_ai.errors import OptionError
from avalon_ai.style import Style
from small_games import ONE_COLOUR

LOADED: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in games.names()),
    ("duel", ONE_COLOUR),
    ("resistance", {"players": 10, "roles": "all", "lady": True}),
]
DICTIONARIES = (  # what it says of every observation with a mask beside it, its own games aside
    "Observation is not a NumPy array",
    "Observation space for each agent probably should be gymnasium.spaces.box or gymnasium.spaces.discrete",
)


def play(env: Any, seed: int, moves: int = 10_000) -> Any:
    """The environment after so many random moves of a game, or at its end."""
    env.reset(seed=seed)
    rng = np.random.RandomState(seed)
    for _ in range(moves):
        observation, _, done, _, _ = env.last()
        if done:
            break
        env.step(rng.choice(np.flatnonzero(observation["action_mask"])))
    return env


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_its_own_tests_pass(name: str, options: dict[str, Any]) -> None:
    with warnings.catch_warnings(record=True) as said:
        warnings.simplefilter("always")
        api_test(pettingzoo.env(name, **options), num_cycles=300)
        seed_test(lambda: pettingzoo.env(name, **options), num_cycles=300)
    assert {str(each.message) for each in said} <= set(DICTIONARIES)


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_the_mask_holds_the_legal_moves_of_the_agent_to_act_alone(name: str, options: dict[str, Any]) -> None:
    for moves in range(0, 40, 8):
        env = play(pettingzoo.env(name, **options), 2, moves).unwrapped
        for agent in env.agents:
            legal = env.match.state.legal() if agent == env.agent_selection else []
            codes = sorted(event_code(event) for event in legal)
            assert np.flatnonzero(env.observe(agent)["action_mask"]).tolist() == codes


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_an_observation_is_the_features_of_the_agents_view(name: str, options: dict[str, Any]) -> None:
    env = play(pettingzoo.env(name, **options), 5, 12).unwrapped
    for seat, agent in enumerate(env.possible_agents):
        numbers, space = env.observe(agent)["observation"], env.observation_space(agent)["observation"]
        assert (space.shape, space.dtype) == ((len(env.game.feature_names()),), np.float32)
        assert space.contains(numbers)
        assert np.array_equal(numbers, env.match.state.view(seat).features())


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_rewards_come_at_the_end_and_are_the_result(name: str, options: dict[str, Any]) -> None:
    env = play(pettingzoo.env(name, **options), 3)
    match = env.unwrapped.match
    assert match.state.actor() == OVER
    assert all(env.terminations.values())
    assert list(env.rewards.values()) == [2 * result - 1 for result in match.state.returns()]
    assert match.record.result["reason"] == match.state.reason()


def test_an_illegal_move_forfeits_the_game() -> None:
    env = play(pettingzoo.env("duel"), 4, 3)
    agent = env.agent_selection
    mask = env.last()[0]["action_mask"]
    env.step(int(np.flatnonzero(mask == 0)[0]))
    assert env.rewards == {each: -1.0 if each == agent else 1.0 for each in env.agents}
    assert all(env.terminations.values())


def test_steps_without_a_move_or_a_game_are_refused() -> None:
    env = pettingzoo.AvalonEnv("duel")
    with pytest.raises(ValueError, match="reset"):
        env.observe("player_0")
    env.reset(seed=1)
    with pytest.raises(ValueError, match="expected a move of player_"):
        env.step(None)
    with pytest.raises(OptionError, match="hand: expected"):
        pettingzoo.env("duel", hand=0)


@pytest.mark.parametrize(("name", "options"), [("duel", ONE_COLOUR), ("resistance", {"roles": "none"})])
def test_what_is_hidden_from_an_agent_is_not_in_its_observations(name: str, options: dict[str, Any]) -> None:
    env = pettingzoo.AvalonEnv(name, **options)
    seen: dict[str, set[bytes]] = {}
    deals: dict[str, set[str]] = {}
    for seed in range(60):
        env.reset(seed=seed)
        key = str(env.match.streams[0].deal)
        observation = env.observe("player_0")
        seen.setdefault(key, set()).add(observation["observation"].tobytes() + observation["action_mask"].tobytes())
        deals.setdefault(key, set()).add(str(env.match.record.deal))
    assert max(map(len, deals.values())) > 1
    assert all(len(found) == 1 for found in seen.values())


def test_resets_deal_anew_and_a_seed_deals_again() -> None:
    env = pettingzoo.AvalonEnv("duel")
    deals = []
    for seed in (5, None, 5, None, 6):
        env.reset(seed=seed)
        deals.append(str(env.match.record.deal))
    assert deals[:2] == deals[2:4]
    assert len(set(deals)) == 3


def test_render_shows_the_table_as_the_seat_to_act_sees_it(capsys: pytest.CaptureFixture[str]) -> None:
    env = play(pettingzoo.env("duel", render_mode="ansi"), 7, 5)
    shown = env.render()
    match = env.unwrapped.match
    assert "hand" in shown
    assert "?" in shown
    assert shown == env.unwrapped.game.screen(match.state.view(match.state.actor()), Style(), [], env.possible_agents)
    play(pettingzoo.env("duel", render_mode="human"), 7, 1)
    assert "hand" in capsys.readouterr().out


def test_an_environment_can_be_pickled() -> None:
    twin = pickle.loads(pickle.dumps(pettingzoo.AvalonEnv("resistance", players=6, render_mode="ansi")))
    assert twin.render_mode == "ansi"
    assert len(twin.possible_agents) == 6
    assert str(twin) == "avalon_resistance_v0"
