# What chance and the referee bring: the outcomes of a State, and what each event does in a State or a View.

cdef inline int referee_code(int awaited) noexcept nogil:
    """Where the codes begin by which the referee shows a card."""
    if awaited == AWAIT_PLAYS:
        return CODE_PLAYS
    if awaited == AWAIT_BIDS:
        return CODE_BIDS
    if awaited == AWAIT_PLANS:
        return CODE_PLANS
    if awaited == AWAIT_ADDS:
        return CODE_ADDS
    return CODE_COMBAT if awaited == AWAIT_COMBAT else CODE_DISCARDS

cdef inline int hidden_card(const Veil* s, int seat, int zone) noexcept nogil:
    """The first card of a zone that does not lie open; CARDS."""
    cdef int card = next_in_zone(s, seat, zone, 0)
    while card < CARDS and has(s.open, card):
        card = next_in_zone(s, seat, zone, card + 1)
    return card

cdef Event referee_event(const VeilRules* r, const Veil* s) noexcept nogil:
    """The one thing that the referee can say."""
    cdef int seat = s.awaited_seat
    cdef int code
    if s.awaited == AWAIT_CLAIMS:
        code = CODE_CLAIMS + claim_to_tell(s, seat)
    elif s.awaited == AWAIT_SHOWS:
        code = CODE_SHOWS + s.shown[seat][s.shown_told[seat]]
    elif s.awaited == AWAIT_PAYS:
        code = CODE_PAYS + tag_to_tell(r, s, seat)
    elif s.awaited == AWAIT_FAILS:
        code = CODE_FAILS
    elif s.awaited == AWAIT_PLANS and s.plan_down[seat]:
        code = CODE_PLANS_DOWN
    elif s.awaited_zone == ZONE_QUEST:
        code = CODE_DISCARDS + s.quest_card[s.awaited_what]
    else:
        code = referee_code(s.awaited) + hidden_card(s, seat, s.awaited_zone)
    return make(code, seat, SOURCE_REFEREE)

# --- pools -------------------------------------------------------------------------------------------

cdef unsigned int tile_pool(const VeilRules* r, const Veil* s, int region) noexcept nogil:
    """Tiles of the region's ring that do not lie face up."""
    cdef unsigned int found = 0
    cdef int i
    for i in range(TILES):
        if r.tiles[i].ring == r.ring_of[region]:
            found |= 1u << i
    for i in range(REGIONS):
        if s.tile[i] != NONE:
            found &= ~(1u << s.tile[i])
    return found

cdef inline unsigned int pool_mask(const uint8_t* place, int count) noexcept nogil:
    cdef unsigned int found = 0
    cdef int i
    for i in range(count):
        found |= <unsigned int>(place[i] == IN_POOL) << i
    return found

cdef inline int nth_bit(unsigned int mask, int n) noexcept nogil:
    while n:
        mask &= mask - 1
        n -= 1
    return __builtin_ctz(mask)

cdef inline unsigned int next_artifacts(const Veil* s) noexcept nogil:
    """What may lie on top of the artifact deck: the unordered part if any of it is left, else the first known one."""
    if in_pool(s.artifact_place, ARTIFACTS) > s.mist_artifacts:
        return pool_mask(s.artifact_place, ARTIFACTS)
    return 1u << s.artifact_queue[0]

cdef inline unsigned int next_prophecies(const Veil* s) noexcept nogil:
    return ~s.prophecies_used & ((1u << PROPHECIES) - 1)

# --- outcomes ----------------------------------------------------------------------------------------

cdef int list_even(unsigned int mask, int code, int seat, Event* events, double* chances) noexcept nogil:
    """An event for each bit, all equally likely."""
    cdef int total = __builtin_popcount(mask)
    cdef int found = 0
    while mask:
        events[found] = make(code + __builtin_ctz(mask), seat, SOURCE_CHANCE)
        chances[found] = 1.0 / total
        found += 1
        mask &= mask - 1
    return found

cdef int list_cards(const Veil* s, int deck, int seat, Event* events, double* chances) noexcept nogil:
    cdef int card = next_of_deck(s.pile, 0, deck)
    cdef int found = 0
    while card < CARDS:
        events[found] = make(CODE_DRAW + card, seat, SOURCE_CHANCE)
        chances[found] = 1.0 / s.pile_count[deck]
        found += 1
        card = next_of_deck(s.pile, card + 1, deck)
    return found

cdef int list_mist(const Veil* s, int region, Event* events, double* chances) noexcept nogil:
    """The Grail, an artifact or a beast, each kind as likely as it lies face down."""
    cdef int total = s.mist_grail + s.mist_artifacts + s.mist_beasts
    cdef int code = CODE_MIST + region * MIST_CARDS
    cdef int found = 0, i
    if s.mist_artifacts:
        found = list_even(pool_mask(s.artifact_place, ARTIFACTS), code, NO_SEAT, events, chances)
        for i in range(found):
            chances[i] *= <double>s.mist_artifacts / total
    if s.mist_beasts:
        i = found
        found += list_even(pool_mask(s.beast_place, BEASTS), code + ARTIFACTS, NO_SEAT, &events[found], &chances[found])
        for i in range(i, found):
            chances[i] *= <double>s.mist_beasts / total
    if s.mist_grail:
        events[found] = make(code + ARTIFACTS + BEASTS, NO_SEAT, SOURCE_CHANCE)
        chances[found] = 1.0 / total
        found += 1
    return found

cdef int veil_outcomes(const void* rules, const void* state, Event* events, double* chances) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>state
    if s.actor != CHANCE or s.viewer != NONE:
        return 0
    if s.awaited == AWAIT_DRAW:
        return list_cards(s, s.awaited_what, s.awaited_seat, events, chances)
    if s.awaited == AWAIT_TILE:
        return list_even(tile_pool(r, s, s.awaited_what), CODE_TILE + s.awaited_what * TILES, NO_SEAT, events, chances)
    if s.awaited == AWAIT_MIST:
        return list_mist(s, s.awaited_what, events, chances)
    if s.awaited == AWAIT_PROPHECY:
        return list_even(next_prophecies(s), CODE_PROPHECY, NO_SEAT, events, chances)
    if s.awaited == AWAIT_ARTIFACT:
        return list_even(next_artifacts(s), CODE_ARTIFACT, NO_SEAT, events, chances)
    chances[0] = 1.0
    if s.awaited == AWAIT_RESHUFFLE:
        events[0] = make(CODE_RESHUFFLE + s.awaited_what, NO_SEAT, SOURCE_CHANCE)
    else:
        events[0] = referee_event(r, s)
    return 1

cdef Event sample_mist(const Veil* s, Rng* rng) noexcept nogil:
    cdef int code = CODE_MIST + s.awaited_what * MIST_CARDS
    cdef int drawn = below(rng, s.mist_grail + s.mist_artifacts + s.mist_beasts)
    cdef unsigned int pool
    if drawn < s.mist_artifacts:
        pool = pool_mask(s.artifact_place, ARTIFACTS)
        code += nth_bit(pool, below(rng, __builtin_popcount(pool)))
    elif drawn < s.mist_artifacts + s.mist_beasts:
        pool = pool_mask(s.beast_place, BEASTS)
        code += ARTIFACTS + nth_bit(pool, below(rng, __builtin_popcount(pool)))
    else:
        code += ARTIFACTS + BEASTS
    return make(code, NO_SEAT, SOURCE_CHANCE)

cdef Event sample_even(unsigned int pool, int code, Rng* rng) noexcept nogil:
    return make(code + nth_bit(pool, below(rng, __builtin_popcount(pool))), NO_SEAT, SOURCE_CHANCE)

cdef inline int nth_card(const uint64_t* cards, int deck, int n) noexcept nogil:
    cdef int card = next_of_deck(cards, 0, deck)
    while n:
        card = next_of_deck(cards, card + 1, deck)
        n -= 1
    return card

cdef Event veil_sample(const void* rules, const void* state, Rng* rng) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef const Veil* s = <const Veil*>state
    cdef int deck = s.awaited_what
    if s.awaited == AWAIT_DRAW:
        return make(CODE_DRAW + nth_card(s.pile, deck, below(rng, s.pile_count[deck])), s.awaited_seat, SOURCE_CHANCE)
    if s.awaited == AWAIT_TILE:
        return sample_even(tile_pool(r, s, s.awaited_what), CODE_TILE + s.awaited_what * TILES, rng)
    if s.awaited == AWAIT_MIST:
        return sample_mist(s, rng)
    if s.awaited == AWAIT_PROPHECY:
        return sample_even(next_prophecies(s), CODE_PROPHECY, rng)
    if s.awaited == AWAIT_ARTIFACT:
        return sample_even(next_artifacts(s), CODE_ARTIFACT, rng)
    if s.awaited == AWAIT_RESHUFFLE:
        return make(CODE_RESHUFFLE + s.awaited_what, NO_SEAT, SOURCE_CHANCE)
    return referee_event(r, s)

# --- what they do ------------------------------------------------------------------------------------

cdef void take_chance(const VeilRules* r, Veil* s, Event event) noexcept nogil:
    """An event of chance or of the referee, full or masked."""
    cdef int code = code_of(event)
    cdef int seat = s.awaited_seat
    if code >= CODE_PLAYS:
        take_referee(r, s, code, seat)
    elif code >= CODE_RESHUFFLE:
        reshuffle(s, code - CODE_RESHUFFLE)
    elif code >= CODE_ARTIFACT:
        draw_artifact(s, code - CODE_ARTIFACT)
    elif code >= CODE_PROPHECY:
        draw_prophecy(s, code - CODE_PROPHECY)
    elif code >= CODE_MIST:
        turn_mist(s, (code - CODE_MIST) // MIST_CARDS, (code - CODE_MIST) % MIST_CARDS)
    elif code >= CODE_TILE:
        s.tile[(code - CODE_TILE) // TILES] = (code - CODE_TILE) % TILES
    else:
        take_card(s, code, seat)

cdef void take_card(Veil* s, int code, int seat) noexcept nogil:
    """A drawn card, seen or not."""
    if top(s).kind == F_DRAWS:
        top(s).bits -= <uint32_t>1 << (8 * s.awaited_what)
    if code >= CODE_HIDDEN_DRAW:
        gain_hidden(s, seat, code - CODE_HIDDEN_DRAW, s.awaited_zone)
    else:
        gain_card(s, seat, code - CODE_DRAW, s.awaited_zone)
    s.stale = 1

cdef void draw_artifact(Veil* s, int artifact) noexcept nogil:
    if s.artifact_place[artifact] == IN_QUEUE:
        from_queue(s.artifact_queue, ARTIFACTS)
    s.artifact_place[artifact] = PICKED

cdef void draw_prophecy(Veil* s, int prophecy) noexcept nogil:
    s.prophecy[s.awaited_what] = prophecy
    s.prophecies_used |= 1 << prophecy

cdef void turn_mist(Veil* s, int region, int card) noexcept nogil:
    """A mist card is turned up: from now on the region is explored."""
    s.stale = 1
    s.explored |= 1 << region
    if card == ARTIFACTS + BEASTS:
        s.mist[region] = GRAIL
        s.mist_grail = 0
    elif card >= ARTIFACTS:
        s.mist[region] = NO_CARD
        s.mist_beasts -= 1
        s.beast_place[card - ARTIFACTS] = NEUTRAL
        s.beast_at[card - ARTIFACTS] = region
    else:
        s.mist[region] = RELIC
        s.mist_artifacts -= 1
        s.artifact_place[card] = SHOWN_AT + region

cdef void take_referee(const VeilRules* r, Veil* s, int code, int seat) noexcept nogil:
    cdef int card
    if code >= CODE_DISCARDS:
        if s.awaited_zone == ZONE_HAND:
            s.vp[seat] += 1            # the end of a season
        elif s.awaited_zone == ZONE_QUEST:
            take_down_flag(s, s.awaited_what, code - CODE_DISCARDS)
        fall(r, s, seat, code - CODE_DISCARDS, s.awaited_zone)
    elif code == CODE_FAILS:
        s.failed |= 1 << seat
    elif code == CODE_PLANS_DOWN:
        s.plan[seat] = PLAN_DOWN
    elif CODE_CLAIMS <= code < CODE_SHOWS:
        tell_claim(s, seat, code - CODE_CLAIMS)
    elif CODE_SHOWS <= code < CODE_PAYS:
        tell_shown(s, seat, code - CODE_SHOWS)
    elif CODE_PAYS <= code < CODE_BIDS:
        tell_payment(s, seat, code - CODE_PAYS)
    else:
        card = code - referee_code(s.awaited)
        turn_up(s, seat, card, s.awaited_zone)
        if s.awaited == AWAIT_PLANS:
            s.plan[seat] = PLAN_UP
            s.plan_card[seat] = card
