"""The page on the bot protocol: its example game is what is really said, its tables are the schemas, its code runs."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import jsonschema
import pytest

from avalon_ai import bots, check_bot, games, match, schemas
from avalon_ai._state import OVER
from avalon_ai.bots import PROGRAM, Choice, messages
from avalon_ai.bots.program import PROGRAMS
from avalon_ai.errors import BotError
from avalon_ai.streams import Stream
from bot_bytes import told
from programs import EXAMPLES, ROOT
from schema_tables import table
from twin_worlds import random_world

PAGE = (ROOT / "docs" / "protocol.md").read_text(encoding="utf-8")
LINES = [
    line for block in re.findall(r"^```jsonl\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL) for line in block.splitlines()
]
PYTHON = re.findall(r"^```python\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
TINY = {
    "territories": ["plain1", "avalon"],
    "hand": 1,
    "colours": 1,
    "copies": 4,
    "turn_cap": 2,
    "crowns_to_win": 1,
}
SEED = 3
SCHEMAS = schemas.names("bot")


@pytest.fixture(autouse=True)
def own_state(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Logs go to a folder of the test; no program outlives it."""
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    yield
    PROGRAMS.close()


@cache
def validator(kind: str) -> Any:
    return jsonschema.Draft202012Validator(schemas.load(f"bot.{kind}"))


def plain(line: str) -> dict[str, Any]:
    """A message, whatever games there are by now."""
    said: dict[str, Any] = json.loads(line)
    return said | ({"games": []} if "games" in said else {})


class Lost:
    """A bot that breaks down at once."""

    spec = "greedy"

    def start(self, stream: Stream, seed: int) -> None:
        """Break down."""
        raise BotError("lost")

    def act(self, stream: Stream) -> Choice:
        """Never asked."""
        raise AssertionError


def test_example_game_is_what_is_said(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    program = tmp_path / "mybot"
    program.write_text(f"#!/bin/sh\ntee told | '{sys.executable}' '{EXAMPLES / 'bot.py'}' | tee said\n")
    program.chmod(0o755)
    game = games.load("duel", **TINY)
    bot = bots.make("cmd:./mybot", game)
    match.play(game, [bot, bots.make("greedy", game)], seed=SEED)
    match.play(game, [bot, Lost()], seed=SEED, reveal=False)
    PROGRAMS.close()
    for sign, file in (("> ", "told"), ("< ", "said")):
        real = [plain(line) for line in Path(file).read_text().splitlines()]
        shown = [plain(line[2:]) for line in LINES if line.startswith(sign)]
        assert len(shown) >= len(real) - 1
        assert shown == [message for message in real if message in shown]
        assert all(message in shown for message in real if message.get("match") != 2)


def test_every_message_is_in_the_example() -> None:
    shown = {json.loads(line[2:])["type"] for line in LINES}
    assert shown == {name.partition(".")[2] for name in SCHEMAS}
    assert shown == {"hello", "ready", "start", "event", "act", "move", "end", "bye"}


@pytest.mark.parametrize("name", SCHEMAS)
def test_schema_is_valid_and_its_table_on_the_page(name: str) -> None:
    schema = schemas.load(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    for field in schema["properties"].values():
        assert field["description"]
        for example in field.get("examples", [field.get("const")]):
            jsonschema.validate(example, field)
        if "default" in field:
            jsonschema.validate(field["default"], field)
    assert f"### {name.partition('.')[2]}\n\n{table(schema)}\n" in PAGE


@pytest.mark.parametrize("game", games.names())
def test_messages_of_whole_games_are_as_the_schemas_have_them(game: str) -> None:
    shown = {"hello": set[str](), "start": set(), "event": set(), "act": set(), "end": set(), "bye": set()}
    for number in range(4):
        world = random_world(games.load(game), number, most=5_000)
        assert world.state().actor() == OVER
        for line in told(world, number % world.game.seats, reveal=True).splitlines():
            said = json.loads(line)
            validator(said["type"]).validate(said)
            shown[said["type"]] |= said.keys()
            assert next(iter(said)) == "type"
    for kind, fields in shown.items():
        schema = schemas.load(f"bot.{kind}")
        assert set(schema["required"]) <= fields <= set(schema["properties"])


ANSWERS = [
    ("ready", {"type": "ready", "name": "x", "games": ["duel"]}, ""),
    ("ready", {"type": "ready", "name": "x", "games": ["duel"], "keep": True, "protocol": 1, "later": [1]}, ""),
    ("ready", {"type": "ready", "games": ["duel"]}, '"name"'),
    ("ready", {"type": "ready", "name": "  ", "games": ["duel"]}, '"name"'),
    ("ready", {"type": "ready", "name": "x"}, '"games"'),
    ("ready", {"type": "ready", "name": "x", "games": []}, '"games"'),
    ("ready", {"type": "ready", "name": "x", "games": [1]}, '"games"'),
    ("ready", {"type": "ready", "name": "x", "games": ["duel"], "keep": 1}, '"keep"'),
    ("ready", {"type": "ready", "name": "x", "games": ["duel"], "protocol": 2}, '"protocol"'),
    ("move", {"type": "move", "turn": 1, "move": 0}, ""),
    ("move", {"type": "move", "turn": 1, "move": 0, "note": None, "later": {}}, ""),
    ("move", {"type": "move", "turn": 1, "move": 0, "note": "why not"}, ""),
    ("move", {"type": "move", "turn": 1}, '"move"'),
    ("move", {"type": "move", "move": 0}, '"turn"'),
    ("move", {"type": "move", "turn": "1", "move": 0}, '"turn"'),
    ("move", {"type": "move", "turn": 1, "move": "KR-1"}, '"move"'),
    ("move", {"type": "move", "turn": 1, "move": 0, "note": 7}, '"note"'),
    ("move", {"turn": 1, "move": 0}, '"type"'),
]


@pytest.mark.parametrize(("kind", "said", "field"), ANSWERS)
def test_answers_are_taken_and_refused_as_the_schemas_say(kind: str, said: dict[str, Any], field: str) -> None:
    read: Any = messages.read_ready if kind == "ready" else messages.read_reply
    raw = json.dumps(said).encode()
    if not field:
        jsonschema.validate(said, schemas.load(f"bot.{kind}"))
        read(raw)
        return
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate(said, schemas.load(f"bot.{kind}"))
    with pytest.raises(BotError, match=field):
        read(raw)


def test_defaults_are_those_of_the_schemas() -> None:
    fields = schemas.load("bot.ready")["properties"]
    ready = messages.read_ready(b'{"type": "ready", "name": "x", "games": ["duel"]}')
    assert ready.keep is fields["keep"]["default"]
    assert fields["protocol"]["default"] == fields["protocol"]["const"] == messages.PROTOCOL
    assert messages.read_reply(b'{"type": "move", "turn": 1, "move": 0}').note is None


def test_example_bot_on_the_page_is_the_one_that_is_shipped() -> None:
    assert PYTHON[0] == (EXAMPLES / "bot.py").read_text()


def test_program_on_the_page_runs(tmp_path: Path) -> None:
    (tmp_path / "bot.py").write_text(PYTHON[0])
    folder = Path(sys.executable).parent
    environment = {
        **os.environ,
        "PATH": f"{folder}{os.pathsep}{os.environ['PATH']}",
        "PYTHONPATH": os.pathsep.join([str(ROOT), str(ROOT / "cli")]),
    }
    done = subprocess.run(
        [sys.executable, "-c", PYTHON[1]], cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=60
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("{'result': ")
    assert done.stdout.endswith("None\n")


def test_table_of_options_has_all_and_their_defaults() -> None:
    rows = dict(re.findall(r"^\| `(time|start|log)` \| .* \| (.*) \|$", PAGE, re.MULTILINE))
    assert rows == {"time": "60", "start": "10", "log": "see below"}
    assert {option.name: option.default for option in PROGRAM} == {"time": 60, "start": 10, "log": None}


def test_table_of_checks_has_all() -> None:
    section = PAGE.split("## What is checked")[1].split("\n## ")[0]
    named = re.findall(r"`(\w+)`", " ".join(re.findall(r"^\| (`[^|]*) \|", section, re.MULTILINE)))
    assert sorted(named) == sorted([*check_bot.CHECKS, "ready", "games", "notes", "time", "stderr"])
    assert f"{check_bot.LONG_LINE:,} bytes" in section


@pytest.mark.parametrize("spec", re.findall(r"'(cmd:[^']*)'", PAGE))
def test_every_spec_on_the_page_is_one(spec: str) -> None:
    assert bots.parse(spec, games.kind(games.DEFAULT))[1]["command"]


def test_limits_on_the_page_are_those_of_the_code() -> None:
    from avalon_ai.bots.process import ANSWER_LIMIT, LEAVE_SECONDS, LOG_LIMIT

    assert ANSWER_LIMIT == LOG_LIMIT == 1 << 20
    assert LEAVE_SECONDS == 1.0
    assert f"{messages.NOTE_LENGTH} characters are kept" in PAGE
    assert f"{messages.NAME_LENGTH} characters are kept" in PAGE
