"""avalon-bot games"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import json_option, print_json

if TYPE_CHECKING:
    from collections.abc import Iterable

    from avalon_ai.specs import Kind, Option


@click.command()
@json_option
def command(as_json: bool) -> None:
    """List games and bots with their options, defaults and ranges."""
    from avalon_ai import adjudication, games
    from avalon_ai.bots import BOTS

    kinds = [games.kind(name) for name in games.names()]
    if as_json:
        for game in kinds:
            print_json(
                {
                    "game": game.NAME,
                    "title": game.TITLE,
                    "options": _told(game.OPTIONS),
                    "notes": game.notes(),
                    "adjudications": _told(adjudication.options(game)),
                }
            )
        for bot in BOTS.values():
            print_json(_bot(bot))
        for game in kinds:
            for bot in game.BOTS:
                print_json(_bot(bot) | {"only": game.NAME})
        return
    for game in kinds:
        click.echo(f"{game.NAME}: {game.TITLE}" + " (default)" * (game.NAME == games.DEFAULT))
        _print(game.OPTIONS, "-o ")
        _print(game.ADJUDICATIONS, "--adjudicate ")
        for line in game.notes():
            click.echo(f"  {line}")
    click.echo("games of bots, whatever the game:")
    _print(adjudication.OPTIONS, "--adjudicate ")
    click.echo()
    for bot in BOTS.values():
        click.echo(f"bot {bot.name}: {bot.help}")
        _print_bot(bot)
    for game in kinds:
        for bot in game.BOTS:
            click.echo(f"bot {bot.name}, for {game.NAME} alone: {bot.help}")
            _print_bot(bot)


def _bot(bot: Kind) -> dict[str, Any]:
    rest = {} if bot.rest is None else {"rest": _told([bot.rest])[0]}
    return {"bot": bot.name, "help": bot.help, "options": _told(bot.options), **rest}


def _print_bot(bot: Kind) -> None:
    _print(bot.options, f"{bot.name}:")
    if bot.rest is not None:
        click.echo(f"  {bot.name}:{bot.rest.name.upper()}  {bot.rest.help}")


def _shown(options: Iterable[Option]) -> list[Option]:
    return [option for option in options if not option.hidden]


def _print(options: Iterable[Option], before: str) -> None:
    for option in _shown(options):
        click.echo(f"  {before}{option.name}=  {option.help}")
        click.echo(f"      {option.expected()}; default: {option.default_text()}")


def _told(options: Iterable[Option]) -> list[dict[str, Any]]:
    return [
        {
            "name": option.name,
            "kind": option.kind,
            "default": option.default,
            "low": option.low,
            "high": option.high,
            "choices": list(option.choices),
            "help": option.help,
        }
        for option in _shown(options)
    ]
