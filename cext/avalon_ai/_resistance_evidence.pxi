# What the acts say of the roles: the scores of a model of behaviour for everything in the public history.

# --- the networks ---------------------------------------------------------------------------------

cdef void add_scaled(float* sums, const float* row, float factor, int count) noexcept nogil:
    cdef int i
    if factor != 0:
        for i in range(count):
            sums[i] += factor * row[i]

cdef void put_out(const float* hidden, const float* out, const float* start, int units, int count, float* scores) noexcept nogil:
    """The layer after the hidden one: what is below 0 there counts nothing."""
    cdef int unit
    memcpy(scores, start, count * sizeof(float))
    for unit in range(units):
        if hidden[unit] > 0:
            add_scaled(scores, out + unit * count, hidden[unit], count)

cdef void score_lead(const Behaviour* b, const Act* act, float* scores) noexcept nogil:
    cdef float hidden[VOTE_HIDDEN]
    cdef int i
    memcpy(hidden, b.lead_bias, sizeof(hidden))
    for i in range(LEAD_FEATURES):
        add_scaled(hidden, b.lead[i], act.lead[i], VOTE_HIDDEN)
    for i in range(TABLE_FEATURES):
        add_scaled(hidden, b.lead[LEAD_FEATURES + i], act.table[i], VOTE_HIDDEN)
    put_out(hidden, b.lead_out[0], b.lead_start, VOTE_HIDDEN, OUTPUTS, scores)

cdef void score_act(const ResistanceRules* r, const Behaviour* b, const Act* act, Scores* scores) noexcept nogil:
    """For each seat and role what its vote says, and for the leader what the proposal says, too."""
    cdef float table[2][VOTE_HIDDEN]
    cdef float hidden[VOTE_HIDDEN]
    cdef float lead[OUTPUTS]
    cdef int seat, i
    memcpy(table[0], b.vote_bias, sizeof(table[0]))
    memcpy(table[1], b.vote_yes, sizeof(table[1]))
    for i in range(TABLE_FEATURES):
        add_scaled(table[0], b.table[i][0], act.table[i], 2 * VOTE_HIDDEN)
    for seat in range(r.players):
        memcpy(hidden, table[0], sizeof(hidden))
        add_scaled(hidden, table[1], act.vote[seat], VOTE_HIDDEN)
        for i in range(SEAT_FEATURES):
            add_scaled(hidden, b.seat[i][0], act.seat[seat][i], VOTE_HIDDEN)
            add_scaled(hidden, b.seat[i][1], act.seat[seat][i] * act.vote[seat], VOTE_HIDDEN)
        put_out(hidden, b.vote_out[0], b.vote_start, VOTE_HIDDEN, OUTPUTS, scores.of[seat])
    score_lead(b, act, lead)
    for i in range(OUTPUTS):
        scores.of[act.leader][i] += lead[i]

cdef float score_pair(const Behaviour* b, const Walk* walk, int one, int two) noexcept nogil:
    """For both seats being evil."""
    cdef float features[PAIR_FEATURES]
    cdef float hidden[PAIR_HIDDEN]
    cdef float score = b.pair_start
    cdef int i
    put_pair(walk, one, two, features)
    memcpy(hidden, b.pair_bias, sizeof(hidden))
    for i in range(PAIR_FEATURES):
        add_scaled(hidden, b.pair[i], features[i], PAIR_HIDDEN)
    for i in range(PAIR_HIDDEN):
        score += max(<float>0, hidden[i]) * b.pair_out[i]
    return score

# --- sums over the history ------------------------------------------------------------------------

cdef void list_sets(const ResistanceRules* r, const Resistance* s, Evidence* e) noexcept nogil:
    """All sets of evil seats, and all that a Merlin may see: those, or without Mordred one seat less."""
    cdef unsigned int seats = (1u << r.evil) - 1
    memset(e, 0, sizeof(Evidence))
    while seats <= r.everyone:
        e.evil[e.sets] = seats
        e.sets += 1
        seats = next_set(seats)
    seats = (1u << (r.evil - (s.count[MORDRED] != 0))) - 1
    while seats <= r.everyone:
        e.number[seats] = e.visibles
        e.visible[e.visibles] = seats
        e.visibles += 1
        seats = next_set(seats)

cdef void add_sides(const ResistanceRules* r, Evidence* e, const Act* act, const Scores* scores) noexcept nogil:
    cdef float good[VISIBLE]
    cdef float evil[SEATS][VISIBLE]
    cdef unsigned int left
    cdef int i, seat, known, place
    memset(good, 0, sizeof(good))
    for seat in range(r.players):
        for known in range(VISIBLE):
            good[known] += scores.of[seat][IF_GOOD + known]
            evil[seat][known] = scores.of[seat][IF_EVIL + known] - scores.of[seat][IF_GOOD + known]
    for i in range(e.sets):
        known = count_bits(e.evil[i] & act.team)
        e.evil_is[i] += good[known]
        left = e.evil[i]
        place = 0
        while left:
            seat = __builtin_ctz(left)
            left &= left - 1
            e.evil_is[i] += evil[seat][known]
            e.special[SPECIAL_MORGANA][i][place] += scores.of[seat][IF_MORGANA + known]
            e.special[SPECIAL_MORDRED][i][place] += scores.of[seat][IF_MORDRED + known]
            e.special[SPECIAL_OBERON][i][place] += scores.of[seat][IF_OBERON + known]
            place += 1

cdef void add_merlin(const ResistanceRules* r, Evidence* e, const Act* act, const Scores* scores) noexcept nogil:
    cdef int i, seat, known
    for i in range(e.visibles):
        known = count_bits(e.visible[i] & act.team)
        for seat in range(r.players):
            e.merlin[i][seat] += scores.of[seat][IF_MERLIN + known]

cdef void add_percival(const ResistanceRules* r, Evidence* e, const Act* act, const Scores* scores) noexcept nogil:
    """By the pair that he sees; the last place stands for a Merlin or a Morgana who does not play."""
    cdef int seat, one, two, known
    for one in range(SEATS + 1):
        for two in range(SEATS + 1):
            known = ((act.team >> one) & 1) + ((act.team >> two) & 1)
            for seat in range(r.players):
                e.percival[one][two][seat] += scores.of[seat][IF_PERCIVAL + known]

cdef void add_act(const ResistanceRules* r, const Resistance* s, const Behaviour* b, Evidence* e,
                  const Act* act) noexcept nogil:
    cdef Scores scores
    score_act(r, b, act, &scores)
    add_sides(r, e, act, &scores)
    if s.count[MERLIN]:
        add_merlin(r, e, act, &scores)
    if s.count[PERCIVAL]:
        add_percival(r, e, act, &scores)

cdef void add_fails(const ResistanceRules* r, const Resistance* s, const Behaviour* b, Evidence* e, const Walk* walk,
                    const Act* act, int quest, int attempt) noexcept nogil:
    cdef float features[QUEST_FEATURES]
    cdef float hidden[QUEST_HIDDEN]
    cdef float scores[VISIBLE]
    cdef int i
    put_quest(r, s, walk, act, quest, attempt, s.fails[quest], features)
    memcpy(hidden, b.quest_bias, sizeof(hidden))
    for i in range(QUEST_FEATURES):
        add_scaled(hidden, b.quest[i], features[i], QUEST_HIDDEN)
    put_out(hidden, b.quest_out[0], b.quest_start, QUEST_HIDDEN, VISIBLE, scores)
    for i in range(e.sets):
        e.evil_is[i] += scores[count_bits(e.evil[i] & act.team)]

cdef void set_pairs(const ResistanceRules* r, const Behaviour* b, Evidence* e, const Walk* walk) noexcept nogil:
    """What the game so far says of pairs; it is looked at when the fails of a quest are told."""
    cdef int one, two
    for one in range(r.players):
        for two in range(one + 1, r.players):
            e.pair[one][two] = score_pair(b, walk, one, two)

cdef void add_pairs(const ResistanceRules* r, Evidence* e) noexcept nogil:
    cdef int i, one, two
    for i in range(e.sets):
        for one in range(r.players):
            if not (e.evil[i] >> one) & 1:
                continue
            for two in range(one + 1, r.players):
                if (e.evil[i] >> two) & 1:
                    e.evil_is[i] += e.pair[one][two]

cdef void add_claims(const Resistance* s, const Behaviour* b, Evidence* e) noexcept nogil:
    """What the Lady's holders said."""
    cdef int use, i
    for use in range(USES):
        if s.claim[use]:
            for i in range(e.sets):
                e.evil_is[i] += b.claim[(e.evil[i] >> s.lady[use]) & 1][
                    (e.evil[i] >> s.lady[use + 1]) & 1][s.claim[use] - 1]

cdef inline int votes_known(const ResistanceRules* r, const Resistance* s, int quest, int attempt) noexcept nogil:
    return not ((s.phase == PHASE_VOTE or s.phase == PHASE_COUNT) and quest == s.quest and attempt == s.attempt)

cdef void read_evidence(const ResistanceRules* r, const Resistance* s, const Behaviour* b, Evidence* e) noexcept nogil:
    """Everything that has been done in public, up to the last votes that are known."""
    cdef Walk walk
    cdef Act act
    cdef int quest, attempt
    list_sets(r, s, e)
    walk_start(r, &walk)
    for quest in range(QUESTS):
        for attempt in range(proposals_of(s, quest)):
            if votes_known(r, s, quest, attempt):
                read_act(r, s, &walk, quest, attempt, &act)
                add_act(r, s, b, e, &act)
                walk_votes(r, &walk, &act, attempt == ATTEMPTS - 1)
        if s.fails[quest] != NONE:
            attempt = proposals_of(s, quest) - 1
            add_fails(r, s, b, e, &walk, &act, quest, attempt)
            walk_fails(r, &walk, &act, quest, s.fails[quest], b.rate[quest], attempt == ATTEMPTS - 1)
            set_pairs(r, b, e, &walk)
    add_pairs(r, e)
    add_claims(s, b, e)
