"""Worlds that one seat of The Resistance: Avalon cannot tell apart: other roles and cards, the same masked stream.

A twin is a resampled world of the seat's view, taken back to its deal and played again event by event.
"""

from __future__ import annotations

from typing import Any

import kit
from avalon_ai import _resistance
from avalon_ai._state import OVER, Generator, State
from avalon_ai.games.base import Game, seat_letter
from avalon_ai.games.resistance_codes import ROLES
from twin_worlds import World


def random_world(game: Game, seed: int, *, index: int = 0) -> World:
    """A whole random game, the result told."""
    table, rng = kit.Table.deal(game, seed, index), Generator(seed).fork(3)
    while table.state.actor() != OVER:
        table.apply(kit.next_event(table, kit.uniform, rng))
    return World(game, game.deal(seed, index)[0], tuple(table.events))


def cut(world: World, events: int) -> World:
    """The world up to so many events."""
    return World(world.game, world.deal, world.events[:events])


def deal_of(game: Game, state: State) -> dict[str, Any]:
    """The deal line that leads to a state."""
    raw = _resistance.fields(state)
    roles = [ROLES[role] for role in raw["roles"]]
    proposals = raw["proposals"]
    deal: dict[str, Any] = {
        "leader": seat_letter(proposals[0][2] if proposals else raw["leader"]),
        "roles": {seat_letter(seat): role for seat, role in enumerate(roles)},
    }
    if raw["carrier"] >= 0 and roles[raw["carrier"]] != "assassin":
        deal["assassin"] = seat_letter(raw["carrier"])
    if raw["holders"]:
        deal["lady"] = seat_letter(raw["holders"][0])
    return deal


def twin(world: World, seat: int, rng: Generator) -> World:
    """Another world, mostly, in which the seat was shown the same."""
    state = world.state().view(seat).determinize(rng)
    return World(world.game, deal_of(world.game, state), tuple(_resistance.history(state)))


def twins(world: World, seat: int, rng: Generator, wanted: int = 2, tries: int = 12) -> list[World]:
    """Up to so many different twins, found within so many tries."""
    found: list[World] = []
    for _ in range(tries):
        made = twin(world, seat, rng)
        if made != world and made not in found:
            found.append(made)
        if len(found) == wanted:
            break
    return found
