"""Prophecies of the Lady and favor in Veil."""

from __future__ import annotations

from typing import Any

import pytest

from veil_table import SEATED, Scene, text

DEPLOY = {"do": "deploy", "n": 5, "to": "explored or unexplored"}
POWER = {"do": "power", "n": 1}
SHORT = {"favor": {"A": ["-", "-", "star", "power", "vp", "star", "2 vp", "2 vp"]}}  # the house track without its draw


def turn(
    *fx: Any, prophecies: str = "", needs: Any = None, players: int = 2, options: Any = None, factions: Any = SEATED,
    other: Any = (), tracks: Any = SHORT, **put: Any
) -> Scene:  # fmt: skip
    """A resolves a card of these effects under these prophecies, whose needs a test may word itself."""
    cards = [text("CARDA", "settle", *(fx or [DEPLOY]), init=3), text("CARDB", "settle", *(other or [POWER]), init=1)]
    scene = Scene(
        players,
        cards=cards,
        prophecies=prophecies.split(),
        needs=needs or {},
        options=options,
        factions=factions,
        tracks=tracks,
    )
    put.setdefault("hands", {"A": "CARDA VALE", "B": "CARDB CAREFL"})
    scene.put(prophecies=prophecies, **put)
    other_seat = next(seat for seat, cards in put["hands"].items() if "CARDB" in cards)
    return scene.commit(A="CARDA", **{other_seat: "CARDB"}).go("A").play("card")


def fulfilled(scene: Scene) -> dict[str, str]:
    """Who has fulfilled what."""
    return {prophecy["id"]: "".join(prophecy["fulfilled"]) for prophecy in scene.shown["prophecies"]}


# --- S12: when and for whom ----------------------------------------------------------------------


def test_s12_who_fulfils_a_prophecy_first_gains_its_vp_and_three_favor() -> None:
    scene = turn(prophecies="HEART", tiles="C", vp={"A": 9, "B": 5}).play("to C", "put 3w")
    assert (scene.gained("A"), scene.favor("A")) == (5, 3)
    assert fulfilled(scene) == {"HEART": "A"}


def test_s12_later_ones_gain_two_favor() -> None:
    scene = (
        turn(prophecies="HEART", tiles="C", other=[DEPLOY])
        .play("to C", "put 3w")
        .go("B")
        .play("card", "to C", "put 3w")
    )
    assert (scene.gained("B"), scene.favor("B")) == (5, 2)
    assert fulfilled(scene) == {"HEART": "AB"}


@pytest.mark.parametrize(("season", "vp"), [(1, 7), (2, 8), (3, 9)])
def test_s12_the_vp_are_those_of_the_season(season: int, vp: int) -> None:
    cards = [text("CARDA", "settle", DEPLOY, init=3)]
    scene = Scene(
        cards=cards,
        prophecies=["HOSTS"],
        options={"seasons": 3},
        hands={"A": ("CARDA", "HOST | CARDA", "HOST | HOST2 | CARDA")[season - 1]},
    ).season(season)
    scene.put(units={"A": "4w E, 4w C, lord+c1+c2 SE"}, tiles="SE E C", prophecies="HOSTS")
    scene.commit(A="CARDA").go("A").play("card")
    before = scene.vp("A")
    assert scene.play("to SE", "put w").vp("A") - before == vp


def test_s12_each_player_fulfils_a_prophecy_once() -> None:
    scene = turn(DEPLOY, DEPLOY, prophecies="HEART", tiles="C", vp={"A": 9, "B": 5})
    assert scene.play("to C", "put 3w", "to C", "put 2w").gained("A") == 5


def test_s12_in_the_turn_of_another_too() -> None:
    needs = {"GREEN": "max(warriors in forest) >= 3"}
    scene = turn(prophecies="GREEN", units={"B": "3w E"}, needs=needs, vp={"A": 5, "B": 9})
    assert fulfilled(scene) == {"GREEN": ""}  # E is in the mist
    scene.play("to E", "put lord", "done", "explore")
    assert fulfilled(scene) == {"GREEN": "B"}
    assert (scene.gained("B"), scene.favor("B")) == (3, 3)


def test_s12_units_in_unexplored_regions_do_not_count() -> None:
    scene = turn(prophecies="CAMPS", units={"A": "2w SE"}, tiles="SW").play("to SW", "put 2w")
    assert fulfilled(scene) == {"CAMPS": ""}
    scene = turn(prophecies="CAMPS", units={"A": "2w SE"}, tiles="SE SW").play("to SW", "put 2w")
    assert fulfilled(scene) == {"CAMPS": "A"}


def test_s12_requirements_mean_at_least() -> None:
    scene = turn(prophecies="CAMPS", units={"A": "3w SE"}, tiles="SE SW").play("to SW", "put 5w")
    assert fulfilled(scene) == {"CAMPS": "A"}


def test_s12_two_units_in_two_regions_are_two_in_each() -> None:
    scene = turn(prophecies="CAMPS", units={"A": "3w SE"}, tiles="SE SW").play("to SW", "put w")
    assert fulfilled(scene) == {"CAMPS": ""}


def test_12a_who_fulfil_it_by_the_same_effect_are_all_first() -> None:
    scene = turn(prophecies="GREEN", units={"A": "2w E", "B": "3w E"}, vp={"A": 1, "B": 2})
    scene.play("to E", "put lord", "done", "explore")
    assert fulfilled(scene) == {"GREEN": "AB"}
    assert scene.raw["favor"] == [3, 3]
    assert scene.gains == [3, 3]


def test_s12_vp_come_before_favor_and_favor_goes_from_the_lowest_vp_up() -> None:
    # Space 3 is a star: B (last) counts the stars to A first, then A, who is behind nobody.
    scene = turn(prophecies="GREEN", units={"A": "2w E", "B": "3w E"}, vp={"A": 30, "B": 10})
    scene.play("to E", "put lord", "done", "explore")
    assert scene.raw["vp"] == [33, 13 + 4]  # 15, 20, 25, 30 lie between 13 and 33


def test_s12_prophecies_are_fulfilled_from_left_to_right() -> None:
    scene = turn(
        prophecies="HEART FORDS", needs={"FORDS": "max(strength in mountain) >= 3"}, tiles="C", vp={"A": 1, "B": 40}
    )
    scene.play("to C", "put 3w")
    # HEART: 5 VP, favor to space 3 (a star: 10 .. 35 between 6 and 40), FORDS: 3 VP, favor to 6 (power, VP, star).
    first = 1 + 5 + 6
    second = first + 3 + 1
    assert scene.vp("A") == second + sum(second < star < 40 for star in range(5, 100, 5))


def test_s12_only_in_the_preparation() -> None:
    settle = {"kind": "passive", "on": "win", "fx": [{"do": "deploy", "n": 1, "units": "warriors", "to": "centre"}]}
    scene = Scene(prophecies=["HEART"], lords_text={"undead": settle})
    scene.put(units={"A": "lord+w E, c1+w C", "B": "c1 E, c2 C"}, tiles="E C", prophecies="HEART").battle("E").until(
        lambda now: "to C" in now.legal()
    )
    scene.play("to C", "put w")
    assert scene.raw["region"] == 8
    assert scene.strength("A", "C") == 3
    assert fulfilled(scene) == {"HEART": ""}


def test_4_prophecies_are_looked_at_once_when_the_preparation_starts() -> None:
    scene = Scene(prophecies=["HEARTHS"], needs={"HEARTHS": "max(units in explored) <= 0"}, tracks=SHORT)
    assert scene.pending == "commit"
    assert fulfilled(scene) == {"HEARTHS": "AB"}


def test_4_a_wholly_impossible_prophecy_is_fulfilled_by_all_at_the_start() -> None:
    scene = Scene(prophecies=["NORTH"], tracks={"favor": {"A": ["-"] * 8}})
    assert scene.gains == [4, 4]
    assert scene.raw["favor"] == [3, 3]
    four = Scene(4, prophecies=["NORTH"])
    assert fulfilled(four) == {"NORTH": ""}


def test_12b_the_parts_in_deep_mist_are_ignored() -> None:
    scene = turn(prophecies="SHORES", units={"A": "w SE"}, tiles="SE SW").play("to SW", "put w")
    assert fulfilled(scene) == {"SHORES": "A"}  # NE and NW lie in deep mist


def test_12b_where_all_regions_are_open_all_parts_count() -> None:
    scene = turn(prophecies="SHORES", players=4, units={"A": "w SE, w NE"}, tiles="SE SW NE NW").play("to SW", "put w")
    assert fulfilled(scene) == {"SHORES": ""}


def test_12b_a_quadrant_counts_with_its_open_regions_alone() -> None:
    scene = turn(prophecies="QUARTER", units={"A": "2w SE"}, tiles="SE SW E").play("to SW", "put 2w")
    assert fulfilled(scene) == {"QUARTER": "A"}  # S itself lies in deep mist


def test_12b_a_quadrant_wholly_in_deep_mist_cannot_be_chosen() -> None:
    assert fulfilled(turn(prophecies="QUARTER").play("skip")) == {"QUARTER": ""}


def test_12b_no_other_need_is_ever_impossible() -> None:
    assert fulfilled(Scene(prophecies=["HOSTS"])) == {"HOSTS": ""}


def test_4_the_cards_own_reward_comes_before_prophecies() -> None:
    fx = {"do": "deploy", "n": 5, "to": "centre", "gainif": "there:centre", "gain": [{"do": "vp", "n": 5}]}
    scene = turn(fx, prophecies="HEART", tiles="C", vp={"A": 4, "B": 30}).play("to C", "put 3w")
    assert scene.vp("A") == 4 + 5 + 5 + 3  # the star counts 15, 20, 25 from 14


# --- each prophecy of the house set --------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "tiles", "units", "group", "settled"),
    [
        ("HOSTS", "SE SW E", "4w SE, 4w SW", "lord+c1+c2+c3 E", ""),
        ("CAMPS", "SE SW", "2w SE", "2w SW", ""),
        ("HEART", "C", "2w C", "w C", ""),
        ("GREEN", "E", "2w E", "w E", ""),
        ("FORDS", "W", "2w W", "w W", ""),
        ("HIGH", "SE", "3w SE", "w SE", ""),
        ("SHORES", "SE SW", "w SE", "w SW", ""),
        ("RING", "E W", "w E", "w W", ""),
        ("QUARTER", "SE SW", "2w SE", "2w SW", ""),
        ("HEARTHS", "SE SW E", "w SE", "w E", "A SE 1, A SW 1"),
        ("WARDEN", "SE", "IRONBACK SE", "c1 SE", ""),
        ("NORTH", "N NW", "2w N", "2w NW", ""),
    ],
)  # fmt: skip
def test_s12_every_prophecy_is_fulfilled_by_what_it_asks(
    name: str, tiles: str, units: str, group: str, settled: str
) -> None:
    scene = turn(prophecies=name, players=4 if name == "NORTH" else 2, units={"A": units}, tiles=tiles, settled=settled)
    pieces, region = group.split()
    scene.play(f"to {region}", *(f"put {piece}" for piece in pieces.split("+")))
    scene.play(*["done"] if scene.legal()[-1] == "done" else [])
    assert "A" in fulfilled(scene)[name]


# --- S13: favor ----------------------------------------------------------------------------------


def favors(n: int, *, side: str = "A", **put: Any) -> Scene:
    """A has gained so much favor."""
    scene = turn({"do": "favor", "n": n}, options={"favor": side}, **put)
    while scene.actor == "A" and scene.legal() != ["end"]:
        scene.play("draw plan" if "draw plan" in scene.legal() else scene.legal()[-1])
    return scene


def test_s13_every_space_that_is_passed_gives_its_reward() -> None:
    scene = turn({"do": "favor", "n": 5}, vp={"A": 9, "B": 9}, tracks={}).play("draw plan")
    assert (scene.favor("A"), scene.power("A"), scene.vp("A")) == (5, 1, 9 + 1)
    assert len(scene.events("A draw plan ")) >= 3


def test_s13_the_last_space_gives_two_vp_and_each_favor_beyond_it_two_more() -> None:
    assert favors(1, favor={"A": 7}, vp={"A": 9, "B": 9}).vp("A") == 9 + 2
    assert favors(3, favor={"A": 7}, vp={"A": 9, "B": 9}).vp("A") == 9 + 2 + 4
    assert favors(2, favor={"A": 8}, vp={"A": 9, "B": 9}).vp("A") == 9 + 4


def test_golden_excess_favor_is_worth_two_vp() -> None:
    assert favors(1, favor={"A": 8}, vp={"A": 9, "B": 9}).vp("A") == 11


def test_s13_the_first_at_the_end_of_the_track_takes_excalibur_at_once() -> None:
    scene = favors(1, favor={"A": 7})
    assert scene.seat("A")["excalibur"]


def test_s13_excalibur_comes_from_wherever_it_is() -> None:
    scene = favors(1, favor={"A": 7}, excalibur="B")
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [True, False]


def test_16_at_the_end_of_the_track_excalibur_is_taken_once_a_season() -> None:
    scene = turn({"do": "favor", "n": 1}, other=[{"do": "favor", "n": 1}], favor={"A": 7, "B": 7}).go("B").play("card")
    assert scene.favor("B") == 8
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [True, False]


def test_s13_two_who_reach_the_end_together_take_nothing_and_the_war_decides() -> None:
    scene = turn(
        prophecies="GREEN", units={"A": "2w E", "B": "3w E"}, favor={"A": 6, "B": 6}, other=[{"do": "favor", "n": 1}]
    )
    scene.play("to E", "put lord", "done", "explore").until(lambda now: now.legal() != ["end"] or now.favor("B") == 8)
    assert scene.raw["favor"] == [8, 8]
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [False, False]
    scene.play("explore none").go("B").play("card")
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [False, False]
    scene.put(favor={"A": 8, "B": 7}).war()
    assert scene.seat("A")["excalibur"]


def test_s13_later_arrivals_after_a_shared_first_take_nothing() -> None:
    scene = turn(
        prophecies="GREEN", players=3, units={"A": "2w E", "B": "3w E"}, favor={"A": 6, "B": 6, "C": 7},
        hands={"A": "CARDA VALE", "B": "CAREFL", "C": "CARDB"}, other=[{"do": "favor", "n": 1}],
    )  # fmt: skip
    scene.play("to E", "put lord", "done", "explore", "explore none").go("C").play("card")
    assert scene.raw["favor"] == [8, 8, 8]
    assert [scene.seat(seat)["excalibur"] for seat in "ABC"] == [False] * 3


@pytest.mark.parametrize(
    ("own", "leader", "stars"),
    [(7, 27, 4), (10, 30, 3), (11, 30, 3), (5, 6, 0), (30, 10, 0), (9, 9, 0), (98, 107, 1), (3, 103, 19)],
)
def test_s13_a_star_space_gives_the_stars_strictly_between_own_and_leading_marker(
    own: int, leader: int, stars: int
) -> None:
    scene = favors(1, favor={"A": 2}, vp={"A": own, "B": leader})
    assert scene.vp("A") - own == stars


def test_30_stars_repeat_every_hundred_vp() -> None:
    scene = favors(1, favor={"A": 2}, vp={"A": 90, "B": 121})
    assert scene.vp("A") - 90 == 5  # 95, 105, 110, 115, 120


def test_s13_side_b_of_the_track_has_no_stars() -> None:
    assert favors(1, side="B", favor={"A": 2}, vp={"A": 7, "B": 57}).vp("A") == 7
    assert favors(1, side="B", favor={"A": 5}, vp={"A": 7, "B": 57}).vp("A") == 7
    assert favors(1, side="B", favor={"A": 4}, vp={"A": 7, "B": 57}).vp("A") == 8


def test_s13_favor_is_public() -> None:
    scene = favors(3)
    assert scene.view("B")["seats"]["A"]["favor"] == 3


# --- 2.9 (4): rewards, then prophecies -----------------------------------------------------------


def test_4_all_rewards_of_an_icon_come_before_prophecies() -> None:
    gain = [{"do": "power", "n": 1}, {"do": "vp", "n": 5}]
    fx = {"do": "deploy", "n": 5, "to": "centre", "gainif": "there:centre", "gain": gain}
    scene = turn(fx, prophecies="HEART", tiles="C", vp={"A": 4, "B": 30}).play("to C", "put 3w")
    assert scene.vp("A") == 4 + 5 + 5 + 3  # the star counts 15, 20, 25 from 14


def test_4_the_bonus_of_a_slot_comes_before_prophecies() -> None:
    gain = {"do": "settle", "gain": [{"do": "vp", "n": 5}]}
    scene = turn(gain, prophecies="HEARTHS", units={"A": "w SW"}, tiles="W SW", settled="A W 1", vp={"A": 1, "B": 30})
    scene.play("settle SW 1")  # Kittiwake: a card
    assert fulfilled(scene) == {"HEARTHS": ""}
    scene.play("draw plan")
    assert fulfilled(scene) == {"HEARTHS": "A"}
    assert scene.vp("A") == 1 + 2 + 5 + 4 + 3  # from 12 the star counts 15, 20, 25


def test_4_the_reward_of_a_deploy_comes_before_the_lord_explores() -> None:
    fx = {"do": "deploy", "n": 2, "gainif": "there:coast", "gain": [{"do": "vp", "n": 5}]}
    scene = turn(fx).play("to SE", "put lord", "put w")
    assert (scene.legal(), scene.gained("A")) == (["explore", "wait"], 5)


def test_4_a_reward_for_exploring_comes_after_it() -> None:
    fx = {"do": "deploy", "n": 2, "gainif": "explored", "gain": [{"do": "vp", "n": 5}]}
    scene = turn(fx).play("to SE", "put lord", "put w", "explore", "explore none")
    assert scene.gained("A") == 5


def test_s12_favor_of_one_prophecy_is_gained_by_all_before_the_next_is_looked_at() -> None:
    house = {"favor": {"A": ["-", "draw", "star", "power", "vp", "star", "2 vp", "2 vp"]}}
    scene = turn(
        prophecies="GREEN FORDS", needs={"FORDS": "max(warriors in forest) >= 2"}, tracks=house,
        units={"A": "2w E", "B": "3w E"}, vp={"A": 1, "B": 2},
    )  # fmt: skip
    scene.play("to E", "put lord", "done", "explore")
    assert fulfilled(scene) == {"GREEN": "AB", "FORDS": ""}  # A is asked for the card of the second favor
    scene.play("A draw plan", "B draw plan")
    assert fulfilled(scene) == {"GREEN": "AB", "FORDS": "AB"}


def test_s13_two_who_reach_the_end_by_one_card_take_nothing_before_the_war() -> None:
    scene = turn({"do": "favor", "n": 2, "who": "each"}, favor={"A": 6, "B": 7})
    assert scene.raw["favor"] == [8, 8]
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [False, False]
    scene = turn({"do": "favor", "n": 2, "who": "each"}, favor={"A": 6, "B": 1})
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [True, False]
