# How the machine plays on, by habits for each role: the prior of a search and its rollouts.
#
# A seat goes by what it knows and by the notes that everybody can take. Merlin and the evil seats look at the table with a
# servant's eyes as well: what a servant would do in their seat is what hides them.

cdef enum:
    SMALL_TABLE = 6        # players; with more it takes too long to reckon what fails would tell

cdef float HARDLY_EVER = 1e-6
cdef float FLOOR = 0.02        # of the prior of a move beside the best
cdef float EXTRA = 0.2         # how much Merlin minds what a servant would think
cdef float UNWANTED = 0.7      # of a team with too many or too few evil seats, for evil

cdef inline int is_open(const Habits* h, const Notes* n) noexcept nogil:
    """Whether the table seems to act by plain logic, so that nobody needs to hide."""
    return n.logical >= h.open_table

cdef inline int by_logic(const Notes* n, int seat) noexcept nogil:
    """Whether a seat acts by plain logic in this world."""
    return n.table == BY_LOGIC and seat != n.apart

# --- plain logic: a seat takes one assignment that is possible for the truth ----------------------

cdef unsigned int some_set(const ResistanceRules* r, const Resistance* s, const Notes* n, int seat, Rng* rng) noexcept nogil:
    """A set of evil seats that the fails and the seat's knowledge allow."""
    cdef const float* possible = row_of(n, ROW_POSSIBLE)
    cdef uint16_t found[EVIL_SETS]
    cdef Knows k
    cdef int i
    cdef int count = 0
    know_sides(r, s, seat, &k)
    for i in range(n.sets):
        if possible[i] > 0 and allowed(&k, r.sets[i]):
            found[count] = r.sets[i]
            count += 1
    return found[below(rng, count)] if count else k.always

cdef int logic_approves(const ResistanceRules* r, const Resistance* s, const Notes* n, int seat, Rng* rng) noexcept nogil:
    cdef unsigned int evil
    if is_evil(s.role[seat]) and s.role[seat] != OBERON and not s.count[OBERON]:
        return (s.evil & team_on_table(s)) != 0
    evil = some_set(r, s, n, seat, rng)
    return ((evil & team_on_table(s)) == 0) != is_evil(s.role[seat])

cdef unsigned int logic_team(const ResistanceRules* r, const Resistance* s, const Notes* n, int seat, Rng* rng) noexcept nogil:
    cdef unsigned int evil = some_set(r, s, n, seat, rng)
    cdef unsigned int team
    if not is_evil(s.role[seat]):
        return draw_seats(r.everyone & ~evil, r.size[s.quest], rng)
    while True:
        team = draw_seats(r.everyone, r.size[s.quest], rng)
        if team & evil:
            return team

# --- teams ----------------------------------------------------------------------------------------

cdef unsigned int evil_team(const ResistanceRules* r, const Resistance* s, int seat, const Eyes* eyes, int first) noexcept nogil:
    """A team that looks good, with as many evil seats as are needed to fail the quest, the own one among them."""
    cdef unsigned int side = side_of(s, seat)
    cdef unsigned int team = 1u << seat
    cdef int size = r.size[s.quest]
    cdef int mates = min(r.needed[s.quest], count_bits(side)) - 1
    team |= least_of(r, eyes.evil, mates, side & ~team, first)
    return team | least_of(r, eyes.evil, size - count_bits(team), r.everyone & ~side, first)

cdef unsigned int open_team(const ResistanceRules* r, const Resistance* s, const Notes* n, const Eyes* eyes, int seat,
                            Rng* rng) noexcept nogil:
    """Good at a table that acts by plain logic: the team that is worth most."""
    cdef uint16_t found[CANDIDATES]
    cdef float worth[CANDIDATES]
    return found[highest(worth, weigh_candidates(r, s, n, eyes, seat, found, worth), rng)]

cdef unsigned int habit_team(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, int seat,
                             Rng* rng) noexcept nogil:
    cdef Eyes eyes, own
    cdef int first = below(rng, r.players)
    cdef int i
    cdef int role = s.role[seat]
    if is_evil(role):
        look_as_servant(r, n, seat, &eyes)
        return evil_team(r, s, seat, &eyes, first)
    look_as(r, s, n, seat, &own)
    if is_open(h, n) and r.players <= SMALL_TABLE:
        return open_team(r, s, n, &own, seat, rng)
    if role == MERLIN:
        look_as_servant(r, n, seat, &eyes)
        for i in range(r.players):
            own.evil[i] = own.evil[i] / own.total + EXTRA * eyes.evil[i] / eyes.total
    return least_of(r, own.evil, r.size[s.quest], r.everyone, first)

cdef inline float to_power(float x) noexcept nogil:
    """The eighth: how sharply the prior prefers what looks better."""
    x *= x
    x *= x
    return x * x

cdef void weigh_open_teams(const ResistanceRules* r, const Resistance* s, const Notes* n, const Eyes* eyes, int seat,
                           const Event* moves, int count, float* weights) noexcept nogil:
    cdef uint16_t found[CANDIDATES]
    cdef float worth[CANDIDATES]
    cdef int looked_at = weigh_candidates(r, s, n, eyes, seat, found, worth)
    cdef float most = SMALLEST
    cdef int i, k
    for k in range(looked_at):
        most = max(most, worth[k])
    for i in range(count):
        weights[i] = FLOOR
        for k in range(looked_at):
            if found[k] == code_of(moves[i]) - CODE_TEAM:
                weights[i] += to_power(worth[k] / most)

cdef void weigh_teams(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, int seat,
                      const Event* moves, int count, float* weights) noexcept nogil:
    """The prior: teams that look good, for evil those with as many evil seats as are needed."""
    cdef Eyes eyes, own
    cdef int role = s.role[seat]
    cdef int evil = is_evil(role)
    cdef int needed = r.needed[s.quest]
    cdef int wanted = min(needed, count_bits(side_of(s, seat)))
    cdef unsigned int team
    cdef float value
    cdef float most = SMALLEST
    cdef int i
    look_as_servant(r, n, seat, &eyes)
    look_as(r, s, n, seat, &own)
    if not evil and is_open(h, n) and r.players <= SMALL_TABLE:
        weigh_open_teams(r, s, n, &own, seat, moves, count, weights)
        return
    for i in range(count):
        team = code_of(moves[i]) - CODE_TEAM
        if evil:
            value = success(r, n, &eyes, team, needed)
            if not (team >> seat) & 1 or count_bits(team & side_of(s, seat)) != wanted:
                value *= UNWANTED
        else:
            value = success(r, n, &own, team, needed)
            if role == MERLIN:
                value += EXTRA * success(r, n, &eyes, team, needed)
        weights[i] = value
        most = max(most, value)
    for i in range(count):
        weights[i] = FLOOR + to_power(weights[i] / most)

# --- votes ----------------------------------------------------------------------------------------

cdef int enough(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, const Eyes* eyes) noexcept nogil:
    """Whether the team is about as good as the best one; less so the fewer proposals are left."""
    cdef int needed = r.needed[s.quest]
    cdef unsigned int team = team_on_table(s)
    cdef float chance = success(r, n, eyes, team, needed)
    cdef unsigned int best
    if chance >= h.enough[s.attempt]:
        return 1
    best = least_of(r, eyes.evil, r.size[s.quest], r.everyone, 0)
    return best == team or chance >= h.enough[s.attempt] * success(r, n, eyes, best, needed) - 1e-5

cdef float open_approval(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n,
                         int seat) noexcept nogil:
    """Good at a table that acts by plain logic: only fails tell the others anything."""
    cdef Eyes eyes
    cdef Outlook o
    look_as(r, s, n, seat, &eyes)
    if r.players > SMALL_TABLE:
        return s.lost < 2 or success(r, n, &eyes, team_on_table(s), r.needed[s.quest]) >= 0.5
    look_out(r, n, &eyes, seat, &o)
    return worth_going(r, s, &o) >= worth_later(r, s, &o, s.attempt + 1)

cdef float approval(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, int seat) noexcept nogil:
    """How likely a seat approves the team on the table."""
    cdef Eyes eyes
    cdef int role = s.role[seat]
    cdef unsigned int team = team_on_table(s)
    cdef int served, wished, urgent
    if s.attempt == ATTEMPTS - 1:
        return not is_evil(role) or not is_open(h, n)
    if is_open(h, n) and not is_evil(role):
        return open_approval(r, h, s, n, seat)
    if role == SERVANT or role == PERCIVAL:
        look_as(r, s, n, seat, &eyes)
        return enough(r, h, s, n, &eyes)
    if role == MERLIN:
        wished = (team & s.seen[seat]) == 0
        urgent = s.lost == 2
    else:
        wished = count_bits(team & side_of(s, seat)) >= r.needed[s.quest]
        urgent = is_open(h, n) or (s.lost == 2 if wished else s.won == 2)
    if urgent:
        return wished
    look_as_servant(r, n, seat, &eyes)
    served = enough(r, h, s, n, &eyes)
    if wished == served:
        return wished
    if role == MERLIN:
        return h.shows_well if wished else 1 - h.shows_badly
    return h.pushes if wished else 1 - h.blocks

# --- quests, the Lady, the shot -------------------------------------------------------------------

cdef float failing(const ResistanceRules* r, const Habits* h, const Resistance* s, int seat) noexcept nogil:
    """How likely an evil member fails: so many as are needed do, by those who come first from the leader on."""
    cdef unsigned int side = team_on_table(s) & side_of(s, seat)
    cdef int needed = r.needed[s.quest]
    cdef int before = 0
    cdef int at = s.leader
    if s.role[seat] == OBERON:
        return 1.0
    if count_bits(side) < needed:
        return 0.0
    while at != seat:
        before += (side >> at) & 1
        at = next_seat(r, at)
    if before >= needed:
        return 0.0
    if s.quest == 0 and r.size[0] == 2 and s.lost == 0:
        return h.first_fail
    return 1.0

cdef void weigh_visits(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, int seat,
                       const Event* moves, int count, float* weights) noexcept nogil:
    """The Lady goes to the seat that is least clear to a servant; evil likes to keep her on its side."""
    cdef Eyes eyes
    cdef float doubt
    cdef int i, target
    look_as_servant(r, n, seat, &eyes)
    for i in range(count):
        target = code_of(moves[i]) - CODE_LADY
        doubt = eyes.evil[target] / eyes.total - 0.5
        weights[i] = FLOOR + to_power(1 - (doubt if doubt > 0 else -doubt))
        if is_evil(s.role[seat]) and (s.seen[seat] >> target) & 1:
            weights[i] += h.own_lady

cdef void weigh_claims(const Habits* h, const Resistance* s, int seat, float* weights) noexcept nogil:
    """Good tells what it saw; evil covers its own and now and then slanders a good seat."""
    cdef int evil = s.loyalty[s.uses] == CLAIM_EVIL
    cdef float says_evil = <float>evil
    if is_evil(s.role[seat]):
        says_evil = 1 - h.covers if evil else h.slanders
    weights[0], weights[1], weights[2] = 1 - says_evil, says_evil, 0.0

cdef void weigh_shots(const ResistanceRules* r, const Resistance* s, const Notes* n, int seat, const Event* moves,
                      int count, float* weights) noexcept nogil:
    """How likely each seat is Merlin."""
    cdef Knows k
    cdef const float* weight
    cdef int i, t, m
    know_sides(r, s, seat, &k)
    for m in range(count):
        weights[m] = SMALLEST
    for t in range(n.first, n.end):
        weight = row_of(n, ROW_WEIGHT + t)
        for i in range(n.sets):
            if allowed(&k, r.sets[i]):
                for m in range(count):
                    if not (r.sets[i] >> (code_of(moves[m]) - CODE_SHOOT)) & 1:
                        weights[m] += weight[i] * merlin_row(n, t, code_of(moves[m]) - CODE_SHOOT)[i]

# --- doors ----------------------------------------------------------------------------------------

cdef inline void weigh_two(float second, float* weights) noexcept nogil:
    weights[0], weights[1] = 1 - second, second

cdef void weigh_moves(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, const Event* moves,
                      int count, float* weights) noexcept nogil:
    """Chances of the moves by habit, up to a factor; `count` is all of them."""
    cdef int seat = s.actor
    if s.phase == PHASE_PROPOSE:
        weigh_teams(r, h, s, n, seat, moves, count, weights)
    elif s.phase == PHASE_VOTE:
        weigh_two(1 - approval(r, h, s, n, seat), weights)
    elif s.phase == PHASE_QUEST and count == 2:
        weigh_two(failing(r, h, s, seat), weights)
    elif s.phase == PHASE_LADY:
        weigh_visits(r, h, s, n, seat, moves, count, weights)
    elif s.phase == PHASE_CLAIM:
        weigh_claims(h, s, seat, weights)
    elif s.phase == PHASE_SHOOT:
        weigh_shots(r, s, n, seat, moves, count, weights)
    else:
        weights[0] = 1.0

cdef void resistance_policy(const void* rules, const void* model, const void* state, const void* notes,
                            const Event* moves, int count, float* weights) noexcept nogil:
    """Habits, with some room for every other move but one: good never rejects a fifth proposal, for that may lose at once."""
    cdef const ResistanceModel* m = <const ResistanceModel*>model
    cdef const Resistance* s = <const Resistance*>state
    cdef float doubt = m.habits.doubt[count > 2]
    cdef float sum = 0.0
    cdef int i
    weigh_moves(<const ResistanceRules*>rules, &m.habits, s, <const Notes*>notes, moves, count, weights)
    if s.phase == PHASE_VOTE and s.attempt == ATTEMPTS - 1 and not is_evil(s.role[s.actor]):
        doubt = HARDLY_EVER
    for i in range(count):
        sum += weights[i]
    for i in range(count):
        weights[i] = (1 - doubt) * weights[i] / sum + doubt / count

cdef int draw_move(const float* weights, int count, Rng* rng) noexcept nogil:
    cdef float left = 0.0
    cdef int i
    for i in range(count):
        left += weights[i]
    left *= <float>unit(rng)
    for i in range(count - 1):
        left -= weights[i]
        if left < 0:
            return i
    return count - 1

cdef Event light_rare(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, Rng* rng) noexcept nogil:
    cdef Event moves[SEATS]
    cdef float weights[SEATS]
    cdef int count = list_rare(r, s, moves)
    if s.phase == PHASE_SHOOT and by_logic(n, s.actor):
        return moves[below(rng, count)]
    if s.phase == PHASE_CLAIM and by_logic(n, s.actor):
        return moves[(s.loyalty[s.uses] == CLAIM_EVIL) != is_evil(s.role[s.actor])]
    weigh_moves(r, h, s, n, moves, count, weights)
    if s.phase == PHASE_CLAIM:
        return moves[draw_move(weights, count, rng)]
    return moves[highest(weights, count, rng)]

cdef inline int light_vote(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, int seat,
                           Rng* rng) noexcept nogil:
    """Whether a seat approves."""
    if by_logic(n, seat):
        return logic_approves(r, s, n, seat, rng)
    return unit(rng) < h.slip + (1 - 2 * h.slip) * approval(r, h, s, n, seat)

cdef inline int light_card(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n, int seat,
                           Rng* rng) noexcept nogil:
    """Whether a seat fails."""
    if not (s.evil >> seat) & 1:
        return 0
    return by_logic(n, seat) or unit(rng) < failing(r, h, s, seat)

cdef inline unsigned int light_team(const ResistanceRules* r, const Habits* h, const Resistance* s, const Notes* n,
                                    Rng* rng) noexcept nogil:
    if by_logic(n, s.actor):
        return logic_team(r, s, n, s.actor, rng)
    return habit_team(r, h, s, n, s.actor, rng)

cdef Event resistance_light(const void* rules, const void* model, const void* state, const void* notes,
                            Rng* rng) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Habits* h = &(<const ResistanceModel*>model).habits
    cdef const Resistance* s = <const Resistance*>state
    cdef const Notes* n = <const Notes*>notes
    if s.phase == PHASE_VOTE:
        return make(CODE_APPROVE if light_vote(r, h, s, n, s.actor, rng) else CODE_REJECT, s.actor, SOURCE_MOVE)
    if s.phase == PHASE_QUEST:
        return make(CODE_FAIL if light_card(r, h, s, n, s.actor, rng) else CODE_SUCCESS, s.actor, SOURCE_MOVE)
    if s.phase == PHASE_PROPOSE:
        return make(CODE_TEAM + light_team(r, h, s, n, rng), s.actor, SOURCE_MOVE)
    return light_rare(r, h, s, n, rng)

cdef void resistance_returns(const void* rules, const void* state, double* values) noexcept nogil:
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Resistance* s = <const Resistance*>state
    cdef int seat
    for seat in range(r.players):
        values[seat] = <double>(((s.evil >> seat) & 1) != s.good_won)

cdef void all_choose(const ResistanceRules* r, const Habits* h, Resistance* s, const Notes* n, Rng* rng) noexcept nogil:
    """Everybody who has still to vote or to play a card does."""
    cdef int vote = s.phase == PHASE_VOTE
    cdef int seat
    while s.todo:
        seat = __builtin_ctz(s.todo)
        if light_vote(r, h, s, n, seat, rng) if vote else light_card(r, h, s, n, seat, rng):
            s.pending |= 1u << seat
        s.todo &= s.todo - 1
    ask_chance(s, s.phase + 1)

cdef void resistance_playout(const void* rules, const void* model, void* state, void* notes, int changes,
                             Rng* rng, double* values) noexcept nogil:
    """Always to the end: a game is short."""
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Habits* h = &(<const ResistanceModel*>model).habits
    cdef Resistance* s = <Resistance*>state
    cdef Event event
    while s.actor != ACTOR_OVER:
        if s.phase == PHASE_VOTE or s.phase == PHASE_QUEST:
            all_choose(r, h, s, <const Notes*>notes, rng)
            continue
        if s.actor == ACTOR_CHANCE:
            event = resistance_sample(rules, state, rng)
        else:
            event = resistance_light(rules, model, state, notes, rng)
        if s.phase != PHASE_PROPOSE:
            resistance_note(rules, model, state, event, notes)
        resistance_apply(rules, state, event)
    resistance_returns(rules, state, values)

cdef int resistance_reason(const void* rules, const void* state) noexcept nogil:
    cdef const Resistance* s = <const Resistance*>state
    return s.reason if s.phase == PHASE_OVER else REASON_NONE

# --- for a tree of each seat ----------------------------------------------------------------------

cdef uint64_t resistance_secret(const void* rules, const void* state, int seat) noexcept nogil:
    """A number for what the seat knows beside what everybody does."""
    cdef const Resistance* s = <const Resistance*>state
    cdef uint64_t told = s.role[seat]
    cdef int i
    told = told << 10 | s.seen[seat]
    told = told << 1 | (s.carrier == seat)
    told = told << 1 | ((s.pending >> seat) & 1)
    for i in range(QUESTS):
        told = told << 1 | ((s.failed[i] >> seat) & 1)
    for i in range(USES):
        told = told << 2 | (s.loyalty[i] if s.lady[i] == seat else 0)
    return mixed(told << 4 | <uint64_t>seat)

cdef int resistance_reopen(const void* rules, void* state) noexcept nogil:
    """Take back votes or cards that nobody has been shown; how many."""
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef Resistance* s = <Resistance*>state
    cdef unsigned int all_of = r.everyone if s.phase == PHASE_VOTE else team_on_table(s)
    cdef int taken
    if s.phase != PHASE_VOTE and s.phase != PHASE_QUEST:
        return 0
    taken = count_bits(all_of & ~s.todo)
    s.pending = 0
    ask_each(s, s.phase, all_of)
    return taken

cdef int resistance_suppose(const void* rules, const void* belief, const void* state, int seat, void* notes,
                            Rng* rng) noexcept nogil:
    """Draw the manner of a world's table; whether the other seats act by plain logic, which no search makes better."""
    cdef const Resistance* s = <const Resistance*>state
    cdef const ResistanceBelief* b = <const ResistanceBelief*>belief
    cdef Notes* n = <Notes*>notes
    cdef int i = 0
    while b.evil[i] != s.evil and i < b.sets - 1:
        i += 1
    n.apart = seat
    n.table = BY_LOGIC if unit(rng) < b.logical[i] else AS_PEOPLE
    return n.table == BY_LOGIC
