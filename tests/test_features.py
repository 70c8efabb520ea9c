"""Features of a View: a fixed layout with a name for each number, made from the View and from nothing else."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import kit
from avalon_ai import games
from avalon_ai._state import OVER, Generator, View
from avalon_ai.games.base import SEAT_LETTERS, Game
from avalon_ai.games.resistance_codes import ROLES
from random_worlds import world

DOCS = Path(__file__).resolve().parent.parent / "docs"
GAMES = ("duel", "resistance", "veil")
SETTINGS: dict[str, list[dict[str, Any]]] = {
    "duel": [{}, {"territories": ["plain1", "forest1", "avalon"], "colours": 2, "crowns_to_win": 3}],
    "resistance": [{"players": players, "lady": players % 2 == 0, "roles": "all"} for players in (5, 7, 10)],
    "veil": [{"players": players, "seasons": 2 + players % 2, "favor": "AB"[players % 2]} for players in (2, 3, 4)],
}
Named = dict[str, float]


def views(game: Game, seed: int) -> Iterator[View]:
    """Every seat's View at every step of a random game."""
    table, rng = kit.Table.deal(game, seed), Generator(seed)
    while True:
        yield from (table.state.view(seat) for seat in range(game.seats))
        if table.state.actor() == OVER:
            return
        table.apply(kit.next_event(table, kit.uniform, rng))


def named(game: Game, view: View) -> Named:
    return dict(zip(game.feature_names(), map(float, view.features()), strict=True))


@pytest.mark.parametrize("name", GAMES)
def test_each_number_has_a_name_whatever_the_options(name: str) -> None:
    layouts = set()
    for options in SETTINGS[name]:
        game = games.load(name, **options)
        numbers = game.new(1).view(0).features()
        assert numbers.dtype == np.float32
        assert numbers.shape == (len(game.feature_names()),)
        assert len(set(game.feature_names())) == len(game.feature_names())
        layouts.add(game.feature_names())
    assert len(layouts) == 1


def rows(name: str) -> list[tuple[str, int, int, str]]:
    """The table on the page of a game: names, how many numbers, the place of the first, the values."""
    page = (DOCS / f"{name}.md").read_text(encoding="utf-8").partition("## Features for learners")[2]
    found = re.findall(r"^\| (`.*?) \| (\d+) \| (\d+) \| (.*?) \|", page, re.MULTILINE)
    return [(said, int(count), int(start), values) for said, count, start, values in found]


@pytest.mark.parametrize("name", GAMES)
def test_the_page_of_the_game_tells_the_layout(name: str) -> None:
    names = games.load(name).feature_names()
    place = 0
    for said, count, start, _ in rows(name):
        first = said.strip("`").split("`")[0]
        assert names[place].split(".")[0] in (first.split(".")[0], "own"), first
        assert start == place, first
        place += count
    assert place == len(names)


@pytest.mark.parametrize("name", GAMES)
def test_values_are_those_that_the_page_tells(name: str) -> None:
    table = rows(name)
    low, high = (
        np.repeat(bounds, [count for _, count, _, _ in table]) for bounds in zip(*map(bounds_of, table), strict=True)
    )
    for number, options in enumerate(SETTINGS[name]):
        game = games.load(name, **options)
        for view in views(game, number):
            found = view.features()
            assert np.array_equal(found, np.round(found))
            wrong = np.flatnonzero((found < low) | (found > high))
            assert not len(wrong), [(game.feature_names()[place], found[place]) for place in wrong]


def bounds_of(row: tuple[str, int, int, str]) -> tuple[float, float]:
    """The least and the greatest value that a row tells: `0, 1`, `0 to 40`, `-1 up`, `any`."""
    least, _, most = (
        re.sub(" up$", " to inf", row[3].replace("any", "-inf to inf")).replace(", ", " to ").partition(" to ")
    )
    return float(least), float(most)


@pytest.mark.parametrize("name", GAMES)
def test_equal_views_give_equal_numbers_and_each_call_a_new_array(name: str) -> None:
    for seed in range(4):
        told = world(name, seed)
        for seat in range(told.game.seats):
            view = told.stream(seat, {"players": ["x"] * told.game.seats}).view
            other = told.state().view(seat)
            first, second = view.features(), other.features()
            assert np.array_equal(first, second)
            first += 1
            assert np.array_equal(view.features(), second)


def test_the_numbers_of_the_duel_are_those_of_its_fields() -> None:
    for number, options in enumerate(SETTINGS["duel"]):
        game = games.load("duel", **options)
        for view in views(game, number):
            check_duel(game.fields(view), named(game, view), "AB"[view.seat], "BA"[view.seat])


def check_duel(fields: dict[str, Any], found: Named, own: str, other: str) -> None:
    for key in ("turn", "turn_cap", "crowns_to_win", "pile", "conquests", "avalon_used", "to_pay", "to_draw"):
        assert found[key] == fields[key], key
    assert [key for key in found if key.startswith("phase.") and found[key]] == [f"phase.{fields['phase']}"]
    for kind, count in fields["unseen"].items():
        assert found[f"unseen.{kind}"] == count
        assert found[f"discards.{kind}"] == fields["discards"][kind]
        assert found[f"hand.own.{kind}"] == fields["hand"].count(kind)
        assert found[f"known.own.{kind}"] == fields["known"][own].count(kind)
        assert found[f"known.other.{kind}"] == fields["known"][other].count(kind)
        evidence = fields["evidence"][other][kind]
        assert found[f"evidence.other.{kind}"] == (-1 if evidence is None else evidence)
    attack = fields["attack"] or {"card": None, "territory": None, "enchants": False}
    assert [key for key in found if key.startswith("attack.") and found[key]] == [f"attack.{attack['card']}"][
        : attack["card"] is not None
    ]
    assert found["enchants"] == attack["enchants"]
    for side, letter in (("own", own), ("other", other)):
        assert found[f"{side}.crowns"] == fields["crowns"][letter]
        assert found[f"{side}.hand_size"] == fields["hand_sizes"][letter]
        assert found[f"{side}.on_turn"] == (fields["on_turn"] == letter)
        front = fields["tiles"]["front"][letter]
        for tile, count in fields["tiles"]["up"].items():
            assert found[f"tiles_up.{tile}"] == count
            assert found[f"{side}.front.{tile}"] == (front is not None and front["tile"] == tile)
    for place in range(1, 12):
        check_territory(fields["territories"], found, place, own, other)


def check_territory(territories: list[dict[str, Any]], found: Named, place: int, own: str, other: str) -> None:
    before = f"territory.{place}"
    assert found[f"{before}.in_play"] == (place <= len(territories))
    if place > len(territories):
        assert not any(value for key, value in found.items() if key.startswith(f"{before}."))
        return
    fields = territories[place - 1]
    lands = [key for key, value in found.items() if key.startswith(f"{before}.land.") and value]
    assert lands == ([] if fields["land"] is None else [f"{before}.land.{fields['land']}"])
    assert found[f"{before}.crowns"] == (fields["crowns"] or 0)
    assert found[f"{before}.castle"] == (fields["feature"] == "castle")
    assert found[f"{before}.circle"] == (fields["feature"] == "circle")
    for side, letter in (("own", own), ("other", other)):
        stack = fields["stacks"][letter]
        assert found[f"{before}.{side}"] == (fields["owner"] == letter)
        assert found[f"{before}.{side}.height"] == len(stack)
        for kind in set(stack):
            assert found[f"{before}.{side}.cards.{kind}"] == stack.count(kind)
            assert found[f"{before}.{side}.top.{kind}"] == (stack[-1] == kind)


def test_the_numbers_of_the_resistance_are_those_of_its_fields() -> None:
    for number, options in enumerate(SETTINGS["resistance"]):
        game = games.load("resistance", **options)
        for view in views(game, number):
            check_resistance(game.fields(view), named(game, view), view.seat)


def check_resistance(fields: dict[str, Any], found: Named, own: int) -> None:
    players = fields["players"]

    def seats(name: str) -> str:
        """The letters of a set of seats in the row."""
        marked = [place for place in range(10) if found[f"{name}.{place}"]]
        return "".join(sorted(SEAT_LETTERS[(own + place) % players] for place in marked))

    assert (found["players"], found["won"], found["lost"]) == (players, fields["won"], fields["lost"])
    for key in ("phase", "quest", "attempt", "role"):
        marked = [name for name in found if name.startswith(f"{key}.") and found[name]]
        assert marked == [f"{key}.{fields[key]}"]
    assert seats("leader") == fields["leader"]
    assert seats("team") == (fields["team"] or "")
    assert seats("chosen") == fields["chosen"]
    assert found["carries_shot"] == fields["carries_shot"]
    assert found["own_choice"] == {None: 0, "approve": 1, "fail": 1, "reject": -1, "success": -1}[fields["own_choice"]]
    for role in ROLES:
        assert found[f"role_set.{role}"] == fields["role_set"].count(role)
        possible = {letter for letter, roles in fields["possible"].items() if role in roles}
        places = [place for place in range(10) if found[f"possible.{place}.{role}"]]
        assert possible == {SEAT_LETTERS[(own + place) % players] for place in places}
    for quest, said in enumerate(fields["quests"], 1):
        assert seats(f"quests.{quest}.team") == said["team"]
        assert found[f"quests.{quest}.fails"] == said["fails"]
        assert found[f"quests.{quest}.own_fail"] == (said["own_card"] == "fail")
    assert sum(found[f"quests.{quest}.played"] for quest in range(1, 6)) == len(fields["quests"])
    for said in fields["proposals"]:
        before = f"proposals.{said['quest']}.{said['attempt']}"
        assert (seats(f"{before}.leader"), seats(f"{before}.team")) == (said["leader"], said["team"])
        assert found[f"{before}.told"] == (said["approved"] is not None)
        assert seats(f"{before}.approved") == (said["approved"] or "")
    made = [name for name in found if name.startswith("proposals.") and name.endswith(".made") and found[name]]
    assert len(made) == len(fields["proposals"])
    lady = fields["lady"] or {"holder": "", "uses": []}
    assert seats("lady") == lady["holder"]
    for use, said in enumerate(lady["uses"], 1):
        assert (seats(f"lady.{use}.holder"), seats(f"lady.{use}.target")) == (said["holder"], said["target"])
        for key in ("loyalty", "claim"):
            marked = [name for name in found if name.startswith(f"lady.{use}.{key}.") and found[name]]
            assert marked == ([] if said[key] is None else [f"lady.{use}.{key}.{said[key]}"])
    shot = fields["shot"] or {"seat": "", "target": ""}
    assert (seats("shooter"), seats("shot")) == (shot["seat"], shot["target"])
    assert seats("evil") == (fields["evil"] or "")


def test_what_everybody_sees_has_no_features() -> None:
    with pytest.raises(ValueError, match="no features for this View"):
        games.load("resistance").new(1).view(0).shared().features()
