"""What a search has found, as JSON. No field hangs on the clock."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from avalon_ai.games.base import Game
from avalon_ai.search import MoveReport, Report

DIGITS = 6


def moves_json(game: Game, report: Report, top: int | None = None) -> list[dict[str, Any]]:
    """The moves of a report, best first; the first `top` of them only."""
    return [_move(game.text, move) for move in report.moves[:top]]


def root_json(report: Report) -> dict[str, Any]:
    """The search as a whole."""
    return {"visits": report.visits, "value": _rounded(report.value)}


def _move(text: Callable[[int], str], move: MoveReport) -> dict[str, Any]:
    first = text(move.event)
    return {
        "move": first,
        "visits": move.visits,
        "available": move.available,
        "value": _rounded(move.value),
        "error": _rounded(move.error),
        "pv": [first, *map(text, move.pv[1:])],
    }


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, DIGITS)
