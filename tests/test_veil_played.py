"""In random games everything of the house set comes into play: each card resolved, each plan shown, each piece used."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any

import pytest

from avalon_ai import _veil, games
from avalon_ai._state import CHANCE, OVER, Generator, event_seat
from avalon_ai.games.veil import Veil
from avalon_ai.games.veil_codes import CARDS, POWER_KINDS
from avalon_ai.games.veil_facts import artifacts_of, beasts_of

GAMES = 300
KINDS = ("card", "plan", "artifact", "beast", "prophecy", "tile", "use")
FIRST = ("put lord", "put arthur", "put guin", "take lord", "to C", "explore", "use ", "equip ")  # what is rare else
IDLE = ("plan down", "plan none", "equip none", "explore none")
EAGER = (
    "card",
    "use ",
    "bond",
    "explore",
    "put ",
    "take ",
    "plan ",
    "equip ",
    "bid ",
    "breach",
    "claim 1",
    "settle ",
    "to ",
)


@lru_cache(maxsize=1)
def played() -> dict[str, Counter[str]]:
    """How often each component was played, by kind, in random games whose players like to do things.

    The games end when all has been seen, at the latest after `GAMES`.
    """
    found: dict[str, Counter[str]] = {kind: Counter() for kind in KINDS}
    for number in range(GAMES):
        game = games.load("veil", players=2 + number % 3, seasons=3, battles=("standard", "deterministic")[number % 2])
        assert isinstance(game, Veil)
        play_through(game, number, found)
        if not any(name not in found[kind] for kind in KINDS for name in names(game, kind)):
            break
    return found


def names(game: Veil, kind: str) -> list[str]:
    """The components of a kind."""
    tables, most = game.names, CARDS * 3 // 4
    asked = [
        tables.powers[number] for number, row in enumerate(tables.tables["powers"]) if POWER_KINDS[row[0]] != "passive"
    ]
    found = {
        "card": tables.cards[:most], "plan": tables.cards[most:], "artifact": tables.artifacts, "beast": tables.beasts,
        "prophecy": tables.prophecies, "tile": tables.tiles, "use": asked,
    }  # fmt: skip
    return list(found[kind])


def play_through(game: Veil, seed: int, found: dict[str, Counter[str]]) -> None:
    """One random game, counted."""
    deal, dealer = game.deal(seed)
    state, rng = game.start(deal), Generator(seed)
    chosen: dict[int, str] = {}
    while state.actor() != OVER:
        event = dealer.answer(state) if state.actor() == CHANCE else eager(game, state.legal(), rng)
        words, seat = game.text(event).split(), event_seat(event)
        if words[0] == "plays":
            chosen[seat] = words[2]
        elif words == ["card"]:
            found["card"][chosen[seat]] += 1
        elif words[0] == "plans" and words[2] != "down":
            found["plan"][words[2]] += 1
        elif words[0] in ("use", "tile"):
            found[words[0]][words[-1]] += 1
        state.apply(event)
        if words[0] in ("equip", "bond", "end"):
            count_pieces(game, _veil.fields(state), found)


def eager(game: Veil, legal: list[int], rng: Generator) -> int:
    """Any move, but mostly one that does something."""
    texts = {move: game.text(move) for move in legal}
    doing = [move for move in legal if texts[move].startswith(EAGER) and not texts[move].startswith(IDLE)]
    first = [move for move in doing if texts[move].startswith(FIRST)]
    wish = rng.below(10)
    moves = (first if wish < 5 else doing if wish < 9 else legal) or doing or legal
    return moves[rng.below(len(moves))]


def count_pieces(game: Veil, fields: dict[str, Any], found: dict[str, Counter[str]]) -> None:
    """What is borne, bonded and told now."""
    for seat in range(game.seats):
        found["artifact"].update(name for name, hero in artifacts_of(fields, game.facts, seat).items() if hero)
        found["beast"].update(list(beasts_of(fields, game.facts, seat)))
    found["prophecy"].update(game.names.prophecies[number] for number, _ in fields["prophecies"])


@pytest.mark.parametrize(
    ("kind", "number"),
    [("card", 120), ("plan", 40), ("artifact", 24), ("beast", 12), ("prophecy", 12), ("tile", 18), ("use", 24)],
)
def test_all_of_the_house_set_comes_into_play(kind: str, number: int) -> None:
    """Cards resolved, plans shown, artifacts borne, beasts bonded, prophecies told, tiles turned up, powers used."""
    game = games.load("veil")
    assert isinstance(game, Veil)
    wanted = names(game, kind)
    assert len(wanted) == number
    assert [name for name in wanted if not played()[kind][name]] == []
