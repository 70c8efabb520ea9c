"""The own cards and powers of the third game on a terminal, with as much of their texts as fits. Pure functions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import zip_longest

from avalon_ai.games import veil_cards, veil_facts
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import CHAMPIONS, LAYOUT, OWNERS
from avalon_ai.games.veil_components import Card
from avalon_ai.games.veil_facts import ZONES, Facts, Fields
from avalon_ai.style import Style, clip, fold, pad

GAP = 2
LORDS = 2  # the first of the heroes of a seat
LEAST_COLUMN = 40


def own_part(fields: Fields, facts: Facts, style: Style, width: int, room: int) -> list[str]:
    """The cards and powers of the view's seat in at most `room` lines; for spectators the cards of all by id."""
    seat = fields["viewer"]
    if not 0 <= seat < len(fields["vp"]):
        lines = [
            line
            for each, held in enumerate(fields["held"])
            for line in _ids(fields, facts, held, f"{seat_letter(each)} holds ", width)
        ]
        return lines[: max(0, room)]
    for lines in _versions(fields, facts, seat, style, width):
        if len(lines) <= room:
            return lines
    return lines[: max(0, room)]


def _versions(fields: Fields, facts: Facts, seat: int, style: Style, width: int) -> Iterator[list[str]]:
    """The same with less and less text."""
    cards = [facts.components.cards[number] for number in fields["held"][seat]]
    zones = [_zone(fields, number) for number in fields["held"][seat]]
    names = power_names(fields, facts, seat, width)
    entries = [_entry(card, zone) for card, zone in zip(cards, zones, strict=True)]
    full = _columns(entries, width)
    yield [_rule("your cards", style, width), *full, *power_texts(fields, facts, seat, width)]
    yield [_rule("your cards", style, width), *full, *names]
    yield [_rule("your cards; cards shows your powers too", style, width), *full]
    useful = [(card.deck == "plan") == bool(fields["war"]) for card in cards]
    told = [entry for entry, use in zip(entries, useful, strict=True) if use]
    rest = [number for number, use in zip(fields["held"][seat], useful, strict=True) if not use]
    others = _ids(fields, facts, rest, "others: ", width) if rest else []
    yield [_rule("your cards; cards shows all their texts", style, width), *_columns(told, width), *others, *names]
    yield [_rule("your cards; cards shows their texts", style, width), *_columns(entries, width, cut=True), *names]
    short = _ids(fields, facts, fields["held"][seat], "", width)
    yield [_rule("your cards; cards shows their texts", style, width), *short, *names]
    yield [*short, *names]


def _rule(title: str, style: Style, width: int) -> str:
    dash = style.sign("─", "-")
    return style.paint(clip(f"{dash * 2} {title} {dash * width}"[:width], width), "dim")


def _zone(fields: Fields, number: int) -> str:
    """Where a card lies outside the hand, in a word."""
    zone = fields["places"][number]
    return ZONES[zone] if 0 < zone < len(ZONES) else ""


def short_heading(card: Card) -> str:
    """`deploy 2, cost 1`: deck, initiative, price."""
    price = f"limit {card.limit}" if card.deck == "plan" else f"cost {card.cost}"
    return f"{card.deck} {card.init}, {price}"


def _entry(card: Card, zone: str) -> str:
    return f"{card.id}{f' [{zone}]' if zone else ''} ({short_heading(card)}) {veil_cards.body(card)}"


def _columns(entries: Sequence[str], width: int, *, cut: bool = False) -> list[str]:
    """Entries in two columns of about the same height, or in one where there is little room."""
    column = (width - GAP) // 2
    narrow = column < LEAST_COLUMN
    column = width if narrow else column
    blocks = [[clip(entry, column)] if cut else fold(entry, column, "  ") for entry in entries]
    if narrow:
        return [line for block in blocks for line in block]
    heights = [sum(len(block) for block in blocks[:k]) for k in range(len(blocks) + 1)]
    split = min(range(len(heights)), key=lambda k: max(heights[k], heights[-1] - heights[k]))
    left = [line for block in blocks[:split] for line in block]
    right = [line for block in blocks[split:] for line in block]
    return [pad(one, column + GAP) + two for one, two in zip_longest(left, right, fillvalue="")]


def _ids(fields: Fields, facts: Facts, held: Sequence[int], begin: str, width: int) -> list[str]:
    """Cards by id, with deck, initiative and price."""
    said = []
    for number in held:
        zone = _zone(fields, number)
        card = facts.components.cards[number]
        price = f"limit {card.limit}" if card.deck == "plan" else f"cost {card.cost}"
        said.append(f"{card.id} {card.deck[0]}{card.init} {price}" + f" [{zone}]" * bool(zone))
    return fold(begin + ("; ".join(said) or "no cards"), width, "  ")


def own_texts(fields: Fields, facts: Facts) -> list[str]:
    """All cards and powers of the view's seat with their texts, one text each."""
    seat = fields["viewer"]
    entries = [_entry(facts.components.cards[number], _zone(fields, number)) for number in fields["held"][seat]]
    powers = [_power(fields, facts, seat, number) for number in powers_of(fields, facts, seat)]
    return [*entries, *powers, *_next_settlement(fields, facts, seat)]


# --- powers ------------------------------------------------------------------------------------


def powers_of(fields: Fields, facts: Facts, seat: int) -> list[int]:
    """The abilities, reactions and passives that a seat has now."""
    artifacts = veil_facts.artifacts_of(fields, facts, seat)
    beasts = veil_facts.beasts_of(fields, facts, seat)
    faction = fields["factions"][seat]
    found = []
    for number, row in enumerate(facts.names.tables["powers"]):
        power = dict(zip(LAYOUT["powers"], row, strict=True))
        kind, owner = OWNERS[power["owner_kind"]], power["owner"]
        if kind == "artifact":
            has = artifacts.get(facts.names.artifacts[owner]) is not None
        elif kind == "beast":
            has = facts.names.beasts[owner] in beasts
        elif kind == "champion":
            has = divmod(owner, CHAMPIONS) == (faction, fields["champions"][seat] - LORDS)
        else:
            boards = ("faction", "crowned" if fields["upgraded"][seat] else "lord")
            has = kind in boards and owner in (-1, faction)
        if has:
            found.append(number)
    return found


def power_names(fields: Fields, facts: Facts, seat: int, width: int) -> list[str]:
    """The powers by id, with those that are used up marked."""
    said = [facts.names.powers[number] + _used(fields, seat, number) for number in powers_of(fields, facts, seat)]
    return fold(f"Powers: {', '.join(said)}", width, "  ") if said else []


def power_texts(fields: Fields, facts: Facts, seat: int, width: int) -> list[str]:
    """The powers with their texts, one paragraph."""
    said = "; ".join(_power(fields, facts, seat, number) for number in powers_of(fields, facts, seat))
    parts = [f"Powers: {said}."] * bool(said) + _next_settlement(fields, facts, seat)
    return fold(" ".join(parts), width, "  ") if parts else []


def _next_settlement(fields: Fields, facts: Facts, seat: int) -> list[str]:
    """What the faction board gives for the next settlement, if one is left."""
    board = dict(zip(LAYOUT["factions"], facts.names.tables["factions"][fields["factions"][seat]], strict=True))
    placed = sum(at >= 0 for at, _, _ in fields["settlements"][seat])
    if placed >= board["slots"]:
        return []
    return [f"Your next settlement gives {board[f'vp{placed}']} VP {board[f'warriors{placed}']}w."]


def _power(fields: Fields, facts: Facts, seat: int, number: int) -> str:
    name = facts.names.powers[number]
    text = veil_cards.body(facts.parts[name]).rstrip(".").replace("Ability, ", "").replace("Ability: ", "")
    return f"{name}{_used(fields, seat, number)} - {text}"


def _used(fields: Fields, seat: int, number: int) -> str:
    return " (used)" if number in fields["used"][seat] else ""
