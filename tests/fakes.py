"""A terminal and a clock for sessions under test: nothing is shown, nothing waits, everything is noted."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from avalon_ai.style import Style

Answer = str | type[BaseException]
STYLE = Style(width=100, height=30)


class FakeClock:
    """Stands still but for its sleeps; `slept` holds how long each was."""

    def __init__(self) -> None:
        self.time = 0.0
        self.slept: list[float] = []

    def now(self) -> float:
        """The time."""
        return self.time

    def sleep_until(self, moment: float) -> None:
        """Be there at once."""
        self.slept.append(moment - self.time)
        self.time = max(self.time, moment)


class FakeTerminal:
    """Answers from a list, then with the end of input; `events` holds all that was shown and asked, with the time.

    An answer may be an exception class, as KeyboardInterrupt, or a function of the terminal.
    """

    def __init__(self, answers: Iterator[Answer] | list[Answer], clock: FakeClock, *, live: bool = True) -> None:
        self.live = live
        self.answers = iter(answers)
        self.clock = clock
        self.events: list[tuple[str, str, float]] = []
        self.on_ask: Callable[[str], None] | None = None

    @property
    def style(self) -> Style:
        """A wide terminal without colour."""
        return STYLE

    def paint(self, screen: str) -> None:
        """Note a screen."""
        self.events.append(("paint", screen, self.clock.time))

    def show(self, text: str) -> None:
        """Note lines."""
        self.events.append(("show", text, self.clock.time))

    def cover(self, text: str) -> None:
        """Note that everything before is covered."""
        self.events.append(("cover", text, self.clock.time))

    def ask(self, prompt: str, keys: str = "") -> str:
        """Give the next answer."""
        self.events.append(("ask", prompt, self.clock.time))
        answer = next(self.answers, EOFError)
        if isinstance(answer, str):
            return answer
        raise answer

    def text(self) -> str:
        """All that was shown."""
        return "\n".join(text for _, text, _ in self.events)

    def said(self) -> str:
        """All that was shown but for whole screens."""
        return "\n".join(text for kind, text, _ in self.events if kind != "paint")
