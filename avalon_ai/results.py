"""What tournaments, ratings and reports know of a game that was played."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Played:
    """One finished game.

    Games of one `group` share a deal and its chance, with the bots in other seats; groups are independent of each
    other, and so they are the unit of all statistics. `bots`, `sides` and `results` go by seat: a bot's name, the
    game's word for the side it was on (`first`, `good`, ...), and its result from 0 to 1.

    >>> from avalon_ai import Played
    >>> Played(0, 0, ("greedy", "random"), ("first", "second"), (1.0, 0.0), "crowns").loser is None
    True
    """

    group: int
    number: int  # within the group
    bots: tuple[str, ...]
    sides: tuple[str, ...]
    results: tuple[float, ...]
    reason: str
    loser: int | None = None  # the seat that forfeited
    events: int = 0
    seconds: float = 0.0
    record: str | None = None  # the file, relative to the tournament's folder
