"""The golden records of The Resistance: Avalon: each legal list, referee line and result agrees in both engines."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import golden_made
from avalon_ai import games, record
from reference_resistance import OVER, REFEREE, from_line
from resistance_pair import Pair

GOLDEN = Path(__file__).parent / "golden" / "resistance"
MADE = GOLDEN.parent / "made"
RECORDS = sorted(path.name for path in GOLDEN.glob("*.avr"))
RECORD_COUNT = 48
pytestmark = pytest.mark.kit


@cache
def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_in_core_and_reference(name: str) -> None:
    header, deal, *events, result = lines(name)
    pair = Pair(deal["deal"], **header["options"])
    for number, said in enumerate(events, 3):
        where = f"{name}, line {number}"
        if "move" in said:
            assert pair.reference.actor() == said["seat"], where
            assert pair.legal() == said["legal"] == sorted(pair.reference.legal()), where
            assert pair.state.perft(1) == len(said["legal"]), where
        else:
            assert pair.reference.actor() == REFEREE, where
            assert pair.reference.says() == said["referee"], where
            assert pair.state.perft(1) == 1, where
        pair.play(said.get("move") or said["referee"])
    pair.play(pair.reference.says())
    assert pair.reference.phase == OVER
    assert dict(zip(pair.reference.seats, pair.state.returns(), strict=True)) == result["result"], name
    assert pair.state.reason() == result["reason"], name


@pytest.mark.parametrize("name", RECORDS)
def test_record_verifies_and_is_written_as_it_was_read(name: str) -> None:
    assert record.verify(GOLDEN / name).text.endswith(": fine")
    assert list(record.read(GOLDEN / name).lines()) == lines(name)


def test_made_counts_agree_with_the_reference() -> None:
    for row in (MADE / "resistance_perft.tsv").read_text(encoding="utf-8").splitlines()[1:]:
        options, seed, events, depth, expected = row.split("\t")
        game = games.load("resistance", **json.loads(options))
        reference = from_line(game.deal(int(seed))[0])
        for event in golden_made.walk(game, int(seed), int(events)):
            reference.apply(game.text(event))
        if int(depth) < 3:
            assert count(reference, int(depth)) == int(expected), row


def test_made_record_verifies() -> None:
    assert record.verify(MADE / "resistance.avr").text.endswith(": fine")


def test_all_golden_files_are_here() -> None:
    assert len(RECORDS) == RECORD_COUNT
    assert len([name for name in RECORDS if name.startswith("carried")]) == 12


@pytest.mark.parametrize("name", RECORDS[::6])
def test_counts_of_sequences_agree_with_the_reference(name: str) -> None:
    read = record.read(GOLDEN / name)
    header, deal, *events, _ = lines(name)
    pair = Pair(deal["deal"], **header["options"])
    for number, said in enumerate(events, 3):
        if number % 13 == 0 or "shoot" in said.get("move", ""):
            state = record.position(read, number)
            assert [state.perft(depth) for depth in range(3)] == [count(pair.reference, depth) for depth in range(3)]
        pair.play(said.get("move") or said["referee"])
    assert record.position(read, len(events) + 3).perft(2) == 1


def count(game: Any, depth: int) -> int:
    """Event sequences of this length in the reference; the result is no event, a game that ends earlier counts once."""
    if depth == 0 or game.phase in ("result", OVER):
        return 1
    if depth == 1:
        return len(game.legal() or [game.says()])
    total = 0
    for text in game.legal() or [game.says()]:
        after = game.copy()
        after.apply(text)
        total += count(after, depth - 1)
    return total
