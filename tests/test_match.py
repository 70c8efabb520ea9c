"""Matches: the same game every time, fair chance, rotated seats, and what bots are shown."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from avalon_ai import bots, games, json_lines, match, record
from avalon_ai._duel import fields
from avalon_ai._state import CHANCE, CHANCE_EVENT, MOVE, State, event_source
from avalon_ai.bots import Choice
from avalon_ai.scores import Tally, interval
from avalon_ai.streams import Stream


def duel(**options: Any) -> Any:
    return games.load("duel", **options)


def play(game: Any, specs: tuple[str, str] = ("random", "random"), **how: Any) -> record.Record:
    return match.play(game, [bots.make(spec, game) for spec in specs], **how)


def texts(read: record.Record) -> list[str]:
    return [json_lines.dumps(said) for said in read.lines()]


def test_same_seed_gives_the_same_record() -> None:
    game = duel()
    assert texts(play(game, seed=3)) == texts(play(game, seed=3))
    assert texts(play(game, seed=3)) != texts(play(game, seed=4))
    assert texts(play(game, seed=3)) != texts(play(game, seed=3, deal_index=1))


def test_rotation_swaps_the_seats_and_keeps_deal_and_seeds() -> None:
    game = duel()
    straight = play(game, ("random", "greedy:weights=hand"), seed=3)
    swapped = play(game, ("random", "greedy:weights=hand"), seed=3, rotation=1)
    assert straight.deal == swapped.deal
    assert straight.header["players"] == swapped.header["players"][::-1]


def test_deals_of_one_seed_differ_and_are_fair() -> None:
    game = duel()
    deals = [game.deal(1, index)[0] for index in range(200)]
    assert len({str(deal) for deal in deals}) == 200
    assert 70 < sum(deal["first"] == "A" for deal in deals) < 130
    cards = Counter(card for deal in deals for hand in deal["hands"].values() for card in hand)
    assert min(cards.values()) > 140
    assert max(cards.values()) < 260


def test_every_chance_event_comes_from_what_is_left() -> None:
    game = duel(turn_cap=300, crowns_to_win=20)
    reshuffled = 0
    for seed in range(6):
        played = play(game, seed=seed)
        _, dealer = game.deal(seed)
        fold = record.Fold(game, played.deal)
        for entry in played.entries:
            assert entry.event is not None
            if fold.state.actor() == CHANCE:
                reshuffled += fields(fold.state)["pile"] == 0
                assert dealer.answer(fold.state) == entry.event
                dealer.see(entry.event, fold.state)
            fold.take(entry.event)
    assert reshuffled > 5


def test_dealer_keeps_in_step_with_chance_from_elsewhere() -> None:
    game = duel(turn_cap=300, crowns_to_win=20)
    played = play(game, seed=1)
    for seed in (2, 3):
        dealer = game.dealer(seed, 0, played.deal)
        fold = record.Fold(game, played.deal)
        for entry in played.entries:
            assert entry.event is not None
            if event_source(entry.event) == CHANCE_EVENT:
                assert fold.state.allows(dealer.answer(fold.state))
                dealer.see(entry.event, fold.state)
            fold.take(entry.event)


def test_bots_are_given_masked_streams_only() -> None:
    seen: list[Stream] = []

    class Watcher:
        spec = "random:seed=5"

        def start(self, stream: Stream, seed: int) -> None:
            seen.append(stream)

        def act(self, stream: Stream) -> Choice:
            return Choice(stream.view.legal()[0], note="first")

    game = duel()
    played = match.play(game, [Watcher(), bots.make("random:seed=9", game)], seed=1)
    (stream,) = seen
    assert "seed" not in stream.header
    assert stream.header["players"] == ["random:seed=5", "random"]
    assert stream.deal["hands"]["B"] == ["?"] * 5
    assert [said for said in stream.lines() if said.get("note")] == [
        said for said in played.lines() if said.get("note")
    ]


def test_every_view_is_shown_what_the_mask_says() -> None:
    game = games.load("resistance", players=5)
    played = match.play(game, [bots.make("random", game) for _ in range(5)], seed=4)
    fold = record.Fold(game, played.deal)
    views = [fold.state.view(seat) for seat in range(5)]
    told: list[list[int]] = [[] for _ in views]
    expected: list[list[int]] = [[] for _ in views]

    def tell(event: int, state: State) -> None:
        for seat in range(5):
            expected[seat].append(state.mask(event, seat))
        assert state.show(event, views, told) is None

    for entry in played.entries:
        assert entry.event is not None
        fold.take(entry.event, tell)
    assert told == expected
    assert views == [fold.state.view(seat) for seat in range(5)]


def test_view_that_does_not_take_what_it_is_shown_is_named() -> None:
    game = duel(first="A")
    state = game.start(game.deal(1)[0])
    event = state.legal()[0]
    views = [state.view(0), state.view(1)]
    told: list[list[int]] = [[], []]
    assert state.show(event, views, told) is None
    assert state.show(event, views[:1], told[:1]) == 0
    assert [len(heard) for heard in told] == [1, 1]
    with pytest.raises(ValueError, match="place 0: expected a View of the same rules"):
        state.show(event, [duel(hand=4).start(duel(hand=4).deal(1)[0]).view(0)], told[:1])
    with pytest.raises(ValueError, match="as many lists as Views, 1, got 0"):
        state.show(event, [state.view(0)], [])


def test_bot_that_plays_what_is_not_allowed_loses_at_once() -> None:
    class Cheat:
        spec = "cheat"

        def start(self, stream: Stream, seed: int) -> None:
            pass

        def act(self, stream: Stream) -> Choice:
            return Choice(299)

    game = duel(first="A")
    played = match.play(game, [Cheat(), bots.make("random", game)], seed=1)
    assert played.result == {"result": {"A": 0.0, "B": 1.0}, "reason": "illegal", "loser": "A"}


def test_legal_moves_are_kept_where_asked(tmp_path: Any) -> None:
    game = duel()
    with record.Writer(tmp_path / "x.avr") as writer:
        played = play(game, seed=2, legal=True, writer=writer)
    for entry in played.entries:
        assert entry.event is not None
        assert ("legal" in entry.extra) == (event_source(entry.event) == MOVE)
    assert record.verify(tmp_path / "x.avr").text.endswith("fine")


def test_forced_passes_are_not_recorded() -> None:
    game = duel()
    played = play(game, seed=2)
    fold = record.Fold(game, played.deal)
    for entry in played.entries:
        assert entry.event is not None
        assert not fold.repeats(entry.event)
        fold.take(entry.event)


# --- scores --------------------------------------------------------------------------------------


def test_tally_counts_by_bot_not_by_seat() -> None:
    tally = Tally(["x", "y"])
    for deal in range(10):
        tally.add(deal, 0, [1.0, 0.0])
        tally.add(deal, 1, [0.0, 1.0])
    first, second = tally.rows()
    assert (first.bot, first.games, first.score, second.score) == ("x", 20, 1.0, 0.0)
    assert (first.high, second.low) == (1.0, 0.0)
    assert first.low == pytest.approx(0.05 ** (1 / 10), abs=1e-6)


def test_interval_is_that_of_the_groups() -> None:
    apart = interval([[1.0, 1.0], [0.0, 0.0]] * 50)
    mixed = interval([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0], [0.0, 0.0]] * 25)
    assert apart[0] == mixed[0] == 0.5
    assert apart[2] - apart[1] == pytest.approx(2 * 1.96 * 0.5 / 10, rel=0.05)
    assert mixed[2] - mixed[1] == pytest.approx((apart[2] - apart[1]) / 2**0.5, rel=0.05)
    assert interval([[1.0, 0.0]]) == (0.5, 0.0, 1.0)
    assert interval([]) == (0.0, 0.0, 1.0)
