# Icons that bring units to the island, move them, and settle: all choices first, then all at once.

cdef enum:
    ICON_START = 0         # steps of an icon: where from or where to
    ICON_AIM = 1           # the second region
    ICON_PICK = 2          # the units, in ascending order

# --- restrictions of a claimed reduction ----------------------------------------------------

cdef const VeilReduction* restriction(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """The reduction that binds this icon of the chosen card; NULL if none does."""
    cdef const Frame* owner = f - 1
    cdef const VeilReduction* found
    cdef int i, card
    if owner.kind != F_LIST or not owner.bits & LIST_CARD or owner.bits & FACT_BREACHED:
        return NULL
    card = next_in_zone(s, f.seat, ZONE_CHOSEN, 0)
    if card >= CARDS:
        return NULL
    for i in range(2):
        found = &r.cards[card].reduction[i]
        if (s.claims[f.seat] >> i) & 1 and found.kind == REDUCE_ONLY and found.verb == r.effects[f.x].verb:
            return found
    return NULL

cdef inline int icon_units(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Kinds of units that the icon may touch now."""
    cdef const VeilReduction* bound = restriction(r, s, f)
    cdef int units = r.effects[f.x].units
    return units & bound.units if bound != NULL and bound.units >= 0 else units

cdef inline unsigned int bound_targets(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions that a restriction leaves."""
    cdef const VeilReduction* bound = restriction(r, s, f)
    if bound == NULL or bound.to < 0:
        return ALL_REGIONS
    return filtered(r, s, bound.to, f.seat, f.here, f.there)

cdef int reductions_of(const VeilRules* r, const Veil* s, int seat, int card, int restricted_too) noexcept nogil:
    """By how much the claimed reductions lower the cost."""
    cdef const VeilReduction* one
    cdef int i, sum = 0
    for i in range(2):
        one = &r.cards[card].reduction[i]
        if (s.claims[seat] >> i) & 1 and (restricted_too or one.kind != REDUCE_ONLY):
            sum += one.n
    return sum

cdef int breach_price(const VeilRules* r, const Veil* s, int seat, int card) noexcept nogil:
    """Cards to be paid for breaking the claimed restrictions."""
    cdef int cost = r.cards[card].cost
    return max(0, cost - reductions_of(r, s, seat, card, 0)) - max(0, cost - reductions_of(r, s, seat, card, 1))

cdef inline int may_breach(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    cdef int card
    if restriction(r, s, f) == NULL:
        return 0
    card = next_in_zone(s, f.seat, ZONE_CHOSEN, 0)
    return hand_size(s, f.seat) >= breach_price(r, s, f.seat, card)

cdef void take_breach(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int price = breach_price(r, s, f.seat, next_in_zone(s, f.seat, ZONE_CHOSEN, 0))
    list_below(s).bits |= FACT_BREACHED
    push_payment(s, f.seat, price)

# --- units at hand ---------------------------------------------------------------------------

cdef int pieces_at(const VeilRules* r, const Veil* s, int seat, int at, int kinds) noexcept nogil:
    """A seat's pieces of these kinds at a place, as a mask of tokens."""
    cdef int hero, beast, found = 0
    for hero in range(HEROES):
        if s.hero_at[seat][hero] == at and kinds & (UNIT_LORDS if hero < LORDS else UNIT_CHAMPIONS):
            found |= 1 << piece_of(r, s, seat, hero)
    if kinds & UNIT_BEASTS:
        for beast in range(BEASTS):
            if s.beast_at[beast] == at and owns_beast(s, seat, beast):
                found |= 1 << (FIRST_BEAST + beast)
    if s.knight_owner == seat and s.knight_at == at and at != SUPPLY and kinds & (UNIT_BEASTS | UNIT_CHAMPIONS):
        found |= 1 << KNIGHT
    if at == SUPPLY and s.leviathan == SUPPLY and kinds & UNIT_BEASTS and s.faction[seat] == r.numbers.tide_faction:
        found |= 1 << LEVIATHAN
    return found

cdef inline int lords_waiting(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Lords in the supply, as tokens."""
    return pieces_at(r, s, seat, SUPPLY, UNIT_LORDS)

cdef inline unsigned int deploy_targets(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Coast, or where the seat has a settlement."""
    return (r.ring[0] | settled_mask(s, seat)) & r.open

cdef inline int mask_of_units(const VeilRules* r, const Veil* s, const Frame* f, int at) noexcept nogil:
    """Pieces the icon may take from a place."""
    cdef int kinds = icon_units(r, s, f)
    cdef const VeilEffect* e = &r.effects[f.x]
    if e.piece >= 0:
        return pieces_at(r, s, f.seat, at, UNIT_BEASTS | UNIT_CHAMPIONS) & 1 << token_of(e.piece)
    return pieces_at(r, s, f.seat, at, kinds)

cdef inline int warriors_at(const VeilRules* r, const Veil* s, const Frame* f, int at) noexcept nogil:
    """Warriors the icon may take from a place."""
    if r.effects[f.x].piece >= 0 or not icon_units(r, s, f) & UNIT_WARRIORS:
        return 0
    return s.supply[f.seat] if at == SUPPLY else s.warriors[f.seat][at]

cdef inline int has_units(const VeilRules* r, const Veil* s, const Frame* f, int at) noexcept nogil:
    return mask_of_units(r, s, f, at) != 0 or warriors_at(r, s, f, at) > 0

# --- regions at hand -------------------------------------------------------------------------

cdef unsigned int deploy_regions(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    cdef const VeilEffect* e = &r.effects[f.x]
    if not has_units(r, s, f, SUPPLY) or amount(r, s, e, f.seat, f.here, f.there) <= 0:
        return 0
    if e.to < 0:
        return deploy_targets(r, s, f.seat) & bound_targets(r, s, f)
    return filtered(r, s, e.to, f.seat, f.here, f.there) & bound_targets(r, s, f)

cdef inline unsigned int aims(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions that a move icon may lead to, wherever it begins."""
    return filtered(r, s, r.effects[f.x].to, f.seat, f.here, f.there) & bound_targets(r, s, f)

cdef inline unsigned int reach(const VeilRules* r, const Veil* s, const Frame* f, int region) noexcept nogil:
    """Regions that are next to a region for this icon."""
    if r.effects[f.x].flags & FLAG_FAR:
        return ALL_REGIONS & ~(1u << region)
    return r.adjacent[region] | (roads_from(s, region) if follows(r, s, f.seat, RULE_OLD_ROADS) else 0)

cdef unsigned int origins(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Explored regions with own units that may be moved somewhere."""
    cdef unsigned int regions = filtered(r, s, r.effects[f.x].start, f.seat, f.here, f.there) & s.explored
    cdef unsigned int targets = aims(r, s, f)
    cdef unsigned int found = 0
    cdef int region
    for region in range(REGIONS):
        if (regions >> region) & 1 and s.units[f.seat][region] and reach(r, s, f, region) & targets:
            if has_units(r, s, f, region):
                found |= 1u << region
    return found

cdef unsigned int landing_regions(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Where a Lord may come from the supply by this move icon; such a move uses the whole icon."""
    cdef const VeilEffect* e = &r.effects[f.x]
    if e.start >= 0 or e.piece >= 0 or not icon_units(r, s, f) & UNIT_LORDS or not lords_waiting(r, s, f.seat):
        return 0
    return deploy_targets(r, s, f.seat) & aims(r, s, f)

cdef unsigned int goals(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions that an `in` may lead to."""
    cdef unsigned int found = landing_regions(r, s, f)
    cdef unsigned int targets = aims(r, s, f)
    cdef unsigned int sources = filtered(r, s, r.effects[f.x].start, f.seat, f.here, f.there) & s.explored
    cdef int region, start
    for start in range(REGIONS):
        if not (sources >> start) & 1 or not s.units[f.seat][start] or not has_units(r, s, f, start):
            continue
        found |= reach(r, s, f, start) & targets
    return found

cdef unsigned int sources_of(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions beside the chosen goal that an `in` may still draw from."""
    cdef unsigned int regions = filtered(r, s, r.effects[f.x].start, f.seat, f.here, f.there) & s.explored & reach(r, s, f, f.a)
    cdef unsigned int found = 0
    cdef int region
    for region in range(REGIONS):
        if (regions >> region) & 1 and has_units(r, s, f, region):
            found |= 1u << region
    return found

# --- what has been chosen ---------------------------------------------------------------------

cdef inline void forget_choice(Veil* s) noexcept nogil:
    memset(s.sent, NONE, PIECES)
    memset(s.sent_warriors, 0, REGIONS)

cdef inline int chosen_units(const Veil* s) noexcept nogil:
    cdef int i, found = 0
    for i in range(PIECES):
        found += s.sent[i] != NONE
    for i in range(REGIONS):
        found += s.sent_warriors[i]
    return found

cdef inline int list_pieces(int mask, int lowest, int code, int seat, Event* moves) noexcept nogil:
    """A move for each piece of a mask that is not before `lowest`."""
    cdef int found = 0
    if lowest >= 32:
        return 0
    mask = mask >> lowest << lowest
    while mask:
        moves[found] = make(code + __builtin_ctz(mask), seat, SOURCE_MOVE)
        found += 1
        mask &= mask - 1
    return found

cdef inline int list_regions(unsigned int regions, int code, int seat, Event* moves) noexcept nogil:
    cdef int found = 0
    while regions:
        moves[found] = make(code + __builtin_ctz(regions), seat, SOURCE_MOVE)
        found += 1
        regions &= regions - 1
    return found

cdef inline int list_skip(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """What ends the choice of an icon's place: leave it, or break a restriction."""
    cdef int found = 0
    if may_breach(r, s, f):
        moves[0] = make(CODE_BREACH, f.seat, SOURCE_MOVE)
        found = 1
    moves[found] = make(CODE_SKIP, f.seat, SOURCE_MOVE)
    return found + 1

# --- deploy -------------------------------------------------------------------------------------

cdef void step_deploy(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step == ICON_START:
        if deploy_regions(r, s, f) == 0 and not may_breach(r, s, f):
            skip_icon(r, s)
            return
    elif f.c >= amount(r, s, &r.effects[f.x], f.seat, f.here, f.there) or not more_to_put(r, s, f):
        deploy_chosen(r, s, f)
        return
    ask(s, f.seat)

cdef inline int more_to_put(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Whether anything after the last choice could be put as well."""
    if f.b > FIRST_WARRIORS:
        return 0
    return mask_of_units(r, s, f, SUPPLY) >> f.b != 0 or warriors_at(r, s, f, SUPPLY) > 0

cdef int list_deploy(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found, number, most
    if f.step == ICON_START:
        found = list_regions(deploy_regions(r, s, f), CODE_TO, f.seat, moves)
        return found + list_skip(r, s, f, &moves[found])
    found = list_pieces(mask_of_units(r, s, f, SUPPLY), f.b, CODE_PUT, f.seat, moves)
    most = min(amount(r, s, &r.effects[f.x], f.seat, f.here, f.there) - f.c, warriors_at(r, s, f, SUPPLY))
    for number in range(1, min(11, most) + 1):
        moves[found] = make(CODE_PUT + FIRST_WARRIORS + number, f.seat, SOURCE_MOVE)
        found += 1
    if f.c:
        moves[found] = make(CODE_DONE, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef void take_deploy(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int token
    if code == CODE_SKIP:
        skip_icon(r, s)
    elif code == CODE_BREACH:
        take_breach(r, s, f)
    elif f.step == ICON_START:
        f.step, f.a = ICON_PICK, code - CODE_TO
    elif code == CODE_DONE:
        deploy_chosen(r, s, f)
    else:
        token = code - CODE_PUT
        f.b = token + 1
        if token >= FIRST_WARRIORS:
            s.sent_warriors[f.a] = token - FIRST_WARRIORS
            f.c += token - FIRST_WARRIORS
        else:
            s.sent[token] = f.a
            f.c += 1

cdef inline int deployed_place(const VeilRules* r, int piece, int region) noexcept nogil:
    """Where a deployed piece stands: a sea beast in the sea, whatever the region."""
    if FIRST_BEAST <= piece < KNIGHT and r.beasts[piece - FIRST_BEAST].rule == RULE_SEA_BEAST:
        return SEA
    return region

cdef void deploy_chosen(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int piece, kinds = 0
    cdef int seat = f.seat, region = f.a
    cdef int surfaces = s.sent[LEVIATHAN] != NONE
    foresee(r, s, region)
    for piece in range(PIECES):
        if s.sent[piece] != NONE:
            if piece != LEVIATHAN:
                put_piece(s, seat, piece, deployed_place(r, piece, region))
            kinds |= kind_of(piece)
    if s.sent_warriors[region]:
        put_warriors(s, seat, region, s.sent_warriors[region])
        kinds |= UNIT_WARRIORS
    forget_choice(s)
    finish_icon(r, s, kinds != 0, region, kinds, 0)
    arrive(r, s, seat, 1u << region if kinds & UNIT_LORDS else 0, kinds, region)
    if surfaces:
        push(s, F_SEA, seat)

cdef void arrive(const VeilRules* r, Veil* s, int seat, unsigned int lords, int kinds, int region) noexcept nogil:
    """Units have come: the rewards of the icon, then what else sets off, then exploring. Pushed last, done first."""
    cdef Frame* f = top(s)
    after_arrival(r, s, seat, lords)
    trigger(r, s, AT_DEPLOY, 1u << seat if kinds else 0, region, kinds)
    push_gains(r, s, f)

cdef void after_arrival(const VeilRules* r, Veil* s, int seat, unsigned int regions) noexcept nogil:
    """Lords have come to these regions: the unexplored ones may be explored."""
    cdef int region
    cdef Frame* f
    if s.explored_turn or s.active != seat or s.war:
        return
    for region in range(REGIONS - 1, -1, -1):
        if (regions >> region) & 1 and not (s.explored >> region) & 1:
            f = push(s, F_EXPLORE, seat)
            f.a = region

# --- moves ----------------------------------------------------------------------------------------

cdef void step_move(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """Any of the four move icons."""
    cdef int verb = r.effects[f.x].verb
    cdef unsigned int any_region
    if f.step == ICON_START:
        any_region = goals(r, s, f) if verb == DO_IN else origins(r, s, f) | landing_regions(r, s, f)
        if any_region == 0 and not may_breach(r, s, f):
            skip_icon(r, s)
            return
    ask(s, f.seat)

cdef int list_move(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int verb = r.effects[f.x].verb
    cdef int found
    if f.step == ICON_START:
        if verb == DO_IN:
            found = list_regions(goals(r, s, f), CODE_TO, f.seat, moves)
        else:
            found = list_regions(origins(r, s, f), CODE_FROM, f.seat, moves)
            if landing_regions(r, s, f):
                moves[found] = make(CODE_FROM + SUPPLY, f.seat, SOURCE_MOVE)
                found += 1
        return found + list_skip(r, s, f, &moves[found])
    if f.step == ICON_AIM:
        return list_regions(aims_from(r, s, f), CODE_TO, f.seat, moves)
    if f.a == SUPPLY or f.b == SUPPLY:
        return list_pieces(lords_waiting(r, s, f.seat), 0, CODE_TAKE, f.seat, moves)
    if verb == DO_MOVE1:
        return list_single(r, s, f, moves)
    if verb == DO_OUT:
        return list_out(r, s, f, moves)
    return list_army(r, s, f, moves) if verb == DO_ARMY else list_in(r, s, f, moves)

cdef inline unsigned int aims_from(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    """Regions that units of the chosen region may go to."""
    return landing_regions(r, s, f) if f.a == SUPPLY else aims(r, s, f) & reach(r, s, f, f.a)

cdef int list_single(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """The one unit of a single move."""
    cdef int found = list_pieces(mask_of_units(r, s, f, f.a), 0, CODE_TAKE, f.seat, moves)
    if warriors_at(r, s, f, f.a):
        moves[found] = make(CODE_TAKE + FIRST_WARRIORS + 1, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef int list_taken(const VeilRules* r, const Veil* s, const Frame* f, int start, Event* moves) noexcept nogil:
    """Units that may still be taken from a region: pieces, then a number of warriors."""
    cdef int number
    cdef int found = list_pieces(mask_of_units(r, s, f, start), f.c, CODE_TAKE, f.seat, moves)
    if f.c > FIRST_WARRIORS:
        return 0
    for number in range(1, min(11, warriors_at(r, s, f, start)) + 1):
        moves[found] = make(CODE_TAKE + FIRST_WARRIORS + number, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef int list_army(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found = list_taken(r, s, f, f.a, moves)
    if chosen_units(s):
        moves[found] = make(CODE_DONE, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef int list_in(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """Units of the source under way, a later source, or the end."""
    cdef int found = 0
    cdef unsigned int later
    if f.b != NONE:
        found = list_taken(r, s, f, f.b, moves)
    if f.b != NONE and f.c == 0:
        return found           # a source that was named gives something
    later = sources_of(r, s, f)
    if f.b != NONE:
        later = later >> (f.b + 1) << (f.b + 1)
    found += list_regions(later, CODE_FROM, f.seat, &moves[found])
    if f.b == NONE and (landing_regions(r, s, f) >> f.a) & 1:
        moves[found] = make(CODE_FROM + SUPPLY, f.seat, SOURCE_MOVE)
        found += 1
    if chosen_units(s):
        moves[found] = make(CODE_DONE, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef int list_out(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    """One piece and its target after another, then numbers of warriors by region."""
    cdef unsigned int targets = aims(r, s, f) & reach(r, s, f, f.a)
    cdef int mask = mask_of_units(r, s, f, f.a)
    cdef int piece, region, number, left
    cdef int found = 0
    for piece in range(min(<int>f.c, PIECES), PIECES):
        if (mask >> piece) & 1:
            found += list_regions(targets, CODE_SEND + piece * REGIONS, f.seat, &moves[found])
    left = warriors_at(r, s, f, f.a) - warriors_sent(s)
    for region in range(REGIONS):
        if (targets >> region) & 1 and f.c <= TOKENS + region:
            for number in range(1, min(11, left) + 1):
                moves[found] = make(CODE_SEND + (FIRST_WARRIORS + number) * REGIONS + region, f.seat, SOURCE_MOVE)
                found += 1
    if chosen_units(s):
        moves[found] = make(CODE_DONE, f.seat, SOURCE_MOVE)
        found += 1
    return found

cdef inline int warriors_sent(const Veil* s) noexcept nogil:
    cdef int region, found = 0
    for region in range(REGIONS):
        found += s.sent_warriors[region]
    return found

cdef void take_move(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int verb = r.effects[f.x].verb
    if code == CODE_SKIP:
        skip_icon(r, s)
    elif code == CODE_BREACH:
        take_breach(r, s, f)
    elif code == CODE_DONE:
        move_chosen(r, s, f)
    elif CODE_FROM <= code < CODE_TO:
        take_origin(r, s, f, code - CODE_FROM, verb)
    elif CODE_TO <= code < CODE_PUT:
        take_aim(r, s, f, code - CODE_TO, verb)
    elif code >= CODE_SEND:
        take_sent(s, f, (code - CODE_SEND) // REGIONS, (code - CODE_SEND) % REGIONS)
    else:
        take_unit(r, s, f, code - CODE_TAKE, verb)

cdef void take_origin(const VeilRules* r, Veil* s, Frame* f, int place, int verb) noexcept nogil:
    cdef int waiting
    if verb == DO_IN:
        f.b, f.c = place, 0
        waiting = lords_waiting(r, s, f.seat)
        if place == SUPPLY and not waiting & (waiting - 1):
            land_lord(r, s, f, __builtin_ctz(waiting), f.a)
        return
    f.a = place
    if verb == DO_MOVE1 and place != SUPPLY:
        f.step = ICON_PICK
    elif verb == DO_OUT and place != SUPPLY:
        f.step = ICON_PICK
    else:
        f.step = ICON_AIM

cdef void take_aim(const VeilRules* r, Veil* s, Frame* f, int region, int verb) noexcept nogil:
    cdef int waiting = lords_waiting(r, s, f.seat)
    if verb == DO_IN:
        f.a, f.b, f.step = region, NONE, ICON_PICK
    elif f.a == SUPPLY:
        f.b, f.step = region, ICON_PICK
        if not waiting & (waiting - 1):
            land_lord(r, s, f, __builtin_ctz(waiting), region)
    elif verb == DO_MOVE1:
        f.b = region
        if f.c >= FIRST_WARRIORS:
            s.sent_warriors[region] = 1
        else:
            s.sent[f.c] = region
        move_chosen(r, s, f)
    else:
        f.b, f.step, f.c = region, ICON_PICK, 0

cdef void take_unit(const VeilRules* r, Veil* s, Frame* f, int token, int verb) noexcept nogil:
    if f.a == SUPPLY:
        land_lord(r, s, f, token, f.b)
        return
    if verb == DO_IN and f.b == SUPPLY:
        land_lord(r, s, f, token, f.a)
        return
    if verb == DO_MOVE1:
        f.c, f.step = token, ICON_AIM
        return
    f.c = token + 1
    if token < FIRST_WARRIORS:
        s.sent[token] = f.b        # army: where to; in: where from
        return
    s.sent_warriors[f.b] = token - FIRST_WARRIORS
    f.c = TOKENS

cdef void take_sent(Veil* s, Frame* f, int token, int region) noexcept nogil:
    if token < FIRST_WARRIORS:
        s.sent[token] = region
        f.c = token + 1
    else:
        s.sent_warriors[region] = token - FIRST_WARRIORS
        f.c = TOKENS + region + 1

cdef void land_lord(const VeilRules* r, Veil* s, Frame* f, int piece, int region) noexcept nogil:
    """A Lord comes from the supply by a move icon: a move and a deploy."""
    cdef int seat = f.seat
    foresee(r, s, region)
    put_piece(s, seat, piece, region)
    forget_choice(s)
    finish_icon(r, s, 1, region, UNIT_LORDS, 1)
    arrive(r, s, seat, 1u << region, UNIT_LORDS, region)

cdef int suited_goal(const VeilRules* r, Veil* s, int goal) noexcept nogil:
    """Of the regions that units go to the first one with the icon's reward; NONE."""
    cdef int piece, region
    cdef unsigned int goals = 1u << goal if goal != NONE else 0
    if goal == NONE:
        for piece in range(PIECES):
            if s.sent[piece] != NONE:
                goals |= 1u << s.sent[piece]
        for region in range(REGIONS):
            goals |= <unsigned int>(s.sent_warriors[region] != 0) << region
    for region in range(REGIONS):
        if (goals >> region) & 1 and foresee(r, s, region):
            return region
    return NONE

cdef void move_chosen(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """All chosen moves at once."""
    cdef int seat = f.seat, verb = r.effects[f.x].verb
    cdef int goal = f.a if verb == DO_IN else NONE
    cdef int start = f.a
    cdef int piece, region, at, there = NONE, moved = 0
    cdef int suited = suited_goal(r, s, goal)
    cdef unsigned int lords = 0
    for piece in range(PIECES):
        if s.sent[piece] == NONE:
            continue
        at = goal if goal != NONE else s.sent[piece]
        put_piece(s, seat, piece, at)
        if kind_of(piece) & UNIT_LORDS:
            lords |= 1u << at
        there = at
        moved += 1
    for region in range(REGIONS):
        if s.sent_warriors[region]:
            at = goal if goal != NONE else region
            put_warriors(s, seat, region if goal != NONE else start, -<int>s.sent_warriors[region])
            put_warriors(s, seat, at, s.sent_warriors[region])
            there = at
            moved += s.sent_warriors[region]
    forget_choice(s)
    finish_icon(r, s, moved > 0, suited if suited != NONE else there, 0, moved)
    arrive(r, s, seat, lords, 0, there)

# --- settle --------------------------------------------------------------------------------------

cdef inline int next_slot(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """The leftmost settlement on a seat's board; NONE if all are on the island."""
    cdef int slot
    for slot in range(r.factions[s.faction[seat]].slots):
        if s.settled[seat][slot] == NONE:
            return slot
    return NONE

cdef inline int slot_taken(const Veil* s, int region, int slot) noexcept nogil:
    cdef int seat, k
    for seat in range(SEATS):
        for k in range(SLOTS):
            if s.settled[seat][k] == region and s.settled_slot[seat][k] == slot:
                return 1
    return 0

cdef unsigned int settle_regions(const VeilRules* r, const Veil* s, const VeilEffect* e, int seat, int here,
                                 int there) noexcept nogil:
    """Regions where the next settlement may be placed, whatever the slot."""
    cdef unsigned int regions, found = 0
    cdef int region
    if next_slot(r, s, seat) == NONE:
        return 0
    regions = filtered(r, s, e.to, seat, here, there) & s.explored & ~settled_mask(s, seat)
    for region in range(REGIONS):
        if (regions >> region) & 1 and (e.flags & FLAG_FREE or strength(r, s, seat, region) > 0):
            if e.flags & FLAG_BESIDE or free_slots(r, s, e, region):
                found |= 1u << region
    return found

cdef inline int free_slots(const VeilRules* r, const Veil* s, const VeilEffect* e, int region) noexcept nogil:
    """Slots of a region that may be settled, bit 0 for the first."""
    cdef const VeilTile* tile = &r.tiles[s.tile[region]]
    cdef int slot, found = 0
    for slot in range(tile.slots):
        if not slot_taken(s, region, slot + 1) and not (e.flags & FLAG_NO_BONUS and tile.bonus[slot].count):
            found |= 1 << slot
    return found

cdef inline unsigned int icon_settles(const VeilRules* r, const Veil* s, const Frame* f) noexcept nogil:
    return settle_regions(r, s, &r.effects[f.x], f.seat, f.here, f.there) & bound_targets(r, s, f)

cdef void step_settle(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if icon_settles(r, s, f) == 0 and not may_breach(r, s, f):
        skip_icon(r, s)
    else:
        ask(s, f.seat)

cdef int list_settle(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef unsigned int regions = icon_settles(r, s, f)
    cdef int region, slot, found = 0
    for region in range(REGIONS):
        if not (regions >> region) & 1:
            continue
        if not free_slots(r, s, &r.effects[f.x], region):
            moves[found] = make(CODE_SETTLE + 3 * region, f.seat, SOURCE_MOVE)
            found += 1
        for slot in range(2):
            if (free_slots(r, s, &r.effects[f.x], region) >> slot) & 1:
                moves[found] = make(CODE_SETTLE + 3 * region + slot + 1, f.seat, SOURCE_MOVE)
                found += 1
    return found + list_skip(r, s, f, &moves[found])

cdef void take_settle(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat
    cdef int by_battle = r.effects[f.x].flags & FLAG_BESIDE
    cdef int region, slot
    if code == CODE_SKIP:
        skip_icon(r, s)
        return
    if code == CODE_BREACH:
        take_breach(r, s, f)
        return
    region, slot = (code - CODE_SETTLE) // 3, (code - CODE_SETTLE) % 3
    finish_icon(r, s, 1, region, 0, 0)
    trigger(r, s, AT_SETTLE, 0 if by_battle else 1u << seat, region, 0)
    place_settlement(r, s, seat, region, slot)

cdef void place_settlement(const VeilRules* r, Veil* s, int seat, int region, int slot) noexcept nogil:
    """The settlement with the bonus of its slot there, and what it uncovers on the faction board."""
    cdef int k = next_slot(r, s, seat)
    cdef const VeilSlot* uncovered = &r.factions[s.faction[seat]].slot[k]
    cdef int warriors = min(<int>uncovered.warriors, <int>s.supply[seat])
    s.settled[seat][k] = region
    s.settled_slot[seat][k] = slot
    s.vp[seat] += uncovered.vp
    s.stale = 1
    if warriors:
        put_warriors(s, seat, region, warriors)
        trigger(r, s, AT_DEPLOY, 1u << seat, region, UNIT_WARRIORS)
    if slot:
        push_part(s, seat, &r.tiles[s.tile[region]].bonus[slot - 1], region, region)
