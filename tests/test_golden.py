"""The golden records and counts of the duel: every legal list, chance line, result and perft count agrees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import reference_duel
from duel_pair import Pair

from avalon_ai._state import State

GOLDEN = Path(__file__).parent / "golden" / "duel"
RECORDS = sorted(path.name for path in GOLDEN.glob("*.avr"))
RECORD_COUNT, PERFT_COUNT = 34, 288


@cache
def lines(name: str) -> list[dict[str, Any]]:
    return [json.loads(text) for text in (GOLDEN / name).read_text(encoding="utf-8").splitlines()]


def perft_rows() -> list[tuple[str, int, int, int]]:
    rows = [row.split("\t") for row in (GOLDEN / "perft.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    return [(name, int(line), int(depth), int(count)) for name, line, depth, count in rows]


def positions(name: str) -> Iterator[tuple[int, Pair, dict[str, Any]]]:
    """Line number, the pair before that line, and the line; a forced pass has been played already."""
    header, deal, *events = lines(name)
    pair = Pair(deal["deal"], **header["options"])
    for number, said in enumerate(events, 3):
        yield number, pair, said
        if "result" not in said:
            pair.play(said.get("move") or said["chance"])


@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_in_core_and_reference(name: str) -> None:
    for number, pair, said in positions(name):
        where = f"{name}, line {number}"
        if "result" in said:
            assert pair.actor() == "over", where
            assert dict(zip("AB", pair.state.returns(), strict=True)) == said["result"], where
            assert pair.state.reason() == said["reason"], where
        elif "move" in said:
            assert pair.actor() == said["seat"], where
            assert pair.legal() == said["legal"], where
        else:
            assert pair.actor() == "chance", where
            assert said.get("seat") in (None, "AB"[pair.reference.on_turn]), where
            assert said["chance"] in pair.reference.outcomes(), where


@pytest.mark.parametrize("name", sorted({row[0] for row in perft_rows()}))
def test_perft_counts_agree(name: str) -> None:
    wanted = [row[1:] for row in perft_rows() if row[0] == name]
    at: dict[int, tuple[State, reference_duel.Duel]] = {}
    numbers = {number for number, _, _ in wanted}
    for number, pair, _ in positions(name):
        if number in numbers:
            at[number] = pair.state.copy(), pair.reference.copy()
    for number, depth, count in wanted:
        state, reference = at[number]
        assert state.perft(depth) == count, f"core, line {number}, depth {depth}"
        if depth <= 2:
            assert reference_duel.perft(reference, depth) == count, f"reference, line {number}, depth {depth}"


def test_all_golden_files_are_here() -> None:
    assert len(RECORDS) == RECORD_COUNT
    assert len(perft_rows()) == PERFT_COUNT
    assert {row[0] for row in perft_rows()} <= set(RECORDS)
