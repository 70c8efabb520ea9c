"""Bots that lose in every way there is, for tournaments under test; `make` stands in for that of the library."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from avalon_ai import bots
from avalon_ai.bots import Bot, Choice
from avalon_ai.games.base import Game
from avalon_ai.streams import Stream


class Fake:
    """Plays the first legal move, but for what its name says."""

    def __init__(self, spec: str) -> None:
        self.spec = spec

    def start(self, stream: Stream, seed: int) -> None:
        """Break down at once, where the name says so."""
        if self.spec == "starts-badly":
            raise ValueError("no start")

    def act(self, stream: Stream) -> Choice:
        """The first legal move, or what the name says."""
        legal = stream.view.legal()
        if self.spec == "breaks":
            return Choice([][0])
        if self.spec == "leaves":
            raise SystemExit(3)
        if self.spec == "cheats":
            return Choice(1 << 20)
        if self.spec == "slow":
            time.sleep(0.4)
        if self.spec == "spoils":
            stream.view.apply(legal[0])
        while self.spec == "never":
            try:
                time.sleep(0.001)
            except Exception:
                continue
        if self.spec == "mumbles":
            return Choice(legal[0], value=float("nan"))
        return Choice(legal[0])


class Killer(Fake):
    """Kills its own process once, or each time where no file is named: `kills:FILE`."""

    def act(self, stream: Stream) -> Choice:
        """Die, unless the file says that it happened."""
        mark = self.spec.partition(":")[2]
        if not mark or not Path(mark).exists():
            if mark:
                Path(mark).touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return Choice(stream.view.legal()[0])


FAKES = ("starts-badly", "breaks", "leaves", "cheats", "slow", "spoils", "never", "mumbles", "first")


def make(spec: str, game: Game) -> Bot:
    """A fake bot of that name, or the library's."""
    if spec in FAKES:
        return Fake(spec)
    if spec.startswith("kills"):
        return Killer(spec)
    return bots.make(spec, game)
