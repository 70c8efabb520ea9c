# What a View makes of the evidence: every assignment of roles that it allows, with its exact chance.

cdef enum:
    NO_PLACE = EVIL_SEATS      # a role that nobody in the set has
    PLACES = EVIL_SEATS + 1
    NOBODY = 1 << SEATS        # beside masks of seats: a role that is not in play
    HOLDERS = SEATS + 1        # seats, and nobody

# One walk over the assignments: to sum them up, or to draw one.
cdef struct Work:
    double role[SEATS][ROLES]  # sums, by role of each seat
    double left                # drawing: weight still to go past
    Clues clues
    const Factors* factors
    uint8_t* drawn             # NULL: nothing is drawn
    unsigned int no_servant    # seats that can be no servant
    unsigned int may_be_merlin  # seats, a bit each, or NOBODY
    unsigned int may_be_percival
    unsigned int everyone
    int found                  # 1: the draw is done
    # of the set under way
    int set                    # its place in the factors
    int members
    int seat[EVIL_SEATS]       # at each place
    double merlin[PLACES][HOLDERS]  # how likely it is that the seat is Merlin, by the place of Mordred, whom he does not see
    double rest[PLACES][HOLDERS]    # weight of all Percivals beside that Merlin, by the place of Morgana
    double good[PLACES][PLACES]     # weight of all ways to give out the good roles, by the places of Mordred and Morgana
    double evil[PLACES][PLACES]     # weight of the evil roles given out so far, likewise

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
        factors[i] = power_of_e(max(-80.0, <double>scores[i] - most)) if scores[i] < most else 1

cdef int has_doubles(const Resistance* s) noexcept nogil:
    """Whether a role with knowledge of its own is dealt twice: then the scores of roles mean nothing."""
    cdef int role
    for role in range(ROLES):
        if s.count[role] > 1 and role != SERVANT and role != MINION and role != ASSASSIN:
            return 1
    return 0

cdef void arrange(Factors* f, uint8_t* count, int seats, Arrangement* one, int place) noexcept nogil:
    """List the ways to give out these evil roles from that place of a set on."""
    cdef int kind
    if place == min(seats, EVIL_SEATS):     # never more; said for the compiler
        f.arranged[f.arrangements] = one[0]
        f.arrangements += 1
        return
    for kind in range(ASSASSIN, ROLES):
        if count[kind]:
            count[kind] -= 1
            one.kind[place] = kind
            arrange(f, count, seats, one, place + 1)
            count[kind] += 1

cdef void list_arrangements(const Resistance* s, Factors* f) noexcept nogil:
    """All ways to give out the evil roles in a set."""
    cdef uint8_t count[ROLES]
    cdef Arrangement one
    cdef int i, place, special
    memcpy(count, s.count, ROLES)
    arrange(f, count, count_bits(f.evil[0]), &one, 0)
    for i in range(f.arrangements):
        memset(f.arranged[i].at, EVIL_SEATS, SPECIALS)
        for special in range(SPECIALS):
            for place in range(count_bits(f.evil[0])):
                if f.arranged[i].kind[place] == special_role(special):
                    f.arranged[i].at[special] = place

cdef void weigh_roles(const Resistance* s, const Evidence* e, int judges, Factors* f) noexcept nogil:
    cdef int i
    memset(f, 0, sizeof(Factors))
    memcpy(f.evil, e.evil, sizeof(f.evil))
    memcpy(f.number, e.number, sizeof(f.number))
    f.sets = e.sets
    list_arrangements(s, f)
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

cdef unsigned int seats_for(const ResistanceRules* r, const Clues* clues, int role) noexcept nogil:
    """The seats that may have the role, a bit each; NOBODY where it is not in play."""
    cdef unsigned int found = 0
    cdef int seat
    if not clues.count[role]:
        return NOBODY
    for seat in range(r.players):
        found |= (clues.may[seat] >> role & 1u) << seat
    return found

cdef void begin_work(const ResistanceRules* r, const Resistance* s, const Factors* f, Work* w) noexcept nogil:
    cdef int seat
    memset(w, 0, sizeof(Work))
    read_clues(r, s, &w.clues)
    w.factors = f
    w.everyone = r.everyone
    w.may_be_merlin = seats_for(r, &w.clues, MERLIN)
    w.may_be_percival = seats_for(r, &w.clues, PERCIVAL)
    w.no_servant = r.everyone
    for seat in range(r.players):
        w.no_servant &= ~((w.clues.may[seat] >> SERVANT & 1u) << seat)

# --- all ways to give out the roles --------------------------------------------------------------

cdef inline int seat_at(const Work* w, int place) noexcept nogil:
    """The seat at that place of the set; SEATS if the place is none."""
    return SEATS if place == NO_PLACE else w.seat[place]

cdef inline unsigned int good_of(const Work* w) noexcept nogil:
    return w.everyone & ~<unsigned int>w.factors.evil[w.set]

cdef inline unsigned int merlins(const Work* w) noexcept nogil:
    """The good seats that may be Merlin, a bit each, or nobody."""
    return w.may_be_merlin & (good_of(w) | NOBODY)

cdef inline unsigned int percivals(const Work* w, int merlin) noexcept nogil:
    """The same for Percival beside a Merlin: all others must be able to be servants."""
    cdef unsigned int good = good_of(w) & ~(1u << merlin)
    cdef unsigned int special = good & w.no_servant
    if special & (special - 1):
        return 0
    return w.may_be_percival & (special if special else good | NOBODY)

cdef inline int is_place_of(const Work* w, int role, int place) noexcept nogil:
    """Whether the role may be at that place of the set."""
    if place == NO_PLACE:
        return not w.clues.count[role]
    return w.clues.count[role] and place < w.members

cdef void weigh_merlins(Work* w) noexcept nogil:
    """How likely each Merlin is by what he sees, for each Mordred."""
    cdef unsigned int evil = w.factors.evil[w.set]
    cdef unsigned int left, visible
    cdef int place, merlin
    for place in range(PLACES):
        if is_place_of(w, MORDRED, place):
            visible = evil if place == NO_PLACE else evil & ~(1u << w.seat[place])
            left = merlins(w)
            while left:
                merlin = pop_seat(&left)
                w.merlin[place][merlin] = 1.0 if merlin == SEATS else w.factors.merlin[w.factors.number[visible]][merlin]

cdef inline const float* likely_percivals(const Work* w, int place, int merlin) noexcept nogil:
    """How likely each seat is Percival by the two he sees, with Morgana at that place of the set."""
    return w.factors.percival[merlin][seat_at(w, place)]

cdef void weigh_percivals(Work* w) noexcept nogil:
    """The weight of all Percivals beside each Merlin, for each Morgana."""
    cdef unsigned int left, others
    cdef const float* likely
    cdef double total
    cdef int place, merlin
    for place in range(PLACES):
        if is_place_of(w, MORGANA, place):
            left = merlins(w)
            while left:
                merlin = pop_seat(&left)
                likely = likely_percivals(w, place, merlin)
                others = percivals(w, merlin)
                total = others >> SEATS
                others &= ~NOBODY
                while others:
                    total += likely[pop_seat(&others)]
                w.rest[place][merlin] = total

cdef void weigh_good(Work* w) noexcept nogil:
    """The weight of all ways to give out the good roles: they hang on Mordred and Morgana alone."""
    cdef int mordred, morgana, i
    for mordred in range(PLACES):
        if is_place_of(w, MORDRED, mordred):
            for morgana in range(PLACES):
                if is_place_of(w, MORGANA, morgana):
                    for i in range(HOLDERS):
                        w.good[mordred][morgana] += w.merlin[mordred][i] * w.rest[morgana][i]

cdef void begin_set(Work* w, int number) noexcept nogil:
    """Prepare for the ways to give out roles in a set."""
    cdef unsigned int left = w.factors.evil[number]
    w.set = number
    w.members = 0
    while left:
        w.seat[w.members] = pop_seat(&left)
        w.members += 1
    if w.factors.alike:
        return
    memset(w.merlin, 0, sizeof(w.merlin) + sizeof(w.rest) + sizeof(w.good) + sizeof(w.evil))
    weigh_merlins(w)
    weigh_percivals(w)
    weigh_good(w)

cdef double weight_beside(const Work* w, int morgana, int merlin) noexcept nogil:
    """Weight of the evil roles given out with Morgana at that place, together with that Merlin."""
    cdef double total = 0.0
    cdef int mordred
    for mordred in range(PLACES):
        total += w.evil[mordred][morgana] * w.merlin[mordred][merlin]
    return total

cdef void share_good(Work* w) noexcept nogil:
    """Add up the chances of good seats to be Merlin and Percival, in the set that is done."""
    cdef unsigned int left, others
    cdef const float* likely
    cdef double weight
    cdef int place, merlin, percival
    if w.factors.alike:
        return
    for place in range(PLACES):
        if is_place_of(w, MORGANA, place):
            left = merlins(w)
            while left:
                merlin = pop_seat(&left)
                weight = weight_beside(w, place, merlin)
                if merlin < SEATS:
                    w.role[merlin][MERLIN] += weight * w.rest[place][merlin]
                likely = likely_percivals(w, place, merlin)
                others = percivals(w, merlin) & ~NOBODY
                while others:
                    percival = pop_seat(&others)
                    w.role[percival][PERCIVAL] += weight * likely[percival]

cdef double give_good(Work* w, const uint8_t* role, const Arrangement* evil, double weight) noexcept nogil:
    """Weight of all ways to give out the good roles, with the evil ones given."""
    cdef int mordred = evil.at[SPECIAL_MORDRED]
    cdef int morgana = evil.at[SPECIAL_MORGANA]
    cdef double total = weight * w.good[mordred][morgana]
    w.evil[mordred][morgana] += weight
    if w.drawn != NULL and total > 0 and not w.found:
        memcpy(w.drawn, role, SEATS)
        draw_good(w, evil, w.left / weight)
        w.left -= total
        w.found = w.left < 0
    return total

cdef void draw_good(const Work* w, const Arrangement* evil, double beyond) noexcept nogil:
    """Of these ways the first one that goes beyond so much weight, or else the last."""
    cdef unsigned int left = merlins(w)
    cdef unsigned int others, good
    cdef double part
    cdef int merlin, percival
    while left and beyond >= 0:
        merlin = pop_seat(&left)
        others = percivals(w, merlin)
        while others and beyond >= 0:
            percival = pop_seat(&others)
            part = w.merlin[evil.at[SPECIAL_MORDRED]][merlin]
            if percival < SEATS:
                part *= likely_percivals(w, evil.at[SPECIAL_MORGANA], merlin)[percival]
            if part <= 0:
                continue
            beyond -= part
            good = good_of(w)
            while good:
                w.drawn[pop_seat(&good)] = SERVANT
            if merlin < SEATS:
                w.drawn[merlin] = MERLIN
            if percival < SEATS:
                w.drawn[percival] = PERCIVAL

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

cdef double arrangement_weight(const Work* w, const Arrangement* one) noexcept nogil:
    """How likely the evil roles are given out so in the set, with the seats at its places; 0 where they cannot be."""
    cdef double weight = 1.0
    cdef int i
    for i in range(w.members):
        if not (w.clues.may[w.seat[i]] >> one.kind[i]) & 1:
            return 0.0
    if not w.factors.alike:
        for i in range(SPECIALS):
            if one.at[i] != NO_PLACE:
                weight *= w.factors.special[i][w.set][one.at[i]]
    return weight

cdef double give_roles_in(Work* w, double weight) noexcept nogil:
    """Weight of all ways to give out the roles in the set."""
    cdef uint8_t role[SEATS]
    cdef double total = 0.0
    cdef double part
    cdef const Arrangement* one
    cdef int i, place
    memset(role, NONE, SEATS)
    for i in range(w.factors.arrangements):
        one = &w.factors.arranged[i]
        part = weight * arrangement_weight(w, one)
        if part <= 0:
            continue
        for place in range(w.members):
            role[w.seat[place]] = one.kind[place]
        if not shot_fits(&w.clues, role):
            continue
        part = give_alike(w, good_of(w), part) if w.factors.alike else give_good(w, role, one, part)
        total += part
        for place in range(w.members):
            w.role[w.seat[place]][one.kind[place]] += part
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
    cdef double weight, ways
    cdef int number
    cdef float most = highest_allowed(e, &w.clues)
    found.sets = 0
    for number in range(e.sets):
        if not may_be_evil(&w.clues, e.evil[number]):
            continue
        begin_set(w, number)
        weight = 1.0
        if judges:
            weight = power_of_e(max(-100.0, <double>e.evil_is[number] - most)) * own_cards(s, e.evil[number])
        ways = give_roles_in(w, weight)
        share_good(w)
        if ways > 0:
            found.evil[found.sets], found.place[found.sets] = e.evil[number], number
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
    cdef Work w
    begin_work(r, s, &belief.factors, &w)
    w.drawn = drawn
    begin_set(&w, belief.place[number])
    w.left = unit(rng) * belief.ways[number]
    give_roles_in(&w, 1.0)
