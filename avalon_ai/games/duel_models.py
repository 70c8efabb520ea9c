"""The duel's weights: from the data file to what the core reads."""

import functools
from typing import Any

from avalon_ai import _duel
from avalon_ai._state import Rules
from avalon_ai.games import weights

FILE = "duel_models.toml"


@functools.lru_cache(weights.MODELS_KEPT)
def model(rules: Rules, name: str = "tuned", *, greedy: bool = False) -> bytes:
    """The weights of this name for these rules; with `greedy` the scores are not shaken.

    Raises OptionError that names the ones there are.
    """
    return compiled(rules, weights.table(FILE, name), greedy=greedy)


def compiled(rules: Rules, table: dict[str, Any], *, greedy: bool = False) -> bytes:
    """The weights of one table of the data file, or of one like it; raises KeyError for one that is missing."""
    return _duel.make_model(
        rules,
        table["greedy"],
        table["evaluation"],
        early=table["early"],
        noise=0.0 if greedy else table["noise"],
        sharpness=table["sharpness"],
        decline=table["decline"],
        variety=table["variety"],
    )
