"""avalon-bot serve"""

from __future__ import annotations

import sys

import click

SWITCH = 0.0005  # seconds: a request need not wait longer for the threads that search


@click.command()
@click.option("--threads", type=click.IntRange(1, 256), metavar="N", help="Threads that search; one for each core.")
@click.option(
    "--active",
    type=click.IntRange(1, 10_000),
    default=16,
    show_default=True,
    metavar="N",
    help="Searches that take turns; each may take its `memory`.",
)
@click.option(
    "--queue",
    type=click.IntRange(0, 1_000_000),
    default=256,
    show_default=True,
    metavar="N",
    help="Searches that may wait for their turn; more are refused.",
)
@click.option(
    "--grace",
    type=click.FloatRange(0, 86_400),
    default=2.0,
    show_default=True,
    metavar="S",
    help="Seconds for what was asked when the requests end; then it is stopped and answered.",
)
def command(threads: int | None, active: int, queue: int, grace: float) -> int:
    """Answer requests of another program: lines of JSON on stdin and stdout.

    Each request is a position as one seat knows it, and how long to search it; many may be under way at once. When
    nobody reads the answers any more, everything ends. docs/serve.md tells every field.
    """
    from avalon_ai.engine import Settings, serve
    from avalon_ai.tournament.workers import cores
    from avalon_bot.common import note

    sys.setswitchinterval(SWITCH)
    chosen = Settings(threads=threads or cores(), active=active, waiting=queue)
    done = serve(sys.stdin.fileno(), sys.stdout.fileno(), chosen, grace=grace, complain=note)
    return 0 if done else 1
