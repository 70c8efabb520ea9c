"""Games of a person: sessions with a fake terminal and clock, and whole games through a pseudo-terminal."""

from __future__ import annotations

import json
import random
import re
import stat
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import bots, folders, games, record
from avalon_ai._state import MOVE, View
from avalon_ai.search import MoveReport, Report, analyze
from avalon_bot import vs, words
from avalon_bot.main import main
from avalon_bot.session import REPLY_SECONDS
from avalon_bot.vs import Wish, play
from fakes import Answer, FakeClock, FakeTerminal
from person import Person, advice

GREEDY = "greedy:weights=hand"


@pytest.fixture(autouse=True)
def state_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Each test has a state folder of its own."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    return tmp_path / "state" / "avalon-bot"


def wish(**changes: Any) -> Wish:
    """A game of the person in seat A against the greedy bot."""
    chosen: dict[str, Any] = {
        "game": None, "pairs": (), "spec": GREEDY, "watch": False, "seat": "A",
        "seed": 6, "pace": 0.0, "kept": None, "resume": None,
    }  # fmt: skip
    return Wish(**(chosen | changes))


def session(answers: list[Answer], **changes: Any) -> tuple[int, FakeTerminal]:
    """The exit code and the terminal after these answers and the end of input."""
    clock = FakeClock()
    terminal = FakeTerminal(answers, clock)
    return play(wish(**changes), terminal, clock, analyst), terminal


def analyst(view: View, seed: int) -> Report:
    """A short search."""
    return analyze(view, games.load("duel").model("hand"), visits=300, seed=seed)


def only_file(folder: Path) -> Path:
    files = list(folder.iterdir())
    assert len(files) == 1
    return files[0]


def moves(path: Path) -> list[str]:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    return [line["move"] for line in lines if line.get("seat") == "A" and "move" in line]


# --- sessions ----------------------------------------------------------------------------------


def test_end_of_input_saves_and_says_where(state_folder: Path) -> None:
    code, terminal = session(["kr-3"])
    path = only_file(state_folder)
    assert code == 0
    assert f"saved: {path} (it holds what is hidden, readable by you alone; go on with --resume" in terminal.text()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert stat.S_IMODE(state_folder.stat().st_mode) == 0o700
    assert moves(path) == ["KR-3"]
    assert record.verify(path).text == f"{path}: unfinished at line {record.read(path).last_line}"


def test_interrupt_saves_and_is_130(state_folder: Path) -> None:
    code, terminal = session(["kr-3", KeyboardInterrupt])
    assert code == 130
    assert f"saved: {only_file(state_folder)}" in terminal.text()


def test_quit_is_0(state_folder: Path) -> None:
    code, terminal = session(["quit"])
    assert code == 0
    assert "saved: " in terminal.text()


def test_bad_input_costs_nothing(state_folder: Path) -> None:
    bad = ["foo", "KRx99", "drop 3", "#0", "#1000", "#x", "4", "save --masked", "again", "undo", "defend", "KR"]
    session(list(bad))
    assert moves(only_file(state_folder)) == []


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("", "#1 KRx1"),
        ("moves", "Take a tile for the next turn"),
        ("?", "back to your own last decision"),
        ("HELP", "Type a move, in any case"),
        ("rules", "SPECIAL"),
        ("log", "B takes tile 4 for the next turn"),
        ("undo", "there is no move of yours to take back"),
        ("again", "this game is not over"),
        ("#999", "expected # and a number of the list, #1 to #"),
        ("4", "(#4 is the move of that number in the list)"),
        ("save --masked", "expected save --masked FILE"),
        ("KRx99", "there is no territory 99"),
    ],
)
def test_commands(line: str, part: str) -> None:
    _, terminal = session([line])
    assert part in terminal.text()


def test_numbers_of_the_list_are_moves(state_folder: Path) -> None:
    _, terminal = session(["moves"])
    listed = re.findall(r"#(\d+) ([A-Z][^ ]+|take \w+)", terminal.said())
    assert [int(number) for number, _ in listed] == list(range(1, len(listed) + 1))
    number = next(number for number, text in listed if text == "KR-3")
    only_file(state_folder).unlink()
    session([f"#{number}"])
    assert moves(only_file(state_folder)) == ["KR-3"]


def test_undo_meets_the_same_chance(state_folder: Path) -> None:
    lines: list[Answer] = ["kyx9", "drop 4 5 kr", "take 2"]
    session(list(lines))
    once = only_file(state_folder).read_text().splitlines()
    only_file(state_folder).unlink()
    session([*lines, "undo", "undo", "undo", "kr-1", "undo", *lines])
    again = only_file(state_folder).read_text().splitlines()
    assert json.loads(again[0])["undos"] == 4
    assert again[1:] == once[1:]


def test_undo_takes_back_a_whole_payment_and_what_waits(state_folder: Path) -> None:
    _, terminal = session(["kyx9", "drop 5", "undo", "drop 4 5", "kr", "undo", "drop 5 6 7"])
    assert "nothing is chosen now" in terminal.text()
    assert moves(only_file(state_folder)) == ["KYx9", "drop 5", "drop 6", "drop 7"]


def test_resigning_ends_the_game_and_can_be_taken_back(state_folder: Path) -> None:
    _, terminal = session(["kr-3", "resign", "kr-4", "undo", "kr", "kyx9"])
    assert "B (greedy) wins: the other side resigned" in terminal.text()
    assert "B▲ greedy held: KR KG KV ER EG" in terminal.text()
    assert "the game is over; expected again, undo" in terminal.text()
    assert moves(only_file(state_folder)) == ["KR-3", "KYx9"]


def test_another_game(state_folder: Path, tmp_path: Path) -> None:
    code, _ = session(["resign", "again", "resign", "quit"], kept=tmp_path / "won.avr")
    assert code == 0
    seeds = [record.read(path).header["seed"] for path in state_folder.iterdir()]
    assert len(seeds) == 2
    assert 6 in seeds
    assert record.verify(tmp_path / "won.avr").fine
    assert record.read(tmp_path / "won-2.avr").header["seed"] in seeds


def test_saves(tmp_path: Path) -> None:
    own, foreign, seen = tmp_path / "own.avr", tmp_path / "foreign", tmp_path / "seen.avr"
    foreign.write_text("mine")
    lines = [
        f"save {own}",
        "kr-3",
        f"save {own}",
        f"save {foreign}",
        f"save --masked {seen}",
        f"save {tmp_path}/no/x",
        "save",
    ]
    _, terminal = session(list(lines))
    assert foreign.read_text() == "mine"
    wrapped = " ".join(terminal.text().split())
    assert f"{foreign} exists; a file of another name was expected" in wrapped
    assert moves(own) == ["KR-3"]
    assert stat.S_IMODE(own.stat().st_mode) == 0o600
    masked = [json.loads(line) for line in seen.read_text().splitlines()]
    assert "seed" not in masked[0]
    assert masked[1]["deal"]["hands"]["B"] == ["?"] * 5
    assert "No such file or directory" in terminal.text()


def test_resume_goes_on_in_the_same_file(state_folder: Path, tmp_path: Path) -> None:
    lines: list[Answer] = ["kyx9", "drop 4 5 kr", "take 2"]
    session([*lines, "moves"])
    whole = only_file(state_folder)
    other = tmp_path / "cut.avr"
    session([*lines[:2], f"save {other}"])
    _, terminal = session([lines[2]], resume=other)
    assert "A pays: KR, KR at 4, EG at 5" in terminal.text()
    assert other.read_text() == whole.read_text()


@pytest.mark.parametrize("cut", [1, 2, 9, 40])
def test_resume_of_a_cut_record(cut: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "cut.avr"
    session(["kr-3", "ky-4", f"save {path}"])
    path.write_bytes(path.read_bytes()[:-cut])
    _, terminal = session(["ky-5"], resume=path)
    assert (": cut;" in capsys.readouterr().err) == (cut > 1)
    assert "KY-5" in moves(path)
    assert record.verify(path).fine
    assert record.verify(path).text.startswith(f"{path}: unfinished")
    assert "saved: " in terminal.text()


def test_a_game_of_bots_can_be_taken_over(
    state_folder: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "bots.avr"
    assert main(["play", "duel", GREEDY, "random", "--seed", "6", "--record", str(path)]) == 0
    whole = path.read_bytes()
    path.write_bytes(whole[: len(whole) // 2])
    session(["quit"], resume=path, seat="B")
    assert "you take the place of random, in a record of your own" in capsys.readouterr().err
    assert path.read_bytes() == whole[: len(whole) // 2]
    own = record.read(only_file(state_folder))
    assert own.header["players"] == [GREEDY, "human"]
    assert whole.startswith(path.read_bytes())


def test_a_record_that_cannot_be_kept_where_wanted_is_kept_all_the_same(state_folder: Path, tmp_path: Path) -> None:
    target = tmp_path / "mine"
    target.write_text("mine")
    _, terminal = session(["resign"], kept=target)
    assert target.read_text() == "mine"
    assert f"Record: {only_file(state_folder)} ({target} exists;" in terminal.text()


def test_undo_after_resume(tmp_path: Path) -> None:
    path = tmp_path / "game.avr"
    session(["kr-3", "ky-4", f"save {path}"])
    session(["undo", "undo", "undo", "ky-7"], resume=path)
    assert moves(path) == ["KY-7"]
    assert record.read(path).header["undos"] == 2


def test_watching(state_folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("avalon_ai.bots.DEFAULT", "random")
    code, terminal = session(["hint", "undo", "save --masked x", "quit"], watch=True, pairs=("turn_cap=6",))
    assert code == 0
    assert record.verify(only_file(state_folder)).fine
    players = record.read(only_file(state_folder)).header["players"]
    assert players == [GREEDY, "random"]
    assert "A spectator" not in terminal.text()
    assert "draws: ?" not in terminal.text()


# --- hints ---------------------------------------------------------------------------------------


def test_hint_lists_the_best_moves_and_leaves_the_game_alone(state_folder: Path) -> None:
    _, terminal = session(["hint", "why", "hint"])
    notes = [text for kind, text, _ in terminal.events if kind == "paint" and "best: " in text]
    assert len(notes) == 2
    assert notes[0] == notes[1]
    lines = notes[0].split("best: ")[1].split("\n")
    assert [line.split(".")[0].strip() for line in lines[1:6]] == list("12345")
    assert all(re.search(r"wins +[\d.]+ % +\d+ visits$", line) for line in lines[1:6])
    assert moves(only_file(state_folder)) == []


def test_a_hint_can_be_typed_as_it_stands(state_folder: Path) -> None:
    """The best payment is shown whole, though it is several moves."""
    _, terminal = session(["kyx9", "hint"])
    best = re.findall(r"best: (.*)", terminal.text())[-1]
    assert best.count("drop") == 3
    only_file(state_folder).unlink()
    session(["kyx9", best])
    assert moves(only_file(state_folder)) == ["KYx9", *best.split("; ")]


def test_why_is_one_line_that_can_be_checked() -> None:
    game = games.load("duel")
    view = record.stream(record.Record(game, record.header(game, ["x", "y"], 6), game.deal(6)[0]), 1).view
    report = analyst(view, 1)
    best, second = report.moves[:2]
    assert best.value is not None
    assert second.value is not None
    gap = 100 * (best.value - second.value)
    assert words.why(game, report) == (
        f"{game.text(best.event)} wins {100 * best.value:.1f} % ({best.visits} of 300 visits); "
        f"next {game.text(second.event)} {100 * second.value:.1f} % ({second.visits}), gap {gap:.1f}"
    )


def test_why_with_one_move() -> None:
    game = games.load("duel")
    move = MoveReport(game.parse("take 2", MOVE, 0), 10, 10, None, None, 1.0, ())
    report = Report((move,), 10, 0.1, 1, 1, 1, False)
    assert words.why(game, report) == "take 2 wins - (10 of 10 visits); it is the only move"


# --- replies betray nothing ----------------------------------------------------------------------


def two_worlds() -> Iterator[dict[str, Any]]:
    """Deals that seat A cannot tell apart: in the first B can answer a red knight, in the second he cannot."""
    game = games.load("duel", first="A")
    deal = game.deal(6)[0]
    for hand in (["EG", "ER", "KG", "KR", "KV"], ["EG", "ER", "KG", "KB", "KV"]):
        world = deal | {"hands": {"A": deal["hands"]["A"], "B": hand}}
        game.start(world)
        yield world


@pytest.mark.parametrize("live", [True, False])
def test_a_reply_takes_the_same_time_forced_or_not(live: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("avalon_ai.bots.greedy.GreedyBot.act", _declines)
    told = []
    for deal in two_worlds():
        monkeypatch.setattr("avalon_ai.games.duel.Duel.deal", lambda self, seed, index=0, d=deal: (d, None))
        clock = FakeClock()
        terminal = FakeTerminal(["krx1"], clock, live=live)
        play(wish(pairs=("first=A",)), terminal, clock)
        told.append([event for event in terminal.events if "saved" not in event[1]])
        assert clock.slept == [REPLY_SECONDS]
    assert told[0] == told[1]
    assert any("A conquers 1" in text for _, text, _ in told[0])


def _declines(bot: Any, stream: Any) -> Any:
    from avalon_ai.bots import Choice

    return Choice(stream.view.legal()[-1])


def test_repliers_search_no_longer_than_a_reply_lasts() -> None:
    bot = vs.replier(bots.make(GREEDY, games.load("duel")))
    assert bot.spec == GREEDY


# --- the command -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("vs nobody", "there is no bot nobody; bots: "),
        ("vs greedy --seat C", "expected one of A, B, got 'C'"),
        ("vs greedy --level 3", "--level is for the default bot"),
        ("vs --level 11", "1<=x<=10"),
        ("vs greedy -o hand=77", "hand: expected a whole number from 1 to 9, got 77"),
        ("vs greedy --game chess", "there is no game chess; games: "),
        ("vs greedy --record pyproject.toml", "exists and is not overwritten"),
        ("vs greedy:visits=3", "greedy has no option visits; it has: "),
    ],
)
def test_wrong_usage(line: str, part: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(line.split()) == 2
    assert part in capsys.readouterr().err


def test_damaged_and_finished_records_are_not_resumed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken, finished = tmp_path / "broken.avr", tmp_path / "finished.avr"
    broken.write_text('{"record": 1}\n')
    session(["resign"], kept=finished)
    for path, code, part in (
        (broken, 1, "line 1: expected"),
        (finished, 2, "is finished"),
        (tmp_path / "no", 1, "No such"),
    ):
        assert main(["vs", "--resume", str(path)]) == code
        assert part in capsys.readouterr().err


def test_state_folder_without_xdg(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setenv("HOME", str(tmp_path))
    for value in ("", "relative"):
        monkeypatch.setenv("XDG_STATE_HOME", value)
        assert folders.state_folder() == tmp_path / ".local" / "state" / "avalon-bot"


# --- through a pseudo-terminal -----------------------------------------------------------------------


def test_a_whole_game_through_a_terminal(state_folder: Path, tmp_path: Path) -> None:
    """Bad input in between, undo, save, Ctrl-C, resume and the end; the record verifies."""
    chance = random.Random(1)
    options = ("-o", "crowns_to_win=9", "--pace", "0")
    person = Person("vs", GREEDY, "--seed", "6", *options)
    person.wait()
    assert person.shown.count("hand 5:") == 2
    assert "is no word here" in person.type("frobnicate")
    assert "Type a move" in person.type("?")
    person.type("kr-3")
    assert "A▼  KB 1    EY 1    KR 2" in person.shown
    person.type("undo")
    assert "A▼  KB 1    EY 1    KG 1" in person.shown
    assert "saved" in person.type(f"save {tmp_path / 'game.avr'}")
    code, last = person.leave("c")
    path = only_file(state_folder)
    assert code == 130
    assert f"saved: {path}" in last.replace("\r\n", "")
    assert record.verify(path).fine

    person = Person("vs", "--resume", str(path), "--record", str(tmp_path / "end.avr"), "--pace", "0")
    said, legal = person.wait(), advice(path)
    for _ in range(600):
        if said.endswith("quit> "):
            break
        options_now = legal()
        takes = [text for text in options_now if "x" in text or "take" in text]
        said = person.type(chance.choice(takes or options_now).lower())
    assert " win" in person.shown
    assert "held: " in person.shown
    code, _ = person.leave("d")
    assert code == 0
    assert record.verify(tmp_path / "end.avr").text == f"{tmp_path / 'end.avr'}: fine"
    assert record.read(path).header["undos"] == 1


def test_ctrl_c_stops_a_search_at_once(state_folder: Path) -> None:
    person = Person("vs", "ismcts:visits=1000000000", "--seed", "6")
    person.wait("is thinking")
    time.sleep(0.3)
    began = time.monotonic()
    code, last = person.leave("c")
    assert code == 130
    assert time.monotonic() - began < 5
    assert f"saved: {only_file(state_folder)}" in last.replace("\r\n", "")


@pytest.mark.parametrize(("columns", "lines"), [(80, 24), (60, 20), (120, 50)])
def test_terminals_of_any_size(columns: int, lines: int) -> None:
    person = Person("vs", GREEDY, "--seed", "6", columns=columns, lines=lines)
    said = person.wait()
    assert "\x1b[38;5;" in said or "\x1b[1;38;5;" in said
    assert person.shown.rstrip().endswith("A>")
    if columns >= 80:
        assert "Avalon, the duel" in person.screen.display[0]
    assert person.leave("d")[0] == 0


@pytest.mark.parametrize("way", ["NO_COLOR", "never", "dumb"])
def test_without_colour(way: str) -> None:
    arguments = ("--color", "never") if way == "never" else ()
    environment: dict[str, Any] = {"NO_COLOR": {"NO_COLOR": "1"}, "dumb": {"TERM": "dumb"}}.get(way, {})
    person = Person("vs", GREEDY, "--seed", "6", "--ascii", *arguments, **environment)
    said = person.wait()
    assert "\x1b[1m" not in said
    assert "38;5" not in said
    said.encode("ascii")
    assert person.leave("d")[0] == 0
