"""Rules of the War Phase of The Riven Veil, a test for each ruling."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai import _veil
from avalon_ai.games.veil_codes import REGIONS
from veil_scenes import Scene

QUIET = ["prophecy HEART", "prophecy HIGH", "prophecy GREEN"]  # prophecies that leaving things be does not fulfil
TILE = "GullStair"  # 4 VP in the first season


def war(*, seats: int = 2, lords: list[str] | None = None, options: dict[str, Any] | None = None, **put: Any) -> Scene:
    """A war in SE between the given units; nobody holds cards but those named."""
    named = lords or ["fomorians", "undead", "druids", "knights"][:seats]
    scene = Scene(players=seats, lords=named, next_up=QUIET, **(options or {}))
    put.setdefault("tiles", {"SE": TILE})
    put["hands"] = {letter: [] for letter in "ABCD"[:seats]} | put.get("hands", {})
    return scene.war(**put).put(hands=put["hands"])


def at(scene: Scene, letter: str) -> int:
    """Strength of a seat in the battle under way."""
    return _veil.battle_strengths(scene.state)["ABCD".index(letter)]


def limit(scene: Scene, letter: str) -> int:
    return _veil.limits(scene.state)["ABCD".index(letter)]


def finish(scene: Scene) -> Scene:
    """Let everybody leave things be until the season is over."""
    season = scene.fields["season"]
    while scene.fields["season"] == season and scene.actor != "over":
        scene.step()
    return scene


def gains(scene: Scene, *letters: str) -> list[int]:
    """VP that seats gain until the end of the war, their cards in hand aside."""
    before = {letter: scene.vp(letter) for letter in letters}
    fallen = len([text for text in scene.events if text.startswith("discards")])
    finish(scene)
    discards = [text.split() for text in scene.events if text.startswith("discards")][fallen:]
    kept = {letter: sum(words[1] == letter for words in discards) for letter in letters}
    return [scene.vp(letter) - before[letter] - kept[letter] for letter in letters]


# --- Excalibur and the Green Knight ------------------------------------------------------------------


def test_excalibur_goes_to_whoever_has_more_favor_than_all_others_as_the_war_begins() -> None:
    scene = war(units={"A": {"SE": "lord"}, "B": {"SE": "lord"}}, favor={"A": 3, "B": 2})
    assert scene.fields["excalibur"][0] == 0
    assert scene.strength("A", "SE") == 3
    assert scene.favor("A") == scene.favor("B") == 0


def test_a_tie_of_favor_returns_excalibur_to_its_place() -> None:
    scene = war(units={"A": {"SE": "lord"}, "B": {"SE": "lord"}}, favor={"A": 2, "B": 2}, excalibur="A")
    assert scene.fields["excalibur"][0] == -1
    assert scene.strength("A", "SE") == 1


def test_the_bearer_may_add_one_once_where_he_ties_for_the_first_place() -> None:
    scene = war(units={"A": {"SE": "lord"}, "B": {"SE": "lord+2w"}}, favor={"A": 3})
    scene.until("excalibur")
    assert scene.legal() == ["excalibur use", "excalibur keep"]
    before = scene.vp("A")
    scene.play("A: excalibur use")
    assert scene.vp("A") - before == 4


@pytest.mark.parametrize(("behind", "comes"), [(9, True), (8, False)])
def test_the_green_knight_comes_with_a_gap_of_eight_spaces_between_the_markers(behind: int, comes: bool) -> None:
    scene = war(units={"A": {"SE": "w"}, "B": {"SE": "lord"}}, vp={"A": 10, "B": 10 + behind})
    assert (scene.legal()[0] == "knight SE") == comes


def test_the_green_knight_counts_as_a_hero_and_leaves_after_the_war() -> None:
    scene = war(units={"A": {"SE": "w"}, "B": {"SE": "lord"}}, vp={"A": 1, "B": 30}, hands={"A": ["SHIELD"]})
    scene.play("A: knight SE")
    assert scene.strength("A", "SE") == 4
    assert "plan SHIELD" in scene.legal()
    assert finish(scene).fields["knight"] == (-1, -1)


def test_the_green_knight_stays_away_where_the_option_says_so() -> None:
    options = {"green_knight": False}
    scene = war(units={"A": {"SE": "w"}, "B": {"SE": "lord"}}, vp={"A": 1, "B": 30}, options=options)
    assert scene.fields["knight"] == (-1, -1)
    assert not scene.legal()[0].startswith("knight")


def test_units_over_the_limit_are_lost_as_the_war_begins() -> None:
    scene = war(units={"A": {"SE": "lord+c1+5w"}, "B": {"SE": "lord"}})
    assert scene.legal() == ["lose lord SE", "lose c1 SE", "lose w SE"]
    scene.play("A: lose w SE")
    assert scene.units("A", "SE") == "lord+c1+4w"
    assert scene.legal() == ["lose lord SE", "lose c1 SE", "lose w SE"]


# --- scoring ---------------------------------------------------------------------------------------------


def test_one_seat_alone_scores_the_region_without_a_battle() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET).before_war()
    scene.put(units={"A": {"SE": "w"}}, tiles={"SE": TILE}, hands={"A": [], "B": []})
    assert gains(scene, "A", "B") == [4, 0]


@pytest.mark.parametrize(
    ("units", "expected"),
    [
        (["3w", "2w", "w"], [4, 2, 0]),
        (["2w", "2w", "w"], [4, 4, 0]),
        (["3w", "w", "w"], [4, 2, 2]),
        (["2w", "2w", "2w"], [4, 4, 4]),
    ],
)
def test_places_and_ties_score_as_the_booklet_says(units: list[str], expected: list[int]) -> None:
    scene = Scene(players=3, lords=["fomorians", "undead", "druids"], next_up=QUIET).before_war()
    hands = {letter: list[str]() for letter in "ABC"}
    scene.put(
        units={letter: {"SE": unit} for letter, unit in zip("ABC", units, strict=True)}, tiles={"SE": TILE}, hands=hands
    )
    assert gains(scene, "A", "B", "C") == expected


def test_without_a_hero_no_plan_is_played() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET).before_war()
    scene.put(units={"A": {"SE": "2w"}, "B": {"SE": "w"}}, tiles={"SE": TILE}, hands={"A": ["SHIELD"], "B": ["GIVE"]})
    finish(scene)
    assert not [text for text in scene.events if text.startswith("plan")]


def test_only_a_seat_with_a_hero_plays_a_plan() -> None:
    scene = war(units={"A": {"SE": "2w"}, "B": {"SE": "lord"}}, hands={"A": ["SHIELD"], "B": ["GIVE"]})
    assert scene.actor == "B"
    scene.play("B: plan none")
    assert scene.actor != "A" or not scene.legal()[0].startswith("plan")


def test_no_plan_means_no_bonus_cards_and_no_draws() -> None:
    scene = war(units={"A": {"SE": "lord"}, "B": {"SE": "lord+w"}}, hands={"A": ["SHIELD"], "B": ["GIVE"]})
    scene.play("A: plan none", "B: plan none")
    assert not [text for text in scene.legal() if text.startswith("hit")]


def test_units_in_unexplored_regions_do_not_score() -> None:
    scene = Scene(lords=["fomorians", "undead"], next_up=QUIET).before_war()
    scene.put(units={"A": {"SW": "3w"}}, tiles={"SE": TILE}, hands={"A": [], "B": []})
    assert gains(scene, "A", "B") == [0, 0]


# --- plans -------------------------------------------------------------------------------------------------


def fight(a: str, b: str, **more: Any) -> Scene:
    """Two lords in SE lay these plans."""
    hands = {"A": [a.split()[-1], "OATH", "WAYS"], "B": [b.split()[-1], "RIDER", "MARCH"]}
    scene = war(units={"A": {"SE": "lord+w"}, "B": {"SE": "lord"}}, hands=hands, **more)
    return scene.play(f"A: plan {a}", "A: done", f"B: plan {b}", "B: done")


def hit(scene: Scene, letter: str, *cards: str) -> Scene:
    """Draw exactly these combat cards and stop."""
    decks = scene.game.data.components.cards
    for card in cards:
        deck = next(found.deck for found in decks if found.id == card)
        scene.next_up.append(f"draw {deck} {card}")
        scene.play(f"{letter}: hit {deck}")
    if scene.actor == letter and "stop" in scene.legal():
        scene.play(f"{letter}: stop")
    return scene


def test_the_strongest_draws_first() -> None:
    scene = fight("SHIELD", "HOLD")
    assert scene.actor == "A"
    scene.play("A: stop")
    assert scene.actor == "B"


def test_as_many_cards_as_the_limit_may_be_drawn() -> None:
    scene = fight("BANNER", "HOLD")
    scene.next_up += ["draw deploy BANKS", "draw deploy LEVY", "draw deploy VANGRD"]
    for _ in range(3):
        scene.play("A: hit deploy")
    assert scene.actor == "B"


def test_a_plan_that_succeeds_adds_the_sum_of_its_combat_cards() -> None:
    scene = fight("SHIELD", "HOLD")
    hit(scene, "A", "SALLY", "HORNS")
    hit(scene, "B")
    assert "fails A" not in scene.events
    assert scene.fields["region"] == -1 or at(scene, "A") == 2 + 4


def test_to_draw_nothing_is_a_success() -> None:
    scene = fight("BANNER", "HOLD")
    hit(scene, "A")
    hit(scene, "B")
    assert "fails A" not in scene.events


def test_give_no_ground_lowers_the_limits_of_all_enemies() -> None:
    scene = fight("GIVE", "HOLD")
    assert (limit(scene, "A"), limit(scene, "B")) == (4, 4)


def test_effects_of_a_failed_plan_are_undone_and_the_others_judged_again() -> None:
    scene = fight("GIVE", "SLAIN")
    hit(scene, "A", "VANGRD", "OUTPST")
    hit(scene, "B", "SALLY", "BANKS")
    assert "fails A" in scene.events
    assert "fails B" not in scene.events


def test_silence_the_horns_negates_one_enemy_plan_but_not_its_limit() -> None:
    scene = fight("SILENC", "CAREFL")
    assert scene.actor == "A"
    assert (limit(scene, "A"), limit(scene, "B")) == (3, 4)


def test_telios_negates_a_plan_before_it_does_anything() -> None:
    scene = war(units={"A": {"SE": "lord+TELIOS"}, "B": {"SE": "lord+w"}}, hands={"A": ["SHIELD"], "B": ["REDAWN"]})
    scene.play("A: plan SHIELD", "A: done", "B: plan REDAWN", "B: done")
    assert scene.legal() == ["use TELIOS", "pass"]
    scene.play("A: use TELIOS")
    assert at(scene, "B") == 2


def test_when_revealed_strength_counts_for_the_order_of_draws() -> None:
    scene = fight("SHIELD", "REDAWN")
    assert at(scene, "B") == 4
    assert scene.actor == "B"


def test_scorched_field_leaves_nothing_for_the_second_place() -> None:
    scene = fight("SCORCH", "HOLD")
    before = scene.vp("B")
    hit(scene, "A")
    hit(scene, "B")
    assert scene.vp("B") - before <= len(scene.hand("B")) + 4


def test_the_white_hart_scores_half_whatever_the_place_and_the_plan() -> None:
    scene = war(units={"A": {"SE": "lord+3w"}, "B": {"SE": "lord+HART"}}, hands={"A": ["SCORCH"], "B": []})
    before = scene.vp("B")
    scene.play("A: plan SCORCH", "A: done")
    hit(scene, "A")
    assert scene.vp("B") - before >= 2


def test_deterministic_battles_give_the_whole_limit_without_draws() -> None:
    scene = war(
        units={"A": {"SE": "lord"}, "B": {"SE": "lord+2w"}},
        hands={"A": ["SHIELD", "OATH"], "B": []},
        options={"battles": "deterministic"},
    )
    before = scene.vp("A")
    scene.play("A: plan SHIELD", "A: bonus OATH", "A: done")
    assert not [text for text in scene.events if text.startswith("hit")]
    assert scene.vp("A") > before


# --- cards after the battle ------------------------------------------------------------------------------


def test_the_first_place_loses_plan_and_bonus_cards_the_second_takes_all_back() -> None:
    scene = war(
        seats=2,
        units={
            "A": {"SE": "lord+3w"},
            "B": {"SE": "lord"},
        },
        hands={"A": ["SHIELD", "OATH"], "B": ["HOLD", "RIDER"]},
    )
    scene.play("A: plan SHIELD", "A: bonus OATH", "A: done", "B: plan HOLD", "B: bonus RIDER", "B: done")
    hit(scene, "A")
    hit(scene, "B")
    discards = [scene.game.names.cards[card] for card in scene.fields["discards"]]
    assert {"SHIELD", "OATH"} <= set(discards)
    fallen = [text for text in scene.events if text.startswith("discards B")]
    assert {"discards B HOLD", "discards B RIDER"} <= set(fallen)  # from the hand, for a point each


def test_a_face_down_plan_stays_secret_when_it_is_regained() -> None:
    scene = fight("SHIELD", "down HOLD")
    assert "plans B down" in scene.events
    hit(scene, "A")
    assert "plans B HOLD" not in scene.events
    assert scene.game.names.cards.index("HOLD") not in _veil.fields(scene.state)["known"]


# --- relics ------------------------------------------------------------------------------------------------


def test_tied_winners_of_the_grail_take_it_by_lowest_vp_and_the_other_an_artifact() -> None:
    scene = war(units={"A": {"SE": "lord"}, "B": {"SE": "lord"}}, vp={"A": 10, "B": 6}, grail_in=["SE"])
    scene.next_up.append("artifact REEDS")
    finish(scene)
    assert scene.fields["grail"][0] == 1
    assert scene.fields["artifacts"][scene.game.names.artifacts.index("REEDS")] >= 12


def test_an_artifact_of_a_region_is_equipped_by_a_hero_there() -> None:
    scene = war(units={"A": {"SE": "c2"}}, relics={"REEDS": "SE"})
    assert scene.legal() == ["equip REEDS c2", "equip none"]
    scene.play("A: equip REEDS c2")
    assert scene.legal()[-1] == "equip none"  # the next season begins with all of them
    assert scene.fields["artifacts"][scene.game.names.artifacts.index("REEDS")] == 12 + 5


def test_the_knights_choose_which_lord_bears_the_grail() -> None:
    scene = war(lords=["knights", "undead"], units={"A": {"SE": "arthur"}}, grail_in=["SE"])
    assert scene.legal() == ["bearer arthur", "bearer guin"]
    scene.play("A: bearer guin")
    assert scene.fields["grail"] == (0, 1, 0)


# --- beasts and artifacts in battle ------------------------------------------------------------------------


def test_the_kelpie_joins_a_battle_at_the_coast_from_the_sea() -> None:
    scene = war(units={"A": {"sea": "KELPIE", "SE": "lord"}, "B": {"SE": "lord+w"}})
    assert scene.legal() == ["use KELPIE", "pass"]
    scene.play("A: use KELPIE")
    scene.play(f"A: {scene.legal()[0]}") if scene.legal()[0].startswith("to") else None
    assert scene.fields["beasts"][scene.game.names.beasts.index("KELPIE")] == (0, REGIONS.index("SE")) or (
        scene.fields["season"] == 2
    )


def test_stand_fast_costs_a_power_and_adds_a_strength() -> None:
    scene = war(units={"A": {"SE": "lord"}, "B": {"SE": "lord"}}, power={"A": 2}, hands={"A": ["SHIELD"], "B": []})
    scene.play("A: plan SHIELD", "A: done")
    hit(scene, "A")
    assert scene.legal() == ["use STAND", "pass"]
    scene.play("A: use STAND")
    assert scene.power("A") >= 1


def test_dead_walls_take_the_strength_of_enemy_settlements() -> None:
    scene = Scene(lords=["fomorians", "undead"])
    scene.put(units={"A": {"SE": "CINDER"}}, settlements={"A": [("SE", 1)], "B": [("SE", 2)]}, tiles={"SE": TILE})
    assert (scene.strength("A", "SE"), scene.strength("B", "SE")) == (4, 0)


def test_the_questing_beast_counts_the_heroes_still_there() -> None:
    scene = war(units={"A": {"SE": "lord+c1+QUESTING"}, "B": {"SE": "lord"}})
    assert gains(scene, "A") == [4 + 2]
