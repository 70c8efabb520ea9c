"""Random games in which each faction has a side of its own: they end, verify, keep all laws and use everything."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import kit
from avalon_ai import _veil, record
from avalon_ai._state import CHANCE, OVER, Generator, State, event_code, event_seat
from avalon_ai.bots import make
from avalon_ai.games.veil_codes import FACTIONS, LAYOUT, NONE, REGIONS, VERBS
from avalon_ai.games.veil_notation import first
from avalon_ai.match import play
from test_veil_kit import contract
from veil_faction_scenes import CHOICES, faction_options, load

pytestmark = pytest.mark.kit

POWER = LAYOUT["powers"]
KIND, FIRST_EFFECT, EFFECTS = (POWER.index(field) for field in ("kind", "fx_start", "fx_count"))
PASSIVE, TO = 3, LAYOUT["effects"].index("to")
COAST = (1, 0)  # a clause of that word alone
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


def test_bots_play_factions_of_their_own_and_use_their_powers() -> None:
    used: Counter[str] = Counter()
    for number in range(36, 48):
        game = load(**faction_options(number))
        played = play(game, [make("greedy", game) for _ in range(game.seats)], seed=number)
        used.update(game.text(entry.event) for entry in played.entries if entry.event is not None)
    assert {"put leviathan", "use DRAWLINE", "use ERRANTRY"} <= set(used)


# --- everything comes into play ---------------------------------------------------------------------


def clauses(row: list[int]) -> list[tuple[int, int]]:
    """The clauses of a filter, each as two masks of words."""
    return list(zip(row[::2], row[1::2], strict=True))


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

    def way(self, tables: dict[str, list[list[int]]], raw: dict[str, Any], event: int) -> None:
        """Count a step along old roads, and a deploy to a coast that is none for others."""
        kind = first(event_code(event))
        effect, _, start, _ = raw["source"]
        seat, target = event_seat(event), (event_code(event) - _veil.EVENTS[kind][0]) % len(REGIONS)
        if raw["stack"][-1] != "icon" or kind not in ("SEND", "TO") or seat >= len(raw["factions"]):
            return
        faction = FACTIONS[raw["factions"][seat]]
        if effect >= len(tables["effects"]):
            verb, where = VERBS.index("out") if kind == "SEND" else VERBS.index("deploy"), NONE
        else:
            row = tables["effects"][effect]
            verb, where = row[0], row[TO]
        walks = verb in (VERBS.index("move1"), VERBS.index("out")) and start < len(REGIONS)
        if faction == "druids" and walks and not tables["regions"][start][1] >> target & 1:
            self.seen["OLDROADS"] += 1
        coast = where != NONE and COAST in clauses(tables["filters"][where])
        self.seen["SUNKEN"] += faction == "fomorians" and coast and bool(tables["regions"][target][0])

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
    kinds = ("tiles", "heroes", "warriors", "objectives", "power", "settlements")
    what: dict[str, dict[Any, Any]] = {kind: {} for kind in kinds}
    for tile, region in zip((0, 8, 9, 1), ("SE", "E", "W", "SW"), strict=True):
        what["tiles"][REGIONS.index(region)] = tile
    raw = _veil.fields(state)
    for seat, faction in enumerate(raw["factions"]):
        what["power"][seat] = 4
        if FACTIONS[faction] == "fomorians":
            what["settlements"][seat, 0] = (REGIONS.index("E"), 2)
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
        census.way(game.names.tables, before, event)
        state.apply(event)
        after = _veil.fields(state)
        census.change(before, after)
        census.asked(rules, names, after)
        if after["stack"][-1] == "battle":
            compare(state, after, census)
        before = after


def compare(state: State, raw: dict[str, Any], census: Census) -> None:
    """Sir Bran is seen where things would be otherwise without him."""
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
    wanted = {name for names in OWN.values() for name in names} | {f"{name} crowned" for name in FACTIONS}
    assert not {name for name in wanted if not census.seen[name]}


def test_all_texts_of_the_boards_are_looked_for() -> None:
    names = load().names.powers
    boards = set(names[names.index("MOTH") + 1 :])
    assert boards == {name for own in OWN.values() for name in own} | {"NIMWETH", "BALGOR", "ROYALS", "MORDRED"}
