"""The laws that every game keeps, run on random games of any `Game`; nothing here names one.

`run` plays one game and checks at every step: invariants, the legal list, copies, saved bytes, texts, and for every
seat the laws of hidden information (what is resampled redacts to the same view; the folded masked stream is the
redacted state). A broken law is an AssertionError that names the seed, the step and the last events.
"""

from __future__ import annotations

import copy
import math
import os
import pickle
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from avalon_ai._state import (
    CHANCE,
    CHANCE_EVENT,
    HIDDEN,
    MOVE,
    NO_SEAT,
    OVER,
    REFEREE_EVENT,
    Generator,
    IllegalMove,
    State,
    View,
    event_seat,
    event_source,
    make_event,
)
from avalon_ai.games.base import Dealer, Game

Player = Callable[[State, Sequence[int], Generator], int]
REFUSALS = 12  # events that are tried and must be refused, at every checked step


def games_to_play(usual: int) -> int:
    """How many random games a test plays: AVALON_KIT_GAMES (a percentage of the usual number) shortens or lengthens."""
    return max(1, usual * int(os.environ.get("AVALON_KIT_GAMES", "100")) // 100)


def uniform(_state: State, legal: Sequence[int], rng: Generator) -> int:
    """A player who takes any legal move."""
    return legal[rng.below(len(legal))]


def grouped(game: Game) -> Player:
    """A player who takes any kind of move first, as the game groups them, then any move of that kind."""

    def choose(state: State, legal: Sequence[int], rng: Generator) -> int:
        typed = [[move for move in moves if move in legal] for _, moves in game.groups(state.view(state.actor()))]
        groups = [moves for moves in typed if moves] or [list(legal)]
        moves = groups[rng.below(len(groups))]
        return moves[rng.below(len(moves))]

    return choose


@dataclass(frozen=True)
class Contract:
    """What a game declares: its longest stream (None: the core's own bound), what the points of all seats add up to
    (None: nothing fixed), and the models whose beliefs resampling is tried with (None: uniform)."""

    bound: int | None = None
    total: float | None = 1.0
    models: tuple[bytes | None, ...] = (None,)


@dataclass
class Table:
    """One running game: the state, and for every seat the fold of the stream as that seat sees it."""

    game: Game
    state: State
    views: list[View]
    events: list[int] = field(default_factory=list)
    dealer: Dealer | None = None

    @classmethod
    def deal(cls, game: Game, seed: int, index: int = 0) -> Table:
        """The table of deal `index` of this seed; its dealer answers chance."""
        deal, dealer = game.deal(seed, index)
        return cls.of(game, deal, dealer)

    @classmethod
    def of(cls, game: Game, deal: dict[str, Any], dealer: Dealer | None = None) -> Table:
        """The table of a given deal line."""
        views = [game.start_view(game.mask_deal(deal, seat), seat) for seat in range(game.seats)]
        return cls(game, game.start(deal), views, [], dealer)

    def apply(self, event: int) -> None:
        """Play one event and let every seat see its side of it."""
        for seat, view in enumerate(self.views):
            seen = self.state.mask(event, seat)
            assert view.allows(seen), f"seat {seat} may not see {self.game.text(seen)}"
            view.apply(seen)
        if self.dealer and event_source(event) != MOVE:
            self.dealer.see(event, self.state)
        self.state.apply(event)
        self.events.append(event)

    def chance(self, rng: Generator) -> int:
        """What chance answers: the dealer's word, or a sample without one."""
        return self.dealer.answer(self.state) if self.dealer else self.state.sample(rng)

    def texts(self, last: int = 12) -> list[str]:
        """The last events, readable."""
        return [f"{event_seat(event)}:{self.game.text(event)}" for event in self.events[-last:]]


def run(
    game: Game, seed: int, contract: Contract, *, player: Player = uniform, index: int = 0, every: int = 1
) -> Table:
    """Play one random game under all laws, checking every `every`-th step, and return the table at its end."""
    table = Table.deal(game, seed, index)
    bound = contract.bound or game.rules.longest
    check_playouts(table.state, seed, bound)
    try:
        for _ in walk(table, seed, player, bound):
            if len(table.events) % every == 0:
                check_step(table, contract, Generator(seed).fork(len(table.events)))
        check_end(table, contract)
    except AssertionError as broken:
        where = f"seed {seed}, deal {index}, options {game.options}, event {len(table.events)}, after {table.texts()}"
        raise AssertionError(f"{where}: {broken}") from broken
    return table


def walk(table: Table, seed: int, player: Player, bound: int) -> Iterator[Table]:
    """Play the table to its end with random moves; yields before the first event and after each one."""
    rng = Generator(seed).fork(1)
    yield table
    while table.state.actor() != OVER:
        assert len(table.events) < bound, f"the game goes on beyond its bound of {bound} events"
        table.apply(next_event(table, player, rng))
        yield table


def next_event(table: Table, player: Player, rng: Generator) -> int:
    """The event that comes now: chance's answer or the player's move."""
    if table.state.actor() == CHANCE:
        return table.chance(rng)
    return player(table.state, table.state.legal(), rng)


def check_playouts(state: State, seed: int, bound: int) -> None:
    """The core's own random games end within the bound, leave the state alone, and repeat."""
    before = state.to_bytes()
    events = [state.random_playouts(2, seed)[0] for _ in range(2)]
    assert events[0] == events[1]
    assert 0 < events[0] <= 2 * bound
    assert state.to_bytes() == before


# --- laws of a step --------------------------------------------------------------------


def check_step(table: Table, contract: Contract, rng: Generator) -> None:
    """All laws of one position."""
    state = table.state
    check_whole(state)
    check_actor(table)
    check_saves(state)
    check_illegal(table, rng)
    check_copy(table, rng)
    check_texts(table, rng)
    for seat in range(table.game.seats):
        check_view(table, seat, contract.models, rng)
    check_features(table, rng.below(table.game.seats))


def check_whole(position: State | View) -> None:
    """No invariant is broken, and a seat that is to act has a move."""
    broken = position.check()
    assert broken == 0, f"broken: {position.rules.invariants[broken - 1]}"
    if isinstance(position, State):
        assert bool(position.legal()) == (position.actor() >= 0), "the actor has no legal move"


def check_actor(table: Table) -> None:
    """Moves, outcomes and forced moves fit the actor; the lists hold no event twice and only allowed ones."""
    state, legal, outcomes = table.state, table.state.legal(), table.state.outcomes()
    actor = state.actor()
    assert actor in (CHANCE, OVER) or 0 <= actor < table.game.seats, f"actor {actor}"
    assert bool(legal) == (actor >= 0), f"actor {actor} with {len(legal)} legal moves"
    assert bool(outcomes) == (actor == CHANCE), f"actor {actor} with {len(outcomes)} outcomes"
    events = legal + [event for event, _ in outcomes]
    assert len(set(events)) == len(events), "an event stands twice in its list"
    assert all(state.allows(event) for event in events), "a listed event is not allowed"
    assert all(event_source(event) == MOVE and event_seat(event) == actor for event in legal)
    assert all(event_source(event) != MOVE and chance > 0 for event, chance in outcomes)
    assert not outcomes or abs(sum(chance for _, chance in outcomes) - 1) < 1e-9, "probabilities do not add up to 1"
    assert state.forced() is None or [state.forced()] == events, "a forced event beside others"
    assert (state.reason() != "") == (actor == OVER)


def check_saves(state: State) -> None:
    """Bytes, pickle and copies give the same state back."""
    data = state.to_bytes()
    twins = [State.from_bytes(state.rules, data), pickle.loads(pickle.dumps(state)), copy.copy(state), state.copy()]
    for twin in twins:
        assert twin == state, "a saved state differs"
        assert hash(twin) == hash(state)
        assert twin.to_bytes() == data
        assert twin.legal() == state.legal()


def check_illegal(table: Table, rng: Generator) -> None:
    """The legal list is complete, and what is not in it is refused and changes nothing."""
    state = table.state
    listed = set(state.legal()) | {event for event, _ in state.outcomes()}
    tried = all_events(table.game, rng)
    allowed = {event for event in tried if state.allows(event)}
    assert allowed <= listed, f"allowed but not listed: {[table.game.text(event) for event in allowed - listed]}"
    before = state.to_bytes()
    for _ in range(REFUSALS):
        event = tried[rng.below(len(tried))]
        if event not in listed:
            refuse(state, event)
    assert state.to_bytes() == before, "a refused event left a trace"


def all_events(game: Game, rng: Generator) -> list[int]:
    """Every event of the code space, a few codes beyond it, and some whole numbers that are no events."""
    who = [(seat, source) for seat in [*range(game.seats), NO_SEAT] for source in (MOVE, CHANCE_EVENT, REFEREE_EVENT)]
    who.append((rng.below(NO_SEAT), rng.below(4)))
    events = [make_event(code, seat, source) for seat, source in who for code in range(game.rules.codes + 8)]
    return events + [rng.below(1 << 31) for _ in range(8)]


def refuse(position: State | View, event: int) -> None:
    """The event must raise IllegalMove."""
    try:
        position.apply(event)
    except IllegalMove:
        return
    raise AssertionError(f"event {event:#x} was not refused")


def check_copy(table: Table, rng: Generator) -> None:
    """A copy goes its own way."""
    state = table.state
    events = state.legal() + [event for event, _ in state.outcomes()]
    if not events:
        return
    before, twin = state.to_bytes(), state.copy()
    twin.apply(events[rng.below(len(events))])
    check_whole(twin)
    assert twin.to_bytes() != before, "an event changed nothing"
    assert state.to_bytes() == before, "a change of the copy reached the original"


def check_features(table: Table, seat: int) -> None:
    """Numbers for learners, if the game has them: one for each name, finite, the same from both ways to a View."""
    names = table.game.feature_names()
    if names:
        numbers = table.views[seat].features()
        assert len(numbers) == len(names), f"{len(numbers)} features, {len(names)} names"
        assert all(map(math.isfinite, numbers.tolist()))
        assert numbers.tobytes() == table.state.view(seat).features().tobytes(), f"features of seat {seat} differ"


def check_texts(table: Table, rng: Generator) -> None:
    """The text of an event reads back as the event."""
    events = table.state.legal() + [event for event, _ in table.state.outcomes()]
    for event in [events[rng.below(len(events))] for _ in range(min(len(events), 4))]:
        text = table.game.text(event)
        assert table.game.parse(text, event_source(event), event_seat(event)) == event, text


# --- laws of hidden information ----------------------------------------------------------


def check_view(table: Table, seat: int, models: Sequence[bytes | None], rng: Generator) -> None:
    """What the seat folded is what the state redacts to, and what fills its gaps redacts to it again."""
    state, view = table.state, table.views[seat]
    redacted = state.view(seat)
    data = view.to_bytes()
    assert redacted.to_bytes() == data, f"seat {seat}: the folded stream differs from the redacted state"
    assert redacted == view
    assert hash(redacted) == hash(view)
    check_whole(view)
    check_view_saves(view)
    check_view_actor(state, view)
    for model in models:
        check_world(view, rng, model)
        check_policy(view, model)
    assert view.to_bytes() == data, "resampling changed the view"


def check_view_saves(view: View) -> None:
    """Bytes, pickle and copies give the same view back."""
    twins = [
        View.from_bytes(view.rules, view.to_bytes()),
        pickle.loads(pickle.dumps(view)),
        copy.copy(view),
        view.copy(),
    ]
    for twin in twins:
        assert twin == view, "a saved view differs"
        assert twin.seat == view.seat
        assert twin.to_bytes() == view.to_bytes()


def check_view_actor(state: State, view: View) -> None:
    """The view shows the actor, or that one is hidden; it lists moves for its own seat alone."""
    assert view.actor() in (state.actor(), HIDDEN)
    assert view.legal() == (state.legal() if state.actor() == view.seat else [])
    assert view.reason() == state.reason()
    if state.actor() == OVER:
        assert view.returns() == state.returns()


def check_world(view: View, rng: Generator, model: bytes | None) -> None:
    """A resampled world is whole, fits the view and is the same again for the same seed."""
    seed = rng.bits()
    world = view.determinize(Generator(seed), model=model)
    check_whole(world)
    assert world.actor() == view.actor() or view.actor() == HIDDEN
    assert world.view(view.seat).to_bytes() == view.to_bytes(), f"seat {view.seat} tells the resampled world apart"
    assert view.determinize(Generator(seed), model=model) == world, "the same seed, another world"


def check_policy(view: View, model: bytes | None) -> None:
    """The policy weighs each legal move and no other; the weights are shares of one."""
    if model is None or not view.legal():
        return
    weighed = view.policy(model)
    assert sorted(event for event, _ in weighed) == sorted(view.legal())
    assert all(weight > 0 for _, weight in weighed), "a legal move weighs nothing"
    assert abs(sum(weight for _, weight in weighed) - 1) < 1e-5


# --- laws of the end ------------------------------------------------------------------------


def check_end(table: Table, contract: Contract) -> None:
    """Points are in range and add up as declared; the stream folds to the same end once more."""
    points = table.state.returns()
    assert len(points) == table.game.seats
    assert all(0 <= each <= 1 for each in points), points
    assert contract.total is None or abs(sum(points) - contract.total) < 1e-12, points
