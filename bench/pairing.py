"""What playing a deal from every seat is worth: how alike the games of a group are, from a tournament's folder.

    avalon-bot tournament duel ismcts:visits=500 ismcts:visits=1000 --rounds 2000 --seed 995000 --out pairs/
    python bench/pairing.py pairs/

For each bot: the intraclass correlation of its results in the games of one group (negative where the luck of the deal
cancels), its 95 % interval by bootstrap over groups, and how many independent games one game in such groups is worth.
Where a hero sits among copies of another bot, only the hero counts.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import click
import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
RESAMPLES = 2_000


def by_group(folder: Path) -> dict[str, Floats]:
    """By bot a row of results for each group; groups of other shapes than the most common one are left out."""
    found: dict[str, list[list[float]]] = {}
    for line in (folder / "results.jsonl").read_text("utf-8").splitlines():
        rows: dict[str, list[float]] = {}
        for game in json.loads(line)["games"]:
            for bot, result in zip(game["bots"], game["results"], strict=True):
                if game["bots"].count(bot) == 1:
                    rows.setdefault(bot, []).append(result)
        for bot, results in rows.items():
            found.setdefault(bot, []).append(results)
    return {bot: _even(rows) for bot, rows in found.items()}


def _even(rows: list[list[float]]) -> Floats:
    sizes = [len(row) for row in rows]
    common = max(set(sizes), key=sizes.count)
    return np.array([row for row in rows if len(row) == common])


def correlation(rows: Floats) -> float:
    """Intraclass correlation by analysis of variance: -1 / (games - 1) to 1; 0 where all results are the same."""
    groups, games = rows.shape
    means = rows.mean(axis=1)
    between = games * ((means - rows.mean()) ** 2).sum() / (groups - 1)
    within = ((rows - means[:, None]) ** 2).sum() / (groups * (games - 1))
    whole = between + (games - 1) * within
    return float((between - within) / whole) if whole > 0 else 0.0


def interval(rows: Floats, seed: int) -> tuple[float, float]:
    """95 % of resampled groups."""
    rng = np.random.default_rng(seed)
    found = [correlation(rows[rng.integers(len(rows), size=len(rows))]) for _ in range(RESAMPLES)]
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)


@click.command()
@click.argument("folder", type=click.Path(exists=True, file_okay=False, path_type=Path))
@click.option("--seed", default=0, show_default=True, help="of the bootstrap")
def main(folder: Path, seed: int) -> None:
    """Measure the groups of a tournament in FOLDER."""
    settings: dict[str, Any] = json.loads((folder / "settings.json").read_text("utf-8"))
    print(f"{settings['game']}, {settings['format']}, seed {settings['seed']}")
    for bot, rows in by_group(folder).items():
        groups, games = rows.shape
        if games < 2 or groups < 2:
            continue
        found = correlation(rows)
        low, high = interval(rows, seed)
        worth = 1 / max(1e-9, 1 + (games - 1) * found)
        print(f"{bot}: {found:+.3f} [{low:+.3f}, {high:+.3f}], {groups} groups of {games}; a game is worth {worth:.2f}")


if __name__ == "__main__":
    main()
