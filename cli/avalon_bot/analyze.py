"""avalon-bot analyze"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import at_option, file_argument, json_option, note, print_json, seed_option

if TYPE_CHECKING:
    from avalon_ai._state import View
    from avalon_ai.games.base import Game
    from avalon_ai.search import Report

SHOWN_LINE = 6  # moves of a principal variation in the table
SHOWN_MOVES = 12
DIGITS = 6


@click.command()
@file_argument
@at_option
@click.option("--visits", type=click.IntRange(1, 10**9), metavar="N", help="Visits; 2000 unless --seconds is given.")
@click.option("--seconds", type=click.FloatRange(0.001, 86_400), metavar="S", help="Time for the search.")
@click.option("--top", type=click.IntRange(1), metavar="N", help="The best N moves only; the table shows 12, JSON all.")
@seed_option
@json_option
def command(
    file: str, at: int | None, visits: int | None, seconds: float | None, top: int | None, seed: int, as_json: bool
) -> int:
    """Search a position of a record for the seat to act, from what that seat knew.

    Moves come best first. A value is the expected result of the seat, 0 to 1.
    """
    from avalon_ai import record, search

    read = record.read(file)
    actor = record.position(read, at).actor()
    if actor < 0 or record.ended(read, at):
        note(f"{file}: no seat is to act there: expected the line of a move")
        return 1
    shown = record.stream(read, actor, at)
    if visits is None and seconds is None:
        visits = 2_000
    report = search.analyze(shown.view, read.game.model(), visits=visits, seconds=seconds, seed=seed)
    if as_json:
        print_json(told(read.game, report, shown.view, top))
    else:
        _print(read.game, report, top or SHOWN_MOVES)
    return 0


def told(game: Game, report: Report, view: View, top: int | None = None) -> dict[str, Any]:
    """The JSON object of a report."""
    from avalon_ai.engine.answers import moves_json

    return {
        "moves": moves_json(game, report, top),
        "visits": report.visits,
        "seconds": round(report.seconds, DIGITS),
        "beliefs": game.beliefs(view),
    }


def _print(game: Game, report: Report, top: int) -> None:
    click.echo(f"{'move':14}{'visits':>9}{'value':>8}{'error':>8}  expected line")
    for move in report.moves[:top]:
        value = "-" if move.value is None else f"{move.value:.3f}"
        error = "-" if move.error is None else f"{move.error:.3f}"
        line = ", ".join(game.text(event) for event in move.pv[:SHOWN_LINE])
        click.echo(f"{game.text(move.event):14}{move.visits:9}{value:>8}{error:>8}  {line}")
    note(f"{report.visits} visits in {report.seconds:.2f} s, {report.nodes} nodes" + ", memory full" * report.full)
