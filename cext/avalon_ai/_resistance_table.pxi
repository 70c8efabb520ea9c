# What lies on the table: sets of seats, who sees whom, and the start of a quest.

cdef uint8_t SIZES[SEAT_SETS]      # of every set of seats

cdef void list_sizes() noexcept:
    cdef int seats
    for seats in range(1, SEAT_SETS):
        SIZES[seats] = SIZES[seats >> 1] + (seats & 1)

list_sizes()

cdef inline int count_bits(unsigned int seats) noexcept nogil:
    """Number of seats in a set."""
    return SIZES[seats & (SEAT_SETS - 1)]

cdef inline int pop_seat(unsigned int* seats) noexcept nogil:
    """Take the first seat out of a set that has one."""
    cdef int seat = __builtin_ctz(seats[0])
    seats[0] &= seats[0] - 1
    return seat

cdef inline unsigned int own_bit(const Resistance* s) noexcept nogil:
    """The seat of a View as a set; a spectator has none."""
    return 1u << s.viewer if s.viewer < SEATS else 0

cdef inline int is_evil(int role) noexcept nogil:
    return (EVIL >> role) & 1

cdef unsigned int seats_with(const ResistanceRules* r, const uint8_t* role, unsigned int roles) noexcept nogil:
    """Seats whose role is one of these."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(r.players):
        if (roles >> role[seat]) & 1:
            found |= 1u << seat
    return found

cdef unsigned int seen_by(const ResistanceRules* r, const uint8_t* role, int seat) noexcept nogil:
    """Whom the role of a seat sees as the game starts: the knowledge table of the rulings."""
    cdef int own = role[seat]
    if own == MERLIN:
        return seats_with(r, role, EVIL & ~(1 << MORDRED))
    if own == PERCIVAL:
        return seats_with(r, role, (1 << MERLIN) | (1 << MORGANA))
    if own == SERVANT or own == OBERON:
        return 0
    return seats_with(r, role, EVIL & ~(1 << OBERON)) & ~(1u << seat)

cdef inline int carrier_roles(int carried) noexcept nogil:
    """Roles that may carry the shot, a bit each."""
    if carried == CARRIED_BY_CARD:
        return 1 << ASSASSIN
    return EVIL if carried == CARRIED_BY_ANY else EVIL & ~(1 << ASSASSIN)

cdef void show_roles(const ResistanceRules* r, Resistance* s) noexcept nogil:
    """Fill in what follows from the roles: the evil seats and what everybody sees."""
    cdef int seat
    s.evil = seats_with(r, s.role, EVIL)
    for seat in range(r.players):
        s.seen[seat] = seen_by(r, s.role, seat)

cdef void clear_table(const ResistanceRules* r, Resistance* s, int leader) noexcept nogil:
    """Before the first proposal, with nothing dealt."""
    memset(s, 0, sizeof(Resistance))
    memset(s.role, NONE, sizeof(s.role))
    memset(s.lead, NONE, sizeof(s.lead))
    memset(s.fails, NONE, sizeof(s.fails))
    memset(s.lady, NONE, sizeof(s.lady))
    s.carrier = s.shot = s.viewer = s.good_won = NONE
    s.leader = s.actor = s.lead[0] = leader
    if r.lady:
        s.lady[0] = (leader + r.players - 1) % r.players

cdef inline int next_seat(const ResistanceRules* r, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < r.players else 0

cdef inline int leader_of(const ResistanceRules* r, const Resistance* s, int quest, int attempt) noexcept nogil:
    """Who led a proposal."""
    cdef int seat = s.lead[quest] + attempt
    return seat if seat < r.players else seat - r.players

cdef inline int proposals_of(const Resistance* s, int quest) noexcept nogil:
    """How many teams were proposed for a quest."""
    cdef int count = 0
    while count < ATTEMPTS and s.team[quest][count]:
        count += 1
    return count

cdef inline unsigned int team_of(const Resistance* s, int quest) noexcept nogil:
    """Who went on a quest that has been played, or goes on the one under way."""
    cdef int last = proposals_of(s, quest) - 1
    return s.team[quest][last] if last >= 0 else 0
