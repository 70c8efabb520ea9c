# The worlds that a View allows: which seats may have which roles, and in how many ways. Everything is counted exactly.
#
# What binds: the role set, the own role and what it sees, what the Lady showed the own seat, fails on teams (a team with f
# fails has f evil members, the own card aside), who shot whom, and at the end who has won.

cdef struct Clues:
    uint8_t may[SEATS]         # roles that a seat may have, a bit each
    uint8_t count[ROLES]       # roles still to be given out
    uint16_t team[QUESTS]      # members of each quest played, the own seat aside
    uint8_t need[QUESTS]       # evil seats among them at least
    uint16_t always            # seats that can only be evil
    uint16_t never             # seats that can only be good
    uint8_t shooter            # NONE if nobody has shot
    uint8_t shot

cdef int may_be(const Resistance* s, int seat) noexcept nogil:
    """Roles of another seat that fit what the viewer's role sees, a bit each."""
    cdef int own, shown
    if s.viewer == SPECTATOR:
        return 0xFF
    own = s.role[s.viewer]
    shown = (s.seen[s.viewer] >> seat) & 1
    if own == MERLIN:
        return EVIL & ~(1 << MORDRED) if shown else GOOD | (1 << MORDRED)
    if own == PERCIVAL:
        return (1 << MERLIN) | (1 << MORGANA) if shown else 0xFF & ~((1 << MERLIN) | (1 << MORGANA))
    if own == SERVANT or own == OBERON:
        return 0xFF
    return EVIL & ~(1 << OBERON) if shown else GOOD | (1 << OBERON)

cdef void read_shot(const Resistance* s, Clues* clues) noexcept nogil:
    """Who shoots carries the shot; the result says whether he hit."""
    clues.shooter, clues.shot = s.carrier, s.shot
    clues.may[s.carrier] &= carrier_roles(s.carried)
    if s.phase == PHASE_OVER:
        clues.may[s.shot] &= 0xFF & ~(1 << MERLIN) if s.good_won else 1 << MERLIN

cdef void read_seats(const ResistanceRules* r, const Resistance* s, Clues* clues) noexcept nogil:
    cdef int seat, use
    for seat in range(r.players):
        clues.may[seat] = 1 << s.role[seat] if seat == s.viewer else may_be(s, seat)
        if s.phase == PHASE_OVER:
            clues.may[seat] &= EVIL if (s.evil >> seat) & 1 else GOOD
    for use in range(USES):
        if s.loyalty[use]:
            clues.may[s.lady[use + 1]] &= GOOD if s.loyalty[use] == CLAIM_GOOD else EVIL
    clues.shooter = clues.shot = NONE
    if s.shot != NONE:
        read_shot(s, clues)

cdef void read_clues(const ResistanceRules* r, const Resistance* s, Clues* clues) noexcept nogil:
    """Everything that a View knows about who is who."""
    cdef unsigned int own = own_bit(s)
    cdef int seat, quest
    memset(clues, 0, sizeof(Clues))
    memcpy(clues.count, s.count, ROLES)
    read_seats(r, s, clues)
    for seat in range(r.players):
        if not clues.may[seat] & GOOD:
            clues.always |= 1u << seat
        if not clues.may[seat] & EVIL:
            clues.never |= 1u << seat
    for quest in range(QUESTS):
        if s.fails[quest] != NONE:
            clues.team[quest] = team_of(s, quest) & ~own
            clues.need[quest] = s.fails[quest] - (s.failed[quest] != 0)

cdef inline int may_be_evil(const Clues* clues, unsigned int evil) noexcept nogil:
    """Whether these and only these seats may be evil, roles aside."""
    cdef int quest
    if evil & clues.never or clues.always & ~evil:
        return 0
    for quest in range(QUESTS):
        if clues.need[quest] and count_bits(evil & clues.team[quest]) < clues.need[quest]:
            return 0
    return 1

cdef inline unsigned int next_set(unsigned int seats) noexcept nogil:
    """The next larger set of as many seats."""
    cdef unsigned int low = seats & (0u - seats)
    cdef unsigned int carry = seats + low
    return (((seats ^ carry) >> 2) // low) | carry

cdef inline int shot_fits(const Clues* clues, const uint8_t* role) noexcept nogil:
    """Whether the shooter may have shot that seat: none whom he saw as evil. Evil roles are given out."""
    if clues.shooter == NONE or role[clues.shooter] == OBERON:
        return 1
    return role[clues.shot] == NONE or role[clues.shot] == OBERON

cdef int give_roles(Clues* clues, uint8_t* role, unsigned int seats, int side, int stop) noexcept nogil:
    """Ways to give out the roles of a side to these seats, counted up to `stop`; then the last one stands in `role`."""
    cdef int seat, kind
    cdef int ways = 0
    if seats == 0:
        return shot_fits(clues, role) if side == EVIL else 1
    seat = __builtin_ctz(seats)
    for kind in range(ROLES):
        if not clues.count[kind] or not (clues.may[seat] & side) >> kind & 1:
            continue
        clues.count[kind] -= 1
        role[seat] = kind
        ways += give_roles(clues, role, seats & (seats - 1), side, stop - ways)
        clues.count[kind] += 1
        if ways >= stop:
            return ways
    role[seat] = NONE
    return ways

cdef int ways_of(const ResistanceRules* r, Clues* clues, unsigned int evil, int stop) noexcept nogil:
    """Ways to give out all roles with these seats evil, each side counted up to `stop`."""
    cdef uint8_t role[SEATS]
    cdef int ways
    memset(role, NONE, SEATS)
    ways = give_roles(clues, role, evil, EVIL, stop)
    return ways * give_roles(clues, role, r.everyone & ~evil, GOOD, stop) if ways else 0

cdef enum:
    ALL_WAYS = 1 << 20     # more than there are of one side

cdef int fits_some_set(const ResistanceRules* r, Clues* clues) noexcept nogil:
    """Whether the roles can be given out at all."""
    cdef unsigned int evil = (1u << r.evil) - 1
    while evil <= r.everyone:
        if may_be_evil(clues, evil) and ways_of(r, clues, evil, 1):
            return 1
        evil = next_set(evil)
    return 0

cdef int some_world(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    """Whether anything fits what a View knows."""
    cdef Clues clues
    read_clues(r, s, &clues)
    return fits_some_set(r, &clues)

cdef void weigh_sets(const ResistanceRules* r, Clues* clues, ResistanceBelief* belief) noexcept nogil:
    """All sets of evil seats that are possible, each with its number of ways."""
    cdef unsigned int evil = (1u << r.evil) - 1
    cdef float upto = 0.0
    cdef int ways
    belief.sets = 0
    while evil <= r.everyone:
        ways = ways_of(r, clues, evil, ALL_WAYS) if may_be_evil(clues, evil) else 0
        if ways:
            upto += ways
            belief.upto[belief.sets] = upto
            belief.evil[belief.sets] = evil
            belief.sets += 1
        evil = next_set(evil)

cdef int draw_set(const ResistanceBelief* belief, Rng* rng) noexcept nogil:
    """The number of a set, by weight."""
    cdef double place = unit(rng) * belief.upto[belief.sets - 1]
    cdef int low = 0
    cdef int high = belief.sets - 1
    cdef int middle
    while low < high:
        middle = (low + high) // 2
        if place < belief.upto[middle]:
            high = middle
        else:
            low = middle + 1
    return low

cdef void draw_side(Clues* clues, uint8_t* role, unsigned int seats, int side, Rng* rng) noexcept nogil:
    """Give out the roles of a side, every way as likely as the next."""
    cdef int ways = give_roles(clues, role, seats, side, ALL_WAYS)
    give_roles(clues, role, seats, side, 1 + <int>below(rng, ways))

cdef int roles_of(const ResistanceRules* r, const Resistance* s, int seat) noexcept nogil:
    """The roles that a seat may have as far as a View can tell, a bit each."""
    cdef Clues known, clues
    cdef int role, found = 0
    read_clues(r, s, &known)
    for role in range(ROLES):
        clues = known
        clues.may[seat] &= 1 << role
        if clues.may[seat] and fits_some_set(r, &clues):
            found |= 1 << role
    return found
