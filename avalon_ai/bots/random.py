"""The bot that plays any legal move."""

from __future__ import annotations

from typing import TYPE_CHECKING

from avalon_ai import seeds
from avalon_ai.bots import Choice
from avalon_ai.bots.seeded import Seeded

if TYPE_CHECKING:
    from avalon_ai.streams import Stream


class RandomBot(Seeded):
    """Each legal move is as likely as the next."""

    def act(self, stream: Stream) -> Choice:
        """Any legal move; the same stream and seed give the same one."""
        legal = stream.view.legal()
        return Choice(legal[seeds.rng(self._seed, len(stream)).below(len(legal))])
