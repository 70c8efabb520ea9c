"""Rulings 1 to 15 of the duel: the turn, laying, enchanting, attacking, conquest and its price.

Every position is played in the core and in the reference at once (`duel_pair`), so each test also compares all fields,
legal lists and both views after each event.
"""

from __future__ import annotations

from avalon_ai import games
from duel_scenes import ROW, avalon_of_a, castle_of_a, conquer, table

# --- 1 to 4: the turn and laying -------------------------------------------------------------


def test_ruling_1_the_caller_names_the_first_player() -> None:
    assert table("KR KB KG KY KV", first="B").actor() == "B"
    assert games.load("duel", first="B").deal(1)[0]["first"] == "B"


def test_ruling_1_chance_names_the_first_player() -> None:
    game = games.load("duel")
    assert {game.deal(1, index)[0]["first"] for index in range(40)} == {"A", "B"}


def test_ruling_1_neighbours_are_next_in_the_line() -> None:
    for other, together in (("2", 2), ("4", 1)):
        lands = ["plain1", "plain2", "forest1", "forest2"]
        pair = table("KR KB KG KY KV", territories=lands, rows=("EV EV EV EV", "EG EG EG EG"))
        conquer(pair, "KRx1", "plain1", "KG KY 1")
        conquer(pair, f"KBx{other}", "forest2", "KV 3 4")
        assert pair.play("take area").shown()["to_draw"] == together


def test_ruling_2_a_dark_tile_is_drawn_first_of_all_and_in_full() -> None:
    pair = table("KR KB KG KY KV").play("take 4")
    assert pair.actor() == "B"
    pair.play("take 2", "draw KR", "draw KR", "drop ER", "drop ER")
    assert pair.actor() == "chance"
    assert pair.shown()["to_draw"] == 4
    pair.play("draw KR", "draw KR", "draw KR", "draw KR")
    assert pair.actor() == "A"
    assert pair.hand("A") == "KR KR KR KR KR KB KG KY KV"
    assert pair.shown()["fronts"] == [-1, -1]
    assert pair.shown()["tiles_down"] == [1, 0, 0, 1, 0, 0]


def test_ruling_2_a_dark_tile_is_counted_when_it_is_drawn() -> None:
    pair = table("KR KB KG KY KV", "KR KB KG KY KV")
    conquer(pair, "KRx1", "plain1", "KB KG 1").play("take each")
    conquer(pair, "KRx1", pay="KB")
    assert pair.owner(1) == "B"
    pair.play("take area", "draw ER")
    assert pair.actor() == "A"  # one land at the take, none now: nothing to draw
    assert pair.shown()["fronts"] == [-1, -1]


def test_ruling_3_a_turn_is_any_number_of_plays_at_any_place() -> None:
    pair = table("KR KB KG EY EV").play("KR-1", "KB-1", "KG-3", "EY-2", "EV-1")
    assert pair.legal() == ["take 2", "take 2xterrain", "take 4", "take area", "take each", "take terrain"]
    assert table("KR KB KG KY KV").play("take 4").actor() == "B"  # and none at all is a turn too


def test_ruling_3_a_matching_colour_forces_nothing() -> None:
    pair = table("EV KB KG KY KV", "EV ER EB EG EY")
    assert {"EV-1", "EV@1"} <= set(pair.legal())
    pair.play("EV-1")
    assert pair.actor() == "A"
    assert pair.stack("A", 1) == "EV EV"
    assert pair.stack("B", 1) == "EV"


def test_ruling_4_laying_is_always_legal() -> None:
    pair = table("KR KB KG KY KV", "KR KB KG KY KV")
    conquer(pair, "KRx1", "plain1", "KB KG KY")
    assert {"KV-1", "KV-2", "KV-3"} <= set(pair.legal())
    pair.play("take 4")
    assert {"KR-1", "KR-2", "KR-3"} <= set(pair.legal())  # 1 is the enemy's


def test_ruling_4_stacks_have_no_limit_of_height() -> None:
    pair = table("KR KB KG KY KV KR KB KG KY", "ER EB EG EY EV ER EB EG EY", hand=9)
    pair.play(*[f"{kind}-2" for kind in ["KR", "KB", "KG", "KY", "KV", "KR", "KB", "KG", "KY"]])
    assert pair.stack("A", 2) == "EV KR KB KG KY KV KR KB KG KY"


# --- 5 and 6: enchanting -----------------------------------------------------------------------


def test_ruling_5_enchanting_takes_the_top_card_of_the_same_colour() -> None:
    pair = table("EV EB KG KY KV", rows=(ROW, "KV EV KB"))
    assert [text for text in pair.legal() if "@" in text] == ["EB@3", "EV@1", "EV@2"]
    pair.play("EV@1")
    assert pair.stack("A", 1) == "EV EV KV"
    assert pair.stack("B", 1) == ""
    pair.refuse("EB@1", "EB@2", "EV@1", "EV@2")


def test_ruling_5_an_empty_side_is_never_enchanted() -> None:
    pair = table("EV EV KG KY KV").play("EV@1")
    assert [text for text in pair.legal() if "@" in text] == ["EV@2", "EV@3"]
    pair.refuse("EV@1")


def test_ruling_5_only_the_top_card_counts() -> None:
    pair = table("EV EG KG KY KV", "EG EG KR KR KB", first="B").play("EG-1", "take 4")
    assert pair.stack("B", 1) == "EV EG"
    assert [text for text in pair.legal() if "@" in text] == ["EG@1", "EV@2", "EV@3"]


def test_ruling_5_there_is_no_limit_per_turn_and_no_condition_on_counts() -> None:
    pair = table("EV EV EV EV EB", rows=("EB EB EB", "EV EV KV"))
    pair.play("EB-1", "EV@1", "EV@2", "EV@3")
    assert [pair.stack("A", at) for at in (1, 2, 3)] == ["EB EB EV EV", "EB EV EV", "EB EV KV"]
    pair.refuse("EV@1")


def test_ruling_5_a_spell_may_be_cast_at_ones_own_and_at_the_enemys_territory() -> None:
    for owner in "AB":
        pair = table("KR EV KG KY KV", "KR EV EB EB EY", first=owner)
        conquer(pair, "KRx1", "plain1", {"A": "KG KY KV", "B": "EB EB EY"}[owner]).play("take each")
        if owner == "A":
            pair.play("EV-1", "take area")
            assert pair.actor() == "chance"
            pair.play("draw KB", "EV@1")
            assert (pair.owner(1), pair.stack("A", 1), pair.stack("B", 1)) == ("A", "EV EV EV", "")
        else:
            pair.play("EV@1", "pass")
            assert (pair.owner(1), pair.stack("A", 1), pair.stack("B", 1)) == ("B", "EV EV", "")


def test_ruling_6_a_counter_spell_keeps_the_card_and_wins_the_enchantress() -> None:
    pair = table("EV KB KG KY KV", "EV ER EB EG EY").play("EV@1")
    assert pair.actor() == "B"
    assert pair.legal() == ["counter", "pass"]
    pair.play("counter")
    assert pair.stack("A", 1) == "EV"
    assert pair.stack("B", 1) == "EV EV"
    assert pair.hand("B") == "ER EB EG EY EV"
    assert pair.known("B") == "EV"
    assert pair.actor() == "A"


def test_ruling_6_a_counter_spell_is_optional_and_needs_the_same_colour() -> None:
    pair = table("EV KB KG KY KV", "EV ER EB EG EY").play("EV@1", "pass")
    assert pair.stack("A", 1) == "EV EV EV"
    pair = table("EV KB KG KY KV", "KV ER EB EG EY").play("EV@1")
    assert pair.actor() == "A"  # B had no violet enchantress: the pass was played at once


def test_ruling_6_a_counter_spell_is_never_countered() -> None:
    pair = table("EV EV KG KY KV", "EV ER EB EG EY", rows=("EB EB EB", ROW)).play("EV@1", "counter")
    assert pair.actor() == "A"
    assert "counter" not in pair.legal()
    assert "EV@1" in pair.legal()


# --- 7 to 9: attacking ---------------------------------------------------------------------------


def test_ruling_7_an_attack_needs_as_many_cards_before_laying() -> None:
    pair = table("KR KB KG KY KV", "KR KB KG KY KV", first="B").play("KR-1", "KB-2", "KG-2", "take 4")
    assert [text for text in pair.legal() if text[2] == "x" and text[:2] == "KR"] == ["KRx3"]
    pair.play("KR-1")  # two against two at 1, one against three at 2
    assert [text for text in pair.legal() if text[:3] == "KBx"] == ["KBx1", "KBx3"]
    pair.refuse("KBx2")


def test_ruling_7_nothing_against_nothing_may_attack() -> None:
    pair = table("KR KB KG KY KV", "KR KB KG KY KV")
    conquer(pair, "KRx1", "plain1", "KB KG 1").play("take 2", "draw ER", "draw ER")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("", "")
    assert "KRx1" in pair.legal()


def test_ruling_7_a_castle_of_the_defender_asks_for_one_more() -> None:
    pair = castle_of_a()
    assert [text for text in pair.legal() if text[:3] == "KRx"] == ["KRx2"]
    pair.refuse("KRx1", "KRx3")
    pair.play("KR-1")
    assert "KBx1" in pair.legal()


def test_ruling_7_a_face_down_castle_does_not_count() -> None:
    pair = table("KR KB KG KY KV", territories=["plain3", "forest3", "hill3"])
    assert "KRx1" in pair.legal()
    conquer(pair, "KRx1", "plain3")
    assert pair.due() == 3


def test_ruling_7_ones_own_territory_is_not_attacked() -> None:
    pair = table("KR KB KG KY KV KV", "ER ER EB EB EY EY", hand=6)
    conquer(pair, "KRx1", "plain1", "KB KG KY")
    pair.refuse("KVx1")
    assert "KVx2" in pair.legal()


def test_ruling_7_a_knight_that_was_enchanted_does_not_attack() -> None:
    pair = table("EV EB EG EY EV", rows=(ROW, "KV KV KV")).play("EV@1")
    assert pair.stack("A", 1) == "EV EV KV"
    assert not [text for text in pair.legal() if text[2] == "x"]


def test_ruling_8_a_knight_of_the_colour_defends_and_both_stay() -> None:
    pair = table("KR KB KG KY KV", "KR ER EB EG EY").play("KRx1")
    assert pair.legal() == ["defend", "pass"]
    pair.play("defend")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("EV KR", "EV KR")
    assert pair.owner(1) == ""
    assert pair.shown()["conquests"] == 0
    assert pair.actor() == "A"


def test_ruling_8_an_empty_side_may_defend() -> None:
    pair = table("EV KR KG KY KV", "KR ER EB EG EY").play("EV@1")
    assert pair.stack("B", 1) == ""
    pair.play("KRx1", "defend")
    assert pair.stack("B", 1) == "KR"


def test_ruling_8_an_enchantress_never_defends() -> None:
    pair = table("KR KB KG KY KV", "ER ER EB EG EY").play("KRx1")
    assert pair.actor() == "chance"  # no red knight: conquered


def test_ruling_8_after_two_conquests_no_more_attacks_but_other_plays() -> None:
    hands = "KR KB KG KY KV KR EV EB EG", "ER ER EB EB EY EY EG EG EG"
    pair = table(*hands, hand=9, rows=("EV EV EV", "EV EV EV"))
    conquer(pair, "KRx1", "plain1", "KB 1 2")
    pair.refuse("KGx2")  # nothing of A's is left at 2
    conquer(pair, "KGx3", "plain2", "KY KV 3")
    assert pair.shown()["conquests"] == 2
    assert not [text for text in pair.legal() if text[2] == "x"]
    assert {"KR-1", "EV@2"} <= set(pair.legal())


def test_ruling_8_failed_attacks_do_not_count() -> None:
    hands = "KR KB KG KY KV KR KB KG KY", "KR KB KG KY KV KR EB EG EG"
    pair = table(*hands, hand=9)
    for kind in ("KR", "KB", "KG", "KY", "KV"):
        pair.play(f"{kind}x1", "defend")
    assert pair.shown()["conquests"] == 0
    assert "KBx1" in pair.legal()


def test_ruling_9_the_circle_lets_enchantresses_attack_from_the_conquest_on() -> None:
    pair = table("KR EB EG EY KV", "EB EB KB EY EY")
    assert not [text for text in pair.legal() if text[:2] == "EB" and text[2] == "x"]
    conquer(pair, "KRx1", "forest1", "KV EY 1")
    assert {"EBx2", "EBx3"} <= set(pair.legal())
    pair.refuse("EBx1")
    pair.play("EBx2")
    assert pair.legal() == ["defend", "pass"]  # by the blue knight, not by an enchantress
    pair.play("defend")
    assert (pair.stack("A", 2), pair.stack("B", 2)) == ("EV EB", "EV KB")
    pair.play("EGx3")
    assert pair.actor() == "chance"


def test_ruling_9_an_attacking_enchantress_counts_toward_two_conquests_and_enchants_nothing() -> None:
    hands = "KR EV EG EY KV KB KB KB KB", "EB EB EB EY EY EY ER ER ER"
    pair = table(*hands, hand=9)
    conquer(pair, "KRx1", "forest1", "KB KV 1")
    conquer(pair, "EVx2", "plain1", "KB KB KB")
    assert pair.shown()["conquests"] == 2
    assert pair.stack("A", 2) == "EV"
    assert pair.stack("B", 2) == ""
    pair.refuse("EGx3")


def test_ruling_9_only_the_owner_uses_the_circle() -> None:
    pair = table("KR KB KG KY KV", "EB EB EB EY EY")
    conquer(pair, "KRx1", "forest1", "KB KG KY").play("take 4")
    assert pair.actor() == "B"
    assert not [text for text in pair.legal() if text[2] == "x"]


# --- 10: replies ----------------------------------------------------------------------------------


def test_ruling_10_could_not_and_would_not_are_one_in_the_attackers_view() -> None:
    could = table("KR KB KG KY KV", "KR ER EB EG EY").play("KRx1", "pass")
    could_not = table("KR KB KG KY KV", "KB ER EB EG EY").play("KRx1")
    assert could.view("A").to_bytes() == could_not.view("A").to_bytes()
    assert could.table.views[1] != could_not.table.views[1]
    assert could.state != could_not.state


def test_ruling_10_every_attack_and_spell_opens_a_reply_of_the_defender() -> None:
    for text in ("KRx1", "EV@1"):
        pair = table("KR EV KG KY KV", "KB ER EB EG EY")
        pair.apply(pair.event(text))
        assert pair.shown()["phase"] == "reply"
        assert [pair.actor(), pair.view("A").actor(), pair.view("B").actor()] == ["B", 1, 1]
        assert pair.legal() == ["pass"]
        assert pair.state.forced() == pair.event("pass")
        assert pair.view("A").legal() == []


def test_ruling_10_a_chosen_pass_is_not_forced() -> None:
    pair = table("KR KB KG KY KV", "KR ER EB EG EY").play("KRx1")
    assert pair.state.forced() is None


# --- 11 to 15: conquest and its price ---------------------------------------------------------------


def test_ruling_11_turn_up_remove_both_then_pay() -> None:
    pair = table("KR KB KG KY KV").play("KRx2")
    assert pair.actor() == "chance"
    assert pair.shown()["owners"] == [-1, -1, -1]
    pair.play("reveal 2 plain2")
    assert pair.owner(2) == "A"
    assert (pair.stack("A", 2), pair.stack("B", 2)) == ("EV", "")  # the attacker on top goes first
    assert pair.shown()["discards"] == [1, 0, 0, 0, 0, 0, 0, 0, 0, 1]
    assert pair.due() == 3


def test_ruling_11_the_conqueror_loses_as_many_of_his_top_cards_as_the_enemy() -> None:
    pair = table("KR KB KG KY EG", "KR KB ER EB EG", first="B").play("KR-1", "ER-1", "take each")
    pair.play("KB-1", "EG-1")
    conquer(pair, "KGx1", "plain1")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("EV", "")  # three each are gone, from the top
    assert pair.shown()["discards"] == [1, 1, 1, 0, 0, 1, 0, 1, 0, 1]
    assert pair.due() == 5  # seven are asked for, five there


def test_ruling_11_a_face_up_territory_is_only_turned_round() -> None:
    pair = table("KR KB KG KY KV", "KR KB KG KY KV")
    conquer(pair, "KRx1", "plain1", "KB KG 1").play("take 4", "KRx1")
    assert pair.actor() == "B"
    assert pair.owner(1) == "B"
    assert pair.due() == 1


def test_ruling_12_payment_comes_from_hand_and_any_own_stack_in_one_order() -> None:
    pair = table("KR KB KV ER EV", rows=("EV EV EV", "EV EV EV"))
    conquer(pair, "KRx2", "plain2")
    assert pair.legal() == ["drop 1", "drop ER", "drop EV", "drop KB", "drop KV"]
    pair.play("drop ER")
    pair.refuse("drop KB", "drop KV")  # never back to an earlier source
    assert pair.legal() == ["drop 1", "drop 2", "drop EV"]  # from 3 on two could not be paid
    pair.play("drop 2")
    assert pair.legal() == ["drop 3"]
    pair.play("drop 3")
    assert pair.actor() == "A"
    assert pair.hand("A") == "KB KV EV"


def test_ruling_12_only_the_top_card_of_a_stack_is_paid() -> None:
    pair = table("KR KB KG KY KV").play("KB-1", "KG-1")
    conquer(pair, "KRx2", "plain2", "1 1 1")
    assert pair.stack("A", 1) == ""
    pair = table("KR KB KG KY KV").play("KB-1", "KG-1")
    conquer(pair, "KRx2", "plain2", "KY 1 1")
    assert pair.stack("A", 1) == "EV"


def test_ruling_12_one_who_has_too_few_pays_all_he_has() -> None:
    pair = table("KR", "ER", rows=("EV EV", "EV EV"), territories=["plain1", "plain2"], hand=1)
    conquer(pair, "KRx1", "plain1")
    assert pair.due() == 2  # three are asked for
    assert pair.legal() == ["drop 1"]
    pair.play("drop 1", "drop 2")
    assert pair.actor() == "A"
    assert (pair.stack("A", 1), pair.stack("A", 2), pair.hand("A")) == ("", "", "")
    assert pair.due() == 0


def test_ruling_12_discards_keep_the_same_order() -> None:
    pair = table("KR KB KG KY KV").play("take 2", "draw ER", "draw EB")
    assert pair.legal() == ["drop ER", "drop KB", "drop KG", "drop KR", "drop KV", "drop KY"]
    pair.play("drop KV")
    assert pair.legal() == ["drop EB", "drop ER"]


def test_ruling_13_avalon_serves_the_very_conquest_that_takes_it() -> None:
    pair = avalon_of_a()
    assert pair.due() == 3
    assert "spare" in pair.legal()
    pair.play("spare")
    assert pair.due() == 2
    assert "spare" not in pair.legal()


def test_ruling_13_spare_stands_beside_the_first_payment_only() -> None:
    pair = avalon_of_a().play("drop KB")
    pair.refuse("spare")


def test_ruling_13_the_owner_picks_the_conquest_once_a_turn() -> None:
    pair = avalon_of_a().play("drop KB", "drop KB", "drop KG")
    conquer(pair, "KRx2", "plain1")
    assert "spare" in pair.legal()
    pair = avalon_of_a().play("spare", "drop KB", "drop KB")
    conquer(pair, "KRx2", "plain1")
    pair.refuse("spare")


def test_ruling_13_avalon_serves_again_on_the_next_turn() -> None:
    pair = avalon_of_a().play("spare", "drop KB", "drop KB", "take 4", "take 4")
    pair.play(*["draw KV"] * 4)
    conquer(pair, "KVx2", "plain1")
    assert "spare" in pair.legal()


def test_ruling_13_only_its_owner_has_avalon() -> None:
    pair = table("KR KB KG KY KV", "KR KB KG KY KV", territories=["avalon", "plain1", "plain2"])
    conquer(pair, "KRx1", "avalon", "KB KG KY").play("take 4")
    conquer(pair, "KBx2", "plain1")
    assert "spare" not in pair.legal()


def test_ruling_13_spare_is_taken_from_what_is_asked_not_from_what_there_is() -> None:
    pair = table("KR", "ER", rows=("EV EV", "EV EV"), territories=["avalon", "plain1"], hand=1)
    conquer(pair, "KRx1", "avalon")
    assert pair.due() == 2  # three asked, two there
    pair.play("spare")
    assert pair.due() == 2  # two asked, two there
    pair.play("drop 1", "drop 2")
    assert pair.stack("A", 2) == ""


def test_ruling_14_a_territory_is_kept_without_cards() -> None:
    pair = table("KR KB KG KY KV", "ER ER EB EB EY")
    conquer(pair, "KRx1", "plain1", "KB KG 1").play("take 4")
    assert pair.owner(1) == "A"
    assert pair.stack("A", 1) == ""
    assert pair.shown()["crowns"] == [1, 0]


def test_ruling_14_lost_cards_go_to_the_discards() -> None:
    pair = table("KR KB KG KY KV")
    conquer(pair, "KRx1", "plain1", "KB KG 2")
    assert pair.shown()["discards"] == [1, 1, 1, 0, 0, 0, 0, 0, 0, 2]


def test_ruling_15_the_crowns_win_as_soon_as_the_price_is_paid() -> None:
    pair = table("KR KB KG KY KV", crowns_to_win=2)
    conquer(pair, "KRx1", "plain2", "KB KG")
    assert pair.actor() == "A"
    assert pair.state.reason() == ""
    pair.play("drop KY")
    assert pair.actor() == "over"
    assert pair.state.reason() == "crowns"
    assert pair.state.returns() == (1.0, 0.0)
    assert pair.legal() == []


def test_ruling_15_fewer_crowns_do_not_win() -> None:
    pair = table("KR KB KG KY KV", crowns_to_win=2)
    conquer(pair, "KRx1", "plain1", "KB KG KY")
    assert pair.actor() == "A"
    assert pair.state.reason() == ""
