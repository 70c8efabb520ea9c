"""Notes of The Resistance: Avalon: the core against the reference, for states and views; and that they are public."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import numpy as np
import pytest

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import OVER, Generator, State, View, event_code
from avalon_ai.games.resistance_codes import REJECT
from reference_beliefs import Floats
from reference_notes import Notes, noted
from reference_resistance import LETTERS, Avalon, from_line
from resistance_pair import Pair, line

TOLERANCE = 1e-3
SMALLEST = 1e-26  # beside the largest weight; below it the floats of the core lose their digits
CHECKED = 9  # one of so many positions
SETTINGS: list[dict[str, Any]] = [
    {"players": players, "roles": roles, "lady": lady}
    for players in range(5, 11)
    for roles, lady in (("standard", True), ("all", players % 2 == 0), ("none", players % 2 == 1))
]
Read = tuple[Floats, Floats, Floats]


def positions(options: dict[str, Any], seed: int) -> Iterator[tuple[kit.Table, Avalon, Generator]]:
    """Some moments of a random game, and its end, beside the same game in the reference."""
    game = games.load("resistance", **options)
    deal, rng = game.deal(seed)[0], Generator(seed)
    table, reference = kit.Table.of(game, deal), from_line(deal)
    while table.state.actor() != OVER:
        event = kit.next_event(table, (kit.uniform, agreeing)[seed % 2], rng)
        table.apply(event)
        reference.apply(game.text(event))
        if rng.below(CHECKED) == 0 or table.state.actor() == OVER:
            yield table, reference, rng


def agreeing(_state: State, legal: Sequence[int], rng: Generator) -> int:
    """Approves three times of four, so that more quests are played."""
    chosen = legal[rng.below(len(legal))]
    return legal[0] if event_code(chosen) == REJECT and rng.below(2) else chosen


def read(position: State | View, model: bytes, ignored: int, players: int) -> Read:
    """The notes of the core: what is possible; by table and set; by table, seat and set."""
    possible, weights, merlins = _resistance.notes(position, model, ignored)
    rows = [np.frombuffer(row, np.float32).astype(float) for row in (possible, *weights, *merlins)]
    found = np.array(rows[3:]).reshape(2, players, -1) if merlins else np.ones((2, players, len(rows[0])))
    return rows[0], np.array(rows[1:3]), found


def compare(found: Read, wanted: Notes) -> None:
    """Raise AssertionError where the core and the reference differ. A seat that is evil is no Merlin."""
    possible, weight, merlin = found
    assert (possible == wanted.possible).all()
    largest = weight.max(), wanted.weight.max()
    np.testing.assert_allclose(weight / largest[0], wanted.weight / largest[1], rtol=TOLERANCE, atol=SMALLEST)
    if wanted.with_merlin:
        good = np.broadcast_to(wanted.evil.T == 0, merlin.shape)
        np.testing.assert_allclose(merlin[good], wanted.merlin[good], rtol=TOLERANCE)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_the_core_agrees_with_every_act_weighed_one_by_one(options: dict[str, Any]) -> None:
    model = games.load("resistance").model()
    for seed in range(4):
        for table, reference, rng in positions(options, seed):
            seat, ignored = (rng.below(table.game.seats) for _ in range(2))
            everything, without = noted(reference), noted(reference, LETTERS[ignored])
            for position in (table.state, table.views[seat]):
                compare(read(position, model, -1, table.game.seats), everything)
                compare(read(position, model, ignored, table.game.seats), without)


def test_the_core_agrees_where_the_fails_leave_a_seat_no_way_to_be_good() -> None:
    pair = Pair(line("merlin servant servant assassin minion"), roles="standard")
    pair.quest("DE", "DE").play("team ABD").vote("AB")
    compare(read(pair.state, pair.game.model(), -1, 5), noted(pair.reference))


@pytest.mark.parametrize("options", SETTINGS[::4], ids=str)
def test_notes_are_of_what_everybody_sees(options: dict[str, Any]) -> None:
    model = games.load("resistance").model()
    for table, _, rng in positions(options, 11):
        ignored = rng.below(table.game.seats + 1) - 1
        wanted = _resistance.notes(table.state, model, ignored)
        views = [*table.views, *(table.state.view(seat) for seat in range(table.game.seats)), table.views[0].shared()]
        assert all(_resistance.notes(view, model, ignored) == wanted for view in views)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_notes_taken_on_the_way_are_those_taken_at_the_end(options: dict[str, Any]) -> None:
    """But for a kind of table that was given up."""
    model = games.load("resistance").model()
    for table, _, _ in positions(options, 8):
        possible, weight, merlin = read(table.state, model, -1, table.game.seats)
        along = _resistance.notes(table.state, model, along=True)
        assert (np.frombuffer(along[0], np.float32) == possible).all()
        kept = [kind for kind in range(2) if along[1][kind]]
        assert kept
        found = np.array([np.frombuffer(along[1][kind], np.float32) for kind in kept], float)
        wanted = weight[kept]
        np.testing.assert_allclose(
            found / found.max(), wanted / wanted.max(), rtol=TOLERANCE, atol=SMALLEST, err_msg=str(kept)
        )
        rows = [np.frombuffer(row, np.float32) for row in along[2]]
        for kind in kept if rows else []:
            seats = rows[kind * table.game.seats :][: table.game.seats]
            np.testing.assert_allclose(np.array(seats), merlin[kind], rtol=TOLERANCE)


def test_there_are_notes_of_merlin_only_where_one_plays() -> None:
    for roles, rows in (("standard", 10), ("none", 0)):
        game = games.load("resistance", roles=roles)
        state = game.start(game.deal(1)[0])
        assert len(_resistance.notes(state, game.model())[2]) == rows


def test_a_model_of_another_length_is_refused() -> None:
    game = games.load("resistance")
    with pytest.raises(ValueError, match=r"model: expected \d+ bytes, got 3"):
        _resistance.notes(game.start(game.deal(1)[0]), b"abc")
    with pytest.raises(ValueError, match="ignored: expected -1 to 4, got 5"):
        _resistance.notes(game.start(game.deal(1)[0]), game.model(), 5)
