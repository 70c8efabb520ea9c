"""The fixed bench: speed of core and search on one thread, and a fingerprint of the search.

Times are of the processor, so that other programs on a shared machine count less.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from statistics import median
from time import process_time
from typing import Any

from avalon_ai import bots, games, search
from avalon_ai._state import State, View
from avalon_ai.games.base import Game
from avalon_ai.match import Match

ROUNDS = 5
COPIES = 2_000_000
PLAYOUTS = 400  # at least, and so many more that a round takes a while
ROUND_SECONDS = 0.05
FINGERPRINT_VISITS = 1_000
SEED = 1
POSITIONS = (0, 15, 40, 80)  # moves played before each searched position
DEALS = 2


def run(note: Callable[[str], None] = lambda _: None) -> dict[str, Any]:
    """Measure every game and give one object: a member per game, and the fingerprint.

    `note` hears what is being measured. The fingerprint is the number of tree nodes of a fixed
    set of searches: it changes only when the search or the rules do.
    """
    found: dict[str, Any] = {}
    nodes = 0
    for name in games.names():
        note(f"{name}: measuring")
        game = games.load(name, **games.kind(name).BENCH)
        found[name] = measure(game)
        nodes += fingerprint(game)
    return found | {"fingerprint": nodes}


def measure(game: Game) -> dict[str, float]:
    """Medians of the rounds for one game; moves count chance events."""
    state = game.start(game.deal(SEED)[0])
    views = list(positions(game))
    copies = [state.copies(COPIES) / COPIES * 1e9 for _ in range(ROUNDS)]
    count = _playouts_a_round(state)
    playouts = [state.random_playouts(count, SEED + number) for number in range(ROUNDS)]
    visits = [_visits_per_second(views, game.model()) for _ in range(ROUNDS)]
    return {
        "copy_ns": round(median(copies), 2),
        "moves_per_second": round(median(events / seconds for events, seconds in playouts)),
        "playouts_per_second": round(median(count / seconds for _, seconds in playouts), 1),
        "moves_per_playout": round(median(events / count for events, _ in playouts), 1),
        "visits_per_second": round(median(visits)),
    }


def _playouts_a_round(state: State) -> int:
    count = PLAYOUTS
    while state.random_playouts(count, SEED)[1] < ROUND_SECONDS:
        count *= 2
    return count


def fingerprint(game: Game) -> int:
    """The number of tree nodes of the fixed searches."""
    return sum(
        search.analyze(view, game.model(), visits=FINGERPRINT_VISITS, seed=SEED).nodes for view in positions(game)
    )


def positions(game: Game) -> Iterator[View]:
    """Fixed positions of games between greedy bots, each as the seat to act knows it."""
    bot = bots.make("greedy", game)
    for deal in range(DEALS):
        match = Match.new(game, [bot.spec] * game.seats, seed=SEED, deal_index=deal)
        for moves in range(max(POSITIONS) + 1):
            seat = match.advance()
            if seat is None:
                break
            stream = match.streams[seat]
            if moves in POSITIONS:
                yield stream.view.copy()
            match.move(bot.act(stream).event)


def _visits_per_second(views: list[View], model: bytes) -> float:
    visits, seconds = 0, 0.0
    for view in views:
        begun = process_time()
        visits += search.analyze(view, model, seed=SEED).visits
        seconds += process_time() - begun
    return visits / seconds
