"""Takes the word from who takes too long, where system and thread allow: then even a bot that never answers is late."""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType
from typing import TypeVar

Answer = TypeVar("Answer")


class Late(BaseException):
    """The time is over. No Exception, so that what catches all of them does not stop it."""


class Alarm:
    """Calls functions and interrupts them after so many seconds, between two steps of Python."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._armed = False

    def call(self, function: Callable[[], Answer]) -> Answer:
        """What the function gives. Raises Late."""
        self._armed = True
        signal.setitimer(signal.ITIMER_REAL, self._seconds)
        try:
            return function()
        finally:
            self._armed = False
            signal.setitimer(signal.ITIMER_REAL, 0)

    def ring(self, _number: int, _frame: FrameType | None) -> None:
        """The time is over; an alarm that comes after the answer says nothing."""
        if self._armed:
            self._armed = False
            raise Late


def possible() -> bool:
    """Whether this thread can be interrupted."""
    return hasattr(signal, "setitimer") and threading.current_thread() is threading.main_thread()


@contextmanager
def alarm(seconds: float) -> Iterator[Alarm]:
    """An alarm, in place of what else waits for that signal. Assumes that it is possible."""
    made = Alarm(seconds)
    before = signal.signal(signal.SIGALRM, made.ring)
    try:
        yield made
    finally:
        signal.signal(signal.SIGALRM, before)
