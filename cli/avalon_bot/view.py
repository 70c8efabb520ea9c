"""avalon-bot view"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import at_option, file_argument, print_json, seat_number

if TYPE_CHECKING:
    from avalon_ai.streams import Stream


@click.command()
@file_argument
@at_option
@click.option("--seat", required=True, metavar="SEAT", help="The letter of the seat.")
def command(file: str, at: int | None, seat: str) -> None:
    """Show what one seat knew at a position of a record, as one JSON object.

    It holds the seat's masked stream (header, deal, events), the view with the fields of the
    game's page, who is to act, and the seat's legal moves if it is.
    """
    from avalon_ai import record

    read = record.read(file)
    shown = record.stream(read, seat_number(read.game, seat), at)
    print_json(told(shown, at))


def told(stream: Stream, at: int | None) -> dict[str, Any]:
    """The JSON object of a stream; `at` is what was asked for: the record's own length would tell hidden things."""
    from avalon_ai.games.base import seat_letter
    from avalon_ai.record import legal_texts

    header, deal, *events = stream.lines()
    view = stream.view
    return {
        "seat": seat_letter(stream.seat),
        "at": at,
        "header": header,
        "deal": deal["deal"],
        "events": events,
        "view": stream.game.fields(view),
        "actor": actor_word(view.actor()),
        "legal": legal_texts(stream.game, view.legal()),
    }


def actor_word(actor: int) -> str | None:
    """The letter of the seat to act, `chance`, `hidden`, or None at the end."""
    from avalon_ai._state import CHANCE, HIDDEN
    from avalon_ai.games.base import seat_letter

    return seat_letter(actor) if actor >= 0 else {CHANCE: "chance", HIDDEN: "hidden"}.get(actor)
