"""Random games of The Riven Veil: records verify in all modes, and every component comes into play."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import kit
from avalon_ai import _veil, games, record
from avalon_ai._state import CHANCE, OVER, Generator, State, event_code, event_seat
from avalon_ai.bots import make
from avalon_ai.games import veil_data
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import REGIONS
from avalon_ai.games.veil_notation import first
from avalon_ai.match import play
from test_veil_kit import random_options

CHOSEN = 1
HOUSE = Path(veil_data.__file__).parent / "veil_data"
ENDS = {_veil.EVENTS[kind][0] for kind in ("END", "DONE")}  # moments that come in every round


def load(seed: int) -> Veil:
    game = games.load("veil", **random_options(seed))
    assert isinstance(game, Veil)
    return game


def test_random_games_of_all_modes_verify(tmp_path: Path) -> None:
    for seed in range(kit.games_to_play(25)):
        game = load(seed)
        path = tmp_path / f"{seed}.avr"
        record.save(play(game, [make("random", game) for _ in range(game.seats)], seed=seed), path)
        assert record.verify(path) == record.Verdict(f"{path}: fine", True)


def keen(legal: list[int], rng: Generator) -> int:
    """Any move, but seldom the last one, which leaves things be."""
    return legal[rng.below(len(legal) - (len(legal) > 1 and rng.below(10) > 0))]


def midway(state: State, rng: Generator) -> State:
    """The first choice of a game, with half of the island explored and both heroes and warriors on it."""
    while state.actor() == CHANCE:
        state.apply(state.sample(rng))
    regions = {"SE": (0, 2), "E": (3, 3), "W": (4, 4)}
    what: dict[str, dict[object, object]] = {"tiles": {}, "heroes": {}, "warriors": {}}
    for tile, (name, heroes) in zip((0, 8, 9), regions.items(), strict=True):
        region = REGIONS.index(name)
        what["tiles"][region] = tile
        for seat in range(2):
            what["heroes"][seat, heroes[seat]] = region
            what["warriors"][seat, region] = 3
    return _veil.arranged(state, what)


class Census:
    """How often each component came into play."""

    def __init__(self) -> None:
        self.seen = Counter[tuple[str, int]]()

    def note(self, state: State, event: int) -> None:
        """Count what an event that is about to happen brings into play."""
        code = event_code(event)
        kind = first(code)
        number = code - _veil.EVENTS[kind][0]
        if kind == "CARD":
            raw, seat = _veil.fields(state), event_seat(event)
            (card,) = [card for card in raw["held"][seat] if raw["places"][card] == CHOSEN]
            self.seen["card", card] += 1
        elif kind == "PLANS":
            self.seen["card", number] += 1
        elif kind == "EQUIP":
            self.seen["artifact", number // 6] += 1
        elif kind == "TILE":
            self.seen["tile", number % 18] += 1
        elif kind == "USE":
            self.seen["power", number] += 1
        elif kind in ("BOND", "BOND_DROP"):
            self.seen["beast", _veil.fields(state)["source"][2]] += 1

    def look(self, state: State) -> None:
        """Count the prophecies that somebody has fulfilled."""
        for number, done in _veil.fields(state)["prophecies"]:
            self.seen["prophecy", number] += bool(done)


def test_every_component_comes_into_play_in_random_games() -> None:
    census = Census()
    for seed in range(240):
        game = load(seed)
        state = game.start(game.deal(seed)[0])
        rng = Generator(seed)
        if seed % 3 == 0:
            state = midway(state, rng)
        while state.actor() != OVER:
            legal = state.legal()
            event = keen(legal, rng) if legal else state.sample(rng)
            census.note(state, event)
            if event_code(event) in ENDS:
                census.look(state)
            state.apply(event)
    names = load(1).names
    wanted = {
        "card": names.cards,
        "artifact": names.artifacts,
        "beast": names.beasts,
        "prophecy": names.prophecies,
        "tile": names.tiles,
    }
    missing = [name for kind, ids in wanted.items() for number, name in enumerate(ids) if not census.seen[kind, number]]
    assert not missing, missing
    active = [number for number, row in enumerate(names.tables["powers"]) if row[0] != 3 and row[7:9] != [0, 0]]
    unused = [names.powers[number] for number in active if not census.seen["power", number]]
    assert not unused, unused


def test_a_data_folder_is_named_in_the_record_which_replays_without_it(tmp_path: Path) -> None:
    folder = tmp_path / "mine"
    folder.mkdir()
    text = (HOUSE / "cards.toml").read_text(encoding="utf-8")
    (folder / "cards.toml").write_text(text.replace('"Hill Levy"', '"Hill Levy as printed"'), encoding="utf-8")
    game = games.load("veil", data=str(folder), players=2)
    path = tmp_path / "game.avr"
    record.save(play(game, [make("random", game)] * 2, seed=4), path)
    (folder / "cards.toml").unlink()
    assert record.verify(path).text == f"{path}: fine"
    options = record.read(path).header["options"]
    assert options["data"] == str(folder)
    assert options["sha256"] == game.options["sha256"] != load(1).options["sha256"]
    assert str(folder) in game.title
