"""avalon-bot card"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from avalon_bot.common import game_options

if TYPE_CHECKING:
    from avalon_ai.games.base import Game


@click.command()
@click.argument("name", nargs=-1, required=True)
@click.option("--game", metavar="GAME", help="The game; left out: the first one whose cards have texts.")
@game_options
def command(name: tuple[str, ...], game: str | None, pairs: tuple[str, ...]) -> None:
    """Tell what a card or another component says.

    NAME is its id or its name, in any case; part of a name finds every one that holds it.
    """
    from avalon_ai import games

    kind = games.kind(game) if game is not None else _first()
    options = games.parse_options(kind.NAME, pairs)
    click.echo("\n\n".join(kind.cards(" ".join(name), options)))


def _first() -> type[Game]:
    """The first game whose components have texts. Raises OptionError."""
    from avalon_ai import games
    from avalon_ai.errors import OptionError

    for name in games.names():
        if games.kind(name).CARDS:
            return games.kind(name)
    raise OptionError("card: no game has components with texts")
