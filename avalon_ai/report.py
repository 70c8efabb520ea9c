"""A tournament as one page of HTML that needs nothing else: tables, pictures, and how to play it again.

Needs the extra `report`; the same games and settings give the same page.
"""

from __future__ import annotations

import math
import os
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from typing import Any

from avalon_ai import elo, files, pictures
from avalon_ai.errors import shorten
from avalon_ai.pictures import Bar
from avalon_ai.pictures import ReportError as ReportError
from avalon_ai.pictures import check as check
from avalon_ai.ratings import Ratings, rate
from avalon_ai.results import Played
from avalon_ai.scores import FEW_REMARK
from avalon_ai.tournament.settings import Settings
from avalon_ai.tournament.standings import Score, Standing, Standings
from avalon_ai.tournament.verdict import SequentialTest as SequentialTest
from avalon_ai.tournament.verdict import fit as fit

TEMPLATE = "report.html.j2"
NAME = 200
VALUE = 400
POINTS, FEWEST = 24, 6  # fits along the way
FITTED = 200_000  # games: with many of them there are fewer fits, or the page would take minutes
LLR_POINTS = 400
WIDE = 6  # with more bots the cells of the cross table hold no intervals
BLOCK = 13  # columns of a cross table that fit on a page
PICTURED_SIDES = 3
COLD, WARM = (244, 165, 130), (146, 197, 222)


def write(path: str | os.PathLike[str], played: Iterable[Played], title: str, **more: Any) -> None:
    """Put the page in place of a file in one step; the arguments are those of `page`.

    What is no file, a pipe or a device, is written to and stays what it is. Raises what `page` does, and StorageError.
    """
    files.replace(path, page(played, title, **more).encode())


def page(
    played: Iterable[Played],
    title: str,
    settings: Mapping[str, Any],
    *,
    again: str = "",
    order: Sequence[str] = (),
    test: SequentialTest | None = None,
    progress: bool = True,
) -> str:
    """The page. `settings` are shown as they stand; those of a tournament come from `Settings.as_json`.

    `again` is the command that plays this again. `order` names all bots in the order they came in, where a format
    tells; otherwise the score decides. With `test` its log-likelihood ratio is shown, and with `progress` how ratings
    moved as groups came in.

    Raises ReportError without the packages it needs, ValueError without games.
    """
    check()
    groups = elo.by_group(played)
    games = [game for group in groups.values() for game in group]
    if not games:
        raise ValueError("a report needs at least one game, got none")
    table = standings(games, settings, order)
    ratings, remark = fit(games)
    rows = _in_order(table.rows(), order)
    return _render(
        title=title,
        few=FEW_REMARK,
        summary=f"{_count(len(games), 'game')} in {_count(len(groups), 'group')}",
        rows=_standings(rows, ratings),
        ratings=_ratings(ratings),
        remark=remark,
        cross=_cross(rows, table, settings),
        sides=_sides(games, rows, table),
        test=None if test is None else _test(list(groups.values()), test),
        progress=_progress(groups, ratings) if progress else None,
        lengths=_lengths(games),
        reasons=_reasons(games),
        forfeits=any(number for row in rows for number in row.forfeits.values()),
        settings=_settings(settings),
        again=again,
    )


def _render(**said: Any) -> str:
    import jinja2

    surroundings = jinja2.Environment(
        autoescape=True, undefined=jinja2.StrictUndefined, trim_blocks=True, lstrip_blocks=True
    )
    surroundings.filters |= {"elo": elo_word, "minus": _signed, "name": _name, "heat": heat}
    text = resources.files("avalon_ai").joinpath(TEMPLATE).read_text("utf-8")
    return surroundings.from_string(text).render(**said) + "\n"


# --- what the tables hold ----------------------------------------------------------------------------------------


def standings(games: Sequence[Played], settings: Mapping[str, Any], order: Sequence[str] = ()) -> Standings:
    """Scores of all bots in these games, counted as a tournament of that `format` counts them."""
    names = sorted({bot for game in games for bot in game.bots} | set(order))
    kind = settings.get("format", "round-robin")
    counted = Standings(Settings(str(settings.get("game", "")), tuple(names), format=kind), len(games[0].bots))
    for group in elo.by_group(games).values():
        counted.add(group)
    counted.close(None)
    return counted


def _in_order(rows: list[Standing], order: Sequence[str]) -> list[Standing]:
    place = {bot: number for number, bot in enumerate(order)}
    return sorted(rows, key=lambda row: place.get(row.bot, len(place)))


def _standings(rows: Sequence[Standing], ratings: Ratings | None) -> list[dict[str, Any]]:
    rated = {} if ratings is None else {rating.bot: rating for rating in ratings.bots}
    return [
        {
            "bot": row.bot,
            "total": row.total,
            "rating": rated.get(row.bot),
            "forfeits": ", ".join(f"{reason} {number}" for reason, number in row.forfeits.items() if number),
        }
        for row in rows
    ]


def _ratings(ratings: Ratings | None) -> dict[str, Any] | None:
    if ratings is None:
        return None
    first = ratings.bots[0]
    svg = pictures.intervals(
        [(rating.bot, {"rating": Bar(rating.elo, rating.low, rating.high)}) for rating in ratings.bots],
        label="rating in Elo points, the average being 0",
        middle=0,
        alt=f"Ratings of {_count(len(ratings.bots), 'bot')} as points with 95 % intervals, strongest first: "
        f"{_name(first.bot)} at {elo_word(first.elo)}. The table above holds the numbers.",
        key="ratings",
    )
    leads = [
        (ahead.bot, behind.bot, *ratings.lead(ahead.bot, behind.bot), ratings.superiority(ahead.bot, behind.bot))
        for ahead, behind in zip(ratings.bots, ratings.bots[1:], strict=False)
    ]
    return {"svg": _safe(svg), "leads": leads, "sides": ratings.sides}


def _cross(rows: Sequence[Standing], table: Standings, settings: Mapping[str, Any]) -> dict[str, Any]:
    names = [row.bot for row in rows]
    blocks = [range(start, min(start + BLOCK, len(names))) for start in range(0, len(names), BLOCK)]
    return {
        "blocks": [[(place + 1, names[place]) for place in block] for block in blocks],
        "names": names,
        "score": table.against,
        "wide": len(names) > WIDE,
        "hero": settings.get("format") == "hero",
    }


def _sides(games: Sequence[Played], rows: Sequence[Standing], table: Standings) -> dict[str, Any] | None:
    """Scores by side; None where the game has one side or none."""
    words = table.sides()
    if len(words) < 2:
        return None
    svg = None
    if len(words) <= PICTURED_SIDES:
        svg = pictures.intervals(
            [(row.bot, {side: _bar(row.sides[side]) for side in words if side in row.sides}) for row in rows],
            label="score: mean result, 0 to 1",
            middle=0.5,
            alt=f"Score of each bot on the sides {', '.join(words)}, with 95 % intervals. The table holds the numbers.",
            key="sides",
        )
    return {
        "words": words,
        "rows": [(row.bot, [row.sides.get(side) for side in words]) for row in rows],
        "all": [_of_side(games, side) for side in words],
        "svg": _safe(svg) if svg else None,
    }


def _of_side(games: Sequence[Played], side: str) -> Score:
    """What all bots made of a side."""
    groups = [
        [
            result
            for game in group
            for word, result in zip(game.sides, game.results, strict=True)
            if word == side
        ]
        for group in elo.by_group(games).values()
    ]  # fmt: skip
    return Score.of([group for group in groups if group])


def _bar(score: Score) -> Bar:
    return Bar(score.score, score.low, score.high)


# --- how it came about -------------------------------------------------------------------------------------------


def _progress(groups: Mapping[int, list[Played]], ratings: Ratings | None) -> dict[str, Any] | None:
    """Ratings after so many groups; None where there are too few."""
    if ratings is None or len(groups) < 2:
        return None
    shown = [rating.bot for rating in ratings.bots[: pictures.SERIES]]
    points: dict[str, list[tuple[float, float]]] = {bot: [] for bot in shown}
    ordered = list(groups.values())
    fits = max(FEWEST, min(POINTS, FITTED // ratings.games))
    for count in sorted({math.ceil(len(ordered) * step / fits) for step in range(1, fits + 1)}):
        try:
            games = [game for group in ordered[:count] for game in group]
            found = rate(games, sides=bool(ratings.sides), resamples=1)
        except ValueError:
            continue  # the first groups may not tell enough
        for rating in found.bots:
            if rating.bot in points:
                points[rating.bot].append((count, rating.elo))
    svg = pictures.lines(
        list(points.items()),
        x="groups played",
        y="rating in Elo points",
        levels={},
        alt=f"Ratings of {_count(len(shown), 'bot')} after more and more groups, at the end those of the standings.",
        key="progress",
    )
    return {"svg": _safe(svg), "left_out": len(ratings.bots) - len(shown)}


def _test(groups: Sequence[Sequence[Played]], test: SequentialTest) -> dict[str, Any]:
    """The log-likelihood ratio, group by group, and what it decided."""
    sprt = test.begin()
    met = [group for group in groups if _met(group, test)]
    found = [elo.group_score(group, test.first, test.second) for group in met]
    step = max(1, math.ceil(len(found) / LLR_POINTS))
    points = [(0.0, 0.0)]
    for number, score in enumerate(found, 1):
        sprt.add(score)
        if number % step == 0 or number == len(found):
            points.append((number, sprt.llr))
    low, high = sprt.bounds
    decided = {"H0": f"H0 accepted: {test.elo0:g} points", "H1": f"H1 accepted: {test.elo1:g} points"}
    lead = elo.differences([game for group in met for game in group], (test.first, test.second))
    svg = pictures.lines(
        [("log-likelihood ratio", points)],
        x="groups in which both played",
        y="log-likelihood ratio",
        levels={_signed(f"H1 {high:+.2f}"): high, _signed(f"H0 {low:+.2f}"): low},
        alt=f"Log-likelihood ratio over {_count(len(found), 'group')}: it ends at {sprt.llr:+.2f}, "
        f"between the bounds {low:+.2f} and {high:+.2f} the test goes on.",
        key="sprt",
    )
    return {
        "asked": test,
        "svg": _safe(svg),
        "llr": sprt.llr,
        "bounds": (low, high),
        "decision": decided.get(sprt.decision or "", "Not decided yet"),
        "difference": lead.get((test.first, test.second)),
        "counts": [(f"{score:g}", number) for score, number in sprt.counts.items()],
    }


def _met(group: Sequence[Played], test: SequentialTest) -> bool:
    return {test.first, test.second} <= {bot for game in group for bot in game.bots}


def _lengths(games: Sequence[Played]) -> dict[str, Any]:
    events = sorted(game.events for game in games)
    middle = events[len(events) // 2]
    said = f"{events[0]} to {events[-1]} events, median {middle}"
    svg = pictures.histogram(
        events, x="events in a game", y="games", alt=f"Histogram of the lengths of games: {said}.", key="lengths"
    )
    return {"svg": _safe(svg), "said": said}


def _reasons(games: Sequence[Played]) -> list[tuple[str, int, float]]:
    """How games ended: the reason, the number, the share; most first."""
    found = sorted(Counter(game.reason for game in games).items(), key=lambda pair: (-pair[1], pair[0]))
    return [(reason or "-", number, number / len(games)) for reason, number in found]


# --- words -------------------------------------------------------------------------------------------------------


def _settings(settings: Mapping[str, Any]) -> list[tuple[str, list[str]]]:
    return [(key.replace("_", " "), _values(value)) for key, value in settings.items() if value is not None]


def _values(value: object) -> list[str]:
    if isinstance(value, Mapping):
        return [shorten(f"{key} = {_plain(found)}", VALUE) for key, found in value.items()] or [
            "as they are by default"
        ]
    if isinstance(value, (list, tuple)):
        return [_plain(found) for found in value]
    return [_plain(value)]


def _plain(value: object) -> str:
    return shorten(value if isinstance(value, str) else str(value), VALUE)


def elo_word(points: float) -> str:
    """Elo points as one writes them; infinite where nothing bounds them."""
    if math.isinf(points):
        return "+∞" if points > 0 else "−∞"
    return _signed(f"{round(points):+d}") if round(points) else "0"


def _name(bot: str) -> str:
    return shorten(bot, NAME).strip() or "(no name)"


def _signed(number: str) -> str:
    return number.replace("-", "−")


def heat(score: float) -> str:
    """The colour of a score, white at one half; dark text can be read on all of them."""
    far = min(1.0, abs(score - 0.5) * 2)
    end = WARM if score > 0.5 else COLD
    return "#" + "".join(f"{round(255 + (part - 255) * far):02x}" for part in end)


def _count(number: int, word: str) -> str:
    return f"{number:,} {word}{'s' * (number != 1)}"


def _safe(svg: str) -> Any:
    from markupsafe import Markup

    return Markup(svg)
