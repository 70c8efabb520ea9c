"""A search that is given the true hands: what a leak would look like. Test code only."""

from __future__ import annotations

from avalon_ai import _duel, search, seeds
from avalon_ai._state import State, View
from avalon_ai.bots import Choice
from avalon_ai.games.base import Game
from avalon_ai.match import Match
from avalon_ai.streams import Stream

KNOWN_AT = 80 + 24 + 2 * 16 + 2 * 16 + 2 * 10  # where the known cards stand in the bytes of a duel
KINDS = 10


def open_view(state: State) -> View:
    """The view of the seat to act, if it were shown the other hand."""
    hands = _duel.fields(state)["hands"]
    data = bytearray(state.to_bytes())
    data[KNOWN_AT : KNOWN_AT + 2 * KINDS] = bytes(hands[0] + hands[1])
    shown = State.from_bytes(state.rules, bytes(data))
    assert _duel.fields(shown)["known"] == hands
    return shown.view(state.actor())


class CheatingTwin:
    """Searches like `ismcts`, from the open view of the match it is shown."""

    spec = "cheating"

    def __init__(self, game: Game, visits: int) -> None:
        self._model = game.model()
        self._visits = visits
        self._seed = 0
        self.match: Match | None = None

    def start(self, stream: Stream, seed: int) -> None:
        """Take the seed of the game."""
        self._seed = seed

    def act(self, stream: Stream) -> Choice:
        """Search with open hands."""
        assert self.match is not None
        legal = stream.view.legal()
        if len(legal) == 1:
            return Choice(legal[0])
        seed = seeds.derive(self._seed, seeds.SEARCH, len(stream))
        report = search.analyze(open_view(self.match.state), self._model, visits=self._visits, seed=seed)
        return Choice(report.moves[0].event)
