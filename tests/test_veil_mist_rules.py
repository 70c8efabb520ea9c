"""The modes and the setup of Veil, and the Mist Phase with its seven steps."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai import games
from avalon_ai.errors import AvalonError
from avalon_ai.games.veil_codes import REGIONS
from veil_scenes import START_VP
from veil_table import EITHER_WAY, Scene, text


def settled(**more: Any) -> Scene:
    """A has explored SE and settled there, in season 1."""
    return Scene(**more).land("A", "lord+c1+w SE", settle="SE 1")


def two_settlements(**more: Any) -> Scene:
    """A has settled in SE with slot 1 of his board and in SW with slot 2."""
    return Scene(**more).land("A", "lord+w SE", settle="SE 1").land("A", "c1 SW", explore="SW", settle="SW 1")


# --- S1, S2: modes and setup -------------------------------------------------------------------


def test_s1_a_game_has_two_seasons_or_three() -> None:
    for seasons in (2, 3):
        scene = Scene(options={"seasons": seasons}).end()
        assert scene.raw["season"] == seasons
    with pytest.raises(AvalonError):
        games.load("veil", seasons=4)


def test_s1_the_favor_side_and_the_green_knight_are_two_switches() -> None:
    for side in ("A", "B"):
        for knight in (True, False):
            assert games.load("veil", favor=side, green_knight=knight).seats == 2


def test_s1_two_to_four_players_take_part() -> None:
    for players in (2, 3, 4):
        assert len(Scene(players).raw["vp"]) == players
    for players in (1, 5):
        with pytest.raises(AvalonError):
            games.load("veil", players=players)


def test_s2_factions_are_the_callers_choice_or_random_and_distinct() -> None:
    game = games.load("veil", players=3)
    deals = [tuple(game.deal(1, index)[0]["factions"].values()) for index in range(30)]
    assert all(len(set(deal)) == 3 for deal in deals)
    assert {name for deal in deals for name in deal} == {"druids", "fomorians", "knights", "undead"}
    chosen = games.load("veil", players=2, lords=["knights", "druids"])
    assert chosen.deal(1)[0]["factions"] == {"A": "knights", "B": "druids"}


def test_s2_two_seats_never_have_the_same_faction() -> None:
    with pytest.raises(AvalonError):
        games.load("veil", players=2).start({"factions": {"A": "undead", "B": "undead"}})


def test_s2_vp_begin_at_the_value_of_the_lord_board() -> None:
    for factions in EITHER_WAY:
        assert Scene(4, factions=factions).raw["vp"] == [START_VP[faction] for faction in factions]


def test_s2_start_values_of_the_lord_boards_are_distinct() -> None:
    assert sorted(Scene(4).raw["vp"]) == sorted(set(Scene(4).raw["vp"]))


def test_s2_all_pieces_begin_in_the_supply_and_all_tiles_face_down() -> None:
    scene = Scene(4)
    for name in REGIONS:
        region = scene.region(name)
        assert (region["tile"], region["explored"], region["mist"]) == (None, False, "hidden")
        assert (region["units"], region["settlements"]) == ({}, {})
    assert scene.raw["supply"] == [11] * 4
    assert scene.raw["power"] == scene.raw["favor"] == [0] * 4


def test_s2_the_first_mist_phase_gives_no_settlement_bonus_and_resets_nothing() -> None:
    scene = Scene()
    assert (scene.raw["season"], scene.gains) == (1, [0, 0])
    assert not [said for said in scene.log if not said.startswith(("prophecy", "A draw", "B draw"))]


@pytest.mark.parametrize(
    ("players", "deep"), [(2, {"S", "NW", "NE", "N"}), (3, {"NE", "N"}), (4, set())], ids=["2", "3", "4"]
)
def test_s2_deep_mist_lies_on_the_regions_of_the_player_count(players: int, deep: set[str]) -> None:
    shown = Scene(players).shown["regions"]
    assert {name for name in REGIONS if shown[name] is None} == deep


@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 7), (4, 9)])
def test_golden_the_mist_deck_is_as_many_cards_as_open_regions(players: int, cards: int) -> None:
    scene = Scene(players)
    assert scene.raw["mist_left"] == (players, players, 1)
    assert sum(scene.raw["mist_left"]) == cards
    assert sum(region is not None for region in scene.shown["regions"].values()) == cards


# --- step 1: back to the mists -----------------------------------------------------------------


def test_s3_units_return_to_the_supply() -> None:
    scene = Scene().land("A", "lord+c1+3w SE", "2w SW")
    assert (scene.units("A", "SE"), scene.units("A", "SW")) == ("lord+c1+3w", "2w")
    scene.season(2)
    assert (scene.units("A", "SE"), scene.units("A", "SW")) == ("", "")
    assert scene.raw["supply"][0] == 11
    assert {hero["at"] for hero in scene.seat("A")["heroes"].values()} == {"supply"}


def test_3a_mist_cards_left_face_down_are_revealed() -> None:
    scene = Scene(mist={"SE": "REEDS"}).land("A", "lord SE").season(2)
    assert sorted(said.split()[1] for said in scene.events("mist ")) == ["C", "E", "SE", "SW", "W"]


def test_3a_an_artifact_that_nobody_claimed_goes_to_the_bottom_of_its_deck() -> None:
    scene = Scene(mist={"SE": "REEDS", "SW": "AXE"}).land("A", "lord SE")
    assert scene.region("SE")["artifact"] == "REEDS"
    scene.turn("A").play("std out", f"pay {min(scene.hand('A'))}", "from SE", "lord>SW")
    scene.play(*[move for move in ("done", "wait") if move in scene.legal()]).season(2)
    queue = [scene.game.names.artifacts[number] for number in scene.raw["artifact_queue"]]
    assert {"REEDS", "AXE"} <= set(queue)  # face up and alone, and face down to the end


def test_3a_a_beast_left_in_the_mist_goes_to_the_bottom_of_its_deck() -> None:
    scene = Scene(mist={"SE": "KELPIE"}).season(2)
    assert "KELPIE" in [scene.game.names.beasts[number] for number in scene.raw["beast_queue"]]


def test_3a_what_lies_at_the_bottom_of_a_deck_is_not_drawn_before_the_rest() -> None:
    scene = Scene(mist={"SE": "KELPIE"}).season(2)
    scene.turn("A", "HOST3").play(
        "card", "to SE", "put lord", "done", "explore", "explore none", upto="mist SE TEMPEST"
    )
    assert "mist SE TEMPEST" in scene.chance()
    assert "mist SE KELPIE" not in scene.chance()


def test_3a_the_grail_goes_back_and_is_in_the_mist_again() -> None:
    scene = Scene(mist={"SE": "grail"}).season(2)
    assert scene.raw["grail"][0] == -1
    assert scene.raw["mist_left"] == (2, 2, 1)


def test_3b_a_tile_that_was_taken_off_may_come_again() -> None:
    scene = Scene().land("A", "lord SE")
    assert scene.region("SE")["tile"] == "WrackHead"
    scene.season(2)
    assert scene.region("SE")["tile"] is None
    scene.turn("A", "HOST3").play("card", "to SE", "put lord", "done", "explore", upto="tile SE WrackHead")
    assert len(scene.chance()) == 8  # every coastal tile


def test_3b_the_centre_is_drawn_anew() -> None:
    scene = Scene().land("A", "lord C")
    assert scene.region("C")["tile"] == "Crown"
    assert scene.season(2).region("C")["tile"] is None


def test_3c_a_settled_tile_stays_face_up_under_a_new_mist_card() -> None:
    region = settled().season(2).region("SE")
    assert (region["tile"], region["mist"], region["explored"]) == ("WrackHead", "hidden", False)
    assert region["settlements"] == {"A": {"slot": 1, "tokens": 0}}


def test_3c_the_warriors_of_step_5_are_without_strength_and_stay_until_a_lord_explores() -> None:
    scene = settled().season(2)
    assert scene.units("A", "SE") == "w"
    assert scene.strength("A", "SE") == 0
    scene.turn("A").play("std out", f"pay {min(scene.hand('A'))}")
    scene.refuse("from SE")
    scene.land("A", "lord SE")
    assert scene.strength("A", "SE") == 3  # Lord, warrior, settlement


def test_3d_a_beast_keeps_its_owner_and_waits_in_his_supply() -> None:
    scene = Scene(mist={"SE": "IRONBACK"}).turn("A", "HOST").play("card", "to SE", "put lord", "done", "explore")
    scene.until(lambda now: now.pending == "bond").play("bond").season(2)
    assert scene.seat("A")["beasts"] == {"IRONBACK": "supply"}


def test_27_a_sea_beast_returns_to_the_supply_too() -> None:
    scene = Scene().put(units={"A": "KELPIE sea"})
    assert scene.seat("A")["beasts"] == {"KELPIE": "sea"}
    assert scene.season(2).seat("A")["beasts"] == {"KELPIE": "supply"}


def test_5_tokens_of_a_beast_stay_on_its_card() -> None:
    token = text("FORT", "settle", {"do": "token", "on": "beast"}, init=3)
    scene = Scene(cards=[token], hands={"A": "FORT"}).put(units={"A": "MISTCAT SE"}, tiles="SE").turn("A", "FORT")
    assert scene.play("card", "token MISTCAT").strength("A", "SE") == 2
    scene.season(2).put(units={"A": "MISTCAT SE"}, tiles="SE")
    assert scene.strength("A", "SE") == 2


def test_3d_settlements_stay() -> None:
    assert settled(options={"seasons": 3}).season(3).region("SE")["settlements"] == {"A": {"slot": 1, "tokens": 0}}


# --- steps 2 to 4 --------------------------------------------------------------------------------


def test_s3_every_season_has_its_own_mist_deck() -> None:
    for players in (2, 3, 4):
        scene = Scene(players).season(2)
        assert scene.raw["mist_left"] == (players, players, 1)


def test_s3_as_many_prophecies_are_active_as_the_number_of_the_season() -> None:
    scene = Scene(options={"seasons": 3})
    for season in (1, 2, 3):
        scene.season(season)
        assert len(scene.shown["prophecies"]) == season


def test_s3_prophecies_are_new_every_season() -> None:
    scene = Scene(options={"seasons": 3})
    found = []
    for season in (1, 2, 3):
        found += [prophecy["id"] for prophecy in scene.season(season).shown["prophecies"]]
    assert len(found) == len(set(found)) == 6


def test_s3_a_season_begins_with_cubes_taken_off_the_abilities() -> None:
    scene = Scene(
        board={"power": 8}, cards=[text("RICH", "settle", {"do": "power", "n": 5}, init=3)], hands={"A": "RICH"}
    )
    scene.turn("A", "RICH").play("card").play("use FORCED")
    scene.until(lambda now: "end" in now.legal())
    scene.refuse("use FORCED")
    assert scene.seat("A")["used"] == ["FORCED"]
    assert scene.season(2).seat("A")["used"] == []
    scene.turn("A")
    assert "use FORCED" in scene.legal()


def test_s3_power_stays_from_season_to_season() -> None:
    scene = Scene(cards=[text("RICH", "settle", {"do": "power", "n": 5}, init=3)], hands={"A": "RICH"})
    scene.turn("A", "RICH").play("card").season(2)
    assert scene.power("A") == 5


# --- step 5: settlement bonuses ------------------------------------------------------------------


def gained_in_step_5(scene: Scene, seat: str) -> int:
    """The VP between the prophecies of season 2 and its first choice."""
    before = scene.before("prophecy").vp(seat)
    return scene.season(2).vp(seat) - before


def test_3e_step_5_gives_the_vp_of_all_visible_slots() -> None:
    assert gained_in_step_5(settled(), "A") == 1
    assert gained_in_step_5(two_settlements(), "A") == 1 + 2


def test_3e_step_5_gives_nothing_to_who_has_not_settled() -> None:
    assert gained_in_step_5(settled(), "B") == 0


def test_3e_step_5_gives_no_placement_bonus_again() -> None:
    tiles = {"WrackHead": {"slots": ["power", "-"]}}
    scene = settled(tile_texts=tiles)
    assert scene.power("A") == 1
    assert scene.season(2).power("A") == 1


def test_3e_step_5_warriors_are_limited_by_the_supply() -> None:
    slots = [{"vp": 1, "warriors": 5}, {"vp": 2, "warriors": 5}, {"vp": 3, "warriors": 5}]
    scene = two_settlements(board={"slots": slots}, hands={"A": "HOST HOST2 HOST3"})
    scene.land("A", "c2 E", explore="E", settle="E 1").season(2)
    assert sorted(scene.units("A", region) for region in ("SE", "SW", "E")) == ["5w", "5w", "w"]
    assert scene.raw["supply"][0] == 0


def test_3e_the_region_limit_is_looked_at_only_when_the_own_turn_ends() -> None:
    slots = [{"vp": 1, "warriors": 5}, {"vp": 2, "warriors": 1}, {"vp": 3, "warriors": 2}]
    scene = Scene(board={"slots": slots}).land("A", "lord SE", settle="SE 1").season(2)
    assert scene.units("A", "SE") == "5w"
    scene.turn("A", "HOST3").deploy("2w SE").until(lambda now: now.pending == "limit")
    assert scene.units("A", "SE") == "7w"
    assert scene.legal() == ["lose w SE"]
    scene.play("lose w SE", "lose w SE")
    assert scene.units("A", "SE") == "5w"
    assert scene.pending != "limit"


def test_13_the_warriors_of_a_slot_appear_at_the_settlement_of_that_slot() -> None:
    slots = [{"vp": 1, "warriors": 0}, {"vp": 2, "warriors": 3}, {"vp": 3, "warriors": 2}]
    scene = two_settlements(board={"slots": slots}).season(2)
    assert (scene.units("A", "SE"), scene.units("A", "SW")) == ("", "3w")


# --- step 6: artifacts ---------------------------------------------------------------------------


def bearer(**more: Any) -> Scene:
    """A has taken the artifact of SE alone, equipped on his Lord, and it is season 2."""
    scene = Scene(mist={"SE": "REEDS"}, **more).land("A", "lord+w SE")
    scene.until(lambda now: "equip REEDS lord" in now.legal()).play("equip REEDS lord")
    return scene.season(2)


def test_3f_artifacts_may_go_to_any_hero_with_a_free_slot() -> None:
    scene = bearer()
    assert scene.pending == "equip"
    assert scene.legal() == ["equip REEDS lord", "equip REEDS c1", "equip REEDS c2", "equip REEDS c3", "equip none"]
    scene.play("equip REEDS c2")
    assert scene.seat("A")["artifacts"] == {"REEDS": "c2"}
    assert scene.seat("A")["heroes"]["c2"]["strength"] == 1 + 2
    assert scene.seat("A")["heroes"]["lord"]["strength"] == 1


def test_3f_a_champion_bears_one_artifact_and_a_lord_two() -> None:
    gain = text("FIND", "settle", *[{"do": "artifact", "equip": "none"}] * 4, init=3)
    scene = Scene(cards=[gain], hands={"A": "FIND"}).turn("A", "FIND").play("card").season(2)
    names = list(scene.seat("A")["artifacts"])
    assert len(names) == 4
    for name, hero in zip(names, ("lord", "lord", "c1"), strict=False):
        scene.play(f"equip {name} {hero}")
    scene.refuse(f"equip {names[3]} lord", f"equip {names[3]} c1")
    scene.play(f"equip {names[3]} c3")


def test_3f_an_artifact_without_bearer_is_equipped_in_step_6_only() -> None:
    gain = text("FIND", "settle", {"do": "artifact", "equip": "none"}, init=3)
    scene = Scene(cards=[gain], hands={"A": "FIND"}).turn("A", "FIND").play("card")
    assert list(scene.seat("A")["artifacts"].values()) == [None]
    scene.war()
    assert list(scene.seat("A")["artifacts"].values()) == [None]
    scene.season(2)
    assert scene.pending == "equip"


def test_3f_seats_rearrange_one_after_another_in_tie_break_order() -> None:
    gain = [
        text("FIND", "settle", {"do": "artifact", "equip": "none"}, {"do": "vp", "n": 9}, init=3),
        text("FOUND", "settle", {"do": "artifact", "equip": "none"}, init=2),
    ]
    scene = Scene(cards=gain, hands={"A": "FIND", "B": "FOUND"}).turn("A", "FIND", B="FOUND").play("card").go("B")
    scene.play("card").season(2)
    assert scene.pending == "equip"
    first = scene.actor
    assert scene.vp(first) == min(scene.raw["vp"])


def test_3f_the_grail_stays_with_its_lord() -> None:
    scene = Scene(mist={"SE": "grail"}).land("A", "lord SE").season(2)
    assert scene.seat("A")["grail"] is True
    assert scene.pending == "commit"  # nothing to rearrange


# --- step 7 and the order of the steps -----------------------------------------------------------


def test_s2_two_cards_of_each_main_deck_are_drawn_in_each_season() -> None:
    scene = Scene(options={"seasons": 3})
    for season in (1, 2, 3):
        scene.season(season)
        for seat in "AB":
            assert scene.seat(seat)["cards"] == {"hand": {"deploy": 2, "move": 2, "settle": 2, "plan": 2}}


def test_s3_the_steps_of_a_mist_phase_stand_in_their_order() -> None:
    scene = bearer().until(lambda now: now.pending == "commit")
    since = scene.log[max(at for at, said in enumerate(scene.log) if said.startswith("mist C")) :]
    kinds = [said.split()[0] if said[1] != " " else said.split()[1] for said in since]
    order = [kind for at, kind in enumerate(kinds) if at == 0 or kinds[at - 1] != kind]
    assert order == ["mist", "prophecy", "equip", "draw"]
