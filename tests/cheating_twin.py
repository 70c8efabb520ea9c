"""A search that is given the true hands: what a leak would look like. Test code only."""

from __future__ import annotations

import ctypes

from avalon_ai import _duel, search, seeds
from avalon_ai._state import State, View
from avalon_ai.bots import Choice
from avalon_ai.games.base import Game
from avalon_ai.match import Match
from avalon_ai.streams import Stream

KNOWN_AT = 80 + 24 + 2 * 16 + 2 * 16 + 2 * 10  # where the known cards stand in the bytes of a duel
KINDS = 10
VIEWER_FROM = 230  # where the small fields begin, among them the seat of a View
DATA_AT = 32  # where a View keeps the address of its bytes


def open_view(state: State) -> View:
    """The view of the seat to act, if it were shown the other hand: its policy knows what can be answered."""
    hands = _duel.fields(state)["hands"]
    data = bytearray(state.to_bytes())
    data[KNOWN_AT : KNOWN_AT + 2 * KINDS] = bytes(hands[0] + hands[1])
    shown = State.from_bytes(state.rules, bytes(data))
    assert _duel.fields(shown)["known"] == hands
    return shown.view(state.actor())


def true_view(state: State) -> View:
    """The view of the seat to act with nothing left to draw: every world holds the true hands.

    Nothing else is different: its policy goes by what is known at the table. No door of the library gives such a View,
    so the bytes are put into its memory.
    """
    view = state.view(state.actor())
    honest, truth = view.to_bytes(), bytearray(state.to_bytes())
    viewer = next(i for i in range(VIEWER_FROM, len(truth)) if truth[i] == 255 and honest[i] == view.seat != truth[i])
    truth[viewer] = view.seat
    address = ctypes.c_void_p.from_address(id(view) + DATA_AT).value
    assert address is not None
    assert ctypes.string_at(address, len(honest)) == honest
    ctypes.memmove(address, bytes(truth), len(truth))
    assert _duel.fields(view)["hands"] == _duel.fields(state)["hands"]
    assert _duel.fields(view)["known"] == _duel.fields(state)["known"]
    return view


class CheatingTwin:
    """Searches like `ismcts` in the true world alone; with `shown` its policy sees the other hand as well."""

    def __init__(self, game: Game, visits: int, *, shown: bool = False) -> None:
        self.spec = "cheating"
        self._model = game.model()
        self._visits = visits
        self._look = open_view if shown else true_view
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
        report = search.analyze(self._look(self.match.state), self._model, visits=self._visits, seed=seed)
        return Choice(report.moves[0].event)
