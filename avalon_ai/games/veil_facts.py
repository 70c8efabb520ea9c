"""What lies where in the third game, in words: from the raw fields of a position to names. Pure functions."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from avalon_ai import _veil
from avalon_ai._state import OVER, State, View
from avalon_ai.games.veil_codes import ARTIFACTS, BEASTS, DECKS, LAYOUT, REGIONS, SEA
from avalon_ai.games.veil_compile import LISTS, VeilTables
from avalon_ai.games.veil_components import Component, Components

Fields = dict[str, Any]
SUPPLY = SEA + 1
ZONES = ("hand", "chosen", "payment", "bid", "plan", "bonus", "combat", "quest")
ANYWHERE = len(ZONES)  # zone of a card that is known to be held, nobody says where
MIST = ("", "hidden", "grail", "artifact")
NEUTRAL_AT, OWNED_FROM, BEARERS, BESIDE = 2, 12, 6, 5  # places of artifacts: face up in a region, owned
PLANS = ("none", "hidden", "open", "face down")
INITIATIVES = 3


@dataclass(frozen=True)
class Facts:
    """What the data and the options say to texts: ids by number, components, seasons."""

    names: VeilTables
    components: Components
    seasons: int

    @cached_property
    def parts(self) -> dict[str, Component]:
        """Every component by its id."""
        return {part.id: part for part in self.components.named()}

    @cached_property
    def owners(self) -> dict[int, str]:
        """The id of the card or power that each row of effects belongs to, gains included."""
        found: dict[int, str] = {}
        tables = self.names.tables
        for name, row in zip(self.names.cards, tables["cards"], strict=True):
            card = dict(zip(LAYOUT["cards"], row, strict=True))
            for part in LISTS:
                self._own(found, name, card[f"{part}_start"], card[f"{part}_count"])
        for name, row in zip(self.names.powers, tables["powers"], strict=True):
            power = dict(zip(LAYOUT["powers"], row, strict=True))
            self._own(found, name, power["fx_start"], power["fx_count"])
        return found

    def _own(self, found: dict[int, str], name: str, start: int, count: int) -> None:
        for number in range(start, start + count):
            found[number] = name
            row = dict(zip(LAYOUT["effects"], self.names.tables["effects"][number], strict=True))
            self._own(found, name, row["gain_start"], row["gain_count"])


def look(position: State | View) -> Fields:
    """The raw fields of a position, with what pieces and plans are worth in it."""
    found = _veil.fields(position)
    found["strengths"] = _veil.strengths(position)
    found["limits"] = _veil.limits(position)
    found["battle_strengths"] = _veil.battle_strengths(position)
    return found


def place(number: int) -> str | None:
    """A region, `sea`, `supply`, or None."""
    if number < 0:
        return None
    return (*REGIONS, "sea", "supply")[number]


def hero_names(fields: Fields, seat: int) -> tuple[str, ...]:
    """The heroes of a seat, with `-` for one that is not in the game."""
    two = fields["heroes"][seat][1] >= 0
    return ("arthur" if two else "lord", "guin" if two else "-", "c1", "c2", "c3")


def units_in(fields: Fields, facts: Facts, seat: int, region: int) -> list[str]:
    """The units of a seat in a region (or the sea), as texts of moves name them."""
    found = [
        name
        for name, at in zip(hero_names(fields, seat), fields["heroes"][seat], strict=True)
        if at == region and name != "-"
    ]
    found += [facts.names.beasts[beast] for beast in range(BEASTS) if fields["beasts"][beast] == (seat, region)]
    if fields["knight"] == (seat, region):
        found.append("knight")
    if fields["ancient"] == (seat, region):
        found.append("ancient")
    number = fields["warriors"][seat][region] if region < SEA else 0
    return found + ([f"{number}w" if number > 1 else "w"] if number else [])


def settlement_in(fields: Fields, seat: int, region: int) -> tuple[int, int] | None:
    """Slot of the tile and strength tokens of a seat's settlement there."""
    for at, slot, tokens in fields["settlements"][seat]:
        if at == region:
            return slot, tokens
    return None


def artifacts_of(fields: Fields, facts: Facts, seat: int) -> dict[str, str | None]:
    """The artifacts of a seat with their bearers; None: beside the board."""
    found: dict[str, str | None] = {}
    for artifact in range(ARTIFACTS):
        where = fields["artifacts"][artifact] - OWNED_FROM - BEARERS * seat
        if 0 <= where < BEARERS:
            found[facts.names.artifacts[artifact]] = None if where == BESIDE else hero_names(fields, seat)[where]
    return found


def artifact_in(fields: Fields, facts: Facts, region: int) -> str | None:
    """The artifact that lies face up in a region."""
    for artifact in range(ARTIFACTS):
        if fields["artifacts"][artifact] == NEUTRAL_AT + region:
            return facts.names.artifacts[artifact]
    return None


def beasts_of(fields: Fields, facts: Facts, seat: int) -> dict[str, str | None]:
    """The beasts of a seat and where they are."""
    return {
        facts.names.beasts[beast]: place(at)
        for beast, (owner, at) in enumerate(fields["beasts"])
        if owner == seat
    }  # fmt: skip


def cards_in(fields: Fields, facts: Facts, seat: int, zone: int) -> list[str]:
    """The cards of a seat that are seen in a zone, by id."""
    return [facts.names.cards[card] for card in fields["held"][seat] if fields["places"][card] == zone]


def ids(facts: Facts, cards: Iterable[int]) -> list[str]:
    """Cards by id."""
    return [facts.names.cards[card] for card in cards]


def by_deck(counts: Sequence[int]) -> dict[str, int]:
    """Counts by the name of the deck."""
    return dict(zip(DECKS, counts, strict=True))


def by_class(counts: Sequence[int]) -> dict[str, int]:
    """Counts by deck and initiative, those that are not 0."""
    return {
        f"{DECKS[kind // INITIATIVES]}{kind % INITIATIVES + 1}": number for kind, number in enumerate(counts) if number
    }


def hand_size(fields: Fields, seat: int) -> int:
    """Cards in the hand of a seat."""
    return sum(fields["counts"][seat][0])


def phase(fields: Fields) -> str:
    """The phase of the season in a word."""
    if fields["actor"] == OVER:
        return "over"
    if fields["war"]:
        return "war"
    return "preparation" if fields["round"] else "mist"
