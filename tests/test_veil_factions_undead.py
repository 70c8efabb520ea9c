"""The Undead of The Riven Veil: altars, corrupted land, Mordred. "L884" is a line of the booklet."""

from __future__ import annotations

from typing import Any

from avalon_ai.games.veil_codes import REGIONS
from veil_faction_scenes import FactionScene, arrange, own_turn, scene, tiles


def undead(**put: Any) -> FactionScene:
    """The turn of the Undead in the first season, with 3 power; SE and E are explored."""
    found = own_turn(scene("undead", "druids"))
    found.put(**{"units": {"A": {"SE": "lord+2w", "E": "w"}}, "tiles": tiles("SE", "E"), "power": {"A": 3}, **put})
    found.put(prophecies=["HOSTS"])
    return found


def won(region: str = "SE", *, objective: int = 0, **put: Any) -> FactionScene:
    """The Undead win the battle of a region, up to where the altar may be built."""
    found = scene("undead", "druids", battles="deterministic").before_war()
    units = {"A": {region: "c1+3w"}, "B": {region: "w"}}
    found.put(**{"units": units, "tiles": tiles(region), "power": {"A": 3, "B": 0}, **put})
    return arrange(found, objectives={"A": objective}).until("use BONEALTAR")


# --- Altar of Bones --------------------------------------------------------------------------------


def test_an_altar_is_built_after_all_other_steps_of_a_won_battle_l884() -> None:
    found = won(relics={"REEDS": "SE"})
    assert "use BONEALTAR" in found.legal()
    assert any(event.startswith("equip") for event in found.events)  # the relic has been taken before
    found.play("A: use BONEALTAR", "A: settle SE 1")
    assert found.fields["settlements"][0][0][:2] == (REGIONS.index("SE"), 1)


def test_an_altar_gives_the_placement_reward_and_what_the_slot_uncovers_l884() -> None:
    found = won()
    before, supply = found.vp("A"), found.fields["supply"][0]
    (move,) = (move for move in found.play("A: use BONEALTAR").state.legal() if found.game.text(move) == "settle SE 1")
    found.state.apply(move)
    assert found.vp("A") == before + 1 + 2  # the slot of the board; 2 VP of Gull Stair
    assert found.fields["supply"][0] == supply - 1


def test_an_altar_takes_a_free_slot_if_there_is_one_l884() -> None:
    found = won(settlements={"B": [("SE", 1)]}).play("A: use BONEALTAR")
    assert found.legal() == ["settle SE 2", "skip"]


def full() -> FactionScene:
    """Two settlements of others stand in SE."""
    found = scene("undead", "druids", "knights", battles="deterministic").before_war()
    found.put(
        units={"A": {"SE": "c1+5w"}, "B": {"SE": "w"}},
        tiles=tiles("SE"),
        settlements={"B": [("SE", 1)], "C": [("SE", 2)]},
        power={"A": 3, "B": 0},
    )
    return found.until("use BONEALTAR")


def test_an_altar_stands_beside_the_slots_if_both_are_taken_l884() -> None:
    found = full().play("A: use BONEALTAR")
    assert found.legal() == ["settle SE 0", "skip"]
    found.play("A: settle SE 0")
    assert found.fields["settlements"][0][0][:2] == (REGIONS.index("SE"), 0)


def test_an_altar_may_stand_in_the_centre_whose_tile_stays_l884() -> None:
    found = won("C").play("A: use BONEALTAR")
    assert found.legal() == ["settle C 0", "skip"]
    found.play("A: settle C 0")
    tile = found.fields["tiles"][REGIONS.index("C")]
    for _ in range(300):
        if found.fields["season"] == 2 and found.fields["round"]:
            break
        found.step()
    assert found.fields["tiles"][REGIONS.index("C")] == tile
    assert found.units("A", "C") == "w"


def test_the_undead_have_one_settlement_in_a_region_l884() -> None:
    assert "use BONEALTAR" not in won(settlements={"A": [("SE", 2)]}).events
    found = won(settlements={"A": [("SE", 2)]})
    assert "use BONEALTAR" not in found.legal()


def test_an_altar_needs_a_battle_that_was_won() -> None:
    found = won(units={"A": {"SE": "c1+3w"}})  # alone there: a first place and no win
    assert "use BONEALTAR" not in found.legal()


def test_an_altar_sets_off_no_corrupted_land() -> None:
    found = won(units={"A": {"SE": "c1+3w", "SW": "2w"}, "B": {"SE": "w"}}, tiles=tiles("SE", "SW"))
    found.play("A: use BONEALTAR", "A: settle SE 2")
    assert "use CORRUPT" not in found.legal()


# --- Corrupt Land ----------------------------------------------------------------------------------


def corrupted(**put: Any) -> FactionScene:
    found = undead(hands={"A": ["OATH", "SALLY", "BANKS"]}, **put)
    return found.play("A: std settle", "A: pay OATH SALLY BANKS", "A: settle SE 1")


def test_corrupt_land_settles_an_additional_time_for_power_l886() -> None:
    found = corrupted()
    assert found.legal() == ["use CORRUPT", "pass"]
    found.play("A: use CORRUPT", "A: settle E 2")
    assert found.power("A") == 2
    assert [at for at, _, _ in found.fields["settlements"][0]][:2] == [REGIONS.index("SE"), REGIONS.index("E")]


def test_corrupt_land_takes_another_region_and_no_slot_with_a_bonus_l886() -> None:
    found = corrupted().play("A: use CORRUPT")
    assert found.legal() == ["settle E 2", "skip"]  # Sedge Reach: slot 1 gives power, slot 2 nothing


def test_corrupt_land_gives_all_other_rewards_l886() -> None:
    found = corrupted()
    before, supply = found.vp("A"), found.fields["supply"][0]
    found.play("A: use CORRUPT", "A: settle E 2")
    assert (found.vp("A"), found.fields["supply"][0]) == (before + 1, supply - 1)


def test_corrupt_land_obeys_the_rules_of_settling_l886() -> None:
    assert "use CORRUPT" not in corrupted(units={"A": {"SE": "lord"}}).legal()  # no strength elsewhere
    assert "use CORRUPT" not in corrupted(power={"A": 0}).legal()


def test_corrupt_land_settles_one_additional_time_alone_l886() -> None:
    found = corrupted(units={"A": {"SE": "lord+2w", "E": "w", "SW": "w"}}, tiles=tiles("SE", "E", "SW"))
    found.play("A: use CORRUPT", "A: settle E 2")
    assert "use CORRUPT" not in found.legal()


def test_corrupt_land_may_be_used_each_time_of_settling() -> None:
    found = corrupted(units={"A": {"SE": "lord", "E": "w", "SW": "w", "W": "w"}}, tiles=tiles("SE", "E", "SW", "W"))
    found.play("A: use CORRUPT", "A: settle E 2")
    own_turn(found.step(), "A")
    found.play("A: std settle")
    for _ in range(3):
        found.play(found.legal()[0])
    found.play("A: settle SW 2")
    assert "use CORRUPT" in found.legal()


# --- the rest --------------------------------------------------------------------------------------


def test_grave_tithe_gives_power_and_a_step_for_a_battle_won() -> None:
    found = won(power={"A": 0, "B": 0})
    for _ in range(100):
        if found.fields["objectives"][0]:
            break
        found.step()
    assert found.fields["objectives"][0] == 1
    assert found.power("A") == 1


def test_an_altar_is_a_step_on_the_objective() -> None:
    found = won().play("A: use BONEALTAR")
    before = found.fields["objectives"][0]
    found.play("A: settle SE 1")
    assert (before, found.fields["objectives"][0]) == (1, 2)


def test_rise_again_deploys_to_any_explored_region() -> None:
    found = undead(units={"A": {"SE": "w"}}).play("A: use RISE")
    assert found.legal() == ["to SE", "to E", "skip"]


def test_the_fifth_step_turns_the_lord_board_over_l593() -> None:
    found = won(objective=4, power={"A": 3, "B": 0})
    assert found.fields["upgraded"] == [True, False]
    assert found.fields["hero_strength"][0][0] == 2


def test_cubes_stay_in_their_place_when_the_lord_board_turns_over_l593() -> None:
    found = scene("undead", "druids", battles="deterministic").before_war()
    found.put(
        units={"A": {"SE": "lord+3w", "SW": "c1+3w"}, "B": {"SE": "w", "SW": "w"}},
        tiles=tiles("SE", "SW"),
        power={"A": 0, "B": 0},
    )
    arrange(found, objectives={"A": 3}).until("use MORDRED").play("A: use MORDRED")
    for _ in range(60):
        if found.fields["upgraded"][0]:
            break
        found.step()
    assert [found.game.names.powers[power] for power in found.fields["used"][0]] == ["ASCENDED"]


def ascended(**put: Any) -> FactionScene:
    """Mordred stands beside SE, where his champion fights."""
    found = scene("undead", "druids", battles="deterministic").before_war()
    units = {"A": {"SE": "w", "SW": "lord"}, "B": {"SE": "2w"}}
    found.put(**{"units": units, "tiles": tiles("SE", "SW"), "power": {"A": 0, "B": 0}, **put})
    return arrange(found, objectives={"A": 5})


def until_asked(found: FactionScene) -> FactionScene:
    for _ in range(60):
        if "use ASCENDED" in found.legal() or found.fields["season"] > 1:
            return found
        found.step()
    return found


def test_mordred_ascended_moves_to_a_battle_beside_him() -> None:
    found = until_asked(ascended()).play("A: use ASCENDED", "A: from SW", "A: take lord")
    assert found.units("A", "SE") == "lord+w" or "to SE" in found.legal()


def test_mordred_ascended_never_explores_in_the_war_l888() -> None:
    found = until_asked(ascended())
    (move,) = (move for move in found.state.legal() if found.game.text(move) == "use ASCENDED")
    found.state.apply(move)
    while found.state.actor() == 0 and found.legal() != ["pass"] and found.fields["stack"][-1] == "icon":
        found.state.apply(found.state.legal()[0])
    assert "explore" not in found.legal()
    assert not found.fields["explored_turn"]


def test_mordred_ascended_comes_from_explored_neighbours_alone() -> None:
    far = until_asked(ascended(units={"A": {"SE": "w", "W": "lord"}, "B": {"SE": "2w"}}, tiles=tiles("SE", "W")))
    assert "use ASCENDED" not in far.legal()
    hidden = until_asked(ascended(tiles=tiles("SE")))  # SW, where he stands, is unexplored
    assert "use ASCENDED" not in hidden.legal()


def test_mordred_ascended_acts_once_a_season() -> None:
    units = {"A": {"SE": "w", "SW": "lord", "W": "2w"}, "B": {"SE": "2w", "W": "w"}}
    found = until_asked(ascended(units=units, tiles=tiles("SE", "SW", "W")))
    found.play("A: use ASCENDED", "A: from SW", "A: take lord")
    if "to SE" in found.legal():
        found.play("A: to SE")
    assert "use ASCENDED" not in until_asked(found).legal()
