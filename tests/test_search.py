"""The search: budgets, stopping, bounded memory, what it reports, and that it does not peek."""

from __future__ import annotations

import math
import statistics
import time
from collections.abc import Iterator

import pytest

from avalon_ai import bots, games, search
from avalon_ai._state import Generator, State, View
from avalon_ai.games import duel_models
from avalon_ai.games.base import Game
from avalon_ai.games.weights import table
from avalon_ai.match import Match, bot_seed
from avalon_ai.search import Report, analyze
from cheating_twin import CheatingTwin, open_view


@pytest.fixture(name="game")
def duel() -> Game:
    return games.load("duel")


def positions(game: Game, count: int) -> Iterator[State]:
    """States of random games in which a seat has a choice."""
    rng = Generator(5)
    for index in range(count):
        deal, dealer = game.deal(3, index)
        state = game.start(deal)
        for _ in range(20 + 15 * index):
            if state.actor() == -2:
                break
            event = state.forced()
            if event is None:
                moves = state.legal()
                event = dealer.answer(state) if not moves else moves[rng.below(len(moves))]
            if state.actor() == -1:
                dealer.see(event, state)
            state.apply(event)
        if len(state.legal()) > 1:
            yield state


def first_view(game: Game) -> View:
    deal, _ = game.deal(1)
    state = game.start(deal)
    return state.view(state.actor())


def without_time(report: Report) -> tuple[object, ...]:
    return report.moves, report.visits, report.nodes, report.depth, report.memory, report.full


def test_same_seed_and_visits_give_the_same_tree(game: Game) -> None:
    view = first_view(game)
    reports = [without_time(analyze(view, game.model(), visits=700, seed=seed)) for seed in (4, 4, 5)]
    assert reports[0] == reports[1] != reports[2]


def test_chunks_do_not_change_the_tree(game: Game) -> None:
    view = first_view(game)
    told: list[int] = []
    whole = analyze(view, game.model(), visits=search.CHUNK * 3, seed=4)
    watched = analyze(
        view, game.model(), visits=search.CHUNK * 3, seed=4, on_report=lambda now: told.append(now.visits)
    )
    assert told == [search.CHUNK, 2 * search.CHUNK, 3 * search.CHUNK]
    assert without_time(whole) == without_time(watched)


def test_threads_share_the_visits_and_repeat(game: Game) -> None:
    view = first_view(game)
    reports = [analyze(view, game.model(), visits=1_001, seed=4, threads=threads) for threads in (1, 3, 3)]
    assert without_time(reports[1]) == without_time(reports[2])
    assert [report.visits for report in reports] == [1_001] * 3
    assert sum(move.visits for move in reports[1].moves) == 1_001
    assert reports[1].moves[0].visits != reports[0].moves[0].visits
    assert sorted(move.event for move in reports[1].moves) == sorted(view.legal())
    alone = analyze(view, game.model(), visits=search.CHUNK, seed=4)
    assert alone.moves[0].value is not None


def test_a_search_leaves_its_view_alone(game: Game) -> None:
    view = first_view(game)
    before = view.to_bytes()
    analyze(view, game.model(), visits=300)
    assert view.to_bytes() == before


def test_stop_ends_a_search_after_the_chunk(game: Game) -> None:
    report = analyze(first_view(game), game.model(), visits=1_000_000_000, stop=lambda: True)
    assert report.visits == search.CHUNK


def test_seconds_end_a_search(game: Game) -> None:
    began = time.perf_counter()
    report = analyze(first_view(game), game.model(), visits=None, seconds=0.05)
    assert report.visits >= search.CHUNK
    assert time.perf_counter() - began < 5


def test_a_full_arena_stops_the_tree_and_not_the_search(game: Game) -> None:
    small = analyze(first_view(game), game.model(), visits=60_000, memory=search.MIN_MEMORY)
    assert small.full
    assert small.memory <= search.MIN_MEMORY
    assert small.visits == 60_000
    assert sum(move.visits for move in small.moves) == 60_000
    assert not analyze(first_view(game), game.model(), visits=200).full


def test_the_report_counts_right(game: Game) -> None:
    for state in positions(game, 6):
        view = state.view(state.actor())
        report = analyze(view, game.model(), visits=500)
        assert sorted(move.event for move in report.moves) == sorted(view.legal())
        assert sum(move.visits for move in report.moves) == report.visits == 500
        assert [move.visits for move in report.moves] == sorted((move.visits for move in report.moves), reverse=True)
        assert sum(move.prior for move in report.moves) == pytest.approx(1.0)
        for move in report.moves:
            assert move.available == 500
            assert move.pv[0] == move.event
            assert (move.value is None) == (move.visits == 0)
            assert move.value is None or 0.0 <= move.value <= 1.0


@pytest.mark.parametrize(
    ("limits", "said"),
    [
        ({"visits": None}, "needs a limit"),
        ({"visits": 0}, "visits: expected 1"),
        ({"seconds": 0.0}, "seconds: expected more"),
        ({"memory": 10}, "memory: expected at least"),
        ({"threads": 0}, "threads: expected 1"),
        ({"others": 0.95}, "others: expected 0 to 0.9"),
        ({"pull": 0.0}, "pull: expected more than 0"),
    ],
)
def test_limits_out_of_range_are_refused(game: Game, limits: dict[str, float], said: str) -> None:
    with pytest.raises(ValueError, match=said):
        analyze(first_view(game), game.model(), **limits)  # type: ignore[arg-type]


def test_only_the_seat_to_act_can_search(game: Game) -> None:
    deal, _ = game.deal(1)
    state = game.start(deal)
    with pytest.raises(ValueError, match="not to act"):
        analyze(state.view(1 - state.actor()), game.model())
    with pytest.raises(ValueError, match="model: expected"):
        analyze(state.view(state.actor()), b"short")


@pytest.mark.parametrize("early", [0.0, 0.25])
def test_a_rollout_counts_the_changes_of_turn_on_its_way(game: Game, early: float) -> None:
    """With an evaluation that says .8 for whoever is on turn, in a rollout that begins in the other seat's turn."""
    said = 0.8
    evaluation = {"one": [math.log(said / (1 - said))]}
    weights = table("duel_models.toml", "tuned") | {"early": early, "evaluation": evaluation}
    model = duel_models.compiled(game.rules, weights)
    once = analyze(first_view(game), model, visits=1, seed=3).moves[0]
    assert game.text(once.event).startswith("take ")  # which ends the turn
    assert once.value == pytest.approx(early * said + (1 - early) * (1 - said), abs=1e-5)
    to_the_end = analyze(first_view(game), model, visits=1, seed=3, changes=0)
    assert to_the_end.moves[0].value in (0.0, 0.5, 1.0)


def test_the_search_finds_the_win_at_hand(game: Game) -> None:
    """Where the twin that sees all is sure of a win within the turn, the honest search is nearly so."""
    found = 0
    for state in positions(game, 12):
        sure = analyze(open_view(state), game.model(), visits=400).moves[0]
        honest = analyze(state.view(state.actor()), game.model(), visits=400).moves[0]
        assert sure.value is not None
        assert honest.value is not None
        found += abs(sure.value - honest.value) < 0.4
    assert found >= 6


def test_seeing_the_other_hand_wins_more_often() -> None:
    """A fixed, small match; bench/strength.py measures it."""
    game = games.load("duel")
    results = []
    for deal in range(8):
        for order in ((0, 1), (1, 0)):
            pair = [CheatingTwin(game, 150), bots.make("ismcts:visits=150", game)]
            match = Match.new(game, [pair[number].spec for number in order], seed=77, deal_index=deal)
            pair[0].match = match  # type: ignore[attr-defined]
            for stream, number in zip(match.streams, order, strict=True):
                pair[number].start(stream, bot_seed(77, deal, number))
            while (seat := match.advance()) is not None:
                match.move(pair[order[seat]].act(match.streams[seat]).event)
            results.append(match.state.returns()[order.index(0)])
    assert statistics.fmean(results) > 0.55
