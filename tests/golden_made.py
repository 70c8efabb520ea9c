"""The golden files of our own making: what they hold. `tools/regenerate_golden.py` writes them, a test compares them.

A change to one of them is read line by line and explained in its commit.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from avalon_ai import bots, games, json_lines, match, record, search
from avalon_ai._state import OVER, Generator
from avalon_ai.games import veil_cards, veil_data
from avalon_ai.games.base import Game

FOLDER = Path(__file__).parent / "golden" / "made"
SMALL: dict[str, Any] = {
    "territories": ["plain1", "forest1", "avalon", "plain3"], "colours": 2, "copies": 4, "hand": 3, "crowns_to_win": 4,
}  # fmt: skip
TABLE: dict[str, Any] = {"players": 7, "roles": "all", "lady": True, "assassin": "any"}
SEARCHED, SEARCH_VISITS = (3, 20), 400
PERFT_GAMES, PERFT_DEPTHS, PERFT_EVERY = 3, (1, 2, 3), 29


def duel_record() -> Iterator[str]:
    """One game of random moves with the legal list at every decision: pins the deal, the dealer and the random bot."""
    return _record_of(games.load("duel", **SMALL), 17)


def _record_of(game: Game, seed: int) -> Iterator[str]:
    players = [bots.make("random", game) for _ in range(game.seats)]
    for said in match.play(game, players, seed=seed, legal=True).lines():
        yield json_lines.dumps(said)


def duel_perft() -> Iterator[str]:
    """Counts of event sequences along random games of small variants: deal, events so far, depth, count."""
    yield "options\tseed\tevents\tdepth\tcount"
    for seed in range(PERFT_GAMES):
        options = SMALL | {"hand": 2 + seed % 2, "colours": 2 + seed}
        for events, counts in _perft_of(games.load("duel", **options), seed):
            for depth, count in zip(PERFT_DEPTHS, counts, strict=True):
                yield f"{json.dumps(options)}\t{seed}\t{events}\t{depth}\t{count}"


def _perft_of(game: Game, seed: int) -> Iterator[tuple[int, list[int]]]:
    state = game.start(game.deal(seed)[0])
    for number, event in enumerate(walk(game, seed, 4 * PERFT_EVERY)):
        if number % PERFT_EVERY == 0:
            yield number, [state.perft(depth) for depth in PERFT_DEPTHS]
        state.apply(event)


def walk(game: Game, seed: int, most: int) -> list[int]:
    """Up to so many events of a game with random moves."""
    deal, dealer = game.deal(seed)
    state, rng, events = game.start(deal), Generator(seed), list[int]()
    while state.actor() != OVER and len(events) < most:
        if state.actor() >= 0:
            event = state.legal()[rng.below(len(state.legal()))]
        else:
            event = dealer.answer(state)
            dealer.see(event, state)
        state.apply(event)
        events.append(event)
    return events


def duel_search() -> Iterator[str]:
    """A small search at two positions of the record above: every root move with what the tree found."""
    game = games.load("duel", **SMALL)
    players = [bots.make("random", game) for _ in range(game.seats)]
    played = match.play(game, players, seed=17)
    for at in SEARCHED:
        stream = record.stream(played, record.position(played, at).actor(), at)
        report = search.analyze(stream.view, game.model("hand"), visits=SEARCH_VISITS, seed=at)
        yield f"line {at}: {report.visits} visits, {report.nodes} nodes, depth {report.depth}"
        yield "move\tvisits\tavailable\tvalue\terror\tprior\tline"
        for move in report.moves:
            numbers = [
                f"{number:.6f}" if number is not None else "-" for number in (move.value, move.error, move.prior)
            ]
            line = " ".join(game.text(event).replace(" ", "_") for event in move.pv)
            yield "\t".join([game.text(move.event), str(move.visits), str(move.available), *numbers, line])


def resistance_record() -> Iterator[str]:
    """One game of random moves with the legal list at every decision: pins the deal and all that is told."""
    return _record_of(games.load("resistance", **TABLE), 23)


def resistance_perft() -> Iterator[str]:
    """Counts of event sequences along random games: options, seed of the deal, events so far, depth, count."""
    yield "options\tseed\tevents\tdepth\tcount"
    for seed, roles in enumerate(("none", "standard", "all")):
        options = {"players": 5 + 2 * seed, "roles": roles, "lady": seed > 0}
        for events, counts in _perft_of(games.load("resistance", **options), seed):
            for depth, count in zip(PERFT_DEPTHS, counts, strict=True):
                yield f"{json.dumps(options)}\t{seed}\t{events}\t{depth}\t{count}"


def veil_record() -> Iterator[str]:
    """One game of random moves with the legal list at every decision: pins deal, dealer and the order of choices."""
    return _record_of(games.load("veil", players=3), 29)


def veil_perft() -> Iterator[str]:
    """Counts of event sequences along random games of all numbers of players: options, seed, events, depth, count."""
    yield "options\tseed\tevents\tdepth\tcount"
    for seed, options in enumerate(({"players": 2}, {"players": 3, "decline": True}, {"players": 4, "seasons": 3})):
        for events, counts in _perft_of(games.load("veil", **options), seed):
            for depth, count in zip(PERFT_DEPTHS, counts, strict=True):
                yield f"{json.dumps(options)}\t{seed}\t{events}\t{depth}\t{count}"


def veil_cards_text() -> Iterator[str]:
    """Every component of the house set in words."""
    for part in veil_data.house().components.named():
        yield f"{veil_cards.card_text(part)}\n"


FILES: dict[str, Callable[[], Iterator[str]]] = {
    "duel.avr": duel_record,
    "duel_perft.tsv": duel_perft,
    "duel_search.tsv": duel_search,
    "resistance.avr": resistance_record,
    "resistance_perft.tsv": resistance_perft,
    "veil.avr": veil_record,
    "veil_perft.tsv": veil_perft,
    "veil_cards.txt": veil_cards_text,
}


def content(name: str) -> str:
    """What the file must hold."""
    return "".join(line + "\n" for line in FILES[name]())
