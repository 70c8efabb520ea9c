# What single factions have of their own: rules of their boards, objectives, Lord boards that turn over. Which faction
# has what is said by the tables; where they say nothing none of this happens.

cdef inline int follows(const VeilRules* r, const Veil* s, int seat, int rule) noexcept nogil:
    """Whether the faction board of a seat has a named rule."""
    return (r.board_rules[s.faction[seat]] >> rule) & 1

cdef inline int seat_playing(const VeilRules* r, const Veil* s, int faction) noexcept nogil:
    """The seat of a faction; NONE if nobody plays it."""
    cdef int seat
    for seat in range(r.players):
        if s.faction[seat] == faction:
            return seat
    return NONE

cdef void advance(const VeilRules* r, Veil* s, int seat, int number) noexcept nogil:
    """Steps on the own objective; at the end of its track the Lord board turns over."""
    cdef int length = r.factions[s.faction[seat]].objective
    if s.objective[seat] >= length:
        return
    s.objective[seat] = min(length, s.objective[seat] + number)
    if s.objective[seat] == length:
        hand_on_cubes(s, seat, &r.lords[s.faction[seat]].powers, &r.crowned[s.faction[seat]].powers)
        s.upgraded |= 1 << seat
        recount_heroes(r, s, seat)
        set_off(r, s, AT_FLIP, 1u << seat, NONE, 0)

cdef void hand_on_cubes(Veil* s, int seat, const VeilSpan* before, const VeilSpan* after) noexcept nogil:
    """Cubes on the old side go to the same places of the new one."""
    cdef int i
    for i in range(min(before.count, after.count)):
        if is_used(s, seat, before.start + i):
            unmark(s, seat, before.start + i)
            mark_used(s, seat, after.start + i)

# --- reactions ---------------------------------------------------------------------------------

cdef int strength_to_level(const VeilRules* r, const Veil* s, int seat, int number) noexcept nogil:
    """How much strength a seat may gain in the battle so as not to be above the highest enemy."""
    cdef int other, best = 0
    if s.region == NONE:
        return 0
    for other in range(r.players):
        if other != seat and (s.fighting >> other) & 1:
            best = max(best, strength_now(r, s, other))
    return max(0, min(number, best - strength_now(r, s, seat)))

cdef int lord_may_come(const VeilRules* r, const Veil* s, const VeilEffect* e, int seat, int here, int there) noexcept nogil:
    """Whether a Lord stands in an explored region next to the one where something happens."""
    cdef unsigned int regions = filtered(r, s, e.start, seat, here, there) & s.explored & lord_mask(s, seat)
    return there < REGIONS and (regions & r.adjacent[there]) != 0

# --- icons -------------------------------------------------------------------------------------

cdef void step_faction(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int seat = f.seat, number = e.n
    if e.verb == DO_OBJECTIVE:
        finish_icon(r, s, 1, NONE, 0, 0)
        advance(r, s, seat, number)
    elif e.verb == DO_TIDE and not e.flags & FLAG_TURN:
        finish_icon(r, s, 1, NONE, 0, 0)
        move_tide(r, s, seat, number)
    elif list_faction(r, s, f, NULL) <= 1 and f.step == ICON_START and e.verb != DO_PICKCHAMP:
        skip_icon(r, s)
    else:
        ask(s, seat)

cdef int list_faction(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """The moves of an icon of one faction alone; only how many with NULL."""
    cdef Event found[CARDS + 1]
    cdef int verb = r.effects[f.x].verb
    cdef int number
    if verb == DO_LEYLINE:
        number = list_lines(r, s, f.seat, found)
    elif verb == DO_TIDE:
        number = list_tides(r, s, f.seat, r.effects[f.x].n, found)
    elif verb == DO_QUEST:
        number = list_quest(r, s, f, found)
    else:
        number = list_champions(s, f.seat, found)
    if f.step == ICON_START and verb != DO_PICKCHAMP:
        found[number] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
        number += 1
    if moves != NULL:
        memcpy(moves, found, number * sizeof(Event))
    return number

cdef void take_faction(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int verb = r.effects[f.x].verb
    if verb == DO_LEYLINE:
        take_line(r, s, f, code)
    elif verb == DO_TIDE:
        take_tide(r, s, f, code)
    elif verb == DO_QUEST:
        take_quest(r, s, f, code)
    else:
        s.champion[f.seat] = LORDS + code - CODE_CHAMPION
        s.stale = 1
        finish_icon(r, s, 1, NONE, 0, 0)

# --- what is put away and laid out ---------------------------------------------------------------

cdef void lay_out_factions(const VeilRules* r, Veil* s) noexcept nogil:
    """Nothing is placed; the tide is at its start if somebody minds it."""
    memset(s.champion, NONE, SEATS)
    memset(s.line_at, NONE, LINES)
    memset(s.quest_at, NONE, FLAGS)
    memset(s.quest_card, NONE, FLAGS)
    s.ancient_owner = s.ancient_at = s.tide_at = s.leviathan = NONE
    if seat_playing(r, s, r.numbers.tide_faction) != NONE:
        s.leviathan = SUPPLY
        s.tide_at, s.tide_way = r.numbers.tide_start, 1
        if not r.quadrant[s.tide_at] & r.open:
            s.tide_at = next_quadrant(r, s.tide_at, 1)
