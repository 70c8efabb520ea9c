"""Random options of the duel: mostly tiny, so that the pile runs out, hands are bare and the cap is near."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hypothesis import strategies as st

from reference_duel import KINDS, LANDS, SEATS, TILES, Variant

SETS = {"kosmos20": Variant().crowns, "rich23": (2, 2, 3, 2, 2, 3, 2, 2, 3, 1, 1)}
MOST_CARDS = 80


def crowns(options: Mapping[str, Any]) -> int:
    """The crowns of all lands in play."""
    worth = dict(zip(LANDS, SETS[options.get("set", "kosmos20")], strict=True))
    return sum(worth[land] for land in options.get("territories", LANDS))


@st.composite
def options(draw: st.DrawFn, *, most_lands: int = 5) -> dict[str, Any]:
    """Any valid options with up to `most_lands` territories and 40 turns."""
    lands = draw(st.lists(st.sampled_from(LANDS), min_size=2, max_size=most_lands, unique=True))
    hand = draw(st.integers(1, 9))
    need = len(lands) + hand
    sizes = [(c, k) for c in range(1, 6) for k in range(1, 9) if c * k >= need]
    colours, copies = draw(st.sampled_from(sorted(sizes, key=lambda size: size[0] * size[1])))
    chosen: dict[str, Any] = {
        "set": draw(st.sampled_from(sorted(SETS))),
        "territories": sorted(lands, key=LANDS.index),
        "hand": hand,
        "colours": colours,
        "copies": copies,
        "turn_cap": draw(st.integers(1, 40)),
        "first": draw(st.sampled_from(["A", "B", "chance"])),
    }
    if draw(st.booleans()):
        chosen["tiles"] = draw(tiles())
    if draw(st.integers(0, 4)) == 0:
        chosen["deal"] = draw(fixed_deal(chosen))
    return chosen | {"crowns_to_win": draw(st.integers(1, crowns(chosen)))}


@st.composite
def tiles(draw: st.DrawFn) -> dict[str, int]:
    """At least three tiles, often of few kinds."""
    counts = draw(st.dictionaries(st.sampled_from(TILES), st.integers(1, 3), min_size=1))
    short = 3 - sum(counts.values())
    if short > 0:
        counts[next(iter(counts))] += short
    return {tile: counts[tile] for tile in TILES if tile in counts}


@st.composite
def fixed_deal(draw: st.DrawFn, chosen: Mapping[str, Any]) -> dict[str, Any]:
    """Stacks and the order of the lands, fixed as for a solver."""
    kinds = [kind for kind in KINDS if KINDS.index(kind) % 5 < chosen["colours"]]
    cards = draw(st.permutations(kinds * chosen["copies"]))
    places = len(chosen["territories"])
    stacks = {seat: list(cards[i * places : (i + 1) * places]) for i, seat in enumerate(SEATS)}
    return {"stacks": stacks, "lands": draw(st.permutations(chosen["territories"]))}
