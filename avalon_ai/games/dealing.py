"""Deals told card by card, with exact probabilities, for programs that go through all of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import comb, prod


def next_card(left: Mapping[str, int]) -> list[tuple[str, float]]:
    """The next card off a shuffled pile that holds so many of each kind."""
    total = sum(left.values())
    return [(card, number / total) for card, number in left.items() if number]


def next_held(left: Mapping[str, int], size: int, held: Sequence[str]) -> list[tuple[str, float]]:
    """The next card of a hand of `size`, told in the order of `left`; `held` are those told already.

    `left` counts the cards from which the whole hand is drawn. Each hand comes about in one way, as likely as it is
    when its cards are drawn in any order.
    """
    kinds, counts = list(left), list(left.values())
    told = [kinds.index(card) for card in held]
    total = _ways(counts, size, told)
    ways = [(kind, _ways(counts, size, [*told, kind])) for kind in range(told[-1] if told else 0, len(kinds))]
    return [(kinds[kind], number / total) for kind, number in ways if number]


def _ways(counts: Sequence[int], size: int, told: Sequence[int]) -> int:
    """How many hands, with every card told apart, begin with these kinds when sorted."""
    last = told[-1] if told else 0
    before = prod(comb(counts[kind], told.count(kind)) for kind in range(last))
    rest = size - sum(kind < last for kind in told)
    later = sum(counts[last + 1 :])
    return before * sum(
        comb(counts[last], same) * comb(later, rest - same) for same in range(told.count(last), rest + 1)
    )
