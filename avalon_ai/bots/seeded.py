"""What bots with chance of their own have in common: where their seed comes from."""

from __future__ import annotations

from typing import TYPE_CHECKING

from avalon_ai.games.base import Game

if TYPE_CHECKING:
    from avalon_ai.streams import Stream


class Seeded:
    """A bot whose chance comes from its seed and the length of the stream, and from nothing else."""

    def __init__(self, spec: str, game: Game, *, seed: int | None = None) -> None:
        self.spec = spec
        self._own_seed = seed
        self._seed = 0

    def start(self, stream: Stream, seed: int) -> None:
        """Take the seed of the game, unless the spec names one."""
        self._seed = seed if self._own_seed is None else self._own_seed
