"""What a seat gets, as numbers."""

from __future__ import annotations

from collections.abc import Iterable


def rewards(results: Iterable[float]) -> tuple[float, ...]:
    """What the results of a record are worth to a learner: a win 1, a loss -1, what lies between in proportion."""
    return tuple(2 * result - 1 for result in results)
