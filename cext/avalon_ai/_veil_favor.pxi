# Prophecies, favor and who bears the relics of the Lady.

cdef enum:
    FAVOR_STEP = 0         # `c`: favor still to gain
    FAVOR_SWORD = 1

cdef inline void push_favor(Veil* s, int seat, int number) noexcept nogil:
    push(s, F_FAVOR, seat).c = number

cdef void step_favor(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """One space after another, each with its reward; favor beyond the end is worth VP."""
    cdef int seat = f.seat
    if f.step == FAVOR_SWORD:
        f.step = FAVOR_STEP
        if s.favor[seat] == r.numbers.favor_length and not s.excalibur_taken:
            s.excalibur_taken = CLAIMED
            take_excalibur(r, s, seat)
        return
    if f.c == 0:
        pop(s)
        return
    s.stale = 1
    if s.favor[seat] >= r.numbers.favor_length:
        s.vp[seat] += f.c * r.numbers.excess_vp
        f.c = 0
        return
    f.c -= 1
    s.favor[seat] += 1
    f.step = FAVOR_SWORD
    push_part(s, seat, &r.spaces[s.favor[seat]], NONE, NONE)

cdef void take_excalibur(const VeilRules* r, Veil* s, int seat) noexcept nogil:
    """The sword goes to a seat, from wherever it is."""
    cdef int before = s.excalibur_at
    s.excalibur_at = seat
    s.excalibur_bearer = 0
    s.excalibur_used = 0
    if before != NONE:
        recount_heroes(r, s, before)
    recount_heroes(r, s, seat)
    push_bearer(r, s, seat, 0)

cdef void push_bearer(const VeilRules* r, Veil* s, int seat, int grail) noexcept nogil:
    """A seat with two Lords says which one bears it."""
    if two_lords(r, s, seat):
        push(s, F_BEARER, seat).a = grail

cdef void take_bearer(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat
    if f.a:
        s.grail_bearer = code - CODE_BEARER
    else:
        s.excalibur_bearer = code - CODE_BEARER
    recount_heroes(r, s, seat)
    pop(s)

# --- prophecies --------------------------------------------------------------------------------

cdef enum:
    LOOK_FIND = 0          # `x`: seats that still gain favor, `c`: how much, `y`: seats that completed one
    LOOK_FAVOR = 1

cdef void step_look(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef unsigned int done
    cdef int seat
    if f.step == LOOK_FAVOR:
        seat = first_in_ties(r, s, f.x)
        if seat != NONE:
            f.x &= ~(1u << seat)
            push_favor(s, seat, f.c)
            return
        f.step = LOOK_FIND
        done = f.y
        f.y = 0
        trigger(r, s, AT_PROPHECY, done, NONE, 0)
        return
    if not find_fulfilled(r, s, f):
        s.stale = 0
        pop(s)

cdef int find_fulfilled(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """The leftmost prophecy that somebody has newly fulfilled: VP at once, favor to come."""
    cdef unsigned int seats
    cdef int i, seat
    for i in range(SEASON_PROPHECIES):
        if s.prophecy[i] == NONE:
            continue
        seats = 0
        for seat in range(r.players):
            if not (s.fulfilled[i] >> seat) & 1 and fulfils(r, s, s.prophecy[i], seat):
                seats |= 1u << seat
        if seats:
            complete(r, s, f, i, seats)
            return 1
    return 0

cdef void complete(const VeilRules* r, Veil* s, Frame* f, int i, unsigned int seats) noexcept nogil:
    cdef int seat
    f.c = r.numbers.later_favor if s.fulfilled[i] else r.numbers.first_favor
    s.fulfilled[i] |= seats
    for seat in range(SEATS):
        if (seats >> seat) & 1:
            s.vp[seat] += r.prophecies[s.prophecy[i]].vp[s.season - 1]
            s.done_prophecies[seat] += 1
    gain_together(r, s, seats, f.c)
    f.x, f.y, f.step = seats, seats, LOOK_FAVOR

cdef void gain_together(const VeilRules* r, Veil* s, unsigned int seats, int number) noexcept nogil:
    """So much favor comes to these seats at the same time: if two reach the end, nobody is above all."""
    if reach_end(r, s, seats, number) > 1 and not s.excalibur_taken:
        s.excalibur_taken = END_REACHED

cdef int reach_end(const VeilRules* r, const Veil* s, unsigned int seats, int number) noexcept nogil:
    """How many seats come to the end of the track by so much favor at the same time."""
    cdef int seat, found = 0
    for seat in range(r.players):
        if (seats >> seat) & 1 and s.favor[seat] < r.numbers.favor_length:
            found += s.favor[seat] + number >= r.numbers.favor_length
    return found
