# What an event does. State and View go the same way: a View is told masked events, and its hidden fields stay empty.

cdef inline void ask_chance(Resistance* s, int phase) noexcept nogil:
    s.phase = phase
    s.actor = ACTOR_CHANCE

cdef inline void ask_each(Resistance* s, int phase, unsigned int seats) noexcept nogil:
    """These seats choose one after the other, none knowing the others' choices."""
    s.phase = phase
    s.todo = seats
    s.actor = __builtin_ctz(seats)

cdef inline void ask_leader(Resistance* s) noexcept nogil:
    s.phase = PHASE_PROPOSE
    s.actor = s.leader

cdef inline void decide(Resistance* s, int reason) noexcept nogil:
    """The game is decided; the referee says who has won."""
    s.reason = reason
    ask_chance(s, PHASE_RESULT)

cdef inline void propose(const ResistanceRules* r, Resistance* s, unsigned int team) noexcept nogil:
    s.team[s.quest][s.attempt] = team
    ask_each(s, PHASE_VOTE, r.everyone)

cdef inline void choose(Resistance* s, unsigned int chosen) noexcept nogil:
    """A vote or a quest card. `chosen` is 1 for the choice that `pending` notes; the referee's phase comes after the last."""
    s.pending |= chosen << s.actor
    s.todo &= s.todo - 1
    if s.todo:
        s.actor = __builtin_ctz(s.todo)
    else:
        ask_chance(s, s.phase + 1)

cdef inline void count_votes(const ResistanceRules* r, Resistance* s, unsigned int approved) noexcept nogil:
    s.approved[s.quest][s.attempt] = approved
    s.pending = 0
    if 2 * count_bits(approved) > r.players:
        ask_each(s, PHASE_QUEST, s.team[s.quest][s.attempt])
    elif s.attempt + 1 == ATTEMPTS:
        decide(s, REASON_REJECTIONS)
    else:
        s.attempt += 1
        s.leader = next_seat(r, s.leader)
        ask_leader(s)

cdef inline void end_quests(Resistance* s) noexcept nogil:
    """Three quests have succeeded: the shot, if there is one."""
    if s.carried == CARRIED_NOT:
        decide(s, REASON_QUESTS)
        return
    s.phase = PHASE_SHOOT
    s.actor = s.carrier if s.carrier != NONE else ACTOR_HIDDEN

cdef inline void begin_quest(const ResistanceRules* r, Resistance* s) noexcept nogil:
    """The next quest, with a visit of the Lady before it from the third on."""
    s.quest += 1
    s.attempt = 0
    s.leader = next_seat(r, s.leader)
    s.lead[s.quest] = s.leader
    if r.lady and s.quest >= 2:
        s.phase = PHASE_LADY
        s.actor = s.lady[s.uses]
    else:
        ask_leader(s)

cdef inline void tell_fails(const ResistanceRules* r, Resistance* s, int fails) noexcept nogil:
    s.fails[s.quest] = fails
    s.failed[s.quest] = s.pending
    s.pending = 0
    if fails >= r.needed[s.quest]:
        s.lost += 1
    else:
        s.won += 1
    if s.lost == 3:
        decide(s, REASON_FAILS)
    elif s.won == 3:
        end_quests(s)
    else:
        begin_quest(r, s)

cdef inline void send_lady(Resistance* s, int target) noexcept nogil:
    s.lady[s.uses + 1] = target
    ask_chance(s, PHASE_LOYALTY)

cdef inline void show_loyalty(Resistance* s, int loyalty) noexcept nogil:
    s.loyalty[s.uses] = loyalty
    s.phase = PHASE_CLAIM
    s.actor = s.lady[s.uses]

cdef inline void say(Resistance* s, int claim) noexcept nogil:
    s.claim[s.uses] = claim
    s.uses += 1
    ask_leader(s)

cdef inline void shoot(Resistance* s, int seat, int target) noexcept nogil:
    s.carrier = seat
    s.shot = target
    ask_chance(s, PHASE_RESULT)

cdef inline void tell_result(const ResistanceRules* r, Resistance* s, unsigned int winners) noexcept nogil:
    """Who has won tells who is evil; after a shot, whether it was Merlin."""
    s.good_won = count_bits(winners) != r.evil       # there are never as many good seats as evil ones
    s.evil = r.everyone & ~winners if s.good_won else winners
    if s.reason == REASON_NONE:
        s.reason = REASON_QUESTS if s.good_won else REASON_MERLIN
    s.phase = PHASE_OVER
    s.actor = ACTOR_OVER

cdef void apply_rare(const ResistanceRules* r, Resistance* s, int seat, int code) noexcept nogil:
    if s.phase == PHASE_LADY:
        send_lady(s, code - CODE_LADY)
    elif s.phase == PHASE_LOYALTY:
        show_loyalty(s, code - CODE_LOYALTY)
    elif s.phase == PHASE_CLAIM:
        say(s, code - CODE_SAY)
    elif s.phase == PHASE_SHOOT:
        shoot(s, seat, code - CODE_SHOOT)
    elif s.phase == PHASE_RESULT:
        tell_result(r, s, code - CODE_RESULT)

cdef void resistance_apply(const void* rules, void* state, Event event) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef Resistance* s = <Resistance*>state
    cdef int code = code_of(event)
    if s.phase == PHASE_VOTE:
        choose(s, code == CODE_APPROVE)
    elif s.phase == PHASE_QUEST:
        choose(s, code == CODE_FAIL)
    elif s.phase == PHASE_COUNT:
        count_votes(r, s, code - CODE_VOTES)
    elif s.phase == PHASE_PROPOSE:
        propose(r, s, code - CODE_TEAM)
    elif s.phase == PHASE_REVEAL:
        tell_fails(r, s, code - CODE_FAILS)
    else:
        apply_rare(r, s, seat_of(event), code)
