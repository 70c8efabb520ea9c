# Whose move it is and which moves there are.

cdef int duel_seats(const void* rules) noexcept nogil:
    return 2

cdef int duel_viewer(const void* state) noexcept nogil:
    cdef const Duel* s = <const Duel*>state
    return -1 if s.viewer == NONE else s.viewer

cdef int duel_actor(const void* rules, const void* state) noexcept nogil:
    cdef const Duel* s = <const Duel*>state
    if s.phase == PHASE_OVER:
        return ACTOR_OVER
    if s.phase == PHASE_DRAW or s.phase == PHASE_REVEAL:
        return ACTOR_CHANCE
    return 1 - s.on_turn if s.phase == PHASE_REPLY else s.on_turn

cdef inline int conquerable(const DuelRules* r, const Duel* s, int seat, uint8_t* targets) noexcept nogil:
    """Territories that the seat may attack now, in order; `targets` has room for ROW."""
    cdef int count = 0
    cdef int t, need
    if s.conquests >= 2:
        return 0
    for t in range(r.territories):
        need = s.height[1 - seat][t]
        if s.owner[t] == 1 - seat:
            need += (r.castles >> s.land[t]) & 1
        targets[count] = t
        count += s.owner[t] != seat and s.height[seat][t] >= need
    return count

cdef int plays(const DuelRules* r, const Duel* s, Event* moves) noexcept nogil:
    cdef uint8_t targets[ROW]
    cdef int seat = s.on_turn
    cdef int count = 0
    cdef int attackable = conquerable(r, s, seat, targets)
    cdef int circle = attackable and r.circle != NONE and owns(s, seat, r.circle)
    cdef Event tag = make(0, seat, SOURCE_MOVE)
    cdef int kind, t, i
    cdef Event base
    for kind in range(KINDS):
        if not s.hand[seat][kind]:
            continue
        base = tag + CODE_LAY + kind * WIDTH
        for t in range(r.territories):
            moves[count + t] = base + t
        count += r.territories
        if kind < COLOURS or circle:
            base = tag + CODE_ATTACK + kind * WIDTH
            for i in range(attackable):
                moves[count + i] = base + targets[i]
            count += attackable
        if kind >= COLOURS:
            base = tag + CODE_ENCHANT + (kind - COLOURS) * WIDTH
            for t in range(r.territories):
                moves[count] = base + t
                i = s.top[1 - seat][t]
                count += i == kind or i + COLOURS == kind
    for i in range(TILES):
        moves[count] = tag + CODE_TAKE + i
        count += s.tiles_up[i] != 0
    return count

cdef int replies(const Duel* s, Event* moves) noexcept nogil:
    cdef int seat = 1 - s.on_turn
    cdef int count = 0
    if s.hand[seat][reply_kind(s)]:
        moves[0] = make(CODE_COUNTER if s.enchanting else CODE_DEFEND, seat, SOURCE_MOVE)
        count = 1
    moves[count] = make(CODE_PASS, seat, SOURCE_MOVE)
    return count + 1

cdef int drops(const Duel* s, int seat, int need, int stacks, Event* moves) noexcept nogil:
    """Sources from `pay_from` on, hand then (if `stacks`) territories, never one past which too little would be left."""
    cdef int held[KINDS + WIDTH]
    cdef int sources = KINDS + WIDTH if stacks else KINDS
    cdef int i, count = 0, left = 0
    for i in range(KINDS):
        held[i] = s.hand[seat][i]
    for i in range(WIDTH):
        held[KINDS + i] = s.height[seat][i]
    for i in range(s.pay_from, sources):
        left += held[i]
    for i in range(s.pay_from, sources):
        if left < need:
            break
        if held[i]:
            moves[count] = make(CODE_DROP_HAND + i, seat, SOURCE_MOVE)
            count += 1
        left -= held[i]
    return count

cdef inline int may_spare(const Duel* s) noexcept nogil:
    return s.first_payment and not s.avalon_used and owns(s, s.on_turn, AVALON)

cdef int payments(const Duel* s, Event* moves) noexcept nogil:
    cdef int seat = s.on_turn
    cdef int count = drops(s, seat, capped(s), 1, moves)
    if may_spare(s):
        moves[count] = make(CODE_SPARE, seat, SOURCE_MOVE)
        count += 1
    return count

cdef int duel_legal(const void* rules, const void* state, Event* moves) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const Duel* s = <const Duel*>state
    if s.viewer != NONE and duel_actor(rules, state) != s.viewer:
        return 0
    if s.phase == PHASE_PLAY:
        return plays(r, s, moves)
    if s.phase == PHASE_REPLY:
        return replies(s, moves)
    if s.phase == PHASE_PAY:
        return payments(s, moves)
    if s.phase == PHASE_DISCARD:
        return drops(s, s.on_turn, s.hand_size[s.on_turn] - r.hand_limit, 0, moves)
    return 0

cdef Event duel_forced(const void* rules, const void* state) noexcept nogil:
    """The pass of a defender who holds no fitting card; a View of the other seat cannot tell."""
    cdef const Duel* s = <const Duel*>state
    cdef int seat = 1 - s.on_turn
    if s.phase != PHASE_REPLY or is_view_of_other(s, seat) or s.hand[seat][reply_kind(s)]:
        return NO_EVENT
    return make(CODE_PASS, seat, SOURCE_MOVE)

# Chance.

cdef inline const uint8_t* drawn_from(const Duel* s) noexcept nogil:
    """Counts by kind of the cards that the next draw may bring."""
    if s.pile:
        return s.unseen
    return s.discards

cdef int duel_outcomes(const void* rules, const void* state, Event* events, double* chances) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const Duel* s = <const Duel*>state
    cdef const uint8_t* pool
    cdef int i, total, count = 0
    if s.phase == PHASE_DRAW:
        pool = drawn_from(s)
        total = s.pile if s.pile else s.discarded
        for i in range(KINDS):
            if pool[i]:
                events[count] = make(CODE_DRAW + i, s.on_turn, SOURCE_CHANCE)
                chances[count] = pool[i] / <double>total
                count += 1
    elif s.phase == PHASE_REVEAL:
        for i in range(WIDTH):
            if (s.lands_left >> i) & 1 and (not r.fixed_order or r.order[s.at] == i):
                events[count] = make(CODE_REVEAL + s.at * WIDTH + i, NO_SEAT, SOURCE_CHANCE)
                count += 1
        for i in range(count):
            chances[i] = 1.0 / count
    return count

cdef inline int pick(const uint8_t* counts, int total, Rng* rng) noexcept nogil:
    """A kind, as likely as its count."""
    cdef int place = <int>below(rng, total)
    cdef int kind = 0
    while place >= counts[kind]:
        place -= counts[kind]
        kind += 1
    return kind

cdef Event duel_sample(const void* rules, const void* state, Rng* rng) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const Duel* s = <const Duel*>state
    cdef int land, place
    if s.phase == PHASE_DRAW:
        land = pick(drawn_from(s), s.pile if s.pile else s.discarded, rng)
        return make(CODE_DRAW + land, s.on_turn, SOURCE_CHANCE)
    if r.fixed_order:
        land = r.order[s.at]
    else:
        place = <int>below(rng, __builtin_popcount(s.lands_left))
        land = -1
        while place >= 0:
            land += 1
            place -= (s.lands_left >> land) & 1
    return make(CODE_REVEAL + s.at * WIDTH + land, NO_SEAT, SOURCE_CHANCE)
