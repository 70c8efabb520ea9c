"""Exploring the mist in Veil, and the bids for beasts."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai.games.veil_codes import DECKS
from veil_table import EITHER_WAY, SEATED, Scene, text

POWER = {"do": "power", "n": 1}
DEPLOY = {"do": "deploy", "n": 5}
BIDS = {"A": "WADE GRAIN", "B": "LONGSH CORACL VALE"}


def turn(*fx: Any, factions: Any = SEATED, players: int = 2, hands: Any = None, scene: Any = None, **put: Any) -> Scene:
    """A resolves a card of these effects."""
    found = Scene(
        players, cards=[text("CARDA", "settle", *(fx or [DEPLOY]), init=3)], factions=factions, **(scene or {})
    )
    held = {"A": "LONGSH VALE", "B": ""} | (hands or {})
    found.put(hands=held | {"A": f"CARDA {held['A']}", "B": f"CAREFL {held['B']}"}, **put)
    return found.commit(A="CARDA").go("A").play("card")


def arrive(*more: str, where: str = "SE", **given: Any) -> Scene:
    """A has deployed his Lord into an unexplored region."""
    scene = turn(**given).play(f"to {where}", "put lord", *more)
    return scene.play(*["done"] if "done" in scene.legal() else [])


# --- S10: when -----------------------------------------------------------------------------------


def test_s10_a_lord_who_is_deployed_into_an_unexplored_region_may_explore() -> None:
    assert arrive().legal() == ["explore", "wait"]


def test_s10_a_lord_who_moves_into_an_unexplored_region_may_explore() -> None:
    scene = turn({"do": "move1"}, units={"A": "lord SE"}, tiles="SE").play("from SE", "take lord", "to E")
    assert scene.legal() == ["explore", "wait"]


def test_s10_at_the_start_of_the_own_turn_a_lord_in_the_mist_may_explore() -> None:
    scene = Scene().put(units={"A": "lord SE"}).commit().until(lambda now: "explore" in now.legal())
    assert (scene.actor, scene.raw["active"]) == ("A", 0)
    scene.play("explore", "explore none")
    assert scene.explored("SE")


def test_s10_no_other_unit_explores() -> None:
    scene = turn(DEPLOY, POWER).play("to SE", "put c1", "put w")
    assert scene.power("A") == 1
    assert not scene.explored("SE")


def test_s10_exploring_is_optional() -> None:
    scene = arrive().play("wait")
    assert not scene.explored("SE")


def test_s10_a_region_is_explored_once_a_season() -> None:
    scene = turn({"do": "move1"}, POWER, units={"A": "lord SE"}, tiles="SE E").play("from SE", "take lord", "to E")
    assert scene.power("A") == 1


def test_s10_one_exploration_a_turn() -> None:
    scene = turn(DEPLOY, {"do": "move1"}, POWER, tiles="SW").play(
        "to SE", "put lord", "done", "explore", "explore none"
    )
    scene.play("from SE", "take lord", "to E")
    assert scene.power("A") == 1
    assert not scene.explored("E")


def test_10b_two_lords_explore_once_with_one_reward() -> None:
    scene = turn(DEPLOY, POWER, factions=("knights", "undead")).play(
        "to SE", "put arthur", "put guin", "done", "explore"
    )
    scene.play("explore none")
    assert scene.power("A") == 1
    assert scene.events("A explore") == ["A explore", "A explore none"]


def test_10b_two_lords_in_two_regions_explore_once_a_turn() -> None:
    scene = turn(DEPLOY, DEPLOY, POWER, factions=("knights", "undead"))
    scene.play("to SE", "put arthur", "done", "explore", "explore none", "to SW", "put guin")
    scene.until(lambda now: now.power("A") == 1)
    assert (scene.explored("SE"), scene.explored("SW")) == (True, False)


def test_10c_the_moves_of_the_icon_end_before_the_exploration() -> None:
    scene = turn({"do": "out"}, units={"A": "lord+w SE"}, tiles="SE").play("from SE", "lord>E", "w>SW")
    scene.play(*["done"] if "done" in scene.legal() else [])
    assert scene.legal() == ["explore", "wait"]
    assert (scene.units("A", "E"), scene.units("A", "SW")) == ("lord", "w")


def test_10c_the_next_icon_comes_after_the_exploration() -> None:
    scene = turn({"do": "move1", "n": 2}, units={"A": "lord+w SE"}, tiles="SE").play("from SE", "take lord", "to E")
    assert scene.legal() == ["explore", "wait"]
    scene.play("explore", "explore none")
    assert {"from SE", "from E"} <= set(scene.legal())


def test_10d_who_declines_is_asked_again_only_by_a_new_condition() -> None:
    scene = turn(DEPLOY, DEPLOY, DEPLOY, factions=("knights", "undead")).play("to SE", "put arthur", "done", "wait")
    scene.play("to SE", "put c1", "done")
    assert "explore" not in scene.legal()
    assert scene.play("to SW", "put guin", "done").legal() == ["explore", "wait"]


def test_10d_who_declines_is_asked_again_at_the_start_of_his_next_turn() -> None:
    scene = (
        arrive().play("wait").until(lambda now: now.raw["round"] == 2 and now.actor == "A" and now.pending != "commit")
    )
    assert scene.legal() == ["explore", "wait"]


# --- S10: how ------------------------------------------------------------------------------------


def test_s10_first_the_tile_then_the_reward_then_the_mist_card() -> None:
    scene = arrive().play("explore")
    assert scene.region("SE")["tile"] == "WrackHead"
    assert (scene.region("SE")["mist"], scene.explored("SE")) == ("hidden", False)
    scene.play("explore favor", upto="mist")
    assert scene.favor("A") == 1
    assert not scene.explored("SE")
    scene.play("mist SE REEDS")
    assert scene.explored("SE")


@pytest.mark.parametrize(
    ("tile", "rewards"),
    [
        ("GullStair", [*(f"explore draw {deck}" for deck in DECKS), "explore 2w"]),
        ("BlackCape", ["explore power", "explore c1", "explore c2", "explore c3"]),
        ("WrackHead", ["explore favor", "explore 2w", "explore move"]),
        ("AlderPoint", ["explore power", "explore in"]),
    ],
)  # fmt: skip
def test_s10_the_rewards_are_those_of_the_tile_and_one_is_chosen(tile: str, rewards: list[str]) -> None:
    scene = arrive(scene={"tiles": {"SE": tile}}, units={"A": "c1 E, w C"}, tiles="E C").play("explore")
    wanted = [move for move in rewards if move != "explore c1"]  # who is on the isle
    assert [move for move in scene.legal() if move != "explore none"] == wanted
    assert "explore none" in scene.legal()


def test_s10_each_reward_does_what_it_says() -> None:
    assert arrive(scene={"tiles": {"SE": "BlackCape"}}).play("explore", "explore power").power("A") == 1
    assert arrive(scene={"tiles": {"SE": "BlackCape"}}).play("explore", "explore c2").units("A", "SE") == "lord+c2"
    assert arrive().play("explore", "explore 2w").units("A", "SE") == "lord+2w"
    scene = arrive(scene={"tiles": {"SE": "GullStair"}}).play("explore")
    before = len(scene.hand("A"))
    assert len(scene.play("explore draw plan").hand("A")) == before + 1


def test_s10_a_tile_that_lies_face_up_gives_a_reward_again() -> None:
    scene = Scene().land("A", "lord+w SE", settle="SE 1").season(2)
    assert scene.region("SE")["tile"] == "WrackHead"
    scene.turn("A", "HOST3").play("card", "to SE", "put lord", "done", "explore", "explore favor")
    assert scene.favor("A") == 1
    assert scene.explored("SE")


def test_10e_the_reward_move_takes_units_from_explored_regions_alone() -> None:
    scene = arrive("put w", units={"A": "w E, w SW"}, tiles="E").play("explore", "explore move")
    assert [move for move in scene.legal() if move.startswith("from")] == ["from E"]  # not from SE itself


def test_10e_the_reward_move_in_goes_into_the_explored_region() -> None:
    scene = arrive(scene={"tiles": {"SE": "AlderPoint"}}, units={"A": "2w E, w SW, c1 C"}, tiles="E C").play(
        "explore", "explore in"
    )
    assert scene.legal() == ["to SE", "skip"]
    scene.play("to SE")
    assert scene.legal() == ["from E"]  # C is no neighbour, SW is in the mist
    scene.play("from E", "take 2w", "done")
    assert (scene.units("A", "SE"), scene.explored("SE")) == ("lord+2w", True)


def test_s10_an_artifact_or_the_grail_stays_face_up_in_its_region() -> None:
    assert arrive(scene={"mist": {"SE": "REEDS"}}).play("explore", "explore none").region("SE")["artifact"] == "REEDS"
    assert arrive(scene={"mist": {"SE": "grail"}}).play("explore", "explore none").region("SE")["mist"] == "grail"


def test_s10_exploring_pauses_the_action() -> None:
    scene = turn(DEPLOY, POWER).play("to SE", "put lord", "done", "explore")
    assert scene.power("A") == 0
    assert scene.play("explore none").power("A") == 1


def test_s10_an_explore_effect_uses_up_the_exploration_of_the_turn() -> None:
    scene = turn({"do": "explore", "by": "hero"}, DEPLOY, units={"A": "c1 E"}).play(
        "to E", "explore none", "to SE", "put lord"
    )
    scene.play(*["done"] if "done" in scene.legal() else [])
    assert scene.explored("E")
    assert "explore" not in scene.legal()


@pytest.mark.parametrize(("where", "tiles"), [("SE", 8), ("E", 8), ("C", 2)])
def test_s2_the_tiles_of_a_region_are_those_of_its_ring(where: str, tiles: int) -> None:
    anywhere = {"do": "deploy", "n": 1, "to": "explored or unexplored"}
    scene = turn(anywhere).play(f"to {where}", "put lord").play("explore", upto="tile")
    assert len(scene.chance()) == tiles
    rings = {tile.id: tile.ring for tile in scene.game.data.components.tiles}
    assert {rings[said.split()[2]] for said in scene.chance()} == {{"SE": "coast", "E": "inner", "C": "centre"}[where]}


def test_s2_a_tile_lies_on_the_island_once() -> None:
    scene = turn(tiles="SW").play("to SE", "put lord", "done").play("explore", upto="tile")
    assert len(scene.chance()) == 7
    assert "tile SE Kittiwake" not in scene.chance()


def test_s3_the_mist_holds_no_more_of_a_kind_than_its_deck() -> None:
    scene = Scene(hands={"A": "HOST HOST2 HOST3 HOST4"}, mist={"SE": "REEDS", "SW": "AXE", "E": "grail"})
    scene.land("A", "lord SE").land("A", "w SW", explore="SW").land("A", "w E", explore="E").before("mist")
    assert {said.split()[2] for said in scene.chance()} == set(scene.game.names.beasts)


# --- 10a: prophecies -----------------------------------------------------------------------------


def test_10a_a_prophecy_fulfilled_by_exploring_comes_before_reward_and_mist_card() -> None:
    board = {"prophecies": ["HIGH"], "needs": {}}
    scene = arrive("put 2w", scene=board, prophecies="HIGH", units={"A": "c1 SE"}, vp={"A": 9, "B": 5})
    assert scene.gained("A") == 0
    scene.play("explore")
    assert scene.gained("A") == 4  # four strength on a mountain
    assert scene.play("draw plan").legal()[-1] == "explore none"  # the second favor is a card
    assert not scene.explored("SE")


def test_10a_prophecies_are_checked_again_after_the_reveal() -> None:
    board = {"prophecies": ["WARDEN"], "mist": {"SE": "IRONBACK"}}
    scene = arrive("put c1", scene=board, prophecies="WARDEN", vp={"A": 9, "B": 5}).play("explore")
    assert scene.gained("A") == 0
    scene.play("explore none").until(lambda now: now.pending == "bond").play("bond")
    scene.until(lambda now: now.favor("A") == 3)
    assert scene.gained("A") == 3 + 4  # the beast, and beast and champion in one region


# --- S11: bids -----------------------------------------------------------------------------------


def found(beast: str = "IRONBACK", *, players: int = 2, hands: Any = None, **given: Any) -> Scene:
    """A has turned up a beast in SE; bids are to come."""
    scene = arrive(
        scene={"mist": {"SE": beast}, **given.pop("scene", {})}, players=players, hands=hands or BIDS, **given
    )
    return scene.play("explore", "explore none")


def inits(scene: Scene) -> dict[str, int]:
    """The initiative of each card."""
    return {card.id: card.init for card in scene.game.data.components.cards}


def test_s11_every_seat_bids_any_number_of_cards() -> None:
    scene = found()
    assert (scene.actor, scene.pending) == ("A", "bid")
    assert scene.legal() == ["bid WADE", "bid GRAIN", "done"]
    assert scene.play("bid WADE", "bid GRAIN", *["done"] if "done" in scene.legal() else []).actor == "B"


def test_s11_bids_are_secret_and_then_public() -> None:
    scene = found().play("bid WADE", "done")
    seen = scene.view("B")["seats"]["A"]
    assert seen["cards"]["bid"]["move"] == 1
    assert "WADE" not in str(seen)
    scene.play("bid LONGSH", "done")
    assert {"bids A WADE", "bids B LONGSH"} <= set(scene.log)


def test_s11_the_chosen_card_and_its_payment_cannot_be_bid() -> None:
    own = text("COSTLY", "settle", DEPLOY, init=3, cost=1)
    scene = Scene(cards=[own, text("OTHER", "settle", POWER, init=1, cost=1)], mist={"SE": "IRONBACK"})
    scene.put(hands={"A": "COSTLY WADE GRAIN", "B": "OTHER LONGSH VALE"}).commit(A="COSTLY WADE", B="OTHER LONGSH").go(
        "A"
    )
    scene.play("card", "to SE", "put lord", "done", "explore", "explore none")
    assert scene.legal() == ["bid GRAIN", "done"]
    assert scene.play("done").legal() == ["bid VALE", "done"]


def test_s11_the_highest_total_wins_and_the_explorer_adds_one() -> None:
    a, b = text("BIDA", "deploy", POWER, init=2), text("BIDB", "deploy", {"do": "power", "n": 2}, init=3)
    for other, winner in (("BIDB", "A"), ("BIDB VALE", "B")):
        scene = Scene(cards=[a, b, text("CARDA", "settle", DEPLOY, init=3)], mist={"SE": "IRONBACK"})
        scene.put(hands={"A": "CARDA BIDA", "B": "CAREFL BIDB VALE"}, vp={"A": 0, "B": 9}).commit(A="CARDA").go("A")
        scene.play("card", "to SE", "put lord", "done", "explore", "explore none", "bid BIDA")
        scene.play(*["done"] if scene.actor == "A" else [], *(f"bid {card}" for card in other.split()))
        scene.until(lambda now: now.pending == "bond")
        assert scene.actor == winner  # 2 + 1 against 3: the lowest VP; against more: B


def test_s11_a_bid_of_nothing_is_legal_and_the_explorer_wins_with_one() -> None:
    scene = found().play("A done", "B done")
    assert (scene.actor, scene.pending) == ("A", "bond")


def test_s11_the_winner_gains_the_vp_and_may_bond() -> None:
    scene = found().play("A done", "B done")
    assert scene.legal() == ["bond", "decline"]
    assert scene.play("bond").gained("A") == 3
    assert scene.seat("A")["beasts"] == {"IRONBACK": "SE"}


def test_s11_the_winner_discards_his_bid_and_the_others_take_theirs_back() -> None:
    scene = found(hands={"A": "WADE GRAIN HOSTAG", "B": "CORACL"}).play("bid WADE", "bid GRAIN", "bid HOSTAG")
    scene.play(*["done"] if scene.actor == "A" else []).play("B bid CORACL")
    scene.until(lambda now: now.pending == "bond")
    assert {"WADE", "GRAIN", "HOSTAG"} <= scene.discards()
    assert "CORACL" in scene.hand("B")
    assert "CORACL" in scene.view("A")["seats"]["B"]["known"]


def test_s11_a_tie_goes_to_the_lowest_vp_then_to_the_lowest_start_value() -> None:
    one, two = text("BIDA", "deploy", POWER, init=1), text("BIDB", "deploy", {"do": "power", "n": 2}, init=2)
    for vp, winner in (({"A": 5, "B": 4}, "B"), ({"A": 4, "B": 5}, "A")):
        scene = tie(one, two, vp=vp)
        scene.until(lambda now: now.pending == "bond")
        assert scene.actor == winner
    for factions in EITHER_WAY:
        scene = tie(one, two, factions=factions, vp={"A": 5, "B": 5})
        scene.until(lambda now: now.pending == "bond")
        assert scene.actor == scene.by_start[0]


def tie(one: Any, two: Any, *, factions: Any = SEATED, **put: Any) -> Scene:
    """A bids 1 + 1 and B bids 2."""
    cards = [one, two, text("CARDA", "settle", DEPLOY, init=3)]
    scene = Scene(cards=cards, mist={"SE": "IRONBACK"}, factions=factions)
    scene.put(hands={"A": "CARDA BIDA VALE", "B": "CAREFL BIDB"}, **put).commit(A="CARDA").go("A")
    scene.play("card", "to SE", "put lord", "done", "explore", "explore none", "bid BIDA", "done", "bid BIDB")
    return scene.play(*["done"] if "done" in scene.legal() else [])


def test_s11_the_grail_may_break_a_tied_bid_once_a_season() -> None:
    one, two = text("BIDA", "deploy", POWER, init=1), text("BIDB", "deploy", {"do": "power", "n": 2}, init=2)
    scene = tie(one, two, vp={"A": 5, "B": 9}, grail="B")
    assert (scene.actor, scene.legal()) == ("B", ["grail use", "grail keep"])
    scene.play("grail use").until(lambda now: now.pending == "bond")
    assert scene.actor == "B"
    assert scene.raw["grail"][2] == 1
    kept = tie(one, two, vp={"A": 5, "B": 9}, grail="B").play("grail keep").until(lambda now: now.pending == "bond")
    assert kept.actor == "A"


# --- 11a: bonding --------------------------------------------------------------------------------


def test_11a_a_beast_is_nobodys_until_it_is_bonded() -> None:
    scene = found()
    assert scene.strength("A", "SE") == 1
    assert scene.seat("A")["beasts"] == {}


def test_11a_a_bonded_beast_stays_in_its_region_and_has_strength_at_once() -> None:
    scene = found().play("A done", "B done", "bond")
    scene.until(lambda now: now.pending != "icon" or now.actor != "A")
    assert scene.strength("A", "SE") == 1 + 3


def test_11a_a_beast_that_is_declined_goes_to_the_bottom_of_its_deck_and_gives_its_vp() -> None:
    scene = found().play("A done", "B done", "decline")
    assert scene.gained("A") == 3
    assert scene.raw["beast_queue"] == [scene.game.names.beasts.index("IRONBACK")]


def test_11a_at_the_limit_of_the_season_one_lets_the_new_or_an_old_one_go() -> None:
    scene = found(units={"A": "MISTCAT E"}, tiles="E").play("A done", "B done")
    assert scene.legal() == ["bond drop MISTCAT", "decline"]
    scene.play("bond drop MISTCAT")
    assert "MISTCAT" not in scene.seat("A")["beasts"]
    assert "IRONBACK" in scene.seat("A")["beasts"]
    assert scene.units("A", "E") == ""
    assert scene.game.names.beasts.index("MISTCAT") in scene.raw["beast_queue"]


def test_11a_the_limit_is_the_number_of_the_season() -> None:
    scene = Scene().season(2).put(units={"A": "MISTCAT E"}, tiles="E")
    scene.turn("A", "HOST3").play(
        "card", "to SE", "put lord", "done", "explore", "explore none", "mist SE TELIOS", "A done", "B done"
    )
    assert scene.legal() == ["bond", "decline"]


def test_23_the_tokens_of_a_beast_that_is_dropped_return() -> None:
    token = {"do": "token", "on": "beast"}
    scene = turn(token, DEPLOY, units={"A": "MISTCAT E"}, tiles="E", scene={"mist": {"SE": "IRONBACK"}}, hands=BIDS)
    scene.play("token MISTCAT")
    assert (scene.strength("A", "E"), scene.raw["tokens_left"]) == (2, 14)
    scene.play("to SE", "put lord", "done", "explore", "explore none", "A done", "B done", "bond drop MISTCAT")
    assert scene.raw["tokens_left"] == 15


def test_s11_whoever_wins_bonds_whosever_turn_it_is() -> None:
    scene = (
        found(hands={"A": "WADE", "B": "LONGSH CORACL VALE"})
        .play("A done")
        .play("bid CORACL", "bid LONGSH", "bid VALE")
    )
    scene.until(lambda now: now.pending == "bond").play("B bond")
    assert scene.seat("B")["beasts"] == {"IRONBACK": "SE"}
    assert scene.raw["active"] == 0
