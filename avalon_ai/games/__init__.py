"""The games by name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from functools import cache, lru_cache
from importlib import import_module
from typing import Any

from avalon_ai.errors import OptionError, shorten
from avalon_ai.games.base import Game
from avalon_ai.specs import read_options

_PLACES = {
    "duel": ("avalon_ai.games.duel", "Duel"),
    "resistance": ("avalon_ai.games.resistance", "Resistance"),
    "veil": ("avalon_ai.games.veil", "Veil"),
}

DEFAULT = "duel"
RECORDED_KEPT = 64


def names() -> list[str]:
    """The names of all games."""
    return list(_PLACES)


@cache
def kind(name: str) -> type[Game]:
    """The class of a game, with its options. Raises OptionError that names the games there are."""
    if name not in _PLACES:
        raise OptionError(f"there is no game {shorten(name) or '(empty)'}; games: {', '.join(_PLACES)}")
    module, attribute = _PLACES[name]
    found: type[Game] = getattr(import_module(module), attribute)
    return found


def load(name: str, **options: Any) -> Game:
    """The game of that name with these options. Raises OptionError that names the valid ones.

    >>> from avalon_ai import load
    >>> load("resistance", players=7, lady=True).seats
    7
    """
    make: Any = kind(name)
    game: Game = make(options)
    return game


def recorded(name: str, options: Mapping[str, Any]) -> Game:
    """The game of a record's header; no other file is read for it. Raises OptionError.

    Equal headers share a game, which nobody changes.
    """
    return _recorded(name, json.dumps(options, sort_keys=True))


@lru_cache(RECORDED_KEPT)
def _recorded(name: str, options: str) -> Game:
    return kind(name).recorded(json.loads(options))


def parse_options(name: str, pairs: Iterable[str]) -> dict[str, Any]:
    """The options of texts like `hand=4`, for `load`. Raises OptionError."""
    return read_options(name, kind(name).OPTIONS, pairs)
