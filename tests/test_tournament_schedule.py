"""Who meets whom: every bot in every seat equally often, and what hangs on results does so alone."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations

import pytest

from avalon_ai.errors import OptionError
from avalon_ai.results import Played
from avalon_ai.tournament import Group, Schedule, Settings
from avalon_ai.tournament.formats import FORMATS
from avalon_ai.tournament.schedule import by_place

NAMES = "abcdefghijklmnopq"
SHAPES = [
    ("round-robin", 4, 2, 0),
    ("round-robin", 6, 5, 0),
    ("gauntlet", 5, 2, 2),
    ("gauntlet", 7, 5, 2),
    ("hero", 3, 2, 3),
    ("hero", 3, 5, 3),
    ("knockout", 7, 2, 0),
    ("knockout", 9, 5, 0),
    ("ladder", 5, 2, 0),
    ("ladder", 8, 5, 0),
]


def settings(shape: str, bots: int, heroes: int = 0, *, rounds: int = 3, seed: int = 1) -> Settings:
    return Settings("duel", tuple(NAMES[:bots]), format=shape, rounds=rounds, heroes=heroes, seed=seed)


def played(group: Group, strength: list[float]) -> list[Played]:
    """A group in which the strongest at the table always wins."""
    found = []
    for number in range(len(group.players)):
        seated = group.seated(number)
        best = max(strength[bot] for bot in seated)
        winners = [strength[bot] == best for bot in seated]
        results = tuple(won / sum(winners) for won in winners)
        bots = tuple(NAMES[bot] for bot in seated)
        found.append(Played(group.number, number, bots, tuple("ABCDEFGHIJ"[: len(bots)]), results, "end"))
    return found


def run(chosen: Settings, seats: int, strength: list[float] | None = None) -> tuple[list[Group], Schedule]:
    """All groups; each stage is reported when nothing more is handed out."""
    schedule = Schedule(chosen, seats)
    groups, open_groups = [], []
    while True:
        group = schedule.take()
        if group is not None:
            groups.append(group)
            open_groups.append(group)
        elif schedule.over:
            return groups, schedule
        else:
            for waiting in open_groups:
                schedule.report(waiting, played(waiting, strength or [0.0] * len(NAMES)))
            open_groups.clear()


@pytest.mark.parametrize(("shape", "bots", "seats", "heroes"), SHAPES)
def test_every_bot_sits_in_every_seat_equally_often(shape: str, bots: int, seats: int, heroes: int) -> None:
    groups, _ = run(settings(shape, bots, heroes), seats)
    seen = Counter((bot, seat) for g in groups for game in range(seats) for seat, bot in enumerate(g.seated(game)))
    for bot in {bot for bot, _ in seen}:
        assert len({seen[bot, seat] for seat in range(seats)}) == 1


@pytest.mark.parametrize(("shape", "bots", "seats", "heroes"), SHAPES)
def test_same_settings_give_the_same_groups(shape: str, bots: int, seats: int, heroes: int) -> None:
    groups, schedule = run(settings(shape, bots, heroes), seats)
    assert [group.number for group in groups] == list(range(len(groups)))
    assert run(settings(shape, bots, heroes), seats)[0] == groups
    assert schedule.groups in (None, len(groups))


def test_round_robin_has_every_table_in_every_round() -> None:
    groups, _ = run(settings("round-robin", 4), 2)
    assert [group.players for group in groups] == [*combinations(range(4), 2)] * 3
    groups, _ = run(settings("round-robin", 6), 5)
    tables = Counter(tuple(sorted(group.players)) for group in groups)
    assert tables == dict.fromkeys(combinations(range(6), 5), 3)


def test_neighbours_at_large_tables_hang_on_the_seed() -> None:
    first, _ = run(settings("round-robin", 5, rounds=20, seed=1), 5)
    second, _ = run(settings("round-robin", 5, rounds=20, seed=2), 5)
    assert len({group.players for group in first}) > 10
    assert [group.players for group in first] != [group.players for group in second]


def test_gauntlet_never_has_the_field_meet_itself() -> None:
    groups, _ = run(settings("gauntlet", 5, 2), 2)
    assert Counter(group.players for group in groups) == {(h, f): 3 for h in (0, 1) for f in (2, 3, 4)}


def test_hero_stands_among_copies_of_each_other_bot() -> None:
    groups, _ = run(settings("hero", 3, 3), 5)
    assert Counter(group.players for group in groups) == {(a, *[b] * 4): 3 for a, b in permutations(range(3), 2)}


@pytest.mark.parametrize(("bots", "seats"), [(2, 2), (5, 2), (8, 2), (5, 5), (9, 5), (17, 5)])
def test_knockout_ends_with_the_strongest(bots: int, seats: int) -> None:
    groups, schedule = run(settings("knockout", bots), seats, [float(place * 7 % bots) for place in range(bots)])
    assert schedule.places is not None
    assert sorted(schedule.places) == list(range(bots))
    assert schedule.places[0] * 7 % bots == bots - 1
    assert len(groups) == 3 * (bots - 1) // (seats - 1)


def test_knockout_without_winner_plays_on_and_then_takes_the_first_named() -> None:
    groups, schedule = run(settings("knockout", 2), 2)
    assert (len(groups), schedule.places) == (3 + 8, [0, 1])


def test_ladder_sorts_by_results() -> None:
    _, schedule = run(settings("ladder", 6, rounds=6), 2, [0.0, 3.0, 1.0, 5.0, 4.0, 2.0])
    assert schedule.places == [3, 4, 1, 5, 2, 0]


def test_scores_follow_the_bots_through_the_seats() -> None:
    group = Group(4, (2, 0, 1))
    assert by_place(group, played(group, [3.0, 1.0, 2.0])) == (0.0, 3.0, 0.0)


@pytest.mark.parametrize(
    ("shape", "bots", "seats", "heroes"),
    [
        ("round-robin", 4, 5, None),
        ("round-robin", 4, 2, 1),
        ("gauntlet", 2, 2, 2),
        ("gauntlet", 4, 5, 1),
        ("hero", 3, 5, 4),
        ("knockout", 6, 5, None),
        ("ladder", 4, 5, None),
    ],
)
def test_fields_that_do_not_fit_are_refused(shape: str, bots: int, seats: int, heroes: int | None) -> None:
    found = FORMATS[shape]
    with pytest.raises(OptionError):
        found.check(bots, seats, found.heroes(heroes, bots))
