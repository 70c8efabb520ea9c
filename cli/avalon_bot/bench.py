"""avalon-bot bench"""

from __future__ import annotations

import click

from avalon_bot.common import json_option, note, print_json


@click.command()
@json_option
def command(as_json: bool) -> None:
    """Measure the speed of core and search: one thread, medians of five rounds.

    The fingerprint is the number of tree nodes of a fixed set of searches: the same on every
    machine, and changed only by a change of rules or search.
    """
    from avalon_ai import bench

    found = bench.run(note)
    if as_json:
        print_json(found)
        return
    for name, numbers in found.items():
        if not isinstance(numbers, dict):
            continue
        click.echo(name)
        for word, number in numbers.items():
            click.echo(f"  {word:20}{number:>16,}")
    click.echo(f"fingerprint {found['fingerprint']}")
