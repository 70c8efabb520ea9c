"""avalon-bot vs"""

from __future__ import annotations

import secrets
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING

import click

from avalon_bot.common import SEED_LIMIT, game_options, note, seat_number

if TYPE_CHECKING:
    from avalon_ai.bots import Bot
    from avalon_ai.games.base import Game
    from avalon_ai.record import Record
    from avalon_bot.session import Analyst, Table
    from avalon_bot.terminal import Clock, Terminal

HUMAN = "human"
REPLY_VISITS = 10_000
PACE_SECONDS = 0.2


@dataclass(frozen=True)
class Wish:
    """What the command line asked for; `spec` is the opponent's."""

    game: str | None
    pairs: tuple[str, ...]
    spec: str
    watch: bool
    seat: str
    seed: int | None
    pace: float
    kept: Path | None
    resume: Path | None
    people: str | None = None  # the letters of several seats


@click.command()
@click.argument("opponent", metavar="human|BOT", default=HUMAN)
@click.option("--watch", is_flag=True, help="Watch BOT play the default bot.")
@click.option("--game", metavar="GAME", help="Another game than the default; see `games`.")
@game_options
@click.option("--seat", default="A", show_default=True, metavar="SEAT|random", help="Where you sit.")
@click.option("--human", "people", metavar="A,C", help="Where several people sit who share this keyboard.")
@click.option(
    "--seed", type=click.IntRange(0, SEED_LIMIT), metavar="N", help="Seed of all chance; left out: a new one."
)
@click.option("--level", type=click.IntRange(1, 10), metavar="1..10", help="How strong the default bot plays.")
@click.option("--visits", type=click.IntRange(1), metavar="N", help="Search effort of the bot for each move.")
@click.option("--time", "seconds", type=float, metavar="SECONDS", help="Thinking time of the bot for each move.")
@click.option("--record", "kept", type=click.Path(path_type=Path), metavar="FILE", help="Keep the finished game there.")
@click.option("--resume", type=click.Path(path_type=Path), metavar="FILE", help="Go on with an unfinished record.")
@click.option("--pace", type=click.FloatRange(0, 10), metavar="SECONDS", help="Pause after each move of a bot.")
@click.option(
    "--color", type=click.Choice(("auto", "always", "never")), default="auto", help="auto: where a terminal shows it."
)
@click.option("--ascii", "plain", is_flag=True, help="Letters and signs of ASCII alone.")
def command(
    opponent: str,
    watch: bool,
    game: str | None,
    pairs: tuple[str, ...],
    seat: str,
    people: str | None,
    seed: int | None,
    level: int | None,
    visits: int | None,
    seconds: float | None,
    kept: Path | None,
    resume: Path | None,
    pace: float | None,
    color: str,
    plain: bool,
) -> int:
    """Play against BOT at this keyboard; `human` plays against the default bot.

    With --human several people share the keyboard: what one sees is covered before the next one looks.

    The game is kept from the first move on in your state folder; leave when you like, and go on with --resume.
    """
    from avalon_bot.terminal import Console, SystemClock

    terminal = Console(color=color, ascii_only=plain)
    spec = opponent_spec(opponent, game, level, visits, seconds)
    wish = Wish(game, pairs, spec, watch, seat, seed, _pace(pace, terminal.live), kept, resume, people)
    _check_target(kept)
    return play(wish, terminal, SystemClock())


def _pace(pace: float | None, live: bool) -> float:
    if pace is not None:
        return pace
    return PACE_SECONDS if live else 0.0


def _check_target(kept: Path | None) -> None:
    if kept is not None and kept.exists():
        raise click.UsageError(f"--record: {kept} exists and is not overwritten; expected a new name")


def opponent_spec(opponent: str, game: str | None, level: int | None, visits: int | None, seconds: float | None) -> str:
    """The bot's spec that the options make. Raises click.UsageError, OptionError or SpecError."""
    from avalon_ai import bots, games

    if level is not None and (opponent != HUMAN or visits is not None or seconds is not None):
        raise click.UsageError("--level is for the default bot: expected no BOT, --visits or --time beside it")
    if level is not None:
        return bots.level(level)
    spec = bots.DEFAULT if opponent == HUMAN else opponent
    wished = {"visits": visits, "time": seconds}
    more = [f"{name}={value}" for name, value in wished.items() if value is not None]
    return bots.with_options(spec, more, games.kind(game or games.DEFAULT))


def play(wish: Wish, terminal: Terminal, clock: Clock, analyst: Analyst | None = None) -> int:
    """Play one game after another until the person leaves; gives the exit code.

    `analyst` searches for `hint` and `why`; left out, it is the game's own search.
    """
    from avalon_bot.journal import Journal, new_path
    from avalon_bot.session import Session

    while True:
        record, path = (_new(wish), None) if wish.resume is None else _resumed(wish.resume, wish)
        table = seat_all(record)
        journal = Journal(path or new_path(record.game.name))
        session = Session(record, table, terminal, clock, journal, pace=wish.pace, kept=wish.kept, analyst=analyst)
        code, again = session.run()
        if not again:
            return code
        wish = replace(wish, seed=None, resume=None, kept=_next_name(wish.kept))


def _next_name(kept: Path | None) -> Path | None:
    """A free name like the one before: game.avr, game-2.avr, game-3.avr."""
    if kept is None:
        return None
    stem = kept.stem.rpartition("-")[0] if kept.stem.rpartition("-")[2].isdecimal() else kept.stem
    names = (kept.with_name(f"{stem}-{number}{kept.suffix}") for number in range(2, 1_000_000))
    return next(name for name in names if not name.exists())


def _new(wish: Wish) -> Record:
    """The record of a new game, at its start. Raises OptionError."""
    from avalon_ai import bots, games
    from avalon_ai.record import Record, header

    name = wish.game or games.DEFAULT
    game = games.load(name, **games.parse_options(name, wish.pairs))
    for line in game.warnings():
        note(line)
    seats = _seats(wish, game)
    own, others = (wish.spec, bots.DEFAULT) if wish.watch else (HUMAN, wish.spec)
    players = [own if number in seats else others for number in range(game.seats)]
    seed = secrets.randbelow(1 << 31) if wish.seed is None else wish.seed
    deal, _ = game.deal(seed)
    return Record(game, header(game, players, seed), deal)


def _seats(wish: Wish, game: Game) -> list[int]:
    """The seats of people. Raises click.UsageError."""
    if wish.people is None:
        return [_seat(wish.seat, game)]
    if wish.watch:
        raise click.UsageError("--watch seats nobody: expected no --human beside it")
    letters = [part.strip() for part in wish.people.split(",")]
    seats = [seat_number(game, letter, "--human") for letter in letters]
    if len(set(seats)) < len(seats):
        raise click.BadParameter(f"expected each seat once, got {wish.people!r}", param_hint="--human")
    return seats


def _seat(letter: str, game: Game) -> int:
    return secrets.randbelow(game.seats) if letter.lower() == "random" else seat_number(game, letter)


def _resumed(file: Path, wish: Wish) -> tuple[Record, Path | None]:
    """The unfinished record to go on with, and its file if it is to grow there.

    Raises RecordError, StorageError, click.UsageError.
    """
    from avalon_ai import bots
    from avalon_ai.record import read

    record = read(file, allow_cut=True)
    players: list[str] = record.header["players"]
    if record.result is not None:
        raise click.UsageError(f"--resume: {file} is finished; expected an unfinished record")
    strange = [spec for spec in players if bots.starts_program(spec) and spec != wish.spec]
    if strange:
        raise click.UsageError(
            f"--resume: {file} would start the program {strange[0]!r}; to let it, name it: avalon-bot vs BOT --resume"
        )
    if wish.game or wish.pairs or wish.seed is not None or wish.spec not in (bots.DEFAULT, *players):
        note(f"{file}: game, options, seed and bots are those of the record")
    if record.cut is not None:
        note(f"{file}: line {record.cut}: cut; going on after line {record.last_line}")
    if HUMAN in players or wish.watch:
        return record, file
    seats = _seats(wish, record.game)
    taken = " and ".join(players[seat] for seat in seats)
    note(f"{file}: no person played there; you take the place of {taken}, in a record of your own")
    players = [HUMAN if number in seats else spec for number, spec in enumerate(players)]
    return replace(record, header=record.header | {"players": players}), None


def seat_all(record: Record) -> Table:
    """The bots of a record's header and the seats of people. Raises SpecError."""
    from avalon_ai import bots
    from avalon_bot.session import Table

    players: list[str] = record.header["players"]
    seated = {number: bots.make(spec, record.game) for number, spec in enumerate(players) if spec != HUMAN}
    return Table(
        [number for number, spec in enumerate(players) if spec == HUMAN],
        seated,
        {number: replier(bot) for number, bot in seated.items()},
        [spec.partition(":")[0] for spec in players],
    )


def replier(bot: Bot) -> Bot:
    """The same bot, or where it knows how a copy with a search that is done well within the time of a reply."""
    within = getattr(bot, "within", None)
    quick: Bot = bot if within is None else within(REPLY_VISITS)
    return quick
