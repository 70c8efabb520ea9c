"""The bots by name, and the specs that choose one with its options: `ismcts:visits=2000,seed=3`."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from avalon_ai.errors import OptionError, SpecError, shorten
from avalon_ai.games.base import Game
from avalon_ai.specs import SEED, Kind, Option

if TYPE_CHECKING:
    from avalon_ai.record import Record
    from avalon_ai.streams import Stream

VALUE_DIGITS = 6
DEFAULT = "ismcts"  # whom a person meets who names no bot


@dataclass(frozen=True)
class Choice:
    """A bot's move and what it may tell about it; `value` is its expected result, 0 to 1.

    >>> from avalon_ai import Choice
    >>> Choice(277, visits=100, value=0.25).extra()
    {'visits': 100, 'value': 0.25}
    """

    event: int
    visits: int | None = None
    value: float | None = None
    note: str | None = None

    def extra(self) -> dict[str, Any]:
        """What a record keeps beside the move."""
        if self.visits is None and self.value is None and self.note is None:
            return {}
        told = {
            "visits": self.visits,
            "value": None if self.value is None else round(self.value, VALUE_DIGITS),
            "note": self.note,
        }
        return {key: value for key, value in told.items() if value is not None}


class Bot(Protocol):
    """One player: it is shown the stream of its seat and nothing else.

    >>> from avalon_ai import Choice, Stream, load, make_bot, play
    >>> class First:
    ...     spec = "first"
    ...
    ...     def start(self, stream: Stream, seed: int) -> None:
    ...         pass
    ...
    ...     def act(self, stream: Stream) -> Choice:
    ...         return Choice(stream.view.legal()[0])
    >>> game = load("duel", turn_cap=20)
    >>> played = play(game, [First(), make_bot("greedy", game)], seed=1)
    >>> played.header["players"]
    ['first', 'greedy']
    """

    spec: str

    def start(self, stream: Stream, seed: int) -> None:
        """A game begins; all chance that the bot uses comes from `seed` and the stream's length."""

    def act(self, stream: Stream) -> Choice:
        """The move of the stream's seat. Assumes that this seat is to act."""


@runtime_checkable
class Guest(Bot, Protocol):
    """A bot that is no part of this program: it is told how long it may take and how games ended, and let go."""

    def allow(self, seconds: float | None) -> None:
        """The time that the match gives for a move; None is no bound."""

    def end(self, stream: Stream, record: Record | None) -> None:
        """The game of the stream has ended; `record` is the whole of it, where all that was hidden may be told."""

    def close(self) -> None:
        """No more is asked until the next start."""


WEIGHTS = Option("weights", "choice", "tuned", "weights set by self-play or by hand", choices=("tuned", "hand"))
SEARCH = (
    Option("visits", "int", 2_000, "new visits for each move; no bound when only time is given", 1, 10**9),
    Option("time", "float", None, "seconds for each move", 0.001, 3_600, unset="no bound"),
    Option("level", "int", None, "1 weakest, 10 strongest: visits, and how good a move it is content with", 1, 10),
    Option("threads", "int", 1, "trees grown side by side, each on a processor of its own", 1, 256),
    Option("memory", "int", 64, "bound on the tree, or all of them, in MiB; a full tree stops growing", 1, 1 << 14),
    Option("exploration", "float", 1.0, "how much moves that were tried little are preferred", 0, 100),
    SEED,
)
PROGRAM = (
    Option("time", "float", 60.0, "seconds for each move; a shorter bound of the match holds as well", 0.001, 86_400),
    Option("start", "float", 10.0, "seconds until the program has said that it is ready", 0.001, 3_600),
    Option("log", "text", None, "file for what it writes to stderr", unset="logs/ in your state folder"),
)
COMMAND = Option("command", "text", None, "the program and its arguments, quoted as for a shell; behind all options")

_KINDS = (
    Kind("random", "any legal move", (SEED,), "avalon_ai.bots.random", "RandomBot"),
    Kind("greedy", "the move that the rules of thumb like best", (WEIGHTS,), "avalon_ai.bots.greedy", "GreedyBot"),
    Kind("ismcts", "search from what its seat can know", SEARCH, "avalon_ai.bots.ismcts", "IsmctsBot"),
    Kind("cmd", "a program that speaks the bot protocol", PROGRAM, "avalon_ai.bots.command", "CommandBot", COMMAND),
)

BOTS: dict[str, Kind] = {  # those that play every game; a game may add its own
    kind.name: kind for kind in _KINDS
}


def kinds(game: Game | type[Game]) -> dict[str, Kind]:
    """The bots that play a game: those for every game, and the game's own."""
    return BOTS | {kind.name: kind for kind in game.BOTS}


def make(spec: str, game: Game) -> Bot:
    """The bot of a spec for a game. Raises SpecError that names the valid bots, options or ranges.

    >>> from avalon_ai import load, make_bot
    >>> game = load("duel")
    >>> bot = make_bot("ismcts:visits=50,seed=3", game)
    >>> bot.spec
    'ismcts:visits=50,seed=3'
    """
    kind, options = _parsed(spec, type(game))
    build: Any = getattr(import_module(kind.module), kind.attribute)
    bot: Bot = build(spec, game, **options)
    return bot


def parse(spec: str, game: Game | type[Game]) -> tuple[Kind, dict[str, Any]]:
    """The sort of bot and the options that a spec names. Raises SpecError."""
    kind, options = _parsed(spec, game if isinstance(game, type) else type(game))
    return kind, dict(options)


@lru_cache(maxsize=256)
def _parsed(spec: str, game: type[Game]) -> tuple[Kind, Mapping[str, Any]]:
    """The same, remembered: a tournament makes each bot anew for every game."""
    name, sign, rest = spec.partition(":")
    known = kinds(game)
    if name not in known:
        raise SpecError(f"there is no bot {shorten(name) or '(empty)'}; bots: {', '.join(known)}")
    kind = known[name]
    if not spec.isprintable():
        raise SpecError(f"{shorten(spec)}: expected a text that can be printed on one line")
    try:
        return kind, kind.read(rest if sign else None)
    except OptionError as error:
        raise SpecError(f"{shorten(spec)}: {error}") from error


def with_options(spec: str, pairs: Sequence[str], game: Game | type[Game]) -> str:
    """The spec with more options, texts like `visits=2000`. Raises SpecError."""
    kind, _ = parse(spec, game)
    try:
        longer = kind.add(spec, pairs)
    except OptionError as error:
        raise SpecError(f"{shorten(spec)}: {error}") from error
    parse(longer, game)
    return longer


def starts_program(spec: str) -> bool:
    """Whether the bot of a spec is a program of its own, so that who made the spec says what is run here."""
    kind = BOTS.get(spec.partition(":")[0])
    return kind is not None and kind.rest is not None


def level(number: int) -> str:
    """The spec of the default bot at a level from 1 to 10."""
    return f"{DEFAULT}:level={number}"
