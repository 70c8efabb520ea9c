"""The Fomorians of The Riven Veil: their coast, the tide, Leviathan. "L878" is a line of the booklet."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai.games.veil_codes import REGIONS
from veil_faction_scenes import QUADRANTS, FactionScene, arrange, own_turn, scene, tiles


def fomorians(*others: str, **put: Any) -> FactionScene:
    """The Fomorians' turn in the first season, with 3 power; SE and E are explored."""
    found = own_turn(scene("fomorians", *(others or ("undead",))))
    found.put(**{"units": {"A": {"SE": "lord+w"}}, "tiles": tiles("SE", "E"), "power": {"A": 3}, **put})
    return found


def tide(found: FactionScene) -> str:
    return QUADRANTS[found.fields["tide"][0]]


def end_turn(found: FactionScene) -> FactionScene:
    """The tide moves on as the turn ends."""
    if "std draw" in found.legal():
        found.play("A: std draw", "A: draw deploy")
    return found.play("A: end")


# --- the coast -----------------------------------------------------------------------------------


def test_a_settled_region_is_coastal_for_the_fomorians_l878() -> None:
    found = fomorians(settlements={"A": [("E", 1)]}, hands={"A": ["LONGSH", "OATH"]}, objectives={"A": 4})
    found.play("A: use BALGORB")
    assert "from SE" in found.legal()
    found.play("A: from SE")
    assert found.legal() == ["to SW", "to E"]  # E is inner, and holds a settlement


def test_a_settled_region_is_coastal_for_nobody_else_l878() -> None:
    found = own_turn(scene("fomorians", "undead"), "B")
    found.put(settlements={"A": [("E", 1)]}, tiles=tiles("SE", "E"), hands={"B": ["OATH"]})
    found.play("B: std deploy", "B: pay OATH")
    assert "to E" not in found.legal()


def test_a_settled_region_keeps_its_own_ring_too() -> None:
    found = fomorians(settlements={"A": [("E", 1)]}, prophecies=["RING"])
    found.play("A: std deploy", f"A: pay {found.hand('A')[0]}")
    assert "to E" in found.legal()


# --- the tide --------------------------------------------------------------------------------------


def test_the_tide_begins_in_the_east_and_goes_on_clockwise_at_the_end_of_each_own_turn() -> None:
    found = fomorians()
    assert tide(found) == "E"
    end_turn(found)
    assert tide(found) == "S"
    found.until("std draw")
    assert tide(found) == "S" or found.actor == "A"


def test_the_tide_goes_on_in_the_fomorians_own_turns_alone() -> None:
    found = own_turn(scene("fomorians", "undead"), "B")
    before = tide(found)
    found.play("B: std draw", "B: draw deploy", "B: end")
    assert tide(found) == before


def test_the_tide_passes_over_a_quadrant_wholly_in_deep_mist() -> None:
    found = arrange(fomorians(), tide=("W", 1))
    assert tide(end_turn(found)) == "E"  # with two players all of N lies in deep mist


def test_turning_the_tide_moves_the_marker_and_it_goes_on_that_way_l880() -> None:
    found = fomorians("undead", "druids", "knights")
    found.play("A: use TURNTIDE")
    assert found.legal() == ["tide cw 1", "tide cw 2", "tide ccw 1", "tide ccw 2", "skip"]
    found.play("A: tide ccw 1")
    assert (tide(found), found.power("A")) == ("N", 2)
    assert tide(end_turn(found)) == "W"
    own_turn(found.step(), "A")
    assert tide(end_turn(found)) == "S"  # in later turns too


@pytest.mark.parametrize(("text", "at"), [("tide cw 1", "S"), ("tide cw 2", "W"), ("tide ccw 2", "W")])
def test_turning_the_tide_goes_one_or_two_quadrants(text: str, at: str) -> None:
    assert tide(fomorians("undead", "druids", "knights").play("A: use TURNTIDE", f"A: {text}")) == at


def test_strength_in_two_regions_of_the_new_quadrant_is_a_step_on_the_objective() -> None:
    found = arrange(fomorians(units={"A": {"SE": "w", "SW": "w"}}, tiles=tiles("SE", "SW")), tide=("E", 1))
    end_turn(found)
    assert found.fields["objectives"][0] == 1  # S is SE, SW and deep mist
    found = arrange(fomorians(units={"A": {"SE": "w"}}, tiles=tiles("SE", "SW")), tide=("E", 1))
    end_turn(found)
    assert found.fields["objectives"][0] == 0


def test_the_fourth_step_turns_the_lord_board_over_l593() -> None:
    found = fomorians(units={"A": {"SE": "w", "SW": "w"}}, tiles=tiles("SE", "SW"))
    arrange(found, tide=("E", 1), objectives={"A": 3}, leviathan="S")
    before = found.strength("A", "SE")
    end_turn(found)
    assert found.fields["upgraded"] == [True, False]
    assert before == found.strength("A", "SE") - 1  # Leviathan is stronger by one


# --- Leviathan -------------------------------------------------------------------------------------


def test_leviathan_is_deployed_to_the_sea_of_a_chosen_quadrant_l898() -> None:
    found = fomorians(hands={"A": ["OATH"]})
    found.play("A: std deploy", "A: pay OATH", "A: to SE", "A: put leviathan", "A: done")
    assert found.legal() == ["quadrant E", "quadrant S", "quadrant W"]
    found.play("A: quadrant W")
    assert found.fields["leviathan"] == QUADRANTS.index("W")
    assert "leviathan" not in found.units("A", "SE")


def test_leviathan_comes_by_icons_for_beasts_or_any_unit_alone() -> None:
    found = fomorians().play("A: use BRINE", "A: to SE")
    assert "put leviathan" in found.legal()
    found = own_turn(scene("undead", "fomorians"), "A").put(hands={"A": ["OATH"]})
    found.play("A: std deploy", "A: pay OATH", "A: to SE")
    assert "put leviathan" not in found.legal()


def test_leviathan_adds_strength_in_each_explored_region_of_its_quadrant_l898() -> None:
    found = arrange(fomorians(units={"A": {"SE": "w"}}, tiles=tiles("SE", "SW", "E")), leviathan="S")
    assert [found.strength("A", region) for region in ("SE", "SW", "E")] == [2, 1, 0]
    assert found.strength("B", "SE") == 0
    assert arrange(fomorians(tiles=tiles("E")), leviathan="S").strength("A", "SW") == 0  # not explored


def test_leviathan_is_on_avalon_in_no_region_l898() -> None:
    found = arrange(fomorians(units={"A": {"SE": "w"}}), leviathan="S")
    assert "leviathan" not in found.units("A", "SE") + found.units("A", "SW")
    assert found.fields["leviathan"] == QUADRANTS.index("S")


def test_leviathan_scores_regions_in_the_war_alone_l898() -> None:
    totals = []
    for there in (False, True):
        found = scene("fomorians", "undead", battles="deterministic").before_war()
        found.put(tiles=tiles("SW"), power={"A": 0, "B": 0})
        arrange(found, **({"leviathan": "S"} if there else {}))
        found.season_over()
        totals.append(found.vp("A"))
    assert totals[1] - totals[0] == 4  # Saltmouth in the first season


def test_leviathan_goes_with_the_tide_that_leaves_it() -> None:
    found = end_turn(arrange(fomorians(), tide=("E", 1), leviathan="E"))
    assert found.fields["leviathan"] == QUADRANTS.index("S")
    found = end_turn(arrange(fomorians(), tide=("E", 1), leviathan="W"))
    assert found.fields["leviathan"] == QUADRANTS.index("W")


def test_leviathan_is_no_bonded_beast_l523() -> None:
    found = arrange(fomorians(units={"A": {"SE": "w"}}, hands={"A": ["OATH"]}), leviathan="S")
    found.next_up = ["mist SW TEMPEST"]
    found.play(
        "A: std deploy", "A: pay OATH", "A: to SW", "A: put lord", "A: done", "A: skip", "A: explore", "A: explore none"
    )
    assert found.until("bond").legal() == ["bond", "decline"]


def test_leviathan_returns_to_the_supply_in_step_one() -> None:
    found = arrange(fomorians(), leviathan="S")
    found.season_over()
    assert found.fields["leviathan"] == len(REGIONS) + 1


# --- abilities ---------------------------------------------------------------------------------------


def test_brine_call_deploys_to_the_quadrant_of_the_tide() -> None:
    found = arrange(fomorians(), tide=("S", 1)).play("A: use BRINE")
    assert found.legal() == ["to SE", "to SW", "skip"]
    found = arrange(fomorians(), tide=("E", 1)).play("A: use BRINE")
    assert found.legal() == ["to SE", "to E", "skip"]


def drowned(at: str) -> FactionScene:
    found = scene("fomorians", "undead", battles="deterministic").before_war()
    found.put(units={"A": {"SE": "lord"}, "B": {"SE": "c1+2w"}}, tiles=tiles("SE"), power={"A": 2, "B": 0})
    return arrange(found, tide=(at, 1))


def test_undertow_takes_a_warrior_of_each_enemy_in_the_quadrant_of_the_tide() -> None:
    found = drowned("S")
    for _ in range(60):
        if "use UNDERTOW" in found.legal():
            break
        found.step()
    found.play("A: use UNDERTOW")
    assert found.units("B", "SE") == "c1+w"


def test_undertow_works_in_no_other_quadrant() -> None:
    found = drowned("W")
    while found.fields["season"] == 1:
        assert "use UNDERTOW" not in found.legal()
        found.step()


def test_crowned_balgor_moves_an_army_between_any_coastal_regions() -> None:
    found = own_turn(scene("fomorians", "undead", "druids", "knights"))
    found.put(units={"A": {"SE": "lord+2w"}}, tiles=tiles("SE"), power={"A": 0})
    arrange(found, objectives={"A": 4}).play("A: use BALGORB", "A: from SE")
    assert found.legal() == ["to NE", "to SW", "to NW"]
    found.play("A: to NW", "A: take 2w")
    assert found.units("A", "NW") == "2w"
