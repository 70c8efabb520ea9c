"""The rulings of The Resistance: Avalon one by one, in core and reference at once."""

from __future__ import annotations

from typing import Any

import pytest

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import CHANCE, HIDDEN, MOVE, NO_SEAT, REFEREE_EVENT, Generator, View
from avalon_ai.games.resistance_codes import ROLES, letters
from reference_resistance import LETTERS
from resistance_pair import Pair, line

FIVE = "merlin servant servant assassin minion"
SEVEN = "merlin percival servant servant assassin morgana oberon"


def five(**more: Any) -> Pair:
    return Pair(line(FIVE), **more)


def seven(**more: Any) -> Pair:
    return Pair(line(SEVEN), players=7, **more)


# --- 3.1 and rulings 1 to 5 ------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("players", "evil", "sizes"),
    [(5, 2, [2, 3, 2, 3, 3]), (6, 2, [2, 3, 4, 3, 4]), (7, 3, [2, 3, 3, 4, 4]), (8, 3, [3, 4, 4, 5, 5]),
     (9, 3, [3, 4, 4, 5, 5]), (10, 4, [3, 4, 4, 5, 5])],
)  # fmt: skip
def test_the_table_of_sides_and_teams(players: int, evil: int, sizes: list[int]) -> None:
    game = games.load("resistance", players=players)
    raw = _resistance.fields(game.start(game.deal(1)[0]))
    assert raw["evil"].bit_count() == evil
    assert raw["sizes"] == sizes
    assert raw["needed"] == [1, 1, 1, 2 if players >= 7 else 1, 1]


def test_the_leader_proposes_any_team_of_the_size_asked_for() -> None:
    pair = five()
    assert pair.legal() == [f"team {a}{b}" for a, b in zip("AAAABBBCCD", "BCDECDEDEE", strict=True)]
    pair.refuse("team ABC", "team A")
    pair.quest("BC")
    assert len(pair.legal()) == 10
    pair.refuse("team AB")


def test_more_than_half_must_approve_and_a_tie_rejects() -> None:
    assert five().play("team AB").vote("ABC").reference.phase == "card"
    assert five().play("team AB").vote("AB").reference.phase == "propose"
    six = "merlin servant servant servant assassin minion"
    assert Pair(line(six), players=6).play("team AB").vote("ABC").reference.phase == "propose"
    assert Pair(line(six), players=6).play("team AB").vote("ABCD").reference.phase == "card"


def test_rejected_team_and_played_quest_pass_the_lead() -> None:
    pair = five().play("team AB").vote("")
    assert pair.reference.actor() == "B"
    pair.quest("AB")
    assert pair.reference.actor() == "C"
    assert Pair(line(FIVE, "E")).play("team AB").vote("").reference.actor() == "A"


def test_the_fifth_rejection_for_one_quest_wins_for_evil() -> None:
    pair = five()
    for _ in range(4):
        pair.play("team AB").vote("A")
    pair.quest("AB")
    for _ in range(5):
        assert pair.reference.actor() != "over"
        pair.play("team ABC").vote("")
    pair.play("winners DE")
    assert (pair.state.reason(), pair.state.returns()) == ("rejections", (0, 0, 0, 1, 1))


def test_one_fail_fails_a_quest_and_three_of_them_win() -> None:
    pair = five().quest("AD", "D").quest("BCE", "E").quest("DE", "DE")
    assert pair.state.actor() == CHANCE
    pair.play("winners DE")
    assert (pair.state.reason(), pair.state.returns()) == ("fails", (0, 0, 0, 1, 1))


def test_the_fourth_quest_stands_one_fail_from_seven_players_on() -> None:
    pair = seven().quest("AB").quest("ABE", "E").quest("ABE", "E").quest("ABCE", "E")
    assert (pair.shown()["won"], pair.shown()["lost"]) == (2, 2)
    pair = seven().quest("AB").quest("ABE", "E").quest("ABE", "E").quest("ABEF", "EF")
    assert pair.shown()["lost"] == 3
    pair = five().quest("AB").quest("ABE", "E").quest("AE", "E").quest("ABE", "E")
    assert pair.shown()["lost"] == 3


def test_good_members_play_success_and_evil_ones_what_they_like() -> None:
    pair = five().team("AD")
    assert pair.legal() == ["success"]
    pair.refuse("fail")
    assert pair.play("success").legal() == ["fail", "success"]


def test_votes_and_cards_come_in_seat_order_and_the_referee_tells_them() -> None:
    pair = five().play("team CD", "approve", "reject", "approve", "approve", "reject")
    assert [pair.game.text(event) for event, _ in pair.state.outcomes()] == ["votes ACD"]
    pair.play("votes ACD", "success", "fail")
    assert [pair.game.text(event) for event, _ in pair.state.outcomes()] == ["fails 1"]


# --- the shot ------------------------------------------------------------------------------------------


def three_successes(pair: Pair) -> Pair:
    return pair.quest("AB").quest("ABC").quest("BC")


def test_after_three_successes_the_carrier_shoots_and_nobody_else_knows_who_he_is() -> None:
    pair = three_successes(five())
    assert pair.state.actor() == 3
    assert [view.actor() for view in pair.table.views] == [HIDDEN, HIDDEN, HIDDEN, 3, HIDDEN]
    assert pair.legal() == ["shoot A", "shoot B", "shoot C"]
    assert [view.legal() != [] for view in pair.table.views] == [False, False, False, True, False]


@pytest.mark.parametrize(("target", "reason", "winners"), [("A", "merlin", "DE"), ("B", "quests", "ABC")])
def test_the_result_says_whether_it_was_merlin(target: str, reason: str, winners: str) -> None:
    pair = three_successes(five()).play(f"shoot {target}")
    assert pair.state.actor() == CHANCE
    assert all(view.actor() == CHANCE and view.reason() == "" for view in pair.table.views)
    hit, missed = ({view.allows(pair.event(f"winners {side}")) for view in pair.table.views} for side in ("DE", "ABC"))
    assert True in hit
    assert True in missed
    pair.play(f"winners {winners}")
    assert pair.state.reason() == reason
    assert [view.returns() for view in pair.table.views] == [pair.state.returns()] * 5


def test_without_merlin_nobody_shoots() -> None:
    pair = Pair(line("servant servant servant minion minion"), roles="none")
    three_successes(pair).play("winners ABC")
    assert pair.state.reason() == "quests"


def test_ruling_19_whom_the_carrier_may_shoot() -> None:
    pair = seven().quest("AB").quest("ABC").quest("ABC")
    assert pair.reference.actor() == "E"
    assert pair.legal() == [f"shoot {seat}" for seat in "ABCDG"], "not himself, not Morgana whom he knew; Oberon he may"
    pair.play("shoot G", "winners ABCD")
    assert pair.state.reason() == "quests"
    oberon = Pair(line(SEVEN, assassin="G"), players=7, assassin="any").quest("AB").quest("ABC").quest("ABC")
    assert oberon.reference.actor() == "G"
    assert oberon.legal() == [f"shoot {seat}" for seat in "ABCDEF"]


def test_what_the_lady_showed_does_not_bar_the_shot() -> None:
    pair = Pair(line(SEVEN, "F", lady="E"), players=7, lady=True).quest("AB").quest("ABC")
    pair.play("lady G", "loyalty evil", "say good").quest("ABC")
    assert "shoot G" in pair.legal()


def test_who_has_shot_carries_the_shot() -> None:
    pair = Pair(line(FIVE, assassin="E"), assassin="any")
    three_successes(pair)
    servant = pair.view("B")
    shots = [servant.allows(pair.game.parse("shoot C", MOVE, seat)) for seat in range(5)]
    assert shots == [True, False, False, True, True], "himself he knows; C cannot shoot C"
    pair.play("shoot C")
    assert {letters(evil) for evil, _ in _resistance.evil_sets(servant)} == {"AE", "DE"}


# --- who sees whom: 3.3, rulings 6 to 8 -----------------------------------------------------------------

TEN = "merlin percival servant servant servant servant assassin mordred morgana oberon"


@pytest.mark.parametrize(
    ("seat", "seen"),
    [("A", "GIJ"), ("B", "AI"), ("C", ""), ("G", "HI"), ("H", "GI"), ("I", "GH"), ("J", "")],
)
def test_who_sees_whom(seat: str, seen: str) -> None:
    pair = Pair(line(TEN), players=10, roles="all")
    assert letters(pair.shown(seat)["seen"][LETTERS.index(seat)]) == seen


def test_percival_without_morgana_knows_merlin() -> None:
    pair = Pair(line("merlin percival servant assassin minion"))
    assert known(pair.view("B"))[0] == "merlin"
    pair = Pair(line("servant percival servant morgana minion"), roles=["percival", "morgana"])
    assert known(pair.view("B"))[3] == "morgana"
    pair = Pair(line("servant percival servant minion minion"), roles=["percival"])
    assert pair.shown("B")["seen"][1] == 0


def known(view: View) -> list[str]:
    """The role of each seat where it is certain, else nothing."""
    found = []
    for roles in _resistance.possible_roles(view):
        names = [role for number, role in enumerate(ROLES) if roles >> number & 1]
        found.append(names[0] if len(names) == 1 else "")
    return found


# --- what follows for sure -------------------------------------------------------------------------------


def evil_sets(pair: Pair, seat: str) -> set[str]:
    return {letters(evil) for evil, _ in _resistance.evil_sets(pair.view(seat))}


def test_an_own_success_beside_fails_tells_who_failed() -> None:
    pair = five().quest("BD", "D")
    assert evil_sets(pair, "B") == {"AD", "CD", "DE"}
    assert evil_sets(pair, "C") == {"AB", "AD", "BD", "BE", "DE"}


def test_two_fails_tell_two_evil_seats() -> None:
    pair = five().quest("AB").quest("CDE", "DE")
    assert evil_sets(pair, "B") == {"CD", "CE", "DE"}
    assert evil_sets(pair, "C") == {"DE"}


def test_more_fails_than_evil_seats_are_refused_by_a_view() -> None:
    pair = five().quest("AB").team("CDE").play("success", "fail", "fail")
    three, two = (pair.game.parse(f"fails {number}", REFEREE_EVENT, NO_SEAT) for number in (3, 2))
    for seat in "ABCDE":
        assert pair.view(seat).allows(two)
        assert not pair.view(seat).allows(three)
    kit.refuse(pair.view("B"), three)


def test_the_fails_of_a_resampled_world_were_played_by_evil_members() -> None:
    pair = five().quest("BD", "D").quest("CDE", "DE")
    for seat in "ABC":
        for number in range(50):
            raw = _resistance.fields(pair.view(seat).determinize(Generator(number)))
            for (_, fails, failed), team in zip(raw["quests"], ("BD", "CDE"), strict=True):
                assert failed.bit_count() == fails
                assert set(letters(failed)) <= set(letters(raw["evil"])) & set(team)


# --- the Lady of the Lake ------------------------------------------------------------------------------------


def with_lady() -> Pair:
    return Pair(line(SEVEN, "A", lady="G"), players=7, lady=True)


def test_the_lady_begins_before_the_first_leader_and_visits_after_quests_2_to_4() -> None:
    pair = with_lady().quest("AB")
    assert pair.reference.phase == "propose"
    pair.quest("ABE", "E")
    assert pair.reference.actor() == "G"
    assert pair.legal() == [f"lady {seat}" for seat in "ABCDEF"]
    pair.play("lady A", "loyalty good", "say evil")
    assert pair.reference.actor() == "C"
    pair.quest("ABE", "E")
    assert pair.legal() == [f"lady {seat}" for seat in "BCDEF"]
    pair.play("lady F", "loyalty evil", "say nothing").quest("ABCE")
    assert pair.legal() == [f"lady {seat}" for seat in "BCDE"]
    pair.play("lady B", "loyalty good", "say good").quest("ABCE", "E")
    assert pair.reference.phase == "result"


def test_loyalty_is_shown_to_the_holder_alone() -> None:
    pair = with_lady().quest("AB").quest("ABC").play("lady A")
    event = pair.event("loyalty good")
    assert [pair.game.text(pair.state.mask(event, seat)) for seat in range(7)] == ["loyalty ?"] * 6 + ["loyalty good"]
    pair.play("loyalty good")
    assert [view["uses"][0][2] for view in map(_resistance.fields, pair.table.views)] == [0] * 6 + [1]
    assert pair.legal() == ["say evil", "say good", "say nothing"]


def test_a_lady_that_shows_evil_proves_it() -> None:
    pair = Pair(line(SEVEN, "D", lady="C"), players=7, lady=True).quest("AB").quest("ABD")
    pair.play("lady G", "loyalty evil", "say good")
    assert all("G" in evil for evil in evil_sets(pair, "C"))
    assert any("G" not in evil for evil in evil_sets(pair, "D"))


def test_a_game_that_is_decided_has_no_visit() -> None:
    pair = with_lady().quest("AE", "E").quest("ABE", "E").play("lady A", "loyalty good", "say good").quest("ABE", "E")
    assert pair.reference.phase == "result"


# --- who carries the shot ----------------------------------------------------------------------------------------


def test_the_carrier_knows_it_and_nobody_else_does() -> None:
    deal = line("merlin servant servant minion mordred", assassin="D")
    game = games.load("resistance", roles=["merlin", "mordred"], assassin="any")
    masked = [game.mask_deal(deal, seat) for seat in range(5)]
    assert [said.get("assassin") for said in masked] == [None, None, None, "D", None]
    views = [_resistance.fields(game.start_view(said, seat))["carrier"] for seat, said in enumerate(masked)]
    assert views == [-1, -1, -1, 3, -1]


def test_any_evil_seat_may_carry_it_though_an_assassin_is_there() -> None:
    game = games.load("resistance", assassin="any")
    carriers = set()
    for seed in range(40):
        deal, _ = game.deal(seed)
        raw = _resistance.fields(game.start(deal))
        role = ROLES[raw["roles"][raw["carrier"]]]
        carriers.add(role)
        assert ("assassin" in deal) == (role != "assassin")
        seats = [seat for seat in range(5) if "assassin" in game.mask_deal(deal, seat)]
        assert seats == [raw["carrier"]], "only the carrier is told, his card or not"
    assert carriers == {"assassin", "minion"}


def test_a_record_may_name_another_carrier_than_its_assassin_though_the_options_do_not() -> None:
    deal = line(FIVE, assassin="E")
    game = games.load("resistance")
    masked = [game.mask_deal(deal, seat) for seat in range(5)]
    assert [said["assassin"] for said in masked] == ["?", "?", "?", "?", "E"]
    pair = Pair(deal)
    three_successes(pair)
    assert pair.reference.actor() == "E"
    servant = pair.view("B")
    assert possible(servant, 4) == {"merlin", "servant", "minion", "assassin"}
    pair.play("shoot A")
    assert possible(servant, 4) == {"minion"}, "not the card's holder"
    pair.play("winners DE")


def possible(view: View, seat: int) -> set[str]:
    """The roles that a seat may have."""
    roles = _resistance.possible_roles(view)[seat]
    return {role for number, role in enumerate(ROLES) if roles >> number & 1}
