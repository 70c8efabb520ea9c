"""How fast the engine for other programs answers: round trips, taking turns, stopping. Prints one object a line.

python bench/engine.py
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from statistics import median, quantiles
from typing import IO, Any

from avalon_ai import Search, games
from avalon_ai.bots import make
from avalon_ai.games.base import seat_letter
from avalon_ai.match import Match
from avalon_ai.streams import Stream

ROUNDS = 5
TRIPS = 200
GAMES = 10  # followed from beginning to end
AT_ONCE = 8
VISITS = 20_000
LONG = 10**9
FULL = {"players": 10, "roles": "all"}
FOUR = {"players": 4, "factions": "asymmetric"}
POSITIONS: tuple[tuple[str, int, dict[str, Any]], ...] = (
    *(("duel", moves, {}) for moves in (0, 60)),
    *(("resistance", moves, {}) for moves in (0, 40)),
    *(("resistance", moves, FULL) for moves in (0, 90)),
    *(("veil", moves, {}) for moves in (0, 60, 150, 220)),
    *(("veil", moves, FOUR) for moves in (0, 300)),
)


def position(name: str, moves: int, options: dict[str, Any]) -> tuple[dict[str, Any], int]:
    """The fields of a request: a position after so many moves of greedy bots, or more where the seat to act would act
    for the first time; and how many of its events the seat knew when it acted last.
    """
    game = games.load(name, **options)
    table, bot = Match.new(game, ["greedy"] * game.seats, seed=3), make("greedy", game)
    knew: dict[int, int] = {}
    while (seat := table.advance()) is not None:
        stream = table.streams[seat]
        if moves <= 0:
            break
        moves -= 1
        knew[seat] = len(stream)
        table.move(bot.act(stream).event)
    return fields(stream), knew.get(stream.seat, 0)


def fields(stream: Stream) -> dict[str, Any]:
    """The fields of a request that tell a position by what its seat was shown."""
    _, deal, *events = stream.lines()
    said = {"game": stream.game.name, "options": stream.game.options, "seat": seat_letter(stream.seat)}
    return {**said, "deal": deal["deal"], "events": events}


class Engine:
    """The program behind two pipes."""

    def __init__(self) -> None:
        start = [sys.executable, "-m", "avalon_bot", "serve"]
        self.process = subprocess.Popen(start, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.requests: IO[bytes] = self.process.stdin
        self.answers: IO[bytes] = self.process.stdout
        self.answers.readline()

    def send(self, said: dict[str, Any]) -> None:
        """Send a message."""
        self.requests.write(json.dumps(said).encode() + b"\n")
        self.requests.flush()

    def next(self) -> dict[str, Any]:
        """The next answer."""
        said: dict[str, Any] = json.loads(self.answers.readline())
        return said

    def trip(self, line: bytes) -> float:
        """Milliseconds from a request's first byte to its answer's last."""
        began = time.perf_counter()
        self.requests.write(line)
        self.requests.flush()
        self.answers.readline()
        return 1e3 * (time.perf_counter() - began)


def trips(engine: Engine, said: dict[str, Any], knew: int) -> tuple[float, float]:
    """The medians of round trips with one visit, each the best of several rounds.

    One is of histories that the engine has not heard of, the other of what a client asks who has asked before, when the
    seat acted last.
    """
    alone, following = [], []
    for number in range(ROUNDS * TRIPS):
        alone.append(engine.trip(request(said, 2 * number)))
        if knew:
            engine.trip(request({**said, "events": said["events"][:knew]}, 2 * number + 1))
        following.append(engine.trip(request(said, 2 * number + 1)))
    return best_median(alone), best_median(following)


def followed(engine: Engine, name: str, options: dict[str, Any]) -> tuple[int, list[float]]:
    """Round trips with one visit of a client that asks at each decision of one seat, in whole games of greedy bots."""
    game = games.load(name, **options)
    bot, found = make("greedy", game), []
    for seed in range(GAMES):
        table = Match.new(game, ["greedy"] * game.seats, seed=seed)
        while (seat := table.advance()) is not None:
            stream = table.streams[seat]
            if seat == 0:
                found.append(engine.trip(asked(fields(stream))))
            table.move(bot.act(stream).event)
    return len(found), quantiles(found, n=10)


def request(said: dict[str, Any], history: int) -> bytes:
    """A request; histories of different numbers differ in what the engine does not know a meaning of."""
    events = [line | {"history": history} for line in said["events"][:1]] + said["events"][1:]
    return asked({**said, "events": events})


def asked(said: dict[str, Any]) -> bytes:
    """The line of a request for one visit."""
    return json.dumps({"id": 1, "visits": 1, **said}).encode() + b"\n"


def best_median(times: list[float]) -> float:
    """The least of the medians of several rounds."""
    return min(median(times[first : first + TRIPS]) for first in range(0, len(times), TRIPS))


def turns(engine: Engine) -> dict[str, float]:
    """Equal searches at once: seconds to the first and to the last answer."""
    began = time.perf_counter()
    for number in range(AT_ONCE):
        engine.send({"id": number, "visits": VISITS, "seed": number, **position("duel", 10, {})[0]})
    seconds = []
    for _ in range(AT_ONCE):
        assert engine.next()["root"]["visits"] == VISITS
        seconds.append(round(time.perf_counter() - began, 3))
    return {"first": seconds[0], "last": seconds[-1]}


def stops(engine: Engine) -> dict[str, float]:
    """Milliseconds from `stop` to both lines it brings, with so many searches under way."""
    found = []
    for _ in range(ROUNDS):
        for number in range(AT_ONCE):
            engine.send({"id": number, "visits": LONG, **position("resistance", 10, {})[0]})
        time.sleep(0.1)
        for number in range(AT_ONCE):
            began = time.perf_counter()
            engine.send({"id": "s", "action": "stop", "target": number})
            engine.next(), engine.next()
            found.append(1e3 * (time.perf_counter() - began))
    return {"median": round(median(found), 2), "most": round(max(found), 2)}


def ends() -> dict[str, float]:
    """Milliseconds from `Search.stop` to its result in the library, one search in the background."""
    table = Match.new(games.load("resistance", players=10), ["greedy"] * 10, seed=3)
    stream, found = table.streams[table.advance() or 0], []
    for _ in range(TRIPS):
        search = Search(stream, visits=LONG).start()
        time.sleep(0.01)
        began = time.perf_counter()
        search.stop()
        search.result()
        found.append(1e3 * (time.perf_counter() - began))
    return {"median": round(median(found), 2), "most": round(max(found), 2)}


def main() -> None:
    """Measure everything."""
    print(json.dumps({"Search.stop, ms": ends()}))
    engine = Engine()
    for name, options in (("duel", {}), ("resistance", {}), ("resistance", FULL), ("veil", {}), ("veil", FOUR)):
        count, (*_, ms, _, _, _, most) = followed(engine, name, options)
        told = {"game": name, **options, "requests": count, "nine of ten below": round(most, 3)}
        print(json.dumps({"round trip in whole games, one visit, median ms": round(ms, 3), **told}))
    for name, moves, options in POSITIONS:
        said, knew = position(name, moves, options)
        alone, following = trips(engine, said, knew)
        told = {"game": name, **options, "after moves": moves, "events": len(said["events"])}
        print(json.dumps({"round trip, one visit, ms": round(following, 3), "history new": round(alone, 3), **told}))
    print(json.dumps({"8 searches of 20000 visits, seconds": turns(engine)}))
    print(json.dumps({"stop, ms": stops(engine)}))
    engine.requests.close()
    engine.process.wait()


if __name__ == "__main__":
    main()
