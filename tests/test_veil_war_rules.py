"""The War Phase of Veil: its start, its order, places and their VP, relics, and the end of season and game."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai.games.veil_codes import REGIONS
from veil_battles import fight, gains, plans
from veil_table import EITHER_WAY, Scene, plan, text

FAVOR = [
    text("GRACE", "settle", {"do": "favor", "n": 5}, init=3),
    text("FAITH", "settle", {"do": "favor", "n": 5}, init=2),
]


def stand(
    a: str, b: str = "", c: str = "", *, tiles: str = "E", players: int = 2, put: Any = None, **more: Any
) -> Scene:
    """Units where the texts say, in explored regions, before the first choice of a game."""
    scene = Scene(players, **more)
    units = {seat: pieces for seat, pieces in (("A", a), ("B", b), ("C", c)) if pieces}
    return scene.put(**{"units": units, "tiles": tiles} | (put or {}))


def last_turn(scene: Scene | None = None) -> Scene:
    """The last turn before a war, when its player has done his action."""
    found = scene or Scene()
    seats = found.game.seats
    return found.until(lambda now: now.raw["round"] == 3 and now.raw["turn"] == seats and now.legal() == ["end"])


def scored(scene: Scene) -> list[int]:
    """What the war gives each seat: the VP before the hands count."""
    before = scene.raw["vp"]
    season = scene.raw["season"]
    scene.until(lambda now: now.raw["season"] > season or now.actor == "-")
    hands = [len(scene.events(f"discards {seat}")) for seat in "ABCD"]
    return [vp - was - hand for vp, was, hand in zip(scene.raw["vp"], before, hands, strict=False)]


# --- S14: Excalibur and favor --------------------------------------------------------------------


def test_s14_excalibur_goes_to_the_sole_highest_favor() -> None:
    scene = stand("lord E", "lord C", put={"favor": {"A": 1, "B": 2}}).war()
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [False, True]


def test_s14_a_tie_for_the_highest_favor_gives_excalibur_to_nobody() -> None:
    for favor in ({"A": 2, "B": 2}, {"A": 0, "B": 0}):
        scene = stand("lord E", "lord E", put={"favor": favor}).war()
        assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [False, False]


def test_s14_a_tie_takes_excalibur_from_its_last_bearer() -> None:
    scene = stand("lord E", "lord E", put={"favor": {"A": 2, "B": 2}, "excalibur": "A"})
    assert scene.seat("A")["excalibur"]
    assert not scene.war().seat("A")["excalibur"]


def test_s14_the_highest_favor_takes_excalibur_from_any_holder() -> None:
    scene = stand("lord E", "lord E", put={"favor": {"A": 0, "B": 2}, "excalibur": "A"}).war()
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [False, True]


def test_s14_favor_goes_back_to_nothing_at_the_start_of_war() -> None:
    scene = stand("lord E", "lord E", put={"favor": {"A": 1, "B": 2}}).war()
    assert scene.raw["favor"] == [0, 0]


def test_s14_excalibur_claimed_this_season_is_not_given_again() -> None:
    scene = Scene(cards=FAVOR, hands={"A": "GRACE", "B": "FAITH"}).put(
        favor={"A": 4, "B": 7}, units={"A": "lord E", "B": "lord E"}, tiles="E"
    )
    scene.turn("A", "GRACE").play("card").until(lambda now: now.favor("A") == 8)
    assert scene.seat("A")["excalibur"]
    scene.put(favor={"A": 0, "B": 7}).war()
    assert [scene.seat(seat)["excalibur"] for seat in "AB"] == [True, False]


def test_16_favor_gained_in_war_stays_for_the_next_season() -> None:
    praise = plan("PRAISE", 3, win=[{"do": "favor", "n": 2}])
    scene = plans(fight("lord+2w", "lord", hands={"A": "PRAISE"}, cards=[praise]), A="PRAISE")
    scene.play("stop").season(2)
    assert scene.favor("A") == 2


def test_16_the_last_bearer_keeps_excalibur_through_the_preparation() -> None:
    scene = stand("lord E", "lord E", put={"favor": {"A": 3}}).season(2)
    assert scene.seat("A")["excalibur"]
    scene.until(lambda now: now.raw["round"] == 3)
    assert scene.seat("A")["excalibur"]


def test_s14_excalibur_gives_its_lord_two_strength() -> None:
    scene = stand("lord E", "lord E", put={"excalibur": "A", "favor": {"A": 1}})
    assert [scene.strength(seat, "E") for seat in "AB"] == [3, 1]


def test_golden_the_grail_gives_its_lord_one_strength() -> None:
    scene = stand("lord E", "lord E", put={"grail": "A"})
    assert [scene.strength(seat, "E") for seat in "AB"] == [2, 1]


def test_s14_knights_choose_the_lord_who_bears_excalibur() -> None:
    for lord in ("arthur", "guin"):
        scene = stand("arthur+guin E", "lord E", put={"favor": {"A": 3}}, factions=("knights", "undead"))
        scene.until(lambda now: now.pending == "bearer")
        assert scene.legal() == ["bearer arthur", "bearer guin"]
        scene.play(f"bearer {lord}")
        assert scene.seat("A")["heroes"][lord]["strength"] == 3


# --- S15: the Green Knight -----------------------------------------------------------------------


def behind(a: int, b: int, *more: int, units: Any = None, tiles: str = "E", **options: Any) -> Scene:
    """The start of the War Phase with these VP."""
    scene = Scene(2 + len(more), options=options)
    vp = dict(zip("ABCD", (a, b, *more), strict=False))
    return scene.put(units=units or {"B": "lord+w E"}, tiles=tiles, vp=vp).war()


def test_s15_9_the_gap_is_counted_without_the_markers_own_spaces() -> None:
    assert behind(1, 10).actor == "A"
    assert "knight E" in behind(1, 10).legal()
    assert not [move for move in behind(1, 9).legal() if move.startswith("knight")]


def test_s15_the_gap_is_to_the_next_lowest_player() -> None:
    assert not [move for move in behind(1, 30, 5).legal() if move.startswith("knight")]
    assert "knight E" in behind(1, 30, 12).legal()


def test_s15_a_tie_for_last_place_gives_the_green_knight_to_nobody() -> None:
    assert not [move for move in behind(1, 1, 30, units={"C": "lord E"}).legal() if move.startswith("knight")]


def test_s15_he_goes_where_an_enemy_hero_is() -> None:
    scene = behind(1, 20, units={"A": "c1 E", "B": "lord E, c1 C, 2w W"}, tiles="E C W")
    assert scene.legal() == ["knight E", "knight C", "knight none"]


def test_s15_9_an_unexplored_region_is_allowed_and_adds_nothing() -> None:
    scene = behind(1, 20, units={"B": "lord E, c1 W"}, tiles="E")
    assert "knight W" in scene.legal()
    scene.play("knight W")
    assert scene.strength("A", "W") == 0


def test_s15_9_he_may_be_refused_and_without_an_enemy_hero_he_is_not_placed() -> None:
    scene = behind(1, 20).play("knight none")
    assert scene.raw["knight"] == (-1, -1)
    assert not [move for move in behind(1, 20, units={"B": "3w E"}).legal() if move.startswith("knight")]


def test_s15_he_counts_as_unit_hero_and_beast_with_his_own_strength_alone() -> None:
    scene = behind(1, 20).play("knight E")
    assert scene.strength("A", "E") == 3
    assert scene.units("A", "E") == "knight"
    scene.until(lambda now: now.pending == "plan")
    assert (scene.actor, "plan none" in scene.legal()) == ("A", True)


def test_s15_9_placing_him_may_force_his_owner_to_return_units() -> None:
    scene = behind(1, 20, units={"A": "5w E", "B": "lord E"}).play("knight E")
    assert (scene.actor, scene.pending) == ("A", "limit")
    assert scene.legal() == ["lose knight E", "lose w E"]


def test_s15_he_leaves_after_the_war() -> None:
    scene = behind(1, 20).play("knight E").season(2)
    assert scene.raw["knight"] == (-1, -1)


def test_s15_without_the_option_he_never_comes() -> None:
    assert not [move for move in behind(1, 30, green_knight=False).legal() if move.startswith("knight")]


def test_s15_he_carries_no_artifact() -> None:
    scene = Scene().put(units={"B": "w E", "A": "w C"}, tiles="E C", vp={"A": 1, "B": 30}, relics={"E": "REEDS"})
    scene.put(units={"B": "c1 E"}).war().play("knight E")
    scene.until(lambda now: "REEDS" in now.seat("A")["artifacts"] or now.raw["season"] == 2)
    assert scene.seat("A")["artifacts"].get("REEDS", "-") is None


# --- S16: the order of the war -------------------------------------------------------------------


def test_golden_the_war_goes_round_the_coast_then_the_inner_ring_then_the_centre() -> None:
    every = " ".join(REGIONS)
    units = {"A": "c1 NE, c2 SE, c3 SW, w NW, w N, lord E, w S, w W, w C"}
    relics = {
        "NE": "REEDS",
        "SE": "AXE",
        "SW": "GOLDEN",
        "NW": "EBB",
        "N": "ANTLER",
        "E": "SLATE",
        "S": "OTTER",
        "W": "IRON",
        "C": "BRIAR",
    }
    scene = Scene(4).put(units=units, tiles=every, relics=relics)
    found: list[str] = []
    scene.until(lambda now: bool(now.raw["war"]))
    while scene.raw["season"] == 1:
        found += [name for name in scene.seat("A")["artifacts"] if name not in found]
        scene.play(scene.quiet())
    found += [name for name in scene.seat("A")["artifacts"] if name not in found]
    assert found[:6] == ["REEDS", "AXE", "GOLDEN", "EBB", "ANTLER", "SLATE"]


def test_s16_the_only_one_with_strength_gains_all_without_a_plan() -> None:
    scene = stand("lord E", put={"relics": {"E": "GOLDEN"}})
    assert scored(scene)[:2] == [8 + 4, 0]
    assert not scene.events("A plan")
    assert "GOLDEN" in scene.seat("A")["artifacts"]


def test_s16_units_without_strength_score_nothing() -> None:
    assert scored(stand("MOTH E"))[:2] == [0, 0]


def test_s16_an_unexplored_region_is_not_scored() -> None:
    assert scored(stand("lord W", tiles="E"))[:2] == [0, 0]


def test_15_scoring_alone_is_no_battle_won() -> None:
    scene = stand("lord E", lords_text={"undead": {"kind": "passive", "on": "win", "fx": [{"do": "power", "n": 1}]}})
    scored(scene)
    assert scene.power("A") == 0


def test_15_scoring_alone_is_first_place() -> None:
    scene = stand(
        "lord E",
        lords_text={"undead": {"kind": "passive", "on": "first", "at": "here", "fx": [{"do": "power", "n": 1}]}},
    )
    scored(scene)
    assert scene.power("A") == 1


def test_29_at_the_start_of_war_who_is_over_five_anywhere_chooses_whom_to_return() -> None:
    scene = last_turn().put(units={"A": "lord+c1+5w E", "B": "lord E"}, tiles="E", vp={"A": 5, "B": 9}).war()
    assert (scene.actor, scene.pending) == ("A", "limit")
    assert scene.legal() == ["lose lord E", "lose c1 E", "lose w E"]
    scene.play("lose w E", "lose c1 E")
    assert scene.units("A", "E") == "lord+4w"


def test_s16_settlements_have_strength_and_do_not_count_for_the_limit() -> None:
    scene = last_turn().put(units={"A": "5w E", "B": "lord E"}, tiles="E", settled="A E 1").war()
    assert scene.strength("A", "E") == 6
    assert (scene.actor, scene.pending) == ("B", "plan")


def test_s16_the_limit_holds_at_all_times_of_the_war() -> None:
    call = {"kind": "passive", "on": "win", "fx": [{"do": "deploy", "n": 2, "units": "warriors", "to": "here"}]}
    scene = fight("lord+4w", "lord", lords_text={"undead": call}).play("A plan none", "B plan none")
    scene.play("to E", "put 2w")
    assert scene.pending == "limit"
    scene.play("lose w E", "lose w E")
    assert scene.units("A", "E") == "lord+4w"


def test_s14_excalibur_and_favor_come_before_the_green_knight() -> None:
    scene = stand(
        "arthur+guin E", "lord E", factions=("knights", "undead"), put={"favor": {"A": 3}, "vp": {"A": 1, "B": 30}}
    )
    assert scene.war().legal() == ["bearer arthur", "bearer guin"]
    scene.play("bearer guin")
    assert scene.raw["favor"] == [0, 0]
    assert scene.legal() == ["knight E", "knight none"]


# --- strength ------------------------------------------------------------------------------------


def test_golden_lord_and_two_warriors_are_three() -> None:
    assert stand("lord+2w E").strength("A", "E") == 3


def test_golden_a_champion_with_an_artifact_of_one_and_a_settlement_are_three() -> None:
    scene = stand("c1 E", put={"artifacts": {"GOLDEN": "A c1"}, "settled": "A E 1"})
    assert scene.strength("A", "E") == 3


def test_golden_a_champion_with_an_artifact_of_one_and_tempest_are_four() -> None:
    scene = stand("c1+TEMPEST E", put={"artifacts": {"GOLDEN": "A c1"}})
    assert scene.strength("A", "E") == 4


def test_s13_strength_tokens_add_one_each() -> None:
    scene = stand("c1 E", put={"settled": "A E 1", "settlement_tokens": {}})
    assert scene.strength("A", "E") == 2
    tokens = text(
        "FORT", "settle", {"do": "token", "n": 2, "on": "settlement"}, {"do": "token", "on": "champion"}, init=3
    )
    scene = stand("c1 E", put={"settled": "A E 1"}, cards=[tokens], hands={"A": "FORT"}).turn("A", "FORT").play("card")
    while scene.pending == "icon":
        scene.play(next(move for move in scene.legal() if move in ("token E", "token c1")))
    assert scene.strength("A", "E") == 1 + 2 + 1 + 1


def test_3g_tokens_lie_with_settlement_and_hero_and_stay_between_seasons() -> None:
    tokens = text("FORT", "settle", {"do": "token", "on": "settlement"}, {"do": "token", "on": "champion"}, init=3)
    scene = stand("c1 E", put={"settled": "A E 1"}, cards=[tokens], hands={"A": "FORT"}).turn("A", "FORT")
    scene.play("card", "token E", "token c1").season(2)
    assert scene.region("E")["settlements"]["A"]["tokens"] == 1
    assert scene.seat("A")["heroes"]["c1"]["strength"] == 2


def test_21_strength_has_no_end() -> None:
    giant = plan("GIANT", 9, fx=[{"do": "strength", "n": 9}])
    scene = fight(
        "lord+4w", "lord", hands={"A": "GIANT"}, cards=[giant], put={"artifacts": {"REEDS": "A lord", "AXE": "A lord"}}
    )
    assert scene.strength("A", "E") == 9
    assert gains(plans(scene, A="GIANT").play("stop")) == [8, 4]


# --- S18: places ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("a", "b", "c", "vp"),
    [
        ("3w E", "2w E", "w E", [8, 4, 0]),
        ("2w E", "2w E", "w E", [8, 8, 0]),
        ("2w E", "w E", "w E", [8, 4, 4]),
        ("w E", "w E", "w E", [8, 8, 8]),
    ],
    ids=["in order", "first tied", "second tied", "all tied"],
)
def test_s18_first_place_gains_all_and_second_half(a: str, b: str, c: str, vp: list[int]) -> None:
    assert scored(stand(a, b, c, players=3)) == vp


def test_golden_half_of_seven_is_four() -> None:
    assert scored(stand("3w E", "2w E", put={"tiles": {"E": "LadysFord"}})) == [7, 4]


@pytest.mark.parametrize(("season", "vp"), [(1, 9), (2, 11), (3, 13)])
def test_s18_vp_of_a_region_are_those_of_the_season(season: int, vp: int) -> None:
    scene = Scene(options={"seasons": 3}).season(season)
    before = scene.put(units={"A": "lord C"}, tiles="C").raw["vp"][0]
    start = len(scene.log)
    scene.until(lambda now: now.raw["season"] > season or now.actor == "-")
    hand = len([said for said in scene.log[start:] if said.startswith("discards A")])
    assert scene.vp("A") - before - hand == vp


def test_s18_all_who_tie_for_first_win() -> None:
    cards = [plan("GLORY", 3, win=[{"do": "power", "n": 1}]), plan("FAME", 3, win=[{"do": "power", "n": 2}])]
    scene = fight("lord", "lord", hands={"A": "GLORY", "B": "FAME"}, cards=cards)
    plans(scene, A="GLORY", B="FAME").battle("C")
    assert scene.raw["power"] == [1, 2]


def test_s18_excalibur_adds_one_where_its_bearer_ties_for_first() -> None:
    put = {"favor": {"A": 1}}
    scene = fight("c1", "lord", put=put).play("A plan none", "B plan none")
    assert (scene.actor, scene.legal()) == ("A", ["excalibur use", "excalibur keep"])
    assert gains(scene.play("excalibur use")) == [8, 4]
    scene = fight("c1", "lord", put=put).play("A plan none", "B plan none")
    assert gains(scene.play("excalibur keep")) == [8, 8]


def test_s18_excalibur_breaks_one_tie_a_season() -> None:
    scene = fight("c1", "lord", put={"favor": {"A": 1}}).play("A plan none", "B plan none").play("excalibur use")
    scene.battle("C").play("A plan none", "B plan none")
    assert not scene.events("A excalibur keep")
    assert scene.events("A excalibur") == ["A excalibur use"]


def test_s18_excalibur_is_offered_in_battles_without_its_lord() -> None:
    scene = stand("2w E", "2w E", put={"favor": {"A": 1}}).war()
    assert scene.legal() == ["excalibur use", "excalibur keep"]


# --- S19: relics ---------------------------------------------------------------------------------


def test_s19_the_first_place_takes_the_artifact_and_its_vp() -> None:
    assert scored(stand("3w E", "w E", put={"relics": {"E": "GOLDEN"}})) == [8 + 4, 4]


def test_s19_an_artifact_may_be_equipped_by_a_hero_there_with_a_free_slot() -> None:
    put = {"relics": {"E": "GOLDEN"}, "vp": {"A": 5, "B": 9}}
    scene = stand("lord+c1 E, c2 C", "lord C", tiles="E C", put=put).war()
    assert scene.legal() == ["equip GOLDEN lord", "equip GOLDEN c1", "equip none"]
    scene.play("equip GOLDEN c1")
    assert scene.seat("A")["artifacts"] == {"GOLDEN": "c1"}


def test_s19_without_a_hero_there_it_lies_beside_the_board_until_step_6() -> None:
    scene = stand("2w E", put={"relics": {"E": "GOLDEN"}}).season(2)
    assert scene.seat("A")["artifacts"] == {"GOLDEN": None}
    assert scene.pending == "equip"


def test_s19_a_full_hero_takes_no_more() -> None:
    scene = stand("c1 E", put={"relics": {"E": "GOLDEN"}, "artifacts": {"REEDS": "A c1"}}).season(2)
    assert scene.seat("A")["artifacts"]["GOLDEN"] is None


def test_s19_for_more_winners_more_artifacts_are_drawn_and_the_lowest_vp_picks_first() -> None:
    scene = stand("2w E", "2w E", put={"relics": {"E": "GOLDEN"}, "vp": {"A": 5, "B": 9}})
    scene.before("artifact").play("artifact REEDS")
    assert (scene.actor, scene.legal()) == ("A", ["take REEDS", "take GOLDEN"])
    scene.play("take GOLDEN").season(2)
    assert list(scene.seat("A")["artifacts"]) == ["GOLDEN"]
    assert list(scene.seat("B")["artifacts"]) == ["REEDS"]


def test_19a_vp_are_compared_after_the_region_was_scored() -> None:
    put = {"relics": {"E": "GOLDEN"}, "vp": {"A": 5, "B": 5}}
    for factions in EITHER_WAY:
        scene = stand("2w E, 3w C", "2w E", put=put, tiles="E C", factions=factions)
        assert scene.before("artifact").play("artifact REEDS").actor == scene.by_start[0]  # a tie
    scene = stand("2w E", "2w E", put={"relics": {"E": "GOLDEN"}, "vp": {"A": 5, "B": 4}}, tiles="E C")
    assert scene.before("artifact").play("artifact REEDS").actor == "B"


def test_golden_the_grail_gives_ten_vp() -> None:
    scene = stand("lord E", put={"grail_in": "E"})
    assert scored(scene)[0] == 8 + 10
    assert scene.seat("A")["grail"]


def test_s19_of_tied_winners_the_lowest_vp_takes_the_grail_and_the_others_an_artifact() -> None:
    scene = stand("2w E", "2w E", put={"grail_in": "E", "vp": {"A": 5, "B": 9}})
    scene.before("artifact").play("artifact GOLDEN").season(2)
    assert [scene.seat(seat)["grail"] for seat in "AB"] == [True, False]
    assert list(scene.seat("B")["artifacts"]) == ["GOLDEN"]
    assert list(scene.seat("A")["artifacts"]) == []


def test_s19_on_equal_vp_the_lowest_start_value_takes_the_grail() -> None:
    for factions in EITHER_WAY:
        scene = stand("2w E", "2w E", put={"grail_in": "E", "vp": {"A": 7, "B": 7}}, factions=factions).season(2)
        assert scene.seat(scene.by_start[0])["grail"]


def test_s19_the_grail_is_taken_from_its_bearer() -> None:
    scene = stand("w E", "2w E", put={"grail_in": "E", "grail": "A"}).season(2)
    assert [scene.seat(seat)["grail"] for seat in "AB"] == [False, True]


def test_s19_who_wins_his_own_grail_again_gains_ten_again() -> None:
    scene = stand("3w E", "2w E", put={"grail_in": "E", "grail": "A"})
    assert scored(scene)[0] == 8 + 10
    assert scene.seat("A")["grail"]


def test_s19_knights_choose_the_lord_who_bears_the_grail() -> None:
    scene = stand("arthur+w E", put={"grail_in": "E"}, factions=("knights", "undead"))
    scene.until(lambda now: now.pending == "bearer")
    assert scene.legal() == ["bearer arthur", "bearer guin"]


# --- S20, S21: the ends --------------------------------------------------------------------------


def test_golden_a_season_ends_with_one_vp_for_each_card_in_hand() -> None:
    scene = Scene()
    before = scene.raw["vp"]
    scene.until(lambda now: now.raw["season"] == 2)
    for seat, was in zip("AB", before, strict=True):
        assert scene.vp(seat) - was == len(scene.events(f"discards {seat}")) > 8


def test_s21_all_hands_are_discarded() -> None:
    scene = Scene().season(2)
    assert all(sum(counts[0]) == 8 for counts in scene.raw["counts"])


def test_s21_at_the_end_settlements_give_their_vp_once_more() -> None:
    with_two, without = Scene().season(2), Scene().season(2)
    with_two.put(settled="A SE 1, A SW 1").end()  # unexplored: no strength
    without.end()
    assert with_two.vp("A") - without.vp("A") == 1 + 2


def test_s21_the_end_gives_no_warriors_and_no_placement_bonus() -> None:
    scene = Scene(tile_texts={"WrackHead": {"slots": ["power", "-"]}}).season(2)
    scene.put(settled="A SE 1", tiles="SE").end()
    assert scene.power("A") == 0


def test_s21_most_vp_win() -> None:
    scene = Scene().put(vp={"B": 90}).end()
    assert (scene.state.returns(), scene.state.reason()) == ((0.0, 1.0), "points")


def equal_end(**put: Any) -> Scene:
    """A game of two whose VP are the same at the end."""
    scene = last_turn(Scene().season(2))
    hands = [sum(counts[0]) for counts in scene.raw["counts"]]
    hands[scene.raw["order"][1]] += 2
    return scene.put(vp={"A": 50 - hands[0], "B": 50 - hands[1]}, **put).end()


def test_s21_a_tie_is_shared() -> None:
    scene = equal_end()
    assert scene.raw["vp"] == [50, 50]
    assert scene.state.returns() == (0.5, 0.5)


def test_s21_of_tied_seats_the_bearer_of_the_grail_wins() -> None:
    scene = equal_end(grail="B")
    assert (scene.state.returns(), scene.state.reason()) == ((0.0, 1.0), "grail")


def test_s21_a_bearer_of_the_grail_who_is_not_among_the_tied_decides_nothing() -> None:
    scene = last_turn(Scene(3).season(2))
    hands = [sum(counts[0]) for counts in scene.raw["counts"]]
    hands[scene.raw["order"][2]] += 2
    scene.put(vp={"A": 50 - hands[0], "B": 50 - hands[1], "C": 0}, grail="C").end()
    assert scene.state.returns() == (0.5, 0.5, 0.0)
