"""What a tournament is: game, bots, format, rounds, seed and limits, checked against each other."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, fields
from functools import cached_property
from typing import Any

from avalon_ai import adjudication, games
from avalon_ai import bots as kinds
from avalon_ai.bots import Bot
from avalon_ai.errors import OptionError, shorten
from avalon_ai.games.base import Game
from avalon_ai.specs import Option, check_options
from avalon_ai.sprt import MODELS, Sprt
from avalon_ai.tournament.formats import FORMATS

Make = Callable[[str, Game], Bot]

ROUNDS = 10
OPTIONS = (
    Option("format", "choice", "round-robin", "who meets whom", choices=tuple(FORMATS)),
    Option("rounds", "int", ROUNDS, "groups of games for each meeting", 1, 10**9),
    Option("heroes", "int", None, "how many of the first bots are heroes", 1, 10**4, unset="as the format says"),
    Option("seed", "int", 0, "seed of all chance", 0, (1 << 63) - 1),
    Option("sprt_model", "choice", MODELS[0], "the points of the sequential test", choices=MODELS),
    Option("move_time", "float", None, "seconds for each move; who takes longer loses", 0.001, 10**6, unset="no bound"),
)


@dataclass(frozen=True)
class Settings:
    """All that the results of a tournament hang on. Made by `configure`, which checks it.

    `options` are those of a record's header; they hold all that the game needs, so that a worker elsewhere can make it.
    """

    game: str
    bots: tuple[str, ...]
    options: Mapping[str, Any] = field(default_factory=dict)
    format: str = "round-robin"
    rounds: int = ROUNDS
    heroes: int = 0
    seed: int = 0
    move_time: float | None = None
    adjudicate: Mapping[str, Any] | None = None
    sprt: tuple[float, float] | None = None
    sprt_model: str | None = None  # where it is not the usual one

    @cached_property
    def names(self) -> tuple[str, ...]:
        """A name for each bot: its spec, with a number where the same one plays again."""
        seen: Counter[str] = Counter()
        found = []
        for spec in self.bots:
            seen[spec] += 1
            found.append(spec if seen[spec] == 1 else f"{spec} #{seen[spec]}")
        return tuple(found)

    def load(self) -> Game:
        """The game."""
        return games.recorded(self.game, self.options)

    def as_json(self) -> dict[str, Any]:
        """The settings as they stand in a file."""
        said = {known.name: getattr(self, known.name) for known in fields(self)}
        said |= {"bots": list(self.bots), "options": dict(self.options), "sprt": self.sprt and list(self.sprt)}
        said["adjudicate"] = self.adjudicate and dict(self.adjudicate)
        return {key: value for key, value in said.items() if value is not None}


def configure(
    game: str,
    bots: Sequence[str],
    *,
    options: Mapping[str, Any] | None = None,
    make: Make = kinds.make,
    **more: Any,
) -> Settings:
    """The settings of a tournament; what is not said is as the table of options has it.

    Raises OptionError for what is unknown, out of range, or does not fit together.
    """
    sprt, asked = _sprt(more.pop("sprt", None), bots), more.pop("adjudicate", None)
    said = check_options("tournament", OPTIONS, {key: value for key, value in more.items() if value is not None})
    loaded = games.load(game, **(options or {}))
    adjudicate = adjudication.check(type(loaded), asked or {}) or None
    _check_bots(bots, loaded, make)
    shape = FORMATS[said.get("format", "round-robin")]
    heroes = shape.heroes(said.get("heroes"), len(bots))
    shape.check(len(bots), loaded.seats, heroes)
    model = said.pop("sprt_model", None)
    if model is not None and sprt is None:
        raise OptionError("sprt_model: expected beside sprt alone")
    said["sprt_model"] = None if model == MODELS[0] else model
    said |= {"heroes": heroes, "sprt": sprt, "adjudicate": adjudicate}
    return Settings(loaded.name, tuple(bots), loaded.options, **said)


def _sprt(asked: Any, bots: Sequence[str]) -> tuple[float, float] | None:
    """Elo of both hypotheses, the lower one first. Raises OptionError."""
    if asked is None:
        return None
    words = asked.split(",") if isinstance(asked, str) else asked
    try:
        low, high = (float(word) for word in words)
        Sprt(low, high)
    except (TypeError, ValueError):
        expected = "two numbers of Elo points, the lower one first, as in 0,20"
        raise OptionError(f"sprt: expected {expected}, got {_shown(asked)}") from None
    if len(bots) != 2:
        raise OptionError(f"sprt: a test is between 2 bots, got {len(bots)}")
    return low, high


def _check_bots(bots: Sequence[str], game: Game, make: Make) -> None:
    """Make each bot once. Raises OptionError."""
    for place, spec in enumerate(bots, 1):
        if not isinstance(spec, str) or not spec.strip():
            raise OptionError(f"bot {place}: expected a bot as in greedy or ismcts:visits=500, got {_shown(spec)}")
        make(spec, game)
    if len(bots) < 2:
        raise OptionError(f"a tournament needs at least 2 bots, got {len(bots)}")


def _shown(found: object) -> str:
    return shorten(found).strip() or "nothing"


def differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> list[str]:
    """What differs between two settings as JSON, in words."""
    return list(_differences(before, now))


def _differences(before: Mapping[str, Any], now: Mapping[str, Any]) -> Iterator[str]:
    for key in sorted({*before, *now}):
        old, new = before.get(key), now.get(key)
        if old != new:
            yield f"{key} was {_word(old)}, is now {_word(new)}"


def _word(value: object) -> str:
    if value is None:
        return "not set"
    if isinstance(value, list):
        return shorten(" ".join(map(str, value)))
    return shorten(value)
