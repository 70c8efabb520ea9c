"""Texts of the events of the third game, both ways: the notation of moves, of chance and of the referee."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache, cached_property

from avalon_ai._state import CHANCE_EVENT, MOVE, NO_SEAT, REFEREE_EVENT, event_code, event_seat, make_event
from avalon_ai._veil import EVENTS
from avalon_ai.errors import LineError
from avalon_ai.games.base import SEAT_LETTERS, seat_letter
from avalon_ai.games.veil_codes import CARDS, DECK_SIZE, DECKS, LINE_ROWS, REGIONS
from avalon_ai.games.veil_compile import VeilTables
from avalon_ai.games.veil_vocabulary import QUADRANTS

PLACES = (*REGIONS, "sea", "supply")
HEROES = ("lord", "arthur", "guin", "c1", "c2", "c3")
STANDARD = ("deploy", "settle", "out", "draw")
INITIATIVES = 3
FIRST_CHANCE, FIRST_REFEREE = EVENTS["DRAW"][0], EVENTS["PLAYS"][0]

EXPECTED = {
    MOVE: "a move, as play SALLY, pay CAMPS, std deploy, to SE, put lord, army, done, use HORN, end or skip",
    CHANCE_EVENT: "chance, as draw deploy OATH, tile E Hartwood, mist E KELPIE, prophecy HOSTS or reshuffle move",
    REFEREE_EVENT: "the referee, as plays A SALLY, pays A move3, bids B GIVE, plans A down, combat A OATH or fails B",
}
_CARD_MOVES = {
    "PLAY": "play", "PAY": "pay", "SHOW": "show", "BID": "bid", "PLAN": "plan", "DOWN": "plan down", "BONUS": "bonus",
    "DISCARD": "discard", "FIRST": "first", "QUEST": "quest",
}  # fmt: skip
_CARD_WORDS = {
    "PLAYS": "plays", "SHOWS": "shows", "BIDS": "bids", "PLANS": "plans", "ADDS": "adds", "COMBAT": "combat",
    "DISCARDS": "discards",
}  # fmt: skip
_HIDDEN = {
    "HIDDEN_PLAY": "choose ? {}", "HIDDEN_PAY": "pay ? {}", "HIDDEN_SHOW": "show ? {}", "HIDDEN_BID": "bid ? {}",
    "HIDDEN_PLAN": "plan ? {}", "HIDDEN_BONUS": "bonus ? {}", "HIDDEN_QUEST": "quest ? {}",
    "HIDDEN_DRAW": "draw {} ?", "RESHUFFLE": "reshuffle {}",
    "DECK": "draw {}", "HIT": "hit {}",
}  # fmt: skip
_WORDS: dict[str, tuple[str, ...]] = {
    "CLAIM": ("claim 1", "claim 2"),
    "DONE": ("done",),
    "SKIP": ("skip",),
    "PASS": ("pass",),
    "END": ("end",),
    "BREACH": ("breach",),
    "GAIN": ("take",),
    "CARD": ("card",),
    "STANDARD": tuple(f"std {action}" for action in STANDARD),
    "PLACE": ("place 1", "place 2", "place 3", "place 4"),
    "GRAIL": ("grail use", "grail keep"),
    "EXCALIBUR": ("excalibur use", "excalibur keep"),
    "BEARER": ("bearer arthur", "bearer guin"),
    "FROM": tuple(f"from {place}" for place in PLACES),
    "TO": tuple(f"to {place}" for place in PLACES[:-1]),
    "SETTLE": tuple(f"settle {region} {slot}" for region in REGIONS for slot in range(3)),
    "EXPLORE": ("explore",),
    "WAIT": ("wait",),
    "REWARD": (
        *(f"explore draw {deck}" for deck in DECKS), "explore power", "explore favor", "explore 2w", "explore c1",
        "explore c2", "explore c3", "explore move", "explore in", "explore none",
    ),
    "BOND": ("bond",),
    "DECLINE": ("decline",),
    "STOP": ("stop",),
    "KNIGHT_TO": (*(f"knight {region}" for region in REGIONS), "knight none"),
    "PLAN_NONE": ("plan none",),
    "EQUIP_NONE": ("equip none",),
    "TARGET": tuple(f"target {letter}" for letter in SEAT_LETTERS[:4]),
    "LEY": tuple(f"ley {row} {region}" for row in range(1, LINE_ROWS + 1) for region in REGIONS),
    "TIDE": ("tide cw 1", "tide cw 2", "tide ccw 1", "tide ccw 2"),
    "QUADRANT": tuple(f"quadrant {quadrant}" for quadrant in QUADRANTS),
    "CHAMPION": ("champion c1", "champion c2", "champion c3"),
    "HIDDEN_CLAIM": ("claim ?",),
    "CLAIMS": ("claims {} 1", "claims {} 2"),
    "PAYS": tuple(f"pays {{}} {deck}{init}" for deck in DECKS for init in range(1, INITIATIVES + 1)),
    "PLANS_DOWN": ("plans {} down",),
    "FAILS": ("fails {}",),
}  # fmt: skip


class Notation:
    """The texts under one data set; `names` are the ids behind the numbers."""

    def __init__(self, names: VeilTables) -> None:
        self.names = names
        beasts = tuple(names.beasts)
        self.pieces = (*HEROES, *beasts, "knight")
        self.tokens = (*self.pieces, "leviathan", "-", "w", *(f"{number}w" for number in range(2, 12)))

    @cached_property
    def templates(self) -> tuple[str, ...]:
        """The text of each code; where a referee's line names a seat, `{}` stands for it."""
        found: list[str] = []
        for block, (first, count) in EVENTS.items():
            texts = tuple(self._block(block))
            if (first, count) != (len(found), len(texts)):
                raise ValueError(
                    f"{block}: expected {count} texts from {first} on, got {len(texts)} from {len(found)} on"
                )
            found += texts
        return tuple(found)

    @cached_property
    def _codes(self) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
        """The codes of texts by source; the first one of a text that stands twice."""
        tables: tuple[dict[str, int], dict[str, int], dict[str, int]] = ({}, {}, {})
        for code, text in enumerate(self.templates):
            tables[source_of(code)].setdefault(text, code)
        return tables

    def text(self, event: int) -> str:
        """The exact text of an event."""
        seat = event_seat(event)
        return self.templates[event_code(event)].format("" if seat == NO_SEAT else seat_letter(seat))

    def event(self, text: str, source: int, seat: int, seats: int) -> int:
        """The event of an exact text. Raises LineError."""
        template, named = _without_letter(text, seats) if source == REFEREE_EVENT else (text, NO_SEAT)
        code = self._codes[source].get(template)
        if code is None or (source == REFEREE_EVENT and seat not in (NO_SEAT, named)):
            raise LineError(EXPECTED[source], text)
        who = named if source == REFEREE_EVENT else seat
        if source == CHANCE_EVENT and (who == NO_SEAT) == (first(code) in ("DRAW", "HIDDEN_DRAW")):
            raise LineError('"seat" beside a draw and nothing else of chance', text)
        return make_event(code, who, source)

    def _block(self, block: str) -> Iterator[str]:
        """The texts of one kind of event."""
        if block in _WORDS:
            yield from _WORDS[block]
        elif block in _HIDDEN:
            yield from (_HIDDEN[block].format(deck) for deck in DECKS)
        elif block in _CARD_MOVES:
            yield from (f"{_CARD_MOVES[block]} {card}" for card in self.names.cards)
        elif block in _CARD_WORDS:
            yield from (f"{_CARD_WORDS[block]} {{}} {card}" for card in self.names.cards)
        elif block == "DRAW":
            yield from (f"draw {DECKS[card // DECK_SIZE]} {self.names.cards[card]}" for card in range(CARDS))
        else:
            yield from self._pieces(block)

    def _pieces(self, block: str) -> Iterator[str]:
        """Events about pieces and small decks."""
        names, count = self.names, EVENTS[block][1]
        if block == "USE":
            yield from (f"use {power}" for power in (*names.powers, *("-" * (count - len(names.powers)))))
        elif block in ("PUT", "TAKE"):
            yield from (f"{block.lower()} {token}" for token in self.tokens)
        elif block == "SEND":
            yield from (f"{token}>{region}" for token in self.tokens for region in REGIONS)
        elif block == "LOSE":
            yield from (f"lose {piece} {region}" for piece in (*self.pieces, "w") for region in REGIONS)
        elif block == "EQUIP":
            yield from (f"equip {artifact} {hero}" for artifact in names.artifacts for hero in HEROES)
        elif block == "TOKEN":
            yield from (f"token {place}" for place in (*REGIONS, *HEROES, *names.beasts))
        elif block == "MIST":
            cards = (*names.artifacts, *names.beasts, "grail")
            yield from (f"mist {region} {card}" for region in REGIONS for card in cards)
        elif block == "TILE":
            yield from (f"tile {region} {tile}" for region in REGIONS for tile in names.tiles)
        else:
            words = {
                "BOND_DROP": ("bond drop", names.beasts),
                "PICK": ("take", names.artifacts),
                "PROPHECY": ("prophecy", names.prophecies),
                "ARTIFACT": ("artifact", names.artifacts),
            }
            word, ids = words[block]
            yield from (f"{word} {name}" for name in ids)


def source_of(code: int) -> int:
    """Who such an event comes from."""
    if code >= FIRST_REFEREE:
        return REFEREE_EVENT
    return CHANCE_EVENT if code >= FIRST_CHANCE else MOVE


@cache
def first(code: int) -> str:
    """The kind of event a code is of."""
    return next(block for block, (start, count) in EVENTS.items() if start <= code < start + count)


def _without_letter(text: str, seats: int) -> tuple[str, int]:
    """A referee's line with `{}` for the seat that it names, and that seat."""
    word, _, rest = text.partition(" ")
    letter, gap, rest = rest.partition(" ")
    if len(letter) != 1 or letter not in SEAT_LETTERS[:seats]:
        return text, NO_SEAT
    return f"{word} {{}}{gap}{rest}", SEAT_LETTERS.index(letter)
