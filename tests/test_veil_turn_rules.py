"""A player's turn in Veil: the card or a standard action, icons and rewards, abilities, the end of the turn."""

from __future__ import annotations

from typing import Any

from veil_table import Scene, plan, text

POWER, VP, FAVOR = {"do": "power", "n": 1}, {"do": "vp", "n": 1}, {"do": "favor", "n": 1}
SOME = "LONGSH VALE CHAPEL SHIELD"


def turn(
    *fx: Any, hand: str = SOME, cost: int = 0, init: int = 3, options: Any = None, cards: Any = (), **put: Any
) -> Scene:
    """A is to resolve a card CARDA of these effects; B plays nothing of interest after it."""
    own = text("CARDA", "settle", *fx, init=init, cost=cost)
    scene = Scene(cards=[own, *cards], options=options).put(hands={"A": f"CARDA {hand}", "B": "CAREFL"}, **put)
    return scene.commit(A=f"CARDA {' '.join(hand.split()[:cost])}").go("A")


# --- S6: what a turn is --------------------------------------------------------------------------


def test_s6_a_turn_is_the_card_or_one_standard_action() -> None:
    scene = turn(POWER, units={"A": "w SE"}, tiles="SE")
    assert scene.legal() == ["card", "std deploy", "std settle", "std out", "std draw"]
    scene.play("card")
    scene.refuse("card", "std deploy", "std draw")
    assert turn(POWER).play("std draw", "skip").legal() == ["end"]


def test_s6_icons_are_resolved_from_left_to_right() -> None:
    scene = turn({"do": "deploy", "n": 1}, {"do": "draw", "n": 1}, {"do": "deploy", "n": 1})
    assert scene.play("card").legal()[0] == "to SE"
    scene.play("to SE", "put w")
    assert scene.legal()[0] == "draw deploy"
    scene.play("draw plan")
    assert scene.legal()[0] == "to SE"


def test_golden_sally_forth_pays_two_deploys_three_and_moves_an_army() -> None:
    scene = Scene().put(hands={"A": "SALLY LONGSH VALE", "B": "CAREFL"}, settled="A E 1", tiles="E")
    scene.commit(A="SALLY LONGSH VALE").go("A").play("card", "to E", "put lord", "put 2w")
    assert (scene.power("A"), scene.gained("A")) == (1, 2)  # at once, before the army moves
    scene.play("from E", "to C", "take lord", "take w", "done", "wait")
    assert (scene.units("A", "E"), scene.units("A", "C")) == ("w", "lord+w")
    scene.play("end", "draw deploy", "draw settle").until(lambda now: now.actor == "B")
    assert {"SALLY", "LONGSH", "VALE"} <= scene.discards()


def test_6f_a_card_may_be_resolved_for_nothing() -> None:
    scene = turn({"do": "deploy", "n": 2}, {"do": "army"}, {"do": "draw", "n": 1}).play("card", "skip")
    scene.until(lambda now: now.legal() == ["end"])
    assert scene.units("A", "SE") == ""


def test_6a_a_standard_action_returns_the_card_and_its_payment_first() -> None:
    scene = turn(POWER, cost=2).play("std draw", "draw plan")
    assert {"CARDA", "LONGSH", "VALE"} <= scene.hand("A")
    assert scene.until(lambda now: now.actor == "B").discards() == set()


def test_6a_any_hand_card_pays_for_a_standard_action_the_chosen_ones_too() -> None:
    scene = turn(POWER, cost=2).play("std deploy")
    assert {"pay CARDA", "pay LONGSH", "pay VALE", "pay CHAPEL", "pay SHIELD"} == set(scene.legal())
    scene.play("pay CARDA", "to SE", "put 2w").until(lambda now: now.actor == "B")
    assert "CARDA" in scene.discards()


def test_6a_standard_deploy_costs_one_card_and_brings_two_units_to_one_region() -> None:
    scene = turn(POWER).play("std deploy", "pay VALE", "to SE", "put c1", "put w")
    assert scene.units("A", "SE") == "c1+w"
    assert scene.legal() == ["end"]
    assert "VALE" not in scene.hand("A")


def test_6a_standard_settle_costs_three_cards() -> None:
    scene = turn(POWER, units={"A": "w SE"}, tiles="SE").play("std settle", "pay LONGSH", "pay VALE", "pay CHAPEL")
    assert scene.legal() == ["settle SE 1", "settle SE 2", "skip"]
    scene.play("settle SE 1")
    assert scene.region("SE")["settlements"] == {"A": {"slot": 1, "tokens": 0}}
    few = turn(POWER, hand="LONGSH", units={"A": "w SE"}, tiles="SE")
    few.refuse("std settle")


def test_6a_standard_move_out_costs_one_card() -> None:
    scene = turn(POWER, units={"A": "2w SE"}, tiles="SE").play("std out", "pay VALE", "from SE", "w>SW", "w>E", "done")
    assert (scene.units("A", "SW"), scene.units("A", "E"), scene.units("A", "SE")) == ("w", "w", "")


def test_6a_a_standard_draw_is_free_and_one_card() -> None:
    scene = turn(POWER).play("std draw")
    assert scene.legal() == ["draw deploy", "draw move", "draw settle", "draw plan", "skip"]
    before = len(scene.hand("A"))
    assert len(scene.play("draw deploy").hand("A")) == before + 1


def test_6a_two_cards_are_drawn_at_the_end_of_a_turn_with_a_standard_action_too() -> None:
    scene = turn(POWER).play("std draw", "skip", "end")
    before = len(scene.hand("A"))
    scene.play("draw plan", "draw plan")
    assert len(scene.hand("A")) == before + 2


def test_6c_deploy_and_move_are_up_to_so_many() -> None:
    scene = turn({"do": "deploy", "n": 3}).play("card", "to SE")
    assert {"put w", "put 2w", "put 3w", "put lord", "put c1"} <= set(scene.legal())
    assert scene.play("put w").units("A", "SE") == "w"
    scene = turn({"do": "army"}, units={"A": "3w SE, lord C"}, tiles="SE").play("card", "from SE", "to E")
    assert {"take w", "take 2w", "take 3w"} <= set(scene.legal())


def test_6c_vp_power_and_favor_are_not_split() -> None:
    scene = turn(
        {"do": "vp", "n": 3}, {"do": "power", "n": 2}, {"do": "favor", "n": 2}, options={"decline": True}
    ).play("card")
    assert set(scene.legal()) == {"take", "skip"}


def test_28_gains_are_taken_by_themselves_unless_the_option_asks() -> None:
    scene = turn({"do": "vp", "n": 3}, POWER, FAVOR).play("card")
    assert (scene.gained("A"), scene.power("A"), scene.favor("A")) == (3, 1, 1)


def test_28_with_decline_each_gain_may_be_left() -> None:
    scene = turn({"do": "vp", "n": 3}, POWER, FAVOR, options={"decline": True}).play("card", "skip", "take", "skip")
    assert (scene.gained("A"), scene.power("A"), scene.favor("A")) == (0, 1, 0)


def test_6d_each_reward_of_a_card_is_gained_once() -> None:
    step = {"do": "move1", "n": 2, "gainif": "there:river", "gain": [POWER]}
    scene = turn(step, units={"A": "2w SW"}, tiles="SW W").play("card", "from SW", "take w", "to W")
    assert scene.power("A") == 1
    scene.play("from SW", "take w", "to W")
    assert scene.power("A") == 1


def test_6e_a_reward_is_gained_at_the_moment_its_condition_is_met() -> None:
    scene = turn(
        {"do": "deploy", "n": 1, "gainif": "there:mountain", "gain": [POWER]}, {"do": "deploy", "n": 1}, tiles="SE SW"
    )
    scene.play("card", "to SE", "put w")
    assert scene.power("A") == 1  # before the second icon
    assert scene.pending == "icon"


def test_6e_an_if_of_a_card_needs_the_event_inside_the_card() -> None:
    scene = turn({"do": "deploy", "n": 1, "gainif": "explored", "gain": [POWER]}, units={"A": "lord SE"})
    assert scene.power("A") == 0
    scene = Scene(
        cards=[text("CARDA", "settle", {"do": "deploy", "n": 1, "gainif": "explored", "gain": [POWER]}, init=3)]
    )
    scene.put(hands={"A": "CARDA VALE", "B": "CAREFL"}, units={"A": "lord SE"}).commit(A="CARDA")
    scene.until(lambda now: "explore" in now.legal()).play("explore").go("A")  # at the start of the turn
    scene.play("card", "to SE", "put w")
    assert scene.power("A") == 0


def test_6e_an_exploration_inside_the_card_gives_its_reward() -> None:
    scene = turn({"do": "deploy", "n": 1, "gainif": "explored", "gain": [POWER]}).play(
        "card", "to SE", "put lord", "explore"
    )
    scene.until(lambda now: now.legal() == ["end"])
    assert scene.power("A") == 1


def test_s6_conditions_mean_at_least() -> None:
    scene = turn({"do": "power", "n": 1, "if": "max(strength in coast) >= 2"}, units={"A": "3w SE"}, tiles="SE").play(
        "card"
    )
    assert scene.power("A") == 1
    scene = turn({"do": "power", "n": 1, "if": "max(strength in coast) >= 4"}, units={"A": "3w SE"}, tiles="SE").play(
        "card"
    )
    assert scene.power("A") == 0


def test_s6_a_condition_is_tested_just_before_its_effect() -> None:
    scene = turn({"do": "deploy", "n": 2}, {"do": "power", "n": 1, "if": "units >= 2"}).play("card", "to SE", "put 2w")
    assert scene.power("A") == 1


def test_s6_losing_vp_needs_as_many() -> None:
    for vp, left in ((2, 0), (1, 1)):
        scene = turn({"do": "vp", "n": -2}, vp={"A": vp}).play("card")
        scene.until(lambda now: now.legal() == ["end"])
        assert scene.vp("A") == left


def test_s6_power_that_cannot_be_spent_makes_the_effect_impossible() -> None:
    for power, units in ((0, ""), (1, "2w")):
        scene = turn({"do": "deploy", "n": 2, "pow": 1}, power={"A": power}).play("card")
        if power:
            scene.play("to SE", "put 2w")
        assert scene.units("A", "SE") == units
        assert scene.power("A") == 0


def test_s6_effects_per_something_are_counted_and_rounded_down() -> None:
    scene = turn({"do": "vp", "n": 1, "per": "units", "div": 2, "max": 9}, units={"A": "5w SE"}).play("card")
    assert scene.gained("A") == 2
    scene = turn({"do": "vp", "n": 1, "per": "units", "max": 3}, units={"A": "5w SE"}).play("card")
    assert scene.gained("A") == 3


def test_18_units_in_unexplored_regions_are_on_avalon_for_conditions_of_cards() -> None:
    scene = turn({"do": "power", "n": 1, "if": "units >= 5"}, units={"A": "5w SE"}).play("card")
    assert scene.power("A") == 1


def test_18_settlements_in_unexplored_regions_are_on_avalon_for_conditions_of_cards() -> None:
    assert turn({"do": "power", "n": 1, "if": "settlements >= 1"}, settled="A SE 1").play("card").power("A") == 1


def test_18_units_in_unexplored_regions_have_no_strength_and_no_terrain() -> None:
    scene = turn(
        {"do": "power", "n": 1, "if": "strength >= 1"}, {"do": "power", "n": 1, "if": "units in mountain >= 1"},
        units={"A": "5w SE"}, settled="A SE 1",
    ).play("card")  # fmt: skip
    assert scene.power("A") == 0
    assert scene.strength("A", "SE") == 0


def test_s6_an_enemy_icon_means_any_other_player() -> None:
    lose = {"do": "army", "gainif": "there:enemy_unit", "gain": [{"do": "lose", "n": 1, "who": "enemies"}]}
    scene = turn(lose, units={"A": "2w SE", "B": "2w SW"}, tiles="SE SW").play(
        "card", "from SE", "to SW", "take 2w", "done"
    )
    scene.until(lambda now: now.legal() == ["end"])
    assert (scene.units("A", "SW"), scene.units("B", "SW")) == ("2w", "w")


def test_s6_the_owner_chooses_which_units_he_loses() -> None:
    lose = {
        "do": "army",
        "gainif": "there:enemy_unit",
        "gain": [{"do": "lose", "n": 1, "units": "any", "who": "enemies"}],
    }
    scene = turn(lose, units={"A": "2w SE", "B": "c1+w SW"}, tiles="SE SW").play(
        "card", "from SE", "to SW", "take 2w", "done"
    )
    assert (scene.actor, sorted(scene.legal())) == ("B", ["lose c1 SW", "lose w SW"])


def test_s6_one_enemy_is_chosen_by_the_player() -> None:
    own = text("CARDA", "settle", {"do": "vp", "n": -1, "who": "enemy"}, init=3)
    scene = Scene(3, cards=[own], hands={"A": "CARDA"}).put(vp={"B": 5, "C": 5})
    scene.commit(A="CARDA").go("A").play("card")
    assert [move for move in scene.legal() if move.startswith("target")] == ["target B", "target C"]
    scene.play("target C")
    assert scene.gains == [0, 0, -1]


def test_s6_each_means_all_players() -> None:
    assert turn({"do": "vp", "n": 2, "who": "each"}).play("card").gains == [2, 2]


# --- abilities -----------------------------------------------------------------------------------


def test_s24_an_ability_is_used_once_a_season() -> None:
    scene = (
        turn(POWER, power={"A": 5}, units={"A": "w SE"}, tiles="SE")
        .play("use FORCED")
        .until(lambda now: "card" in now.legal())
    )
    scene.refuse("use FORCED")
    scene.turn("A")
    scene.refuse("use FORCED")


def test_s24_a_once_per_turn_ability_comes_back_each_turn() -> None:
    scene = turn(POWER, power={"A": 5}).play("use COUNSEL", "draw plan")
    scene.refuse("use COUNSEL")
    scene.turn("A")
    assert "use COUNSEL" in scene.legal()


def test_s24_an_ability_costs_its_power() -> None:
    scene = turn(POWER, power={"A": 0})
    assert not [move for move in scene.legal() if move.startswith("use")]
    assert turn(POWER, power={"A": 2}).play("use COUNSEL", "draw plan").power("A") == 1


def test_s24_abilities_are_for_the_own_turn_alone() -> None:
    scene = turn(POWER, power={"A": 3, "B": 3}).go("B")
    assert scene.actor == "B"
    assert "use COUNSEL" in scene.legal()
    scene.play("use COUNSEL")
    assert (scene.power("A"), scene.power("B")) == (3, 2)


def test_s6_abilities_come_before_or_after_the_card() -> None:
    assert "use COUNSEL" in turn(POWER, power={"A": 3}).legal()
    assert "use COUNSEL" in turn(POWER, power={"A": 3}).play("card").legal()


def test_19_abilities_accompany_a_standard_action_too() -> None:
    scene = turn(POWER, power={"A": 3}).play("std draw", "skip")
    assert "use COUNSEL" in scene.legal()


def test_19_an_ability_is_never_used_inside_another_effect() -> None:
    scene = turn({"do": "deploy", "n": 2}, POWER, power={"A": 3}).play("card")
    assert not [move for move in scene.legal() if move.startswith("use")]
    scene.play("to SE")
    assert not [move for move in scene.legal() if move.startswith("use")]


def test_s24_an_artifact_works_only_when_a_hero_bears_it() -> None:
    gain = {"do": "artifact", "equip": "none"}
    scene = turn(gain).play("card", "artifact CAULDR")
    assert not [move for move in scene.legal() if move.startswith("use")]
    assert "use CAULDR" in turn(POWER, artifacts={"CAULDR": "A c1"}).legal()


def test_s24_an_artifact_works_while_its_bearer_is_in_the_supply() -> None:
    scene = turn(POWER, artifacts={"CAULDR": "A c1"})
    before = len(scene.hand("A"))
    assert len(scene.play("use CAULDR", "draw plan", "draw plan").hand("A")) == before + 2


def test_s24_here_is_nowhere_while_the_bearer_is_in_the_supply() -> None:
    scene = turn(POWER, artifacts={"HORN": "A c1"})
    scene.play(*[move for move in scene.legal() if move == "use HORN"])
    assert not [move for move in scene.legal() if move.startswith("to ")]
    assert "to SE" in turn(POWER, artifacts={"HORN": "A c1"}, units={"A": "c1 SE"}).play("use HORN").legal()


def test_20_beast_abilities_work_from_the_supply() -> None:
    scene = turn(POWER, units={"A": "MISTCAT supply, w SE"}, tiles="SE").play("use MISTCAT")
    scene.play("to SE")
    assert scene.units("A", "SE") == "MISTCAT+w"


def test_20_init_passives_follow_the_main_card_alone() -> None:
    for init, gained in ((1, 1), (2, 0), (3, 0)):
        scene = turn(VP, init=init, artifacts={"SNAIL": "A c1"}).play("card")
        assert scene.until(lambda now: now.actor != "A" or now.legal() == ["end"]).power("A") == gained


def test_20_init_passives_do_not_follow_a_card_that_was_returned() -> None:
    scene = turn(VP, init=1, artifacts={"SNAIL": "A c1"}).play("std draw", "skip")
    assert scene.until(lambda now: now.actor != "A" or now.legal() == ["end"]).power("A") == 0


def test_20_a_passive_counts_every_time() -> None:
    scene = Scene(cards=[text("CARDA", "settle", VP, init=1), text("CARDB", "settle", {"do": "vp", "n": 2}, init=1)])
    scene.put(hands={"A": "CARDA CARDB", "B": "CAREFL"}, artifacts={"SNAIL": "A c1"})
    scene.commit(A="CARDA").go("A").play("card").turn("A", "CARDB").play("card").until(
        lambda now: now.legal() == ["end"]
    )
    assert scene.power("A") == 2


def test_s24_power_ends_at_the_end_of_its_track() -> None:
    scene = turn({"do": "power", "n": 5}, power={"A": 6}).play("card")
    assert scene.power("A") == 8


# --- the end of a turn ---------------------------------------------------------------------------


def test_s6_the_card_and_its_payment_are_discarded_at_the_end_of_the_turn() -> None:
    scene = turn(POWER, cost=2).play("card")
    assert "CARDA" not in scene.discards()
    scene.play("end").until(lambda now: now.actor == "B")
    assert {"CARDA", "LONGSH", "VALE"} <= scene.discards()


def test_s22_both_decks_are_chosen_before_a_card_is_seen() -> None:
    scene = turn(POWER).play("card", "end", "draw deploy")
    assert not scene.log[-1].startswith("A draw deploy ")
    assert scene.legal()[-1] == "draw plan"
    start = len(scene.log)
    scene.play("draw plan")
    assert [said.split()[:3] for said in scene.log[start:][:3]] == [
        ["A", "draw", "plan"],
        ["A", "draw", "deploy"],
        ["A", "draw", "plan"],
    ]


def test_s22_two_cards_may_come_from_one_deck() -> None:
    scene = turn(POWER).play("card", "end", "draw settle", "draw settle")
    assert len(scene.events("A draw settle ")) >= 2


def test_s22_the_deck_of_a_draw_is_public_and_the_card_is_not() -> None:
    scene = turn(POWER).play("card", "end", "draw move", "draw move")
    drawn = [said.split()[-1] for said in scene.events("A draw move ")][-2:]
    seen = scene.view("B")["seats"]["A"]
    assert seen["cards"]["hand"]["move"] >= 2
    assert not set(drawn) & set(seen["known"])


def test_17h_an_empty_deck_is_made_of_its_shuffled_discards() -> None:
    draws = text("DRAWS", "settle", *[{"do": "draw", "n": 9, "deck": "move"}] * 5, init=3)
    scene = Scene(cards=[draws], hands={"A": "DRAWS"}).put(hands={"A": "DRAWS LONGSH CORACL", "B": "CAREFL"})
    scene.commit(A="DRAWS").go("A").play("card")
    while scene.legal() != ["end"]:
        scene.play(next((move for move in scene.legal() if move == "draw move"), scene.legal()[-1]))
    assert scene.shown["piles"]["move"] == 0
    scene.play("end")
    assert "draw move" not in scene.legal()  # nothing to draw and nothing discarded
    scene.play("draw plan", "draw plan").turn("A").play("std deploy", "pay LONGSH", "skip").until(
        lambda now: now.legal() == ["end"]
    )
    scene.play("end", "draw move")
    scene.play(scene.legal()[-1])
    assert "reshuffle move" in scene.log
    assert "LONGSH" in scene.hand("A")


def test_s6_more_than_five_units_are_returned_when_the_own_turn_ends_not_before() -> None:
    scene = turn({"do": "deploy", "n": 5}, {"do": "deploy", "n": 2}).play(
        "card", "to SE", "put 5w", "to SE", "put c1", "put w"
    )
    assert scene.units("A", "SE") == "c1+6w"
    scene.until(lambda now: now.pending == "limit")
    assert scene.legal() == ["lose c1 SE", "lose w SE"]
    scene.play("lose w SE", "lose w SE")
    assert scene.units("A", "SE") == "c1+4w"


def test_s6_the_limit_counts_each_player_by_himself_and_no_settlements() -> None:
    scene = turn({"do": "deploy", "n": 5}, units={"B": "5w SE"}, settled="A SE 1", tiles="SE").play(
        "card", "to SE", "put 5w"
    )
    scene.until(lambda now: now.actor == "B")
    assert (scene.units("A", "SE"), scene.units("B", "SE")) == ("5w", "5w")
    assert not scene.events("A lose")


def test_s6_the_limit_is_checked_for_the_player_whose_turn_ends() -> None:
    scene = turn(POWER, units={"B": "c1+5w SE"}).play("card", "end", "draw plan", "draw plan")
    assert scene.pending != "limit"


def test_28_declined_favor_moves_nothing() -> None:
    scene = turn(FAVOR, options={"decline": True}).play("card", "skip")
    assert scene.favor("A") == 0


def test_11_a_plan_cannot_be_played_as_a_card() -> None:
    scene = Scene(cards=[plan("PLANA", 3, init=3)], hands={"A": "PLANA"}).commit(A="PLANA").go("A")
    scene.refuse("card")


def test_s6_a_turn_ends_with_discards_then_draws_then_the_limit() -> None:
    scene = turn({"do": "deploy", "n": 5}, {"do": "deploy", "n": 1}).play(
        "card", "to SE", "put 5w", "to SE", "put w", "end"
    )
    assert scene.legal()[0] == "draw deploy"
    assert "CARDA" in scene.discards()
    assert scene.play("draw plan", "draw plan").legal() == ["lose w SE"]


def test_s6_a_season_has_three_rounds_with_one_turn_for_each_player() -> None:
    scene = Scene(3).war()
    assert {seat: len(scene.events(f"plays {seat}")) for seat in "ABC"} == {"A": 3, "B": 3, "C": 3}


def test_s6_each_player_draws_from_a_deck_of_his_own_choice() -> None:
    scene = turn({"do": "draw", "n": 1, "who": "each"}).play("card")
    assert (scene.actor, "draw move" in scene.legal()) == ("A", True)
    assert scene.play("draw move").actor == "B"
    before = len(scene.hand("B"))
    assert len(scene.play("draw settle").hand("B")) == before + 1


def test_s6_who_has_to_discard_chooses_the_card() -> None:
    scene = turn({"do": "discard", "n": 1, "deck": "plan", "who": "enemies"})
    scene.put(hands={"B": "THINS SLAIN CORACL"}).play("card")
    assert (scene.actor, scene.legal()) == ("B", ["discard SLAIN", "discard THINS"])
    assert "SLAIN" in scene.play("discard SLAIN").discards()


def test_s6_who_has_no_such_card_discards_nothing() -> None:
    scene = turn({"do": "discard", "n": 1, "deck": "plan", "who": "enemies"}, POWER)
    scene.put(hands={"B": "CORACL"}).play("card")
    assert (scene.power("A"), scene.discards()) == (1, set())


def test_s19_an_artifact_that_is_drawn_gives_its_vp_and_is_equipped_at_once() -> None:
    scene = turn({"do": "artifact"}).play("card", "artifact GOLDEN")
    assert scene.gained("A") == 4
    assert {"equip GOLDEN lord", "equip GOLDEN c2", "equip none"} <= set(scene.legal())


def test_s19_each_lord_of_the_knights_has_one_slot() -> None:
    scene = Scene(factions=("knights", "undead"), cards=[text("CARDA", "settle", {"do": "artifact"}, init=3)])
    scene.put(hands={"A": "CARDA", "B": "CAREFL"}, artifacts={"REEDS": "A arthur"}).commit(A="CARDA").go("A")
    scene.play("card", "artifact GOLDEN")
    assert "equip GOLDEN guin" in scene.legal()
    scene.refuse("equip GOLDEN arthur")


def test_s3_artifacts_are_rearranged_by_an_effect_that_says_so() -> None:
    scene = turn({"do": "equip"}, artifacts={"REEDS": "A c1"}).play("card")
    scene.play("equip REEDS c2").until(lambda now: now.legal() == ["end"])
    assert scene.seat("A")["artifacts"] == {"REEDS": "c2"}


def test_s6_lost_units_return_to_the_supply_of_their_owner() -> None:
    lose = {
        "do": "army",
        "gainif": "there:enemy_unit",
        "gain": [{"do": "lose", "n": 1, "units": "any", "who": "enemies"}],
    }
    scene = turn(lose, units={"A": "2w SE", "B": "c1+w SW"}, tiles="SE SW").play(
        "card", "from SE", "to SW", "take 2w", "done"
    )
    scene.play("B lose c1 SW")
    assert scene.units("B", "SW") == "w"
    assert scene.seat("B")["heroes"]["c1"]["at"] == "supply"


def test_s6_a_loss_in_an_ability_is_of_the_place_of_its_bearer() -> None:
    text_of_horn = {"HORN": {"kind": "ability", "fx": [{"do": "lose", "n": 1, "who": "enemies"}]}}
    own = text("CARDA", "settle", POWER, init=3)
    scene = Scene(cards=[own], artifact_texts=text_of_horn)
    scene.put(
        hands={"A": "CARDA", "B": "CAREFL"}, units={"A": "c1 SE", "B": "2w SE, 2w SW"}, artifacts={"HORN": "A c1"}
    )
    scene.commit(A="CARDA").go("A").play("use HORN")
    assert (scene.units("B", "SE"), scene.units("B", "SW")) == ("w", "2w")


def test_s13_favor_may_be_lost_if_there_is_so_much() -> None:
    for favor, left in ((2, 1), (0, 0)):
        assert turn({"do": "favor", "n": -1}, favor={"A": favor}).play("card").favor("A") == left


def test_s6_conditions_may_look_at_what_enemies_hold() -> None:
    condition = {"do": "power", "n": 1, "if": "enemy_power >= 3"}
    assert [turn(condition, power={"B": power}).play("card").power("A") for power in (2, 3)] == [0, 1]


def test_s6_a_lead_is_over_the_best_other() -> None:
    condition = {"do": "power", "n": 1, "if": "vplead >= 2"}
    assert [turn(condition, vp={"A": vp, "B": 5}).play("card").power("A") for vp in (6, 7)] == [0, 1]


def test_s24_the_cube_of_the_grail_comes_off_with_the_new_season() -> None:
    bids = [text("TIEA", "move", POWER, init=2), text("TIEB", "move", {"do": "power", "n": 2}, init=2)]
    scene = Scene(cards=bids).put(hands={"A": "TIEA", "B": "TIEB"}, grail="A").commit(A="TIEA", B="TIEB")
    scene.play("grail use", "place 1")
    assert scene.raw["grail"] == (0, 0, 1)
    assert scene.season(2).raw["grail"] == (0, 0, 0)


def test_18_units_in_unexplored_regions_do_not_count_for_conditions_on_regions() -> None:
    for condition in ("units in inner >= 1", "max(units in inner) >= 1", "regions(units>=1 inner) >= 1"):
        fx = {"do": "power", "n": 1, "if": condition}
        assert turn(fx, units={"A": "2w E"}).play("card").power("A") == 0, condition
        assert turn(fx, units={"A": "2w E"}, tiles="E").play("card").power("A") == 1, condition


def test_s6_a_reward_for_an_empty_region_looks_at_it_before_units_come() -> None:
    for units, vp in (({}, 1), ({"B": "w E"}, 0), ({"A": "w E"}, 0)):
        scene = (
            Scene().put(hands={"A": "TORCH", "B": "CAREFL"}, tiles="E", units=units, settled="B E 1").commit(A="TORCH")
        )
        assert scene.go("A").play("card", "to E", "put 2w").gained("A") == vp
    army = {"do": "army", "gainif": "there:empty", "gain": [POWER]}
    scene = turn(army, units={"A": "2w SE, lord C"}, tiles="SE").play("card", "from SE", "to E", "take w", "done")
    assert scene.power("A") == 1


def test_s6_a_reward_for_moving_out_needs_one_of_the_regions_to_be_such() -> None:
    for terrain in ("forest", "river"):
        out = {"do": "out", "gainif": f"there:{terrain}", "gain": [POWER]}
        scene = turn(out, units={"A": "3w C, lord SE"}, tiles="C W E").play("card", "from C", "w>E", "w>W", "done")
        assert scene.power("A") == 1, terrain


def test_s6_a_loss_after_moving_out_is_of_the_region_that_brought_it() -> None:
    out = {"do": "out", "gainif": "there:enemy_unit", "gain": [{"do": "lose", "n": 1, "who": "enemies"}]}
    scene = turn(out, units={"A": "3w C, lord SE", "B": "2w E"}, tiles="C W E").play(
        "card", "from C", "w>E", "w>W", "done"
    )
    assert scene.units("B", "E") == "w"
