# A player's turn: the card or a standard action, abilities, and what ends the turn.

cdef enum:
    TURN_BEGIN = 0
    TURN_EXPLORE = 1
    TURN_MENU = 2
    TURN_CARD = 3          # the card has been resolved
    TURN_STANDARD = 4      # the price has been paid
    TURN_END = 5
    TURN_FALL = 6
    TURN_DRAW = 7          # `bits`: draws chosen, a byte a deck
    TURN_LIMIT = 8
    TURN_OVER = 9

    STANDARD_DEPLOY = 0
    STANDARD_SETTLE = 1
    STANDARD_OUT = 2
    STANDARD_DRAW = 3

    # The core's own effects, in this order behind those of the data.
    OWN_DEPLOY = 0
    OWN_SETTLE = 1
    OWN_OUT = 2
    OWN_DRAW = 3
    OWN_POWER = 4
    OWN_FAVOR = 5
    OWN_MOVE = 6
    OWN_IN = 7

cdef inline int standard_price(int action) noexcept nogil:
    """Cards discarded for a standard action."""
    if action == STANDARD_SETTLE:
        return 3
    return 0 if action == STANDARD_DRAW else 1

# --- the chosen card -------------------------------------------------------------------------------

cdef int card_price(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """Cards to be paid now for reductions whose condition has ceased to hold."""
    cdef int cost = r.cards[card].cost
    cdef int sum = 0, lost = 0
    cdef int i
    for i in range(2):
        if (s.claims[seat] >> i) & 1:
            sum += r.cards[card].reduction[i].n
            if r.cards[card].reduction[i].kind == REDUCE_IF and not holds(r, s, r.cards[card].reduction[i].arg, seat, NONE, NONE):
                lost += r.cards[card].reduction[i].n
    return max(0, cost - sum + lost) - max(0, cost - sum)

cdef int may_resolve(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Whether the chosen card is one to resolve, and paid for."""
    cdef int card = next_in_zone(s, seat, ZONE_CHOSEN, 0)
    if card >= 3 * DECK_SIZE:
        return 0               # none, or a Battle Plan: only a standard action is left
    if in_zone(s, seat, ZONE_PAY) < cost_left(r, s, seat, card):
        return 0
    return hand_size(s, seat) >= card_price(r, s, seat, card)

cdef void resolve_card(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int card = next_in_zone(s, f.seat, ZONE_CHOSEN, 0)
    cdef Frame* played
    f.a, f.step = 1, TURN_CARD
    if r.cards[card].fx.count:
        played = push_list(s, f.seat, r.cards[card].fx.start, r.cards[card].fx.count, NONE, NONE)
        played.bits = LIST_CARD
    push_payment(s, f.seat, card_price(r, s, f.seat, card))

# --- standard actions ------------------------------------------------------------------------------

cdef inline int cards_at_hand(const Veil* s, int seat) noexcept nogil:
    """Cards in the hand once the chosen ones are back in it."""
    return hand_size(s, seat) + in_zone(s, seat, ZONE_CHOSEN) + in_zone(s, seat, ZONE_PAY)

cdef int may_act(const VeilRules* r, const Veil* s, int seat, int action) noexcept nogil:
    """Whether a standard action can be paid for and does something; the draw is always there."""
    cdef const VeilEffect* e = &r.effects[MOST_EFFECTS + action]
    cdef int region
    if cards_at_hand(s, seat) < standard_price(action):
        return 0
    if action == STANDARD_SETTLE:
        return settle_regions(r, s, e, seat, NONE, NONE) != 0
    if action == STANDARD_DEPLOY:
        return s.supply[seat] > 0 or pieces_at(r, s, seat, SUPPLY, 15) != 0
    if action == STANDARD_OUT:
        if lords_waiting(r, s, seat):
            return 1
        for region in range(REGIONS):
            if (s.explored >> region) & 1 and s.units[seat][region]:
                return 1
        return 0
    return 1

cdef void begin_standard(Veil* s, Frame* f, int action) noexcept nogil:
    """All chosen cards come back to the hand, then the price is discarded."""
    f.a, f.b, f.step = 1, action, TURN_STANDARD
    regain_zone(s, f.seat, ZONE_CHOSEN)
    regain_zone(s, f.seat, ZONE_PAY)
    clear_commit(s, f.seat)
    push_payment(s, f.seat, standard_price(action))

# --- steps -----------------------------------------------------------------------------------------

cdef void begin_turn(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    s.active = f.seat
    s.explored_turn = 0
    f.step = TURN_EXPLORE
    trigger(r, s, AT_TURN_START, 1u << f.seat, NONE, 0)

cdef void step_turn(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step == TURN_BEGIN:
        begin_turn(r, s, f)
    elif f.step == TURN_EXPLORE:
        f.step = TURN_MENU
        after_arrival(r, s, f.seat, lord_mask(s, f.seat))
    elif f.step == TURN_MENU:
        if s.stale:
            push(s, F_LOOK, NONE)
        else:
            ask(s, f.seat)
    elif f.step == TURN_CARD:
        f.step = TURN_MENU
        trigger(r, s, AT_INIT1 + init_of(r, s, f.seat) - 1, 1u << f.seat, NONE, 0)
    elif f.step == TURN_STANDARD:
        f.step = TURN_MENU
        push_own(s, f.seat, f.b, NONE, NONE)
    elif f.step == TURN_END:
        f.step = TURN_FALL
        trigger(r, s, AT_TURN_END, 1u << f.seat, NONE, 0)
    elif f.step == TURN_FALL:
        discard_played(r, s, f)
    elif f.step == TURN_DRAW:
        step_end_draws(s, f)
    elif f.step == TURN_LIMIT:
        f.step = TURN_OVER
        push(s, F_LIMIT, f.seat)
    else:
        reset_turn_powers(r, s, f.seat)
        s.active = NONE
        pop(s)
        look(s)

cdef void discard_played(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """The card falls, then its payments, one after another."""
    fall_open(r, s, f.seat, ZONE_CHOSEN)
    if in_zone(s, f.seat, ZONE_PAY):
        await_event(s, AWAIT_FALL, f.seat, NONE, ZONE_PAY)
        return
    clear_commit(s, f.seat)
    f.step = TURN_DRAW

cdef void step_end_draws(Veil* s, Frame* f) noexcept nogil:
    """Both decks are chosen before looking."""
    if total_draws(f.bits) < HAND_DRAWS and list_later(s, f.seat, f.bits):
        ask(s, f.seat)
    else:
        f.step = TURN_LIMIT
        push_draws(s, f.seat, f.bits)

cdef int list_turn(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int action, found
    if f.step == TURN_DRAW:
        return list_decks(s, f.seat, f.bits, moves)
    found = list_abilities(r, s, f.seat, moves)
    if f.a:
        moves[found] = make(CODE_END, f.seat, SOURCE_MOVE)
        return found + 1
    if may_resolve(r, s, f.seat):
        moves[found] = make(CODE_CARD, f.seat, SOURCE_MOVE)
        found += 1
    for action in range(4):
        if may_act(r, s, f.seat, action):
            moves[found] = make(CODE_STANDARD + action, f.seat, SOURCE_MOVE)
            found += 1
    return found

cdef void take_turn(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if f.step == TURN_DRAW:
        f.bits += <uint32_t>1 << (8 * (code - CODE_DECK))
    elif code == CODE_CARD:
        resolve_card(r, s, f)
    elif code == CODE_END:
        f.step = TURN_END
    elif code >= CODE_USE:
        use_power(r, s, f.seat, code - CODE_USE, NONE)
    else:
        begin_standard(s, f, code - CODE_STANDARD)
