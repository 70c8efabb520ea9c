"""Beliefs as a person reads them: bars with numbers, whatever the game believes things about. Pure functions."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from avalon_ai.style import Style, bare, clip, columns, pad

MAX_WIDTH = 100
BAR = 10
MOST_SHOWN = 10  # of longer lists the likeliest are shown
PARTS_SHOWN = 4


def panel(beliefs: Mapping[str, Any], style: Style) -> str:
    """The beliefs of a game, as its JSON has them: chances by name, or such lists under headings."""
    if all(isinstance(value, (int, float)) for value in beliefs.values()):
        lines = _bars(beliefs, style)
    else:
        lines = [line for name, value in beliefs.items() for line in _section(name, value, style)]
    return "\n".join(clip(line, min(style.width, MAX_WIDTH)) for line in lines)


def bar(chance: float, style: Style) -> str:
    """A chance as a bar of BAR columns."""
    full = round(BAR * chance)
    return style.sign("█", "#") * full + style.sign("·", ".") * (BAR - full)


def percent(chance: float) -> str:
    """A chance in four columns or more: only what is certain stands as 0 or 100."""
    shown = round(100 * chance)
    if 0 < chance < 1:
        shown = min(max(shown, 1), 99)
    return f"{shown:>3} %"


def _section(name: str, value: Any, style: Style) -> list[str]:
    """A heading and what stands under it."""
    heading = style.paint(name, "bold")
    if not isinstance(value, Mapping):
        return [f"{heading}: {value}"]
    if any(isinstance(part, Mapping) for part in value.values()):
        return [heading, *(_parts(key, part, style) for key, part in value.items())]
    return [heading, *_bars(value, style)]


def _bars(chances: Mapping[str, float], style: Style) -> list[str]:
    """A bar for each name, several a line."""
    shown = list(chances.items())
    if len(shown) > MOST_SHOWN:
        shown = _likeliest(chances, MOST_SHOWN)
    width = max((len(name) for name, _ in shown), default=0)
    cells = [f"{pad(name, width)} {percent(chance)} {_coloured(chance, style)}" for name, chance in shown]
    lines = columns(cells, min(style.width, MAX_WIDTH), "  ", 4)
    left = len(chances) - len(shown)
    return [*lines, f"  and {left} less likely"] if left else lines


def _coloured(chance: float, style: Style) -> str:
    look = "red" if chance > 2 / 3 else "yellow" if chance > 1 / 3 else "green"
    return style.paint(bar(chance, style), look)


def _parts(name: str, chances: Any, style: Style) -> str:
    """One line that names the likeliest of several things, as the roles of a seat."""
    if not isinstance(chances, Mapping):
        return f"  {name} {chances}"
    parts: Sequence[str] = [f"{part} {percent(chance).strip()}" for part, chance in _likeliest(chances, PARTS_SHOWN)]
    return bare(f"  {name}  {', '.join(parts)}")


def _likeliest(chances: Mapping[str, float], count: int) -> list[tuple[str, float]]:
    """The likeliest, none that is impossible; equal ones in their order."""
    possible = [(name, chance) for name, chance in chances.items() if chance > 0]
    return sorted(possible, key=lambda pair: -pair[1])[:count]
