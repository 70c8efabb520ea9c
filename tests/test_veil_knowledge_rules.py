"""What a seat of Veil knows: held cards by zone and deck, known cards, decks with their known bottoms."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai._state import HIDDEN, Generator
from veil_battles import draw, fight, plans
from veil_table import Scene, text

POWER = {"do": "power", "n": 1}
LETTERS = "AB"


def worlds(scene: Scene, seat: str, number: int = 40) -> list[Any]:
    """States that a seat holds possible, in the words of the fields."""
    view = scene.table.views[LETTERS.index(seat)]
    found = []
    for seed in range(number):
        twin = Scene.__new__(Scene)
        twin.game, twin.table = scene.game, type(scene.table)(scene.game, view.determinize(Generator(seed)), [])
        found.append(twin.shown)
    return found


def test_32_hands_of_others_are_seen_by_number_and_deck() -> None:
    seen = Scene().view("B")["seats"]["A"]
    assert seen["cards"] == {"hand": {"deploy": 2, "move": 2, "settle": 2, "plan": 2}}
    assert (seen["seen"], seen["known"]) == ({}, [])


def test_32_the_own_cards_are_seen() -> None:
    scene = Scene()
    assert set(scene.view("A")["seats"]["A"]["seen"]["hand"]) == scene.hand("A")


def test_32_what_a_seat_has_not_seen_is_one_set() -> None:
    scene = Scene()
    unseen = set(scene.view("B")["unseen"])
    assert scene.hand("A") <= unseen
    assert not scene.hand("B") & unseen
    assert len(unseen) == 160 - 8


def test_32_discards_are_a_public_set_that_is_remembered() -> None:
    scene = Scene(cards=[text("CARDA", "settle", POWER, init=3)]).put(hands={"A": "CARDA VALE", "B": "CAREFL"})
    scene.commit(A="CARDA").go("A").play("card").season(2)
    for seat in LETTERS:
        assert "CARDA" in scene.view(seat)["discards"]
    assert scene.view("A")["discards"] == scene.view("B")["discards"]


def test_32_worlds_deal_the_zones_from_what_is_unseen() -> None:
    scene = Scene().put(hands={"A": "LONGSH VALE CHAPEL SHIELD", "B": "CAREFL"})
    scene.play("play SHIELD", "done")
    for world in worlds(scene, "B"):
        cards = world["seats"]["A"]["cards"]
        assert (cards["chosen"]["plan"], cards["hand"]["settle"], cards["hand"]["move"]) == (1, 2, 1)
    assert len({world["seats"]["A"]["seen"]["chosen"][0] for world in worlds(scene, "B")}) > 10


def test_32_a_known_card_is_held_in_every_world() -> None:
    shows = text("SHOWS", "move", POWER, cost=1, init=3, reduce=[{"n": 1, "show": "settle"}])
    scene = Scene(cards=[shows]).put(hands={"A": "SHOWS VALE CHAPEL", "B": "CAREFL"})
    scene.play("play SHOWS", "claim 1", "show VALE", "done").go("A")
    for world in worlds(scene, "B"):
        assert "VALE" in world["seats"]["A"]["seen"]["hand"]


def test_32_combat_cards_are_known_to_their_drawer_until_all_are_revealed() -> None:
    scene = plans(fight("lord+w", "lord+2w", hands={"A": "FOURP", "B": "THREEP"}), A="FOURP", B="THREEP")
    draw(scene, "B", 3)
    assert "WAYS" not in str(scene.view("A")["seats"]["B"]["seen"])
    assert {world["seats"]["B"]["seen"]["combat"][0] for world in worlds(scene, "A")} != {"WAYS"}
    draw(scene, "A", 1)
    assert {"combat B WAYS", "combat A GOATS"} <= set(scene.log)


def test_32_tiles_and_mist_cards_are_hidden_from_all() -> None:
    scene = Scene(mist={"SE": "REEDS"})
    for seat in LETTERS:
        region = scene.view(seat)["regions"]["SE"]
        assert (region["tile"], region["mist"], region["artifact"]) == (None, "hidden", None)


def test_32_the_bottom_of_a_deck_comes_last_and_in_its_order() -> None:
    all_of_them = text("HOARD", "settle", *[{"do": "artifact", "n": 15, "equip": "none", "vp": False}] * 2, init=3)
    scene = Scene(cards=[all_of_them], hands={"A": "HOST | HOARD"}, mist={"SE": "REEDS", "SW": "AXE"}).season(2)
    queue = [scene.game.names.artifacts[number] for number in scene.raw["artifact_queue"]]
    assert len(queue) == 2
    scene.turn("A", "HOARD").play("card").until(lambda now: now.legal() == ["end"])
    drawn = [said.split()[1] for said in scene.events("artifact ")]
    assert len(drawn) == 24 - 2  # two lie in the mist again
    assert drawn[-2:] == queue


def test_32_a_reshuffled_deck_is_unknown_again() -> None:
    draws = text("DRAWS", "settle", *[{"do": "draw", "n": 15, "deck": "move"}] * 5, init=3)
    scene = Scene(cards=[draws]).put(hands={"A": "DRAWS LONGSH CORACL", "B": "CAREFL"})
    scene.commit(A="DRAWS").go("A").play("card")
    while scene.legal() != ["end"]:
        scene.play(scene.legal()[0])
    scene.turn("A").play("std deploy", "pay LONGSH", "skip").until(lambda now: now.legal() == ["end"])
    assert "LONGSH" in scene.discards()
    scene.play("end", "draw move", "draw plan")
    assert "reshuffle move" in scene.log
    assert "LONGSH" not in scene.view("B")["discards"]


def test_32_who_acts_is_hidden_while_all_choose_at_once() -> None:
    scene = Scene()
    assert scene.actor == "A"
    assert scene.table.views[1].actor() in (0, HIDDEN)
    assert scene.table.views[1].legal() == []


def test_s22_hand_sizes_are_public_at_all_times() -> None:
    scene = Scene()
    for _ in range(60):
        for seat in LETTERS:
            held = list(scene.seat(seat)["cards"].values())
            seen = list(scene.view("A" if seat == "B" else "B")["seats"][seat]["cards"].values())
            assert sum(sum(zone.values()) for zone in held) == sum(sum(zone.values()) for zone in seen)
        scene.play(scene.quiet())


@pytest.mark.parametrize("seat", ["A", "B"])
def test_32_bids_become_known_and_stay_so(seat: str) -> None:
    deploy = text("CARDA", "settle", {"do": "deploy", "n": 1}, init=3)
    scene = Scene(cards=[deploy], mist={"SE": "IRONBACK"}).put(hands={"A": "CARDA WADE GRAIN", "B": "CAREFL LONGSH"})
    scene.commit(A="CARDA").go("A").play("card", "to SE", "put lord", "explore", "explore none")
    scene.play("bid GRAIN" if seat == "A" else "done", *["done"] if seat == "A" else []).play("bid LONGSH")
    scene.until(lambda now: now.pending == "bond")
    for other in LETTERS:
        view = scene.view(other)
        known = set(view["seats"]["B"]["known"]) | set(view["discards"])
        assert "LONGSH" in known
