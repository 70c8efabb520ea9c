"""Battles of Veil: plans, limits, combat cards, success and failure, and what is done with the cards."""

from __future__ import annotations

from typing import Any

import pytest

from veil_battles import EAST, after_battle, draw, fight, fought, gains, limits, plans
from veil_table import EITHER_WAY, Scene, plan

# --- who plays a plan ----------------------------------------------------------------------------


def test_s17_only_seats_with_a_hero_there_play_a_plan() -> None:
    scene = fight("lord+w", "3w")
    assert (scene.pending, scene.actor) == ("plan", "A")
    scene.play("plan none")
    assert scene.raw["region"] != EAST


def test_s17_champions_are_heroes() -> None:
    scene = fight("c1", "c2+w")
    assert scene.actor == "A"
    scene.play("plan none")
    assert (scene.pending, scene.actor) == ("plan", "B")


def test_17i_a_battle_without_any_hero_is_decided_by_strength_alone() -> None:
    scene = Scene().put(units={"A": "3w E, c3 C", "B": "2w E, c3 C"}, tiles="E C")
    assert gains(scene) == [8, 4]
    assert not scene.events("A plan") + scene.events("B plan")


def test_s17_10_a_seat_plays_one_plan_or_none() -> None:
    scene = fight(hands={"A": "THREEP FOURP", "B": "VALE"})
    assert {"plan THREEP", "plan FOURP", "plan none"} <= set(scene.legal())
    scene.play("plan THREEP")
    scene.refuse("plan FOURP")


def test_s17_10_without_a_plan_there_are_no_bonus_cards_and_no_draws() -> None:
    scene = fight().play("A plan none")
    assert scene.actor == "B"
    plans(scene, B="down VALE")
    assert limits(scene)["A"] == 0
    assert scene.actor == "B"  # the weaker one draws at once
    assert "hit move" in scene.legal()


def test_s17_up_to_three_bonus_cards_of_any_type() -> None:
    scene = fight(hands={"A": "THREEP FOURP"}).play("plan THREEP")
    assert scene.play("bonus REAVER", "bonus HOSTAG", "bonus FOURP").legal() == ["done"]


def test_s17_plans_are_chosen_in_secret() -> None:
    scene = fight(hands={"A": "THREEP"}).play("plan THREEP", "bonus REAVER", "done")
    seen = scene.view("B")["seats"]["A"]
    assert seen["cards"]["plan"]["plan"] == 1
    assert seen["cards"]["bonus"]["move"] == 1
    assert "plan" not in seen["seen"]
    assert "bonus" not in seen["seen"]


# --- limits --------------------------------------------------------------------------------------


def test_golden_limits_of_three_and_two_of_five_alone_of_four_and_one_are_five() -> None:
    scene = fight("lord+2w", "lord+w", "lord", hands={
        "A": "FIVEP", "B": "THREEP VALE CHAPEL", "C": "FOURP LONGSH",
    })  # fmt: skip
    plans(scene, A="FIVEP", B="THREEP + VALE CHAPEL", C="FOURP + LONGSH")
    assert limits(scene) == {"A": 5, "B": 5, "C": 5}


def test_s17_a_card_played_face_down_has_limit_three_and_no_effect() -> None:
    strong = plan("STRONG", 5, fx=[{"do": "power", "n": 5}])
    scene = plans(fight(hands={"A": "STRONG REAVER"}, cards=[strong]), A="down STRONG + REAVER")
    assert limits(scene)["A"] == 3 + 1
    draw(scene, "A", 2)
    assert gains(scene) == [8, 4]  # 3 + 2 against 2
    assert scene.power("A") == 0


def test_s17_any_main_deck_card_may_be_played_face_down() -> None:
    scene = fight(hands={"A": "THREEP REAVER HOSTAG GUARD"})
    assert {"plan down THREEP", "plan down REAVER", "plan down HOSTAG", "plan down GUARD"} <= set(scene.legal())
    scene.refuse("plan REAVER", "plan HOSTAG", "plan GUARD")


def test_s17_as_many_combat_cards_as_the_limit_may_be_drawn() -> None:
    scene = plans(fight(hands={"A": "THREEP"}), A="THREEP")
    draw(scene, "A", 1, 1, 1)
    assert not [move for move in scene.legal() if move.startswith("hit") and scene.actor == "A"]


def test_s17_a_drawn_combat_card_stays() -> None:
    scene = plans(fight(hands={"A": "THREEP"}), A="THREEP").play("hit move", "draw move WAYS")
    assert set(scene.legal()) == {"hit deploy", "hit move", "hit settle", "hit plan", "stop"}


def test_17g_combat_cards_come_from_the_main_decks_by_choice() -> None:
    scene = plans(fight(hands={"A": "FIVEP"}), A="FIVEP")
    for deck in ("deploy", "move", "settle", "plan"):
        assert f"hit {deck}" in scene.legal()
    piles = scene.shown["piles"]["plan"]
    assert scene.play("hit plan").shown["piles"]["plan"] == piles - 1


# --- draws ---------------------------------------------------------------------------------------


def test_s17_the_strongest_draws_first_and_all_his_cards() -> None:
    scene = plans(fight("lord+w", "lord+2w", hands={"A": "THREEP", "B": "FOURP"}), A="THREEP", B="FOURP")
    assert scene.actor == "B"
    scene.play("hit move").play("hit move")
    assert scene.actor == "B"
    scene.play("stop")
    assert scene.actor == "A"


def test_s17_3_on_equal_strength_the_lowest_vp_chooses_its_place() -> None:
    hands = {"A": "THREEP", "B": "FOURP"}
    for place, first in (("place 1", "A"), ("place 2", "B")):
        scene = fight("lord+w", "lord+w", hands=hands, put={"vp": {"A": 5, "B": 9}})
        plans(scene, A="THREEP", B="FOURP")
        assert (scene.actor, scene.legal()) == ("A", ["place 1", "place 2"])
        assert scene.play(place).actor == first


def test_s17_3_on_equal_vp_the_lowest_start_value_chooses() -> None:
    hands = {"A": "THREEP", "B": "FOURP"}
    for factions in EITHER_WAY:
        scene = fight("lord+w", "lord+w", hands=hands, put={"vp": {"A": 9, "B": 9}}, factions=factions)
        assert plans(scene, A="THREEP", B="FOURP").actor == scene.by_start[0]
    scene = fight("lord+w", "lord+w", hands=hands, put={"vp": {"A": 9, "B": 8}})
    assert plans(scene, A="THREEP", B="FOURP").actor == "B"


def test_s17_3_the_grail_is_not_used_for_the_order_of_draws() -> None:
    scene = fight("lord+w", "lord", hands={"A": "THREEP", "B": "FOURP"}, put={"grail": "B", "vp": {"A": 0, "B": 5}})
    plans(scene, A="THREEP", B="FOURP")
    assert fought(scene) == {"A": 2, "B": 2}
    assert (scene.actor, scene.legal()) == ("A", ["place 1", "place 2"])


def test_s17_3_strength_gained_when_revealed_counts_for_the_order() -> None:
    omen = plan("OMEN", 3, revealed=[{"do": "strength", "n": 3}])
    scene = plans(fight("lord+2w", "lord+w", hands={"A": "THREEP", "B": "OMEN"}, cards=[omen]), A="THREEP", B="OMEN")
    assert fought(scene) == {"A": 3, "B": 5}
    assert scene.actor == "B"


def test_s17_combat_cards_are_secret_and_their_number_is_not() -> None:
    scene = plans(fight(hands={"A": "THREEP"}), A="THREEP").play("hit move", "draw move WAYS")
    seen = scene.view("B")["seats"]["A"]
    assert seen["cards"]["combat"]["move"] == 1
    assert "WAYS" not in str(seen["seen"])
    assert scene.view("A")["seats"]["A"]["seen"]["combat"] == ["WAYS"]


# --- success and failure -------------------------------------------------------------------------


def test_s17_a_plan_succeeds_up_to_its_limit_and_adds_the_sum() -> None:
    for enemy, vp in (("lord+2w", [8, 4]), ("lord+3w", [8, 8])):
        scene = draw(plans(fight("lord", enemy, hands={"A": "THREEP"}), A="THREEP"), "A", 1, 2)
        assert gains(scene) == vp  # 1 + 3
        assert scene.events("fails") == []


@pytest.mark.parametrize(("name", "limit", "gain"), [("FIVEP", 5, 3), ("FOURP", 4, 2), ("THREEP", 3, 2)])
def test_golden_a_failed_plan_gives_half_its_printed_limit_rounded_up(name: str, limit: int, gain: int) -> None:
    for enemy, vp in ((gain, [8, 4]), (gain + 1, [8, 8]), (gain + 2, [4, 8])):  # against 1 + gain
        scene = plans(fight("lord", f"lord+{enemy - 1}w", hands={"A": f"{name}"}), A=name)
        assert limits(scene)["A"] == limit
        assert gains(draw(scene, "A", 3, 3)) == vp
        assert "fails A" in scene.log


def test_17b_bonus_cards_do_not_count_for_half_of_the_printed_limit() -> None:
    scene = fight("lord", "lord+2w", hands={"A": "THREEP"})
    plans(scene, A="THREEP + REAVER COUNCL HOSTAG")
    draw(scene, "A", 3, 3, 3)
    scene.battle("C")
    assert "fails A" in scene.log
    assert gains(scene) == [8, 8]  # 1 + 2 against 3


def test_17b_a_face_down_plan_that_fails_gives_two() -> None:
    scene = plans(fight("lord", "lord+2w", hands={"A": ""}), A="down REAVER")
    draw(scene, "A", 3, 3).battle("C")
    assert "fails A" in scene.log
    assert gains(scene) == [8, 8]  # 1 + 2 against 3


def test_17c_no_draw_at_all_is_a_success() -> None:
    strong = plan("STRONG", 3, fx=[{"do": "strength", "n": 2}])
    scene = plans(fight("lord", "lord+w", hands={"A": "STRONG"}, cards=[strong]), A="STRONG").play("A stop")
    scene.battle("C")
    assert scene.events("fails") == []
    assert scene.gained("A") == 8  # 1 + 2 against 2


def test_s17_a_failed_plan_has_no_effect() -> None:
    strong = plan("STRONG", 3, fx=[{"do": "strength", "n": 5}], win=[{"do": "vp", "n": 3}])
    scene = plans(fight("lord", "lord+2w", hands={"A": "STRONG"}, cards=[strong]), A="STRONG")
    draw(scene, "A", 3, 1).battle("C")
    assert gains(scene) == [8, 8]  # 1 + 2 against 3, and no win effect


def test_17a_deterministic_plans_give_their_limit_without_draws() -> None:
    options = {"battles": "deterministic"}
    scene = plans(fight("lord", "lord+4w", hands={"A": "FOURP"}, options=options), A="FOURP + REAVER")
    scene.battle("C")
    assert not [said for said in scene.log if " hit " in said or said.startswith(("combat", "fails"))]
    assert scene.gained("A") == 8  # 1 + 4 + 1 against 5


def test_17a_a_face_down_card_gives_three_in_deterministic_battles() -> None:
    options = {"battles": "deterministic"}
    scene = plans(fight("lord", "lord+3w", options=options), A="down REAVER")
    scene.battle("C")
    assert gains(scene) == [8, 8]  # 1 + 3 against 4


def test_17_1_limit_changes_count_in_deterministic_battles() -> None:
    options = {"battles": "deterministic"}
    scene = fight("lord", "lord+w", hands={"A": "FOURP", "B": "GIVE"}, options=options)
    scene = plans(scene, A="FOURP", B="GIVE")
    scene.battle("C")
    assert gains(scene) == [4, 8]  # 1 + 3 against 2 + 4


# --- Give No Ground, Carefully Laid Plans -------------------------------------------------------


def test_17_1_give_no_ground_lowers_the_limit_of_every_enemy_plan() -> None:
    scene = fight("lord+2w", "lord+w", "lord", hands={"A": "GIVE", "B": "FIVEP", "C": "THREEP"})
    assert limits(plans(scene, A="GIVE", B="FIVEP", C="THREEP")) == {"A": 4, "B": 4, "C": 2}


def test_17_1_carefully_laid_plans_raise_the_own_limit() -> None:
    scene = fight(hands={"A": "CAREFL", "B": "THREEP"})
    assert limits(plans(scene, A="CAREFL", B="THREEP")) == {"A": 5, "B": 3}


def test_17_1_give_no_ground_and_carefully_laid_plans_cancel_out() -> None:
    scene = fight(hands={"A": "CAREFL", "B": "GIVE"})
    assert limits(plans(scene, A="CAREFL", B="GIVE")) == {"A": 4, "B": 4}


def test_17_1_a_changed_limit_bounds_the_draws() -> None:
    scene = plans(fight(hands={"A": "THREEP", "B": "GIVE"}), A="THREEP", B="GIVE")
    draw(scene, "A", 1, 1)
    assert scene.actor == "B"


def test_17_1_a_changed_limit_decides_success() -> None:
    scene = plans(fight(hands={"A": "THREEP", "B": "GIVE"}), A="THREEP", B="GIVE")
    draw(scene, "A", 3).play("B stop").battle("C")
    assert scene.events("fails") == ["fails A"]


def test_17d_a_failed_plan_loses_its_when_revealed_effect() -> None:
    omen = plan("OMEN", 3, revealed=[{"do": "strength", "n": 3}])
    scene = plans(fight("lord+2w", "lord", hands={"B": "OMEN"}, cards=[omen]), B="OMEN")
    assert fought(scene) == {"A": 3, "B": 4}
    draw(scene, "B", 3, 3).battle("C")
    assert gains(scene) == [8, 8]  # 3 against 1 + 2


def test_17_1_who_fails_only_by_a_failed_plan_succeeds_after_all() -> None:
    hands = {"A": "FOURP", "B": "GIVE"}
    scene = plans(fight("lord+w", "lord", hands=hands), A="FOURP", B="GIVE")
    draw(scene, "A", 3, 1)  # 4, and the limit is 3
    draw(scene, "B", 3, 3)  # fails: the limit of A is 4 again
    scene.battle("C")
    assert scene.events("fails") == ["fails B"]
    assert scene.gained("A") == 8


def test_17_1_the_own_when_revealed_effect_of_a_late_success_stays_negated() -> None:
    press = plan("PRESS", 4, revealed=[{"do": "strength", "n": -2, "who": "enemies"}])
    scene = plans(fight("lord+w", "lord+2w", hands={"A": "PRESS", "B": "GIVE"}, cards=[press]), A="PRESS", B="GIVE")
    assert fought(scene) == {"A": 2, "B": 1}
    draw(scene, "A", 3, 1)  # 4 of 3: fails at first
    draw(scene, "B", 3, 3)  # fails: A succeeds after all
    scene.battle("C")
    assert scene.events("fails") == ["fails B"]
    assert gains(scene) == [8, 4]  # 2 + 4 against 3 + 2


# --- step 7 --------------------------------------------------------------------------------------


def test_17f_the_lowest_vp_says_which_plan_resolves_first() -> None:
    drawer = [plan("FETCH", 3, fx=[{"do": "draw", "n": 1}]), plan("CARRY", 3, fx=[{"do": "power", "n": 1}])]
    put = {"vp": {"A": 5, "B": 9}}
    scene = fight("lord+w", "lord", hands={"A": "FETCH", "B": "CARRY"}, cards=drawer, put=put)
    plans(scene, A="FETCH", B="CARRY")
    scene.play("A stop", "B stop")
    assert (scene.actor, set(scene.legal())) == ("A", {"first FETCH", "first CARRY"})
    scene.play("first CARRY")
    assert scene.power("B") == 1
    assert "draw plan" in scene.legal()


def test_s17_all_effects_but_those_of_other_steps_happen_in_step_7() -> None:
    card = plan("MANY", 3, fx=[{"do": "strength", "n": 1}, {"do": "power", "n": 1}])
    scene = plans(fight("lord", "lord", hands={"A": "MANY"}, cards=[card]), A="MANY")
    assert scene.power("A") == 0
    assert fought(scene)["A"] == 1
    scene.play("A stop").battle("C")
    assert (scene.power("A"), scene.gained("A")) == (1, 8)


def test_22_telios_is_asked_before_anything_that_is_revealed_takes_effect() -> None:
    omen = plan("OMEN", 3, revealed=[{"do": "strength", "n": 3}])
    for answer, strength in (("use TELIOS", 3), ("pass", 6)):
        scene = fight("lord+2w", "lord+TELIOS", hands={"A": "OMEN"}, cards=[omen]).play(
            "A plan OMEN", "A done", "B plan none"
        )
        assert "plans A OMEN" in scene.log
        assert (scene.actor, scene.legal()) == ("B", ["use TELIOS", "pass"])
        assert fought(scene)["A"] == 3
        scene.play(answer)
        assert "hit move" in scene.legal()
        assert fought(scene)["A"] == strength


def test_s17_negate_takes_the_effects_and_leaves_limit_and_sum() -> None:
    strong = plan("STRONG", 4, fx=[{"do": "strength", "n": 5}])
    scene = plans(
        fight("lord", "lord+3w", hands={"A": "STRONG", "B": "SILENC"}, cards=[strong]), A="STRONG", B="SILENC"
    )
    assert limits(scene)["A"] == 4
    scene.play("B stop")
    draw(scene, "A", 3).battle("C")
    assert gains(scene) == [8, 8]  # 1 + 3 against 4


# --- win and discard -----------------------------------------------------------------------------


def test_s18_if_you_win_and_if_you_do_not_win_happen_in_step_8() -> None:
    cards = [plan("GLORY", 3, win=[{"do": "power", "n": 1}]), plan("SHAME", 3, notwin=[{"do": "power", "n": 2}])]
    scene = plans(fight("lord+w", "lord", hands={"A": "GLORY", "B": "SHAME"}, cards=cards), A="GLORY", B="SHAME")
    scene.play("A stop", "B stop").battle("C")
    assert [scene.power("A"), scene.power("B")] == [1, 2]


def test_s20_the_first_place_loses_plan_and_bonus_cards() -> None:
    scene = plans(fight("lord+2w", "lord", hands={"A": "THREEP REAVER", "B": "VALE"}), A="THREEP + REAVER")
    gone = after_battle(scene.play("A stop"))
    assert {"THREEP", "REAVER"} <= gone


def test_s20_another_place_with_a_failed_plan_loses_the_plan_and_regains_the_bonus_cards() -> None:
    scene = plans(fight("lord+4w", "lord", hands={"B": "THREEP VALE"}), B="THREEP + VALE")
    draw(scene, "B", 3, 3)
    gone = after_battle(scene)
    assert "THREEP" in gone
    assert "VALE" not in gone
    assert "VALE" in scene.hand("B")


def test_s20_another_place_whose_plan_did_not_fail_regains_all() -> None:
    scene = plans(fight("lord+4w", "lord", hands={"B": "THREEP VALE"}), B="THREEP + VALE")
    draw(scene, "B", 1)
    assert "THREEP" not in after_battle(scene)
    assert {"THREEP", "VALE"} <= scene.hand("B")


def test_s20_combat_cards_are_always_discarded() -> None:
    scene = plans(fight("lord+2w", "lord", hands={"A": "THREEP", "B": "FOURP"}), A="THREEP", B="FOURP")
    draw(scene, "A", 1)
    draw(scene, "B", 3)
    after_battle(scene)
    assert {"GOATS", "WAYS"} <= scene.discards()


def test_s20_11_a_plan_that_says_so_is_discarded_whatever_the_place() -> None:
    once = plan("ONCE", 4, fx=[{"do": "discard_plan"}])
    scene = plans(fight("lord+4w", "lord", hands={"B": "ONCE VALE"}, cards=[once]), B="ONCE + VALE").play("B stop")
    after_battle(scene)
    assert "ONCE" in scene.discards()
    assert "VALE" in scene.hand("B")


def test_s20_11_effects_after_the_battle_come_before_the_discards() -> None:
    flee = plan("FLEE", 4, after=[{"do": "army", "from": "here"}])
    scene = plans(fight("lord+4w", "lord+w", hands={"B": "FLEE"}, cards=[flee]), B="FLEE").play("B stop")
    assert "FLEE" not in scene.discards()
    scene.until(lambda now: now.actor == "B" and now.pending == "icon").play("from E", "to SE")
    assert "FLEE" not in scene.discards()


def test_s17_10_bonus_cards_are_revealed_and_known_when_regained() -> None:
    scene = plans(fight("lord+4w", "lord", hands={"B": "THREEP VALE"}), B="THREEP + VALE")
    assert "adds B VALE" in scene.log
    after_battle(scene.play("B stop"))
    assert {"THREEP", "VALE"} <= set(scene.view("A")["seats"]["B"]["known"])


def test_s17_10_a_face_down_plan_stays_secret_when_regained() -> None:
    scene = plans(fight("lord+4w", "lord", hands={"B": "THREEP VALE"}), B="down VALE")
    assert "plans B down" in scene.log
    after_battle(scene.play("B stop"))
    assert "VALE" in scene.hand("B")
    assert "VALE" not in str(scene.view("A")["seats"]["B"])


def test_s16_losers_keep_their_units() -> None:
    scene = fight("lord+2w", "lord+w").play("A plan none", "B plan none")
    after_battle(scene)
    assert (scene.units("A", "E"), scene.units("B", "E")) == ("lord+2w", "lord+w")


# --- effects upon plans --------------------------------------------------------------------------


def test_22_telios_takes_a_limit_change_back() -> None:
    scene = fight("lord+2w", "lord+TELIOS", hands={"A": "GIVE", "B": "FOURP"})
    plans(scene, A="GIVE", B="FOURP").play("use TELIOS")
    assert limits(scene) == {"A": 4, "B": 4}


def test_17_1_a_negated_plan_changes_no_limit_until_its_negation_fails() -> None:
    scene = plans(fight("lord+2w", "lord", hands={"A": "SILENC", "B": "GIVE"}), A="SILENC", B="GIVE")
    assert limits(scene) == {"A": 3, "B": 4}
    draw(scene, "A", 3).play("B stop")
    assert gains(scene) == [8, 4]
    assert "fails A" not in scene.log


def test_s17_a_plan_may_lower_every_limit_its_own_too() -> None:
    scene = plans(fight(hands={"A": "THINS", "B": "FOURP"}), A="THINS", B="FOURP")
    assert limits(scene) == {"A": 4, "B": 3}


def test_s17_effects_on_enemies_reach_all_of_them() -> None:
    press = plan("PRESS", 3, fx=[{"do": "strength", "n": -1, "who": "enemies"}])
    scene = fight("lord", "lord+w", "lord", hands={"A": "PRESS"}, cards=[press])
    assert gains(plans(scene, A="PRESS").play("stop")) == [8, 8, 0]


def test_s15_the_green_knight_counts_as_hero_and_as_beast_for_plans() -> None:
    both = plan(
        "BOTH", 3, fx=[{"do": "strength", "n": 1, "per": f"{kind} in here", "max": 9} for kind in ("heroes", "beasts")]
    )
    scene = Scene(cards=[both]).put(units={"B": "lord+4w E, c3 C", "A": "c1 C"}, tiles="E C", vp={"A": 1, "B": 30})
    scene.war().play("knight E").put(hands={"A": "BOTH WADE", "B": "VALE LONGSH"})
    plans(scene, A="BOTH").play("stop").battle("C")
    assert scene.gains == [8, 8]  # 3 + 1 + 1 against 5


def test_s17_a_seat_may_draw_from_one_deck_or_from_several() -> None:
    scene = plans(fight(hands={"A": "FIVEP"}), A="FIVEP").play(
        "hit move", "draw move GOATS", "hit deploy", "hit settle", "stop"
    )
    assert [said.split()[2] for said in scene.log if said.startswith("A hit")] == ["move", "deploy", "settle"]


def test_s17_a_reaction_before_the_draws_may_change_the_own_limit() -> None:
    board: Any = {"lords_text": {"undead": {"kind": "reaction", "on": "plans_shown", "fx": [{"do": "limit", "n": 1}]}}}
    scene = plans(fight(hands={"A": "THREEP"}, **board), A="THREEP").play("use MORDRED")
    assert limits(scene)["A"] == 4


def test_s17_a_limit_of_a_reaction_stays_when_the_plan_fails_and_the_printed_half_does_not_grow() -> None:
    board: Any = {"lords_text": {"undead": {"kind": "reaction", "on": "plans_shown", "fx": [{"do": "limit", "n": 1}]}}}
    scene = plans(fight("lord", "lord+2w", hands={"A": "THREEP"}, **board), A="THREEP").play("use MORDRED")
    assert gains(draw(scene, "A", 3, 3)) == [8, 8]  # 1 + 2 against 3
    assert "fails A" in scene.log


def test_s17_bonus_cards_raise_the_limit_of_success() -> None:
    scene = plans(fight("lord", "lord+4w", hands={"A": "THREEP"}), A="THREEP + REAVER HOSTAG")
    assert gains(draw(scene, "A", 3, 2)) == [8, 4]  # 1 + 5 against 5


def test_17f_of_the_seats_with_effects_the_lowest_vp_chooses_and_no_bystander() -> None:
    cards = [plan("FETCH", 3, fx=[{"do": "draw", "n": 1}]), plan("CARRY", 3, fx=[{"do": "power", "n": 1}])]
    hands = {"A": "FOURP", "B": "FETCH", "C": "CARRY"}
    put = {"vp": {"A": 5, "B": 7, "C": 9}}
    scene = fight("lord", "lord+w", "lord+2w", hands=hands, cards=cards, put=put)
    plans(scene, A="FOURP", B="FETCH", C="CARRY")
    scene.play("C stop", "B stop", "A stop")
    assert (scene.actor, set(scene.legal())) == ("B", {"first FETCH", "first CARRY"})


def test_s17_nobody_explores_in_the_war() -> None:
    away = plan("AWAY", 3, after=[{"do": "army", "from": "here"}])
    scene = plans(fight("lord", "lord+w", hands={"A": "AWAY"}, cards=[away]), A="AWAY").play(
        "stop", "from E", "to SE", "take lord"
    )
    scene.play(*["done"] if "done" in scene.legal() else [])
    assert scene.units("A", "SE") == "lord"
    assert "explore" not in scene.legal()
    assert not scene.explored("SE")
