"""What everybody sees of The Resistance: Avalon, and what each seat knows beside it: `View.shared`, `State.secret`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

import kit
from avalon_ai import _resistance, games
from avalon_ai._state import (
    HIDDEN,
    NO_SEAT,
    OVER,
    Generator,
    State,
    View,
    event_code,
    event_seat,
    event_source,
    make_event,
)
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.games.resistance_codes import (
    APPROVE,
    CARD_HIDDEN,
    EVIL_ROLES,
    FAIL,
    LOYALTY,
    REJECT,
    ROLES,
    SUCCESS,
    VOTE_HIDDEN,
)
from reference_resistance import assignments
from resistance_pair import mask

SETTINGS: list[dict[str, Any]] = [
    {"roles": "standard", "lady": True},
    {"roles": "none", "players": 6, "lady": True},
    {"roles": ["merlin", "percival", "mordred", "minion"], "assassin": "any", "players": 6},
    {"roles": "all", "players": 7, "lady": True},
    {"roles": ["merlin", "oberon", "assassin"], "players": 8, "lady": True},
    {"roles": "all", "players": 9},
    {"roles": "all", "players": 10, "assassin": "any", "lady": True},
]
UNSEEN = {APPROVE: VOTE_HIDDEN, REJECT: VOTE_HIDDEN, SUCCESS: CARD_HIDDEN, FAIL: CARD_HIDDEN}
UNSEEN |= {LOYALTY + 1: LOYALTY, LOYALTY + 2: LOYALTY}
GAMES = 3
WORLDS = 16
MOMENTS = 10  # one of so many is looked at, and each one that comes seldom
SELDOM = ("quest", "reveal", "lady", "loyalty", "claim", "shoot", "result", "over")


def moments(options: dict[str, Any]) -> Iterator[tuple[kit.Table, Generator]]:
    """Some moments of random games."""
    game = games.load("resistance", **options)
    for seed in range(GAMES):
        table, rng = kit.Table.deal(game, seed), Generator(seed)
        for _ in kit.walk(table, seed, kit.grouped(game), game.rules.longest):
            if rng.below(MOMENTS) == 0 or _resistance.fields(table.state)["phase"] in SELDOM:
                yield table, rng


def drawn(view: View, rng: Generator) -> list[State]:
    """Worlds of a view, without a model and with one."""
    model = games.load("resistance").model()
    return [view.determinize(rng, model=(None, model)[number % 2]) for number in range(WORLDS)]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_all_seats_share_the_same_view(options: dict[str, Any]) -> None:
    for table, _ in moments(options):
        seats = range(table.game.seats)
        views = [*table.views, *(table.state.view(seat) for seat in seats), table.views[0].shared()]
        shared = {view.shared().to_bytes() for view in views}
        assert len(shared) == 1
        assert shared.isdisjoint(view.to_bytes() for view in views[:-1])
        assert views[-1].to_bytes() in shared
        kit.check_whole(views[-1])
        kit.check_view_saves(views[-1])


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_it_shows_no_role_card_or_loyalty_and_lists_no_move(options: dict[str, Any]) -> None:
    for table, _ in moments(options):
        view, state = table.views[0].shared(), table.state
        found, everything = _resistance.fields(view), _resistance.fields(state)
        assert view.seat == NO_SEAT
        assert view.actor() == (HIDDEN if found["phase"] == "shoot" else state.actor())
        assert view.legal() == []
        assert set(found["roles"]) == {-1}
        assert not any(found["seen"])
        assert found["pending"] == 0
        assert found["evil"] == (everything["evil"] if state.actor() == OVER else 0)
        assert found["carrier"] == (everything["carrier"] if everything["shot"] >= 0 else -1)
        assert [(team, fails, 0) for team, fails, _ in everything["quests"]] == found["quests"]
        assert [(holder, target, 0, claim) for holder, target, _, claim in everything["uses"]] == found["uses"]
        assert found["proposals"] == everything["proposals"]


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_what_everybody_is_shown_folds_to_it(options: dict[str, Any]) -> None:
    game = games.load("resistance", **options)
    table = kit.Table.deal(game, 5)
    view = table.views[0].shared()
    for _ in kit.walk(table, 5, kit.grouped(game), game.rules.longest):
        if table.events:
            view.apply(public(table.events[-1]))
        assert view.to_bytes() == table.views[0].shared().to_bytes()


def public(event: int) -> int:
    """An event as everybody is shown it."""
    code = event_code(event)
    return make_event(UNSEEN.get(code, code), event_seat(event), event_source(event))


@pytest.mark.parametrize("options", SETTINGS[:4], ids=str)
def test_it_allows_the_sets_that_the_fails_allow_and_at_the_end_the_one_told(options: dict[str, Any]) -> None:
    for table, _ in moments(options):
        found, everything = dict(_resistance.evil_sets(table.views[0].shared())), _resistance.fields(table.state)
        ways = ways_by_set(table, everything["quests"])
        if table.state.actor() == OVER:
            assert list(found) == [everything["evil"]]
        elif everything["shot"] < 0:
            assert found == ways
        assert found.keys() <= ways.keys()


def ways_by_set(table: kit.Table, quests: list[tuple[int, int, int]]) -> dict[int, int]:
    """In how many ways the roles can be given out, by set of evil seats that has enough of them for the fails."""
    ways = all_ways(tuple(sorted(ROLES[role] for role in _resistance.fields(table.state)["roles"])))
    return {
        evil: count
        for evil, count in ways.items()
        if all((evil & team).bit_count() >= fails for team, fails, _ in quests)
    }


@cache
def all_ways(roles: tuple[str, ...]) -> Counter[int]:
    """In how many ways these roles can be given out, by set of evil seats."""
    given = assignments(dict(zip(SEAT_LETTERS, roles, strict=False)))
    return Counter(mask("".join(seat for seat, role in one.items() if role in EVIL_ROLES)) for one in given)


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_worlds_drawn_from_it_share_it(options: dict[str, Any]) -> None:
    for table, rng in moments(options):
        shared = table.views[rng.below(table.game.seats)].shared()
        before = shared.to_bytes()
        for world in drawn(shared, rng):
            kit.check_whole(world)
            assert world.actor() == shared.actor() or shared.actor() == HIDDEN
            assert world.view(rng.below(table.game.seats)).shared().to_bytes() == before
        assert shared.to_bytes() == before


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_roles_of_such_worlds_differ_for_every_seat(options: dict[str, Any]) -> None:
    game = games.load("resistance", **options)
    shared = game.start(game.deal(1)[0]).view(0).shared()
    roles = [_resistance.fields(shared.determinize(Generator(seed)))["roles"] for seed in range(200)]
    in_play = {role for role, count in enumerate(_resistance.fields(shared)["role_counts"]) if count}
    assert all(set(column) == in_play for column in zip(*roles, strict=True))


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_secrets_are_equal_where_views_are_equal_and_nowhere_else(options: dict[str, Any]) -> None:
    alike = apart = 0
    for table, rng in moments(options):
        worlds = [*drawn(table.views[0].shared(), rng), table.state]
        for seat in range(table.game.seats):
            known = [(world.secret(seat), world.view(seat).to_bytes()) for world in worlds]
            for one, two in combinations(known, 2):
                assert (one[0] == two[0]) == (one[1] == two[1])
                alike, apart = alike + (one == two), apart + (one != two)
    assert min(alike, apart) > 1000


@pytest.mark.parametrize("options", SETTINGS, ids=str)
def test_a_seat_has_the_same_secret_in_every_world_of_its_own_view(options: dict[str, Any]) -> None:
    for table, rng in moments(options):
        seat = rng.below(table.game.seats)
        worlds = drawn(table.views[seat], rng)
        assert {world.secret(seat) for world in worlds} == {table.state.secret(seat)}


@pytest.mark.parametrize("options", SETTINGS[:4], ids=str)
def test_a_choice_of_another_that_was_not_shown_is_no_secret_of_a_seat(options: dict[str, Any]) -> None:
    choices = 0
    for table, _ in moments(options):
        state = table.state
        actor = state.actor()
        if _resistance.fields(state)["phase"] not in ("vote", "quest") or len(state.legal()) < 2:
            continue
        worlds = [state.copy(), state.copy()]
        for world, move in zip(worlds, state.legal(), strict=True):
            world.apply(move)
        told = [seat for seat in range(table.game.seats) if worlds[0].secret(seat) != worlds[1].secret(seat)]
        assert told == [actor]
        choices += 1
    assert choices > 5


def test_secrets_of_seats_differ() -> None:
    game = games.load("resistance", players=10, roles="none")
    state = game.start(game.deal(1)[0])
    assert len({state.secret(seat) for seat in range(10)}) == 10


def test_a_seat_that_does_not_sit_there_has_no_secret() -> None:
    game = games.load("resistance")
    with pytest.raises(ValueError, match="seat: expected 0 to 4, got 5"):
        game.start(game.deal(1)[0]).secret(5)


def test_the_duel_has_neither() -> None:
    game = games.load("duel")
    state = game.start(game.deal(1)[0])
    with pytest.raises(ValueError, match="duel has no View of what everybody sees"):
        state.view(0).shared()
    with pytest.raises(ValueError, match="duel has no View of what everybody sees"):
        state.secret(0)
