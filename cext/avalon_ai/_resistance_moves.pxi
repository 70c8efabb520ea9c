# Which moves there are, what chance and the referee may bring, and what a seat is shown of an event.

cdef int resistance_seats(const void* rules) noexcept nogil:
    return (<const ResistanceRules*>rules).players

cdef int resistance_viewer(const void* state) noexcept nogil:
    cdef int viewer = (<const Resistance*>state).viewer
    if viewer == SPECTATOR:
        return NO_SEAT
    return -1 if viewer == NONE else viewer

cdef int resistance_actor(const void* rules, const void* state) noexcept nogil:
    return (<const Resistance*>state).actor

cdef inline int list_teams(const ResistanceRules* r, const Resistance* s, Event* moves) noexcept nogil:
    cdef const uint16_t* teams = r.teams + r.first[s.quest]
    cdef int number = r.number[s.quest]
    cdef Event leader = make(CODE_TEAM, s.actor, SOURCE_MOVE)
    cdef int i
    for i in range(number):
        moves[i] = teams[i] | leader
    return number

cdef inline int list_seats(int code, int actor, unsigned int seats, Event* moves) noexcept nogil:
    """One move for each of these seats."""
    cdef int count = 0
    while seats:
        moves[count] = make(code + __builtin_ctz(seats), actor, SOURCE_MOVE)
        count += 1
        seats &= seats - 1
    return count

cdef inline unsigned int past_holders(const Resistance* s) noexcept nogil:
    """Seats that hold the Lady or held her."""
    cdef unsigned int seats = 0
    cdef int i
    for i in range(USES + 1):
        if s.lady[i] != NONE:
            seats |= 1u << s.lady[i]
    return seats

cdef inline unsigned int targets(const ResistanceRules* r, const Resistance* s, int seat) noexcept nogil:
    """Whom a seat may shoot: anybody but itself and those it knew as evil from the start (ruling 19)."""
    return r.everyone & ~(1u << seat) & ~s.seen[seat]

cdef int list_rare(const ResistanceRules* r, const Resistance* s, Event* moves) noexcept nogil:
    cdef int claim
    if s.phase == PHASE_LADY:
        return list_seats(CODE_LADY, s.actor, r.everyone & ~past_holders(s), moves)
    if s.phase == PHASE_SHOOT:
        return list_seats(CODE_SHOOT, s.actor, targets(r, s, s.actor), moves)
    for claim in range(CLAIM_GOOD, CLAIM_NOTHING + 1):
        moves[claim - 1] = make(CODE_SAY + claim, s.actor, SOURCE_MOVE)
    return 3

cdef int resistance_legal(const void* rules, const void* state, Event* moves) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>state
    if s.actor < 0 or (s.viewer != NONE and s.viewer != s.actor):
        return 0
    if s.phase == PHASE_VOTE:
        moves[0] = make(CODE_APPROVE, s.actor, SOURCE_MOVE)
        moves[1] = make(CODE_REJECT, s.actor, SOURCE_MOVE)
        return 2
    if s.phase == PHASE_QUEST:
        moves[0] = make(CODE_SUCCESS, s.actor, SOURCE_MOVE)
        moves[1] = make(CODE_FAIL, s.actor, SOURCE_MOVE)
        return 1 + ((s.evil >> s.actor) & 1)
    if s.phase == PHASE_PROPOSE:
        return list_teams(r, s, moves)
    return list_rare(r, s, moves)

cdef inline int evil_wins(const Resistance* s) noexcept nogil:
    """Who has won a decided game; States only."""
    if s.shot != NONE:
        return s.role[s.shot] == MERLIN
    return s.reason != REASON_QUESTS

cdef Event resistance_sample(const void* rules, const void* state, Rng* rng) noexcept nogil:
    """What the referee says: he only tells what is so."""
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>state
    if s.phase == PHASE_COUNT:
        return make(CODE_VOTES + s.pending, NO_SEAT, SOURCE_REFEREE)
    if s.phase == PHASE_REVEAL:
        return make(CODE_FAILS + count_bits(s.pending), NO_SEAT, SOURCE_REFEREE)
    if s.phase == PHASE_LOYALTY:
        return make(CODE_LOYALTY + CLAIM_GOOD + ((s.evil >> s.lady[s.uses + 1]) & 1), NO_SEAT, SOURCE_REFEREE)
    return make(CODE_RESULT + (s.evil if evil_wins(s) else r.everyone & ~s.evil), NO_SEAT, SOURCE_REFEREE)

cdef int resistance_outcomes(const void* rules, const void* state, Event* events, double* chances) noexcept nogil:
    cdef const Resistance* s = <const Resistance*>state
    if s.actor != ACTOR_CHANCE or s.viewer != NONE:
        return 0
    events[0] = resistance_sample(rules, state, NULL)
    chances[0] = 1.0
    return 1

cdef Event resistance_forced(const void* rules, const void* state) noexcept nogil:
    """The result, which is not a line of its own: the record's last line tells it."""
    cdef const Resistance* s = <const Resistance*>state
    if s.phase != PHASE_RESULT or s.viewer != NONE:
        return NO_EVENT
    return resistance_sample(rules, state, NULL)

cdef Event resistance_mask(const void* rules, const void* state, Event event, int seat) noexcept nogil:
    cdef const Resistance* s = <const Resistance*>state
    cdef int code = code_of(event)
    if CODE_APPROVE <= code <= CODE_REJECT and seat_of(event) != seat:
        return make(CODE_VOTE_HIDDEN, seat_of(event), SOURCE_MOVE)
    if CODE_SUCCESS <= code <= CODE_FAIL and seat_of(event) != seat:
        return make(CODE_CARD_HIDDEN, seat_of(event), SOURCE_MOVE)
    if CODE_LOYALTY < code < CODE_RESULT and s.lady[s.uses] != seat:
        return make(CODE_LOYALTY + LOYALTY_HIDDEN, NO_SEAT, SOURCE_REFEREE)
    return event
