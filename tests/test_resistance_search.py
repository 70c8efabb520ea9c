"""The search with a tree of each seat: it repeats itself, every seat's root is searched, and it does the obvious."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest

from avalon_ai import games, search
from avalon_ai._state import CHANCE, MOVE, OVER, State, event_code, make_event
from avalon_ai.games import resistance_codes as codes
from avalon_ai.games.resistance_beliefs import posterior
from avalon_ai.search import Report, analyze

# The quests of a game: (team, who approves, who fails), each of one proposal.
Quest = tuple[str, str, str]
# B approves clean teams and rejects the other one.
TELLING: list[Quest] = [("AC", "ACDE", "A"), ("BCD", "BCD", ""), ("BD", "BCD", ""), ("BCD", "BCD", "")]


def start(roles: str = "assassin,merlin,servant,servant,minion", **options: Any) -> tuple[State, bytes]:
    """The start of a game with a role for each seat from A on, and the model of its search; A leads."""
    given = roles.split(",")
    game = games.load("resistance", players=len(given), roles=[role for role in given if role != "servant"], **options)
    deal: dict[str, Any] = {"leader": "A", "roles": dict(zip("ABCDEFGHIJ", given, strict=False))}
    if options.get("lady"):
        deal["lady"] = "ABCDEFGHIJ"[len(given) - 1]
    return game.start(deal), game.model()


def choose(state: State, seats: str, yes: int, no: int) -> None:
    """Everybody who chooses now does: `yes` for these seats."""
    while (seat := state.actor()) >= 0 and event_code(state.legal()[0]) in (codes.APPROVE, codes.SUCCESS):
        state.apply(make_event(yes if "ABCDEFGHIJ"[seat] in seats else no, seat, MOVE))


def tell(state: State) -> None:
    """The referee's next word."""
    assert state.actor() == CHANCE
    forced = state.forced()
    state.apply(forced if forced is not None else state.outcomes()[0][0])


def propose(state: State, team: str) -> None:
    mask = sum(1 << "ABCDEFGHIJ".index(letter) for letter in team)
    state.apply(make_event(codes.TEAM + mask, state.actor(), MOVE))


def play(state: State, quests: Iterable[Quest]) -> State:
    for team, approving, failing in quests:
        propose(state, team)
        choose(state, approving, codes.APPROVE, codes.REJECT)
        tell(state)
        choose(state, failing, codes.FAIL, codes.SUCCESS)
        tell(state)
    return state


def without_time(report: Report) -> tuple[object, ...]:
    return report.moves, report.visits, report.nodes, report.depth, report.memory, report.full


def best(state: State, model: bytes, visits: int = 2_000, **options: Any) -> int:
    found = analyze(state.view(state.actor()), model, visits=visits, seed=3, **options)
    return event_code(found.moves[0].event)


@pytest.mark.parametrize("players", [5, 10])
def test_same_seed_and_visits_give_the_same_trees(players: int) -> None:
    game = games.load("resistance", players=players, roles="all", lady=True)
    state = game.start(game.deal(2)[0])
    view = state.view(state.actor())
    told: list[int] = []
    reports = [analyze(view, game.model(), visits=600, seed=seed) for seed in (4, 4, 5)]
    watched = analyze(view, game.model(), visits=600, seed=4, on_report=lambda now: told.append(now.visits))
    assert without_time(reports[0]) == without_time(reports[1]) == without_time(watched) != without_time(reports[2])
    assert told == [250, 500, 600]


@pytest.mark.parametrize("others", [0.0, 0.3])
def test_each_seat_searches_its_own_vote(others: float) -> None:
    """Also those who vote after others: their votes are made again in every world, which is no news."""
    state, model = start()
    propose(state, "CD")
    for seat in range(5):
        report = analyze(state.view(seat), model, visits=500, seed=1, others=others)
        made = sum(move.visits for move in report.moves)
        assert report.visits == 500
        assert made == 500 if others == 0 else 300 < made < 480
        state.apply(make_event(codes.APPROVE if seat % 2 else codes.REJECT, seat, MOVE))


def test_a_full_arena_stops_the_trees_and_not_the_search() -> None:
    game = games.load("resistance", players=7, roles="all")
    state = game.start(game.deal(2)[0])
    report = analyze(state.view(state.actor()), game.model(), visits=20_000, memory=search.MIN_MEMORY)
    assert report.full
    assert report.visits == 20_000
    assert report.memory <= search.MIN_MEMORY


def test_nobody_lets_the_fifth_proposal_of_good_fall() -> None:
    """A fifth rejection loses for good."""
    state, model = start()
    for _ in range(4):
        propose(state, "CD")
        choose(state, "AB", codes.APPROVE, codes.REJECT)
        tell(state)
    propose(state, "CD")
    while state.actor() < 2:
        state.apply(make_event(codes.REJECT, state.actor(), MOVE))
    assert best(state, model) == codes.APPROVE


@pytest.mark.parametrize("fails", [0, 2])
def test_the_deciding_card_is_a_fail(fails: int) -> None:
    """Where good has won two quests or evil two, an evil member that can fail this one does."""
    state, model = start("assassin,merlin,servant,servant,servant,minion")
    lost: list[Quest] = [("AC", "ABCD", "A"), ("ABC", "ABCD", "A")]
    won: list[Quest] = [("CD", "BCDE", ""), ("BCD", "BCDE", "")]
    play(state, lost if fails else won)
    propose(state, "ABCD")
    choose(state, "ABCD", codes.APPROVE, codes.REJECT)
    tell(state)
    assert state.actor() == 0
    assert best(state, model) == codes.FAIL


def test_the_assassin_shoots_the_likeliest_merlin() -> None:
    state, model = start()
    play(state, TELLING)
    assert state.actor() == 0
    assert event_code(state.legal()[0]) >= codes.SHOOT
    merlin = {seat: row[0] for seat, row in enumerate(posterior(state.view(0))[1])}
    first, second = sorted(merlin, key=lambda seat: -merlin[seat])[:2]
    assert merlin[first] > merlin[second] + 0.05
    assert best(state, model) == codes.SHOOT + first


def test_the_own_role_does_not_leak_into_the_others_trees() -> None:
    """C is Merlin and nobody's first guess: the Assassin's tree, which learns as long as C's own, must not find him."""
    state, model = start("assassin,servant,merlin,servant,minion")
    play(state, [("CD", "BCDE", ""), ("BCD", "BCDE", "")])
    propose(state, "BC")
    choose(state, "BCDE", codes.APPROVE, codes.REJECT)
    tell(state)
    state.apply(make_event(codes.SUCCESS, 1, MOVE))
    report = analyze(state.view(2), model, visits=3_000, seed=2, others=0.5)
    assert report.moves[0].value is not None
    assert report.moves[0].value > 0.6


def test_a_search_plays_a_whole_game() -> None:
    state, model = start(lady=True)
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            tell(state)
        else:
            state.apply(analyze(state.view(state.actor()), model, visits=30, seed=1).moves[0].event)
    assert state.check() == 0
