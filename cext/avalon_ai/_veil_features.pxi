# A View as numbers; seats are counted from the own one on, round the table, and rows of seats have room for four.
# avalon_ai/games/veil_features.py has the names, in the same order.

cdef enum:
    KINDS_OF_FRAMES = 23
    KINDS_WAITING = 7      # frames that keep a set of seats in `x`
    VERBS = 28
    MOMENTS = 25           # without AT_NOTHING
    ANSWERS = 32           # powers of a moment, as a frame keeps them
    AWAITED_EVENTS = 16
    PHASES = 4
    TERRAINS = 3
    FACTIONS = 4
    STANDARD_ACTIONS = 4
    KINDS_OF_UNITS = 4
    PLACES = 10            # regions, supply
    SEA_PLACES = 11        # regions, sea, supply
    FIRST_PLAN = 120       # the first Battle Plan

    COURSE_ROW = 6 + SEATS + SEASONS + ROUNDS + PHASES + 2 * SEATS + SEATS * SEATS + 2
    AWAITED_ROW = AWAITED_EVENTS + SEATS + DECKS + REGIONS + ZONE_ANY + 1
    FRAMES_ROW = 3 * KINDS_OF_FRAMES + KINDS_OF_FRAMES * SEATS + KINDS_WAITING * SEATS
    EFFECT_MARKS = VERBS + 2 * KINDS_OF_UNITS + 4 + DECKS + 4 + SEATS + 8 + 8 + 4 * REGIONS + CARDS + MOST_POWERS
    EFFECT_NUMBERS = 5
    ICON_ROW = 2 * PLACES + PIECES * REGIONS + REGIONS + 4 + DECKS
    MATTERS_ROW = (REGIONS + BEASTS + REGIONS + SEATS + BEASTS + REGIONS + MOMENTS + REGIONS + KINDS_OF_UNITS + ANSWERS
                   + ARTIFACTS + STANDARD_ACTIONS + FLAGS + REGIONS + 5 + 5)
    CARDS_ROW = (SEATS + ZONE_QUEST + 1 + 4) * CARDS + 2 * CARDS
    HANDS_ROW = SEATS * (ZONE_ANY * DECKS + 2 * CLASSES) + SEATS * (2 + 2 * DECKS) + SEATS * 3 + 2 * DECKS
    SEATS_ROW = SEATS * (1 + FACTIONS + 1 + CHAMPIONS + 2 + HEROES * PLACES + MOST_POWERS) + SEATS * (7 + 2 * HEROES)
    REGION_ROW = 3 + TILES + TERRAINS + 3 + SEATS * (SLOTS + 3) + 2 + SEATS * 4
    BEAST_ROW = 2 + SEATS + SEA_PLACES + 2
    ARTIFACT_ROW = 2 + REGIONS + SEATS + BEARERS + 1
    PIECES_ROW = BEASTS * BEAST_ROW + SEATS + PLACES + ARTIFACTS * ARTIFACT_ROW + 6 + 4
    PROPHECY_ROW = SEASON_PROPHECIES * (PROPHECIES + SEATS) + PROPHECIES + SEASON_PROPHECIES
    FACTIONS_ROW = LINES * REGIONS + SEATS + REGIONS + FLAGS * (REGIONS + DECKS) + 2 * QUADRANTS + 2 + 1
    FIGHTER_ROW = 1 + 3 + 1 + 6 + DECK_SIZE + 2 * SEATS + 4 + 2 * SEATS
    VEIL_ROW = (COURSE_ROW + AWAITED_ROW + FRAMES_ROW + EFFECT_MARKS + EFFECT_NUMBERS + ICON_ROW + MATTERS_ROW + CARDS_ROW
                + HANDS_ROW + SEATS_ROW + REGIONS * REGION_ROW + PIECES_ROW + PROPHECY_ROW + FACTIONS_ROW + REGIONS
                + SEATS * FIGHTER_ROW)

# What is under way: the highest frame of each kind, NULL where there is none.
cdef struct UnderWay:
    const Frame* highest[KINDS_OF_FRAMES]
    const Frame* effect    # the highest list or icon
    const Frame* list      # the list it is or belongs to
    int row                # of the effect under way, NONE

cdef void veil_features(const void* rules, const void* view, float* numbers) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>view
    cdef UnderWay now
    cdef Row row
    row.at = numbers
    find_under_way(s, &now)
    write_course(r, s, &row)
    write_awaited(r, s, &row)
    write_frames(r, s, &now, &row)
    write_effect(r, s, &now, &row)
    write_icon(r, s, &now, &row)
    write_matters(r, s, &now, &row)
    write_cards(r, s, &row)
    write_hands(r, s, &row)
    write_seats(r, s, &row)
    write_regions(r, s, &row)
    write_pieces(r, s, &row)
    write_prophecies(r, s, &row)
    write_factions(r, s, &row)
    write_battle(r, s, &row)

# --- seats ---------------------------------------------------------------------------------------------

cdef inline int turned_seat(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """A seat counted from the own one; NONE for none."""
    return NONE if seat < 0 or seat >= r.players else (seat + r.players - s.viewer) % r.players

cdef inline unsigned int turned(const VeilRules* r, const Veil* s, unsigned int seats) noexcept nogil:
    """A set of seats counted from the own one."""
    seats &= everyone(r)
    return ((seats >> s.viewer) | (seats << (r.players - s.viewer))) & everyone(r)

cdef inline int seat_at(const VeilRules* r, const Veil* s, int place) noexcept nogil:
    """The seat that many places from the own one; NONE beyond the table."""
    return (s.viewer + place) % r.players if place < r.players else NONE

cdef inline void write_seat(const VeilRules* r, const Veil* s, int seat, Row* row) noexcept nogil:
    write_one_of(row, turned_seat(r, s, seat), SEATS)

cdef inline void write_seat_set(const VeilRules* r, const Veil* s, unsigned int seats, Row* row) noexcept nogil:
    write_set(row, turned(r, s, seats), SEATS)

cdef inline void write_nothing(Row* row, int size) noexcept nogil:
    memset(row.at, 0, size * sizeof(float))
    row.at += size

cdef inline void write_place(Row* row, int place) noexcept nogil:
    """A region or the supply."""
    write_one_of(row, REGIONS if place == SUPPLY else NONE if place >= REGIONS else place, PLACES)

# --- the course ----------------------------------------------------------------------------------------

cdef int phase_of(const Veil* s) noexcept nogil:
    """Mist, preparation, war, over."""
    if s.actor == OVER:
        return 3
    return 2 if s.war else 1 if s.round else 0

cdef void write_course(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    cdef int place
    write(row, r.players)
    write(row, r.seasons)
    write(row, r.deterministic)
    write(row, r.favor_side)
    write(row, r.green_knight)
    write(row, r.decline)
    write_one_of(row, s.viewer, SEATS)
    write_one_of(row, s.season - 1, SEASONS)
    write_one_of(row, s.round - 1, ROUNDS)
    write_one_of(row, phase_of(s), PHASES)
    write_seat(r, s, s.active, row)
    write_seat(r, s, s.actor, row)
    for place in range(SEATS):
        write_seat(r, s, s.order[place], row)
    write(row, s.turn)
    write(row, s.explored_turn)

cdef void write_awaited(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    """What chance or the referee is to bring, and whose, of which deck, for which region."""
    cdef int of_deck = s.awaited == AWAIT_DRAW or s.awaited == AWAIT_RESHUFFLE
    cdef int of_region = s.awaited == AWAIT_TILE or s.awaited == AWAIT_MIST
    cdef int numbered = s.awaited_what != NONE and not of_deck and not of_region
    write_one_of(row, s.awaited - 1, AWAITED_EVENTS)
    write_seat(r, s, s.awaited_seat, row)
    write_one_of(row, s.awaited_what if of_deck else NONE, DECKS)
    write_one_of(row, s.awaited_what if of_region else NONE, REGIONS)
    write_one_of(row, s.awaited_zone, ZONE_ANY)
    write(row, s.awaited_what + 1 if numbered else 0)

# --- what is under way ---------------------------------------------------------------------------------

cdef void find_under_way(const Veil* s, UnderWay* now) noexcept nogil:
    cdef const Frame* f
    cdef int i
    memset(now, 0, sizeof(UnderWay))
    now.row = NONE
    for i in range(s.depth):
        f = &s.stack[i]
        now.highest[f.kind] = f
        if f.kind == F_LIST or f.kind == F_ICON:
            now.effect = f
            now.list = f if f.kind == F_LIST else f - 1
    if now.effect != NULL and now.effect.kind == F_LIST and now.list.b >= now.list.a:
        now.effect = now.list = NULL
    if now.effect != NULL:
        now.row = now.effect.x if now.effect.kind == F_ICON else now.list.x + now.list.b

cdef inline const Frame* icon_of(const VeilRules* r, const UnderWay* now, int verb) noexcept nogil:
    """The icon under way if it is of this verb; NULL."""
    cdef const Frame* f = now.effect
    return f if f != NULL and f.kind == F_ICON and r.effects[f.x].verb == verb else NULL

cdef inline void write_waiting(const VeilRules* r, const Veil* s, const UnderWay* now, int kind, Row* row) noexcept nogil:
    """The seats that a frame keeps."""
    write_seat_set(r, s, now.highest[kind].x if now.highest[kind] != NULL else 0, row)

cdef void write_frames(const VeilRules* r, const Veil* s, const UnderWay* now, Row* row) noexcept nogil:
    cdef uint8_t count[KINDS_OF_FRAMES]
    cdef int kind, i
    memset(count, 0, sizeof(count))
    for i in range(s.depth):
        count[s.stack[i].kind] += 1
    write_one_of(row, top_of(s).kind, KINDS_OF_FRAMES)
    for kind in range(KINDS_OF_FRAMES):
        write_seat(r, s, now.highest[kind].seat if now.highest[kind] != NULL else NONE, row)
    write_waiting(r, s, now, F_GAME, row)
    write_waiting(r, s, now, F_PLACES, row)
    write_waiting(r, s, now, F_BID, row)
    write_waiting(r, s, now, F_LOOK, row)
    write_waiting(r, s, now, F_TRIGGER, row)
    write_waiting(r, s, now, F_BATTLE, row)
    write_waiting(r, s, now, F_RELIC, row)
    write_all(row, count, KINDS_OF_FRAMES)
    for kind in range(KINDS_OF_FRAMES):
        write(row, now.highest[kind].step if now.highest[kind] != NULL else 0)

cdef void write_effect(const VeilRules* r, const Veil* s, const UnderWay* now, Row* row) noexcept nogil:
    """The effect under way: what it does, what it stands on, how far its list has come."""
    cdef const Frame* f = now.effect
    cdef const VeilEffect* e
    cdef int owner
    if f == NULL:
        write_nothing(row, EFFECT_MARKS + EFFECT_NUMBERS)
        return
    e = &r.effects[now.row]
    owner = r.owners[now.row]
    write_one_of(row, e.verb, VERBS)
    write_set(row, e.units, KINDS_OF_UNITS)
    write_one_of(row, e.who, 4)
    write_one_of(row, e.deck, DECKS)
    write_set(row, e.on, 4)
    write_seat_set(r, s, now.list.c, row)
    write(row, now.list.bits & LIST_CARD != 0)
    write(row, now.list.bits & LIST_REVEALED != 0)
    write(row, now.list.bits & LIST_PART != 0)
    write(row, now.list.bits & FACT_EXPLORED != 0)
    write(row, now.list.bits & FACT_BREACHED != 0)
    write(row, now.list.bits & FACT_DONE != 0)
    write(row, now.list.bits & FACT_THERE != 0)
    write(row, now.row >= MOST_EFFECTS)
    write_set(row, now.list.bits >> FACT_UNITS, KINDS_OF_UNITS)
    write_set(row, now.list.y, 8)
    write_set(row, filtered(r, s, e.start, f.seat, f.here, f.there), REGIONS)
    write_set(row, filtered(r, s, e.to, f.seat, f.here, f.there), REGIONS)
    write_one_of(row, f.here, REGIONS)
    write_one_of(row, f.there, REGIONS)
    write_one_of(row, owner, CARDS)
    write_one_of(row, owner - CARDS, MOST_POWERS)
    write(row, amount(r, s, e, f.seat, f.here, f.there))
    write(row, now.list.b)
    write(row, now.list.a - now.list.b - 1)
    write(row, now.list.y >> 8)
    write(row, (now.list.bits >> FACT_MOVED) & 0xFF)

cdef void write_icon(const VeilRules* r, const Veil* s, const UnderWay* now, Row* row) noexcept nogil:
    """What has been chosen for an icon, a payment or draws: places, units, cards, decks."""
    cdef const Frame* f = now.effect if now.effect != NULL and now.effect.kind == F_ICON else NULL
    cdef const Frame* pay = now.highest[F_PAY]
    cdef int first = NONE, second = NONE, count_of = 0, token = 0, lowest = pay.b if pay != NULL else 0
    cdef int verb = r.effects[f.x].verb if f != NULL else NONE
    cdef int i
    if verb == DO_DEPLOY and f.step == ICON_PICK:
        first, token, count_of = f.a, f.b, f.c
    elif f != NULL and is_move(verb) and r.effects[f.x].piece < 0 and f.step != ICON_START:
        first, token = f.a, f.c
        if f.step == ICON_PICK and (verb == DO_IN or verb == DO_ARMY or f.a == SUPPLY):
            second = f.b
    elif verb == DO_QUEST and f.step == ICON_PICK:
        first = f.a
    elif verb == DO_DISCARD or verb == DO_LOSE:
        count_of = f.a
        if pay == NULL and verb == DO_DISCARD:
            lowest = f.b
    write_place(row, first)
    write_place(row, second)
    for i in range(PIECES):
        write_one_of(row, s.sent[i], REGIONS)
    write_all(row, s.sent_warriors, REGIONS)
    write(row, count_of)
    write(row, token)
    write(row, lowest)
    write(row, pay.c if pay != NULL else 0)
    write_decks(row, draws_of(r, s, now))

cdef uint32_t draws_of(const VeilRules* r, const Veil* s, const UnderWay* now) noexcept nogil:
    """Decks chosen so far, or cards still to be drawn, a byte each."""
    cdef const Frame* f = now.highest[F_DRAWS]
    if f == NULL:
        f = icon_of(r, now, DO_DRAW)
    if f == NULL:
        f = now.highest[F_TURN]
    if f == NULL or (f.kind == F_TURN and f.step != TURN_DRAW):
        return 0
    return f.bits

cdef inline void write_decks(Row* row, uint32_t chosen) noexcept nogil:
    cdef int deck
    for deck in range(DECKS):
        write(row, (chosen >> (8 * deck)) & 0xFF)

cdef void write_matters(const VeilRules* r, const Veil* s, const UnderWay* now, Row* row) noexcept nogil:
    """What single kinds of choices are about."""
    cdef const Frame* f = now.highest[F_EXPLORE]
    write_one_of(row, f.a if f != NULL else NONE, REGIONS)
    f = now.highest[F_BID]
    write_one_of(row, f.a if f != NULL else NONE, BEASTS)
    write_one_of(row, f.c if f != NULL else NONE, REGIONS)
    write_seat(r, s, f.b if f != NULL else NONE, row)
    f = now.highest[F_BOND]
    write_one_of(row, f.a if f != NULL else NONE, BEASTS)
    write_one_of(row, f.b if f != NULL else NONE, REGIONS)
    f = now.highest[F_TRIGGER]
    write_one_of(row, f.a - 1 if f != NULL else NONE, MOMENTS)
    write_one_of(row, f.there if f != NULL else NONE, REGIONS)
    write_set(row, f.b if f != NULL and f.a == AT_DEPLOY else 0, KINDS_OF_UNITS)
    write_set(row, f.bits if f != NULL else 0, ANSWERS)
    write_one_of(row, artifact_to_equip(r, now), ARTIFACTS)
    f = now.highest[F_TURN]
    write_one_of(row, f.b if f != NULL and f.step == TURN_STANDARD else NONE, STANDARD_ACTIONS)
    f = now.highest[F_QUEST]
    write_one_of(row, f.a if f != NULL else NONE, FLAGS)
    write_set(row, scored_regions(r, s), REGIONS)
    f = now.highest[F_TURN]
    write(row, f != NULL and f.a)
    f = now.highest[F_PLACES]
    write(row, f != NULL and f.c)
    f = now.highest[F_BATTLE]
    write(row, f != NULL and f.c)
    f = now.highest[F_BEARER]
    write(row, f != NULL and f.a)
    write(row, f != NULL and not f.a)
    f = now.highest[F_PLACES]
    write(row, f.a if f != NULL else 0)
    write(row, f.b if f != NULL else 0)
    f = now.highest[F_LOOK]
    write(row, f.c if f != NULL and f.step == LOOK_FAVOR else 0)
    f = now.highest[F_FAVOR]
    write(row, f.c if f != NULL else 0)
    f = now.highest[F_RELIC]
    write(row, f.c if f != NULL else 0)

cdef int artifact_to_equip(const VeilRules* r, const UnderWay* now) noexcept nogil:
    """The artifact that is being given to a hero; NONE."""
    cdef const Frame* f = now.highest[F_EQUIP]
    if f != NULL:
        return f.a if f.step else NONE
    f = now.highest[F_RELIC]
    if f != NULL:
        return f.a if f.step == RELIC_EQUIP else NONE
    f = icon_of(r, now, DO_ARTIFACT)
    return f.a if f != NULL and f.step == ICON_DRAWN else NONE

cdef unsigned int scored_regions(const VeilRules* r, const Veil* s) noexcept nogil:
    """Regions whose turn has come in the war, the one under way among them."""
    cdef unsigned int found = 0
    cdef int i
    if s.stack[0].step != GAME_BATTLES:
        return 0
    for i in range(min(<int>s.stack[0].a, REGIONS)):
        found |= 1u << r.war[i]
    return found

# --- cards ---------------------------------------------------------------------------------------------

cdef inline void write_card_set(Row* row, const uint64_t* cards) noexcept nogil:
    cdef int card
    for card in range(CARDS):
        write(row, has(cards, card))

cdef void write_cards(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    """Each card by itself: who holds it and where, and what is known of it."""
    cdef uint8_t shown[CARDS]
    cdef uint8_t flag[CARDS]
    cdef int place, zone, card, seat, i
    memset(shown, 0, sizeof(shown))
    memset(flag, 0, sizeof(flag))
    for seat in range(r.players):
        for i in range(2):
            if s.shown[seat][i] < CARDS:
                shown[s.shown[seat][i]] = i + 1
    for i in range(FLAGS):
        if s.quest_card[i] < CARDS:
            flag[s.quest_card[i]] = i + 1
    for place in range(SEATS):
        if place < r.players:
            write_card_set(row, s.held[seat_at(r, s, place)])
        else:
            write_nothing(row, CARDS)
    for zone in range(ZONES):
        if zone != ZONE_QUEST:
            for card in range(CARDS):
                write(row, s.place[card] == zone)
    write_card_set(row, s.known)
    write_card_set(row, s.open)
    write_card_set(row, s.discards)
    write_card_set(row, s.pile)
    write_all(row, shown, CARDS)
    write_all(row, flag, CARDS)

cdef void write_hands(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    """Cards by numbers: zone and deck, deck and initiative; claims; piles."""
    cdef int place, seat
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        if seat == NONE:
            write_nothing(row, ZONE_ANY * DECKS + 2 * CLASSES)
            continue
        write_all(row, &s.count[seat][0][0], ZONE_ANY * DECKS)
        write_all(row, s.least[seat], CLASSES)
        write_all(row, s.tags[seat], CLASSES)
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        if seat == NONE:
            write_nothing(row, 2 + 2 * DECKS)
            continue
        write_set(row, s.claims[seat], 2)
        write_one_of(row, deck_shown(s, seat, 0), DECKS)
        write_one_of(row, deck_shown(s, seat, 1), DECKS)
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        write(row, s.claim_count[seat] if seat != NONE else 0)
        write(row, s.claims_shown[seat] if seat != NONE else 0)
        write(row, s.shown_told[seat] if seat != NONE else 0)
    write_all(row, s.pile_count, DECKS)
    write_all(row, s.reshuffles, DECKS)

cdef inline int deck_shown(const Veil* s, int seat, int i) noexcept nogil:
    """The deck of a card shown for a reduction; NONE."""
    cdef int shown = s.shown[seat][i]
    if shown == NONE:
        return NONE
    return shown - SHOWN if shown >= SHOWN else deck_of(shown)

# --- seats and regions ---------------------------------------------------------------------------------

cdef void write_seats(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    cdef int place, seat, hero, power
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        if seat == NONE:
            write_nothing(row, 1 + FACTIONS + 1 + CHAMPIONS + 2 + HEROES * PLACES)
            continue
        write(row, 1)
        write_one_of(row, s.faction[seat], FACTIONS)
        write(row, (s.upgraded >> seat) & 1)
        write_one_of(row, s.champion[seat] - LORDS if s.champion[seat] != NONE else NONE, CHAMPIONS)
        write(row, s.grail_at == seat)
        write(row, s.excalibur_at == seat)
        for hero in range(HEROES):
            write_place(row, s.hero_at[seat][hero])
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        if seat == NONE:
            write_nothing(row, 7 + 2 * HEROES)
            continue
        write(row, s.vp[seat])
        write(row, s.power[seat])
        write(row, s.favor[seat])
        write(row, s.supply[seat])
        write(row, s.done_prophecies[seat])
        write(row, s.objective[seat])
        write(row, r.factions[s.faction[seat]].objective)
        for hero in range(HEROES):
            write(row, s.hero_strength[seat][hero] if s.hero_at[seat][hero] != NONE else 0)
            write(row, s.hero_tokens[seat][hero])
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        for power in range(MOST_POWERS):
            write(row, seat != NONE and is_used(s, seat, power))

cdef void write_regions(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    cdef const VeilTile* tile
    cdef int region, place, seat, slot
    for region in range(REGIONS):
        write(row, is_open(r, region))
        write(row, (s.explored >> region) & 1)
        write(row, s.as_explored == region)
        write_one_of(row, s.tile[region], TILES)
        write_one_of(row, r.tiles[s.tile[region]].terrain if s.tile[region] != NONE else NONE, TERRAINS)
        write_one_of(row, s.mist[region] - 1, 3)
    for region in range(REGIONS):
        tile = &r.tiles[s.tile[region]] if s.tile[region] != NONE else NULL
        write(row, tile.vp[max(0, s.season - 1)] if tile != NULL else 0)
        write(row, tile.slots if tile != NULL else 0)
    for region in range(REGIONS):
        for place in range(SEATS):
            seat = seat_at(r, s, place)
            slot = slot_in(s, seat, region) if seat != NONE else NONE
            write_one_of(row, slot, SLOTS)
            write_one_of(row, s.settled_slot[seat][slot] if slot != NONE else NONE, 3)
    for region in range(REGIONS):
        for place in range(SEATS):
            seat = seat_at(r, s, place)
            if seat == NONE:
                write_nothing(row, 4)
                continue
            slot = slot_in(s, seat, region)
            write(row, s.units[seat][region])
            write(row, s.warriors[seat][region])
            write(row, strength(r, s, seat, region))
            write(row, s.settled_tokens[seat][slot] if slot != NONE else 0)

# --- pieces --------------------------------------------------------------------------------------------

cdef inline void find_places(const uint8_t* queue, int size, uint8_t* found) noexcept nogil:
    """For each card its place among those at the bottom of its deck, the next one 1; 0 for the others."""
    cdef int i
    memset(found, 0, size)
    for i in range(size):
        if queue[i] != NONE:
            found[queue[i]] = i + 1

cdef void write_pieces(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    cdef uint8_t bottom[ARTIFACTS]
    cdef int i, where
    for i in range(BEASTS):
        where = s.beast_place[i]
        write(row, where == IN_POOL)
        write(row, where == NEUTRAL)
        write_seat(r, s, where - OWNED, row)
        write_one_of(row, s.beast_at[i], SEA_PLACES)
    write_seat(r, s, s.knight_owner, row)
    write_place(row, s.knight_at)
    for i in range(ARTIFACTS):
        where = s.artifact_place[i]
        write(row, where == IN_POOL)
        write(row, where == PICKED)
        write_one_of(row, where - SHOWN_AT, REGIONS)
        write_seat(r, s, owner_of_artifact(s, i), row)
        write_one_of(row, bearer_of(s, i) if where >= BORNE else NONE, BEARERS)
    write(row, s.grail_at != NONE and s.grail_bearer)
    write(row, s.grail_used)
    write(row, s.excalibur_at != NONE and s.excalibur_bearer)
    write(row, s.excalibur_used)
    write_one_of(row, s.excalibur_taken - 1, 2)
    find_places(s.beast_queue, BEASTS, bottom)
    write_all(row, bottom, BEASTS)
    write_all(row, s.beast_tokens, BEASTS)
    find_places(s.artifact_queue, ARTIFACTS, bottom)
    write_all(row, bottom, ARTIFACTS)
    write(row, s.mist_artifacts)
    write(row, s.mist_beasts)
    write(row, s.mist_grail)
    write(row, s.tokens_left)

cdef void write_prophecies(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    cdef int i
    for i in range(SEASON_PROPHECIES):
        write_one_of(row, s.prophecy[i], PROPHECIES)
        write_seat_set(r, s, s.fulfilled[i], row)
    write_set(row, s.prophecies_used, PROPHECIES)
    for i in range(SEASON_PROPHECIES):
        write(row, r.prophecies[s.prophecy[i]].vp[max(0, s.season - 1)] if s.prophecy[i] != NONE else 0)

cdef void write_factions(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    """Ley lines, the Ancient One, quests, the tide and Leviathan."""
    cdef int i, card
    for i in range(LINES):
        write_one_of(row, s.line_at[i], REGIONS)
    write_seat(r, s, s.ancient_owner, row)
    write_one_of(row, s.ancient_at, REGIONS)
    for i in range(FLAGS):
        card = s.quest_card[i]
        write_one_of(row, s.quest_at[i], REGIONS)
        write_one_of(row, NONE if card == NONE else card - SHOWN if card >= SHOWN else deck_of(card), DECKS)
    write_one_of(row, s.tide_at, QUADRANTS)
    write(row, s.tide_at != NONE and s.tide_way == 1)
    write(row, s.tide_at != NONE and s.tide_way != 1)
    write_one_of(row, s.leviathan, QUADRANTS)
    write(row, s.leviathan == SUPPLY)

# --- the battle ----------------------------------------------------------------------------------------

cdef void write_battle(const VeilRules* r, const Veil* s, Row* row) noexcept nogil:
    cdef int place, seat, i
    write_one_of(row, s.region, REGIONS)
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        if seat == NONE:
            write_nothing(row, FIGHTER_ROW - 4 - 2 * SEATS)
            continue
        write(row, (s.fighting >> seat) & 1)
        write_one_of(row, s.plan[seat] - 1, 3)
        write(row, s.plan_down[seat])
        write(row, (s.failed >> seat) & 1)
        write(row, (s.dropped >> seat) & 1)
        write(row, (s.no_second >> seat) & 1)
        write(row, (s.drop_plan >> seat) & 1)
        write(row, (s.resolved >> seat) & 1)
        write(row, (s.winners >> seat) & 1)
        write_one_of(row, s.plan_card[seat] - FIRST_PLAN, DECK_SIZE)
        write_seat_set(r, s, s.negated[seat] & 0xF, row)
        write_seat_set(r, s, s.negated[seat] >> 4, row)
    for place in range(SEATS):
        seat = seat_at(r, s, place)
        if seat == NONE:
            write_nothing(row, 4 + 2 * SEATS)
            continue
        write(row, limit_of(r, s, seat, negated_seats(s)))
        write(row, strength_now(r, s, seat) if s.region != NONE and (s.fighting >> seat) & 1 else 0)
        write(row, s.limit_bonus[seat])
        write(row, s.bonus[seat])
        for i in range(SEATS):
            write(row, s.limit_by[seat_at(r, s, i)][seat] if i < r.players else 0)
        for i in range(SEATS):
            write(row, s.strength_by[seat_at(r, s, i)][seat] if i < r.players else 0)
