"""Battles of Veil set up by their units and hands, for the tests of its rules."""

from __future__ import annotations

from typing import Any

from avalon_ai.games.veil_codes import REGIONS
from veil_table import Scene, plan

BY_INITIATIVE = {
    1: ["GOATS", "BYFORD", "STRIDE", "MARCH"],
    2: ["MOON", "HILLS"],
    3: ["WAYS", "PACE", "COLUMN", "WARRD"],
}
THREE, FOUR, FIVE = plan("THREEP", 3), plan("FOURP", 4), plan("FIVEP", 5)
EAST = REGIONS.index("E")


def fight(
    a: str = "lord+2w", b: str = "lord+w", c: str = "", *, hands: dict[str, str] | None = None,
    cards: Any = (), options: Any = None, put: Any = None, **more: Any
) -> Scene:  # fmt: skip
    """A battle in E (8 VP) at its first choice, between these units, with these hands; one in C comes after it."""
    units = {seat: f"{pieces} E, c3 C" for seat, pieces in (("A", a), ("B", b)) if pieces} | (
        {"C": f"{c} E"} if c else {}
    )
    scene = Scene(3 if c else 2, cards=[THREE, FOUR, FIVE, *cards], options=options, **more)
    scene.put(**{"units": units, "tiles": "E C"} | (put or {})).battle("E")
    third = {"C": (hands or {}).get("C", "CORACL")} if c else {}
    spare = {"A": "WADE GRAIN ROOFS HOSTAG COUNCL REAVER", "B": "VALE CHAPEL WALLS"}
    return scene.put(
        hands={seat: _together((hands or {}).get(seat, ""), cards) for seat, cards in spare.items()} | third
    )


def _together(first: str, then: str) -> str:
    return " ".join(dict.fromkeys(f"{first} {then}".split()))


def after_battle(scene: Scene) -> set[str]:
    """Quietly on to the first choice of the next battle; all cards that lie discarded then."""
    return scene.battle("C").discards()


def gains(scene: Scene) -> list[int]:
    """The VP that each seat has gained by the end of the battle in E."""
    return scene.battle("C").gains


def plans(scene: Scene, **chosen: str) -> Scene:
    """Every seat that is asked plays its plan: `A="THREEP + X Y"`, `down X`, or none."""
    while scene.pending == "plan" and scene.raw["region"] == EAST:
        first, _, bonus = chosen.get(scene.actor, "none").partition(" + ")
        scene.play(f"plan {first}", *(f"bonus {card}" for card in bonus.split()))
        if "done" in scene.legal():
            scene.play("done")
    return scene


def draw(scene: Scene, seat: str, *initiatives: int) -> Scene:
    """This seat draws combat cards of these initiatives, then stops."""
    for initiative in initiatives:
        scene.play(f"{seat} hit move", upto="draw move")
        found = next(card for card in BY_INITIATIVE[initiative] if f"draw move {card}" in scene.chance())
        scene.play(f"draw move {found}")
    if scene.actor == seat and "stop" in scene.legal():
        scene.play("stop")
    return scene


def fought(scene: Scene) -> dict[str, int]:
    """The strengths of the battle under way."""
    return {seat: found["strength"] for seat, found in scene.shown["battle"]["seats"].items()}


def limits(scene: Scene) -> dict[str, int]:
    """The limits of the plans of the battle under way."""
    return {seat: found["limit"] for seat, found in scene.shown["battle"]["seats"].items()}
