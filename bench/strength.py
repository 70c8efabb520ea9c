"""Matches on paired deals with seats swapped: the figures of docs/measurements.md.

    python bench/strength.py tuned-hand --pairs 500 --seed 900000

Prints the score of the first of the two, 0 to 1, with its 95 % interval over pairs. Budgets are in visits, so the
figures do not hang on the machine.
"""

from __future__ import annotations

import statistics
import sys
import time
from collections.abc import Callable
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path

import click

from avalon_ai import bots, games
from avalon_ai.bots import Bot
from avalon_ai.games.base import Game
from avalon_ai.match import Match, bot_seed

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from cheating_twin import CheatingTwin

LINES = {
    "hand-random": ("greedy:weights=hand", "random"),
    "tuned-hand": ("greedy", "greedy:weights=hand"),
    "search-greedy": ("ismcts:visits=2000", "greedy"),
    "more-visits": ("ismcts:visits=2000", "ismcts:visits=500"),
    "cheating": ("cheating:visits=2000", "ismcts:visits=2000"),
    "cheating-policy": ("cheating-policy:visits=2000", "ismcts:visits=2000"),
}


def make(spec: str, game: Game) -> Bot:
    """The bot of a spec; `cheating:visits=N` is the twin with true worlds, `cheating-policy` sees the hand as well."""
    if spec.startswith("cheating"):
        return CheatingTwin(game, int(spec.partition("=")[2]), shown=spec.startswith("cheating-policy:"))
    return bots.make(spec, game)


def play(specs: tuple[str, str], seed: int, deal: int, swapped: bool) -> tuple[float, str]:
    """Result of the first bot, and how the game ended."""
    game = games.load("duel")
    order = [1, 0] if swapped else [0, 1]
    seated = [make(specs[number], game) for number in order]
    match = Match.new(game, [specs[number] for number in order], seed=seed, deal_index=deal)
    for bot, number, stream in zip(seated, order, match.streams, strict=True):
        bot.start(stream, bot_seed(seed, deal, number))
        if isinstance(bot, CheatingTwin):
            bot.match = match
    while (seat := match.advance()) is not None:
        match.move(seated[seat].act(match.streams[seat]).event)
    return match.state.returns()[order.index(0)], match.state.reason()


def pair(specs: tuple[str, str], seed: int, deal: int) -> tuple[float, list[str]]:
    """Mean result of the first bot over both seatings of a deal, and how both games ended."""
    played = [play(specs, seed, deal, swapped) for swapped in (False, True)]
    return sum(result for result, _ in played) / 2, [reason for _, reason in played]


def run(task: Callable[[int], tuple[float, list[str]]], pairs: int, workers: int) -> tuple[list[float], list[str]]:
    """All pairs: their results, and how the games ended."""
    with ProcessPoolExecutor(workers) as pool:
        done = list(pool.map(task, range(pairs), chunksize=4))
    return [result for result, _ in done], [reason for _, reasons in done for reason in reasons]


@click.command()
@click.argument("line", type=click.Choice(list(LINES)))
@click.option("--pairs", default=200, show_default=True, help="deals, each played twice")
@click.option("--seed", default=900_000, show_default=True, help="of the deals; tuning used none of these")
@click.option("--workers", default=2, show_default=True, help="processes that play")
def main(line: str, pairs: int, seed: int, workers: int) -> None:
    """Play one line of the table."""
    began = time.perf_counter()
    results, reasons = run(partial(pair, LINES[line], seed), pairs, workers)
    mean = statistics.fmean(results)
    half = 1.96 * statistics.stdev(results) / pairs**0.5
    ended = ", ".join(f"{reason} {reasons.count(reason)}" for reason in sorted(set(reasons)))
    first, second = LINES[line]
    score = f"{mean:.3f} [{mean - half:.3f}, {mean + half:.3f}]"
    print(f"{first} against {second}: {score}, {2 * pairs} games, seed {seed}; {ended}")
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
