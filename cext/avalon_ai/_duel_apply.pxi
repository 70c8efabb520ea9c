# The rules: what an event does. State and View share all of it; `viewer` only matters where a card leaves or enters a hand.

cdef inline void finish(Duel* s, int winner, int reason) noexcept nogil:
    s.phase = PHASE_OVER
    s.winner = winner
    s.reason = reason

cdef void open_plays(const DuelRules* r, Duel* s) noexcept nogil:
    s.phase = PHASE_PLAY
    s.to_draw = 0
    s.ending = 0

cdef void begin_draw(const DuelRules* r, Duel* s, int count, int ending) noexcept nogil:
    """Start drawing; what neither pile can give is lost."""
    s.phase = PHASE_DRAW
    s.to_draw = count
    s.ending = ending
    if count == 0 or (s.pile == 0 and s.discarded == 0):
        end_draw(r, s)

cdef void end_draw(const DuelRules* r, Duel* s) noexcept nogil:
    if s.ending:
        end_turn(r, s)
        return
    put_tile_back(s, s.on_turn)
    open_plays(r, s)

cdef inline void put_tile_back(Duel* s, int seat) noexcept nogil:
    """Ruling 18: a tile of the old cycle joins those that are up."""
    cdef int tile = s.front[seat]
    if s.front_old[seat]:
        s.tiles_up[tile] += 1
    else:
        s.tiles_down[tile] += 1
    s.front[seat] = NONE
    s.front_old[seat] = 0

cdef void begin_turn(const DuelRules* r, Duel* s, int seat) noexcept nogil:
    """Draw for the dark tile of the last turn, which then goes back."""
    s.on_turn = seat
    s.conquests = 0
    s.avalon_used = 0
    if s.front[seat] == NONE:
        open_plays(r, s)
    else:
        begin_draw(r, s, supply(s, seat, s.front[seat]), 0)

cdef void end_turn(const DuelRules* r, Duel* s) noexcept nogil:
    """The hand limit first, then the other seat or the house cap."""
    s.to_draw = 0
    s.ending = 0
    if s.hand_size[s.on_turn] > r.hand_limit:
        s.phase = PHASE_DISCARD
        return
    s.pay_from = 0
    if s.turn == r.turn_cap:
        finish(s, 2 if s.crowns[0] == s.crowns[1] else s.crowns[1] > s.crowns[0], REASON_CAP)
        return
    s.turn += 1
    begin_turn(r, s, 1 - s.on_turn)

cdef void draw(const DuelRules* r, Duel* s, int kind) noexcept nogil:
    """One card from the pile to the hand of the seat on turn; kind NONE where the viewer does not see it."""
    cdef int seat = s.on_turn
    cdef int i
    if s.pile == 0:
        reshuffle(s)
    s.pile -= 1
    s.hand_size[seat] += 1
    if kind != NONE:
        s.hand[seat][kind] += 1
        s.unseen[kind] -= 1
    for i in range(KINDS):
        s.evidence[seat][i] += s.evidence[seat][i] < NONE - 1
    if s.pile == 0:
        show_hands(s)
    s.to_draw -= 1
    if s.to_draw == 0 or (s.pile == 0 and s.discarded == 0):
        end_draw(r, s)

cdef inline void close_reply(Duel* s) noexcept nogil:
    s.phase = PHASE_PLAY
    s.attack = NONE
    s.enchanting = 0
    s.at = NONE
    s.castle = 0

cdef void conquer(const DuelRules* r, Duel* s) noexcept nogil:
    """Ruling 11, after the land has been turned up."""
    cdef int seat = s.on_turn
    cdef int t = s.at
    cdef int enemy = s.height[1 - seat][t]
    cdef int own = s.height[seat][t]
    if s.owner[t] == 1 - seat:
        s.crowns[1 - seat] -= r.crowns[s.land[t]]
        s.lands_of[1 - seat] &= ~(1 << s.land[t])
    s.owner[t] = seat
    s.crowns[seat] += r.crowns[s.land[t]]
    s.lands_of[seat] |= 1 << s.land[t]
    discard_top(s, 1 - seat, t, enemy)
    discard_top(s, seat, t, enemy)
    s.to_pay = own + enemy + s.castle
    s.conquests += 1
    close_reply(s)
    s.phase = PHASE_PAY
    s.pay_from = 0
    s.first_payment = 1

cdef void end_payment(const DuelRules* r, Duel* s) noexcept nogil:
    s.to_pay = 0
    s.pay_from = 0
    s.first_payment = 0
    if s.crowns[s.on_turn] >= r.crowns_to_win:
        finish(s, s.on_turn, REASON_CROWNS)
    else:
        s.phase = PHASE_PLAY

cdef void announce(const DuelRules* r, Duel* s, int kind, int t, int enchanting) noexcept nogil:
    """An attack or an enchantment is laid; the other seat may answer."""
    cdef int seat = s.on_turn
    leave(s, seat, kind)
    push(s, seat, t, kind)
    s.phase = PHASE_REPLY
    s.attack = kind
    s.enchanting = enchanting
    s.at = t
    s.castle = not enchanting and s.owner[t] == 1 - seat and (r.castles >> s.land[t]) & 1

cdef void answer(Duel* s) noexcept nogil:
    """Defence or counter-spell: the card stays on top; an enchantress that failed changes hands, seen by both."""
    cdef int seat = s.on_turn
    cdef int kind = s.attack
    leave(s, 1 - seat, reply_kind(s))
    push(s, 1 - seat, s.at, reply_kind(s))
    if s.enchanting:
        lift(s, seat, s.at, 1)
        s.hand[1 - seat][kind] += 1
        s.known[1 - seat][kind] += 1
        s.hand_size[1 - seat] += 1
    close_reply(s)

cdef void unanswered(const DuelRules* r, Duel* s) noexcept nogil:
    cdef int seat = s.on_turn
    cdef int stolen
    s.evidence[1 - seat][reply_kind(s)] = 0
    if s.enchanting:
        stolen = s.top[1 - seat][s.at]
        lift(s, 1 - seat, s.at, 1)
        push(s, seat, s.at, stolen)
        close_reply(s)
    elif s.land[s.at] == NONE:
        s.phase = PHASE_REVEAL
    else:
        conquer(r, s)

cdef void reveal(const DuelRules* r, Duel* s, int t, int land) noexcept nogil:
    s.land[t] = land
    s.lands_left &= ~(1 << land)
    conquer(r, s)

cdef inline int capped(const Duel* s) noexcept nogil:
    """What is really still to be given up: one who has fewer cards pays all he has."""
    return min(s.to_pay, total_cards(s, s.on_turn))

cdef void drop(const DuelRules* r, Duel* s, int source) noexcept nogil:
    """One card from source 0..9 (hand, by kind) or 10.. (stack, by territory): a payment or the hand limit."""
    cdef int seat = s.on_turn
    if s.phase == PHASE_PAY:
        s.to_pay = capped(s) - 1
        s.first_payment = 0
    if source < KINDS:
        leave(s, seat, source)
        discard(s, source)
    else:
        discard_top(s, seat, source - KINDS, 1)
    s.pay_from = source
    if s.phase == PHASE_DISCARD:
        end_turn(r, s)
    elif s.to_pay == 0:
        end_payment(r, s)

cdef void spare(const DuelRules* r, Duel* s) noexcept nogil:
    s.avalon_used = 1
    s.first_payment = 0
    s.to_pay -= 1
    if s.to_pay == 0:
        end_payment(r, s)

cdef void take(const DuelRules* r, Duel* s, int tile) noexcept nogil:
    """Take a supply tile, which ends the plays; a light one brings its cards now."""
    cdef int seat = s.on_turn
    s.tiles_up[tile] -= 1
    if tile >= FIRST_DARK:
        s.front[seat] = tile
        s.front_old[seat] = 0
    else:
        s.tiles_down[tile] += 1
    if not any_up(s):
        turn_tiles_up(s)
    if tile >= FIRST_DARK:
        end_turn(r, s)
    else:
        begin_draw(r, s, supply(s, seat, tile), 1)

cdef void duel_apply(const void* rules, void* state, Event event) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef Duel* s = <Duel*>state
    cdef int code = code_of(event)
    if code < CODE_ATTACK:
        leave(s, s.on_turn, code // WIDTH)
        push(s, s.on_turn, code % WIDTH, code // WIDTH)
    elif code < CODE_ENCHANT:
        code -= CODE_ATTACK
        announce(r, s, code // WIDTH, code % WIDTH, 0)
    elif code < CODE_COUNTER:
        code -= CODE_ENCHANT
        announce(r, s, COLOURS + code // WIDTH, code % WIDTH, 1)
    elif code < CODE_PASS:
        answer(s)
    elif code == CODE_PASS:
        unanswered(r, s)
    elif code < CODE_SPARE:
        drop(r, s, code - CODE_DROP_HAND)
    elif code == CODE_SPARE:
        spare(r, s)
    elif code < CODE_DRAW:
        take(r, s, code - CODE_TAKE)
    elif code < CODE_DRAW_HIDDEN:
        draw(r, s, code - CODE_DRAW)
    elif code == CODE_DRAW_HIDDEN:
        draw(r, s, NONE)
    else:
        code -= CODE_REVEAL
        reveal(r, s, code // WIDTH, code % WIDTH)
