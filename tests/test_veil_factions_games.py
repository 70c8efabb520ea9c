"""Random games in which each faction has a side of its own: they end, verify, keep all laws and use everything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kit
from avalon_ai import _veil, record
from avalon_ai._state import CHANCE, OVER, Generator, State, event_code
from avalon_ai.bots import make
from avalon_ai.games.veil_codes import FACTIONS, LAYOUT, REGIONS
from avalon_ai.games.veil_notation import first
from avalon_ai.match import play
from test_veil_kit import contract
from veil_faction_scenes import CHOICES, faction_options, load

pytestmark = pytest.mark.kit

POWER = LAYOUT["powers"]
KIND, FIRST_EFFECT, EFFECTS = (POWER.index(field) for field in ("kind", "fx_start", "fx_count"))
PASSIVE = 3
OWN = {
    "druids": ["DRAWLINE", "OLDROADS", "SONG", "GREENWALL", "WAKING", "NIMWETHB"],
    "fomorians": ["SUNKEN", "DEEP", "EBBFLOW", "HIGHTIDE", "TURNTIDE", "UNDERTOW", "BRINE", "BALGORB"],
    "knights": ["CHIVALRY", "TOARMS", "TOARMS3", "ROUND", "ERRANTRY", "PERCIVAL", "ELOWEN", "BRAN", "ROYALSB"],
    "undead": ["BONEALTAR", "CORRUPT", "GRAVE", "RISE", "ASCENDED"],
}


def test_games_of_all_choices_of_factions_end_and_keep_the_invariants() -> None:
    for number in range(kit.games_to_play(len(CHOICES))):
        table = kit.Table.deal(load(**faction_options(number)), number)
        player = kit.grouped(table.game) if number % 7 == 0 else kit.uniform
        for _ in kit.walk(table, number, player, table.game.rules.longest):
            kit.check_whole(table.state)
        assert table.state.actor() == OVER


@pytest.mark.parametrize("number", range(kit.games_to_play(12)))
def test_laws_hold_for_factions_of_their_own(number: int) -> None:
    game = load(**faction_options(5 * number))
    kit.run(game, number, contract(game), every=31, player=kit.grouped(game) if number % 2 else kit.uniform)


def test_records_of_factions_of_their_own_verify(tmp_path: Path) -> None:
    for number in range(kit.games_to_play(12)):
        game = load(**faction_options(5 * number + 1))
        path = tmp_path / f"{number}.avr"
        record.save(play(game, [make("random", game) for _ in range(game.seats)], seed=number), path)
        assert record.verify(path) == record.Verdict(f"{path}: fine", True)


# --- everything comes into play ---------------------------------------------------------------------


class Census:
    """How often each text of a faction did something, how far objectives went, which Lord boards were turned over."""

    def __init__(self) -> None:
        self.seen = Counter[str]()
        self.steps: dict[str, set[int]] = {faction: set() for faction in FACTIONS}

    def event(self, names: tuple[str, ...], event: int) -> None:
        """Count a text that is used by choice."""
        code = event_code(event)
        if first(code) == "USE":
            self.seen[names[code - _veil.EVENTS["USE"][0]]] += 1

    def change(self, before: dict[str, Any], after: dict[str, Any]) -> None:
        """Count what happens by itself."""
        factions = [FACTIONS[number] for number in after["factions"]]
        for seat, faction in enumerate(factions):
            self.steps[faction].add(after["objectives"][seat])
            self.seen[f"{faction} crowned"] += after["upgraded"][seat]
            self.seen["HIGHTIDE"] += faction == "fomorians" and after["objectives"][seat] > before["objectives"][seat]
            won = faction == "undead" and after["objectives"][seat] > before["objectives"][seat]
            self.seen["GRAVE"] += won and after["power"][seat] > before["power"][seat]
            earns = after["champions"][seat] == 3 and after["heroes"][seat][3] == before["region"] >= 0
            self.seen["ELOWEN"] += earns and after["power"][seat] > before["power"][seat]
        self.seen["EBBFLOW"] += before["tide"][0] >= 0 and before["tide"] != after["tide"]
        self.seen["WAKING"] += before["ancient"][0] < 0 <= after["ancient"][0]
        self.seen["DEEP"] += 0 <= after["leviathan"] < 4
        self.seen["ROYALSB"] += self.seen["knights crowned"] > 0

    def asked(self, rules: list[list[int]], names: tuple[str, ...], raw: dict[str, Any]) -> None:
        """Count a virtue that asks where to."""
        if raw["stack"][-1] == "icon":
            for number, row in enumerate(rules):
                asks = row[KIND] == PASSIVE and row[EFFECTS] > 0
                self.seen[names[number]] += asks and row[FIRST_EFFECT] == raw["source"][0]


def midway(state: State) -> State:
    """The first choice of a game, with much of the island explored, units on it and objectives nearly done."""
    rng = Generator(1)
    while state.actor() == CHANCE:
        state.apply(state.sample(rng))
    what: dict[str, dict[Any, Any]] = {"tiles": {}, "heroes": {}, "warriors": {}, "objectives": {}, "power": {}}
    for tile, region in zip((0, 8, 9, 1), ("SE", "E", "W", "SW"), strict=True):
        what["tiles"][REGIONS.index(region)] = tile
    raw = _veil.fields(state)
    for seat, faction in enumerate(raw["factions"]):
        what["power"][seat] = 4
        what["objectives"][seat] = {"knights": 2, "undead": 4, "fomorians": 3, "druids": 4}[FACTIONS[faction]]
        for region, hero in (("SE", 0), ("E", 3), ("W", 2)):
            what["heroes"][seat, hero] = REGIONS.index(region)
            what["warriors"][seat, REGIONS.index(region)] = 2
    return _veil.arranged(state, what)


def keen(legal: list[int], rng: Generator) -> int:
    """Any move, but seldom the last one, which leaves things be."""
    return legal[rng.below(len(legal) - (len(legal) > 1 and rng.below(10) > 0))]


def play_noting(number: int, census: Census) -> None:
    """One game; of a third much has happened before it begins."""
    game = load(**{**faction_options(number), "decline": False})
    state, rng = game.start(game.deal(number)[0]), Generator(number)
    if number % 3 == 0:
        state = midway(state)
    rules, names = game.names.tables["powers"], game.names.powers
    before = _veil.fields(state)
    while state.actor() != OVER:
        legal = state.legal()
        event = keen(legal, rng) if legal else state.sample(rng)
        census.event(names, event)
        state.apply(event)
        after = _veil.fields(state)
        census.change(before, after)
        census.asked(rules, names, after)
        if after["stack"][-1] == "battle":
            compare(state, after, census)
        before = after


def compare(state: State, raw: dict[str, Any], census: Census) -> None:
    """Sir Bran and old roads are seen where things would be otherwise without them."""
    for seat, champion in enumerate(raw["champions"]):
        if champion == 4:
            without = _veil.arranged(state, {"champions": {seat: 2}})
            census.seen["BRAN"] += _veil.strengths(without) != _veil.strengths(state)


def test_each_ability_objective_step_and_lord_comes_into_play() -> None:
    census = Census()
    for number in range(150):
        play_noting(number, census)
    assert {faction: sorted(steps) for faction, steps in census.steps.items()} == {
        "druids": [0, 1, 2, 3, 4, 5],
        "fomorians": [0, 1, 2, 3, 4],
        "knights": [0, 1, 2, 3],
        "undead": [0, 1, 2, 3, 4, 5],
    }
    standing = {"OLDROADS", "SUNKEN"}  # rules of where units may go: see the tests of the Druids and the Fomorians
    wanted = {name for names in OWN.values() for name in names} - standing | {f"{name} crowned" for name in FACTIONS}
    assert not {name for name in wanted if not census.seen[name]}


def test_all_texts_of_the_boards_are_looked_for() -> None:
    names = load().names.powers
    boards = set(names[names.index("MOTH") + 1 :])
    assert boards == {name for own in OWN.values() for name in own} | {"NIMWETH", "BALGOR", "ROYALS", "MORDRED"}
