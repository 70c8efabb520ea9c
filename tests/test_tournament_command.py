"""The command `tournament`: killed and taken up again, interrupted, and one line for every mistake."""

from __future__ import annotations

import json
import random
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import record
from command_line import Capture, run

PAGE = (Path(__file__).resolve().parent.parent / "docs" / "tournaments.md").read_text("utf-8")
DUEL = ("tournament", "duel", "random", "greedy", "random:seed=4", "--rounds", "12", "--seed", "5", "--workers", "2")


def start(*args: str) -> subprocess.Popen[bytes]:
    command = [sys.executable, "-m", "avalon_bot", *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE)


def finish(*args: str) -> tuple[int, str, str]:
    with start(*args) as running:
        out, err = running.communicate()
    return running.returncode, out.decode(), err.decode()


def timeless(out: str) -> str:
    """The JSON without its one field that hangs on the clock."""
    found, times = re.subn(r', "seconds": [\d.]+', "", out)
    assert times == 1
    return found


def lines(folder: Path) -> int:
    file = folder / "results.jsonl"
    return file.read_bytes().count(b"\n") if file.exists() else 0


def wait_for(running: subprocess.Popen[bytes], folder: Path, groups: int) -> None:
    while running.poll() is None and lines(folder) < groups:
        time.sleep(0.002)


def test_killed_at_random_moments_it_ends_as_if_nothing_had_been(tmp_path: Path) -> None:
    whole = finish(*DUEL, "--json", "--out", str(tmp_path / "whole"))
    folder, rng = tmp_path / "killed", random.Random(20)
    for moment in sorted(rng.sample(range(32), 5)):
        with start(*DUEL, "--json", "--out", str(folder)) as running:
            wait_for(running, folder, moment)
            time.sleep(rng.random() * 0.03)
            running.kill()
    before = lines(folder)
    again = finish(*DUEL, "--json", "--out", str(folder))
    assert (whole[0], again[0]) == (0, 0)
    assert 0 < before < 36
    assert timeless(again[1]) == timeless(whole[1])
    names = sorted(file.name for file in (tmp_path / "whole" / "records").iterdir())
    assert names == sorted(file.name for file in (folder / "records").iterdir())
    assert len(names) == 72
    for name in names:
        assert (folder / "records" / name).read_bytes() == (tmp_path / "whole" / "records" / name).read_bytes()
    assert all(record.verify(folder / "records" / name).text.endswith("fine") for name in names[::12])


def test_interrupt_keeps_what_is_finished_and_ends_with_130(tmp_path: Path) -> None:
    with start(*DUEL, "--rounds", "100000", "--out", str(tmp_path / "t")) as running:
        wait_for(running, tmp_path / "t", 3)
        running.send_signal(signal.SIGINT)
        out, err = running.communicate()
    assert (running.returncode, out) == (130, b"")
    first, second = filter(None, err.decode().splitlines())
    assert first.endswith("the same command goes on from there")
    assert second == "avalon-bot: interrupted"
    assert (tmp_path / "t" / "results.jsonl").read_bytes().endswith(b"}\n")


def test_standings_are_told_in_words(capsys: Capture) -> None:
    code, out, err = run(capsys, *DUEL[:-6], "--rounds", "2", "--workers", "1")
    assert (code, err) == (0, "")
    assert out.startswith("duel, round-robin of 3 bots, seed 0: 12 games in 6 groups\n")
    assert "  1 greedy" in out
    assert "Score by side" in out
    assert max(map(len, out.splitlines())) <= 100


def test_file_of_settings_is_taken_where_the_command_says_nothing(tmp_path: Path, capsys: Capture) -> None:
    config = tmp_path / "t.toml"
    config.write_text(
        'game = "resistance"\nbots = ["random", "logic"]\nformat = "hero"\nrounds = 1\nseed = 3\nworkers = 1\n'
        "[options]\nplayers = 6\nlady = true\n"
    )
    code, out, _ = run(capsys, "tournament", "--config", str(config), "--json", "--seed", "4", "-o", "players=5")
    told = json.loads(out)["tournament"]
    assert code == 0
    assert told["options"] == {"players": 5, "lady": True}
    assert (told["seed"], told["rounds"], told["bots"]) == (4, 1, ["random", "logic"])


@pytest.mark.parametrize(
    ("args", "code", "told"),
    [
        ([], 2, "expected a game, got none"),
        (["duel"], 2, "expected bots, got none"),
        (["duel", "random"], 2, "at least 2 bots"),
        (["duel", "random", ""], 2, "bot 2: expected a bot"),
        (["chess", "random", "random"], 2, "there is no game chess"),
        (["duel", "random", "nobody"], 2, "there is no bot nobody"),
        (["duel", "random", "random:visits=1"], 2, "has no option visits"),
        (["duel", "random", "greedy", "-o", "hand=99"], 2, "hand: expected"),
        (["duel", "random", "greedy", "--format", "swiss"], 2, "'swiss' is not one of"),
        (["duel", "random", "greedy", "--rounds", "0"], 2, "0 is not in the range"),
        (["duel", "random", "greedy", "--move-time", "nan"], 2, "move_time: expected a number"),
        (["duel", "random", "greedy", "--heroes", "1"], 2, "heroes: expected with the formats"),
        (["duel", "random", "greedy", "--format", "gauntlet", "--heroes", "2"], 2, "a field of at least 1"),
        (["resistance", "random", "logic"], 2, "expected at least 5 bots, got 2"),
        (["resistance", *["random"] * 6, "--format", "knockout"], 2, "expected 5 or 9 bots, got 6"),
        (["duel", "random", "greedy", "--config", "none.toml"], 1, "none.toml: No such file"),
        (["duel", "random", "greedy", "--config", __file__], 2, "expected TOML"),
        (["duel", "random", "greedy", "--out", __file__], 1, "File exists"),
        (["duel", "random", "greedy", "--out", str(Path(__file__).parent)], 1, "expected an empty folder"),
        (["duel", "random", "greedy", "--out", "/proc/t"], 1, "/proc/t"),
    ],
)
def test_mistakes_end_with_their_code_and_one_line(capsys: Capture, args: list[str], code: int, told: str) -> None:
    found, out, err = run(capsys, "tournament", *args)
    shown = [line for line in err.splitlines() if line and not line.startswith(("Usage:", "Try "))]
    assert (found, out, len(shown)) == (code, "", 1)
    assert told in shown[0]


@pytest.mark.parametrize(
    "text", ["sed = 1", "bots = 3", "game = 1", "workers = 0", "workers = true", "rounds = 'x'", "[options]\nhnd = 3"]
)
def test_mistakes_in_the_file_are_told_in_one_line(tmp_path: Path, capsys: Capture, text: str) -> None:
    config = tmp_path / "t.toml"
    config.write_text(text)
    args: list[Any] = [] if text.startswith(("bots", "game")) else ["duel", "random", "greedy"]
    code, out, err = run(capsys, "tournament", *args, "--config", str(config))
    assert (code, out, err.count("\n")) == (2, "", 1)


# --- the page ------------------------------------------------------------------------------------


def test_page_names_every_option_of_the_command_and_no_other(capsys: Capture) -> None:
    told = set(re.findall(r"^\| `(?:-o|(--[a-z-]+))", PAGE, re.MULTILINE)) - {""}
    _, out, _ = run(capsys, "tournament", "--help")
    assert told == set(re.findall(r"(--[a-z-]+)", out)) - {"--help", "--option"}


def test_program_of_the_page_runs(tmp_path: Path) -> None:
    (block,) = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    program = tmp_path / "program.py"
    program.write_text(block)
    done = subprocess.run([sys.executable, str(program)], capture_output=True, text=True, cwd=tmp_path, check=False)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("duel, round-robin of 2 bots, seed 5: 6 games in 3 groups")


def test_settings_file_of_the_page_is_taken(tmp_path: Path, capsys: Capture) -> None:
    (found,) = re.findall(r"^    (game = .*?)\n\n", PAGE, re.MULTILINE | re.DOTALL)
    config = tmp_path / "t.toml"
    config.write_text(re.sub(r"^    ", "", found, flags=re.MULTILINE))
    code, out, _ = run(capsys, "tournament", "--config", str(config), "--rounds", "1", "--json")
    assert code == 0
    assert json.loads(out)["games"] == 6 * 7
