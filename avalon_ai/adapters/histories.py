"""A game as a tree of histories, chance included: what programs that go through a whole game walk on."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from functools import cached_property, lru_cache
from typing import Any

from avalon_ai import games
from avalon_ai._state import (
    CHANCE,
    MOVE,
    NO_SEAT,
    OVER,
    REFEREE_EVENT,
    Generator,
    IllegalMove,
    State,
    event_code,
    event_source,
    make_event,
)
from avalon_ai.adapters.rewards import rewards
from avalon_ai.games.base import DEAL_WIDTH, Game, seat_letter
from avalon_ai.json_lines import dumps
from avalon_ai.record import result_line
from avalon_ai.streams import line

HOST = -1  # who knows all
TREES = 16  # games whose trees are at hand for histories that come out of a pickle


class Tree:
    """A game with the texts of its events, shared by all its histories."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.seats = range(game.seats)
        self._lines: dict[int, str] = {}

    @cached_property
    def root(self) -> History:
        """The history in which nothing is dealt yet, or only what could not be otherwise."""
        return _dealing(self, None, -1, ())

    @property
    def outcomes(self) -> int:
        """The numbers of chance's outcomes are below this."""
        return max(DEAL_WIDTH, self.game.rules.codes)

    @property
    def longest(self) -> int:
        """No history has more steps."""
        return self.deal_steps + self.game.rules.longest

    @cached_property
    def deal_steps(self) -> int:
        """How many steps the deal takes."""
        dealt: tuple[str, ...] = ()
        while outcomes := self.game.deal_outcomes(dealt):
            dealt = (*dealt, outcomes[0][0])
        return len(dealt)

    def line(self, event: int) -> str:
        """An event's line in a stream."""
        text = self._lines.get(event)
        if text is None:
            text = self._lines[event] = dumps(line(self.game, event)) + "\n"
        return text

    def __reduce__(self) -> tuple[Any, ...]:
        return _tree, (self.game.name, dumps(self.game.options))


@lru_cache(maxsize=TREES)
def _tree(name: str, options: str) -> Tree:
    return Tree(games.load(name, **json.loads(options)))


class History:
    """One place in a tree: all that chance and the seats have done, from the first card dealt on. Never changed.

    While `state` is None chance still deals; `dealt` says what. What can come in one way only comes at once: a forced
    move, an outcome that is certain, the referee's word. So every history has at least two ways on, but where a seat
    has a single move that the rules leave to it.
    """

    __slots__ = ("_events", "_texts", "action", "actor", "dealt", "outcomes", "parent", "state", "steps", "tree")

    def __init__(
        self,
        tree: Tree,
        parent: History | None,
        action: int,
        *,
        dealt: Sequence[str] = (),
        state: State | None = None,
        steps: Sequence[tuple[str, float]] = (),
        outcomes: Sequence[tuple[int, float]] = (),
        events: Sequence[Sequence[int]] = (),
        texts: dict[int, str] | None = None,
    ) -> None:
        self.tree = tree
        self.parent = parent
        self.action = action  # what led here from `parent`
        self.dealt = dealt
        self.state = state
        self.steps = steps  # what may be dealt next, in words, with chances
        self.outcomes = outcomes  # the events that may come by chance, with chances
        self.actor = CHANCE if state is None else state.actor()
        self._events = events  # since `parent`, by seat, as that seat saw them
        self._texts = {} if texts is None else texts

    # --- what comes next ---------------------------------------------------------------------

    def actions(self) -> list[int]:
        """The numbers of what may come next, ascending."""
        if self.actor == CHANCE:
            return [action for action, _ in self.chances()]
        assert self.state is not None
        return sorted(map(event_code, self.state.legal()))

    def chances(self) -> list[tuple[int, float]]:
        """What chance may bring, by number, ascending, with exact probabilities."""
        if self.state is None:
            return [(number, chance) for number, (_, chance) in enumerate(self.steps)]
        return sorted((event_code(event), chance) for event, chance in self.outcomes)

    def text(self, action: int) -> str:
        """What may come next, in words."""
        if self.state is None:
            return f"deal {self.steps[action][0]}"
        return self.tree.game.text(self._event(action))

    def _event(self, action: int) -> int:
        """The event of an action; what is not allowed is found out when it is applied."""
        for event, _ in self.outcomes:
            if event_code(event) == action:
                return event
        return make_event(action, self.actor if self.actor >= 0 else NO_SEAT, MOVE)

    def child(self, action: int) -> History:
        """The history that goes on with this. Raises IllegalMove for what is not among `actions`."""
        if self.state is None:
            if not 0 <= action < len(self.steps):
                raise IllegalMove(f"action: expected 0 to {len(self.steps) - 1}, got {action}")
            return _dealing(self.tree, self, action, (*self.dealt, self.steps[action][0]))
        event, state = self._event(action), self.state.copy()
        if not state.allows(event):
            state.apply(event)  # raises, and says why
        return _going_on(self.tree, self, action, state, event, self.dealt)

    def subtree(self) -> Iterator[History]:
        """This history and all that may follow from it."""
        waiting = [self]
        while waiting:
            here = waiting.pop()
            yield here
            waiting += map(here.child, here.actions())

    # --- what a seat knows -------------------------------------------------------------------

    def stream(self, seat: int) -> str:
        """What the seat was shown, a line each: its letter, the masked deal, the masked events, the result.

        Two histories have equal texts for a seat exactly when its masked streams are equal.
        """
        return self._told(seat)

    def __str__(self) -> str:
        """What was chosen and dealt, in words."""
        return self._told(HOST) or "nothing yet"

    def _told(self, who: int) -> str:
        """The text for a seat or the host: that of the nearest history before which has it, and all since."""
        way = []
        here: History | None = self
        text = None
        while here is not None and (text := here._texts.get(who)) is None:
            way.append(here)
            here = here.parent
        parts = [text or (dumps({"seat": seat_letter(who)}) + "\n" if who != HOST else "")]
        parts += [each._words() if who == HOST else each._lines(who) for each in reversed(way)]
        self._texts[who] = text = "".join(parts)
        return text

    def _words(self) -> str:
        """What led here from the parent."""
        return "" if self.parent is None else f"{self.parent.text(self.action)}; "

    def _lines(self, seat: int) -> str:
        """The lines that this history adds to a seat's stream."""
        if self.state is None:
            return ""
        line = self.tree.line
        said = "".join([line(event) for event in self._events[seat]]) if self._events else ""
        if self.parent is None or self.parent.state is None:
            said = dumps({"deal": self.tree.game.mask_deal(self.deal(), seat)}) + "\n" + said
        if self.actor == OVER:
            said += dumps(result_line(self.state.returns(), self.state.reason())) + "\n"
        return said

    def events(self, seat: int) -> list[int]:
        """The masked events of the seat's stream, as far back as the history goes."""
        return [event for each in self._way() if each._events for event in each._events[seat]]

    def deal(self) -> dict[str, Any]:
        """The whole deal. Assumes that all is dealt."""
        return self.tree.game.deal_of(self.dealt)

    def returns(self) -> tuple[float, ...]:
        """A win counts 1 and a loss -1, what lies between in proportion; 0 for all while the game goes on."""
        if self.actor != OVER:
            return (0.0,) * len(self.tree.seats)
        assert self.state is not None
        return rewards(self.state.returns())

    # --- other worlds --------------------------------------------------------------------------

    def resampled(self, seat: int, rng: Generator, model: bytes | None = None) -> History:
        """A history that the seat cannot tell from this one: what it does not know is drawn anew.

        The past of the others is not told again: their streams begin with what they would know here. `model` names
        weights whose beliefs the draw goes by; None is uniform. Assumes that all is dealt.
        """
        assert self.state is not None
        world = self.state.view(seat).determinize(rng, model=model)
        texts = {
            other: dumps({"seat": seat_letter(other), "view": world.view(other).to_bytes().hex()}) + "\n"
            for other in self.tree.seats
        }
        texts |= {seat: self.stream(seat), HOST: f"{self}as {seat_letter(seat)} may take it to be; "}
        return History(self.tree, None, -1, state=world, outcomes=world.outcomes(), texts=texts)

    # --- itself ------------------------------------------------------------------------------

    def _way(self) -> list[History]:
        """All histories from the first one to this."""
        way = [self]
        while (parent := way[-1].parent) is not None:
            way.append(parent)
        return way[::-1]

    def __reduce__(self) -> tuple[Any, ...]:
        first, *later = self._way()
        world = None if first is self.tree.root else (first.state, first._texts)
        return _found, (self.tree, world, [each.action for each in later])

    def __deepcopy__(self, memo: Any) -> History:
        return self


def _dealing(tree: Tree, parent: History | None, action: int, dealt: tuple[str, ...]) -> History:
    """The history after a step of the deal; the first of the game's own events where that was the last one."""
    while len(steps := tree.game.deal_outcomes(dealt)) == 1:
        dealt = (*dealt, steps[0][0])
    if steps:
        return History(tree, parent, action, dealt=dealt, steps=steps)
    state = tree.game.start(tree.game.deal_of(dealt))
    return _going_on(tree, parent, action, state, None, dealt)


def _going_on(
    tree: Tree, parent: History | None, action: int, state: State, event: int | None, dealt: Sequence[str]
) -> History:
    """The history after an event, if any, and all that must follow; `state` becomes its own."""
    events: list[list[int]] = [[] for _ in tree.seats]
    while True:
        if event is not None:
            for seat in tree.seats:
                events[seat].append(state.mask(event, seat))
            state.apply(event)
        event, outcomes = state.forced(), state.outcomes()
        if event is not None and event_source(event) == REFEREE_EVENT:
            state.apply(event)  # the last word: the result line stands for it
            return History(tree, parent, action, dealt=dealt, state=state, events=events)
        if event is None and len(outcomes) == 1:
            event = outcomes[0][0]
        if event is None:
            return History(tree, parent, action, dealt=dealt, state=state, outcomes=outcomes, events=events)


def _found(tree: Tree, world: tuple[State, dict[int, str]] | None, actions: Sequence[int]) -> History:
    """The history of these actions, from the root or from a world that was drawn."""
    here = tree.root
    if world is not None:
        here = History(tree, None, -1, state=world[0], outcomes=world[0].outcomes(), texts=world[1])
    for action in actions:
        here = here.child(action)
    return here
