"""The duel on a terminal: pure functions from the raw fields of a position to text.

`fields` is what `avalon_ai._duel.fields` gives for a View (or, for spectators and after the end, a State).
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from avalon_ai.games.duel_codes import KINDS
from avalon_ai.games.duel_data import LANDS, TILES
from avalon_ai.style import Style, clip, fold, pad, spread

COLOUR_NAMES = ("red", "blue", "green", "yellow", "violet")
TERRAINS = ("plain", "forest", "hill")
DARK = 3  # the first dark tile in TILES
SEATS = "AB"
FACE_DOWN = NOBODY = NO_TILE = -1
MAX_WIDTH, MAX_HEIGHT = 100, 30
PROMPT_LINES = 2  # kept free below the screen for the question and the answer
WIDE = 200  # more than any line needs
MARGIN = 3  # columns left of the row

CARD = re.compile(r"\b[KE][RBGYV]\b")

Fields = dict[str, Any]


@dataclass(frozen=True)
class Facts:
    """What the data set fixes and a screen needs: crowns and features by land, and the limits of the game."""

    crowns: tuple[int, ...]
    castles: frozenset[int]
    circle: int
    crowns_to_win: int
    turn_cap: int
    hand: int
    lands: tuple[int, ...]


def terrain(land: int) -> int:
    """Give the terrain (0 plain, 1 forest, 2 hill) of a land, or -1 for Avalon, the swamp and what lies face down."""
    return land // 3 if 0 <= land < 9 else -1


def land_word(land: int) -> str:
    """Give the name of a land as a screen shows it."""
    return "Avalon" if land == 9 else LANDS[land].rstrip("123") if land >= 0 else "?"


def features(land: int, facts: Facts, style: Style) -> str:
    """Give the marks of a land: castle, stone circle."""
    castle = style.sign("♜", "#") if land in facts.castles else ""
    return castle + (style.sign("◎", "o") if land == facts.circle and land >= 0 else "")


def worth(fields: Fields, seat: int) -> list[int]:
    """Count the cards that each kind of tile would bring a seat now."""
    own = [
        terrain(land) if owner == seat else -1 for land, owner in zip(fields["lands"], fields["owners"], strict=True)
    ]
    most = max(own.count(kind) for kind in range(3))
    lands = sum(kind >= 0 for kind in own)
    return [2, most, _area(fields, seat), 4, 2 * most, lands]


def _area(fields: Fields, seat: int) -> int:
    best = run = 0
    for land, owner in zip(fields["lands"], fields["owners"], strict=True):
        if land != FACE_DOWN and terrain(land) < 0:
            continue  # a revealed Avalon or swamp is transparent
        run = run + 1 if owner == seat and land != FACE_DOWN else 0
        best = max(best, run)
    return best


def card(kind: int, style: Style, *, chip: bool = False) -> str:
    """Give a card as its two letters, coloured where colour is on."""
    colour = COLOUR_NAMES[kind % 5]
    return style.paint(KINDS[kind], f"on {colour}" if chip else colour)


def bottom_seat(fields: Fields) -> int:
    """Tell whose side is drawn at the bottom: the viewer's, or A's for spectators."""
    return fields["viewer"] if fields["viewer"] in (0, 1) else 0


def screen(fields: Fields, facts: Facts, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
    """Draw the whole position and, below it, as much of the log as fits."""
    width, height = min(style.width, MAX_WIDTH), min(style.height, MAX_HEIGHT) - PROMPT_LINES
    size = len(fields["lands"])
    if width < MARGIN + 7 * size:
        return _plain_screen(fields, facts, style, log, names)
    depth = 1 if height < 21 else 2 if height < 25 else 3
    cell = 8 if width >= MARGIN + 8 * size else 7
    me = bottom_seat(fields)
    lines = [_title(fields, facts, style, names, width)]
    lines.append(_player_line(fields, facts, style, names, 1 - me, width))
    lines += _stack_rows(fields, style, 1 - me, depth, cell)[::-1]
    lines += _land_rows(fields, facts, style, cell)
    lines += _stack_rows(fields, style, me, depth, cell)
    lines.append(_player_line(fields, facts, style, names, me, width))
    lines += _supply_lines(fields, facts, style, width)
    return "\n".join(line.rstrip() for line in lines + _log_lines(log, style, width, height - len(lines)))


def _log_lines(log: Sequence[str], style: Style, width: int, room: int) -> list[str]:
    room = max(room, 3)
    rule = style.paint(style.sign("─", "-") * width, "dim")
    folded = [_with_cards(line, style) for entry in log[-room:] for line in fold(entry, width, "    ")]
    return [rule, *folded[-(room - 1) :]]


def _with_cards(line: str, style: Style) -> str:
    return CARD.sub(lambda found: card(KINDS.index(found[0]), style), line) if style.colour else line


def _title(fields: Fields, facts: Facts, style: Style, names: Sequence[str], width: int) -> str:
    turn = f"turn {fields['turn']}" + (f" of {facts.turn_cap}" if fields["turn"] > facts.turn_cap - 20 else "")
    dot = style.sign(" · ", " - ")
    left = style.paint("Avalon, the duel", "bold") + dot + turn + dot + _state_of_turn(fields, names)
    return spread(left, f"pile {fields['pile']}, discards {_total(fields['discards'])}", width)


def _total(count: Any) -> int:
    return sum(count) if isinstance(count, (list, tuple)) else int(count)


def _state_of_turn(fields: Fields, names: Sequence[str]) -> str:
    if fields["phase"] == "over":
        return "the end"
    seat = fields["on_turn"]
    whose = "your turn" if names[seat] == "you" else f"{SEATS[seat]}'s turn"
    taken = fields["conquests"]
    return whose + (f", {taken} conquest{'s' * (taken > 1)}" if taken else "")


def _player_line(fields: Fields, facts: Facts, style: Style, names: Sequence[str], seat: int, width: int) -> str:
    crowns = f"{fields['crowns'][seat]} of {facts.crowns_to_win} {style.sign('♛', 'crowns')}"
    size = fields["hand_sizes"][seat]
    hand = f"hand {size}" + (f": {_hand(fields, style, seat)}" if size else "")
    left = f"{_side(fields, style, seat)} {style.paint(names[seat], 'bold')}  {crowns}  {hand}"
    return spread(left, _front(fields, seat), width)


def _side(fields: Fields, style: Style, seat: int) -> str:
    own = seat == bottom_seat(fields)
    mark = style.sign("▼", "v") if own else style.sign("▲", "^")
    return style.paint(SEATS[seat] + mark, "own" if own else "other", "bold")


def hand_kinds(fields: Fields, seat: int) -> list[int]:
    """List the cards of a seat's hand that this position knows, sorted."""
    return [kind for kind, count in enumerate(fields["hands"][seat]) for _ in range(count)]


def _hand(fields: Fields, style: Style, seat: int) -> str:
    known = hand_kinds(fields, seat)
    hidden = fields["hand_sizes"][seat] - len(known)
    return " ".join([card(kind, style, chip=True) for kind in known] + ["?"] * hidden)


def _front(fields: Fields, seat: int) -> str:
    tile = fields["fronts"][seat]
    if tile == NO_TILE:
        return ""
    return f"tile {TILES[tile]}: draws {worth(fields, seat)[tile]} next turn"


def _stack_rows(fields: Fields, style: Style, seat: int, depth: int, cell: int) -> list[str]:
    """Draw one side's stacks, the row of the top cards first."""
    stacks = fields["stacks"][seat]
    depth = min(depth, max(1, max(map(len, stacks)) - 1))
    label = pad(_side(fields, style, seat), MARGIN)
    rows = [label + "".join(pad(_top(stack, style), cell) for stack in stacks)]
    for below in range(1, depth + 1):
        cells = (pad(_buried(stack, below, depth, style), cell) for stack in stacks)
        rows.append(" " * MARGIN + "".join(cells))
    return rows


def _top(stack: list[int], style: Style) -> str:
    if not stack:
        return " " + style.paint(style.sign("·", "."), "dim")
    return f" {card(stack[-1], style, chip=True)} {len(stack)}"


def _buried(stack: list[int], below: int, depth: int, style: Style) -> str:
    rest = len(stack) - below
    if rest <= 0:
        return ""
    if below == depth and rest > 1:
        return f" +{rest}"
    return " " + card(stack[-1 - below], style)


def _land_rows(fields: Fields, facts: Facts, style: Style, cell: int) -> list[str]:
    lands, owners = fields["lands"], fields["owners"]
    dash = style.sign("─", "-")
    numbers = "".join(
        _ruled(f" {index} ", cell, dash, index - 1 == fields["at"], style) for index in range(1, len(lands) + 1)
    )
    names = "".join(pad(" " + land_word(land), cell) for land in lands)
    marks = "".join(
        pad(_mark(fields, facts, style, land, owner), cell) for land, owner in zip(lands, owners, strict=True)
    )
    rule = style.paint(dash * (MARGIN + cell * len(lands)), "dim")
    return [style.paint(dash * MARGIN, "dim") + numbers, " " * MARGIN + names, " " * MARGIN + marks, rule]


def _ruled(text: str, cell: int, dash: str, lit: bool, style: Style) -> str:
    shown = f">{text.strip()}<" if lit else text
    return style.paint(shown, "bold") + style.paint(dash * (cell - len(shown)), "dim")


def _mark(fields: Fields, facts: Facts, style: Style, land: int, owner: int) -> str:
    if land == FACE_DOWN:
        return ""
    held = _side(fields, style, owner) if owner != NOBODY else "  "
    return f" {held} {facts.crowns[land]}{style.sign('♛', 'c')}{features(land, facts, style)}"


def _supply_lines(fields: Fields, facts: Facts, style: Style, width: int) -> list[str]:
    lines = [clip(_tiles(fields, style), width)]
    if width >= 90 and style.height >= 28:
        lines.append(clip(f"Face down {_face_down(fields, facts, style)}", width))
    return lines


def _face_down(fields: Fields, facts: Facts, style: Style) -> str:
    """List the crowns of the lands that still lie face down, somewhere: `plain 1 3#, hill 2`."""
    words: dict[str, list[str]] = {}
    for land in facts.lands:
        if land not in fields["lands"]:
            marks = f"{facts.crowns[land]}{features(land, facts, style)}"
            words.setdefault(land_word(land), []).append(marks)
    return ", ".join(f"{word} {' '.join(marks)}" for word, marks in words.items()) or "nothing"


def _tiles(fields: Fields, style: Style) -> str:
    gains = worth(fields, bottom_seat(fields))
    light = _tile_group(fields, range(DARK), gains, style)
    dark = _tile_group(fields, range(DARK, len(TILES)), gains, style)
    return f"Tiles now {light} {style.sign('│', '|')} next turn {dark}"


def _tile_group(fields: Fields, kinds: range, gains: list[int], style: Style) -> str:
    """List the tiles that lie face up, then, in brackets, the used ones."""
    tiles = []
    for kind in kinds:
        tiles += [_tile(kind, gains)] * fields["tiles_up"][kind]
        tiles += [style.paint(f"({TILES[kind]})", "dim")] * fields["tiles_down"][kind]
    return " ".join(tiles) or "none"


def _tile(kind: int, gains: list[int]) -> str:
    return TILES[kind] if TILES[kind].isdigit() else f"{TILES[kind]}={gains[kind]}"


def _plain_screen(fields: Fields, facts: Facts, style: Style, log: Sequence[str], names: Sequence[str]) -> str:
    """Draw one line per territory: for terminals too narrow for the row."""
    me, width = bottom_seat(fields), max(style.width, 20)
    lines = [f"turn {fields['turn']}, {_state_of_turn(fields, names)}; pile {fields['pile']}"]
    lines += _narrow_player(fields, facts, style, names, 1 - me)
    for index, (land, owner) in enumerate(zip(fields["lands"], fields["owners"], strict=True)):
        mark = pad(_mark(fields, facts, style, land, owner).strip(), 7)
        sides = (f"{SEATS[seat]} {_tops(fields['stacks'][seat][index], style)}" for seat in (me, 1 - me))
        lines.append(f"{index + 1:2} {pad(land_word(land), 6)} {mark} {'  '.join(sides)}")
    lines += _narrow_player(fields, facts, style, names, me)
    lines += fold(_tiles(fields, Style(unicode=style.unicode)), width, "  ")
    room = min(style.height, MAX_HEIGHT) - PROMPT_LINES - len(lines)
    return "\n".join(clip(line.rstrip(), width) for line in lines + _log_lines(log, style, width, room))


def _narrow_player(fields: Fields, facts: Facts, style: Style, names: Sequence[str], seat: int) -> list[str]:
    """Give a player's line in parts: crowns, hand, and the tile in front of him."""
    parts = _player_line(fields, facts, style, names, seat, WIDE).replace("  hand", "   hand").split("   ")
    return [part.strip() for part in parts if part.strip()]


def _tops(stack: list[int], style: Style) -> str:
    shown = " ".join(card(kind, style) for kind in stack[:-3:-1])
    return pad(f"{len(stack)} {shown}", 7)


def reveal(fields: Fields, facts: Facts, style: Style, names: Sequence[str]) -> str:
    """Show at the end what was hidden: both hands, what still lay face down, and the pile."""
    width = min(style.width, MAX_WIDTH)
    lines = [
        f"{_side(fields, style, seat)} {names[seat]} held: {_hand(fields, style, seat) or 'nothing'}" for seat in (0, 1)
    ]
    lines += fold(f"Face down to the end: {_face_down(fields, facts, style)}", width, "  ")
    pile = [f"{KINDS[kind]} {count}" for kind, count in enumerate(fields["unseen"]) if count]
    return "\n".join(lines + fold("Left in the pile: " + (", ".join(pile) or "nothing"), width, "  "))
