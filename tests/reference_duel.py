"""The rules of the duel once more: small, slow, and written from the rulings alone.

A second opinion for the tests. Events are texts (`KRx4`, `draw KR`, `reveal 4 hill3`), positions are lists and
counters, and nothing here is shared with the compiled core. "Ruling 7" means the numbered list of the duel's rulings.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

SEATS = "AB"
KINDS = [rank + colour for rank in "KE" for colour in "RBGYV"]
TILES = ["2", "terrain", "area", "4", "2xterrain", "each"]
LIGHT = TILES[:3]
LANDS = ["plain1", "plain2", "plain3", "forest1", "forest2", "forest3", "hill1", "hill2", "hill3", "avalon", "swamp"]
NO_TERRAIN = ("avalon", "swamp")
CHANCE, OVER = "chance", "over"
NEVER = 255
MOST_EVIDENCE = 254


@dataclass(frozen=True)
class Variant:
    """One set of options: what lies in the box and what wins."""

    lands: tuple[str, ...] = tuple(LANDS)
    crowns: tuple[int, ...] = (1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 1)  # in the order of LANDS
    castles: frozenset[str] = frozenset({"plain3", "forest3", "hill3"})
    circle: str | None = "forest1"
    tiles: tuple[int, ...] = (3, 1, 1, 2, 1, 1)  # in the order of TILES
    colours: int = 5
    copies: int = 8
    hand: int = 5
    crowns_to_win: int = 15
    turn_cap: int = 200
    land_order: tuple[str, ...] | None = None  # given: which land lies where

    def kinds(self) -> list[str]:
        """The kinds of cards in play, in canonical order."""
        return [kind for kind in KINDS if KINDS.index(kind) % 5 < self.colours]


RICH = Variant(crowns=(2, 2, 3, 2, 2, 3, 2, 2, 3, 1, 1))


@dataclass
class Duel:
    """A whole position. Seats are 0 and 1, territories count from 0; texts count from 1."""

    variant: Variant
    on_turn: int
    stacks: list[list[list[str]]]  # [seat][territory], bottom to top
    hands: list[Counter[str]]
    pile: Counter[str]
    discards: Counter[str] = field(default_factory=Counter)
    lands: list[str | None] = field(default_factory=list)  # None: face down
    owners: list[int | None] = field(default_factory=list)
    up: Counter[str] = field(default_factory=Counter)  # tiles one may take
    down: Counter[str] = field(default_factory=Counter)  # used tiles
    front: list[str | None] = field(default_factory=lambda: [None, None])  # the dark tile before each seat
    front_old: list[bool] = field(default_factory=lambda: [False, False])  # ... taken before all were turned up again
    known: list[Counter[str]] = field(default_factory=lambda: [Counter(), Counter()])
    evidence: list[dict[str, int]] = field(default_factory=lambda: [dict.fromkeys(KINDS, NEVER) for _ in SEATS])
    turn: int = 1
    phase: str = "play"
    conquests: int = 0
    avalon_used: bool = False
    attack: str | None = None  # the card played, while its reply or reveal is open
    enchanting: bool = False
    at: int | None = None
    castle: bool = False  # the castle rule applied to the attack
    owed: int = 0  # N of ruling 11, before "pays all he has"
    paid: int = 0
    source: int = 0  # first source still allowed
    to_draw: int = 0
    reason: str = ""
    _then: str = ""  # the phase after a draw

    # --- who acts, what may happen -------------------------------------------------

    def actor(self) -> str:
        """`A`, `B`, `chance` or `over`."""
        if self.phase == "over":
            return OVER
        if self.phase in ("draw", "reveal"):
            return CHANCE
        return SEATS[1 - self.on_turn if self.phase == "reply" else self.on_turn]

    def legal(self) -> list[str]:
        """The texts of all legal moves of the seat to act, in canonical order; empty where none acts."""
        if self.phase == "play":
            return self._plays() + [f"take {tile}" for tile in TILES if self.up[tile]]
        if self.phase == "reply":
            answer = "counter" if self.enchanting else "defend"
            return [answer, "pass"] if self.hands[1 - self.on_turn][self._answer()] else ["pass"]
        if self.phase == "pay":
            spare = ["spare"] if self._may_spare() else []
            return self._drops(self._sources(), self.due()) + spare
        if self.phase == "discard":
            return self._drops(self._sources()[: len(KINDS)], self.hands[self.on_turn].total() - self.variant.hand)
        return []

    def forced(self) -> bool:
        """The defender holds no fitting card: `pass` is played at once (ruling 10)."""
        return self.phase == "reply" and self.legal() == ["pass"]

    def outcomes(self) -> dict[str, Fraction]:
        """What chance may announce, with exact probabilities."""
        if self.phase == "draw":
            cards = self.pile if self.pile.total() else self.discards
            return {f"draw {kind}": Fraction(cards[kind], cards.total()) for kind in KINDS if cards[kind]}
        if self.phase == "reveal":
            hidden = self._hidden()
            return {f"reveal {self._at() + 1} {land}": Fraction(1, len(hidden)) for land in hidden}
        return {}

    def returns(self) -> tuple[float, float]:
        """Points of A and B."""
        mine, theirs = self.crowns(0), self.crowns(1)
        if self.reason == "crowns":
            return (1.0, 0.0) if self.on_turn == 0 else (0.0, 1.0)
        return (0.5, 0.5) if mine == theirs else ((1.0, 0.0) if mine > theirs else (0.0, 1.0))

    def crowns(self, seat: int) -> int:
        """Crowns of the territories that the seat owns."""
        worth = dict(zip(LANDS, self.variant.crowns, strict=True))
        return sum(worth[land] for land, owner in zip(self.lands, self.owners, strict=True) if land and owner == seat)

    def supply(self, seat: int, tile: str) -> int:
        """How many cards the tile brings the seat now (ruling 17)."""
        if tile in ("2", "4"):
            return int(tile)
        owned = [land for land, owner in zip(self.lands, self.owners, strict=True) if owner == seat]
        own = [land for land in owned if land not in NO_TERRAIN]
        if tile == "each":
            return len(own)
        if tile == "area":
            return self._area(seat)
        most = max(Counter(str(land)[:-1] for land in own).values(), default=0)
        return 2 * most if tile == "2xterrain" else most

    def unseen(self, seat: int) -> Counter[str]:
        """All cards whose place the seat does not know: the pile and the other hand less its known cards."""
        return self.pile + self.hands[1 - seat] - self.known[1 - seat]

    def due(self) -> int:
        """Cards still to pay: what is owed, or all that there is (ruling 12)."""
        return min(self.owed - self.paid, sum(self._sources()))

    # --- what happens ----------------------------------------------------------------

    def apply(self, text: str) -> None:
        """Play one event. Raises ValueError, the position unchanged, if it may not happen here."""
        allowed = self.outcomes() if self.actor() == CHANCE else self.legal()
        if text not in allowed:
            raise ValueError(f"{text!r} in phase {self.phase}, expected one of {list(allowed)}")
        getattr(self, f"_{self.phase}")(text)

    def copy(self) -> Duel:
        """An independent copy."""
        return copy.deepcopy(self)

    def _play(self, text: str) -> None:
        if text.startswith("take "):
            self._take(text[5:])
            return
        kind, how, at = text[:2], text[2], int(text[3:]) - 1
        self.castle = how == "x" and self._is_castle(at)
        self._leave(self.on_turn, kind)
        self.stacks[self.on_turn][at].append(kind)
        if how != "-":
            self.attack, self.enchanting, self.at, self.phase = kind, how == "@", at, "reply"

    def _reply(self, text: str) -> None:
        defender, at, kind = 1 - self.on_turn, self._at(), self._answer()
        if text == "pass":
            self.evidence[defender][kind] = 0
            self._succeed()
            return
        self._leave(defender, kind)
        self.stacks[defender][at].append(kind)
        if text == "counter":
            self.stacks[self.on_turn][at].pop()
            self.hands[defender][kind] += 1
            self.known[defender][kind] += 1
        self._resume()

    def _succeed(self) -> None:
        at = self._at()
        if self.enchanting:
            self.stacks[self.on_turn][at].append(self.stacks[1 - self.on_turn][at].pop())
            self._resume()
        elif self.lands[at] is None:
            self.phase = "reveal"
        else:
            self._conquer()

    def _reveal(self, text: str) -> None:
        self.lands[self._at()] = text.split()[2]
        self._conquer()

    def _conquer(self) -> None:
        at = self._at()
        mine, theirs = self.stacks[self.on_turn][at], self.stacks[1 - self.on_turn][at]
        self.owners[at] = self.on_turn
        self.conquests += 1
        self.owed, self.paid, self.source = len(mine) + len(theirs) + self.castle, 0, 0
        for _ in range(len(theirs)):
            self.discards[theirs.pop()] += 1
            self.discards[mine.pop()] += 1
        self.phase, self.attack, self.at, self.castle = "pay", None, None, False
        self._settle()

    def _pay(self, text: str) -> None:
        if text == "spare":
            self.avalon_used = True
            self.owed -= 1
        else:
            self._drop(text)
            self.paid += 1
        self._settle()

    def _settle(self) -> None:
        if self.due():
            return
        if self.crowns(self.on_turn) >= self.variant.crowns_to_win:
            self.phase, self.reason = "over", "crowns"
        else:
            self._resume()

    def _resume(self) -> None:
        self.phase, self.attack, self.at, self.enchanting, self.castle = "play", None, None, False, False
        self.owed, self.paid, self.source = 0, 0, 0

    def _take(self, tile: str) -> None:
        self.up[tile] -= 1
        if tile in LIGHT:
            self.down[tile] += 1
        else:
            self.front[self.on_turn], self.front_old[self.on_turn] = tile, False
        if not self.up.total():
            self.up, self.down = self.down, Counter()
            self.front_old = [tile is not None for tile in self.front]
        self._start_draw(self.supply(self.on_turn, tile) if tile in LIGHT else 0, "discard")

    def _start_draw(self, cards: int, then: str) -> None:
        self.to_draw, self.phase, self._then = cards, "draw", then
        self._end_draw()

    def _draw(self, text: str) -> None:
        if not self.pile.total():
            self.pile, self.discards = self.discards, Counter()
        kind = text[5:]
        self.pile[kind] -= 1
        self.hands[self.on_turn][kind] += 1
        self.to_draw -= 1
        for each, count in self.evidence[self.on_turn].items():
            if count < MOST_EVIDENCE:
                self.evidence[self.on_turn][each] = count + 1
        self._see_all_if_empty()
        self._end_draw()

    def _end_draw(self) -> None:
        if self.to_draw and self.pile.total() + self.discards.total():
            return
        self.to_draw = 0
        if self._then == "discard":
            self.phase, self.source = "discard", 0
            self._end_discard()
        else:
            self._put_back()
            self.phase = "play"

    def _put_back(self) -> None:
        tile = self.front[self.on_turn]
        assert tile is not None
        (self.up if self.front_old[self.on_turn] else self.down)[tile] += 1
        self.front[self.on_turn], self.front_old[self.on_turn] = None, False

    def _discard(self, text: str) -> None:
        self._drop(text)
        self._end_discard()

    def _end_discard(self) -> None:
        if self.hands[self.on_turn].total() > self.variant.hand:
            return
        self._resume()
        if self.turn >= self.variant.turn_cap:
            self.phase, self.reason = "over", "cap"
            return
        self.turn, self.on_turn, self.conquests, self.avalon_used = self.turn + 1, 1 - self.on_turn, 0, False
        tile = self.front[self.on_turn]
        if tile is not None:
            self._start_draw(self.supply(self.on_turn, tile), "play")

    # --- pieces --------------------------------------------------------------------------

    def _plays(self) -> list[str]:
        held = [kind for kind in KINDS if self.hands[self.on_turn][kind]]
        places = range(len(self.variant.lands))
        lays = [f"{kind}-{at + 1}" for kind in held for at in places]
        attacks = [f"{kind}x{at + 1}" for kind in held for at in places if self._may_attack(kind, at)]
        spells = [f"{kind}@{at + 1}" for kind in held for at in places if self._may_enchant(kind, at)]
        return lays + attacks + spells

    def _may_attack(self, kind: str, at: int) -> bool:
        if kind[0] == "E" and not self._has(self.on_turn, self.variant.circle):
            return False
        mine, theirs = len(self.stacks[self.on_turn][at]), len(self.stacks[1 - self.on_turn][at])
        return self.conquests < 2 and self.owners[at] != self.on_turn and mine >= theirs + self._is_castle(at)

    def _may_enchant(self, kind: str, at: int) -> bool:
        theirs = self.stacks[1 - self.on_turn][at]
        return kind[0] == "E" and bool(theirs) and theirs[-1][1] == kind[1]

    def _may_spare(self) -> bool:
        return self._has(self.on_turn, "avalon") and not self.avalon_used and self.paid == 0

    def _is_castle(self, at: int) -> bool:
        return self.owners[at] == 1 - self.on_turn and self.lands[at] in self.variant.castles

    def _has(self, seat: int, land: str | None) -> bool:
        return land in self.lands and land is not None and self.owners[self.lands.index(land)] == seat

    def _answer(self) -> str:
        assert self.attack is not None
        return ("E" if self.enchanting else "K") + self.attack[1]

    def _at(self) -> int:
        assert self.at is not None
        return self.at

    def _hidden(self) -> list[str]:
        if self.variant.land_order:
            return [self.variant.land_order[self._at()]]
        return [land for land in LANDS if land in self.variant.lands and land not in self.lands]

    def _sources(self) -> list[int]:
        """Cards in each source of payment: ten kinds of hand cards, then the stacks."""
        hand = [self.hands[self.on_turn][kind] for kind in KINDS]
        return hand + [len(stack) for stack in self.stacks[self.on_turn]]

    def _drops(self, sources: Sequence[int], due: int) -> list[str]:
        names = KINDS + [str(at + 1) for at in range(len(self.variant.lands))]
        usable = [i for i in range(self.source, len(sources)) if sources[i] and sum(sources[i:]) >= due]
        return [f"drop {names[i]}" for i in usable]

    def _drop(self, text: str) -> None:
        what = text[5:]
        if what in KINDS:
            self.source = KINDS.index(what)
            self._leave(self.on_turn, what)
            self.discards[what] += 1
        else:
            self.source = len(KINDS) + int(what) - 1
            self.discards[self.stacks[self.on_turn][int(what) - 1].pop()] += 1

    def _leave(self, seat: int, kind: str) -> None:
        """A card leaves a hand: a known one first."""
        self.hands[seat][kind] -= 1
        self.known[seat][kind] = max(0, self.known[seat][kind] - 1)

    def _see_all_if_empty(self) -> None:
        if not self.pile.total():
            self.known = [Counter(hand) for hand in self.hands]

    def _area(self, seat: int) -> int:
        best = run = 0
        for land, owner in zip(self.lands, self.owners, strict=True):
            if land in NO_TERRAIN:
                continue
            run = run + 1 if land is not None and owner == seat else 0
            best = max(best, run)
        return best


def deal(variant: Variant, line: Mapping[str, Any]) -> Duel:
    """The first position from a deal line of a record. Assumes that the line fits the variant."""
    hands = [Counter(line["hands"][seat]) for seat in SEATS]
    stacks = [[[kind] for kind in line["stacks"][seat]] for seat in SEATS]
    pile = Counter(dict.fromkeys(variant.kinds(), variant.copies))
    for cards in [*line["hands"].values(), *line["stacks"].values()]:
        pile -= Counter(cards)
    places = len(variant.lands)
    duel = Duel(variant, SEATS.index(line["first"]), stacks, hands, pile, lands=[None] * places, owners=[None] * places)
    duel.up = Counter({tile: count for tile, count in zip(TILES, variant.tiles, strict=True) if count})
    duel._see_all_if_empty()
    return duel


def perft(duel: Duel, depth: int) -> int:
    """Event sequences of this length; forced passes count as no event, a game that ends earlier as one sequence."""
    if duel.forced():
        duel = duel.copy()
        duel.apply("pass")
    if depth == 0 or duel.actor() == OVER:
        return 1
    events = list(duel.outcomes()) or duel.legal()
    if depth == 1:
        return len(events)
    return sum(perft(_after(duel, event), depth - 1) for event in events)


def _after(duel: Duel, event: str) -> Duel:
    after = duel.copy()
    after.apply(event)
    return after
