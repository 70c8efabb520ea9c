"""Random games of the duel under random options, event by event against the reference and under the kit's laws."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import duel_options
import kit
from avalon_ai import games
from avalon_ai._state import CHANCE, OVER, Generator
from duel_pair import Pair

SEEDS = st.integers(0, 2**32 - 1)
HEALTH = [HealthCheck.too_slow, HealthCheck.data_too_large]
STANDARD_GAMES = 30
TWO_PLAINS = {"territories": ["plain1", "plain2"], "colours": 2, "copies": 4, "crowns_to_win": 2}
KEPT: list[tuple[dict[str, Any], int]] = [  # options and seeds of walks that once failed
    # a resampled hand could not go on with the discards that its seat had begun
    (TWO_PLAINS | {"hand": 1, "turn_cap": 20, "first": "A"}, 1),
]


def play(options: dict[str, Any], seed: int, most: int = 3000) -> Pair:
    """Walk one random game in core and reference at once; kinds of moves are chosen before moves."""
    game = games.load("duel", **options)
    deal, dealer = game.deal(seed)
    pair = Pair(deal, **options)
    pair.table.dealer = dealer
    player, rng = (kit.grouped(game), kit.uniform)[seed % 3 == 0], Generator(seed).fork(1)
    while pair.state.actor() != OVER and len(pair.table.events) < most:
        pair.apply(kit.next_event(pair.table, player, rng))
    return pair


@settings(max_examples=kit.games_to_play(500), deadline=None, suppress_health_check=HEALTH, derandomize=True)
@given(options=duel_options.options(), seed=SEEDS)
def test_core_and_reference_agree_under_random_options(options: dict[str, Any], seed: int) -> None:
    play(options, seed)


@settings(max_examples=kit.games_to_play(120), deadline=None, suppress_health_check=HEALTH, derandomize=True)
@given(options=duel_options.options(), seed=SEEDS)
def test_laws_hold_under_random_options(options: dict[str, Any], seed: int) -> None:
    game = games.load("duel", **options)
    kit.run(game, seed, kit.Contract(models=(None, game.model("hand"))), player=kit.grouped(game), every=5)


@pytest.mark.parametrize("seed", range(kit.games_to_play(STANDARD_GAMES)))
def test_core_and_reference_agree_on_the_standard_duel(seed: int) -> None:
    assert play({"set": ("kosmos20", "rich23")[seed % 2]}, seed).actor() == "over"


@pytest.mark.parametrize(("options", "seed"), KEPT)
def test_walk_that_once_failed(options: dict[str, Any], seed: int) -> None:
    play(options, seed)
    game = games.load("duel", **options)
    for player in (kit.uniform, kit.grouped(game)):
        kit.run(game, seed, kit.Contract(), player=player)


def test_random_games_reach_every_kind_of_event() -> None:
    seen: Counter[str] = Counter()
    for seed in range(30):
        pair = play({"territories": ["forest1", "avalon", "plain3", "hill1"], "crowns_to_win": 6, "colours": 2}, seed)
        seen.update(word(pair.game.text(event)) for event in pair.table.events)
        seen[pair.state.reason()] += 1
    wanted = {"lay", "attack", "circle", "enchant", "counter", "defend", "pass", "drop", "spare", "take", "draw"}
    assert wanted | {"reveal", "crowns"} <= set(seen), seen


def word(text: str) -> str:
    """What kind of event the text tells."""
    if text[2:3] in ("-", "x", "@"):
        return {"-": "lay", "@": "enchant", "x": "attack" if text[0] == "K" else "circle"}[text[2]]
    return text.split()[0]


def test_a_dealer_answers_only_what_may_come() -> None:
    for seed in range(kit.games_to_play(20)):
        table = kit.Table.deal(games.load("duel", territories=["plain1", "hill1"], crowns_to_win=2, copies=2), seed)
        rng = Generator(seed)
        while table.state.actor() != OVER:
            event = kit.next_event(table, kit.uniform, rng)
            assert table.state.actor() != CHANCE or event in dict(table.state.outcomes())
            table.apply(event)
