# What a View makes of the evidence: every assignment of roles that it allows, with its exact chance.

# One walk over the assignments: to sum them up, or to draw one.
cdef struct Work:
    double role[SEATS][ROLES]  # sums, by role of each seat
    double left                # drawing: weight still to go past
    Clues clues
    const Factors* factors
    uint8_t* drawn             # NULL: nothing is drawn
    unsigned int no_servant    # seats that can be no servant
    unsigned int everyone
    int set                    # the one under way, its place in the factors
    int found                  # 1: the draw is done

cdef inline int special_role(int special) noexcept nogil:
    if special == SPECIAL_MORGANA:
        return MORGANA
    return MORDRED if special == SPECIAL_MORDRED else OBERON

cdef void raise_all(const float* scores, int count, float* factors) noexcept nogil:
    """To factors, the highest one 1."""
    cdef float most = scores[0]
    cdef int i
    for i in range(1, count):
        if scores[i] > most:
            most = scores[i]
    for i in range(count):
        factors[i] = power_of_e(max(-80.0, <double>scores[i] - most))

cdef int has_doubles(const Resistance* s) noexcept nogil:
    """Whether a role with knowledge of its own is dealt twice: then the scores of roles mean nothing."""
    cdef int role
    for role in range(ROLES):
        if s.count[role] > 1 and role != SERVANT and role != MINION and role != ASSASSIN:
            return 1
    return 0

cdef void weigh_roles(const Resistance* s, const Evidence* e, int judges, Factors* f) noexcept nogil:
    cdef int i
    memset(f, 0, sizeof(Factors))
    memcpy(f.evil, e.evil, sizeof(f.evil))
    memcpy(f.number, e.number, sizeof(f.number))
    f.sets = e.sets
    f.alike = not judges or has_doubles(s)
    if f.alike:
        return
    if s.count[MERLIN]:
        raise_all(e.merlin[0], e.visibles * SEATS, f.merlin[0])
    if s.count[PERCIVAL]:
        raise_all(e.percival[0][0], SEATS * (SEATS + 1) * (SEATS + 1), f.percival[0][0])
    for i in range(SPECIALS):
        if s.count[special_role(i)]:
            raise_all(e.special[i][0], e.sets * EVIL_SEATS, f.special[i][0])

cdef void begin_work(const ResistanceRules* r, const Resistance* s, const Factors* f, Work* w) noexcept nogil:
    cdef int seat
    memset(w, 0, sizeof(Work))
    read_clues(r, s, &w.clues)
    w.factors = f
    w.everyone = r.everyone
    for seat in range(r.players):
        w.no_servant |= ((w.clues.may[seat] >> SERVANT & 1) ^ 1) << seat

# --- all ways to give out the roles --------------------------------------------------------------

cdef void go_past(Work* w, const uint8_t* role, unsigned int good, int merlin, int percival, double weight) noexcept nogil:
    """One whole assignment; while drawing the first one that goes beyond what is left is taken, or else the last."""
    if w.drawn == NULL or w.found or weight <= 0:
        return
    memcpy(w.drawn, role, SEATS)
    while good:
        w.drawn[__builtin_ctz(good)] = SERVANT
        good &= good - 1
    if merlin < SEATS:
        w.drawn[merlin] = MERLIN
    if percival < SEATS:
        w.drawn[percival] = PERCIVAL
    w.left -= weight
    w.found = w.left < 0

cdef double give_good(Work* w, const uint8_t* role, unsigned int good, double weight) noexcept nogil:
    """Weight of all ways to give out the good roles, with the evil ones given; notes the chances of each seat."""
    cdef unsigned int visible = w.factors.evil[w.set]
    cdef int morgana = SEATS
    cdef int seat
    for seat in range(SEATS):
        if role[seat] == MORGANA:
            morgana = seat
        elif role[seat] == MORDRED:
            visible &= ~(1u << seat)
    return give_merlin(w, role, good, w.factors.number[visible], morgana, weight)

cdef double give_merlin(Work* w, const uint8_t* role, unsigned int good, int visible, int morgana,
                        double weight) noexcept nogil:
    cdef double total = 0.0
    cdef double part
    cdef int seat
    if not w.clues.count[MERLIN]:
        return give_percival(w, role, good, SEATS, morgana, weight)
    for seat in range(SEATS):
        if (good >> seat) & 1 and (w.clues.may[seat] >> MERLIN) & 1:
            part = give_percival(w, role, good, seat, morgana, weight * w.factors.merlin[visible][seat])
            w.role[seat][MERLIN] += part
            total += part
    return total

cdef double give_percival(Work* w, const uint8_t* role, unsigned int good, int merlin, int morgana,
                          double weight) noexcept nogil:
    """The rest are servants."""
    cdef unsigned int others = good & w.no_servant & ~(1u << merlin)
    cdef double total = 0.0
    cdef double part
    cdef int seat
    if not w.clues.count[PERCIVAL]:
        total = 0.0 if others else weight
        go_past(w, role, good, merlin, SEATS, total)
        return total
    for seat in range(SEATS):
        if (good >> seat) & 1 and seat != merlin and (w.clues.may[seat] >> PERCIVAL) & 1 and not others & ~(1u << seat):
            part = weight * w.factors.percival[seat][merlin][morgana]
            go_past(w, role, good, merlin, seat, part)
            w.role[seat][PERCIVAL] += part
            total += part
    return total

cdef double give_alike(Work* w, unsigned int left, double weight) noexcept nogil:
    """Like give_good, for any roles, each way weighing the same."""
    cdef double total = 0.0
    cdef double part
    cdef int seat, kind
    if left == 0:
        return weight
    seat = __builtin_ctz(left)
    for kind in range(SERVANT + 1):
        if w.clues.count[kind] and (w.clues.may[seat] >> kind) & 1:
            w.clues.count[kind] -= 1
            part = give_alike(w, left & (left - 1), weight)
            w.clues.count[kind] += 1
            w.role[seat][kind] += part
            total += part
    return total

cdef inline double factor_of(const Work* w, int place, int kind) noexcept nogil:
    if w.factors.alike or kind == ASSASSIN or kind == MINION:
        return 1.0
    if kind == MORGANA:
        return w.factors.special[SPECIAL_MORGANA][w.set][place]
    return w.factors.special[SPECIAL_MORDRED if kind == MORDRED else SPECIAL_OBERON][w.set][place]

cdef double give_evil(Work* w, uint8_t* role, unsigned int left, int place, double weight) noexcept nogil:
    """Weight of all ways to give out the roles; `left` are evil seats without one, the first at that place of the set."""
    cdef double total = 0.0
    cdef double part
    cdef unsigned int good
    cdef int seat, kind
    if left == 0:
        if not shot_fits(&w.clues, role):
            return 0.0
        good = w.everyone & ~<unsigned int>w.factors.evil[w.set]
        return give_alike(w, good, weight) if w.factors.alike else give_good(w, role, good, weight)
    seat = __builtin_ctz(left)
    for kind in range(ASSASSIN, ROLES):
        if w.clues.count[kind] and (w.clues.may[seat] >> kind) & 1:
            w.clues.count[kind] -= 1
            role[seat] = kind
            part = give_evil(w, role, left & (left - 1), place + 1, weight * factor_of(w, place, kind))
            w.clues.count[kind] += 1
            w.role[seat][kind] += part
            total += part
    role[seat] = NONE
    return total

# --- sums ----------------------------------------------------------------------------------------

cdef double own_cards(const Resistance* s, unsigned int evil) noexcept nogil:
    """How likely the viewer played the cards it did, if each evil member played each card of its team as likely as the next."""
    cdef double chance = 1.0
    cdef unsigned int own = own_bit(s)
    cdef int quest, members
    for quest in range(QUESTS):
        if s.fails[quest] == NONE or not team_of(s, quest) & evil & own:
            continue
        members = count_bits(team_of(s, quest) & evil)
        chance *= (s.fails[quest] if s.failed[quest] else members - s.fails[quest]) / <double>members
    return chance

cdef float highest_allowed(const Evidence* e, const Clues* clues) noexcept nogil:
    """The best score of a set of evil seats that the View allows."""
    cdef float most = -1e30
    cdef int i
    for i in range(e.sets):
        if e.evil_is[i] > most and may_be_evil(clues, e.evil[i]):
            most = e.evil_is[i]
    return most

cdef void sum_up(const Resistance* s, const Evidence* e, int judges, Work* w, Posterior* found) noexcept nogil:
    """All assignments that the View allows, by set of evil seats and by role of each seat."""
    cdef uint8_t role[SEATS]
    cdef double weight, ways
    cdef float most = highest_allowed(e, &w.clues)
    memset(role, NONE, SEATS)
    found.sets = 0
    for w.set in range(e.sets):
        if not may_be_evil(&w.clues, e.evil[w.set]):
            continue
        weight = 1.0
        if judges:
            weight = power_of_e(max(-100.0, <double>e.evil_is[w.set] - most)) * own_cards(s, e.evil[w.set])
        ways = give_evil(w, role, e.evil[w.set], 0, weight)
        if ways > 0:
            found.evil[found.sets], found.place[found.sets] = e.evil[w.set], w.set
            found.chance[found.sets], found.ways[found.sets] = ways, ways / weight
            found.sets += 1

cdef void share_out(const Work* w, Posterior* found) noexcept nogil:
    """From weights to chances."""
    cdef double total = 0.0
    cdef int i, seat, role
    for i in range(found.sets):
        total += found.chance[i]
    for i in range(found.sets):
        found.chance[i] /= total
    for seat in range(SEATS):
        found.role[seat][SERVANT] = 1.0
        for role in range(ROLES):
            if role != SERVANT:
                found.role[seat][role] = w.role[seat][role] / total
                found.role[seat][SERVANT] -= found.role[seat][role]
        found.role[seat][SERVANT] = max(0.0, found.role[seat][SERVANT])

cdef void believe_by(const ResistanceRules* r, const Resistance* s, const Behaviour* b, Factors* f,
                     Posterior* found) noexcept nogil:
    """The exact posterior of a View under a model of behaviour; NULL: all possible assignments are as likely."""
    cdef Evidence evidence
    cdef Work w
    if b == NULL:
        list_sets(r, s, &evidence)
    else:
        read_evidence(r, s, b, &evidence)
    weigh_roles(s, &evidence, b != NULL, f)
    begin_work(r, s, f, &w)
    sum_up(s, &evidence, b != NULL, &w, found)
    share_out(&w, found)

cdef void believe_in_sets(const ResistanceRules* r, const Resistance* s, const Behaviour* b,
                          ResistanceBelief* belief) noexcept nogil:
    """The same for drawing worlds."""
    cdef Posterior found
    cdef float upto = 0.0
    cdef int i
    believe_by(r, s, b, &belief.factors, &found)
    belief.sets = found.sets
    for i in range(found.sets):
        upto += found.chance[i]
        belief.upto[i], belief.ways[i] = upto, found.ways[i]
        belief.evil[i], belief.place[i] = found.evil[i], found.place[i]

cdef void draw_by_factors(const ResistanceRules* r, const Resistance* s, const ResistanceBelief* belief, int number,
                          Rng* rng, uint8_t* drawn) noexcept nogil:
    """Roles of all seats, with the set of that number as the evil ones."""
    cdef uint8_t role[SEATS]
    cdef Work w
    begin_work(r, s, &belief.factors, &w)
    memset(role, NONE, SEATS)
    w.drawn = drawn
    w.set = belief.place[number]
    w.left = unit(rng) * belief.ways[number]
    give_evil(&w, role, belief.evil[number], 0, 1.0)
