# Worlds that fit a View, each as likely as the next. Nobody knows what lies face down on the island or in the decks, so
# nothing but the others' cards is dealt: deck by deck, with what is known of them. Deals that the choices made so far do
# not fit are thrown away. Where hardly any fit, seats are dealt anew one after the other, each with the others' cards as they are
# (Gibbs sampling; Geman and Geman 1984).

cdef enum:
    WHOLE_TRIES = 1000
    SEAT_TRIES = 20000
    SWEEPS = 3             # how often each seat is dealt anew

# What is known of one other seat's cards of one deck.
cdef struct Group:
    int seat
    int unknown                # cards to be dealt
    int known[INITIATIVES]     # known ones that do not lie open, by initiative
    int needed[INITIATIVES]    # of the unknown ones at least
    int paid[INITIATIVES]      # payments shown by initiative
    int pays                   # 1: the payments have been shown

# One deck: how many unseen cards there are of each initiative, and the seats they may be held by.
cdef struct Deal:
    int deck
    int bound                  # 1: something is known of what kind the unknown cards are
    int groups
    int left[INITIATIVES]
    Group group[SEATS]

cdef inline int init_at(const VeilRules* r, int card) noexcept nogil:
    return r.cards[card].init - 1

cdef void read_group(const VeilRules* r, const Veil* s, int seat, Deal* deal) noexcept nogil:
    cdef Group* g = &deal.group[deal.groups]
    cdef int i, kind, card = next_of_deck(s.held[seat], 0, deal.deck)
    memset(g, 0, sizeof(Group))
    g.seat = seat
    g.unknown = unknown_of_deck(s, seat, deal.deck)
    for i in range(INITIATIVES):
        kind = deal.deck * INITIATIVES + i
        g.needed[i] = s.least[seat][kind]
        g.paid[i] = s.tags[seat][kind] if s.count[seat][ZONE_PAY][deal.deck] else 0
        g.pays |= g.paid[i] != 0
    while card < CARDS:
        g.known[init_at(r, card)] += not has(s.open, card)
        g.needed[init_at(r, card)] -= 1
        card = next_of_deck(s.held[seat], card + 1, deal.deck)
    for i in range(INITIATIVES):
        g.needed[i] = max(0, g.needed[i])
        deal.bound |= (g.needed[i] != 0) | g.pays
    deal.groups += 1

cdef void read_deck(const VeilRules* r, const Veil* s, int deck, Deal* deal) noexcept nogil:
    cdef int seat, card = next_of_deck(s.pile, 0, deck)
    memset(deal, 0, sizeof(Deal))
    deal.deck = deck
    while card < CARDS:
        deal.left[init_at(r, card)] += 1
        card = next_of_deck(s.pile, card + 1, deck)
    for seat in range(r.players):
        if seat != s.viewer:
            read_group(r, s, seat, deal)

cdef inline double choose_count(int n, int k) noexcept nogil:
    """How many sets of k there are out of n."""
    cdef double found = 1.0
    cdef int i
    if k < 0 or k > n:
        return 0.0
    for i in range(k):
        found = found * (n - i) / (i + 1)
    return found

cdef double group_weight(const Group* g, const int* left, const int* taken) noexcept nogil:
    """In how many ways a seat may hold so many unknown cards of each initiative, payments laid out as shown."""
    cdef double found = 1.0
    cdef int i
    for i in range(INITIATIVES):
        if taken[i] < g.needed[i]:
            return 0.0
        found *= choose_count(left[i], taken[i])
        if g.pays:
            found *= choose_count(g.known[i] + taken[i], g.paid[i])
    return found

cdef double ways(const Deal* deal, int number, const int* left) noexcept nogil:
    """In how many ways the seats from `number` on may hold their cards."""
    cdef int taken[INITIATIVES]
    cdef int rest[INITIATIVES]
    cdef const Group* g = &deal.group[number]
    cdef double weight, sum = 0.0
    cdef int i
    if number >= deal.groups:
        return 1.0
    for taken[0] in range(min(g.unknown, left[0]) + 1):
        for taken[1] in range(min(g.unknown - taken[0], left[1]) + 1):
            taken[2] = g.unknown - taken[0] - taken[1]
            weight = group_weight(g, left, taken)
            if weight > 0:
                for i in range(INITIATIVES):
                    rest[i] = left[i] - taken[i]
                sum += weight * ways(deal, number + 1, rest)
    return sum

cdef void draw_counts(const Deal* deal, int number, const int* left, int* drawn, Rng* rng) noexcept nogil:
    """How many unknown cards of each initiative one seat holds, by the number of ways for all."""
    cdef int taken[INITIATIVES]
    cdef int rest[INITIATIVES]
    cdef const Group* g = &deal.group[number]
    cdef double weight, at = unit(rng) * ways(deal, number, left)
    cdef int i
    for taken[0] in range(min(g.unknown, left[0]) + 1):
        for taken[1] in range(min(g.unknown - taken[0], left[1]) + 1):
            taken[2] = g.unknown - taken[0] - taken[1]
            weight = group_weight(g, left, taken)
            if weight <= 0:
                continue
            for i in range(INITIATIVES):
                rest[i] = left[i] - taken[i]
                drawn[i] = taken[i]
            at -= weight * ways(deal, number + 1, rest)
            if at < 0:
                return

cdef int take_unseen(const VeilRules* r, Veil* s, int deck, int init, Rng* rng) noexcept nogil:
    """Any unseen card of a deck and initiative (of any with -1); it leaves the pile."""
    cdef int cards[DECK_SIZE]
    cdef int found = 0
    cdef int card = next_of_deck(s.pile, 0, deck)
    while card < CARDS:
        if init < 0 or init_at(r, card) == init:
            cards[found] = card
            found += 1
        card = next_of_deck(s.pile, card + 1, deck)
    card = cards[below(rng, found)]
    drop(s.pile, card)
    return card

cdef void deal_deck(const VeilRules* r, Veil* s, int deck, Rng* rng) noexcept nogil:
    """The others' unknown cards of one deck, with their zones."""
    cdef Deal deal
    cdef int drawn[INITIATIVES]
    cdef int i, j, k, card, seat
    read_deck(r, s, deck, &deal)
    for i in range(deal.groups):
        seat = deal.group[i].seat
        if not deal.bound:
            for j in range(deal.group[i].unknown):
                card = take_unseen(r, s, deck, -1, rng)
                add(s.held[seat], card)
                s.place[card] = ZONE_ANY
        else:
            draw_counts(&deal, i, deal.left, drawn, rng)
            for j in range(INITIATIVES):
                deal.left[j] -= drawn[j]
                for k in range(drawn[j]):
                    card = take_unseen(r, s, deck, j, rng)
                    add(s.held[seat], card)
                    s.place[card] = ZONE_ANY
        deal_zones(r, s, &deal.group[i], deck, rng)

cdef void deal_zones(const VeilRules* r, Veil* s, const Group* g, int deck, Rng* rng) noexcept nogil:
    """Which of a seat's cards of a deck lies where."""
    cdef int cards[DECK_SIZE]
    cdef int left[ZONES]
    cdef int seat = g.seat
    cdef int i, j, zone, found = 0
    cdef int card = next_of_deck(s.held[seat], 0, deck)
    while card < CARDS:
        if s.place[card] == ZONE_ANY:
            cards[found] = card
            found += 1
        card = next_of_deck(s.held[seat], card + 1, deck)
    for zone in range(ZONES):
        left[zone] = s.count[seat][zone][deck] - open_of_deck(s, seat, zone, deck)
    for i in range(found - 1, 0, -1):
        j = below(rng, i + 1)
        card = cards[i]
        cards[i] = cards[j]
        cards[j] = card
    if g.pays:
        lay_payments(r, s, g, cards, found, left)
    zone = 0
    for i in range(found):
        if s.place[cards[i]] != ZONE_ANY:
            continue
        while zone < ZONE_ANY and left[zone] == 0:
            zone += 1
        s.place[cards[i]] = zone
        left[zone] -= 1

cdef void lay_payments(const VeilRules* r, Veil* s, const Group* g, const int* cards, int count, int* left) noexcept nogil:
    """Cards in a random order: the first ones of each initiative are the payments shown."""
    cdef int paid[INITIATIVES]
    cdef int i, init
    memcpy(paid, g.paid, sizeof(paid))
    for i in range(count):
        init = init_at(r, cards[i])
        if paid[init]:
            paid[init] -= 1
            left[ZONE_PAY] -= 1
            s.place[cards[i]] = ZONE_PAY

# --- hidden choices ----------------------------------------------------------------------------------

cdef int commit_under_way(const Veil* s, int seat) noexcept nogil:
    """Whether the seat is in the middle of its hidden choice."""
    return top_of(s).kind == F_COMMIT and top_of(s).seat == seat and top_of(s).step == 1

cdef int fits_payment(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """Whether what a seat has paid so far fits its chosen card with the claims made."""
    cdef int paid = in_zone(s, seat, ZONE_PAY)
    cdef int owed = cost_left(r, s, seat, card) - paid
    cdef Event moves[MAX_LEGAL]
    if commit_under_way(s, seat):
        if paid == 0 or owed == 0:
            return owed >= 0
        return owed > 0 and list_payment(s, seat, last_in_zone(s, seat, ZONE_PAY) + 1, owed, -1, CODE_PAY, moves) > 0
    return owed == 0 or paid == 0 and hand_size(s, seat) < owed

cdef int fits_claims(const VeilRules* r, const Veil* s, int seat, int card, int claims) noexcept nogil:
    """Whether these reductions of a card could have been claimed, with the cards shown for them."""
    cdef const VeilReduction* one
    cdef int i, shows = 0
    for i in range(2):
        one = &r.cards[card].reduction[i]
        if not (claims >> i) & 1:
            continue
        if one.kind == 0 or one.kind == REDUCE_IF and not holds(r, s, one.arg, seat, NONE, NONE):
            return 0
        if one.kind == REDUCE_SHOW:
            if shows < shows_made(s, seat) and shown_deck_at(s, seat, shows) != one.arg:
                return 0
            shows += 1
    if shows == shows_made(s, seat):
        return 1
    return shows == shows_made(s, seat) + 1 and commit_under_way(s, seat)

cdef inline int shown_deck_at(const Veil* s, int seat, int i) noexcept nogil:
    return s.shown[seat][i] - SHOWN if s.shown[seat][i] >= SHOWN else deck_of(s.shown[seat][i])

cdef int draw_claims(const VeilRules* r, Veil* s, int seat, int card, Rng* rng) noexcept nogil:
    """Claims that fit the chosen card; 0 if there are none, or by chance so that each world is as likely as the next."""
    cdef int found[4]
    cdef int claims, number = 0
    for claims in range(4):
        if __builtin_popcount(claims) != s.claim_count[seat] or not fits_claims(r, s, seat, card, claims):
            continue
        s.claims[seat] = claims
        if fits_payment(r, s, seat, card):
            found[number] = claims
            number += 1
    if number == 0 or s.claim_count[seat] == 1 and r.two_reductions and <int>below(rng, 2) >= number:
        return 0
    s.claims[seat] = found[below(rng, number)]
    return 1

cdef void draw_shown(const VeilRules* r, Veil* s, int seat, Rng* rng) noexcept nogil:
    """Which cards of hand and payment were shown, of the decks that were seen."""
    cdef int cards[DECK_SIZE]
    cdef int i, deck, card, found
    for i in range(2):
        if s.shown[seat][i] < SHOWN or s.shown[seat][i] == NONE:
            continue
        deck, found = s.shown[seat][i] - SHOWN, 0
        card = next_of_deck(s.held[seat], 0, deck)
        while card < CARDS:
            if (s.place[card] == ZONE_HAND or s.place[card] == ZONE_PAY) and card != s.shown[seat][1 - i]:
                cards[found] = card
                found += 1
            card = next_of_deck(s.held[seat], card + 1, deck)
        if found:
            s.shown[seat][i] = cards[below(rng, found)]

cdef int draw_commit(const VeilRules* r, Veil* s, int seat, Rng* rng) noexcept nogil:
    """The hidden part of a seat's choice; 0 if the cards dealt do not fit it."""
    cdef int card = next_in_zone(s, seat, ZONE_CHOSEN, 0)
    cdef int closed
    if card >= CARDS:
        return 1
    closed = not has(s.open, card)
    if closed or s.claims_shown[seat] < s.claim_count[seat]:
        if not draw_claims(r, s, seat, card, rng):
            return 0
    draw_shown(r, s, seat, rng)
    return 1

cdef void draw_plan(Veil* s, int seat, Rng* rng) noexcept nogil:
    """Whether a hidden plan lies face down; a card of another deck always does."""
    cdef int card
    if s.plan[seat] == HIDDEN_PLAN:
        card = next_in_zone(s, seat, ZONE_PLAN, 0)
        s.plan_down[seat] = deck_of(card) != DECKS - 1 or below(rng, 2)
    elif s.plan[seat] == PLAN_DOWN:
        s.plan_down[seat] = 1

cdef int fits_price(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether a payment under way can go on in ascending order."""
    cdef const Frame* f = top_of(s)
    cdef Event moves[MAX_LEGAL]
    if s.actor != f.seat or not shows_own_cards(r, f):
        return 1
    if f.kind == F_PAY:
        return list_payment(s, f.seat, f.b, f.c, -1, CODE_PAY, moves) > 0
    return list_payment(s, f.seat, f.b, r.effects[f.x].n - f.a, r.effects[f.x].deck, CODE_DISCARD, moves) > 0

cdef int draw_world(const VeilRules* r, Veil* s, Rng* rng) noexcept nogil:
    """Deal all that a View does not know; 0 if the choices already made do not fit the cards."""
    cdef int seat
    cdef int viewer = s.viewer
    deal_cards(r, s, rng)
    for seat in range(r.players):
        if seat != viewer and not draw_choices(r, s, seat, rng):
            return 0
    return 1

cdef void deal_cards(const VeilRules* r, Veil* s, Rng* rng) noexcept nogil:
    """Deal the cards that a View does not know; a State is left, its choices still as they are seen."""
    cdef int deck
    for deck in range(DECKS):
        deal_deck(r, s, deck, rng)
    s.viewer = NONE
    draw_quests(r, s, rng)

cdef int draw_choices(const VeilRules* r, Veil* s, int seat, Rng* rng) noexcept nogil:
    """The hidden choices of a seat; 0 if the cards dealt do not fit them."""
    draw_plan(s, seat, rng)
    return draw_commit(r, s, seat, rng) and (top_of(s).seat != seat or fits_price(r, s))

cdef void hold_as_in(const Veil* world, Veil* s, int seat) noexcept nogil:
    """Take for known what a seat holds in a world, and how it has chosen."""
    cdef int card = next_card(world.held[seat], 0)
    while card < CARDS:
        drop(s.pile, card)
        add(s.held[seat], card)
        s.place[card] = world.place[card]
        card = next_card(world.held[seat], card + 1)
    s.claims[seat], s.plan_down[seat] = world.claims[seat], world.plan_down[seat]
    memcpy(s.shown[seat], world.shown[seat], sizeof(s.shown[seat]))

cdef int redraw_seat(const VeilRules* r, const Veil* known, Veil* world, int seat, Rng* rng) noexcept nogil:
    """Deal one seat anew, what the others hold being known; 0 if nothing was found that fits its choices."""
    cdef Veil fixed = known[0]
    cdef int other, _try
    for other in range(r.players):
        if other != seat and other != known.viewer:
            hold_as_in(world, &fixed, other)
    for _try in range(SEAT_TRIES):
        world[0] = fixed
        deal_cards(r, world, rng)
        if draw_choices(r, world, seat, rng):
            return 1
    return 0

cdef int draw_by_seats(const VeilRules* r, const Veil* known, Veil* s, Rng* rng) noexcept nogil:
    """A world dealt seat by seat; 0 if nothing was found that fits."""
    cdef int seat, sweep
    s[0] = known[0]
    deal_cards(r, s, rng)
    for sweep in range(SWEEPS):
        for seat in range(r.players):
            if seat != known.viewer and not redraw_seat(r, known, s, seat, rng):
                return 0
    return 1

cdef void veil_determinize(const void* rules, const void* belief, void* view, Rng* rng) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef Veil* s = <Veil*>view
    cdef Veil known = s[0]
    cdef int _try, seat
    for _try in range(WHOLE_TRIES):
        s[0] = known
        if draw_world(r, s, rng):
            return
    if draw_by_seats(r, &known, s, rng):
        return
    for seat in range(r.players):
        draw_shown(r, s, seat, rng)        # nothing fits such a View: a State of cards all the same

cdef void veil_believe(const void* rules, const void* model, const void* view, void* belief) noexcept nogil:
    """Uniform so far: there is nothing to weigh."""
    memset(belief, 0, sizeof(VeilBelief))
