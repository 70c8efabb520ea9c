"""Who meets whom: each format plans its meetings from the number of bots, the seats, the rounds and the seed.

A meeting names the bots at one table, by their numbers in the tournament; it is played as one group of games, in which
every bot takes every seat. A plan yields meetings in stages: those of a stage do not hang on each other's results, and
the plan is sent what each place of each meeting scored, in order, before it yields the next stage. At the end it may
return the bots in the order in which they came in.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import comb

from avalon_ai import seeds
from avalon_ai.errors import OptionError

Meeting = tuple[int, ...]
Scores = tuple[float, ...]  # by place in the meeting
Plan = Generator[Iterable[Meeting], list[Scores], "list[int] | None"]

PLAY_OFFS = 8  # groups played on where a table of the knockout has no single winner
ORDER = 1_000  # the key of the order in which bots stand at tables of more than two


@dataclass(frozen=True)
class Field:
    """What a plan hangs on."""

    bots: int
    seats: int
    rounds: int
    heroes: int
    seed: int


@dataclass(frozen=True)
class Format:
    """One way of meeting: its plan, how many groups it takes (where known), and whom it fits."""

    help: str
    plan: Callable[[Field], Plan]
    groups: Callable[[Field], int | None]
    heroes: Callable[[int | None, int], int]
    check: Callable[[int, int, int], None]


# --- every meeting known before ------------------------------------------------------------------


def _rounds(field: Field, meetings: Callable[[], Iterator[Meeting]]) -> Plan:
    """The same meetings in every round, where more than two play in an order of chance: one stage, made as it goes."""
    yield (
        _mixed(meeting, field, number, place)
        for number in range(field.rounds)
        for place, meeting in enumerate(meetings())
    )
    return None


def _mixed(meeting: Meeting, field: Field, *keys: int) -> Meeting:
    """The bots of a meeting in an order of chance, since rotating seats keeps who sits beside whom."""
    if field.seats == 2:
        return meeting
    order = list(meeting)
    seeds.rng(field.seed, ORDER, *keys).shuffle(order)
    return tuple(order)


def _round_robin(field: Field) -> Plan:
    return (yield from _rounds(field, lambda: combinations(range(field.bots), field.seats)))


def _gauntlet(field: Field) -> Plan:
    def meetings() -> Iterator[Meeting]:
        others = range(field.heroes, field.bots)
        return ((hero, *rest) for hero in range(field.heroes) for rest in combinations(others, field.seats - 1))

    return (yield from _rounds(field, meetings))


def _hero(field: Field) -> Plan:
    yield (
        (hero, *[other] * (field.seats - 1))
        for _ in range(field.rounds)
        for hero in range(field.heroes)
        for other in range(field.bots)
        if other != hero
    )
    return None


# --- meetings that hang on results ---------------------------------------------------------------


def _knockout(field: Field) -> Plan:
    """The best of each table goes on; the first bots of the list stand out of a first stage that is not full."""
    left, out = list(range(field.bots)), list[int]()
    while len(left) > 1:
        tables = _tables(left, field.seats)
        winners = yield from _winners(tables, field)
        losers = [bot for table in tables for bot in table if bot not in winners]
        out = sorted(losers) + out
        left = [bot for bot in left if bot not in losers]
    return left + out


def _tables(left: Sequence[int], seats: int) -> list[Meeting]:
    """Tables after which the number left is a power of the seats: the first ones and the last ones mixed."""
    full = 1
    while full * seats < len(left):
        full *= seats
    count = (len(left) - full) // (seats - 1)
    playing = left[len(left) - count * seats :]
    tables: list[list[int]] = [[] for _ in range(count)]
    for place, bot in enumerate(playing):
        row, column = divmod(place, count)
        tables[column if row % 2 == 0 else count - 1 - column].append(bot)
    return [tuple(table) for table in tables]


def _winners(tables: list[Meeting], field: Field) -> Generator[Iterable[Meeting], list[Scores], list[int]]:
    """The winner of each table: after the rounds, tables without one play on, then the list decides."""
    sums = [[0.0] * field.seats for _ in tables]
    tied = list(range(len(tables)))
    for turn in range(1 + PLAY_OFFS):
        playing = [place for place in tied for _ in range(1 if turn else field.rounds)]
        scores = yield [tables[place] for place in playing]
        for place, score in zip(playing, scores, strict=True):
            sums[place] = [old + new for old, new in zip(sums[place], score, strict=True)]
        tied = [place for place in tied if _first_places(sums[place]) > 1]
        if not tied:
            break
    return [_winner(table, sums[place]) for place, table in enumerate(tables)]


def _rank(score: float) -> float:
    """A sum of results without what adding in another order would change."""
    return round(score, 6)


def _first_places(sums: Sequence[float]) -> int:
    ranks = [_rank(score) for score in sums]
    return ranks.count(max(ranks))


def _winner(table: Meeting, sums: Sequence[float]) -> int:
    return min(zip(table, sums, strict=True), key=lambda pair: (-_rank(pair[1]), pair[0]))[0]


def _ladder(field: Field) -> Plan:
    """Neighbours on the ladder meet and stand as they scored; each round begins a rung lower, then at the top again."""
    order = list(range(field.bots))
    shifts = min(field.seats, field.bots - field.seats + 1)
    for number in range(field.rounds):
        starts = range(number % shifts, field.bots - field.seats + 1, field.seats)
        scores = yield [tuple(order[start : start + field.seats]) for start in starts]
        for start, score in zip(starts, scores, strict=True):
            rungs = sorted(range(field.seats), key=lambda rung, score=score: -_rank(score[rung]))  # type: ignore[misc]
            order[start : start + field.seats] = [order[start + rung] for rung in rungs]
    return order


# --- whom a format fits --------------------------------------------------------------------------


def _no_heroes(given: int | None, bots: int) -> int:
    if given is not None:
        raise OptionError("heroes: expected with the formats gauntlet and hero alone")
    return 0


def _first_bot(given: int | None, bots: int) -> int:
    return 1 if given is None else given


def _all_bots(given: int | None, bots: int) -> int:
    return bots if given is None else given


def _full_table(bots: int, seats: int, heroes: int) -> None:
    if bots < seats:
        raise OptionError(
            f"a table has {seats} seats: expected at least {seats} bots, got {bots}; "
            "the format hero fills a table with copies of one bot"
        )


def _field_beside(bots: int, seats: int, heroes: int) -> None:
    if bots - heroes < seats - 1:
        raise OptionError(
            f"a table has {seats} seats: expected a field of at least {seats - 1} bots "
            f"beside {heroes} hero{'es' * (heroes > 1)}, got {max(0, bots - heroes)}"
        )


def _heroes_there(bots: int, seats: int, heroes: int) -> None:
    if heroes > bots:
        raise OptionError(f"heroes: expected at most {bots}, as many as bots, got {heroes}")


def _bracket(bots: int, seats: int, heroes: int) -> None:
    _full_table(bots, seats, heroes)
    step = seats - 1
    if (bots - 1) % step:
        below = 1 + (bots - 1) // step * step
        fitting = [number for number in (below, below + step) if number >= seats]
        raise OptionError(
            f"a knockout at tables of {seats} seats: expected {' or '.join(map(str, fitting))} bots, got {bots}"
        )


def _rungs(field: Field) -> int:
    shifts = min(field.seats, field.bots - field.seats + 1)
    return sum(
        len(range(number % shifts, field.bots - field.seats + 1, field.seats)) * _times(field.rounds, number, shifts)
        for number in range(shifts)
    )


def _times(rounds: int, first: int, step: int) -> int:
    return len(range(first, rounds, step))


FORMATS = {
    "round-robin": Format(
        "every bot meets every other",
        _round_robin,
        lambda field: field.rounds * comb(field.bots, field.seats),
        _no_heroes,
        _full_table,
    ),
    "gauntlet": Format(
        "heroes meet a field, which does not meet itself",
        _gauntlet,
        lambda field: field.rounds * field.heroes * comb(field.bots - field.heroes, field.seats - 1),
        _first_bot,
        _field_beside,
    ),
    "hero": Format(
        "one hero among copies of another bot, for each such pair",
        _hero,
        lambda field: field.rounds * field.heroes * (field.bots - 1),
        _all_bots,
        _heroes_there,
    ),
    "knockout": Format(
        "the best of each table goes on, until one is left", _knockout, lambda field: None, _no_heroes, _bracket
    ),
    "ladder": Format(
        "neighbours meet and stand as they scored, in the order of the list at first",
        _ladder,
        _rungs,
        _no_heroes,
        _full_table,
    ),
}
