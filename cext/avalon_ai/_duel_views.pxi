# What a seat may know: mask, redact, believe, determinize; and what must always hold.

cdef Event duel_mask(const void* rules, const void* state, Event event, int seat) noexcept nogil:
    cdef int code = code_of(event)
    if CODE_DRAW <= code < CODE_DRAW_HIDDEN and seat_of(event) != seat:
        return make(CODE_DRAW_HIDDEN, seat_of(event), SOURCE_CHANCE)
    return event

cdef void duel_redact(const void* rules, void* state, int seat) noexcept nogil:
    cdef Duel* s = <Duel*>state
    cdef int other = 1 - seat
    cdef int kind
    for kind in range(KINDS):
        s.unseen[kind] += s.hand[other][kind] - s.known[other][kind]
        s.hand[other][kind] = s.known[other][kind]
    s.viewer = seat

cdef inline int hidden_cards(const Duel* s) noexcept nogil:
    """Cards of the other hand that a View's seat does not know."""
    cdef int other = 1 - s.viewer
    cdef int kind, count = s.hand_size[other]
    for kind in range(KINDS):
        count -= s.hand[other][kind]
    return count

cdef void duel_believe(const void* rules, const void* model, const void* view, void* belief) noexcept nogil:
    """A kind that the other seat lately did not answer with is less likely to be in its hand.

    A card drawn since then tells nothing, so the weight recovers with the share of the hand that is new. Seats keep
    different kinds, so a further card of one kind weighs less.
    """
    cdef const DuelModel* m = <const DuelModel*>model
    cdef const Duel* s = <const Duel*>view
    cdef DuelBelief* b = <DuelBelief*>belief
    cdef int other = 1 - s.viewer
    cdef int kind
    cdef double fresh
    b.variety = m.variety
    for kind in range(KINDS):
        b.weight[kind] = 1.0
        if s.evidence[other][kind] != NONE and s.hand_size[other]:
            fresh = min(1.0, s.evidence[other][kind] / <double>s.hand_size[other])
            b.weight[kind] = fresh + (1.0 - fresh) * m.decline[kind >= COLOURS]

# A seat that has begun to pay or to discard must be able to go on from the source it has come to (ruling 12): that bounds
# what its hidden hand may be.

cdef inline int still_due(const DuelRules* r, const Duel* s) noexcept nogil:
    """Cards that the seat on turn has to give up now, by payment or by the hand limit."""
    if s.phase == PHASE_PAY:
        return capped(s)
    return s.hand_size[s.on_turn] - r.hand_limit if s.phase == PHASE_DISCARD else 0

cdef inline int seen_from(const Duel* s, int source) noexcept nogil:
    """Cards of the seat on turn that lie in sources from `source` on, its hidden cards aside."""
    cdef int i, count = 0
    for i in range(source, KINDS):
        count += s.hand[s.on_turn][i]
    if s.phase == PHASE_PAY:
        for i in range(max(0, source - KINDS), WIDTH):
            count += s.height[s.on_turn][i]
    return count

cdef inline int unseen_from(const Duel* s, int source) noexcept nogil:
    cdef int i, count = 0
    for i in range(source, KINDS):
        count += s.unseen[i]
    return count

cdef int can_go_on(const DuelRules* r, const Duel* s, int source) noexcept nogil:
    """Whether enough cards lie, or may lie, in sources from `source` on."""
    cdef int most = seen_from(s, source)
    if is_view_of_other(s, s.on_turn):
        most += min(hidden_cards(s), unseen_from(s, source))
    return most >= still_due(r, s)

cdef inline int pick_weighted(const uint8_t* counts, const double* weight, Rng* rng) noexcept nogil:
    cdef double total = 0.0
    cdef int kind, last = 0
    cdef double place
    for kind in range(KINDS):
        total += counts[kind] * weight[kind]
    place = unit(rng) * total
    for kind in range(KINDS):
        if counts[kind]:
            last = kind
            place -= counts[kind] * weight[kind]
            if place < 0.0:
                return kind
    return last

cdef void deal_hidden(Duel* s, int first, int last, int count, const DuelBelief* b, Rng* rng) noexcept nogil:
    """Move `count` unseen cards of kinds first .. last - 1 to the other hand."""
    cdef int other = 1 - s.viewer
    cdef uint8_t pool[KINDS]
    cdef double weight[KINDS]
    cdef int kind, total = 0
    if b != NULL:
        memcpy(weight, b.weight, sizeof(weight))
    for kind in range(KINDS):
        pool[kind] = s.unseen[kind] if first <= kind < last else 0
        total += pool[kind]
    while count > 0 and total > 0:
        if b == NULL:
            kind = pick(pool, total, rng)
        else:
            kind = pick_weighted(pool, weight, rng)
            weight[kind] *= b.variety
        pool[kind] -= 1
        s.unseen[kind] -= 1
        s.hand[other][kind] += 1
        total -= 1
        count -= 1

cdef double mean_weight(const Duel* s, int first, int last, const DuelBelief* b) noexcept nogil:
    cdef double sum = 0.0
    cdef int kind, count = 0
    for kind in range(first, last):
        sum += s.unseen[kind] * (1.0 if b == NULL else b.weight[kind])
        count += s.unseen[kind]
    return sum / count if count else 1.0

cdef int pick_late(const Duel* s, int hidden, int least, const DuelBelief* b, Rng* rng) noexcept nogil:
    """How many of the hidden cards are of kinds from `pay_from` on, given that at least `least` are.

    Hypergeometric, cut off below; under beliefs each side counts with its mean weight.
    """
    cdef int late = unseen_from(s, s.pay_from)
    cdef int early = unseen_from(s, 0) - late
    cdef int low = max(least, hidden - early)
    cdef int high = min(hidden, late)
    cdef double odds = mean_weight(s, s.pay_from, KINDS, b) / mean_weight(s, 0, s.pay_from, b)
    cdef double share = 1.0
    cdef double total = 0.0
    cdef double place
    cdef int count
    for count in range(low, high + 1):
        total += share
        share *= odds * (late - count) * (hidden - count) / ((count + 1.0) * (early - hidden + count + 1.0))
    place = unit(rng) * total
    share = 1.0
    for count in range(low, high):
        place -= share
        if place < 0.0:
            return count
        share *= odds * (late - count) * (hidden - count) / ((count + 1.0) * (early - hidden + count + 1.0))
    return high

cdef void duel_determinize(const void* rules, const void* belief, void* view, Rng* rng) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef Duel* s = <Duel*>view
    cdef const DuelBelief* b = <const DuelBelief*>belief
    cdef int hidden = hidden_cards(s)
    cdef int late = 0
    cdef int least
    if s.pay_from and s.pay_from < KINDS and is_view_of_other(s, s.on_turn):
        least = still_due(r, s) - seen_from(s, s.pay_from)
        if least > 0:
            late = pick_late(s, hidden, least, b, rng)
            deal_hidden(s, s.pay_from, KINDS, late, b, rng)
            deal_hidden(s, 0, s.pay_from, hidden - late, b, rng)
            s.viewer = NONE
            return
    deal_hidden(s, 0, KINDS, hidden, b, rng)
    s.viewer = NONE

# May this event come next?

cdef int listed(const void* rules, const void* state, Event event) noexcept nogil:
    cdef Event moves[MAX_LEGAL]
    cdef int count = duel_legal(rules, state, moves)
    cdef int i
    for i in range(count):
        if moves[i] == event:
            return 1
    return 0

cdef int possible_chance(const DuelRules* r, const Duel* s, Event event) noexcept nogil:
    cdef int code = code_of(event)
    cdef int t, land
    if s.phase == PHASE_DRAW:
        if seat_of(event) != s.on_turn:
            return 0
        if code == CODE_DRAW_HIDDEN:
            return is_view_of_other(s, s.on_turn)
        if code < CODE_DRAW or code > CODE_DRAW_HIDDEN or is_view_of_other(s, s.on_turn):
            return 0
        return drawn_from(s)[code - CODE_DRAW] != 0
    if s.phase != PHASE_REVEAL or seat_of(event) != NO_SEAT or code < CODE_REVEAL or code >= CODES:
        return 0
    t = (code - CODE_REVEAL) // WIDTH
    land = (code - CODE_REVEAL) % WIDTH
    return t == s.at and (s.lands_left >> land) & 1 and (not r.fixed_order or r.order[t] == land)

cdef int possible_drop(const DuelRules* r, const Duel* s, Event event) noexcept nogil:
    """In a View whose seat does not act: could a card of the other seat leave from this source?"""
    cdef int source = code_of(event) - CODE_DROP_HAND
    cdef int other = 1 - s.viewer
    if event != make(code_of(event), other, SOURCE_MOVE):
        return 0
    if source < s.pay_from or source >= (KINDS + WIDTH if s.phase == PHASE_PAY else KINDS):
        return 0
    if source >= KINDS:
        return s.height[other][source - KINDS] != 0 and can_go_on(r, s, source)
    if not s.hand[other][source] and not (s.unseen[source] and hidden_cards(s)):
        return 0
    return can_go_on(r, s, source)

cdef int possible_move(const DuelRules* r, const Duel* s, Event event) noexcept nogil:
    """In a View whose seat does not act: could the other hand allow this move?"""
    cdef Duel guess
    cdef int other = 1 - s.viewer
    cdef int kind
    if (s.phase == PHASE_PAY or s.phase == PHASE_DISCARD) and code_of(event) != CODE_SPARE:
        return possible_drop(r, s, event)
    guess = s[0]
    guess.viewer = NONE
    if hidden_cards(s):
        for kind in range(KINDS):
            guess.hand[other][kind] += guess.unseen[kind]
    return listed(r, &guess, event)

cdef int duel_allows(const void* rules, const void* state, Event event) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const Duel* s = <const Duel*>state
    cdef int actor = duel_actor(rules, state)
    if event != make(code_of(event), seat_of(event), source_of(event)) or actor == ACTOR_OVER:
        return 0
    if actor == ACTOR_CHANCE:
        return source_of(event) == SOURCE_CHANCE and possible_chance(r, s, event)
    if s.viewer == NONE or s.viewer == actor:
        return listed(rules, state, event)
    return possible_move(r, s, event)

# Invariants: check returns the number of the first that is broken, its place in this list counted from 1.

INVARIANTS = (
    "every kind has its number of copies", "stacks are whole", "hands are as large as said",
    "known cards are held", "the pile is as large as said", "the discard pile is as large as said",
    "revealed and owned mean the same", "lands face down and lands owned are counted right", "crowns are counted right",
    "tiles are all there", "fields outside their phase are empty", "an empty pile shows the hands",
    "at most two conquests", "the winner stands once the game is over", "who pays or discards can go on",
)

cdef int copies_wrong(const DuelRules* r, const Duel* s) noexcept nogil:
    cdef int counts[KINDS]
    cdef int kind, i, wanted
    for kind in range(KINDS):
        counts[kind] = s.hand[0][kind] + s.hand[1][kind] + s.unseen[kind] + s.discards[kind]
    for i in range(s.end[2 * WIDTH - 1]):
        counts[s.cards[i] % KINDS] += 1
    for kind in range(KINDS):
        wanted = r.copies if kind % COLOURS < r.colours else 0
        if counts[kind] != wanted:
            return 1
    return 0

cdef int stacks_wrong(const DuelRules* r, const Duel* s) noexcept nogil:
    cdef int seat, t, last, before = 0
    for seat in range(2):
        for t in range(ROW):
            if t >= r.territories and (s.height[seat][t] or s.top[seat][t] != NONE):
                return 1
            if t >= WIDTH:
                continue
            last = s.end[seat * WIDTH + t]
            if last - before != s.height[seat][t]:
                return 1
            if s.height[seat][t] and s.top[seat][t] != s.cards[last - 1] or not s.height[seat][t] and s.top[seat][t] != NONE:
                return 1
            before = last
    for t in range(before, CARDS):
        if s.cards[t]:
            return 1
    return 0

cdef inline int sum_of(const uint8_t* counts) noexcept nogil:
    cdef int kind, sum = 0
    for kind in range(KINDS):
        sum += counts[kind]
    return sum

cdef int hands_wrong(const Duel* s) noexcept nogil:
    cdef int seat, held
    for seat in range(2):
        held = sum_of(s.hand[seat])
        if held > s.hand_size[seat] or held < s.hand_size[seat] and not is_view_of_other(s, seat):
            return 1
    return 0

cdef int known_wrong(const Duel* s) noexcept nogil:
    cdef int seat, kind
    for seat in range(2):
        for kind in range(KINDS):
            if s.known[seat][kind] > s.hand[seat][kind]:
                return 1
            if is_view_of_other(s, seat) and s.known[seat][kind] != s.hand[seat][kind]:
                return 1
    return 0

cdef int table_wrong(const DuelRules* r, const Duel* s) noexcept nogil:
    cdef int crowns[2]
    cdef int lands[2]
    cdef int t
    cdef int left = r.lands
    crowns[0] = crowns[1] = lands[0] = lands[1] = 0
    for t in range(WIDTH):
        if (s.land[t] == NONE) != (s.owner[t] == NONE):
            return 7
        if s.land[t] == NONE:
            continue
        if s.land[t] >= WIDTH or s.owner[t] > 1 or not (left >> s.land[t]) & 1:
            return 8
        left &= ~(1 << s.land[t])
        crowns[s.owner[t]] += r.crowns[s.land[t]]
        lands[s.owner[t]] |= 1 << s.land[t]
    if left != s.lands_left or lands[0] != s.lands_of[0] or lands[1] != s.lands_of[1]:
        return 8
    return 9 if crowns[0] != s.crowns[0] or crowns[1] != s.crowns[1] else 0

cdef int tiles_wrong(const DuelRules* r, const Duel* s) noexcept nogil:
    cdef int tile, count
    for tile in range(TILES):
        count = s.tiles_up[tile] + s.tiles_down[tile] + (s.front[0] == tile) + (s.front[1] == tile)
        if count != r.tiles[tile]:
            return 1
    return any_up(s) == 0

cdef int phase_wrong(const Duel* s) noexcept nogil:
    cdef int pending = s.phase == PHASE_REPLY or s.phase == PHASE_REVEAL
    if (s.attack != NONE) != pending or (s.at != NONE) != pending:
        return 1
    if not pending and (s.enchanting or s.castle):
        return 1
    if s.phase != PHASE_PAY and (s.to_pay or s.first_payment):
        return 1
    if s.phase != PHASE_PAY and s.phase != PHASE_DISCARD and s.pay_from:
        return 1
    return s.phase != PHASE_DRAW and (s.to_draw or s.ending)

cdef int duel_check(const void* rules, const void* state) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const Duel* s = <const Duel*>state
    cdef int unseen = sum_of(s.unseen)
    cdef int wrong
    if stacks_wrong(r, s):
        return 2
    if copies_wrong(r, s):
        return 1
    if hands_wrong(s):
        return 3
    if known_wrong(s):
        return 4
    if s.viewer != NONE:
        unseen -= hidden_cards(s)
    if unseen != s.pile:
        return 5
    if sum_of(s.discards) != s.discarded:
        return 6
    wrong = table_wrong(r, s)
    if wrong:
        return wrong
    if tiles_wrong(r, s):
        return 10
    if phase_wrong(s):
        return 11
    if s.pile == 0 and memcmp(s.known, s.hand, sizeof(s.hand)):
        return 12
    if s.conquests > 2 or s.avalon_used > 1:
        return 13
    if (s.phase == PHASE_OVER) != (s.winner != NONE):
        return 14
    return 0 if can_go_on(r, s, s.pay_from) else 15
