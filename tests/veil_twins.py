"""Two worlds that one seat of The Riven Veil cannot tell apart: another card in a hand, the same masked stream.

A card that the seat has never seen is exchanged for another of its deck wherever it stands in the events. The replay
under the rules decides whether that could have happened.
"""

from __future__ import annotations

from collections.abc import Iterator

import kit
from avalon_ai import games
from avalon_ai._state import OVER, Generator, event_seat, event_source
from avalon_ai.games.base import Game
from avalon_ai.games.veil_data import house
from twin_worlds import World

DECK_OF = {card.id: card.deck for card in house().components.cards}


def table(number: int) -> Game:
    """One of the tables: all numbers of seats, equal boards and each faction's own."""
    return games.load("veil", players=2 + number % 3, factions=("symmetric", "asymmetric")[number // 3 % 2])


def random_world(game: Game, seed: int, *, most: int = 250) -> World:
    """A random game with its events, up to `most` of them."""
    dealt, rng = kit.Table.deal(game, seed), Generator(seed).fork(3)
    while dealt.state.actor() != OVER and len(dealt.events) < most:
        dealt.apply(kit.next_event(dealt, kit.uniform, rng))
    return World(game, game.deal(seed)[0], tuple(dealt.events))


def cut(world: World, events: int) -> World:
    """The world up to so many events."""
    return World(world.game, world.deal, world.events[:events])


def twins(world: World, seat: int, rng: Generator, *, wanted: int, tries: int = 12) -> Iterator[World]:
    """Up to `wanted` other worlds with the same masked stream for the seat."""
    game = world.game
    masked = shown(world, seat)
    assert masked is not None
    seen = {word for event in masked for word in game.text(event).split()}
    hidden = [card for card in DECK_OF if card not in seen]
    held = [card for card in hidden if any(card in game.text(event).split() for event in world.events)]
    for _ in range(tries if held else 0):
        one = held[rng.below(len(held))]
        other = hidden[rng.below(len(hidden))]
        if one == other or DECK_OF[one] != DECK_OF[other]:
            continue
        made = exchanged(world, {one: other, other: one})
        if shown(made, seat) == masked:
            yield made
            wanted -= 1
            if not wanted:
                return


def exchanged(world: World, names: dict[str, str]) -> World:
    """The world with other cards in its events."""
    game = world.game
    events = []
    for event in world.events:
        text = " ".join(names.get(word, word) for word in game.text(event).split())
        events.append(game.parse(text, event_source(event), event_seat(event)))
    return World(game, world.deal, tuple(events))


def shown(world: World, seat: int) -> list[int] | None:
    """The masked events of a seat; None where the events could not have happened."""
    state, found = world.game.start(world.deal), []
    for event in world.events:
        if not state.allows(event):
            return None
        found.append(state.mask(event, seat))
        state.apply(event)
    return found
