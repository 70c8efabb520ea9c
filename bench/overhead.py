"""What a tournament costs an event beside bots and rules: the figures of docs/measurements.md.

    python bench/overhead.py --rounds 60

Plays a tournament in this process by bots that know their moves, and the same games through the bare calls of the
rules (what the seats are shown, and what each event does); the difference is told, without a folder and with one that
keeps results and records. Ratings at the end are left out: they do not hang on the number of events. Processor time,
the least of several runs.
"""

from __future__ import annotations

import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from typing import Any

import click

from avalon_ai import bots as kinds
from avalon_ai import games, match
from avalon_ai._state import MOVE, event_source
from avalon_ai.bots import Choice
from avalon_ai.games.base import Game
from avalon_ai.record import Record
from avalon_ai.streams import Stream
from avalon_ai.tournament import Run, Settings, Store, configure, play

RUNS = 7
SEED = 1


class Scripted:
    """Plays the moves it is given, in the seat it is given."""

    spec = "scripted"

    def __init__(self, moves: list[list[Choice]]) -> None:
        self._by_seat = moves
        self._moves: Iterator[Choice] = iter(())

    def start(self, stream: Stream, seed: int) -> None:
        """The moves of the seat are known."""
        self._moves = iter(self._by_seat[stream.seat])

    def act(self, stream: Stream) -> Choice:
        """The next one."""
        return next(self._moves)


class Here(Executor):
    """Plays in this process, at once."""

    def submit(self, task: Callable[..., Any], /, *args: Any, **more: Any) -> Future[Any]:
        """The result, already there."""
        future: Future[Any] = Future()
        future.set_result(task(*args, **more))
        return future


def moves(game: Game, played: Record) -> list[list[Choice]]:
    """The moves of each seat."""
    found: list[list[Choice]] = [[] for _ in range(game.seats)]
    for entry in played.entries:
        if entry.event is not None and event_source(entry.event) == MOVE:
            found[entry.seat].append(Choice(entry.event))
    return found


def bare(game: Game, played: Record, seed: int, index: int) -> None:
    """A game through the calls that its rules need and nothing else."""
    state = game.start(played.deal)
    dealer = game.dealer(seed, index, played.deal)
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


def seconds(work: Callable[[], object]) -> float:
    """Processor seconds."""
    began = time.process_time()
    work()
    return time.process_time() - began


def least(measured: Callable[[], float]) -> float:
    """The least of several runs."""
    return min(measured() for _ in range(RUNS))


def tournament(settings: Settings, scripts: list[list[list[Choice]]], store: Store | None = None) -> float:
    """Play it in this process: seconds."""
    run = Run(settings, store=store)
    run.outcome.ratings = lambda: (None, "")  # type: ignore[method-assign]
    made = iter([Scripted(script) for script in scripts for _ in range(run.game.seats)])
    return seconds(lambda: play(run, workers=1, executor=Here, make=lambda spec, game: next(made)))


def kept(settings: Settings, scripts: list[list[list[Choice]]]) -> float:
    """The same with a folder for results and records."""
    with tempfile.TemporaryDirectory() as folder, Store(folder, settings) as store:
        return tournament(settings, scripts, store)


def measure(name: str, rounds: int, **options: Any) -> tuple[float, float, float]:
    """Microseconds an event: bare rules, the tournament beside them, with a folder."""
    game = games.load(name, **options)
    settings = configure(
        name, [f"random:seed={seat}" for seat in range(game.seats)], options=game.options, seed=SEED, rounds=rounds
    )
    players = [kinds.make(spec, game) for spec in settings.bots]
    played = [
        match.play(game, players, seed=SEED, deal_index=index, rotation=turn)
        for index in range(rounds)
        for turn in range(game.seats)
    ]

    scripts = [moves(game, record) for record in played]

    def alone() -> None:
        for number, record in enumerate(played):
            bare(game, record, SEED, number // game.seats)

    events = sum(len(record.entries) for record in played) / 1e6
    rules, plain = least(lambda: seconds(alone)), least(lambda: tournament(settings, scripts))
    with_folder = least(lambda: kept(settings, scripts))
    return rules / events, (plain - rules) / events, (with_folder - rules) / events


@click.command()
@click.option("--rounds", default=40, show_default=True, help="groups of each kind")
def main(rounds: int) -> None:
    """Tell the cost of an event in microseconds."""
    for name, options in (("duel", {}), ("resistance", {"players": 5}), ("resistance", {"players": 10})):
        rules, plain, kept = measure(name, rounds, **options)
        print(f"{name} {options}: rules {rules:.2f} us; beside them {plain:.2f}, with a folder {kept:.2f}", flush=True)


if __name__ == "__main__":
    main()
