"""Board games that hide something, and bots that play them from what one seat may know.

    >>> import avalon_ai
    >>> game = avalon_ai.load("duel")
    >>> played = avalon_ai.play(game, [avalon_ai.make_bot("greedy", game), avalon_ai.make_bot("random", game)], seed=7)
    >>> sorted(played.result)
    ['reason', 'result']

The names here are the library; docs/library.md shows them at work. Tournaments are in `avalon_ai.tournament`. They are
loaded when they are first used: importing the package costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from avalon_ai._state import CHANCE as CHANCE
    from avalon_ai._state import HIDDEN as HIDDEN
    from avalon_ai._state import OVER as OVER
    from avalon_ai._state import Generator as Generator
    from avalon_ai._state import IllegalMove as IllegalMove
    from avalon_ai._state import State as State
    from avalon_ai._state import View as View
    from avalon_ai.bots import Bot as Bot
    from avalon_ai.bots import Choice as Choice
    from avalon_ai.bots import make as make_bot
    from avalon_ai.errors import AvalonError as AvalonError
    from avalon_ai.games import load as load
    from avalon_ai.games.base import Game as Game
    from avalon_ai.match import Match as Match
    from avalon_ai.match import play as play
    from avalon_ai.ratings import Ratings as Ratings
    from avalon_ai.ratings import rate as rate
    from avalon_ai.record import Record as Record
    from avalon_ai.record import read as read_record
    from avalon_ai.record import save as save_record
    from avalon_ai.record import verify as verify_record
    from avalon_ai.results import Played as Played
    from avalon_ai.search import MoveReport as MoveReport
    from avalon_ai.search import Report as Report
    from avalon_ai.search import Search as Search
    from avalon_ai.search import analyze as analyze
    from avalon_ai.streams import Stream as Stream
    from avalon_ai.streams import read as read_stream

_PLACES = {
    "AvalonError": ("errors", "AvalonError"),
    "Bot": ("bots", "Bot"),
    "CHANCE": ("_state", "CHANCE"),
    "Choice": ("bots", "Choice"),
    "Game": ("games.base", "Game"),
    "Generator": ("_state", "Generator"),
    "HIDDEN": ("_state", "HIDDEN"),
    "IllegalMove": ("_state", "IllegalMove"),
    "Match": ("match", "Match"),
    "MoveReport": ("search", "MoveReport"),
    "OVER": ("_state", "OVER"),
    "Played": ("results", "Played"),
    "Ratings": ("ratings", "Ratings"),
    "Record": ("record", "Record"),
    "Report": ("search", "Report"),
    "Search": ("search", "Search"),
    "State": ("_state", "State"),
    "Stream": ("streams", "Stream"),
    "View": ("_state", "View"),
    "analyze": ("search", "analyze"),
    "load": ("games", "load"),
    "make_bot": ("bots", "make"),
    "play": ("match", "play"),
    "rate": ("ratings", "rate"),
    "read_record": ("record", "read"),
    "read_stream": ("streams", "read"),
    "save_record": ("record", "save"),
    "verify_record": ("record", "verify"),
}

__all__ = [
    "CHANCE",
    "HIDDEN",
    "OVER",
    "AvalonError",
    "Bot",
    "Choice",
    "Game",
    "Generator",
    "IllegalMove",
    "Match",
    "MoveReport",
    "Played",
    "Ratings",
    "Record",
    "Report",
    "Search",
    "State",
    "Stream",
    "View",
    "analyze",
    "load",
    "make_bot",
    "play",
    "rate",
    "read_record",
    "read_stream",
    "save_record",
    "verify_record",
]


def __getattr__(name: str) -> Any:
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _PLACES[name]
    return getattr(import_module(f"{__name__}.{module}"), attribute)


def __dir__() -> list[str]:
    return [*globals(), *__all__]
