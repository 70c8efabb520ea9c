"""The Druids of The Riven Veil: ley lines, roads, the Ancient One. "L858" is a line of the booklet."""

from __future__ import annotations

from typing import Any

from avalon_ai.games.veil_codes import REGIONS
from veil_faction_scenes import FactionScene, arrange, own_turn, scene, tiles


def druids(**put: Any) -> FactionScene:
    """The Druids' turn in the first season, with 3 power and warriors in SE and E, which are explored."""
    found = own_turn(scene("druids", "undead"))
    found.put(**{"units": {"A": {"SE": "lord+w", "E": "2w"}}, "tiles": tiles("SE", "E"), "power": {"A": 3}, **put})
    return found


def line(found: FactionScene, text: str) -> FactionScene:
    return found.play("A: use DRAWLINE", f"A: {text}")


def test_eight_markers_lie_on_the_board_at_first_l150() -> None:
    found = druids(power={"A": 8})
    assert found.fields["lines"] == [-1] * 8
    rows = [move for move in found.play("A: use DRAWLINE").legal() if move.startswith("ley")]
    assert rows == [f"ley {row} {region}" for row in (1, 2, 3) for region in ("SE", "E")]


def test_a_ley_line_gives_its_bonus_when_placed_l394() -> None:
    found = druids()
    before = found.vp("A")
    line(found, "ley 1 E")
    assert found.vp("A") == before + 1
    assert found.fields["lines"][0] == REGIONS.index("E")
    assert found.power("A") == 2


def test_the_settlement_of_the_row_need_not_stand_for_a_bonus_l858() -> None:
    found = arrange(druids(), lines={0: "E", 1: "E"})
    line(found, "ley 1 SE")
    assert found.power("A") == 3  # one paid, one gained by the third line of the first row


def test_a_warrior_of_a_ley_line_needs_the_settlement_of_its_row_l858() -> None:
    found = arrange(druids(), lines={0: "E"})
    supply = found.fields["supply"][0]
    line(found, "ley 1 SE")
    assert found.fields["supply"][0] == supply
    assert "std draw" in found.legal()


def test_a_warrior_of_a_ley_line_appears_at_the_settlement_of_its_row_alone_l858() -> None:
    found = arrange(druids(settlements={"A": [("SE", 1), ("E", 1)]}), lines={3: "E"})
    line(found, "ley 2 SE")
    assert found.legal() == ["to E", "skip"]
    found.play("A: to E", "A: put w")
    assert found.units("A", "E") == "3w"


def test_a_ley_line_needs_an_explored_region_with_own_strength() -> None:
    found = druids(units={"A": {"SE": "lord", "W": "w"}}, tiles=tiles("SE", "E"))
    found.play("A: use DRAWLINE")
    assert [move for move in found.legal() if move.startswith("ley 1")] == ["ley 1 SE"]


def test_no_region_holds_more_than_two_markers() -> None:
    found = arrange(druids(), lines={0: "SE", 3: "SE"})
    found.play("A: use DRAWLINE")
    assert [move for move in found.legal() if move.startswith("ley 1")] == ["ley 1 E"]


def test_markers_of_a_row_go_from_left_to_right() -> None:
    found = druids()
    line(found, "ley 3 SE")
    assert found.fields["lines"][6:] == [REGIONS.index("SE"), -1]


def next_season(found: FactionScene, stop: str = "") -> FactionScene:
    """Leave things be until the second season's first choice of a card, or until some move can be made."""
    for _ in range(400):
        raw = found.fields
        if raw["season"] == 2 and (stop in found.legal() if stop else raw["stack"][-1] == "commit"):
            return found
        found.step()
    raise AssertionError("no second season")


def test_ley_lines_give_their_bonus_in_each_mist_phase_l246() -> None:
    plain, lined = druids(), arrange(druids(), lines={0: "E", 2: "E"})
    for found in (plain, lined):
        next_season(found)
    assert lined.power("A") == plain.power("A") + 1
    assert lined.vp("A") == plain.vp("A") + 1


def test_the_warrior_of_a_ley_line_comes_to_the_settlement_in_the_mist_phase_l246() -> None:
    found = arrange(druids(settlements={"A": [("SE", 1)]}), lines={1: "E"})
    next_season(found, "to SE")
    assert found.legal() == ["to SE", "skip"]
    assert found.units("A", "SE") == "w"  # that of the slot of the faction board
    found.play("A: to SE", "A: put w")
    assert found.units("A", "SE") == "2w"


def test_markers_stay_where_they_lie_in_step_one_l218_l224() -> None:
    found = arrange(druids(), lines={0: "E", 6: "SE"})
    next_season(found)
    assert found.fields["lines"][0] == REGIONS.index("E")
    assert found.fields["lines"][6] == REGIONS.index("SE")
    assert found.fields["tiles"] == [-1] * 9  # without settlements the tiles change all the same


def test_ley_lines_give_nothing_at_the_end_of_the_game_l806() -> None:
    games = [druids(), arrange(druids(), lines={0: "E", 3: "SE", 6: "SE"})]
    for found in games:
        while found.fields["season"] < 2 or found.fields["round"] < 1:
            found.step()
    plain, lined = games
    ahead = lined.vp("A") - plain.vp("A")
    for found in games:
        while found.actor != "over":
            found.step()
    assert ahead == 4
    assert lined.vp("A") - plain.vp("A") == ahead


def test_an_empty_region_may_hold_markers_l837() -> None:
    found = arrange(druids(), lines={0: "E"})
    found.put(units={"A": {"E": "0w"}})
    assert found.units("A", "E") == ""
    assert found.fields["lines"][0] == REGIONS.index("E")


def test_old_roads_join_explored_regions_with_markers() -> None:
    found = arrange(druids(tiles=tiles("SE", "W"), units={"A": {"SE": "lord+w"}}), lines={0: "SE", 1: "W"})
    found.put(hands={"A": ["OATH"]})
    found.play("A: std out", "A: pay OATH", "A: from SE")
    assert "w>W" in found.legal()


def test_old_roads_lead_to_no_unexplored_region() -> None:
    found = arrange(druids(tiles=tiles("SE"), units={"A": {"SE": "lord+w"}}), lines={0: "SE", 1: "W"})
    found.put(hands={"A": ["OATH"]})
    found.play("A: std out", "A: pay OATH", "A: from SE")
    assert "w>W" not in found.legal()


def test_old_roads_are_for_the_druids_alone() -> None:
    found = own_turn(scene("druids", "undead"), "B")
    found.put(units={"B": {"SE": "2w"}}, tiles=tiles("SE", "W"), hands={"B": ["OATH"]})
    arrange(found, lines={0: "SE", 1: "W"})
    found.play("B: std out", "B: pay OATH", "B: from SE")
    assert "w>W" not in found.legal()


def test_green_wall_counts_where_a_marker_lies() -> None:
    found = scene("druids", "undead", battles="deterministic").before_war()
    found.put(units={"A": {"SE": "w", "E": "w"}, "B": {"SE": "c1", "E": "c2"}}, tiles=tiles("SE", "E"), power={"A": 2})
    arrange(found, lines={0: "SE"})
    found.until("use GREENWALL")
    assert REGIONS[found.fields["region"]] == "SE"
    found.play("A: use GREENWALL")
    asked = [text for text in found.until("nothing").events if text == "use GREENWALL"]
    assert len(asked) == 1  # in E no marker lies


# --- the Ancient One -------------------------------------------------------------------------------


def crowned(**put: Any) -> FactionScene:
    """Four ley lines lie; the fifth turns the Lord board over."""
    return arrange(druids(**put), lines={0: "E", 1: "E", 3: "SE", 6: "SE"}, objectives={"A": 4})


def test_the_fifth_ley_line_turns_the_lord_board_over_l593() -> None:
    found = crowned(tiles=tiles("SE", "E", "W"), units={"A": {"SE": "lord+w", "W": "w"}})
    assert found.strength("A", "SE") == 2
    line(found, "ley 1 W")
    assert found.fields["upgraded"] == [True, False]
    assert found.strength("A", "SE") == 3  # Nimweth counts 2 from now on


def test_the_ancient_one_comes_to_an_explored_region_with_a_marker() -> None:
    found = crowned(tiles=tiles("SE", "E", "W"), units={"A": {"SE": "lord+w", "W": "w"}})
    line(found, "ley 1 W")
    assert found.legal() == ["to SE", "to E", "to W", "skip"]
    found.play("A: to E")
    assert found.units("A", "E") == "ancient"
    assert found.strength("A", "E") == 3


def test_prophecies_wait_until_the_ley_line_has_given_all_l363() -> None:
    units = {"A": {"SE": "lord+w", "W": "2w"}}
    found = crowned(tiles=tiles("SE", "E", "W"), units=units, prophecies=["CAMPS"])
    before = found.vp("A")
    line(found, "ley 1 W")
    assert found.legal()[0] == "to SE"  # the Ancient One comes first: the step belongs to the ley line
    assert found.vp("A") == before
    found.play("A: to E")
    assert found.vp("A") == before + 3


def ancient(**put: Any) -> FactionScene:
    """The Ancient One stands in E, the Lord board is turned over."""
    return arrange(druids(**put), lines={0: "E", 1: "E", 3: "SE"}, objectives={"A": 5}, ancient=("A", "E"))


def test_the_ancient_one_counts_as_a_beast_and_a_settlement_l860() -> None:
    found = ancient(units={"A": {"SE": "lord+c1"}}, hands={"A": ["OATH"]})
    found.play("A: std deploy", "A: pay OATH")
    assert "to E" in found.legal()  # E is no coast: it holds a settlement
    found = ancient(prophecies=["WARDEN"], units={"A": {"SE": "lord", "E": "c1"}})
    before = found.vp("A")
    found.play("A: std draw", "A: draw deploy")  # a beast and a champion are in one region
    assert found.vp("A") > before


def test_no_settlement_stands_beside_the_ancient_one_l860() -> None:
    found = ancient(hands={"A": ["OATH", "SALLY", "BANKS"]})
    found.play("A: std settle", "A: pay OATH SALLY BANKS")
    assert [move for move in found.legal() if move.startswith("settle")] == ["settle SE 1", "settle SE 2"]


def test_the_ancient_one_stays_between_seasons_with_its_tile_l860() -> None:
    found = ancient()
    next_season(found)
    assert found.units("A", "E") == "ancient"
    assert found.fields["tiles"][REGIONS.index("E")] >= 0
    assert found.strength("A", "E") == 0  # nobody has explored E again


def test_the_ancient_one_counts_to_the_five_units_and_is_never_lost_l860() -> None:
    found = ancient(units={"A": {"SE": "lord", "E": "c1+4w"}}, hands={"A": ["OATH"]})
    found.play("A: std draw", "A: draw deploy", "A: end", "A: draw deploy", "A: draw deploy")
    assert found.legal() == ["lose c1 E", "lose w E"]
    found.play("A: lose w E")
    assert found.units("A", "E") == "c1+ancient+3w"


def test_the_ancient_one_is_no_bonded_beast_l523() -> None:
    found = ancient(units={"A": {"SE": "w"}}, hands={"A": ["OATH"]})
    found.next_up = ["mist SW TEMPEST"]
    found.play("A: std deploy", "A: pay OATH", "A: to SW", "A: put lord", "A: done", "A: explore", "A: explore none")
    found.until("bond")
    assert found.legal() == ["bond", "decline"]  # one beast a season, and this is the first


def test_the_ancient_one_moves_by_its_own_power_one_step_from_explored_regions() -> None:
    found = ancient()
    found.play("A: use NIMWETHB")
    assert found.legal() == ["to SE", "to C", "skip"]  # what is next to E and not in deep mist
    found.play("A: to C")
    assert found.fields["ancient"] == (0, REGIONS.index("C"))
    assert found.power("A") == 2


def test_other_icons_do_not_move_the_ancient_one() -> None:
    found = ancient(units={"A": {"SE": "lord", "E": "w"}}, hands={"A": ["OATH"]})
    found.play("A: std out", "A: pay OATH", "A: from E")
    assert not [move for move in found.legal() if move.startswith("ancient")]
