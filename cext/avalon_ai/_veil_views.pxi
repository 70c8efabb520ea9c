# What a seat may know: masks, redaction, worlds that fit a View, and which masked event may come next.

# --- masks -------------------------------------------------------------------------------------------

cdef int masked_move(int code) noexcept nogil:
    """A hidden choice as another seat sees it: the backs of cards are public."""
    if code < CODE_PAY:
        return CODE_HIDDEN_PLAY + deck_of(code - CODE_PLAY)
    if code < CODE_SHOW:
        return CODE_HIDDEN_PAY + deck_of(code - CODE_PAY)
    if code < CODE_BID:
        return CODE_HIDDEN_SHOW + deck_of(code - CODE_SHOW)
    if code < CODE_PLAN:
        return CODE_HIDDEN_BID + deck_of(code - CODE_BID)
    if code < CODE_DOWN:
        return CODE_HIDDEN_PLAN + deck_of(code - CODE_PLAN)
    if code < CODE_BONUS:
        return CODE_HIDDEN_PLAN + deck_of(code - CODE_DOWN)
    if code < CODE_DISCARD:
        return CODE_HIDDEN_BONUS + deck_of(code - CODE_BONUS)
    if CODE_QUEST <= code < CODE_HIDDEN_PLAY:
        return CODE_HIDDEN_QUEST + deck_of(code - CODE_QUEST)
    return CODE_HIDDEN_CLAIM if CODE_CLAIM <= code < CODE_DONE else code

cdef inline int hides_moves(const VeilRules* r, const Frame* f) noexcept nogil:
    """Whether the others see the moves of a frame masked."""
    if f.kind == F_ICON:
        return r.effects[f.x].verb == DO_QUEST and f.step == ICON_PICK
    return f.kind == F_COMMIT or f.kind == F_BID or f.kind == F_PLAN

cdef Event veil_mask(const void* rules, const void* state, Event event, int seat) noexcept nogil:
    cdef const Veil* s = <const Veil*>state
    cdef int code = code_of(event), who = seat_of(event)
    if who == seat:
        return event
    if source_of(event) == SOURCE_MOVE and hides_moves(<const VeilRules*>rules, top_of(s)):
        return make(masked_move(code), who, SOURCE_MOVE)
    if source_of(event) == SOURCE_CHANCE and CODE_DRAW <= code < CODE_HIDDEN_DRAW:
        return make(CODE_HIDDEN_DRAW + deck_of(code - CODE_DRAW), who, SOURCE_CHANCE)
    return event

# --- redaction ---------------------------------------------------------------------------------------

cdef void hide_cards(Veil* s, int seat) noexcept nogil:
    """A seat's cards go among the unseen ones, but for those that everybody knows."""
    cdef int card = next_card(s.held[seat], 0)
    while card < CARDS:
        if not has(s.known, card):
            drop(s.held[seat], card)
            add(s.pile, card)
            s.place[card] = NONE
        elif not has(s.open, card):
            s.place[card] = ZONE_ANY
        card = next_card(s.held[seat], card + 1)

cdef void hide_choices(Veil* s, int seat) noexcept nogil:
    cdef int i
    if s.claims_shown[seat] < s.claim_count[seat]:
        s.claims[seat] = s.claims[seat] & (0u - s.claims[seat]) if s.claims_shown[seat] else 0
    for i in range(s.shown_told[seat], 2):
        if s.shown[seat][i] != NONE:
            s.shown[seat][i] = SHOWN + deck_of(s.shown[seat][i])
    if s.plan[seat] == HIDDEN_PLAN or s.plan[seat] == PLAN_DOWN:
        s.plan_down[seat] = 0

cdef void veil_redact(const void* rules, void* state, int seat) noexcept nogil:
    cdef Veil* s = <Veil*>state
    cdef int other
    for other in range(SEATS):
        if other != seat:
            hide_cards(s, other)
            hide_choices(s, other)
    hide_quests(s, seat)
    s.viewer = SPECTATOR if seat == NO_SEAT else seat

# --- what may come next ------------------------------------------------------------------------------

cdef inline int unknown_of_deck(const Veil* s, int seat, int deck) noexcept nogil:
    """How many cards of a deck a seat holds that this View does not know."""
    return held_of_deck(s, seat, deck) - count_of_deck(s.held[seat], deck)

cdef inline int open_of_deck(const Veil* s, int seat, int zone, int deck) noexcept nogil:
    cdef int found = 0
    cdef int card = next_in_zone(s, seat, zone, 0)
    while card < CARDS:
        found += has(s.open, card) & (deck_of(card) == deck)
        card = next_in_zone(s, seat, zone, card + 1)
    return found

cdef int may_lie(const Veil* s, int seat, int zone, int card) noexcept nogil:
    """Whether a seat may have this card, not open, in a zone, as far as the View can tell."""
    cdef int deck = deck_of(card)
    if card >= CARDS or s.count[seat][zone][deck] <= open_of_deck(s, seat, zone, deck):
        return 0
    if has(s.held[seat], card):
        return not has(s.open, card) and (s.place[card] == zone or s.place[card] == ZONE_ANY)
    return has(s.pile, card) and not sees_hand(s, seat) and unknown_of_deck(s, seat, deck) > 0

cdef int class_may_lie(const Veil* s, int seat, int kind) noexcept nogil:
    """Whether a payment of this deck and initiative may be told next."""
    cdef int deck = kind // INITIATIVES
    cdef int i, found = 0
    for i in range(deck * INITIATIVES, (deck + 1) * INITIATIVES):
        found += s.tags[seat][i]
    return found < s.count[seat][ZONE_PAY][deck]

cdef int view_allows_referee(const VeilRules* r, const Veil* s, int code) noexcept nogil:
    cdef int seat = s.awaited_seat
    if s.awaited == AWAIT_CLAIMS:
        if not CODE_CLAIMS <= code < CODE_SHOWS:
            return 0
        if sees_hand(s, seat):
            return code - CODE_CLAIMS == claim_to_tell(s, seat)
        return not (s.claims[seat] >> (code - CODE_CLAIMS)) & 1
    if s.awaited == AWAIT_SHOWS:
        return CODE_SHOWS <= code < CODE_PAYS and deck_of(code - CODE_SHOWS) == shown_deck(s, seat)
    if s.awaited == AWAIT_PAYS:
        return CODE_PAYS <= code < CODE_BIDS and class_may_lie(s, seat, code - CODE_PAYS)
    if s.awaited == AWAIT_FAILS:
        return code == CODE_FAILS
    if s.awaited == AWAIT_PLANS and code == CODE_PLANS_DOWN:
        return 1
    if not referee_code(s.awaited) <= code < referee_code(s.awaited) + CARDS:
        return 0
    if s.awaited_zone == ZONE_QUEST and not may_be_quest(s, s.awaited_what, code - CODE_DISCARDS):
        return 0
    return may_lie(s, seat, s.awaited_zone, code - referee_code(s.awaited))

cdef inline int shown_deck(const Veil* s, int seat) noexcept nogil:
    cdef int shown = s.shown[seat][s.shown_told[seat]]
    return shown - SHOWN if shown >= SHOWN else deck_of(shown)

cdef int view_allows_chance(const VeilRules* r, const Veil* s, int code) noexcept nogil:
    """An outcome of chance that this View holds possible."""
    cdef int what = s.awaited_what
    if s.awaited == AWAIT_DRAW:
        if sees_hand(s, s.awaited_seat):
            return CODE_DRAW <= code < CODE_HIDDEN_DRAW and deck_of(code - CODE_DRAW) == what and has(s.pile, code - CODE_DRAW)
        return code == CODE_HIDDEN_DRAW + what
    if s.awaited == AWAIT_RESHUFFLE:
        return code == CODE_RESHUFFLE + what
    if s.awaited == AWAIT_TILE:
        code -= CODE_TILE + what * TILES
        return 0 <= code < TILES and (tile_pool(r, s, what) >> code) & 1
    if s.awaited == AWAIT_MIST:
        return mist_possible(s, code - CODE_MIST - what * MIST_CARDS)
    if s.awaited == AWAIT_PROPHECY:
        code -= CODE_PROPHECY
        return 0 <= code < PROPHECIES and (next_prophecies(s) >> code) & 1
    code -= CODE_ARTIFACT
    return s.awaited == AWAIT_ARTIFACT and 0 <= code < ARTIFACTS and (next_artifacts(s) >> code) & 1

cdef int mist_possible(const Veil* s, int card) noexcept nogil:
    if card < 0 or card >= MIST_CARDS:
        return 0
    if card == ARTIFACTS + BEASTS:
        return s.mist_grail
    if card >= ARTIFACTS:
        return s.mist_beasts and s.beast_place[card - ARTIFACTS] == IN_POOL
    return s.mist_artifacts and s.artifact_place[card] == IN_POOL

cdef int view_allows_hidden(const VeilRules* r, const Veil* s, const Frame* f, int code) noexcept nogil:
    """A masked choice of another seat."""
    cdef int seat = f.seat
    if code == CODE_DONE:
        return f.kind != F_ICON and f.step == 1 or f.kind == F_BID and f.step == BID_CHOOSE
    if f.kind == F_COMMIT:
        if f.step == 0:
            return in_range(code, CODE_HIDDEN_PLAY) and s.count[seat][ZONE_HAND][code - CODE_HIDDEN_PLAY]
        if code == CODE_HIDDEN_CLAIM:
            return s.claim_count[seat] < 2 and in_zone(s, seat, ZONE_PAY) == 0
        if in_range(code, CODE_HIDDEN_SHOW):
            return shows_made(s, seat) < s.claim_count[seat] and s.count[seat][ZONE_HAND][code - CODE_HIDDEN_SHOW]
        return in_range(code, CODE_HIDDEN_PAY) and s.count[seat][ZONE_HAND][code - CODE_HIDDEN_PAY]
    if f.kind == F_ICON:
        return in_range(code, CODE_HIDDEN_QUEST) and s.count[seat][ZONE_HAND][code - CODE_HIDDEN_QUEST]
    if f.kind == F_BID:
        return in_range(code, CODE_HIDDEN_BID) and s.count[seat][ZONE_HAND][code - CODE_HIDDEN_BID]
    if f.step == 0:
        if code == CODE_PLAN_NONE:
            return 1
        return in_range(code, CODE_HIDDEN_PLAN) and s.count[seat][ZONE_HAND][code - CODE_HIDDEN_PLAN]
    if not in_range(code, CODE_HIDDEN_BONUS) or in_zone(s, seat, ZONE_BONUS) >= BONUS_CARDS:
        return 0
    return s.count[seat][ZONE_HAND][code - CODE_HIDDEN_BONUS]

cdef inline int in_range(int code, int first) noexcept nogil:
    return first <= code < first + DECKS

cdef int view_allows_card(const VeilRules* r, const Veil* s, const Frame* f, int code) noexcept nogil:
    """A card that another seat pays or discards for all to see."""
    if f.kind == F_PAY:
        return CODE_PAY <= code < CODE_SHOW and code - CODE_PAY >= f.b and may_lie(s, f.seat, ZONE_HAND, code - CODE_PAY)
    if code == CODE_SKIP:
        return f.a == 0 and r.effects[f.x].who == WHO_SELF
    if not CODE_DISCARD <= code < CODE_FIRST or code - CODE_DISCARD < f.b:
        return 0
    if r.effects[f.x].deck >= 0 and deck_of(code - CODE_DISCARD) != r.effects[f.x].deck:
        return 0
    return may_lie(s, f.seat, ZONE_HAND, code - CODE_DISCARD)

cdef inline int shows_own_cards(const VeilRules* r, const Frame* f) noexcept nogil:
    """Whether the moves of a frame depend on a hand and are seen by all."""
    return f.kind == F_PAY or f.kind == F_ICON and r.effects[f.x].verb == DO_DISCARD

cdef int listed(const VeilRules* r, const Veil* s, Event event) noexcept nogil:
    """Whether a move stands in the list of the seat to act."""
    cdef Event moves[MAX_LEGAL]
    cdef int i
    for i in range(list_moves(r, s, moves)):
        if moves[i] == event:
            return 1
    return 0

cdef int veil_allows(const void* rules, const void* state, Event event) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>state
    cdef Event events[MAX_LEGAL]
    cdef double chances[MAX_LEGAL]
    cdef int i
    cdef int code = code_of(event), source = source_of(event)
    if event >> 22 or code >= CODES or s.actor == OVER:
        return 0
    if s.actor != CHANCE:
        if source != SOURCE_MOVE or seat_of(event) != s.actor:
            return 0
        if s.viewer != NONE and s.viewer != s.actor:
            if hides_moves(r, top_of(s)) and not (top_of(s).kind == F_BID and top_of(s).step == BID_TIES):
                return view_allows_hidden(r, s, top_of(s), code)
            if shows_own_cards(r, top_of(s)):
                return view_allows_card(r, s, top_of(s), code)
        return listed(r, s, event)
    if source != (SOURCE_REFEREE if s.awaited >= AWAIT_PLAYS else SOURCE_CHANCE):
        return 0
    if seat_of(event) != (s.awaited_seat if s.awaited_seat != NONE else NO_SEAT):
        return 0
    if s.viewer != NONE:
        return view_allows_referee(r, s, code) if s.awaited >= AWAIT_PLAYS else view_allows_chance(r, s, code)
    for i in range(veil_outcomes(rules, state, events, chances)):
        if events[i] == event:
            return 1
    return 0
