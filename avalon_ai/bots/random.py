"""The bot that plays any legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from avalon_ai import seeds
from avalon_ai.bots import Choice
from avalon_ai.games.base import Game

if TYPE_CHECKING:
    from avalon_ai.streams import Stream


class RandomBot:
    """Each legal move is as likely as the next."""

    def __init__(self, spec: str, game: Game, *, seed: int | None = None) -> None:
        self.spec = spec
        self._own_seed = seed
        self._seed = 0

    def start(self, stream: Stream, seed: int) -> None:
        """Take the seed of the game, unless the spec names one."""
        self._seed = seed if self._own_seed is None else self._own_seed

    def act(self, stream: Stream) -> Choice:
        """Any legal move; the same stream and seed give the same one."""
        legal = stream.view.legal()
        return Choice(legal[seeds.rng(self._seed, len(stream)).below(len(legal))])
