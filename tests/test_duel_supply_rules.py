"""Rulings 16 to 21 of the duel, its section on information, and its golden examples; see test_duel_rules.py."""

from __future__ import annotations

import pytest

from duel_pair import Pair, line
from duel_scenes import ROW, avalon_of_a, conquer, four, settle, table

# --- 16 to 19: the supply ----------------------------------------------------------------------------


def test_ruling_16_a_tile_must_be_taken_and_ends_the_plays() -> None:
    pair = table("KR KB KG KY KV").play("take area")  # worth 0
    assert pair.actor() == "B"
    pair = table("KR KB KG KY KV").play("take 2")
    assert pair.actor() == "chance"
    pair.play("draw ER", "draw EB")
    assert all(text.startswith("drop ") for text in pair.legal())


def test_ruling_16_a_taken_tile_is_gone_for_both() -> None:
    pair = table("KR KB KG KY KV").play("take terrain", "take each")
    assert pair.legal()[-4:] == ["take 2", "take 2xterrain", "take 4", "take area"]
    pair.refuse("take terrain", "take each")
    assert pair.shown()["fronts"] == [-1, 5]
    assert pair.shown()["tiles_down"] == [0, 1, 0, 0, 0, 0]


def cards_of(pair: Pair, tile: str) -> int:
    """How many cards the tile brings A, who takes it now; a dark one counts at A's next turn."""
    pair.play(f"take {tile}")
    if tile in ("2xterrain", "each"):
        pair.play("take terrain")
    return int(pair.shown()["to_draw"])


def test_ruling_17_terrain_counts_the_most_of_one_kind() -> None:
    assert cards_of(four("hill1", "forest1", "hill3", "hill2"), "terrain") == 3
    assert cards_of(four("hill1", "forest1", "hill3", "hill2"), "2xterrain") == 6
    assert cards_of(four("hill1", "avalon", "swamp", "plain1"), "terrain") == 1


def test_ruling_17_each_counts_lands_without_avalon_and_swamp() -> None:
    assert cards_of(four("hill1", "forest1", "hill3", "plain1"), "each") == 4
    assert cards_of(four("hill1", "avalon", "swamp", "plain1"), "each") == 2


def test_ruling_17_area_counts_neighbours() -> None:
    assert cards_of(four("hill1", "forest1", "hill3", "plain1"), "area") == 4
    assert cards_of(four("hill1", "avalon", "swamp", "plain1"), "area") == 2


@pytest.mark.parametrize(
    ("land", "owner", "area"), [("avalon", "B", 2), ("swamp", "B", 2), ("plain2", "B", 1), ("", "", 1)]
)
def test_ruling_17_who_owns_avalon_or_swamp_does_not_matter_to_the_area(land: str, owner: str, area: int) -> None:
    lands = ["plain1", "avalon", "swamp", "forest1", "plain2"]
    rows = ("EV EV EV EV EV", "EG EG EG EG EG")
    pair = table("KR KB KG KY KV KR KB KG KY", "KV KV KV EB EB EB EB EB EB", rows, territories=lands, hand=9)
    conquer(pair, "KRx1", "plain1", "KB KB KG")
    conquer(pair, "KRx3", "forest1", "KG KY KY")
    pair.play("take 4")
    if land:
        conquer(pair, "KVx2", land, "KV KV EB")
    assert pair.owner(2) == owner
    pair.play("take each", "draw KR", "draw KR", "draw KR", "draw KR", "take area")
    assert pair.shown()["to_draw"] == area


NINE_TAKES = ["4", "2", "4", "2", "2", "terrain", "area", "2xterrain"]


def nine(last: str) -> Pair:
    """Nobody plays a card; eight tiles are taken, B's dark one the eighth, and A takes the last one."""
    pair = table("KR KB KG KY KV", tiles={"2": 3, "terrain": 1, "area": 1, "4": 2, "2xterrain": 1, "each": 1})
    for tile in NINE_TAKES:
        idle(pair, tile)
    assert pair.legal()[-1] == "take each"
    return idle(pair, last)


def idle(pair: Pair, tile: str) -> Pair:
    """Draw what is due, play nothing, take the tile, draw and discard down to the limit."""
    settle(pair)
    pair.play(f"take {tile}")
    return settle(pair)


def test_ruling_18_after_the_ninth_tile_all_turn_up_that_lie_before_nobody() -> None:
    pair = nine("each")
    assert pair.shown()["tiles_up"] == [3, 1, 1, 2, 1, 0]  # B drew for the eighth already: it joined them
    assert pair.shown()["fronts"] == [5, -1]
    assert pair.shown()["front_old"] == [True, False]
    assert pair.shown()["tiles_down"] == [0] * 6


def test_ruling_18_an_old_tile_joins_when_it_is_drawn_and_a_new_one_goes_face_down() -> None:
    pair = nine("each")
    idle(pair, "4")
    assert pair.shown()["tiles_up"] == [3, 1, 1, 1, 1, 1]  # A's `each` came back face up
    assert pair.shown()["front_old"] == [False, False]
    idle(pair, "2xterrain")
    assert pair.shown()["tiles_up"] == [3, 1, 1, 1, 0, 1]
    assert pair.shown()["tiles_down"] == [0, 0, 0, 1, 0, 0]  # B's new `4`


def test_ruling_18_three_tiles_leave_one_to_take() -> None:
    pair = table("KR KB KG KY KV", tiles={"2": 1, "4": 2})
    pair.play("take 4", "take 4")
    settle(pair)
    assert pair.legal()[-1] == "take 2"
    assert pair.shown()["tiles_down"] == [0, 0, 0, 1, 0, 0]
    pair.play("take 2")
    assert pair.shown()["tiles_up"] == [1, 0, 0, 1, 0, 0]  # the light tile just taken turns up again too
    assert pair.shown()["front_old"] == [False, True]
    settle(pair)
    assert pair.shown()["tiles_up"] == [1, 0, 0, 2, 0, 0]


def test_ruling_19_the_limit_holds_every_turn_with_a_dark_tile_too() -> None:
    pair = table("KR KB KG KY KV").play("take 4", "take area", "draw ER", "draw ER", "draw ER", "draw ER")
    assert pair.shown()["hand_sizes"] == [9, 5]  # no limit while one plays
    pair.play("take each")
    assert pair.shown()["phase"] == "discard"
    pair.play("drop ER", "drop ER", "drop ER", "drop ER")
    assert pair.actor() == "B"
    assert pair.hand("A") == "KR KB KG KY KV"


def test_ruling_19_all_is_drawn_before_any_is_discarded() -> None:
    pair = table("KR KB KG KY KV").play("take 2", "draw EV")
    assert pair.actor() == "chance"


def test_ruling_19_a_defender_may_hold_more_than_the_limit() -> None:
    pair = table("EG EG KG KY KV", "EB EG ER ER EY", rows=("EB EB EB", "KG KG KG"), first="B")
    pair.play("take 2", "draw EG", "draw EG", "drop ER", "drop ER", "EG@1", "counter")
    assert pair.shown()["hand_sizes"] == [4, 5]
    pair.play("EG@1", "counter", "take area", "take 4", "take each", "draw KR", "draw KR", "draw KR", "draw KR")
    assert pair.shown()["hand_sizes"] == [3, 9]


def tiny() -> Pair:
    """Two territories, one colour, all eight cards dealt."""
    deal = line("A", ("KR ER", "ER KR"), ("KR ER", "KR ER"))
    return Pair(deal, territories=["plain1", "plain2"], colours=1, copies=4, hand=2, crowns_to_win=3)


def test_ruling_20_what_both_piles_lack_is_not_drawn() -> None:
    pair = tiny()
    assert (pair.shown()["pile"], sum(pair.shown()["discards"])) == (0, 0)
    pair.play("take 2")
    assert pair.actor() == "B"
    assert pair.shown()["hand_sizes"] == [2, 2]
    pair.play("take 4")
    assert pair.actor() == "A"


def test_ruling_20_discards_are_shuffled_when_a_card_is_to_be_drawn_from_nothing() -> None:
    pair = tiny()
    conquer(pair, "KRx1", "plain1", "ER 1 2")
    assert pair.shown()["discards"] == [2, 0, 0, 0, 0, 3, 0, 0, 0, 0]
    assert pair.shown()["pile"] == 0  # not before a card is to be drawn
    pair.play("take 2")
    assert [(pair.game.text(event), round(chance, 9)) for event, chance in pair.state.outcomes()] == [
        ("draw KR", 0.4),
        ("draw ER", 0.6),
    ]
    pair.play("draw KR")
    assert pair.shown()["pile"] == 4
    assert sum(pair.shown()["discards"]) == 0


def test_ruling_21_more_crowns_win_at_the_cap() -> None:
    pair = table("KR KB KG KY KV", turn_cap=2)
    conquer(pair, "KRx1", "plain1", "KB KG KY").play("take 4", "take 4")
    assert pair.actor() == "over"
    assert pair.state.reason() == "cap"
    assert pair.state.returns() == (1.0, 0.0)


def test_ruling_21_equal_crowns_at_the_cap_are_a_draw_after_the_last_discards() -> None:
    pair = table("KR KB KG KY KV", turn_cap=1).play("take 2", "draw KR", "draw KR", "drop KR")
    assert pair.actor() == "A"
    pair.play("drop KR")
    assert pair.state.reason() == "cap"
    assert pair.state.returns() == (0.5, 0.5)


def test_ruling_21_crowns_in_the_last_turn_come_before_the_cap() -> None:
    pair = table("KR KB KG KY KV", turn_cap=1, crowns_to_win=1)
    conquer(pair, "KRx1", "plain1", "KB KG KY")
    assert pair.state.reason() == "crowns"


# --- the section on information ------------------------------------------------------------------------


def test_information_a_known_card_leaves_first() -> None:
    pair = table("EV KB KG KY KV", "EV EV EB EG EY", ("EB EB EB", ROW)).play("EV@1", "counter", "take 4")
    assert (pair.hand("B"), pair.known("B")) == ("EB EG EY EV EV", "EV")
    pair.play("EV-1")
    assert (pair.hand("B"), pair.known("B")) == ("EB EG EY EV", "")


def test_information_a_counter_card_leaves_before_the_won_one_comes() -> None:
    pair = table("EV EV KG KY KV", "EV EB EB EG EY", ("EB EB EB", ROW)).play("EV@1", "counter")
    assert pair.known("B") == "EV"
    pair.play("EV@1", "counter")
    assert pair.known("B") == "EV"


def test_information_all_hands_are_known_while_the_pile_is_empty() -> None:
    pair = tiny()
    assert (pair.known("A"), pair.known("B")) == ("KR ER", "KR ER")
    conquer(pair, "KRx1", "plain1", "ER 1 2").play("take 2", "draw KR", "draw ER")
    assert (pair.hand("A"), pair.known("A")) == ("KR ER", "")  # after a reshuffle: nobody saw what was drawn
    assert pair.known("B") == "KR ER"


def test_information_the_last_card_shows_all_even_in_the_middle_of_a_draw() -> None:
    deal = line("A", ("KR ER", "ER KR"), ("KR", "KR"))
    pair = Pair(deal, territories=["plain1", "plain2"], colours=1, copies=4, hand=1, crowns_to_win=3).play(
        "take 4", "take 2"
    )
    pair.play("draw ER")
    assert (pair.known("B"), pair.shown("A")["hand_sizes"]) == ("", [1, 2])
    pair.play("draw ER")
    assert (pair.known("A"), pair.known("B")) == ("KR", "KR ER ER")
    assert pair.shown("A")["unseen"] == [0] * 10


def test_information_evidence_is_the_same_whether_a_reply_was_possible() -> None:
    for b in ("KR ER EB EG EY", "KB ER EB EG EY"):
        pair = table("KR KB KG KY KV", b)
        assert pair.evidence("B", "KR") == 255
        conquer(pair, "KRx1", "plain1", "KB KG KY")
        assert pair.evidence("B", "KR") == 0
        assert pair.evidence("B", "ER") == 255
        assert pair.evidence("A", "KR") == 255


def test_information_evidence_counts_the_cards_drawn_since() -> None:
    pair = table("EV KB KG KY KV", "KB ER EB EG EY").play("EV@1", "take 2", "draw KR", "draw KR", "drop KR")
    assert pair.evidence("B", "EV") == 0
    pair.play("take 2", "draw KR")
    assert pair.evidence("B", "EV") == 1
    pair.play("draw KR")
    assert pair.evidence("B", "EV") == 2


def test_information_an_answer_leaves_no_evidence() -> None:
    pair = table("KR KB KG KY KV", "KR ER EB EG EY").play("KRx1", "defend")
    assert pair.evidence("B", "KR") == 255


def test_information_an_enchantress_that_attacks_asks_for_a_knight() -> None:
    pair = table("KR EB EG EY KV", "EB EB KG EY EY")
    conquer(pair, "KRx1", "forest1", "KV EY 1").play("EBx2", "reveal 2 plain1")
    assert (pair.evidence("B", "KB"), pair.evidence("B", "EB")) == (0, 255)


def test_information_a_view_holds_the_other_hand_as_size_and_known_cards() -> None:
    pair = table("KR KB KG KY KV", "KB ER EB EG EY")
    shown = pair.shown("A")
    assert shown["hand_sizes"] == [5, 5]
    assert sum(shown["hands"][1]) == 0
    assert sum(shown["unseen"]) == shown["pile"] + 5


# --- golden examples and notation --------------------------------------------------------------------------


def test_golden_example_three_to_one() -> None:
    pair = table("KR KB KG KY KV").play("KB-1")
    conquer(pair, "KRx1", "plain1")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("EV KB", "")
    assert sum(pair.shown()["discards"]) == 2
    assert pair.due() == 4


def test_golden_example_one_to_nothing() -> None:
    pair = table("KR KB KG KY KV", "KR ER EB EG EY")
    conquer(pair, "KRx1", "plain1", "KB KG 1").play("take 4")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("", "")
    lost = sum(pair.shown()["discards"])
    conquer(pair, "KRx1")
    assert sum(pair.shown()["discards"]) == lost
    assert pair.due() == 1


def test_golden_example_castle_with_one_defender() -> None:
    castles = ["plain3", "plain1", "forest2"]
    pair = table("KR KB KG KY KV", "KR KB KG KY KV", ("EG EG EG", ROW), territories=castles)
    conquer(pair, "KRx1", "plain3", "KB KG KY").play("take 4", "KR-1")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("EG", "KR")
    pair.refuse("KGx1")
    pair.play("KB-1")
    lost = sum(pair.shown()["discards"])
    conquer(pair, "KGx1")
    assert sum(pair.shown()["discards"]) == lost + 2
    assert pair.due() == 5


def test_golden_example_avalon_makes_three_two() -> None:
    pair = avalon_of_a()
    assert pair.due() == 3
    assert pair.play("spare").due() == 2


def test_golden_example_avalon_does_not_serve_the_second_conquest() -> None:
    pair = avalon_of_a().play("spare", "drop KB", "drop KB")
    conquer(pair, "KRx2", "plain1")
    assert pair.due() == 3
    assert "spare" not in pair.legal()


def test_golden_example_two_forests_a_plain_and_a_hill() -> None:
    assert cards_of(four("forest1", "forest2", "plain1", "hill1"), "terrain") == 2
    assert cards_of(four("forest1", "forest2", "plain1", "hill1"), "2xterrain") == 4


def test_golden_example_four_neighbours_with_avalon_among_them() -> None:
    assert cards_of(four("plain1", "avalon", "hill1", "forest2"), "area") == 3


def test_golden_example_a_failed_enchantment() -> None:
    pair = table("EV KB KG KY KV", "EV ER EB EG EY", rows=(ROW, "KV EV EV")).play("EV@1", "counter")
    assert pair.stack("B", 1) == "KV EV"  # the attacked card and the counter-spell stay
    assert pair.stack("A", 1) == "EV"
    assert pair.hand("B") == "ER EB EG EY EV"
    assert "KB-2" in pair.legal()  # the player remains on turn


def test_golden_example_a_failed_attack() -> None:
    pair = table("KR KB KG KY KV", "KR ER EB EG EY").play("KRx1", "defend")
    assert (pair.stack("A", 1), pair.stack("B", 1)) == ("EV KR", "EV KR")
    assert {"KB-2", "KBx1"} <= set(pair.legal())


def test_notation_of_every_kind_of_event() -> None:
    pair = avalon_of_a("KR EV KG KY KV KR KB KG KY")
    for text in ("drop KR", "drop 1", "spare"):
        assert text in pair.legal()
    pair.play("drop KR", "drop KB", "drop KG")
    assert {"KG-3", "KGx3", "EV@3", "take 2", "take terrain", "take area", "take 4", "take 2xterrain"} <= set(
        pair.legal()
    )
    assert "take each" in pair.legal()
