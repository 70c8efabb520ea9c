"""The person's terminal and clock, as a session uses them; tests put others in their place."""

from __future__ import annotations

import os
import shutil
import sys
import time
from typing import Protocol

from avalon_ai.style import Style

SIGNS = "♛♜◎▲▼─│·"


class Terminal(Protocol):
    """Where a session shows and asks. `live` terminals are painted over; the others get one line an event."""

    live: bool

    @property
    def style(self) -> Style:
        """What can be shown now: the size may change between two calls."""

    def paint(self, screen: str) -> None:
        """Show a whole screen, in place of the one before where that can be done."""

    def show(self, text: str) -> None:
        """Show lines below what stands there."""

    def ask(self, prompt: str) -> str:
        """Ask for a line. Raises EOFError at the end of input, KeyboardInterrupt on Ctrl-C."""


class Clock(Protocol):
    """Time as a session sees it, in seconds from any start."""

    def now(self) -> float:
        """The time."""

    def sleep_until(self, moment: float) -> None:
        """Come back at that time, at once if it is past."""


class SystemClock:
    """The computer's own clock."""

    def now(self) -> float:
        """The time, never set back."""
        return time.monotonic()

    def sleep_until(self, moment: float) -> None:
        """Sleep for what is left."""
        left = moment - time.monotonic()
        if left > 0:
            time.sleep(left)


class Console:
    """Standard input and output; with line editing and history where a person types."""

    def __init__(self, *, color: str = "auto", ascii_only: bool = False) -> None:
        """Find out what the terminal can do; `color` is auto, always or never."""
        dumb = os.environ.get("TERM", "dumb") == "dumb"
        self.live = sys.stdout.isatty() and not dumb
        self._colour = color == "always" or (color == "auto" and self.live and not os.environ.get("NO_COLOR"))
        self._unicode = not ascii_only and _can_encode(SIGNS)
        if sys.stdin.isatty() and sys.stdout.isatty():
            _edit_lines()

    @property
    def style(self) -> Style:
        """Colours, signs and the size of the window."""
        size = shutil.get_terminal_size((100, 30))
        return Style(self._colour, self._unicode, size.columns, size.lines)

    def paint(self, screen: str) -> None:
        """Clear the window and show the screen, or print it."""
        print(("\x1b[H\x1b[J" if self.live else "") + screen, flush=True)

    def show(self, text: str) -> None:
        """Print."""
        print(text, flush=True)

    def ask(self, prompt: str) -> str:
        """Read a line."""
        return input(prompt)


def _can_encode(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _edit_lines() -> None:
    try:
        import readline  # noqa: F401  (importing it is what gives `input` its history)
    except ImportError:
        return
