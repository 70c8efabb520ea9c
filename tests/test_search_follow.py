"""A search that goes on after own moves: it keeps what it knows, and the bot plays on as if it had never paused."""

from __future__ import annotations

import math

import pytest

from avalon_ai import games, match
from avalon_ai._state import OVER, Generator, State
from avalon_ai.bots import Choice
from avalon_ai.bots.ismcts import IsmctsBot
from avalon_ai.games.base import Game
from avalon_ai.search import FAIR_SHARE, MoveReport, Report, Search, surest_first
from avalon_ai.streams import Stream


@pytest.fixture(name="game")
def duel() -> Game:
    return games.load("duel")


def searched(game: Game, state: State, visits: int, threads: int = 1) -> Search:
    search = Search(state.view(state.actor()), game.model(), visits=visits, threads=threads)
    while search.step():
        pass
    return search


def stays(state: State, *events: int) -> bool:
    """Whether the same seat is to choose again right after each of these moves."""
    after = state.copy()
    for event in events:
        if not after.allows(event):
            return False
        after.apply(event)
        if after.actor() != state.actor() or len(after.legal()) < 2:
            return False
    return True


def followed(game: Game, threads: int = 1) -> tuple[MoveReport, Search, State]:
    """A move of the seat to act after which it chooses again, the search that went on after it, and the state there."""
    state = game.new(seed=1)
    search = searched(game, state, 3_000, threads=threads)
    move = next(move for move in search.report().moves if stays(state, move.event))
    state.apply(move.event)
    assert search.follow(state.view(state.actor()), [move.event], visits=500)
    return move, search, state


def without_time(report: Report) -> tuple[object, ...]:
    return report.moves, report.visits, report.nodes, report.depth


@pytest.mark.parametrize("threads", [1, 3])
def test_what_is_known_is_kept(game: Game, threads: int) -> None:
    move, search, state = followed(game, threads)
    kept = search.report()
    tried = [known for known in kept.moves if known.visits]
    assert kept.visits == move.visits
    assert sum(known.visits for known in tried) == move.visits - threads  # the visit that made the node tried no move
    assert {known.event for known in kept.moves} == set(state.legal())
    if threads == 1:
        assert tried[0].pv == move.pv[1:]
    for known in tried:
        assert known.value is not None
        assert 0 <= known.value <= 1
        if threads == 1 and known.visits > 1:  # as wide as results of 0 and 1 alone would be
            widest = known.value * (1 - known.value) / (known.visits - 1)
            assert known.error == pytest.approx(math.sqrt(widest), abs=1e-9)


def test_it_searches_on(game: Game) -> None:
    move, search, _ = followed(game)
    before = search.report()
    while search.step(200):
        pass
    after = search.report()
    assert after.visits == move.visits + 500
    assert after.nodes > before.nodes
    assert sum(known.visits for known in after.moves) == after.visits - 1
    known = {known.event: known.visits for known in before.moves}
    assert all(now.visits >= known[now.event] for now in after.moves)


def test_the_same_way_gives_the_same_tree(game: Game) -> None:
    reports = []
    for _ in range(2):
        _, search, _ = followed(game)
        while search.step():
            pass
        reports.append(without_time(search.report()))
    assert reports[0] == reports[1]


def test_several_moves_at_once(game: Game) -> None:
    rng = Generator(4)
    state = game.new(seed=1)
    line: tuple[int, ...] = ()
    while not line:
        while state.actor() < 0 or len(state.legal()) < 2:
            state.apply(state.sample(rng) if state.actor() < 0 else state.legal()[0])
        search = searched(game, state, 1_000)
        moves = search.report().moves
        line = next((move.pv[:2] for move in moves if len(move.pv) > 2 and stays(state, *move.pv[:2])), ())
        for event in line or moves[0].pv[:1]:
            state.apply(event)
    assert search.follow(state.view(state.actor()), line, visits=1)
    assert {move.event for move in search.report().moves} == set(state.legal())


def test_nothing_known_is_nothing_kept(game: Game) -> None:
    state = game.new(seed=1)
    view = state.view(state.actor())
    for moves in ([], [state.legal()[-1] + 1], [10**6]):
        assert not searched(game, state, 5).follow(view, moves, visits=1)


def test_a_search_that_runs_or_was_stopped_does_not_go_on(game: Game) -> None:
    state = game.new(seed=1)
    view = state.view(state.actor())
    with pytest.raises(ValueError, match="expected a search that has ended after steps"):
        Search(view, game.model(), visits=10).follow(view, [0])
    with pytest.raises(ValueError, match="needs a limit"):
        searched(game, state, 10).follow(view, [0], visits=None)
    stopped = searched(game, state, 10)
    stopped.stop()
    assert not stopped.follow(view, [stopped.report().moves[0].event])


@pytest.mark.parametrize("name", ["resistance", "veil"])
def test_trees_of_another_form_do_not_go_on(name: str) -> None:
    game = games.load(name)
    deal, dealer = game.deal(1)
    state = game.start(deal)
    while len(state.legal()) < 2:
        event = state.forced()
        event = dealer.answer(state) if event is None else event
        if state.actor() == -1:
            dealer.see(event, state)
        state.apply(event)
    search = searched(game, state, 50)
    assert not search.follow(state.view(state.actor()), [search.report().moves[0].event])


def test_a_bot_asked_twice_or_after_undo_answers_the_same(game: Game) -> None:
    """A bot that is asked twice at each place of a game, and one that is asked backwards: what it kept is of no use."""
    table = match.Match.new(game, ["a", "b"], seed=3)
    bot = IsmctsBot("ismcts", game, visits=60)
    bot.start(table.streams[0], 9)
    asked: list[tuple[Stream, Choice]] = []
    went_on = 0
    while len(asked) < 40 and (seat := table.advance()) is not None:
        stream = table.streams[seat]
        if seat == 0:
            choice = bot.act(stream)
            assert bot.act(stream) == choice
            asked.append((stream.copy(), choice))
            went_on += (choice.visits or 0) > 60
            table.move(choice.event)
        else:
            table.move(stream.view.legal()[0])
    assert went_on > 5
    assert table.state.actor() != OVER
    backwards = IsmctsBot("ismcts", game, visits=60)
    backwards.start(table.streams[0], 9)
    assert [backwards.act(stream) for stream, _ in reversed(asked)] == [choice for _, choice in reversed(asked)]


def test_the_surest_move_stands_first() -> None:
    def move(event: int, visits: int, value: float | None) -> MoveReport:
        return MoveReport(event, visits, visits, value, None, 0.1, (event,))

    steady, bright, rash, untried = move(1, 900, 0.5), move(2, 400, 0.53), move(3, 50, 0.9), move(4, 0, None)
    assert rash.visits < FAIR_SHARE * steady.visits
    assert surest_first([steady, bright, rash, untried]) == (bright, steady, rash, untried)
    assert surest_first([steady, bright._replace(value=0.504), rash]) == (steady, bright._replace(value=0.504), rash)
    assert surest_first([rash]) == (rash,)
