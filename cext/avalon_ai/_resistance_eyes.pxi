# What a seat makes of the table: what it knows of the sides, and the notes that everybody can take.

cdef float SUSPECT = 1e-3      # share of the weights that is left to a seat that all think evil

# What a seat knows of the sides; its role's eyes and the Lady.
cdef struct Knows:
    unsigned int always    # seats that are evil
    unsigned int never     # seats that are not
    unsigned int pair      # exactly one of these is; 0: no such pair

cdef void know_sides(const ResistanceRules* r, const Resistance* s, int seat, Knows* k) noexcept nogil:
    cdef unsigned int own = 1u << seat
    cdef int role = s.role[seat]
    cdef int use
    k.always = own if is_evil(role) else 0
    k.never = own & ~k.always
    k.pair = 0
    if role == MERLIN:
        k.always = s.seen[seat]
        if not s.count[MORDRED]:
            k.never = r.everyone & ~k.always
    elif role == PERCIVAL:
        if count_bits(s.seen[seat]) == 2 and s.count[MERLIN] and s.count[MORGANA]:
            k.pair = s.seen[seat]
        elif s.count[MERLIN]:
            k.never |= s.seen[seat]
    elif is_evil(role) and role != OBERON:
        k.always |= s.seen[seat]
        if not s.count[OBERON]:
            k.never = r.everyone & ~k.always
    for use in range(USES):
        if s.lady[use] == seat and s.loyalty[use] == CLAIM_EVIL:
            k.always |= 1u << s.lady[use + 1]
        elif s.lady[use] == seat and s.loyalty[use] == CLAIM_GOOD:
            k.never |= 1u << s.lady[use + 1]

cdef inline int allowed(const Knows* k, unsigned int evil) noexcept nogil:
    if k.pair and count_bits(evil & k.pair) != 1:
        return 0
    return ((evil & k.never) | (k.always & ~evil)) == 0

# What a seat makes of the table.
cdef struct Eyes:
    float total
    float evil[SEATS]      # weight of the sets with that seat
    Knows knows

cdef void look(const ResistanceRules* r, const Notes* n, Eyes* eyes) noexcept nogil:
    """Sums over the sets that `eyes.knows` allows."""
    cdef const float* weight = row_of(n, ROW_ALL)
    cdef float w
    cdef int i, k
    memset(eyes.evil, 0, sizeof(eyes.evil))
    eyes.total = 0.0
    for i in range(n.sets):
        w = (weight[i] + SMALLEST) * allowed(&eyes.knows, r.sets[i])
        eyes.total += w
        for k in range(r.evil):
            eyes.evil[r.members[i][k]] += w

cdef void look_as_servant(const ResistanceRules* r, const Notes* n, int seat, Eyes* eyes) noexcept nogil:
    """The same sums for a seat that knows of itself alone."""
    cdef int other
    eyes.knows.always = eyes.knows.pair = 0
    eyes.knows.never = 1u << seat
    eyes.total = n.total - n.evil[seat]
    if eyes.total < SUSPECT * n.total:     # the difference would be all rounding
        look(r, n, eyes)
        return
    for other in range(r.players):
        eyes.evil[other] = n.evil[other] - (n.both[other][seat] if other < seat else n.both[seat][other])
    eyes.evil[seat] = 0.0

cdef inline void look_as(const ResistanceRules* r, const Resistance* s, const Notes* n, int seat, Eyes* eyes) noexcept nogil:
    know_sides(r, s, seat, &eyes.knows)
    if eyes.knows.always or eyes.knows.pair or eyes.knows.never != 1u << seat:
        look(r, n, eyes)
    else:
        look_as_servant(r, n, seat, eyes)

cdef float success(const ResistanceRules* r, const Notes* n, const Eyes* eyes, unsigned int team, int needed) noexcept nogil:
    """How likely fewer evil seats are on a team than can make the quest fail."""
    cdef const float* weight = row_of(n, ROW_ALL)
    cdef const uint16_t* sets = r.sets
    cdef float sum[4]                      # of every fourth set
    cdef int i, lane
    cdef unsigned int evil, bad
    cdef unsigned int spared = 0 if needed == 1 else 1
    cdef const Knows* k = &eyes.knows
    sum[0] = sum[1] = sum[2] = sum[3] = 0.0
    for i in range(0, n.stride, 4):
        for lane in range(4):
            evil = sets[i + lane]
            bad = evil & team
            bad = (bad & (bad - spared)) | (evil & k.never) | (k.always & ~evil)
            if k.pair:
                bad |= count_bits(evil & k.pair) != 1
            sum[lane] += weight[i + lane] if bad == 0 else 0
    return ((sum[0] + sum[1]) + (sum[2] + sum[3]) + SMALLEST) / eyes.total

cdef unsigned int least_of(const ResistanceRules* r, const float* suspicion, int count, unsigned int seats,
                           int first) noexcept nogil:
    """So many of these seats that are suspected least; of equal ones those that come first from seat `first` on."""
    cdef unsigned int chosen = 0
    cdef int i, seat, best
    while count > 0:
        best = -1
        seat = first
        for i in range(r.players):
            if (seats >> seat) & 1 and (best < 0 or suspicion[seat] < suspicion[best]):
                best = seat
            seat = next_seat(r, seat)
        if best < 0:
            return chosen
        chosen |= 1u << best
        seats &= ~(1u << best)
        count -= 1
    return chosen

cdef inline unsigned int team_on_table(const Resistance* s) noexcept nogil:
    return s.team[s.quest][s.attempt]

cdef inline unsigned int side_of(const Resistance* s, int seat) noexcept nogil:
    """The evil seats that an evil seat knows of, itself one."""
    return s.seen[seat] | (1u << seat)

cdef int highest(const float* weights, int count, Rng* rng) noexcept nogil:
    """The place of the highest, of equal ones any."""
    cdef int i
    cdef int best = 0
    cdef int equal = 1
    for i in range(1, count):
        if weights[i] > weights[best] * <float>1.0001:
            best, equal = i, 1
        elif weights[i] >= weights[best] * <float>0.9999:
            equal += 1
            if below(rng, equal) == 0:
                best = i
    return best
