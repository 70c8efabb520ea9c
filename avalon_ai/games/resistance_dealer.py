"""Who answers for the referee: he tells what is so, nothing is left to chance after the deal."""

from __future__ import annotations

from avalon_ai._state import State


class Referee:
    """Says the one thing that can be said."""

    def answer(self, state: State) -> int:
        """The votes, the fails, the loyalty or the result."""
        return state.outcomes()[0][0]

    def see(self, event: int, state: State) -> None:
        """Nothing is in store that would have to keep in step."""
