# How the machine judges moves: a score for each, in VP or nearly so. Greedy plays the best score, the light policy the best
# shaken score, the prior of the search is their softmax. Sets of cards are given up in their canonical order: the best
# set is found first, and its first card gets a bonus.

cdef enum:
    SET_BONUS = 2
    MOST_BID = 9           # no bid beyond this is thought of

# --- sets of cards -----------------------------------------------------------------------------------

# Cards that may be given up, with how gladly.
cdef struct Choice:
    int count
    int cards[DECK_SIZE]
    double glad[DECK_SIZE]

cdef void open_choice(const VeilModel* m, const Veil* s, int seat, int lowest, int deck, Choice* choice) noexcept nogil:
    """The cards of a hand from one on, of one deck if one is named."""
    cdef int card = next_in_zone(s, seat, ZONE_HAND, lowest)
    choice.count = 0
    while card < CARDS and choice.count < DECK_SIZE:
        if deck < 0 or deck_of(card) == deck:
            choice.cards[choice.count] = card
            choice.glad[choice.count] = -keep(m, s, card)
            choice.count += 1
        card = next_in_zone(s, seat, ZONE_HAND, card + 1)

cdef inline int best_of(const Choice* choice) noexcept nogil:
    cdef int i, best = -1
    for i in range(choice.count):
        if choice.glad[i] > -1e8 and (best < 0 or choice.glad[i] > choice.glad[best]):
            best = i
    return best

cdef int first_of(Choice* choice, int number) noexcept nogil:
    """The first card of the set of so many that is given up most gladly; NONE."""
    cdef int i, first = NONE
    while number > 0:
        i = best_of(choice)
        if i < 0:
            break
        first = min(first, choice.cards[i])
        choice.glad[i] = -1e9
        number -= 1
    return first

cdef void score_cards(const VeilModel* m, const Veil* s, int seat, int lowest, int number, int deck, int code,
                      const Event* moves, int count, double* scores) noexcept nogil:
    """Scores of moves that give up cards, by what they are worth in the hand; others are left alone."""
    cdef Choice choice
    cdef int i, card, first
    open_choice(m, s, seat, lowest, deck, &choice)
    first = first_of(&choice, number)
    for i in range(count):
        card = code_of(moves[i]) - code
        if 0 <= card < CARDS:
            scores[i] = (SET_BONUS if card == first else 0) - keep(m, s, card)

# --- card and payment ----------------------------------------------------------------------------------

cdef double standard_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int action) noexcept nogil:
    return effect_worth(r, m, s, g, &r.effects[MOST_EFFECTS + action], NONE, NONE) - m.greedy[W_STANDARD] \
        - m.greedy[W_PAID] * standard_price(action)

cdef double best_standard(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g) noexcept nogil:
    cdef int action
    cdef double best = standard_worth(r, m, s, g, STANDARD_DRAW)
    for action in range(STANDARD_DRAW):
        if cards_at_hand(s, g.seat) >= standard_price(action):
            best = max(best, standard_worth(r, m, s, g, action))
    return best

cdef double card_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int card) noexcept nogil:
    return list_worth(r, m, s, g, r.cards[card].fx.start, r.cards[card].fx.count, NONE, NONE)

cdef double sure_reduction(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """By how much a card may be had cheaper now."""
    cdef int i, found = 0
    for i in range(2):
        if may_claim(r, s, seat, card, i):
            found += r.cards[card].reduction[i].n
    return found

cdef void score_plays(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, const Event* moves, int count,
                      double* scores) noexcept nogil:
    """Which card to play: what it does, what it costs and when it lets the seat act; or one for a standard action."""
    cdef Sight g
    cdef int i, card, cost
    cdef double otherwise
    see(r, m, s, seat, &g)
    look_around(r, m, s, &g)
    otherwise = best_standard(r, m, s, &g)
    for i in range(count):
        card = code_of(moves[i]) - CODE_PLAY
        scores[i] = otherwise - 0.5
        if card < 3 * DECK_SIZE:
            cost = max(0, r.cards[card].cost - <int>sure_reduction(r, s, seat, card))
            if cost < hand_size(s, seat):
                scores[i] = max(scores[i], card_worth(r, m, s, &g, card) - m.greedy[W_PAID] * cost - 0.3 * keep(m, s, card))
        scores[i] += m.greedy[W_INIT] * r.cards[card].init

cdef void score_commit(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                       double* scores) noexcept nogil:
    cdef int i, card, owed
    if f.step == 0:
        score_plays(r, m, s, f.seat, moves, count, scores)
        return
    card = next_in_zone(s, f.seat, ZONE_CHOSEN, 0)
    owed = cost_left(r, s, f.seat, card) - in_zone(s, f.seat, ZONE_PAY)
    score_cards(m, s, f.seat, last_in_zone(s, f.seat, ZONE_PAY) + 1, owed, -1, CODE_PAY, moves, count, scores)
    for i in range(count):
        if CODE_CLAIM <= code_of(moves[i]) < CODE_DONE:
            scores[i] = SET_BONUS + m.greedy[W_PAID] * r.cards[card].reduction[code_of(moves[i]) - CODE_CLAIM].n

# --- a turn --------------------------------------------------------------------------------------------

cdef void score_turn(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                     double* scores) noexcept nogil:
    cdef Sight g
    cdef int i, code, card
    if f.step == TURN_DRAW:
        score_decks(m, s, f.seat, moves, count, scores)
        return
    if count == 1:
        return
    see(r, m, s, f.seat, &g)
    look_around(r, m, s, &g)
    card = next_in_zone(s, f.seat, ZONE_CHOSEN, 0)
    for i in range(count):
        code = code_of(moves[i])
        if code == CODE_CARD:
            scores[i] = card_worth(r, m, s, &g, card) - m.greedy[W_PAID] * card_price(r, s, f.seat, card)
        elif CODE_STANDARD <= code < CODE_USE:
            scores[i] = standard_worth(r, m, s, &g, code - CODE_STANDARD)
            if card < CARDS:
                scores[i] += 0.3 * keep(m, s, card) + m.greedy[W_PAID] * in_zone(s, f.seat, ZONE_PAY)
        elif code >= CODE_USE:
            scores[i] = power_worth(r, m, s, &g, code - CODE_USE, NONE)

cdef double power_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int number,
                        int there) noexcept nogil:
    """What the use of a power is worth."""
    cdef const VeilPower* power = &r.powers[number]
    cdef int here = source_place(r, s, g.seat, power)
    if power.kind == KIND_FREE:
        return -SET_BONUS      # or it would be used without end
    if here == NONE:
        here = there
    return list_worth(r, m, s, g, power.fx.start, power.fx.count, here, there) - m.greedy[W_POWER] * power.pow \
        - m.greedy[W_USE]

cdef void score_decks(const VeilModel* m, const Veil* s, int seat, const Event* moves, int count, double* scores) noexcept nogil:
    """Which deck to draw from."""
    cdef int i, deck
    for i in range(count):
        deck = code_of(moves[i]) - CODE_DECK
        if 0 <= deck < DECKS:
            scores[i] = m.greedy[W_DRAW_DEPLOY + deck] + m.greedy[W_DRAW_HELD] * s.count[seat][ZONE_HAND][deck]
            if deck == DECKS - 1:
                scores[i] += m.greedy[W_DRAW_LATE] * s.round

# --- icons -----------------------------------------------------------------------------------------------

# Units under way: strength that already leaves or comes.
cdef struct Underway:
    double left[REGIONS]
    double come[REGIONS]

cdef inline double piece_strength(const VeilRules* r, const Veil* s, int seat, int piece) noexcept nogil:
    if piece < FIRST_BEAST:
        return s.hero_strength[seat][hero_of(piece)]
    if piece == KNIGHT:
        return r.numbers.knight_strength
    if piece == LEVIATHAN:
        return r.numbers.leviathan
    return r.beasts[piece - FIRST_BEAST].strength + s.beast_tokens[piece - FIRST_BEAST]

cdef void count_underway(const VeilRules* r, const Veil* s, const Frame* f, int verb, Underway* way) noexcept nogil:
    cdef int piece, region, start, goal
    memset(way, 0, sizeof(Underway))
    for piece in range(PIECES):
        if s.sent[piece] < REGIONS:
            start = s.sent[piece] if verb == DO_IN else f.a
            goal = f.a if verb == DO_IN else s.sent[piece]
            way.come[goal] += piece_strength(r, s, f.seat, piece)
            if start < REGIONS and verb != DO_DEPLOY:
                way.left[start] += piece_strength(r, s, f.seat, piece)
    for region in range(REGIONS):
        if s.sent_warriors[region]:
            start = region if verb == DO_IN else f.a
            goal = f.a if verb == DO_IN else region
            way.come[goal] += s.sent_warriors[region]
            if start < REGIONS and verb != DO_DEPLOY:
                way.left[start] += s.sent_warriors[region]

cdef double token_gain(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const Underway* way, int start,
                       int goal, int token) noexcept nogil:
    """What it gains to send a token as well; from SUPPLY it is deployed."""
    cdef double leaves, comes, found = 0.0
    cdef int hero = token < FIRST_BEAST or token == KNIGHT
    leaves = comes = token - FIRST_WARRIORS if token >= FIRST_WARRIORS else piece_strength(r, s, g.seat, token)
    if hero and not (g.heroes >> goal) & 1:
        comes += m.greedy[W_HERO]
    if hero and start < REGIONS and heroes_in(s, g.seat, start) == 1:
        leaves += m.greedy[W_HERO]
    found = expected(g, goal, g.own[goal] + way.come[goal] + comes) - expected(g, goal, g.own[goal] + way.come[goal])
    if start < REGIONS:
        found += expected(g, start, g.own[start] - way.left[start] - leaves) - expected(g, start, g.own[start] - way.left[start])
    if token < FIRST_CHAMPION:
        found += discovery(m, s, g, goal)
    if start >= REGIONS:
        found += m.greedy[W_LORD if token < FIRST_CHAMPION else W_CHAMPION] if token < FIRST_BEAST else 0.1
    return found

cdef double token_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Sight* g,
                        const Underway* way, int verb, int start, int goal, int token, int room) noexcept nogil:
    """The gain of a token; of a piece put before warriors with what these add."""
    cdef double strong, found = token_gain(r, m, s, g, way, start, goal, token)
    cdef int rest
    if token < FIRST_WARRIORS and verb == DO_DEPLOY:
        rest = min(room - 1, warriors_at(r, s, f, SUPPLY))
        if rest > 0:
            strong = piece_strength(r, s, g.seat, token)
            found += gain_of(g, goal, strong + rest) - gain_of(g, goal, strong) + 0.1 * rest
    elif start >= REGIONS:
        found += 0.1 * (token - FIRST_WARRIORS)
    if token > FIRST_WARRIORS and token - FIRST_WARRIORS > room:
        found -= 0.5 * (token - FIRST_WARRIORS - room)
    return found

cdef void score_tokens(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Sight* g, int verb,
                       const Event* moves, int count, double* scores) noexcept nogil:
    """Units picked for an icon; `done` scores 0."""
    cdef Underway way
    cdef int i, code, start, goal, room
    count_underway(r, s, f, verb, &way)
    for i in range(count):
        code = code_of(moves[i])
        start, goal = f.a, f.b
        if CODE_PUT <= code < CODE_TAKE:
            start, goal = SUPPLY, f.a
        elif CODE_FROM <= code < CODE_TO:
            scores[i] = 0.9 * march_gain(m, s, g, code - CODE_FROM, f.a, 0) if code < CODE_FROM + REGIONS else 0.0
            continue
        elif CODE_SEND <= code < CODE_SETTLE:
            goal = (code - CODE_SEND) % REGIONS
            code = CODE_TAKE + (code - CODE_SEND) // REGIONS
        elif code >= CODE_SEND or code < CODE_PUT:
            continue
        if verb == DO_IN:
            start, goal = f.b, f.a
        if goal >= REGIONS:
            continue
        room = room_for(r, s, g.seat, goal, 99)
        scores[i] = token_worth(r, m, s, f, g, &way, verb, start, goal, (code - CODE_PUT) & 31, room)

cdef void score_places(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Sight* g, int verb,
                       const Event* moves, int count, double* scores) noexcept nogil:
    """Where an icon begins or leads to; leaving it scores 0."""
    cdef int i, code
    for i in range(count):
        code = code_of(moves[i])
        if code == CODE_BREACH:
            scores[i] = -SET_BONUS
        elif CODE_FROM <= code < CODE_FROM + REGIONS:
            scores[i] = best_from(r, m, s, g, code - CODE_FROM, aims(r, s, f), verb == DO_MOVE1)
        elif code == CODE_FROM + SUPPLY:
            scores[i] = best_landing(r, m, s, g, landing_regions(r, s, f))
        elif CODE_TO <= code < CODE_PUT:
            scores[i] = place_worth(r, m, s, f, g, verb, code - CODE_TO)

cdef double best_from(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, int start, unsigned int targets,
                      int single) noexcept nogil:
    cdef double best = -1e9
    targets &= r.adjacent[start]
    while targets:
        best = max(best, march_gain(m, s, g, start, __builtin_ctz(targets), single))
        targets &= targets - 1
    return best

cdef double place_worth(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Sight* g, int verb,
                        int region) noexcept nogil:
    """What a region is worth as the goal of an icon."""
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef Underway way
    cdef int start
    cdef double best = -1e9
    if verb == DO_DEPLOY:
        return deploying(r, m, s, g, region, amount(r, s, e, f.seat, f.here, f.there), icon_units(r, s, f)) \
            + there_bonus(r, m, s, f, region)
    if verb == DO_EXPLORE:
        return m.greedy[W_EXPLORE]
    if e.piece == ANCIENT:
        return gain_of(g, region, r.numbers.ancient)
    if e.piece >= 0:
        return gain_of(g, region, piece_strength(r, s, f.seat, token_of(e.piece)))
    if verb == DO_IN:
        if (landing_regions(r, s, f) >> region) & 1:
            best = landing_gain(m, s, g, region)
        for start in range(REGIONS):
            if (r.adjacent[region] & s.explored) >> start & 1 and s.units[f.seat][start]:
                best = max(best, march_gain(m, s, g, start, region, 0))
        return best + there_bonus(r, m, s, f, region)
    if f.a == SUPPLY:
        return landing_gain(m, s, g, region) + there_bonus(r, m, s, f, region)
    if verb == DO_MOVE1:
        memset(&way, 0, sizeof(way))
        return token_gain(r, m, s, g, &way, f.a, region, f.c) + there_bonus(r, m, s, f, region)
    return march_gain(m, s, g, f.a, region, 0) + there_bonus(r, m, s, f, region)

cdef inline double there_bonus(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, int region) noexcept nogil:
    """What the gain of an icon adds if it leads to this region."""
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef VeilSpan gain
    if not e.gains or e.gainif != GAIN_THERE:
        return 0.0
    if not (filtered(r, s, e.gainarg, f.seat, f.here, f.there) >> region) & 1:
        return 0.0
    gain.start, gain.count = e.gain, e.gains
    return usual_worth(r, m.greedy, &gain)

cdef void score_settling(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const Event* moves, int count,
                         double* scores) noexcept nogil:
    cdef int i, code
    for i in range(count):
        code = code_of(moves[i])
        if CODE_SETTLE <= code < CODE_EXPLORE:
            scores[i] = settling(r, m, s, g, (code - CODE_SETTLE) // 3, (code - CODE_SETTLE) % 3)
        elif code == CODE_BREACH:
            scores[i] = -SET_BONUS

cdef void score_icon(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                     double* scores) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int verb = e.verb
    cdef int i
    cdef Sight g
    if verb == DO_DRAW:
        score_decks(m, s, f.seat, moves, count, scores)
        for i in range(count):
            if code_of(moves[i]) == CODE_SKIP:
                scores[i] = -SET_BONUS
        return
    if verb == DO_DISCARD:
        score_cards(m, s, f.seat, f.b, e.n - f.a, e.deck, CODE_DISCARD, moves, count, scores)
        return
    if verb == DO_ARTIFACT:
        score_bearers(r, m, s, f.seat, moves, count, scores)
        return
    see(r, m, s, f.seat, &g)
    if verb == DO_SETTLE:
        score_settling(r, m, s, &g, moves, count, scores)
    elif verb == DO_TOKEN:
        score_token_places(r, m, s, &g, moves, count, scores)
    elif verb == DO_LOSE:
        score_losses(r, m, s, &g, moves, count, scores)
    elif verb == DO_DEPLOY or is_move(verb):
        if f.step == ICON_PICK:
            score_tokens(r, m, s, f, &g, verb, moves, count, scores)
        else:
            score_places(r, m, s, f, &g, verb, moves, count, scores)
    elif verb == DO_EXPLORE or verb == DO_PLACE:
        score_places(r, m, s, f, &g, verb, moves, count, scores)
    else:
        look_around(r, m, s, &g)
        scores[0] = effect_worth(r, m, s, &g, e, f.here, f.there)

cdef void score_token_places(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const Event* moves, int count,
                             double* scores) noexcept nogil:
    """Strength tokens: on settlements they stay, on units they go along."""
    cdef int i, target, at
    for i in range(count):
        target = code_of(moves[i]) - CODE_TOKEN
        if not 0 <= target < REGIONS + KNIGHT:
            continue
        at = target if target < REGIONS else place_of(s, g.seat, target - REGIONS)
        scores[i] = m.greedy[W_TOKEN] + (gain_of(g, at, 1.0) if at < REGIONS else 0.0)

cdef void score_losses(const VeilRules* r, const VeilModel* m, const Veil* s, const Sight* g, const Event* moves, int count,
                       double* scores) noexcept nogil:
    cdef int i, piece, region
    for i in range(count):
        piece, region = (code_of(moves[i]) - CODE_LOSE) // REGIONS, (code_of(moves[i]) - CODE_LOSE) % REGIONS
        if code_of(moves[i]) < CODE_LOSE:
            continue
        scores[i] = gain_of(g, region, -1.0)
        if piece != ONE_WARRIOR:
            scores[i] = gain_of(g, region, -piece_strength(r, s, g.seat, piece)) - m.greedy[W_CHAMPION]

# --- exploring, beasts, artifacts --------------------------------------------------------------------------

cdef double reward_worth(const VeilRules* r, const VeilModel* m, const Veil* s, Sight* g, int region, int reward) noexcept nogil:
    if reward < DECKS:
        return m.greedy[W_CARD] + 0.3 * m.greedy[W_DRAW_DEPLOY + reward]
    if reward == TAKE_POWER:
        return m.greedy[W_POWER] if s.power[g.seat] < r.factions[s.faction[g.seat]].track else <float>0.0
    if reward == TAKE_FAVOR:
        return m.greedy[W_FAVOR]
    if reward == TAKE_WARRIORS:
        return gain_of(g, region, 2.0) + 0.2
    if TAKE_CHAMPION <= reward < TAKE_MOVE:
        return gain_of(g, region, 1.0) + m.greedy[W_CHAMPION]
    if reward == TAKE_NOTHING:
        return 0.0
    look_around(r, m, s, g)
    return g.step if reward == TAKE_MOVE else 0.7 * g.march

cdef void score_explore(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                        double* scores) noexcept nogil:
    cdef Sight g
    cdef int i
    if f.step == EXPLORE_ASK:
        scores[0] = m.greedy[W_EXPLORE]
        return
    see(r, m, s, f.seat, &g)
    for i in range(count):
        scores[i] = reward_worth(r, m, s, &g, f.a, code_of(moves[i]) - CODE_REWARD)

cdef double beast_worth(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, int beast) noexcept nogil:
    """What it is worth to have a beast."""
    return m.greedy[W_BEAST] + m.greedy[W_BEAST_STRENGTH] * (r.beasts[beast].strength + s.beast_tokens[beast])

cdef int wish_to_bid(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, int seat) noexcept nogil:
    """The initiative in cards that promises most."""
    cdef double stake = r.beasts[f.a].vp
    cdef double chance, value, best = 0.0
    cdef int bid, other, wish = 0
    cdef int size = hand_size(s, seat) + in_zone(s, seat, ZONE_BID)
    if count_owned_beasts(s, seat) < s.season:
        stake += beast_worth(r, m, s, seat, f.a)
    for bid in range(0, min(MOST_BID, 2 * size) + 1):
        chance = 1.0
        for other in range(r.players):
            if other != seat and hand_size(s, other) + in_zone(s, other, ZONE_BID):
                chance *= above(m.greedy[W_BID_SLOPE], bid + (f.b == seat) - m.greedy[W_BID_MEAN] - (f.b == other))
        value = chance * (stake - m.greedy[W_BID_COST] * bid)
        if value > best:
            best = value
            wish = bid
    return wish

cdef void score_bid(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                    double* scores) noexcept nogil:
    """The cheapest cards that come to the wish."""
    cdef Choice choice
    cdef int i, card, missing, first = NONE
    if f.step == BID_TIES:
        scores[0] = 1.0
        return
    missing = wish_to_bid(r, m, s, f, f.seat)
    card = next_in_zone(s, f.seat, ZONE_BID, 0)
    while card < CARDS:
        missing -= r.cards[card].init
        card = next_in_zone(s, f.seat, ZONE_BID, card + 1)
    open_choice(m, s, f.seat, last_in_zone(s, f.seat, ZONE_BID) + 1, -1, &choice)
    for i in range(choice.count):
        choice.glad[i] += m.greedy[W_PAID] * r.cards[choice.cards[i]].init
    while missing > 0:
        i = best_of(&choice)
        if i < 0:
            break
        first = min(first, choice.cards[i])
        missing -= r.cards[choice.cards[i]].init
        choice.glad[i] = -1e9
    for i in range(count):
        card = code_of(moves[i]) - CODE_BID
        if 0 <= card < CARDS:
            scores[i] = SET_BONUS if card == first else -1.0 - 0.3 * keep(m, s, card)

cdef void score_bond(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                     double* scores) noexcept nogil:
    cdef Sight g
    cdef int i, code
    cdef double worth
    see(r, m, s, f.seat, &g)
    worth = beast_worth(r, m, s, f.seat, f.a) + gain_of(&g, f.b, r.beasts[f.a].strength)
    for i in range(count):
        code = code_of(moves[i])
        if code == CODE_BOND:
            scores[i] = worth
        elif CODE_BOND_DROP <= code < CODE_DECLINE:
            scores[i] = worth - beast_worth(r, m, s, f.seat, code - CODE_BOND_DROP) - 0.5

cdef void score_bearers(const VeilRules* r, const VeilModel* m, const Veil* s, int seat, const Event* moves, int count,
                        double* scores) noexcept nogil:
    """Who bears an artifact: anybody, best a Lord, where its strength counts."""
    cdef Sight g
    cdef int i, code, hero, at
    cdef double strong
    see(r, m, s, seat, &g)
    for i in range(count):
        code = code_of(moves[i]) - CODE_EQUIP
        if not 0 <= code < CODE_EQUIP_NONE - CODE_EQUIP:
            continue
        hero = hero_of(code % 6)
        at = s.hero_at[seat][hero]
        strong = r.artifacts[code // 6].strength
        scores[i] = 1.0 + (gain_of(&g, at, strong) if at < REGIONS else 0.0) + (0.5 if hero < LORDS else 0.0)

# --- all of them ---------------------------------------------------------------------------------------------

cdef void score_others(const VeilRules* r, const VeilModel* m, const Veil* s, const Frame* f, const Event* moves, int count,
                       double* scores) noexcept nogil:
    """Rarer choices."""
    cdef Sight g
    cdef int i, code, kind = f.kind
    if kind == F_PLACES:
        for i in range(count):
            code = code_of(moves[i])
            scores[i] = m.greedy[W_LATE] * (code - CODE_PLACE) if code < CODE_GRAIL else <float>0.0
    elif kind == F_LIST:
        for i in range(count):
            code = code_of(moves[i])
            scores[i] = 1.0 + 0.1 * s.vp[code - CODE_TARGET] if CODE_TARGET <= code < CODE_TOKEN else 0.0
    elif kind == F_TRIGGER:
        score_reactions(r, m, s, f, moves, count, scores)
    elif kind == F_RELIC and f.step == RELIC_PICK:
        for i in range(count):
            code = code_of(moves[i]) - CODE_PICK
            scores[i] = r.artifacts[code].vp + 1.5 * r.artifacts[code].strength
    elif kind == F_RELIC or kind == F_EQUIP:
        score_bearers(r, m, s, f.seat, moves, count, scores)
    elif kind == F_LIMIT:
        see(r, m, s, f.seat, &g)
        score_losses(r, m, s, &g, moves, count, scores)
    elif kind == F_GAME:
        see(r, m, s, f.seat, &g)
        for i in range(count):
            code = code_of(moves[i]) - CODE_KNIGHT_TO
            scores[i] = gain_of(&g, code, r.numbers.knight_strength) if code < REGIONS else -1.0

cdef void score_moves(const VeilRules* r, const VeilModel* m, const Veil* s, const Event* moves, int count,
                      double* scores) noexcept nogil:
    """Scores of the legal moves."""
    cdef const Frame* f = top_of(s)
    cdef int kind = f.kind
    cdef int i
    for i in range(count):
        scores[i] = 0.0
    if kind == F_ICON:
        score_icon(r, m, s, f, moves, count, scores)
    elif kind == F_COMMIT:
        score_commit(r, m, s, f, moves, count, scores)
    elif kind == F_TURN:
        score_turn(r, m, s, f, moves, count, scores)
    elif kind == F_BATTLE:
        score_battle(r, m, s, f, moves, count, scores)
    elif kind == F_PLAN:
        score_plan(r, m, s, f, moves, count, scores)
    elif kind == F_BID:
        score_bid(r, m, s, f, moves, count, scores)
    elif kind == F_PAY:
        score_cards(m, s, f.seat, f.b, f.c, -1, CODE_PAY, moves, count, scores)
    elif kind == F_EXPLORE:
        score_explore(r, m, s, f, moves, count, scores)
    elif kind == F_BOND:
        score_bond(r, m, s, f, moves, count, scores)
    else:
        score_others(r, m, s, f, moves, count, scores)

cdef void veil_policy(const void* rules, const void* model, const void* state, const void* notes,
                      const Event* moves, int count, float* weights) noexcept nogil:
    """Softmax of the scores, the best one counting 1."""
    cdef const VeilModel* m = <const VeilModel*>model
    cdef double scores[MAX_LEGAL]
    cdef double best = -1e9
    cdef int i
    score_moves(<const VeilRules*>rules, m, <const Veil*>state, moves, count, scores)
    for i in range(count):
        best = max(best, scores[i])
    for i in range(count):
        weights[i] = exponential(<float>max(-60.0, m.sharpness * (scores[i] - best)))

cdef Event veil_light(const void* rules, const void* model, const void* state, const void* notes, Rng* rng) noexcept nogil:
    """The move with the best shaken score."""
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const VeilModel* m = <const VeilModel*>model
    cdef const Veil* s = <const Veil*>state
    cdef Event moves[MAX_LEGAL]
    cdef double scores[MAX_LEGAL]
    cdef int i, best = 0
    cdef int count = list_moves(r, s, moves)
    if count == 1:
        return moves[0]
    score_moves(r, m, s, moves, count, scores)
    for i in range(count):
        if m.noise > 0:
            scores[i] += m.noise * (2.0 * unit(rng) - 1.0)
        if scores[i] > scores[best]:
            best = i
    return moves[best]
