"""The booklet's own examples of The Riven Veil, played on scenes."""

from __future__ import annotations

import pytest

from avalon_ai import _veil
from avalon_ai.games.veil_codes import REGIONS
from veil_scenes import Scene


def battle(**options: object) -> Scene:
    """A battle in S between two lords, both with warriors; A holds plans with limits 3, 4 and 5."""
    scene = Scene(players=2, lords=["fomorians", "undead"], **options)  # type: ignore[arg-type]
    return scene.war(
        units={"A": {"SE": "lord+2w"}, "B": {"SE": "lord+w"}},
        tiles={"SE": "GullStair"},
        hands={"A": ["SHIELD", "GIVE", "BANNER", "OATH", "WAYS", "MARCH"], "B": ["CAREFL", "RIDER", "SALLY"]},
    )


def sized(scene: Scene, seat: int) -> int:
    return _veil.limits(scene.state)[seat]


PROPHECIES = ["prophecy HEART", "prophecy HIGH", "prophecy GREEN"]  # which nobody fulfils by leaving things be


def peace() -> Scene:
    """Two seats just before the war, with nothing on the island and no prophecy fulfilled."""
    return Scene(lords=["undead", "druids"], next_up=PROPHECIES).before_war()


# --- strength ------------------------------------------------------------------------------------


def test_a_lord_and_two_warriors_have_strength_three() -> None:
    scene = Scene(lords=["druids", "undead"]).put(units={"A": {"SE": "lord+2w"}}, tiles={"SE": "GullStair"})
    assert scene.strength("A", "SE") == 3


def test_a_champion_with_an_artifact_and_a_settlement_have_strength_three() -> None:
    scene = Scene(lords=["druids", "undead"])
    scene.put(
        units={"B": {"SE": "c1"}},
        tiles={"SE": "GullStair"},
        settlements={"B": [("SE", 1)]},
        artifacts={"BRIAR": ("B", "c1")},
    )
    assert scene.strength("B", "SE") == 3


def test_a_champion_with_an_artifact_and_tempest_have_strength_four() -> None:
    scene = Scene(lords=["knights", "undead"])
    scene.put(units={"A": {"SE": "c2+TEMPEST"}}, tiles={"SE": "GullStair"}, artifacts={"BRIAR": ("A", "c2")})
    assert scene.strength("A", "SE") == 4


def test_units_in_an_unexplored_region_have_no_strength() -> None:
    scene = Scene(lords=["knights", "undead"]).put(units={"A": {"SE": "arthur+c1+2w"}})
    assert scene.strength("A", "SE") == 0


# --- cards and their order -------------------------------------------------------------------------


def test_the_bearer_of_the_grail_chooses_the_first_place_and_the_lowest_vp_the_third() -> None:
    scene = Scene(players=3, lords=["druids", "knights", "undead"])
    scene.put(
        hands={"A": ["BANKS"], "B": ["MARCH"], "C": ["FORDTN"]}, grail="A", vp={"A": 20, "B": 5, "C": 9}, power={"A": 0}
    )
    scene.put(hands={"A": ["OATH", "SALLY"], "B": ["MARCH", "WAYS"], "C": ["FORDTN", "RIDER"]})
    scene.play("A: play OATH", "B: play MARCH pay WAYS", "C: play FORDTN pay RIDER")
    scene.play("A: grail use", "A: place 1", "B: place 3")
    assert scene.fields["order"] == [0, 2, 1]
    assert scene.actor == "A"


def test_a_card_that_costs_two_takes_two_payments() -> None:
    scene = Scene(lords=["druids", "undead"]).put(hands={"A": ["SALLY", "OATH", "WAYS"]})
    scene.play("A: play SALLY")
    assert scene.legal() == ["pay OATH"]
    scene.play("A: pay OATH")
    assert scene.legal() == ["pay WAYS"]
    scene.play("A: pay WAYS")
    assert scene.actor == "B"


def levy() -> Scene:
    """A has claimed the reduction of LEVY and is about to resolve it, with one card left in hand."""
    scene = Scene(lords=["druids", "undead"])
    scene.put(hands={"A": ["LEVY", "OATH", "WAYS"], "B": ["SCATTR"]})
    return scene.play("A: play LEVY", "A: claim 1", "A: pay OATH", "B: play SCATTR", "A: card")


def test_a_card_whose_cost_is_reduced_for_warriors_alone_deploys_no_lord() -> None:
    scene = levy().play("A: to SE")
    assert scene.refuses("put lord")
    assert not scene.refuses("put 4w")


def test_deploying_the_lord_costs_the_card_that_only_warriors_would_spare() -> None:
    scene = levy().play("A: breach", "A: pay WAYS", "A: to SE", "A: put lord")
    assert scene.cards("A") == 0
    scene.play("A: done")
    assert scene.where("A", "lord") == "SE"


def test_sally_forth_gives_its_bonus_at_the_own_settlement_and_then_moves_an_army() -> None:
    scene = Scene(lords=["druids", "undead"])
    scene.put(
        hands={"A": ["SALLY", "OATH", "WAYS"], "B": ["SCATTR"]},
        tiles={"SE": "GullStair", "E": "Hartwood"},
        settlements={"A": [("SE", 1)]},
    )
    before = scene.vp("A")
    scene.play("A: play SALLY pay OATH WAYS", "B: play SCATTR", "A: card", "A: deploy lord+2w SE")
    assert (scene.power("A"), scene.vp("A")) == (1, before + 2)
    scene.play("A: army lord+w SE>E")
    assert scene.units("A", "SE") == "w"
    assert scene.units("A", "E") == "lord+w"


# --- battles ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("plan", "bonus", "limit"), [("BANNER", ["OATH", "WAYS"], 5), ("SHIELD", [], 5), ("GIVE", ["OATH"], 5)]
)
def test_bonus_cards_raise_the_limit_by_one_each(plan: str, bonus: list[str], limit: int) -> None:
    scene = battle()
    scene.play(f"A: plan {plan}", *(f"A: bonus {card}" for card in bonus), "A: done", "B: plan none")
    assert sized(scene, 0) == limit


@pytest.mark.parametrize(("plan", "gain"), [("SHIELD", 3), ("GIVE", 2), ("BANNER", 2), ("down OATH", 2)])
def test_a_failed_plan_gives_half_of_its_printed_limit_rounded_up(plan: str, gain: int) -> None:
    scene = battle()
    scene.next_up += ["draw deploy VANGRD", "draw move WAYS"]
    scene.play(f"A: plan {plan}", "A: done", "B: plan none")
    while scene.actor == "A" and "stop" in scene.legal():
        scene.play("A: hit settle")
    assert "fails A" in scene.events
    raw = scene.fields
    assert raw["bonus"][0] == gain or raw["region"] == -1


def test_give_no_ground_and_carefully_laid_plans_cancel_each_other() -> None:
    scene = battle()
    scene.play("A: plan GIVE", "A: done", "B: plan CAREFL", "B: done")
    assert sized(scene, 0) == 4
    assert sized(scene, 1) == 4


# --- the island -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("players", "cards"), [(2, 5), (3, 7), (4, 9)])
def test_there_is_a_mist_card_for_every_open_region(players: int, cards: int) -> None:
    scene = Scene(players=players)
    assert sum(scene.fields["mist_left"]) == cards
    assert bin(scene.fields["island"]).count("1") == cards


@pytest.mark.parametrize("order", [("NE", "SE", "SW", "NW"), ("N", "E", "S", "W"), ("NW", "N", "W", "C")])
def test_battles_go_round_the_coast_then_the_inner_ring_then_the_centre(order: tuple[str, ...]) -> None:
    scene = Scene(players=4, lords=["undead", "druids", "knights", "fomorians"])
    tiles = scene.game.names.tiles
    fitting = dict(zip(REGIONS, [*tiles[:4], *tiles[8:12], tiles[16]], strict=True))
    scene.war(
        units={"A": dict(zip(order, ("c3", "lord", "c1", "c2"), strict=True))},
        tiles={region: fitting[region] for region in order},
        relics=dict(zip(("REEDS", "BRIAR", "STAR", "HORN"), reversed(order), strict=True)),
    )
    seen = []
    while scene.fields["war"]:
        seen.append(REGIONS[scene.fields["region"]])
        scene.play("A: equip none")
    assert tuple(seen) == order


# --- points -----------------------------------------------------------------------------------------


def test_half_of_seven_points_is_four() -> None:
    scene = peace()
    scene.put(units={"A": {"SE": "2w"}, "B": {"SE": "w"}}, tiles={"SE": "GullStair"})
    full = scene.game.data.components.tiles[scene.game.names.tiles.index("GullStair")].vp[0]
    hands = {letter: scene.cards(letter) for letter in "AB"}
    before = {letter: scene.vp(letter) for letter in "AB"}
    drawer = scene.actor
    while scene.actor != "over" and scene.fields["season"] == 1:
        scene.step()
    gained = {letter: scene.vp(letter) - before[letter] - hands[letter] - 2 * (letter == drawer) for letter in "AB"}
    assert gained == {"A": full, "B": (full + 1) // 2}


def test_whoever_wins_the_grail_gains_ten_points_and_strength() -> None:
    scene = peace()
    scene.put(units={"A": {"C": "lord"}}, tiles={"C": scene.game.names.tiles[16]}, grail_in=["C"])
    hand, before, drawer = scene.cards("A"), scene.vp("A"), scene.actor
    while scene.fields["season"] == 1:
        scene.step()
    full = scene.game.data.components.tiles[16].vp[0]
    assert scene.fields["grail"][0] == 0
    assert scene.vp("A") - before == 10 + full + hand + 2 * (drawer == "A")
    assert scene.fields["hero_strength"][0][0] == 2


def test_favor_beyond_the_end_of_the_track_is_worth_two_points_each() -> None:
    scene = Scene(lords=["undead", "druids"])
    scene.put(
        favor={"A": 8}, prophecies=["HEART"], units={"A": {"C": "lord+2w"}}, tiles={"C": scene.game.names.tiles[16]}
    )
    before = scene.vp("A")
    scene.play("A: " + scene.legal()[-1])
    scene.until("card")
    prophecy = scene.game.data.components.prophecies[scene.game.names.prophecies.index("HEART")]
    assert scene.vp("A") - before >= prophecy.vp[0] + 3 * 2


def test_each_card_in_hand_is_a_point_at_the_end_of_a_season() -> None:
    scene = peace()
    hands, before, drawer = {s: scene.cards(s) for s in "AB"}, {s: scene.vp(s) for s in "AB"}, scene.actor
    while scene.fields["season"] == 1:
        scene.step()
    for letter in "AB":
        assert scene.vp(letter) - before[letter] == hands[letter] + 2 * (letter == drawer)
