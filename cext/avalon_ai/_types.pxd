"""Plain types that every game and the search share: events, the generator's state, the table of operations."""

from libc.stdint cimport uint8_t, uint32_t, uint64_t

# An event in integer form: code in bits 0..15 (the game's own, dense from 0), seat in bits 16..19
# (NO_SEAT where none is named), source in bits 20..21.
ctypedef uint32_t Event

cdef enum:
    MAX_SEATS = 10
    MAX_LEGAL = 512        # no position of any game has more legal moves or chance outcomes
    MAX_STATE = 2048       # bytes of the largest State
    STATE_WORDS = 256      # the same in words of 8 bytes: buffers are made of these, for their alignment
    BELIEF_WORDS = 4096    # the largest Belief, likewise

    SOURCE_MOVE = 0        # a seat's own choice
    SOURCE_CHANCE = 1
    SOURCE_REFEREE = 2
    NO_SEAT = 15

    ACTOR_CHANCE = -1      # chance or the referee is to act
    ACTOR_OVER = -2
    ACTOR_HIDDEN = -3      # somebody acts, but this View does not know who

    NO_EVENT = 0xFFFFFFFFu

cdef struct Rng:
    uint64_t state         # any value; the whole state of the generator

# What every game fills in, once, as constant data. `rules` is the game's own table of options,
# `state` a State or a View of it, `model` its weights for policy and evaluation.
# Moves given to apply are legal by contract: the Python door has checked them.
cdef struct GameOps:
    const char* name
    uint32_t state_size    # bytes, at most MAX_STATE
    uint32_t rules_size
    uint32_t model_size
    uint32_t belief_size   # bytes, at most 8 * BELIEF_WORDS
    uint32_t notes_size    # bytes of the largest Notes; 0: the game has none
    uint32_t features_size  # numbers of a View for learners; 0: the game has none
    uint32_t codes         # event codes are 0..codes-1
    uint32_t longest       # no game has more events than this
    int (*seats)(const void* rules) noexcept nogil
    int (*viewer)(const void* state) noexcept nogil            # the View's seat, -1 for a State
    int (*actor)(const void* rules, const void* state) noexcept nogil
    # Moves of the seat to act in canonical order; 0 for a View whose seat does not act.
    int (*legal)(const void* rules, const void* state, Event* moves) noexcept nogil
    # Distinct outcomes of chance or the referee and their probabilities; States only.
    int (*outcomes)(const void* rules, const void* state, Event* events, double* chances) noexcept nogil
    Event (*sample)(const void* rules, const void* state, Rng* rng) noexcept nogil
    # The one move that is played at once, unrecorded, or the referee's last word, which the result line tells; or NO_EVENT.
    Event (*forced)(const void* rules, const void* state) noexcept nogil
    # 1 if the event may come next, as far as this State or View can tell.
    int (*allows)(const void* rules, const void* state, Event event) noexcept nogil
    void (*apply)(const void* rules, void* state, Event event) noexcept nogil
    Event (*mask)(const void* rules, const void* state, Event event, int seat) noexcept nogil
    # What a seat knows; NO_SEAT: what everybody does.
    void (*redact)(const void* rules, void* state, int seat) noexcept nogil
    # Weights over what the View does not know, from its evidence; then a State drawn by them (belief NULL: uniform).
    void (*believe)(const void* rules, const void* model, const void* view, void* belief) noexcept nogil
    void (*determinize)(const void* rules, const void* belief, void* view, Rng* rng) noexcept nogil
    # Notes: what everybody could see, summed up for the policies. They begin with how many bytes are in use, and are
    # plain bytes. NULL where notes_size is 0; then policy and playout get NULL for them.
    void (*study)(const void* rules, const void* model, const void* position, void* notes) noexcept nogil
    # Takes in an event; `state` is the position before it.
    void (*note)(const void* rules, const void* model, const void* state, Event event, void* notes) noexcept nogil
    # Positive weights of the given legal moves under the game's greedy policy; they need not sum to 1.
    void (*policy)(const void* rules, const void* model, const void* state, const void* notes,
                   const Event* moves, int count, float* weights) noexcept nogil
    # Plays on by the game's light policy until `changes` changes of turn (0: to the end), then evaluates; values per seat, 0..1.
    void (*playout)(const void* rules, const void* model, void* state, void* notes, int changes,
                    Rng* rng, double* values) noexcept nogil
    # One move by the light policy; NULL for a game whose one tree has the moves of all seats. Without `secret` the one
    # tree has those of the searching seat alone, and the others play by this.
    Event (*light)(const void* rules, const void* model, const void* state, const void* notes, Rng* rng) noexcept nogil
    # For a tree of each seat; all NULL for a game that is searched with one tree.
    # Of two worlds of one spectator's View: equal if the seat has the same View of both, else different but by accident.
    uint64_t (*secret)(const void* rules, const void* state, int seat) noexcept nogil
    # Takes back choices of one moment that nobody was shown, so that the same seats make them again; how many.
    int (*reopen)(const void* rules, void* state) noexcept nogil
    # Draws how the seats other than `seat` behave in this world; 1 if they keep to fixed habits.
    int (*suppose)(const void* rules, const void* belief, const void* state, int seat, void* notes, Rng* rng) noexcept nogil
    # A View as so many numbers. NULL where features_size is 0.
    void (*features)(const void* rules, const void* view, float* numbers) noexcept nogil
    void (*returns)(const void* rules, const void* state, double* values) noexcept nogil
    int (*reason)(const void* rules, const void* state) noexcept nogil     # index into the game's list of reasons
    int (*check)(const void* rules, const void* state) noexcept nogil      # 0 or the number of the first broken invariant

cdef inline Event make(int code, int seat, int source) noexcept nogil:
    return <Event>(code | (seat << 16) | (source << 20))

cdef inline int code_of(Event event) noexcept nogil:
    return event & 0xFFFF

cdef inline int seat_of(Event event) noexcept nogil:
    return (event >> 16) & 15

cdef inline int source_of(Event event) noexcept nogil:
    return (event >> 20) & 3
