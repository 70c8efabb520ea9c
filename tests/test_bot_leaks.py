"""Programs in two worlds that their seat cannot tell apart are sent the same bytes, whatever is hidden there."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import kit
from avalon_ai import bots
from avalon_ai.bots.program import PROGRAMS
from bot_bytes import PAIRS, Pair, lead, told
from programs import odd

GAMES = 14
HIDING = [game for game in PAIRS if game != "veil"]  # games that end with something still hidden


@pytest.fixture(autouse=True)
def nothing_left() -> Iterator[None]:
    """No program outlives its test."""
    yield
    PROGRAMS.close()


@cache
def pairs(game: str) -> list[Pair]:
    """Pairs of worlds from random games."""
    return [pair for number in range(max(6, kit.games_to_play(GAMES))) for pair in PAIRS[game](number)]


@pytest.mark.parametrize("game", PAIRS)
def test_all_bytes_are_the_same(game: str) -> None:
    assert len(pairs(game)) >= kit.games_to_play(GAMES)
    for number, pair in enumerate(pairs(game)):
        assert pair.one != pair.other
        assert told(pair.one, pair.seat, number) == told(pair.other, pair.seat, number + 1)


@pytest.mark.parametrize("game", HIDING)
def test_a_leak_would_show(game: str) -> None:
    whole = [pair for pair in pairs(game) if b'"type": "end"' in told(pair.one, pair.seat)]
    assert len(whole) > len(pairs(game)) // 10
    for pair in whole:
        assert told(pair.one, pair.seat, reveal=True) != told(pair.other, pair.seat, reveal=True)


@pytest.mark.parametrize("game", PAIRS)
def test_pairs_ask_and_end_as_games_do(game: str) -> None:
    said = [json.loads(line) for pair in pairs(game) for line in told(pair.one, pair.seat).splitlines()]
    kinds = {message["type"] for message in said}
    assert kinds == {"hello", "start", "event", "act", "bye", *(["end"] if game in HIDING else [])}
    assert sum(message["type"] == "act" for message in said) > 2 * len(pairs(game))


@pytest.mark.parametrize("game", PAIRS)
def test_process_gets_these_bytes(game: str, tmp_path: Path) -> None:
    pair = pairs(game)[0]
    file = tmp_path / "told"
    spec = odd("record", file)
    header = {"record": 1, "game": game, "players": [spec] * pair.one.game.seats, "seed": 0}
    lead(pair.one, pair.seat, bots.make(spec, pair.one.game), header)
    PROGRAMS.close()
    one = [json.loads(line) for line in file.read_text().splitlines()]
    other = [json.loads(line) for line in told(pair.one, pair.seat).splitlines()]
    assert [message["type"] for message in one] == [message["type"] for message in other]
    assert [message.get("view") for message in one] == [message.get("view") for message in other]
