"""The golden records and counts of the duel: every legal list, chance line, result and perft count agrees."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest

import golden_made
import reference_duel
from avalon_ai import games
from avalon_ai._state import State
from duel_pair import Pair, variant_of

GOLDEN = Path(__file__).parent / "golden" / "duel"
pytestmark = pytest.mark.kit
RECORDS = sorted(path.name for path in GOLDEN.glob("*.avr"))
RECORD_COUNT, PERFT_COUNT = 34, 288


@cache
def lines(name: str, folder: Path = GOLDEN) -> list[dict[str, Any]]:
    return [json.loads(text) for text in (folder / name).read_text(encoding="utf-8").splitlines()]


def perft_rows() -> list[tuple[str, int, int, int]]:
    rows = [row.split("\t") for row in (GOLDEN / "perft.tsv").read_text(encoding="utf-8").splitlines()[1:]]
    return [(name, int(line), int(depth), int(count)) for name, line, depth, count in rows]


def positions(name: str, folder: Path = GOLDEN) -> Iterator[tuple[int, Pair, dict[str, Any]]]:
    """Line number, the pair before that line, and the line; a forced pass has been played already."""
    header, deal, *events = lines(name, folder)
    pair = Pair(deal["deal"], **header["options"])
    for number, said in enumerate(events, 3):
        yield number, pair, said
        if "result" not in said:
            pair.play(said.get("move") or said["chance"])


@pytest.mark.parametrize("name", RECORDS)
def test_record_replays_in_core_and_reference(name: str) -> None:
    replay(name, GOLDEN)


def replay(name: str, folder: Path) -> None:
    for number, pair, said in positions(name, folder):
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
            assert said.get("seat") == (None if "reveal" in said["chance"] else "AB"[pair.reference.on_turn]), where
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


# --- golden files of our own making ----------------------------------------------------------------


@pytest.mark.parametrize("name", golden_made.FILES)
def test_made_file_is_what_is_made_today(name: str) -> None:
    found = (golden_made.FOLDER / name).read_text(encoding="utf-8")
    assert found == golden_made.content(name), "if that is wanted: tools/regenerate_golden.py"


def test_made_record_replays_in_core_and_reference() -> None:
    replay("duel.avr", golden_made.FOLDER)


def test_made_counts_agree_with_the_reference() -> None:
    for row in golden_made.content("duel_perft.tsv").splitlines()[1:]:
        options, seed, events, depth, count = row.split("\t")
        assert reference_duel.perft(reference_after(json.loads(options), int(seed), int(events)), int(depth)) == int(
            count
        )


def reference_after(options: dict[str, Any], seed: int, events: int) -> reference_duel.Duel:
    """The reference after the first events of a walk of `golden_made`."""
    game = games.load("duel", **options)
    duel = reference_duel.deal(variant_of(options), game.deal(seed)[0])
    for event in golden_made.walk(game, seed, events):
        duel.apply(game.text(event))
    return duel
