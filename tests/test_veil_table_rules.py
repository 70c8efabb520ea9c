"""What holds at every choice of any game of Veil, looked at from outside the core: pieces, places, moves."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from avalon_ai import _veil, games
from avalon_ai._state import CHANCE, OVER, Generator
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import REGIONS
from avalon_ai.games.veil_fields import view_fields

GAMES = 4
CENTRE = "C"
Shown = dict[str, Any]


def choices(game: Veil, seed: int) -> Iterator[tuple[Any, Shown, list[str]]]:
    """Every choice of a random game: the position, in words, and the legal moves."""
    deal, dealer = game.deal(seed)
    state, rng = game.start(deal), Generator(seed)
    while state.actor() != OVER:
        if state.actor() == CHANCE:
            state.apply(dealer.answer(state))
            continue
        legal = state.legal()
        yield state, view_fields(state, game.facts), [game.text(move) for move in legal]
        doing = [move for move in legal if not game.text(move).startswith(("skip", "wait", "std draw", "plan none"))]
        state.apply((doing or legal)[rng.below(len(doing or legal))])


def check_pieces(shown: Shown) -> None:
    """Settlements, beasts, tracks and artifacts keep to their bounds."""
    for name, seat in shown["seats"].items():
        assert seat["vp"] >= 0
        assert 0 <= seat["favor"] <= 8
        assert 0 <= seat["power"] <= 8
        assert len(seat["beasts"]) <= shown["season"]
        borne = [hero for hero in seat["artifacts"].values() if hero]
        lords = 1 if seat["faction"] == "knights" else 2
        assert all(borne.count(hero) <= (1 if hero in ("c1", "c2", "c3") else lords) for hero in borne), name
    assert sum(seat["grail"] for seat in shown["seats"].values()) <= 1
    assert sum(seat["excalibur"] for seat in shown["seats"].values()) <= 1


def check_regions(shown: Shown, deep: set[str], looking: bool) -> None:
    """Nothing in deep mist or settled in the centre, no slot settled twice, no strength in the mist.

    `looking`: prophecies are looked at, for which a tile just turned up is explored (10a).
    """
    for name, region in shown["regions"].items():
        assert (region is None) == (name in deep)
        if region is None:
            continue
        slots = [found["slot"] for found in region["settlements"].values()]
        assert len(slots) == len(set(slots)) <= (0 if name == CENTRE else 2)
        assert region["explored"] or not region["strength"] or (looking and region["tile"])
        assert not region["explored"] or region["tile"] is not None
        assert (region["mist"] == "hidden") == (not region["explored"])


def check_moves(shown: Shown, legal: list[str], actor: str, deep: set[str]) -> None:
    """Moves begin and end where the rules let them."""
    assert len(legal) == len(set(legal)) > 0
    named = {move.split()[1] for move in legal if move.startswith(("to ", "from ", "knight ", "settle "))}
    assert not named & deep
    for move in legal:
        words = move.split()
        if words[0] == "from" and words[1] in REGIONS:
            assert shown["regions"][words[1]]["explored"]
            assert actor in shown["regions"][words[1]]["units"]
        elif words[0] == "settle":
            region = shown["regions"][words[1]]
            assert words[1] != CENTRE
            assert region["explored"]
            assert actor not in region["settlements"]
            assert int(words[2]) not in [found["slot"] for found in region["settlements"].values()]
        elif words[0] in ("play", "pay", "bid", "bonus", "discard"):
            assert words[1] in shown["seats"][actor]["seen"]["hand"]


def check_limit(shown: Shown, pending: str, actor: str) -> None:
    """In war nobody has more than five units in a region, but who is to return some."""
    if shown["phase"] != "war" or pending == "limit":
        return
    for region in shown["regions"].values():
        for seat, units in (region or {"units": {}})["units"].items():
            number = sum(
                int(unit[:-1] or 1) if unit[-1] == "w" and (unit == "w" or unit[:-1].isdigit()) else 1 for unit in units
            )
            assert number <= 5, (seat, units, pending, actor)


@pytest.mark.parametrize("players", [2, 3, 4])
def test_rules_of_the_table_hold_at_every_choice_of_random_games(players: int) -> None:
    deep = {2: {"S", "NW", "NE", "N"}, 3: {"NE", "N"}, 4: set()}[players]
    for seed in range(GAMES):
        game = games.load("veil", players=players, seasons=2 + seed % 2)
        assert isinstance(game, Veil)
        for state, shown, legal in choices(game, seed):
            actor = "ABCD"[state.actor()]
            check_pieces(shown)
            stack = _veil.fields(state)["stack"]
            check_regions(shown, deep, "look" in stack)
            check_moves(shown, legal, actor, deep)
            check_limit(shown, stack[-1], actor)
