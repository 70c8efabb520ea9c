# How the machine plays: for now it takes any move, and judges a position by VP with what is sure to come.

cdef enum:
    CARD_WORTH = 1         # VP of a card in hand at the end of a season
    SHARE_POWER = 3        # how steeply the share of the VP tells who wins

cdef inline int sure_points(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """VP, cards, what the settlements bring, and half of what the strength on the island may score."""
    cdef int k, region, found = 2 * s.vp[seat] + CARD_WORTH * in_zone(s, seat, ZONE_HAND)
    for k in range(SLOTS):
        if s.settled[seat][k] != NONE:
            found += 2 * r.factions[s.faction[seat]].slot[k].vp
    for region in range(REGIONS):
        if s.units[seat][region]:
            found += 2
    return found

cdef void evaluate(const VeilRules* r, const Veil* s, double* values) noexcept nogil:
    """Shares that add up to 1, from the points of each seat above the lowest."""
    cdef double weight[SEATS]
    cdef double sum = 0.0
    cdef int seat, i, lowest = 0x7FFF
    for seat in range(r.players):
        lowest = min(lowest, sure_points(r, s, seat))
    for seat in range(r.players):
        weight[seat] = 1.0
        for i in range(SHARE_POWER):
            weight[seat] *= sure_points(r, s, seat) - lowest + 12.0
        sum += weight[seat]
    for seat in range(r.players):
        values[seat] = weight[seat] / sum

cdef void veil_returns(const void* rules, const void* state, double* values) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>state
    cdef int seat
    for seat in range(r.players):
        values[seat] = 0.0
        if (s.winners >> seat) & 1:
            values[seat] = 1.0 / __builtin_popcount(s.winners)

cdef int veil_reason(const void* rules, const void* state) noexcept nogil:
    return (<const Veil*>state).reason

cdef Event any_event(const VeilRules* r, const Veil* s, Rng* rng) noexcept nogil:
    """Chance's word, or any legal move."""
    cdef Event moves[MAX_LEGAL]
    if s.actor == CHANCE:
        return veil_sample(r, s, rng)
    return moves[below(rng, list_moves(r, s, moves))]

cdef void veil_policy(const void* rules, const void* model, const void* state, const void* notes,
                      const Event* moves, int count, float* weights) noexcept nogil:
    """All moves alike."""
    cdef int i
    for i in range(count):
        weights[i] = 1.0

cdef void veil_playout(const void* rules, const void* model, void* state, void* notes, int changes,
                       Rng* rng, double* values) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef Veil* s = <Veil*>state
    cdef int until = s.turns + changes if changes else 0xFFFF
    while s.actor != OVER and s.turns < until:
        veil_apply(rules, state, any_event(r, s, rng))
    if s.actor == OVER:
        veil_returns(rules, state, values)
    else:
        evaluate(r, s, values)
