"""Histories that clients told before: what is new is played, and nothing else about an answer changes."""

from __future__ import annotations

from typing import Any

import pytest

from avalon_ai import games, streams
from avalon_ai.bots import make
from avalon_ai.engine import requests
from avalon_ai.engine.histories import Histories
from avalon_ai.errors import StreamError
from avalon_ai.match import Match
from avalon_ai.streams import Stream
from engine_client import Message, position

MOVES = 60
CHANGES: tuple[tuple[str, Any], ...] = (("move", "nonsense"), ("move", 1), ("seat", "Z"), ("result", {}))


@pytest.fixture
def taken(monkeypatch: pytest.MonkeyPatch) -> list[Message]:
    """All lines that are played from now on."""
    played: list[Message] = []
    honest = streams._take

    def noting(stream: Stream, said: Message) -> None:
        played.append(said)
        honest(stream, said)

    monkeypatch.setattr(streams, "_take", noting)
    return played


def asked(name: str) -> list[Stream]:
    """What the seats to act had been shown, decision by decision."""
    game, found = games.load(name), list[Stream]()
    table, bot = Match.new(game, ["greedy"] * game.seats, seed=5), make("greedy", game)
    while len(found) < MOVES and (seat := table.advance()) is not None:
        found.append(table.streams[seat].copy())
        table.move(bot.act(table.streams[seat]).event)
    return found


def lines_of(stream: Stream) -> list[Message]:
    return stream.lines()[1:]


def read(histories: Histories, stream: Stream) -> Stream:
    return histories.read(stream.game, stream.seat, lines_of(stream))


def same(found: Stream, wanted: Stream) -> bool:
    return found.view == wanted.view and found.lines()[1:] == wanted.lines()[1:]


@pytest.mark.parametrize("name", games.names())
def test_who_follows_a_game_has_only_what_is_new_played(name: str, taken: list[Message]) -> None:
    histories = Histories()
    known: dict[int, int] = {}
    for stream in asked(name):
        taken.clear()
        assert same(read(histories, stream), stream)
        assert taken == lines_of(stream)[1:][known.get(stream.seat, 0) :]
        known[stream.seat] = len(stream)
    assert len(known) > 1


def test_the_same_again_plays_nothing_and_a_shorter_history_is_played_anew(taken: list[Message]) -> None:
    histories = Histories()
    *_, shorter, longer = [stream for stream in asked("duel") if stream.seat == 0]
    read(histories, longer)
    taken.clear()
    assert same(read(histories, longer), longer)
    assert not taken
    assert same(read(histories, shorter), shorter)
    assert len(taken) == len(shorter)
    assert same(read(histories, longer), longer)
    assert len(taken) == len(shorter)


def test_another_seat_deal_or_beginning_is_another_history(taken: list[Message]) -> None:
    histories = Histories()
    stream = asked("resistance")[-1]
    lines = lines_of(stream)
    histories.read(stream.game, stream.seat, lines)
    first = {**lines[1], "think": 0.5}
    taken.clear()
    assert same(histories.read(stream.game, stream.seat, [lines[0], first, *lines[2:]]), stream)
    assert len(taken) == len(stream)
    with pytest.raises(StreamError):  # the deal shows the other seat's role, not this one's
        histories.read(stream.game, (stream.seat + 1) % stream.game.seats, lines)


def test_other_options_are_another_game() -> None:
    histories = Histories()
    stream = asked("duel")[0]
    for cap in (200, 50, 200):
        game = games.load("duel", turn_cap=cap)
        assert histories.read(game, stream.seat, lines_of(stream)).game is game


@pytest.mark.parametrize(("field", "value"), CHANGES)
@pytest.mark.parametrize("name", games.names())
def test_a_line_that_cannot_be_spoils_nothing(name: str, field: str, value: Any) -> None:
    histories = Histories()
    stream = asked(name)[-1]
    lines = lines_of(stream)
    middle = len(lines) // 2
    wrong = [*lines[:-1], {**lines[-1], field: value}, *lines[-1:]]
    errors = []
    for kept in (histories, Histories()):
        kept.read(stream.game, stream.seat, lines[:middle])
        with pytest.raises(StreamError) as caught:
            kept.read(stream.game, stream.seat, wrong)
        errors.append((caught.value.line, str(caught.value)))
    with pytest.raises(StreamError) as caught:
        streams.read(stream.game, stream.seat, wrong)
    assert errors == [(caught.value.line, str(caught.value))] * 2
    assert same(histories.read(stream.game, stream.seat, lines), stream)


def test_as_many_are_kept_as_there_may_be(taken: list[Message]) -> None:
    histories = Histories(kept=2)
    first, second, third = list({stream.seat: stream for stream in asked("resistance")[10:]}.values())[:3]
    for stream in (first, second, first, third, first):
        read(histories, stream)
    taken.clear()
    read(histories, first)
    read(histories, third)
    assert not taken
    read(histories, second)
    assert len(taken) == len(second)


def test_a_search_keeps_its_position_when_its_history_goes_on() -> None:
    histories = Histories()
    early, late = [stream for stream in asked("duel") if stream.seat == 0][-2:]
    said = {**position("duel"), "id": 1, "seat": "A", "deal": lines_of(early)[0]["deal"]}
    first = requests.request_of({**said, "events": lines_of(early)[1:]}, histories)
    second = requests.request_of({**said, "events": lines_of(late)[1:]}, histories)
    assert (first.view, second.view) == (early.view, late.view)
