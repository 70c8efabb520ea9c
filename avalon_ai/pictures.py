"""Pictures of a report as SVG that stands inside a page. Needs the extra `report`.

Every series has a mark and a dash of its own beside its colour, every picture a text for who cannot see it. The same
numbers give the same SVG.
"""

from __future__ import annotations

import html
import io
import math
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from avalon_ai.errors import AvalonError
from avalon_ai.style import squeeze

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

WIDTH = 8.0  # inches, of 72 points each
ROW, FRAME = 0.34, 0.9  # inches for each bot, and for what is around them
SERIES = 8  # as many lines as one can tell from each other
NAME = 32
COLOURS = ("#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#8a6d00", "#000000", "#7f4fc9")  # Okabe and Ito's
MARKS = ("o", "s", "^", "D", "v", "P", "X", "*")
DASHES = ("-", "--", "-.", ":", (0, (5, 1)), (0, (3, 1, 1, 1, 1, 1)), (0, (1, 1)), (0, (7, 2, 2, 2)))
BINS = 40
STYLE: Any = {
    "svg.fonttype": "none",
    "svg.hashsalt": "avalon",
    "text.parse_math": False,  # a bot's name may hold dollars
    "font.size": 10,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.axisbelow": True,
    "axes.grid": True,
    "grid.color": "#dddddd",
    "figure.facecolor": "none",
    "axes.facecolor": "none",
}


class ReportError(AvalonError):
    """A report cannot be made here; the text says what it needs."""


def check() -> None:
    """Raises ReportError where the packages of the extra `report` are not installed."""
    try:
        import jinja2  # noqa: F401
        import matplotlib.figure  # noqa: F401
    except ImportError as error:
        name = (error.name or "jinja2").partition(".")[0]
        raise ReportError(f"a report needs the package {name}: pip install '.[report]'") from error


@dataclass(frozen=True)
class Bar:
    """A value and its interval, which may be infinite."""

    value: float
    low: float
    high: float


def intervals(rows: Sequence[tuple[str, Mapping[str, Bar]]], *, label: str, middle: float, alt: str, key: str) -> str:
    """A row for each name, the first at the top, with a point and its interval for each series."""
    series = list(dict.fromkeys(name for _, bars in rows for name in bars))
    step = 0.4 / max(1, len(series) - 1)
    with _drawing(FRAME + ROW * len(rows) * max(1, 0.6 * len(series))) as (axes, svg):
        axes.axvline(middle, color="#777777", linewidth=1, linestyle="--")
        for place, name in enumerate(series):
            found = [(row, bars[name]) for row, (_, bars) in enumerate(rows) if name in bars]
            offset = step * (place - (len(series) - 1) / 2)
            _bars(axes, [(row + offset, bar) for row, bar in found], place, name)
        axes.set_yticks(range(len(rows)), [squeeze(name, NAME) for name, _ in rows])
        axes.set_ylim(len(rows) - 0.5, -0.5)
        axes.grid(visible=False, axis="y")
        axes.set_xlabel(label)
        if len(series) > 1:
            axes.legend(loc="lower left", bbox_to_anchor=(0, 1), ncols=len(series), frameon=False)
        return svg(alt, key)


def _bars(axes: Axes, found: Sequence[tuple[float, Bar]], place: int, name: str) -> None:
    colour = COLOURS[place % len(COLOURS)]
    for row, bar in found:
        if math.isfinite(bar.low) and math.isfinite(bar.high):
            axes.plot([bar.low, bar.high], [row, row], color=colour, linewidth=2, solid_capstyle="butt")
    axes.plot(
        [bar.value for _, bar in found],
        [row for row, _ in found],
        linestyle="none",
        marker=MARKS[place % len(MARKS)],
        color=colour,
        markeredgecolor="white",
        markersize=8,
        label=squeeze(name, NAME),
    )


def lines(
    series: Sequence[tuple[str, Sequence[tuple[float, float]]]],
    *,
    x: str,
    y: str,
    levels: Mapping[str, float],
    alt: str,
    key: str,
) -> str:
    """A line for each name through its points, and named levels across."""
    with _drawing(3.8) as (axes, svg):
        for name, height in levels.items():
            axes.axhline(height, color="#555555", linewidth=1, linestyle="--")
            axes.annotate(
                name, (1, height), xycoords=("axes fraction", "data"), xytext=(4, 0), textcoords="offset points",
                va="center", fontsize=9,
            )  # fmt: skip
        for place, (name, points) in enumerate(series):
            axes.plot(
                [point[0] for point in points],
                [point[1] for point in points],
                color=COLOURS[place % len(COLOURS)],
                linestyle=DASHES[place % len(DASHES)] if len(series) > 1 else "-",
                marker=MARKS[place % len(MARKS)] if len(series) > 1 else "",
                markersize=5,
                markevery=max(1, len(points) // 10),
                label=squeeze(name, NAME),
            )
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        axes.set_xlim(left=0)
        _whole(axes.xaxis)
        if len(series) > 1:
            axes.legend(loc="upper left", bbox_to_anchor=(1.01, 1), frameon=False, fontsize=9, handlelength=4)
        return svg(alt, key)


def histogram(values: Sequence[int], *, x: str, y: str, alt: str, key: str) -> str:
    """How often each whole number occurred, in bins of equal width."""
    low, high = min(values), max(values)
    width = max(1, math.ceil((high - low + 1) / BINS))
    counts: dict[int, int] = {}
    for value in values:
        counts[(value - low) // width] = counts.get((value - low) // width, 0) + 1
    with _drawing(2.8) as (axes, svg):
        starts = [low - 0.5 + place * width for place in counts]
        axes.bar(starts, list(counts.values()), width=width, align="edge", color=COLOURS[0], edgecolor="white")
        axes.set_xlim(low - 0.5 - width, high + 0.5 + width)
        _whole(axes.xaxis, axes.yaxis)
        axes.grid(visible=False, axis="x")
        axes.set_xlabel(x)
        axes.set_ylabel(y)
        return svg(alt, key)


def _whole(*sides: Axis) -> None:
    """Ticks at whole numbers alone."""
    from matplotlib.ticker import MaxNLocator

    for side in sides:
        side.set_major_locator(MaxNLocator(nbins=10, integer=True))


class _Svg:
    """Hands out the picture as text."""

    def __init__(self, figure: object) -> None:
        self._figure = figure

    def __call__(self, alt: str, key: str) -> str:
        from matplotlib.figure import Figure

        assert isinstance(self._figure, Figure)
        file = io.StringIO()
        with warnings.catch_warnings():
            warnings.filterwarnings("ignore", "Glyph")  # the browser has fonts of its own
            self._figure.savefig(file, format="svg", metadata={"Date": None}, bbox_inches="tight", pad_inches=0.05)
        return inline(file.getvalue(), alt, key)


@contextmanager
def _drawing(height: float) -> Iterator[tuple[Axes, _Svg]]:
    """Axes to draw into, and what gives the picture."""
    import matplotlib as mpl
    from matplotlib.figure import Figure

    with mpl.rc_context():
        mpl.rcdefaults()  # not what this machine's user likes
        mpl.rcParams.update(STYLE)
        figure = Figure(figsize=(WIDTH, height))
        yield figure.add_subplot(), _Svg(figure)


def inline(svg: str, alt: str, key: str) -> str:
    """An SVG document as an element of a page: with a text, without links, its ids beginning with the key."""
    body = svg[svg.index("<svg") :]
    body = re.sub(r"<metadata>.*?</metadata>", "", body, flags=re.DOTALL)
    body = re.sub(r"<!--.*?-->\n?", "", body, flags=re.DOTALL)
    body = re.sub(r"<[^>]*>", lambda tag: _own_ids(tag[0], key), body)
    body = re.sub(r' (?:xmlns(?::\w+)?|version)="[^"]*"', "", body, count=3)
    return body.replace("<svg", f'<svg role="img" aria-label="{html.escape(alt)}"', 1).strip()


def _own_ids(tag: str, key: str) -> str:
    return re.sub(r'( id="|url\(#|href="#)', lambda found: f"{found[0]}{key}-", tag)
