"""Independent generators from one seed: each purpose has a key, and nothing else moves its numbers."""

from __future__ import annotations

from avalon_ai._state import Generator

DEAL, BOT, SEARCH, LEVEL, THREAD = 1, 2, 3, 4, 5
SEED_LIMIT = 1 << 63


def rng(seed: int, *keys: int) -> Generator:
    """The generator of a seed and a path of keys; the same ones give the same numbers."""
    generator = Generator(seed)
    for key in keys:
        generator = generator.fork(key)
    return generator


def derive(seed: int, *keys: int) -> int:
    """A seed for whoever has these keys."""
    return rng(seed, *keys).bits() % SEED_LIMIT
