"""The groups of a tournament, one after the other: a pure function of its settings and the results so far."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from avalon_ai.results import Played
from avalon_ai.tournament.formats import FORMATS, Field, Meeting, Scores
from avalon_ai.tournament.settings import Settings


@dataclass(frozen=True)
class Group:
    """Games that share the deal `number` of the seed: in game r, seat s holds the bot players[(s + r) mod n]."""

    number: int
    players: Meeting

    def seated(self, game: int) -> Meeting:
        """The bots of one of its games, by seat."""
        size = len(self.players)
        return tuple(self.players[(seat + game) % size] for seat in range(size))


class Schedule:
    """Hands out groups in order, and waits where a format needs results first."""

    def __init__(self, settings: Settings, seats: int) -> None:
        field = Field(len(settings.bots), seats, settings.rounds, settings.heroes, settings.seed)
        shape = FORMATS[settings.format]
        self.groups = shape.groups(field)  # how many there will be, where that is known before
        self.over = False
        self.places: list[int] | None = None  # the bots in the order they came in, where the format tells
        self._plan = shape.plan(field)
        self._stage: Iterator[Meeting] = iter(next(self._plan))
        self._given = 0
        self._scores: list[Scores] = []
        self._waiting = 0

    def take(self) -> Group | None:
        """The next group; None where results are awaited, and when all is over."""
        while not self.over:
            players = next(self._stage, None)
            if players is not None:
                self._given += 1
                self._waiting += 1
                return Group(self._given - 1, players)
            if self._waiting:
                return None
            self._next_stage()
        return None

    def report(self, group: Group, games: Sequence[Played]) -> None:
        """Take the results of a group. Assumes that they come in the order of the groups."""
        self._waiting -= 1
        self._scores.append(by_place(group, games))

    def _next_stage(self) -> None:
        scores, self._scores = self._scores, []
        try:
            self._stage = iter(self._plan.send(scores))
        except StopIteration as end:
            self.over = True
            self.places = end.value


def by_place(group: Group, games: Sequence[Played]) -> Scores:
    """What each place of a group's players scored in all its games."""
    size = len(group.players)
    return tuple(sum(game.results[(place - game.number) % size] for game in games) for place in range(size))
