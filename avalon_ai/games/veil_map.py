"""The isle of the third game on a terminal: nine regions in their places. Pure functions."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest

from avalon_ai.games import veil_factions, veil_facts
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import REGIONS, SEA
from avalon_ai.games.veil_components import Bonus
from avalon_ai.games.veil_facts import MIST, Facts, Fields
from avalon_ai.style import Style, clip, pad

LAYOUT = (("NW", "N", "NE"), ("W", "C", "E"), ("SW", "S", "SE"))
COLOURS = {"forest": "green", "river": "blue", "mountain": "yellow"}
SHORT = {"vp": "VP", "power": "pow", "favor": "fav", "draw": "card", "warrior": "w"}
NONE = -1


def island(fields: Fields, facts: Facts, style: Style, width: int, *, dense: bool = False) -> list[str]:
    """The regions in three rows and columns, in so many columns of characters; `dense`: without rules and slots."""
    cell = (width - 2) // 3
    bar, dash = style.sign("│", "|"), style.sign("─", "-")
    rule = style.paint(style.sign("┼", "+").join(dash * cell for _ in range(3)), "dim")
    lines: list[str] = []
    for names in LAYOUT:
        cells = [_cell(fields, facts, REGIONS.index(name), style, cell, dense=dense) for name in names]
        lines += [rule] * bool(lines and not dense)
        lines += [
            style.paint(bar, "dim").join(pad(part, cell) for part in row)
            for row in zip_longest(*cells, fillvalue="")
        ]  # fmt: skip
    return lines + sea(fields, facts, style, width)


def region_list(fields: Fields, facts: Facts, style: Style, width: int, *, dense: bool = False) -> list[str]:
    """The open regions one below the other: for terminals too narrow for the map; `dense`: without slots."""
    lines: list[str] = []
    for region in range(SEA):
        if fields["island"] >> region & 1:
            head, *rest = _cell(fields, facts, region, style, width, dense=dense)
            lines.append(head)
            lines += [f"   {line.strip()}" for line in rest]
    return [clip(line, width) for line in lines + sea(fields, facts, style, width)]


def sea(fields: Fields, facts: Facts, style: Style, width: int) -> list[str]:
    """What is in the sea, if anything is."""
    parts = [
        f"{seat_letter(seat)} {'+'.join(units)}"
        for seat in range(len(fields["vp"]))
        if (units := veil_facts.units_in(fields, facts, seat, SEA))
    ]
    parts += veil_factions.sea_words(fields)
    return [clip(f" sea: {', '.join(parts)}", width)] if parts else []


def _cell(fields: Fields, facts: Facts, region: int, style: Style, width: int, *, dense: bool) -> list[str]:
    """A region: what it is, its slots and what lies there, and who stands there."""
    if not fields["island"] >> region & 1:
        return [style.paint(f" {REGIONS[region]} deep mist", "dim")]
    lines = [_head(fields, facts, region, style)]
    if fields["tiles"][region] >= 0 and not dense:
        lines.append(clip(_slots(fields, facts, region), width))
    for seat in range(len(fields["vp"])):
        lines += _side(fields, facts, seat, region, style, width)
    return lines


def _head(fields: Fields, facts: Facts, region: int, style: Style) -> str:
    """Name, terrain and VP; `?` where the mist card lies face down, a mark where something is going on."""
    lit = region == _scene(fields)
    mark = style.sign("▶", ">") if lit else " "
    name = REGIONS[region] + ("?" if not fields["explored"] >> region & 1 else "")
    tile = fields["tiles"][region]
    if tile < 0:
        return mark + style.paint(name, "bold") + style.paint(" face down", "dim")
    found = facts.components.tiles[tile]
    vp = found.vp[max(fields["season"], 1) - 1]
    return mark + style.paint(name, "bold") + f" {style.paint(found.terrain, COLOURS[found.terrain])} {vp} VP"


def _scene(fields: Fields) -> int:
    """The region of the battle or exploration under way."""
    if fields["region"] >= 0:
        return int(fields["region"])
    if fields["stack"][-1] == "explore":
        return int(fields["source"][2])
    return int(fields["source"][3]) if fields["stack"][-1] == "bid" else NONE


def bonus(found: Bonus | None) -> str:
    """The bonus of a slot in a word or two."""
    if found is None:
        return "-"
    return SHORT[found.kind] if found.n == 1 and found.kind != "vp" else f"{found.n}{SHORT[found.kind]}"


def _slots(fields: Fields, facts: Facts, region: int) -> str:
    """Settlement slots with bonus or owner, and the relic that lies there."""
    owners: dict[int, list[str]] = {}
    for seat in range(len(fields["vp"])):
        found = veil_facts.settlement_in(fields, seat, region)
        if found is not None:
            owners.setdefault(found[0], []).append(seat_letter(seat) + "+" * found[1])
    tile = facts.components.tiles[fields["tiles"][region]]
    slots = [
        "".join(owners.pop(number, [])) or bonus(each) for number, each in enumerate(tile.slots, 1)
    ]  # fmt: skip
    beside = "".join(f" {letters}" for each in owners.values() for letters in each)
    relic = veil_facts.artifact_in(fields, facts, region)
    if relic is None and MIST[fields["mist"][region]] == "grail":
        relic = "GRAIL"
    others = [relic] * bool(relic) + veil_factions.marks(fields, region)
    return " " + "".join(f"[{slot}]" for slot in slots) + beside + "".join(f" {each}" for each in others)


def _side(fields: Fields, facts: Facts, seat: int, region: int, style: Style, width: int) -> list[str]:
    """Units and strength of a seat there, in as many lines as they need."""
    units = veil_facts.units_in(fields, facts, seat, region)
    strength = fields["strengths"][seat][region]
    if not units and not strength:
        return []
    words = [
        *(f"+{unit}" if number else unit for number, unit in enumerate(units)),
        *[f" ={strength}"] * (strength > 0),
    ]
    look = "own" if fields["viewer"] == seat else "other"
    head = f"  {style.paint(seat_letter(seat), look, 'bold')} "
    return [head + first for first in _packed(words, width - 4)[:1]] + [
        "    " + line for line in _packed(words, width - 4)[1:]
    ]


def _packed(words: Sequence[str], width: int) -> list[str]:
    lines = [""]
    for word in words:
        if lines[-1] and len(lines[-1]) + len(word) > width:
            lines.append("")
        lines[-1] += word if lines[-1] else word.strip()
    return lines
