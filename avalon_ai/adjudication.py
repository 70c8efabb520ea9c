"""Games that are decided need not be played out: what one may ask for, and who loses by it.

Every game has the options here, and may declare some of its own (`Game.ADJUDICATIONS`); all are off unless asked for.
The judge is the host: it sees the whole position and what bots tell beside their moves.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from avalon_ai import games
from avalon_ai._state import State
from avalon_ai.games.base import Game
from avalon_ai.specs import Option, check_options, read_options

OWNER = "adjudicate"
OPTIONS = (
    Option("resign", "float", None, "a side loses whose seats all tell a value of at most this", 0, 0.5, unset="never"),
    Option("resign_moves", "int", 3, "each of them beside so many own moves in a row", 1, 10_000),
    Option("agreed", "bool", True, "and only where all seats of another side tell as much of the opposite"),
    Option("events", "int", None, "after so many events the side that is behind loses", 1, 10**6, unset="never"),
)


def options(game: type[Game]) -> tuple[Option, ...]:
    """What may be asked for in this game."""
    return OPTIONS + game.ADJUDICATIONS


def check(game: type[Game], values: Mapping[str, Any]) -> dict[str, Any]:
    """The values, if the game has such options. Raises OptionError that names those it has."""
    return check_options(OWNER, options(game), values)


def parse(name: str, pairs: Iterable[str]) -> dict[str, Any]:
    """The values of texts like `resign=0.02`, in the game of that name. Raises OptionError."""
    return read_options(OWNER, options(games.kind(name)), pairs)


class Judge:
    """Watches one game. Raises OptionError for what the game does not have."""

    def __init__(self, game: Game, deal: dict[str, Any], values: Mapping[str, Any]) -> None:
        asked = check(type(game), values)
        self._terms = {option.name: asked.get(option.name, option.default) for option in options(type(game))}
        self._game = game
        self._low, self._high = [0] * game.seats, [0] * game.seats  # own moves in a row with such a value
        self._sides: dict[str, list[int]] = {}
        for seat, side in enumerate(game.sides(deal)):
            self._sides.setdefault(side, []).append(seat)

    def loser(self, state: State, events: int, seat: int, value: float | None) -> int | None:
        """A seat of the side that has lost, after a move of `seat` and what it told; None while the game goes on.

        A move without a value, such as one without a choice, changes nothing of what its seat has told before. Assumes
        that the rules have not decided the game.
        """
        if value is not None and self._terms["resign"] is not None:
            self._hear(seat, value, self._terms["resign"])
            given_up = self._given_up()
            if given_up is not None:
                return given_up
        if self._terms["events"] is not None and events >= self._terms["events"]:
            behind = self._game.behind(state)
            if behind is not None:
                return behind
        return self._game.adjudged(state, self._terms)

    def _hear(self, seat: int, value: float, bound: float) -> None:
        self._low[seat] = self._low[seat] + 1 if value <= bound else 0
        self._high[seat] = self._high[seat] + 1 if value >= 1 - bound else 0

    def _given_up(self) -> int | None:
        """The first seat of a side that has given up, where others need not agree or do."""
        for side, seats in self._sides.items():
            others = [members for other, members in self._sides.items() if other != side]
            agreed = not self._terms["agreed"] or any(self._told(self._high, members) for members in others)
            if agreed and self._told(self._low, seats):
                return seats[0]
        return None

    def _told(self, counts: list[int], seats: list[int]) -> bool:
        return all(counts[seat] >= self._terms["resign_moves"] for seat in seats)
