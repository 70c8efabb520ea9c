"""Two worlds that one seat of the duel cannot tell apart: other hidden cards, the same masked stream.

A recorded game is dealt anew for the other seat: the cards it still holds unseen at some moment are exchanged for
others of the pile, back to where it got them. The replay under the rules decides whether that could have happened.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import kit
from avalon_ai._duel import fields
from avalon_ai._state import CHANCE_EVENT, MOVE, OVER, Generator, State, View, event_seat, event_source
from avalon_ai.games.base import Game
from avalon_ai.streams import Stream
from reference_duel import KINDS, SEATS

SMALL = {"territories": ["plain1", "forest1", "avalon", "plain3"], "colours": 3, "crowns_to_win": 6, "copies": 4}


@dataclass(frozen=True)
class World:
    """A whole stream: its deal and events, forced passes included."""

    game: Game
    deal: dict[str, Any]
    events: tuple[int, ...]

    def state(self) -> State:
        """The position at the end of the events. Raises IllegalMove if they could not have happened."""
        state = self.game.start(self.deal)
        for event in self.events:
            state.apply(event)
        return state

    def stream(self, seat: int, header: dict[str, Any]) -> Stream:
        """What the seat was shown. Raises IllegalMove if the events could not have happened."""
        state, stream = self.game.start(self.deal), Stream(self.game, seat, header, self.deal)
        for event in self.events:
            stream.see(state.mask(event, seat))
            state.apply(event)
        return stream

    def forced(self) -> list[bool]:
        """For every `pass` whether the seat had no other move."""
        state, found = self.game.start(self.deal), []
        for event in self.events:
            if self.game.text(event) == "pass":
                found.append(state.forced() is not None)
            state.apply(event)
        return found


def random_world(game: Game, seed: int, *, most: int = 400) -> World:
    """A random game with its events, up to `most` of them."""
    table = kit.Table.deal(game, seed)
    deal, _ = game.deal(seed)
    player, rng = kit.grouped(game), Generator(seed).fork(3)
    while table.state.actor() != OVER and len(table.events) < most:
        table.apply(kit.next_event(table, player, rng))
    return World(game, deal, tuple(table.events))


def twin(world: World, seat: int, rng: Generator) -> World | None:
    """Another world with the same masked stream for `seat`, or None where this draw of cards could not have been."""
    other = 1 - seat
    view = world.state().view(seat)
    held = _unseen_origins(world, other)
    wanted = _hand_of(view.determinize(rng), other)
    for kind in held.won:
        wanted.remove(kind)
    rng.shuffle(wanted)
    made = _with_origins(world, other, dict(zip(held.origins, wanted, strict=True)))
    return made if made != world and _same_for(seat, made, view) else None


def twins(world: World, seat: int, rng: Generator, tries: int = 30) -> list[World]:
    """Up to two different twins, found within so many tries."""
    found: list[World] = []
    for _ in range(tries):
        made = twin(world, seat, rng)
        if made is not None and made not in found:
            found.append(made)
        if len(found) == 2:
            break
    return found


@dataclass(frozen=True)
class _Held:
    """Where a hand came from, places in the deal (below 0) or in the stream; and the kinds won in public."""

    origins: list[int]
    won: list[str]


WON = -1000


def _unseen_origins(world: World, seat: int) -> _Held:
    """The origins of the cards that the seat holds at the end."""
    letter = SEATS[seat]
    hand = [(-1 - place, kind) for place, kind in enumerate(world.deal["hands"][letter])]
    last = ""
    for place, event in enumerate(world.events):
        text, own = world.game.text(event), event_seat(event) == seat
        if event_source(event) == CHANCE_EVENT and own and text.startswith("draw"):
            hand.append((place, text[5:]))
        elif own and event_source(event) == MOVE:
            _leave(hand, _played(text, last))
            if text == "counter":
                hand.append((WON - place, last[:2]))
        if text[2:3] in ("x", "@"):
            last = text
    return _Held([o for o, _ in hand if o > WON], [kind for o, kind in hand if o <= WON])


def _played(text: str, attack: str) -> str:
    """The kind of card that leaves the hand with a move, or nothing."""
    if text == "counter":
        return "E" + attack[1]
    if text == "defend":
        return "K" + attack[1]
    if text.startswith("drop "):
        return text[5:] if text[5:] in KINDS else ""
    return text[:2] if text[:2] in KINDS else ""


def _leave(hand: list[tuple[int, str]], kind: str) -> None:
    """A card of the kind leaves: one won in public first, as known cards do."""
    fitting = [card for card in hand if card[1] == kind]
    if fitting:
        hand.remove(min(fitting, key=lambda card: card[0]))


def _hand_of(state: State, seat: int) -> list[str]:
    held = fields(state)["hands"][seat]
    return [kind for kind, count in zip(KINDS, held, strict=True) for _ in range(count)]


def _with_origins(world: World, seat: int, kinds: dict[int, str]) -> World:
    """The same world with other cards at these origins."""
    letter = SEATS[seat]
    hand = [kinds.get(-1 - place, kind) for place, kind in enumerate(world.deal["hands"][letter])]
    deal = world.deal | {"hands": world.deal["hands"] | {letter: hand}}
    events = [
        _redrawn(event, kinds[place], world.game) if place in kinds else event
        for place, event in enumerate(world.events)
    ]
    return World(world.game, deal, tuple(events))


def _redrawn(event: int, kind: str, game: Game) -> int:
    return game.parse(f"draw {kind}", CHANCE_EVENT, event_seat(event))


def _same_for(seat: int, world: World, view: View) -> bool:
    """Whether the world is possible and ends in this view."""
    try:
        return world.state().view(seat) == view
    except ValueError:
        return False
