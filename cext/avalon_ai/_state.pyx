"""State and View for Python, over the bytes of any game.

The door of the core: everything that comes in is checked here, nothing is checked below.
"""

cimport cython
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcmp, memcpy

from avalon_ai._rng cimport below, bits, seed as seeded, unit
from avalon_ai._types cimport (
    ACTOR_CHANCE, ACTOR_HIDDEN, ACTOR_OVER, Event, GameOps, BELIEF_WORDS, MAX_LEGAL, MAX_SEATS, MAX_STATE, NO_EVENT,
    NO_SEAT as _NO_SEAT, Rng, STATE_WORDS, code_of, make, seat_of, source_of,
)

from time import process_time

MOVE, CHANCE_EVENT, REFEREE_EVENT = 0, 1, 2
NO_SEAT = _NO_SEAT
CHANCE, OVER, HIDDEN = ACTOR_CHANCE, ACTOR_OVER, ACTOR_HIDDEN


class IllegalMove(ValueError):
    """An event that may not come next; nothing has changed.

    >>> from avalon_ai import IllegalMove, load
    >>> state = load("duel").new(seed=7)
    >>> try:
    ...     state.apply(400)
    ... except IllegalMove as error:
    ...     print(error)
    event 400 of source 0 and seat 0 may not come next
    """


def make_event(int code, int seat, int source):
    """The integer form of an event."""
    return make(code, seat, source)


def event_code(Event event):
    """The game's own number of an event, without seat and source."""
    return code_of(event)


def event_seat(Event event):
    """The seat that moves or draws; NO_SEAT where none is named."""
    return seat_of(event)


def event_source(Event event):
    """MOVE, CHANCE_EVENT or REFEREE_EVENT."""
    return source_of(event)


@cython.final
cdef class Generator:
    """The project's generator of random numbers: same seed, same numbers, on every machine.

    >>> from avalon_ai import Generator
    >>> one, other = Generator(7), Generator(7)
    >>> one.bits() == other.bits(), one.random() == other.random(), one.below(6) == other.below(6)
    (True, True, True)
    >>> cards = ["K", "E"]
    >>> one.shuffle(cards)
    >>> sorted(cards), one.fork(1).bits() == other.fork(1).bits()
    (['E', 'K'], False)
    """

    def __init__(self, value):
        seeded(&self.rng, <uint64_t>(value & 0xFFFFFFFFFFFFFFFF))

    def bits(self):
        """64 random bits."""
        return bits(&self.rng)

    def below(self, uint32_t bound):
        """An integer 0..bound-1. Raises ValueError for bound 0."""
        if bound == 0:
            raise ValueError("bound: expected at least 1, got 0")
        return below(&self.rng, bound)

    def random(self):
        """A number in [0, 1)."""
        return unit(&self.rng)

    def shuffle(self, list items):
        """Shuffle a list in place."""
        for i in range(len(items) - 1, 0, -1):
            j = below(&self.rng, i + 1)
            items[i], items[j] = items[j], items[i]

    def fork(self, key):
        """An independent generator for a number; this one stays as it is."""
        return Generator(self.rng.state ^ (<uint64_t>(key & 0xFFFFFFFFFFFFFFFF) * <uint64_t>0x9E3779B97F4A7C15))


@cython.final
cdef class Rules:
    """One game with its options, compiled: what State and View are played under."""

    def __cinit__(self):
        self.ops = NULL
        self.table = NULL

    def __init__(self):
        raise TypeError("Rules come from a game's make_rules")

    def __dealloc__(self):
        free(self.table)

    @staticmethod
    cdef Rules compiled(const GameOps* ops, const void* table, tuple reasons, tuple invariants, object loader):
        cdef Rules rules = Rules.__new__(Rules)
        rules.table = malloc(ops.rules_size)     # one table a game, freed with it
        if rules.table == NULL:
            raise MemoryError()
        memcpy(rules.table, table, ops.rules_size)
        rules.ops = ops
        rules.reasons, rules.invariants, rules.loader = reasons, invariants, loader
        rules.hashed = hash((rules.name, rules.to_bytes()))
        return rules

    @property
    def name(self):
        """The game's name."""
        return self.ops.name.decode("ascii")

    @property
    def seats(self):
        """Number of seats."""
        return self.ops.seats(self.table)

    @property
    def state_size(self):
        """Bytes of a State or a View."""
        return self.ops.state_size

    @property
    def codes(self):
        """Event codes are 0 to codes - 1."""
        return self.ops.codes

    @property
    def longest(self):
        """No game has more events."""
        return self.ops.longest

    def to_bytes(self):
        """The compiled table."""
        return (<char*>self.table)[:self.ops.rules_size]

    def __eq__(self, other):
        if not isinstance(other, Rules):
            return NotImplemented
        cdef Rules one = other
        return self.ops == one.ops and (self is one or not memcmp(self.table, one.table, self.ops.rules_size))

    def __hash__(self):
        return self.hashed

    def __reduce__(self):
        return self.loader, (self.to_bytes(),)


cdef class Position:
    """What State and View have in common: bytes under rules."""

    def __cinit__(self):
        self.data = NULL

    def __init__(self):
        raise TypeError(f"a {type(self).__name__} comes from a game's start")

    def __dealloc__(self):
        free(self.data)

    cdef int _fill(self, Rules rules, const void* data) except -1:
        self.data = malloc(rules.ops.state_size)     # one block an object, freed with it
        if self.data == NULL:
            raise MemoryError()
        self.rules = rules
        memcpy(self.data, data, rules.ops.state_size)
        return 0

    def actor(self):
        """The seat to act, or CHANCE, OVER, HIDDEN."""
        return self.rules.ops.actor(self.rules.table, self.data)

    def legal(self):
        """The moves of the seat to act in canonical order; none where chance or, in a View, another seat acts."""
        cdef Event moves[MAX_LEGAL]
        cdef int count = self.rules.ops.legal(self.rules.table, self.data, moves)
        return [moves[i] for i in range(count)]

    def allows(self, Event event):
        """Whether the event may come next, as far as this position can tell."""
        return bool(self.rules.ops.allows(self.rules.table, self.data, event))

    def apply(self, Event event):
        """Play the event. Raises IllegalMove, and changes nothing, where it may not come next."""
        if not self.rules.ops.allows(self.rules.table, self.data, event):
            raise self._refusal(event)
        self.rules.ops.apply(self.rules.table, self.data, event)

    cdef object _refusal(self, Event event):
        return IllegalMove(
            f"event {code_of(event)} of source {source_of(event)} and seat {seat_of(event)} may not come next")

    def returns(self):
        """The result by seat, 0 to 1. Raises ValueError while the game runs."""
        cdef double values[MAX_SEATS]
        if self.actor() != ACTOR_OVER:
            raise ValueError("the game is not over")
        self.rules.ops.returns(self.rules.table, self.data, values)
        return tuple(values[i] for i in range(self.rules.seats))

    def reason(self):
        """Why the game ended, as records say it; "" while it runs."""
        return self.rules.reasons[self.rules.ops.reason(self.rules.table, self.data)]

    def check(self):
        """0, or the number of the first broken invariant (rules.invariants names them, counted from 1)."""
        return self.rules.ops.check(self.rules.table, self.data)

    def to_bytes(self):
        """The position as bytes, the same for equal positions."""
        return (<char*>self.data)[:self.rules.ops.state_size]

    def __copy__(self):
        return self.copy()

    def __deepcopy__(self, memo):
        return self.copy()

    def __eq__(self, other):
        if type(other) is not type(self):
            return NotImplemented
        return self.rules == other.rules and not memcmp(
            self.data, (<Position>other).data, self.rules.ops.state_size)

    def __hash__(self):
        return hash(self.to_bytes())

    def __reduce__(self):
        return type(self).from_bytes, (self.rules, self.to_bytes())


cdef int _check_size(Rules rules, bytes data) except -1:
    if len(data) != rules.ops.state_size:
        raise ValueError(f"expected {rules.ops.state_size} bytes, got {len(data)}")
    return 0


@cython.final
cdef class State(Position):
    """Everything: the fold of the whole stream of events. Nothing made from it may reach a seat.

    >>> from avalon_ai import OVER, Generator, load
    >>> game, rng = load("resistance"), Generator(1)
    >>> state = game.new(seed=7)
    >>> before, earlier = state.to_bytes(), state.copy()
    >>> while (actor := state.actor()) != OVER:
    ...     moves = state.legal()
    ...     state.apply(moves[rng.below(len(moves))] if actor >= 0 else state.sample(rng))
    >>> sum(state.returns()) > 0, state.reason() != "", state.check()
    (True, True, 0)
    >>> type(state).from_bytes(game.rules, before) == earlier != state
    True
    >>> earlier.perft(1) == len(earlier.legal()), earlier.outcomes(), earlier.forced()
    (True, [], None)
    >>> earlier.allows(earlier.legal()[0]), earlier.view(0).seat
    (True, 0)
    """

    @staticmethod
    cdef State over(Rules rules, const void* data):
        cdef State state = State.__new__(State)
        state._fill(rules, data)
        return state

    @staticmethod
    def from_bytes(Rules rules, bytes data):
        """The State that to_bytes gave. Raises ValueError where the bytes hold none of these rules."""
        _check_size(rules, data)
        cdef State state = State.over(rules, <const char*>data)
        if rules.ops.viewer(state.data) >= 0 or state.check():
            raise ValueError("the bytes hold no State of these rules")
        return state

    def copy(self):
        """An independent copy."""
        return State.over(self.rules, self.data)

    def outcomes(self):
        """What chance or the referee may bring, with probabilities; empty where a seat is to act."""
        cdef Event events[MAX_LEGAL]
        cdef double chances[MAX_LEGAL]
        cdef int count = self.rules.ops.outcomes(self.rules.table, self.data, events, chances)
        return [(events[i], chances[i]) for i in range(count)]

    def forced(self):
        """The one event that is not recorded: a move played at once, or what the result line says; or None."""
        cdef Event event = self.rules.ops.forced(self.rules.table, self.data)
        return None if event == NO_EVENT else event

    def sample(self, Generator rng):
        """Draw an outcome. Raises ValueError where chance is not to act."""
        if self.actor() != ACTOR_CHANCE:
            raise ValueError("chance is not to act")
        return self.rules.ops.sample(self.rules.table, self.data, &rng.rng)

    def mask(self, Event event, int seat):
        """The event, about to be applied here, as a seat sees it."""
        self._check_seat(seat)
        return self.rules.ops.mask(self.rules.table, self.data, event, seat)

    def show(self, Event event, list views, list told):
        """Fold an event, about to be applied here, into each View as its seat sees it, and append that to its list in `told`.

        Gives None, or the place of the first View that does not take what its seat sees: nothing is shown from there on.
        """
        cdef View view
        cdef list heard
        cdef Event seen
        if len(views) != len(told):
            raise ValueError(f"expected as many lists as Views, {len(views)}, got {len(told)}")
        for place in range(len(views)):
            view = views[place]
            heard = told[place]
            if view is None or heard is None or (view.rules is not self.rules and view.rules != self.rules):
                raise ValueError(f"place {place}: expected a View of the same rules and a list")
            seen = self.rules.ops.mask(self.rules.table, self.data, event, view.seat)
            if not self.rules.ops.allows(view.rules.table, view.data, seen):
                return place
            self.rules.ops.apply(view.rules.table, view.data, seen)
            heard.append(seen)
        return None

    def view(self, int seat):
        """What the seat may know."""
        self._check_seat(seat)
        cdef View view = View.over(self.rules, self.data)
        self.rules.ops.redact(self.rules.table, view.data, seat)
        return view

    def secret(self, int seat):
        """A number for what the seat knows beside what everybody sees. Raises ValueError for a game without one."""
        self._check_seat(seat)
        if self.rules.ops.secret == NULL:
            raise ValueError(f"{self.rules.name} has no View of what everybody sees")
        return self.rules.ops.secret(self.rules.table, self.data, seat)

    def _check_seat(self, int seat):
        if not 0 <= seat < self.rules.seats:
            raise ValueError(f"seat: expected 0 to {self.rules.seats - 1}, got {seat}")

    def perft(self, int depth):
        """Number of event sequences of this length from here; a game that ends earlier counts as one."""
        cdef uint64_t start[STATE_WORDS]
        cdef uint64_t count
        if depth < 0:
            raise ValueError(f"depth: expected at least 0, got {depth}")
        memcpy(start, self.data, self.rules.ops.state_size)      # another thread may play on
        with nogil:
            count = _perft(self.rules.ops, self.rules.table, start, depth)
        return count

    def random_playouts(self, int count, seed):
        """Play `count` games from here with uniformly random moves out of full lists; events played and processor seconds."""
        cdef Generator rng = Generator(seed)
        cdef uint64_t start[STATE_WORDS]
        cdef uint64_t events = 0
        cdef int _game
        memcpy(start, self.data, self.rules.ops.state_size)      # another thread may play on
        began = process_time()
        with nogil:
            for _game in range(count):
                events += _random_playout(self.rules.ops, self.rules.table, start, &rng.rng)
        return events, process_time() - began

    def copies(self, int count):
        """Copy this state `count` times; processor seconds."""
        cdef char blocks[8 * MAX_STATE]
        cdef uint32_t size = self.rules.ops.state_size
        cdef int i
        began = process_time()
        with nogil:
            for i in range(count):
                memcpy(&blocks[(i & 7) * MAX_STATE], self.data, size)
        return process_time() - began


@cython.final
cdef class View(Position):
    """All of a position that one seat knows for certain; equal knowledge means equal bytes.

    >>> from avalon_ai import Generator, load
    >>> game = load("duel")
    >>> state = game.new(seed=7)
    >>> seat = state.actor()
    >>> view = state.view(seat)
    >>> view.legal() == state.legal(), view.seat == seat, view.copy() == view
    (True, True, True)
    >>> world = view.determinize(Generator(1), model=game.model())
    >>> world.view(seat) == view
    True
    >>> [move for move, share in view.policy(game.model())] == view.legal()
    True
    >>> view.features().shape == (len(game.feature_names()),)
    True
    """

    @staticmethod
    cdef View over(Rules rules, const void* data):
        cdef View view = View.__new__(View)
        view._fill(rules, data)
        return view

    @staticmethod
    def from_bytes(Rules rules, bytes data):
        """The View that to_bytes gave. Raises ValueError where the bytes hold none of these rules."""
        _check_size(rules, data)
        cdef View view = View.over(rules, <const char*>data)
        if rules.ops.viewer(view.data) < 0 or view.check():
            raise ValueError("the bytes hold no View of these rules")
        return view

    def copy(self):
        """An independent copy."""
        return View.over(self.rules, self.data)

    def shared(self):
        """The View of one who sees what everybody sees. Raises ValueError for a game without one."""
        cdef View view = View.over(self.rules, self.data)
        if self.rules.ops.secret == NULL:
            raise ValueError(f"{self.rules.name} has no View of what everybody sees")
        self.rules.ops.redact(self.rules.table, view.data, _NO_SEAT)
        return view

    @property
    def seat(self):
        """The seat whose View this is; NO_SEAT for one who sees what everybody sees."""
        return self.rules.ops.viewer(self.data)

    def determinize(self, Generator rng, *, model=None):
        """A State that this View allows: uniform over the possible worlds, or by the beliefs of a model."""
        cdef State state = State.over(self.rules, self.data)
        cdef uint64_t belief[BELIEF_WORDS]
        cdef const char* weights
        if model is None:
            self.rules.ops.determinize(self.rules.table, NULL, state.data, &rng.rng)
            return state
        _check_model(self.rules, model)
        weights = model
        self.rules.ops.believe(self.rules.table, weights, self.data, belief)
        self.rules.ops.determinize(self.rules.table, belief, state.data, &rng.rng)
        return state

    def features(self):
        """The View as numbers for learners, a new numpy array of float32; the game's `feature_names` say what each is.

        Equal Views give equal numbers. Raises ValueError where a game has none, or for a View of what everybody sees.
        """
        from numpy import frombuffer

        cdef uint32_t size = self.rules.ops.features_size
        if size == 0 or self.seat == _NO_SEAT:
            raise ValueError(f"{self.rules.name} has no features for {'this View' if size else 'learners'}")
        cdef bytearray numbers = bytearray(size * sizeof(float))
        cdef char* start = numbers
        self.rules.ops.features(self.rules.table, self.data, <float*>start)
        return frombuffer(numbers, dtype="float32")

    def policy(self, bytes model):
        """The legal moves with their weights under the greedy policy, summing to 1."""
        cdef Event moves[MAX_LEGAL]
        cdef float weights[MAX_LEGAL]
        cdef const char* table = model
        _check_model(self.rules, model)
        cdef int count = self.rules.ops.legal(self.rules.table, self.data, moves)
        if count == 0:
            return []
        notes = bytearray(self.rules.ops.notes_size)
        cdef char* noted = notes
        if self.rules.ops.notes_size:
            self.rules.ops.study(self.rules.table, table, self.data, noted)
        self.rules.ops.policy(self.rules.table, table, self.data, noted, moves, count, weights)
        total = sum([weights[i] for i in range(count)])
        return [(moves[i], weights[i] / total) for i in range(count)]


cdef int _check_model(Rules rules, bytes model) except -1:
    if len(model) != rules.ops.model_size:
        raise ValueError(f"model: expected {rules.ops.model_size} bytes, got {len(model)}")
    return 0


cdef uint64_t _perft(const GameOps* ops, const void* rules, const void* state, int depth) noexcept nogil:
    cdef uint64_t next[STATE_WORDS]
    cdef Event events[MAX_LEGAL]
    cdef double chances[MAX_LEGAL]
    cdef uint64_t sum = 0
    cdef int i, count
    cdef Event forced = ops.forced(rules, state)
    if forced != NO_EVENT:
        memcpy(next, state, ops.state_size)
        ops.apply(rules, next, forced)
        return _perft(ops, rules, next, depth)
    if depth == 0 or ops.actor(rules, state) == ACTOR_OVER:
        return 1
    count = ops.outcomes(rules, state, events, chances)
    if count == 0:
        count = ops.legal(rules, state, events)
    if depth == 1:
        return count
    for i in range(count):
        memcpy(next, state, ops.state_size)
        ops.apply(rules, next, events[i])
        sum += _perft(ops, rules, next, depth - 1)
    return sum


cdef uint64_t _random_playout(const GameOps* ops, const void* rules, const void* start, Rng* rng) noexcept nogil:
    """A copy of the state, played to the end; how many events that took."""
    cdef uint64_t state[STATE_WORDS]
    cdef Event moves[MAX_LEGAL]
    cdef uint64_t events = 0
    cdef int actor
    memcpy(state, start, ops.state_size)
    while True:
        actor = ops.actor(rules, state)
        if actor == ACTOR_OVER:
            return events
        if actor == ACTOR_CHANCE:
            moves[0] = ops.sample(rules, state, rng)
        else:
            moves[0] = moves[below(rng, ops.legal(rules, state, moves))]
        ops.apply(rules, state, moves[0])
        events += 1
