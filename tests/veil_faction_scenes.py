"""Scenes of The Riven Veil with a side of its own for each faction, and what single factions have put together."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

from avalon_ai import _veil, games
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import FACTIONS, REGIONS
from veil_scenes import Scene

QUADRANTS = "NESW"
CHOICES = [choice for players in (2, 3, 4) for choice in permutations(FACTIONS, players)]  # of factions per seat
TILES = {"SE": "GullStair", "E": "SedgeReach", "S": "Hartwood", "W": "HeronWater", "SW": "Saltmouth", "C": "HollowTor"}


def faction_options(number: int) -> dict[str, Any]:
    """The options of one of many games: every choice of factions in its turn, any mode."""
    chance = Random(number)
    lords = list(CHOICES[number % len(CHOICES)])
    return {
        "players": len(lords),
        "lords": lords,
        "factions": "asymmetric",
        "seasons": chance.choice((2, 3)),
        "battles": chance.choice(("standard", "deterministic")),
        "favor": chance.choice("AB"),
        "green_knight": chance.random() < 0.5,
        "decline": chance.random() < 0.3,
    }


def load(**options: Any) -> Veil:
    """A game whose factions have their own boards."""
    game = games.load("veil", **{"factions": "asymmetric", **options})
    assert isinstance(game, Veil)
    return game


def scene(*lords: str, **options: Any) -> Scene:
    """A scene with these factions, each with its own board."""
    return Scene(players=len(lords), lords=lords, factions="asymmetric", **options)


def arrange(found: Scene, **what: Any) -> Scene:
    """Lines (`lines={1: "E"}`), `ancient`, `leviathan`, `tide`, `quests`; objectives and champions by seat."""
    names = found.game.names
    if "lines" in what:
        what["lines"] = {line: REGIONS.index(region) for line, region in what["lines"].items()}
    if "ancient" in what:
        letter, region = what["ancient"]
        what["ancient"] = ("ABCD".index(letter), REGIONS.index(region))
    if "tide" in what:
        what["tide"] = (QUADRANTS.index(what["tide"][0]), what["tide"][1])
    if "leviathan" in what:
        what["leviathan"] = QUADRANTS.index(what["leviathan"])
    if "quests" in what:
        what["quests"] = [(REGIONS.index(region), names.cards.index(card)) for region, card in what["quests"]]
    for name in ("objectives", "champions"):
        if name in what:
            what[name] = {"ABCD".index(letter): value for letter, value in what[name].items()}
    found.state = _veil.arranged(found.state, what)
    found.folded = False
    return found


def own_turn(found: Scene, letter: str = "A", season: int = 1) -> Scene:
    """Let everybody leave things be until the first choice in a turn of this seat."""
    for _ in range(600):
        raw = found.fields
        begun = raw["season"] >= season and raw["stack"][-1] == "turn" and "std draw" in found.legal()
        if begun and found.actor == letter:
            return found
        found.step()
    raise AssertionError(f"no turn of {letter}")


def tiles(*regions: str) -> dict[str, str]:
    """Any fitting tiles for some regions, to explore them."""
    return {region: TILES[region] for region in regions}
