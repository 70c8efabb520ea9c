"""Bots of The Riven Veil: the policy goes by what its seat sees, greedy beats random, the search beats greedy."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

import kit
from avalon_ai import _veil, bots, games, match, search
from avalon_ai._state import MOVE, View, event_source
from avalon_ai.errors import OptionError
from avalon_ai.games import veil_models, weights
from avalon_ai.games.base import Game
from test_veil_kit import random_options

EVALUATION = weights.tables(veil_models.FILE)["hand"]["evaluation"]
GREEDY = weights.tables(veil_models.FILE)["hand"]["greedy"]


def load(**options: Any) -> Game:
    return games.load("veil", **options)


def choices(player: kit.Player, seeds: int, every: int) -> Iterator[tuple[Game, View]]:
    """Views of seats that have a choice, in games of all modes, every so many events."""
    for seed in range(kit.games_to_play(seeds)):
        table = kit.Table.deal(load(**random_options(seed)), seed)
        for _ in kit.walk(table, seed, player, table.game.rules.longest):
            actor = table.state.actor()
            if actor >= 0 and len(table.events) % every == 0 and len(table.state.legal()) > 1:
                yield table.game, table.views[actor]


def priors(view: View, model: bytes, seed: int) -> dict[int, float]:
    """What the policy says in one world of a view, as a search of one visit asks it."""
    return {move.event: move.prior for move in search.analyze(view, model, visits=1, seed=seed).moves}


def test_policy_says_the_same_in_every_world_of_a_view() -> None:
    kinds = set()
    for game, view in choices(kit.uniform, 14, 7):
        model = game.model()
        shown = pytest.approx(dict(view.policy(model)), rel=1e-4, abs=1e-7)
        assert priors(view, model, 1) == shown
        assert priors(view, model, 2) == shown
        kinds.add(_veil.fields(view)["stack"][-1])
    assert {"commit", "turn", "icon", "bid", "plan", "battle", "explore", "bond", "pay"} <= kinds


def test_every_move_has_a_positive_weight() -> None:
    for game, view in choices(kit.uniform, 8, 11):
        for name in weights.tables(veil_models.FILE):
            weighed = view.policy(game.model(name))
            assert [event for event, _ in weighed] == view.legal()
            assert all(weight > 0 for _, weight in weighed)


def test_greedy_has_no_chance_in_it_and_light_has() -> None:
    rules = load().rules
    greedy, light = (veil_models.model(rules, "hand", greedy=greedy) for greedy in (True, False))
    assert _veil.self_play(rules, greedy, greedy, 4, 1) == _veil.self_play(rules, greedy, greedy, 4, 1)
    assert _veil.self_play(rules, greedy, greedy, 4, 1) != _veil.self_play(rules, light, light, 4, 1)


@pytest.mark.parametrize(("players", "share"), [(2, 0.9), (3, 0.8), (4, 0.7)])
@pytest.mark.parametrize("name", ["hand", "tuned"])
def test_greedy_beats_any_moves(players: int, share: float, name: str) -> None:
    game = load(players=players)
    shaken = _veil.make_model(game.rules, GREEDY, EVALUATION, noise=1e6, sharpness=1.0, margin=0.0)
    scores, _ = _veil.self_play(game.rules, game.model(name, greedy=True), shaken, 20, 7)
    assert sum(scores) / (20 * players) >= share


def test_greedy_beats_random_at_a_table() -> None:
    game = load()
    won = 0.0
    for deal in range(3):
        for seat in range(2):
            players = [bots.make("greedy" if place == seat else "random", game) for place in range(2)]
            played = match.play(game, players, seed=31, deal_index=deal)
            assert played.result is not None
            won += played.result_by_seat()[seat]
    assert won >= 5


def test_search_plays_a_game_and_repeats_it() -> None:
    game = load(players=3)
    lines = []
    for _ in range(2):
        players = [bots.make(spec, game) for spec in ("ismcts:visits=8", "greedy", "random")]
        lines.append(list(match.play(game, players, seed=5).lines()))
    assert lines[0] == lines[1]


def test_a_tree_has_the_moves_of_its_own_seat_alone() -> None:
    for game, view in choices(kit.uniform, 1, 60):
        for move in search.analyze(view, game.model(), visits=120).moves:
            assert {event >> 16 & 15 for event in move.pv} <= {view.seat}
            assert all(event_source(event) == MOVE for event in move.pv)


def test_values_of_a_position_are_shares_of_one_win() -> None:
    game = load(players=4)
    rows, stages, now, then = _veil.self_play_features(game.rules, game.model(), 2, 3)
    assert len(rows) == len(stages) * len(_veil.FEATURE_NAMES)
    assert len(stages) == len(now) == len(then)
    assert set(stages) == set(range(6))
    assert stages[:4] == [5] * 4
    assert now[:4] != then[:4]


def test_weights_that_are_missing_or_too_few_are_named() -> None:
    rules = load().rules
    with pytest.raises(KeyError, match="slope"):
        _veil.make_model(rules, {}, EVALUATION, noise=0.0, sharpness=1.0, margin=0.0)
    with pytest.raises(ValueError, match="hand, length"):
        _veil.make_model(rules, GREEDY, EVALUATION | {"hand": [1.0]}, noise=0.0, sharpness=1.0, margin=0.0)
    with pytest.raises(OptionError, match="one of hand, tuned"):
        load().model("worn")
