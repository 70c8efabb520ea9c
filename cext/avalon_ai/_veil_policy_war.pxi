# The war: plans and bonus cards, combat draws, reactions.

# What a battle is about for one seat.
cdef struct Stakes:
    double half            # half of the VP of the region
    double prize
    double own             # strength so far
    double best            # of the others, with what their plans may add
    double second
    double slope

cdef inline double points(const Stakes* b, double more) noexcept nogil:
    """Points that a battle may bring with so much more strength."""
    cdef double first
    if b.own + more <= 0:
        return 0.0
    first = above(b.slope, b.own + more - b.best)
    return b.half * (first + above(b.slope, b.own + more - b.second)) + b.prize * first

cdef inline double usual_draw(const VeilRules* r, const VeilModel* m, int limit) noexcept nogil:
    """What combat cards add on average under a limit."""
    return limit if r.deterministic else max(0.5, limit - m.greedy[W_PLAN_LOSS])

cdef double plan_of_other(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, unsigned int heroes,
                          int planning) noexcept nogil:
    """Strength that another seat's plan may still add, from what everybody sees."""
    if s.plan[seat] >= PLAN_UP:
        return usual_draw(r, m, limit_of(r, s, seat, negated_seats(s)))
    if s.plan[seat] == HIDDEN_PLAN or (planning and (heroes >> seat) & 1 and hand_size(s, seat)):
        return m.greedy[W_PLAN_MEAN] + 0.5 * in_zone(s, seat, ZONE_BONUS)
    return 0.0

cdef void weigh_battle(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, int drawn, Stakes* b) noexcept nogil:
    """`drawn`: 1 once combat cards have been counted."""
    cdef unsigned int heroes = heroes_fighting(s)
    cdef int other, planning = top_of(s).kind == F_PLAN
    cdef double value
    b.slope = m.greedy[W_WAR_SLOPE]
    b.half = 0.5 * r.tiles[s.tile[s.region]].vp[s.season - 1] if s.tile[s.region] != NONE else 0.0
    b.prize = prize_of(r, m, s, s.region)
    b.own = strength_now(r, s, seat)
    b.best = b.second = 0.0
    for other in range(r.players):
        if other == seat or not (s.fighting >> other) & 1:
            continue
        value = strength_now(r, s, other)
        if not drawn:
            value += plan_of_other(r, m, s, other, heroes, planning and other > seat)
        if value > b.best:
            b.second = b.best
            b.best = value
        elif value > b.second:
            b.second = value

cdef int wish_for_bonus(const VeilRules* r, const VeilModel* m, const Stakes* b, int limit, int laid, int size) noexcept nogil:
    """How many bonus cards more promise most."""
    cdef double value, best = points(b, usual_draw(r, m, limit))
    cdef int number, wish = 0
    for number in range(1, min(BONUS_CARDS - laid, size) + 1):
        value = points(b, usual_draw(r, m, limit + number)) - m.greedy[W_BONUS_COST] * number
        if value > best:
            best = value
            wish = number
    return wish

cdef void score_plan(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                     double* scores) noexcept nogil:
    cdef Stakes b
    cdef int i, code, card, limit, laid, number
    cdef double base
    weigh_battle(r, m, s, f.seat, 0, &b)
    if f.step:
        card = next_in_zone(s, f.seat, ZONE_PLAN, 0)
        laid = in_zone(s, f.seat, ZONE_BONUS)
        limit = laid + (DOWN_LIMIT if s.plan_down[f.seat] else r.cards[card].limit)
        number = wish_for_bonus(r, m, &b, limit, laid, hand_size(s, f.seat))
        score_cards(m, s, f.seat, last_in_zone(s, f.seat, ZONE_BONUS) + 1, number, -1, CODE_BONUS, moves, count, scores)
        if number == 0:
            scores[count - 1] = 0.5
        return
    base = points(&b, 0.0)
    for i in range(count):
        code = code_of(moves[i])
        if CODE_PLAN <= code < CODE_DOWN:
            card = code - CODE_PLAN
            scores[i] = points(&b, usual_draw(r, m, r.cards[card].limit) + m.plan[card]) - base - m.greedy[W_PLAN_COST] \
                - 0.5 * m.keep[card]
        elif CODE_DOWN <= code < CODE_BONUS:
            card = code - CODE_DOWN
            scores[i] = points(&b, usual_draw(r, m, DOWN_LIMIT)) - base - m.greedy[W_PLAN_COST] - 0.5 * keep(m, s, card)

# --- combat draws ------------------------------------------------------------------------------------------

cdef void chances_of(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, int deck, double* chances) noexcept nogil:
    """How likely the next card of a deck has each initiative, from what the seat has not seen."""
    cdef uint64_t hidden
    cdef int init, word
    cdef double sum = 0.0
    for init in range(INITIATIVES):
        chances[init] = 0.0
        for word in range(CARD_WORDS):
            hidden = m.of_class[deck * INITIATIVES + init][word] & ~s.discards[word] & ~s.held[seat][word] & ~s.known[word]
            chances[init] += __builtin_popcountll(hidden)
        sum += chances[init]
    if sum == 0:
        chances[0] = chances[1] = chances[2] = 1.0
        sum = INITIATIVES
    for init in range(INITIATIVES):
        chances[init] /= sum

cdef void score_hits(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                     double* scores) noexcept nogil:
    """One combat card more, or stop, which scores 0."""
    cdef Stakes b
    cdef double chances[INITIATIVES]
    cdef int seat = s.order[f.a]
    cdef int i, init, sum = combat_sum(r, s, seat)
    cdef int limit = limit_of(r, s, seat, negated_seats(s))
    cdef double failed, now
    weigh_battle(r, m, s, seat, 0, &b)
    now = points(&b, sum)
    failed = points(&b, (printed_limit(r, s, seat) + 1) // 2) - m.greedy[W_FAIL]
    for i in range(count - 1):
        chances_of(r, m, s, seat, code_of(moves[i]) - CODE_HIT, chances)
        scores[i] = 0.02 - now
        for init in range(INITIATIVES):
            scores[i] += chances[init] * (points(&b, sum + init + 1) if sum + init + 1 <= limit else failed)

cdef void score_battle(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                       double* scores) noexcept nogil:
    if f.step == BATTLE_DRAWS:
        score_hits(r, m, s, f, moves, count, scores)
    elif f.step == BATTLE_RESULT:
        scores[0] = 1.0

# --- reactions ---------------------------------------------------------------------------------------------

cdef double battle_worth(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, int number, int here,
                         int there) noexcept nogil:
    """What the effects of a power that change strengths of a battle are worth in it."""
    cdef const VeilPower* power = &r.powers[number]
    cdef const VeilEffect* e
    cdef Stakes b
    cdef int i
    cdef double more = 0.0
    for i in range(power.fx.start, power.fx.start + power.fx.count):
        e = &r.effects[i]
        if e.verb == DO_STRENGTH and holds(r, s, e.cond, seat, here, there):
            more += amount(r, s, e, seat, here, there) * (1 if e.who == WHO_SELF else -1)
    if more == 0 or s.region >= REGIONS:
        return 0.0
    weigh_battle(r, m, s, seat, 1, &b)
    return points(&b, more) - points(&b, 0.0) - m.greedy[W_STRENGTH] * more

cdef void score_reactions(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                          double* scores) noexcept nogil:
    """Powers that answer a moment; passing scores 0."""
    cdef Sight g
    cdef int i, number, here
    see(r, m, s, f.seat, &g)
    look_around(r, m, s, &g)
    for i in range(count - 1):
        number = code_of(moves[i]) - CODE_USE
        here = source_place(r, s, f.seat, &r.powers[number])
        scores[i] = power_worth(r, m, s, &g, number, f.there) \
            + battle_worth(r, m, s, f.seat, number, here if here != NONE else f.there, f.there)
