"""Typed options with ranges: one mechanism for the options of games and of bots; and what a sort of bot is."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from avalon_ai.errors import OptionError, shorten

KINDS = ("int", "float", "bool", "choice", "text", "list", "counts", "object")


@dataclass(frozen=True)
class Option:
    """One option: its name, what it may be, and what holds when it is left out.

    `low` and `high` bound a number, the length of a list, or each number of a table of counts;
    `choices` are the words of a choice or a list, or the keys of counts; `named` are values that
    have a word of their own on the command line. A list may also be one of `words`, and with
    `repeats` hold a name more than once. A hidden option is accepted but not shown.
    """

    name: str
    kind: str
    default: Any
    help: str
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    named: Mapping[str, Any] = field(default_factory=dict, kw_only=True)
    unset: str = field(default="none", kw_only=True)
    hidden: bool = field(default=False, kw_only=True)
    words: tuple[str, ...] = field(default=(), kw_only=True)
    repeats: bool = field(default=False, kw_only=True)

    def expected(self) -> str:
        """What a valid value is, in words."""
        words = "".join(f", or {name}" for name in (*self.words, *self.named))
        return self._expected() + words

    def _expected(self) -> str:
        if self.kind in ("int", "float"):
            return ("a whole number" if self.kind == "int" else "a number") + self._range()
        if self.kind == "choice":
            return "one of " + ", ".join(self.choices)
        if self.kind == "bool":
            return "true or false"
        if self.kind == "list":
            names = "names" if self.repeats else "different names"
            return f"{self._plain(self.low)} to {self._plain(self.high)} {names} of {', '.join(self.choices)}"
        if self.kind == "counts":
            return f"counts{self._range()} of {', '.join(self.choices)}, as in {self.choices[0]}:1"
        return "a text" if self.kind == "text" else "a JSON object"

    def default_text(self) -> str:
        """The default in words."""
        if self.default is None:
            return self.unset
        if isinstance(self.default, bool):
            return str(self.default).lower()
        return "all" if list(self.choices) == self.default else str(self.default)

    def read(self, text: str) -> Any:
        """The value that a text on a command line stands for. Raises OptionError."""
        if text in self.named:
            return self.check(self.named[text])
        if text in self.words:
            return text
        if self.kind == "bool":
            return self.check({"true": True, "false": False}.get(text.lower(), text))
        if self.kind == "int":
            return self.check(_int(text))
        if self.kind == "float":
            return self.check(_float(text))
        if self.kind in ("choice", "text"):
            return self.check(text)
        if text.lstrip().startswith(("{", "[")):
            return self.check(_json(text))
        if self.kind == "list":
            return self.check([word.strip() for word in text.split(",")])
        if self.kind == "counts":
            return self.check(_counts(text))
        return self.check(text)

    def check(self, value: Any) -> Any:
        """The value itself when it is valid. Raises OptionError which names the valid ones."""
        if not self._valid(value):
            raise OptionError(f"{self.name}: expected {self.expected()}, got {shorten(str(value))}")
        return value

    def _valid(self, value: Any) -> bool:
        if self.kind in ("int", "float"):
            return self._number(value)
        if self.kind == "bool":
            return isinstance(value, bool)
        if self.kind == "choice":
            return isinstance(value, str) and value in self.choices
        if self.kind == "text":
            return isinstance(value, str) and value != ""
        if self.kind == "list":
            return self._list(value)
        if self.kind == "counts":
            return self._table(value)
        return isinstance(value, dict)

    def _number(self, value: Any) -> bool:
        if isinstance(value, bool) or not isinstance(value, int if self.kind == "int" else (int, float)):
            return False
        if isinstance(value, float) and not math.isfinite(value):
            return False
        return (self.low is None or value >= self.low) and (self.high is None or value <= self.high)

    def _list(self, value: Any) -> bool:
        if isinstance(value, str) and value in self.words:
            return True
        if not isinstance(value, list) or not all(isinstance(word, str) and word in self.choices for word in value):
            return False
        single = self.repeats or len(set(value)) == len(value)
        return single and (self.low or 0) <= len(value) <= (self.high or math.inf)

    def _table(self, value: Any) -> bool:
        if not isinstance(value, dict) or not all(key in self.choices for key in value):
            return False
        numbers = [isinstance(n, int) and not isinstance(n, bool) for n in value.values()]
        return all(numbers) and all((self.low or 0) <= n <= (self.high or math.inf) for n in value.values())

    def _range(self) -> str:
        if self.low is None or self.high is None:
            return "" if self.low is None else f" from {self._plain(self.low)} on"
        return f" from {self._plain(self.low)} to {self._plain(self.high)}"

    @staticmethod
    def _plain(number: float | None) -> str:
        return "any" if number is None else str(number)


@dataclass(frozen=True)
class Kind:
    """One sort of bot: what it is, its options, and where its class is found.

    `rest` takes all of a spec that follows the options, whatever stands in it: the command of a program.
    """

    name: str
    help: str
    options: tuple[Option, ...]
    module: str
    attribute: str
    rest: Option | None = None

    def read(self, text: str | None) -> dict[str, Any]:
        """The values of what stands behind the name in a spec. Raises OptionError."""
        if self.rest is None:
            return read_options(self.name, self.options, () if text is None else text.split(","))
        pairs, rest = _split(self.options, text or "")
        return read_options(self.name, self.options, pairs) | {self.rest.name: self.rest.check(rest)}

    def add(self, spec: str, pairs: Sequence[str]) -> str:
        """A spec of this sort with more options, texts like `visits=2000`. Raises OptionError."""
        if not pairs:
            return spec
        read_options(self.name, self.options, pairs)
        name, sign, text = spec.partition(":")
        parts = [*pairs, text] if self.rest is not None else [*([text] if sign else []), *pairs]
        return f"{name}:{','.join(parts)}"


SEED = Option("seed", "int", None, "seed of its own chance", 0, (1 << 63) - 1, unset="from the game's seed")


def check_options(owner: str, options: Sequence[Option], values: Mapping[str, Any]) -> dict[str, Any]:
    """The given values, each checked against the option of its name. Raises OptionError."""
    known = {option.name: option for option in options}
    return {name: _named(owner, known, name).check(value) for name, value in values.items()}


def read_options(owner: str, options: Sequence[Option], pairs: Iterable[str]) -> dict[str, Any]:
    """The values of texts like `visits=2000`. Raises OptionError for anything else."""
    known = {option.name: option for option in options}
    values: dict[str, Any] = {}
    for pair in pairs:
        name, sign, text = pair.partition("=")
        option = _named(owner, known, name.strip())
        if not sign:
            raise OptionError(f"{owner}: expected {option.name}=VALUE, got {shorten(pair)}")
        if option.name in values:
            raise OptionError(f"{owner}: expected the option {option.name} once, got it twice")
        values[option.name] = option.read(text.strip())
    return values


def _split(options: Sequence[Option], text: str) -> tuple[list[str], str]:
    """The options in front, each with a comma behind it, and the rest as it stands."""
    names = {option.name for option in options}
    pairs: list[str] = []
    rest = text.lstrip()
    while rest.partition("=")[0].strip() in names and "," in rest:
        pair, _, after = rest.partition(",")
        pairs.append(pair)
        rest = after.lstrip()
    return pairs, rest.rstrip()


def _named(owner: str, known: Mapping[str, Option], name: str) -> Option:
    if name in known:
        return known[name]
    valid = ", ".join(name for name, option in known.items() if not option.hidden) or "none"
    raise OptionError(f"{owner} has no option {shorten(name) or '(empty)'}; it has: {valid}")


def _int(text: str) -> Any:
    try:
        return int(text) if len(text) <= 40 else text
    except ValueError:
        return text


def _float(text: str) -> Any:
    try:
        return float(text)
    except ValueError:
        return text


def _json(text: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError):
        return text


def _counts(text: str) -> Any:
    pairs = [word.partition(":") for word in text.split(",")]
    return {key.strip(): _int(number.strip()) for key, _, number in pairs}
