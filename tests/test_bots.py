"""Bots: each plays whole games from its stream alone, repeats itself, and keeps to its options."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from typing import Any

import pytest

from avalon_ai import bots, games, match, search, seeds
from avalon_ai._state import MOVE, event_source
from avalon_ai.bots.levels import LEVELS, Level, choose
from avalon_ai.search import MoveReport

SPECS = ["random", "greedy", "greedy:weights=hand", "ismcts:visits=30", "ismcts:level=1", "ismcts:visits=20,memory=1"]


@pytest.mark.parametrize("spec", SPECS)
def test_bot_finishes_a_game_and_repeats_it(spec: str) -> None:
    game = games.load("duel", turn_cap=12)
    played = [
        match.play(game, [bots.make(spec, game), bots.make("random", game)], seed=4, deal_index=2) for _ in range(2)
    ]
    assert played[0].result is not None
    assert played[0].result["reason"] in ("crowns", "cap")
    assert list(played[0].lines()) == list(played[1].lines())


@pytest.mark.parametrize("spec", SPECS)
def test_bot_taken_up_in_the_middle_plays_on_as_before(spec: str) -> None:
    game = games.load("duel", turn_cap=4)
    played = match.play(game, [bots.make(spec, game), bots.make(spec, game)], seed=4)
    for count, entry in enumerate(played.entries):
        assert entry.event is not None
        if event_source(entry.event) != MOVE:
            continue
        table = match.Match(replace(played, entries=played.entries[:count], result=None))
        bot = bots.make(spec, game)
        bot.start(table.streams[entry.seat], match.bot_seed(4, 0, entry.seat))
        assert bot.act(table.streams[entry.seat]).event == entry.event


def test_own_seed_of_a_bot_overrides_the_games() -> None:
    game = games.load("duel", turn_cap=4)
    moves = set()
    for seed in (1, 2):
        bot = bots.make("random:seed=9", game)
        table = match.Match.new(game, ["x", "y"], seed=5)
        seat = table.advance()
        assert seat is not None
        bot.start(table.streams[seat], seed)
        moves.add(bot.act(table.streams[seat]).event)
    assert len(moves) == 1


def test_searching_bot_tells_visits_and_value() -> None:
    game = games.load("duel", turn_cap=2)
    played = match.play(game, [bots.make("ismcts:visits=40", game)] * 2, seed=1)
    told = [entry.extra for entry in played.entries if entry.extra]
    assert told
    assert all(extra["visits"] == 40 and 0 <= extra["value"] <= 1 for extra in told)


def test_stronger_bots_win() -> None:
    game = games.load("duel")
    scores = Counter[str]()
    specs = ["random", "greedy"]
    for number in range(20):
        players = [bots.make(spec, game) for spec in specs]
        result = match.play(game, players, seed=8, deal_index=number // 2, rotation=number % 2).result_by_seat()
        for seat, score in enumerate(result):
            scores[specs[(seat + number % 2) % 2]] += score  # type: ignore[assignment]
    assert scores["greedy"] >= 18


# --- levels --------------------------------------------------------------------------------------


def moves(*values: float) -> list[MoveReport]:
    return [MoveReport(number, 100 - number, 100, value, 0.01, 0.1, (number,)) for number, value in enumerate(values)]


def chosen(level: Level, *values: float) -> Counter[int]:
    return Counter(choose(level, moves(*values), seeds.rng(1, number)).event for number in range(300))


def test_levels_rise_in_visits_and_fall_in_slack() -> None:
    levels = [LEVELS[number] for number in range(1, 11)]
    assert [level.visits for level in levels] == sorted({level.visits for level in levels})
    assert [level.slack for level in levels] == sorted((level.slack for level in levels), reverse=True)


def test_weak_level_plays_good_moves_more_often_than_bad_ones_and_no_blunders() -> None:
    counts = chosen(LEVELS[1], 0.6, 0.5, 0.4, 0.2)
    assert counts[0] > counts[1] > counts[2] > 0
    assert counts[3] == 0


def test_strong_level_plays_the_best_move() -> None:
    assert chosen(LEVELS[10], 0.6, 0.59, 0.58) == {0: 300}


def test_moves_hardly_looked_at_are_not_chosen() -> None:
    few = [*moves(0.5), moves(0.5)[0]._replace(event=7, visits=1)]
    assert {choose(LEVELS[1], few, seeds.rng(1, number)).event for number in range(100)} == {0}


def test_every_level_plays() -> None:
    game: Any = games.load("duel", turn_cap=2)
    for number in range(1, 8):
        match.play(game, [bots.make(bots.level(number), game), bots.make("random", game)], seed=number)


def test_default_bounds_of_spec_and_search_agree() -> None:
    options = {option.name: option.default for option in bots.BOTS["ismcts"].options}
    assert options["visits"] == search.VISITS
    assert options["memory"] == search.MEMORY >> 20
    assert options["exploration"] == search.EXPLORATION
