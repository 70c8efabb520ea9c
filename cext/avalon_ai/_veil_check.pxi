# Invariants, each with a name; the number of the first broken one. Whatever bytes it is given, the check stays within them,
# and from a position that passes it so does the game.

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

cdef enum:
    MOST_VP = 10000        # far above what any game comes to, so that none runs over
    MOST_LIST = 8          # effects of a list
    # Kinds of frames, a bit each: with no seat of their own until they ask one; with a set of seats in `x`; that never ask.
    SEATLESS = (1 << F_GAME | 1 << F_REVEAL | 1 << F_PLACES | 1 << F_LOOK | 1 << F_TRIGGER | 1 << F_BID | 1 << F_BATTLE
                | 1 << F_RELIC)
    WAITING = (1 << F_GAME | 1 << F_PLACES | 1 << F_BID | 1 << F_LOOK | 1 << F_TRIGGER | 1 << F_BATTLE | 1 << F_RELIC)
    SILENT = 1 << F_REVEAL | 1 << F_FAVOR | 1 << F_LOOK | 1 << F_DRAWS | 1 << F_QUEST

# --- numbers -------------------------------------------------------------------------------

cdef inline int beyond(int value, int most) noexcept nogil:
    """Whether a value is neither NONE nor 0 to most - 1."""
    return value != NONE and value >= most

cdef int any_beyond(const uint8_t* values, int count, int most) noexcept nogil:
    cdef int i
    for i in range(count):
        if beyond(values[i], most):
            return 1
    return 0

cdef int any_from(const uint8_t* values, int count, int most) noexcept nogil:
    """Whether any value is not 0 to most - 1."""
    cdef int i
    for i in range(count):
        if values[i] >= most:
            return 1
    return 0

cdef inline int outside(const VeilRules* r, unsigned int seats) noexcept nogil:
    """Whether a set of seats has one that is not at the table."""
    return seats & ~everyone(r) != 0

cdef int places_beyond(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether anything lies where nothing can."""
    return (any_beyond(s.place, CARDS, ZONES) or any_beyond(&s.hero_at[0][0], SEATS * HEROES, SUPPLY + 1)
            or any_beyond(s.beast_at, BEASTS, SUPPLY + 1) or any_from(s.beast_place, BEASTS, OWNED + r.players)
            or any_beyond(&s.settled[0][0], SEATS * SLOTS, REGIONS) or any_beyond(&s.settled_slot[0][0], SEATS * SLOTS, 3)
            or any_beyond(s.tile, REGIONS, TILES) or any_from(s.mist, REGIONS, RELIC + 1)
            or any_from(s.artifact_place, ARTIFACTS, BORNE + BEARERS * r.players)
            or any_beyond(s.sent, PIECES, REGIONS) or beyond(s.knight_at, SUPPLY + 1)
            or any_beyond(s.line_at, LINES, REGIONS) or any_beyond(s.quest_at, FLAGS, REGIONS)
            or any_beyond(s.quest_card, FLAGS, SHOWN + DECKS) or any_beyond(s.champion, SEATS, HEROES)
            or beyond(s.ancient_at, REGIONS) or beyond(s.ancient_owner, r.players) or beyond(s.tide_at, QUADRANTS)
            or beyond(s.leviathan, SUPPLY + 1))

cdef int course_beyond(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether a seat, a card or a number of the course is none."""
    cdef int seats = r.players
    return (any_from(s.faction, SEATS, SEATS) or any_beyond(s.order, SEATS, seats) or beyond(s.active, seats)
            or any_beyond(s.prophecy, SEASON_PROPHECIES, PROPHECIES) or any_from(s.plan, SEATS, PLAN_DOWN + 1)
            or any_from(s.plan_down, SEATS, 2) or any_beyond(s.plan_card, SEATS, CARDS) or beyond(s.knight_owner, seats)
            or beyond(s.grail_at, seats) or beyond(s.excalibur_at, seats) or s.grail_bearer >= LORDS
            or s.excalibur_bearer >= LORDS or beyond(s.region, REGIONS) or beyond(s.as_explored, REGIONS)
            or s.awaited > AWAIT_FALL or beyond(s.awaited_seat, seats) or beyond(s.awaited_what, REGIONS)
            or beyond(s.awaited_zone, ZONES) or s.turn > seats or s.reason > REASON_GRAIL
            or (s.actor != CHANCE and s.actor != OVER and s.actor >= seats) or s.depth < 1 or s.depth >= DEPTH)

cdef int sets_beyond(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether a set holds a seat, a power, a region or a prophecy that is none."""
    cdef unsigned int seats = (s.fighting | s.failed | s.dropped | s.no_second | s.drop_plan | s.resolved | s.winners
                               | s.upgraded)
    cdef int i, power
    for i in range(SEASON_PROPHECIES):
        seats |= s.fulfilled[i]
    for i in range(SEATS):
        seats |= (s.negated[i] & 0xF) | s.negated[i] >> 4
        for power in range(r.power_count, MOST_POWERS):
            if is_used(s, i, power):
                return 1
    return outside(r, seats) or s.explored >> REGIONS or s.prophecies_used >> PROPHECIES

cdef int empty_wrong(const Veil* s, int seat) noexcept nogil:
    """Whether a place at the table where nobody sits has anything."""
    cdef int zone, slot
    for zone in range(ZONES):
        if in_zone(s, seat, zone):
            return 1
    for slot in range(SLOTS):
        if s.settled[seat][slot] != NONE:
            return 1
    return (next_card(s.held[seat], 0) < CARDS or s.plan[seat] != NO_PLAN or s.claims[seat] or s.claim_count[seat]
            or s.claims_shown[seat] or shows_made(s, seat) or s.shown_told[seat])

cdef int frame_beyond(const VeilRules* r, const Frame* f) noexcept nogil:
    cdef int most = MOST_EFFECTS + OWN_EFFECTS
    if f.kind > F_QUEST or beyond(f.seat, r.players) or beyond(f.here, SUPPLY + 1) or beyond(f.there, SUPPLY + 1):
        return 1
    if f.seat == NONE and not (SEATLESS >> f.kind) & 1 or (WAITING >> f.kind) & 1 and outside(r, f.x):
        return 1
    if f.kind == F_LIST:
        return f.a > MOST_LIST or f.b >= f.a or f.x + f.a > most or f.step > LIST_ON or outside(r, f.c)
    if f.kind == F_ICON:
        return f.x >= most
    if f.kind == F_EXPLORE:
        return f.a >= REGIONS or f.step > EXPLORE_END
    if f.kind == F_BID:
        return f.a >= BEASTS or f.b >= r.players or f.c >= REGIONS or f.step > BID_TIES
    if f.kind == F_BOND:
        return f.a >= BEASTS or f.b >= REGIONS
    if f.kind == F_TRIGGER:
        return f.a >= TRIGGERS
    if f.kind == F_QUEST:
        return f.a >= FLAGS or f.b >= DECKS
    if f.kind == F_PLACES:
        return f.a + f.b > SEATS or f.step > PLACES_CHOOSE
    if f.kind == F_EQUIP:
        return f.a >= ARTIFACTS
    if f.kind == F_RELIC:
        return f.a >= ARTIFACTS or f.step > RELIC_EQUIP
    if f.kind == F_TURN:
        return f.b > STANDARD_DRAW or f.step > TURN_OVER
    if f.kind == F_LOOK:
        return outside(r, f.y) or f.step > LOOK_FAVOR
    if f.kind == F_GAME:
        return f.step > GAME_OVER
    return f.kind == F_BATTLE and (f.a > SEATS or f.b > DECKS or outside(r, f.bits) or f.step > BATTLE_OVER)

cdef int numbers_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int i
    if places_beyond(r, s) or course_beyond(r, s) or sets_beyond(r, s):
        return 1
    for i in range(r.players, SEATS):
        if empty_wrong(s, i):
            return 1
    for i in range(s.depth):
        if frame_beyond(r, &s.stack[i]):
            return 1
    return s.season < 1 or s.season > r.seasons or s.round > ROUNDS

# --- cards ---------------------------------------------------------------------------------

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
            if s.count[seat][ZONE_ANY][deck]:
                return 1
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
        if has(s.open, card) and not lies_open(s.place[card]):
            return 1
        if holder == NONE or sees_hand(s, holder):
            continue
        if not has(s.known, card) or (s.place[card] == ZONE_ANY) == has(s.open, card):
            return 1
    return 0

cdef inline int lies_open(int zone) noexcept nogil:
    """Whether cards of a zone may lie face up in it."""
    return zone == ZONE_CHOSEN or ZONE_BID <= zone <= ZONE_COMBAT

cdef int classes_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, kind, card
    cdef int found[CLASSES]
    for seat in range(r.players):
        if not sees_hand(s, seat):
            continue
        memset(found, 0, sizeof(found))
        card = next_card(s.held[seat], 0)
        while card < CARDS:
            found[class_of(r, card)] += 1
            card = next_card(s.held[seat], card + 1)
        for kind in range(CLASSES):
            if s.least[seat][kind] > found[kind]:
                return 1
        memset(found, 0, sizeof(found))
        card = next_in_zone(s, seat, ZONE_PAY, 0)
        while card < CARDS:
            found[class_of(r, card)] += 1
            card = next_in_zone(s, seat, ZONE_PAY, card + 1)
        for kind in range(CLASSES):
            if s.tags[seat][kind] > found[kind]:
                return 1
    for kind in range(DECKS if s.viewer != NONE else 0):
        if unseen_wrong(r, s, kind):
            return 1
    return 0

cdef int unseen_wrong(const VeilRules* r, const Veil* s, int deck) noexcept nogil:
    """Whether the unseen cards of a deck cannot be dealt so that each seat has what is known of it."""
    cdef Deal deal
    cdef const Group* g
    cdef int i, j, zone, least, sum, paid
    read_deck(r, s, deck, &deal)
    for j in range(deal.groups):
        g = &deal.group[j]
        sum = paid = 0
        for i in range(INITIATIVES):
            least = max(g.needed[i], s.tags[g.seat][deck * INITIATIVES + i] - g.known[i])
            deal.left[i] -= least
            sum += least
            paid += s.tags[g.seat][deck * INITIATIVES + i]
            if deal.left[i] < 0:
                return 1
        if sum > g.unknown or paid > s.count[g.seat][ZONE_PAY][deck]:
            return 1
        for zone in range(ZONE_ANY):
            if open_of_deck(s, g.seat, zone, deck) > s.count[g.seat][zone][deck]:
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
        if (s.beast_at[beast] == NONE) != (s.beast_place[beast] <= IN_QUEUE):
            return 1
        if s.beast_place[beast] <= IN_QUEUE and s.beast_tokens[beast]:
            return 1
        if s.beast_place[beast] == NEUTRAL and s.beast_at[beast] >= REGIONS:
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
    cdef int seat, hero, k, tokens = s.tokens_left
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
    return tokens != r.numbers.tokens

cdef int mist_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int region, down = 0
    cdef unsigned int seen = 0
    for region in range(REGIONS):
        down += s.mist[region] == FACE_DOWN
        if not is_open(r, region) and (s.mist[region] or s.tile[region] != NONE or (s.explored >> region) & 1):
            return 1
        if s.mist[region] == FACE_DOWN and (s.explored >> region) & 1:
            return 1
        if (s.explored >> region) & 1 and s.tile[region] == NONE and s.stack[0].step != GAME_MIST:
            return 1
        if (s.mist[region] == RELIC) != (artifact_at(s, region) != NONE):
            return 1
        if s.tile[region] == NONE:
            continue
        if (seen >> s.tile[region]) & 1 or r.tiles[s.tile[region]].ring != r.ring_of[region]:
            return 1
        seen |= 1u << s.tile[region]
    return s.mist_grail > 1 or down != s.mist_artifacts + s.mist_beasts + s.mist_grail

cdef int decks_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    if queue_wrong(s.artifact_queue, s.artifact_place, ARTIFACTS) or queue_wrong(s.beast_queue, s.beast_place, BEASTS):
        return 1
    if in_pool(s.artifact_place, ARTIFACTS) < s.mist_artifacts or in_pool(s.beast_place, BEASTS) < s.mist_beasts:
        return 1
    return spare_artifacts(s) < kept_artifacts(r, s)

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
    cdef int seat, i, later
    for seat in range(r.players):
        if s.power[seat] > r.factions[s.faction[seat]].track or s.favor[seat] > r.numbers.favor_length:
            return 1
        if s.vp[seat] < 0 or s.vp[seat] > MOST_VP or seat_playing(r, s, s.faction[seat]) != seat:
            return 1
    for i in range(SEASON_PROPHECIES):
        if s.prophecy[i] != NONE and not (s.prophecies_used >> s.prophecy[i]) & 1:
            return 1
    later = (r.seasons * (r.seasons + 1) - s.season * (s.season + 1)) // 2
    return __builtin_popcount(s.prophecies_used) + SEASON_PROPHECIES + later > PROPHECIES

cdef int factions_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int seat, flag, other, region, length, knights = seat_playing(r, s, r.numbers.quest_faction)
    for seat in range(r.players):
        length = r.factions[s.faction[seat]].objective
        if s.champion[seat] < LORDS:
            return 1
        if s.objective[seat] > length or ((s.upgraded >> seat) & 1) != (length > 0 and s.objective[seat] == length):
            return 1
    for flag in range(FLAGS):
        if (s.quest_at[flag] == NONE) != (s.quest_card[flag] == NONE) or quest_wrong(s, knights, flag):
            return 1
        for other in range(flag):
            if s.quest_at[flag] != NONE and s.quest_at[other] == s.quest_at[flag]:
                return 1
    for seat in range(r.players):
        if in_zone(s, seat, ZONE_QUEST) != (planted_flags(s) if seat == knights else 0):
            return 1
    for region in range(REGIONS):
        if lines_in(s, region) > r.numbers.line_limit or (lines_in(s, region) and not is_open(r, region)):
            return 1
    if (s.ancient_owner == NONE) != (s.ancient_at == NONE) or (s.tide_at != NONE and s.tide_way != 1 and s.tide_way != 3):
        return 1
    if (s.tide_at == NONE) != (s.leviathan == NONE):
        return 1
    return s.leviathan < SUPPLY and (s.leviathan >= QUADRANTS or not r.quadrant[s.leviathan] & r.open)

cdef inline int planted_flags(const Veil* s) noexcept nogil:
    cdef int flag, found = 0
    for flag in range(FLAGS):
        found += s.quest_at[flag] != NONE
    return found

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
    if decks_wrong(r, s):
        return 10
    if tracks_wrong(r, s):
        return 11
    if factions_wrong(r, s):
        return 14
    if stack_wrong(r, s):
        return 12
    return 13 if choice_wrong(r, s) else 0
