"""A search that is given the true hands: what a leak would look like. Test code only."""

from __future__ import annotations

import ctypes

from avalon_ai import _duel
from avalon_ai._state import State, View
from avalon_ai.bots.ismcts import IsmctsBot
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


class CheatingTwin(IsmctsBot):
    """`ismcts` in the true world alone; with `shown` its policy sees the other hand as well."""

    def __init__(self, game: Game, visits: int, *, shown: bool = False) -> None:
        super().__init__("cheating", game, visits=visits)
        self._look = open_view if shown else true_view
        self.match: Match | None = None

    def _view(self, stream: Stream, length: int) -> View:
        """What the seat would know now if it were shown the other hand; before, its moves were forced."""
        assert self.match is not None
        return self._look(self.match.state) if length == len(stream) else super()._view(stream, length)
