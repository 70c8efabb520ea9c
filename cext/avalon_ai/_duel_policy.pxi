# How the machine judges moves: one score each, linear in the weights of the model. Greedy plays the best score, the
# light policy the best shaken score, the prior of the search is their softmax.
#
# A score is a sum of a part that hangs on the territory and one that hangs on the card, so that the best of
# all pairs is found without listing them. Scores never look at what the seat to move cannot see: of the other hand
# they use its size, its known cards, the evidence and the multiset of unseen cards.

cdef enum:
    W_VALUE_CROWN           # worth of a crown of a land
    W_VALUE_AVALON          # extra worth of Avalon
    W_VALUE_CIRCLE          # extra worth of the stone circle
    W_VALUE_CASTLE          # extra worth of a castle
    W_VALUE_HIDDEN          # extra worth of a land still face down
    W_VALUE_STEAL           # extra share of the worth if the other seat owns it
    W_ATTACK                # any attack
    W_ATTACK_WORTH          # times worth of the land
    W_ATTACK_COST           # times cards to pay
    W_ATTACK_REMOVED        # times enemy cards removed
    W_ATTACK_HAND           # times cards to pay beyond those on own stacks elsewhere
    W_ATTACK_SECOND         # a second conquest in the turn
    W_ATTACK_DEFENDED       # times chance that the other seat can defend
    W_ATTACK_CIRCLE         # an enchantress attacks
    W_ENCHANT               # any enchantment
    W_ENCHANT_OPENS         # times worth, if it makes the land conquerable
    W_ENCHANT_GUARDS        # times worth, if it makes an own land safe
    W_ENCHANT_OTHER         # times worth elsewhere
    W_ENCHANT_COUNTERED     # times chance that the other seat can counter
    W_LAY                   # any card laid
    W_LAY_OPENS             # times worth, if it makes the land conquerable and a knight is left
    W_LAY_NEARS             # times worth over cards still missing
    W_LAY_GUARDS            # times worth, if it makes an own land safe
    W_LAY_KNIGHT            # a knight is laid
    W_LAY_DOUBLE            # times further cards of the kind in hand
    W_TAKE                  # any tile
    W_TAKE_CARDS            # times cards it brings
    W_TAKE_DARK             # a dark tile
    W_TAKE_DARK_HAND        # times cards in hand, for a dark tile
    W_TAKE_OVER             # times cards over the hand limit, for a light tile
    W_TAKE_HAND             # times cards in hand, for any tile
    W_DROP_HAND             # a payment from the hand
    W_DROP_KNIGHT           # a knight from the hand
    W_DROP_DOUBLE           # times further cards of the kind in hand
    W_DROP_STACK            # a payment from a stack
    W_DROP_OPENS            # times worth, if it makes an own land conquerable
    W_DROP_LOSES            # times worth, if the land is no longer conquerable
    W_DROP_SURPLUS          # times cards more than the other seat there, -3 to 3
    W_DEFEND                # a defence
    W_DEFEND_WORTH          # times worth of the land, for a defence
    W_COUNTER               # a counter-spell
    W_COUNTER_WORTH         # times worth of the land, for a counter-spell

GREEDY_NAMES = (
    "value_crown", "value_avalon", "value_circle", "value_castle", "value_hidden",
    "value_steal", "attack", "attack_worth", "attack_cost", "attack_removed",
    "attack_hand", "attack_second", "attack_defended", "attack_circle", "enchant",
    "enchant_opens", "enchant_guards", "enchant_other", "enchant_countered", "lay",
    "lay_opens", "lay_nears", "lay_guards", "lay_knight", "lay_double",
    "take", "take_cards", "take_dark", "take_dark_hand", "take_over",
    "take_hand", "drop_hand", "drop_knight", "drop_double", "drop_stack",
    "drop_opens", "drop_loses", "drop_surplus", "defend", "defend_worth",
    "counter", "counter_worth",
)

cdef enum:
    WIN_SCORE = 20         # a move that wins at once, or keeps the other seat from it

cdef struct Scores:
    float worth[ROW]       # of each land to the seat to move
    float attack[ROW]      # by territory, far below zero where there is none, and below by kind of the card used
    float enchant[ROW]
    float lay[ROW]
    float attack_kind[KINDS]
    float enchant_kind[COLOURS]
    float lay_kind[KINDS]
    uint8_t supplies[TILES]
    uint8_t saved          # 1: Avalon would save a card now
    uint8_t circle         # 1: the seat owns the stone circle

cdef inline float worth_of_hidden(const DuelModel* m, const Duel* s) noexcept nogil:
    cdef float sum = 0.0
    cdef int land, count = 0
    for land in range(WIDTH):
        if (s.lands_left >> land) & 1:
            sum += m.worth[land]
            count += 1
    return sum / count + m.greedy[W_VALUE_HIDDEN] if count else <float>0.0

cdef inline float worth_at(const DuelModel* m, const Duel* s, int seat, int t, float hidden) noexcept nogil:
    """Worth of a territory to a seat; `hidden` is that of a land still face down."""
    if s.land[t] == NONE:
        return hidden
    if s.owner[t] == 1 - seat:
        return m.worth[s.land[t]] * (1 + m.greedy[W_VALUE_STEAL])
    return m.worth[s.land[t]]

cdef inline void score_worth(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, float* worth) noexcept nogil:
    cdef float hidden = worth_of_hidden(m, s)
    cdef int t
    for t in range(r.territories):
        worth[t] = worth_at(m, s, seat, t, hidden)

cdef inline void chances_held(const DuelModel* m, const Duel* s, int other, float* chances) noexcept nogil:
    """For each kind, how likely the other hand holds one: known cards, then unseen ones as the beliefs draw them.

    Exact for uniform draws without replacement; under beliefs each draw takes its expected weight out of the rest.
    """
    cdef float left[KINDS]
    cdef float weight[KINDS]         # of one card
    cdef float share[KINDS]          # of all unseen cards of the kind
    cdef int hidden = s.hand_size[other]
    cdef int kind, i
    cdef float fresh, scale
    cdef float sum = 0.0
    cdef float taken = 0.0
    cdef float size = <float>1.0 / max(1, hidden)
    for kind in range(KINDS):
        hidden -= s.known[other][kind]
        left[kind] = 1.0
        weight[kind] = 1.0
        if s.evidence[other][kind] != NONE:
            fresh = min(<float>1.0, s.evidence[other][kind] * size)
            weight[kind] = fresh + (1 - fresh) * m.decline[kind >= COLOURS]
    for kind in range(KINDS):
        share[kind] = weight[kind] * (s.unseen[kind] + s.hand[other][kind] - s.known[other][kind])
        sum += share[kind]
        taken += share[kind] * (share[kind] - (share[kind] - weight[kind]) * m.variety)
    taken = taken / sum if sum > 0 else <float>0.0
    for i in range(hidden):
        scale = 1 / sum if sum > 0 else <float>0.0
        for kind in range(KINDS):
            left[kind] *= max(<float>0.0, 1 - share[kind] * scale)
        sum -= taken
    for kind in range(KINDS):
        chances[kind] = <float>1.0 if s.known[other][kind] else 1 - left[kind]

cdef inline float score_win(const DuelRules* r, const Duel* s, int seat, int t) noexcept nogil:
    """WIN_SCORE times the chance that conquering this land wins."""
    cdef int missing = r.crowns_to_win - s.crowns[seat]
    cdef int land, wins = 0, count = 0
    if missing > 9:
        return 0.0
    if s.land[t] != NONE:
        return WIN_SCORE if r.crowns[s.land[t]] >= missing else 0.0
    for land in range(WIDTH):
        if (s.lands_left >> land) & 1:
            count += 1
            wins += r.crowns[land] >= missing
    return WIN_SCORE * wins / <float>count

cdef inline float score_attack(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, int t,
                               const Scores* scores) noexcept nogil:
    cdef const float* w = m.greedy
    cdef int enemy = s.height[1 - seat][t]
    cdef int cost = s.height[seat][t] + 1 + enemy - scores.saved
    cdef int laid = total_cards(s, seat) - s.hand_size[seat]
    if s.owner[t] == 1 - seat:
        cost += (r.castles >> s.land[t]) & 1
    return w[W_ATTACK] + w[W_ATTACK_WORTH] * scores.worth[t] + w[W_ATTACK_COST] * cost \
        + w[W_ATTACK_REMOVED] * enemy + w[W_ATTACK_HAND] * max(0, cost - laid + enemy - 1) \
        + (w[W_ATTACK_SECOND] if s.conquests else <float>0.0) + score_win(r, s, seat, t)

cdef inline void score_territory(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, int t,
                                 Scores* scores) noexcept nogil:
    """The part of each play's score that hangs on the territory."""
    cdef const float* w = m.greedy
    cdef int own = s.height[seat][t]
    cdef int enemy = s.height[1 - seat][t]
    cdef int castle = s.land[t] != NONE and (r.castles >> s.land[t]) & 1
    cdef int missing = enemy + castle - own      # cards until the seat could attack
    cdef int open = enemy - own - castle         # for an own land: above -1 the other seat could
    cdef float worth = scores.worth[t]
    cdef float lay = 0.0
    cdef float enchant = w[W_ENCHANT_OTHER]
    scores.attack[t] = -1e9
    if s.owner[t] == seat:
        if open >= 0:
            lay = w[W_LAY_GUARDS] if open == 0 else <float>0.0
            enchant = w[W_ENCHANT_GUARDS] if open < 3 else <float>0.0
    elif missing > 0 and s.conquests < 2:
        lay = w[W_LAY_OPENS] if missing == 1 else w[W_LAY_NEARS] / missing
        enchant = w[W_ENCHANT_OPENS] if missing <= 3 else enchant
    elif s.conquests < 2:
        scores.attack[t] = score_attack(r, m, s, seat, t, scores)
    scores.lay[t] = w[W_LAY] + lay * worth
    scores.enchant[t] = w[W_ENCHANT] + enchant * worth

cdef inline void score_kinds(const DuelRules* r, const DuelModel* m, const Duel* s, int seat, Scores* scores) noexcept nogil:
    """The part that hangs on the card."""
    cdef const float* w = m.greedy
    cdef float held[KINDS]
    cdef int kind
    cdef float double_lay
    chances_held(m, s, 1 - seat, held)
    for kind in range(COLOURS):
        scores.attack_kind[kind] = w[W_ATTACK_DEFENDED] * held[kind]
        scores.attack_kind[COLOURS + kind] = scores.attack_kind[kind] + w[W_ATTACK_CIRCLE]
        scores.enchant_kind[kind] = w[W_ENCHANT_COUNTERED] * held[COLOURS + kind]
    for kind in range(KINDS):
        double_lay = w[W_LAY_DOUBLE] * (s.hand[seat][kind] - 1)
        scores.lay_kind[kind] = double_lay + (w[W_LAY_KNIGHT] if kind < COLOURS else <float>0.0)

cdef inline void count_supplies(const Duel* s, int seat, uint8_t* supplies) noexcept nogil:
    """What each tile would bring the seat now."""
    cdef int tile
    for tile in range(TILES):
        supplies[tile] = supply(s, seat, tile)

cdef inline float score_tile(const DuelRules* r, const DuelModel* m, const Duel* s, int tile, int cards) noexcept nogil:
    cdef const float* w = m.greedy
    cdef int hand = s.hand_size[s.on_turn]
    cdef float score = w[W_TAKE] + w[W_TAKE_CARDS] * cards + w[W_TAKE_HAND] * hand
    if tile >= FIRST_DARK:
        return score + w[W_TAKE_DARK] + w[W_TAKE_DARK_HAND] * min(hand, <int>r.hand_limit)
    return score + w[W_TAKE_OVER] * max(0, hand + cards - r.hand_limit)

cdef void score_plays(const DuelRules* r, const DuelModel* m, const Duel* s, Scores* scores) noexcept nogil:
    cdef int seat = s.on_turn
    cdef int t
    scores.saved = not s.avalon_used and owns(s, seat, AVALON)
    scores.circle = r.circle != NONE and owns(s, seat, r.circle)
    score_worth(r, m, s, seat, scores.worth)
    for t in range(r.territories):
        score_territory(r, m, s, seat, t, scores)
    for t in range(r.territories, ROW):
        scores.attack[t] = scores.lay[t] = scores.enchant[t] = -1e9
    score_kinds(r, m, s, seat, scores)
    count_supplies(s, seat, scores.supplies)

cdef inline float score_play(const DuelRules* r, const DuelModel* m, const Duel* s, const Scores* scores,
                             int code) noexcept nogil:
    if code < CODE_ATTACK:
        return scores.lay[code % WIDTH] + scores.lay_kind[code // WIDTH]
    if code < CODE_ENCHANT:
        code -= CODE_ATTACK
        return scores.attack[code % WIDTH] + scores.attack_kind[code // WIDTH]
    if code < CODE_COUNTER:
        code -= CODE_ENCHANT
        return scores.enchant[code % WIDTH] + scores.enchant_kind[code // WIDTH]
    return score_tile(r, m, s, code - CODE_TAKE, scores.supplies[code - CODE_TAKE])

# Shaking: small numbers between -noise and noise, four from each random number.

cdef struct Shaker:
    uint64_t bits
    int left
    float scale            # 0: scores are not shaken

cdef inline Shaker shaker(const DuelModel* m, Rng* rng) noexcept nogil:
    cdef Shaker made
    made.bits = 0
    made.left = 0
    made.scale = m.noise * <float>(1.0 / 32768.0)
    return made

cdef inline float shake(Shaker* by, Rng* rng) noexcept nogil:
    cdef float value
    if by.scale == 0:
        return 0.0
    if by.left == 0:
        by.bits = bits(rng)
        by.left = 4
    value = by.scale * <int16_t>(by.bits & 0xFFFF)
    by.bits >>= 16
    by.left -= 1
    return value

# Replies.

cdef float score_reply(const DuelRules* r, const DuelModel* m, const Duel* s) noexcept nogil:
    """Score of answering; passing scores 0."""
    cdef float worth = worth_at(m, s, s.on_turn, s.at, worth_of_hidden(m, s))
    if s.enchanting:
        return m.greedy[W_COUNTER] + m.greedy[W_COUNTER_WORTH] * worth
    return m.greedy[W_DEFEND] + m.greedy[W_DEFEND_WORTH] * worth + score_win(r, s, s.on_turn, s.at)

# Payments and the hand limit: the best set of cards, given up in canonical order.

cdef void score_sources(const DuelRules* r, const DuelModel* m, const Duel* s, float* scores) noexcept nogil:
    """How gladly the next card of each source is given up."""
    cdef const float* w = m.greedy
    cdef float worth[ROW]
    cdef int seat = s.on_turn
    cdef int source, t, own, enemy, castle
    score_worth(r, m, s, seat, worth)
    for source in range(KINDS):
        scores[source] = w[W_DROP_HAND] + w[W_DROP_DOUBLE] * (s.hand[seat][source] - 1)
        if source < COLOURS:
            scores[source] += w[W_DROP_KNIGHT]
    for t in range(r.territories):
        own = s.height[seat][t]
        enemy = s.height[1 - seat][t]
        castle = s.land[t] != NONE and (r.castles >> s.land[t]) & 1
        scores[KINDS + t] = w[W_DROP_STACK] + w[W_DROP_SURPLUS] * min(3, max(-3, own - enemy))
        if s.owner[t] == seat:
            if enemy < own + castle and enemy >= own - 1 + castle:
                scores[KINDS + t] += w[W_DROP_OPENS] * worth[t]
        elif own >= enemy + castle and own - 1 < enemy + castle:
            scores[KINDS + t] += w[W_DROP_LOSES] * worth[t]

cdef struct Sources:
    float scores[KINDS + WIDTH]
    int held[KINDS + WIDTH]
    int first              # first that may be used
    int count
    int need               # cards to give up

cdef void open_sources(const DuelRules* r, const DuelModel* m, const Duel* s, Rng* rng, Sources* sources) noexcept nogil:
    """What the seat on turn may give up, with scores; `rng` NULL: not shaken."""
    cdef int seat = s.on_turn
    cdef int paying = s.phase == PHASE_PAY
    cdef Shaker by
    cdef int i
    sources.first = s.pay_from
    sources.count = KINDS + r.territories if paying else KINDS
    sources.need = capped(s) if paying else s.hand_size[seat] - r.hand_limit
    score_sources(r, m, s, sources.scores)
    for i in range(KINDS):
        sources.held[i] = s.hand[seat][i]
    for i in range(r.territories):
        sources.held[KINDS + i] = s.height[seat][i]
    if rng != NULL:
        by = shaker(m, rng)
        for i in range(sources.count):
            sources.scores[i] += shake(&by, rng)
    for i in range(sources.count):
        if i < sources.first or sources.held[i] == 0:
            sources.scores[i] = -1e9

cdef inline int next_source(const DuelModel* m, Sources* sources) noexcept nogil:
    """The source whose next card is given up most gladly; its following card is dearer."""
    cdef int i, best = sources.first
    cdef float top = -1e9
    for i in range(sources.first, sources.count):
        if sources.scores[i] > top:
            top = sources.scores[i]
            best = i
    sources.held[best] -= 1
    sources.scores[best] -= m.greedy[W_DROP_DOUBLE] if best < KINDS else m.greedy[W_DROP_SURPLUS]
    if sources.held[best] == 0:
        sources.scores[best] = -1e9
    sources.need -= 1
    return best

cdef int chosen_source(const DuelModel* m, Sources* sources) noexcept nogil:
    """The first source, in canonical order, of the best set."""
    cdef int first = KINDS + WIDTH
    while sources.need > 0:
        first = min(first, next_source(m, sources))
    return first

cdef void drop_all(const DuelRules* r, const DuelModel* m, Duel* s, Rng* rng) noexcept nogil:
    """The whole best set at once: what a rollout does, since the order makes no difference."""
    cdef Sources sources
    open_sources(r, m, s, rng, &sources)
    while sources.need > 0:
        drop(r, s, next_source(m, &sources))

# The three uses.

cdef void policy_of_drops(const DuelRules* r, const DuelModel* m, const Duel* s,
                          const Event* moves, int count, float* weights) noexcept nogil:
    cdef Sources sources
    cdef float scores[KINDS + WIDTH]
    cdef int i, source, first
    open_sources(r, m, s, NULL, &sources)
    memcpy(scores, sources.scores, sizeof(scores))
    first = chosen_source(m, &sources)
    for i in range(count):
        source = code_of(moves[i]) - CODE_DROP_HAND
        if code_of(moves[i]) == CODE_SPARE:
            weights[i] = 1e6
        else:
            weights[i] = exponential(m.sharpness * (scores[source] + (2 if source == first else 0)))

cdef void duel_policy(const void* rules, const void* model, const void* state, const void* notes,
                      const Event* moves, int count, float* weights) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const DuelModel* m = <const DuelModel*>model
    cdef const Duel* s = <const Duel*>state
    cdef Scores scores
    cdef int i
    if s.phase == PHASE_PLAY:
        score_plays(r, m, s, &scores)
        for i in range(count):
            weights[i] = exponential(m.sharpness * score_play(r, m, s, &scores, code_of(moves[i])))
    elif s.phase == PHASE_REPLY:
        for i in range(count):
            weights[i] = 1.0 if code_of(moves[i]) == CODE_PASS else exponential(m.sharpness * score_reply(r, m, s))
    else:
        policy_of_drops(r, m, s, moves, count, weights)

cdef inline int best_kind(const uint8_t* hand, const float* scores, int low, int high) noexcept nogil:
    cdef int kind, best = -1
    for kind in range(low, high):
        if hand[kind] and (best < 0 or scores[kind] > scores[best]):
            best = kind
    return best

cdef int light_play(const DuelRules* r, const DuelModel* m, const Duel* s, const Scores* scores, Rng* rng) noexcept nogil:
    """Code of the play with the best shaken score: first the best of each territory, then the best of those."""
    cdef int seat = s.on_turn
    cdef const uint8_t* hand = s.hand[seat]
    cdef int attacker = best_kind(hand, scores.attack_kind, 0, KINDS if scores.circle else COLOURS)
    cdef int layer = best_kind(hand, scores.lay_kind, 0, KINDS)
    cdef float attack = scores.attack_kind[attacker] if attacker >= 0 else <float>-1e9
    cdef float lay = scores.lay_kind[layer] if layer >= 0 else <float>-1e9
    cdef float enchants[COLOURS + 1]
    cdef float row[ROW]
    cdef float score, top = -1e8
    cdef Shaker by = shaker(m, rng)
    cdef int t, best = 0
    for t in range(COLOURS):
        enchants[t] = scores.enchant_kind[t] if hand[COLOURS + t] else <float>-1e9
    enchants[COLOURS] = -1e9
    for t in range(ROW):
        row[t] = max(scores.attack[t] + attack, scores.lay[t] + lay)
    for t in range(r.territories):
        row[t] = max(row[t], scores.enchant[t] + enchants[colour_on(s, 1 - seat, t)])
    for t in range(WIDTH + 1):      # whole random numbers, whatever the number of territories
        row[t] += shake(&by, rng)
    for t in range(r.territories):
        if row[t] > top:
            top = row[t]
            best = t
    if top > -1e7:
        best = play_at(s, scores, attacker, attack, layer, lay, enchants, best)
    for t in range(TILES):
        if s.tiles_up[t]:
            score = score_tile(r, m, s, t, scores.supplies[t]) + shake(&by, rng)
            if score > top:
                top = score
                best = CODE_TAKE + t
    return best

cdef inline int colour_on(const Duel* s, int seat, int t) noexcept nogil:
    """Colour of the top card there, COLOURS if there is none."""
    cdef int kind = s.top[seat][t]
    return min(COLOURS, kind) if kind < COLOURS or kind == NONE else kind - COLOURS

cdef inline int play_at(const Duel* s, const Scores* scores, int attacker, float attack, int layer, float lay,
                        const float* enchants, int t) noexcept nogil:
    """Code of the best play at a territory."""
    cdef int colour = colour_on(s, 1 - s.on_turn, t)
    cdef float enchant = scores.enchant[t] + enchants[colour]
    attack += scores.attack[t]
    lay += scores.lay[t]
    if attack >= lay and attack >= enchant:
        return CODE_ATTACK + attacker * WIDTH + t
    if lay >= enchant:
        return CODE_LAY + layer * WIDTH + t
    return CODE_ENCHANT + colour * WIDTH + t

cdef Event duel_light(const void* rules, const void* model, const void* state, Rng* rng) noexcept nogil:
    cdef const DuelRules* r = <const DuelRules*>rules
    cdef const DuelModel* m = <const DuelModel*>model
    cdef const Duel* s = <const Duel*>state
    cdef Sources sources
    cdef Scores scores
    cdef Shaker by
    cdef int seat = s.on_turn
    cdef int code
    if s.phase == PHASE_PLAY:
        score_plays(r, m, s, &scores)
        code = light_play(r, m, s, &scores, rng)
    elif s.phase == PHASE_REPLY:
        seat = 1 - seat
        code = CODE_PASS
        by = shaker(m, rng)
        if s.hand[seat][reply_kind(s)] and score_reply(r, m, s) + shake(&by, rng) > 0:
            code = CODE_COUNTER if s.enchanting else CODE_DEFEND
    elif s.phase == PHASE_PAY and may_spare(s):
        code = CODE_SPARE
    else:
        open_sources(r, m, s, rng, &sources)
        code = CODE_DROP_HAND + chosen_source(m, &sources)
    return make(code, seat, SOURCE_MOVE)
