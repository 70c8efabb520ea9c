"""The kit's laws on the standard duel and on many smaller and odd ones."""

from __future__ import annotations

from typing import Any

import pytest

import kit
from avalon_ai import games
from avalon_ai.games.base import Game

pytestmark = pytest.mark.kit

DARK = {"2": 1, "4": 1, "each": 1}
VARIANTS: dict[str, dict[str, Any]] = {
    "standard": {},
    "rich": {"set": "rich23"},
    "short": {"turn_cap": 9},
    "no-hand-to-speak-of": {"hand": 1, "turn_cap": 60},
    "large-hand": {"hand": 9, "turn_cap": 60},
    "all-dealt": {"territories": ["plain1", "avalon"], "colours": 1, "copies": 4, "hand": 2, "turn_cap": 40},
    "one-left": {"territories": ["forest1", "plain3"], "colours": 1, "copies": 5, "hand": 2, "turn_cap": 60},
    "one-colour": {"territories": ["forest1", "avalon", "hill3"], "colours": 1, "copies": 8, "hand": 3, "turn_cap": 60},
    "one-copy": {"territories": ["forest1", "avalon", "plain3"], "colours": 5, "copies": 1, "hand": 2, "turn_cap": 60},
    "two-colours": {"territories": ["avalon", "swamp", "forest1", "hill3"], "colours": 2, "copies": 4, "hand": 2},
    "castles": {"territories": ["plain3", "forest3", "hill3"], "colours": 2, "copies": 3, "hand": 2, "turn_cap": 60},
    "no-lands": {"territories": ["avalon", "swamp"], "colours": 2, "copies": 3, "hand": 3, "turn_cap": 40},
    "three-tiles": {
        "territories": ["plain1", "forest1", "avalon"],
        "colours": 3,
        "copies": 3,
        "tiles": DARK,
        "hand": 3,
    },
    "dark-tiles": {"territories": ["plain1", "hill1"], "colours": 2, "copies": 3, "tiles": {"4": 2, "2xterrain": 1}},
    "light-tiles": {"territories": ["plain1", "hill1"], "colours": 2, "copies": 3, "tiles": {"area": 2, "terrain": 1}},
    "many-tiles": {"territories": ["plain1", "hill1"], "colours": 3, "copies": 4, "tiles": {"2": 9, "4": 9, "each": 9}},
    "first-a": {"first": "A", "turn_cap": 6},
    "first-b": {"first": "B", "turn_cap": 6},
}
SMALL = {"hand": 2, "turn_cap": 40}  # for the variants above that say nothing of these
EVERYTHING = 1000


def game(name: str) -> Game:
    """The duel of that name; crowns to win that the lands allow."""
    options = dict(VARIANTS[name])
    if "territories" in options:
        options = SMALL | options
        lands = options["territories"]
        crowns = sum(int(land[-1]) if land[-1].isdigit() else 1 for land in lands)
        options["crowns_to_win"] = max(1, crowns - 1)
    return games.load("duel", **options)


def contract(duel: Game) -> kit.Contract:
    return kit.Contract(models=(None, duel.model("hand")))


@pytest.mark.parametrize("name", VARIANTS)
def test_laws_hold_when_moves_are_uniform(name: str) -> None:
    duel = game(name)
    every = 7 if "territories" not in VARIANTS[name] and "turn_cap" not in VARIANTS[name] else 1
    for seed in range(kit.games_to_play(4)):
        kit.run(duel, seed, contract(duel), every=every)


@pytest.mark.parametrize("name", VARIANTS)
def test_laws_hold_when_kinds_of_moves_are_uniform(name: str) -> None:
    duel = game(name)
    for seed in range(kit.games_to_play(10)):
        kit.run(duel, EVERYTHING + seed, contract(duel), player=kit.grouped(duel), every=3)
