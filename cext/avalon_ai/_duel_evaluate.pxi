# The evaluation: how likely the seat about to play wins, fitted on self-play at changes of turn. Features go through one
# hidden layer of rectified units and straight to a logit.

SIDE_FEATURES = (
    "crowns", "hand", "laid", "supply", "conquerable", "best", "wins", "knights", "lands", "cheapest",
    "safe", "exposed", "margin", "kinds", "enchantable", "light", "dark", "near",
)
FEATURE_NAMES = (
    "one", *[name for side in SIDE_FEATURES for name in (side, "other_" + side)], "avalon", "circle", "lead_near_end",
)

cdef enum:
    SIDES = 18             # len(SIDE_FEATURES); two of each follow the constant

cdef struct Reach:
    float conquerable      # number of territories the seat could attack as things lie
    float best             # highest worth among them
    float cheapest         # lowest cost
    float wins             # 1: the two best would win
    float safe             # worth of own lands that the other seat could not attack
    float exposed          # worth of those it could
    float margin           # cards ahead, at most two a territory
    float enchantable      # enemy top cards in whose colour the seat holds an enchantress
    float near             # territories where one card is missing

cdef void reach(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, float hidden, Reach* out) noexcept nogil:
    """What a seat can reach as things lie; `hidden` is the worth of a land still face down.

    With hardly a branch: none would be foreseen.
    """
    cdef const uint8_t* hand = s.hand[seat]
    cdef float worth, best = 0.0, exposed = 0.0, safe = 0.0
    cdef int other = 1 - seat
    cdef int most = 0, next = 0, cheapest = 12
    cdef int conquerable = 0, margin = 0, enchantable = 0, close = 0
    cdef int t, own, enemy, castle, top, crowns, mine, held, open
    for t in range(r.territories):
        own = s.height[seat][t]
        enemy = s.height[other][t]
        castle = s.land[t] != NONE and (r.castles >> s.land[t]) & 1
        worth = hidden if s.land[t] == NONE else m.worth[s.land[t]]
        crowns = 1 if s.land[t] == NONE else r.crowns[s.land[t]]
        top = s.top[other][t]
        enchantable += top != NONE and hand[top if top >= COLOURS else top + COLOURS] != 0
        margin += min(2, max(-2, own - enemy))
        mine = s.owner[t] == seat
        held = mine & (enemy < own + castle)
        safe += worth if held else <float>0.0
        exposed += worth if mine > held else <float>0.0
        enemy += castle
        close += (own == enemy - 1) & (1 - mine)
        open = (own >= enemy) & (1 - mine)
        conquerable += open
        best = max(best, worth if open else <float>0.0)
        cheapest = min(cheapest, own + 1 + enemy if open else 12)
        crowns = crowns if open else 0
        next = max(next, min(most, crowns))
        most = max(most, crowns)
    out.conquerable, out.best, out.cheapest = conquerable, best, cheapest
    out.wins = s.crowns[seat] + most + next >= r.crowns_to_win
    out.safe, out.exposed, out.margin = safe, exposed, margin
    out.enchantable, out.near = enchantable, close

cdef inline float owned(const Duel* s, int seat, int land) noexcept nogil:
    return <float>(owns(s, seat, land) - owns(s, 1 - seat, land))

cdef void side_features(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, float hidden, float* out) noexcept nogil:
    """One seat's features, in every second place, about between 0 and 1."""
    cdef Reach far
    cdef uint8_t supplies[TILES]
    cdef int kind, tile, knights = 0, kinds = 0
    cdef int light = 0, dark = 0
    reach(r, m, s, seat, hidden, &far)
    count_supplies(s, seat, supplies)
    for kind in range(KINDS):
        kinds += s.hand[seat][kind] != 0
        knights += s.hand[seat][kind] if kind < COLOURS else 0
    for tile in range(TILES):
        if s.tiles_up[tile]:
            if tile < FIRST_DARK:
                light = max(light, <int>supplies[tile])
            else:
                dark = max(dark, <int>supplies[tile])
    out[0] = s.crowns[seat] / <float>r.crowns_to_win
    out[2] = s.hand_size[seat] * <float>0.2
    out[4] = (total_cards(s, seat) - s.hand_size[seat]) * <float>0.1
    out[6] = 0.0 if s.front[seat] == NONE else supplies[s.front[seat]] * <float>0.2
    out[8] = far.conquerable * <float>0.2
    out[10] = far.best * <float>0.5
    out[12] = far.wins
    out[14] = knights * <float>0.2
    out[16] = supplies[5] * <float>0.2
    out[18] = far.cheapest * <float>0.2
    out[20] = far.safe * <float>0.2
    out[22] = far.exposed * <float>0.2
    out[24] = far.margin * <float>0.1
    out[26] = kinds * <float>0.2
    out[28] = far.enchantable * <float>0.2
    out[30] = light * <float>0.2
    out[32] = dark * <float>0.2
    out[34] = far.near * <float>0.2

cdef void extract_features(const DuelRules* r, const DuelModel* m, const Duel* s, float* out) noexcept nogil:
    """Features in the order of FEATURE_NAMES, from the side of the seat on turn."""
    cdef int me = s.on_turn
    cdef float hidden = worth_of_hidden(m, s)
    out[0] = 1.0
    side_features(r, m, s, me, hidden, out + 1)
    side_features(r, m, s, 1 - me, hidden, out + 2)
    out[2 * SIDES + 1] = owned(s, me, AVALON)
    out[2 * SIDES + 2] = owned(s, me, r.circle)
    out[2 * SIDES + 3] = (out[1] - out[2]) * max(out[1], out[2])

# Four numbers in one instruction: left to itself the compiler takes the sixteen one by one.
cdef extern from *:
    """
    typedef float AvalonFour __attribute__((vector_size(16)));

    static inline void avalon_weigh(const float *factors, const float *rows, int count, float *sums) {
        AvalonFour row[4], sum[4] = {{0}, {0}, {0}, {0}};
        int i, part;
        for (i = 0; i < count; i++, rows += 16) {
            memcpy(row, rows, sizeof(row));
            for (part = 0; part < 4; part++)
                sum[part] += factors[i] * row[part];
        }
        memcpy(sums, sum, sizeof(sum));
    }
    """
    void weigh "avalon_weigh"(const float* factors, const float* rows, int count, float* sums) noexcept nogil

cdef double evaluate_turn(const DuelRules* r, const DuelModel* m, const Duel* s) noexcept nogil:
    """Chance of winning, 0 to 1, for the seat on turn."""
    cdef float features[FEATURES]
    cdef float units[HIDDEN]
    cdef float sum = m.linear[0]    # of the constant
    cdef int i, unit
    extract_features(r, m, s, features)
    if m.straight:
        for i in range(1, FEATURES):
            sum += features[i] * m.linear[i]
    weigh(features, m.hidden[0], FEATURES, units)
    for unit in range(HIDDEN):
        sum += max(<float>0.0, units[unit]) * m.output[unit]
    return 1.0 / (1.0 + exponential(-sum))

cdef inline int place_of(int code) noexcept nogil:
    """Territory of a play, NONE for a tile."""
    if code >= CODE_COUNTER:
        return NONE
    return code % WIDTH        # blocks of WIDTH codes each

cdef inline void play_on(const DuelRules* r, const DuelModel* m, Duel* s, Scores* scores, int* stale, Rng* rng) noexcept nogil:
    """One play; while nothing is conquered only the territory of the last play is scored anew.

    `stale` is that territory, NONE if all scores are.
    """
    cdef int code
    if stale[0] == NONE:
        score_plays(r, m, s, scores)
    else:
        score_territory(r, m, s, s.on_turn, stale[0], scores)
    code = light_play(r, m, s, scores, rng)
    stale[0] = place_of(code)
    duel_apply(r, s, make(code, s.on_turn, SOURCE_MOVE))

cdef inline double seat_a_wins(const DuelRules* r, const DuelModel* m, const Duel* s) noexcept nogil:
    """Chance that seat A wins, 0 to 1, at a change of turn."""
    cdef double chance = evaluate_turn(r, m, s)
    return chance if s.on_turn == 0 else 1.0 - chance

cdef void duel_playout(const void* rules, const void* model, void* state, void* notes, int changes,
                       Rng* rng, double* values) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const DuelModel* m = <const DuelModel*>model
    cdef Duel* s = <Duel*>state
    cdef Scores scores
    cdef int stale = NONE
    cdef int until = s.turn + changes if changes else 0xFFFF
    cdef int turn = s.turn
    cdef double early = m.early if changes else 0.0
    cdef double told = 0.0      # by earlier changes of turn, for seat A
    cdef double left = 1.0      # share of what comes last
    while s.phase != PHASE_OVER and s.turn < until:
        if s.turn != turn and early:
            turn = s.turn
            told += left * early * seat_a_wins(r, m, s)
            left *= 1.0 - early
        if s.phase == PHASE_PLAY:
            play_on(r, m, s, &scores, &stale, rng)
        elif s.phase == PHASE_REPLY:
            duel_apply(rules, state, duel_light(rules, model, state, rng))
        else:
            stale = NONE
            if s.phase == PHASE_DRAW or s.phase == PHASE_REVEAL:
                duel_apply(rules, state, duel_sample(rules, state, rng))
            elif s.phase == PHASE_PAY and may_spare(s):
                spare(r, s)
            else:
                drop_all(r, m, s, rng)
    if s.phase == PHASE_OVER:
        duel_returns(rules, state, values)
    else:
        values[0] = seat_a_wins(r, m, s)
    values[0] = told + left * values[0]
    values[1] = 1.0 - values[0]
