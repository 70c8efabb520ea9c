"""Rules of Mist and Preparation Phase of The Riven Veil, a test for each ruling."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai import _veil
from avalon_ai.games.veil_codes import REGIONS
from veil_scenes import Scene

QUIET = ["prophecy HEART", "prophecy HIGH", "prophecy GREEN"]
CENTRE = "HollowTor"


def turn(card: str, *rest: str, pay: str = "", seats: int = 2, lords: list[str] | None = None, **put: Any) -> Scene:
    """A's turn with this card chosen; the others have chosen cards of initiative 1 and come later, if A's is higher."""
    named = lords or ["undead", "druids", "fomorians", "knights"][:seats]
    scene = Scene(players=seats, lords=named, next_up=QUIET)
    others = dict(zip("BCD"[: seats - 1], ("SCATTR", "TITHE", "OATH"), strict=False))
    hands = {"A": [card, *pay.split(), *rest]} | {letter: [name] for letter, name in others.items()}
    scene.put(hands=hands | put.pop("hands", {}), **put)
    scene.play(f"A: play {card}" + (f" pay {pay}" if pay else ""))
    while scene.fields["stack"][-1] != "turn" or scene.actor != "A":
        scene.step()
    return scene


# --- order and payment -------------------------------------------------------------------------------


def test_higher_initiative_goes_first() -> None:
    scene = turn("VANGRD")
    assert scene.fields["order"] == [0, 1]


def test_without_a_hand_there_is_no_card_and_only_a_draw() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET).put(hands={"A": ["VANGRD"], "B": []})
    scene.play("A: play VANGRD", "A: card", "A: skip", "A: end", "A: draw deploy", "A: draw deploy")
    assert scene.actor == "B"
    assert scene.legal() == ["std draw"]


def test_a_battle_plan_as_the_chosen_card_leaves_a_standard_action_alone() -> None:
    scene = turn("SHIELD", "OATH")
    assert "card" not in scene.legal()
    assert "std deploy" in scene.legal()


def test_a_card_that_cannot_be_paid_leaves_a_standard_action_alone() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET).put(hands={"A": ["SALLY", "OATH"], "B": ["SCATTR"]})
    scene.play("A: play SALLY")
    assert scene.actor == "B"
    scene.play("B: play SCATTR")
    assert "card" not in scene.legal()


def test_a_standard_action_takes_the_cards_back_first() -> None:
    scene = turn("SALLY", pay="OATH WAYS")
    scene.play("A: std deploy")
    assert set(scene.legal()) == {"pay OATH", "pay SALLY", "pay WAYS"}
    scene.play("A: pay SALLY", "A: deploy 2w SE")
    assert sorted(scene.hand("A")) == ["OATH", "WAYS"]


def test_payments_taken_back_stay_known_by_deck_and_initiative() -> None:
    scene = turn("SALLY", pay="OATH WAYS").play("A: std draw", "A: skip")
    view = _veil.fields(scene.state.view(1))
    least = [kind for kind, number in enumerate(view["least"][0]) if number]
    assert least == [0, 5]  # a deploy card of initiative 1, a move card of 3
    assert [scene.game.names.cards[card] for card in view["held"][0]] == ["SALLY"]


def test_the_start_value_breaks_ties_of_vp() -> None:
    scene = Scene(players=3, lords=["druids", "fomorians", "undead"], next_up=QUIET)
    scene.put(hands={"A": ["OATH"], "B": ["SCATTR"], "C": ["TITHE"]}, vp={"A": 5, "B": 5, "C": 5})
    scene.put(hands={"C": ["BANKS", "WAYS"]})
    scene.play("A: play OATH", "B: play SCATTR", "C: play BANKS pay WAYS")
    assert scene.actor == "C"
    assert scene.legal() == ["place 1", "place 2", "place 3"]
    scene.play("C: place 2")
    assert scene.actor == "B"
    assert scene.legal() == ["place 1", "place 3"]


# --- deploy, move, settle --------------------------------------------------------------------------------


def test_units_are_deployed_to_the_coast_or_to_an_own_settlement() -> None:
    scene = turn("VANGRD", tiles={"E": "Hartwood"}, settlements={"A": [("E", 1)], "B": [("E", 2)]})
    scene.play("A: card")
    assert scene.legal() == ["to SE", "to SW", "to E", "skip"]


def test_any_explored_region_lifts_the_rule_of_the_coast() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET)
    scene.put(hands={"A": ["OATH"], "B": ["SCATTR"]}, tiles={"E": "Hartwood"}, vp={"A": 1, "B": 9})
    scene.play("A: play OATH", "B: play SCATTR", "A: place 1", "A: card")
    assert scene.legal() == ["to E", "skip"]


def test_units_leave_explored_regions_alone() -> None:
    scene = turn("WAYS", units={"A": {"SE": "w", "SW": "w"}}, tiles={"SE": "GullStair"})
    scene.play("A: card")
    assert scene.legal() == ["from SE", "from supply", "skip"]


def test_a_lord_comes_from_the_supply_by_a_move_and_may_explore() -> None:
    scene = turn("WAYS").play("A: card", "A: from supply", "A: to SE")
    assert scene.where("A", "lord") == "SE"
    assert scene.legal() == ["explore", "wait"]


def test_a_settlement_brings_slot_bonus_points_and_warriors() -> None:
    scene = turn("HEARTH", "RIDER", pay="OATH WAYS", units={"A": {"SE": "w"}}, tiles={"SE": "GullStair"})
    before = scene.vp("A")
    while scene.actor != "A":
        scene.step()
    scene.play("A: card")
    assert scene.legal() == ["settle SE 1", "settle SE 2", "skip"]
    scene.play("A: settle SE 1")
    assert scene.vp("A") - before == 2 + 1
    assert scene.units("A", "SE") == "2w"


def test_nobody_settles_the_centre_or_where_he_has_no_strength() -> None:
    scene = turn("HEARTH", pay="OATH WAYS", units={"A": {"C": "w", "SW": "w"}}, tiles={"C": CENTRE, "SE": "GullStair"})
    scene.play("A: card")
    assert not [text for text in scene.legal() if text.startswith("settle")]


def test_a_free_settle_needs_no_strength() -> None:
    scene = turn("OUTPST", pay="OATH WAYS", tiles={"SE": "GullStair"}).play("A: card")
    assert "settle SE 1" in scene.legal()


def test_a_sea_beast_is_deployed_to_the_sea() -> None:
    scene = turn("VANGRD", units={"A": {"supply": "KELPIE"}}).play("A: card", "A: to SE", "A: put KELPIE", "A: done")
    assert scene.units("A", "sea") == "KELPIE"
    assert scene.units("A", "SE") == ""


def test_more_than_five_units_are_lost_at_the_end_of_the_own_turn() -> None:
    scene = turn("VANGRD", units={"A": {"SE": "5w"}})
    scene.play("A: card", "A: deploy 2w SE", "A: end", "A: draw deploy", "A: draw deploy")
    assert scene.legal() == ["lose w SE"]
    scene.play("A: lose w SE", "A: lose w SE")
    assert scene.actor == "B"


# --- exploring ---------------------------------------------------------------------------------------------


def explore(mist: str, *, seats: int = 2, reward: str = "explore none", **put: Any) -> Scene:
    """A's lord comes to SE by a deploy, explores, takes a reward; this mist card lies there."""
    scene = turn("VANGRD", "RIDER", "GIVE", seats=seats, **put)
    scene.next_up += ["tile SE GullStair", f"mist SE {mist}"]
    return scene.play("A: card", "A: deploy lord SE", "A: explore", f"A: {reward}")


def test_exploring_gives_one_reward_of_the_tile() -> None:
    scene = turn("VANGRD")
    scene.next_up += ["tile SE GullStair", "mist SE REEDS"]
    scene.play("A: card", "A: deploy lord SE", "A: explore")
    rewards = [text for text in scene.legal() if text.startswith("explore")]
    assert rewards == [f"explore draw {deck}" for deck in ("deploy", "move", "settle", "plan")] + [
        "explore 2w",
        "explore none",
    ]
    scene.play("A: explore 2w")
    assert scene.units("A", "SE") == "lord+2w"
    assert scene.strength("A", "SE") == 3


def test_a_card_s_gain_for_exploring_comes_after_it() -> None:
    scene = explore("REEDS")
    assert scene.legal() == ["draw deploy", "draw move", "draw settle", "draw plan", "skip"]


def test_one_exploration_a_turn() -> None:
    scene = Scene(lords=["knights", "undead"], next_up=QUIET).put(hands={"A": ["WAYS"], "B": ["SCATTR"]})
    scene.next_up += ["tile SE GullStair", "mist SE REEDS"]
    scene.play("A: play WAYS", "B: play SCATTR", "A: card", "A: from supply", "A: to SE", "A: take arthur")
    scene.play("A: explore", "A: explore none", "A: skip", "A: from supply", "A: to SW")
    assert scene.where("A", "guin") == "SW"
    assert scene.legal() == ["from SE", "skip"]


def test_an_artifact_stays_face_up_in_its_region() -> None:
    scene = explore("REEDS")
    assert scene.fields["artifacts"][scene.game.names.artifacts.index("REEDS")] == 2 + REGIONS.index("SE")


def test_whoever_waits_explores_at_the_start_of_the_next_turn() -> None:
    scene = turn("VANGRD", "WAYS").play(
        "A: card", "A: deploy lord SE", "A: wait", "A: end", "A: draw deploy", "A: draw deploy"
    )
    while scene.actor != "A" or not scene.legal()[0].startswith("explore"):
        scene.step()
    assert scene.legal() == ["explore", "wait"]


# --- beasts --------------------------------------------------------------------------------------------------


def test_the_explorer_has_one_more_in_the_bid() -> None:
    scene = explore("TELIOS").play("A: done")
    if scene.actor == "B":
        scene.play("B: done")
    assert scene.legal() == ["bond", "decline"]
    assert scene.actor == "A"


def test_the_winner_discards_the_bid_and_the_losers_take_theirs_back_known() -> None:
    scene = explore("TELIOS", hands={"B": ["SCATTR", "SHIELD"]}).play(
        "A: bid RIDER", "A: done", "B: bid SHIELD", "B: done"
    )
    assert scene.actor == "A"
    assert scene.game.names.cards.index("RIDER") in scene.fields["discards"]
    assert scene.game.names.cards.index("SHIELD") in scene.fields["known"]
    scene.play("A: bond")
    assert scene.units("A", "SE") == "lord+TELIOS"


def test_over_the_cap_a_beast_is_let_go_for_the_new_one() -> None:
    scene = explore("TELIOS", units={"A": {"supply": "TEMPEST"}}).play("A: bid RIDER", "A: done")
    while scene.actor == "B":
        scene.step()
    assert scene.legal() == ["bond drop TEMPEST", "decline"]
    scene.play("A: bond drop TEMPEST")
    assert scene.fields["beast_queue"] == [scene.game.names.beasts.index("TEMPEST")]


def test_a_declined_beast_goes_to_the_bottom_and_its_points_stay() -> None:
    scene = explore("TELIOS")
    before = scene.vp("A")
    scene.play("A: bid RIDER", "A: done")
    while scene.actor == "B":
        scene.step()
    scene.play("A: decline")
    assert scene.vp("A") - before == 4
    assert scene.fields["beast_queue"] == [scene.game.names.beasts.index("TELIOS")]


# --- prophecies and favor --------------------------------------------------------------------------------------


def test_a_prophecy_is_completed_at_once_and_the_first_gains_three_favor() -> None:
    scene = turn(
        "VANGRD", prophecies=["CAMPS"], tiles={"SE": "GullStair", "SW": "BlackCape"}, units={"A": {"SE": "2w"}}
    )
    before = scene.vp("A")
    scene.play("A: card", "A: deploy 2w SW")
    while scene.actor == "A" and scene.legal()[0].startswith("draw"):
        scene.play("A: skip")
    assert scene.favor("A") == 3
    assert scene.vp("A") - before >= 3


def test_later_ones_gain_two_favor() -> None:
    scene = turn(
        "VANGRD", prophecies=["CAMPS"], tiles={"SE": "GullStair", "SW": "BlackCape"},
        units={"A": {"SE": "2w"}, "B": {"SE": "2w", "SW": "2w"}},
    )  # fmt: skip
    assert (scene.favor("A"), scene.favor("B")) == (0, 3)
    scene.play("A: card", "A: deploy 2w SW")
    assert scene.favor("A") == 2


def test_units_in_unexplored_regions_fulfil_no_prophecy() -> None:
    scene = turn("VANGRD", prophecies=["CAMPS"], tiles={"SE": "GullStair"}, units={"A": {"SE": "2w"}})
    scene.play("A: card", "A: deploy 2w SW")
    assert scene.favor("A") == 0


def test_a_wholly_impossible_prophecy_is_completed_by_all_at_the_start() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=["prophecy NORTH"])
    scene.until("play")
    assert (scene.favor("A"), scene.favor("B")) == (3, 3)
    assert (scene.vp("A"), scene.vp("B")) == (2 + 4, 1 + 4)


def test_parts_in_deep_mist_are_left_out() -> None:
    scene = turn(
        "VANGRD", prophecies=["RING"], tiles={"E": "Hartwood", "W": "OwlHollow"}, units={"A": {"E": "w", "W": "w"}}
    )
    assert scene.favor("A") == 3


def test_the_first_at_the_end_of_the_track_takes_excalibur_at_once() -> None:
    scene = turn(
        "VANGRD", prophecies=["CAMPS"], favor={"A": 5}, tiles={"SE": "GullStair", "SW": "BlackCape"},
        units={"A": {"SE": "2w", "SW": "2w"}},
    )  # fmt: skip
    assert scene.fields["excalibur"][0] == 0


def test_at_the_end_of_the_track_together_nobody_takes_excalibur_before_the_war() -> None:
    scene = turn(
        "VANGRD", prophecies=["CAMPS"], favor={"A": 5, "B": 6}, tiles={"SE": "GullStair", "SW": "BlackCape"},
        units={"A": {"SE": "2w", "SW": "2w"}, "B": {"SE": "2w", "SW": "2w"}},
    )  # fmt: skip
    assert scene.favor("A") == scene.favor("B") == 8
    assert scene.fields["excalibur"][0] == -1


# --- Mist Phase --------------------------------------------------------------------------------------------------


def next_season(scene: Scene) -> Scene:
    while scene.fields["season"] == 1:
        scene.step()
    return scene.until("play")


def test_units_go_home_and_settlements_stay() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET)
    scene.put(
        units={"A": {"SE": "lord+2w", "SW": "TELIOS"}},
        settlements={"A": [("SE", 2)]},
        tiles={"SE": "GullStair", "SW": "BlackCape"},
    )
    next_season(scene)
    assert scene.where("A", "lord") == "supply"
    assert scene.units("A", "SE") == "w"  # of the settlement's slot
    assert scene.units("A", "SW") == ""
    assert scene.fields["tiles"][REGIONS.index("SE")] == scene.game.names.tiles.index("GullStair")
    assert scene.fields["tiles"][REGIONS.index("SW")] == -1


def test_a_settled_region_is_unexplored_again() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET)
    scene.put(settlements={"A": [("SE", 2)]}, tiles={"SE": "GullStair"})
    next_season(scene)
    assert scene.strength("A", "SE") == 0
    assert not scene.fields["explored"]


def test_unclaimed_artifacts_go_to_the_bottom_of_their_deck() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET).put(tiles={"SE": "GullStair"}, relics={"REEDS": "SE"})
    next_season(scene)
    assert scene.game.names.artifacts.index("REEDS") in scene.fields["artifact_queue"]


def test_two_of_each_deck_are_drawn_in_each_season() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET)
    assert scene.cards("A") == scene.cards("B") == 8
    next_season(scene)
    assert scene.cards("A") == scene.cards("B") == 8


# --- powers ------------------------------------------------------------------------------------------------------


def test_an_ability_is_used_once_a_season_and_costs_its_power() -> None:
    scene = turn("VANGRD", power={"A": 2}, tiles={"SE": "GullStair"}, units={"A": {"SE": "w"}})
    scene.play("A: use FORCED", "A: army w SE>E")
    assert scene.power("A") == 1
    assert scene.refuses("use FORCED")


def test_a_passive_of_an_initiative_comes_with_the_card_resolved() -> None:
    scene = turn("VANGRD", artifacts={"PLUME": ("A", "c1")}).play("A: card", "A: skip")
    assert scene.legal()[0] == "to SE"
    again = turn("VANGRD", "OATH", artifacts={"PLUME": ("A", "c1")}).play("A: std draw", "A: skip")
    assert again.legal()[-1] == "end"


def test_an_artifact_beside_the_board_does_nothing() -> None:
    scene = turn("VANGRD", artifacts={"SNAIL": ("A", "c1"), "MIRROR": ("B", "c1")})
    assert scene.refuses("use MIRROR")


def test_the_green_man_takes_a_point_for_every_two_units_rounded_down() -> None:
    scene = turn("VANGRD", units={"A": {"supply": "GREENMAN"}, "B": {"SW": "5w"}}, vp={"B": 9})
    scene.play("A: use GREENMAN", "A: to SW")
    assert scene.vp("B") == 7


def test_nobody_falls_below_no_points() -> None:
    scene = turn("VANGRD", units={"A": {"supply": "GREENMAN"}, "B": {"SW": "5w"}}, vp={"B": 1})
    scene.play("A: use GREENMAN", "A: to SW")
    assert scene.vp("B") == 1


@pytest.mark.parametrize("decline", [False, True])
def test_gains_are_asked_for_where_the_option_says_so(decline: bool) -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET, decline=decline)
    scene.put(hands={"A": ["TITHE"], "B": ["SCATTR"]})
    scene.play("A: play TITHE", "B: play SCATTR", "A: card")
    assert (scene.legal() == ["take", "skip"]) == decline
