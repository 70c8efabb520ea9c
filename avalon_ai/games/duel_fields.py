"""A view of the duel as JSON, in the words of the game's page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from avalon_ai import _duel
from avalon_ai._state import View
from avalon_ai.games.base import seat_letter
from avalon_ai.games.duel_codes import COLOURS, KINDS
from avalon_ai.games.duel_data import LANDS, TILES

if TYPE_CHECKING:
    from avalon_ai.games.duel import Duel

NEVER = 255
SEATS = range(2)


def view_fields(game: Duel, view: View) -> dict[str, Any]:
    """Everything that the view's seat knows for certain."""
    raw = _duel.fields(view)
    kinds = _in_play(game)
    return {
        "turn": raw["turn"],
        "turn_cap": game.turn_cap,
        "on_turn": seat_letter(raw["on_turn"]),
        "phase": raw["phase"],
        "crowns": _by_seat(raw["crowns"]),
        "crowns_to_win": game.crowns_to_win,
        "territories": [_territory(game, raw, place) for place in range(game.territories)],
        "hand": _cards(raw["hands"][view.seat]),
        "hand_sizes": _by_seat(raw["hand_sizes"]),
        "known": _by_seat([_cards(known) for known in raw["known"]]),
        "unseen": {KINDS[kind]: raw["unseen"][kind] for kind in kinds},
        "pile": raw["pile"],
        "discards": {KINDS[kind]: raw["discards"][kind] for kind in kinds},
        "tiles": {"up": _tiles(raw["tiles_up"]), "down": _tiles(raw["tiles_down"]), "front": _fronts(raw)},
        "evidence": _by_seat([_evidence(evidence, kinds) for evidence in raw["evidence"]]),
        "conquests": raw["conquests"],
        "avalon_used": raw["avalon_used"],
        "to_pay": raw["to_pay"],
        "to_draw": raw["to_draw"],
        "attack": _attack(raw),
    }


def _in_play(game: Duel) -> list[int]:
    return [kind for kind in range(len(KINDS)) if kind % len(COLOURS) < game.colours]


def _territory(game: Duel, raw: dict[str, Any], place: int) -> dict[str, Any]:
    land, owner = raw["lands"][place], raw["owners"][place]
    return {
        "land": None if land < 0 else LANDS[land],
        "crowns": None if land < 0 else game.data.crowns[land],
        "feature": None if land < 0 else game.data.feature(land),
        "owner": None if owner < 0 else seat_letter(owner),
        "stacks": _by_seat([[KINDS[kind] for kind in raw["stacks"][seat][place]] for seat in SEATS]),
    }


def _by_seat(values: Sequence[Any]) -> dict[str, Any]:
    return {seat_letter(seat): value for seat, value in enumerate(values)}


def _cards(counts: Sequence[int]) -> list[str]:
    return [KINDS[kind] for kind, number in enumerate(counts) for _ in range(number)]


def _tiles(counts: Sequence[int]) -> dict[str, int]:
    return dict(zip(TILES, counts, strict=True))


def _fronts(raw: dict[str, Any]) -> dict[str, Any]:
    return _by_seat(
        [
            None if tile < 0 else {"tile": TILES[tile], "old": old}
            for tile, old in zip(raw["fronts"], raw["front_old"], strict=True)
        ]
    )


def _evidence(evidence: Sequence[int], kinds: list[int]) -> dict[str, int | None]:
    return {KINDS[kind]: None if evidence[kind] == NEVER else evidence[kind] for kind in kinds}


def _attack(raw: dict[str, Any]) -> dict[str, Any] | None:
    """The attack or enchantment that waits for its answer or its land."""
    if raw["attack"] < 0:
        return None
    return {"card": KINDS[raw["attack"]], "territory": raw["at"] + 1, "enchants": raw["enchanting"]}


def belief_fields(game: Duel, view: View, model: str) -> dict[str, Any]:
    """For each kind, how likely the other hand holds at least one, by the weights of that name. Raises OptionError."""
    held = _duel.held_chances(view, game.model(model))
    return {KINDS[kind]: round(held[kind], 6) for kind in _in_play(game)}
