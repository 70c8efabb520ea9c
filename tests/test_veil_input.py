"""What a person types in The Riven Veil: whole lines, small moves, and what is no move."""

from __future__ import annotations

import contextlib
import json
import string
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import kit
from avalon_ai import _veil, games, record
from avalon_ai._state import (
    CHANCE_EVENT,
    MOVE,
    NO_SEAT,
    OVER,
    REFEREE_EVENT,
    Generator,
    State,
    View,
    event_code,
)
from avalon_ai.errors import InputError, LineError, OptionError
from avalon_ai.games.base import Game, Style
from avalon_ai.games.veil_codes import LAYOUT, MOST_ROWS
from avalon_ai.games.veil_notation import source_of
from command_line import Capture, run
from veil_scenes import Scene

WORDS = [
    "play",
    "pay",
    "bid",
    "plan",
    "down",
    "bonus",
    "deploy",
    "army",
    "out",
    "in",
    "move",
    "lord+2w",
    "SE",
    "S>C",
    "OATH",
    "SALLY",
    "done",
    ">",
]


def texts(scene: Scene, line: str) -> list[str]:
    """What a line becomes for the seat to act."""
    view = scene.state.view(scene.state.actor())
    return [scene.game.text(move) for move in scene.game.read(line, view)]


def choosing() -> Scene:
    return Scene(lords=["druids", "undead"]).put(
        hands={"A": ["SALLY", "OATH", "WAYS", "LEVY"], "B": ["SCATTR"]},
        tiles={"SE": "GullStair", "E": "Hartwood"},
        settlements={"A": [("SE", 1)]},
        units={"A": {"E": "c1+c2+2w"}},
    )


# --- lines -----------------------------------------------------------------------------------------


def test_a_line_names_card_and_payment_in_any_order_and_case() -> None:
    expected = ["play SALLY", "pay OATH", "pay WAYS", "done"]
    assert texts(choosing(), "play SALLY pay OATH WAYS") == expected
    assert texts(choosing(), "  Play sally PAY ways   oath ") == expected


def test_a_claim_stands_in_the_line_where_it_belongs() -> None:
    assert texts(choosing(), "play LEVY claim 1 pay OATH") == ["play LEVY", "claim 1", "pay OATH", "done"]


def test_a_deploy_names_units_and_region() -> None:
    scene = choosing().play("A: play SALLY pay OATH WAYS", "B: play SCATTR", "A: card")
    assert texts(scene, "deploy 2w+lord SE") == ["to SE", "put lord", "put 2w"]
    scene.play("A: deploy lord+2w SE")
    assert texts(scene, "army 2w+c1 E>SE") == ["from E", "to SE", "take c1", "take 2w", "done"]


def test_an_out_names_a_target_for_each_unit() -> None:
    scene = choosing().play("A: play SALLY pay OATH WAYS", "B: play SCATTR", "A: std out", "A: pay OATH")
    assert texts(scene, "out E w>C c2>SE") == ["from E", "c2>SE", "w>C", "done"]


def test_a_bid_line_ends_itself() -> None:
    scene = choosing()
    scene.next_up += ["tile SW BlackCape", "mist SW KELPIE"]
    scene.play("A: play SALLY pay OATH WAYS", "B: play SCATTR", "A: card", "A: to SW", "A: put lord", "A: done")
    scene.play("A: explore", "A: explore none")
    assert texts(scene, "bid LEVY") == ["bid LEVY", "done"]


def test_small_moves_can_be_typed_one_by_one() -> None:
    assert texts(choosing(), "play sally") == ["play SALLY"]
    assert texts(choosing(), "sally") == ["play SALLY"]


@pytest.mark.parametrize(
    "line", ["", "play", "play NOBODY", "play SALLY pay SALLY", "deploy w SE", "army w E>C", "pay OATH", "#", "x>y"]
)
def test_what_is_no_move_says_what_was_expected(line: str) -> None:
    with pytest.raises(InputError, match="expected"):
        texts(choosing(), line)


def test_another_seat_is_told_that_it_is_not_its_turn() -> None:
    scene = choosing()
    with pytest.raises(InputError, match="A is to act"):
        scene.game.read("play SALLY", scene.state.view(1))


@settings(max_examples=kit.games_to_play(300), deadline=None, derandomize=True)
@given(
    line=st.one_of(st.lists(st.sampled_from(WORDS), max_size=7).map(" ".join), st.text(string.printable, max_size=30))
)
def test_any_line_is_moves_or_an_input_error(line: str) -> None:
    trial = SCENE.state.copy()
    with contextlib.suppress(InputError):
        for move in SCENE.game.read(line, SCENE.state.view(0)):
            trial.apply(move)


SCENE = choosing()


# --- texts of events -----------------------------------------------------------------------------------


def test_every_code_has_a_text_that_reads_back() -> None:
    game = games.load("veil", players=4)
    for code in range(game.rules.codes):
        source = source_of(code)
        kind = next(kind for kind, (first, count) in _veil.EVENTS.items() if first <= code < first + count)
        seat = 2 if source != CHANCE_EVENT or kind in ("DRAW", "HIDDEN_DRAW") else NO_SEAT
        event = code | seat << 16 | source << 20
        text = game.text(event)
        if "-" not in text.split()[-1].split(">")[0]:
            assert event_code(game.parse(text, source, seat)) == code, text


@pytest.mark.parametrize(
    ("text", "source", "seat"),
    [
        ("play NOBODY", MOVE, 0),
        ("plays A SALLY", MOVE, 0),
        ("plays C SALLY", REFEREE_EVENT, NO_SEAT),
        ("plays A SALLY", REFEREE_EVENT, 1),
        ("plays SALLY", REFEREE_EVENT, 0),
        ("draw deploy OATH", CHANCE_EVENT, NO_SEAT),
        ("tile E Hartwood", CHANCE_EVENT, 0),
        ("draw move OATH", CHANCE_EVENT, 0),
        ("", MOVE, 0),
    ],
)
def test_a_wrong_text_says_what_was_expected(text: str, source: int, seat: int) -> None:
    with pytest.raises(LineError, match="expected"):
        games.load("veil", players=2).parse(text, source, seat)


def test_a_referee_s_line_reads_with_and_without_its_seat_field() -> None:
    game = games.load("veil", players=2)
    assert game.parse("fails B", REFEREE_EVENT, NO_SEAT) == game.parse("fails B", REFEREE_EVENT, 1)


# --- screens and words -----------------------------------------------------------------------------------


def test_screens_keep_to_their_size_and_every_choice_is_asked_for() -> None:
    style = Style(unicode=False, width=100, height=30)
    for players in (2, 4):
        table = kit.Table.deal(games.load("veil", players=players), 3)
        for _ in kit.walk(table, 3, kit.uniform, table.game.rules.longest):
            actor = table.state.actor()
            if actor < 0 or len(table.events) % 5:
                continue
            view = table.views[actor]
            shown = table.game.screen(view, style, ["one", "two"], list("ABCD")).splitlines()
            assert len(shown) <= 28
            assert all(len(line) <= 100 and line.isascii() for line in shown)
            asked = table.game.ask(view)
            assert asked.count("\n") == 0
            first = asked.rpartition(": ")[2].split(" or ")[0]
            assert table.game.read(first, view)
            assert sorted(move for _, group in table.game.groups(view) for move in group) == sorted(view.legal())
            json.dumps(table.game.fields(view))
        assert table.state.actor() == OVER
        assert "VP" in table.game.reveal(table.state, style, list("ABCD"))
        assert table.game.verdict(table.state, table.state.reason())


# --- options, resigning ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "expected"),
    [
        ({"players": 5}, "2 to 4"),
        ({"lords": ["undead"]}, "2 to 4"),
        ({"lords": ["undead", "druids"], "players": 3}, "3 factions"),
        ({"lords": ["undead", "undead"]}, "different"),
        ({"seasons": 4}, "2 to 3"),
        ({"battles": "fair"}, "standard"),
        ({"data": "nowhere"}, "nowhere"),
    ],
)
def test_options_that_do_not_fit_are_named(options: dict[str, object], expected: str) -> None:
    with pytest.raises(Exception, match=expected) as caught:
        games.load("veil", **options)
    assert isinstance(caught.value, ValueError)


def test_a_recorded_game_needs_its_data() -> None:
    with pytest.raises(OptionError, match="content"):
        games.recorded("veil", {"players": 2, "data": "mine"})


@pytest.mark.parametrize(
    "deal",
    [
        {},
        {"factions": {"A": "undead"}},
        {"factions": {"A": "undead", "B": "undead"}},
        {"factions": {"A": "undead", "B": "elves"}},
    ],
)
def test_a_broken_deal_is_refused(deal: dict[str, object]) -> None:
    with pytest.raises(LineError):
        games.load("veil", players=2).start(deal)


def test_of_two_the_other_wins_when_one_resigns() -> None:
    scene = choosing()
    assert scene.game.forfeit(scene.state, 0) == (0.0, 1.0)


def test_of_four_one_of_the_others_wins_when_one_resigns_and_always_the_same() -> None:
    game = games.load("veil", players=4)
    state = game.start(game.deal(3)[0])
    rng = Generator(2)
    while state.actor() < 0:
        state.apply(state.sample(rng))
    found = game.forfeit(state, 2)
    assert found[2] == 0.0
    assert sum(found) == pytest.approx(1)
    assert game.forfeit(state, 2) == found


# --- commands --------------------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    from avalon_ai.bots import make
    from avalon_ai.match import play

    path = tmp_path_factory.mktemp("veil") / "game.avr"
    game = games.load("veil", players=3)
    record.save(play(game, [make("random", game)] * 3, seed=5), path)
    return path


def test_commands_know_the_game(capsys: Capture, played: Path) -> None:
    assert run(capsys, "verify", str(played))[1].endswith("fine\n")
    code, out, _ = run(capsys, "view", str(played), "--at", "30", "--seat", "B")
    told = json.loads(out)
    assert code == 0
    assert set(told) == {"seat", "at", "header", "deal", "events", "view", "actor", "legal"}
    assert run(capsys, "perft", str(played), "--at", "30", "--depth", "2")[0] == 0
    assert "season 1 of 2" in run(capsys, "replay", str(played), "--ascii")[1]
    code, out, _ = run(capsys, "card", "sally", "--game", "veil")
    assert "SALLY" in out


def test_the_header_names_data_and_digest(played: Path) -> None:
    options = json.loads(played.read_text().splitlines()[0])["options"]
    assert options["data"] == "house"
    assert len(options["sha256"]) == 64


# --- tables ------------------------------------------------------------------------------------------------


def test_core_and_layout_agree_on_the_tables() -> None:
    assert set(_veil.SECTIONS) == set(LAYOUT)
    for name, (width, most) in _veil.SECTIONS.items():
        assert width == len(LAYOUT[name]), name
        assert most >= MOST_ROWS[name], name


@pytest.mark.parametrize(
    ("section", "row", "field", "value"),
    [
        ("effects", 0, 0, 99),
        ("effects", 0, 11, 9999),
        ("counts", 0, 4, 500),
        ("clauses", 0, 3, 400),
        ("cards", 3, 0, 7),
        ("cards", 3, 4, 300),
        ("powers", 0, 1, 40),
        ("powers", 0, 10, 77),
    ],
)
def test_tables_that_point_nowhere_are_refused(section: str, row: int, field: int, value: int) -> None:
    game = games.load("veil", players=2)
    tables = {name: [list(line) for line in lines] for name, lines in game.names.tables.items()}  # type: ignore[attr-defined]
    tables[section][row][field] = value
    with pytest.raises(ValueError, match=section):
        _veil.make_rules(
            players=2, seasons=2, deterministic=False, favor_side=0, green_knight=True, decline=False, tables=tables
        )


CHANGED: list[dict[str, Any]] = [
    {"players": 2, "lords": ["knights", "druids"], "factions": "asymmetric"},
    {"players": 3, "seasons": 3, "decline": True},
    {"players": 4, "factions": "asymmetric"},
]


@pytest.mark.parametrize("number", range(len(CHANGED)))
def test_changed_bytes_are_no_position(number: int) -> None:
    """With any one byte changed a State or View is refused, or another sound one: nothing is read out of bounds."""
    game = games.load("veil", **CHANGED[number])
    table, rng = kit.Table.deal(game, 3 + number), Generator(number)
    phases = set()
    accepted = 0
    for _ in kit.walk(table, 5, kit.grouped(game), game.rules.longest):
        if len(table.events) % 9:
            continue
        phases.add(phase_of(table.state))
        for position in (table.state, table.views[rng.below(game.seats)]):
            for _ in range(kit.games_to_play(16)):
                accepted += changed_byte(game, position, rng)
    assert phases == {"mist", "preparation", "commit", "turn", "battle"}
    assert accepted


def phase_of(state: State) -> str:
    """Where the game is, by what is under way."""
    raw = _veil.fields(state)
    for kind in ("commit", "turn", "battle"):
        if kind in raw["stack"]:
            return kind
    return "preparation" if raw["round"] else "mist"


def changed_byte(game: Game, position: State | View, rng: Generator) -> bool:
    """Whether the position with one byte changed is taken; then everything can be asked of it, and it is played on."""
    data = bytearray(position.to_bytes())
    place = rng.below(len(data))
    data[place] = (0, 1, 254, 255, (data[place] + 1) % 256, rng.below(256))[rng.below(6)]
    try:
        again = type(position).from_bytes(game.rules, bytes(data))
    except ValueError:
        return False
    assert again.check() == 0
    again.legal()
    _veil.limits(again)
    if isinstance(again, View):
        game.fields(again)
        again.features()
        world = again.determinize(rng)
        assert world.check() == 0
        assert world.view(again.seat) == again
    else:
        world = again.copy()
    for _ in range(12):
        if world.actor() == OVER:
            break
        moves = world.legal() or [world.sample(rng)]
        world.outcomes()
        world.apply(moves[rng.below(len(moves))])
    return True


@pytest.mark.parametrize(
    ("what", "broken"),
    [
        ({"vp": {0: -1}}, "tracks"),
        ({"power": {1: 9}}, "tracks"),
        ({"warriors": {(0, 1): 12}}, "units"),
        ({"warriors": {(0, 0): 1}}, "units"),  # deep mist
        ({"heroes": {(0, 2): 9}}, "heroes"),
        ({"beasts": {0: (0, 10), 1: (0, 10)}}, "heroes"),  # two in the first season
        ({"settlements": {(0, 0): (8, 1)}}, "settlements"),
        ({"settlements": {(0, 4): (1, 1)}}, "settlements"),
        ({"settlements": {(0, 0): (1, 1), (1, 0): (1, 1)}}, "settlements"),
        ({"artifacts": {0: (0, 2), 1: (0, 2)}}, "strength"),
        ({"settlement_tokens": {(0, 0): 16}}, "strength"),
        ({"tiles": {0: 3}}, "mist"),
        ({"grail_in": [8]}, "mist"),
        ({"prophecies": [14]}, "numbers"),
        ({"grail": (3, 0)}, "numbers"),
        ({"excalibur": (0, 4)}, "numbers"),
        ({"hands": {0: [1], 1: [1]}}, "pile"),
    ],
)
def test_a_position_that_cannot_be_is_refused_with_what_it_breaks(what: dict[str, object], broken: str) -> None:
    with pytest.raises(ValueError, match=broken):
        _veil.arranged(choosing_state(), what)


def choosing_state() -> State:
    return Scene(lords=["druids", "undead"]).state
