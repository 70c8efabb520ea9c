# Good at a table that acts by plain logic: there only fails tell the others anything.
#
# A fail too many loses, yet fails are what the others learn from. So a team is worth what the game is worth after it, by
# how clear things are then to the good seats who know the fails alone.

cdef enum:
    KEPT = 12              # sets of evil seats that are looked at, the likeliest
    CANDIDATES = 12        # teams that a leader looks at, those most likely to succeed

cdef float HARDLY = 0.01       # share of the likeliest set below which one is left aside
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

cdef float liking(const Outlook* o, int seat, unsigned int team, const uint16_t* possible, int sets) noexcept nogil:
    """How likely a good seat that goes by the fails alone finds a team clean."""
    cdef unsigned int own = 1u << seat
    cdef int every = 0
    cdef int clean = 0
    cdef int i
    for i in range(sets):
        every += (possible[i] & own) == 0
        clean += (possible[i] & (own | team)) == 0
    return clean / <float>every if every else 0.0

cdef float clearness(const ResistanceRules* r, const Outlook* o, unsigned int evil, int quest, const uint16_t* possible,
                     int sets) noexcept nogil:
    """How likely all good seats but the own one approve of the clean team they like best."""
    cdef const uint16_t* teams = r.teams + r.first[quest]
    cdef float best = 0.0
    cdef float all_like
    cdef int i, seat
    for i in range(r.number[quest]):
        if teams[i] & evil:
            continue
        all_like = 1.0
        for seat in range(r.players):
            if seat != o.seat and not (evil >> seat) & 1:
                all_like *= liking(o, seat, teams[i], possible, sets)
        best = max(best, all_like)
    return best

cdef float round_worth(float clear, int proposals, float won, float lost) noexcept nogil:
    """A round in which a clean team has some chances: about one in two proposals."""
    cdef float misses = 1.0
    cdef int tries = (proposals + 1) // 2
    cdef int i
    for i in range(tries):
        misses *= 1 - clear
    return (1 - misses) * won + (misses * LOST_ROUND * lost if tries else 0)

cdef float game_worth(float clear, int won, int lost) noexcept nogil:
    """What the game is worth at the start of a round."""
    if won == 3 or lost == 3:
        return won == 3
    return round_worth(clear, ATTEMPTS, game_worth(clear, won + 1, lost), game_worth(clear, won, lost + 1))

cdef float worth_later(const ResistanceRules* r, const Resistance* s, const Outlook* o, int attempt) noexcept nogil:
    """What the game is worth with that proposal of the quest still to come."""
    cdef float sum = 0.0
    cdef float clear
    cdef int i
    for i in range(o.kept):
        clear = clearness(r, o, o.evil[i], s.quest, o.possible, o.sets)
        sum += o.share[i] * round_worth(
            clear, ATTEMPTS - attempt, game_worth(clear, s.won + 1, s.lost), game_worth(clear, s.won, s.lost + 1))
    return sum

cdef float worth_after(const ResistanceRules* r, const Resistance* s, const Outlook* o, int kept,
                       unsigned int team) noexcept nogil:
    """What the game is worth when the team has been on the quest and all its evil seats have failed it."""
    cdef uint16_t possible[EVIL_SETS]
    cdef int sets = 0
    cdef int i
    cdef int fails = count_bits(o.evil[kept] & team)
    cdef int succeeds = fails < r.needed[s.quest]
    for i in range(o.sets):
        if count_bits(o.possible[i] & team) >= fails:
            possible[sets] = o.possible[i]
            sets += 1
    return game_worth(clearness(r, o, o.evil[kept], min(s.quest + 1, QUESTS - 1), possible, sets),
                      s.won + succeeds, s.lost + (not succeeds))

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
    cdef float sum = 0.0
    cdef float passes
    cdef int i, seat
    for i in range(o.kept):
        if o.evil[i] & team:
            passes = 1.0 if 2 * (r.evil + 1) > r.players else PASSES
        else:
            passes = 1.0
            for seat in range(r.players):
                if seat != o.seat and not (o.evil[i] >> seat) & 1:
                    passes *= liking(o, seat, team, o.possible, o.sets)
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
