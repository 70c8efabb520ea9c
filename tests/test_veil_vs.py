"""Games of a person of The Riven Veil: sessions, and whole games through a pseudo-terminal."""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import record
from avalon_ai.style import bare
from avalon_bot.session import REPLY_SECONDS
from avalon_bot.vs import Wish, play
from fakes import Answer, FakeClock, FakeTerminal
from person import HASTY, Person
from test_vs import only_file, state_folder

__all__ = ["state_folder"]  # the fixture: each test has a state folder of its own

JUNK = ("foo", "play", "deploy 99w XX", "#0", "#9999", "SE>", "card", "army > >", "pay pay", "settle 7")


def wish(**changes: Any) -> Wish:
    """A game of the person in seat A against a bot that takes any move."""
    chosen: dict[str, Any] = {
        "game": "veil", "pairs": ("lords=druids,undead",), "spec": "random", "watch": False, "seat": "A",
        "seed": 6, "pace": 0.0, "kept": None, "resume": None,
    }  # fmt: skip
    return Wish(**(chosen | changes))


def session(answers: list[Answer], **changes: Any) -> tuple[int, FakeTerminal, FakeClock]:
    clock = FakeClock()
    terminal = FakeTerminal(answers, clock)
    return play(wish(**changes), terminal, clock), terminal, clock


def moves(path: Path, seat: str = "A") -> list[str]:
    """The moves of a seat in a record."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line["move"] for line in lines if line.get("seat") == seat and "move" in line]


# --- sessions ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "Choose a card"),
        ("card sally", "SALLY: Sally Forth"),
        ("card Gull Stair", "Region tile, coast, mountain"),
        ("card xyzzy", "no card 'xyzzy' in the data set house"),
        ("cards", "FORCED - 1 power: Move an army"),
        ("hand", "(deploy "),
        ("rules", "AVALON: THE RIVEN VEIL"),
        ("log", "A draws: "),
        ("card", "is no move now"),
        ("#4711", "expected # and a number of the list"),
        ("play XYZZY", "is not possible here; expected play"),
    ],
)
def test_commands(line: str, part: str) -> None:
    _, terminal, _ = session([line])
    assert part in terminal.text()


def test_cards_of_games_without_texts_say_so() -> None:
    _, terminal, _ = session(["cards"], game="duel", pairs=(), spec="greedy:weights=hand")
    assert "duel: its components have no texts" in terminal.text()


def offered() -> tuple[list[str], list[str]]:
    """The cards of seat A at the start, and those of them that cost nothing."""
    _, terminal, _ = session(["moves", "cards"])
    cards = list(dict.fromkeys(re.findall(r"#\d+ play (\w+)", terminal.text())))
    free = [card for card in cards if f"{card} (" in terminal.text() and costs(terminal.text(), card) == 0]
    return cards, free


def costs(text: str, card: str) -> int:
    """What a card costs, as its text says; a plan costs nothing."""
    found = re.search(rf"{card} \(\w+ \d, (cost|limit) (\d)\)", text)
    assert found
    return int(found[2]) if found[1] == "cost" else 0


def test_a_bots_hidden_choice_is_shown_at_once_and_at_its_time(state_folder: Path) -> None:
    _, free = offered()
    for path in state_folder.iterdir():
        path.unlink()
    _, terminal, clock = session([f"play {free[0]}"])
    assert moves(only_file(state_folder))[:2] == [f"play {free[0]}", "done"]
    hidden = moves(only_file(state_folder), "B")
    assert hidden[0].startswith("play ")
    assert clock.slept[:1] == [REPLY_SECONDS]
    parts = hidden.index("done") + 1
    shown = [text for kind, text, _ in terminal.events if kind == "paint" and "B considers a reply" in text]
    assert parts >= 2
    assert len(shown) == 1


def test_undo_takes_a_whole_line_back(state_folder: Path) -> None:
    cards, free = offered()
    dear = next(card for card in cards if card not in free)
    for path in state_folder.iterdir():
        path.unlink()
    others = [card for card in cards if card != dear]
    line = f"play {dear} pay {' '.join(others)}"
    session([f"play {dear}", "undo", "pay", line, f"play {free[0]}", "undo", f"play {free[1]}"])
    assert moves(only_file(state_folder))[:2] == [f"play {free[1]}", "done"]


def test_a_saved_game_goes_on_with_the_same_chance(state_folder: Path, tmp_path: Path) -> None:
    _, free = offered()
    for path in state_folder.iterdir():
        path.unlink()
    lines: list[Answer] = [f"play {free[0]}", "#1", "#1", "#1"]
    session([*lines, "moves"])
    whole = only_file(state_folder)
    other = tmp_path / "cut.avr"
    session([*lines[:2], f"save {other}"])
    session(lines[2:], resume=other)
    assert other.read_text() == whole.read_text()


def test_a_hint_tells_a_whole_line_that_can_be_typed_as_it_stands(state_folder: Path) -> None:
    cards, free = offered()
    dear = next(card for card in cards if card not in free)
    for path in state_folder.iterdir():
        path.unlink()
    _, terminal, _ = session([f"play {dear}", "hint"])
    best = re.findall(r"best: (.*)", terminal.text())[-1]
    assert best.startswith("pay ")
    only_file(state_folder).unlink()
    session([f"play {dear}", best])
    assert moves(only_file(state_folder))[: len(best.split("; ")) + 1] == [f"play {dear}", *best.split("; ")]
    assert "done" in best


# --- through a pseudo-terminal --------------------------------------------------------------------


def choose(person: Person, said: str, chance: random.Random) -> str:
    """What to type: one of the examples of the question, or the number of any move."""
    if chance.random() < 0.5:
        numbers: list[str] = re.findall(r"#(\d+) ", bare(person.type("")))
        return "#" + chance.choice(numbers)
    asked: str = bare(said).replace("\r", "").split("\n")[-2]
    examples: list[str] = asked.rpartition(": ")[2].split(" or ")
    return chance.choice(examples)


def play_on(person: Person, said: str, chance: random.Random, most: int) -> str:
    """Play on, with bad input in between, until the end or so many decisions; gives what was said last."""
    person.child.delaybeforesend = None  # whole lines, typed only when the question has come
    for _ in range(most):
        if said.endswith("quit> "):
            break
        if chance.random() < 0.2:
            said = person.type(chance.choice(JUNK))
        said = person.type(choose(person, said, chance))
    return said


@pytest.mark.parametrize(
    ("players", "factions", "ascii_only"),
    [(2, "symmetric", False), (4, "symmetric", True), (2, "asymmetric", True), (4, "asymmetric", False)],
)
def test_a_whole_game_through_a_terminal(
    players: int, factions: str, ascii_only: bool, state_folder: Path, tmp_path: Path
) -> None:
    """Bad input, undo, save, Ctrl-C, resume and the end; the record verifies."""
    chance = random.Random(players)
    options = ["--game", "veil", "-o", f"players={players}", "-o", f"factions={factions}"]
    options += ["--seed", "6", "--pace", "0"]
    person = Person("vs", "random", *options, *["--ascii"] * ascii_only, start=HASTY)
    said = person.wait()
    assert "season 1 of 2" in person.shown
    assert "is not possible here" in person.type("play XYZZY")
    said = play_on(person, said, chance, 4)
    said = person.type("undo")
    assert f"saved: {tmp_path / 'game.avr'}" in bare(person.type(f"save {tmp_path / 'game.avr'}")).replace("\r\n", "")
    code, _ = person.leave("c")
    assert code == 130
    path = only_file(state_folder)
    assert record.verify(path).fine

    end = tmp_path / "end.avr"
    person = Person("vs", "--resume", str(path), "--record", str(end), "--pace", "0", start=HASTY)
    said = play_on(person, person.wait(), chance, 600)
    assert said.endswith("quit> ")
    assert "most VP" in person.shown
    assert person.leave("d")[0] == 0
    assert record.verify(end).text == f"{end}: fine"
    assert record.read(end).header["undos"] == 1


@pytest.mark.parametrize(("columns", "lines"), [(100, 30), (80, 24), (60, 20)])
def test_terminals_of_any_size(columns: int, lines: int) -> None:
    person = Person("vs", "random", "--game", "veil", "-o", "players=3", "--seed", "6", columns=columns, lines=lines)
    person.wait()
    assert person.shown.rstrip().endswith("A>")
    assert person.leave("d")[0] == 0
