"""Whole random games of every game, with options that change from seed to seed."""

from __future__ import annotations

from functools import cache

import resistance_twins
import twin_worlds
import veil_twins
from avalon_ai import games
from twin_worlds import World


@cache
def world(name: str, seed: int) -> World:
    if name == "duel":
        return twin_worlds.random_world(games.load(name), seed)
    if name == "veil":
        return veil_twins.random_world(veil_twins.table(seed), seed)
    options = {"players": 5 + seed % 6, "lady": bool(seed % 2), "roles": ["all", "standard", "none"][seed % 3]}
    return resistance_twins.random_world(games.load(name, **options), seed)
