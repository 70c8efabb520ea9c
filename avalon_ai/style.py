"""How text for a terminal is dressed: colour, symbols, width. Pure functions; nothing here prints."""

from __future__ import annotations

import re
import textwrap
from dataclasses import dataclass

# Foregrounds are middle tones, readable on dark and on light backgrounds; chips carry their own background.
_CODES = {
    "bold": "1",
    "dim": "2",
    "under": "4",
    "red": "38;5;160",
    "blue": "38;5;33",
    "green": "38;5;34",
    "yellow": "38;5;136",
    "violet": "38;5;134",
    "own": "38;5;37",
    "other": "38;5;166",
    "on red": "1;38;5;231;48;5;160",
    "on blue": "1;38;5;231;48;5;26",
    "on green": "1;38;5;231;48;5;28",
    "on yellow": "1;38;5;16;48;5;220",
    "on violet": "1;38;5;231;48;5;91",
}
_ESCAPE = re.compile(r"\x1b\[[0-9;]*m")


@dataclass(frozen=True)
class Style:
    """What a terminal can show: `colour` and `unicode` are extras, `width` and `height` bound every screen."""

    colour: bool = False
    unicode: bool = True
    width: int = 80
    height: int = 24

    def paint(self, text: str, *looks: str) -> str:
        """Give `text` the looks named, or leave it plain where there is no colour."""
        if not self.colour or not text or not looks:
            return text
        return f"\x1b[{';'.join(_CODES[look] for look in looks)}m{text}\x1b[0m"

    def sign(self, fancy: str, plain: str) -> str:
        """Choose between a symbol and its ASCII stand-in."""
        return fancy if self.unicode else plain


def bare(text: str) -> str:
    """Give the text without its colour codes."""
    return _ESCAPE.sub("", text)


def pad(text: str, width: int, align: str = "<") -> str:
    """Fill with blanks up to `width` columns, colour codes not counted."""
    gap = max(0, width - len(bare(text)))
    left = {"<": 0, ">": gap, "^": gap // 2}[align]
    return " " * left + text + " " * (gap - left)


def clip(text: str, width: int) -> str:
    """Cut to `width` columns; a line that has to be cut loses its colours."""
    plain = bare(text)
    if len(plain) <= width:
        return text
    return plain[: max(0, width - 3)] + "..." if width > 3 else plain[:width]


def squeeze(text: str, width: int) -> str:
    """Cut to `width` columns in the middle: names that begin alike can still be told apart."""
    if len(text) <= width:
        return text
    end = (width - 3) // 2
    return text[: width - 3 - end] + "..." + text[len(text) - end :]


def spread(left: str, right: str, width: int) -> str:
    """Put one text at each end of a line, the right one dropped if both do not fit."""
    gap = width - len(bare(left)) - len(bare(right))
    return left + " " * gap + right if right and gap >= 2 else clip(left, width)


def fold(text: str, width: int, indent: str = "") -> list[str]:
    """Break plain text into lines of at most `width` columns, those after the first indented."""
    wide = max(width, len(indent) + 8)
    lines = textwrap.wrap(
        text, wide, subsequent_indent=indent, break_on_hyphens=False, break_long_words=False, drop_whitespace=True
    )
    return lines or [""]


def columns(items: list[str], width: int, indent: str = "", gap: int = 2) -> list[str]:
    """Lay short texts out in columns, row by row, in at most `width` columns."""
    if not items:
        return []
    cell = max(len(bare(item)) for item in items) + gap
    per_row = max(1, (width - len(indent) + gap) // cell)
    rows = [items[i : i + per_row] for i in range(0, len(items), per_row)]
    return [indent + "".join(pad(item, cell) for item in row).rstrip() for row in rows]
