"""Sets of weights by name, as they stand in a game's data file."""

import functools
from importlib import resources
from typing import Any

from avalon_ai import toml
from avalon_ai.errors import OptionError

MODELS_KEPT = 64  # models made from them, for each game


@functools.cache
def tables(file: str) -> dict[str, Any]:
    """All sets of a data file by name."""
    return toml.loads(resources.files("avalon_ai.games").joinpath(file).read_text("utf-8"))


def table(file: str, name: str) -> dict[str, Any]:
    """The set of that name. Raises OptionError that names the ones there are."""
    if name not in tables(file):
        raise OptionError(f"weights: expected one of {', '.join(tables(file))}, got {name}")
    found: dict[str, Any] = tables(file)[name]
    return found
