"""Plays many random games in the current build: invariants after every event, all laws of the kit now and then.

    python tools/soak.py --games 10000
    python tools/soak.py --games 500 -o territories=plain1,forest1 -o crowns_to_win=2 -o copies=2 --laws-every 1

The first broken law ends it with exit code 1 and says which game it was: `--seed` and `--first` play that one again.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from pathlib import Path

sys.path[:0] = [str(Path(__file__).resolve().parent.parent / folder) for folder in ("tests", "cli", "")]

import kit  # noqa: E402
from avalon_ai import games  # noqa: E402
from avalon_ai._build import MODE  # noqa: E402
from avalon_ai._state import Generator  # noqa: E402
from avalon_ai.games.base import Game  # noqa: E402

PROGRESS_SECONDS = 5.0


def main() -> int:
    """Run the soak; gives the exit code."""
    wish = arguments().parse_args()
    game = games.load(wish.game, **games.parse_options(wish.game, wish.option))
    contract = kit.Contract(models=(None, game.model("hand")))
    began = shown = time.monotonic()
    ends: Counter[str] = Counter()
    for index in range(wish.first, wish.first + wish.games):
        table = play(game, wish.seed, index, contract, wish.laws_every)
        ends.update([table.state.reason()])
        ends["events"] += len(table.events)
        if time.monotonic() - shown > PROGRESS_SECONDS:
            shown = time.monotonic()
            print(f"{index - wish.first + 1} of {wish.games} games, {shown - began:.0f} s", file=sys.stderr)
    print(summary(game, ends, wish.games, time.monotonic() - began))
    return 0


def arguments() -> argparse.ArgumentParser:
    """What may be asked for."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=10_000, help="how many games (default: %(default)s)")
    parser.add_argument("--seed", type=int, default=1, help="seed of all games (default: %(default)s)")
    parser.add_argument("--first", type=int, default=0, help="number of the first deal (default: %(default)s)")
    parser.add_argument(
        "--laws-every", type=int, default=40, help="events between two full checks (default: %(default)s)"
    )
    parser.add_argument("--game", default=games.DEFAULT, choices=games.names())
    parser.add_argument(
        "-o", "--option", action="append", default=[], metavar="NAME=VALUE", help="an option of the game"
    )
    return parser


def play(game: Game, seed: int, index: int, contract: kit.Contract, laws_every: int) -> kit.Table:
    """One random game; every second one chooses the kind of move first."""
    table = kit.Table.deal(game, seed, index)
    player = kit.grouped(game) if index % 2 else kit.uniform
    rng = Generator(seed).fork(index)
    try:
        for _ in kit.walk(table, rng.bits(), player, game.rules.longest):
            kit.check_whole(table.state)
            if len(table.events) % laws_every == laws_every - 1:
                kit.check_step(table, contract, rng)
        kit.check_end(table, contract)
    except AssertionError as broken:
        where = f"seed {seed}, deal {index}, event {len(table.events)}, after {', '.join(table.texts())}"
        raise SystemExit(f"broken: {where}: {broken}") from broken
    return table


def summary(game: Game, ends: Counter[str], count: int, seconds: float) -> str:
    """One line about all games."""
    events = ends.pop("events")
    reasons = ", ".join(f"{number} by {reason}" for reason, number in ends.most_common())
    return (
        f"{count} games of {game.name} without a broken invariant or law ({MODE} build): {reasons}; "
        f"{events} events in {seconds:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main())
