# A View as numbers; seats are counted from the own one on, round the table, and rows of seats have room for ten.
# avalon_ai/games/resistance_features.py has the names, in the same order.

cdef enum:
    PHASES_OF_RESISTANCE = 11
    PROPOSAL_ROW = 2 + 3 * SEATS
    QUEST_ROW = 3 + SEATS
    USE_ROW = 2 * SEATS + 5
    TURN_ROW = 3 + SEATS + PHASES_OF_RESISTANCE + 2 * QUESTS + 2 * SEATS + 2 * QUESTS
    ROLES_ROW = 2 * ROLES + 1 + 4 + SEATS + SEATS * ROLES
    END_ROW = 3 * SEATS + 2
    RESISTANCE_ROW = (TURN_ROW + ROLES_ROW + 2 * SEATS + 1 + QUESTS * QUEST_ROW + QUESTS * ATTEMPTS * PROPOSAL_ROW + SEATS
                      + USES * USE_ROW + END_ROW)

cdef void resistance_features(const void* rules, const void* view, float* numbers) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>view
    cdef Row row
    cdef int quest, attempt, use
    row.at = numbers
    write_turn(r, s, &row)
    write_roles(r, s, &row)
    write_pending(r, s, &row)
    for quest in range(QUESTS):
        write_quest(r, s, quest, &row)
    for quest in range(QUESTS):
        for attempt in range(ATTEMPTS):
            write_proposal(r, s, quest, attempt, &row)
    write_lady(r, s, &row)
    for use in range(USES):
        write_use(r, s, use, &row)
    write_end(r, s, &row)

cdef int turned_seat(const ResistanceRules* r, const Resistance* s, int seat) noexcept nogil:
    """A seat counted from the own one; NONE stays NONE."""
    return NONE if seat < 0 or seat >= r.players else (seat + r.players - s.viewer) % r.players

cdef unsigned int turned(const ResistanceRules* r, const Resistance* s, unsigned int seats) noexcept nogil:
    """A set of seats counted from the own one."""
    return ((seats >> s.viewer) | (seats << (r.players - s.viewer))) & r.everyone

cdef inline void write_seat(const ResistanceRules* r, const Resistance* s, int seat, Row* row) noexcept nogil:
    write_one_of(row, turned_seat(r, s, seat), SEATS)

cdef inline void write_seats(const ResistanceRules* r, const Resistance* s, unsigned int seats, Row* row) noexcept nogil:
    write_set(row, turned(r, s, seats), SEATS)

cdef void write_turn(const ResistanceRules* r, const Resistance* s, Row* row) noexcept nogil:
    write(row, r.players)
    write(row, s.won)
    write(row, s.lost)
    write_one_of(row, s.viewer, SEATS)
    write_one_of(row, s.phase, PHASES_OF_RESISTANCE)
    write_one_of(row, s.quest, QUESTS)
    write_one_of(row, s.attempt, ATTEMPTS)
    write_seat(r, s, s.leader, row)
    write_seat(r, s, s.actor, row)
    write_all(row, r.size, QUESTS)
    write_all(row, r.needed, QUESTS)

cdef void write_roles(const ResistanceRules* r, const Resistance* s, Row* row) noexcept nogil:
    cdef int place
    cdef int own = s.viewer
    write_one_of(row, s.role[own], ROLES)
    write_all(row, s.count, ROLES)
    write(row, s.carrier == own)
    write_one_of(row, s.carried, 4)
    write_seats(r, s, s.seen[own], row)
    for place in range(SEATS):
        write_set(row, roles_of(r, s, (own + place) % r.players) if place < r.players else 0, ROLES)

cdef void write_pending(const ResistanceRules* r, const Resistance* s, Row* row) noexcept nogil:
    """The team under way, who has chosen already, and the own choice: 1 approve or fail, -1 reject or success."""
    cdef unsigned int team = 0, chosen = 0
    if PHASE_VOTE <= s.phase <= PHASE_REVEAL:
        team = s.team[s.quest][s.attempt]
        chosen = (r.everyone if s.phase <= PHASE_COUNT else team) & ~s.todo
    write_seats(r, s, team, row)
    write_seats(r, s, chosen, row)
    if not (chosen >> s.viewer) & 1:
        write(row, 0)
    else:
        write(row, 1 if (s.pending >> s.viewer) & 1 else -1)

cdef void write_quest(const ResistanceRules* r, const Resistance* s, int quest, Row* row) noexcept nogil:
    cdef int played = s.fails[quest] != NONE
    write(row, played)
    write(row, s.fails[quest] if played else 0)
    write(row, (s.failed[quest] >> s.viewer) & 1)
    write_seats(r, s, team_of(s, quest) if played else 0, row)

cdef void write_proposal(const ResistanceRules* r, const Resistance* s, int quest, int attempt, Row* row) noexcept nogil:
    cdef int made = attempt < proposals_of(s, quest)
    cdef int told = made and not ((s.phase == PHASE_VOTE or s.phase == PHASE_COUNT) and quest == s.quest and attempt == s.attempt)
    write(row, made)
    write(row, told)
    write_seat(r, s, leader_of(r, s, quest, attempt) if made else NONE, row)
    write_seats(r, s, s.team[quest][attempt] if made else 0, row)
    write_seats(r, s, s.approved[quest][attempt] if told else 0, row)

cdef void write_lady(const ResistanceRules* r, const Resistance* s, Row* row) noexcept nogil:
    cdef int i
    cdef int holder = NONE
    for i in range(USES + 1):
        if s.lady[i] != NONE:
            holder = s.lady[i]
    write_seat(r, s, holder, row)

cdef void write_use(const ResistanceRules* r, const Resistance* s, int use, Row* row) noexcept nogil:
    cdef int used = s.lady[use + 1] != NONE
    write_seat(r, s, s.lady[use] if used else NONE, row)
    write_seat(r, s, s.lady[use + 1] if used else NONE, row)
    write_one_of(row, s.loyalty[use] - 1 if used else NONE, 2)
    write_one_of(row, s.claim[use] - 1 if used else NONE, 3)

cdef void write_end(const ResistanceRules* r, const Resistance* s, Row* row) noexcept nogil:
    write_seat(r, s, s.carrier if s.shot != NONE else NONE, row)
    write_seat(r, s, s.shot, row)
    write_seats(r, s, s.evil if s.phase == PHASE_OVER else 0, row)
    write_one_of(row, s.good_won, 2)
