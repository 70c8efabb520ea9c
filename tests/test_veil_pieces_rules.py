"""Deploying, moving and settling in Veil."""

from __future__ import annotations

from typing import Any

import pytest

from veil_table import SEATED, Scene, text

SOME = "LONGSH VALE CHAPEL SHIELD"
SETTLE = {"do": "settle"}


def turn(*fx: Any, factions: Any = SEATED, players: int = 2, scene: Any = None, **put: Any) -> Scene:
    """A resolves a card of these effects."""
    own = text("CARDA", "settle", *fx, init=3)
    found = Scene(players, cards=[own], factions=factions, **(scene or {}))
    found.put(hands={"A": f"CARDA {SOME}", "B": "CAREFL"}, **put)
    return found.commit(A="CARDA").go("A").play("card")


def targets(scene: Scene) -> set[str]:
    """The regions that may be named next."""
    return {move.split()[1] for move in scene.legal() if move.startswith("to ")}


def sources(scene: Scene) -> set[str]:
    """The regions that something may come from."""
    return {move.split()[1] for move in scene.legal() if move.startswith("from ")}


# --- S7: deploying -------------------------------------------------------------------------------


def test_s7_units_are_deployed_to_the_coast_or_to_a_region_with_an_own_settlement() -> None:
    assert targets(turn({"do": "deploy", "n": 2}, players=4)) == {"NE", "SE", "SW", "NW"}
    scene = turn({"do": "deploy", "n": 2}, settled="A E 1, B W 1", tiles="E W")
    assert targets(scene) == {"SE", "SW", "E"}


def test_26_deep_mist_is_never_deployed_to() -> None:
    assert targets(turn({"do": "deploy", "n": 2})) == {"SE", "SW"}
    assert targets(turn({"do": "deploy", "n": 2, "to": "coast or inner or centre"})) == {"SE", "SW", "E", "W", "C"}


def test_s7_units_may_be_deployed_into_unexplored_regions() -> None:
    scene = turn({"do": "deploy", "n": 2}).play("to SE", "put 2w")
    assert (scene.units("A", "SE"), scene.explored("SE")) == ("2w", False)


def test_26_any_explored_region_lifts_the_rule_of_coast_and_settlement() -> None:
    assert targets(turn({"do": "deploy", "n": 1, "to": "explored"}, tiles="E C SE")) == {"E", "C", "SE"}


def test_s7_all_units_of_an_icon_go_to_one_region() -> None:
    scene = turn({"do": "deploy", "n": 3}).play("to SE", "put lord", "put w")
    assert scene.units("A", "SE") == "lord+w"
    assert scene.units("A", "SW") == ""


def test_s7_groups_parted_by_a_plus_may_go_to_different_regions() -> None:
    scene = turn({"do": "deploy", "n": 1}, {"do": "deploy", "n": 1}).play("to SE", "put w", "to SW", "put c1")
    assert (scene.units("A", "SE"), scene.units("A", "SW")) == ("w", "c1")


def test_s7_any_mix_of_units_counts_one_icon_each() -> None:
    scene = turn({"do": "deploy", "n": 4}, units={"A": "MISTCAT supply"}).play("to SE", "put lord", "put c1")
    scene.play("put MISTCAT", "put w")
    assert scene.units("A", "SE") == "lord+c1+MISTCAT+w"


def test_s7_no_more_units_than_the_supply_has() -> None:
    scene = turn({"do": "deploy", "n": 5, "units": "warriors"}, units={"A": "5w SW, 4w E"}, tiles="SW E").play("to SE")
    assert scene.legal() == ["put w", "put 2w"]
    scene = turn({"do": "deploy", "n": 5, "units": "champions"}, units={"A": "c1 SW, c2 E"}, tiles="SW E").play("to SE")
    assert scene.legal() == ["put c3"]


def test_s7_an_icon_of_one_kind_deploys_only_that_kind() -> None:
    scene = turn({"do": "deploy", "n": 5, "units": "champions"}).play("to SE")
    assert set(scene.legal()) == {"put c1", "put c2", "put c3"}


def test_s7_the_knights_have_two_lords() -> None:
    scene = turn({"do": "deploy", "n": 2}, factions=("knights", "undead")).play("to SE")
    assert {"put arthur", "put guin"} <= set(scene.legal())


# --- S8: moving ----------------------------------------------------------------------------------


def test_s8_units_move_only_from_explored_regions() -> None:
    scene = turn({"do": "army"}, units={"A": "2w SE, 2w SW, lord E"}, tiles="SE")
    assert sources(scene) == {"SE"}


def test_s8_units_move_into_any_adjacent_region_unexplored_ones_too() -> None:
    scene = turn({"do": "army"}, units={"A": "2w SE, lord C"}, tiles="SE").play("from SE")
    assert targets(scene) == {"SW", "E"}
    scene = turn({"do": "army"}, units={"A": "2w C, lord SE"}, tiles="C").play("from C")
    assert targets(scene) == {"E", "W"}


@pytest.mark.parametrize(
    ("at", "near"),
    [
        ("NE", "NW SE N E"), ("SE", "NE SW E S"), ("SW", "SE NW S W"), ("NW", "SW NE W N"), ("N", "NW NE W E C"),
        ("E", "NE SE N S C"), ("S", "SE SW E W C"), ("W", "SW NW S N C"), ("C", "N E S W"),
    ],
)  # fmt: skip
def test_31_neighbours_are_those_of_the_board(at: str, near: str) -> None:
    scene = turn({"do": "army"}, players=4, units={"A": f"2w {at}, lord {'C' if at != 'C' else 'N'}"}, tiles=at).play(
        f"from {at}"
    )
    assert targets(scene) == set(near.split())


def test_s8_the_sea_is_no_region_to_move_to() -> None:
    scene = turn({"do": "army"}, units={"A": "2w SE, lord C"}, tiles="SE").play("from SE")
    assert "sea" not in targets(scene)


def test_s8_one_unit_moves_with_a_move_1_icon() -> None:
    scene = turn({"do": "move1"}, units={"A": "2w SE, lord C"}, tiles="SE").play("from SE", "take w", "to E")
    assert (scene.units("A", "SE"), scene.units("A", "E")) == ("w", "w")


def test_s8_an_army_goes_from_one_region_to_one_other_in_any_number() -> None:
    scene = turn({"do": "army"}, units={"A": "c1+3w SE, lord C"}, tiles="SE").play(
        "from SE", "to E", "take c1", "take 2w"
    )
    scene.play("done")
    assert (scene.units("A", "SE"), scene.units("A", "E")) == ("w", "c1+2w")


def test_s8_move_out_goes_to_any_number_of_regions() -> None:
    scene = turn({"do": "out"}, units={"A": "c1+3w SE, lord C"}, tiles="SE").play("from SE", "c1>SW", "2w>E", "done")
    assert (scene.units("A", "SE"), scene.units("A", "SW"), scene.units("A", "E")) == ("w", "c1", "2w")


def test_s8_move_in_comes_from_any_number_of_regions() -> None:
    scene = turn({"do": "in"}, units={"A": "2w SE, c1 SW, w C, lord W"}, tiles="SE SW C").play("to E")
    assert scene.legal() == ["from SE", "from C"]  # not SW, which is no neighbour
    scene.play("from SE", "take w", "from C", "take w")
    scene.play(*["done"] if "done" in scene.legal() else [])
    assert (scene.units("A", "E"), scene.units("A", "SE"), scene.units("A", "C")) == ("2w", "w", "")


def test_s8_units_taken_by_one_icon_move_at_the_same_time() -> None:
    scene = turn({"do": "out"}, units={"A": "2w SE, lord C"}, tiles="SE").play("from SE", "w>SW")
    assert scene.units("A", "SW") == ""  # nothing moves before all is chosen
    scene.play("w>E").play(*["done"] if "done" in scene.legal() else [])
    assert (scene.units("A", "SW"), scene.units("A", "E")) == ("w", "w")


def test_s8_several_icons_may_move_the_same_unit() -> None:
    scene = turn({"do": "move1", "n": 2}, units={"A": "w SE, lord C"}, tiles="SE E").play(
        "from SE", "take w", "to E", "from E", "take w", "to C"
    )
    assert scene.units("A", "C") == "lord+w"


def test_s8_a_unit_stays_where_it_entered_an_unexplored_region() -> None:
    scene = turn({"do": "move1", "n": 2}, units={"A": "w SE, lord C"}, tiles="SE").play("from SE", "take w", "to E")
    assert sources(scene) == set()


def test_s8_beasts_move_like_other_units() -> None:
    scene = turn({"do": "move1"}, units={"A": "MISTCAT SE, lord C"}, tiles="SE").play("from SE", "take MISTCAT", "to E")
    assert scene.units("A", "E") == "MISTCAT"


def test_s8_a_sea_beast_moves_by_its_own_text_alone() -> None:
    scene = turn({"do": "army"}, units={"A": "KELPIE sea, w SE, lord C"}, tiles="SE SW")
    assert sources(scene) == {"SE"}
    scene = turn({"do": "in"}, units={"A": "KELPIE sea, w E, lord C"}, tiles="E SE").play("to SE")
    assert sources(scene) == {"E"}


def test_s8_only_own_units_move() -> None:
    scene = turn({"do": "army"}, units={"A": "w SE, lord C", "B": "3w SE"}, tiles="SE").play(
        "from SE", "to E", "take w", "done"
    )
    assert (scene.units("A", "E"), scene.units("B", "SE")) == ("w", "3w")


# --- S7, 26: a Lord placed by a move icon -------------------------------------------------------


@pytest.mark.parametrize("icon", ["move1", "army", "out", "in"])
def test_s7_a_lord_may_come_from_the_supply_by_any_move_icon(icon: str) -> None:
    scene = turn({"do": icon})
    if icon == "in":
        assert targets(scene) == {"SE", "SW"}
        scene.play("to SE", "from supply")
    else:
        assert sources(scene) == {"supply"}
        scene.play("from supply", "to SE")
    assert scene.units("A", "SE") == "lord"


def test_s7_a_lord_placed_by_a_move_icon_goes_where_a_deploy_may_go() -> None:
    scene = turn({"do": "move1"}, settled="A E 1", tiles="C").play("from supply")
    assert targets(scene) == {"SE", "SW", "E"}


def test_s7_a_lord_placed_by_a_move_icon_may_explore() -> None:
    assert turn({"do": "move1"}).play("from supply", "to SE").legal() == ["explore", "wait"]


def test_26_a_lord_placed_by_a_move_icon_uses_the_whole_icon() -> None:
    scene = turn({"do": "army"}, {"do": "power", "n": 1}, units={"A": "2w SE"}, tiles="SE SW").play(
        "from supply", "to SW"
    )
    assert scene.units("A", "SW") == "lord"
    assert scene.power("A") == 1


def test_s7_a_lord_placed_by_a_move_icon_counts_as_deployed_and_as_moved() -> None:
    balgor = {"kind": "passive", "on": "deploy:lords", "fx": [{"do": "vp", "n": 3}]}
    scene = turn({"do": "move1"}, tiles="SE", scene={"lords_text": {"undead": balgor}}).play("from supply", "to SE")
    assert scene.gained("A") == 3
    moved = {"do": "army", "gainif": "moved>=1", "gain": [{"do": "power", "n": 1}]}
    assert turn(moved, tiles="SE").play("from supply", "to SE").power("A") == 1


def test_s7_only_lords_come_from_the_supply_by_moving() -> None:
    scene = turn({"do": "army"}, units={"A": "lord C"}, tiles="SE")
    assert "supply" not in sources(scene)


def test_s7_champions_and_warriors_never_come_by_a_move_icon() -> None:
    scene = turn({"do": "move1"}, tiles="SE").play("from supply", "to SE")
    assert scene.units("A", "SE") == "lord"


# --- S9: settling --------------------------------------------------------------------------------


def test_s9_one_settles_on_an_explored_region_with_own_strength() -> None:
    scene = turn(SETTLE, units={"A": "w SE, w SW, lord E", "B": "w W"}, tiles="SE W")
    assert scene.legal() == ["settle SE 1", "settle SE 2", "skip"]


def test_s9_the_centre_is_never_settled() -> None:
    scene = turn(SETTLE, {"do": "settle", "free": True}, {"do": "power", "n": 1}, units={"A": "lord C"}, tiles="C")
    assert scene.power("A") == 1


def test_s9_one_settlement_a_faction_and_region() -> None:
    scene = turn(SETTLE, {"do": "power", "n": 1}, units={"A": "w SE"}, tiles="SE", settled="A SE 1")
    assert scene.power("A") == 1


def test_s9_two_settlements_fill_a_region() -> None:
    scene = turn(SETTLE, {"do": "power", "n": 1}, players=3,
                 units={"A": "w SE"}, tiles="SE", settled="B SE 1, C SE 2")  # fmt: skip
    assert scene.power("A") == 1


def test_s9_enemy_settlements_are_no_hindrance() -> None:
    scene = turn(SETTLE, units={"A": "w SE"}, tiles="SE", settled="B SE 1")
    assert scene.legal() == ["settle SE 2", "skip"]


def test_s9_the_slot_is_the_players_choice_and_gives_its_bonus() -> None:
    for slot, power in ((1, 0), (2, 1)):
        scene = turn(SETTLE, units={"A": "w W"}, tiles="W").play(f"settle W {slot}")  # Nine Weirs: draw | power
        assert scene.power("A") == power
        assert (scene.pending == "icon") == (slot == 1)


def test_s9_the_leftmost_slot_of_the_board_gives_its_vp_and_warriors() -> None:
    scene = turn(SETTLE, SETTLE, units={"A": "w SE, w SW"}, tiles="SE SW").play("settle SE 1")
    assert (scene.gained("A"), scene.units("A", "SE")) == (1, "2w")
    scene.play("settle SW 2")
    assert (scene.gained("A"), scene.units("A", "SW")) == (1 + 2, "2w")


def test_s9_bonus_and_reward_of_the_card_both_count() -> None:
    card = {"do": "settle", "gain": [{"do": "deploy", "n": 2, "units": "warriors", "to": "there"}]}
    scene = turn(card, units={"A": "w SE"}, tiles="SE").play("settle SE 1", "to SE", "put 2w")
    assert scene.units("A", "SE") == "4w"


def test_s9_strength_may_come_from_a_beast_or_a_settlement_less_hero() -> None:
    scene = turn(SETTLE, units={"A": "IRONBACK SE"}, tiles="SE")
    assert "settle SE 1" in scene.legal()
    none = turn(SETTLE, {"do": "power", "n": 1}, units={"A": "MOTH SE"}, tiles="SE")
    assert none.power("A") == 1  # its strength is 0


def test_s9_free_settling_needs_no_strength_but_an_explored_region() -> None:
    scene = turn({"do": "settle", "free": True}, tiles="SE E C")
    assert {move.split()[1] for move in scene.legal() if move.startswith("settle")} == {"SE", "E"}


def test_s9_settling_to_a_terrain_is_bound_to_it() -> None:
    scene = turn({"do": "settle", "to": "river"}, units={"A": "w SE, w W"}, tiles="SE W")
    assert {move.split()[1] for move in scene.legal() if move.startswith("settle")} == {"W"}


def test_7_side_a_boards_have_three_settlements() -> None:
    scene = turn(
        SETTLE,
        {"do": "power", "n": 1},
        units={"A": "w SE, w SW, w E, w W"},
        tiles="SE SW E W",
        settled="A SE 1, A SW 1, A E 1",
    )
    assert scene.power("A") == 1


def test_13_a_settlement_keeps_the_number_of_its_slot() -> None:
    scene = turn(SETTLE, SETTLE, units={"A": "w SE, w SW"}, tiles="SE SW").play("settle SW 2", "settle SE 1")
    assert [found[0] for found in scene.raw["settlements"][0][:2]] == [2, 1]  # SW, then SE


def test_s23_cubes_do_not_limit_and_strength_tokens_do() -> None:
    tokens = [{"do": "token", "n": 9, "on": "settlement"}] * 2
    scene = turn(*tokens, {"do": "power", "n": 1}, units={"A": "w SE"}, tiles="SE", settled="A SE 1")
    while "token SE" in scene.legal():
        scene.play("token SE")
    assert scene.region("SE")["settlements"]["A"]["tokens"] == 15
    assert scene.power("A") == 1


def test_s9_a_slot_with_a_warrior_deploys_one_there() -> None:
    scene = turn(
        SETTLE, units={"A": "lord SE"}, scene={"tile_texts": {"WrackHead": {"slots": ["warrior", "-"]}}}, tiles="SE"
    )
    scene.play("settle SE 1", "to SE", "put w")
    assert scene.units("A", "SE") == "lord+2w"  # one of the tile, one of the board


def test_s9_bonus_vp_and_favor_of_a_slot_are_gained_at_once() -> None:
    for bonus, vp, favor in (("2 vp", 2, 0), ("favor", 0, 1), ("vp", 1, 0)):
        patch = {"tile_texts": {"WrackHead": {"slots": [bonus, "-"]}}}
        scene = turn(SETTLE, units={"A": "w SE"}, scene=patch, tiles="SE").play("settle SE 1")
        assert (scene.gained("A"), scene.favor("A")) == (1 + vp, favor)


def test_s8_an_icon_bound_to_units_moves_only_those() -> None:
    scene = turn({"do": "move1", "units": "champions"}, units={"A": "lord+c1+w SE"}, tiles="SE").play("from SE")
    assert scene.legal() == ["take c1"]


def test_s8_an_icon_bound_to_a_place_starts_or_ends_there() -> None:
    scene = turn({"do": "army", "from": "coast", "to": "inner"}, units={"A": "w SE, w C, lord W"}, tiles="SE C W")
    assert sources(scene) == {"SE"}
    assert targets(scene.play("from SE")) == {"E"}
