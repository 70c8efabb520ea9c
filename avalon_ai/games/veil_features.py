"""The names of the numbers that a View of The Riven Veil gives to learners, in their order.

Seats are counted from the own one, 0, round the table; there is room for four. Cards, pieces and powers go by their ids
in the data set; places of powers that it has not are numbered.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from avalon_ai import _veil
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.veil_codes import (
    DECK_SIZE,
    DECKS,
    FACTIONS,
    LINES,
    MOST_ROWS,
    MOST_SLOTS,
    REGIONS,
    ROUNDS,
    SEASONS,
    TERRAINS,
    TOKEN_PLACES,
    TRIGGERS,
    UNITS,
    VERBS,
    WHO,
)
from avalon_ai.games.veil_compile import VeilTables
from avalon_ai.games.veil_factions import WAYS
from avalon_ai.games.veil_facts import INITIATIVES, ZONES
from avalon_ai.games.veil_notation import STANDARD
from avalon_ai.games.veil_vocabulary import QUADRANTS

SEATS = range(4)
PHASES = ("mist", "preparation", "war", "over")
PLACES = (*REGIONS, "supply")
SEA_PLACES = (*REGIONS, "sea", "supply")
HEROES = ("lord", "lord2", "c1", "c2", "c3")
CHAMPIONS = HEROES[2:]
CLASSES = tuple(f"{deck}{initiative}" for deck in DECKS for initiative in range(1, INITIATIVES + 1))
WAITING = ("game", "places", "bid", "look", "trigger", "battle", "relic")
MIST = ("hidden", "grail", "artifact")
PLANS = ("hidden", "open", "down")
SLOTS = ("beside", "1", "2")  # of a tile
CLAIMS = (1, 2)
FLAGS = range(1, 5)
OPTIONS = ("players", "seasons", "deterministic", "favor_b", "green_knight", "decline")
LISTS = ("of_card", "of_plan", "of_effect", "explored", "breached", "done", "reached", "standard")
GAINS = range(1, 9)  # effects of a list, as many as may have gains
ANSWERS = range(1, 33)  # powers of a moment
FIGHTING = ("failed", "dropped", "no_second", "drop_plan", "resolved", "first")
SCORES = ("vp", "power", "favor", "supply", "prophecies", "objective", "objective_length")


def names(tables: VeilTables) -> tuple[str, ...]:
    """One for each number, with the ids of these tables."""
    return (
        *_course(),
        *_frames(),
        *_effect(tables),
        *_icon(tables),
        *_matters(tables),
        *_cards(tables),
        *_seats(tables),
        *_regions(tables),
        *_pieces(tables),
        *_factions(),
        *_battle(tables),
    )


def _each(before: str, *groups: Iterable[object]) -> Iterator[str]:
    """`before` with every word of the first group, then of the next, and so on."""
    if not groups:
        yield before
        return
    later = [tuple(group) for group in groups[1:]]
    for word in groups[0]:
        yield from _each(f"{before}.{word}", *later)


def _powers(tables: VeilTables) -> tuple[str, ...]:
    free = range(len(tables.powers) + 1, MOST_ROWS["powers"] + 1)
    return (*tables.powers, *(f"power{number}" for number in free))


def _course() -> Iterator[str]:
    yield from OPTIONS
    yield from _each("seat", SEAT_LETTERS[: len(SEATS)])
    yield from _each("season", range(1, SEASONS + 1))
    yield from _each("round", range(1, ROUNDS + 1))
    yield from _each("phase", PHASES)
    yield from _each("active", SEATS)
    yield from _each("actor", SEATS)
    yield from _each("order", range(1, len(SEATS) + 1), SEATS)
    yield from ("turn", "explored_turn")
    yield from _each("awaited", _veil.AWAITED[1:])
    yield from _each("awaited_of", SEATS)
    yield from _each("awaited_deck", DECKS)
    yield from _each("awaited_region", REGIONS)
    yield from _each("awaited_zone", ZONES)
    yield "awaited_number"


def _frames() -> Iterator[str]:
    yield from _each("pending", _veil.FRAMES)
    yield from _each("by", _veil.FRAMES, SEATS)
    yield from _each("waiting", WAITING, SEATS)
    yield from _each("under_way", _veil.FRAMES)
    yield from _each("step", _veil.FRAMES)


def _effect(tables: VeilTables) -> Iterator[str]:
    yield from _each("effect.verb", VERBS)
    yield from _each("effect.units", UNITS)
    yield from _each("effect.who", WHO)
    yield from _each("effect.deck", DECKS)
    yield from _each("effect.on", TOKEN_PLACES)
    yield from _each("effect.for", SEATS)
    yield from _each("effect", LISTS)
    yield from _each("effect.deployed", UNITS)
    yield from _each("effect.gained", GAINS)
    yield from _each("effect", ("from", "to", "here", "there"), REGIONS)
    yield from _each("effect.card", tables.cards)
    yield from _each("effect.power", _powers(tables))
    yield from _each("effect", ("amount", "number", "left", "repeats", "moved"))


def _icon(tables: VeilTables) -> Iterator[str]:
    pieces = ("lord", "arthur", "guin", *CHAMPIONS, *tables.beasts, "knight", "leviathan")
    yield from _each("icon", ("first", "second"), PLACES)
    yield from _each("sent", pieces, REGIONS)
    yield from _each("sent_warriors", REGIONS)
    yield from _each("icon", ("done", "token", "card", "owed"))
    yield from _each("draws", DECKS)


def _matters(tables: VeilTables) -> Iterator[str]:
    yield from _each("explore", REGIONS)
    yield from _each("bid.beast", tables.beasts)
    yield from _each("bid.region", REGIONS)
    yield from _each("bid.explorer", SEATS)
    yield from _each("bond.beast", tables.beasts)
    yield from _each("bond.region", REGIONS)
    yield from _each("moment", TRIGGERS[1:])
    yield from _each("moment.region", REGIONS)
    yield from _each("moment.units", UNITS)
    yield from _each("moment.answered", ANSWERS)
    yield from _each("equip", tables.artifacts)
    yield from _each("standard", STANDARD)
    yield from _each("quest_won", FLAGS)
    yield from _each("scored", REGIONS)
    yield from ("acted", "grail_asked", "fought", "bearer.grail", "bearer.excalibur")
    yield from ("tied.before", "tied.places", "favor_each", "favor_left", "relics_left")


def _cards(tables: VeilTables) -> Iterator[str]:
    yield from _each("held", SEATS, tables.cards)
    yield from _each("zone", (*ZONES[:-1], "anywhere"), tables.cards)
    for group in ("known", "open", "discards", "unseen", "shown", "quest_flag"):
        yield from _each(group, tables.cards)
    for seat in SEATS:
        yield from _each(f"cards.{seat}", ZONES, DECKS)
        yield from _each(f"cards.{seat}.at_least", CLASSES)
        yield from _each(f"cards.{seat}.payment", CLASSES)
    for seat in SEATS:
        yield from _each(f"claims.{seat}", CLAIMS)
        yield from _each(f"claims.{seat}.show", CLAIMS, DECKS)
    yield from _each("claimed", SEATS, ("made", "told", "shows_told"))
    yield from _each("piles", DECKS)
    yield from _each("reshuffles", DECKS)


def _seats(tables: VeilTables) -> Iterator[str]:
    for seat in SEATS:
        yield f"seats.{seat}.in_play"
        yield from _each(f"seats.{seat}.faction", FACTIONS)
        yield f"seats.{seat}.upgraded"
        yield from _each(f"seats.{seat}.champion", CHAMPIONS)
        yield from _each(f"seats.{seat}", ("grail", "excalibur"))
        yield from _each(f"seats.{seat}.at", HEROES, PLACES)
    for seat in SEATS:
        yield from _each(f"scores.{seat}", SCORES)
        yield from _each(f"scores.{seat}", HEROES, ("strength", "tokens"))
    yield from _each("used", SEATS, _powers(tables))


def _regions(tables: VeilTables) -> Iterator[str]:
    for region in REGIONS:
        yield from _each(f"regions.{region}", ("in_play", "explored", "turned_up"))
        yield from _each(f"regions.{region}.tile", tables.tiles)
        yield from _each(f"regions.{region}.terrain", TERRAINS)
        yield from _each(f"regions.{region}.mist", MIST)
    yield from _each("worth", REGIONS, ("vp", "slots"))
    for region in REGIONS:
        for seat in SEATS:
            yield from _each(f"settled.{region}.{seat}", range(1, MOST_SLOTS + 1))
            yield from _each(f"settled.{region}.{seat}.slot", SLOTS)
    yield from _each("forces", REGIONS, SEATS, ("units", "warriors", "strength", "tokens"))


def _pieces(tables: VeilTables) -> Iterator[str]:
    for beast in tables.beasts:
        yield from _each(f"beasts.{beast}", ("deck", "revealed"))
        yield from _each(f"beasts.{beast}.owner", SEATS)
        yield from _each(f"beasts.{beast}.at", SEA_PLACES)
    yield from _each("knight.owner", SEATS)
    yield from _each("knight.at", PLACES)
    for artifact in tables.artifacts:
        yield from _each(f"artifacts.{artifact}", ("deck", "drawn"))
        yield from _each(f"artifacts.{artifact}.at", REGIONS)
        yield from _each(f"artifacts.{artifact}.owner", SEATS)
        yield from _each(f"artifacts.{artifact}.bearer", (*HEROES, "beside"))
    yield from ("grail.lord2", "grail.used", "excalibur.lord2", "excalibur.used", "excalibur.tied", "excalibur.taken")
    yield from _each("bottom", tables.beasts)
    yield from _each("beast_tokens", tables.beasts)
    yield from _each("bottom", tables.artifacts)
    yield from _each("mist_left", ("artifacts", "beasts", "grail"))
    yield "tokens_left"
    for number in range(1, SEASONS + 1):
        yield from _each(f"prophecies.{number}", tables.prophecies)
        yield from _each(f"prophecies.{number}.fulfilled", SEATS)
    yield from _each("prophecies.drawn", tables.prophecies)
    yield from _each("prophecy_vp", range(1, SEASONS + 1))


def _factions() -> Iterator[str]:
    yield from _each("ley_lines", range(1, LINES + 1), REGIONS)
    yield from _each("ancient.owner", SEATS)
    yield from _each("ancient.at", REGIONS)
    for flag in FLAGS:
        yield from _each(f"quests.{flag}.at", REGIONS)
        yield from _each(f"quests.{flag}.deck", DECKS)
    yield from _each("tide", QUADRANTS)
    yield from _each("tide", WAYS.values())
    yield from _each("leviathan", QUADRANTS)
    yield "leviathan.supply"


def _battle(tables: VeilTables) -> Iterator[str]:
    yield from _each("battle", REGIONS)
    for seat in SEATS:
        yield f"fighters.{seat}.in"
        yield from _each(f"fighters.{seat}.plan", PLANS)
        yield f"fighters.{seat}.will_lie_down"
        yield from _each(f"fighters.{seat}", FIGHTING)
        yield from _each(f"fighters.{seat}.card", tables.cards[-DECK_SIZE:])
        yield from _each(f"fighters.{seat}.negated_by", SEATS)
        yield from _each(f"fighters.{seat}.revealed_negated_by", SEATS)
    for seat in SEATS:
        yield from _each(f"fights.{seat}", ("limit", "strength", "more_limit", "more_strength"))
        yield from _each(f"fights.{seat}.limit_by", SEATS)
        yield from _each(f"fights.{seat}.strength_by", SEATS)
