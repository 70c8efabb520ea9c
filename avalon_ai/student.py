"""Student's t-distribution: what the spread of a few groups is worth."""

from __future__ import annotations

import math
from functools import lru_cache

SAME_AS_NORMAL = 5_000  # degrees of freedom from which on the normal distribution serves, off by less than 1e-4


def normal(z: float) -> float:
    """Probability, 0 to 1, that a normally distributed number is at most `z` standard deviations above its mean."""
    return math.erfc(-z / math.sqrt(2)) / 2


def cdf(t: float, freedom: float) -> float:
    """Probability, 0 to 1, that a t-distributed number is at most `t`.

    Degrees of freedom are whole or infinite, which is the normal distribution.
    Exact sums: Abramowitz and Stegun 26.7.3 and 26.7.4. Raises ValueError if `freedom` is below 1 or not whole.
    """
    if freedom < 1 or (freedom < SAME_AS_NORMAL and freedom % 1):
        raise ValueError(f"degrees of freedom: a whole number from 1 on, or infinite, got {freedom}")
    if freedom >= SAME_AS_NORMAL or math.isinf(t):
        return normal(t)
    angle = math.atan2(t, math.sqrt(freedom))
    return 0.5 + (_odd(angle, int(freedom)) if freedom % 2 else _even(angle, int(freedom))) / 2


@lru_cache(maxsize=4096)
def quantile(probability: float, freedom: float) -> float:
    """The t below which a t-distributed number lies with this probability, which is between 0 and 1.

    Raises ValueError for a probability that is not inside 0 to 1, and what `cdf` raises.
    """
    if not 0 < probability < 1:
        raise ValueError(f"probability: inside 0 to 1, got {probability}")
    if probability < 0.5:
        return -quantile(1 - probability, freedom)
    low, high = 0.0, 1.0
    while cdf(high, freedom) < probability:
        high *= 2
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if cdf(middle, freedom) < probability else (low, middle)
    return (low + high) / 2


def _odd(angle: float, freedom: int) -> float:
    term = total = math.cos(angle) if freedom > 1 else 0.0
    for n in range(3, freedom - 1, 2):
        term *= math.cos(angle) ** 2 * (n - 1) / n
        total += term
    return 2 / math.pi * (angle + math.sin(angle) * total)


def _even(angle: float, freedom: int) -> float:
    term = total = 1.0
    for n in range(2, freedom - 1, 2):
        term *= math.cos(angle) ** 2 * (n - 1) / n
        total += term
    return math.sin(angle) * total
