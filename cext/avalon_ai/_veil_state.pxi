# What lies on the table: cards and their zones, pieces and their places. Bookkeeping alone; the rules come after.

cdef enum:
    IN_POOL = 0            # unordered part of a deck, or face down on the island
    IN_QUEUE = 1           # known, at the bottom of the deck
    NEUTRAL = 2            # beast: revealed and not yet bonded
    OWNED = 3              # beast: + seat
    SHOWN_AT = 2           # artifact: face up, + region
    PICKED = 11            # artifact: drawn, to be picked or equipped now
    BORNE = 12             # artifact: + BEARERS * seat + hero
    BEARERS = 6
    BESIDE = 5             # in the place of a hero
    NO_CARD = 0
    FACE_DOWN = 1
    GRAIL = 2
    RELIC = 3
    NO_PLAN = 0
    HIDDEN_PLAN = 1
    PLAN_UP = 2
    PLAN_DOWN = 3
    SHOWN = 200            # + deck: a hidden card shown for a reduction
    END_REACHED = 1        # of Excalibur
    CLAIMED = 2
    SPECTATOR = 15
    CHANCE = 14            # as actor
    OVER = 13
    ALL_REGIONS = 0x1FF
    CENTRE = 8

# --- sets of cards -----------------------------------------------------------------------

cdef inline int has(const uint64_t* cards, int card) noexcept nogil:
    return (cards[card >> 6] >> (card & 63)) & 1

cdef inline void add(uint64_t* cards, int card) noexcept nogil:
    cards[card >> 6] |= <uint64_t>1 << (card & 63)

cdef inline void drop(uint64_t* cards, int card) noexcept nogil:
    cards[card >> 6] &= ~(<uint64_t>1 << (card & 63))

cdef inline int next_card(const uint64_t* cards, int card) noexcept nogil:
    """The first card of a set that is not before `card`; CARDS if there is none."""
    cdef int word = card >> 6
    cdef uint64_t bits_left
    if card >= CARDS:
        return CARDS
    bits_left = cards[word] >> (card & 63)
    if bits_left:
        return card + __builtin_ctzll(bits_left)
    for word in range(word + 1, CARD_WORDS):
        if cards[word]:
            return 64 * word + __builtin_ctzll(cards[word])
    return CARDS

cdef inline int next_of_deck(const uint64_t* cards, int card, int deck) noexcept nogil:
    """The same among the cards of one deck."""
    card = next_card(cards, max(card, deck * DECK_SIZE))
    return card if card < (deck + 1) * DECK_SIZE else CARDS

cdef inline int count_of_deck(const uint64_t* cards, int deck) noexcept nogil:
    cdef int found = 0
    cdef int card = next_of_deck(cards, 0, deck)
    while card < CARDS:
        found += 1
        card = next_of_deck(cards, card + 1, deck)
    return found

cdef inline int deck_of(int card) noexcept nogil:
    return card // DECK_SIZE

cdef inline int class_of(const VeilRules* r, int card) noexcept nogil:
    """Deck and initiative as one number."""
    return deck_of(card) * INITIATIVES + r.cards[card].init - 1

# --- cards in hands ------------------------------------------------------------------------

cdef inline int sees_hand(const Veil* s, int seat) noexcept nogil:
    """Whether this position knows the cards of a seat one by one."""
    return s.viewer == NONE or s.viewer == seat

cdef inline int in_zone(const Veil* s, int seat, int zone) noexcept nogil:
    """How many cards a seat has there."""
    cdef const uint8_t* found = s.count[seat][zone]
    return found[0] + found[1] + found[2] + found[3]

cdef inline int hand_size(const Veil* s, int seat) noexcept nogil:
    return in_zone(s, seat, ZONE_HAND)

cdef inline int held_of_deck(const Veil* s, int seat, int deck) noexcept nogil:
    """How many cards of a deck a seat holds, in whatever zone."""
    cdef int zone, found = 0
    for zone in range(ZONE_ANY):
        found += s.count[seat][zone][deck]
    return found

cdef inline int next_in_zone(const Veil* s, int seat, int zone, int card) noexcept nogil:
    """The first card from `card` on that is seen to be there."""
    card = next_card(s.held[seat], card)
    while card < CARDS and s.place[card] != zone:
        card = next_card(s.held[seat], card + 1)
    return card

cdef inline int last_in_zone(const Veil* s, int seat, int zone) noexcept nogil:
    """The highest card seen there; -1 if there is none."""
    cdef int last = -1
    cdef int card = next_in_zone(s, seat, zone, 0)
    while card < CARDS:
        last = card
        card = next_in_zone(s, seat, zone, card + 1)
    return last

cdef inline void shift(Veil* s, int seat, int deck, int before, int after) noexcept nogil:
    """A card of this deck goes from zone to zone; which one is not said."""
    s.count[seat][before][deck] -= 1
    s.count[seat][after][deck] += 1

cdef inline void lay(Veil* s, int seat, int card, int before, int after) noexcept nogil:
    """A seat's own card goes from zone to zone, in a position that sees it."""
    shift(s, seat, deck_of(card), before, after)
    s.place[card] = after

cdef inline void learn(Veil* s, int seat, int card) noexcept nogil:
    """Everybody learns that the seat holds this card."""
    if not has(s.held[seat], card):
        drop(s.pile, card)
        add(s.held[seat], card)
        s.place[card] = ZONE_ANY
    add(s.known, card)

cdef inline void turn_up(Veil* s, int seat, int card, int zone) noexcept nogil:
    """The card lies face up in its zone from now on."""
    learn(s, seat, card)
    add(s.open, card)
    s.place[card] = zone

cdef inline void regain(Veil* s, int seat, int card, int zone) noexcept nogil:
    """An own or open card goes back to the hand."""
    shift(s, seat, deck_of(card), zone, ZONE_HAND)
    drop(s.open, card)
    s.place[card] = ZONE_HAND if sees_hand(s, seat) else ZONE_ANY

cdef inline void regain_zone(Veil* s, int seat, int zone) noexcept nogil:
    """All cards of a zone go back to the hand, those that this position does not see too."""
    cdef int deck
    cdef int card = next_in_zone(s, seat, zone, 0)
    while card < CARDS:
        regain(s, seat, card, zone)
        card = next_in_zone(s, seat, zone, card + 1)
    for deck in range(DECKS):
        s.count[seat][ZONE_HAND][deck] += s.count[seat][zone][deck]
        s.count[seat][zone][deck] = 0

cdef inline void fall(const VeilRules* r, Veil* s, int seat, int card, int zone) noexcept nogil:
    """A card is discarded, and everybody sees it."""
    cdef int kind = class_of(r, card)
    s.count[seat][zone][deck_of(card)] -= 1
    drop(s.pile, card)
    drop(s.held[seat], card)
    drop(s.known, card)
    drop(s.open, card)
    add(s.discards, card)
    s.place[card] = NONE
    if s.least[seat][kind]:
        s.least[seat][kind] -= 1
    if zone == ZONE_PAY:
        s.tags[seat][kind] -= 1    # its kind was told before

cdef inline void fall_open(const VeilRules* r, Veil* s, int seat, int zone) noexcept nogil:
    """All cards that lie open in a zone are discarded."""
    cdef int card = next_in_zone(s, seat, zone, 0)
    while card < CARDS:
        if has(s.open, card):
            fall(r, s, seat, card, zone)
        card = next_in_zone(s, seat, zone, card + 1)

cdef inline void gain_card(Veil* s, int seat, int card, int zone) noexcept nogil:
    """A card drawn from the pile, in a position that sees it."""
    drop(s.pile, card)
    add(s.held[seat], card)
    s.place[card] = zone
    s.pile_count[deck_of(card)] -= 1
    s.count[seat][zone][deck_of(card)] += 1

cdef inline void gain_hidden(Veil* s, int seat, int deck, int zone) noexcept nogil:
    s.pile_count[deck] -= 1
    s.count[seat][zone][deck] += 1

cdef inline int discarded(const Veil* s, int deck) noexcept nogil:
    return count_of_deck(s.discards, deck)

cdef inline void reshuffle(Veil* s, int deck) noexcept nogil:
    """The discards of a deck become its pile."""
    cdef int card = next_of_deck(s.discards, 0, deck)
    while card < CARDS:
        drop(s.discards, card)
        add(s.pile, card)
        s.pile_count[deck] += 1
        card = next_of_deck(s.discards, card + 1, deck)
    s.reshuffles[deck] += 1

# --- units ---------------------------------------------------------------------------------

cdef inline int two_lords(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    return r.lords[s.faction[seat]].lords == 2

cdef inline int piece_of(const VeilRules* r, const Veil* s, int seat, int hero) noexcept nogil:
    """The token that names a hero in texts."""
    if hero >= LORDS:
        return FIRST_CHAMPION + hero - LORDS
    return 1 + hero if two_lords(r, s, seat) else 0

cdef inline int hero_of(int piece) noexcept nogil:
    """The hero that a token below FIRST_BEAST names."""
    if piece >= FIRST_CHAMPION:
        return LORDS + piece - FIRST_CHAMPION
    return 1 if piece == 2 else 0

cdef inline int owns_beast(const Veil* s, int seat, int beast) noexcept nogil:
    return s.beast_place[beast] == OWNED + seat

cdef inline int place_of(const Veil* s, int seat, int piece) noexcept nogil:
    """Where a seat's piece is: region, SEA, SUPPLY; NONE if the seat has none such."""
    if piece < FIRST_BEAST:
        return s.hero_at[seat][hero_of(piece)]
    if piece == KNIGHT:
        return s.knight_at if s.knight_owner == seat else NONE
    return s.beast_at[piece - FIRST_BEAST] if owns_beast(s, seat, piece - FIRST_BEAST) else NONE

cdef inline int token_of(int piece) noexcept nogil:
    """The token of a piece that an effect names: a beast or a champion."""
    return FIRST_BEAST + piece if piece < BEASTS else FIRST_CHAMPION + piece - THIS_CHAMPION

cdef inline int kind_of(int piece) noexcept nogil:
    """The kinds of unit a piece counts as, as a mask."""
    if piece < FIRST_CHAMPION:
        return UNIT_LORDS
    if piece < FIRST_BEAST:
        return UNIT_CHAMPIONS
    return UNIT_BEASTS | UNIT_CHAMPIONS if piece == KNIGHT else UNIT_BEASTS

cdef inline void put_piece(Veil* s, int seat, int piece, int at) noexcept nogil:
    """A piece of a seat goes to a region, the sea or the supply."""
    cdef int before = place_of(s, seat, piece)
    if before < REGIONS:
        s.units[seat][before] -= 1
    if at < REGIONS:
        s.units[seat][at] += 1
    if piece < FIRST_BEAST:
        s.hero_at[seat][hero_of(piece)] = at
    elif piece == KNIGHT:
        s.knight_at = at
    else:
        s.beast_at[piece - FIRST_BEAST] = at
    s.stale = 1

cdef inline void put_warriors(Veil* s, int seat, int at, int number) noexcept nogil:
    """Warriors from the supply to a region; a negative number goes back."""
    s.warriors[seat][at] += number
    s.units[seat][at] += number
    s.supply[seat] -= number
    s.stale = 1

cdef inline int heroes_in(const Veil* s, int seat, int region) noexcept nogil:
    cdef int hero, found = 0
    for hero in range(HEROES):
        found += s.hero_at[seat][hero] == region
    return found + (s.knight_owner == seat and s.knight_at == region)

cdef inline int lords_in(const Veil* s, int seat, int region) noexcept nogil:
    return (s.hero_at[seat][0] == region) + (s.hero_at[seat][1] == region)

cdef inline int champions_in(const Veil* s, int seat, int region) noexcept nogil:
    return heroes_in(s, seat, region) - lords_in(s, seat, region)

cdef inline int beasts_in(const Veil* s, int seat, int region) noexcept nogil:
    cdef int beast, found = 0
    for beast in range(BEASTS):
        found += (s.beast_at[beast] == region) & owns_beast(s, seat, beast)
    return found + (s.knight_owner == seat and s.knight_at == region) + has_ancient(s, seat, region)

cdef inline int slot_in(const Veil* s, int seat, int region) noexcept nogil:
    """Which settlement of a seat's board stands in a region; NONE."""
    cdef int slot
    for slot in range(SLOTS):
        if s.settled[seat][slot] == region:
            return slot
    return NONE

cdef inline int settlements_of(const Veil* s, int seat) noexcept nogil:
    cdef int slot, found = 0
    for slot in range(SLOTS):
        found += s.settled[seat][slot] != NONE
    return found

cdef inline int has_ancient(const Veil* s, int seat, int region) noexcept nogil:
    """Whether the Ancient One of a seat, a beast and a settlement, is there."""
    return s.ancient_at == region and s.ancient_owner == seat

cdef inline int count_owned_beasts(const Veil* s, int seat) noexcept nogil:
    cdef int beast, found = 0
    for beast in range(BEASTS):
        found += owns_beast(s, seat, beast)
    return found

cdef inline const VeilLord* lord_board(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """The side of a seat's Lord board that lies up."""
    return &r.crowned[s.faction[seat]] if (s.upgraded >> seat) & 1 else &r.lords[s.faction[seat]]

# --- artifacts -----------------------------------------------------------------------------

cdef inline int bearer_code(int seat, int hero) noexcept nogil:
    return BORNE + BEARERS * seat + hero

cdef inline int owner_of_artifact(const Veil* s, int artifact) noexcept nogil:
    """The seat that has it; NONE."""
    cdef int where = s.artifact_place[artifact]
    return NONE if where < BORNE else (where - BORNE) // BEARERS

cdef inline int bearer_of(const Veil* s, int artifact) noexcept nogil:
    """The hero that bears an owned artifact, BESIDE if none."""
    return (s.artifact_place[artifact] - BORNE) % BEARERS

cdef inline int borne_by(const Veil* s, int seat, int hero) noexcept nogil:
    """How many artifacts a hero bears."""
    cdef int artifact, found = 0
    for artifact in range(ARTIFACTS):
        found += s.artifact_place[artifact] == bearer_code(seat, hero)
    return found

cdef inline int slots_of(const VeilRules* r, const Veil* s, int seat, int hero) noexcept nogil:
    """Artifact slots of a hero; 0 for one that is not in the game."""
    if s.hero_at[seat][hero] == NONE:
        return 0
    return lord_board(r, s, seat).slots if hero < LORDS else r.numbers.champion_slots

cdef void recount_heroes(const VeilRules* r, Veil* s, int seat) noexcept nogil:
    """What each hero's strength is, from all it bears."""
    cdef int hero, artifact, where
    for hero in range(HEROES):
        s.hero_strength[seat][hero] = lord_board(r, s, seat).strength if hero < LORDS else 1
        s.hero_strength[seat][hero] += s.hero_tokens[seat][hero]
    for artifact in range(ARTIFACTS):
        where = s.artifact_place[artifact] - bearer_code(seat, 0)
        if 0 <= where < HEROES:
            s.hero_strength[seat][where] += r.artifacts[artifact].strength
    if s.grail_at == seat:
        s.hero_strength[seat][s.grail_bearer] += r.numbers.grail_strength
    if s.excalibur_at == seat:
        s.hero_strength[seat][s.excalibur_bearer] += r.numbers.excalibur_strength
    s.stale = 1

cdef inline int count_artifacts(const Veil* s, int seat) noexcept nogil:
    cdef int artifact, found = 0
    for artifact in range(ARTIFACTS):
        found += owner_of_artifact(s, artifact) == seat
    return found

cdef inline int artifact_at(const Veil* s, int region) noexcept nogil:
    """The artifact that lies face up in a region; NONE."""
    cdef int artifact
    for artifact in range(ARTIFACTS):
        if s.artifact_place[artifact] == SHOWN_AT + region:
            return artifact
    return NONE

cdef inline int in_pool(const uint8_t* place, int count) noexcept nogil:
    cdef int i, found = 0
    for i in range(count):
        found += place[i] == IN_POOL
    return found

cdef inline void to_bottom(uint8_t* queue, int size, int card) noexcept nogil:
    """A card of a small deck goes to its bottom."""
    cdef int i
    for i in range(size):
        if queue[i] == NONE:
            queue[i] = card
            return

cdef inline int from_queue(uint8_t* queue, int size) noexcept nogil:
    """Take the next known card of a small deck; NONE if there is none."""
    cdef int card = queue[0]
    memmove(queue, queue + 1, size - 1)
    queue[size - 1] = NONE
    return card

# --- tie-breaks ----------------------------------------------------------------------------

cdef inline int before_in_ties(const VeilRules* r, const Veil* s, int one, int other) noexcept nogil:
    """Lowest VP, then lowest start value."""
    if s.vp[one] != s.vp[other]:
        return s.vp[one] < s.vp[other]
    return r.lords[s.faction[one]].start_vp < r.lords[s.faction[other]].start_vp

cdef inline int first_in_ties(const VeilRules* r, const Veil* s, unsigned int seats) noexcept nogil:
    """The seat of a set that is first by VP and start value; NONE for the empty set."""
    cdef int seat, found = NONE
    for seat in range(r.players):
        if (seats >> seat) & 1 and (found == NONE or before_in_ties(r, s, seat, found)):
            found = seat
    return found

cdef inline unsigned int everyone(const VeilRules* r) noexcept nogil:
    return (1u << r.players) - 1

cdef inline unsigned int enemies_of(const VeilRules* r, int seat) noexcept nogil:
    return everyone(r) & ~(1u << seat)

cdef inline int highest_vp(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, found = 0
    for seat in range(r.players):
        found = max(found, s.vp[seat])
    return found
