"""avalon-bot rate"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from textwrap import wrap
from typing import TYPE_CHECKING, Any

import click

from avalon_bot.common import json_option, note, print_json

if TYPE_CHECKING:
    from avalon_ai.games.base import Game
    from avalon_ai.ratings import Rating, Ratings
    from avalon_ai.record import Record
    from avalon_ai.results import Played
    from avalon_ai.tournament.standings import Score, Standings

NAME = 36
ARGUMENTS_SHOWN = 8
ENDING = ".avr"


@click.command()
@click.argument("records", nargs=-1, required=True, metavar="RECORDS...")
@click.option("--report", "page", metavar="FILE.html", help="Write a page with tables and pictures.")
@json_option
def command(records: tuple[str, ...], page: str | None, as_json: bool) -> None:
    """Rate the players of recorded games.

    RECORDS are finished games of one kind, wherever they were played: files, or folders of them.
    Games with the same seed and deal are one group; the intervals are over groups.
    """
    from avalon_ai import report

    if page is not None:
        report.check()
    game, played = _games(_read(records))
    table = report.standings(played, {})
    ratings, remark = report.fit(played)
    if page is not None:
        report.write(
            page,
            played,
            f"{game.name}: ratings of {_count(len(table.rows()), 'player')}",
            settings={"game": game.name, "options": game.options, "records": len(played)},
            again=_again(records, page),
        )
    if as_json:
        print_json(_json(game.name, game.options, table, ratings))
    else:
        click.echo(_text(game.name, table, ratings))
    if remark:
        note(remark)


# --- reading -----------------------------------------------------------------------------------


def _read(records: Sequence[str]) -> Iterator[tuple[str, Record]]:
    """Every finished record once; what cannot be used is told and left out. Raises StorageError if none is left."""
    from avalon_ai.errors import RecordError, StorageError
    from avalon_ai.record import read

    used = 0
    for file in _files(records):
        try:
            record = read(file)
        except (RecordError, StorageError) as error:
            note(f"left out: {error}")
            continue
        if record.result is None:
            note(f"left out: {file}: unfinished at line {record.last_line}")
            continue
        used += 1
        yield file, record
    if not used:
        raise StorageError("expected at least one finished record, found none")


def _files(records: Sequence[str]) -> Iterator[str]:
    """The files, and those in folders, each once."""
    seen = set()
    for name in records:
        folder = Path(name)
        inside = sorted(str(file) for file in folder.rglob(f"*{ENDING}")) if folder.is_dir() else [name]
        if not inside:
            note(f"left out: {name}: a folder without files that end with {ENDING}")
        for file in inside:
            known = Path(file).resolve()
            if known not in seen:
                seen.add(known)
                yield file


def _games(found: Iterable[tuple[str, Record]]) -> tuple[Game, list[Played]]:
    """The game of all records, and who played what, in an order that does not hang on that of the files.

    Raises OptionError where they are not of one game with the same options.
    """
    first: tuple[str, Game] | None = None
    by_deal: dict[tuple[Any, ...], list[Played]] = {}
    for place, (file, record) in enumerate(found):
        first = first or (file, record.game)
        _check_same(*first, file, record.game)
        by_deal.setdefault(_deal(record, place), []).append(_game(record))
    assert first is not None
    groups = [sorted(games, key=lambda game: (game.bots, game.results)) for _, games in sorted(by_deal.items())]
    return first[1], [
        replace(game, group=group, number=number)
        for group, games in enumerate(groups)
        for number, game in enumerate(games)
    ]


def _check_same(first: str, game: Game, file: str, other: Game) -> None:
    """Raises OptionError unless both records are of one game with the same options."""
    from avalon_ai.errors import OptionError
    from avalon_ai.tournament.settings import differences

    for unlike in differences({"game": game.name, **game.options}, {"game": other.name, **other.options}):
        raise OptionError(f"{first} and {file}: expected records of one game with the same options: {unlike}")


def _deal(record: Record, place: int) -> tuple[Any, ...]:
    """What games of one group share; a game without a seed, dealt by people, shares its deal with no other."""
    from avalon_ai.json_lines import dumps

    seed, text = record.header.get("seed"), dumps(record.deal)
    if seed is None:
        return True, 0, 0, text, tuple(record.header["players"]), place
    return False, seed, record.header.get("deal_index", 0), text, (), 0


def _game(record: Record) -> Played:
    """One game, its group not yet known."""
    from avalon_ai.results import Played

    said = record.result or {}
    return Played(
        group=0,
        number=0,
        bots=tuple(record.header["players"]),
        sides=record.game.sides(record.deal),
        results=tuple(record.result_by_seat()),
        reason=said["reason"],
        loser=list(said["result"]).index(said["loser"]) if "loser" in said else None,
        events=len(record.entries),
    )


# --- telling -----------------------------------------------------------------------------------


def _text(game: str, table: Standings, ratings: Ratings | None) -> str:
    """Standings, strongest first, at most 100 columns wide."""
    from avalon_ai.scores import FEW_REMARK
    from avalon_ai.style import squeeze
    from avalon_ai.tournament.tables import WIDTH

    rated = {} if ratings is None else {rating.bot: rating for rating in ratings.bots}
    rows = {row.bot: row for row in table.rows()}
    names = list(rated or rows)
    shown = {name: _shown(name) for name in names}
    width = min(NAME, max(4, *map(len, shown.values())))
    lines = [
        f"{game}: {_count(table.games, 'game')} in {_count(table.groups, 'group')}",
        f"    {'bot':{width}}  rating  95 %                games  score  95 %",
        *(
            f"{place:3} {squeeze(shown[name], width):{width}}  {_rating(rated.get(name))}  {_total(rows[name].total)}"
            for place, name in enumerate(names, 1)
        ),
    ]
    few = ["", *wrap(FEW_REMARK, WIDTH)] if any(row.total.few_groups for row in rows.values()) else []
    return "\n".join(line.rstrip() for line in [*lines, *_sides(names, shown, table, ratings), *few])


def _sides(names: Sequence[str], shown: Mapping[str, str], table: Standings, ratings: Ratings | None) -> Iterator[str]:
    """Scores by side, and what a side is worth."""
    from avalon_ai.style import squeeze
    from avalon_ai.tournament.tables import grid
    from avalon_ai.tournament.verdict import points_text

    sides = table.sides()
    if len(sides) < 2:
        return
    rows = {row.bot: row for row in table.rows()}
    yield ""
    yield "Score by side"
    yield from grid([shown[name] for name in names], sides, lambda row, side: rows[names[row]].sides.get(sides[side]))
    if ratings is not None and ratings.sides:
        yield ""
        yield "What a side is worth in rating"
        width = max(len(term.side) for term in ratings.sides)
        for term in ratings.sides:
            yield f"    {squeeze(term.side, NAME):{min(NAME, width)}}  {points_text(term)}"


def _rating(rating: Rating | None) -> str:
    from avalon_ai.tournament.verdict import points_text

    return f"{'-':>6}  {'-':17}" if rating is None else points_text(rating)


def _total(total: Score) -> str:
    return f"{total.games:7}  {total.score:.3f}  {total.low:.3f} to {total.high:.3f}{total.mark}"


def _json(game: str, options: Mapping[str, Any], table: Standings, ratings: Ratings | None) -> dict[str, Any]:
    """Everything as one object; what nothing bounds is null."""
    from avalon_ai.tournament.verdict import points_json

    rated = {} if ratings is None else {rating.bot: rating for rating in ratings.bots}
    rows = {row.bot: row for row in table.rows()}
    terms = [] if ratings is None else ratings.sides
    return {
        "game": game,
        "options": dict(options),
        "games": table.games,
        "groups": table.groups,
        "ratings": [
            {
                "bot": name,
                "rating": points_json(rated[name]) if name in rated else None,
                **vars(rows[name].total),
                "sides": {side: vars(score) for side, score in rows[name].sides.items()},
            }
            for name in (rated or rows)
        ],
        "sides": {term.side: points_json(term) for term in terms},
    }


def _again(records: Sequence[str], page: str) -> str:
    """The command, without the names of more than a few files."""
    names = shlex.join(records[:ARGUMENTS_SHOWN]) + " ..." * (len(records) > ARGUMENTS_SHOWN)
    return f"avalon-bot rate {names} --report {shlex.quote(page)}"


def _shown(name: str) -> str:
    from avalon_ai.errors import shorten

    return shorten(name).strip() or "(no name)"


def _count(number: int, word: str) -> str:
    return f"{number} {word}{'s' * (number != 1)}"
