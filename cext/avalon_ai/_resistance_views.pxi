# What a seat may know: redact, believe, determinize, and which masked event may come next.

cdef void resistance_redact(const void* rules, void* state, int seat) noexcept nogil:
    cdef Resistance* s = <Resistance*>state
    cdef unsigned int own = 1u << seat
    cdef int i
    for i in range(SEATS):
        if i != seat:
            s.role[i] = NONE
            s.seen[i] = 0
    for i in range(QUESTS):
        s.failed[i] &= own
    for i in range(USES):
        if s.lady[i] != seat:
            s.loyalty[i] = 0
    s.pending &= own
    if s.phase != PHASE_OVER:
        s.evil &= own
    if s.carrier != seat and s.shot == NONE:
        s.carrier = NONE
        if s.phase == PHASE_SHOOT:
            s.actor = ACTOR_HIDDEN
    s.viewer = SPECTATOR if seat == NO_SEAT else seat

cdef void resistance_believe(const void* rules, const void* model, const void* view, void* belief) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const ResistanceModel* m = <const ResistanceModel*>model
    cdef ResistanceBelief* found = <ResistanceBelief*>belief
    cdef Clues clues
    memset(found.logical, 0, sizeof(found.logical))
    if m.judges:
        believe_in_sets(r, <const Resistance*>view, &m.behaviour, found)
        mix_tables(r, m, <const Resistance*>view, found)
        return
    found.factors.alike = 1
    read_clues(r, <const Resistance*>view, &clues)
    weigh_sets(r, &clues, found)

cdef void mix_tables(const ResistanceRules* r, const ResistanceModel* m, const Resistance* s,
                     ResistanceBelief* belief) noexcept nogil:
    """Reckon with a table that acts by plain logic: then the notes alone tell which sets are likely."""
    cdef uint64_t buffer[NOTES_WORDS]
    cdef Notes* n = <Notes*>buffer
    cdef float weight[TABLES][EVIL_SETS]
    cdef float sums[TABLES]
    cdef float before = 0.0
    cdef float upto = 0.0
    cdef float chance, logical
    cdef int i, t
    open_notes(r, &m.habits, s, n)
    n.ignored = s.viewer
    take_history(r, &m.habits, s, n)
    for t in range(TABLES):
        sum_table(r, n, t, weight[t])
        sums[t] = 0.0
        for i in range(belief.sets):
            sums[t] += weight[t][belief.place[i]]
    if sums[BY_LOGIC] + sums[AS_PEOPLE] <= 0 or sums[AS_PEOPLE] <= 0:
        return
    logical = sums[BY_LOGIC] / (sums[BY_LOGIC] + sums[AS_PEOPLE])
    for i in range(belief.sets):
        chance = (belief.upto[i] - before) * (1 - m.habits.people)
        before = belief.upto[i]
        chance += m.habits.people * weight[AS_PEOPLE][belief.place[i]] / sums[AS_PEOPLE]
        chance *= 1 - logical
        belief.logical[i] = weight[BY_LOGIC][belief.place[i]] / (sums[BY_LOGIC] + sums[AS_PEOPLE])
        upto += chance + belief.logical[i]
        belief.logical[i] /= chance + belief.logical[i] + SMALLEST
        belief.upto[i] = upto

cdef inline unsigned int draw_seats(unsigned int seats, int count, Rng* rng) noexcept nogil:
    """So many of these seats, every choice as likely as the next."""
    cdef unsigned int drawn = 0
    cdef int left = count_bits(seats)
    while count > 0:
        if <int>below(rng, left) < count:
            drawn |= seats & (0u - seats)
            count -= 1
        seats &= seats - 1
        left -= 1
    return drawn

cdef void draw_fails(Resistance* s, Rng* rng) noexcept nogil:
    """Evil members played the fails that are not the viewer's own."""
    cdef unsigned int others
    cdef int quest
    for quest in range(QUESTS):
        if s.fails[quest] != NONE:
            others = team_of(s, quest) & s.evil & ~own_bit(s)
            s.failed[quest] |= draw_seats(others, s.fails[quest] - (s.failed[quest] != 0), rng)

cdef void draw_pending(const ResistanceRules* r, Resistance* s, Rng* rng) noexcept nogil:
    """Choices of others that are not revealed yet."""
    cdef unsigned int chosen = 0
    if s.phase == PHASE_VOTE or s.phase == PHASE_COUNT:
        chosen = r.everyone & ~s.todo
    elif s.phase == PHASE_QUEST or s.phase == PHASE_REVEAL:
        chosen = team_of(s, s.quest) & s.evil & ~s.todo
    s.pending |= <unsigned int>bits(rng) & chosen & ~own_bit(s)

cdef void draw_carrier(const ResistanceRules* r, Resistance* s, Rng* rng) noexcept nogil:
    cdef unsigned int seats
    if s.carried == CARRIED_NOT or s.carrier != NONE:
        return
    seats = seats_with(r, s.role, carrier_roles(s.carried)) & ~own_bit(s)
    s.carrier = __builtin_ctz(draw_seats(seats, 1, rng))

cdef void draw_roles(const ResistanceRules* r, Resistance* s, const ResistanceBelief* belief, Rng* rng) noexcept nogil:
    cdef ResistanceBelief own
    cdef Clues clues
    cdef uint8_t role[SEATS]
    cdef unsigned int evil
    cdef int number
    if belief != NULL and not belief.factors.alike:
        memset(role, NONE, SEATS)
        number = draw_set(belief, rng)
        draw_by_factors(r, s, belief, number, rng, role)
        memcpy(s.role, role, SEATS)
        return
    read_clues(r, s, &clues)
    if belief == NULL:
        own.factors.alike = 1
        weigh_sets(r, &clues, &own)
        belief = &own
    evil = belief.evil[draw_set(belief, rng)]
    memset(s.role, NONE, SEATS)
    draw_side(&clues, s.role, evil, EVIL, rng)
    draw_side(&clues, s.role, r.everyone & ~evil, GOOD, rng)

cdef void resistance_determinize(const void* rules, const void* belief, void* view, Rng* rng) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef Resistance* s = <Resistance*>view
    cdef int use
    draw_roles(r, s, <const ResistanceBelief*>belief, rng)
    show_roles(r, s)
    draw_fails(s, rng)
    draw_pending(r, s, rng)
    draw_carrier(r, s, rng)
    for use in range(USES):
        if s.lady[use + 1] != NONE and (use < s.uses or s.phase == PHASE_CLAIM):
            s.loyalty[use] = CLAIM_GOOD + ((s.evil >> s.lady[use + 1]) & 1)
    if s.phase == PHASE_SHOOT:
        s.actor = s.carrier
    s.viewer = NONE

# May this event come next?

cdef inline int is_one_of(unsigned int seats, int number) noexcept nogil:
    return 0 <= number < SEATS and (seats >> number) & 1

cdef int may_choose(const ResistanceRules* r, const Resistance* s, int seat, int code) noexcept nogil:
    """In a phase of a seat: is this one of its moves, or the mask of one?"""
    cdef int masked = s.viewer != NONE and s.viewer != seat
    if s.phase == PHASE_PROPOSE:
        return code < CODE_APPROVE and count_bits(code) == r.size[s.quest] and not code & ~r.everyone
    if s.phase == PHASE_VOTE:
        if masked:
            return code == CODE_VOTE_HIDDEN
        return CODE_APPROVE <= code <= CODE_REJECT
    if s.phase == PHASE_QUEST:
        if masked:
            return code == CODE_CARD_HIDDEN
        return CODE_SUCCESS <= code <= CODE_SUCCESS + <int>((s.evil >> seat) & 1)
    if s.phase == PHASE_LADY:
        return is_one_of(r.everyone & ~past_holders(s), code - CODE_LADY)
    if s.phase == PHASE_CLAIM:
        return CODE_SAY + CLAIM_GOOD <= code <= CODE_SAY + CLAIM_NOTHING
    return is_one_of(targets(r, s, seat), code - CODE_SHOOT)

cdef int may_tell(const ResistanceRules* r, const Resistance* s, int code) noexcept nogil:
    """In a phase of the referee: could he say this to the viewer, as far as the table shows?"""
    cdef unsigned int winners = code - CODE_RESULT
    cdef unsigned int own = own_bit(s)
    cdef unsigned int approved
    if s.phase == PHASE_COUNT:
        approved = code - CODE_VOTES
        return code >= CODE_VOTES and approved <= r.everyone and (approved & own) == s.pending
    if s.phase == PHASE_REVEAL:
        return CODE_FAILS <= code <= CODE_FAILS + r.size[s.quest]
    if s.phase == PHASE_LOYALTY:
        if s.lady[s.uses] != s.viewer:
            return code == CODE_LOYALTY + LOYALTY_HIDDEN
        return CODE_LOYALTY + CLAIM_GOOD <= code <= CODE_LOYALTY + CLAIM_EVIL
    if code < CODE_RESULT or winners > r.everyone:
        return 0
    if count_bits(winners) == r.evil:
        return s.reason != REASON_QUESTS
    return count_bits(winners) == r.players - r.evil and (s.reason == REASON_QUESTS or s.reason == REASON_NONE)

cdef inline int proves_something(const Resistance* s) noexcept nogil:
    """Whether what comes next may tell a View something about roles."""
    return (s.phase == PHASE_REVEAL or s.phase == PHASE_LOYALTY or s.phase == PHASE_SHOOT or s.phase == PHASE_RESULT)

cdef int fits_table(const ResistanceRules* r, const Resistance* s, Event event) noexcept nogil:
    """Whether the event may come next, hidden roles aside."""
    cdef int seat = seat_of(event)
    if event != make(code_of(event), seat, source_of(event)) or s.actor == ACTOR_OVER:
        return 0
    if s.actor == ACTOR_CHANCE:
        if s.viewer == NONE:
            return event == resistance_sample(r, s, NULL)
        return source_of(event) == SOURCE_REFEREE and seat == NO_SEAT and may_tell(r, s, code_of(event))
    if source_of(event) != SOURCE_MOVE:
        return 0
    if s.actor == ACTOR_HIDDEN:
        return seat < r.players and seat != s.viewer and may_choose(r, s, seat, code_of(event))
    return seat == s.actor and may_choose(r, s, seat, code_of(event))

cdef int resistance_allows(const void* rules, const void* state, Event event) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>state
    cdef Resistance next
    if not fits_table(r, s, event):
        return 0
    if s.viewer == NONE or not proves_something(s):
        return 1
    next = s[0]
    resistance_apply(rules, &next, event)
    return some_world(r, &next)
