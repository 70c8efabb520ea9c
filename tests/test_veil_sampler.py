"""Resampled worlds come as often as exact chances say: plain hands, payments shown, hidden choices."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from itertools import product
from math import comb
from pathlib import Path
from typing import Any

import kit
from avalon_ai import _veil, games, record
from avalon_ai._state import Generator, State, View
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import CARDS, DECK_SIZE, DECKS
from avalon_ai.games.veil_facts import Fields
from statistics_kit import chi_square, tail
from veil_scenes import Scene

SAMPLES = 3_000
DOUBT = 1e-4  # a test that looks at 40 positions fails by chance about once in 250 runs of other seeds
INITIATIVES = 3
CHOSEN, PAY = 1, 2


def game_of(players: int) -> Veil:
    game = games.load("veil", players=players)
    assert isinstance(game, Veil)
    return game


def positions(players: int, wanted: Callable[[Fields], bool], most: int) -> Iterator[tuple[Veil, View, Fields]]:
    """The first seat's views of random games where something is so."""
    found = 0
    for seed in range(60):
        table = kit.Table.deal(game_of(players), seed)
        for _ in kit.walk(table, seed, kit.uniform, table.game.rules.longest):
            view = table.views[0]
            raw = _veil.fields(view)
            if table.state.actor() >= 0 and wanted(raw):
                assert isinstance(table.game, Veil)
                yield table.game, view.copy(), raw
                found += 1
                break
        if found >= most:
            return


def worlds(view: View, seed: int, number: int = SAMPLES) -> Iterator[Fields]:
    rng = Generator(seed)
    for _ in range(number):
        yield _veil.fields(view.determinize(rng))


def unseen_of(raw: Fields, deck: int) -> list[int]:
    return [card for card in raw["pile"] if card // DECK_SIZE == deck]


def unknown_of(raw: Fields, seat: int, deck: int) -> int:
    held = sum(zone[deck] for zone in raw["counts"][seat])
    return int(held - sum(card // DECK_SIZE == deck for card in raw["held"][seat]))


def init_of(game: Veil, card: int) -> int:
    return game.data.components.cards[card].init - 1


# --- plain hands ---------------------------------------------------------------------------------


def test_every_unseen_card_is_as_likely_in_a_hand_as_the_next() -> None:
    for number, (_, view, raw) in enumerate(positions(3, lambda raw: raw["round"] == 1 and not bound(raw), 4)):
        held = [Counter[int]() for _ in DECKS]
        for world in worlds(view, number):
            for card in set(world["held"][1]) - set(raw["held"][1]):
                held[card // DECK_SIZE][card] += 1
        for deck in range(len(DECKS)):
            cards, taken = unseen_of(raw, deck), unknown_of(raw, 1, deck)
            if 0 < taken < len(cards):
                expected = dict.fromkeys(cards, SAMPLES * taken / len(cards))
                spread = (len(cards) - 1) / (len(cards) - taken)
                assert tail(chi_square(held[deck], expected) * spread, len(cards) - 1) > DOUBT


def bound(raw: Fields) -> bool:
    """Whether the kinds of unknown cards are known in part."""
    return any(map(any, raw["least"])) or any(map(any, raw["payments"]))


# --- payments taken back -------------------------------------------------------------------------


def returned(raw: Fields) -> bool:
    """Whether the second seat of two has taken back payments whose kinds were shown."""
    return bool(sum(raw["least"][1]) and not any(raw["payments"][1]) and hidden_kinds(raw))


def hidden_kinds(raw: Fields) -> list[int]:
    return [deck for deck in range(len(DECKS)) if any(raw["least"][1][INITIATIVES * deck :][:INITIATIVES])]


def exact_kinds(game: Veil, raw: Fields, deck: int) -> dict[tuple[int, ...], float]:
    """How likely the second seat's unknown cards of a deck are so many of each initiative."""
    left, least = [0] * INITIATIVES, list(raw["least"][1][INITIATIVES * deck :][:INITIATIVES])
    for card in unseen_of(raw, deck):
        left[init_of(game, card)] += 1
    for card in raw["held"][1]:
        if card // DECK_SIZE == deck:
            least[init_of(game, card)] -= 1
    taken, found = unknown_of(raw, 1, deck), {}
    for kinds in product(range(taken + 1), repeat=INITIATIVES):
        if sum(kinds) == taken and all(n >= most for n, most in zip(kinds, least, strict=True)):
            ways = 1
            for have, n in zip(left, kinds, strict=True):
                ways *= comb(have, n)
            if ways:
                found[kinds] = float(ways)
    total = sum(found.values())
    return {kinds: ways / total for kinds, ways in found.items()}


def test_payments_taken_back_weigh_as_exact_counting_says() -> None:
    looked = 0
    for number, (game, view, raw) in enumerate(positions(2, returned, 10)):
        sampled = list(worlds(view, number))
        for deck in hidden_kinds(raw):
            exact = exact_kinds(game, raw, deck)
            seen = Counter[tuple[int, ...]]()
            for world in sampled:
                kinds = [0] * INITIATIVES
                for card in set(world["held"][1]) - set(raw["held"][1]):
                    if card // DECK_SIZE == deck:
                        kinds[init_of(game, card)] += 1
                seen[tuple(kinds)] += 1
            expected = {kinds: SAMPLES * chance for kinds, chance in exact.items() if SAMPLES * chance >= 1}
            assert set(seen) <= set(exact)
            few = {kinds: seen[kinds] for kinds in expected}
            assert len(expected) < 2 or tail(chi_square(few, expected), len(expected) - 1) > DOUBT
            looked += len(exact) > 1
    assert looked > 3


# --- hidden choices --------------------------------------------------------------------------------


def waiting(raw: Fields) -> bool:
    """Whether the second seat has chosen and the first one's turn to see it has not come."""
    return bool(raw["stack"][-1] == "commit" and sum(raw["counts"][1][CHOSEN]) and raw["actor"] == 2)


def valid_choice(game: Veil, raw: Fields, card: int) -> bool:
    """Whether the payment of the second seat fits this card, nothing claimed."""
    cost = game.data.components.cards[card].cost
    paid = sum(raw["counts"][1][PAY])
    return bool(paid == cost or (paid == 0 and sum(raw["counts"][1][0]) < cost))


def test_a_hidden_card_is_any_that_fits_its_payment() -> None:
    looked = 0
    for number, (game, view, raw) in enumerate(positions(3, waiting, 12)):
        if raw["claim_counts"][1] or bound(raw):
            continue
        deck = raw["counts"][1][CHOSEN].index(1)
        cards = [card for card in unseen_of(raw, deck) if valid_choice(game, raw, card)]
        cards += [card for card in raw["held"][1] if card // DECK_SIZE == deck and valid_choice(game, raw, card)]
        if any(card in raw["held"][1] for card in cards):
            continue  # a known card weighs otherwise than an unseen one
        seen = Counter(chosen(world) for world in worlds(view, number))
        expected = dict.fromkeys(cards, SAMPLES / len(cards))
        assert set(seen) <= set(cards)
        assert len(cards) < 2 or tail(chi_square(seen, expected), len(cards) - 1) > DOUBT
        looked += len(cards) > 1
    assert looked > 3


def chosen(world: Fields, seat: int = 1) -> int:
    (card,) = [card for card in world["held"][seat] if world["places"][card] == CHOSEN]
    return int(card)


def test_a_shown_payment_is_any_card_of_its_kind() -> None:
    looked = 0
    for number, (game, view, raw) in enumerate(positions(2, lambda raw: any(raw["payments"][1]), 8)):
        kinds = [kind for kind, number_of in enumerate(raw["payments"][1]) for _ in range(number_of)]
        for world in worlds(view, number, 200):
            paid = [card for card in world["held"][1] if world["places"][card] == PAY]
            assert sorted(card // DECK_SIZE * INITIATIVES + init_of(game, card) for card in paid) == sorted(kinds)
            looked += 1
    assert looked


def test_a_world_has_every_card_once() -> None:
    for number, (_, view, _) in enumerate(positions(4, lambda raw: raw["season"] == 2, 3)):
        for world in worlds(view, number, 50):
            cards: list[int] = [*world["pile"], *world["discards"]]
            for held in world["held"]:
                cards += held
            assert sorted(cards) == list(range(CARDS))


def test_worlds_differ() -> None:
    _, view, _ = next(positions(2, lambda raw: raw["round"] == 2, 1))
    rng = Generator(1)
    found: set[bytes] = {state.to_bytes() for state in (view.determinize(rng) for _ in range(50))}
    assert len(found) == 50
    state: Any = view.determinize(rng)
    assert isinstance(state, State)


# --- reductions that show a card ----------------------------------------------------------------------


def showing(*, told: bool) -> Scene:
    """A has chosen a card whose cost is less for a deploy card shown; with `told` the referee has said so."""
    scene = Scene(lords=["druids", "undead"]).put(
        hands={"A": ["LONGSH", "SALLY", "LEVY", "WAYS", "MARCH"], "B": ["SCATTR", "HORNS"]}
    )
    scene.play("A: play LONGSH", "A: claim 1", "A: show LEVY", "A: pay SALLY")
    return scene.play("B: play SCATTR") if told else scene


def test_worlds_with_a_hidden_show_fit_the_view() -> None:
    scene = showing(told=False)
    view = scene.state.view(1)
    cards = scene.game.data.components.cards
    seen: set[str] = set()
    for world in (view.determinize(Generator(seed)) for seed in range(300)):
        assert world.check() == 0
        assert world.view(1) == view
        raw = _veil.fields(world)
        seen.add(cards[chosen(raw, 0)].id)
        assert cards[raw["shown"][0][0]].deck == "deploy"
    reducible = {card.id for card in cards if card.deck == "move" and any(one.show == "deploy" for one in card.reduce)}
    assert seen <= reducible
    assert "LONGSH" in seen


def test_a_shown_card_is_known_from_then_on() -> None:
    scene = showing(told=True)
    assert "shows A LEVY" in scene.events
    known = [scene.game.names.cards[card] for card in _veil.fields(scene.state.view(1))["held"][0]]
    assert sorted(known) == ["LEVY", "LONGSH"]


def test_choices_that_hardly_any_deal_fits_are_dealt_seat_by_seat() -> None:
    """Three seats have made claims for cards that few hands hold: hardly one whole deal in 100,000 fits."""
    read = record.read(Path(__file__).parent / "golden" / "veil" / "hard.avr")
    state = record.position(read)
    view, rng = state.view(state.actor()), Generator(1)
    worlds = [view.determinize(rng) for _ in range(6)]
    assert all(world.check() == 0 and world.view(view.seat) == view for world in worlds)
    assert len({world.to_bytes() for world in worlds}) == len(worlds)
    assert len({chosen(_veil.fields(world), seat) for world in worlds for seat in range(3)}) >= 3
