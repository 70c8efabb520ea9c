"""avalon-bot play"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import adjudicate_option, game_options, json_option, note, print_json, seed_option

if TYPE_CHECKING:
    from avalon_ai.record import Record

RECORD_MODE = 0o644


@click.command()
@click.argument("game")
@click.argument("bots", nargs=-1, required=True, metavar="BOT BOT...")
@game_options
@seed_option
@click.option("--games", "count", type=click.IntRange(1), default=1, show_default=True, metavar="N", help="How many.")
@click.option("--record", "target", metavar="FILE|DIR", help="Keep the record, or with DIR/ one for each game.")
@adjudicate_option
@click.option("--legal", is_flag=True, help="Keep all legal moves beside each move in the record.")
@json_option
def command(
    game: str,
    bots: tuple[str, ...],
    pairs: tuple[str, ...],
    judged: tuple[str, ...],
    seed: int,
    count: int,
    target: str | None,
    legal: bool,
    as_json: bool,
) -> None:
    """Let bots play GAME against each other.

    Game g of n seats plays deal g div n of the seed with the bots rotated by g mod n, so n games
    in a row share a deal. Bots are specs such as greedy or ismcts:visits=500; see `games`.
    """
    from avalon_ai import adjudication, games, match, record, scores
    from avalon_ai import bots as kinds

    options = games.kind(game).seated(games.parse_options(game, pairs), len(bots))
    chosen = games.load(game, **options)
    for line in chosen.warnings():
        note(line)
    if len(bots) != chosen.seats:
        raise click.UsageError(f"{game} has {chosen.seats} seats: expected {chosen.seats} bots, got {len(bots)}")
    adjudicate = adjudication.parse(game, judged)
    players = [kinds.make(spec, chosen) for spec in bots]
    tally = scores.Tally(list(bots))
    for number, file in enumerate(_progress(_files(target, count))):
        deal, rotation = divmod(number, chosen.seats)
        with nullcontext() if file is None else record.Writer(file, mode=RECORD_MODE) as writer:
            played = match.play(
                chosen,
                players,
                seed=seed,
                deal_index=deal,
                rotation=rotation,
                writer=writer,
                legal=legal,
                reveal=number == count - 1 or rotation == chosen.seats - 1,
                adjudicate=adjudicate,
            )
        _tell_forfeit(number, played)
        tally.add(deal, rotation, played.result_by_seat())
        if as_json:
            print_json(_line(number, deal, played, file))
    _summary(tally, as_json)


def _files(target: str | None, count: int) -> list[Path | None]:
    """Where each game is kept. Raises click.UsageError for one file and more than one game.

    A name that ends with a slash is a folder, and so is a new name without an ending for several games.
    """
    if target is None:
        return [None] * count
    several = count > 1 and not Path(target).suffix and not Path(target).exists()
    if target.endswith(os.sep) or Path(target).is_dir() or several:
        Path(target).mkdir(parents=True, exist_ok=True)
        return [Path(target) / f"{number:05}.avr" for number in range(count)]
    if count > 1:
        raise click.UsageError(f"--record {target} is one file for {count} games: expected a folder, {target}{os.sep}")
    return [Path(target)]


def _progress(files: list[Path | None]) -> Iterator[Path | None]:
    """The files with a bar on stderr where somebody watches."""
    if len(files) == 1 or not sys.stderr.isatty():
        return iter(files)
    from tqdm import tqdm

    return iter(tqdm(files, unit="game", file=sys.stderr))


def _tell_forfeit(number: int, played: Record) -> None:
    """Say which bot lost by what it did wrong, if one did, and how it broke down."""
    result = played.result or {}
    if "loser" in result:
        spec = played.header["players"][list(result["result"]).index(result["loser"])]
        note(f"{result['reason']}: game {number}: {spec}" + (f": {played.fault}" if played.fault else ""))


def _line(number: int, deal: int, played: Record, file: Path | None) -> dict[str, Any]:
    result = played.result or {}
    return {
        "game": number,
        "deal": deal,
        "players": played.header["players"],
        "result": result.get("result"),
        "reason": result.get("reason"),
        "file": None if file is None else str(file),
    }


def _summary(tally: Any, as_json: bool) -> None:
    from avalon_ai.scores import FEW, FEW_MARK, FEW_REMARK

    rows = tally.rows()
    if as_json:
        print_json({"summary": [vars(row) for row in rows]})
        return
    width, few = max(len(row.bot) for row in rows), tally.groups < FEW
    for row in rows:
        games = f"{row.games} game{'s' * (row.games != 1)}"
        ends = f"{row.low:.3f} to {row.high:.3f}{FEW_MARK * few}"
        click.echo(f"{row.bot:{width}}  {row.score:.3f}  (95 %: {ends})  {games}")
    if few:
        note(f"{FEW_REMARK}; use --games")
