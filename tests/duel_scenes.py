"""Positions of the duel that a person can set up on a table, for the tests of its rules."""

from __future__ import annotations

from typing import Any

from duel_pair import Pair, line

THREE = ("plain1", "plain2", "forest1")
ROW = "EV EV EV"
SPARE_CARDS = "ER ER EB EB EY"


def table(a: str, b: str = SPARE_CARDS, rows: tuple[str, str] = (ROW, ROW), first: str = "A", **options: Any) -> Pair:
    """A duel over three territories (or as `options` say) with these hands and first rows."""
    options.setdefault("territories", list(THREE))
    options.setdefault(
        "crowns_to_win", sum(int(land[-1]) if land[-1].isdigit() else 1 for land in options["territories"])
    )
    return Pair(line(first, rows, (a, b)), **options)


def four(*lands: str, takes: str = "take 2") -> Pair:
    """A has conquered the first four territories of the full duel, these lands, and is to take a tile."""
    rows = " ".join(["KV"] * 8 + ["KY"] * 3), " ".join(["EV"] * 8 + ["EG"] * 3)
    pair = Pair(line("A", rows, ("KR KR KB KB KG KG KY KY ER", "ER ER EB EB EG EG EY EY EY")), hand=9)
    conquer(pair, "KRx1", lands[0], "9 10 11")
    conquer(pair, "KBx2", lands[1], "6 7 8")
    pair.play("take 2", "draw EB", "draw EB", takes)
    while pair.actor() == "chance" or pair.shown()["phase"] == "discard":
        pair.play("draw EY" if pair.actor() == "chance" else pair.reference.legal()[0])
    conquer(pair, "KGx3", lands[2], "1 2 3")
    return conquer(pair, "KYx4", lands[3], "ER EB EB")


def conquer(pair: Pair, attack: str, land: str = "", pay: str = "") -> Pair:
    """An attack that stands: the reply, the land turned up, and what is dropped."""
    pair.play(attack)
    if pair.shown()["phase"] == "reply":
        pair.play("pass")
    if land:
        pair.play(f"reveal {attack[3:]} {land}")
    return pair.play(*[f"drop {what}" for what in pay.split()])


def avalon_of_a(a: str = "KR KB KG KY KV KR KB KG KY", **options: Any) -> Pair:
    """A has just taken Avalon at 1, with three cards to pay."""
    pair = table(a, "ER ER EB EB EY EY EG EG EG", hand=9, territories=["avalon", "plain1", "plain2"], **options)
    return conquer(pair, "KRx1", "avalon")


def castle_of_a() -> Pair:
    """A owns the castle at 1 with no card there, B to move has none there either."""
    castles = ["plain3", "plain1", "forest2"]
    pair = table("KR KB KG KY KV", "KR KB KG KY KV", rows=("EG EG EG", "EV EV EV"), territories=castles)
    conquer(pair, "KRx1", "plain3", "KB 1 3")
    pair.play("KY-3", "KV-3", "take 4")
    assert (pair.owner(1), pair.stack("A", 1), pair.stack("B", 1)) == ("A", "", "")
    return pair


def settle(pair: Pair) -> Pair:
    """Chance and the hand limit, always the first of what is possible."""
    while pair.actor() == "chance" or pair.shown()["phase"] == "discard":
        pair.play((list(pair.reference.outcomes()) or pair.reference.legal())[0])
    return pair
