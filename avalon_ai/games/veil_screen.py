"""The third game on a terminal: plain tables of regions, seats and cards. Pure functions from raw fields to text."""

from __future__ import annotations

from collections.abc import Sequence

from avalon_ai.games import veil_factions, veil_facts
from avalon_ai.games.base import seat_letter
from avalon_ai.games.veil_codes import FACTIONS, REGIONS, SEA
from avalon_ai.games.veil_facts import MIST, Facts, Fields
from avalon_ai.style import Style, clip, fold, pad, spread

MAX_WIDTH, MAX_HEIGHT = 100, 30
PROMPT_LINES = 2  # kept free below the screen for the question and the answer
LEAST_LOG = 3
PHASES = {"mist": "Mist Phase", "war": "War Phase", "over": "the end"}
TILE, REGION, NAME = 22, 4, 12


def screen(fields: Fields, facts: Facts, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
    """The island, the seats, the prophecies, the own cards, and as much of the log as fits."""
    width, height = min(style.width, MAX_WIDTH), min(style.height, MAX_HEIGHT) - PROMPT_LINES
    lines = [_title(fields, facts, style, width)]
    lines += [_region(fields, facts, region, style) for region in range(SEA) if fields["island"] >> region & 1]
    lines += _sea(fields, facts)
    lines += [_seat(fields, facts, seat, names, style) for seat in range(len(fields["vp"]))]
    lines += _prophecies(fields, facts)
    lines += veil_factions.lines(fields, facts)
    lines += _own(fields, facts, width)[: max(1, height - len(lines) - LEAST_LOG)]
    room = max(LEAST_LOG, height - len(lines))
    lines += [style.paint(style.sign("─", "-") * width, "dim")]
    lines += [line for entry in log[-room:] for line in fold(entry, width, "    ")][-(room - 1) :]
    return "\n".join(clip(line.rstrip(), width) for line in lines[:height])


def _title(fields: Fields, facts: Facts, style: Style, width: int) -> str:
    dot = style.sign(" · ", " - ")
    left = style.paint("Avalon: The Riven Veil", "bold") + dot + f"season {fields['season']} of {facts.seasons}"
    phase = veil_facts.phase(fields)
    left += dot + (f"round {fields['round']}" if phase == "preparation" else PHASES[phase])
    return spread(left, f"piles {' '.join(map(str, fields['piles']))}", width)


def _region(fields: Fields, facts: Facts, region: int, style: Style) -> str:
    """One line: name, tile, VP, what lies there, who stands there."""
    tile, season = fields["tiles"][region], max(fields["season"], 1)
    label = "face down"
    if tile >= 0:
        found = facts.components.tiles[tile]
        label = f"{facts.names.tiles[tile]} {found.terrain[:3]} {found.vp[season - 1]}"
    mist = MIST[fields["mist"][region]]
    relic = veil_facts.artifact_in(fields, facts, region) or mist
    parts = [_side(fields, facts, seat, region) for seat in range(len(fields["vp"]))]
    mark = style.sign("▓", "?") if mist == "hidden" else " "
    return f"{pad(REGIONS[region], REGION)}{mark} {pad(label, TILE)} {pad(relic, 9)} {'  '.join(filter(None, parts))}"


def _side(fields: Fields, facts: Facts, seat: int, region: int) -> str:
    """Units and settlement of a seat in a region."""
    units = veil_facts.units_in(fields, facts, seat, region)
    found = veil_facts.settlement_in(fields, seat, region)
    if found:
        units.append(f"settlement{'+' * found[1]}")
    return f"{seat_letter(seat)}: {'+'.join(units)}" if units else ""


def _sea(fields: Fields, facts: Facts) -> list[str]:
    parts = [
        f"{seat_letter(seat)}: {'+'.join(units)}"
        for seat in range(len(fields["vp"]))
        if (units := veil_facts.units_in(fields, facts, seat, SEA))
    ]
    return [f"{pad('sea', REGION)}{' ' * (TILE + 12)} {'  '.join(parts)}"] if parts else []


def _seat(fields: Fields, facts: Facts, seat: int, names: Sequence[str], style: Style) -> str:
    """One line: VP, power, favor, cards, supply, relics."""
    name = names[seat] if seat < len(names) else ""
    own = fields["viewer"] == seat
    said = f"{seat_letter(seat)} {pad(clip(name, NAME), NAME)} {pad(FACTIONS[fields['factions'][seat]], 9)}"
    said += f" {fields['vp'][seat]:>3} VP  power {fields['power'][seat]}  favor {fields['favor'][seat]}"
    said += f"  cards {sum(map(sum, fields['counts'][seat]))}  warriors {fields['supply'][seat]}"
    extras = [*veil_facts.artifacts_of(fields, facts, seat), *veil_facts.beasts_of(fields, facts, seat)]
    extras += ["Grail"] * (fields["grail"][0] == seat) + ["Excalibur"] * (fields["excalibur"][0] == seat)
    said += f"  {' '.join(extras)}" if extras else ""
    return style.paint(said, "own") if own else said


def _prophecies(fields: Fields, facts: Facts) -> list[str]:
    """The prophecies of the season with their VP and who has fulfilled them."""
    parts = []
    for number, done in fields["prophecies"]:
        vp = facts.components.prophecies[number].vp[fields["season"] - 1]
        seats = "".join(seat_letter(seat) for seat in range(len(fields["vp"])) if done >> seat & 1)
        parts.append(f"{facts.names.prophecies[number]} {vp} VP{' by ' + seats if seats else ''}")
    return [f"prophecies: {', '.join(parts)}"] if parts else []


def _own(fields: Fields, facts: Facts, width: int) -> list[str]:
    """The cards of the view's seat, with initiative and cost."""
    seat = fields["viewer"]
    if not 0 <= seat < len(fields["vp"]):
        return []
    said = []
    for card in fields["held"][seat]:
        found = facts.components.cards[card]
        price = f"limit {found.limit}" if found.deck == "plan" else f"cost {found.cost}"
        zone = fields["places"][card]
        where = f" [{veil_facts.ZONES[zone]}]" if 0 < zone < len(veil_facts.ZONES) else ""
        said.append(f"{found.id} ({found.deck} {found.init}, {price}){where}")
    return fold(f"cards: {'; '.join(said)}", width, "  ") if said else []


def reveal(fields: Fields, facts: Facts, names: Sequence[str]) -> str:
    """The cards of all hands and the VP."""
    lines = []
    for seat in range(len(fields["vp"])):
        cards = ", ".join(veil_facts.ids(facts, fields["held"][seat])) or "no cards"
        name = names[seat] if seat < len(names) else ""
        lines.append(f"{seat_letter(seat)} {name}: {fields['vp'][seat]} VP; {cards}")
    return "\n".join(lines)
