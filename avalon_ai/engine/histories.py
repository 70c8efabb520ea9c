"""What clients told last: who follows a game has only what is new in it played again."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from operator import eq
from typing import Any

from avalon_ai import streams
from avalon_ai.games.base import Game
from avalon_ai.streams import Stream

KEPT = 32  # histories


@dataclass(eq=False)
class _History:
    """Lines that were read, and the stream they make."""

    lines: Sequence[Mapping[str, Any]]
    stream: Stream

    def begins(self, game: Game, seat: int, lines: Sequence[Mapping[str, Any]]) -> bool:
        """Whether these lines are of the same seat and go on where this history ends, or end there."""
        if self.stream.game is not game or self.stream.seat != seat or len(self.lines) > len(lines):
            return False
        return all(map(eq, self.lines, lines))


class Histories:
    """Streams from their masked lines, the last ones kept. For one thread."""

    def __init__(self, kept: int = KEPT) -> None:
        self._kept = kept
        self._last: list[_History] = []  # the one told last at the end

    def read(self, game: Game, seat: int, lines: Sequence[Mapping[str, Any]]) -> Stream:
        """The stream that `streams.read` gives, good until the next call. Raises StreamError as that does."""
        known = [history for history in self._last if history.begins(game, seat, lines)]
        if known:
            history = max(known, key=lambda history: len(history.lines))
            self._last.remove(history)
            streams.follow(history.stream, lines, len(history.lines))
            history.lines = lines
        else:
            history = _History(lines, streams.read(game, seat, lines))
        self._last = [*self._last, history][-self._kept :]
        return history.stream
