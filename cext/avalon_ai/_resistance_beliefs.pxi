# What a View makes of the evidence: every assignment of roles that it allows, with its exact chance.

# Factors of an assignment's weight, and where they are summed up.
cdef struct Weights:
    double special[SPECIALS][EVIL_SETS][EVIL_SEATS]
    double merlin[EVIL_SETS][SEATS]
    double percival[SEATS][SEATS + 1][SEATS + 1]
    double role[SEATS][ROLES]
    Clues clues
    const Evidence* evidence
    unsigned int no_servant    # seats that can be no servant
    unsigned int everyone
    int set                    # the one under way
    int judges                 # 0: what was done tells nothing
    int alike                  # 1: all ways to give out roles weigh the same

cdef float highest(const float* scores, int count) noexcept nogil:
    cdef float most = scores[0]
    cdef int i
    for i in range(1, count):
        if scores[i] > most:
            most = scores[i]
    return most

cdef void raise_all(const float* scores, int count, double* factors) noexcept nogil:
    """To factors, the highest one 1."""
    cdef float most = highest(scores, count)
    cdef int i
    for i in range(count):
        factors[i] = power_of_e(max(-100.0, <double>scores[i] - most))

cdef inline int special_role(int special) noexcept nogil:
    if special == SPECIAL_MORGANA:
        return MORGANA
    return MORDRED if special == SPECIAL_MORDRED else OBERON

cdef void weigh_roles(const Resistance* s, const Evidence* e, Weights* w) noexcept nogil:
    cdef int i
    if s.count[MERLIN]:
        raise_all(e.merlin[0], e.visibles * SEATS, w.merlin[0])
    if s.count[PERCIVAL]:
        raise_all(e.percival[0][0], SEATS * (SEATS + 1) * (SEATS + 1), w.percival[0][0])
    for i in range(SPECIALS):
        if s.count[special_role(i)]:
            raise_all(e.special[i][0], e.sets * EVIL_SEATS, w.special[i][0])

cdef int has_doubles(const Resistance* s) noexcept nogil:
    """Whether a role with knowledge of its own is dealt twice: then the scores of roles mean nothing."""
    cdef int role
    for role in range(ROLES):
        if s.count[role] > 1 and role != SERVANT and role != MINION and role != ASSASSIN:
            return 1
    return 0

# --- all ways to give out the roles --------------------------------------------------------------

cdef double give_good(Weights* w, const uint8_t* role, unsigned int good, double weight) noexcept nogil:
    """Weight of all ways to give out the good roles, with the evil ones given; notes the chances of each seat."""
    cdef unsigned int visible = w.evidence.evil[w.set]
    cdef int morgana = SEATS
    cdef int seat
    for seat in range(SEATS):
        if role[seat] == MORGANA:
            morgana = seat
        elif role[seat] == MORDRED:
            visible &= ~(1u << seat)
    return give_merlin(w, good, w.evidence.number[visible], morgana, weight)

cdef double give_merlin(Weights* w, unsigned int good, int visible, int morgana, double weight) noexcept nogil:
    cdef double total = 0.0
    cdef double part
    cdef int seat
    if not w.clues.count[MERLIN]:
        return weight * give_percival(w, good, SEATS, morgana, weight)
    for seat in range(SEATS):
        if (good >> seat) & 1 and (w.clues.may[seat] >> MERLIN) & 1:
            part = weight * w.merlin[visible][seat]
            part *= give_percival(w, good & ~(1u << seat), seat, morgana, part)
            w.role[seat][MERLIN] += part
            total += part
    return total

cdef double give_percival(Weights* w, unsigned int good, int merlin, int morgana, double weight) noexcept nogil:
    """The factor of all ways from here on: the rest are servants."""
    cdef unsigned int others = good & w.no_servant
    cdef double total = 0.0
    cdef double part
    cdef int seat
    if not w.clues.count[PERCIVAL]:
        return others == 0
    for seat in range(SEATS):
        if (good >> seat) & 1 and (w.clues.may[seat] >> PERCIVAL) & 1 and not others & ~(1u << seat):
            part = w.percival[seat][merlin][morgana]
            w.role[seat][PERCIVAL] += weight * part
            total += part
    return total

cdef double give_alike(Weights* w, uint8_t* role, unsigned int left, double weight) noexcept nogil:
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
            part = give_alike(w, role, left & (left - 1), weight)
            w.clues.count[kind] += 1
            w.role[seat][kind] += part
            total += part
    return total

cdef inline double factor_of(const Weights* w, int place, int kind) noexcept nogil:
    if w.alike or kind == ASSASSIN or kind == MINION:
        return 1.0
    if kind == MORGANA:
        return w.special[SPECIAL_MORGANA][w.set][place]
    return w.special[SPECIAL_MORDRED if kind == MORDRED else SPECIAL_OBERON][w.set][place]

cdef double give_evil(Weights* w, uint8_t* role, unsigned int left, int place, double weight) noexcept nogil:
    """Weight of all ways to give out the roles; `left` are evil seats without one, the first at that place of the set."""
    cdef double total = 0.0
    cdef double part
    cdef unsigned int good
    cdef int seat, kind
    if left == 0:
        if not shot_fits(&w.clues, role):
            return 0.0
        good = w.everyone & ~<unsigned int>w.evidence.evil[w.set]
        return give_alike(w, role, good, weight) if w.alike else give_good(w, role, good, weight)
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

cdef double own_cards(const Resistance* s, unsigned int evil) noexcept nogil:
    """How likely the viewer played the cards it did, if each evil member played each card of its team as likely as the next."""
    cdef double chance = 1.0
    cdef unsigned int own = 1u << s.viewer
    cdef int quest, members
    for quest in range(QUESTS):
        if s.fails[quest] == NONE or not team_of(s, quest) & evil & own:
            continue
        members = count_bits(team_of(s, quest) & evil)
        chance *= (s.fails[quest] if s.failed[quest] else members - s.fails[quest]) / <double>members
    return chance

cdef float highest_allowed(const Weights* w) noexcept nogil:
    """The best score of a set of evil seats that the View allows."""
    cdef float most = -1e30
    cdef int i
    for i in range(w.evidence.sets):
        if w.evidence.evil_is[i] > most and may_be_evil(&w.clues, w.evidence.evil[i]):
            most = w.evidence.evil_is[i]
    return most

cdef double weight_of_set(const Resistance* s, const Weights* w, unsigned int evil, double score) noexcept nogil:
    if not w.judges:
        return 1.0
    return power_of_e(max(-100.0, score)) * own_cards(s, evil)

cdef void sum_up(const Resistance* s, Weights* w, Posterior* found) noexcept nogil:
    """All assignments that the View allows, by set of evil seats and by role of each seat."""
    cdef uint8_t role[SEATS]
    cdef unsigned int evil
    cdef double weight
    cdef float most = highest_allowed(w)
    cdef int i
    memset(role, NONE, SEATS)
    found.sets = 0
    for i in range(w.evidence.sets):
        evil = w.evidence.evil[i]
        if not may_be_evil(&w.clues, evil):
            continue
        w.set = i
        weight = give_evil(w, role, evil, 0, weight_of_set(s, w, evil, w.evidence.evil_is[i] - most))
        if weight > 0:
            found.evil[found.sets] = evil
            found.chance[found.sets] = weight
            found.sets += 1

cdef void share_out(const Weights* w, Posterior* found) noexcept nogil:
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

cdef void believe_by(const ResistanceRules* r, const Resistance* s, const Behaviour* b, Posterior* found) noexcept nogil:
    """The exact posterior of a View under a model of behaviour; NULL: all possible assignments are as likely."""
    cdef Evidence evidence
    cdef Weights w
    cdef int seat
    memset(&w, 0, sizeof(Weights))
    read_clues(r, s, &w.clues)
    w.evidence = &evidence
    w.everyone = r.everyone
    w.judges = b != NULL
    w.alike = b == NULL or has_doubles(s)
    for seat in range(r.players):
        w.no_servant |= ((w.clues.may[seat] >> SERVANT & 1) ^ 1) << seat
    if b == NULL:
        list_sets(r, s, &evidence)
    else:
        read_evidence(r, s, b, &evidence)
        weigh_roles(s, &evidence, &w)
    sum_up(s, &w, found)
    share_out(&w, found)
