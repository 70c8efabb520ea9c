# Abilities, reactions and passives: who has them, when they may be used, and what happens at a moment.

cdef int has_power(const VeilRules* r, const Veil* s, int seat, int number) noexcept nogil:
    """Whether a seat has a power now: an artifact must be borne by a hero."""
    cdef const VeilPower* power = &r.powers[number]
    if power.owner_kind == OWNER_ARTIFACT:
        return owner_of_artifact(s, power.owner) == seat and bearer_of(s, power.owner) != BESIDE
    if power.owner_kind == OWNER_BEAST:
        return owns_beast(s, seat, power.owner)
    if power.owner_kind == OWNER_CHAMPION:
        return has_virtue(s, seat, power.owner)
    if power.owner_kind != OWNER_FACTION and ((s.upgraded >> seat) & 1) != (power.owner_kind == OWNER_CROWNED):
        return 0
    return power.owner < 0 or power.owner == s.faction[seat]

cdef int source_place(const VeilRules* r, const Veil* s, int seat, const VeilPower* power) noexcept nogil:
    """The region of the piece that a power belongs to; for a faction that of the battle; NONE."""
    cdef int at = s.region
    if power.owner_kind == OWNER_ARTIFACT:
        at = s.hero_at[seat][bearer_of(s, power.owner)]
    elif power.owner_kind == OWNER_BEAST:
        at = s.beast_at[power.owner]
    elif power.owner_kind == OWNER_CHAMPION:
        at = s.hero_at[seat][LORDS + power.owner % CHAMPIONS]
    elif power.owner_kind != OWNER_FACTION:
        at = s.hero_at[seat][0]
    return at if at < REGIONS else NONE

cdef inline int is_used(const Veil* s, int seat, int power) noexcept nogil:
    return (s.used[seat][power >> 6] >> (power & 63)) & 1

cdef inline void mark_used(Veil* s, int seat, int power) noexcept nogil:
    s.used[seat][power >> 6] |= <uint64_t>1 << (power & 63)

cdef inline void unmark(Veil* s, int seat, int power) noexcept nogil:
    s.used[seat][power >> 6] &= ~(<uint64_t>1 << (power & 63))

cdef inline int by_itself(const VeilPower* power) noexcept nogil:
    """Whether a power is used in its owner's own turn, without an occasion."""
    return power.kind <= KIND_TURN or power.kind == KIND_FREE

cdef int may_use(const VeilRules* r, const Veil* s, int seat, int number) noexcept nogil:
    """Whether a seat on turn may use an ability or a once-a-turn effect."""
    cdef const VeilPower* power = &r.powers[number]
    if not by_itself(power) or not has_power(r, s, seat, number):
        return 0
    if is_used(s, seat, number) or s.power[seat] < power.pow:
        return 0
    return holds(r, s, power.cond, seat, source_place(r, s, seat, power), NONE) and does_something(r, s, seat, power)

cdef int does_something(const VeilRules* r, const Veil* s, int seat, const VeilPower* power) noexcept nogil:
    """Whether the first effect could be done at all."""
    cdef const VeilEffect* e
    if power.fx.count == 0:
        return 0
    e = &r.effects[power.fx.start]
    if e.verb == DO_EXPLORE:
        return not s.explored_turn and explorable(r, s, e, seat, source_place(r, s, seat, power)) != 0
    if e.verb == DO_DISCARD:
        return hand_size(s, seat) >= e.n
    if e.verb == DO_LEYLINE:
        return lines_left(r, s) and line_regions(r, s, seat) != 0
    if e.verb == DO_QUEST:
        return free_flag(s) != NONE and quest_regions(s) != 0 and hand_size(s, seat) > 0
    return s.power[seat] >= power.pow + e.pow

cdef void use_power(const VeilRules* r, Veil* s, int seat, int number, int there) noexcept nogil:
    """Lay the cube, pay and begin the effects."""
    cdef const VeilPower* power = &r.powers[number]
    cdef int here = source_place(r, s, seat, power)
    if power.kind <= KIND_REACTION:
        mark_used(s, seat, number)
    s.power[seat] -= power.pow
    push_span(s, seat, &power.fx, here if here != NONE else there, there)

cdef int list_abilities(const VeilRules* r, const Veil* s, int seat, Event* moves) noexcept nogil:
    cdef int number, found = 0
    for number in range(r.power_count):
        if may_use(r, s, seat, number):
            moves[found] = make(CODE_USE + number, seat, SOURCE_MOVE)
            found += 1
    return found

cdef void reset_turn_powers(const VeilRules* r, Veil* s, int seat) noexcept nogil:
    """Cubes come back from what may be used once a turn."""
    cdef int number
    for number in range(r.power_count):
        if r.powers[number].kind == KIND_TURN:
            unmark(s, seat, number)

# --- moments -------------------------------------------------------------------------------

cdef inline int in_triggers(const Veil* s) noexcept nogil:
    """How many moments are under way."""
    cdef int i, found = 0
    for i in range(s.depth):
        found += s.stack[i].kind == F_TRIGGER
    return found

cdef void trigger(const VeilRules* r, Veil* s, int moment, unsigned int seats, int region, int detail) noexcept nogil:
    """A moment has come for some seats; `detail` is what was deployed, or the beast that was bonded.

    What powers do sets off others only once more, so that no data can go on for ever.
    """
    if in_triggers(s) <= 1:
        set_off(r, s, moment, seats, region, detail)

cdef void set_off(const VeilRules* r, Veil* s, int moment, unsigned int seats, int region, int detail) noexcept nogil:
    """The same wherever it comes from."""
    cdef Frame* f
    if r.triggered[moment] == r.triggered[moment + 1] or seats == 0:
        return
    f = push(s, F_TRIGGER, NONE)
    f.a, f.b, f.there, f.x = moment, detail, region, seats

cdef int answers(const VeilRules* r, const Veil* s, const Frame* f, int number, int kind) noexcept nogil:
    """Whether a power of the seat under way answers a moment."""
    cdef const VeilPower* power = &r.powers[number]
    cdef int here
    if power.kind != kind or not has_power(r, s, f.seat, number) or power.pow > s.power[f.seat]:
        return 0
    if kind == KIND_REACTION and is_used(s, f.seat, number):
        return 0
    if f.a == AT_DEPLOY and not f.b & power.units:
        return 0
    if f.a == AT_BOND and power.owner_kind == OWNER_BEAST and power.owner != f.b:
        return 0
    here = source_place(r, s, f.seat, power)
    if power.at >= 0 and (f.there >= REGIONS or not (filtered(r, s, power.at, f.seat, here, f.there) >> f.there) & 1):
        return 0
    if here == NONE:
        here = f.there
    if not holds(r, s, power.cond, f.seat, here, f.there):
        return 0
    return kind == KIND_PASSIVE or possible(r, s, f.seat, power, here, f.there)

cdef int reacts(const VeilRules* r, const Veil* s, const Frame* f, int i) noexcept nogil:
    """Whether the seat under way may use the i-th power of a moment as a reaction."""
    cdef int number = r.by_trigger[r.triggered[f.a] + i]
    cdef int kind = r.powers[number].kind
    if kind == KIND_EACH and ((f.bits >> i) & 1 or is_nested(s, f.a)):
        return 0
    return kind != KIND_PASSIVE and answers(r, s, f, number, kind)

cdef int is_nested(const Veil* s, int moment) noexcept nogil:
    """Whether what happens now was itself done on such an occasion."""
    cdef int i, found = 0
    for i in range(s.depth):
        found += s.stack[i].kind == F_TRIGGER and s.stack[i].a == moment
    return found > 1

cdef int possible(const VeilRules* r, const Veil* s, int seat, const VeilPower* power, int here, int there) noexcept nogil:
    """Whether the first effect of a reaction could be done, where that is told by more than its condition."""
    cdef const VeilEffect* e = &r.effects[power.fx.start]
    if e.verb == DO_SETTLE:
        return settle_regions(r, s, e, seat, here, there) != 0
    if e.verb == DO_STRENGTH and e.flags & FLAG_LEVEL:
        return strength_to_level(r, s, seat, e.n) > 0
    if e.verb == DO_MOVE1 and e.units == UNIT_LORDS and e.start >= 0:
        return lord_may_come(r, s, e, seat, here, there)
    return 1

cdef void step_trigger(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """Seats in the order of ties: passives at once, then reactions are asked for."""
    cdef int i, count_of = r.triggered[f.a + 1] - r.triggered[f.a]
    cdef const int16_t* powers = &r.by_trigger[r.triggered[f.a]]
    if f.seat == NONE:
        if f.x == 0:
            pop(s)
            return
        f.seat = first_in_ties(r, s, f.x)
        f.x &= ~(1u << f.seat)
        f.bits = 0
    for i in range(min(32, count_of)):
        if not (f.bits >> i) & 1 and answers(r, s, f, powers[i], KIND_PASSIVE):
            f.bits |= 1u << i
            use_power(r, s, f.seat, powers[i], f.there)
            return
    for i in range(min(32, count_of)):
        if reacts(r, s, f, i):
            ask(s, f.seat)
            return
    f.seat = NONE

cdef int list_reactions(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int i, found = 0
    for i in range(min(32, r.triggered[f.a + 1] - r.triggered[f.a])):
        if reacts(r, s, f, i):
            moves[found] = make(CODE_USE + r.by_trigger[r.triggered[f.a] + i], f.seat, SOURCE_MOVE)
            found += 1
    moves[found] = make(CODE_PASS, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_reaction(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int i
    if code == CODE_PASS:
        f.seat = NONE
    else:
        for i in range(min(32, r.triggered[f.a + 1] - r.triggered[f.a])):
            if r.by_trigger[r.triggered[f.a] + i] == code - CODE_USE:
                f.bits |= 1u << i
        use_power(r, s, f.seat, code - CODE_USE, f.there)
