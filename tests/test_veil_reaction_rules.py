"""Reactions and passives in Veil: the beasts, artifacts and Lords of the house set, and when their owners are asked."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai.games import veil_data
from veil_battles import draw, fight, gains, plans
from veil_table import Scene, plan, text

POWER = {"do": "power", "n": 1}
HOST = {"do": "deploy", "n": 5, "to": "explored or unexplored"}


def turn(*fx: Any, cards: Any = (), scene: Any = None, **put: Any) -> Scene:
    """A resolves a card of these effects."""
    found = Scene(cards=[text("CARDA", "settle", *(fx or [POWER]), init=3), *cards], **(scene or {}))
    found.put(hands={"A": "CARDA LONGSH VALE", "B": "CAREFL"}, **put)
    return found.commit(A="CARDA").go("A")


def bond(beast: str, *more: str, scene: Any = None, **put: Any) -> Scene:
    """A turns this beast up in SE and bonds it."""
    deploy = {"do": "deploy", "n": 5}
    found = turn(deploy, scene={"mist": {"SE": beast}} | (scene or {}), **put).play("card", "to SE", "put lord", *more)
    found.play(*["done"] if "done" in found.legal() else [])
    return found.play("explore", "explore none").until(lambda now: now.pending == "bond").play("bond")


def reactor(on: str, *fx: Any, kind: str = "reaction", **more: Any) -> Any:
    """A's Lord board with one reaction."""
    return {"lords_text": {"undead": {"kind": kind, "on": on, "fx": list(fx or [POWER]), **more}}}


# --- asking --------------------------------------------------------------------------------------


def test_s24_a_reaction_asks_its_owner_when_its_condition_holds() -> None:
    scene = fight("lord+2w", "lord", **reactor("win")).play("A plan none", "B plan none")
    assert scene.actor == "A"
    assert scene.legal() == ["use MORDRED", "pass"]
    assert scene.play("use MORDRED").power("A") == 1


def test_s24_a_reaction_may_be_left() -> None:
    scene = fight("lord+2w", "lord", **reactor("win")).play("A plan none", "B plan none", "pass").battle("C")
    assert scene.power("A") == 0


def test_s24_a_reaction_is_used_once_a_season() -> None:
    scene = fight("lord+2w", "lord", **reactor("win", at="any")).play("A plan none", "B plan none", "use MORDRED")
    scene.battle("C").play("A plan none", "B plan none")
    assert scene.events("A use") == ["A use MORDRED"]


def test_s24_a_passive_happens_by_itself_every_time() -> None:
    scene = fight("lord+2w", "lord", **reactor("win", kind="passive")).play("A plan none", "B plan none").battle("C")
    assert scene.power("A") == 1
    assert scene.events("A use") == []


def test_s24_reactions_of_battles_need_their_bearer_there() -> None:
    scene = fight("c1+2w", "lord", **reactor("win", kind="passive")).play("A plan none", "B plan none").battle("C")
    assert scene.power("A") == 0  # his Lord is not in E


def test_s24_reactions_happen_in_the_turn_of_another() -> None:
    scene = turn({"do": "settle"}, scene=reactor("turn_start"), units={"A": "w SE"}, tiles="SE")
    assert scene.actor == "A"
    watch: dict[str, Any] = {
        "lords_text": {"fomorians": {"kind": "reaction", "on": "reveal_beast", "at": "any", "fx": [POWER]}}
    }
    scene = (
        Scene(mist={"SE": "IRONBACK"}, **watch)
        .turn("A", "HOST")
        .play("card", "to SE", "put lord", "done", "explore", "explore none")
    )
    scene.until(lambda now: "use BALGOR" in now.legal() or now.legal() == ["end"])
    assert scene.actor == "B"


@pytest.mark.parametrize("on", ["turn_start", "turn_end", "init3", "deploy", "settle", "explore", "war_start"])
def test_s24_at_every_moment_of_a_season_the_owner_is_asked(on: str) -> None:
    deploy, settle = {"do": "deploy", "n": 2, "to": "explored or unexplored"}, {"do": "settle"}
    more = {"at": "any"} if on in ("deploy", "settle", "explore") else {}
    scene = Scene(cards=[text("CARDA", "move", deploy, settle, init=3)], **reactor(on, **more))
    scene.put(hands={"A": "CARDA", "B": "CAREFL"}).commit(A="CARDA")
    wanted = ("card", "to SE", "put lord", "done", "explore", "explore none", "settle SE 1")
    while "use MORDRED" not in scene.legal():
        assert scene.raw["season"] == 1
        scene.play(next((move for move in wanted if move in scene.legal()), scene.quiet()))
    assert scene.actor == "A"
    assert bool(scene.raw["war"]) == (on == "war_start")
    assert scene.play("use MORDRED").power("A") == 1


def test_s24_a_prophecy_sets_a_reaction_off() -> None:
    scene = Scene(prophecies=["HEART"], cards=[text("CARDA", "settle", HOST, init=3)], **reactor("prophecy"))
    scene.put(hands={"A": "CARDA", "B": "CAREFL"}, tiles="C", prophecies="HEART").commit(A="CARDA").go("A")
    scene.play("card", "to C", "put 3w")
    scene.play("draw plan")  # the second favor
    assert (scene.actor, scene.legal()) == ("A", ["use MORDRED", "pass"])


def test_s24_mist5_reactions_come_with_the_settlement_bonuses() -> None:
    scene = Scene(**reactor("mist5", kind="passive")).season(2)
    assert scene.power("A") == 1


def test_s24_tied_first_and_notwin_reactions() -> None:
    scene = (
        fight("lord", "lord", **reactor("tied_first", kind="passive")).play("A plan none", "B plan none").battle("C")
    )
    assert scene.power("A") == 1
    scene = fight("lord", "lord+w", **reactor("notwin", kind="passive")).play("A plan none", "B plan none").battle("C")
    assert scene.power("A") == 1


def test_s24_after_and_after_all_come_in_that_order() -> None:
    scene = fight("lord+w", "lord", **reactor("after")).play("A plan none", "B plan none")
    assert "use MORDRED" in scene.legal()
    scene = fight("lord+w", "lord", **reactor("after_all")).play("A plan none", "B plan none")
    assert "use MORDRED" in scene.legal()


def test_s24_stand_fast_costs_one_power_and_needs_an_own_hero_there() -> None:
    scene = fight("lord", "lord+w", put={"power": {"A": 1}}).play("A plan none", "B plan none")
    assert (scene.actor, scene.legal()) == ("A", ["use STAND", "pass"])
    assert gains(scene.play("use STAND")) == [8, 8]
    scene = fight("w", "lord+w", put={"power": {"A": 1}}).play("B plan none").battle("C")
    assert scene.events("A use") == []


# --- beasts --------------------------------------------------------------------------------------


def test_s24_tempest_moves_and_then_an_army_from_where_it_is() -> None:
    scene = turn(units={"A": "TEMPEST+2w SE, w E, lord C"}, tiles="SE E").play("use TEMPEST")
    assert scene.legal() == ["to SW", "to E", "skip"]
    assert scene.play("to E").legal() == ["from E", "skip"]  # not from SE, where it was
    scene.play("from E", "to C", "take TEMPEST", "take w")
    scene.play(*[move for move in scene.legal() if move == "done"])
    assert (scene.units("A", "SE"), scene.units("A", "E"), scene.units("A", "C")) == ("2w", "", "lord+TEMPEST+w")


def test_s24_the_green_man_goes_anywhere_and_costs_its_enemies_vp_by_two_units() -> None:
    scene = turn(units={"A": "GREENMAN supply", "B": "5w E"}, vp={"B": 9}).play("use GREENMAN")
    assert {move for move in scene.legal() if move.startswith("to")} == {"to SE", "to SW", "to E", "to W", "to C"}
    scene.play("to E")
    assert scene.vp("B") == 9 - 2
    assert scene.units("A", "E") == "GREENMAN"


def test_18_kelpie_is_on_avalon_and_in_no_region() -> None:
    scene = turn({"do": "power", "n": 1, "if": "beasts >= 1"}, units={"A": "KELPIE sea"}).play("card")
    assert scene.power("A") == 1
    assert all(scene.strength("A", region) == 0 for region in ("SE", "SW"))


def test_18_kelpie_is_deployed_to_the_sea() -> None:
    scene = turn({"do": "deploy", "n": 1}, units={"A": "KELPIE supply"}).play("card")
    legal = scene.legal()
    scene.play("to sea" if "to sea" in legal else "to SE")
    scene.play("put KELPIE")
    assert scene.raw["beasts"][scene.game.names.beasts.index("KELPIE")] == (0, 9)


def test_s24_kelpie_joins_one_battle_on_the_coast() -> None:
    scene = Scene().put(units={"A": "KELPIE sea, w SE, c3 C", "B": "2w SE, c3 C"}, tiles="SE C")
    scene.until(lambda now: "use KELPIE" in now.legal()).play("use KELPIE", "to SE")
    assert scene.units("A", "SE") == "KELPIE+w"
    assert gains(scene) == [4, 2]


def test_s24_kelpie_joins_no_inner_battle() -> None:
    scene = fight("lord", "lord+w", put={"units": {"A": "lord E, KELPIE sea, c3 C", "B": "lord+w E, c3 C"}})
    scene.battle("C")
    assert scene.events("A use") == []


def test_22_the_questing_beast_counts_own_heroes_after_all_else() -> None:
    scene = fight("lord+c1+QUESTING", "lord").play("A plan none", "B plan none")
    assert gains(scene) == [8 + 2, 4]


def test_22_heroes_that_moved_away_do_not_count_for_the_questing_beast() -> None:
    away = plan("AWAY", 3, after=[{"do": "army", "from": "here"}])
    scene = plans(fight("lord+c1+QUESTING", "lord", hands={"A": "AWAY"}, cards=[away]), A="AWAY")
    scene.play("stop")
    scene.until(lambda now: "from E" in now.legal()).play("from E", "to SE", "take lord", "take c1", "done")
    assert gains(scene) == [8, 4]


def test_22_the_questing_beast_gives_nothing_for_a_battle_lost() -> None:
    assert gains(fight("lord+QUESTING", "lord+4w").play("A plan none", "B plan none")) == [4, 8]


def test_23_trobsar_brings_an_artifact_without_vp_for_any_hero_with_a_free_slot() -> None:
    scene = bond("TROBSAR")
    scene.until(lambda now: any(move.startswith("equip") for move in now.legal()))
    name = scene.legal()[0].split()[1]
    assert {f"equip {name} lord", f"equip {name} c1", f"equip {name} c3", "equip none"} <= set(scene.legal())
    scene.play(f"equip {name} c3")
    assert scene.seat("A")["artifacts"] == {name: "c3"}
    assert scene.gained("A") == 2


def test_s24_ironback_takes_an_army_along_when_it_is_bonded() -> None:
    scene = bond("IRONBACK", "put w")
    assert scene.legal()[0] in ("from SE", "to SW")


def test_s24_the_white_hart_has_at_least_half_of_its_region_whatever_the_place() -> None:
    assert gains(fight("HART+c1", "lord+4w", "2w+c1").play("A plan none", "B plan none", "C plan none"))[:2] == [4, 8]
    scene = plans(fight("HART+c1", "lord+4w", hands={"B": "SCORCH"}), A="none", B="SCORCH")
    assert gains(scene.play("stop")) == [4, 8]


def test_s24_the_white_hart_beats_a_plan_that_takes_the_second_place() -> None:
    scene = plans(fight("c1", "lord+4w", hands={"B": "SCORCH"}), A="none", B="SCORCH")
    assert gains(scene.play("stop")) == [0, 8]


def test_s24_cinderwyrm_makes_enemy_walls_count_nothing() -> None:
    scene = Scene().put(units={"A": "CINDER E"}, tiles="E", settled="B E 1, A E 2")
    assert (scene.strength("A", "E"), scene.strength("B", "E")) == (4, 0)


def test_s24_ravenmother_exchanges_a_card_once_a_turn() -> None:
    scene = turn(units={"A": "RAVENMA supply"}).play("use RAVENMA")
    assert {"discard LONGSH", "discard VALE"} <= set(scene.legal())
    scene.play("discard VALE", "draw plan")
    scene.refuse("use RAVENMA")
    assert "VALE" in scene.discards()


def test_s24_mistcat_goes_to_any_explored_region() -> None:
    scene = turn(units={"A": "MISTCAT supply"}, tiles="E C").play("use MISTCAT")
    assert [move for move in scene.legal() if move.startswith("to")] == ["to E", "to C"]


def test_s24_lantern_moth_lets_any_hero_explore() -> None:
    scene = turn(units={"A": "MOTH supply, c1 E, w W"}).play("use MOTH")
    assert scene.legal() == ["to E", "skip"]  # a warrior is no hero
    scene.play("to E", "explore none")
    assert scene.explored("E")


def test_20_a_beast_of_another_is_not_used() -> None:
    scene = turn(units={"B": "MISTCAT supply"}, tiles="E")
    scene.refuse("use MISTCAT")


# --- artifacts -----------------------------------------------------------------------------------


def standing(artifact: str, region: str = "E", **put: Any) -> int:
    """The strength of a champion with this artifact there."""
    return (
        Scene()
        .put(**({"units": {"A": f"c1 {region}"}, "tiles": region, "artifacts": {artifact: "A c1"}} | put))
        .strength("A", region)
    )


def test_s24_arms_give_their_strength() -> None:
    assert [standing(name) for name in ("REEDS", "AXE", "GOLDEN")] == [3, 3, 2]


def test_s24_arms_with_a_terrain_give_one_more_there() -> None:
    assert (standing("EBB", "SE"), standing("EBB", "E")) == (3, 2)
    assert (standing("ANTLER", "E"), standing("ANTLER", "W")) == (3, 2)
    assert (standing("SLATE", "C"), standing("SLATE", "E")) == (3, 2)
    assert (standing("OTTER", "W"), standing("OTTER", "E")) == (3, 2)


def test_s24_cold_iron_is_stronger_against_beasts() -> None:
    assert standing("IRON") == 3
    assert standing("IRON", units={"A": "c1 E", "B": "IRONBACK E"}) == 4


def test_s24_initiative_artifacts_give_what_they_say() -> None:
    for name, init, check in (("SNAIL", 1, "power"), ("BRANCH", 2, "gained"), ("HAZEL", 2, "favor")):
        found = Scene(cards=[text("CARDA", "settle", {"do": "draw", "n": 1}, init=init)])
        found.put(hands={"A": "CARDA", "B": "CAREFL"}, artifacts={name: "A c1"}).commit(A="CARDA").go("A").play(
            "card", "skip"
        )
        found.until(lambda now: now.actor == "B" or now.raw["round"] == 2)
        assert getattr(found, check)("A") == 1, name


def test_s24_the_star_moves_and_the_plume_deploys_in_a_turn_of_initiative_3() -> None:
    for name, start in (("STAR", "from"), ("PLUME", "to")):
        scene = turn(units={"A": "lord SE"}, tiles="SE", artifacts={name: "A c1"}).play("card")
        assert scene.legal()[0].startswith(start), name


def test_s24_briar_draws_a_card_in_a_turn_of_initiative_1() -> None:
    found = Scene(cards=[text("CARDA", "settle", POWER, init=1)])
    found.put(hands={"A": "CARDA", "B": "CAREFL"}, artifacts={"BRIAR": "A c1"}).commit(A="CARDA").go("A").play("card")
    assert "draw plan" in found.legal()


def test_s24_abilities_of_artifacts_do_what_they_say() -> None:
    scene = turn(units={"A": "c1 SE"}, artifacts={"HORN": "A c1"}).play("use HORN", "to SE", "put 2w")
    assert scene.units("A", "SE") == "c1+2w"
    scene = turn(units={"A": "c1 SE"}, tiles="SE", power={"A": 1}, artifacts={"SEED": "A c1"}).play(
        "use SEED", "settle SE 1"
    )
    assert scene.power("A") == 0
    assert "A" in scene.region("SE")["settlements"]
    scene = turn(units={"A": "c1+w SE, lord C"}, tiles="SE", artifacts={"SEAL": "A c1"}).play("use SEAL")
    assert "from SE" in scene.legal()
    scene = turn(artifacts={"MIRROR": "A c1"}).play("use MIRROR", "discard VALE", "draw plan")
    assert "VALE" in scene.discards()
    scene = turn(units={"A": "c1 E"}, artifacts={"KEY": "A c1"}).play("use KEY")
    scene.until(lambda now: "explore none" in now.legal() or "to E" in now.legal())
    scene.play("to E", "explore none")
    assert scene.explored("E")


def test_s24_reactions_of_artifacts_do_what_they_say() -> None:
    put = {"artifacts": {"CUP": "A c1"}}
    scene = fight("c1+4w", "lord", put=put).play("A plan none", "B plan none").play("use CUP").battle("C")
    assert (scene.favor("A"), scene.power("A")) == (1, 1)
    scene = fight("c1+2w", "lord+4w", put={"artifacts": {"TORC": "A c1"}}).play(
        "A plan none", "B plan none", "use TORC"
    )
    assert gains(scene) == [8, 4]  # 1 + 1 + 2 + 2 against 5
    scene = Scene().put(units={"A": "c1 E", "B": "c2+2w E"}, tiles="E", artifacts={"HARP": "A c1"})
    scene.until(lambda now: "use HARP" in now.legal()).play("use HARP")
    scene.until(lambda now: now.units("B", "E") == "c2+w")
    scene = fight("c1", "lord+4w", put={"artifacts": {"WEEP": "A c1"}}).play(
        "A plan none", "B plan none", "use WEEP", "draw plan"
    )
    assert gains(scene) == [4 + 1, 8]


def test_s17_an_artifact_reaction_needs_its_bearer_in_the_battle() -> None:
    scene = fight("c1+4w", "lord", put={"artifacts": {"CUP": "A c2"}}).play("A plan none", "B plan none").battle("C")
    assert scene.events("A use") == []


# --- Lords and boards of the house set -----------------------------------------------------------


def lords(*names: str) -> dict[str, Any]:
    """Lords with the text that the house set gives them."""
    boards = veil_data.house().content["factions.toml"]["lord"]
    found = {lord["faction"]: lord for lord in boards if lord["side"] == "A"}
    fields = ("kind", "on", "at", "fx")
    return {
        "lords_text": {name: {field: found[name][field] for field in fields if field in found[name]} for name in names}
    }


def test_s1_mordred_calls_two_warriors_and_scores_where_he_wins() -> None:
    scene = fight("lord+w", "lord", **lords("undead")).play("A plan none", "B plan none", "use MORDRED")
    before = scene.gained("A")
    scene.play(*[move for move in ("to E",) if move in scene.legal()]).play(
        *[move for move in ("put 2w",) if move in scene.legal()]
    )
    scene.battle("C")
    assert (scene.units("A", "E"), scene.gained("A") - before) == ("lord+3w", 4)


def test_s1_balgor_brings_two_warriors_and_scores_on_the_coast() -> None:
    scene = Scene(**lords("fomorians")).turn("B", "WEAK").play("card", "to SE", "put lord", "done")
    scene.until(lambda now: "put 2w" in now.legal() or "to SE" in now.legal())
    scene.play(*[move for move in ("to SE",) if move in scene.legal()], "put 2w")
    assert (scene.units("B", "SE"), scene.gained("B")) == ("lord+2w", 1)


def test_s1_nimweth_gains_favor_and_scores_where_no_enemy_is() -> None:
    for enemy, favor, points in (("c1 SW", 1, 5), ("c1 SE", 0, 0)):
        scene = Scene(factions=("druids", "undead"), **lords("druids")).put(
            units={"A": "lord SE", "B": enemy}, tiles="SE SW"
        )
        scene.commit().go("A")
        scene.play(*[move for move in ("use NIMWETH",) if move in scene.legal()])
        assert (scene.favor("A"), scene.gained("A")) == (favor, points)


def test_s1_all_boards_of_side_a_have_the_same_powers() -> None:
    for faction in ("undead", "fomorians", "druids", "knights"):
        other = "undead" if faction != "undead" else "druids"
        scene = Scene(factions=(faction, other)).put(power={"A": 8}, units={"A": "w SE"}, tiles="SE").commit().go("A")
        assert {"use FORCED", "use SHORE", "use COUNSEL", "use CHARTER"} <= set(scene.legal())


def test_s1_the_powers_of_the_boards_do_what_they_say() -> None:
    put = {"power": {"A": 8}, "units": {"A": "w SE, lord C"}, "tiles": "SE"}
    scene = turn(**put).play("use FORCED", "from SE", "to E", "take w", "done")
    assert (scene.units("A", "E"), scene.power("A")) == ("w", 7)
    scene = turn(**put).play("use SHORE", "to SE", "put 2w")
    assert (scene.units("A", "SE"), scene.power("A")) == ("3w", 7)
    scene = turn(**put).play("use CHARTER", "settle SE 1")
    assert scene.power("A") == 5


# --- plans of the house set that need a moment of their own -------------------------------------


def test_s17_scorched_field_leaves_nothing_for_the_second_place() -> None:
    scene = plans(fight("lord+w", "lord", hands={"A": "SCORCH"}), A="SCORCH").play("stop")
    assert gains(scene) == [8, 0]


def test_s17_scorched_field_that_fails_leaves_the_second_place() -> None:
    scene = draw(plans(fight("lord+w", "lord", hands={"A": "SCORCH"}), A="SCORCH"), "A", 3, 1)
    assert gains(scene) == [8, 4]


def test_s17_silence_the_horns_negates_one_plan_of_the_owners_choice() -> None:
    strong = plan("STRONG", 3, fx=[{"do": "strength", "n": 5}])
    scene = fight("lord+w", "lord", "lord", hands={"A": "SILENC", "B": "STRONG", "C": "FOURP"}, cards=[strong])
    scene = plans(scene, A="SILENC", B="STRONG", C="FOURP")
    assert (scene.actor, scene.legal()) == ("A", ["target B", "target C", "skip"])
    scene.play("target B")
    assert gains(scene) == [8, 4, 4]


def test_23_the_cube_on_a_beast_that_is_dropped_returns() -> None:
    scene = turn(HOST, scene={"mist": {"SE": "IRONBACK"}}, units={"A": "MISTCAT supply"}, tiles="E").play(
        "use MISTCAT", "to E"
    )
    assert scene.seat("A")["used"] == ["MISTCAT"]
    scene.play("card", "to SE", "put lord", "done", "explore", "explore none").until(lambda now: now.pending == "bond")
    scene.play("bond drop MISTCAT")
    assert scene.seat("A")["used"] == []
