"""What a match costs an event beside bots and rules: the figures of docs/measurements.md.

    python bench/overhead.py --games 40

Plays recorded games again by bots that know their moves, once as a tournament plays them and once through the bare
calls of the rules (what the seats are shown, and what each event does); the difference is told, without records and
with records as text. Medians of five.
"""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import click

from avalon_ai import bots, games, match
from avalon_ai._state import MOVE, event_source
from avalon_ai.bots import Choice
from avalon_ai.games.base import Game
from avalon_ai.json_lines import dumps
from avalon_ai.record import Record
from avalon_ai.streams import Stream


class Scripted:
    """Plays the moves it is given."""

    spec = "random"

    def __init__(self, moves: list[int]) -> None:
        self._moves = iter([Choice(move) for move in moves])

    def start(self, stream: Stream, seed: int) -> None:
        """The moves are known."""

    def act(self, stream: Stream) -> Choice:
        """The next one."""
        return next(self._moves)


def scripts(game: Game, played: Record) -> list[Any]:
    """A bot for each seat that moves as in a record."""
    moves = [entry for entry in played.entries if entry.event is not None and event_source(entry.event) == MOVE]
    return [Scripted([e.event for e in moves if e.event is not None and e.seat == s]) for s in range(game.seats)]


def bare(game: Game, played: Record, index: int) -> None:
    """A game through the calls that its rules need and nothing else."""
    state = game.start(played.deal)
    dealer = game.dealer(1, index, played.deal)
    views = [game.start_view(game.mask_deal(played.deal, seat), seat) for seat in range(game.seats)]
    for entry in played.entries:
        event = entry.event
        assert event is not None
        while event is not None:
            actor = state.actor()
            if actor < 0:
                dealer.answer(state)
                dealer.see(event, state)
            for seat, view in enumerate(views):
                view.apply(state.mask(event, seat))
            state.allows(event)
            state.apply(event)
            event = state.forced()
            if event is not None and event_source(event) != MOVE:
                event = None


def median(play: Callable[[], None]) -> float:
    """Seconds, the median of five."""
    found = []
    for _ in range(5):
        began = time.process_time()
        play()
        found.append(time.process_time() - began)
    return statistics.median(found)


def measure(name: str, count: int, **options: Any) -> tuple[float, float, float]:
    """Microseconds an event: bare rules, the match beside them, records beside that."""
    game = games.load(name, **options)
    players = [bots.make("random", game) for _ in range(game.seats)]
    played = [match.play(game, players, seed=1, deal_index=index) for index in range(count)]

    def alone() -> None:
        for index, record in enumerate(played):
            bare(game, record, index)

    def again(keep: bool) -> None:
        for index in range(count):
            record = match.play(game, next(ready), seed=1, deal_index=index, catch=True, move_time=60.0)
            if keep:
                "".join(dumps(said) + "\n" for said in record.lines())

    ready = iter([scripts(game, record) for _ in range(10) for record in played])
    events = sum(len(record.entries) for record in played) / 1e6
    rules = median(alone)
    plain = median(lambda: again(False))
    kept = median(lambda: again(True))
    return rules / events, (plain - rules) / events, (kept - rules) / events


@click.command()
@click.option("--games", "count", default=40, show_default=True, help="of each kind")
def main(count: int) -> None:
    """Tell the cost of an event in microseconds."""
    for name, options in (("duel", {}), ("resistance", {"players": 5}), ("resistance", {"players": 10})):
        rules, plain, kept = measure(name, count, **options)
        print(f"{name} {options}: rules {rules:.2f} us; beside them {plain:.2f}, with records {kept:.2f}")


if __name__ == "__main__":
    main()
