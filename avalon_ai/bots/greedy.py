"""The bot that follows rules of thumb: the game's policy, without search and without chance."""

from __future__ import annotations

from typing import TYPE_CHECKING

from avalon_ai.bots import Choice
from avalon_ai.games.base import Game

if TYPE_CHECKING:
    from avalon_ai.streams import Stream


class GreedyBot:
    """Plays the move that weighs most under the game's weights; of equal ones the first."""

    def __init__(self, spec: str, game: Game, *, weights: str = "tuned") -> None:
        self.spec = spec
        self._model = game.model(weights, greedy=True)

    def start(self, stream: Stream, seed: int) -> None:
        """Nothing is kept of a game."""

    def act(self, stream: Stream) -> Choice:
        """The move that weighs most."""
        weighed = stream.view.policy(self._model)
        return Choice(max(weighed, key=lambda pair: pair[1])[0])
