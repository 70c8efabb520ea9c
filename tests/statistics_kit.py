"""Chi-square for tests, without a package for it."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import TypeVar

Cell = TypeVar("Cell")


def chi_square(seen: Mapping[Cell, int], expected: Mapping[Cell, float]) -> float:
    """Sum of squared deviations over expectation; infinite where something was seen that cannot be."""
    if any(cell not in expected for cell in seen):
        return math.inf
    return sum((seen.get(cell, 0) - count) ** 2 / count for cell, count in expected.items())


def tail(statistic: float, freedom: int) -> float:
    """Probability that chi-square with this many degrees of freedom is at least the statistic."""
    if math.isinf(statistic):
        return 0.0
    a, x = freedom / 2, statistic / 2
    if x <= 0:
        return 1.0
    start = math.exp(a * math.log(x) - x - math.lgamma(a))
    return 1 - start * _series(a, x) if x < a + 1 else start * _fraction(a, x)


def _series(a: float, x: float) -> float:
    """The lower incomplete gamma function by its series, without the leading factor."""
    term = total = 1 / a
    for n in range(1, 10_000):
        term *= x / (a + n)
        total += term
        if term < total * 1e-15:
            break
    return total


def _fraction(a: float, x: float) -> float:
    """The upper incomplete gamma function by its continued fraction (Lentz), without the leading factor."""
    b = x + 1 - a
    c, d = 1e300, 1 / b
    value = d
    for n in range(1, 10_000):
        factor = -n * (n - a)
        b += 2
        d = 1 / (factor * d + b)
        c = b + factor / c
        value *= c * d
        if abs(c * d - 1) < 1e-15:
            break
    return value
