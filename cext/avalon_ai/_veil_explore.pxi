# Exploring the mist: the tile, its reward, the mist card; bids for beasts, and bonding.

cdef enum:
    EXPLORE_ASK = 0
    EXPLORE_TILE = 1
    EXPLORE_LOOK = 2
    EXPLORE_REWARD = 3
    EXPLORE_MIST = 4
    EXPLORE_SHOWN = 5
    EXPLORE_END = 6

    REWARD_CODES = 13      # draw from four decks, power, favor, two warriors, champions, move, in, none
    TAKE_POWER = 4
    TAKE_FAVOR = 5
    TAKE_WARRIORS = 6
    TAKE_CHAMPION = 7      # + champion
    TAKE_MOVE = 10
    TAKE_IN = 11
    TAKE_NOTHING = 12
    REWARD_UNITS = 2       # warriors

cdef inline void begin_exploration(Veil* s, int seat, int region) noexcept nogil:
    """The exploration of a region, already decided on."""
    cdef Frame* f = push(s, F_EXPLORE, seat)
    f.a, f.step = region, EXPLORE_TILE

cdef inline int may_explore(const Veil* s, const Frame* f) noexcept nogil:
    return not s.explored_turn and not (s.explored >> f.a) & 1 and lords_in(s, f.seat, f.a) > 0

cdef void step_explore(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step == EXPLORE_ASK:
        if may_explore(s, f):
            ask(s, f.seat)
        else:
            pop(s)
    elif f.step == EXPLORE_TILE:
        s.explored_turn = 1
        mark_exploration(s)
        f.step = EXPLORE_LOOK
        if s.tile[f.a] == NONE:
            await_event(s, AWAIT_TILE, NONE, f.a, NONE)
    elif f.step == EXPLORE_LOOK:
        s.as_explored = f.a
        s.stale = 1
        f.step = EXPLORE_REWARD
        look(s)
    elif f.step == EXPLORE_REWARD:
        s.as_explored = NONE
        ask(s, f.seat)
    elif f.step == EXPLORE_MIST:
        f.step = EXPLORE_SHOWN
        await_event(s, AWAIT_MIST, NONE, f.a, NONE)
    elif f.step == EXPLORE_SHOWN:
        f.step = EXPLORE_END
        after_mist(r, s, f.seat, f.a)
    else:
        end_exploration(r, s, f)

cdef void after_mist(const VeilRules* r, Veil* s, int seat, int region) noexcept nogil:
    """A beast that was revealed is bid for."""
    cdef int beast
    cdef Frame* f
    for beast in range(BEASTS):
        if s.beast_place[beast] == NEUTRAL:
            f = push(s, F_BID, NONE)
            f.a, f.b, f.c = beast, seat, region

cdef void end_exploration(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat = f.seat, region = f.a
    pop(s)
    look(s)
    trigger(r, s, AT_EXPLORE, 1u << seat, region, 0)

cdef int list_explore(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    if f.step == EXPLORE_ASK:
        moves[0] = make(CODE_EXPLORE, f.seat, SOURCE_MOVE)
        moves[1] = make(CODE_WAIT, f.seat, SOURCE_MOVE)
        return 2
    return list_rewards(r, s, f, moves)

cdef int list_rewards(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """What the tile offers; always nothing as well."""
    cdef int rewards = r.tiles[s.tile[f.a]].rewards
    cdef int hero, found = 0
    if rewards & REWARD_DRAW:
        for hero in range(DECKS):
            if can_draw(s, hero, 0):
                found = add_reward(moves, found, hero, f.seat)
    if rewards & REWARD_POWER:
        found = add_reward(moves, found, TAKE_POWER, f.seat)
    if rewards & REWARD_FAVOR:
        found = add_reward(moves, found, TAKE_FAVOR, f.seat)
    if rewards & REWARD_WARRIORS and s.supply[f.seat]:
        found = add_reward(moves, found, TAKE_WARRIORS, f.seat)
    if rewards & REWARD_CHAMPION:
        for hero in range(LORDS, HEROES):
            if s.hero_at[f.seat][hero] == SUPPLY:
                found = add_reward(moves, found, TAKE_CHAMPION + hero - LORDS, f.seat)
    if rewards & REWARD_MOVE:
        found = add_reward(moves, found, TAKE_MOVE, f.seat)
    if rewards & REWARD_IN:
        found = add_reward(moves, found, TAKE_IN, f.seat)
    return add_reward(moves, found, TAKE_NOTHING, f.seat)

cdef inline int add_reward(Event* moves, int found, int reward, int seat) noexcept nogil:
    moves[found] = make(CODE_REWARD + reward, seat, SOURCE_MOVE)
    return found + 1

cdef void take_explore(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_WAIT:
        pop(s)
    elif code == CODE_EXPLORE:
        f.step = EXPLORE_TILE
    else:
        f.step = EXPLORE_MIST
        take_reward(r, s, f, code - CODE_REWARD)

cdef void take_reward(const VeilRules* r, Veil* s, Frame* f, int reward) noexcept nogil:
    cdef int seat = f.seat, region = f.a
    cdef int number
    if reward < DECKS:
        push_draws(s, seat, <uint32_t>1 << (8 * reward))
    elif reward == TAKE_WARRIORS:
        number = min(REWARD_UNITS, <int>s.supply[seat])
        put_warriors(s, seat, region, number)
        trigger(r, s, AT_DEPLOY, 1u << seat, region, UNIT_WARRIORS)
        look(s)
    elif TAKE_CHAMPION <= reward < TAKE_MOVE:
        put_piece(s, seat, FIRST_CHAMPION + reward - TAKE_CHAMPION, region)
        trigger(r, s, AT_DEPLOY, 1u << seat, region, UNIT_CHAMPIONS)
        look(s)
    elif reward != TAKE_NOTHING:
        push_own(s, seat, own_reward(reward), region, region)

cdef inline int own_reward(int reward) noexcept nogil:
    """The core's own effect for a reward."""
    if reward == TAKE_POWER:
        return OWN_POWER
    if reward == TAKE_FAVOR:
        return OWN_FAVOR
    return OWN_MOVE if reward == TAKE_MOVE else OWN_IN

# --- bids --------------------------------------------------------------------------------------

cdef enum:
    BID_CHOOSE = 0         # of a bid: `a` the beast, `b` the explorer, `c` the region, `x` seats done
    BID_SHOW = 1
    BID_TIES = 2
    BID_END = 3

cdef int bid_of(const VeilRules* r, const Veil* s, const Frame* f, int seat) noexcept nogil:
    """The initiative that a seat has bid, shown."""
    cdef int card = next_in_zone(s, seat, ZONE_BID, 0)
    cdef int sum = f.b == seat
    while card < CARDS:
        sum += r.cards[card].init
        card = next_in_zone(s, seat, ZONE_BID, card + 1)
    return sum

cdef inline int next_bidder(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """The next seat that has cards to bid; NONE."""
    cdef int seat
    for seat in range(r.players):
        if not (f.x >> seat) & 1 and hand_size(s, seat):
            return seat
    return NONE

cdef int next_to_show(const VeilRules* r, const Veil* s, int zone) noexcept nogil:
    """The first seat with cards in a zone that do not lie open yet; NONE."""
    cdef int seat
    for seat in range(r.players):
        if in_zone(s, seat, zone) > open_in(s, seat, zone):
            return seat
    return NONE

cdef inline int open_in(const Veil* s, int seat, int zone) noexcept nogil:
    """How many cards lie open in a zone."""
    cdef int found = 0
    cdef int card = next_in_zone(s, seat, zone, 0)
    while card < CARDS:
        found += has(s.open, card)
        card = next_in_zone(s, seat, zone, card + 1)
    return found

cdef void step_bid(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat
    if f.step == BID_CHOOSE:
        if f.seat == NONE:
            f.seat = next_bidder(r, s, f)
        if f.seat != NONE:
            ask(s, f.seat)
        else:
            f.step = BID_SHOW
    elif f.step == BID_SHOW:
        seat = next_to_show(r, s, ZONE_BID)
        if seat != NONE:
            await_event(s, AWAIT_BIDS, seat, NONE, ZONE_BID)
        else:
            f.step = BID_TIES
            f.x = highest_bids(r, s, f)
    elif f.step == BID_TIES:
        if asks_grail(s, f.x):
            ask(s, s.grail_at)
        else:
            win_bid(r, s, f, first_in_ties(r, s, f.x))

cdef inline int asks_grail(const Veil* s, unsigned int tied) noexcept nogil:
    """Whether the bearer of the Grail is among the tied seats and may break the tie."""
    if s.grail_at == NONE or s.grail_used or not tied & (tied - 1):
        return 0
    return (tied >> s.grail_at) & 1

cdef unsigned int highest_bids(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    cdef unsigned int found = 0
    cdef int seat, bid, best = -1
    for seat in range(r.players):
        bid = bid_of(r, s, f, seat)
        if bid > best:
            best = bid
            found = 0
        if bid == best:
            found |= 1u << seat
    return found

cdef int list_bid(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int card, found = 0
    if f.step == BID_TIES:
        moves[0] = make(CODE_GRAIL, s.grail_at, SOURCE_MOVE)
        moves[1] = make(CODE_GRAIL + 1, s.grail_at, SOURCE_MOVE)
        return 2
    card = next_in_zone(s, f.seat, ZONE_HAND, last_in_zone(s, f.seat, ZONE_BID) + 1)
    while card < CARDS:
        moves[found] = make(CODE_BID + card, f.seat, SOURCE_MOVE)
        found += 1
        card = next_in_zone(s, f.seat, ZONE_HAND, card + 1)
    moves[found] = make(CODE_DONE, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_bid(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_DONE:
        f.x |= 1u << f.seat
        f.seat = NONE
    elif code == CODE_GRAIL:
        s.grail_used = 1
        win_bid(r, s, f, s.grail_at)
    elif code == CODE_GRAIL + 1:
        f.x &= ~(1u << s.grail_at)
        win_bid(r, s, f, first_in_ties(r, s, f.x | 1u << s.grail_at))
    elif code >= CODE_HIDDEN_BID:
        shift(s, f.seat, code - CODE_HIDDEN_BID, ZONE_HAND, ZONE_BID)
    else:
        lay(s, f.seat, code - CODE_BID, ZONE_HAND, ZONE_BID)

cdef void win_bid(const VeilRules* r, Veil* s, Frame* f, int winner) noexcept nogil:
    """The winner discards the bid and gains the VP; the others take theirs back."""
    cdef int beast = f.a, region = f.c
    cdef int seat
    fall_open(r, s, winner, ZONE_BID)
    for seat in range(r.players):
        regain_zone(s, seat, ZONE_BID)
    s.vp[winner] += r.beasts[beast].vp
    s.stale = 1
    pop(s)
    f = push(s, F_BOND, winner)
    f.a, f.b = beast, region

# --- bonding -----------------------------------------------------------------------------------

cdef void step_bond(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat = f.seat, region = f.b
    if f.step == 0:
        ask(s, seat)
        return
    pop(s)
    trigger(r, s, AT_REVEAL_BEAST, everyone(r), region, 0)
    look(s)

cdef int list_bond(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int beast, found = 0
    if count_owned_beasts(s, f.seat) < s.season:
        moves[0] = make(CODE_BOND, f.seat, SOURCE_MOVE)
        found = 1
    else:
        for beast in range(BEASTS):
            if owns_beast(s, f.seat, beast):
                moves[found] = make(CODE_BOND_DROP + beast, f.seat, SOURCE_MOVE)
                found += 1
    moves[found] = make(CODE_DECLINE, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_bond(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat, beast = f.a, region = f.b
    f.step = 1
    if code == CODE_DECLINE:
        s.beast_place[beast] = IN_QUEUE
        s.beast_at[beast] = NONE
        to_bottom(s.beast_queue, BEASTS, beast)
        s.stale = 1
        return
    if code != CODE_BOND:
        release(r, s, seat, code - CODE_BOND_DROP)
    s.beast_place[beast] = OWNED + seat
    s.units[seat][region] += 1
    s.stale = 1
    trigger(r, s, AT_BOND, 1u << seat, region, beast)

cdef void release(const VeilRules* r, Veil* s, int seat, int beast) noexcept nogil:
    """An own beast goes to the bottom of its deck, its tokens to the stock, its cubes home."""
    cdef int power
    if s.beast_at[beast] < REGIONS:
        s.units[seat][s.beast_at[beast]] -= 1
    s.beast_place[beast] = IN_QUEUE
    s.beast_at[beast] = NONE
    s.tokens_left += s.beast_tokens[beast]
    s.beast_tokens[beast] = 0
    to_bottom(s.beast_queue, BEASTS, beast)
    for power in range(r.beasts[beast].powers.start, r.beasts[beast].powers.start + r.beasts[beast].powers.count):
        unmark(s, seat, power)
