"""avalon-bot tournament"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import SEED_LIMIT, adjudicate_option, game_options, json_option, note, print_json

if TYPE_CHECKING:
    from avalon_ai.tournament import Outcome, Run, Settings, Store

FORMATS = ("round-robin", "gauntlet", "hero", "knockout", "ladder")
FAULTS_SHOWN = 3
NAME_SHOWN = 30
SETTINGS = ("game", "bots", "options", "format", "rounds", "heroes", "seed", "sprt", "sprt_model", "move_time")
CONFIG = (*SETTINGS, "adjudicate", "workers", "scheduler", "out")


@click.command()
@click.argument("game", required=False)
@click.argument("bots", nargs=-1, metavar="BOT BOT...")
@click.option("--format", "shape", type=click.Choice(FORMATS), help="Who meets whom; round-robin if left out.")
@click.option("--heroes", type=click.IntRange(1), metavar="K", help="The first K bots are heroes (gauntlet, hero).")
@click.option("--rounds", type=click.IntRange(1), metavar="N", help="Groups for each meeting; 10 if left out.")
@click.option("--seed", type=click.IntRange(0, SEED_LIMIT), metavar="N", help="Seed of all chance; 0 if left out.")
@game_options
@click.option("--sprt", metavar="ELO0,ELO1", help="End when a sequential test between two bots is decided.")
@click.option("--sprt-model", metavar="MODEL", help="logistic, or normalized: Elo points of that test.")
@click.option("--move-time", type=float, metavar="S", help="Seconds for each move; a bot that takes longer loses.")
@adjudicate_option
@click.option("--workers", type=click.IntRange(1), metavar="N", help="Processes; one a core if left out.")
@click.option("--scheduler", metavar="tcp://HOST:PORT", help="Play on the workers of a Dask cluster.")
@click.option("--out", metavar="DIR/", help="Keep results and records there; the same command goes on from there.")
@click.option("--report", "page", metavar="FILE.html", help="Write a page with tables and pictures at the end.")
@click.option("--config", metavar="FILE.toml", help="Take what is not said here from a file.")
@json_option
def command(
    game: str | None,
    bots: tuple[str, ...],
    pairs: tuple[str, ...],
    judged: tuple[str, ...],
    config: str | None,
    page: str | None,
    as_json: bool,
    **said: Any,
) -> None:
    """Let bots play a tournament of GAME.

    The games of a group share a deal, and every bot takes every seat once. Bots are specs such as
    greedy or ismcts:visits=500; see `games`. Results do not hang on the number of workers.
    """
    from avalon_ai import report, tournament

    if page is not None:
        report.check()
    asked = _asked(config, {"game": game, "bots": list(bots) or None, "format": said.pop("shape"), **said})
    workers, scheduler, out = (asked.pop(key, None) for key in ("workers", "scheduler", "out"))
    chosen = tournament.configure(options=_options(asked, pairs), adjudicate=_adjudicate(asked, judged), **asked)
    for line in chosen.load().warnings():
        note(line)
    with ExitStack() as stack:
        store = None if out is None else stack.enter_context(tournament.Store(out, chosen))
        run = stack.enter_context(_Progress(chosen, store))
        try:
            outcome = tournament.play(run, **stack.enter_context(_players(workers, scheduler)))
        except KeyboardInterrupt:
            _tell_where(out)
            raise
    if page is not None:
        _write_page(page, chosen, outcome)
    _tell(chosen, outcome, as_json)


def _write_page(page: str, settings: Settings, outcome: Outcome) -> None:
    from avalon_ai import report

    title = f"{settings.game}: {settings.format} of {len(settings.bots)} bots"
    order = [row.bot for row in outcome.standings.rows()]
    again = shlex.join(["avalon-bot", *sys.argv[1:]])
    report.write(page, outcome.played, title, settings=settings.as_json(), order=order, test=outcome.test, again=again)


@contextmanager
def _players(workers: int | None, scheduler: str | None) -> Iterator[dict[str, Any]]:
    """Who plays: processes of this machine, or a cluster. Raises click.UsageError and WorkerError."""
    if scheduler is None:
        yield {"workers": workers}
        return
    if workers is not None:
        raise click.UsageError("--workers is for this machine alone: a cluster says itself how many there are")
    from avalon_ai.tournament import cluster

    with cluster.connect(scheduler) as found:
        yield found.as_arguments()


def _asked(config: str | None, said: Mapping[str, Any]) -> dict[str, Any]:
    """What the command line says, and for the rest the file. Raises click.UsageError."""
    found = {} if config is None else _read(config)
    found |= {key: value for key, value in said.items() if value is not None}
    for key, expected in (("game", "a game"), ("bots", "bots")):
        if not found.get(key):
            raise click.UsageError(f"expected {expected}, got none: avalon-bot tournament GAME BOT BOT...")
    return found


def _read(config: str) -> dict[str, Any]:
    """The file's settings, not yet checked. Raises OptionError and StorageError."""
    from avalon_ai import toml
    from avalon_ai.errors import OptionError, StorageError, shorten

    try:
        found = toml.loads(Path(config).read_text("utf-8"))
    except OSError as error:
        raise StorageError(f"{config}: {error.strerror or error}") from error
    except ValueError as error:
        raise OptionError(f"{config}: expected TOML: {error}") from error
    kinds = {
        "game": str,
        "bots": list,
        "options": dict,
        "adjudicate": dict,
        "workers": int,
        "scheduler": str,
        "out": str,
    }
    for key, value in found.items():
        if key not in CONFIG:
            raise OptionError(f"{config}: there is no setting {shorten(key)}; settings: {', '.join(CONFIG)}")
        if key in kinds and (not isinstance(value, kinds[key]) or isinstance(value, bool)):
            raise OptionError(f"{config}: {key}: expected {_kind_word(kinds[key])}, got {shorten(value)}")
    if found.get("workers", 1) < 1:
        raise OptionError(f"{config}: workers: expected a whole number from 1 on, got {found['workers']}")
    return found


def _kind_word(kind: type) -> str:
    return {str: "a text", list: "a list of bots", dict: "a table", int: "a whole number"}[kind]


def _options(asked: dict[str, Any], pairs: Sequence[str]) -> dict[str, Any]:
    """The game's options: those of the file, and over them those of the command line. Raises OptionError."""
    from avalon_ai import games

    return {**asked.pop("options", {}), **games.parse_options(asked["game"], pairs)}


def _adjudicate(asked: dict[str, Any], pairs: Sequence[str]) -> dict[str, Any]:
    """When decided games end: as the file has it, and over that the command line. Raises OptionError."""
    from avalon_ai import adjudication

    return {**asked.pop("adjudicate", {}), **adjudication.parse(asked["game"], pairs)}


class _Progress:
    """A bar on stderr where somebody watches."""

    def __init__(self, settings: Settings, store: Store | None) -> None:
        from avalon_ai import tournament

        self._bar: Any = None
        self.run = tournament.Run(settings, store=store, watch=self._show)
        if self.run.outcome.games:
            note(f"{self.run.outcome.games} games were played before")

    def _show(self, outcome: Outcome) -> None:
        if self._bar is not None:
            from avalon_ai.style import squeeze

            first = f"first: {squeeze(outcome.standings.leader(), NAME_SHOWN)}"
            self._bar.set_postfix_str(first if outcome.test is None else outcome.test.short(), refresh=False)
            self._bar.update(len(outcome.groups[-1]))

    def __enter__(self) -> Run:
        if sys.stderr.isatty():
            self._bar = _bar(self.run)
        return self.run

    def __exit__(self, *_: object) -> None:
        if self._bar is not None:
            self._bar.close()


def _bar(run: Run) -> Any:
    from tqdm import tqdm

    groups = run.schedule.groups
    total = None if groups is None else groups * run.game.seats
    return tqdm(total=total, initial=run.outcome.games, unit="game", file=sys.stderr, dynamic_ncols=True)


def _tell_where(out: str | None) -> None:
    if out is not None:
        note(f"what is finished stands in {out}; the same command goes on from there")


def _tell(settings: Settings, outcome: Outcome, as_json: bool) -> None:
    """What came of it."""
    from avalon_ai import tournament

    for line in outcome.faults[:FAULTS_SHOWN]:
        note(f"crash: {line}")
    if len(outcome.faults) > FAULTS_SHOWN:
        note(f"crash: {len(outcome.faults) - FAULTS_SHOWN} more")
    if as_json:
        print_json(outcome.as_json())
        return
    ratings, leads = outcome.ratings(), outcome.leads()
    click.echo(tournament.text(settings, outcome.standings, ratings=ratings, test=outcome.test, leads=leads))
