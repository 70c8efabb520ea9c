"""Our games in OpenSpiel's hands: its own checks, its solvers, its search and its matches."""

from __future__ import annotations

import pickle
import subprocess
import sys
from typing import Any

import numpy as np
import pytest

pytest.importorskip("pyspiel", reason="needs the extra openspiel")

import pyspiel
from open_spiel.python import policy as policies
from open_spiel.python.algorithms import cfr, evaluate_bots, exploitability, ismcts, mcts
from open_spiel.python.observation import make_observation

from avalon_ai import games
from avalon_ai._state import Generator
from avalon_ai.adapters import openspiel
from avalon_ai.errors import OptionError
from avalon_ai.json_lines import dumps
from small_games import ONE_COLOUR, TWO_COLOURS

LOADED: list[tuple[str, dict[str, Any]]] = [
    *((name, {}) for name in games.names()),
    ("duel", ONE_COLOUR),
    ("duel", {"turn_cap": 12, "hand": 3, "first": "B"}),
    ("resistance", {"players": 8, "roles": "all", "lady": True, "assassin": "any"}),
]
TARGET = 1e-3


def chance(state: Any, rng: np.random.RandomState) -> int:
    """Any outcome, as likely as it is, or any legal action."""
    if not state.is_chance_node():
        return int(rng.choice(state.legal_actions()))
    outcomes, chances = zip(*state.chance_outcomes(), strict=True)
    return int(rng.choice(outcomes, p=chances))


def ended(state: Any, seed: int) -> Any:
    """The state after random play to the end."""
    rng = np.random.RandomState(seed)
    while not state.is_terminal():
        state.apply_action(chance(state, rng))
    return state


def decision(name: str, seed: int, moves: int, **options: Any) -> Any:
    """A state of a random game where a seat has something to choose, after so many moves."""
    state, rng, made = openspiel.load(name, **options).new_initial_state(), np.random.RandomState(seed), 0
    while state.is_chance_node() or made < moves or len(state.legal_actions()) == 1:
        made += not state.is_chance_node()
        state.apply_action(chance(state, rng))
    return state


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_random_simulations_pass_its_own_checks(name: str, options: dict[str, Any]) -> None:
    pyspiel.random_sim_test(openspiel.load(name, **options), num_sims=2, serialize=True, verbose=False)


@pytest.mark.parametrize(("name", "options"), LOADED)
def test_a_game_is_found_again_by_its_text(name: str, options: dict[str, Any]) -> None:
    game = openspiel.load(name, **options)
    again = openspiel.load_text(str(game))
    assert str(again) == str(game)
    assert again.tree.game.rules == game.tree.game.rules
    assert again.get_type().short_name == f"avalon_{name}"


@pytest.mark.parametrize("name", games.names())
def test_games_and_states_can_be_pickled(name: str) -> None:
    state = decision(name, 2, 5)
    twin = pickle.loads(pickle.dumps(state))
    assert str(twin) == str(state)
    assert twin.history() == state.history()
    assert twin.information_state_string() == state.information_state_string()
    assert str(pickle.loads(pickle.dumps(state.get_game()))) == str(state.get_game())


def test_wrong_options_name_the_valid_ones() -> None:
    with pytest.raises(OptionError, match="hand: expected a whole number from 1 to 9"):
        openspiel.load("duel", hand=0)
    with pytest.raises(OptionError, match="games: duel"):
        openspiel.load("chess")
    for text in ("no JSON", "[1]"):
        with pytest.raises(OptionError, match="options: expected a JSON object"):
            openspiel.KINDS["duel"]({"options": text})


def test_the_interpreter_ends_in_peace() -> None:
    code = "from avalon_ai.adapters import openspiel as o; o.load('duel').new_initial_state().observation_string(0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stderr) == (0, "")


# --- solvers ------------------------------------------------------------------------------------


def test_its_solver_comes_to_an_equilibrium_of_a_small_duel() -> None:
    game = openspiel.load("duel", **ONE_COLOUR)
    assert sum(1 for _ in game.tree.root.subtree()) <= 20_000
    assert exploitability.exploitability(game, policies.UniformRandomPolicy(game)) > 0.1
    solver = cfr.CFRPlusSolver(game)
    found = 1.0
    for _ in range(8):
        for _ in range(16):
            solver.evaluate_and_update_policy()
        found = exploitability.exploitability(game, solver.average_policy())
        if found < TARGET:
            break
    assert 0 <= found < TARGET
    gains = exploitability.nash_conv(game, solver.average_policy(), return_only_nash_conv=False)
    assert gains.nash_conv == pytest.approx(2 * found, abs=1e-9)  # its code in Python finds what its code in C++ does


def test_returns_are_of_zero_sum_for_two_seats_and_of_the_records_results_for_more() -> None:
    duel = ended(openspiel.load("duel", **TWO_COLOURS).new_initial_state(), 1)
    assert sum(duel.returns()) == 0
    table = ended(openspiel.load("resistance").new_initial_state(), 1)
    assert table.returns() == [2 * result - 1 for result in table.here.state.returns()]
    assert set(table.returns()) == {-1.0, 1.0}


# --- what a seat sees ---------------------------------------------------------------------------


@pytest.mark.parametrize("name", games.names())
def test_an_information_state_is_the_masked_stream(name: str) -> None:
    state = decision(name, 3, 9)
    for seat in range(state.num_players()):
        observation = make_observation(state.get_game(), pyspiel.IIGObservationType(perfect_recall=True))
        assert state.information_state_string(seat) == state.here.stream(seat) == observation.string_from(state, seat)
    assert state.information_state_string() == state.here.stream(state.current_player())
    with pytest.raises(ValueError, match="player: expected 0 to"):
        state.information_state_string(state.num_players())


@pytest.mark.parametrize("name", games.names())
def test_observations_are_equal_where_a_seat_knows_the_same(name: str) -> None:
    state = decision(name, 4, 9)
    seat = state.current_player()
    twin = state.resampled(seat, Generator(1))
    assert twin.observation_tensor(seat) == state.observation_tensor(seat)
    assert twin.observation_string(seat) == state.observation_string(seat)
    assert list(state.observation_tensor(seat)) == state.here.state.view(seat).features().tolist()
    assert any(state.observation_tensor(seat))
    assert not any(state.get_game().new_initial_state().observation_tensor(seat))
    others = [twin.observation_tensor(other) != state.observation_tensor(other) for other in range(2)]
    assert others[seat] is False if seat < 2 else True


def test_observers_of_anything_but_one_seat_are_refused() -> None:
    game = openspiel.load("duel")
    for private in (pyspiel.PrivateInfoType.ALL_PLAYERS, pyspiel.PrivateInfoType.NONE):
        with pytest.raises(ValueError, match="that of a single player"):
            make_observation(game, pyspiel.IIGObservationType(perfect_recall=False, private_info=private))
    with pytest.raises(ValueError, match="params: expected none"):
        game.make_py_observer(None, {"x": 1})


# --- search and matches -------------------------------------------------------------------------


def searcher(game: Any, seed: int, visits: int = 40) -> Any:
    """OpenSpiel's information-set search in Python."""
    rng = np.random.RandomState(seed)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1, rng), 2.0, visits, random_state=rng)
    bot.set_resampler(openspiel.resampler(seed))
    return bot


@pytest.mark.parametrize("name", games.names())
def test_its_search_finds_a_legal_move(name: str) -> None:
    state = decision(name, 5, 6)
    found = searcher(state.get_game(), 1).get_policy(state)
    assert {action for action, _ in found} == set(state.legal_actions())
    assert sum(chance for _, chance in found) == pytest.approx(1)


def test_its_search_draws_worlds_of_its_own_and_takes_our_beliefs() -> None:
    state = decision("resistance", 5, 6)
    game = state.get_game()
    bot = searcher(game, 1)
    for draw in (None, openspiel.resampler(3, model=game.tree.game.model())):
        bot.set_resampler(draw)
        assert bot.step(state) in state.legal_actions()


def test_its_search_beats_chance_in_a_small_duel() -> None:
    game = openspiel.load("duel", **TWO_COLOURS)
    rng, won = np.random.RandomState(2), 0.0
    for number in range(40):
        state, bot = game.new_initial_state(), searcher(game, number, 20)
        while not state.is_terminal():
            chosen = bot.step(state) if state.current_player() == 0 else chance(state, rng)
            state.apply_action(chosen)
        won += state.returns()[0] - ended(game.new_initial_state(), number).returns()[0]
    assert won > 8


@pytest.mark.parametrize("name", games.names())
def test_our_bots_sit_beside_its_own(name: str) -> None:
    game = openspiel.load(name)
    ours = [openspiel.AvalonBot(game, seat, "greedy", seed=seat) for seat in range(game.num_players() - 1)]
    theirs = pyspiel.make_uniform_random_bot(game.num_players() - 1, 5)
    for number in range(2):
        results = evaluate_bots.evaluate_bots(game.new_initial_state(), [*ours, theirs], np.random.RandomState(number))
        assert len(results) == game.num_players()


def test_our_bot_is_shown_its_masked_stream_and_begins_anew_with_a_new_game() -> None:
    game = openspiel.load("duel", **TWO_COLOURS)
    bot = openspiel.AvalonBot(game, 0, "random", seed=1)
    assert bot.player_id() == 0
    shown = []
    rng = np.random.RandomState(1)
    for _ in range(3):
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.current_player() == 0:
                action = bot.step(state)
                assert bot.stream is not None
                shown.append((bot.stream.lines()[1:], state.information_state_string(0)))
            else:
                action = chance(state, rng)
            state.apply_action(action)
    assert bot.played == 3
    for lines, text in shown:
        assert text == "".join(dumps(line) + "\n" for line in [{"seat": "A"}, *lines])
