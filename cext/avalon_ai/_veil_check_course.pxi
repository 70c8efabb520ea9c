# Invariants of the course: what is chosen hidden, the frames of the stack, who acts, what is awaited.

cdef int commit_wrong(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Whether what a seat has chosen, claimed and shown does not go together."""
    cdef int i, card, told, made = shows_made(s, seat)
    told = s.claim_count[seat] if sees_hand(s, seat) else s.claims_shown[seat]
    if s.claims[seat] >> 2 or __builtin_popcount(s.claims[seat]) != told or s.claims_shown[seat] > s.claim_count[seat]:
        return 1
    if s.claim_count[seat] > 2 or made > s.claim_count[seat] or s.shown_told[seat] > made:
        return 1
    if in_zone(s, seat, ZONE_CHOSEN) > 1 or (s.claims_shown[seat] < s.claim_count[seat] and not in_zone(s, seat, ZONE_CHOSEN)):
        return 1
    for i in range(made):
        card = s.shown[seat][i]
        if card >= SHOWN + DECKS or CARDS <= card < SHOWN:
            return 1           # the first one is missing, or it is no card
        if (card >= SHOWN) != (i >= s.shown_told[seat] and not sees_hand(s, seat)):
            return 1
        if card < CARDS and i >= s.shown_told[seat] and not has(s.held[seat], card):
            return 1
    return 0

cdef int claims_wrong(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Whether no card that a seat may have chosen unseen fits its claims and its payment."""
    cdef Veil twin
    cdef int card, claims, owed, open_card = next_in_zone(s, seat, ZONE_CHOSEN, 0)
    if sees_hand(s, seat) or not in_zone(s, seat, ZONE_CHOSEN):
        return 0
    if open_card < CARDS and s.claims_shown[seat] == s.claim_count[seat]:
        return 0
    twin = s[0]
    for card in range(CARDS):
        if card != open_card and not may_lie(s, seat, ZONE_CHOSEN, card):
            continue
        for claims in range(4):
            if __builtin_popcount(claims) != s.claim_count[seat] or not fits_claims(r, s, seat, card, claims):
                continue
            twin.claims[seat] = claims
            owed = cost_left(r, &twin, seat, card) - in_zone(s, seat, ZONE_PAY)
            if owed == 0 or (owed > 0 and commit_under_way(s, seat)):
                return 0
            if in_zone(s, seat, ZONE_PAY) == 0 and hand_size(s, seat) < owed:
                return 0           # nothing is paid where the hand is not enough
    return 1

cdef int plan_wrong(const Veil* s, int seat) noexcept nogil:
    """Whether a plan is not where its state says."""
    cdef int plan = s.plan[seat]
    if (plan == PLAN_UP) != (s.plan_card[seat] != NONE):
        return 1
    if plan == HIDDEN_PLAN and in_zone(s, seat, ZONE_PLAN) == 0:
        return 1
    if plan != HIDDEN_PLAN and plan != PLAN_DOWN:
        return 0
    return open_in(s, seat, ZONE_PLAN) != 0 or (s.plan_down[seat] and not sees_hand(s, seat))

cdef int order_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether the order names a seat twice, or nobody where a turn is to come."""
    cdef unsigned int seen = 0, open_places = 0
    cdef const Frame* f
    cdef int i, place
    for i in range(s.depth):
        f = &s.stack[i]
        if f.kind == F_PLACES:
            open_places |= ((1u << f.b) - 1) << f.a
    for place in range(r.players):
        if s.order[place] != NONE:
            if (seen >> s.order[place]) & 1:
                return 1
            seen |= 1u << s.order[place]
        elif s.stack[0].step == GAME_TURNS and place >= s.turn and not (open_places >> place) & 1:
            return 1
    return 0

cdef int places_wrong(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Whether the seats of a tie and their open places do not go together."""
    cdef int place, left = 0
    for place in range(f.a, f.a + f.b):
        left += place >= r.players or s.order[place] == NONE
    if f.x == 0 or __builtin_popcount(f.x) != left or f.a + f.b > r.players:
        return 1
    return f.step != PLACES_NEXT and (f.seat == NONE or not (f.x >> f.seat) & 1)

cdef int icon_wrong(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Whether an icon is none of the list below it, or its choices so far are none."""
    cdef const Frame* below = f - 1
    cdef int verb = r.effects[f.x].verb
    if below.kind != F_LIST or below.step != LIST_AFTER or f.x != below.x + below.b or not (below.c >> f.seat) & 1:
        return 1
    if f.step == ICON_DRAWN:
        if verb != DO_ARTIFACT or f != top_of(s):
            return 1
        return s.awaited != AWAIT_ARTIFACT and (s.actor == CHANCE or not has_artifact(s, f))
    if f.step == ICON_START or f.step == ICON_ASK:
        return verb == DO_ARTIFACT and f == top_of(s)
    if f.step > ICON_PICK:
        return 1
    if verb == DO_DEPLOY:
        return f.a >= REGIONS
    if verb == DO_QUEST:
        return f.a >= REGIONS or free_flag(s) == NONE or s.faction[f.seat] != r.numbers.quest_faction
    return is_move(verb) and r.effects[f.x].piece < 0 and move_wrong(r, s, f, verb)

cdef inline int has_artifact(const Veil* s, const Frame* f) noexcept nogil:
    """Whether the artifact that a frame is about is its seat's."""
    return f.a < ARTIFACTS and owner_of_artifact(s, f.a) == f.seat

cdef int move_wrong(const VeilRules* r, const Veil* s, const Frame* f, int verb) noexcept nogil:
    """Whether a move that has begun does not lead from somewhere to somewhere."""
    if f.a >= REGIONS and f.a != SUPPLY:
        return 1
    if (f.a == SUPPLY or f.b == SUPPLY) and not lords_waiting(r, s, f.seat):
        return 1
    if verb == DO_IN:
        return f.a == SUPPLY or f.step != ICON_PICK or (f.b >= REGIONS and f.b != SUPPLY and f.b != NONE)
    if f.b >= REGIONS:
        return 1
    if f.a == SUPPLY or verb != DO_MOVE1 or f.step != ICON_AIM or f.c >= FIRST_WARRIORS:
        return 0
    return not (mask_of_units(r, s, f, f.a) >> f.c) & 1

cdef int frame_wrong(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Whether a frame is not about what lies on the table."""
    if f.kind == F_ICON:
        return icon_wrong(r, s, f)
    if f.kind == F_COMMIT:
        return f.step > 1 or (f.step == 1 and not in_zone(s, f.seat, ZONE_CHOSEN))
    if f.kind == F_PLACES:
        return places_wrong(r, s, f)
    if f.kind == F_EXPLORE:
        if s.tile[f.a] != NONE or f.step <= EXPLORE_TILE:
            return not is_open(r, f.a)
        return f != top_of(s) or f.step != EXPLORE_LOOK or s.awaited != AWAIT_TILE or s.awaited_what != f.a
    if f.kind == F_BID:
        return s.beast_place[f.a] != NEUTRAL or (f.step == BID_TIES and not asks_grail(s, f.x))
    if f.kind == F_BOND:
        return f.step == 0 and s.beast_place[f.a] != NEUTRAL
    if f.kind == F_QUEST:
        return s.quest_card[f.a] == NONE or f.seat != seat_playing(r, s, r.numbers.quest_faction)
    if f.kind == F_EQUIP:
        return f.step != 0 and not has_artifact(s, f)
    if f.kind == F_PLAN:
        return f.step > 1 or (f.step == 1 and s.plan[f.seat] != HIDDEN_PLAN)
    if f.kind == F_BATTLE:
        return s.region >= REGIONS or not is_explored(s, s.region)
    if f.kind == F_RELIC:
        return s.region >= REGIONS or f.step == RELIC_GRAIL or (
            f.step == RELIC_EQUIP and (f.seat == NONE or not has_artifact(s, f)))
    return 0

cdef int asks_wrong(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Whether the frame on top does not ask the seat that is to act."""
    if f.kind == F_BID and f.step == BID_TIES:
        return s.actor != s.grail_at
    if f.kind == F_BATTLE and f.step == BATTLE_DRAWS:
        return f.a >= r.players or s.order[f.a] != s.actor
    if f.seat != s.actor or (SILENT >> f.kind) & 1:
        return 1
    if f.kind == F_GAME:
        return f.step != GAME_KNIGHT
    if f.kind == F_LIST:
        return f.step != LIST_TARGET
    if f.kind == F_TURN:
        return f.step != TURN_MENU and f.step != TURN_DRAW
    if f.kind == F_EXPLORE:
        return f.step != EXPLORE_ASK and f.step != EXPLORE_REWARD
    if f.kind == F_BATTLE:
        return f.step != BATTLE_EFFECTS and f.step != BATTLE_RESULT
    if f.kind == F_RELIC:
        return f.step != RELIC_PICK and f.step != RELIC_EQUIP
    if f.kind == F_EQUIP:
        return f.step == 0
    if f.kind == F_PAY:
        return f.c == 0
    if f.kind == F_ICON:
        return r.effects[f.x].verb == DO_DISCARD and f.a >= r.effects[f.x].n
    return f.kind == F_BID and f.step != BID_CHOOSE

cdef int price_wrong(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Whether an unseen hand cannot have enough for a payment that goes on in ascending order."""
    cdef int only = -1 if f.kind == F_PAY else r.effects[f.x].deck
    cdef int left = f.c if f.kind == F_PAY else r.effects[f.x].n - f.a
    cdef int deck, card, found
    for deck in range(DECKS):
        found = 0
        for card in range(max(<int>f.b, deck * DECK_SIZE), (deck + 1) * DECK_SIZE):
            found += may_lie(s, f.seat, ZONE_HAND, card)
        if only < 0 or only == deck:
            left -= min(found, <int>s.count[f.seat][ZONE_HAND][deck])
    return left > 0

cdef inline int zone_shown(int awaited) noexcept nogil:
    """Where the referee shows a card."""
    if awaited == AWAIT_PLAYS:
        return ZONE_CHOSEN
    if awaited == AWAIT_BIDS:
        return ZONE_BID
    if awaited == AWAIT_PLANS:
        return ZONE_PLAN
    return ZONE_BONUS if awaited == AWAIT_ADDS else ZONE_COMBAT

cdef int awaited_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether chance or the referee is to bring what cannot come."""
    cdef int seat = s.awaited_seat, what = s.awaited_what, zone = s.awaited_zone
    if s.awaited == AWAIT_DRAW:
        return seat == NONE or what >= DECKS or s.pile_count[what] == 0 or (zone != ZONE_HAND and zone != ZONE_COMBAT)
    if s.awaited == AWAIT_RESHUFFLE:
        return seat != NONE or what >= DECKS or s.pile_count[what] or discarded(s, what) == 0
    if s.awaited == AWAIT_TILE:
        return seat != NONE or what >= REGIONS or s.tile[what] != NONE or tile_pool(r, s, what) == 0
    if s.awaited == AWAIT_MIST:
        return seat != NONE or what >= REGIONS or s.mist[what] != FACE_DOWN
    if s.awaited == AWAIT_PROPHECY:
        return seat != NONE or what >= SEASON_PROPHECIES or s.prophecy[what] != NONE or next_prophecies(s) == 0
    if s.awaited == AWAIT_ARTIFACT:
        return seat != NONE or spare_artifacts(s) == 0
    if seat == NONE:
        return 1
    if s.awaited == AWAIT_CLAIMS:
        return s.claims_shown[seat] >= s.claim_count[seat]
    if s.awaited == AWAIT_SHOWS:
        return s.shown_told[seat] >= shows_made(s, seat)
    if s.awaited == AWAIT_PAYS:
        return tagged(s, seat) >= in_zone(s, seat, ZONE_PAY)
    if s.awaited == AWAIT_FAILS:
        return 0
    if s.awaited != AWAIT_FALL:
        if zone != zone_shown(s.awaited) or (s.awaited == AWAIT_PLANS and s.plan[seat] != HIDDEN_PLAN):
            return 1
    elif zone == ZONE_QUEST:
        return what >= FLAGS or s.quest_card[what] == NONE or seat != seat_playing(r, s, r.numbers.quest_faction)
    elif zone != ZONE_HAND and zone != ZONE_PAY and zone != ZONE_PLAN:
        return 1
    return in_zone(s, seat, zone) <= open_in(s, seat, zone)

cdef int phase_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether round and war are not those of the step of the script."""
    cdef int step = s.stack[0].step
    if s.stack[0].kind != F_GAME or (step == GAME_OVER) != (s.actor == OVER) or (step == GAME_MIST and s.depth > 1):
        return 1
    if step <= GAME_RETURN and s.season >= r.seasons:
        return 1
    return (s.round != 0) != (GAME_ROUND <= step <= GAME_TURNS) or (s.war != 0) != (GAME_WAR <= step <= GAME_SEASON)

cdef int stack_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef Event moves[MAX_LEGAL]
    cdef int i, bids = 0, battles = 0
    if phase_wrong(r, s) or order_wrong(r, s):
        return 1
    for i in range(1, s.depth):
        if s.stack[i].kind == F_GAME or frame_wrong(r, s, &s.stack[i]):
            return 1
        bids += s.stack[i].kind == F_BID or (s.stack[i].kind == F_BOND and s.stack[i].step == 0)
        battles += s.stack[i].kind == F_BATTLE
    for i in range(r.players):
        if commit_wrong(r, s, i) or plan_wrong(s, i) or claims_wrong(r, s, i):
            return 1
    if bids > 1 or battles != (s.region != NONE) or (not battles and (s.fighting or seats_with_plans(s))):
        return 1
    if s.actor == CHANCE:
        return awaited_wrong(r, s)
    if s.awaited or s.awaited_seat != NONE or s.awaited_what != NONE or s.awaited_zone != NONE:
        return 1
    if s.actor == OVER:
        return s.winners == 0 or s.reason == 0
    if asks_wrong(r, s, top_of(s)):
        return 1
    if sees_hand(s, s.actor) or not (hides_moves(r, top_of(s)) or shows_own_cards(r, top_of(s))):
        return list_moves(r, s, moves) == 0
    return shows_own_cards(r, top_of(s)) and price_wrong(r, s, top_of(s))

cdef int choice_wrong(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether units are chosen that the icon on top cannot take."""
    cdef const Frame* f = top_of(s)
    cdef int i, verb, start, number = 0
    if chosen_units(s) == 0:
        return 0
    if f.kind != F_ICON or f.step != ICON_PICK:
        return 1
    verb = r.effects[f.x].verb
    if verb != DO_DEPLOY and not DO_ARMY <= verb <= DO_IN:
        return 1
    start = SUPPLY if verb == DO_DEPLOY else f.a
    for i in range(PIECES):
        if s.sent[i] != NONE and not (mask_of_units(r, s, f, s.sent[i] if verb == DO_IN else start) >> i) & 1:
            return 1
    for i in range(REGIONS):
        number = s.sent_warriors[i] + (0 if verb == DO_IN else number)
        if s.sent_warriors[i] and number > warriors_at(r, s, f, i if verb == DO_IN else start):
            return 1
    return 0
