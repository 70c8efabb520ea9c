"""avalon-bot check-bot"""

from __future__ import annotations

import click

from avalon_bot.common import json_option, print_json

WRONG = "wrong"
SECONDS = 10.0


@click.command()
@click.argument("program", metavar="CMD")
@click.option("--game", "only", multiple=True, metavar="GAME", help="Play this game alone, or these.")
@click.option("--time", "seconds", type=float, metavar="S", help="Seconds for each answer; 10 if left out.")
@click.option("--rounds", type=click.IntRange(1), default=1, metavar="N", help="Games for each game, size and seat.")
@json_option
def command(program: str, only: tuple[str, ...], seconds: float | None, rounds: int, as_json: bool) -> int:
    """Play with a program and say whether it keeps to the bot protocol.

    CMD is the command that starts it, in quotes where it has arguments: 'python3 mybot.py'. The
    exit code is 1 where something is wrong.
    """
    from avalon_ai import bots, check_bot, games

    spec = check_bot.spec_of(program)
    if seconds is None and spec != program:  # a whole spec says itself how long it may take
        seconds = SECONDS
    if seconds is not None:
        spec = bots.with_options(spec, [f"time={seconds}"], games.kind(games.DEFAULT))
    wrong = 0
    for finding in check_bot.check(spec, only=only, rounds=rounds):
        wrong += finding.level == WRONG
        if as_json:
            print_json(vars(finding))
        else:
            click.echo(finding.line())
    if not as_json:
        click.echo("it keeps to the protocol" if not wrong else f"{wrong} finding{'s' * (wrong != 1)} to put right")
    return 1 if wrong else 0
