"""avalon-bot verify"""

from __future__ import annotations

import click


@click.command()
@click.argument("files", nargs=-1, required=True)
def command(files: tuple[str, ...]) -> int:
    """Check records under the rules.

    A line for each FILE: fine, unfinished at its last line, or the line that cannot be, with what
    was expected and what stood there. Exit code 1 if any file is not in order.
    """
    from avalon_ai.record import verify

    fine = True
    for file in files:
        verdict = verify(file)
        click.echo(verdict.text)
        fine = fine and verdict.fine
    return 0 if fine else 1
