"""The check of programs: those of the examples pass, and of every other one it says what is wrong."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from avalon_ai import check_bot, games
from avalon_ai.bots.program import PROGRAMS
from avalon_ai.errors import SpecError
from command_line import Capture, run
from programs import LIMIT, ODD, example, odd


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Logs go to a folder of the test; no program outlives it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield
    PROGRAMS.close()


def found(spec: str, level: str) -> list[str]:
    findings = check_bot.check(spec, only=["duel"])
    return [f"{finding.check}: {finding.text}" for finding in findings if finding.level == level]


@pytest.mark.parametrize("name", ["bot.py", "bot.js", "bot.c"])
def test_examples_keep_to_the_protocol(name: str, tmp_path: Path) -> None:
    findings = list(check_bot.check(example(name, tmp_path)))
    assert {finding.level for finding in findings} == {"fine", "note"}
    assert [finding.check for finding in findings if finding.level == "note"] == ["time"]
    checks = {finding.check for finding in findings}
    assert checks == {"ready", "unknown", "repeat", "alone", "long", "restart", "stdout", "end", "games", "time"}
    texts = [finding.text for finding in findings if finding.check == "games"]
    assert texts[0] == "duel, 2 players: 2 games"
    assert texts[1:7] == [f"resistance, {size} players: {size} games" for size in range(5, 11)]
    assert {text.partition(",")[0] for text in texts} == set(games.names())


@pytest.mark.parametrize(
    ("mode", "wrong"),
    [
        ("garbage", "games: duel, 2 players, seat A, line 3: move: expected a JSON object, found Thinking"),
        ("binary", "repeat: move: expected UTF-8, found byte 0xff at column 1"),
        ("illegal", "games: duel, 2 players, seat A, line 3: move: expected an id from 0 to "),
        ("text", 'repeat: move: "move": expected the id of a legal move, got '),
        ("turnless", 'repeat: move: "turn": expected the turn of the act that it answers, got none'),
        ("ahead", 'repeat: duel: "turn": expected 1, got 2'),
        ("twice", "stdout: expected one answer to each act, got "),
        ("echo", "stdout: expected nothing after an answer, got that was my move"),
        ("bad-note", 'games: duel, 2 players, seat A, line 3: move: "note": expected a text'),
        ("fixed-buffer", "long: it ended with exit code 1; the last it said on stderr: line too long"),
        ("strict", "unknown: it ended with exit code 1; the last it said on stderr: KeyError: {'later'}"),
        ("dies", "restart: it ended with exit code 1; the last it said on stderr: RuntimeError: the sky fell"),
        ("stays", "end: on bye: expected its end within 1 s, it had to be ended"),
        ("ends-badly", "end: on the end of its input: expected exit code 0, got 3"),
        ("last-word", "end: on bye: expected no more on stdout, got good bye"),
        ("elsewhere", "ready: games: expected one at least of duel"),
        ("nameless", 'ready: ready: "name": expected a text, got none'),
        ("newer", 'ready: ready: "protocol": expected 1, got 2'),
        ("never-starts", "ready: it ended with exit code 4"),
    ],
)
def test_what_is_wrong_is_said_in_one_line(mode: str, wrong: str) -> None:
    lines = found(odd(mode, time=20), "wrong")
    assert any(line.startswith(wrong) for line in lines), lines
    assert all("\n" not in line for line in lines)


@pytest.mark.parametrize(("mode", "options"), [("hangs", {"time": LIMIT}), ("mute", {"start": LIMIT})])
def test_silence_is_told_within_the_time(mode: str, options: dict[str, float]) -> None:
    findings = list(check_bot.check(odd(mode, **options)))
    wrong = [finding.check for finding in findings if finding.level == "wrong"]
    assert all(finding.text == "no answer in time" for finding in findings if finding.level == "wrong")
    assert wrong == (["ready"] if mode == "mute" else ["unknown", "repeat"])


@pytest.mark.parametrize(
    ("mode", "note"),
    [
        ("guesses", "repeat: duel: the same act got two different moves"),
        ("notes", "notes: duel: a note is not kept as it is"),
        ("forgetful", "alone: an act is not answered without start and events"),
        ("loud", "stderr: what it wrote to stderr stands in "),
    ],
)
def test_what_is_allowed_and_yet_worth_a_word_is_a_note(mode: str, note: str) -> None:
    findings = list(check_bot.check(odd(mode), only=["duel"]))
    assert not [finding for finding in findings if finding.level == "wrong"]
    assert any(f"{finding.check}: {finding.text}".startswith(note) for finding in findings if finding.level == "note")


def test_program_without_a_promise_is_not_asked_to_keep_on(tmp_path: Path) -> None:
    findings = list(check_bot.check(odd("once", tmp_path / "pids"), only=["duel"]))
    assert not [finding for finding in findings if finding.level == "wrong" or finding.check == "restart"]


def test_command_that_is_none_is_refused() -> None:
    with pytest.raises(SpecError, match="there is no program /no/such"):
        list(check_bot.check("/no/such"))


def test_exit_code_tells_whether_all_is_fine(capsys: Capture) -> None:
    command = f"{sys.executable} {ODD}"
    code, out, _ = run(capsys, "check-bot", f"{command} kind", "--game", "duel")
    assert code == 0
    assert out.splitlines()[-1] == "it keeps to the protocol"
    code, out, _ = run(capsys, "check-bot", f"{command} newer", "--time", "3")
    assert code == 1
    assert out.splitlines() == ['wrong  ready: ready: "protocol": expected 1, got 2', "1 finding to put right"]
    for arguments, said in ((["/no/such"], "there is no program /no/such"), ([command, "--game", "x"], "no game x")):
        code, _, err = run(capsys, "check-bot", *arguments)
        assert code == 2
        assert said in err


def test_json_is_one_object_a_line(capsys: Capture) -> None:
    code, out, _ = run(capsys, "check-bot", f"{sys.executable} {ODD} ends-badly", "--json", "--game", "duel")
    assert code == 1
    told = [json.loads(line) for line in out.splitlines()]
    assert all(set(line) == {"check", "level", "text"} for line in told)
    assert {"check": "end", "level": "wrong", "text": "on bye: expected exit code 0, got 3"} in told
