# What things are worth to a seat, in VP and by rule of thumb: places on the island, effects, cards. The weights of the
# model say how much. Nothing here looks at what the View of the seat would not show.

cdef enum:
    W_SLOPE = 0            # how surely a point of strength more holds a place until the war
    W_WAR_SLOPE            # the same once the battle is on
    W_HERO                 # strength that a hero's plan is taken for
    W_UNEXPLORED           # share of the worth of a region that is still unexplored
    W_PRIZE                # times VP of what lies in a region
    W_EXPLORE              # an exploration
    W_CARD                 # a card drawn
    W_PAID                 # a card paid
    W_POWER                # a power
    W_FAVOR                # a favor
    W_UNIT                 # a unit, wherever
    W_TOKEN                # a strength token
    W_ARTIFACT             # an artifact unseen
    W_STRENGTH             # a point of strength in a battle to come
    W_LIMIT                # a point of limit
    W_NEGATE               # a plan negated
    W_MAYBE                # share of what hangs on a condition
    W_MOVE                 # any icon of movement, beside what it leads to
    W_FURTHER              # share that each further icon of one card is worth that deploys or moves
    W_SETTLE               # any settlement, beside what it brings
    W_AGAIN                # share of VP that a settlement brings in later Mist Phases
    W_STANDARD             # a standard action in place of the card
    W_INIT                 # a point of initiative for the order of turns
    W_LATE                 # each place later in the order
    W_USE                  # an ability used now
    W_KEEP                 # share of its worth that an action card has in later rounds
    W_KEEP_PLAN            # a Battle Plan kept
    W_KEEP_LIMIT           # times its limit
    W_KEEP_INIT            # times initiative, for bids to come
    W_BEAST                # a beast bonded
    W_BEAST_STRENGTH       # times its strength
    W_BID_MEAN             # initiative that the others are taken to bid
    W_BID_SLOPE            # how surely a point more wins
    W_BID_COST             # times initiative bid
    W_PLAN_LOSS            # how far combat cards stay below the limit
    W_PLAN_MEAN            # strength that an unknown plan is taken for
    W_PLAN_COST            # a plan played
    W_BONUS_COST           # a bonus card
    W_FAIL                 # a plan that fails
    W_DRAW_DEPLOY          # a card drawn of this deck rather than another
    W_DRAW_MOVE
    W_DRAW_SETTLE
    W_DRAW_PLAN
    W_DRAW_LATE            # a Battle Plan, times rounds played of the season
    W_DRAW_HELD            # times cards of the deck in hand
    W_CHAMPION             # a Champion on the island
    W_LORD                 # a Lord on the island

GREEDY_NAMES = (
    "slope", "war_slope", "hero", "unexplored", "prize", "explore", "card", "paid", "power", "favor", "unit", "token",
    "artifact", "strength", "limit", "negate", "maybe", "move", "further", "settle", "again", "standard", "init", "late", "use",
    "keep", "keep_plan", "keep_limit", "keep_init", "beast", "beast_strength", "bid_mean", "bid_slope", "bid_cost",
    "plan_loss", "plan_mean", "plan_cost", "bonus_cost", "fail", "draw_deploy", "draw_move", "draw_settle", "draw_plan",
    "draw_late", "draw_held", "champion", "lord",
)

# The island as a seat sees it.
cdef struct Sight:
    int seat
    int explores               # 1: the seat may still explore
    double slope
    double half[REGIONS]       # half of the VP of a region, 0 in deep mist
    double prize[REGIONS]      # worth of what lies there, for the winner
    double own[REGIONS]        # strength with what heroes add
    double best[REGIONS]       # highest of the others
    double second[REGIONS]     # next of the others
    uint16_t heroes            # regions with an own hero
    uint16_t lords
    double step                # what the best move of one unit gains, see look_around
    double march               # what the best move of an army gains

cdef inline double above(double slope, double lead) noexcept nogil:
    """Chance to be above somebody, from the strength ahead; a tie is nearly as good."""
    cdef double x = slope * (lead + 0.5)
    return 0.5 + 0.5 * x / (1.0 + (x if x >= 0 else -x))

cdef inline double expected(const Sight* g, int region, double own) noexcept nogil:
    """Points that a strength in a region may bring in the war."""
    cdef double first
    if own <= 0:
        return 0.0
    first = above(g.slope, own - g.best[region])
    return g.half[region] * (first + above(g.slope, own - g.second[region])) + g.prize[region] * first

cdef inline double gain_of(const Sight* g, int region, double more) noexcept nogil:
    """Points that so much more strength in a region may bring."""
    return expected(g, region, g.own[region] + more) - expected(g, region, g.own[region])

cdef unsigned int add_strengths(const VeilRules* r, const Veil* s, int seat, double hero_adds, double* out) noexcept nogil:
    """Strength of a seat everywhere, as if all were explored; gives the regions with heroes."""
    cdef int i, at
    cdef unsigned int heroes = 0
    for i in range(REGIONS):
        out[i] = s.warriors[seat][i]
    for i in range(HEROES):
        at = s.hero_at[seat][i]
        if at < REGIONS:
            out[at] += s.hero_strength[seat][i]
            heroes |= 1u << at
    for i in range(BEASTS):
        if s.beast_at[i] < REGIONS and s.beast_place[i] == OWNED + seat:
            out[s.beast_at[i]] += r.beasts[i].strength + s.beast_tokens[i]
    for i in range(SLOTS):
        if s.settled[seat][i] < REGIONS:
            out[s.settled[seat][i]] += 1 + s.settled_tokens[seat][i]
    if s.knight_owner == seat and s.knight_at < REGIONS:
        out[s.knight_at] += r.numbers.knight_strength
        heroes |= 1u << s.knight_at
    for i in range(REGIONS):
        if (heroes >> i) & 1:
            out[i] += hero_adds
    return heroes

cdef inline double prize_of(const VeilRules* r, const VeilModel* m, const Veil* s, int region) noexcept nogil:
    """VP that the mist card of a region has for the winner."""
    cdef int artifact
    if s.mist[region] == GRAIL:
        return m.greedy[W_PRIZE] * r.numbers.grail_vp
    if s.mist[region] != RELIC:
        return 0.0
    artifact = artifact_at(s, region)
    return m.greedy[W_PRIZE] * (r.artifacts[artifact].vp + r.artifacts[artifact].strength) if artifact != NONE else 0.0

cdef void see_lands(const VeilRules* r, const VeilModel* m, const Veil* s, Sight* g) noexcept nogil:
    cdef int region, season = max(0, s.season - 1)
    for region in range(REGIONS):
        g.half[region] = g.prize[region] = 0.0
        if not is_open(r, region):
            continue
        if (s.explored >> region) & 1:
            g.half[region] = 0.5 * r.tiles[s.tile[region]].vp[season]
            if s.mist[region] >= GRAIL:
                g.prize[region] = prize_of(r, m, s, region)
        elif not s.war:
            g.half[region] = 0.5 * m.greedy[W_UNEXPLORED] * m.mean_vp[r.ring_of[region]][season]

cdef void see(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, Sight* g) noexcept nogil:
    """Everything but the best moves."""
    cdef double other[REGIONS]
    cdef int i, j
    g.seat = seat
    g.slope = m.greedy[W_WAR_SLOPE if s.war else W_SLOPE]
    g.explores = not s.war and (s.active != seat or not s.explored_turn)
    see_lands(r, m, s, g)
    g.heroes = add_strengths(r, s, seat, m.greedy[W_HERO], g.own)
    g.lords = lord_mask(s, seat)
    for i in range(REGIONS):
        g.best[i] = g.second[i] = 0.0
    for j in range(r.players):
        if j == seat:
            continue
        add_strengths(r, s, j, m.greedy[W_HERO], other)
        for i in range(REGIONS):
            if other[i] > g.best[i]:
                g.second[i] = g.best[i]
                g.best[i] = other[i]
            elif other[i] > g.second[i]:
                g.second[i] = other[i]

# --- moves ---------------------------------------------------------------------------------------

cdef inline double discovery(const VeilModel* m, const Veil* s, const Sight* g, int region) noexcept nogil:
    """What a Lord's arrival in a region is worth beside strength."""
    return <double>m.greedy[W_EXPLORE] if g.explores and not (s.explored >> region) & 1 else 0.0

cdef inline double shift_gain(const Sight* g, int start, int goal, double leaves, double comes) noexcept nogil:
    """What changes by strength that leaves one region and comes to another."""
    return gain_of(g, goal, comes) + gain_of(g, start, -leaves)

cdef double march_gain(const VeilModel* m, const Veil* s, const Sight* g, int start, int goal, int single) noexcept nogil:
    """What the best move from one region to the other gains: one unit, or any number."""
    cdef int units = s.units[g.seat][start]
    cdef int lord = (g.lords >> start) & 1
    cdef double found, best = shift_gain(g, start, goal, 1.0, 1.0) if s.warriors[g.seat][start] else -1e9
    cdef double hero = 1.0 + m.greedy[W_HERO]
    if (g.heroes >> start) & 1:
        found = shift_gain(g, start, goal, hero, 1.0 if (g.heroes >> goal) & 1 else hero)
        if lord:
            found += discovery(m, s, g, goal)
        best = max(best, found)
    if single or units < 2:
        return best
    found = shift_gain(g, start, goal, g.own[start] - (slot_in(s, g.seat, start) != NONE), g.own[start])
    if lord:
        found += discovery(m, s, g, goal)
    best = max(best, found)
    if units > 2:
        best = max(best, shift_gain(g, start, goal, units // 2, units // 2))
    return best

cdef double landing_gain(const VeilModel* m, const Veil* s, const Sight* g, int region) noexcept nogil:
    """What a Lord from the supply gains in a region."""
    cdef double hero = <double>m.greedy[W_HERO] if not (g.heroes >> region) & 1 else 0.0
    return gain_of(g, region, 1.0 + hero) + discovery(m, s, g, region) + m.greedy[W_LORD]

cdef double best_landing(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g,
                         unsigned int regions) noexcept nogil:
    cdef double best = 0.0
    while regions:
        best = max(best, landing_gain(m, s, g, __builtin_ctz(regions)))
        regions &= regions - 1
    return best

cdef void look_around(const VeilRules* r, const VeilModel* m, const Veil* s, Sight* g) noexcept nogil:
    """The best single move and the best army's, wherever they begin."""
    cdef int start, goal
    g.step = g.march = 0.0
    if lords_waiting(r, s, g.seat):
        g.step = g.march = best_landing(r, m, s, g, deploy_targets(r, s, g.seat))
    for start in range(REGIONS):
        if not (s.explored >> start) & 1 or not s.units[g.seat][start]:
            continue
        for goal in range(REGIONS):
            if (r.adjacent[start] & r.open) >> goal & 1:
                g.step = max(g.step, march_gain(m, s, g, start, goal, 1))
                g.march = max(g.march, march_gain(m, s, g, start, goal, 0))

# --- effects and cards -----------------------------------------------------------------------------

cdef double nominal(const float* w, const VeilEffect* e, int number) noexcept nogil:
    """VP that an effect of this size is worth to its owner, wherever it happens."""
    cdef int verb = e.verb
    cdef double found = 0.0
    if verb == DO_VP:
        found = number
    elif verb == DO_POWER:
        found = w[W_POWER] * number
    elif verb == DO_FAVOR:
        found = w[W_FAVOR] * number
    elif verb == DO_DRAW:
        found = w[W_CARD] * number
    elif verb == DO_DISCARD:
        found = -w[W_PAID] * number
    elif verb == DO_DEPLOY:
        found = w[W_UNIT] * number
    elif verb == DO_LOSE:
        found = -w[W_UNIT] * number
    elif DO_MOVE1 <= verb <= DO_IN:
        found = w[W_UNIT] + w[W_MOVE] * max(1, number)
    elif verb == DO_SETTLE:
        found = w[W_SETTLE] + 3.0
    elif verb == DO_EXPLORE:
        found = w[W_MAYBE] * w[W_EXPLORE]
    elif verb == DO_TOKEN:
        found = w[W_TOKEN] * number
    elif verb == DO_ARTIFACT:
        found = w[W_ARTIFACT] * max(1, number)
    elif verb == DO_STRENGTH:
        found = w[W_STRENGTH] * number
    elif verb == DO_LIMIT:
        found = w[W_LIMIT] * number
    elif verb == DO_NEGATE:
        found = -w[W_NEGATE]
    elif verb == DO_STAR or verb == DO_PLACE:
        found = 1.0
    elif verb == DO_LEYLINE:
        found = 2.0
    elif verb == DO_QUEST or verb == DO_OBJECTIVE or verb == DO_TIDE:
        found = 1.0
    if e.who != WHO_SELF and many_seats(verb):
        found = -0.5 * found if e.who != WHO_EACH else 0.0
    return found - w[W_POWER] * e.pow

cdef double usual_worth(const VeilRules* r, const float* w, const VeilSpan* span) noexcept nogil:
    """What a list of effects is worth in any position."""
    cdef const VeilEffect* e
    cdef VeilSpan gain
    cdef int i
    cdef double found = 0.0
    cdef double here
    for i in range(span.start, span.start + span.count):
        e = &r.effects[i]
        here = nominal(w, e, e.n if e.per < 0 else min(2 * e.n, <int>e.most))
        gain.start, gain.count = e.gain, e.gains
        if e.gains:
            here += (1.0 if e.gainif == GAIN_ALWAYS else w[W_MAYBE]) * usual_worth(r, w, &gain)
        found += here if e.cond < 0 else w[W_MAYBE] * here
    return found

cdef double settling(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int region, int slot) noexcept nogil:
    """What the next settlement is worth in a slot of a region, 0 for none in particular."""
    cdef const float* w = m.greedy
    cdef int k = next_slot(r, s, g.seat)
    cdef const VeilSlot* uncovered
    cdef double found
    if k == NONE:
        return 0.0
    uncovered = &r.factions[s.faction[g.seat]].slot[k]
    found = w[W_SETTLE] + uncovered.vp * (1.0 + w[W_AGAIN] * (r.seasons - s.season + 1))
    found += gain_of(g, region, 1.0 + min(<int>uncovered.warriors, <int>s.supply[g.seat]))
    if slot:
        found += usual_worth(r, w, &r.tiles[s.tile[region]].bonus[slot - 1])
    return found

cdef double best_settling(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const VeilEffect* e,
                          int here, int there) noexcept nogil:
    cdef unsigned int regions = settle_regions(r, s, e, g.seat, here, there)
    cdef double best = 0.0
    while regions:
        best = max(best, settling(r, m, s, g, __builtin_ctz(regions), 0))
        regions &= regions - 1
    return best

cdef inline int room_for(const VeilRules* r, const Veil* s, int seat, int region, int number) noexcept nogil:
    """How many of so many units the limit of a region allows."""
    return max(0, min(number, r.numbers.unit_limit - s.units[seat][region]))

cdef double deploying(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int region, int number,
                      int kinds) noexcept nogil:
    """What so many units from the supply gain in one region, the Lord among them if he may come."""
    cdef int waiting = s.supply[g.seat] if kinds & UNIT_WARRIORS else 0
    cdef double found = 0.0
    if kinds & UNIT_LORDS and lords_waiting(r, s, g.seat):
        found = landing_gain(m, s, g, region)
        waiting += 1
    elif kinds & UNIT_CHAMPIONS:
        waiting += 1
    number = min(room_for(r, s, g.seat, region, number), waiting)
    return max(gain_of(g, region, number) + found * 0.7, found) + 0.1 * number if number else 0.0

cdef double best_deploying(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const VeilEffect* e,
                           int number, int here, int there) noexcept nogil:
    cdef unsigned int regions = deploy_targets(r, s, g.seat) if e.to < 0 else filtered(r, s, e.to, g.seat, here, there)
    cdef double best = 0.0
    while regions and number > 0:
        best = max(best, deploying(r, m, s, g, __builtin_ctz(regions), number, e.units))
        regions &= regions - 1
    return best

cdef double effect_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const VeilEffect* e,
                         int here, int there) noexcept nogil:
    """What an effect is worth as things lie, its gains aside. Assumes that look_around has been called."""
    cdef int verb = e.verb
    cdef int number = amount(r, s, e, g.seat, here, there)
    if verb == DO_DEPLOY:
        return best_deploying(r, m, s, g, e, number, here, there) - m.greedy[W_POWER] * e.pow
    if verb == DO_MOVE1:
        return m.greedy[W_MOVE] + g.step * (1.0 + 0.4 * (number - 1))
    if DO_ARMY <= verb <= DO_IN:
        return m.greedy[W_MOVE] + g.march
    if verb == DO_SETTLE:
        return best_settling(r, m, s, g, e, here, there)
    if verb == DO_EXPLORE:
        return <double>m.greedy[W_EXPLORE] if explorable(r, s, e, g.seat, here) else 0.3 * m.greedy[W_EXPLORE]
    if verb == DO_FAVOR and e.who == WHO_SELF and s.favor[g.seat] + number > r.numbers.favor_length:
        return r.numbers.excess_vp * number
    if verb == DO_POWER and e.who == WHO_SELF:
        number = min(number, r.factions[s.faction[g.seat]].track - s.power[g.seat])
    return nominal(m.greedy, e, number)

cdef double list_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int start, int count,
                       int here, int there) noexcept nogil:
    """What a list of effects is worth as things lie; conditions count as they are now."""
    cdef const VeilEffect* e
    cdef VeilSpan gain
    cdef int i
    cdef double share = 1.0
    cdef double found = 0.0
    for i in range(start, start + count):
        e = &r.effects[i]
        if not holds(r, s, e.cond, g.seat, here, there):
            continue
        if e.verb <= DO_IN:
            found += share * effect_worth(r, m, s, g, e, here, there)
            share *= m.greedy[W_FURTHER]
        else:
            found += effect_worth(r, m, s, g, e, here, there)
        if e.gains:
            gain.start, gain.count = e.gain, e.gains
            found += (1.0 if e.gainif == GAIN_ALWAYS else m.greedy[W_MAYBE]) * usual_worth(r, m.greedy, &gain)
    return found

cdef inline double keep(const VeilModel* m, const Veil* s, int card) noexcept nogil:
    """What a card is worth in the hand."""
    if card >= 3 * DECK_SIZE:
        return m.keep[card]
    return m.keep[card] * (0.0 if s.war else max(0.0, 0.5 * (ROUNDS - s.round)))
