"""The names of the numbers that a View of The Resistance: Avalon gives to learners, in their order.

Seats are counted from the own one, 0, round the table; there is room for ten.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from avalon_ai import _resistance
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.resistance_codes import ROLES

QUESTS = range(1, 6)
ATTEMPTS = range(1, 6)
USES = range(1, 4)
CARRIED = ("nobody", "card", "any", "other")


@cache
def names() -> tuple[str, ...]:
    """One for each number."""
    return (*_turn(), *_roles(), *_seats("team"), *_seats("chosen"), "own_choice", *_history(), *_end())


def _seats(name: str) -> Iterator[str]:
    return (f"{name}.{place}" for place in range(len(SEAT_LETTERS)))


def _turn() -> Iterator[str]:
    yield from ("players", "won", "lost")
    yield from (f"seat.{letter}" for letter in SEAT_LETTERS)
    yield from (f"phase.{phase}" for phase in _resistance.PHASES)
    yield from (f"quest.{quest}" for quest in QUESTS)
    yield from (f"attempt.{attempt}" for attempt in ATTEMPTS)
    yield from _seats("leader")
    yield from _seats("actor")
    yield from (f"size.{quest}" for quest in QUESTS)
    yield from (f"fails_needed.{quest}" for quest in QUESTS)


def _roles() -> Iterator[str]:
    yield from (f"role.{role}" for role in ROLES)
    yield from (f"role_set.{role}" for role in ROLES)
    yield "carries_shot"
    yield from (f"shot_carried_by.{word}" for word in CARRIED)
    yield from _seats("seen")
    yield from (f"{possible}.{role}" for possible in _seats("possible") for role in ROLES)


def _history() -> Iterator[str]:
    for quest in QUESTS:
        yield from (f"quests.{quest}.{name}" for name in ("played", "fails", "own_fail"))
        yield from _seats(f"quests.{quest}.team")
    for quest in QUESTS:
        for attempt in ATTEMPTS:
            yield from (f"proposals.{quest}.{attempt}.{name}" for name in ("made", "told"))
            for name in ("leader", "team", "approved"):
                yield from _seats(f"proposals.{quest}.{attempt}.{name}")


def _end() -> Iterator[str]:
    yield from _seats("lady")
    for use in USES:
        yield from _seats(f"lady.{use}.holder")
        yield from _seats(f"lady.{use}.target")
        yield from (f"lady.{use}.loyalty.{word}" for word in ("good", "evil"))
        yield from (f"lady.{use}.claim.{word}" for word in ("good", "evil", "nothing"))
    yield from _seats("shooter")
    yield from _seats("shot")
    yield from _seats("evil")
    yield from ("evil_won", "good_won")
