"""avalon-bot replay"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from avalon_bot.common import at_option, file_argument, note, seat_number, writes_unicode

if TYPE_CHECKING:
    from avalon_ai._state import State, View
    from avalon_ai.record import Entry, Record
    from avalon_ai.style import Style

FIRST_LINE = 3  # of the first event, after header and deal


@click.command()
@file_argument
@at_option
@click.option("--seat", metavar="SEAT", help="As that seat saw it; left out: everything.")
@click.option("--screens", is_flag=True, help="Draw the position whenever another seat is to act.")
@click.option("--ascii", "plain", is_flag=True, help="Letters and signs of ASCII alone.")
def command(file: str, at: int | None, seat: str | None, screens: bool, plain: bool) -> None:
    """Tell a recorded game step by step, up to LINE or to its end.

    The number before each sentence is the line of the record, or with --seat of that seat's masked
    stream. A record whose last line was cut is told up to its last whole event.
    """
    from avalon_ai import record
    from avalon_ai.style import Style

    read = record.read(file, allow_cut=True)
    if read.cut is not None:
        note(f"{file}: line {read.cut}: cut; told up to the last whole event")
    teller = Teller(read, None if seat is None else seat_number(read.game, seat))
    style = Style(unicode=not plain and writes_unicode(), width=100, height=30)
    click.echo(teller.screen(style))
    for entry in read.entries[: record.check_place(read, at)]:
        told = teller.tell(entry, style if screens else None)
        if told:
            click.echo(told)
    if at is None and read.result is not None:
        teller.hear_result()
    if not screens:
        click.echo(teller.screen(style))
    if at is None and read.result is not None:
        click.echo(teller.ending())


class Teller:
    """Follows a record and tells it from one seat's view, or with everything open."""

    def __init__(self, record: Record, watcher: int | None) -> None:
        from avalon_ai.record import Fold
        from avalon_ai.streams import Stream

        self._game = record.game
        self._record = record
        self._names: list[str] = record.header["players"]
        self._watcher = watcher
        self._fold = Fold(record.game, record.deal)
        self._stream = None if watcher is None else Stream(record.game, watcher, record.header, record.deal)
        self._pieces: list[str] = []
        self._screens: Style | None = None
        self._actor = self._position.actor()

    @property
    def _position(self) -> View | State:
        return self._fold.state if self._stream is None else self._stream.view

    def screen(self, style: Style) -> str:
        """The position at this moment."""
        return self._game.screen(self._position, style, [], self._names)

    def tell(self, entry: Entry, screens: Style | None = None) -> str:
        """Fold in one line of the record and tell it, if there is something to tell; a forced event has its own line.

        With `screens` the position is drawn whenever another seat is to act; for a seat after each event of its
        stream, so that a forced answer looks like a chosen one.
        """
        from avalon_ai.games.base import seat_letter

        if entry.event is None:
            return f"{self._number(entry):5}  {seat_letter(entry.seat)} resigns."
        self._pieces, self._screens = [], screens
        self._fold.take(entry.event, lambda event, state: self._hear(entry, event, state))
        if self._stream is None:
            self._look()
        return "\n".join(self._pieces)

    def _hear(self, entry: Entry, event: int, state: State) -> None:
        if self._stream is None:
            self._add("" if self._pieces else entry.line, self._game.describe(event, state))
            return
        masked = state.mask(event, self._stream.seat)
        self._add(self._number(entry), self._game.describe(masked, self._stream.view))
        self._stream.see(masked)
        self._look()

    def _add(self, number: int | str, sentence: str) -> None:
        if sentence:
            self._pieces.append(f"{number:5}  {sentence}")

    def hear_result(self) -> None:
        """Fold in what the result line says."""
        self._fold.close(None if self._stream is None else self._stream.hear_result)

    def _look(self) -> None:
        """Draw the position if another seat is to act than before."""
        from avalon_ai._state import CHANCE

        actor = self._position.actor()
        if actor in (self._actor, CHANCE):
            return
        self._actor = actor
        if self._screens is not None:
            self._pieces.append(self.screen(self._screens))

    def ending(self) -> str:
        """The result. Assumes that the record is finished and was told to its end."""
        said = self._record.result or {}
        scores = ", ".join(f"{seat} {score:g}" for seat, score in said["result"].items())
        number = self._record.last_line
        if self._stream is not None:
            number = FIRST_LINE + len(self._stream) + (self._record.resigned is not None)
        return f"{number:5}  Result: {scores} ({said['reason']})"

    def _number(self, entry: Entry) -> int:
        """The line of the record, or of the seat's own stream: the record's would tell what had to be answered so."""
        return entry.line if self._stream is None else FIRST_LINE + len(self._stream)
