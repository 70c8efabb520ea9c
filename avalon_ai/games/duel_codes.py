"""Event codes of the duel and their exact texts."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from avalon_ai.games.duel_data import LANDS, TILES

COLOURS = "RBGYV"
KINDS = tuple(f"K{colour}" for colour in COLOURS) + tuple(f"E{colour}" for colour in COLOURS)
TERRITORIES = 11

LAY, ATTACK, ENCHANT, COUNTER, DEFEND, PASS = 0, 110, 220, 275, 276, 277
DROP_CARD, DROP_TOP, SPARE, TAKE = 278, 288, 299, 300
DRAW, DRAW_HIDDEN, REVEAL = 306, 316, 317


@lru_cache(maxsize=1)
def texts() -> tuple[str, ...]:
    """The text of each code, at its number."""
    return tuple(_texts())


@lru_cache(maxsize=1)
def codes() -> dict[str, int]:
    """The code of each text."""
    return {text: code for code, text in enumerate(texts())}


def _texts() -> Iterator[str]:
    places = range(1, TERRITORIES + 1)
    yield from (f"{kind}-{place}" for kind in KINDS for place in places)
    yield from (f"{kind}x{place}" for kind in KINDS for place in places)
    yield from (f"E{colour}@{place}" for colour in COLOURS for place in places)
    yield from ("counter", "defend", "pass")
    yield from (f"drop {kind}" for kind in KINDS)
    yield from (f"drop {place}" for place in places)
    yield "spare"
    yield from (f"take {tile}" for tile in TILES)
    yield from (f"draw {kind}" for kind in KINDS)
    yield "draw ?"
    yield from (f"reveal {place} {land}" for place in places for land in LANDS)
