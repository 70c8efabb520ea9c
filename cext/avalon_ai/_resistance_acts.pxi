# What was done, as features for the model of behaviour: one walk over the public history, proposal by proposal.

cdef void walk_start(const ResistanceRules* r, Walk* walk) noexcept nogil:
    cdef unsigned int evil = (1u << r.evil) - 1
    memset(walk, 0, sizeof(Walk))
    while evil <= r.everyone:
        walk.evil[walk.sets] = evil
        walk.chance[walk.sets] = 1.0
        walk.sets += 1
        evil = next_set(evil)
    weigh_suspicion(r, walk)

cdef void weigh_suspicion(const ResistanceRules* r, Walk* walk) noexcept nogil:
    """Chances that sum to 1, and each seat's from them."""
    cdef double total = 0.0
    cdef double share
    cdef double evil[SEATS]
    cdef int i, seat
    memset(evil, 0, sizeof(evil))
    for i in range(walk.sets):
        total += walk.chance[i]
    for i in range(walk.sets):
        share = walk.chance[i] / total
        walk.chance[i] = share
        for seat in range(r.players):
            if (walk.evil[i] >> seat) & 1:
                evil[seat] += share
    for seat in range(r.players):
        walk.suspicion[seat] = evil[seat]

cdef void walk_votes(const ResistanceRules* r, Walk* walk, const Act* act, int last) noexcept nogil:
    """Take note of a proposal and its votes. On the last proposal of a quest a vote tells little: those do not count."""
    cdef int seat, other, approves, on
    walk.teams[walk.proposals] = act.team
    walk.proposals += 1
    walk.previous = act.team
    if last:
        return
    for seat in range(r.players):
        approves = (act.approved >> seat) & 1
        on = (act.team >> seat) & 1
        walk.votes[seat] += 1
        walk.approvals[seat] += approves
        walk.votes_on[seat] += on
        walk.approvals_on[seat] += on & approves
        for other in range(r.players):
            note_pair(walk, act, seat, other, approves, on)

cdef inline void note_pair(Walk* walk, const Act* act, int seat, int other, int approves, int on) noexcept nogil:
    cdef int other_on = (act.team >> other) & 1
    if ((act.approved >> other) & 1) == approves:
        walk.alike[seat][other] += 1
    else:
        walk.unlike[seat][other] += 1
    if other_on:
        if not on:
            walk.judged_team[approves][seat][other] += 1
        elif approves:
            walk.both_on[seat][other] += 1
    if seat == act.leader and other != seat:
        if other_on:
            walk.took[seat][other] += 1
        else:
            walk.left[seat][other] += 1
    if other == act.leader and other != seat:
        walk.judged_lead[approves][seat][other] += 1

cdef double soft_chance(int evil, int fails, double rate) noexcept nogil:
    """Chance of so many fails if each evil member fails at that rate."""
    cdef double chance = 1.0
    cdef int i
    if fails > evil:
        return 0.0
    for i in range(fails):
        chance *= rate * (evil - i) / (i + 1)
    for i in range(evil - fails):
        chance *= 1 - rate
    return chance

cdef void walk_fails(const ResistanceRules* r, Walk* walk, const Act* act, int quest, int fails, double rate,
                     int last) noexcept nogil:
    """Take note of a quest: its team is the one of the last proposal."""
    cdef int i, seat, other
    cdef int bad = fails >= r.needed[quest]
    for i in range(walk.sets):
        walk.chance[i] *= soft_chance(count_bits(walk.evil[i] & act.team), fails, rate)
    weigh_suspicion(r, walk)
    for seat in range(r.players):
        if not last:
            walk.judged[bad][(act.approved >> seat) & 1][seat] += 1
        if not (act.team >> seat) & 1:
            continue
        if fails:
            walk.quests_bad[seat] += 1
        else:
            walk.quests_good[seat] += 1
        for other in range(r.players):
            if (act.team >> other) & 1 and fails:
                walk.both_bad[seat][other] += 1
            elif (act.team >> other) & 1:
                walk.both_good[seat][other] += 1
    if bad:
        walk.failed = act.team
        walk.lost += 1
    else:
        walk.succeeded = act.team
        walk.won += 1
    walk.previous = 0

# --- features -------------------------------------------------------------------------------------

cdef enum:
    OUTCOME_REJECTED = 0
    OUTCOME_OPEN = 1       # the quest has not been played yet
    OUTCOME_GOOD = 2
    OUTCOME_BAD = 3
    OUTCOME_WORSE = 4      # failed, with more than one fail

cdef int outcome_of(const ResistanceRules* r, const Resistance* s, int quest, int attempt) noexcept nogil:
    """What became of a proposal whose votes are known."""
    if 2 * count_bits(s.approved[quest][attempt]) <= r.players:
        return OUTCOME_REJECTED
    if s.fails[quest] == NONE:
        return OUTCOME_OPEN
    if s.fails[quest] < r.needed[quest]:
        return OUTCOME_GOOD
    return OUTCOME_BAD if s.fails[quest] == 1 else OUTCOME_WORSE

cdef float* put_rules(const ResistanceRules* r, const Resistance* s, float* at) noexcept nogil:
    """Number of players, and which roles are in play; where it ends."""
    memset(at, 0, 11 * sizeof(float))
    at[r.players - 5] = 1
    at[6] = s.count[MERLIN] != 0
    at[7] = s.count[PERCIVAL] != 0
    at[8] = s.count[MORGANA] != 0
    at[9] = s.count[MORDRED] != 0
    at[10] = s.count[OBERON] != 0
    return at + 11

cdef float* put_one_of(float* at, int which, int count) noexcept nogil:
    memset(at, 0, count * sizeof(float))
    at[which] = 1
    return at + count

cdef float* put_score(const Walk* walk, float* at) noexcept nogil:
    at[0] = walk.lost == 1
    at[1] = walk.lost == 2
    at[2] = walk.won == 1
    at[3] = walk.won == 2
    return at + 4

cdef void put_table(const ResistanceRules* r, const Resistance* s, const Walk* walk, int quest, int attempt,
                    Act* act) noexcept nogil:
    cdef float* at = put_rules(r, s, act.table)
    cdef int i
    at = put_one_of(at, quest, QUESTS)
    at = put_one_of(at, attempt, ATTEMPTS)
    at = put_score(walk, at)
    memset(at, 0, 8 * sizeof(float))
    if walk.succeeded:
        at[0] = 1
        at[1] = not walk.succeeded & ~act.team
        at[2] = count_bits(act.team & ~walk.succeeded) / <float>3
    if walk.failed:
        at[3] = 1
        at[4] = count_bits(act.team & walk.failed) / <float>3
    at[5] = walk.previous == act.team
    for i in range(walk.proposals):
        if walk.teams[i] == act.team:
            at[6] = 1
    at[7] = count_bits(act.team) / <float>r.players

# What a seat makes of a team, if it is good itself and goes by the fails alone.
cdef struct Doubts:
    float clean[SEATS]     # chance that nobody on the team is evil
    float evil[SEATS]      # how many are, on average
    float leader[SEATS]    # chance that the leader is

cdef void doubt(const ResistanceRules* r, const Walk* walk, const Act* act, Doubts* doubts) noexcept nogil:
    cdef double sums[SEATS][4]
    cdef double part[4]
    cdef int i, seat, column, evil
    memset(sums, 0, sizeof(sums))
    for i in range(walk.sets):
        evil = count_bits(walk.evil[i] & act.team)
        part[0] = walk.chance[i]
        part[1] = walk.chance[i] if evil == 0 else 0
        part[2] = walk.chance[i] * evil
        part[3] = walk.chance[i] if (walk.evil[i] >> act.leader) & 1 else 0
        for seat in range(r.players):
            if not (walk.evil[i] >> seat) & 1:
                for column in range(4):
                    sums[seat][column] += part[column]
    for seat in range(r.players):
        doubts.clean[seat] = sums[seat][1] / (sums[seat][0] + 1e-12)
        doubts.evil[seat] = sums[seat][2] / (sums[seat][0] + 1e-12)
        doubts.leader[seat] = sums[seat][3] / (sums[seat][0] + 1e-12)

cdef inline float rate_of(float yes, float all, float usual) noexcept nogil:
    """How far a rate is from the usual one, drawn towards it by two more votes."""
    return (yes + usual * 2) / (all + 2) - usual

cdef void put_seat(const ResistanceRules* r, const Walk* walk, const Doubts* doubts, Act* act, int seat, int attempt,
                   int outcome) noexcept nogil:
    cdef float* at = act.seat[seat]
    cdef float usual = r.evil / <float>r.players
    cdef int approves = (act.approved >> seat) & 1
    cdef int approvals = count_bits(act.approved)
    cdef int after = (seat - act.leader + r.players) % r.players
    at[0] = (act.team >> seat) & 1
    at[1] = after == 0
    at[2] = (approvals - approves) / <float>(r.players - 1)
    at[3] = outcome != OUTCOME_REJECTED
    at[4] = approves == (outcome != OUTCOME_REJECTED)
    put_one_of(at + 5, outcome, 5)
    at[10] = walk.quests_bad[seat]
    at[11] = walk.quests_good[seat]
    at[12] = walk.suspicion[seat] - usual
    at[13] = rate_of(walk.approvals[seat], walk.votes[seat], <float>0.6)
    at[14] = walk.votes[seat] / 10
    at[15] = walk.judged[1][1][seat]
    at[16] = walk.judged[1][0][seat]
    at[17] = walk.judged[0][1][seat]
    at[18] = walk.judged[0][0][seat]
    at[19] = rate_of(walk.approvals[seat] - walk.approvals_on[seat], walk.votes[seat] - walk.votes_on[seat], <float>0.45)
    at[20] = rate_of(walk.approvals_on[seat], walk.votes_on[seat], <float>0.75)
    at[21] = doubts.clean[seat]
    at[22] = doubts.evil[seat]
    at[23] = doubts.leader[seat] - usual
    at[24] = after == 1
    at[25] = after == 2
    at[26] = 0 < after < ATTEMPTS - attempt
    put_mates(r, walk, act, seat, at + 27)
    at[30] = (act.approved >> act.leader) & 1 if after else approvals / <float>r.players

cdef void put_mates(const ResistanceRules* r, const Walk* walk, const Act* act, int seat, float* at) noexcept nogil:
    """What the others on the team were in before."""
    cdef float bad = 0.0
    cdef float good = 0.0
    cdef float together = 0.0
    cdef int other
    for other in range(r.players):
        if other != seat and (act.team >> other) & 1:
            bad += walk.quests_bad[other]
            good += walk.quests_good[other]
            together += walk.both_bad[seat][other]
    at[0] = bad / 3
    at[1] = good / 3
    at[2] = together / 2

cdef float least_suspicion(const ResistanceRules* r, const Walk* walk, int size) noexcept nogil:
    """Of the team of this size that is suspected least."""
    cdef float sum = 0.0
    cdef unsigned int taken = 0
    cdef int seat, least
    while size > 0:
        least = -1
        for seat in range(r.players):
            if not (taken >> seat) & 1 and (least < 0 or walk.suspicion[seat] < walk.suspicion[least]):
                least = seat
        taken |= 1u << least
        sum += walk.suspicion[least]
        size -= 1
    return sum

cdef void put_lead(const ResistanceRules* r, const Walk* walk, const Doubts* doubts, Act* act) noexcept nogil:
    cdef float* at = act.lead
    cdef int leader = act.leader
    cdef int seat
    cdef int size = count_bits(act.team)
    cdef float usual = r.evil / <float>r.players
    cdef float bad = 0.0
    cdef float good = 0.0
    cdef float suspicion = 0.0
    for seat in range(r.players):
        if (act.team >> seat) & 1:
            bad += walk.quests_bad[seat]
            good += walk.quests_good[seat]
            suspicion += walk.suspicion[seat]
    at[0] = (act.team >> leader) & 1
    at[1] = doubts.clean[leader]
    at[2] = doubts.evil[leader]
    at[3] = walk.quests_bad[leader]
    at[4] = walk.quests_good[leader]
    at[5] = walk.suspicion[leader] - usual
    at[6] = bad / 3
    at[7] = good / 3
    at[8] = rate_of(walk.approvals[leader], walk.votes[leader], <float>0.6)
    at[9] = suspicion - usual * size
    at[10] = least_suspicion(r, walk, size) - suspicion
    at[11] = (act.team >> next_seat(r, leader)) & 1
    at[12] = (act.team >> ((leader + r.players - 1) % r.players)) & 1

cdef void read_act(const ResistanceRules* r, const Resistance* s, const Walk* walk, int quest, int attempt,
                   Act* act) noexcept nogil:
    """A proposal whose votes are known, as the walk comes to it."""
    cdef Doubts doubts
    cdef int outcome = outcome_of(r, s, quest, attempt)
    cdef int seat
    act.team = s.team[quest][attempt]
    act.approved = s.approved[quest][attempt]
    act.leader = leader_of(r, s, quest, attempt)
    doubt(r, walk, act, &doubts)
    put_table(r, s, walk, quest, attempt, act)
    put_lead(r, walk, &doubts, act)
    for seat in range(r.players):
        act.vote[seat] = 1 if (act.approved >> seat) & 1 else -1
        put_seat(r, walk, &doubts, act, seat, attempt, outcome)

cdef void put_quest(const ResistanceRules* r, const Resistance* s, const Walk* walk, const Act* act, int quest,
                    int attempt, int fails, float* at) noexcept nogil:
    """A quest that was played, before the walk takes note of it."""
    at = put_rules(r, s, at)
    at = put_one_of(at, quest, QUESTS)
    at = put_score(walk, at)
    at[0] = r.needed[quest] == 2
    at[1] = count_bits(act.team) / <float>r.players
    at[2] = count_bits(act.approved) / <float>r.players
    at = put_one_of(at + 3, attempt, ATTEMPTS)
    put_one_of(at, min(fails, 3), 4)

cdef void put_pair(const Walk* walk, int one, int two, float* at) noexcept nogil:
    at[0] = walk.took[one][two] + walk.took[two][one]
    at[1] = walk.left[one][two] + walk.left[two][one]
    at[2] = walk.judged_team[1][one][two] + walk.judged_team[1][two][one]
    at[3] = walk.judged_team[0][one][two] + walk.judged_team[0][two][one]
    at[4] = walk.judged_lead[1][one][two] + walk.judged_lead[1][two][one]
    at[5] = walk.judged_lead[0][one][two] + walk.judged_lead[0][two][one]
    at[6] = walk.alike[one][two]
    at[7] = walk.unlike[one][two]
    at[8] = walk.both_bad[one][two]
    at[9] = walk.both_good[one][two]
    at[10] = walk.both_on[one][two] + walk.both_on[two][one]
    at[11] = min(walk.judged_team[1][one][two], walk.judged_team[1][two][one])
    at[12] = min(walk.judged_team[0][one][two], walk.judged_team[0][two][one])
    at[13] = min(walk.took[one][two], walk.took[two][one])
