"""JSON Schemas of the messages to and from other programs, one file a message: `serve.request`, `bot.act` and so on."""

from __future__ import annotations

import json
from functools import cache
from importlib import resources
from typing import Any

SUFFIX = ".json"


def names(protocol: str) -> list[str]:
    """The names of a protocol's schemas: `serve.request` for `serve`."""
    files = (file.name for file in resources.files(__package__).iterdir())
    return sorted(name.removesuffix(SUFFIX) for name in files if name.startswith(f"{protocol}.") and SUFFIX in name)


@cache
def load(name: str) -> dict[str, Any]:
    """The schema of that name. Raises FileNotFoundError for a name that `names` does not give."""
    text = resources.files(__package__).joinpath(name + SUFFIX).read_text("utf-8")
    schema: dict[str, Any] = json.loads(text)
    return schema
