"""Fits the duel's evaluation on noisy self-play: a small network over the features at changes of turn.

    python tools/fit_duel.py --games 40000 --seed 1

Prints the [tuned.evaluation] table: for each feature its weight straight to the logit (0 here) and those to the units
of the hidden layer. Accuracy and mean log-loss on games not used for the fit go to stderr. Needs `scikit-learn`.
"""

from __future__ import annotations

import sys

import click
import numpy as np
from numpy.typing import NDArray
from sklearn.neural_network import MLPClassifier

from avalon_ai import _duel, games

Array = NDArray[np.float64]
UNITS = 16


def sample(model: bytes, count: int, seed: int, every: int) -> tuple[Array, Array]:
    """Features and results at some changes of turn of `count` games; draws are left out."""
    rows, results = _duel.self_play_features(games.load("duel").rules, model, count, seed, every)
    decided = np.array(results) != 0.5
    return np.array(rows).reshape(-1, len(_duel.FEATURE_NAMES))[decided], np.array(results)[decided]


def fit(rows: Array, results: Array, epochs: int, seed: int) -> MLPClassifier:
    """One hidden layer of rectified units, by Adam with a shrinking step."""
    network = MLPClassifier((UNITS,), batch_size=1024, random_state=seed, warm_start=True, max_iter=1)
    for epoch in range(epochs):
        network.learning_rate_init = 4e-3 * 0.85**epoch
        network.fit(rows, results)
    return network


def table(network: MLPClassifier) -> dict[str, list[float]]:
    """The network as the data file has it: biases are the weights of the constant feature."""
    first, second = network.coefs_
    first = first.copy()
    first[0] += network.intercepts_[0]
    rows = {name: [0.0, *first[i]] for i, name in enumerate(_duel.FEATURE_NAMES)}
    rows["one"][0] = float(network.intercepts_[1][0])
    return {**rows, "output": list(second[:, 0])}


@click.command()
@click.option("--games", "count", default=40_000, show_default=True)
@click.option("--seed", default=1, show_default=True)
@click.option("--every", default=4, show_default=True, help="one in so many changes of turn is used")
@click.option("--epochs", default=14, show_default=True)
@click.option("--set", "name", default="tuned", show_default=True, help="weights whose light policy plays")
def main(count: int, seed: int, every: int, epochs: int, name: str) -> None:
    """Play, fit, check."""
    model = games.load("duel").model(name)
    rows, results = sample(model, count, seed, every)
    network = fit(rows, results, epochs, seed)
    check_rows, check_results = sample(model, count // 4, seed + 1_000_000, every)
    expected = network.predict_proba(check_rows)[:, 1].clip(1e-9, 1 - 1e-9)
    loss = -np.mean(check_results * np.log(expected) + (1 - check_results) * np.log(1 - expected))
    right = np.mean((expected > 0.5) == (check_results > 0.5))
    print(f"{len(rows)} rows; held out: accuracy {right:.4f}, log-loss {loss:.4f}", file=sys.stderr)
    print(f"[{name}.evaluation]")
    for feature, weights in table(network).items():
        print(f"{feature} = [{', '.join(f'{value:.4f}' for value in weights)}]")


if __name__ == "__main__":
    main()
