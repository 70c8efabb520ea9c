"""Tunes the duel's greedy weights by self-play: CMA-ES against a growing set of frozen opponents.

    python tools/tune_duel.py --rounds 6 --generations 40 --seed 1 > weights.toml

Prints the [tuned.greedy] table. Deals of training and of the check come from different seeds; the figures in
docs/measurements.md come from deals used in neither. Needs `pip install -e '.[tune]'`. The weights after each
round go to stderr.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor

import click
import cma

from avalon_ai import _duel, games
from avalon_ai.games import duel_models

TRAINING, CHECK = 1_000_000, 2_000_000
SPREAD = 0.35


def compiled(weights: Sequence[float], noise: float = 0.0) -> bytes:
    """A model with these greedy weights."""
    table = duel_models.tables()["hand"]
    return _duel.make_model(
        games.load("duel").rules,
        dict(zip(_duel.GREEDY_NAMES, weights, strict=True)),
        table["evaluation"],
        noise=noise,
        sharpness=1.0,
        decline=table["decline"],
        variety=table["variety"],
    )


def score(task: tuple[Sequence[float], Sequence[bytes], int, int]) -> float:
    """Mean result, 0 to 1, of weights over paired deals against each opponent; the weakest result counts double."""
    weights, opponents, pairs, seed = task
    mine, rules = compiled(weights), games.load("duel").rules
    results = [sum(_duel.self_play(rules, mine, other, pairs, seed)[0]) / (2 * pairs) for other in opponents]
    return (sum(results) + min(results)) / (len(results) + 1)


def improve(start: Sequence[float], opponents: Sequence[bytes], generations: int, pairs: int, seed: int) -> list[float]:
    """The mean of the search distribution after some generations of CMA-ES."""
    search = cma.CMAEvolutionStrategy(list(start), SPREAD, {"seed": seed, "popsize": 18, "verbose": -9})
    with ProcessPoolExecutor(2) as pool:
        for generation in range(generations):
            candidates = search.ask()
            deals = TRAINING + seed * 1000 + generation
            tasks = [(list(candidate), opponents, pairs, deals) for candidate in candidates]
            search.tell(candidates, [-value for value in pool.map(score, tasks)])
    return [float(value) for value in search.mean]


def as_table(weights: Sequence[float]) -> str:
    """The weights as they stand in the data file."""
    named = zip(_duel.GREEDY_NAMES, weights, strict=True)
    return "\n".join(["[tuned.greedy]", *(f"{name} = {value:.4f}" for name, value in named)])


@click.command()
@click.option("--rounds", default=6, show_default=True, help="new opponents, one a round")
@click.option("--generations", default=40, show_default=True)
@click.option("--pairs", default=400, show_default=True, help="paired deals a candidate and opponent")
@click.option("--seed", default=1, show_default=True)
@click.option("--set", "start", default="hand", show_default=True, help="weights to start from")
def main(rounds: int, generations: int, pairs: int, seed: int, start: str) -> None:
    """Tune, round by round; each round's result joins the opponents of the next."""
    tables = duel_models.tables()
    rules = games.load("duel").rules
    weights = [float(tables[start]["greedy"][name]) for name in _duel.GREEDY_NAMES]
    hand = [float(tables["hand"]["greedy"][name]) for name in _duel.GREEDY_NAMES]
    opponents = [compiled(hand), compiled(weights, noise=0.5)]
    for number in range(rounds):
        weights = improve(weights, opponents[:1] + opponents[-3:], generations, pairs, seed + number)
        mine = compiled(weights)
        checked = [sum(_duel.self_play(rules, mine, other, 2000, CHECK + number)[0]) / 4000 for other in opponents]
        print(f"round {number}: against each opponent {[round(value, 3) for value in checked]}", file=sys.stderr)
        opponents.append(mine)
        print(as_table(weights), file=sys.stderr)
    print(as_table(weights))


if __name__ == "__main__":
    main()
