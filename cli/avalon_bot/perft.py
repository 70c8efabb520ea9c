"""avalon-bot perft"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from avalon_bot.common import at_option, file_argument

if TYPE_CHECKING:
    from avalon_ai._state import State

CORE_DEPTH = 3  # the core counts that deep in one call; above it Ctrl-C is heard between calls


@click.command()
@file_argument
@at_option
@click.option("--depth", type=click.IntRange(0, 20), required=True, metavar="N", help="Length of the sequences.")
def command(file: str, at: int | None, depth: int) -> None:
    """Count the event sequences of length N from a position of a record.

    Every legal move and every distinct outcome counts as one event, a forced pass as none; a game
    that ends earlier counts as one sequence.
    """
    from avalon_ai import record

    click.echo(count(record.position(record.read(file), at), depth))


def count(state: State, depth: int) -> int:
    """The number of event sequences of that length; the state is left as it was."""
    from avalon_ai._state import CHANCE

    if depth <= CORE_DEPTH or state.reason():
        return state.perft(depth)
    chance = state.actor() == CHANCE
    total = 0
    for event in [outcome for outcome, _ in state.outcomes()] if chance else state.legal():
        after = state.copy()
        after.apply(event)
        while (forced := after.forced()) is not None:
            after.apply(forced)
        total += count(after, depth - 1)
    return total
