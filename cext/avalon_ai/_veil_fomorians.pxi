# Fomorians: the tide goes round the quadrants, and Leviathan lives in the sea before one of them.

cdef inline int strength_of_leviathan(const VeilRules* r, const Veil* s, int seat, int region) noexcept nogil:
    """What it adds for its owner in a region of its quadrant."""
    if s.faction[seat] != r.numbers.tide_faction or not (r.quadrant[s.leviathan] >> region) & 1:
        return 0
    return r.numbers.leviathan_up if (s.upgraded >> seat) & 1 else r.numbers.leviathan

cdef inline int next_quadrant(const VeilRules* r, int at, int way) noexcept nogil:
    """The next quadrant that is not wholly in deep mist."""
    cdef int i
    for i in range(QUADRANTS):
        at = (at + way) & 3
        if r.quadrant[at] & r.open:
            break
    return at

cdef void move_tide(const VeilRules* r, Veil* s, int seat, int number) noexcept nogil:
    """So many quadrants on; Leviathan goes along from where the tide leaves."""
    cdef int i, before
    if s.tide_at == NONE or s.faction[seat] != r.numbers.tide_faction:
        return
    for i in range(number):
        before = s.tide_at
        s.tide_at = next_quadrant(r, before, s.tide_way)
        if s.leviathan == before:
            s.leviathan = s.tide_at
    s.stale = 1
    trigger(r, s, AT_TIDE, 1u << seat, NONE, 0)

cdef int list_tides(const VeilRules* r, const Veil* s, int seat, int most, Event* moves) noexcept nogil:
    """Both ways, one or two quadrants."""
    cdef int way, number, found = 0
    if s.faction[seat] != r.numbers.tide_faction:
        return 0
    for way in range(2):
        for number in range(min(2, most)):
            moves[found] = make(CODE_TIDE + 2 * way + number, seat, SOURCE_MOVE)
            found += 1
    return found

cdef void take_tide(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    """The tide turns: from now on it goes this way."""
    cdef int seat = f.seat, number = (code - CODE_TIDE) % 2 + 1
    s.tide_way = 3 if code >= CODE_TIDE + 2 else 1
    finish_icon(r, s, 1, NONE, 0, 0)
    move_tide(r, s, seat, number)

cdef int list_sea(const VeilRules* r, const Frame* f, Event* moves) noexcept nogil:
    """Quadrants that Leviathan may surface before."""
    cdef int quadrant, found = 0
    for quadrant in range(QUADRANTS):
        if r.quadrant[quadrant] & r.open:
            moves[found] = make(CODE_QUADRANT + quadrant, f.seat, SOURCE_MOVE)
            found += 1
    return found

cdef void take_sea(Veil* s, int code) noexcept nogil:
    s.leviathan = code - CODE_QUADRANT
    s.stale = 1
    pop(s)
