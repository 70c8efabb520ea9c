"""What a seat sees and what it gets, as numbers."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt

if TYPE_CHECKING:
    from avalon_ai._state import View
    from avalon_ai.games.base import Game


def size(game: Game) -> int:
    """How many numbers a view has."""
    return len(game.feature_names()) or game.rules.state_size


def features(game: Game, view: View) -> npt.NDArray[np.float32]:
    """The numbers of a view: its features, or in a game without them its bytes. The same for equal knowledge."""
    if game.feature_names():
        return view.features()
    return np.frombuffer(view.to_bytes(), np.uint8).astype(np.float32)


def rewards(results: Iterable[float]) -> tuple[float, ...]:
    """What the results of a record are worth to a learner: a win 1, a loss -1, what lies between in proportion."""
    return tuple(2 * result - 1 for result in results)
