"""One hero among others of one kind: the figures of docs/measurements.md for games of many seats with roles.

    python bench/heroes.py resistance rules logic --games 2000 -o players=5

The hero plays each deal from every seat. Prints how often its side won, with the 95 % interval over deals: in all, as
good, as evil, and by role.
"""

from __future__ import annotations

import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import click

from avalon_ai import bots, games, match, scores
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.resistance_codes import EVIL_ROLES

Result = tuple[float, str, str]  # the hero's result, its role, how the game ended


def play(name: str, options: dict[str, Any], hero: str, others: str, seed: int, deal: int) -> list[Result]:
    """All games of one deal: the hero in every seat."""
    game = games.load(name, **options)
    found = []
    for seat in range(game.seats):
        players = [bots.make(hero if place == 0 else others, game) for place in range(game.seats)]
        played = match.play(game, players, seed=seed, deal_index=deal, rotation=-seat % game.seats)
        assert played.result is not None
        if played.result["reason"] == "illegal":
            raise RuntimeError(f"{hero} among {others}, seed {seed}, deal {deal}: a move that is not allowed")
        found.append((played.result_by_seat()[seat], played.deal["roles"][SEAT_LETTERS[seat]], played.result["reason"]))
    return found


def told(word: str, groups: list[list[float]]) -> str:
    """A line: mean, interval, games."""
    kept = [group for group in groups if group]
    score, low, high = scores.interval(kept)
    return f"  {word:10} {score:.3f} [{low:.3f}, {high:.3f}]  {sum(map(len, kept))} games"


def ended(groups: list[list[Result]], roles: set[str]) -> str:
    """How the games of these roles ended."""
    reasons = [reason for group in groups for _, role, reason in group if role in roles]
    return "; " + ", ".join(f"{reason} {reasons.count(reason)}" for reason in sorted(set(reasons)))


def parts(roles: set[str]) -> list[tuple[str, set[str]]]:
    """What is told apart: the sides, then the roles."""
    evil = roles & set(EVIL_ROLES)
    return [("as good", roles - evil), ("as evil", evil), *((role, {role}) for role in sorted(roles))]


@click.command()
@click.argument("name")
@click.argument("hero")
@click.argument("others")
@click.option("--games", "count", default=2_000, show_default=True, help="at least so many")
@click.option("--seed", default=910_000, show_default=True, help="of the deals; no setting was chosen by these")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="of the game")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="processes")
def main(name: str, hero: str, others: str, count: int, seed: int, pairs: tuple[str, ...], workers: int) -> None:
    """Play HERO among OTHERS in the game NAME."""
    began = time.perf_counter()
    options = games.parse_options(name, pairs)
    deals = -(-count // games.load(name, **options).seats)
    with ProcessPoolExecutor(workers) as pool:
        task = partial(play, name, options, hero, others, seed)
        groups = list(pool.map(task, range(deals), chunksize=4))
    print(f"{hero} among {others}, {name} {' '.join(pairs)}, seed {seed}")
    print(told("all", [[result for result, *_ in group] for group in groups]))
    for word, roles in parts({role for group in groups for _, role, _ in group}):
        print(
            told(word, [[result for result, role, _ in group if role in roles] for group in groups])
            + ended(groups, roles)
        )
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
