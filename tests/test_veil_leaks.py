"""Nothing hidden reaches a seat: masks, screens, JSON and what may be done hang on what was seen alone."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

import kit
from avalon_ai import _veil, games, search
from avalon_ai._state import CHANCE, MOVE, OVER, Generator, State, View, event_source
from avalon_ai.games.base import Style, seat_letter
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_facts import Fields
from test_veil_kit import random_options

HIDDEN = ("commit", "bid", "plan")  # frames whose moves are masked
OWN_CARDS = ("pay", "icon")  # frames where a hand may say what is possible


def load(**options: Any) -> Veil:
    game = games.load("veil", **options)
    assert isinstance(game, Veil)
    return game


def tables(seeds: int, every: int) -> Iterator[kit.Table]:
    """Positions of random games in all modes, every so many events."""
    for seed in range(kit.games_to_play(seeds)):
        table = kit.Table.deal(load(**random_options(seed)), seed)
        for _ in kit.walk(table, seed, kit.uniform, table.game.rules.longest):
            if len(table.events) % every == 0:
                yield table


def two_worlds(view: View, seed: int) -> tuple[State, State]:
    rng = Generator(seed)
    return view.determinize(rng), view.determinize(rng)


def is_public(state: State) -> bool:
    """Whether the list of the seat to act says nothing of its hand."""
    return state.actor() >= 0 and _veil.fields(state)["stack"][-1] not in (*HIDDEN, *OWN_CARDS)


# --- masked streams ----------------------------------------------------------------------------


def test_a_masked_stream_names_no_card_that_was_not_shown() -> None:
    for seed in range(kit.games_to_play(6)):
        game = load(**random_options(seed))
        table = kit.Table.deal(game, seed)
        rng = Generator(seed)
        while table.state.actor() != OVER:
            event = kit.next_event(table, kit.uniform, rng)
            seat = rng.below(game.seats)
            check_mask(game, table, event, seat)
            table.apply(event)


def check_mask(game: Veil, table: kit.Table, event: int, seat: int) -> None:
    """What is shown of another seat's hidden act is the back of a card."""
    seen = table.state.mask(event, seat)
    acts = event_source(event) == MOVE and _veil.fields(table.state)["stack"][-1] in HIDDEN
    if seen == event or table.state.actor() == seat:
        return
    assert acts or table.state.actor() == CHANCE
    words = game.text(seen).split()
    assert "?" in words
    assert not set(words) & set(game.names.cards)


def test_a_view_holds_no_card_of_another_hand_but_the_known_ones() -> None:
    for table in tables(4, 23):
        for seat, view in enumerate(table.views):
            raw = _veil.fields(view)
            for other in range(table.game.seats):
                if other != seat:
                    assert set(raw["held"][other]) <= set(raw["known"])


def test_the_masked_deal_is_the_deal() -> None:
    deal, _ = load(players=4).deal(5)
    assert load(players=4).mask_deal(deal, 2) == deal


# --- twin worlds ---------------------------------------------------------------------------------


def test_public_choices_are_the_same_in_every_world() -> None:
    checked = 0
    for number, table in enumerate(tables(10, 7)):
        if not is_public(table.state):
            continue
        for view in table.views:
            if view.seat == table.state.actor():
                continue
            for world in two_worlds(view, number):
                assert world.legal() == table.state.legal()
                checked += 1
    assert checked


def test_worlds_of_one_view_go_on_alike_after_the_same_move() -> None:
    for number, table in enumerate(tables(8, 11)):
        actor = table.state.actor()
        if actor < 0:
            continue
        view = table.views[actor].copy()
        one, other = two_worlds(view, number)
        move = view.legal()[Generator(number).below(len(view.legal()))]
        for position in (one, other, view):
            position.apply(move)
        assert one.view(actor).to_bytes() == other.view(actor).to_bytes() == view.to_bytes()


def test_who_acts_next_does_not_hang_on_hidden_cards() -> None:
    for number, table in enumerate(tables(8, 13)):
        for view in table.views:
            for world in two_worlds(view, number):
                assert world.actor() == view.actor() == table.state.actor()
                assert waits(world) == waits(view)


def waits(position: State | View) -> tuple[Any, ...]:
    raw: Fields = _veil.fields(position)
    return raw["awaited"], raw["awaited_seat"], raw["awaited_what"], raw["stack"]


def test_screen_json_and_beliefs_are_the_same_in_every_world() -> None:
    style = Style(unicode=False, width=100, height=30)
    for number, table in enumerate(tables(3, 41)):
        game = table.game
        for view in table.views:
            names = [seat_letter(seat) for seat in range(game.seats)]
            told = (game.screen(view, style, [], names), json.dumps(game.fields(view)), json.dumps(game.beliefs(view)))
            for world in two_worlds(view, number):
                again = world.view(view.seat)
                assert told == (
                    game.screen(again, style, [], names),
                    json.dumps(game.fields(again)),
                    json.dumps(game.beliefs(again)),
                )


def test_a_search_says_the_same_in_every_world() -> None:
    game = load(players=3)
    table = kit.Table.deal(game, 4)
    for _ in kit.walk(table, 4, kit.uniform, game.rules.longest):
        if len(table.events) == 140:
            break
    while table.state.actor() < 0:
        table.apply(kit.next_event(table, kit.uniform, Generator(1)))
    view = table.views[table.state.actor()]
    found = [
        [(move.event, move.visits) for move in search.analyze(each, game.model(), visits=150, seed=3).moves]
        for each in (view, *(world.view(view.seat) for world in two_worlds(view, 9)))
    ]
    assert found[0] == found[1] == found[2]


# --- what was seen and taken back ------------------------------------------------------------------


@pytest.mark.parametrize("players", [2, 4])
def test_known_cards_stay_with_their_seat_in_every_world(players: int) -> None:
    table = kit.Table.deal(load(players=players, seasons=3), 8)
    seen = 0
    for _ in kit.walk(table, 8, kit.uniform, table.game.rules.longest):
        if len(table.events) % 9:
            continue
        for view in table.views:
            raw = _veil.fields(view)
            held = _veil.fields(view.determinize(Generator(len(table.events))))["held"]
            for seat in range(players):
                assert set(raw["held"][seat]) <= set(held[seat])
                seen += seat != view.seat and bool(raw["held"][seat])
    assert seen
