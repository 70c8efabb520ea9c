"""A client of the engine within this process, and positions to ask it about."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache
from queue import Queue
from typing import Any

import jsonschema

from avalon_ai import games, schemas
from avalon_ai.bots import make
from avalon_ai.engine import Server, Settings
from avalon_ai.games.base import seat_letter
from avalon_ai.match import Match

Message = dict[str, Any]
LONG = 10**9  # visits of a search that does not end by itself
WAIT = 60.0  # seconds after which a test has failed


class Client:
    """Sends lines to a server and takes what it tells, each line checked against the schemas."""

    def __init__(self, settings: Settings | None = None, waits: Callable[[], bool] = lambda: True) -> None:
        self.told: Queue[bytes] = Queue()
        self.server = Server(self.told.put, settings, waits=waits)

    def send(self, **said: Any) -> None:
        """Send a message."""
        self.server.take(json.dumps(said).encode())

    def next(self) -> Message:
        """The next line."""
        return checked(json.loads(self.told.get(timeout=WAIT)))

    def ask(self, **said: Any) -> Message:
        """Send a message and give the next line."""
        self.send(**said)
        return self.next()

    def answers_after_stop(self, target: str) -> bool:
        """Whether the next two lines are the word that a search was stopped, and its answer, in either order."""
        told = [self.next(), self.next()]
        return {"final" in said for said in told} == {True, False} and {said["id"] for said in told} == {"s", target}

    def answers(self, count: int) -> dict[Any, Message]:
        """So many final answers, by id; running reports are passed over."""
        found: dict[Any, Message] = {}
        while len(found) < count:
            said = self.next()
            if said["final"]:
                assert said["id"] not in found
                found[said["id"]] = said
        return found


@contextmanager
def client(*, waits: Callable[[], bool] = lambda: True, **settings: int) -> Iterator[Client]:
    """A client whose server is ended in the end."""
    made = Client(Settings(**settings), waits)
    try:
        yield made
    finally:
        made.server.jobs.close()


def checked(said: Message) -> Message:
    """The message, which is as the schema of its kind has it."""
    kinds = {"error": "error", "protocol": "greeting", "final": "answer", "stopped": "stopped", "active": "searches"}
    kind = next(name for field, name in kinds.items() if field in said)
    jsonschema.validate(said, schemas.load(f"serve.{kind}"))
    return said


@cache
def match(name: str, moves: int) -> Match:
    """A game between greedy bots that is still going on, a seat being to act."""
    game = games.load(name)
    table = Match.new(game, ["greedy"] * game.seats, seed=5)
    bot = make("greedy", game)
    for _ in range(moves):
        seat = table.advance()
        assert seat is not None
        table.move(bot.act(table.streams[seat]).event)
    assert table.advance() is not None
    return table


def position(name: str = "duel", moves: int = 0) -> Message:
    """The fields that tell a position by the stream of the seat to act."""
    table = match(name, moves)
    stream = table.streams[table.state.actor()]
    _, deal, *events = stream.lines()
    game = {"game": name, "options": stream.game.options}
    return {**game, "seat": seat_letter(stream.seat), "deal": deal["deal"], "events": events}
