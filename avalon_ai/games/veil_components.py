"""What the components of Veil are once they were read: cards, artifacts, beasts, prophecies, tiles, boards."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from avalon_ai.games.veil_vocabulary import Ability, Condition, Effect, Reduction

SIDES = ("A", "B")
ALL_FACTIONS = "all"


@dataclass(frozen=True)
class Card:
    """A card of a main deck. Plans have a limit and no cost; the last four lists are theirs alone."""

    id: str
    name: str
    source: str
    deck: str
    init: int
    cost: int
    reduce: tuple[Reduction, ...]
    limit: int
    fx: tuple[Effect, ...]
    revealed: tuple[Effect, ...]
    win: tuple[Effect, ...]
    notwin: tuple[Effect, ...]
    after: tuple[Effect, ...]


@dataclass(frozen=True)
class Artifact:
    """An artifact: VP when it is won, strength for its bearer, and perhaps a text."""

    id: str
    name: str
    source: str
    vp: int
    strength: int
    ability: Ability


@dataclass(frozen=True)
class Beast:
    """A mythical beast: VP when it is won, its own strength, and its text."""

    id: str
    name: str
    source: str
    vp: int
    strength: int
    ability: Ability


@dataclass(frozen=True)
class Prophecy:
    """What is foretold, and the VP by season for whoever fulfils it."""

    id: str
    name: str
    source: str
    need: Condition
    vp: tuple[int, ...]


@dataclass(frozen=True)
class Bonus:
    """So much of one thing: of a settlement slot or of a space of a track."""

    kind: str
    n: int

    def __str__(self) -> str:
        return self.kind if self.n == 1 else f"{self.n} {self.kind}"


@dataclass(frozen=True)
class Tile:
    """A region tile: VP by season, settlement slots with their bonus or None, rewards for exploring it."""

    id: str
    name: str
    source: str
    ring: str
    terrain: str
    vp: tuple[int, ...]
    slots: tuple[Bonus | None, ...]
    rewards: tuple[str, ...]


@dataclass(frozen=True)
class NamedAbility:
    """An ability of a faction board."""

    id: str
    name: str
    source: str
    ability: Ability


@dataclass(frozen=True)
class Virtue(NamedAbility):
    """What a champion of a faction board can do while he is the selected one."""


@dataclass(frozen=True)
class Slot:
    """A settlement slot of a faction board: what it gives when it is laid open."""

    vp: int
    warriors: int


@dataclass(frozen=True)
class FactionBoard:
    """One side of the board of a faction, or of all of them."""

    faction: str
    side: str
    slots: tuple[Slot, ...]
    power: int
    abilities: tuple[NamedAbility, ...]
    objective: int = 0  # the length of its track, 0: there is none
    lines: tuple[tuple[Bonus, ...], ...] = ()  # ley lines, row by row
    quests: Mapping[str, tuple[Effect, ...]] | None = None  # what a quest gives, by the deck of its card
    tide: str = ""  # the quadrant where the tide begins
    virtues: tuple[Virtue, ...] = ()  # by champion


@dataclass(frozen=True)
class Lord:
    """One side of a Lord board: start VP, the Lords on it, the artifacts that each may bear, and their text."""

    id: str
    name: str
    source: str
    faction: str
    side: str
    start: int
    slots: int
    strength: int
    lords: tuple[str, ...]
    ability: Ability


@dataclass(frozen=True)
class Faction:
    """A faction with the names of its champions."""

    id: str
    name: str
    champions: tuple[str, ...]


@dataclass(frozen=True)
class Tracks:
    """Tracks and the pieces of which there is one: numbers alone."""

    favor: Mapping[str, tuple[Bonus | None, ...]]  # by side, the spaces from the first to the last
    excess_vp: int
    vp_spaces: int
    stars: tuple[int, ...]
    strength_spaces: int
    knight_strength: int
    knight_gap: int
    grail_vp: int
    grail_strength: int
    excalibur_strength: int
    excalibur_tie: int
    first_favor: int
    later_favor: int


@dataclass(frozen=True)
class Supply:
    """How many pieces there are."""

    warriors: int
    settlements: int
    tokens: int


@dataclass(frozen=True)
class Singles:
    """Numbers of the pieces and markers that a single faction has."""

    ancient: int = 3
    leviathan: tuple[int, int] = (1, 2)  # before the Lord board is turned over, and then
    line_limit: int = 2  # markers of ley lines in a region


@dataclass(frozen=True)
class Board:
    """The isle: the ring of each region, neighbours, quadrants, deep mist by players, order of the battles."""

    rings: Mapping[str, str]
    adjacent: frozenset[frozenset[str]]
    quadrants: Mapping[str, tuple[str, ...]]
    deep_mist: Mapping[int, tuple[str, ...]]
    war_order: tuple[str, ...]


Component = Card | Artifact | Beast | Prophecy | Tile | NamedAbility | Lord


@dataclass(frozen=True)
class Components:
    """A full set of components, valid."""

    cards: tuple[Card, ...]
    artifacts: tuple[Artifact, ...]
    beasts: tuple[Beast, ...]
    prophecies: tuple[Prophecy, ...]
    tiles: tuple[Tile, ...]
    tracks: Tracks
    supply: Supply
    singles: Singles
    factions: tuple[Faction, ...]
    faction_boards: tuple[FactionBoard, ...]
    lords: tuple[Lord, ...]
    board: Board

    def deck(self, name: str) -> tuple[Card, ...]:
        """The cards of one main deck, in the order of the file."""
        return tuple(card for card in self.cards if card.deck == name)

    def faction_board(self, faction: str, side: str) -> FactionBoard | None:
        """The board of a faction, or the one of all; None where the data have none."""
        for board in self.faction_boards:
            if board.side == side and board.faction in (faction, ALL_FACTIONS):
                return board
        return None

    def lord(self, faction: str, side: str) -> Lord | None:
        """The Lord board of a faction; None where the data have none."""
        return next((lord for lord in self.lords if (lord.faction, lord.side) == (faction, side)), None)

    def named(self) -> Iterator[Component]:
        """Everything that has an id."""
        parts: list[Sequence[Component]]
        parts = [self.cards, self.artifacts, self.beasts, self.prophecies, self.tiles, self.lords]
        parts += [(*board.abilities, *board.virtues) for board in self.faction_boards]
        for some in parts:
            yield from some
