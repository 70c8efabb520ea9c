"""Who answers for chance in the third game: an order of every deck, held by the seed and not by the state.

The order of each deck, of the tiles of each ring and of the mist cards hangs on the seed, the season and how often a
deck was shuffled; the next card is the first one of that order which is still there. So the same moves meet the same
chance, after an undo too, and games on the same deal share their luck.
"""

from __future__ import annotations

from functools import lru_cache

from avalon_ai import _veil, seeds
from avalon_ai._state import State, event_code
from avalon_ai._veil import EVENTS
from avalon_ai.games.veil_codes import ARTIFACTS as ARTIFACT_CARDS
from avalon_ai.games.veil_codes import BEASTS, FACTIONS, SEA

DRAWS, TILES, MIST, PROPHECIES, ARTIFACTS, KINDS, SEATED = range(7)
MOST_ITEMS = EVENTS["MIST"][1]  # no kind of outcome has more codes


class VeilDealer:
    """Answers by the order of its keys; keeps nothing, so it is in step with whatever happened."""

    def __init__(self, seed: int, index: int) -> None:
        self._keys = (seed, seeds.DEAL, index)

    def answer(self, state: State) -> int:
        """The outcome that comes first in the order that belongs to it."""
        outcomes = [event for event, _ in state.outcomes()]
        if len(outcomes) == 1:
            return outcomes[0]
        purpose, number = self._purpose(state)
        order = _order(*self._keys, purpose, number)
        if purpose == MIST:
            outcomes = self._of_kind(outcomes, state)
        first = _start(event_code(outcomes[0]))
        return min(outcomes, key=lambda event: order[event_code(event) - first])

    def see(self, event: int, state: State) -> None:
        """Nothing is in store that would have to keep in step."""

    def _purpose(self, state: State) -> tuple[int, int]:
        """What is drawn, and a number for the shuffle that it belongs to."""
        found = _veil.fields(state)
        what, awaited = found["awaited_what"], found["awaited"]
        if awaited == "draw":
            return DRAWS, 4 * found["reshuffles"][what] + what
        if awaited == "tile":
            return TILES, 16 * found["season"] + what
        if awaited == "mist":
            return MIST, found["season"]
        return (PROPHECIES, 0) if awaited == "prophecy" else (ARTIFACTS, 0)

    def _of_kind(self, outcomes: list[int], state: State) -> list[int]:
        """The mist cards of the kind that lies in the region; all of them where other chance has used that kind up."""
        found = _veil.fields(state)
        order = _order(*self._keys, KINDS, found["season"])
        island = [region for region in range(SEA) if found["island"] >> region & 1]
        regions = sorted(island, key=lambda region: order[region])
        kinds = ("grail", *("artifact", "beast") * len(found["vp"]))
        kind = kinds[regions.index(found["awaited_what"])]
        return [event for event in outcomes if _kind(event_code(event)) == kind] or outcomes


def _kind(code: int) -> str:
    """What sort of mist card an outcome turns up."""
    card = (code - EVENTS["MIST"][0]) % (ARTIFACT_CARDS + BEASTS + 1)
    if card < ARTIFACT_CARDS:
        return "artifact"
    return "beast" if card < ARTIFACT_CARDS + BEASTS else "grail"


@lru_cache(maxsize=256)
def _order(seed: int, purpose: int, index: int, what: int, number: int) -> tuple[int, ...]:
    """The place of each item in one order of a seed."""
    items = list(range(MOST_ITEMS))
    seeds.rng(seed, purpose, index, what, number).shuffle(items)
    places = [0] * len(items)
    for place, item in enumerate(items):
        places[item] = place
    return tuple(places)


def _start(code: int) -> int:
    """Where the codes of this kind of event begin."""
    return max(first for first, _ in EVENTS.values() if first <= code)


def factions_of(seed: int, index: int) -> list[int]:
    """An order of the factions."""
    found = list(range(len(FACTIONS)))
    seeds.rng(seed, seeds.DEAL, index, SEATED).shuffle(found)
    return found
