"""Games small enough to go through as a whole, and walks on their trees."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from avalon_ai import games
from avalon_ai._state import OVER, Generator
from avalon_ai.adapters.histories import History, Tree

# Two territories and eight cards: who holds which of the four that are not on the table is by chance.
ONE_COLOUR: dict[str, Any] = {
    "territories": ["plain1", "plain2"], "colours": 1, "copies": 4, "hand": 1, "tiles": {"2": 3},
    "crowns_to_win": 2, "turn_cap": 2, "first": "A",
    "deal": {"stacks": {"A": ["KR", "KR"], "B": ["ER", "ER"]}, "lands": ["plain1", "plain2"]},
}  # fmt: skip
TWO_COLOURS = ONE_COLOUR | {
    "colours": 2, "copies": 2,
    "deal": {"stacks": {"A": ["KR", "EB"], "B": ["EB", "KR"]}, "lands": ["plain1", "plain2"]},
}  # fmt: skip
SMALL: dict[str, dict[str, Any]] = {"one colour": ONE_COLOUR, "two colours": TWO_COLOURS}


def small(name: str) -> Tree:
    """The tree of a small duel."""
    return Tree(games.load("duel", **SMALL[name]))


def walk(tree: Tree, seed: int) -> Iterator[History]:
    """The histories of one random game, the root first."""
    here, rng = tree.root, Generator(seed)
    yield here
    while here.actor != OVER:
        actions = here.actions()
        here = here.child(actions[rng.below(len(actions))])
        yield here
