"""Standings and cross table as text, at most 100 columns wide."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from textwrap import wrap
from typing import TYPE_CHECKING

from avalon_ai.scores import FEW_REMARK
from avalon_ai.style import squeeze
from avalon_ai.tournament.settings import Settings
from avalon_ai.tournament.standings import Score, Standing, Standings
from avalon_ai.tournament.verdict import points_text

if TYPE_CHECKING:
    from avalon_ai.elo import Difference
    from avalon_ai.ratings import Ratings
    from avalon_ai.tournament.verdict import SequentialTest

WIDTH = 100
CELL = 7
NAME = 44
NARROW_NAME = 30


def text(
    settings: Settings,
    standings: Standings,
    *,
    ratings: tuple[Ratings | None, str] | None = None,
    test: SequentialTest | None = None,
    leads: Mapping[tuple[str, str], Difference] | None = None,
) -> str:
    """All tables, with a title; of `leads` the one that there is between two bots."""
    rows = standings.rows()
    names = [row.bot for row in rows]
    tables = [_title(settings, standings), *_standings(rows)]
    sides = standings.sides()
    if len(sides) > 1:
        tables += ["", "Score by side", *grid(names, sides, lambda row, side: rows[row].sides.get(sides[side]))]
    columns = [str(place) for place in range(1, len(names) + 1)]
    tables += ["", _cross_title(settings), *grid(names, columns, lambda a, b: standings.against(names[a], names[b]))]
    if ratings is not None:
        tables += ["", *_ratings(*ratings)]
    if leads is not None and len(leads) == 1:
        (((first, second), lead),) = leads.items()
        tables += ["", *wrap(f"{first} ahead of {second}: {lead.text()}", WIDTH)]
    if test is not None:
        tables += ["", *wrap(test.text(), WIDTH)]
    if any(row.total.few_groups for row in rows):
        tables += ["", *wrap(FEW_REMARK, WIDTH)]
    return "\n".join(line.rstrip() for line in tables)


def _ratings(ratings: Ratings | None, remark: str) -> list[str]:
    """Elo points of bots and sides, and what is to be said of them."""
    said = wrap(remark, WIDTH) if remark else []
    if ratings is None:
        return said
    rows = [(squeeze(row.bot, NAME), points_text(row)) for row in ratings.bots]
    rows += [(f"as {row.side}", points_text(row)) for row in ratings.sides]
    width = max(len(name) for name, _ in rows)
    head = "Elo by one fit to all games, the average is 0; 95 % by bootstrap over groups"
    return [head, *said, *(f"    {name:{width}}  {points}" for name, points in rows)]


def _title(settings: Settings, standings: Standings) -> str:
    left = "" if standings.complete else ", not finished"
    games = f"{standings.games} game{'s' * (standings.games != 1)}"
    groups = f"{standings.groups} group{'s' * (standings.groups != 1)}"
    shape = f"{settings.game}, {settings.format} of {len(settings.bots)} bots, seed {settings.seed}"
    return f"{shape}: {games} in {groups}{left}"


def _cross_title(settings: Settings) -> str:
    if settings.format == "hero":
        return "Score of the row's bot among those of the column"
    return "Score of the row's bot where the column's bot plays too"


def _standings(rows: Sequence[Standing]) -> list[str]:
    width = min(NAME, max(len(row.bot) for row in rows))
    head = f"    {'bot':{width}}   games  score  95 %            forfeits"
    return [head, *(_standing(place, row, width) for place, row in enumerate(rows, 1))]


def _standing(place: int, row: Standing, width: int) -> str:
    total = row.total
    forfeits = ", ".join(f"{reason} {number}" for reason, number in row.forfeits.items() if number) or "-"
    told = f"{total.score:.3f}  {total.low:.3f} to {total.high:.3f}{total.mark}" if total.games else f"{'-':5}  -"
    return f"{place:3} {squeeze(row.bot, width):{width}} {total.games:7}  {told:23}{forfeits}"


def grid(names: Sequence[str], columns: Sequence[str], cell: Callable[[int, int], Score | None]) -> list[str]:
    """A table of scores, in blocks of columns where they are many."""
    width = min(NARROW_NAME, max(map(len, names)))
    wide = max(CELL, 1 + max(map(len, columns)))
    block = (WIDTH - width - 4) // wide
    lines: list[str] = []
    for start in range(0, len(columns), block):
        shown = range(start, min(start + block, len(columns)))
        lines += [""] * bool(start)
        lines.append(" " * (width + 4) + "".join(f"{columns[place]:>{wide}}" for place in shown))
        lines += [
            f"{row + 1:3} {squeeze(name, width):{width}}" + "".join(_cell(cell(row, place), wide) for place in shown)
            for row, name in enumerate(names)
        ]
    return lines


def _cell(score: Score | None, wide: int) -> str:
    return f"{'-':>{wide}}" if score is None else f"{score.score:{wide}.3f}"
