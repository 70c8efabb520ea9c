"""Board games that hide something, and bots that play them from what one seat may know.

The names here are loaded when they are first used: importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from avalon_ai._state import IllegalMove as IllegalMove
    from avalon_ai._state import State as State
    from avalon_ai._state import View as View
    from avalon_ai.bots import make as make_bot
    from avalon_ai.errors import AvalonError as AvalonError
    from avalon_ai.games import load as load_game
    from avalon_ai.match import Match as Match
    from avalon_ai.match import play as play
    from avalon_ai.record import Record as Record
    from avalon_ai.record import read as read_record
    from avalon_ai.record import verify as verify
    from avalon_ai.streams import Stream as Stream

_PLACES = {
    "AvalonError": ("errors", "AvalonError"),
    "IllegalMove": ("_state", "IllegalMove"),
    "Match": ("match", "Match"),
    "Record": ("record", "Record"),
    "State": ("_state", "State"),
    "Stream": ("streams", "Stream"),
    "View": ("_state", "View"),
    "load_game": ("games", "load"),
    "make_bot": ("bots", "make"),
    "play": ("match", "play"),
    "read_record": ("record", "read"),
    "verify": ("record", "verify"),
}

__all__ = [
    "AvalonError",
    "IllegalMove",
    "Match",
    "Record",
    "State",
    "Stream",
    "View",
    "load_game",
    "make_bot",
    "play",
    "read_record",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _PLACES[name]
    return getattr(import_module(f"{__name__}.{module}"), attribute)
