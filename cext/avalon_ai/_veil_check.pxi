# Invariants, each with a name; the number of the first broken one.

INVARIANTS = (
    "numbers are within their ranges",
    "every card is in one place, and the counts agree",
    "known and open cards are held, and open ones lie in a zone",
    "at least as many cards of a class are held as everybody knows",
    "units, supplies and their counts agree",
    "heroes, beasts and the Green Knight stand where pieces can",
    "settlements stand alone in their slots",
    "strength follows from artifacts, tokens and relics",
    "mist cards and explored regions agree",
    "small decks hold each card once",
    "tracks are within their bounds",
    "the stack has a frame, and whoever acts can",
    "nothing is chosen while no units are chosen",
    "ley lines, quests, tide and objectives agree",
)

cdef inline int beyond(int value, int most) noexcept nogil:
    """Whether a value is neither NONE nor 0 to most - 1."""
    return value != NONE and value >= most

cdef int any_beyond(const uint8_t* values, int count, int most) noexcept nogil:
    cdef int i
    for i in range(count):
        if beyond(values[i], most):
            return 1
    return 0

cdef int places_beyond(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether anything lies where nothing can."""
    return (any_beyond(s.place, CARDS, ZONES) or any_beyond(&s.hero_at[0][0], SEATS * HEROES, SUPPLY + 1)
            or any_beyond(s.beast_at, BEASTS, SUPPLY + 1) or any_beyond(s.beast_place, BEASTS, OWNED + r.players)
            or any_beyond(&s.settled[0][0], SEATS * SLOTS, REGIONS) or any_beyond(&s.settled_slot[0][0], SEATS * SLOTS, 3)
            or any_beyond(s.tile, REGIONS, TILES) or any_beyond(s.mist, REGIONS, RELIC + 1)
            or any_beyond(s.artifact_place, ARTIFACTS, BORNE + BEARERS * r.players)
            or any_beyond(s.sent, PIECES, SUPPLY + 1) or beyond(s.knight_at, SUPPLY + 1)
            or any_beyond(s.line_at, LINES, REGIONS) or any_beyond(s.quest_at, FLAGS, REGIONS)
            or any_beyond(s.quest_card, FLAGS, SHOWN + DECKS) or any_beyond(s.champion, SEATS, HEROES)
            or beyond(s.ancient_at, REGIONS) or beyond(s.ancient_owner, r.players) or beyond(s.tide_at, QUADRANTS)
            or beyond(s.leviathan, SUPPLY + 1))

cdef int course_beyond(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether a seat, a card or a number of the course is none."""
    cdef int seats = r.players
    return (any_beyond(s.faction, seats, SEATS) or any_beyond(s.order, SEATS, seats) or beyond(s.active, seats)
            or any_beyond(s.prophecy, SEASON_PROPHECIES, PROPHECIES) or any_beyond(s.plan, SEATS, PLAN_DOWN + 1)
            or any_beyond(s.plan_card, SEATS, CARDS) or beyond(s.knight_owner, seats) or beyond(s.grail_at, seats)
            or beyond(s.excalibur_at, seats) or beyond(s.grail_bearer, LORDS) or beyond(s.excalibur_bearer, LORDS)
            or beyond(s.region, REGIONS) or beyond(s.as_explored, REGIONS) or beyond(s.awaited, AWAIT_FALL + 1)
            or beyond(s.awaited_seat, seats) or beyond(s.awaited_what, REGIONS) or beyond(s.awaited_zone, ZONES)
            or (s.actor != CHANCE and s.actor != OVER and s.actor >= seats) or s.depth < 1 or s.depth >= DEPTH)

cdef int frame_beyond(const VeilRules* r, const Frame* f) noexcept nogil:
    cdef int most = MOST_EFFECTS + OWN_EFFECTS
    if f.kind > F_QUEST or beyond(f.seat, r.players) or beyond(f.here, SUPPLY + 1) or beyond(f.there, SUPPLY + 1):
        return 1
    if f.kind == F_LIST:
        return f.a > 8 or f.b > f.a or f.x + f.a > most
    if f.kind == F_ICON:
        return f.x >= most
    if f.kind == F_EXPLORE:
        return f.a >= REGIONS
    if f.kind == F_BID:
        return f.a >= BEASTS or f.b >= r.players or f.c >= REGIONS
    if f.kind == F_BOND:
        return f.a >= BEASTS or f.b >= REGIONS
    if f.kind == F_TRIGGER:
        return f.a >= TRIGGERS
    if f.kind == F_QUEST:
        return f.a >= FLAGS or f.b >= DECKS
    if f.kind == F_PLACES:
        return f.a + f.b > SEATS
    if f.kind == F_EQUIP or f.kind == F_RELIC:
        return f.a > ARTIFACTS
    return f.kind == F_BATTLE and (f.a > SEATS or f.b > DECKS)

cdef int numbers_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int i
    if places_beyond(r, s) or course_beyond(r, s):
        return 1
    for i in range(s.depth):
        if frame_beyond(r, &s.stack[i]):
            return 1
    return s.season > SEASONS or s.round > ROUNDS

cdef int cards_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int card, seat, found, deck, total
    for card in range(CARDS):
        found = has(s.pile, card) + has(s.discards, card)
        for seat in range(SEATS):
            found += has(s.held[seat], card)
        if found != 1 or (s.place[card] == NONE) != (has(s.pile, card) or has(s.discards, card)):
            return 1
    for deck in range(DECKS):
        total = s.pile_count[deck] + discarded(s, deck)
        for seat in range(SEATS):
            total += held_of_deck(s, seat, deck)
            if sees_hand(s, seat) and seat_counts_wrong(s, seat, deck):
                return 1
            if unknown_of_deck(s, seat, deck) < 0 or (sees_hand(s, seat) and unknown_of_deck(s, seat, deck)):
                return 1
        if total != DECK_SIZE:
            return 1
    return 0

cdef int seat_counts_wrong(const Veil* s, int seat, int deck) noexcept nogil:
    cdef int zone, card, found
    for zone in range(ZONES):
        found = 0
        card = next_in_zone(s, seat, zone, deck * DECK_SIZE)
        while card < (deck + 1) * DECK_SIZE:
            found += 1
            card = next_in_zone(s, seat, zone, card + 1)
        if found != s.count[seat][zone][deck]:
            return 1
    return 0

cdef int knowledge_wrong(const Veil* s) noexcept nogil:
    cdef int card, seat, holder
    for card in range(CARDS):
        holder = NONE
        for seat in range(SEATS):
            if has(s.held[seat], card):
                holder = seat
        if has(s.known, card) and holder == NONE or has(s.open, card) and not has(s.known, card):
            return 1
        if has(s.open, card) and (s.place[card] == ZONE_ANY or s.place[card] == ZONE_HAND):
            return 1
        if holder != NONE and not sees_hand(s, holder) and not has(s.known, card):
            return 1
    return 0

cdef int classes_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, kind, card, found
    for seat in range(r.players):
        for kind in range(CLASSES):
            found = 0
            card = next_of_deck(s.held[seat], 0, kind // INITIATIVES)
            while card < CARDS:
                found += class_of(r, card) == kind
                card = next_of_deck(s.held[seat], card + 1, kind // INITIATIVES)
            if not sees_hand(s, seat):
                found += unknown_of_deck(s, seat, kind // INITIATIVES)
            if s.least[seat][kind] > found:
                return 1
    return 0

cdef int units_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, region, total, pieces
    for seat in range(r.players):
        total = s.supply[seat]
        for region in range(REGIONS):
            total += s.warriors[seat][region]
            pieces = __builtin_popcount(pieces_at(r, s, seat, region, 15)) + has_ancient(s, seat, region)
            if s.units[seat][region] != s.warriors[seat][region] + pieces:
                return 1
            if s.units[seat][region] and not is_open(r, region):
                return 1
        if total != r.numbers.warriors:
            return 1
    return 0

cdef int pieces_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, hero, beast, at
    for seat in range(r.players):
        for hero in range(HEROES):
            at = s.hero_at[seat][hero]
            if (at == NONE) != (hero == 1 and not two_lords(r, s, seat)) or at == SEA or (at > SUPPLY and at != NONE):
                return 1
        if count_owned_beasts(s, seat) > s.season:
            return 1
    for beast in range(BEASTS):
        if (s.beast_at[beast] == NONE) != (s.beast_place[beast] <= IN_QUEUE) or s.beast_place[beast] >= OWNED + r.players:
            return 1
        if s.beast_place[beast] <= IN_QUEUE and s.beast_tokens[beast]:
            return 1
    return (s.knight_owner == NONE) != (s.knight_at == NONE) or (s.knight_owner != NONE and not s.war)

cdef int settlements_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, k, j, other
    for seat in range(SEATS):
        for k in range(SLOTS):
            if (s.settled[seat][k] == NONE) != (s.settled_slot[seat][k] == NONE):
                return 1
            if s.settled[seat][k] == NONE:
                continue
            if k >= r.factions[s.faction[seat]].slots or not is_open(r, s.settled[seat][k]):
                return 1
            if s.settled_slot[seat][k] and s.settled[seat][k] == CENTRE or has_ancient(s, seat, s.settled[seat][k]):
                return 1
            for other in range(SEATS):
                for j in range(SLOTS):
                    if (other != seat or j != k) and s.settled[other][j] == s.settled[seat][k]:
                        if other == seat or s.settled_slot[seat][k] and s.settled_slot[other][j] == s.settled_slot[seat][k]:
                            return 1
    return 0

cdef int strength_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef Veil twin = s[0]
    cdef int seat, hero, k, artifact, tokens = s.tokens_left
    for seat in range(r.players):
        recount_heroes(r, &twin, seat)
        if memcmp(twin.hero_strength[seat], s.hero_strength[seat], HEROES) != 0:
            return 1
        for hero in range(HEROES):
            tokens += s.hero_tokens[seat][hero]
            if borne_by(s, seat, hero) > slots_of(r, s, seat, hero):
                return 1
        for k in range(SLOTS):
            tokens += s.settled_tokens[seat][k]
    for k in range(BEASTS):
        tokens += s.beast_tokens[k]
    for artifact in range(ARTIFACTS):
        if s.artifact_place[artifact] >= BORNE + BEARERS * r.players:
            return 1
    return tokens != r.numbers.tokens

cdef int mist_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int region, down = 0
    for region in range(REGIONS):
        down += s.mist[region] == FACE_DOWN
        if not is_open(r, region) and (s.mist[region] or s.tile[region] != NONE or (s.explored >> region) & 1):
            return 1
        if s.season and s.mist[region] == FACE_DOWN and (s.explored >> region) & 1:
            return 1
        if (s.round or s.war) and (s.explored >> region) & 1 and s.tile[region] == NONE:
            return 1
        if (s.mist[region] == RELIC) != (artifact_at(s, region) != NONE):
            return 1
    return down != s.mist_artifacts + s.mist_beasts + s.mist_grail

cdef int decks_wrong(const Veil* s) noexcept nogil:
    return (queue_wrong(s.artifact_queue, s.artifact_place, ARTIFACTS) or queue_wrong(s.beast_queue, s.beast_place, BEASTS)
            or in_pool(s.artifact_place, ARTIFACTS) < s.mist_artifacts or in_pool(s.beast_place, BEASTS) < s.mist_beasts)

cdef int queue_wrong(const uint8_t* queue, const uint8_t* place, int size) noexcept nogil:
    """Whether a queue holds anything but each card that is at the bottom, once."""
    cdef unsigned int seen = 0
    cdef int i, ended = 0
    for i in range(size):
        if queue[i] == NONE:
            ended = 1
            continue
        if ended or queue[i] >= size or (seen >> queue[i]) & 1 or place[queue[i]] != IN_QUEUE:
            return 1
        seen |= 1u << queue[i]
    for i in range(size):
        if place[i] == IN_QUEUE and not (seen >> i) & 1:
            return 1
    return 0

cdef int tracks_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat
    for seat in range(r.players):
        if s.vp[seat] < 0 or s.power[seat] > r.factions[s.faction[seat]].track or s.favor[seat] > r.numbers.favor_length:
            return 1
        if s.faction[seat] >= SEATS:
            return 1
    if s.grail_at != NONE and s.grail_at >= r.players or s.excalibur_at != NONE and s.excalibur_at >= r.players:
        return 1
    return s.season > r.seasons or s.round > ROUNDS

cdef int factions_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, flag, other, region, length, knights = seat_playing(r, s, r.numbers.quest_faction)
    for seat in range(r.players):
        length = r.factions[s.faction[seat]].objective
        if s.objective[seat] > length or ((s.upgraded >> seat) & 1) != (length > 0 and s.objective[seat] == length):
            return 1
    for flag in range(FLAGS):
        if (s.quest_at[flag] == NONE) != (s.quest_card[flag] == NONE) or quest_wrong(s, knights, flag):
            return 1
        for other in range(flag):
            if s.quest_at[flag] != NONE and s.quest_at[other] == s.quest_at[flag]:
                return 1
    for region in range(REGIONS):
        if lines_in(s, region) > r.numbers.line_limit or (lines_in(s, region) and not is_open(r, region)):
            return 1
    if (s.ancient_owner == NONE) != (s.ancient_at == NONE):
        return 1
    return (s.tide_at == NONE) != (s.leviathan == NONE) or s.leviathan == SEA or (
        s.leviathan < QUADRANTS and not r.quadrant[s.leviathan] & r.open)

cdef int quest_wrong(const Veil* s, int seat, int flag) noexcept nogil:
    """Whether the card beside a flag is not one that the seat has laid there."""
    cdef int i, deck, card = s.quest_card[flag], found = 0
    if card == NONE:
        return 0
    if seat == NONE or (card < CARDS) != sees_hand(s, seat):
        return 1
    if card < CARDS and (not has(s.held[seat], card) or s.place[card] != ZONE_QUEST):
        return 1
    deck = deck_of(card) if card < CARDS else card - SHOWN
    for i in range(FLAGS):
        if s.quest_card[i] != NONE:
            found += deck == (deck_of(s.quest_card[i]) if s.quest_card[i] < CARDS else s.quest_card[i] - SHOWN)
    return found != s.count[seat][ZONE_QUEST][deck]

cdef int stack_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef Event moves[MAX_LEGAL]
    if s.depth < 1 or s.depth >= DEPTH or s.stack[0].kind != F_GAME:
        return 1
    if s.actor < r.players:
        return sees_hand(s, s.actor) and list_moves(r, s, moves) == 0
    if s.actor == OVER:
        return s.winners == 0 or s.reason == 0
    return s.actor != CHANCE or s.awaited == 0

cdef int choice_wrong(const Veil* s) noexcept nogil:
    return top_of(s).kind != F_ICON and chosen_units(s) != 0

cdef int veil_check(const void* rules, const void* state) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>state
    if numbers_wrong(r, s) or (s.viewer != NONE and s.viewer != SPECTATOR and s.viewer >= r.players):
        return 1
    if cards_wrong(r, s):
        return 2
    if knowledge_wrong(s):
        return 3
    if classes_wrong(r, s):
        return 4
    if units_wrong(r, s):
        return 5
    if pieces_wrong(r, s):
        return 6
    if settlements_wrong(r, s):
        return 7
    if strength_wrong(r, s):
        return 8
    if mist_wrong(r, s):
        return 9
    if decks_wrong(s):
        return 10
    if tracks_wrong(r, s):
        return 11
    if stack_wrong(r, s):
        return 12
    if choice_wrong(s):
        return 13
    return 14 if factions_wrong(r, s) else 0
