"""Programs that have said who they are: games with them, one after another, and those that wait for their next one."""

from __future__ import annotations

import atexit
import os
import re
import threading
import time
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from avalon_ai.bots import Choice, messages
from avalon_ai.bots.keeper import KEEPER
from avalon_ai.bots.messages import Message, Ready
from avalon_ai.bots.process import LEAVE_SECONDS, Log, Process
from avalon_ai.errors import BotError, shorten
from avalon_ai.folders import state_folder
from avalon_ai.json_lines import encode

if TYPE_CHECKING:
    from avalon_ai.record import Record
    from avalon_ai.streams import Stream

LOGS = "logs"
END_SECONDS = 1.0  # what a program must take within this time when a game ends, or it is let go
DEAL_LINES = 2  # header and deal, which `start` tells


@dataclass(frozen=True)
class Command:
    """What is run: the words of a command, seconds until it has to be ready, and where its stderr goes."""

    words: tuple[str, ...]
    start_seconds: float = 10.0
    log: Path | None = None

    def run(self) -> Process:
        """Start it. Raises BotError."""
        return Process(self.words, Log(self.log_path(), " ".join(self.words)))

    def log_path(self) -> Path:
        """The file of its stderr: in the user's state folder, named after the command, where no other is wanted."""
        if self.log is not None:
            return self.log
        names = [Path(word).name for word in self.words if not word.startswith("-")][:2]
        return state_folder() / LOGS / (re.sub(r"[^\w.-]", "_", "-".join(names))[:80] + ".log")


class Line(Protocol):
    """What a program needs of its process; a test may stand in for it."""

    def send(self, data: bytes, deadline: float) -> None:
        """Write bytes. Raises BotError."""

    def receive(self, deadline: float) -> bytes:
        """Read a line. Raises BotError."""

    def leave(self, deadline: float) -> int | None:
        """Close its input and wait for its end."""

    def kill(self) -> None:
        """End it at once."""

    @property
    def running(self) -> bool:
        """Whether it has not ended."""


class Program:
    """A program at the other end of the bot protocol, with one game at a time."""

    def __init__(self, line: Line, start_seconds: float) -> None:
        """Say hello and wait for the answer. Raises BotError, and ends the process."""
        self.line = line
        self.passed_over = 0  # answers to earlier turns
        self._match = 0
        self._turn = 0
        self._seconds = 0.0
        self._told = 0
        deadline = time.monotonic() + start_seconds
        try:
            line.send(encode(messages.hello()), deadline)
            self.ready: Ready = messages.read_ready(line.receive(deadline))
        except BaseException:
            line.kill()
            raise

    def begin(self, stream: Stream, seconds: float) -> None:
        """Tell it of a game; one before is over for it. Raises BotError."""
        if stream.game.name not in self.ready.games:
            raise BotError(f"it plays {', '.join(self.ready.games)}, not {stream.game.name}")
        self._match += 1
        self._seconds = seconds
        self._told = DEAL_LINES
        self._send(time.monotonic() + seconds, messages.start(stream, self._match, seconds))

    def ask(self, stream: Stream) -> Choice:
        """Its move: answers to turns before are passed over. Raises BotError."""
        deadline = time.monotonic() + self._seconds
        self._turn += 1
        lines = stream.lines()
        asked = messages.act(stream, lines, self._match, self._turn, self._seconds)
        self._send(deadline, *self._news(lines), asked)
        while (reply := messages.read_reply(self.line.receive(deadline))).turn < self._turn:
            self.passed_over += 1
        if reply.turn > self._turn:
            raise BotError(f'move: "turn": expected {self._turn}, got {shorten(str(reply.turn))}')
        return Choice(messages.chosen(reply, stream.view.legal()), note=reply.note)

    def end(self, stream: Stream, record: Record | None) -> None:
        """Tell it the rest of a game, its result, and of a record that is given what was hidden. Raises BotError."""
        *lines, result = stream.lines()
        self._send(time.monotonic() + END_SECONDS, *self._news(lines), messages.end(self._match, result, record))

    def leave(self) -> int | None:
        """Say bye and wait for its end: gives its exit code, None where it had to be ended."""
        deadline = time.monotonic() + LEAVE_SECONDS
        try:
            self.line.send(encode(messages.bye()), deadline)
            return self.line.leave(deadline)
        except BotError:
            return None
        finally:
            self.line.kill()

    def _news(self, lines: Sequence[Message]) -> list[Message]:
        """The events it was not told of yet."""
        first, self._told = self._told, len(lines)
        return [messages.event(self._match, number + 1, lines[number]) for number in range(first, len(lines))]

    def _send(self, deadline: float, *said: Message) -> None:
        self.line.send(b"".join(map(encode, said)), deadline)


class Programs:
    """The programs that this process runs: those at a game, and those that wait for their next one."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._begin()

    def _begin(self) -> None:
        self._owner = os.getpid()
        self._running: set[Program] = set()
        self._waiting: dict[Command, list[Program]] = {}

    def take(self, command: Command) -> Program:
        """One that waits, or a new one. Raises BotError."""
        self._check_owner()
        while (waiting := self._pop(command)) is not None:
            if waiting.line.running:
                return waiting
            self.drop(waiting)
        program = Program(command.run(), command.start_seconds)
        with self._lock:
            self._running.add(program)
        return program

    def give_back(self, command: Command, program: Program) -> None:
        """Its game is over: it waits for the next one, or leaves where it did not promise to forget this one."""
        if program.ready.keep and program in self._running:
            with self._lock:
                self._waiting.setdefault(command, []).append(program)
        else:
            program.leave()
            self._forget(program)

    def drop(self, program: Program) -> None:
        """End one at once."""
        program.line.kill()
        self._forget(program)

    def close(self) -> None:
        """Let all programs go."""
        self._check_owner()
        with self._lock:
            programs, self._running, self._waiting = self._running, set(), {}
        for program in programs:
            program.leave()
        KEEPER.close()

    def _pop(self, command: Command) -> Program | None:
        with self._lock:
            waiting = self._waiting.get(command)
            return waiting.pop() if waiting else None

    def _forget(self, program: Program) -> None:
        with self._lock:
            self._running.discard(program)

    def _check_owner(self) -> None:
        """After a fork the programs are those of the other process."""
        if self._owner != os.getpid():
            self._begin()


PROGRAMS = Programs()
atexit.register(PROGRAMS.close)
