"""Who answers for chance in the duel: the pile in its order, the lands under the row, each reshuffle."""

from __future__ import annotations

from collections.abc import Iterable

from avalon_ai import _duel, seeds
from avalon_ai._state import CHANCE_EVENT as CHANCE
from avalon_ai._state import NO_SEAT, State, event_code, event_seat, make_event
from avalon_ai.games.duel_codes import DRAW, REVEAL, TERRITORIES

FIRST, CARDS, PILE, LANDS, RESHUFFLE = range(5)


class DuelDealer:
    """Holds what chance has in store; `pile` has the next card last, `lands` one land a territory.

    The seed and the number of a reshuffle fix its order, so the same moves meet the same chance
    after an undo too. It stays in step with events that came from elsewhere.
    """

    def __init__(self, seed: int, index: int, pile: list[int], lands: list[int]) -> None:
        self._keys = (seed, seeds.DEAL, index, RESHUFFLE)
        self._pile = pile
        self._lands = lands
        self._reshuffles = 0

    def answer(self, state: State) -> int:
        """The card that comes next, or the land that lies there."""
        event = state.outcomes()[0][0]
        code = event_code(event)
        if code >= REVEAL:
            place = (code - REVEAL) // TERRITORIES
            return make_event(REVEAL + place * TERRITORIES + self._lands[place], NO_SEAT, CHANCE)
        self._refill(state)
        return make_event(DRAW + self._pile[-1], event_seat(event), CHANCE)

    def see(self, event: int, state: State) -> None:
        """Take the card or land of an outcome from what is in store."""
        code = event_code(event)
        if code >= REVEAL:
            self._turn_up(*divmod(code - REVEAL, TERRITORIES))
            return
        self._refill(state)
        place = len(self._pile) - 1 - self._pile[::-1].index(code - DRAW)
        del self._pile[place]

    def _turn_up(self, place: int, land: int) -> None:
        """The land lies at `place`: what this dealer had there lies where the land was."""
        there = self._lands.index(land)
        self._lands[place], self._lands[there] = land, self._lands[place]

    def _refill(self, state: State) -> None:
        if self._pile:
            return
        fields = _duel.fields(state)
        self._pile = list(_elements(fields["unseen"] if fields["pile"] else fields["discards"]))
        seeds.rng(*self._keys, self._reshuffles).shuffle(self._pile)
        self._reshuffles += 1


def _elements(counts: Iterable[int]) -> Iterable[int]:
    return (kind for kind, number in enumerate(counts) for _ in range(number))
