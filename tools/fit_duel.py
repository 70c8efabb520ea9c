"""Fits the duel's evaluation: a logistic model of the features at changes of turn, on noisy self-play.

    python tools/fit_duel.py --games 40000 --seed 1

Prints the [tuned.features] table; accuracy and mean log-loss on games not used for the fit go to stderr.
"""

from __future__ import annotations

import sys

import click
import numpy as np
from numpy.typing import NDArray

from avalon_ai import _duel, games

Array = NDArray[np.float64]
RIDGE = 1.0
STEPS = 25


def sample(model: bytes, count: int, seed: int, every: int) -> tuple[Array, Array]:
    """Features and results at some changes of turn of `count` games."""
    rows, results = _duel.self_play_features(games.load("duel").rules, model, count, seed, every)
    return np.array(rows).reshape(-1, len(_duel.FEATURE_NAMES)), np.array(results)


def chances(rows: Array, weights: Array) -> Array:
    """The model's chance of winning for each row."""
    return np.asarray(1.0 / (1.0 + np.exp(-rows @ weights)))


def fit(rows: Array, results: Array) -> Array:
    """Ridge logistic regression by Newton's method."""
    weights = np.zeros(rows.shape[1])
    for _ in range(STEPS):
        expected = chances(rows, weights)
        gradient = rows.T @ (results - expected) - RIDGE * weights
        curvature = (rows * (expected * (1 - expected))[:, None]).T @ rows + RIDGE * np.eye(len(weights))
        weights = weights + np.linalg.solve(curvature, gradient)
    return weights


@click.command()
@click.option("--games", "count", default=40_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--every", default=4, show_default=True, help="one in so many changes of turn is used")
@click.option("--set", "name", default="tuned", show_default=True, help="weights whose light policy plays")
def main(count: int, seed: int, every: int, name: str) -> None:
    """Play, fit, check."""
    model = games.load("duel").model(name)
    rows, results = sample(model, count, seed, every)
    weights = fit(rows, results)
    check_rows, check_results = sample(model, count // 4, seed + 1_000_000, every)
    expected = chances(check_rows, weights).clip(1e-9, 1 - 1e-9)
    loss = -np.mean(check_results * np.log(expected) + (1 - check_results) * np.log(1 - expected))
    right = np.mean((expected > 0.5) == (check_results > 0.5))
    print(f"{len(rows)} rows; held out: accuracy {right:.4f}, log-loss {loss:.4f}", file=sys.stderr)
    print(f"[{name}.features]")
    for feature, value in zip(_duel.FEATURE_NAMES, weights, strict=True):
        print(f"{feature} = {value:.4f}")


if __name__ == "__main__":
    main()
