"""A person at a pseudo-terminal: types lines to the command and reads what stands on the screen."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pexpect
import pyte

from avalon_ai import record

CLEAR = b"\x1b[H\x1b[J"
COMMAND = ("-m", "avalon_bot")
HASTY = ("-c", "from avalon_bot import session, main; session.REPLY_SECONDS = 0.0; raise SystemExit(main.main())")


class Person:
    """Plays the command at a pseudo-terminal and reads the screen as a person does."""

    def __init__(
        self, *arguments: str, columns: int = 100, lines: int = 30, start: Sequence[str] = COMMAND, **environment: Any
    ) -> None:
        """Start the command in its own terminal, by `start` behind Python."""
        import avalon_ai
        import avalon_bot

        roots = [str(Path(module.__file__ or "").parents[1]) for module in (avalon_ai, avalon_bot)]
        kept = {key: value for key, value in os.environ.items() if key not in ("COLUMNS", "LINES", "NO_COLOR")}
        chosen = kept | {"TERM": "xterm-256color", "PYTHONPATH": os.pathsep.join(roots)} | environment
        self.screen = pyte.Screen(columns, lines)
        self._stream = pyte.ByteStream(self.screen)
        self.child = pexpect.spawn(
            sys.executable, [*start, *arguments],
            dimensions=(lines, columns), env=chosen, timeout=30,
        )  # fmt: skip

    def wait(self, pattern: str = r"(?:[A-J]|quit)> $") -> str:
        """Read on until the question comes; gives the new text."""
        self.child.expect([pattern.encode()])
        new: bytes = self.child.before + self.child.after
        self._stream.feed(new[max(0, new.rfind(CLEAR)) :])  # what was painted over before is not looked at
        return new.decode()

    def type(self, line: str) -> str:
        """Type a line and wait for the next question."""
        self.child.send(line + "\r")
        return self.wait()

    @property
    def shown(self) -> str:
        """What stands on the screen."""
        return "\n".join(line.rstrip() for line in self.screen.display)

    def leave(self, key: str) -> tuple[int, str]:
        """Press a control key and give the exit code and the last text."""
        self.child.sendcontrol(key)
        self.child.expect(pexpect.EOF)
        last: bytes = self.child.before
        self.child.close()
        return int(self.child.exitstatus), last.decode()


def advice(path: Path, seat: int = 0) -> Callable[[], list[str]]:
    """Legal texts for the person, from the record that grows: what a helper beside him would say."""

    def legal() -> list[str]:
        read = record.read(path, allow_cut=True)
        view = record.stream(read, seat).view
        return [read.game.text(event) for event in view.legal()]

    return legal
