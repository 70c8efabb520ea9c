"""The person's terminal and clock, as a session uses them; tests put others in their place."""

from __future__ import annotations

import os
import select
import shutil
import sys
import time
from typing import Protocol

try:
    import termios
    import tty
except ImportError:  # no such terminals on this system: whole lines are read
    termios = None  # type: ignore[assignment]

from avalon_ai.style import Style

GRACE_SECONDS = 0.2  # between two keys of a word
SIGNS = "♛♜◎▲▼─│┼·●█▶"
CLEAR_ALL = "\x1b[H\x1b[2J\x1b[3J"  # the last of them: what has scrolled away


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

    def cover(self, text: str) -> None:
        """Show lines in place of all that was shown and typed before, as far as that can be forgotten."""

    def ask(self, prompt: str, keys: str = "") -> str:
        """Ask for a line; where the terminal allows it, one of `keys` alone is a line as soon as it is pressed.

        Raises EOFError at the end of input, KeyboardInterrupt on Ctrl-C.
        """


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
        self._reads_keys = False
        if sys.stdin.isatty() and sys.stdout.isatty():
            self._reads_keys = self.live and _edit_lines() and termios is not None

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

    def cover(self, text: str) -> None:
        """Clear window, what has scrolled out of it, and the lines typed before; or move it all out of sight."""
        _forget_lines()
        if self.live:
            print(CLEAR_ALL + text, flush=True)
        else:
            print("\n" * (self.style.height if sys.stdout.isatty() else 0) + text, flush=True)

    def ask(self, prompt: str, keys: str = "") -> str:
        """Read a line, or one key."""
        if not keys or not self._reads_keys:
            return input(prompt)
        print(prompt, end="", flush=True)
        typed, whole = first_key(keys)
        if whole:
            print(typed)
            return typed
        print("\r", end="")
        return _input_after(typed, prompt.rpartition("\n")[2])


def _can_encode(text: str) -> bool:
    try:
        text.encode(sys.stdout.encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def _forget_lines() -> None:
    """Let no arrow key bring back what was typed."""
    readline = sys.modules.get("readline")
    if readline is not None:
        readline.clear_history()


def _edit_lines() -> bool:
    """Give `input` line editing and history, where Python has them."""
    try:
        import readline  # noqa: F401  (importing it is enough)
    except ImportError:
        return False
    return True


def first_key(keys: str) -> tuple[str, bool]:
    """What is pressed first, and whether it is the whole answer: Enter is, and one of `keys` alone.

    A key is alone when nothing follows it in GRACE_SECONDS: words that begin with one can still be typed.
    Raises EOFError at the end of input, KeyboardInterrupt on Ctrl-C.
    """
    port = sys.stdin.fileno()
    before = termios.tcgetattr(port)
    try:
        tty.setcbreak(port, termios.TCSADRAIN)
        while True:
            key = os.read(port, 1).decode("ascii", "replace")
            if key in ("", "\x04"):
                raise EOFError
            if key in ("\r", "\n"):
                return "", True
            if key.isascii() and key.isprintable():
                return key, key.lower() in keys and not _follows(port, GRACE_SECONDS)
            while _follows(port, 0.01):  # an arrow key is several characters
                os.read(port, 1)
    finally:
        termios.tcsetattr(port, termios.TCSADRAIN, before)


def _follows(port: int, seconds: float) -> bool:
    return bool(select.select([port], [], [], seconds)[0])


def _input_after(typed: str, prompt: str) -> str:
    """Read a line that begins with what was typed already."""
    import readline

    readline.set_startup_hook(lambda: readline.insert_text(typed))
    try:
        return input(prompt)
    finally:
        readline.set_startup_hook(None)
