"""What a person may type: any case and order, several losses at once; and the one line that refuses the rest."""

from __future__ import annotations

import random

import pytest

from avalon_ai import _duel, games
from avalon_ai._state import View
from avalon_ai.errors import InputError
from avalon_ai.games.base import Game
from avalon_ai.match import Match

ROW = ["KR", "KB", "KG", "KY", "KV", "ER", "EB", "EG", "EY", "EV", "KR"]
DEAL = {
    "first": "A",
    "stacks": {"A": ROW, "B": ROW[::-1]},
    "hands": {"A": ["KR", "KB", "EG", "EG", "EV"], "B": ["KG", "KY", "KV", "ER", "EB"]},
}


def after(*moves: str) -> tuple[Game, View]:
    """What A sees after these lines, with everything read, arranged and played as a session does."""
    game = games.load("duel", first="A")
    match = Match.new(game, ["human", "x"], seed=1)
    match.record.deal = DEAL
    match = Match(match.record)
    for move in moves:
        seat = match.advance()
        assert seat is not None
        view = match.streams[seat].view
        ready, waiting = game.arrange(view, game.read(move, view))
        assert not waiting
        for event in ready:
            match.move(event)
    match.advance()
    return game, match.streams[0].view


def understood(line: str, *moves: str) -> str:
    game, view = after(*moves)
    return " ".join(game.text(event) for event in game.read(line, view))


def refusal(line: str, *moves: str) -> str:
    game, view = after(*moves)
    with pytest.raises(InputError) as caught:
        game.arrange(view, game.read(line, view))
    assert "\n" not in str(caught.value)
    return str(caught.value)


@pytest.mark.parametrize(
    "line",
    ["KRx4", "krx4", "kr x 4", "4xKR", "x 4 kr", "attack 4 kr", "Attack 4 with KR", "kr attacks territory 4",
     "rk x4", "red knight x 4", "attack 4 with the knight red", "KR × 4", "attack, 4, red"],
)  # fmt: skip
def test_forms_of_an_attack(line: str) -> None:
    assert understood(line) == "KRx4"


@pytest.mark.parametrize("line", ["KR-4", "kr - 4", "4-kr", "lay kr at 4", "put 4 kr", "lay the red knight on 4"])
def test_forms_of_laying(line: str) -> None:
    assert understood(line) == "KR-4"


@pytest.mark.parametrize("line", ["EG@4", "eg @ 4", "4 @ eg", "enchant 4 eg", "enchant 4", "charm 4 with EG"])
def test_forms_of_enchanting(line: str) -> None:
    assert understood(line) == "EG@4"


@pytest.mark.parametrize(
    ("line", "move"),
    [("take 2", "take 2"), ("TAKE 4", "take 4"), ("4 take", "take 4"), ("area", "take area"),
     ("take tile each", "take each"), ("take 2xterrain", "take 2xterrain"), ("2 x terrain", "take 2xterrain"),
     ("double terrain", "take 2xterrain"), ("take terrain", "take terrain")],
)  # fmt: skip
def test_forms_of_taking(line: str, move: str) -> None:
    assert understood(line) == move


def test_a_form_without_verb_is_taken_when_it_can_mean_one_thing() -> None:
    assert understood("5 eg") == "EG-5"
    assert refusal("4 eg") == "which one? EG-4, EG@4"
    assert refusal("kr 4") == "which one? KR-4, KRx4"


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("frobnicate", "'frobnicate' is no word here"),
        ("KGx4", "no such card in your hand; you hold KR KB EG EG EV"),
        ("KR-12", "there is no territory 12; they are 1 to 11"),
        ("KR-0", "there is no territory 0"),
        ("KR-99999999999999999999", "they are 1 to 11"),
        ("EGx4", "only a knight attacks at 4"),
        ("EG@5", "on top at 5 lies EB: only a blue enchantress (EB) enchants it"),
        ("KR", "which one? KR-1, KR-2, KR-3, KR-4, KR-5, KR-6, ..."),
        ("KR KB 4", "one card and one territory a move"),
        ("KR-4 KRx4", "one move at a time; this names lay and attack"),
        ("drop KR", "drop is no move now; expected KRx1 or take 2"),
        ("defend", "defend is no move now"),
        ("take 3", "tile 3 is not there: take 2, terrain, area, 4, 2xterrain, each"),
        ("take", "name one tile"),
        ("take 2 4", "name one tile"),
        ("end", "name one tile"),
        ("4", "name a card and a territory"),
        ("at the", "name a card and a territory"),
        ("\x00\x1b[2J", "is no word here"),
        ("käse", "is no word here"),
    ],
)
def test_refusals(line: str, part: str) -> None:
    assert part in refusal(line)


PAYING = ("KRx4",)


def test_losses_in_any_order_and_case() -> None:
    assert understood("drop 5 kb 4", *PAYING) == "drop 5 drop KB drop 4"
    game, view = after(*PAYING)
    ready, waiting = game.arrange(view, game.read("Drop 5 kb 4", view))
    assert ([game.text(event) for event in ready], waiting) == (["drop KB", "drop 4", "drop 5"], [])
    assert understood("kb, 5, 5", *PAYING) == "drop KB drop 5 drop 5"
    assert understood("pay the green enchantress", *PAYING) == "drop EG"


def test_fewer_losses_wait_for_the_rest() -> None:
    game, view = after(*PAYING)
    ready, waiting = game.arrange(view, game.read("drop 5", view))
    assert (ready, [game.text(event) for event in waiting]) == ([], ["drop 5"])
    assert game.ask(view, waiting) == "2 more, beside 5: drop KB or drop 11, both: drop KB 11"
    ready, waiting = game.arrange(view, [*waiting, *game.read("KB eg", view)])
    assert ([game.text(event) for event in ready], waiting) == (["drop KB", "drop EG", "drop 5"], [])


@pytest.mark.parametrize(
    ("line", "part"),
    [
        ("drop KB 4 5 6", "4 cards named, but 3 to drop"),
        ("drop 5 5", "there is 1 of your cards at 5, not 2; your hand: KB EG EG EV"),
        ("drop KR", "there are none KR in your hand"),
        ("drop", "drop what? drop KB or drop 11"),
        ("drop 12", "a loss is a card of your hand or the number of a territory"),
        ("spare", "Avalon spares nothing here"),
        ("KBx3", "pay 3 cards for the conquest first"),
        ("take 2", "pay 3 cards for the conquest first"),
    ],
)
def test_refused_losses(line: str, part: str) -> None:
    assert part in refusal(line, *PAYING)


def test_replies() -> None:
    game = games.load("duel", first="B")
    match = Match.new(game, ["human", "x"], seed=1)
    match.record.deal = DEAL | {
        "first": "B",
        "hands": {"A": ["KG", "ER", "ER", "EB", "EB"], "B": ["KG", "KY", "EY", "EV", "EV"]},
    }
    match = Match(match.record)
    assert match.advance() == 1
    match.move(next(event for event in match.state.legal() if game.text(event) == "KGx4"))
    view = match.streams[0].view
    assert game.ask(view) == "Answer the attack on 4 with KG: defend or pass?"
    for line, move in (("defend", "defend"), ("Parry", "defend"), ("no", "pass"), ("PASS", "pass")):
        assert [game.text(event) for event in game.read(line, view)] == [move]
    for line in ("counter", "KGx4", "defend 4", "4", "take 2"):
        with pytest.raises(InputError, match="a reply is asked for: defend or pass"):
            game.read(line, view)


def test_every_legal_move_is_read_from_its_own_text() -> None:
    game, chance = games.load("duel"), random.Random(2)
    match = Match.new(game, ["x", "y"], seed=2)
    for _ in range(250):
        seat = match.advance()
        if seat is None:
            break
        view = match.streams[seat].view
        for event in view.legal():
            text = game.text(event)
            for line in (text, text.lower(), f"  {text.swapcase()} "):
                assert game.read(line, view) == [event]
        listed = [event for _, group in game.groups(view) for event in group]
        assert set(view.legal()) <= set(listed)
        assert len(listed) == len(set(listed))
        assert len(game.ask(view)) < 80
        match.move(chance.choice(view.legal()))


def test_any_choice_of_losses_can_be_played() -> None:
    """Whatever cards a person names, in any order: arranged, they are legal one after the other."""
    game, chance, seen = games.load("duel"), random.Random(3), 0
    match = Match.new(game, ["x", "y"], seed=3)
    while seen < 25 and (seat := match.advance()) is not None:
        view = match.streams[seat].view
        if _duel.fields(view)["phase"] not in ("pay", "discard"):
            match.move(chance.choice(view.legal()))
            continue
        seen += 1
        for event in _any_losses(game, view, chance):
            match.move(event)
    assert seen == 25


def _any_losses(game: Game, view: View, chance: random.Random) -> list[int]:
    chosen: list[int] = []
    listed = [event for _, group in game.groups(view) for event in group]
    for _ in range(1000):
        try:
            ready, waiting = game.arrange(view, [*chosen, chance.choice(listed)])
        except InputError:
            continue
        if ready:
            return ready
        chosen = waiting
        chance.shuffle(chosen)
    raise AssertionError("the losses were never complete")
