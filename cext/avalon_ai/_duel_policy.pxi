# How the machine plays: greedy weights, the light policy of rollouts, the evaluation.

cdef void duel_policy(const void* rules, const void* model, const void* state,
                      const Event* moves, int count, float* weights) noexcept nogil:
    cdef int i
    for i in range(count):
        weights[i] = 1.0

cdef Event duel_light(const void* rules, const void* model, const void* state, Rng* rng) noexcept nogil:
    cdef Event moves[MAX_LEGAL]
    return moves[below(rng, duel_legal(rules, state, moves))]

cdef void duel_playout(const void* rules, const void* model, void* state, int changes,
                       Rng* rng, double* values) noexcept nogil:
    values[0] = values[1] = 0.5
