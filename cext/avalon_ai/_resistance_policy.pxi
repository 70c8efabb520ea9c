# How the machine plays on: any team, mostly approved; evil members mostly fail.

cdef void resistance_policy(const void* rules, const void* model, const void* state,
                            const Event* moves, int count, float* weights) noexcept nogil:
    cdef const ResistanceModel* m = <const ResistanceModel*>model
    cdef int i, code
    for i in range(count):
        code = code_of(moves[i])
        weights[i] = 1.0
        if code == CODE_APPROVE:
            weights[i] = m.approve
        elif code == CODE_REJECT:
            weights[i] = 1 - m.approve
        elif code == CODE_FAIL:
            weights[i] = m.fail
        elif code == CODE_SUCCESS:
            weights[i] = 1 - m.fail

cdef Event resistance_light(const void* rules, const void* model, const void* state, Rng* rng) noexcept nogil:
    cdef const ResistanceModel* m = <const ResistanceModel*>model
    cdef const Resistance* s = <const Resistance*>state
    cdef Event moves[MAX_LEGAL]
    cdef int count = resistance_legal(rules, state, moves)
    if s.phase == PHASE_VOTE:
        return moves[unit(rng) >= m.approve]
    if s.phase == PHASE_QUEST:
        return moves[count > 1 and unit(rng) < m.fail]
    return moves[below(rng, count)]

cdef void resistance_returns(const void* rules, const void* state, double* values) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>state
    cdef int seat
    for seat in range(r.players):
        values[seat] = <double>(((s.evil >> seat) & 1) != s.good_won)

cdef void resistance_playout(const void* rules, const void* model, void* state, int changes,
                             Rng* rng, double* values) noexcept nogil:
    """Always to the end: a game is short."""
    cdef Resistance* s = <Resistance*>state
    while s.actor != ACTOR_OVER:
        if s.actor == ACTOR_CHANCE:
            resistance_apply(rules, state, resistance_sample(rules, state, rng))
        else:
            resistance_apply(rules, state, resistance_light(rules, model, state, rng))
    resistance_returns(rules, state, values)

cdef int resistance_reason(const void* rules, const void* state) noexcept nogil:
    cdef const Resistance* s = <const Resistance*>state
    return s.reason if s.phase == PHASE_OVER else REASON_NONE
