"""avalon-bot beliefs"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import at_option, json_option, print_json, seat_number, writes_unicode

if TYPE_CHECKING:
    from avalon_ai.record import Record


@click.command()
@click.argument("files", nargs=-1, required=True)
@at_option
@click.option("--seat", metavar="SEAT", help="The letter of the seat; left out: each one.")
@click.option("--model", metavar="MODEL", help="How players are taken to behave; left out: as the search has it.")
@click.option("--score", is_flag=True, help="Instead, how good beliefs were over each game, one JSON object a line.")
@json_option
def command(
    files: tuple[str, ...], at: int | None, seat: str | None, model: str | None, score: bool, as_json: bool
) -> None:
    """Tell what a seat may believe about hidden things at a position of a record.

    It goes by nothing but what the seat was shown. With --score the truth of a record is compared with what each seat
    believed as the game went on; the game's page says at which moments.
    """
    from avalon_ai import record

    if score and at is not None:
        raise click.UsageError("--score goes over whole games: expected no --at")
    for file in files:
        read = record.read(file)
        told = _scored(read, seat, model) if score else _told(read, at, seat, model)
        for said in told:
            if as_json or score:
                print_json({"file": file, **said})
            else:
                click.echo(_text(file if len(files) > 1 else "", said))


def _told(read: Record, at: int | None, letter: str | None, model: str | None) -> Iterator[dict[str, Any]]:
    from avalon_ai import record
    from avalon_ai.games.base import seat_letter

    game = read.game
    seats = range(game.seats) if letter is None else [seat_number(game, letter)]
    for seat in seats:
        view = record.stream(read, seat, at).view
        yield {"seat": seat_letter(seat), "at": at, **game.beliefs(view, model)}


def _scored(read: Record, letter: str | None, model: str | None) -> Iterator[dict[str, Any]]:
    from avalon_ai import record

    only = None if letter is None else seat_number(read.game, letter)
    positions = (state for _, state in record.replay(read))
    for said in read.game.belief_scores(positions, model, finished=read.result is not None):
        if only is None or seat_number(read.game, said["seat"]) == only:
            yield said


def _text(file: str, said: dict[str, Any]) -> str:
    """A block for a person."""
    from avalon_ai.panels import panel
    from avalon_ai.style import Style

    chances = {name: part for name, part in said.items() if name not in ("seat", "at")}
    heading = " ".join(part for part in (file, f"seat {said['seat']}") if part)
    return f"{heading}\n{panel(chances, Style(unicode=writes_unicode()))}"
