# Invariants: check returns the number of the first that is broken, its place in this list counted from 1.

INVARIANTS = (
    "numbers are in range", "roles make up the role set", "the shot is carried by whom it may be",
    "seats were shown what their roles see", "the course of the game leads to this position",
    "some world fits what the seat knows",
)

cdef int numbers_wrong(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    """Only what the checks after this one need to be sure of."""
    cdef int i
    if s.lead[0] >= r.players or s.carried > CARRIED_BY_OTHER or s.quest >= QUESTS or s.attempt >= ATTEMPTS or s.uses > USES:
        return 1
    for i in range(SEATS):
        if s.role[i] >= ROLES and s.role[i] != NONE:
            return 1
    if s.viewer != NONE and s.viewer != SPECTATOR and (s.viewer >= r.players or s.role[s.viewer] == NONE):
        return 1
    return s.carrier != NONE and s.carrier >= r.players

cdef int roles_wrong(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    cdef uint8_t count[ROLES]
    cdef int i
    cdef int evil = 0
    cdef int total = 0
    memset(count, 0, ROLES)
    for i in range(SEATS):
        if i >= r.players or (s.viewer != NONE and i != s.viewer):
            if s.role[i] != NONE:
                return 1
        elif s.role[i] == NONE:
            return 1
        else:
            count[s.role[i]] += 1
    for i in range(ROLES):
        total += s.count[i]
        evil += s.count[i] * is_evil(i)
        if s.viewer == NONE and count[i] != s.count[i] or count[i] > s.count[i]:
            return 1
    return total != r.players or evil != r.evil

cdef int someone_carries(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    """Of a View whose seat does not carry the shot: is another seat left that may?"""
    cdef int own
    if s.viewer == SPECTATOR:
        return 1
    own = carrier_roles(s.carried) >> s.role[s.viewer] & 1
    if s.carried == CARRIED_BY_CARD:
        return not own
    return r.evil - (s.carried == CARRIED_BY_OTHER) - own > 0

cdef int carrier_wrong(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    if (s.carried == CARRIED_NOT) != (s.count[MERLIN] == 0):
        return 1
    if (s.carried == CARRIED_BY_CARD or s.carried == CARRIED_BY_OTHER) and s.count[ASSASSIN] != 1:
        return 1
    if s.carrier == NONE:
        if s.viewer == NONE:
            return s.carried != CARRIED_NOT
        return s.carried != CARRIED_NOT and not someone_carries(r, s)
    if s.viewer != NONE and s.carrier != s.viewer:
        return s.shot == NONE
    return s.carried == CARRIED_NOT or not carrier_roles(s.carried) >> s.role[s.carrier] & 1

cdef int sight_wrong(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    """What a View was shown has to fit some world as well, see the last invariant."""
    cdef int seat
    for seat in range(SEATS):
        if seat >= r.players or (s.viewer != NONE and seat != s.viewer):
            if s.seen[seat]:
                return 1
        elif s.viewer == NONE and s.seen[seat] != seen_by(r, s.role, seat):
            return 1
    if s.viewer == NONE:
        return s.evil != seats_with(r, s.role, EVIL)
    if s.viewer == SPECTATOR:
        return s.phase != PHASE_OVER and s.evil
    if s.phase != PHASE_OVER and s.evil != is_evil(s.role[s.viewer]) << s.viewer:
        return 1
    if s.role[s.viewer] == SERVANT or s.role[s.viewer] == OBERON:
        return s.seen[s.viewer] != 0
    return (s.seen[s.viewer] & ~(r.everyone & ~(1u << s.viewer))) != 0

# The course of the game: the events that led to a position, read off the position itself.

cdef void go_back(const ResistanceRules* r, const Resistance* s, Resistance* past) noexcept nogil:
    """The same deal before its first event."""
    clear_table(r, past, s.lead[0])
    memcpy(past.role, s.role, sizeof(s.role))
    memcpy(past.seen, s.seen, sizeof(s.seen))
    memcpy(past.count, s.count, sizeof(s.count))
    past.carried, past.viewer = s.carried, s.viewer
    if s.viewer == NONE:
        past.evil, past.carrier = s.evil, s.carrier
        return
    if s.viewer == SPECTATOR:
        return
    past.evil = is_evil(s.role[s.viewer]) << s.viewer
    if s.carrier == s.viewer:
        past.carrier = s.viewer

cdef inline int is_here(const Resistance* s, const Resistance* past) noexcept nogil:
    """Whether `past` has come to the phase in which `s` is."""
    return (past.phase == s.phase and past.quest == s.quest and past.attempt == s.attempt and past.uses == s.uses)

cdef Event chosen_by(const Resistance* s, const Resistance* past, unsigned int chosen, int yes) noexcept nogil:
    """The choice of the seat to act in `past`: `yes` where its bit is set, else the code before or after it."""
    cdef int code
    if past.viewer != NONE and past.viewer != past.actor:
        code = CODE_VOTE_HIDDEN if yes == CODE_APPROVE else CODE_CARD_HIDDEN
    elif (chosen >> past.actor) & 1:
        code = yes
    else:
        code = CODE_REJECT if yes == CODE_APPROVE else CODE_SUCCESS
    return make(code, past.actor, SOURCE_MOVE)

cdef Event past_choice(const Resistance* s, const Resistance* past) noexcept nogil:
    """The next vote or quest card, NO_EVENT if it has not been made."""
    cdef int yes = CODE_APPROVE if past.phase == PHASE_VOTE else CODE_FAIL
    if past.quest == s.quest and past.attempt == s.attempt and (s.phase == past.phase or s.phase == past.phase + 1):
        if s.phase == past.phase and past.todo == s.todo:
            return NO_EVENT
        return chosen_by(s, past, s.pending, yes)
    if yes == CODE_APPROVE:
        return chosen_by(s, past, s.approved[past.quest][past.attempt], yes)
    return chosen_by(s, past, s.failed[past.quest], yes)

cdef Event past_rare(const ResistanceRules* r, const Resistance* s, const Resistance* past) noexcept nogil:
    cdef int use = past.uses
    if past.phase == PHASE_LADY:
        if use >= USES or s.lady[use + 1] == NONE:
            return NO_EVENT
        return make(CODE_LADY + s.lady[use + 1], past.actor, SOURCE_MOVE)
    if past.phase == PHASE_LOYALTY:
        return NO_EVENT if is_here(s, past) else make(CODE_LOYALTY + s.loyalty[use], NO_SEAT, SOURCE_REFEREE)
    if past.phase == PHASE_CLAIM:
        return NO_EVENT if s.claim[use] == 0 else make(CODE_SAY + s.claim[use], past.actor, SOURCE_MOVE)
    if past.phase == PHASE_SHOOT:
        return NO_EVENT if s.shot == NONE else make(CODE_SHOOT + s.shot, s.carrier, SOURCE_MOVE)
    if past.phase == PHASE_RESULT and s.phase == PHASE_OVER:
        return make(CODE_RESULT + (r.everyone & ~s.evil if s.good_won else s.evil), NO_SEAT, SOURCE_REFEREE)
    return NO_EVENT

cdef Event past_event(const ResistanceRules* r, const Resistance* s, const Resistance* past) noexcept nogil:
    """What happened in `past` on the way to `s`; NO_EVENT if nothing has happened since."""
    if past.phase == PHASE_PROPOSE:
        if s.team[past.quest][past.attempt] == 0:
            return NO_EVENT
        return make(CODE_TEAM + s.team[past.quest][past.attempt], past.actor, SOURCE_MOVE)
    if past.phase == PHASE_VOTE or past.phase == PHASE_QUEST:
        return past_choice(s, past)
    if past.phase == PHASE_COUNT:
        if is_here(s, past):
            return NO_EVENT
        return make(CODE_VOTES + s.approved[past.quest][past.attempt], NO_SEAT, SOURCE_REFEREE)
    if past.phase == PHASE_REVEAL:
        if s.fails[past.quest] == NONE:
            return NO_EVENT
        return make(CODE_FAILS + s.fails[past.quest], NO_SEAT, SOURCE_REFEREE)
    return past_rare(r, s, past)

cdef int course_wrong(const ResistanceRules* r, const Resistance* s) noexcept nogil:
    """Whether the events read off a position, played from its deal, do not lead to it byte for byte."""
    cdef Resistance past
    cdef Event event
    go_back(r, s, &past)
    while True:
        event = past_event(r, s, &past)
        if event == NO_EVENT:
            return memcmp(&past, s, sizeof(Resistance)) != 0
        if not fits_table(r, &past, event):
            return 1
        resistance_apply(r, &past, event)

cdef int resistance_check(const void* rules, const void* state) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>state
    if numbers_wrong(r, s):
        return 1
    if roles_wrong(r, s):
        return 2
    if carrier_wrong(r, s):
        return 3
    if sight_wrong(r, s):
        return 4
    if course_wrong(r, s):
        return 5
    return 6 if s.viewer != NONE and not some_world(r, s) else 0
