"""What single factions of the third game have, in words: ley lines, quests, the tide, objectives. Pure functions."""

from __future__ import annotations

from typing import Any

from avalon_ai.games.veil_codes import DECKS, REGIONS
from avalon_ai.games.veil_facts import Facts, Fields, hero_names
from avalon_ai.games.veil_vocabulary import QUADRANTS

HIDDEN = 200  # + deck: a Quest Card that this position does not see
RULES = """
FACTIONS   Each has a board of its own. Steps on its objective end with the Lord board
           turned over. Druids place ley lines; Fomorians follow the tide, which goes on
           at the end of each of their turns; Knights lay Quest Cards beside flags and
           win there with a hero; Undead win battles and build altars."""
WAYS = {1: "clockwise", 3: "counter-clockwise"}


def faction_fields(raw: Fields, facts: Facts) -> dict[str, Any]:
    """What lies on the island and in the sea; nothing where no seat has such a thing."""
    found: dict[str, Any] = {}
    if any(at >= 0 for at in raw["lines"]):
        found["ley_lines"] = {str(line): REGIONS[at] for line, at in enumerate(raw["lines"], 1) if at >= 0}
    if raw["quests"]:
        found["quests"] = [_quest(at, card, facts) for at, card in raw["quests"]]
    if raw["tide"][0] >= 0:
        found["tide"] = {"quadrant": QUADRANTS[raw["tide"][0]], "way": WAYS[raw["tide"][1]]}
        found["leviathan"] = sea_of(raw)
    return found


def seat_fields(raw: Fields, facts: Facts, seat: int) -> dict[str, Any]:
    """What a seat has on its own boards; nothing in a game of equal ones."""
    length = facts.names.objectives[raw["factions"][seat]]
    if not length:
        return {}
    champion = raw["champions"][seat]
    return {
        "objective": raw["objectives"][seat],
        "objective_length": length,
        "upgraded": raw["upgraded"][seat],
        "champion": hero_names(raw, seat)[champion] if champion >= 0 else None,
    }


def sea_of(raw: Fields) -> str | None:
    """The quadrant before which Leviathan lies; None in the supply."""
    return QUADRANTS[raw["leviathan"]] if 0 <= raw["leviathan"] < len(QUADRANTS) else None


def marks(raw: Fields, region: int) -> list[str]:
    """What lies in a region beside units and settlements: ley lines by number, flags of quests."""
    found = [f"L{line}" for line, at in enumerate(raw["lines"], 1) if at == region]
    return found + ["quest" for at, _ in raw["quests"] if at == region]


def sea_words(raw: Fields) -> list[str]:
    """Where the tide stands and goes, and where Leviathan lies."""
    found = []
    if raw["tide"][0] >= 0:
        found.append(f"tide {QUADRANTS[raw['tide'][0]]} {WAYS[raw['tide'][1]]}")
    place = sea_of(raw)
    return found + ([f"Leviathan {place}"] if place else [])


def seat_words(raw: Fields, facts: Facts, seat: int) -> list[str]:
    """How far a seat is with its objective, whether its Lord board has turned over, its selected champion."""
    own = seat_fields(raw, facts, seat)
    if not own:
        return []
    found = [f"objective {own['objective']}/{own['objective_length']}{', reached' * own['upgraded']}"]
    return found + ([f"{own['champion']} selected"] if own["champion"] else [])


def _quest(at: int, card: int, facts: Facts) -> dict[str, Any]:
    if card >= HIDDEN:
        return {"region": REGIONS[at], "deck": DECKS[card - HIDDEN], "card": None}
    return {"region": REGIONS[at], "deck": facts.components.cards[card].deck, "card": facts.names.cards[card]}
