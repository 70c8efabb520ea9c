"""The third game on a terminal: the isle, the seats, what is going on, the own cards, the log. Pure functions.

`fields` are those of `veil_facts.look` for a View (or, for spectators and after the end, a State).
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from avalon_ai._state import OVER
from avalon_ai.games import veil_facts, veil_hand, veil_map, veil_moment, veil_seats
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import DECKS, FACTIONS
from avalon_ai.games.veil_facts import Facts, Fields
from avalon_ai.games.veil_notation import Notation
from avalon_ai.style import Style, bare, clip, fold, pad, spread

MAX_WIDTH, MAX_HEIGHT = 100, 30
PROMPT_LINES = 2  # kept free below the screen for the question and the answer
LEAST_LOG, LEAST_HAND = 3, 3
WIDE, MAP_WIDTH, GAP = 96, 56, 1  # from WIDE columns on the seats stand beside the map
NARROWEST_MAP = 60
MOST_MOMENT = 6


def screen(
    fields: Fields, facts: Facts, notation: Notation, style: Style, log: Sequence[str], names: Sequence[str]
) -> str:
    """Draw the position, the own cards with as much text as fits, and the last lines of the log."""
    width, height = min(style.width, MAX_WIDTH), min(style.height, MAX_HEIGHT) - PROMPT_LINES
    said = [line for entry in veil_moment.moment(fields, facts, notation) for line in fold(entry, width, "  ")]
    said = [style.paint(line, "bold") for line in said[:MOST_MOMENT]]
    room = height - 1 - len(said) - LEAST_LOG - LEAST_HAND
    table = _table(fields, facts, style, names, width)
    if len(table) > room:
        table = _table(fields, facts, style, names, width, dense=True)
    lines = [_title(fields, facts, style, width), *table, *said]
    lines += veil_hand.own_part(fields, facts, style, width, height - len(lines) - LEAST_LOG)
    lines += _log_lines(log, style, width, height - len(lines))
    return "\n".join(clip(line.rstrip(), width) for line in lines)


def _title(fields: Fields, facts: Facts, style: Style, width: int) -> str:
    dot = style.sign(" · ", " - ")
    parts = [f"season {fields['season']} of {facts.seasons}"]
    if fields["round"] and not fields["war"]:
        parts.append(f"round {fields['round']} of 3")
    parts.append("the end" if fields["actor"] == OVER else veil_moment.doing(fields, facts))
    left = dot.join([style.paint("The Riven Veil", "bold"), *parts])
    while len(bare(left)) > width and len(parts) > 1:
        left = dot.join(parts)
        parts.pop(0)
    order = "".join(seat_letter(seat) for seat in fields["order"] if seat >= 0)
    right = f"order {' '.join(order)}  " if len(order) == len(fields["vp"]) and fields["region"] < 0 else ""
    piles = " ".join(f"{number}{deck[0]}" for deck, number in zip(DECKS, fields["piles"], strict=True))
    return spread(left, f"{right}piles {piles}", width)


def _table(
    fields: Fields, facts: Facts, style: Style, names: Sequence[str], width: int, *, dense: bool = False
) -> list[str]:
    """The map with seats and prophecies, beside it or below it; `dense`: in as few lines as may be."""
    if width < WIDE:
        draw = veil_map.island if width >= NARROWEST_MAP else veil_map.region_list
        told = veil_seats.seats(fields, facts, style, names, width, dense=dense)
        told += veil_seats.prophecies(fields, facts, width, dense=dense)
        return draw(fields, facts, style, width, dense=dense) + told
    chart = veil_map.island(fields, facts, style, MAP_WIDTH, dense=dense)
    room = width - MAP_WIDTH - GAP
    side = veil_seats.seats(fields, facts, style, names, room)
    told = veil_seats.prophecies(fields, facts, room)
    below = [] if len(side) + len(told) <= len(chart) + 1 else veil_seats.prophecies(fields, facts, width)
    side += [] if below else told
    rows = [pad(one, MAP_WIDTH + GAP) + two for one, two in zip_longest(chart, side, fillvalue="")]
    return rows + below


def _log_lines(log: Sequence[str], style: Style, width: int, room: int) -> list[str]:
    room = max(room, LEAST_LOG)
    rule = style.paint(style.sign("─", "-") * width, "dim")
    folded = [line for entry in log[-room:] for line in fold(entry, width, "    ")]
    return [rule, *folded[-(room - 1) :]]


def reveal(fields: Fields, facts: Facts, style: Style, names: Sequence[str]) -> str:
    """Show at the end the VP of all, what they own, and the cards that were left in hand or lay face down."""
    width, lines = min(style.width, MAX_WIDTH), list[str]()
    for seat in sorted(range(len(fields["vp"])), key=lambda seat: -fields["vp"][seat]):
        name = (names[seat] if seat < len(names) else "").partition(":")[0]
        settled = sum(at >= 0 for at, _, _ in fields["settlements"][seat])
        owned = [*veil_facts.artifacts_of(fields, facts, seat), *veil_facts.beasts_of(fields, facts, seat)]
        owned += ["the Grail"] * (fields["grail"][0] == seat) + ["Excalibur"] * (fields["excalibur"][0] == seat)
        cards = veil_facts.ids(facts, fields["held"][seat])
        said = f"{seat_letter(seat)} {name} ({FACTIONS[fields['factions'][seat]]}): {fields['vp'][seat]} VP, "
        said += f"{settled} settlement{'s' * (settled != 1)}" + f", {', '.join(owned)}" * bool(owned)
        lines += fold(said + f"; held {', '.join(cards)}" * bool(cards), width, "    ")
    return "\n".join(lines)
