# Icons other than moves: tracks, cards, tokens, artifacts, what happens in battle. And payments, draws, losses.

cdef enum:
    ICON_ASK = 10          # a gain that may be declined, or has a price
    ICON_DRAWN = 11        # the artifact has come

cdef inline int is_move(int verb) noexcept nogil:
    return DO_MOVE1 <= verb <= DO_IN

cdef void step_icon(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int verb = r.effects[f.x].verb
    if verb == DO_DEPLOY:
        step_deploy(r, s, f)
    elif is_move(verb):
        if r.effects[f.x].piece >= 0:
            step_beast_move(r, s, f)
        else:
            step_move(r, s, f)
    elif verb == DO_SETTLE:
        step_settle(r, s, f)
    elif verb == DO_DRAW:
        step_draw(r, s, f)
    elif verb == DO_DISCARD:
        step_discard(r, s, f)
    elif verb == DO_EXPLORE or verb == DO_PLACE:
        step_goto(r, s, f)
    elif verb == DO_TOKEN:
        step_token(r, s, f)
    elif verb == DO_ARTIFACT:
        step_artifact(r, s, f)
    elif verb == DO_LOSE:
        step_lose(r, s, f)
    elif verb >= DO_LEYLINE:
        step_faction(r, s, f)
    else:
        step_gain(r, s, f)

cdef int list_icon(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int verb = r.effects[f.x].verb
    if verb == DO_DEPLOY:
        return list_deploy(r, s, f, moves)
    if is_move(verb):
        return list_beast_move(r, s, f, moves) if r.effects[f.x].piece >= 0 else list_move(r, s, f, moves)
    if verb == DO_SETTLE:
        return list_settle(r, s, f, moves)
    if verb == DO_DRAW:
        return list_draw(r, s, f, moves)
    if verb == DO_DISCARD:
        return list_discard(r, s, f, moves)
    if verb == DO_EXPLORE or verb == DO_PLACE:
        return list_goto(r, s, f, moves)
    if verb == DO_TOKEN:
        return list_token(r, s, f, moves)
    if verb == DO_ARTIFACT:
        return list_equip(r, s, f.seat, f.a, moves)
    if verb == DO_LOSE:
        return list_losses(r, s, f.seat, f.there, r.effects[f.x].units, moves)
    if verb >= DO_LEYLINE:
        return list_faction(r, s, f, moves)
    moves[0] = make(CODE_GAIN, f.seat, SOURCE_MOVE)
    moves[1] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
    return 2

cdef void take_icon(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int verb = r.effects[f.x].verb
    if verb == DO_DEPLOY:
        take_deploy(r, s, f, code)
    elif is_move(verb):
        if r.effects[f.x].piece >= 0:
            take_beast_move(r, s, f, code)
        else:
            take_move(r, s, f, code)
    elif verb == DO_SETTLE:
        take_settle(r, s, f, code)
    elif verb == DO_DRAW:
        take_draw(r, s, f, code)
    elif verb == DO_DISCARD:
        take_discard(r, s, f, code)
    elif verb == DO_EXPLORE or verb == DO_PLACE:
        take_goto(r, s, f, code)
    elif verb == DO_TOKEN:
        take_token(r, s, f, code)
    elif verb == DO_ARTIFACT:
        take_equip(r, s, f.seat, f.a, code)
        finish_icon(r, s, 1, NONE, 0, 0)
    elif verb == DO_LOSE:
        lose(r, s, f.seat, code)
        f.a += 1
    elif code == CODE_SKIP:
        skip_icon(r, s)
    elif verb >= DO_LEYLINE:
        take_faction(r, s, f, code)
    else:
        gain(r, s, f)

# --- gains without a choice -----------------------------------------------------------------

cdef inline int may_decline(const VeilRules* r, const VeilEffect* e, int number) noexcept nogil:
    """Whether the owner is asked before a gain."""
    if e.pow > 0:
        return 1
    return r.decline and DO_POWER <= e.verb <= DO_FAVOR and e.who == WHO_SELF and number > 0

cdef void step_gain(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    if f.step == ICON_START and may_decline(r, e, amount(r, s, e, f.seat, f.here, f.there)):
        f.step = ICON_ASK
    if f.step == ICON_ASK:
        ask(s, f.seat)
    else:
        gain(r, s, f)

cdef void gain(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """An icon that needs no place: done, or not if it cannot be paid for."""
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int seat = f.seat
    cdef int number = amount(r, s, e, seat, f.here, f.there)
    cdef int verb = e.verb
    if verb == DO_FAVOR and number > 0:
        finish_icon(r, s, 1, NONE, 0, 0)
        push_favor(s, seat, number)
        return
    if verb == DO_EQUIP:
        finish_icon(r, s, 1, NONE, 0, 0)
        push(s, F_EQUIP, seat)
        return
    if e.flags & FLAG_LEVEL:
        number = strength_to_level(r, s, seat, number)
    if DO_STRENGTH <= verb <= DO_NEGATE or verb == DO_RULE or verb == DO_DISCARD_PLAN:
        gain_in_battle(s, list_below(s), e, seat, number)
        finish_icon(r, s, 1, NONE, 0, 0)
        return
    finish_icon(r, s, change_track(r, s, verb, seat, number), NONE, 0, 0)

cdef int change_track(const VeilRules* r, Veil* s, int verb, int seat, int number) noexcept nogil:
    """VP, power, favor lost, stars; 0 if nothing happened."""
    s.stale = 1
    if verb == DO_STAR:
        number = stars_behind(r, s, seat)
        s.vp[seat] += number
        return number > 0
    if verb == DO_VP and s.vp[seat] + number >= 0:
        s.vp[seat] += number
    elif verb == DO_POWER and s.power[seat] + number >= 0:
        s.power[seat] = min(s.power[seat] + number, <int>r.factions[s.faction[seat]].track)
    elif verb == DO_FAVOR and s.favor[seat] + number >= 0:
        s.favor[seat] += number
    else:
        return 0
    return number != 0

cdef int stars_behind(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Stars strictly between a seat's marker and the leader's, by total VP."""
    cdef int low = s.vp[seat] + 1, high = highest_vp(r, s)
    if high <= low:
        return 0
    return stars_before(r, high) - stars_before(r, low)

cdef inline int stars_before(const VeilRules* r, int vp) noexcept nogil:
    """Stars on all spaces before this one, laps counted."""
    return vp // OPEN_SPACES * r.stars_upto[OPEN_SPACES] + r.stars_upto[vp % OPEN_SPACES]

cdef void gain_in_battle(Veil* s, const Frame* source, const VeilEffect* e, int seat, int number) noexcept nogil:
    """Strength, limits and what else holds in this battle alone; when revealed it is noted by whom."""
    cdef int owner = source.seat
    cdef int revealed = source.bits & LIST_REVEALED != 0
    if e.verb == DO_RULE:
        if e.rule == RULE_NO_SECOND:
            s.no_second |= 1 << owner
    elif e.verb == DO_DISCARD_PLAN:
        s.drop_plan |= 1 << owner
    elif e.verb == DO_NEGATE:
        if not revealed or not is_negated(s, owner):
            s.negated[seat] |= 1 << (owner + (4 if revealed else 0))
    elif e.verb == DO_LIMIT and revealed:
        s.limit_by[owner][seat] += number
    elif e.verb == DO_LIMIT:
        s.limit_bonus[seat] += number
    elif revealed:
        s.strength_by[owner][seat] += number
    else:
        s.bonus[seat] += number

# --- a named piece goes somewhere --------------------------------------------------------------------

cdef inline unsigned int beast_aims(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions that the named beast or champion may move to."""
    cdef int at = place_of(s, f.seat, token_of(r.effects[f.x].piece))
    if at >= REGIONS or not (s.explored >> at) & 1:
        return 0
    return aims(r, s, f) & reach(r, s, f, at)

cdef void step_beast_move(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if beast_aims(r, s, f) == 0:
        skip_icon(r, s)
    else:
        ask(s, f.seat)

cdef int list_beast_move(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found = list_regions(beast_aims(r, s, f), CODE_TO, f.seat, moves)
    moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_beast_move(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_SKIP:
        skip_icon(r, s)
        return
    put_piece(s, f.seat, token_of(r.effects[f.x].piece), code - CODE_TO)
    finish_icon(r, s, 1, code - CODE_TO, kind_of(token_of(r.effects[f.x].piece)), 1)

cdef unsigned int explorable(const VeilRules* r, const Veil* s, const VeilEffect* e, int seat, int here) noexcept nogil:
    """Unexplored regions where such a unit could explore by a card or a power."""
    cdef unsigned int found = filtered(r, s, e.to, seat, here, NONE) & ~s.explored & unit_mask(s, seat)
    cdef int region
    if s.war or s.explored_turn or s.active != seat:
        return 0
    for region in range(REGIONS):
        if not pieces_at(r, s, seat, region, e.units) and not (e.units & UNIT_WARRIORS and s.warriors[seat][region]):
            found &= ~(1u << region)
    return found

cdef unsigned int places_for(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions for a beast that is put somewhere, or for an exploration."""
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int at
    if e.verb == DO_EXPLORE:
        return explorable(r, s, e, f.seat, f.here)
    if e.piece == ANCIENT:
        return ancient_aims(r, s, f, e)
    if e.piece < 0 or not owns_beast(s, f.seat, e.piece):
        return 0
    at = s.beast_at[e.piece]
    return filtered(r, s, e.to, f.seat, f.here, f.there) & ~(1u << at if at < REGIONS else 0)

cdef void step_goto(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if places_for(r, s, f) == 0:
        skip_icon(r, s)
    else:
        ask(s, f.seat)

cdef int list_goto(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found = list_regions(places_for(r, s, f), CODE_TO, f.seat, moves)
    moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_goto(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int seat = f.seat, region = code - CODE_TO
    if code == CODE_SKIP:
        skip_icon(r, s)
        return
    if e.verb == DO_PLACE:
        if e.piece == ANCIENT:
            place_ancient(s, seat, region)
        else:
            put_piece(s, seat, FIRST_BEAST + e.piece, region)
        finish_icon(r, s, 1, region, UNIT_BEASTS, 0)
        return
    finish_icon(r, s, 1, region, 0, 0)
    begin_exploration(s, seat, region)

# --- cards -------------------------------------------------------------------------------------

cdef inline int can_draw(const Veil* s, int deck, int already) noexcept nogil:
    """Whether one more card of a deck could be drawn after so many."""
    return s.pile_count[deck] > already or s.pile_count[deck] + discarded(s, deck) > already

cdef inline int any_draw(const Veil* s, uint32_t chosen) noexcept nogil:
    cdef int deck
    for deck in range(DECKS):
        if can_draw(s, deck, (chosen >> (8 * deck)) & 0xFF):
            return 1
    return 0

cdef inline int total_draws(uint32_t chosen) noexcept nogil:
    return (chosen & 0xFF) + (chosen >> 8 & 0xFF) + (chosen >> 16 & 0xFF) + (chosen >> 24)

cdef int list_decks(const Veil* s, int seat, uint32_t chosen, Event* moves) noexcept nogil:
    """Decks to draw from, not before one that was chosen already: the order of choices is nothing."""
    cdef int deck, found = 0
    for deck in range(DECKS - 1, -1, -1):
        if can_draw(s, deck, (chosen >> (8 * deck)) & 0xFF):
            found += 1
        if (chosen >> (8 * deck)) & 0xFF:
            break
    return list_decks_from(s, seat, chosen, max(deck, 0), moves)

cdef int list_decks_from(const Veil* s, int seat, uint32_t chosen, int lowest, Event* moves) noexcept nogil:
    cdef int deck, found = 0
    for deck in range(lowest, DECKS):
        if can_draw(s, deck, (chosen >> (8 * deck)) & 0xFF):
            moves[found] = make(CODE_DECK + deck, seat, SOURCE_MOVE)
            found += 1
    return found

cdef inline void push_draws(Veil* s, int seat, uint32_t chosen) noexcept nogil:
    """Draw so many cards of each deck, a byte each."""
    if chosen:
        push(s, F_DRAWS, seat).bits = chosen

cdef void step_draws(Veil* s, Frame* f) noexcept nogil:
    """Chance brings the next card; an empty deck is made of its discards first."""
    cdef int deck
    for deck in range(DECKS):
        if (f.bits >> (8 * deck)) & 0xFF == 0:
            continue
        if s.pile_count[deck]:
            await_event(s, AWAIT_DRAW, f.seat, deck, ZONE_HAND)
        elif discarded(s, deck):
            await_event(s, AWAIT_RESHUFFLE, NONE, deck, ZONE_HAND)
        else:
            f.bits &= ~(<uint32_t>0xFF << (8 * deck))
            continue
        return
    pop(s)

cdef void step_draw(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int number = amount(r, s, e, f.seat, f.here, f.there)
    cdef int seat = f.seat
    cdef uint32_t chosen = f.bits
    if number <= 0 or not any_draw(s, 0):
        skip_icon(r, s)
        return
    if e.deck >= 0:
        chosen = <uint32_t>number << (8 * e.deck)
    if total_draws(chosen) >= number or not list_later(s, seat, chosen):
        finish_icon(r, s, 1, NONE, 0, 0)
        push_draws(s, seat, chosen)
        return
    ask(s, seat)

cdef inline int list_later(const Veil* s, int seat, uint32_t chosen) noexcept nogil:
    """How many decks may be chosen next."""
    cdef Event moves[DECKS]
    return list_decks(s, seat, chosen, moves)

cdef int list_draw(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found = list_decks(s, f.seat, f.bits, moves)
    if f.bits == 0:
        moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef void take_draw(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_SKIP:
        skip_icon(r, s)
    else:
        f.bits += <uint32_t>1 << (8 * (code - CODE_DECK))

cdef inline int hand_for(const Veil* s, const Frame* f, const VeilEffect* e) noexcept nogil:
    """Cards in the hand that a discard may take."""
    return hand_size(s, f.seat) if e.deck < 0 else s.count[f.seat][ZONE_HAND][e.deck]

cdef void step_discard(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """`a`: already discarded, `b`: lowest card to go on with."""
    cdef const VeilEffect* e = &r.effects[f.x]
    if f.a >= e.n:
        finish_icon(r, s, 1, NONE, 0, 0)
    elif hand_for(s, f, e) < e.n - f.a:
        skip_icon(r, s)
    else:
        ask(s, f.seat)

cdef int list_discard(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int found = list_payment(s, f.seat, f.b, e.n - f.a, e.deck, CODE_DISCARD, moves)
    if f.a == 0 and e.who == WHO_SELF:
        moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef void take_discard(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_SKIP:
        skip_icon(r, s)
        return
    fall(r, s, f.seat, code - CODE_DISCARD, ZONE_HAND)
    f.a += 1
    f.b = code - CODE_DISCARD + 1
    s.stale = 1

cdef int list_payment(const Veil* s, int seat, int lowest, int number, int deck, int code, Event* moves) noexcept nogil:
    """Cards of the hand in ascending order, as long as enough are left for the rest of the payment."""
    cdef int card = next_in_zone(s, seat, ZONE_HAND, lowest)
    cdef int found = 0
    while card < CARDS:
        if deck < 0 or deck_of(card) == deck:
            moves[found] = make(code + card, seat, SOURCE_MOVE)
            found += 1
        card = next_in_zone(s, seat, ZONE_HAND, card + 1)
    return max(0, found - number + 1)

cdef inline void push_payment(Veil* s, int seat, int number) noexcept nogil:
    """So many cards of the hand are discarded as a price."""
    if number > 0:
        push(s, F_PAY, seat).c = number

cdef void step_payment(Veil* s, Frame* f) noexcept nogil:
    if f.c == 0 or hand_size(s, f.seat) == 0:
        pop(s)
    else:
        ask(s, f.seat)

cdef void take_payment(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    fall(r, s, f.seat, code - CODE_PAY, ZONE_HAND)
    f.c -= 1
    f.b = code - CODE_PAY + 1
    s.stale = 1

# --- tokens ------------------------------------------------------------------------------------

cdef int list_token_places(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """Own settlements, heroes and beasts that may get a strength token."""
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef unsigned int regions = filtered(r, s, e.to, f.seat, f.here, f.there) & settled_mask(s, f.seat)
    if s.ancient_owner == f.seat:
        regions &= ~(1u << s.ancient_at)       # it has no place for tokens
    cdef int hero, beast, found = 0
    if s.tokens_left == 0:
        return 0
    if e.on & ON_SETTLEMENT:
        found = list_regions(regions, CODE_TOKEN, f.seat, moves)
    for hero in range(HEROES):
        if s.hero_at[f.seat][hero] != NONE and e.on & (ON_LORD if hero < LORDS else ON_CHAMPION):
            moves[found] = make(CODE_TOKEN + REGIONS + piece_of(r, s, f.seat, hero), f.seat, SOURCE_MOVE)
            found += 1
    for beast in range(BEASTS):
        if e.on & ON_BEAST and owns_beast(s, f.seat, beast):
            moves[found] = make(CODE_TOKEN + REGIONS + FIRST_BEAST + beast, f.seat, SOURCE_MOVE)
            found += 1
    return found

cdef void step_token(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef Event moves[32]
    if list_token_places(r, s, f, moves):
        ask(s, f.seat)
    else:
        skip_icon(r, s)

cdef int list_token(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found = list_token_places(r, s, f, moves)
    moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_token(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat, target = code - CODE_TOKEN
    if code == CODE_SKIP:
        skip_icon(r, s)
        return
    s.tokens_left -= 1
    if target < REGIONS:
        s.settled_tokens[seat][slot_in(s, seat, target)] += 1
    elif target < REGIONS + FIRST_BEAST:
        s.hero_tokens[seat][hero_of(target - REGIONS)] += 1
        recount_heroes(r, s, seat)
    else:
        s.beast_tokens[target - REGIONS - FIRST_BEAST] += 1
    s.stale = 1
    finish_icon(r, s, 1, target if target < REGIONS else NONE, 0, 0)

# --- artifacts ---------------------------------------------------------------------------------

cdef inline int spare_artifacts(const Veil* s) noexcept nogil:
    """Artifacts in the deck beside those that lie face down on the island."""
    cdef int i, found = in_pool(s.artifact_place, ARTIFACTS) - s.mist_artifacts
    for i in range(ARTIFACTS):
        found += s.artifact_queue[i] != NONE
    return found

cdef inline int kept_artifacts(const VeilRules* r, const Veil* s) noexcept nogil:
    """Artifacts that the mist of the seasons to come needs."""
    return r.players * (r.seasons - s.season)

cdef inline int artifacts_left(const VeilRules* r, const Veil* s) noexcept nogil:
    """Whether the deck holds another artifact beside those that the mist needs."""
    return spare_artifacts(s) > kept_artifacts(r, s)

cdef inline void await_artifact(Veil* s) noexcept nogil:
    await_event(s, AWAIT_ARTIFACT, NONE, NONE, NONE)

cdef inline int picked_artifact(const Veil* s, int first) noexcept nogil:
    """The first drawn artifact from `first` on; NONE."""
    cdef int artifact
    for artifact in range(first, ARTIFACTS):
        if s.artifact_place[artifact] == PICKED:
            return artifact
    return NONE

cdef void step_artifact(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef int seat = f.seat
    if f.step == ICON_START:
        if not artifacts_left(r, s):
            skip_icon(r, s)
            return
        f.step = ICON_DRAWN
        await_artifact(s)
        return
    f.a = picked_artifact(s, 0)
    if not e.flags & FLAG_NO_VP:
        s.vp[seat] += r.artifacts[f.a].vp
    s.artifact_place[f.a] = bearer_code(seat, BESIDE)
    s.stale = 1
    if e.flags & FLAG_EQUIP_ANY and free_heroes(r, s, seat, ALL_REGIONS):
        ask(s, seat)
    else:
        finish_icon(r, s, 1, NONE, 0, 0)

cdef int free_heroes(const VeilRules* r, const Veil* s, int seat, unsigned int regions) noexcept nogil:
    """Heroes with an empty artifact slot in these regions; ALL_REGIONS: wherever they are. A bit each."""
    cdef int hero, at, found = 0
    for hero in range(HEROES):
        at = s.hero_at[seat][hero]
        if regions != ALL_REGIONS and (at >= REGIONS or not (regions >> at) & 1):
            continue
        if borne_by(s, seat, hero) < slots_of(r, s, seat, hero):
            found |= 1 << hero
    return found

cdef inline int list_bearers(const VeilRules* r, const Veil* s, int seat, int artifact, int heroes, Event* moves) noexcept nogil:
    cdef int hero, found = 0
    for hero in range(HEROES):
        if (heroes >> hero) & 1:
            moves[found] = make(CODE_EQUIP + 6 * artifact + piece_of(r, s, seat, hero), seat, SOURCE_MOVE)
            found += 1
    moves[found] = make(CODE_EQUIP_NONE, seat, SOURCE_MOVE)
    return found + 1

cdef int list_equip(const VeilRules* r, const Veil* s, int seat, int artifact, Event* moves) noexcept nogil:
    return list_bearers(r, s, seat, artifact, free_heroes(r, s, seat, ALL_REGIONS), moves)

cdef void take_equip(const VeilRules* r, Veil* s, int seat, int artifact, int code) noexcept nogil:
    """A hero takes an artifact of the seat, or it lies beside the board."""
    cdef int hero = BESIDE
    if code != CODE_EQUIP_NONE:
        hero = hero_of((code - CODE_EQUIP) % 6)
    s.artifact_place[artifact] = bearer_code(seat, hero)
    recount_heroes(r, s, seat)

cdef void step_rearrange(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """All artifacts of a seat are given out anew, one after another; `a` is the next one."""
    cdef int artifact
    if f.step == 0:
        for artifact in range(ARTIFACTS):
            if owner_of_artifact(s, artifact) == f.seat:
                s.artifact_place[artifact] = bearer_code(f.seat, BESIDE)
        recount_heroes(r, s, f.seat)
        f.step = 1
    artifact = next_own(s, f.seat, f.a)
    if artifact == NONE or not free_heroes(r, s, f.seat, ALL_REGIONS):
        pop(s)
    else:
        f.a = artifact
        ask(s, f.seat)

cdef inline int next_own(const Veil* s, int seat, int first) noexcept nogil:
    cdef int artifact
    for artifact in range(first, ARTIFACTS):
        if owner_of_artifact(s, artifact) == seat:
            return artifact
    return NONE

# --- losses --------------------------------------------------------------------------------------

cdef int list_losses(const VeilRules* r, const Veil* s, int seat, int region, int kinds, Event* moves) noexcept nogil:
    """Units of a region that its owner may lose, one at a time."""
    cdef int mask, found = 0
    if region >= REGIONS:
        return 0
    mask = pieces_at(r, s, seat, region, kinds)
    while mask:
        moves[found] = make(CODE_LOSE + __builtin_ctz(mask) * REGIONS + region, seat, SOURCE_MOVE)
        found += 1
        mask &= mask - 1
    if kinds & UNIT_WARRIORS and s.warriors[seat][region]:
        moves[found] = make(CODE_LOSE + ONE_WARRIOR * REGIONS + region, seat, SOURCE_MOVE)
        found += 1
    return found

cdef void lose(const VeilRules* r, Veil* s, int seat, int code) noexcept nogil:
    cdef int piece = (code - CODE_LOSE) // REGIONS, region = (code - CODE_LOSE) % REGIONS
    if piece == ONE_WARRIOR:
        put_warriors(s, seat, region, -1)
    else:
        put_piece(s, seat, piece, SUPPLY)

cdef void step_lose(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """`a`: units lost so far. Where only one unit could be lost nobody is asked."""
    cdef const VeilEffect* e = &r.effects[f.x]
    cdef Event moves[PIECES + 1]
    cdef int found
    if f.step == ICON_START:
        f.step = ICON_PICK
        if f.there >= REGIONS:
            f.there = f.here       # no event is under way: the place of the text itself
    found = list_losses(r, s, f.seat, f.there, e.units, moves)
    if found == 0 or f.a >= amount(r, s, e, f.seat, f.here, f.there):
        finish_icon(r, s, f.a > 0, f.there, 0, 0)
    elif found == 1:
        lose(r, s, f.seat, code_of(moves[0]))
        f.a += 1
    else:
        ask(s, f.seat)

cdef inline int crowded(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """A region where a seat has more units than allowed; NONE."""
    cdef int region
    for region in range(REGIONS):
        if s.units[seat][region] > r.numbers.unit_limit:
            return region
    return NONE

cdef void push_limits(const VeilRules* r, Veil* s) noexcept nogil:
    """Whoever has too many units in a region must lose some before anything else goes on."""
    cdef int seat
    for seat in range(r.players - 1, -1, -1):
        if crowded(r, s, seat) != NONE:
            push(s, F_LIMIT, seat)

cdef void step_limit(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if crowded(r, s, f.seat) == NONE:
        pop(s)
    else:
        ask(s, f.seat)

cdef inline int list_limit(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    return list_losses(r, s, f.seat, crowded(r, s, f.seat), UNIT_WARRIORS | UNIT_CHAMPIONS | UNIT_LORDS | UNIT_BEASTS, moves)
