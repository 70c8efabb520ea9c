"""A program that runs beside this one: bytes to it and lines from it, each within its time.

Whatever the program does, nothing here waits longer than it was told to, and nothing grows without bound: pipes are
read while they are written to, answers have a size, and of what goes to stderr a log keeps the beginning.
"""

from __future__ import annotations

import contextlib
import os
import selectors
import signal
import subprocess
import time
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import IO

from avalon_ai.bots.keeper import KEEPER, end_group
from avalon_ai.errors import BotError, shorten
from avalon_ai.json_lines import Lines

READ_SIZE = 1 << 16
ANSWER_LIMIT = 1 << 20  # bytes on stdout from one message of ours to the next
LOG_LIMIT = 1 << 20  # bytes of stderr that are kept of one process
LAST_WORDS = 200
TAIL = 2_000
LEAVE_SECONDS = 1.0  # a program that is told to go has so long for it
DEATH_SECONDS = 0.3  # so long is waited for what a dying program still says


class Log:
    """Takes what a program writes to stderr; its file is made with the first byte."""

    def __init__(self, path: Path, title: str) -> None:
        self.path = path
        self.size = 0
        self._tail = b""
        self._title = title
        self._file: IO[bytes] | None = None

    @property
    def last(self) -> str:
        """The last line that was not empty, or its end."""
        words = [line.strip() for line in self._tail.decode("utf-8", "replace").splitlines() if line.strip()]
        return shorten(words[-1], LAST_WORDS) if words else ""

    def write(self, data: bytes) -> None:
        """Keep more, up to the limit; a file that cannot be written to keeps nothing."""
        self._tail = (self._tail + data)[-TAIL:]
        kept = data[: max(0, LOG_LIMIT - self.size)]
        self.size += len(data)
        with contextlib.suppress(OSError):
            self._open().write(kept)

    def close(self) -> None:
        """Close the file, with a line about what was left out."""
        if self._file is not None:
            with contextlib.suppress(OSError):
                if self.size > LOG_LIMIT:
                    self._file.write(f"\n== {self.size - LOG_LIMIT} bytes more were left out\n".encode())
                self._file.close()

    def _open(self) -> IO[bytes]:
        if self._file is None:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if self.path.is_file() and self.path.stat().st_size > LOG_LIMIT:
                os.replace(self.path, self.path.with_name(self.path.name + ".1"))
            self._file = open(self.path, "ab", buffering=0)  # noqa: SIM115 - closed with the process
            self._file.write(f"== {time.strftime('%Y-%m-%d %H:%M:%S')} {self._title}\n".encode())
        return self._file


class Process:
    """One running program, in a session of its own, with its children."""

    def __init__(self, command: Sequence[str], log: Log) -> None:
        """Start it. Raises BotError where the system cannot."""
        self.log = log
        self._outgoing = bytearray()
        self._lines: deque[bytes] = deque()
        self._cut = Lines()
        self._amount = 0
        self._gone = False
        self._selector = selectors.DefaultSelector()
        try:
            self._child = subprocess.Popen(
                command,
                bufsize=0,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                start_new_session=True,
            )
        except OSError as error:
            self._selector.close()
            raise BotError(f"{shorten(command[0])} could not be started: {error.strerror or error}") from error
        KEEPER.keep(self._child.pid)
        self._input, self._output, self._errors = map(
            _pipe, (self._child.stdin, self._child.stdout, self._child.stderr)
        )
        self._selector.register(self._output, selectors.EVENT_READ, self._read)
        self._selector.register(self._errors, selectors.EVENT_READ, self._read_errors)

    @property
    def running(self) -> bool:
        """Whether it has not ended."""
        return self._child.poll() is None

    def send(self, data: bytes, deadline: float) -> None:
        """Write bytes; where the program reads no more they are dropped. Raises BotError."""
        self._amount = 0
        if self._input.closed:
            return
        self._outgoing += data
        self._selector.register(self._input, selectors.EVENT_WRITE, self._write)
        while self._outgoing:
            self._move(deadline)

    def receive(self, deadline: float) -> bytes:
        """The next line from it. Raises BotError when none comes in time or none can come."""
        while not self._lines:
            if self._output.closed:
                raise BotError(self._death())
            self._move(deadline)
        return self._lines.popleft()

    def unread(self) -> bytes:
        """What it wrote and nobody asked for."""
        left = b"\n".join([*self._lines, self._cut.rest()])
        self._lines.clear()
        return left

    def leave(self, deadline: float) -> int | None:
        """Close its input and wait for its end: gives the exit code, None when it did not end by itself.

        What is left of it and of its children is ended.
        """
        self._close(self._input)
        self._drain(deadline)
        code = self._wait(max(0.0, deadline - time.monotonic()))
        self.kill()
        return code

    def kill(self) -> None:
        """End it with its children at once. Doing so twice does nothing."""
        if self._gone:
            return
        self._gone = True
        end_group(self._child.pid)
        KEEPER.forget(self._child.pid)
        self._child.wait()
        self._drain(time.monotonic())
        for pipe in (self._input, self._output, self._errors):
            self._close(pipe)
        self._selector.close()
        self.log.close()

    # --- pipes ---------------------------------------------------------------------------------

    def _move(self, deadline: float) -> None:
        """Wait until a pipe takes or gives something. Raises BotError when the time is over."""
        left = deadline - time.monotonic()
        ready = self._selector.select(max(0.0, left))
        if left <= 0:
            raise BotError("no answer in time", "time")
        for key, _ in ready:
            act: Callable[[], None] = key.data
            act()

    def _write(self) -> None:
        try:
            del self._outgoing[: os.write(self._input.fileno(), self._outgoing[:READ_SIZE])]
        except BlockingIOError:
            return
        except BrokenPipeError:
            self._close(self._input)
            return
        if not self._outgoing:
            self._selector.unregister(self._input)

    def _read(self) -> None:
        data = self._take(self._output)
        self._amount += len(data)
        if self._amount > ANSWER_LIMIT:
            raise BotError(f"it wrote more than {ANSWER_LIMIT} bytes for one answer")
        self._lines += self._cut.feed(data)

    def _read_errors(self) -> None:
        data = self._take(self._errors)
        if data:
            self.log.write(data)

    def _take(self, pipe: IO[bytes]) -> bytes:
        """What a pipe gives; one that has ended is closed."""
        try:
            data = os.read(pipe.fileno(), READ_SIZE)
        except BlockingIOError:
            return b""
        if not data:
            self._close(pipe)
        return data

    def _close(self, pipe: IO[bytes]) -> None:
        if pipe is self._input:
            self._outgoing.clear()
        if not pipe.closed:
            with contextlib.suppress(KeyError, ValueError):
                self._selector.unregister(pipe)
            pipe.close()

    def _drain(self, deadline: float) -> None:
        """Read until both pipes end or the time is over; what is too much for an answer is dropped."""
        while not (self._output.closed and self._errors.closed):
            ready = self._selector.select(max(0.0, deadline - time.monotonic()))
            if not ready:
                return
            for key, _ in ready:
                with contextlib.suppress(BotError):
                    key.data()
            if time.monotonic() > deadline:
                return

    # --- ends ----------------------------------------------------------------------------------

    def _death(self) -> str:
        """How it ended, in words."""
        deadline = time.monotonic() + DEATH_SECONDS
        self._drain(deadline)
        code = self._wait(max(0.0, deadline - time.monotonic()))
        where = " in the middle of a line" if self._cut.rest() else ""
        said = f"; the last it said on stderr: {self.log.last}" if self.log.last else ""
        return f"{_ending(code)}{where}{said}"

    def _wait(self, seconds: float) -> int | None:
        try:
            return self._child.wait(seconds)
        except subprocess.TimeoutExpired:
            return None


def _pipe(pipe: IO[bytes] | None) -> IO[bytes]:
    assert pipe is not None
    os.set_blocking(pipe.fileno(), False)
    return pipe


def _ending(code: int | None) -> str:
    if code is None:
        return "it closed its output"
    if code < 0:
        return f"it was ended by a signal, {signal.strsignal(-code) or -code}"
    return f"it ended with exit code {code}"
