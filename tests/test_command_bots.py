"""Bots that are programs of their own: specs, games, every way to fail, and that nothing of them is left behind."""

from __future__ import annotations

import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from avalon_ai import bots, games, match, record
from avalon_ai.bots.process import LOG_LIMIT
from avalon_ai.bots.program import PROGRAMS
from avalon_ai.errors import BotError, SpecError
from avalon_ai.tournament import Outcome, Run, Settings, Store, configure, play, text
from avalon_ai.tournament.tasks import FORFEITS
from command_line import Capture, run
from programs import EXAMPLES, LIMIT, ODD, PATIENCE, ROOT, example, gone, odd, pids

DUEL = {"first": "A", "turn_cap": 20}


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """Logs go to a folder of the test; no program outlives it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield tmp_path / "state" / "avalon-bot" / "logs"
    PROGRAMS.close()


def duel(**options: Any) -> Any:
    return games.load("duel", **DUEL | options)


def against_random(spec: str, game: Any = None, **how: Any) -> record.Record:
    game = game or duel()
    players = [bots.make(spec, game), *(bots.make("random", game) for _ in range(game.seats - 1))]
    return match.play(game, players, **{"seed": 1, **how})


# --- specs ---------------------------------------------------------------------------------------


def parsed(spec: str) -> dict[str, Any]:
    return bots.parse(spec, duel())[1]


@pytest.mark.parametrize(
    ("spec", "options"),
    [
        ("cmd:./mybot", {"command": "./mybot"}),
        ("cmd:./mybot --a=1,2 'b c' time=3", {"command": "./mybot --a=1,2 'b c' time=3"}),
        (
            "cmd:time=2.5,log=a b.log,./mybot x,time=9,y",
            {"time": 2.5, "log": "a b.log", "command": "./mybot x,time=9,y"},
        ),
        ("cmd: start=1 , python3 'a,b.py'", {"start": 1.0, "command": "python3 'a,b.py'"}),
        ("cmd:'time=1,x' y", {"command": "'time=1,x' y"}),
        ("cmd:time=5", {"command": "time=5"}),
    ],
)
def test_options_come_first_and_the_rest_is_the_command(spec: str, options: dict[str, Any]) -> None:
    assert parsed(spec) == options


@pytest.mark.parametrize(
    ("spec", "part"),
    [
        ("cmd", "command: expected a text"),
        ("cmd:", "command: expected a text"),
        ("cmd:time=1,", "command: expected a text"),
        ("cmd:time=x,ls", "time: expected a number from 0.001 to 86400, got x"),
        ("cmd:time=0,ls", "time: expected a number"),
        ("cmd:time=1,time=2,ls", "the option time once"),
        ("cmd:'ls", "quoted as for a shell"),
        ("cmd:/no/such/program -x", "there is no program /no/such/program"),
        ("cmd:tiem=5,ls", "there is no program tiem=5,ls"),
        ("cmd:ls\nls", "printed on one line"),
    ],
)
def test_wrong_spec_says_what_was_expected(spec: str, part: str) -> None:
    with pytest.raises(SpecError) as told:
        bots.make(spec, duel())
    assert part in str(told.value)


def test_more_options_go_in_front_of_the_command() -> None:
    assert bots.with_options("cmd:ls -l", ["time=5"], duel()) == "cmd:time=5,ls -l"
    assert bots.with_options("cmd:log=x,ls", ["time=5"], duel()) == "cmd:time=5,log=x,ls"
    assert bots.with_options("ismcts", ["time=5"], duel()) == "ismcts:time=5"
    assert bots.with_options("ismcts:visits=9", ["time=5"], duel()) == "ismcts:visits=9,time=5"
    with pytest.raises(SpecError, match="cmd has no option visits"):
        bots.with_options("cmd:ls", ["visits=5"], duel())


def test_arguments_reach_the_program_as_they_were_quoted(tmp_path: Path) -> None:
    script = tmp_path / "arguments.py"
    script.write_text("import json, sys\nsys.exit(json.dumps(sys.argv[1:]))\n")
    played = against_random(f"cmd:{sys.executable} {script} 'a b' \"c,d\" e\\ f time=1,x")
    assert played.fault is not None
    assert '["a b", "c,d", "e f", "time=1,x"]' in played.fault


# --- games ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ["bot.py", "bot.js", "bot.c"])
@pytest.mark.parametrize("game", games.names())
def test_example_plays_whole_games_and_repeats_them(name: str, game: str, tmp_path: Path) -> None:
    loaded = games.load(game)
    spec = f"cmd:{example(name, tmp_path)}"
    played = [against_random(spec, loaded, seed=2, rotation=turn % 2) for turn in range(4)]
    assert {(read.result or {})["reason"] for read in played} <= set(loaded.rules.reasons)
    for first, again in zip(played[:2], played[2:], strict=True):
        assert list(first.lines()) == list(again.lines())


@pytest.mark.parametrize(("game", "others"), [("duel", ["greedy"]), ("resistance", ["rules", "logic"])])
def test_examples_play_a_tournament_without_a_forfeit(game: str, others: list[str], tmp_path: Path) -> None:
    programs = [f"cmd:{example(name, tmp_path)}" for name in ("bot.py", "bot.js", "bot.c")]
    found = outcome(configure(game, [*programs, *others], rounds=1, seed=11))
    rows = {row.bot: row for row in found.standings.rows()}
    assert all(rows[spec].total.games >= 5 for spec in programs)
    assert not any(sum(row.forfeits.values()) for row in rows.values())


@pytest.mark.parametrize("name", ["bot.py", "bot.js", "bot.c"])
def test_examples_are_short(name: str) -> None:
    lines = (EXAMPLES / name).read_text().splitlines()
    assert len([line for line in lines if line.strip()]) <= 26


def test_program_is_told_what_its_seat_sees_and_at_the_end_the_rest(tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    played = against_random(odd("record", told))
    PROGRAMS.close()
    said = [json.loads(line) for line in told.read_text().splitlines()]
    assert [message["type"] for message in said[:2]] == ["hello", "start"]
    assert [message["type"] for message in said[-2:]] == ["end", "bye"]
    stream = record.stream(played, 0).lines()
    assert [message["event"] for message in said if message["type"] == "event"] == stream[2:-1]
    assert [message["line"] for message in said if message["type"] == "event"] == list(range(3, len(stream)))
    acts = [message for message in said if message["type"] == "act"]
    assert [message["turn"] for message in acts] == list(range(1, len(acts) + 1))
    assert all(message["history"] == stream[: len(message["history"])] for message in acts)
    assert all(message["history"][0]["players"] == [odd("record", told), "random"] for message in acts)
    assert {key: said[-2][key] for key in ("result", "reason")} == played.result
    assert said[-2]["revealed"]["deal"] == played.deal
    assert len(said[-2]["revealed"]["events"]) == len(played.entries)


def test_others_are_told_no_command_line(tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    game = duel()
    match.play(game, [bots.make(odd("record", told), game), bots.make(odd("kept", tmp_path / "x"), game)], seed=1)
    PROGRAMS.close()
    start = json.loads(told.read_text().splitlines()[1])
    assert start["players"] == [odd("record", told), "cmd"]


def test_hidden_things_are_told_only_once_the_deal_is_over(tmp_path: Path, capsys: Capture) -> None:
    told = tmp_path / "told.jsonl"
    code, _, _ = run(capsys, "play", "duel", odd("record", told), "random", "--games", "3", "-o", "turn_cap=5")
    assert code == 0
    PROGRAMS.close()
    ends = [json.loads(line) for line in told.read_text().splitlines() if line.startswith('{"type": "end"')]
    assert ["revealed" in message for message in ends] == [False, True, True]


def test_tournament_reveals_in_the_last_game_of_a_group(tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    settings = configure("duel", [odd("record", told), "random"], rounds=2, options={"turn_cap": 5})
    with ThreadPoolExecutor(1) as pool:
        outcome(settings, executor=lambda: pool)
    PROGRAMS.close()
    ends = [json.loads(line) for line in told.read_text().splitlines() if line.startswith('{"type": "end"')]
    assert ["revealed" in message for message in ends] == [False, True] * 2


def test_note_stands_in_the_record_in_one_printable_line() -> None:
    played = against_random(odd("notes"))
    notes = {entry.extra["note"] for entry in played.entries if entry.extra}
    assert len(notes) == 1
    (note,) = notes
    assert note.startswith("good?[31m?xxx")
    assert len(note) == 1000


def test_answer_to_an_earlier_turn_is_passed_over() -> None:
    played = against_random(odd("twice"))
    assert (played.result or {})["reason"] == "cap"


# --- processes -----------------------------------------------------------------------------------


def test_program_that_keeps_on_plays_all_games_in_one_process(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    for seed in range(3):
        against_random(odd("kept", file), seed=seed)
    assert len(pids(file)) == 1
    PROGRAMS.close()
    assert gone(pids(file))


def test_program_that_promises_nothing_is_fresh_for_each_game(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    for seed in range(3):
        against_random(odd("once", file), seed=seed)
    assert len(set(pids(file))) == 3
    assert gone(pids(file))


def test_copies_at_one_table_are_processes_of_their_own(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    game = games.load("resistance")
    for seed in range(2):
        match.play(game, [bots.make(odd("kept", file), game) for _ in range(5)], seed=seed)
    assert len(set(pids(file))) == 5


def test_program_that_ended_between_two_games_is_started_again(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    against_random(odd("kept", file))
    os.kill(pids(file)[0], signal.SIGKILL)
    assert gone(pids(file)[:1])
    assert (against_random(odd("kept", file)).result or {})["reason"] == "cap"
    assert len(pids(file)) == 2


def test_late_program_is_ended_with_its_children(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    played = against_random(odd("child", file, time=4))
    assert (played.result or {})["reason"] == "time"
    assert len(pids(file)) == 2
    assert gone(pids(file))


def test_program_that_does_not_go_is_ended(tmp_path: Path) -> None:
    against_random(odd("stays"))
    began = time.monotonic()
    PROGRAMS.close()
    assert time.monotonic() - began < PATIENCE


def test_keeper_that_was_ended_is_started_again(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    code = f"""
from avalon_ai.bots.keeper import KEEPER
{HOST.format(spec=odd("once", file))}
KEEPER._process.kill()
KEEPER._process.wait()
{HOST.format(spec=odd("child", file))}
"""
    with host(tmp_path, "-c", code) as running:
        assert len(wait_for(file, 3)) == 3
        running.kill()
    assert gone(pids(file))


HOST = """
from avalon_ai import bots, games, match
game = games.load("duel", first="A")
match.play(game, [bots.make({spec!r}, game), bots.make("random", game)], seed=1)
"""


def host(tmp_path: Path, *arguments: str) -> subprocess.Popen[bytes]:
    paths = os.pathsep.join([str(ROOT), str(ROOT / "cli")])
    environment = {**os.environ, "PYTHONPATH": paths, "XDG_STATE_HOME": str(tmp_path / "state")}
    return subprocess.Popen([sys.executable, *arguments], env=environment, stderr=subprocess.PIPE)


def wait_for(file: Path, count: int) -> list[int]:
    end = time.monotonic() + PATIENCE
    while len(pids(file)) < count and time.monotonic() < end:
        time.sleep(0.02)
    return pids(file)


def test_nothing_is_left_of_a_host_that_was_killed(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with host(tmp_path, "-c", HOST.format(spec=odd("child", file))) as running:
        assert len(wait_for(file, 2)) == 2
        running.kill()
    assert gone(pids(file))


def test_ctrl_c_ends_game_and_program(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with host(tmp_path, "-m", "avalon_bot", "play", "duel", odd("child", file), "random") as running:
        assert len(wait_for(file, 2)) == 2
        running.send_signal(signal.SIGINT)
        _, said = running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert b"Traceback" not in said
    assert gone(pids(file))


def test_nothing_is_left_when_a_tournament_is_stopped(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    arguments = ["tournament", "duel", odd("child", file), "random", "--workers", "2"]
    with host(tmp_path, "-m", "avalon_bot", *arguments) as running:
        assert len(wait_for(file, 2)) >= 2
        running.send_signal(signal.SIGINT)
        running.communicate(timeout=PATIENCE)
    assert running.returncode == 130
    assert gone(pids(file))


# --- stderr --------------------------------------------------------------------------------------


def test_stderr_goes_to_a_log_of_bounded_size(own_state: Path) -> None:
    played = against_random(odd("loud"))
    PROGRAMS.close()
    assert (played.result or {})["reason"] == "cap"
    (log,) = own_state.iterdir()
    assert log.name == f"{Path(sys.executable).name}-{ODD.name}.log"
    assert LOG_LIMIT < log.stat().st_size < LOG_LIMIT + 1000
    assert log.read_bytes().startswith(b"== ")
    assert b"bytes more were left out" in log.read_bytes()[-100:]


def test_log_that_is_full_makes_room_for_the_next(own_state: Path) -> None:
    for _ in range(2):
        against_random(odd("loud"))
        PROGRAMS.close()
    assert len(list(own_state.iterdir())) == 2


def test_log_may_be_named_and_a_quiet_program_has_none(tmp_path: Path, own_state: Path) -> None:
    against_random(odd("dies", log=str(tmp_path / "mine.log")))
    assert "RuntimeError: the sky fell" in (tmp_path / "mine.log").read_text()
    against_random(odd("kept", tmp_path / "pids"))
    assert not own_state.exists()


def test_log_that_cannot_be_written_changes_nothing(tmp_path: Path) -> None:
    assert (against_random(odd("loud", log=str(tmp_path))).result or {})["reason"] == "cap"


# --- failures ------------------------------------------------------------------------------------

FAILURES = [
    ("hangs", "time", ""),
    ("late", "time", ""),
    ("half", "time", ""),
    ("closes", "crash", "it closed its output"),
    ("garbage", "crash", "move: expected a JSON object, found Thinking... my move is KR-4"),
    ("binary", "crash", "move: expected UTF-8"),
    ("list", "crash", "expected a JSON object, found [1, 2]"),
    ("half-dies", "crash", "it ended with exit code 0 in the middle of a line"),
    ("flood", "crash", "it wrote more than 1048576 bytes for one answer"),
    ("chatter", "crash", "it wrote more than 1048576 bytes for one answer"),
    ("dies", "crash", "it ended with exit code 1; the last it said on stderr: RuntimeError: the sky fell"),
    ("leaves", "crash", "it ended with exit code 0"),
    ("illegal", "illegal", ""),
    ("text", "crash", '"move": expected the id of a legal move, got '),
    ("true", "crash", '"move": expected the id of a legal move, got True'),
    ("nothing", "crash", '"move": expected the id of a legal move, got none'),
    ("turnless", "crash", '"turn": expected the turn of the act that it answers, got none'),
    ("ahead", "crash", '"turn": expected 1, got 2'),
    ("typeless", "crash", 'expected a message of "type": "move"'),
    ("bad-note", "crash", '"note": expected a text'),
    ("greets-badly", "crash", "ready: expected a JSON object, found hello"),
    ("nameless", "crash", '"name": expected a text, got none'),
    ("gameless", "crash", '"games": expected a list of the names of games'),
    ("elsewhere", "crash", "it plays chess, not duel"),
    ("newer", "crash", '"protocol": expected 1, got 2'),
    ("keeps-what", "crash", '"keep": expected true or false'),
    ("never-starts", "crash", "it ended with exit code 4"),
]


@pytest.mark.parametrize(("mode", "reason", "fault"), FAILURES, ids=[mode for mode, _, _ in FAILURES])
def test_program_that_fails_loses_by_the_rules_of_the_match(mode: str, reason: str, fault: str) -> None:
    options = {"time": LIMIT} if reason == "time" else {}
    played = against_random(odd(mode, **options), duel(turn_cap=200))
    assert played.result == {"result": {"A": 0.0, "B": 1.0}, "reason": reason, "loser": "A"}
    assert fault in (played.fault or "")
    assert bool(played.fault) == (reason == "crash")


def test_program_that_reads_nothing_is_late_once_the_pipe_is_full() -> None:
    played = against_random(odd("blind", time=LIMIT), duel(turn_cap=200))
    assert (played.result or {})["reason"] == "time"
    assert len(played.entries) > 10  # it had answered thousands of turns before it was asked


def test_program_that_says_not_even_hello_is_late() -> None:
    played = against_random(odd("mute", start=LIMIT))
    assert (played.result or {})["reason"] == "time"


@pytest.mark.parametrize(
    ("mode", "said"),
    [("illegal", "illegal: game 0: {}"), ("leaves", "crash: game 0: {}: BotError: it ended")],
)
def test_play_tells_who_lost_by_a_fault(capsys: Capture, mode: str, said: str) -> None:
    code, _, err = run(capsys, "play", "duel", odd(mode), "random")
    assert code == 0
    assert err.startswith(said.format(odd(mode)))


def test_limit_of_the_match_holds_for_programs() -> None:
    played = against_random(odd("hangs"), move_time=LIMIT)
    assert (played.result or {})["reason"] == "time"


def test_file_that_is_no_program_breaks_down(tmp_path: Path) -> None:
    file = tmp_path / "bot"
    file.write_bytes(b"\x7fELF no program")
    file.chmod(0o755)
    played = against_random(f"cmd:{file}")
    assert f"{file} could not be started" in (played.fault or "")


def test_bot_that_was_let_go_says_so() -> None:
    game = duel()
    bot = bots.make(odd("once"), game)
    table = match.Match.new(game, ["x", "y"], seed=1)
    with pytest.raises(BotError, match="let go"):
        bot.act(table.streams[0])


# --- tournaments ---------------------------------------------------------------------------------


def outcome(settings: Settings, store: Store | None = None, **how: Any) -> Outcome:
    return play(Run(settings, store=store), **{"workers": 1, **how})


def test_each_failure_is_counted_and_the_tournament_goes_on(tmp_path: Path) -> None:
    modes = {"hangs": "time", "garbage": "crash", "late": "time", "dies": "crash", "illegal": "illegal"}
    failing = [odd(mode, **({"time": LIMIT} if reason == "time" else {})) for mode, reason in modes.items()]
    settings = configure("duel", [*failing, "random"], format="gauntlet", heroes=len(failing), rounds=1)
    with Store(tmp_path / "t", settings) as store:
        found = outcome(settings, store, workers=2)
    assert found.games == 2 * len(modes)
    rows = {row.bot: row for row in found.standings.rows()}
    for spec, reason in zip(failing, modes.values(), strict=True):
        assert rows[spec].forfeits == {**dict.fromkeys(FORFEITS, 0), reason: 2}
    assert sum(rows["random"].forfeits.values()) == 0
    assert rows["random"].total.score == 1.0
    assert len(found.faults) == 4
    assert all(record.verify(file).text.endswith("fine") for file in (tmp_path / "t" / "records").iterdir())


def test_move_time_of_a_tournament_holds_for_programs() -> None:
    found = outcome(configure("duel", [odd("hangs"), "random"], rounds=1, move_time=LIMIT))
    assert {game.reason for game in found.played} == {"time"}


def test_long_commands_can_be_told_apart_in_the_tables() -> None:
    specs = [f"cmd:{sys.executable} {ODD} {'x' * 60} {name}" for name in ("uno", "dos")]
    found = outcome(configure("duel", specs, rounds=1, options={"turn_cap": 2}))
    lines = text(found.settings, found.standings).splitlines()
    assert max(map(len, lines)) <= 100
    assert [sum(name in line for line in lines) for name in ("uno", "dos")] == [3, 3]


def test_tournament_goes_on_where_it_stood_with_any_number_of_workers(tmp_path: Path) -> None:
    specs = [f"cmd:{sys.executable} {EXAMPLES / 'bot.py'}", "random", "greedy"]
    settings = configure("duel", specs, rounds=2, seed=3, options={"turn_cap": 30})
    whole = outcome(settings, workers=2).as_json()
    with Store(tmp_path, settings) as store:
        play(Run(settings, store=store, watch=lambda found: len(found.groups) == 2), workers=1)
    with Store(tmp_path, settings) as store:
        again = outcome(settings, store, workers=1).as_json()
    assert {**whole, "seconds": 0} == {**again, "seconds": 0}


# --- at the keyboard -----------------------------------------------------------------------------


def vs(capsys: Capture, monkeypatch: pytest.MonkeyPatch, typed: str, *arguments: str) -> tuple[int, str, str]:
    monkeypatch.setattr("sys.stdin", io.StringIO(typed))
    return run(capsys, "vs", *arguments)


def test_person_meets_a_program(capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    told = tmp_path / "told.jsonl"
    code, out, err = vs(capsys, monkeypatch, "#1\nresign\n", odd("record", told), "--seed", "4")
    assert (code, err) == (0, "")
    assert "cmd" in out
    assert str(told) not in out
    PROGRAMS.close()
    *_, resigned, end, _ = map(json.loads, told.read_text().splitlines())
    assert resigned["event"] == {"seat": "A", "resign": True}
    assert (end["type"], end["reason"], end["loser"]) == ("end", "resign", "A")


@pytest.mark.parametrize(("mode", "said"), [("garbage", "Thinking..."), ("never-starts", "exit code 4")])
def test_person_is_told_how_a_program_broke_down(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, mode: str, said: str
) -> None:
    code, out, _ = vs(capsys, monkeypatch, "#1\n" * 50, odd(mode), "--seed", "4")
    assert code == 0
    assert said in out
    assert "the other side broke down" in out


def test_record_of_a_stranger_starts_no_program(
    capsys: Capture, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    mark = tmp_path / "mark"
    spec = odd("kept", mark)
    game = duel()
    deal, _ = game.deal(1)
    file = tmp_path / "stranger.avr"
    record.save(record.Record(game, record.header(game, ["human", spec], 1), deal), file)
    code, _, err = vs(capsys, monkeypatch, "quit\n", "--resume", str(file))
    assert code == 2
    assert "would start the program" in err
    assert not mark.exists()
    code, _, _ = vs(capsys, monkeypatch, "quit\n", spec, "--resume", str(file))
    assert code == 0
    assert len(pids(mark)) == 1


def test_time_of_the_command_line_goes_to_the_program(capsys: Capture, monkeypatch: pytest.MonkeyPatch) -> None:
    arguments = [odd("hangs"), "--seed", "4", "-o", "first=B", "--time", str(LIMIT)]
    code, out, _ = vs(capsys, monkeypatch, "quit\n", *arguments)
    assert code == 0
    assert "the other side ran out of time" in out
