"""Masked streams are read back line by line under the rules; what cannot be is refused by number and reason."""

from __future__ import annotations

import copy
import pickle
import re
from typing import Any

import pytest

from avalon_ai import games, match, streams
from avalon_ai.bots import make
from avalon_ai.errors import StreamError
from avalon_ai.streams import Stream
from random_worlds import world
from twin_worlds import World

GAMES = ("duel", "resistance")
Lines = list[dict[str, Any]]


def header(world: World) -> dict[str, Any]:
    game = world.game
    return {"record": 1, "game": game.name, "options": game.options, "players": ["greedy"] * game.seats}


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", range(6))
def test_what_a_stream_tells_makes_the_same_stream(name: str, seed: int) -> None:
    told = world(name, seed)
    for seat in range(told.game.seats):
        stream = told.stream(seat, header(told))
        first, *lines = stream.lines()
        again = streams.read(told.game, seat, lines, header=first)
        assert again == stream
        assert again.view.to_bytes() == stream.view.to_bytes()


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_read_to_its_end(name: str) -> None:
    game = games.load(name)
    bots = [make("greedy", game)] * game.seats
    table = match.Match.new(game, ["greedy"] * game.seats, seed=3)
    for bot, stream in zip(bots, table.streams, strict=True):
        bot.start(stream, 1)
    while (seat := table.advance()) is not None:
        table.move(bots[seat].act(table.streams[seat]).event)
    table.finish()
    for stream in table.streams:
        again = streams.read(game, stream.seat, stream.lines()[1:])
        assert again.ended
        assert again.events == stream.events
        with pytest.raises(StreamError, match="nothing after what ended the game"):
            streams.read(game, stream.seat, [*stream.lines()[1:], stream.lines()[-1]])


@pytest.mark.parametrize("name", GAMES)
def test_no_line_that_shows_more_than_the_seat_may_know_is_taken(name: str) -> None:
    """Each line of the whole stream that the seat saw masked is refused in its place."""
    found = 0
    told = world(name, 1)
    for seat in range(told.game.seats):
        masked = told.stream(seat, header(told)).lines()[1:]
        whole: Lines = [{"deal": told.deal}, *(streams.line(told.game, event) for event in told.events)]
        for number, (shown, true) in enumerate(zip(masked, whole, strict=True)):
            if shown == true:
                continue
            found += 1
            with pytest.raises(StreamError) as refused:
                streams.read(told.game, seat, [*masked[:number], true, *masked[number + 1 :]])
            assert refused.value.line == number
    assert found > 5


@pytest.mark.parametrize(
    ("place", "line", "said"),
    [
        (0, {"deal": 5}, 'deal: expected the deal, "deal": {...}'),
        (0, {"deal": {}}, 'deal: expected "first" to be A or B'),
        (1, {"seat": "A"}, 'event 1: expected one of "move", "chance", "referee"'),
        (1, {"seat": "C", "move": "pass"}, 'event 1: expected "seat" to be one of A, B'),
        (1, {"seat": "A", "move": "KR-99"}, "event 1: expected a move, as KR-4"),
        (1, {"seat": "A", "move": 4}, "event 1: expected a text"),
        (1, {"chance": "draw KR", "seat": "A"}, "event 1: expected a move of "),
    ],
)
def test_a_line_that_cannot_be_is_refused_with_its_number(place: int, line: dict[str, Any], said: str) -> None:
    told = world("duel", 0)
    lines = told.stream(0, header(told)).lines()[1:]
    with pytest.raises(StreamError, match="^" + re.escape(said)):
        streams.read(told.game, 0, [*lines[:place], line, *lines[place + 1 :]])


def test_what_may_come_of_chance_is_named() -> None:
    told = world("duel", 0)
    lines = told.stream(1, header(told)).lines()[1:]
    place = next(place for place, line in enumerate(lines) if line.get("chance") == "draw ?")
    with pytest.raises(StreamError, match=rf"event {place}: expected chance draw \? of A, found"):
        streams.read(told.game, 1, [*lines[:place], {"chance": "draw KR", "seat": "A"}])


def test_no_lines_are_no_stream() -> None:
    with pytest.raises(StreamError, match="expected the deal"):
        streams.read(games.load("duel"), 0, [])


@pytest.mark.parametrize("name", GAMES)
def test_streams_are_copied_and_pickled_whole(name: str) -> None:
    told = world(name, 2)
    stream = told.stream(0, header(told))
    for other in (stream.copy(), copy.copy(stream), copy.deepcopy(stream), pickle.loads(pickle.dumps(stream))):
        assert other == stream
        other.close({"seat": "B", "resign": True})
        assert other != stream
        assert isinstance(other, Stream)
        assert not stream.ended
