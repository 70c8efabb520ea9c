# Notes: what everybody could see, summed up for every set of evil seats while a game is played on.
#
# A table of players acts mostly by plain logic or mostly as people do; which of the two shows in its acts. Behind a small
# head the notes hold rows of numbers, one number for each set of evil seats.

cdef enum:
    TABLES = 2
    BY_LOGIC = 0           # kinds of tables, and manners of seats
    AS_PEOPLE = 1

    ROW_POSSIBLE = 0       # 1 if the fails allow the set
    ROW_ALL = 1            # weight of the set, kinds of tables and Merlins summed up
    ROW_WEIGHT = 2         # by kind of table: how likely everything done is, with every good seat a servant
    ROW_MERLIN = 4         # by kind of table and seat: how much likelier its acts are if it is Merlin

    CLEAN = 0              # a team by the evil seats on it: none
    DIRTY = 1
    AS_GOOD = 0            # whose habits
    AS_EVIL = 1
    AS_MERLIN = 2
    GROUPS = 3

    NOTES_WORDS = 3072     # the largest Notes, in words of 8 bytes

cdef float SMALLEST = 1e-20    # weight of a set that the notes leave nothing of, beside the highest
cdef float DOUBTFUL = 0.03     # chance of a kind of table
cdef float TOO_SMALL = 1e-10   # the highest weight, to be scaled up

cdef struct Notes:
    uint32_t used          # bytes in use, rows and all
    int32_t sets
    int32_t stride         # numbers in a row
    int32_t merlin         # 1 if Merlin plays
    int32_t table          # the kind of table in this world
    int32_t first          # kinds of tables that are still reckoned with: from this one
    int32_t end            # to the one before this
    int32_t apart          # the seat that searches, whose manner is its own; NONE
    int32_t ignored        # the seat whose acts are left out; NONE
    float likes[QUESTS][GROUPS][LIKES]
    float good[TABLES][2][2][2]    # chances to approve: last proposal or not, on the team or not, clean or dirty
    float evils[TABLES][2][2][2]
    float merlins[TABLES][2][2][3]
    float logical          # how likely the table acts by plain logic
    float total            # of the row of all weights,
    float evil[SEATS]      # of the sets with that seat,
    float both[SEATS][SEATS]   # with both of these, the first one before the second

cdef inline float* row_of(const Notes* n, int row) noexcept nogil:
    return <float*>(n + 1) + row * n.stride

cdef inline float* merlin_row(const Notes* n, int table, int seat) noexcept nogil:
    return row_of(n, ROW_MERLIN + table * SEATS + seat)

# --- habits: chances of acts ----------------------------------------------------------------------

cdef inline float share_of(const Habits* h, int table, float by_logic, float as_people) noexcept nogil:
    """Chance of an act at a kind of table."""
    return h.plain[table] * by_logic + (1 - h.plain[table]) * as_people

cdef float people_approve(const Habits* h, int group, int dirty, int on, int last) noexcept nogil:
    if last:
        return h.fifth_blocked if group == AS_EVIL and not dirty else h.fifth
    return h.approve[group][dirty] + (h.on_team if on else h.off_team)

cdef void set_likes(const ResistanceRules* r, const Habits* h, Notes* n) noexcept nogil:
    """How likely people of a group propose one certain team by its evil seats, themselves on it."""
    cdef int quest, group, bad
    cdef float whole
    for quest in range(QUESTS):
        for group in range(GROUPS):
            whole = 0.0
            for bad in range(LIKES):
                whole += r.ways[quest][group == AS_EVIL][bad] * h.propose[group][bad]
            for bad in range(LIKES):
                n.likes[quest][group][bad] = h.propose[group][bad] / whole

cdef float people_fail(const Habits* h, int quest, int needed, int bad, int fails) noexcept nogil:
    """How likely people play so many fails with so many evil seats on the quest."""
    cdef float held = h.held_back[quest]
    if fails > bad:
        return 0.0
    if bad == 0:
        return 1.0
    if bad < needed:
        return h.stray_fail if fails else 1 - h.stray_fail
    if fails == 0:
        return held
    if fails == needed:
        return (1 - held) * (1 - h.all_fail if bad > needed else 1 if needed == 1 else 1 - h.one_short)
    return (1 - held) * (h.all_fail if fails > needed else h.one_short) / max(1, bad - needed)

# --- what an act says -----------------------------------------------------------------------------

# Chances of one vote or proposal, by kind of table.
cdef struct Said:
    float good[TABLES][2]              # of all seats, were they good: by clean or dirty
    float evil[TABLES][SEATS][2]       # if evil, over that if good
    float merlin[TABLES][SEATS][3]     # if Merlin, over that if good: no evil seat on the team, one, more

cdef void clean_chances(const ResistanceRules* r, const Notes* n, unsigned int team, float* clean) noexcept nogil:
    """By seat, if it is good and knows the fails alone: how likely the team is clean. Sums of whole numbers, so exact."""
    cdef const float* possible = row_of(n, ROW_POSSIBLE)
    cdef float all_of[SEATS]
    cdef float clean_of[SEATS]
    cdef float every = 0.0
    cdef float pure = 0.0
    cdef float one, two
    cdef int i, k, seat
    memset(all_of, 0, sizeof(all_of))
    memset(clean_of, 0, sizeof(clean_of))
    for i in range(n.sets):
        one = possible[i]
        two = one * ((r.sets[i] & team) == 0)
        every += one
        pure += two
        for k in range(r.evil):
            all_of[r.members[i][k]] += one
            clean_of[r.members[i][k]] += two
    for seat in range(r.players):
        clean[seat] = (pure - clean_of[seat]) / (every - all_of[seat]) if every > all_of[seat] else 0.5

cdef void ignore(Said* said, int seat) noexcept nogil:
    cdef int t, bad
    for t in range(TABLES):
        for bad in range(3):
            said.merlin[t][seat][bad] = 1.0
        said.evil[t][seat][CLEAN] = said.evil[t][seat][DIRTY] = 1.0

cdef void set_approvals(const ResistanceRules* r, const Habits* h, const Resistance* s, Notes* n) noexcept nogil:
    """Chances to approve, the same all game long: of good as far as people go, of evil and of Merlin whole."""
    cdef float sees[3]
    cdef float span = 1 - 2 * h.slip
    cdef int t, last, on, bad, dirty
    sees[0], sees[1], sees[2] = 1 - h.slip, h.slip, h.slip
    if s.count[MORDRED]:
        sees[1] += span / r.evil               # chance that Merlin does not see the one
    for t in range(TABLES):
        for last in range(2):
            for on in range(2):
                for bad in range(3):
                    dirty = bad > 0
                    n.good[t][last][on][dirty] = (1 - h.plain[t]) * people_approve(h, AS_GOOD, dirty, on, last)
                    n.evils[t][last][on][dirty] = share_of(
                        h, t, h.slip + dirty * span, people_approve(h, AS_EVIL, dirty, on, last))
                    n.merlins[t][last][on][bad] = share_of(h, t, sees[bad], people_approve(h, AS_MERLIN, dirty, on, last))

cdef inline float chance_of(float yes, float approves) noexcept nogil:
    """Of a vote, 1 or 0, where that is how likely the seat approves."""
    return approves * yes + (1 - approves) * (1 - yes)

cdef void say_votes(const ResistanceRules* r, const Habits* h, const Notes* n, const float* clean, unsigned int team,
                    unsigned int approved, int last, Said* said) noexcept nogil:
    cdef float by_logic, act, approves
    cdef float span = 1 - 2 * h.slip
    cdef int seat, t, dirty, bad, on
    for t in range(n.first, n.end):
        said.good[t][CLEAN] = said.good[t][DIRTY] = 1.0
    for seat in range(r.players):
        if seat == n.ignored:
            ignore(said, seat)
            continue
        approves = (approved >> seat) & 1
        on = (team >> seat) & 1
        by_logic = h.slip + span * clean[seat]
        for t in range(n.first, n.end):
            for dirty in range(2):
                act = chance_of(h.plain[t] * by_logic + n.good[t][last][on][dirty], approves)
                said.good[t][dirty] *= act
                act = 1 / act
                said.evil[t][seat][dirty] = act * chance_of(n.evils[t][last][on][dirty], approves)
                if n.merlin:
                    for bad in range(dirty, 2 * dirty + 1):
                        said.merlin[t][seat][bad] = act * chance_of(n.merlins[t][last][on][bad], approves)

cdef void take_votes(const ResistanceRules* r, const Said* said, unsigned int team, Notes* n) noexcept nogil:
    cdef float* weight
    cdef float factor
    cdef const uint8_t* members
    cdef int t, i, k, dirty
    for t in range(n.first, n.end):
        weight = row_of(n, ROW_WEIGHT + t)
        for i in range(n.sets):
            dirty = (r.sets[i] & team) != 0
            members = r.members[i]
            factor = said.good[t][dirty]
            for k in range(r.evil):
                factor *= said.evil[t][members[k]][dirty]
            weight[i] *= factor

cdef void take_merlin(const ResistanceRules* r, const Said* said, unsigned int team, Notes* n) noexcept nogil:
    cdef float one[PADDED_SETS]
    cdef float more[PADDED_SETS]
    cdef float* row
    cdef float clean, by_one, by_more
    cdef unsigned int bad
    cdef int t, i, seat
    for i in range(n.stride):
        bad = r.sets[i] & team
        more[i] = (bad & (bad - 1)) != 0 if bad else 0
        one[i] = bad != 0
    for t in range(n.first, n.end):
        for seat in range(r.players):
            row = merlin_row(n, t, seat)
            clean = said.merlin[t][seat][0]
            by_one = said.merlin[t][seat][1] - clean
            by_more = said.merlin[t][seat][2] - said.merlin[t][seat][1]
            for i in range(n.stride):
                row[i] *= clean + one[i] * by_one + more[i] * by_more

cdef void take_lead(const ResistanceRules* r, const Habits* h, const float* clean, int quest, int leader,
                    unsigned int team, Notes* n) noexcept nogil:
    """A proposal, once its votes are known."""
    cdef float good[TABLES][LIKES]
    cdef float evil[TABLES][LIKES]
    cdef float merlin[TABLES][LIKES]
    cdef float every = r.number[quest]
    cdef float pure = r.pure[quest]
    cdef float usual = 1 / every
    cdef float slip = h.slip * usual
    cdef float* weight
    cdef float* row
    cdef float honest, foul, sure
    cdef int on = (team >> leader) & 1
    cdef int t, i, bad
    honest = slip + (1 - h.slip) * clean[leader] / max(<float>1, pure)
    foul = slip
    sure = slip + (1 - h.slip) / max(<float>1, pure)
    for bad in range(r.evil + 1):
        for t in range(n.first, n.end):
            good[t][bad] = share_of(h, t, honest, n.likes[quest][AS_GOOD][bad] if on else usual)
            evil[t][bad] = share_of(h, t, foul, n.likes[quest][AS_EVIL][bad] if on else usual)
            if n.merlin:
                merlin[t][bad] = share_of(h, t, sure, n.likes[quest][AS_MERLIN][bad] if on else usual) / good[t][bad]
        foul = slip + (1 - h.slip) / max(<float>1, every - pure)
        sure = slip
    for t in range(n.first, n.end):
        weight = row_of(n, ROW_WEIGHT + t)
        row = merlin_row(n, t, leader)
        for i in range(n.sets):
            bad = count_bits(r.sets[i] & team)
            if (r.sets[i] >> leader) & 1:
                weight[i] *= evil[t][bad]
            else:
                weight[i] *= good[t][bad]
                if n.merlin:
                    row[i] *= merlin[t][bad]

cdef void take_fails(const ResistanceRules* r, const Habits* h, int quest, unsigned int team, int fails,
                     Notes* n) noexcept nogil:
    cdef float* possible = row_of(n, ROW_POSSIBLE)
    cdef float by_logic, as_people
    cdef int i, t, bad
    for i in range(n.sets):
        bad = count_bits(r.sets[i] & team)
        if bad < fails:
            possible[i] = 0
        by_logic = 0.0 if bad < fails else 1 - h.slip if bad == fails else h.slip / 4
        as_people = people_fail(h, quest, r.needed[quest], bad, fails)
        for t in range(n.first, n.end):
            row_of(n, ROW_WEIGHT + t)[i] *= by_logic if t == BY_LOGIC else as_people

cdef void take_claim(const ResistanceRules* r, const Habits* h, int holder, int target, int claim, Notes* n) noexcept nogil:
    cdef float says_evil
    cdef int i, t, liar, evil
    if claim == CLAIM_NOTHING:
        return
    for i in range(n.sets):
        liar = (r.sets[i] >> holder) & 1
        evil = (r.sets[i] >> target) & 1
        if liar:
            says_evil = 1 - h.covers if evil else h.slanders
        else:
            says_evil = h.truth if evil else 1 - h.truth
        for t in range(n.first, n.end):
            row_of(n, ROW_WEIGHT + t)[i] *= says_evil if claim == CLAIM_EVIL else 1 - says_evil

# --- sums -----------------------------------------------------------------------------------------

cdef void scale_weights(Notes* n) noexcept nogil:
    """Keep weights away from zero; where nothing is left, everything counts the same again."""
    cdef float* weight = row_of(n, ROW_WEIGHT + n.first)
    cdef float most = 0.0
    cdef int i
    for i in range((n.end - n.first) * n.stride):
        if weight[i] > most:
            most = weight[i]
    if most > TOO_SMALL:
        return
    for i in range((n.end - n.first) * n.stride):
        weight[i] = weight[i] / most if most > 0 else 1.0

cdef void sum_table(const ResistanceRules* r, const Notes* n, int table, float* sums) noexcept nogil:
    """By set how likely everything done is at a kind of table, over all Merlins."""
    cdef const float* weight = row_of(n, ROW_WEIGHT + table)
    cdef const float* row
    cdef int i, k, seat
    if not n.merlin:
        memcpy(sums, weight, n.sets * sizeof(float))
        return
    memset(sums, 0, n.sets * sizeof(float))
    for seat in range(r.players):
        row = merlin_row(n, table, seat)
        for i in range(n.sets):
            sums[i] += row[i]
    for i in range(n.sets):
        for k in range(r.evil):
            sums[i] -= merlin_row(n, table, r.members[i][k])[i]
        sums[i] = weight[i] * max(<float>0, sums[i]) / (r.players - r.evil)

cdef void sum_seats(const ResistanceRules* r, Notes* n) noexcept nogil:
    """By seat and by pair of seats."""
    cdef const float* weight = row_of(n, ROW_ALL)
    cdef const uint8_t* members
    cdef float w
    cdef int i, k, before
    n.total = 0.0
    memset(n.evil, 0, sizeof(n.evil))
    memset(n.both, 0, sizeof(n.both))
    for i in range(n.sets):
        w = weight[i] + SMALLEST
        members = r.members[i]
        n.total += w
        for k in range(r.evil):
            n.evil[members[k]] += w
            for before in range(k):
                n.both[members[before]][members[k]] += w

cdef void sum_notes(const ResistanceRules* r, Notes* n) noexcept nogil:
    """The row of all weights, and how likely plain logic is."""
    cdef float* total = row_of(n, ROW_ALL)
    cdef float part[EVIL_SETS]
    cdef float sums[TABLES]
    cdef int t, i
    memset(total, 0, n.stride * sizeof(float))
    sums[BY_LOGIC] = sums[AS_PEOPLE] = 0.0
    for t in range(n.first, n.end):
        sum_table(r, n, t, part)
        sums[t] = 0.0
        for i in range(n.sets):
            total[i] += part[i]
            sums[t] += part[i]
    n.logical = sums[BY_LOGIC] / (sums[BY_LOGIC] + sums[AS_PEOPLE]) if sums[BY_LOGIC] + sums[AS_PEOPLE] > 0 else 0.5
    sum_seats(r, n)

cdef void open_notes(const ResistanceRules* r, const Habits* h, const Resistance* s, Notes* n) noexcept nogil:
    """Before the first proposal."""
    cdef int rows, i, k
    n.sets = r.set_count
    n.stride = (r.set_count + 3) & ~3
    n.merlin = s.count[MERLIN] != 0
    n.table, n.apart, n.ignored = AS_PEOPLE, NONE, NONE
    n.first, n.end = 0, TABLES
    set_likes(r, h, n)
    set_approvals(r, h, s, n)
    rows = ROW_MERLIN + (TABLES * SEATS if n.merlin else 0)
    n.used = sizeof(Notes) + rows * n.stride * sizeof(float)
    for k in range(rows):
        for i in range(n.stride):
            row_of(n, k)[i] = 1.0 if i < n.sets else 0.0

# --- doors of the table of operations -------------------------------------------------------------

cdef void note_proposal(const ResistanceRules* r, const Habits* h, const Resistance* s, int quest, int attempt,
                        unsigned int approved, Notes* n) noexcept nogil:
    cdef Said said
    cdef float clean[SEATS]
    cdef unsigned int team = s.team[quest][attempt]
    cdef int leader = leader_of(r, s, quest, attempt)
    clean_chances(r, n, team, clean)
    say_votes(r, h, n, clean, team, approved, attempt == ATTEMPTS - 1, &said)
    if leader != n.ignored:
        take_lead(r, h, clean, quest, leader, team, n)
    take_votes(r, &said, team, n)
    if n.merlin:
        take_merlin(r, &said, team, n)
    scale_weights(n)

cdef inline void forget_table(Notes* n) noexcept nogil:
    """While a game is played on, do without a kind of table that hardly can be this one."""
    if n.logical < DOUBTFUL:
        n.first = AS_PEOPLE
    elif n.logical > 1 - DOUBTFUL:
        n.end = AS_PEOPLE

cdef void resistance_note(const void* rules, const void* model, const void* state, Event event, void* notes) noexcept nogil:
    """Take in what everybody sees of an event; `state` is the position before it."""
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef const Habits* h = &(<const ResistanceModel*>model).habits
    cdef const Resistance* s = <const Resistance*>state
    cdef Notes* n = <Notes*>notes
    cdef int code = code_of(event)
    if s.phase == PHASE_COUNT:
        note_proposal(r, h, s, s.quest, s.attempt, code - CODE_VOTES, n)
        if 2 * count_bits(code - CODE_VOTES) > r.players:
            return                             # nobody looks at the sums before the fails are told
    elif s.phase == PHASE_REVEAL:
        take_fails(r, h, s.quest, team_of(s, s.quest), code - CODE_FAILS, n)
        scale_weights(n)
    elif s.phase == PHASE_CLAIM:
        take_claim(r, h, s.lady[s.uses], s.lady[s.uses + 1], code - CODE_SAY, n)
        scale_weights(n)
    else:
        return
    sum_notes(r, n)
    forget_table(n)

cdef void take_history(const ResistanceRules* r, const Habits* h, const Resistance* s, Notes* n) noexcept nogil:
    """Everything that has been done."""
    cdef int quest, attempt, use
    for quest in range(QUESTS):
        for attempt in range(proposals_of(s, quest)):
            if votes_known(r, s, quest, attempt):
                note_proposal(r, h, s, quest, attempt, s.approved[quest][attempt], n)
        if s.fails[quest] != NONE:
            take_fails(r, h, quest, team_of(s, quest), s.fails[quest], n)
            scale_weights(n)
    for use in range(USES):
        if s.claim[use]:
            take_claim(r, h, s.lady[use], s.lady[use + 1], s.claim[use], n)
            scale_weights(n)
    sum_notes(r, n)

cdef void resistance_study(const void* rules, const void* model, const void* position, void* notes) noexcept nogil:
    """Notes of everything so far; a State and all Views of it give the same."""
    cdef const ResistanceRules* r = <const ResistanceRules*>rules
    cdef Notes* n = <Notes*>notes
    cdef const Habits* h = &(<const ResistanceModel*>model).habits
    open_notes(r, h, <const Resistance*>position, n)
    take_history(r, h, <const Resistance*>position, n)
