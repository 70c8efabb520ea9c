"""What a seat may believe of the roles: exact chances under a model of behaviour, and how good they were."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import cache
from importlib import resources
from math import log
from typing import Any

from avalon_ai import _resistance
from avalon_ai._state import OVER, State, View
from avalon_ai.errors import OptionError
from avalon_ai.games import resistance_data
from avalon_ai.games.base import seat_letter
from avalon_ai.games.resistance_codes import FIRST_EVIL, ROLES, SERVANT, letters

FILE = "resistance_beliefs.json"
HUMAN, LOGIC = "human", "logic"
MODELS = (HUMAN, LOGIC)  # the usual one first
DIGITS = 6
AFTER = (1, 2, 3, 4, "end")
DECIDED = ("shoot", "result", "over")


@cache
def behaviour(model: str) -> bytes | None:
    """The numbers of a model as the core takes them; None where everything possible is as likely.

    Raises OptionError that names the models there are.
    """
    if model not in MODELS:
        raise OptionError(f"model: expected one of {', '.join(MODELS)}, got {model}")
    if model == LOGIC:
        return None
    parts = json.loads(resources.files(__package__).joinpath(FILE).read_text("utf-8"))
    return _resistance.make_behaviour([number for part in parts.values() for number in part])


@cache
def weights(name: str) -> bytes:
    """The named weights of policy, playouts and the drawing of worlds. Raises OptionError."""
    models = resistance_data.models()
    if name not in models:
        raise OptionError(f"weights: expected one of {', '.join(models)}, got {name}")
    row = models[name]
    return _resistance.make_model(_numbers(resistance_data.habits().values()), behaviour=behaviour(row["behaviour"]))


def _numbers(values: Iterable[Any]) -> list[float]:
    """All numbers of nested lists, in order."""
    found: list[float] = []
    for value in values:
        found += _numbers(value) if isinstance(value, list) else [float(value)]
    return found


def posterior(view: View, model: str = HUMAN) -> tuple[list[tuple[int, float]], list[list[float]]]:
    """Sets of evil seats as masks with their chances, and the chance of each role for each seat. Raises OptionError."""
    return _resistance.posterior(view, behaviour(model))


def belief_fields(view: View, model: str = HUMAN) -> dict[str, Any]:
    """How likely each seat is evil, has each role, and each set of seats is the evil one; the likeliest set first."""
    sets, roles = posterior(view, model)
    ranked = sorted((-chance, letters(mask)) for mask, chance in sets)
    in_play = [number for number, count in enumerate(_resistance.fields(view)["role_counts"]) if count]
    return {
        "evil": {seat_letter(seat): round(sum(row[FIRST_EVIL:]), DIGITS) for seat, row in enumerate(roles)},
        "roles": {
            seat_letter(seat): {ROLES[role]: round(row[role], DIGITS) for role in in_play}
            for seat, row in enumerate(roles)
        },
        "sets": {name: round(-chance, DIGITS) for chance, name in ranked},
    }


def scores(positions: Iterable[State], model: str, *, finished: bool) -> Iterator[dict[str, Any]]:
    """How likely each servant held the true set of evil seats after each quest; `positions` are all of a game in order.

    What came after the last quest of a game that is `finished`, or decided, is scored by that quest.
    """
    found: dict[int, dict[int, dict[str, Any]]] = {}
    played = 0
    for state in positions:
        raw = _resistance.fields(state)
        if len(raw["quests"]) > played:
            played = len(raw["quests"])
            found[played] = {seat: _score(state.view(seat), raw["evil"], model) for seat in _servants(raw)}
        finished = finished or raw["phase"] in DECIDED or state.actor() == OVER
    for seat in found.get(1, {}):
        for number, after in enumerate(AFTER, 1):
            if number <= played or finished:
                told = played if after == "end" else min(number, played)
                yield {"seat": seat_letter(seat), "after": after, **found[told][seat]}


def _servants(raw: dict[str, Any]) -> list[int]:
    return [seat for seat, role in enumerate(raw["roles"]) if role == SERVANT]


def _score(view: View, evil: int, model: str) -> dict[str, Any]:
    sets, _ = posterior(view, model)
    chances = {letters(mask): chance for mask, chance in sets}
    truth = letters(evil)
    top = min(chances, key=lambda name: (-chances[name], name))
    return {"truth": truth, "nats": round(-log(chances[truth]), DIGITS), "top": top}
