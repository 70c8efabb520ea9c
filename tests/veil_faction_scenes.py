"""Scenes of The Riven Veil with a side of its own for each faction, and what single factions have put together."""

from __future__ import annotations

from itertools import permutations
from random import Random
from typing import Any

from avalon_ai import _veil, games
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import FACTIONS, REGIONS
from avalon_ai.games.veil_facts import units_in
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


class FactionScene(Scene):
    """A scene in which seats may leave things be, and what a seat has by its letter."""

    def put(self, **things: Any) -> FactionScene:
        """Change the position by names."""
        super().put(**things)
        return self

    def play(self, *lines: str) -> FactionScene:
        """Play moves by their texts."""
        super().play(*lines)
        return self

    def step(self) -> FactionScene:
        """Play the last legal move of whoever acts, which leaves things be."""
        self._apply(self.state.legal()[-1])
        self.chance()
        return self

    def until(self, word: str, *, most: int = 200) -> FactionScene:
        """Leave things be until a move that begins so can be made, or for so many moves."""
        for _ in range(most):
            if self.actor == "over" or any(text.startswith(word) for text in self.legal()):
                break
            self.step()
        return self

    def before_war(self) -> FactionScene:
        """Leave things be until the last choice before the War Phase: the last seat's draws."""
        for _ in range(400):
            raw = self.fields
            last = raw["round"] == 3 and raw["turn"] == len(raw["vp"]) and raw["stack"][-1] == "turn"
            if last and self.legal()[0].startswith("draw") and sum(raw["counts"][raw["active"]][0]):
                return self
            self.step()
        raise AssertionError("no war")

    def season_over(self) -> FactionScene:
        """Leave things be until the next season."""
        for _ in range(300):
            if self.fields["season"] > 1:
                return self
            self.step()
        raise AssertionError("the season does not end")

    def vp(self, letter: str) -> int:
        """The VP of a seat."""
        return int(self.fields["vp"]["ABCD".index(letter)])

    def power(self, letter: str) -> int:
        """The faction power of a seat."""
        return int(self.fields["power"]["ABCD".index(letter)])

    def hand(self, letter: str) -> list[str]:
        """The cards of a seat's hand by id."""
        raw = self.fields
        held = raw["held"]["ABCD".index(letter)]
        return [self.game.names.cards[card] for card in held if raw["places"][card] == 0]

    def units(self, letter: str, region: str) -> str:
        """The units of a seat in a region, as `lord+2w`."""
        return "+".join(units_in(self.fields, self.game.facts, "ABCD".index(letter), REGIONS.index(region)))

    def strength(self, letter: str, region: str) -> int:
        """The strength of a seat in a region."""
        return int(_veil.strengths(self.state)["ABCD".index(letter)][REGIONS.index(region)])


def scene(*lords: str, **options: Any) -> FactionScene:
    """A scene with these factions, each with its own board."""
    return FactionScene(players=len(lords), lords=lords, factions="asymmetric", **options)


def arrange(found: FactionScene, **what: Any) -> FactionScene:
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


def own_turn(found: FactionScene, letter: str = "A", season: int = 1) -> FactionScene:
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
