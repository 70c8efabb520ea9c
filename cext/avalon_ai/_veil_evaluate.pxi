# What a position is worth: points that each seat will have in the end, by a linear model of features at the beginning of a
# round, fitted on self-play; and from them, or from the end of the game, what each seat gets of the win.

FEATURE_NAMES = (
    "hand", "plans", "first", "sure", "units", "heroes", "lord", "unexplored", "supply", "settlements", "slots",
    "beasts", "beast_strength", "artifacts", "arms", "power", "favor", "grail", "excalibur", "fulfilled", "prizes", "lead",
)

cdef void extract_features(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, float* out) noexcept nogil:
    """One seat's features in the order of FEATURE_NAMES; its VP are not among them.

    Only what sets the seats apart counts, so there is no constant.
    """
    cdef Sight g
    cdef int i
    memset(out, 0, FEATURES * sizeof(float))
    see(r, m, s, seat, &g)
    out[0] = in_zone(s, seat, ZONE_HAND)
    out[1] = s.count[seat][ZONE_HAND][DECKS - 1]
    for i in range(REGIONS):
        out[2] += 2.0 * g.half[i] * above(2.0, g.own[i] - g.best[i]) if g.own[i] > 0 else 0.0
        out[3] += expected(&g, i, g.own[i])
        out[4] += s.units[seat][i]
        out[7] += s.units[seat][i] if not (s.explored >> i) & 1 else 0
        out[20] += g.prize[i] * above(m.greedy[W_SLOPE], g.own[i] - g.best[i]) if g.own[i] > 0 else 0.0
    out[5] = __builtin_popcount(g.heroes)
    out[6] = g.lords != 0
    out[8] = s.supply[seat]
    out[9] = settlements_of(s, seat)
    for i in range(SLOTS):
        if s.settled[seat][i] != NONE:
            out[10] += r.factions[s.faction[seat]].slot[i].vp
    for i in range(BEASTS):
        if owns_beast(s, seat, i):
            out[11] += 1
            out[12] += r.beasts[i].strength + s.beast_tokens[i]
    for i in range(ARTIFACTS):
        if owner_of_artifact(s, i) == seat:
            out[13] += 1
            out[14] += r.artifacts[i].strength
    out[15] = s.power[seat]
    out[16] = s.favor[seat]
    out[17] = s.grail_at == seat
    out[18] = s.excalibur_at == seat
    for i in range(SEASON_PROPHECIES):
        out[19] += (s.fulfilled[i] >> seat) & 1
    out[21] = lead_of(r, s, seat) * <float>0.1

cdef inline int stage_of(const VeilRules* r, const Veil* s) noexcept nogil:
    """Rounds still to be played, counted from 1; STAGES and more are alike."""
    cdef int left = (r.seasons - s.season) * ROUNDS + ROUNDS + 1 - s.round
    return min(left, STAGES) - 1

cdef void evaluate(const VeilRules* r, const VeilModel* m, const Veil* s, double* values) noexcept nogil:
    cdef float features[FEATURES]
    cdef double totals[SEATS]
    cdef int seat, i, stage = stage_of(r, s)
    for seat in range(r.players):
        extract_features(r, m, s, seat, features)
        totals[seat] = s.vp[seat]
        for i in range(FEATURES):
            totals[seat] += m.linear[stage][i] * features[i]
    share_out(r, totals, m.spread[stage], values)

cdef void share_out(const VeilRules* r, const double* totals, double spread, double* values) noexcept nogil:
    """Chances to win that add up to 1, from expected points that are so unsure."""
    cdef double sum = 0.0
    cdef double highest = -1e9
    cdef int seat
    for seat in range(r.players):
        highest = max(highest, totals[seat])
    for seat in range(r.players):
        values[seat] = exponential(<float>((totals[seat] - highest) / spread))
        sum += values[seat]
    for seat in range(r.players):
        values[seat] /= sum

cdef void veil_returns(const void* rules, const void* state, double* values) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>state
    cdef int seat
    for seat in range(r.players):
        values[seat] = 0.0
        if (s.winners >> seat) & 1:
            values[seat] = 1.0 / __builtin_popcount(s.winners)

cdef void reward(const VeilRules* r, const VeilModel* m, const Veil* s, double* values) noexcept nogil:
    """The share of the win with a little of the margin in VP."""
    cdef double totals[SEATS]
    cdef double margin[SEATS]
    cdef int seat
    veil_returns(r, s, values)
    for seat in range(SEATS):
        totals[seat] = s.vp[seat]
    share_out(r, totals, MARGIN_SPREAD, margin)
    for seat in range(r.players):
        values[seat] = (1.0 - m.margin) * values[seat] + m.margin * margin[seat]

cdef int veil_reason(const void* rules, const void* state) noexcept nogil:
    return (<const Veil*>state).reason

cdef Event any_event(const VeilRules* r, const Veil* s, Rng* rng) noexcept nogil:
    """Chance's word, or any legal move."""
    cdef Event moves[MAX_LEGAL]
    if s.actor == CHANCE:
        return veil_sample(r, s, rng)
    return moves[below(rng, list_moves(r, s, moves))]

cdef inline void play_on(const VeilRules* r, const VeilModel* m, Veil* s, Rng* rng) noexcept nogil:
    """One event: chance, or the light policy."""
    if s.actor == CHANCE:
        veil_apply(r, s, veil_sample(r, s, rng))
    else:
        veil_apply(r, s, veil_light(r, m, s, NULL, rng))

cdef void veil_playout(const void* rules, const void* model, void* state, void* notes, int changes,
                       Rng* rng, double* values) noexcept nogil:
    """On to the beginning of a round, after twice `changes` turns at least, and judged there: one turn tells little."""
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const VeilModel* m = <const VeilModel*>model
    cdef Veil* s = <Veil*>state
    cdef int until = s.rounds + (2 * changes + r.players - 1) // r.players if changes else 0xFFFF
    while s.actor != OVER and s.rounds < until:
        play_on(r, m, s, rng)
    if s.actor == OVER:
        reward(r, m, s, values)
    else:
        evaluate(r, m, s, values)
