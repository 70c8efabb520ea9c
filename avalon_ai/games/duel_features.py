"""The names of the numbers that a View of the duel gives to learners, in their order."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from avalon_ai import _duel
from avalon_ai.games.duel_codes import KINDS, TERRITORIES
from avalon_ai.games.duel_data import LANDS, TILES

TURN = (
    *("turn", "turn_cap", "crowns_to_win", "hand_limit", "pile", "discarded", "conquests", "avalon_used", "to_pay"),
    *("to_draw", "first_payment"),
)
SIDES = ("own", "other")
CARDS = ("hand.own", "known.own", "known.other", "unseen", "discards", "evidence.other")


@cache
def names() -> tuple[str, ...]:
    """One for each number."""
    return (*_turn(), *(name for side in SIDES for name in _side(side)), *_cards(), *_territories())


def _turn() -> Iterator[str]:
    yield from TURN
    yield from (f"phase.{phase}" for phase in _duel.PHASES)
    yield from (f"attack.{kind}" for kind in KINDS)
    yield from (f"at.{place}" for place in range(1, TERRITORIES + 1))
    yield from (f"tiles_up.{tile}" for tile in TILES)
    yield from (f"tiles_down.{tile}" for tile in TILES)
    yield from (f"face_down.{land}" for land in LANDS)
    yield from ("enchants", "castle_bonus")


def _side(side: str) -> Iterator[str]:
    yield from (f"{side}.{name}" for name in ("on_turn", "crowns", "hand_size"))
    yield from (f"{side}.front.{tile}" for tile in TILES)
    yield f"{side}.front.old"


def _cards() -> Iterator[str]:
    return (f"{group}.{kind}" for group in CARDS for kind in KINDS)


def _territories() -> Iterator[str]:
    for place in range(1, TERRITORIES + 1):
        yield f"territory.{place}.in_play"
        yield from (f"territory.{place}.land.{land}" for land in LANDS)
        yield from (f"territory.{place}.{name}" for name in ("own", "other", "crowns", "castle", "circle"))
        for side in SIDES:
            yield f"territory.{place}.{side}.height"
            yield from (f"territory.{place}.{side}.top.{kind}" for kind in KINDS)
            yield from (f"territory.{place}.{side}.cards.{kind}" for kind in KINDS)
