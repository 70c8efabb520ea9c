"""What several commands share: options, results on stdout, notes on stderr."""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any, TypeVar

import click

if TYPE_CHECKING:
    from avalon_ai.games.base import Game

Command = TypeVar("Command", bound=Callable[..., Any])

SEED_LIMIT = (1 << 63) - 1


def at_option(command: Command) -> Command:
    """`--at LINE` of commands that look at one position of a record."""
    return click.option(
        "--at",
        type=int,
        metavar="LINE",
        help="The position before that line, the header being line 1; left out: the end of the file.",
    )(command)


def seed_option(command: Command) -> Command:
    """`--seed N`."""
    return click.option(
        "--seed",
        type=click.IntRange(0, SEED_LIMIT),
        default=0,
        show_default=True,
        metavar="N",
        help="Seed of all chance.",
    )(command)


def game_options(command: Command) -> Command:
    """`-o NAME=VALUE`, several times."""
    return click.option(
        "-o", "--option", "pairs", multiple=True, metavar="NAME=VALUE", help="An option of the game; see `games`."
    )(command)


def adjudicate_option(command: Command) -> Command:
    """`--adjudicate NAME=VALUE`, several times."""
    return click.option(
        "--adjudicate",
        "judged",
        multiple=True,
        metavar="NAME=VALUE",
        help="End games that are decided, as in resign=0.02; see `games`.",
    )(command)


def json_option(command: Command) -> Command:
    """`--json`."""
    return click.option("--json", "as_json", is_flag=True, help="One JSON object a line and nothing else.")(command)


def file_argument(command: Command) -> Command:
    """FILE, a record."""
    return click.argument("file")(command)


def print_json(said: Mapping[str, Any]) -> None:
    """One object on a line of stdout."""
    from avalon_ai.json_lines import dumps

    click.echo(dumps(said))


def note(text: str) -> None:
    """A line for the person on stderr."""
    click.echo(text, err=True)


def seat_number(game: Game, letter: str, option: str = "--seat") -> int:
    """The seat of a letter in any case. Raises click.UsageError."""
    from avalon_ai.games.base import SEAT_LETTERS

    letters = SEAT_LETTERS[: game.seats]
    if len(letter) != 1 or letter.upper() not in letters:
        raise click.BadParameter(f"expected one of {', '.join(letters)}, got {letter!r}", param_hint=option)
    return letters.index(letter.upper())


def writes_unicode() -> bool:
    """Whether stdout takes more than ASCII."""
    return (sys.stdout.encoding or "").lower().startswith("utf")
