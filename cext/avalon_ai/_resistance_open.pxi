# Good at a table that acts by plain logic: there only fails tell the others anything.
#
# A fail too many loses, yet fails are what the others learn from. So a team is worth what the game is worth after it, by
# how clear things are then to the good seats who know the fails alone.

cdef enum:
    KEPT = 12              # sets of evil seats that are looked at, the likeliest
    CANDIDATES = 12        # teams that a leader looks at, those most likely to succeed

cdef float HARDLY = 0.05       # share of the likeliest set below which one is left aside
cdef float LOST_ROUND = 0.5    # how often a round without a clean team is a failed quest and not the end
cdef float PASSES = 0.7        # how often a team with evil on it passes where evil and one more are no majority

# What a good seat holds to be so, and what the fails allow.
cdef struct Outlook:
    float share[KEPT]
    uint16_t evil[KEPT]
    int32_t kept
    int32_t seat
    uint16_t possible[EVIL_SETS]
    int32_t sets

cdef void keep_set(Outlook* o, unsigned int evil, float share) noexcept nogil:
    """Among the likeliest, the first of equal ones before the others."""
    cdef int place = o.kept
    if place == KEPT:
        place -= 1
        if o.share[place] >= share:
            return
    else:
        o.kept += 1
    while place > 0 and o.share[place - 1] < share:
        o.share[place], o.evil[place] = o.share[place - 1], o.evil[place - 1]
        place -= 1
    o.share[place], o.evil[place] = share, evil

cdef void look_out(const ResistanceRules* r, const Notes* n, const Eyes* eyes, int seat, Outlook* o) noexcept nogil:
    cdef const float* weight = row_of(n, ROW_ALL)
    cdef const float* possible = row_of(n, ROW_POSSIBLE)
    cdef float sum = 0.0
    cdef int i
    o.kept = o.sets = 0
    o.seat = seat
    for i in range(n.sets):
        if possible[i] > 0:
            o.possible[o.sets] = r.sets[i]
            o.sets += 1
        if allowed(&eyes.knows, r.sets[i]):
            keep_set(o, r.sets[i], weight[i] + SMALLEST)
    while o.kept > 1 and o.share[o.kept - 1] < HARDLY * o.share[0]:
        o.kept -= 1
    for i in range(o.kept):
        sum += o.share[i]
    for i in range(o.kept):
        o.share[i] /= sum

cdef inline int spared(const uint16_t* possible, int sets, unsigned int seats) noexcept nogil:
    """How many of the possible sets have none of these seats."""
    cdef int count = 0
    cdef int i
    for i in range(sets):
        count += (possible[i] & seats) == 0
    return count

cdef float likings(const int* every, unsigned int others, unsigned int team, const uint16_t* possible,
                   int sets) noexcept nogil:
    """How likely these good seats, who go by the fails alone, all find a team clean; of the sets of `every` they are not in."""
    cdef float chance = 1.0
    cdef int seat
    while others:
        seat = __builtin_ctz(others)
        others &= others - 1
        if every[seat]:
            chance *= spared(possible, sets, team | (1u << seat)) / <float>every[seat]
        else:
            chance = 0.0
    return chance

cdef inline unsigned int other_good(const ResistanceRules* r, const Outlook* o, unsigned int evil) noexcept nogil:
    return r.everyone & ~evil & ~(1u << o.seat)

cdef void count_spared(const ResistanceRules* r, const uint16_t* possible, int sets, int* every) noexcept nogil:
    cdef int seat
    for seat in range(r.players):
        every[seat] = spared(possible, sets, 1u << seat)

cdef float clearness(const ResistanceRules* r, const Outlook* o, unsigned int evil, int quest, const uint16_t* possible,
                     int sets) noexcept nogil:
    """How likely all good seats but the own one approve of the clean team they like best."""
    cdef const uint16_t* teams = r.teams + r.first[quest]
    cdef int every[SEATS]
    cdef float best = 0.0
    cdef int i
    count_spared(r, possible, sets, every)
    for i in range(r.number[quest]):
        if not teams[i] & evil:
            best = max(best, likings(every, other_good(r, o, evil), teams[i], possible, sets))
    return best

# What the game is worth at the start of a round, by quests won and lost.
cdef struct Worth:
    float at[4][4]

cdef float misses_of(float clear, int proposals) noexcept nogil:
    """How likely no clean team passes in so many proposals: it has a chance in about one of two."""
    cdef float misses = 1.0
    cdef int tries = (proposals + 1) // 2
    cdef int i
    for i in range(tries):
        misses *= 1 - clear
    return misses

cdef void weigh_game(float clear, int won, int lost, Worth* worth) noexcept nogil:
    """From these numbers of quests on."""
    cdef float misses = misses_of(clear, ATTEMPTS)
    cdef int w, f
    for f in range(lost, 3):
        worth.at[3][f] = 1.0
    for w in range(won, 3):
        worth.at[w][3] = 0.0
    for w in range(2, won - 1, -1):
        for f in range(2, lost - 1, -1):
            worth.at[w][f] = (1 - misses) * worth.at[w + 1][f] + misses * LOST_ROUND * worth.at[w][f + 1]

cdef float worth_later(const ResistanceRules* r, const Resistance* s, const Outlook* o, int attempt) noexcept nogil:
    """What the game is worth with that proposal of the quest still to come."""
    cdef Worth worth
    cdef float sum = 0.0
    cdef float clear, misses
    cdef int i
    if attempt == ATTEMPTS:
        return 0.0
    for i in range(o.kept):
        clear = clearness(r, o, o.evil[i], s.quest, o.possible, o.sets)
        misses = misses_of(clear, ATTEMPTS - attempt)
        weigh_game(clear, s.won, s.lost, &worth)
        sum += o.share[i] * (
            (1 - misses) * worth.at[s.won + 1][s.lost] + misses * LOST_ROUND * worth.at[s.won][s.lost + 1])
    return sum

cdef float worth_after(const ResistanceRules* r, const Resistance* s, const Outlook* o, int kept,
                       unsigned int team) noexcept nogil:
    """What the game is worth when the team has been on the quest and all its evil seats have failed it."""
    cdef uint16_t possible[EVIL_SETS]
    cdef Worth worth
    cdef int sets = 0
    cdef int i
    cdef int fails = count_bits(o.evil[kept] & team)
    cdef int succeeds = fails < r.needed[s.quest]
    for i in range(o.sets):
        if count_bits(o.possible[i] & team) >= fails:
            possible[sets] = o.possible[i]
            sets += 1
    if s.won + succeeds == 3 or s.lost + (not succeeds) == 3:
        return succeeds
    weigh_game(clearness(r, o, o.evil[kept], s.quest + 1, possible, sets), s.won + succeeds, s.lost + (not succeeds), &worth)
    return worth.at[s.won + succeeds][s.lost + (not succeeds)]

cdef float worth_going(const ResistanceRules* r, const Resistance* s, const Outlook* o) noexcept nogil:
    """What the game is worth when the team on the table goes."""
    cdef float after = 0.0
    cdef int i
    for i in range(o.kept):
        after += o.share[i] * worth_after(r, s, o, i, team_on_table(s))
    return after

cdef float worth_leading(const ResistanceRules* r, const Resistance* s, const Outlook* o, unsigned int team,
                         float later) noexcept nogil:
    """What proposing a team is worth: it passes, or there is one proposal less."""
    cdef int every[SEATS]
    cdef float sum = 0.0
    cdef float passes
    cdef int i
    count_spared(r, o.possible, o.sets, every)
    for i in range(o.kept):
        if o.evil[i] & team:
            passes = 1.0 if 2 * (r.evil + 1) > r.players else PASSES
        else:
            passes = likings(every, other_good(r, o, o.evil[i]), team, o.possible, o.sets)
        sum += o.share[i] * (passes * worth_after(r, s, o, i, team) + (1 - passes) * later)
    return sum

cdef int weigh_candidates(const ResistanceRules* r, const Resistance* s, const Notes* n, const Eyes* eyes, int seat,
                          uint16_t* found, float* worth) noexcept nogil:
    """The teams that a leader looks at, and what each is worth; how many."""
    cdef Outlook o
    cdef float later
    cdef int i
    cdef int count = list_candidates(r, s, n, eyes, found)
    look_out(r, n, eyes, seat, &o)
    later = worth_later(r, s, &o, s.attempt + 1)
    for i in range(count):
        worth[i] = worth_leading(r, s, &o, found[i], later)
    return count

cdef int list_candidates(const ResistanceRules* r, const Resistance* s, const Notes* n, const Eyes* eyes,
                         uint16_t* found) noexcept nogil:
    """The teams most likely to succeed, best first; of equal ones the first by letters."""
    cdef float chances[CANDIDATES]
    cdef float chance
    cdef int i, place
    cdef int count = 0
    cdef unsigned int team
    for i in range(r.number[s.quest]):
        team = r.teams[r.first[s.quest] + i]
        chance = success(r, n, eyes, team, r.needed[s.quest])
        if count == CANDIDATES and chances[count - 1] >= chance - 1e-6:
            continue
        place = count if count < CANDIDATES else CANDIDATES - 1
        count = min(count + 1, CANDIDATES)
        while place > 0 and chances[place - 1] < chance - 1e-6:
            chances[place], found[place] = chances[place - 1], found[place - 1]
            place -= 1
        chances[place], found[place] = chance, team
    return count
