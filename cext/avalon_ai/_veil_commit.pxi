# The hidden choice of card and payment, the referee who shows them, and the order of turns.

cdef inline const VeilCard* chosen_card(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """The chosen card of a seat, in a position that sees it; NULL."""
    cdef int card = next_in_zone(s, seat, ZONE_CHOSEN, 0)
    return &r.cards[card] if card < CARDS else NULL

cdef inline int cost_left(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """What the chosen card costs with the claimed reductions."""
    return max(0, r.cards[card].cost - reductions_of(r, s, seat, card, 1))

cdef inline int may_pay(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """Whether hand and payment together are enough."""
    return hand_size(s, seat) + in_zone(s, seat, ZONE_PAY) >= cost_left(r, s, seat, card)

cdef void step_commit(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step == 2 or (f.step == 0 and hand_size(s, f.seat) == 0):
        pop(s)
    else:
        ask(s, f.seat)

cdef int list_commit(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int seat = f.seat
    cdef int card, owed, found = 0
    if f.step == 0:
        return list_payment(s, seat, 0, 1, -1, CODE_PLAY, moves)
    card = next_in_zone(s, seat, ZONE_CHOSEN, 0)
    found = list_shows(r, s, seat, card, moves)
    if found:
        return found
    owed = cost_left(r, s, seat, card) - in_zone(s, seat, ZONE_PAY)
    if in_zone(s, seat, ZONE_PAY) == 0 and owed > 0:
        found = list_claims(r, s, seat, card, moves)
    if owed > 0 and may_pay(r, s, seat, card):
        found += list_payment(s, seat, last_in_zone(s, seat, ZONE_PAY) + 1, owed, -1, CODE_PAY, &moves[found])
    else:
        moves[found] = make(CODE_DONE, seat, SOURCE_MOVE)
        found += 1
    return found

cdef inline int shows_made(const Veil* s, int seat) noexcept nogil:
    return (s.shown[seat][0] != NONE) + (s.shown[seat][1] != NONE)

cdef int open_show(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """The reduction claimed last, if it needs a card that has not been named yet; -1."""
    cdef int i, needed = 0, last = -1
    for i in range(2):
        if (s.claims[seat] >> i) & 1 and r.cards[card].reduction[i].kind == REDUCE_SHOW:
            needed += 1
            last = i
    return last if needed > shows_made(s, seat) else -1

cdef inline int may_show(const VeilRules* r, const Veil* s, int seat, int card, int i, int shown) noexcept nogil:
    """Whether a card of the hand serves a reduction; one card serves one."""
    return deck_of(shown) == r.cards[card].reduction[i].arg and shown != s.shown[seat][0]

cdef int list_shows(const VeilRules* r, const Veil* s, int seat, int card, Event* moves) noexcept nogil:
    """Cards of the hand that may be shown for the reduction just claimed."""
    cdef int i = open_show(r, s, seat, card)
    cdef int shown, found = 0
    if i < 0:
        return 0
    shown = next_in_zone(s, seat, ZONE_HAND, 0)
    while shown < CARDS:
        if may_show(r, s, seat, card, i, shown):
            moves[found] = make(CODE_SHOW + shown, seat, SOURCE_MOVE)
            found += 1
        shown = next_in_zone(s, seat, ZONE_HAND, shown + 1)
    return found

cdef int may_claim(const VeilRules* r, const Veil* s, int seat, int card, int i) noexcept nogil:
    cdef const VeilReduction* one = &r.cards[card].reduction[i]
    cdef int shown
    if one.kind == 0 or s.claims[seat] >> i:
        return 0               # not there, or this one or a later one is claimed
    if one.kind == REDUCE_IF:
        return holds(r, s, one.arg, seat, NONE, NONE)
    if one.kind == REDUCE_SHOW:
        shown = next_in_zone(s, seat, ZONE_HAND, 0)
        while shown < CARDS:
            if may_show(r, s, seat, card, i, shown):
                return 1
            shown = next_in_zone(s, seat, ZONE_HAND, shown + 1)
        return 0
    return 1

cdef int list_claims(const VeilRules* r, const Veil* s, int seat, int card, Event* moves) noexcept nogil:
    cdef int i, found = 0
    for i in range(2):
        if may_claim(r, s, seat, card, i):
            moves[found] = make(CODE_CLAIM + i, seat, SOURCE_MOVE)
            found += 1
    return found

cdef void take_commit(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat
    if code == CODE_DONE:
        f.step = 2
    elif code < CODE_PAY:
        lay(s, seat, code - CODE_PLAY, ZONE_HAND, ZONE_CHOSEN)
        f.step = 1
    elif code < CODE_SHOW:
        lay(s, seat, code - CODE_PAY, ZONE_HAND, ZONE_PAY)
    elif code < CODE_BID:
        s.shown[seat][shows_made(s, seat)] = code - CODE_SHOW
    elif CODE_CLAIM <= code < CODE_DONE:
        s.claims[seat] |= 1 << (code - CODE_CLAIM)
        s.claim_count[seat] += 1
    else:
        take_hidden_commit(s, f, code)

cdef void take_hidden_commit(Veil* s, Frame* f, int code) noexcept nogil:
    """The same as another seat sees it."""
    cdef int seat = f.seat
    if CODE_HIDDEN_PLAY <= code < CODE_HIDDEN_PAY:
        shift(s, seat, code - CODE_HIDDEN_PLAY, ZONE_HAND, ZONE_CHOSEN)
        f.step = 1
    elif code < CODE_HIDDEN_SHOW:
        shift(s, seat, code - CODE_HIDDEN_PAY, ZONE_HAND, ZONE_PAY)
    elif code < CODE_HIDDEN_CLAIM:
        s.shown[seat][shows_made(s, seat)] = SHOWN + code - CODE_HIDDEN_SHOW
    else:
        s.claim_count[seat] += 1

# --- the referee shows -----------------------------------------------------------------------------

cdef enum:
    REVEAL_CARD = 0        # `a`: the seat that is shown
    REVEAL_CLAIMS = 1
    REVEAL_SHOWS = 2
    REVEAL_PAYMENT = 3

cdef inline int tagged(const Veil* s, int seat) noexcept nogil:
    """How many payments of a seat have been shown by deck and initiative."""
    cdef int i, found = 0
    for i in range(CLASSES):
        found += s.tags[seat][i]
    return found

cdef void step_reveal(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat = f.a
    if seat >= r.players:
        pop(s)
    elif f.step == REVEAL_CARD and in_zone(s, seat, ZONE_CHOSEN) > open_in(s, seat, ZONE_CHOSEN):
        await_event(s, AWAIT_PLAYS, seat, NONE, ZONE_CHOSEN)
    elif f.step <= REVEAL_CLAIMS and s.claims_shown[seat] < s.claim_count[seat]:
        f.step = REVEAL_CLAIMS
        await_event(s, AWAIT_CLAIMS, seat, NONE, NONE)
    elif f.step <= REVEAL_SHOWS and s.shown_told[seat] < shows_made(s, seat):
        f.step = REVEAL_SHOWS
        await_event(s, AWAIT_SHOWS, seat, NONE, NONE)
    elif tagged(s, seat) < in_zone(s, seat, ZONE_PAY):
        f.step = REVEAL_PAYMENT
        await_event(s, AWAIT_PAYS, seat, NONE, ZONE_PAY)
    else:
        f.a += 1
        f.step = REVEAL_CARD

cdef inline int claim_to_tell(const Veil* s, int seat) noexcept nogil:
    """The claimed reduction that the referee tells next."""
    return 1 if s.claims_shown[seat] or not s.claims[seat] & 1 else 0

cdef int tag_to_tell(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Deck and initiative of the payment that the referee tells next, in ascending order."""
    cdef int counts[CLASSES]
    cdef int i
    cdef int card = next_in_zone(s, seat, ZONE_PAY, 0)
    memset(counts, 0, sizeof(counts))
    while card < CARDS:
        counts[class_of(r, card)] += 1
        card = next_in_zone(s, seat, ZONE_PAY, card + 1)
    for i in range(CLASSES):
        if counts[i] > s.tags[seat][i]:
            return i
    return 0

cdef void tell_claim(Veil* s, int seat, int claim) noexcept nogil:
    s.claims[seat] |= 1 << claim
    s.claims_shown[seat] += 1

cdef void tell_shown(Veil* s, int seat, int card) noexcept nogil:
    """A card of hand or payment becomes known; where it lies is not said."""
    s.shown[seat][s.shown_told[seat]] = card
    s.shown_told[seat] += 1
    learn(s, seat, card)

cdef void tell_payment(Veil* s, int seat, int kind) noexcept nogil:
    s.tags[seat][kind] += 1
    s.least[seat][kind] = max(s.least[seat][kind], s.tags[seat][kind])

cdef void clear_commit(Veil* s, int seat) noexcept nogil:
    """Nothing is chosen, claimed or shown any more."""
    memset(s.tags[seat], 0, CLASSES)
    s.claims[seat] = s.claim_count[seat] = s.claims_shown[seat] = s.shown_told[seat] = 0
    s.shown[seat][0] = s.shown[seat][1] = NONE

# --- order -------------------------------------------------------------------------------------------

cdef enum:
    PLACES_NEXT = 0        # `a`: first place of the tie, `x`: seats without a place, `c`: 1 if the Grail may be used
    PLACES_GRAIL = 1
    PLACES_CHOOSE = 2

cdef void push_places(Veil* s, int first, unsigned int seats, int grail) noexcept nogil:
    cdef Frame* f = push(s, F_PLACES, NONE)
    f.a, f.x, f.c = first, seats, grail
    f.b = __builtin_popcount(seats)

cdef inline int init_of(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Initiative of a seat's chosen card, 0 without one."""
    cdef int card = next_in_zone(s, seat, ZONE_CHOSEN, 0)
    return r.cards[card].init if card < CARDS else 0

cdef void order_by(const VeilRules* r, Veil* s, const int* value, unsigned int seats, int grail) noexcept nogil:
    """Places from the highest value down; seats with equal ones choose among theirs."""
    cdef unsigned int tied[SEATS]
    cdef int first[SEATS]
    cdef int seat, best, groups = 0, place = 0
    memset(s.order, NONE, SEATS)
    while seats:
        best = -1
        for seat in range(r.players):
            if (seats >> seat) & 1:
                best = max(best, value[seat])
        tied[groups], first[groups] = 0, place
        for seat in range(r.players):
            if (seats >> seat) & 1 and value[seat] == best:
                tied[groups] |= 1u << seat
        seats &= ~tied[groups]
        place += __builtin_popcount(tied[groups])
        groups += 1
    for seat in range(groups - 1, -1, -1):
        push_places(s, first[seat], tied[seat], grail)

cdef void step_places(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int place
    if not f.x & (f.x - 1):
        for place in range(f.a, f.a + f.b):
            if s.order[place] == NONE:
                s.order[place] = __builtin_ctz(f.x)
        pop(s)
    elif f.step == PLACES_NEXT and f.c and asks_grail(s, f.x):
        f.step, f.seat = PLACES_GRAIL, s.grail_at
        ask(s, f.seat)
    else:
        if f.step == PLACES_NEXT:
            f.step, f.seat = PLACES_CHOOSE, first_in_ties(r, s, f.x)
        ask(s, f.seat)

cdef int list_places(const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int place, found = 0
    if f.step == PLACES_GRAIL:
        moves[0] = make(CODE_GRAIL, f.seat, SOURCE_MOVE)
        moves[1] = make(CODE_GRAIL + 1, f.seat, SOURCE_MOVE)
        return 2
    for place in range(f.a, f.a + f.b):
        if s.order[place] == NONE:
            moves[found] = make(CODE_PLACE + place, f.seat, SOURCE_MOVE)
            found += 1
    return found

cdef void take_places(Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_GRAIL:
        s.grail_used = 1
        f.step = PLACES_CHOOSE
    elif code == CODE_GRAIL + 1:
        f.step, f.c = PLACES_NEXT, 0
    else:
        s.order[code - CODE_PLACE] = f.seat
        f.x &= ~(1u << f.seat)
        f.step = PLACES_NEXT
