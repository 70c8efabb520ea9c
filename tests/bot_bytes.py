"""All bytes that a program is sent in a world, and pairs of worlds in which it must be sent the same."""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import resistance_twins
import twin_worlds
import veil_twins
from avalon_ai import games, record
from avalon_ai._state import MOVE, OVER, Generator, event_seat, event_source
from avalon_ai.bots.command import CommandBot
from avalon_ai.bots.program import Program
from avalon_ai.games.base import Game
from avalon_ai.match import Match
from twin_worlds import World

SPEC = "cmd:true"


class Tap:
    """Stands in for a process: keeps what is sent, and answers by the first legal move."""

    running = True

    def __init__(self) -> None:
        self.sent = bytearray()
        self._answers: deque[bytes] = deque()

    def send(self, data: bytes, deadline: float) -> None:
        """Keep it, and answer what asks for an answer."""
        self.sent += data
        for said in map(json.loads, data.splitlines()):
            if said["type"] == "hello":
                self._answer(type="ready", name="tap", games=said["games"])
            elif said["type"] == "act":
                self._answer(type="move", turn=said["turn"], move=0)

    def _answer(self, **said: Any) -> None:
        self._answers.append(json.dumps(said).encode())

    def receive(self, deadline: float) -> bytes:
        """The next answer."""
        return self._answers.popleft()

    def leave(self, deadline: float) -> int | None:
        """Nothing waits."""
        return 0

    def kill(self) -> None:
        """Nothing runs."""


def tapped(game: Game) -> tuple[CommandBot, Tap]:
    """A bot whose program is a tap."""
    tap = Tap()
    return CommandBot(SPEC, game, command="true", take=lambda command: Program(tap, 1.0)), tap


def lead(world: World, seat: int, bot: Any, header: dict[str, Any], *, reveal: bool = False) -> None:
    """Let a bot sit through a world: it is asked whenever its seat is to move, and the world goes on as it did."""
    table = Match(record.Record(world.game, header | {"options": world.game.options}, world.deal))
    bot.start(table.streams[seat], header["seed"])
    for event in world.events:
        if event_source(event) == MOVE and event_seat(event) == seat == table.state.actor():
            bot.act(table.streams[seat])
        table.move(event)
    if world.state().actor() == OVER:  # not where the result is still to be told: it tells what was hidden
        table.finish()
    elif table.state.actor() == seat and len(table.streams[seat]) == len(world.events):
        bot.act(table.streams[seat])  # not after a forced event that the world does not hold yet
    if table.record.result is not None:
        bot.end(table.streams[seat], table.record if reveal else None)
    bot.close()


def told(world: World, seat: int, number: int = 0, *, reveal: bool = False) -> bytes:
    """All that a program at the seat is sent; `number` changes what it must not be told of seed and other bots."""
    players = [SPEC if place == seat else f"random:seed={number}" for place in range(world.game.seats)]
    bot, tap = tapped(world.game)
    lead(world, seat, bot, {"record": 1, "game": world.game.name, "players": players, "seed": number}, reveal=reveal)
    return bytes(tap.sent)


@dataclass(frozen=True)
class Pair:
    """Two worlds that the seat cannot tell apart."""

    seat: int
    one: World
    other: World


def duel_pairs(number: int) -> Iterator[Pair]:
    """Pairs from one random game of the duel."""
    game = games.load("duel", **(twin_worlds.SMALL if number % 2 else {}))
    whole, rng = twin_worlds.random_world(game, number), Generator(number)
    for length in (rng.below(len(whole.events)), len(whole.events)):
        seat = rng.below(2)
        cut = World(game, whole.deal, whole.events[:length])
        for other in twin_worlds.twins(cut, seat, rng, tries=12)[:1]:
            yield Pair(seat, cut, other)


def resistance_pairs(number: int) -> Iterator[Pair]:
    """Pairs from one random game of The Resistance: Avalon."""
    players = 5 + number % 6
    options = {"players": players, "roles": ("standard", "all", "none")[number // 6 % 3]}
    game = games.load("resistance", **options, lady=number % 4 == 3, **({"assassin": "any"} if number % 5 == 4 else {}))
    whole, rng = resistance_twins.random_world(game, number), Generator(number)
    for length in (rng.below(len(whole.events)), len(whole.events)):
        seat = rng.below(players)
        cut = resistance_twins.cut(whole, length)
        for other in resistance_twins.twins(cut, seat, rng, wanted=1):
            yield Pair(seat, cut, other)


def veil_pairs(number: int) -> Iterator[Pair]:
    """Pairs from one random game of The Riven Veil; at its end all cards have been shown."""
    game = veil_twins.table(number)
    whole, rng = veil_twins.random_world(game, number), Generator(number)
    for _ in range(2):
        seat, world = rng.below(game.seats), veil_twins.cut(whole, rng.below(len(whole.events)))
        for other in veil_twins.twins(world, seat, rng, wanted=1):
            yield Pair(seat, world, other)


PAIRS: dict[str, Callable[[int], Iterator[Pair]]] = {
    "duel": duel_pairs,
    "resistance": resistance_pairs,
    "veil": veil_pairs,
}
