"""The bot that is a program of its own, in any language: it speaks the bot protocol on its stdin and stdout."""

from __future__ import annotations

import shlex
import shutil
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from avalon_ai.bots import Choice
from avalon_ai.bots.messages import ILLEGAL
from avalon_ai.bots.program import PROGRAMS, Command, Program
from avalon_ai.errors import BotError, SpecError, shorten
from avalon_ai.games.base import Game

if TYPE_CHECKING:
    from avalon_ai.record import Record
    from avalon_ai.streams import Stream

Answer = TypeVar("Answer")


class CommandBot:
    """Asks a program for its moves; one that does not do its part raises BotError and is ended.

    `program` is the one that plays now, `limit` the seconds it has for a move.
    """

    def __init__(
        self,
        spec: str,
        game: Game,
        *,
        command: str,
        time: float = 60.0,
        start: float = 10.0,
        log: str | None = None,
        take: Callable[[Command], Program] = PROGRAMS.take,
    ) -> None:
        """Nothing is started yet. Raises SpecError for a command that names no program."""
        self.spec = spec
        self.command = Command(_words(command), start, None if log is None else Path(log))
        self._own_limit = self.limit = time
        self._take = take
        self.program: Program | None = None

    def allow(self, seconds: float | None) -> None:
        """The time for a move: that of the spec or of the match, whichever is shorter."""
        self.limit = self._own_limit if seconds is None else min(seconds, self._own_limit)

    def start(self, stream: Stream, seed: int) -> None:
        """Tell a program of the game; the seed is not passed on, since the deal could be guessed from it."""
        self.close()
        program = self.program = self._take(self.command)
        self._have(lambda: program.begin(stream, self.limit))

    def act(self, stream: Stream) -> Choice:
        """What the program chooses. Raises BotError."""
        program = self.program
        if program is None:
            raise BotError("it was let go before")
        return self._have(lambda: program.ask(stream))

    def end(self, stream: Stream, record: Record | None) -> None:
        """Tell the program how the game ended; one that does not take it is ended."""
        program = self.program
        if program is not None:
            with suppress(BotError):
                self._have(lambda: program.end(stream, record))

    def close(self) -> None:
        """Let the program wait for its next game, or leave."""
        program, self.program = self.program, None
        if program is not None:
            PROGRAMS.give_back(self.command, program)

    def _have(self, do: Callable[[], Answer]) -> Answer:
        """Do something with the program; where that is cut short, nobody knows what it has taken, and it is ended."""
        try:
            return do()
        except BaseException as error:
            answered = isinstance(error, BotError) and error.reason == ILLEGAL
            if self.program is not None and not answered:
                PROGRAMS.drop(self.program)
                self.program = None
            raise


def _words(command: str) -> tuple[str, ...]:
    """The words of a command, the first of them a program that is there. Raises SpecError."""
    try:
        words = shlex.split(command)
    except ValueError as error:
        raise SpecError(f"{shorten(command)}: expected a command quoted as for a shell: {error}") from error
    if not words or shutil.which(words[0]) is None:
        name = shorten(words[0]) if words else "(empty)"
        raise SpecError(f"there is no program {name} that can be run here; expected cmd:PROGRAM ARGUMENT...")
    return tuple(words)
