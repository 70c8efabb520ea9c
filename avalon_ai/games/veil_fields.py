"""Views of the third game as JSON, in the words of the game's page."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from avalon_ai import _veil
from avalon_ai._state import State, View
from avalon_ai.games import veil_facts
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import DECK_SIZE, DECKS, FACTIONS, REGIONS
from avalon_ai.games.veil_factions import faction_fields, seat_fields
from avalon_ai.games.veil_facts import MIST, PLANS, ZONES, Facts, Fields

DIGITS = 6


def view_fields(view: View | State, facts: Facts) -> dict[str, Any]:
    """Everything that the view's seat knows for certain."""
    raw = _veil.fields(view)
    strengths = _veil.strengths(view)
    seats = range(len(raw["vp"]))
    return {
        "season": raw["season"],
        "phase": veil_facts.phase(raw),
        "round": raw["round"],
        "order": [seat_letter(seat) for seat in raw["order"] if seat >= 0],
        "active": None if raw["active"] < 0 else seat_letter(raw["active"]),
        "pending": raw["stack"][-1],
        "seats": {seat_letter(seat): _seat(raw, facts, seat) for seat in seats},
        "regions": {name: _region(raw, facts, region, strengths) for region, name in enumerate(REGIONS)},
        "prophecies": [
            {
                "id": facts.names.prophecies[number],
                "fulfilled": [seat_letter(seat) for seat in seats if done >> seat & 1],
            }
            for number, done in raw["prophecies"]
        ],
        "piles": veil_facts.by_deck(raw["piles"]),
        "discards": veil_facts.ids(facts, raw["discards"]),
        "unseen": veil_facts.ids(facts, raw["pile"]),
        "mist": dict(zip(("artifacts", "beasts", "grail"), raw["mist_left"], strict=True)),
        "battle": _battle(view, raw, facts),
        **faction_fields(raw, facts),
    }


def _seat(raw: Fields, facts: Facts, seat: int) -> dict[str, Any]:
    counts = raw["counts"][seat]
    return {
        "faction": FACTIONS[raw["factions"][seat]],
        "vp": raw["vp"][seat],
        "power": raw["power"][seat],
        "favor": raw["favor"][seat],
        "hand": veil_facts.hand_size(raw, seat),
        "cards": {
            zone: veil_facts.by_deck(counts[number]) for number, zone in enumerate(ZONES) if any(counts[number])
        },
        "seen": {
            zone: cards
            for number, zone in enumerate((*ZONES, "anywhere"))
            if (cards := veil_facts.cards_in(raw, facts, seat, number))
        },
        "known": [facts.names.cards[card] for card in raw["known"] if card in raw["held"][seat]],
        "at_least": veil_facts.by_class(raw["least"][seat]),
        "payment": veil_facts.by_class(raw["payments"][seat]),
        "supply": raw["supply"][seat],
        "heroes": {
            name: {"at": veil_facts.place(at), "strength": raw["hero_strength"][seat][hero]}
            for hero, (name, at) in enumerate(
                zip(veil_facts.hero_names(raw, seat), raw["heroes"][seat], strict=True)
            )
            if at >= 0
        },
        "beasts": veil_facts.beasts_of(raw, facts, seat),
        "artifacts": veil_facts.artifacts_of(raw, facts, seat),
        "used": [facts.names.powers[power] for power in raw["used"][seat]],
        "grail": raw["grail"][0] == seat,
        "excalibur": raw["excalibur"][0] == seat,
        **seat_fields(raw, facts, seat),
    }  # fmt: skip


def _region(raw: Fields, facts: Facts, region: int, strengths: list[list[int]]) -> dict[str, Any] | None:
    """A region, None for one in deep mist."""
    if not raw["island"] >> region & 1:
        return None
    tile = raw["tiles"][region]
    seats = range(len(raw["vp"]))
    return {
        "tile": facts.names.tiles[tile] if tile >= 0 else None,
        "explored": bool(raw["explored"] >> region & 1),
        "mist": MIST[raw["mist"][region]] or None,
        "artifact": veil_facts.artifact_in(raw, facts, region),
        "units": {
            seat_letter(seat): units for seat in seats if (units := veil_facts.units_in(raw, facts, seat, region))
        },
        "settlements": {
            seat_letter(seat): {"slot": found[0], "tokens": found[1]}
            for seat in seats
            if (found := veil_facts.settlement_in(raw, seat, region))
        },
        "strength": {seat_letter(seat): strengths[seat][region] for seat in seats if strengths[seat][region]},
    }


def _battle(view: View | State, raw: Fields, facts: Facts) -> dict[str, Any] | None:
    """The battle under way."""
    if raw["region"] < 0:
        return None
    limits, strengths = _veil.limits(view), _veil.battle_strengths(view)
    return {
        "region": REGIONS[raw["region"]],
        "seats": {
            seat_letter(seat): {
                "plan": PLANS[plan],
                "card": facts.names.cards[card] if card >= 0 else None,
                "limit": limits[seat],
                "strength": strengths[seat],
                "failed": bool(raw["failed"] >> seat & 1),
            }
            for seat, (plan, card, _) in enumerate(raw["plans"])
            if raw["fighting"] >> seat & 1
        },
    }


def held_chances(view: View, facts: Facts) -> dict[str, Any]:
    """For each other seat and deck, how likely one of its unknown cards is any given unseen one; all are alike."""
    raw = _veil.fields(view)
    found: dict[str, Any] = {}
    unseen = _by_deck(raw["pile"])
    for seat in range(len(raw["vp"])):
        if seat == view.seat:
            continue
        unknown = _unknown(raw, seat)
        found[seat_letter(seat)] = {
            DECKS[deck]: round(unknown[deck] / unseen[deck], DIGITS) if unseen[deck] else 0.0
            for deck in range(len(DECKS))
        }
    return found


def _unknown(raw: Fields, seat: int) -> list[int]:
    """How many cards of each deck a seat holds that nobody else has seen."""
    held = [sum(zone[deck] for zone in raw["counts"][seat]) for deck in range(len(DECKS))]
    return [number - seen for number, seen in zip(held, _by_deck(raw["held"][seat]), strict=True)]


def _by_deck(cards: Iterable[int]) -> list[int]:
    """How many of these cards each deck has."""
    found = [0] * len(DECKS)
    for card in cards:
        found[card // DECK_SIZE] += 1
    return found
