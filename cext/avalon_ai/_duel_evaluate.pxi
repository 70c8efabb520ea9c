# The evaluation: how likely the seat about to play wins, a logistic model fitted on self-play at changes of turn.

FEATURE_NAMES = (
    "one", "crowns", "other_crowns", "hand", "other_hand", "laid", "other_laid", "supply", "other_supply",
    "conquerable", "other_conquerable", "best", "other_best", "wins", "other_wins", "knights", "other_knights",
    "lands", "other_lands", "avalon", "circle", "cheapest", "other_cheapest", "lead_near_end",
)

cdef void reach(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, float* out) noexcept nogil:
    """What a seat could conquer as things lie: number, best worth, whether two conquests win, cheapest cost."""
    cdef float hidden = worth_of_hidden(m, s)
    cdef float best = 0.0
    cdef int most = 0, next = 0, count = 0, cheapest = 12
    cdef int t, need, crowns
    for t in range(r.territories):
        need = s.height[1 - seat][t]
        if s.owner[t] == 1 - seat:
            need += (r.castles >> s.land[t]) & 1
        if s.owner[t] == seat or s.height[seat][t] < need:
            continue
        count += 1
        crowns = 1 if s.land[t] == NONE else r.crowns[s.land[t]]
        best = max(best, hidden if s.land[t] == NONE else m.worth[s.land[t]])
        cheapest = min(cheapest, s.height[seat][t] + 1 + need)
        if crowns > most:
            next = most
            most = crowns
        elif crowns > next:
            next = crowns
    out[0] = count * <float>0.2
    out[1] = best * <float>0.5
    out[2] = s.crowns[seat] + most + next >= r.crowns_to_win
    out[3] = cheapest * <float>0.2

cdef inline float pending_supply(const Duel* s, int seat) noexcept nogil:
    return 0.0 if s.front[seat] == NONE else supply(s, seat, s.front[seat]) * <float>0.2

cdef inline float owned(const Duel* s, int seat, int land) noexcept nogil:
    return <float>(owns(s, seat, land) - owns(s, 1 - seat, land))

cdef void extract_features(const DuelRules* r, const DuelModel* m, const Duel* s, float* out) noexcept nogil:
    """Features in the order of FEATURE_NAMES, from the side of the seat on turn."""
    cdef float far[4]
    cdef int side, seat, kind, knights
    cdef int me = s.on_turn
    out[0] = 1.0
    for side in range(2):
        seat = me if side == 0 else 1 - me
        reach(r, m, s, seat, far)
        knights = 0
        for kind in range(COLOURS):
            knights += s.hand[seat][kind]
        out[1 + side] = s.crowns[seat] / <float>r.crowns_to_win
        out[3 + side] = s.hand_size[seat] * <float>0.2
        out[5 + side] = (total_cards(s, seat) - s.hand_size[seat]) * <float>0.1
        out[7 + side] = pending_supply(s, seat)
        out[9 + side] = far[0]
        out[11 + side] = far[1]
        out[13 + side] = far[2]
        out[15 + side] = knights * <float>0.2
        out[17 + side] = own_lands(s, seat) * <float>0.2
        out[21 + side] = far[3]
    out[19] = owned(s, me, AVALON)
    out[20] = owned(s, me, r.circle)
    out[23] = (out[1] - out[2]) * max(out[1], out[2])

cdef double evaluate_turn(const DuelRules* r, const DuelModel* m, const Duel* s) noexcept nogil:
    """Chance of winning, 0 to 1, for the seat on turn."""
    cdef float features[FEATURES]
    cdef float sum = 0.0
    cdef int i
    extract_features(r, m, s, features)
    for i in range(FEATURES):
        sum += features[i] * m.features[i]
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

cdef void duel_playout(const void* rules, const void* model, void* state, int changes,
                       Rng* rng, double* values) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const DuelModel* m = <const DuelModel*>model
    cdef Duel* s = <Duel*>state
    cdef Scores scores
    cdef int stale = NONE
    cdef int until = s.turn + changes if changes else 0xFFFF
    while s.phase != PHASE_OVER and s.turn < until:
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
        return
    values[s.on_turn] = evaluate_turn(r, m, s)
    values[1 - s.on_turn] = 1.0 - values[s.on_turn]
