"""The weights of the Riven Veil: from the data file to what the core reads."""

import functools
from importlib import resources
from typing import Any

from avalon_ai import _veil, toml
from avalon_ai._state import Rules

FILE = "veil_models.toml"


@functools.cache
def tables() -> dict[str, Any]:
    """All sets of weights by name, as they stand in the data file."""
    text = resources.files("avalon_ai.games").joinpath(FILE).read_text("utf-8")
    return toml.loads(text)


@functools.cache
def model(rules: Rules, name: str = "tuned", *, greedy: bool = False) -> bytes:
    """The weights of this name for these rules; with `greedy` the scores are not shaken.

    Raises KeyError for a name that the data file does not have.
    """
    return compiled(rules, tables()[name], greedy=greedy)


def compiled(rules: Rules, table: dict[str, Any], *, greedy: bool = False) -> bytes:
    """The weights of one table of the data file, or of one like it; raises KeyError for one that is missing."""
    return _veil.make_model(
        rules,
        table["greedy"],
        table["evaluation"],
        noise=0.0 if greedy else table["noise"],
        sharpness=table["sharpness"],
        margin=table["margin"],
    )
