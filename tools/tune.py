"""Tunes a game's greedy weights by self-play: CMA-ES against a growing set of frozen opponents.

    python tools/tune.py duel --rounds 6 --generations 40 --seed 1 > weights.toml

Prints the [tuned.greedy] table. Deals of training and of the check come from different seeds; the figures in
docs/measurements.md come from deals used in neither. Needs `pip install -e '.[tune]'`. The weights after each
round go to stderr.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from typing import Any

import click
import cma

from avalon_ai import _duel, _veil, games
from avalon_ai._state import Rules
from avalon_ai.games import duel_models, veil_models
from avalon_ai.games.weights import tables as sets_in

TRAINING, CHECK = 1_000_000, 2_000_000
SUBJECTS: dict[str, tuple[Any, Any, tuple[dict[str, Any], ...]]] = {  # core, weights, tables that are played at
    "duel": (_duel, duel_models, ({},)),
    "veil": (_veil, veil_models, ({"players": 2}, {"players": 4})),
}


@cache
def tables_of(name: str) -> tuple[Rules, ...]:
    """The rules of each table that a game is tuned at."""
    return tuple(games.load(name, **options).rules for options in SUBJECTS[name][2])


def compiled(name: str, weights: Sequence[float], noise: float = 0.0) -> bytes:
    """A model with these greedy weights."""
    core, models, _ = SUBJECTS[name]
    table = {
        **sets_in(models.FILE)["hand"],
        "greedy": dict(zip(core.GREEDY_NAMES, weights, strict=True)),
        "noise": noise,
    }
    found: bytes = models.compiled(tables_of(name)[0], table)
    return found


def match(name: str, mine: bytes, other: bytes, deals: int, seed: int) -> float:
    """Mean result, 0 to 1, of a model from every seat of each deal against another one in the other seats."""
    found = 0.0
    for rules in tables_of(name):
        played: list[float] = SUBJECTS[name][0].self_play(rules, mine, other, deals, seed)[0]
        found += sum(played) / (rules.seats * deals)
    return found / len(tables_of(name))


def score(task: tuple[str, Sequence[float], Sequence[bytes], int, int]) -> float:
    """Mean result of weights against each opponent; the weakest result counts double."""
    name, weights, opponents, deals, seed = task
    mine = compiled(name, weights)
    results = [match(name, mine, other, deals, seed) for other in opponents]
    return (sum(results) + min(results)) / (len(results) + 1)


def improve(
    name: str,
    start: Sequence[float],
    opponents: Sequence[bytes],
    generations: int,
    deals: int,
    seed: int,
    step: float,
    workers: int,
) -> list[float]:
    """The mean of the search distribution after some generations of CMA-ES."""
    search = cma.CMAEvolutionStrategy(list(start), step, {"seed": seed, "popsize": 18, "verbose": -9})
    with ProcessPoolExecutor(workers) as pool:
        for generation in range(generations):
            candidates = search.ask()
            number = TRAINING + seed * 1000 + generation
            tasks = [(name, list(candidate), opponents, deals, number) for candidate in candidates]
            search.tell(candidates, [-value for value in pool.map(score, tasks)])
    return [float(value) for value in search.mean]


def as_table(name: str, weights: Sequence[float]) -> str:
    """The weights as they stand in the data file."""
    named = zip(SUBJECTS[name][0].GREEDY_NAMES, weights, strict=True)
    return "\n".join(["[tuned.greedy]", *(f"{name} = {value:.4f}" for name, value in named)])


@click.command()
@click.argument("name", type=click.Choice(list(SUBJECTS)))
@click.option("--rounds", default=6, show_default=True, help="new opponents, one a round")
@click.option("--generations", default=40, show_default=True)
@click.option("--pairs", default=400, show_default=True, help="deals a candidate and opponent, from every seat")
@click.option("--seed", default=1, show_default=True)
@click.option("--set", "start", default="hand", show_default=True, help="weights to start from")
@click.option("--step", default=0.35, show_default=True, help="spread of the first candidates")
@click.option("--workers", default=2, show_default=True, help="processes that play")
def main(
    name: str, rounds: int, generations: int, pairs: int, seed: int, start: str, step: float, workers: int
) -> None:
    """Tune, round by round; each round's result joins the opponents of the next."""
    core, models, _ = SUBJECTS[name]
    tables = sets_in(models.FILE)
    weights = [float(tables[start]["greedy"][weight]) for weight in core.GREEDY_NAMES]
    hand = [float(tables["hand"]["greedy"][weight]) for weight in core.GREEDY_NAMES]
    opponents = [compiled(name, hand), compiled(name, weights, noise=0.5)]
    for number in range(rounds):
        chosen = opponents[:1] + opponents[-3:]
        weights = improve(name, weights, chosen, generations, pairs, seed + number, step, workers)
        mine = compiled(name, weights)
        checked = [match(name, mine, other, 2 * pairs, CHECK + number) for other in opponents]
        print(f"round {number}: against each opponent {[round(value, 3) for value in checked]}", file=sys.stderr)
        opponents.append(mine)
        print(as_table(name, weights), file=sys.stderr)
    print(as_table(name, weights))


if __name__ == "__main__":
    main()
