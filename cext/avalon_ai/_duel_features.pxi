# A View as numbers, the own side first; avalon_ai/games/duel_features.py has the names, in the same order.

cdef enum:
    PHASES_OF_DUEL = 7
    FIXED_ROW = 11 + PHASES_OF_DUEL + KINDS + WIDTH + 2 * TILES + WIDTH + 2
    SIDE_ROW = 4 + TILES
    STACK_ROW = 1 + KINDS + KINDS
    PLACE_ROW = 1 + WIDTH + 5 + 2 * STACK_ROW
    DUEL_ROW = FIXED_ROW + 2 * SIDE_ROW + 6 * KINDS + WIDTH * PLACE_ROW

cdef void duel_features(const void* rules, const void* view, float* numbers) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const Duel* s = <const Duel*>view
    cdef Row row
    cdef int own = s.viewer, t
    row.at = numbers
    write_turn(r, s, &row)
    write_side(s, own, &row)
    write_side(s, 1 - own, &row)
    write_all(&row, s.hand[own], KINDS)
    write_all(&row, s.known[own], KINDS)
    write_all(&row, s.known[1 - own], KINDS)
    write_all(&row, s.unseen, KINDS)
    write_all(&row, s.discards, KINDS)
    write_evidence(s, 1 - own, &row)
    for t in range(WIDTH):
        write_place(r, s, own, t, &row)

cdef void write_turn(const DuelRules* r, const Duel* s, Row* row) noexcept nogil:
    write(row, s.turn)
    write(row, r.turn_cap)
    write(row, r.crowns_to_win)
    write(row, r.hand_limit)
    write(row, s.pile)
    write(row, s.discarded)
    write(row, s.conquests)
    write(row, s.avalon_used)
    write(row, min(s.to_pay, total_cards(s, s.on_turn)))
    write(row, s.to_draw)
    write(row, s.first_payment)
    write_one_of(row, s.phase, PHASES_OF_DUEL)
    write_one_of(row, s.attack, KINDS)
    write_one_of(row, s.at, WIDTH)
    write_all(row, s.tiles_up, TILES)
    write_all(row, s.tiles_down, TILES)
    write_set(row, s.lands_left, WIDTH)
    write(row, s.enchanting)
    write(row, s.castle)

cdef void write_side(const Duel* s, int seat, Row* row) noexcept nogil:
    write(row, s.on_turn == seat)
    write(row, s.crowns[seat])
    write(row, s.hand_size[seat])
    write_one_of(row, s.front[seat], TILES)
    write(row, s.front_old[seat])

cdef void write_evidence(const Duel* s, int seat, Row* row) noexcept nogil:
    cdef int kind
    for kind in range(KINDS):
        write(row, -1 if s.evidence[seat][kind] == NONE else s.evidence[seat][kind])

cdef void write_place(const DuelRules* r, const Duel* s, int own, int t, Row* row) noexcept nogil:
    cdef int land = s.land[t]
    write(row, t < r.territories)
    write_one_of(row, land, WIDTH)
    write(row, s.owner[t] == own)
    write(row, s.owner[t] == 1 - own)
    write(row, 0 if land == NONE else r.crowns[land])
    write(row, land != NONE and (r.castles >> land) & 1)
    write(row, land != NONE and land == r.circle)
    write_stack(s, own, t, row)
    write_stack(s, 1 - own, t, row)

cdef void write_stack(const Duel* s, int seat, int t, Row* row) noexcept nogil:
    """Its height, the top card, how many cards of each kind."""
    cdef uint8_t count[KINDS]
    cdef int last = s.end[seat * WIDTH + t]
    cdef int i
    memset(count, 0, sizeof(count))
    for i in range(last - s.height[seat][t], last):
        count[s.cards[i]] += 1
    write(row, s.height[seat][t])
    write_one_of(row, s.top[seat][t], KINDS)
    write_all(row, count, KINDS)
