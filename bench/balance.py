"""How even The Riven Veil is among equal bots: wins by faction and seat, and how often each main-deck card is played.

    python bench/balance.py greedy --games 1000 --seed 920000 -o players=4

A card counts as held whenever its seat chooses a card for a round, as played if it is the one chosen, and as resolved
if the turn then does what it says.
"""

from __future__ import annotations

import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from typing import Any

import click

from avalon_ai import bots, games, scores
from avalon_ai.errors import AvalonError
from avalon_ai.games.base import SEAT_LETTERS
from avalon_ai.match import Match, bot_seed

Tally = tuple[list[float], list[str], list[int], Counter[str], Counter[str], Counter[str]]
FIRST_LISTED = 12


def play(options: dict[str, Any], bot: str, seed: int, deal: int) -> Tally:
    """Result, faction and VP of each seat of one game; cards held, played and resolved."""
    game = games.load("veil", **options)
    seated = [bots.make(bot, game) for _ in range(game.seats)]
    table = Match.new(game, [bot] * game.seats, seed=seed, deal_index=deal)
    for place, player in enumerate(seated):
        player.start(table.streams[place], bot_seed(seed, deal, place))
    held, played, resolved = Counter[str](), Counter[str](), Counter[str]()
    chosen: dict[int, str] = {}
    while (seat := table.advance()) is not None:
        event = seated[seat].act(table.streams[seat]).event
        verb, _, card = game.text(event).partition(" ")
        if verb == "play":
            held.update(game.text(other).partition(" ")[2] for other in table.streams[seat].view.legal())
            played[card] += 1
            chosen[seat] = card
        elif verb == "card" and not card:
            resolved[chosen[seat]] += 1
        table.move(event)
    fields = [game.fields(stream.view) for stream in table.streams]
    letters = SEAT_LETTERS[: game.seats]
    points = [fields[0]["seats"][letter]["vp"] for letter in letters]
    factions = [table.record.deal["factions"][letter] for letter in letters]
    return list(table.state.returns()), factions, points, held, played, resolved


def shares(word: str, groups: dict[str, list[float]]) -> None:
    """A line for each group: its share of the wins."""
    for name, results in sorted(groups.items()):
        share, low, high = scores.interval([[result] for result in results])
        print(f"  {word} {name:10} {share:.3f} [{low:.3f}, {high:.3f}]  {len(results)}")


def cards(held: Counter[str], played: Counter[str], resolved: Counter[str], plans: set[str]) -> None:
    """The cards played least and most of those held."""
    rates = sorted((played[card] / held[card], card) for card in held if card not in plans)
    told = [f"{card} {rate:.3f} ({resolved[card]}/{held[card]})" for rate, card in rates]
    print(f"  {len(rates)} cards held; played least (resolved/held): {', '.join(told[:FIRST_LISTED])}")
    print(f"  played most: {', '.join(told[-FIRST_LISTED:])}")
    print(
        f"  never played: {sum(rate == 0 for rate, _ in rates)}; whenever held: {sum(rate == 1 for rate, _ in rates)}"
    )


@click.command()
@click.argument("bot")
@click.option("--games", "count", default=1_000, show_default=True)
@click.option("--seed", default=920_000, show_default=True, help="of the deals; tuning used none of these")
@click.option("--option", "-o", "pairs", multiple=True, metavar="NAME=VALUE", help="of the game")
@click.option("--workers", default=os.cpu_count() or 1, show_default=True, help="processes")
def main(bot: str, count: int, seed: int, pairs: tuple[str, ...], workers: int) -> None:
    """Play games of equal bots."""
    began = time.perf_counter()
    try:  # here and not in a process of the pool: what they raise does not come back as it was
        options = games.parse_options("veil", pairs)
        game: Any = games.load("veil", **options)
        bots.make(bot, game)
    except AvalonError as error:
        raise click.ClickException(str(error)) from error
    with ProcessPoolExecutor(workers) as pool:
        done = list(pool.map(partial(play, options, bot, seed), range(count), chunksize=8))
    by_faction: dict[str, list[float]] = {}
    by_seat: dict[str, list[float]] = {}
    held, played, resolved = Counter[str](), Counter[str](), Counter[str]()
    for results, factions, _, *counts in done:
        for seat, result in enumerate(results):
            by_faction.setdefault(factions[seat], []).append(result)
            by_seat.setdefault(SEAT_LETTERS[seat], []).append(result)
        for total, one in zip((held, played, resolved), counts, strict=True):
            total.update(one)
    print(f"{bot}, {count} games, {' '.join(pairs)}, seed {seed}")
    print(f"  mean VP {sum(sum(points) / len(points) for _, _, points, *_ in done) / count:.1f}")
    shares("faction", by_faction)
    shares("seat", by_seat)
    cards(held, played, resolved, set(game.names.cards[120:]))
    print(f"{time.perf_counter() - began:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    main()
