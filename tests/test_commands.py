"""The machine side of the command: outputs, exit codes, and one line for every mistake."""

from __future__ import annotations

import json
import os
import shlex
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import record
from avalon_bot.main import COMMANDS, main
from command_line import Capture, run

GOLDEN = Path(__file__).parent / "golden" / "duel"
SHORT = str(GOLDEN / "01.avr")


def objects(out: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in out.splitlines()]


def process(*args: str, **how: Any) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "avalon_bot", *args], capture_output=True, check=False, **how)


# --- the command itself --------------------------------------------------------------------------


def test_first_screen_lists_every_command(capsys: Capture) -> None:
    code, out, _ = run(capsys, "--help")
    assert code == 0
    assert run(capsys) == (0, out, "")
    assert all(f"  {name} " in out for name in COMMANDS)


@pytest.mark.parametrize("name", sorted(COMMANDS))
def test_every_command_explains_itself(capsys: Capture, name: str) -> None:
    code, out, _ = run(capsys, name, "--help")
    assert code == 0
    assert out.startswith(f"Usage: avalon-bot {name}")


def test_first_screen_loads_neither_library_nor_core() -> None:
    code = (
        "import sys\nfrom avalon_bot.main import main\nmain(['--help'])\n"
        "bad = [m for m in sys.modules if m.startswith(('avalon_ai', 'numpy', 'tqdm'))]\nassert not bad, bad"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (["chess"], 2),
        (["play"], 2),
        (["play", "duel", "random"], 2),
        (["play", "chess", "random", "random"], 2),
        (["play", "duel", "random", "nobody"], 2),
        (["play", "duel", "random", "random:visits=1"], 2),
        (["play", "duel", "random", "random", "-o", "hand=99"], 2),
        (["play", "duel", "random", "random", "-o", "set=none.toml"], 1),
        (["play", "duel", "random", "random", "--games", "0"], 2),
        (["play", "duel", "random", "random", "--seed", "-1"], 2),
        (["verify"], 2),
        (["verify", "none.avr"], 1),
        (["perft", SHORT, "--at", "3"], 2),
        (["perft", SHORT, "--at", "0", "--depth", "1"], 2),
        (["perft", SHORT, "--at", "999", "--depth", "1"], 2),
        (["perft", SHORT, "--at", "x", "--depth", "1"], 2),
        (["perft", "none.avr", "--at", "3", "--depth", "1"], 1),
        (["view", SHORT, "--at", "3"], 2),
        (["view", SHORT, "--at", "3", "--seat", "C"], 2),
        (["view", SHORT, "--at", "99", "--seat", "A"], 2),
        (["view", __file__, "--at", "3", "--seat", "A"], 1),
        (["analyze", SHORT, "--at", "999"], 2),
        (["analyze", SHORT], 1),
        (["replay", SHORT, "--seat", "AB"], 2),
        (["replay", __file__], 1),
    ],
)
def test_mistakes_end_with_their_code_and_one_line(capsys: Capture, args: list[str], code: int) -> None:
    found, out, err = run(capsys, *args)
    assert found == code
    told = [line for line in (err + out).splitlines() if line and not line.startswith(("Usage:", "Try "))]
    assert len(told) == 1


def test_unknown_fault_is_one_line_without_the_debug_switch(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("two\nlines")

    monkeypatch.delenv("AVALON_DEBUG", raising=False)
    monkeypatch.setattr(record, "verify", broken)
    code, out, err = run(capsys, "verify", SHORT)
    assert (code, out) == (1, "")
    assert err.count("\n") == 1
    assert "AVALON_DEBUG=1" in err
    monkeypatch.setenv("AVALON_DEBUG", "1")
    with pytest.raises(ZeroDivisionError):
        main(["verify", SHORT])


def test_reader_who_leaves_is_no_error() -> None:
    shell = f"{shlex.join([sys.executable, '-m', 'avalon_bot', 'replay', SHORT])} | head -1"
    done = subprocess.run(shell, shell=True, capture_output=True, check=False)
    assert done.stderr == b""


def test_interrupt_ends_with_130_and_whole_lines(tmp_path: Path) -> None:
    args = [sys.executable, "-m", "avalon_bot", "play", "duel", "random", "random", "--games", "100000", "--record"]
    with subprocess.Popen([*args, f"{tmp_path}/"], stdout=subprocess.PIPE, stderr=subprocess.PIPE) as running:
        while not (tmp_path / "00002.avr").exists():
            time.sleep(0.02)
        running.send_signal(signal.SIGINT)
        _, err = running.communicate()
    assert running.returncode == 130
    assert err.strip() == b"avalon-bot: interrupted"
    for path in sorted(tmp_path.iterdir()):
        assert record.verify(path).fine


# --- play ----------------------------------------------------------------------------------------


def test_play_gives_a_line_a_game_and_a_summary(capsys: Capture) -> None:
    code, out, err = run(
        capsys, "play", "duel", "random", "greedy:weights=hand", "--games", "4", "--seed", "5", "--json"
    )
    *played, last = objects(out)
    assert (code, err) == (0, "")
    assert [(line["game"], line["deal"]) for line in played] == [(0, 0), (1, 0), (2, 1), (3, 1)]
    assert played[0]["players"] == played[1]["players"][::-1] == ["random", "greedy:weights=hand"]
    assert all(set(line) == {"game", "deal", "players", "result", "reason", "file"} for line in played)
    assert all(line["file"] is None and sum(line["result"].values()) == 1 for line in played)
    assert [row["bot"] for row in last["summary"]] == ["random", "greedy:weights=hand"]
    for row in last["summary"]:
        assert set(row) == {"bot", "games", "score", "low", "high"}
        assert row["low"] <= row["score"] <= row["high"]


def test_play_tells_scores_in_words(capsys: Capture) -> None:
    code, out, _ = run(capsys, "play", "duel", "random", "random", "--games", "6")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines()] == ["random", "random"]
    assert "95 %" in out
    assert "6 games" in out


def test_same_command_writes_the_same_bytes(capsys: Capture, tmp_path: Path) -> None:
    for name in ("one", "two"):
        folder = f"{tmp_path / name}{os.sep}"
        code, _, _ = run(
            capsys, "play", "duel", "random", "greedy:weights=hand", "--games", "3", "--legal", "--record", folder
        )
        assert code == 0
    for number in range(3):
        one, two = (tmp_path / name / f"{number:05}.avr" for name in ("one", "two"))
        assert one.read_bytes() == two.read_bytes()
        assert record.verify(one).text.endswith("fine")


def test_one_file_holds_one_game(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "x.avr")
    assert run(capsys, "play", "duel", "random", "random", "--record", path)[0] == 0
    assert run(capsys, "verify", path) == (0, f"{path}: fine\n", "")
    code, _, err = run(capsys, "play", "duel", "random", "random", "--record", path, "--games", "2")
    assert code == 2
    assert "expected a folder" in err
    folder = tmp_path / "new"
    assert run(capsys, "play", "duel", "random", "random", "--record", str(folder), "--games", "2")[0] == 0
    assert sorted(file.name for file in folder.iterdir()) == ["00000.avr", "00001.avr"]


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="no /dev/full here")
def test_full_disk_ends_with_a_line(capsys: Capture) -> None:
    code, _, err = run(capsys, "play", "duel", "random", "random", "--record", "/dev/full")
    assert (code, err) == (1, "avalon-bot: /dev/full: No space left on device\n")


def test_options_of_the_game_reach_the_record(capsys: Capture, tmp_path: Path) -> None:
    path = str(tmp_path / "x.avr")
    options = ["-o", "set=rich23", "-o", "hand=4", "-o", "first=B", "-o", "turn_cap=5"]
    assert run(capsys, "play", "duel", "random", "random", *options, "--record", path)[0] == 0
    read = record.read(path)
    assert read.header["options"] == {"set": "rich23", "hand": 4, "first": "B", "turn_cap": 5}
    assert read.deal["first"] == "B"


# --- verify, perft, view, replay -----------------------------------------------------------------


def test_verify_tells_each_file(capsys: Capture, tmp_path: Path) -> None:
    lines = Path(SHORT).read_text(encoding="utf-8").splitlines(keepends=True)
    unfinished, broken = tmp_path / "unfinished.avr", tmp_path / "broken.avr"
    unfinished.write_text("".join(lines[:40]), encoding="utf-8")
    broken.write_text("".join(lines[:40])[:-9], encoding="utf-8")
    code, out, err = run(capsys, "verify", SHORT, str(unfinished), str(broken))
    assert (code, err) == (1, "")
    first, second, third = out.splitlines()
    assert first == f"{SHORT}: fine"
    assert second == f"{unfinished}: unfinished at line 40"
    assert third.startswith(f"{broken}: line 40: expected a JSON object, found {{")
    assert run(capsys, "verify", SHORT, str(unfinished))[0] == 0


def test_perft_counts(capsys: Capture) -> None:
    assert run(capsys, "perft", str(GOLDEN / "00.avr"), "--at", "174", "--depth", "3")[:2] == (0, "108719\n")
    assert run(capsys, "perft", SHORT, "--depth", "4")[:2] == (0, "1\n")


def test_perft_counts_the_same_above_the_depth_of_the_core(capsys: Capture) -> None:
    state = record.position(record.read(GOLDEN / "00.avr"), 28)
    assert run(capsys, "perft", str(GOLDEN / "00.avr"), "--at", "28", "--depth", "5")[1] == f"{state.perft(5)}\n"


@pytest.mark.parametrize("seat", ["A", "b"])
def test_view_shows_what_a_seat_knows(capsys: Capture, seat: str) -> None:
    read = record.read(SHORT)
    for at in (3, 4, 11, 40, 95):
        code, out, _ = run(capsys, "view", SHORT, "--at", str(at), "--seat", seat)
        (told,) = objects(out)
        assert code == 0
        assert set(told) == {"seat", "at", "header", "deal", "events", "view", "actor", "legal"}
        assert (told["seat"], told["at"]) == (seat.upper(), at)
        assert told["deal"]["hands"]["B" if told["seat"] == "A" else "A"] == ["?"] * 5
        state = record.position(read, at)
        acts = state.actor() == "AB".index(told["seat"])
        assert told["legal"] == (record.legal_texts(read.game, state.legal()) if acts else [])
        assert told["actor"] == {0: "A", 1: "B", -1: "chance", -2: None}[state.actor()]
        assert len(told["view"]["territories"]) == 11


def test_view_at_the_end_holds_the_result(capsys: Capture) -> None:
    _, out, _ = run(capsys, "view", SHORT, "--seat", "A")
    (told,) = objects(out)
    assert told["events"][-1] == record.read(SHORT).result
    assert told["at"] is None


def test_view_fields_are_those_of_the_page(capsys: Capture) -> None:
    page = Path(__file__).parents[1] / "docs" / "duel.md"
    _, out, _ = run(capsys, "view", SHORT, "--at", "40", "--seat", "A")
    (told,) = objects(out)
    listed = [line.split("`")[1] for line in page.read_text(encoding="utf-8").splitlines() if line.startswith("| `")]
    assert set(told["view"]) <= set(listed)


def test_replay_tells_every_line(capsys: Capture) -> None:
    code, out, _ = run(capsys, "replay", SHORT, "--seat", "A", "--ascii")
    assert code == 0
    assert out.isascii()
    told = [int(line[:5]) for line in out.splitlines() if line[:5].strip().isdecimal() and line[5:7] == "  "]
    assert told == list(range(3, len(record.stream(record.read(SHORT), 0).lines()) + 1))
    assert "draws: ?" in out
    assert "draws: ?" not in run(capsys, "replay", SHORT, "--ascii")[1]
    assert len(run(capsys, "replay", SHORT, "--ascii", "--screens")[1]) > 2 * len(out)


def test_replay_of_a_cut_record_says_so(capsys: Capture, tmp_path: Path) -> None:
    path = tmp_path / "x.avr"
    path.write_bytes(Path(SHORT).read_bytes()[:9000])
    code, _, err = run(capsys, "replay", str(path))
    assert code == 0
    assert "cut; told up to the last whole event" in err


# --- games ---------------------------------------------------------------------------------------


def test_games_lists_options_bots_and_guesses(capsys: Capture) -> None:
    _, out, _ = run(capsys, "games")
    for word in ("turn_cap", "a whole number from 1 to 1000; default: 200", "set kosmos20: house guess", "bot ismcts"):
        assert word in out
    told = objects(run(capsys, "games", "--json")[1])
    named = [line.get("game", line.get("bot")) for line in told]
    assert named == ["duel", "resistance", "veil", "random", "greedy", "ismcts", "cmd", "logic", "rules"]
    assert [line["bot"] for line in told if line.get("only") == "resistance"] == ["logic", "rules"]
    assert "sha256" not in out


# --- analyze, bench ------------------------------------------------------------------------------


def test_analyze_reports_moves_best_first(capsys: Capture) -> None:
    args = ["analyze", SHORT, "--at", "3", "--visits", "300", "--seed", "4"]
    code, out, _ = run(capsys, *args, "--json")
    (told,) = objects(out)
    assert code == 0
    assert set(told) == {"moves", "visits", "seconds", "beliefs"}
    assert told["visits"] == 300
    assert [move["visits"] for move in told["moves"]] == sorted((m["visits"] for m in told["moves"]), reverse=True)
    assert sorted(move["move"] for move in told["moves"]) == json.loads(lines_of(SHORT)[2])["legal"]
    for move in told["moves"]:
        assert set(move) == {"move", "visits", "available", "value", "error", "pv"}
        assert move["pv"][0] == move["move"]
        assert move["value"] is None or 0 <= move["value"] <= 1
    assert set(told["beliefs"]) == {f"{rank}{colour}" for rank in "KE" for colour in "RBGYV"}
    again = objects(run(capsys, *args, "--json")[1])[0]
    assert again["moves"] == told["moves"]
    table = run(capsys, *args)[1].splitlines()
    assert table[1].split()[0] in (told["moves"][0]["move"], "take")


def lines_of(path: str) -> list[str]:
    return Path(path).read_text(encoding="utf-8").splitlines()


def test_analyze_refuses_where_chance_acts(capsys: Capture) -> None:
    at = next(n for n, said in enumerate(lines_of(SHORT), 1) if '"chance"' in said)
    assert run(capsys, "analyze", SHORT, "--at", str(at), "--json")[0] == 1
