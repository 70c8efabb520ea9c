# The stack of pending choices: frames, who has to act, and lists of effects with their gains.

cdef enum:
    F_GAME = 0             # the script of seasons and phases; always at the bottom
    F_COMMIT = 1           # a seat chooses card and payment, hidden
    F_REVEAL = 2           # the referee shows all of them
    F_PLACES = 3           # tied seats choose their places in an order
    F_TURN = 4
    F_PAY = 5              # cards discarded as a price
    F_LIST = 6             # a list of effects, one icon after another
    F_ICON = 7             # one icon of one seat
    F_EXPLORE = 8
    F_BID = 9
    F_BOND = 10
    F_FAVOR = 11
    F_LOOK = 12            # prophecies are looked at
    F_TRIGGER = 13         # passives and reactions at a moment
    F_EQUIP = 14           # artifacts are given out anew
    F_LIMIT = 15           # units over the limit are lost
    F_DRAWS = 16           # cards are drawn
    F_BATTLE = 17
    F_PLAN = 18            # a seat chooses its plan, hidden
    F_RELIC = 19           # winners take artifacts and the Grail
    F_BEARER = 20          # which Lord bears the Grail or Excalibur
    F_SEA = 21             # Leviathan goes to the sea of a quadrant
    F_QUEST = 22           # a quest has been fulfilled

    # What chance or the referee is to bring.
    AWAIT_DRAW = 1
    AWAIT_RESHUFFLE = 2
    AWAIT_TILE = 3
    AWAIT_MIST = 4
    AWAIT_PROPHECY = 5
    AWAIT_ARTIFACT = 6
    AWAIT_PLAYS = 7
    AWAIT_CLAIMS = 8
    AWAIT_SHOWS = 9
    AWAIT_PAYS = 10
    AWAIT_BIDS = 11
    AWAIT_PLANS = 12
    AWAIT_ADDS = 13
    AWAIT_COMBAT = 14
    AWAIT_FAILS = 15
    AWAIT_FALL = 16

    # Facts of a list, in its `bits`.
    FACT_DONE = 1          # the last icon was done and not skipped
    FACT_EXPLORED = 2      # somebody's exploration began inside this list
    FACT_THERE = 4         # the filter of the icon's `there` held as it was done
    FACT_BREACHED = 8      # reductions with a restriction have been paid for after all
    LIST_CARD = 16         # the list is the chosen card's
    LIST_REVEALED = 32     # it is a plan's, done when revealed
    LIST_PART = 64         # it is part of another effect: prophecies wait until that one is over
    FACT_UNITS = 8         # shift: kinds of units deployed by the icon
    FACT_MOVED = 16        # shift: units moved by the icon

    LIST_NEXT = 0          # steps of a list
    LIST_TARGET = 1
    LIST_SEATS = 2
    LIST_AFTER = 3
    LIST_LOOK = 4
    LIST_ON = 5

# --- frames --------------------------------------------------------------------------------

cdef inline Frame* top(Veil* s) noexcept nogil:
    return &s.stack[s.depth - 1]

cdef inline const Frame* top_of(const Veil* s) noexcept nogil:
    return &s.stack[s.depth - 1]

cdef inline Frame* push(Veil* s, int kind, int seat) noexcept nogil:
    """A fresh frame on top.

    The stack never gets full, since powers do not set off powers without end. In a position that no game comes to it
    may: what finds no room is left out, and the last frame, which is never in use, takes it.
    """
    cdef Frame* f
    if s.depth < DEPTH - 1:
        s.depth += 1
        f = top(s)
    else:
        f = &s.stack[DEPTH - 1]
    memset(f, 0, sizeof(Frame))
    f.kind, f.seat, f.here, f.there = kind, seat, NONE, NONE
    return f

cdef inline void pop(Veil* s) noexcept nogil:
    memset(top(s), 0, sizeof(Frame))
    s.depth -= 1

cdef inline void ask(Veil* s, int seat) noexcept nogil:
    """The seat is to act."""
    s.actor = seat

cdef inline void await_event(Veil* s, int what, int seat, int number, int zone) noexcept nogil:
    """Chance or the referee is to act."""
    s.actor = CHANCE
    s.awaited, s.awaited_seat, s.awaited_what, s.awaited_zone = what, seat, number, zone

cdef inline Frame* push_list(Veil* s, int seat, int start, int number, int here, int there) noexcept nogil:
    cdef Frame* f = push(s, F_LIST, seat)
    f.x, f.a, f.here, f.there = start, number, here, there
    return f

cdef inline void push_span(Veil* s, int seat, const VeilSpan* span, int here, int there) noexcept nogil:
    """The effects of a span, if there are any."""
    if span.count:
        push_list(s, seat, span.start, span.count, here, there)

cdef inline void push_part(Veil* s, int seat, const VeilSpan* span, int here, int there) noexcept nogil:
    """The same as part of an effect that is under way."""
    if span.count:
        push_list(s, seat, span.start, span.count, here, there).bits = LIST_PART

cdef inline void push_own(Veil* s, int seat, int effect, int here, int there) noexcept nogil:
    """One of the core's own effects."""
    push_list(s, seat, MOST_EFFECTS + effect, 1, here, there)

cdef inline Frame* list_below(Veil* s) noexcept nogil:
    """The list that the icon on top belongs to."""
    return &s.stack[s.depth - 2]

cdef inline void mark_exploration(Veil* s) noexcept nogil:
    """Every list under way has seen an exploration inside it."""
    cdef int i
    for i in range(s.depth):
        if s.stack[i].kind == F_LIST:
            s.stack[i].bits |= FACT_EXPLORED

cdef inline void look(Veil* s) noexcept nogil:
    """Look at the prophecies before anything else goes on, if something has changed."""
    if s.stale and s.round and not s.war:
        push(s, F_LOOK, NONE)

# --- lists of effects ----------------------------------------------------------------------

cdef inline const VeilEffect* effect_of(const VeilRules* r, const Frame* f) noexcept nogil:
    """The effect of a list that is under way."""
    return &r.effects[f.x + f.b]

cdef inline int many_seats(int verb) noexcept nogil:
    """Verbs that may concern others than their owner."""
    return DO_POWER <= verb <= DO_DISCARD or DO_STRENGTH <= verb <= DO_LOSE

cdef unsigned int concerned(const VeilRules* r, const Veil* s, const Frame* f, const VeilEffect* e) noexcept nogil:
    """The seats that an effect is for; of one chosen enemy, those that may be chosen."""
    cdef unsigned int seats
    if e.who == WHO_SELF or not many_seats(e.verb):
        return 1u << f.seat
    seats = everyone(r) if e.who == WHO_EACH else enemies_of(r, f.seat)
    if e.verb == DO_STRENGTH or e.verb == DO_LIMIT or e.verb == DO_NEGATE:
        seats &= s.fighting
    if e.verb == DO_NEGATE or e.verb == DO_LIMIT:
        seats &= seats_with_plans(s)
    return seats

cdef inline unsigned int seats_with_plans(const Veil* s) noexcept nogil:
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(SEATS):
        if s.plan[seat] != NO_PLAN:
            found |= 1u << seat
    return found

cdef inline int repeats(const VeilEffect* e) noexcept nogil:
    """How often an effect is done as an icon of its own."""
    return max(1, <int>e.n) if e.verb == DO_MOVE1 or e.verb == DO_TOKEN or e.verb == DO_ARTIFACT else 1

cdef void begin_effect(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """The next effect of a list: whom it concerns, or that it is left out."""
    cdef const VeilEffect* e = effect_of(r, f)
    cdef unsigned int seats
    f.bits &= FACT_EXPLORED | FACT_BREACHED | LIST_CARD | LIST_REVEALED | LIST_PART
    if not holds(r, s, e.cond, f.seat, f.here, f.there) or s.power[f.seat] < e.pow:
        f.step = LIST_ON
        return
    seats = concerned(r, s, f, e)
    if e.who == WHO_ENEMY and many_seats(e.verb) and seats & (seats - 1):
        f.step = LIST_TARGET
        f.c = seats
        return
    f.step = LIST_SEATS
    f.c = seats
    f.y = (f.y & 0xFF) | repeats(e) << 8
    if e.verb == DO_FAVOR and e.n > 0:
        gain_together(r, s, seats, e.n)

cdef void begin_icon(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """One icon for the next seat concerned."""
    cdef int seat = __builtin_ctz(f.c)
    cdef int here = f.here, there = f.there, index = f.x + f.b
    cdef Frame* icon
    if f.y >> 8 == 0:
        f.c &= f.c - 1
        f.y |= repeats(effect_of(r, f)) << 8
        return
    f.y -= 0x100
    f.bits &= ~<uint32_t>(FACT_DONE | FACT_THERE | 0xFF << FACT_UNITS | 0xFF << FACT_MOVED)
    f.step = LIST_AFTER
    icon = push(s, F_ICON, seat)
    icon.x, icon.here, icon.there = index, here, there

cdef void step_list(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step == LIST_NEXT:
        if f.b >= f.a:
            pop(s)
        else:
            begin_effect(r, s, f)
    elif f.step == LIST_TARGET:
        ask(s, f.seat)
    elif f.step == LIST_SEATS:
        if f.c == 0:
            f.step = LIST_ON
        else:
            begin_icon(r, s, f)
    elif f.step == LIST_AFTER:
        f.step = LIST_LOOK
        push_gains(r, s, f)
    elif f.step == LIST_LOOK:
        f.step = LIST_SEATS
        if s.war or not f.bits & LIST_PART:
            after_effect(r, s)
    else:
        f.b += 1
        f.step = LIST_NEXT
        f.y &= 0xFF

cdef void after_effect(const VeilRules* r, Veil* s) noexcept nogil:
    """After each effect with its gains: prophecies, and in the War Phase the limit of units."""
    if s.war:
        push_limits(r, s)
    else:
        look(s)

cdef void push_gains(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """Gains of this icon and of earlier ones that wait for an exploration; each once."""
    cdef const VeilEffect* e
    cdef int i, seat = f.seat, here = f.here, there = f.there
    cdef uint32_t due = 0
    for i in range(min(8, <int>f.b + 1)):
        e = &r.effects[f.x + i]
        if e.gains and not (f.y >> i) & 1 and gain_is_due(r, s, f, e, i == f.b):
            due |= 1u << i
    f.y |= due
    i = f.x
    while due:
        e = &r.effects[i + 31 - __builtin_clz(due)]
        push_list(s, seat, e.gain, e.gains, here, there).bits = LIST_PART
        due &= ~(1u << (31 - __builtin_clz(due)))

cdef int gain_is_due(const VeilRules* r, const Veil* s, const Frame* f, const VeilEffect* e, int current) noexcept nogil:
    if e.gainif == GAIN_EXPLORED:
        return f.bits & FACT_EXPLORED != 0
    if not current or not f.bits & FACT_DONE:
        return 0
    if e.gainif == GAIN_THERE:
        return f.bits & FACT_THERE != 0 or there_holds(r, s, f, e)
    if e.gainif == GAIN_DEPLOYED:
        return (f.bits >> FACT_UNITS) & 0xFF & e.gainarg != 0
    if e.gainif == GAIN_MOVED:
        return <int>((f.bits >> FACT_MOVED) & 0xFF) >= e.gainarg
    return 1

cdef inline int there_holds(const VeilRules* r, const Veil* s, const Frame* f, const VeilEffect* e) noexcept nogil:
    """Whether the filter of a gain lets the region pass where the icon went."""
    if f.there >= REGIONS:
        return 0
    return (filtered(r, s, e.gainarg, f.seat, f.here, f.there) >> f.there) & 1

cdef int foresee(const VeilRules* r, Veil* s, int region) noexcept nogil:
    """Whether the filter of a gain lets a goal of the icon on top pass before units come: then it is empty no more."""
    cdef Frame* f = list_below(s)
    cdef const VeilEffect* e = effect_of(r, f)
    if e.gainif != GAIN_THERE or not (filtered(r, s, e.gainarg, f.seat, f.here, region) >> region) & 1:
        return 0
    f.bits |= FACT_THERE
    return 1

cdef void finish_icon(const VeilRules* r, Veil* s, int done, int there, int units, int moved) noexcept nogil:
    """The icon on top is over; its list learns what happened."""
    cdef Frame* f
    cdef const VeilEffect* e
    pop(s)
    f = top(s)
    e = effect_of(r, f)
    if not done:
        return
    f.bits |= FACT_DONE | <uint32_t>units << FACT_UNITS | <uint32_t>min(255, moved) << FACT_MOVED
    if there < REGIONS:
        f.there = there
        if e.piece >= 0:
            f.here = there     # the beast whose text it is went there
    if e.gainif == GAIN_THERE and there_holds(r, s, f, e):
        f.bits |= FACT_THERE
    s.power[f.seat] -= e.pow
    s.stale |= e.pow != 0

cdef inline void skip_icon(const VeilRules* r, Veil* s) noexcept nogil:
    """The icon on top is not done, and not tried again."""
    finish_icon(r, s, 0, NONE, 0, 0)
    top(s).y &= 0xFF

cdef int list_targets(const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """One enemy to be chosen, or none."""
    cdef int seat, found = 0
    for seat in range(SEATS):
        if (f.c >> seat) & 1:
            moves[found] = make(CODE_TARGET + seat, f.seat, SOURCE_MOVE)
            found += 1
    moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_target(const VeilRules* r, Frame* f, int code) noexcept nogil:
    f.step = LIST_ON
    if code != CODE_SKIP:
        f.c = 1 << (code - CODE_TARGET)
        f.step = LIST_SEATS
        f.y = (f.y & 0xFF) | repeats(effect_of(r, f)) << 8
