"""Fits the Riven Veil's evaluation on noisy self-play: the VP that seats gain from the beginning of a round on.

    python tools/fit_veil.py --games 4000 --seed 1

Prints the [tuned.evaluation] table: for each feature its weight by rounds left, and how unsure the points are. Ridge
regression of what sets a seat apart from the mean of its table, over games of 2, 3 and 4 players; then the spread that
makes the winners of other games likeliest. How likely that is goes to stderr.
"""

from __future__ import annotations

import sys
from typing import Any

import click
import numpy as np
from numpy.typing import NDArray

from avalon_ai import _veil, games

Array = NDArray[np.floating[Any]]
STAGES = 9
SEASONS = 3
RIDGE = 50.0
SPREADS = np.geomspace(2.0, 30.0, 40)

# Positions of one number of players: rounds left less 1; and for each seat features, VP then, VP in the end.
Sample = tuple[NDArray[np.int64], Array, Array, Array]


def sample(name: str, players: int, count: int, seed: int) -> Sample:
    """The positions at the beginning of a round of so many games."""
    game = games.load("veil", players=players, seasons=SEASONS)
    rows, stages, now, then = _veil.self_play_features(game.rules, game.model(name), count, seed)
    features = np.reshape(rows, (-1, players, len(_veil.FEATURE_NAMES)))
    return (
        np.array(stages[::players]),
        features.astype(float),
        np.reshape(now, (-1, players)).astype(float),
        np.reshape(then, (-1, players)).astype(float),
    )


def apart(values: Array) -> Array:
    """By how much each seat differs from the mean of its table."""
    found: Array = values - values.mean(axis=1, keepdims=True)
    return found


def fit(samples: list[Sample], stage: int) -> Array:
    """The weights of the features with so many rounds left."""
    rows = [apart(features[stages == stage]).reshape(-1, features.shape[2]) for stages, features, _, _ in samples]
    gains = [apart((then - now)[stages == stage]).reshape(-1) for stages, _, now, then in samples]
    features, gained = np.concatenate(rows), np.concatenate(gains)
    found: Array = np.linalg.solve(features.T @ features + RIDGE * np.eye(features.shape[1]), features.T @ gained)
    return found


def loss(samples: list[Sample], stage: int, weights: Array, spread: float) -> float:
    """Mean log-loss of who wins."""
    found = []
    for stages, features, now, then in samples:
        at = stages == stage
        logits = (now[at] + features[at] @ weights) / spread
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits) / np.exp(logits).sum(axis=1, keepdims=True)
        found.append(-np.log(chances[np.arange(at.sum()), then[at].argmax(axis=1)]))
    return float(np.concatenate(found).mean())


@click.command()
@click.option("--games", "count", default=4_000, show_default=True, help="for each number of players")
@click.option("--seed", default=1, show_default=True)
@click.option("--set", "name", default="tuned", show_default=True, help="weights whose light policy plays")
def main(count: int, seed: int, name: str) -> None:
    """Play, fit, check."""
    samples = [sample(name, players, count, seed + players) for players in (2, 3, 4)]
    checks = [sample(name, players, count // 4, seed + 1_000_000 + players) for players in (2, 3, 4)]
    table = np.zeros((STAGES, len(_veil.FEATURE_NAMES) + 1))
    for stage in range(STAGES):
        table[stage, :-1] = fit(samples, stage)
        losses = [loss(checks, stage, table[stage, :-1], spread) for spread in SPREADS]
        table[stage, -1] = SPREADS[int(np.argmin(losses))]
        blind = loss(checks, stage, 0 * table[stage, :-1], 10.0)
        print(f"{stage + 1} rounds left: log-loss {min(losses):.3f}, by VP alone {blind:.3f}", file=sys.stderr)
    print(f"[{name}.evaluation]            # by rounds left: 1, 2, ...")
    for i, feature in enumerate((*_veil.FEATURE_NAMES, "spread")):
        print(f"{feature} = [{', '.join(f'{value:.3f}' for value in table[:, i])}]")


if __name__ == "__main__":
    main()
