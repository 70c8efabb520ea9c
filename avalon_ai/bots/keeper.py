"""Ends the programs that a process of ours has started when that process is gone, however it went.

A keeper is a small process of its own. It is told of every group of processes that begins and that has ended, one a
line, `+GROUP` or `-GROUP`; when its input ends, as it does when whoever started it dies, it ends all groups that are
left. It is run as a file by itself, so nothing here imports the package.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
import threading
import time

GRACE_SECONDS = 0.5  # programs that end by themselves when their input does have so long for it


class Keeper:
    """What one process of ours tells its keeper, which is started when there is something to tell."""

    def __init__(self) -> None:
        self._process: subprocess.Popen[bytes] | None = None
        self._owner = 0  # the process that started it: a fork has to start its own
        self._groups: set[int] = set()
        self._lock = threading.Lock()

    def keep(self, group: int) -> None:
        """A group of processes has begun."""
        with self._lock:
            if self._owner != os.getpid():
                self._process, self._owner, self._groups = None, os.getpid(), set()
            self._groups.add(group)
            self._tell(f"+{group}\n")

    def forget(self, group: int) -> None:
        """A group has ended."""
        with self._lock:
            if self._owner == os.getpid() and group in self._groups:
                self._groups.discard(group)
                self._tell(f"-{group}\n")

    def close(self) -> None:
        """Let the keeper go: it ends what is left of the groups."""
        with self._lock:
            if self._process is not None and self._owner == os.getpid():
                self._drop(self._process)
            self._process, self._groups = None, set()

    def _tell(self, line: str) -> None:
        """Write a line; a keeper that is not there, or was ended by somebody else, is started and told all.

        Where the system starts none, programs are left to end by themselves when their input does.
        """
        if self._process is None:
            try:
                self._process = _begin()
            except OSError:
                return
            line = "".join(f"+{group}\n" for group in self._groups)
        try:
            assert self._process.stdin is not None
            self._process.stdin.write(line.encode())
        except BrokenPipeError:
            self._drop(self._process)
            self._process = None
            if self._groups:
                self._tell("")

    @staticmethod
    def _drop(process: subprocess.Popen[bytes]) -> None:
        assert process.stdin is not None
        with contextlib.suppress(OSError):
            process.stdin.close()
        process.wait()


def _begin() -> subprocess.Popen[bytes]:
    return subprocess.Popen(
        [sys.executable, "-I", "-S", os.path.abspath(__file__)],
        bufsize=0,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        start_new_session=True,
    )


def end_group(group: int) -> None:
    """End every process of a group that is left."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(group, signal.SIGKILL)


def watch() -> None:
    """Take notes until the input ends, then end the groups that are left."""
    groups: set[int] = set()
    for line in sys.stdin:
        note = groups.add if line.startswith("+") else groups.discard
        note(int(line[1:]))
    if groups:
        time.sleep(GRACE_SECONDS)
    for group in groups:
        end_group(group)


KEEPER = Keeper()

if __name__ == "__main__":
    watch()
