"""Choosing a card and its payment in Veil, reductions, what is told of them, and the order of turns."""

from __future__ import annotations

from typing import Any

import pytest

from veil_table import EITHER_WAY, SEATED, Scene, plan, text

SHOWN = [{"n": 1, "show": "settle"}]
FULL = [{"n": 1, "if": "power <= 8"}, {"n": 1, "if": "hand >= 1"}]
WARRIORS = [{"n": 1, "only": "deploy:warriors"}]
DEPLOY, POWER = {"do": "deploy", "n": 2}, {"do": "power", "n": 1}
CARDS = [
    text("FREE", "move", POWER, cost=0, init=2),
    text("DEAR", "move", POWER, cost=2, init=2),
    text("ONLYW", "move", DEPLOY, {"do": "vp", "n": 1}, cost=2, init=2, reduce=WARRIORS),
    text("STATE", "move", {"do": "power", "n": 2}, cost=1, init=2, reduce=[{"n": 1, "if": "power == 0"}]),
    text("SHOWS", "move", {"do": "power", "n": 3}, cost=2, init=2, reduce=SHOWN),
    text("TWICE", "move", {"do": "power", "n": 4}, cost=2, init=2, reduce=[*SHOWN, {"n": 1, "show": "plan"}]),
    text("DEEPER", "move", {"do": "power", "n": 5}, cost=1, init=2, reduce=FULL),
    plan("PLANA", 3, init=3),
]  # fmt: skip
SOME = "LONGSH VALE CHAPEL SHIELD"  # one move, two settle cards, a plan


def choose(a: str, b: str = "SILENC", **put: Any) -> Scene:
    """A is to choose from these cards, B from those (a plan of initiative 2)."""
    return Scene(cards=CARDS).put(hands={"A": a, "B": b}, **put)


def played(card: str, *pays: str, rest: str = SOME, **put: Any) -> Scene:
    """A has chosen this card with this payment, B nothing of interest, and it is A's turn."""
    scene = choose(" ".join(dict.fromkeys(f"{card} {' '.join(pays)} {rest}".split())), **put)
    return scene.commit(A=f"{card} {' '.join(pays)}").go("A")


# --- S4: card and payment ------------------------------------------------------------------------


def test_s4_one_card_is_chosen_and_exactly_its_cost_is_paid() -> None:
    scene = choose(f"DEAR {SOME}").play("play DEAR")
    scene.refuse("done")
    scene.play("pay LONGSH")
    scene.refuse("done")
    scene.play("pay VALE")
    assert scene.legal() == ["done"]


def test_4c_overpaying_is_not_allowed() -> None:
    assert choose(f"FREE {SOME}").play("play FREE").legal() == ["done"]


def test_s4_payments_are_any_cards_of_the_hand_but_the_chosen_one() -> None:
    scene = choose(f"DEAR {SOME}").play("play DEAR")
    assert scene.legal() == ["pay LONGSH", "pay VALE", "pay CHAPEL"]  # in ascending order
    assert scene.play("pay CHAPEL").legal() == ["pay SHIELD"]


def test_4a_a_battle_plan_may_be_chosen_and_only_a_standard_action_follows() -> None:
    scene = choose("PLANA LONGSH").commit(A="PLANA").go("A")
    scene.refuse("card")
    assert {"std deploy", "std out", "std draw"} <= set(scene.legal())


def test_4a_the_initiative_of_a_chosen_battle_plan_counts() -> None:
    scene = choose("PLANA LONGSH", b="SILENC").commit(A="PLANA", B="SILENC")
    assert scene.until(lambda now: now.pending == "turn").actor == "A"
    assert [scene.raw["order"][0], scene.raw["order"][1]] == [0, 1]


def test_4b_a_card_that_cannot_be_paid_may_be_chosen() -> None:
    scene = choose("DEAR LONGSH").play("play DEAR")
    assert scene.legal() == ["done"]  # no payment is placed at all
    scene.play("done").go("A")
    assert scene.legal() == ["std deploy", "std out", "std draw"]


def test_4d_without_a_hand_there_is_no_card_initiative_0_and_one_free_draw() -> None:
    scene = choose("PLANA LONGSH").commit(A="PLANA").go("B")
    scene.put(hands={"A": ""})  # as after a bid that took all
    scene.until(lambda now: now.pending == "commit")
    assert scene.actor == "B"
    scene.commit()
    assert scene.until(lambda now: now.pending == "turn").raw["order"] == [1, 0]
    scene.go("A")
    assert scene.legal() == ["std draw"]
    assert scene.play("std draw", "draw plan").until(lambda now: now.pending == "commit").actor == "A"
    assert sum(scene.raw["counts"][0][0]) == 3


def test_s4_choices_are_hidden_until_all_have_chosen() -> None:
    scene = choose(f"DEAR {SOME}").play("play DEAR", "pay LONGSH", "pay VALE", "done")
    seen = scene.view("B")["seats"]["A"]
    assert seen["seen"] == {}
    assert (seen["cards"]["chosen"]["move"], seen["cards"]["payment"]["move"], seen["cards"]["payment"]["settle"]) == (
        1,
        1,
        1,
    )


def test_s4_hand_sizes_are_public() -> None:
    scene = choose(f"DEAR {SOME}")
    assert scene.view("B")["seats"]["A"]["hand"] == 5


# --- reductions ----------------------------------------------------------------------------------


def test_17_a_reduction_may_be_claimed_and_lowers_the_cost() -> None:
    scene = choose(f"ONLYW {SOME}").play("play ONLYW")
    assert "claim 1" in scene.legal()
    scene.play("claim 1", "pay LONGSH")
    assert scene.legal() == ["done"]


def test_17_a_reduction_need_not_be_claimed() -> None:
    scene = choose(f"ONLYW {SOME}").play("play ONLYW", "pay LONGSH", "pay VALE")
    assert scene.legal() == ["done"]


def test_s4_a_cost_is_never_below_nothing() -> None:
    scene = choose(f"DEEPER {SOME}").play("play DEEPER", "claim 1")
    scene.play(*["claim 2"] if "claim 2" in scene.legal() else [])
    assert scene.legal() == ["done"]
    assert scene.play("done").go("A").play("card").power("A") == 5


def test_17_a_state_reduction_is_tested_when_the_card_is_chosen() -> None:
    assert "claim 1" in choose(f"STATE {SOME}").play("play STATE").legal()
    assert "claim 1" not in choose(f"STATE {SOME}", power={"A": 1}).play("play STATE").legal()


def test_17_a_state_reduction_is_tested_again_when_the_card_is_resolved() -> None:
    scene = choose(f"STATE {SOME}").play("play STATE", "claim 1", "done").go("A").put(power={"A": 1})
    scene.play("card")
    assert all(move.startswith("pay ") for move in scene.legal())  # the rest is paid, and the card goes on
    scene.play("pay LONGSH")
    assert scene.power("A") == 1 + 2
    assert "LONGSH" in scene.until(lambda now: now.actor == "B").discards()


def test_17_an_unmet_reduction_that_cannot_be_paid_leaves_a_standard_action() -> None:
    scene = choose("STATE").play("play STATE", "claim 1", "done").go("A").put(power={"A": 1})
    scene.play(*[move for move in scene.legal() if move == "card"])
    scene.refuse("card")
    assert "std draw" in scene.legal()
    assert scene.power("A") == 1


def test_17_a_show_reduction_needs_a_card_of_that_deck() -> None:
    assert "claim 1" in choose(f"SHOWS {SOME}").play("play SHOWS").legal()
    assert "claim 1" not in choose("SHOWS LONGSH SHIELD").play("play SHOWS").legal()


def test_17_the_card_that_is_shown_becomes_known_and_may_itself_be_payment() -> None:
    scene = choose("SHOWS VALE").play("play SHOWS", "claim 1")
    assert scene.legal() == ["show VALE"]
    scene.play("show VALE", "pay VALE", "done").go("A")
    assert "shows A VALE" in scene.log
    scene.play("card")
    assert scene.power("A") == 3


def test_17_a_shown_card_that_stays_in_hand_is_known_to_all() -> None:
    scene = choose(f"SHOWS {SOME}").play("play SHOWS", "claim 1", "show VALE", "pay LONGSH", "done").go("A")
    assert "VALE" in scene.view("B")["seats"]["A"]["known"]
    assert "VALE" in scene.hand("A")


def test_17_two_show_reductions_both_count_when_each_shows_a_card() -> None:
    scene = choose("TWICE VALE SHIELD").play("play TWICE", "claim 1", "show VALE", "claim 2", "show SHIELD")
    assert scene.legal() == ["done"]
    scene.play("done").go("A").play("card")
    assert scene.power("A") == 4


def test_s4_claims_are_told_at_the_reveal() -> None:
    scene = choose(f"ONLYW {SOME}").play("play ONLYW", "claim 1", "pay LONGSH", "done")
    assert not scene.events("claims")
    scene.go("A")
    assert "claims A 1" in scene.log


# --- 6b: deviating -------------------------------------------------------------------------------


def only_warriors(*more: str) -> Scene:
    """A resolves ONLYW with its reduction, with these cards left."""
    scene = choose(f"ONLYW LONGSH {' '.join(more)}").play("play ONLYW", "claim 1", "pay LONGSH", "done").go("A")
    return scene.play("card")


def test_golden_two_cards_minus_one_if_only_warriors_deviating_costs_the_extra_card() -> None:
    scene = only_warriors("VALE")
    scene.play("breach", "pay VALE", "to SE")
    assert "put lord" in scene.legal()
    scene.play("put lord")
    assert "VALE" not in scene.hand("A")


def test_6b_within_the_reduction_only_what_it_allows_is_legal() -> None:
    scene = only_warriors("VALE").play("to SE")
    assert not [move for move in scene.legal() if move in ("put lord", "put c1")]
    scene.play("put 2w")
    assert scene.gained("A") == 1
    assert "VALE" in scene.hand("A")


def test_6b_who_cannot_pay_cannot_deviate() -> None:
    scene = only_warriors()
    scene.refuse("breach")
    scene.play("to SE")
    assert not [move for move in scene.legal() if move in ("put lord", "put c1")]


def test_6b_the_extra_card_is_discarded_with_the_payment() -> None:
    scene = only_warriors("VALE").play("breach", "pay VALE", "to SE", "put lord")
    scene.until(lambda now: now.actor == "B")
    assert {"ONLYW", "LONGSH", "VALE"} <= scene.discards()


def test_17_a_show_reduction_cannot_be_broken() -> None:
    scene = choose("SHOWS VALE").play("play SHOWS", "claim 1", "show VALE", "pay VALE", "done").go("A").play("card")
    scene.refuse("breach")


# --- S5, 14: the reveal --------------------------------------------------------------------------


def test_14_the_chosen_card_is_public_at_the_reveal() -> None:
    scene = choose(f"DEAR {SOME}").commit(A="DEAR LONGSH VALE").go("A")
    assert "plays A DEAR" in scene.log
    assert scene.view("B")["seats"]["A"]["seen"]["chosen"] == ["DEAR"]


def test_14_of_a_payment_only_deck_and_initiative_are_told() -> None:
    scene = choose(f"DEAR {SOME}").commit(A="DEAR LONGSH VALE").go("A")
    cards = {card.id: card for card in scene.game.data.components.cards}
    assert [said for said in scene.log if said.startswith("pays A")] == [
        f"pays A move{cards['LONGSH'].init}", f"pays A settle{cards['VALE'].init}"
    ]  # fmt: skip
    assert "LONGSH" not in str(scene.view("B")["seats"]["A"])


def test_14_a_chosen_card_that_returns_for_a_standard_action_stays_known() -> None:
    scene = played("FREE").play("std draw", "skip").until(lambda now: now.actor == "B")
    assert "FREE" in scene.hand("A")
    assert "FREE" in scene.view("B")["seats"]["A"]["known"]


def test_14_payments_that_return_are_known_by_deck_and_initiative() -> None:
    scene = played("DEAR", "LONGSH", "VALE").play("std draw", "skip")
    cards = {card.id: card for card in scene.game.data.components.cards}
    least = scene.view("B")["seats"]["A"]["at_least"]
    assert least[f"move{cards['LONGSH'].init}"] >= 1
    assert least[f"settle{cards['VALE'].init}"] == 1
    assert "LONGSH" not in str(scene.view("B")["seats"]["A"]["known"])


def test_14_every_discarded_card_is_public() -> None:
    scene = played("DEAR", "LONGSH", "VALE").play("card").until(lambda now: now.actor == "B")
    assert {"discards A LONGSH", "discards A VALE"} <= set(scene.log)
    assert {"DEAR", "LONGSH", "VALE"} <= set(scene.view("B")["discards"])


# --- S5: the order of turns ----------------------------------------------------------------------

INITIATIVES = [
    text("ONE", "move", POWER, init=1), text("TWO", "move", POWER, init=2), text("THREEI", "move", POWER, init=3),
    text("TIEA", "settle", POWER, init=2), text("TIEB", "settle", {"do": "power", "n": 2}, init=2),
    text("TIEC", "settle", {"do": "power", "n": 3}, init=2), text("TIED", "settle", {"do": "power", "n": 4}, init=2),
]  # fmt: skip


def order(scene: Scene) -> str:
    """The seats in the order of their turns."""
    scene.until(lambda now: now.pending == "turn")
    return "".join("ABCD"[seat] for seat in scene.raw["order"])


def tied(players: int = 3, factions: Any = SEATED, **put: Any) -> Scene:
    """All have chosen a card of the same initiative."""
    hands = {"A": "TIEA", "B": "TIEB", "C": "TIEC", "D": "TIED"}
    scene = Scene(players, cards=INITIATIVES, factions=factions)
    scene.put(hands={seat: hands[seat] for seat in "ABCD"[:players]}, **put)
    return scene.commit(**{seat: hands[seat] for seat in "ABCD"[:players]})


@pytest.mark.parametrize(
    ("a", "b", "c", "expected"), [("ONE", "TWO", "THREEI", "CBA"), ("THREEI", "ONE", "TWO", "ACB")], ids=["CBA", "ACB"]
)
def test_s5_turns_go_from_the_highest_initiative_to_the_lowest(a: str, b: str, c: str, expected: str) -> None:
    scene = Scene(3, cards=INITIATIVES).put(hands={"A": a, "B": b, "C": c})
    assert order(scene.commit(A=a, B=b, C=c)) == expected


def test_s5_of_tied_seats_the_lowest_vp_chooses_first() -> None:
    scene = tied(vp={"A": 9, "B": 5, "C": 7})
    assert (scene.actor, scene.legal()) == ("B", ["place 1", "place 2", "place 3"])
    scene.play("place 3")
    assert (scene.actor, scene.legal()) == ("C", ["place 1", "place 2"])
    scene.play("place 2")
    assert order(scene) == "ACB"


def test_s5_on_equal_vp_the_lowest_start_value_chooses_first() -> None:
    for factions in EITHER_WAY:
        scene = tied(factions=factions, vp={"A": 9, "B": 9, "C": 9})
        assert scene.actor == scene.by_start[0]
        assert scene.play("place 2").actor == scene.by_start[1]


def test_golden_the_bearer_of_the_grail_picks_first_the_lowest_vp_third_the_other_is_second() -> None:
    scene = tied(vp={"A": 9, "B": 5, "C": 7}, grail="A").play("A grail use", "A place 1")
    assert (scene.actor, scene.legal()) == ("B", ["place 2", "place 3"])
    scene.play("B place 3")
    assert order(scene) == "ACB"


def test_s5_the_grail_is_optional() -> None:
    scene = tied(vp={"A": 9, "B": 5, "C": 7}, grail="A")
    assert scene.legal() == ["grail use", "grail keep"]
    assert scene.play("grail keep").actor == "B"


def test_s5_the_grail_breaks_one_tie_a_season() -> None:
    scene = tied(vp={"A": 9, "B": 5, "C": 7}, grail="A").play("grail use", "place 1", "place 2")
    scene.until(lambda now: now.pending == "commit").put(hands={"A": "TIEA", "B": "TIEB", "C": "TIEC"})
    scene.commit(A="TIEA", B="TIEB", C="TIEC")
    assert scene.pending == "places"
    assert (scene.actor, scene.legal()) == ("B", ["place 1", "place 2", "place 3"])


def test_s5_the_grail_is_not_asked_where_its_bearer_is_not_tied() -> None:
    scene = Scene(3, cards=INITIATIVES)
    scene.put(hands={"A": "ONE", "B": "TIEB", "C": "TIEC"}, grail="A", vp={"A": 5, "B": 7, "C": 9})
    scene.commit(A="ONE", B="TIEB", C="TIEC")
    assert (scene.actor, scene.legal()) == ("B", ["place 1", "place 2"])


def test_s5_places_are_those_of_the_tied_alone() -> None:
    scene = Scene(3, cards=INITIATIVES)
    scene.put(hands={"A": "THREEI", "B": "TIEB", "C": "TIEC"}, vp={"A": 5, "B": 7, "C": 9})
    scene.commit(A="THREEI", B="TIEB", C="TIEC")
    assert scene.actor == "B"
    assert scene.legal() == ["place 2", "place 3"]
    assert order(scene.play("place 3")) == "ACB"


def test_s5_four_may_tie() -> None:
    scene = tied(4, vp={"A": 3, "B": 5, "C": 7, "D": 9}).play("A place 4", "B place 3", "C place 2")
    assert order(scene) == "DCBA"


def test_s11_the_grail_breaks_either_a_tied_turn_or_a_tied_bid_of_a_season() -> None:
    deploy = text("TIEA", "settle", {"do": "deploy", "n": 1}, init=2)
    bid = text("BIDB", "deploy", {"do": "power", "n": 9}, init=1)
    scene = Scene(cards=[deploy, INITIATIVES[4], bid], mist={"SE": "IRONBACK"})
    scene.put(hands={"A": "TIEA LONGSH", "B": "TIEB BIDB"}, grail="B", vp={"A": 5, "B": 9})
    scene.commit(A="TIEA", B="TIEB")
    scene.play(
        "B grail use", "B place 2", "card", "to SE", "put lord", "explore", "explore none", "A done", "B bid BIDB"
    )
    scene.play(*["B done"] if "done" in scene.legal() else [])
    assert (scene.actor, scene.pending) == ("A", "bond")  # 1 against 1, and the Grail is used: the lowest VP


# --- 6b: more than one icon ----------------------------------------------------------------------


def two_groups(*more: str) -> Scene:
    """A resolves a card with two groups that costs one card less if only warriors are deployed."""
    card = text("GROUPS", "move", DEPLOY, DEPLOY, cost=1, init=3, reduce=WARRIORS)
    scene = Scene(cards=[card]).put(hands={"A": f"GROUPS {' '.join(more)}", "B": "CAREFL"})
    return scene.play("play GROUPS", "claim 1", "done").go("A").play("card")


def test_6b_who_has_paid_the_rest_deviates_with_every_icon() -> None:
    scene = two_groups("VALE").play("breach", "pay VALE", "to SE", "put c1", "put w", "to SE")
    assert "put lord" in scene.legal()
    scene.refuse("breach")


def test_6b_one_may_deviate_with_a_later_icon() -> None:
    scene = two_groups("VALE").play("to SE", "put 2w", "breach", "pay VALE", "to SE", "put c1", "put w")
    assert scene.units("A", "SE") == "c1+3w"


def test_6b_nothing_is_taken_back() -> None:
    scene = two_groups().play("to SE", "put 2w", "to SE")
    assert scene.legal() == ["put w", "put 2w"]
    assert scene.units("A", "SE") == "2w"
