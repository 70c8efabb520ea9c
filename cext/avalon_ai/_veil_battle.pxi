# A battle: hidden plans, combat cards, who fails, effects, scoring, and what becomes of the cards.

cdef enum:
    BATTLE_START = 0       # `c`: 1 if there is a battle, `x`: seats still to be served, `a`: place in the order
    BATTLE_JOIN = 1
    BATTLE_PLANS = 2
    BATTLE_SHOW = 3
    BATTLE_SHOWN = 4
    BATTLE_REVEALED = 5
    BATTLE_ORDER = 6
    BATTLE_DRAWS = 7
    BATTLE_COMBAT = 8
    BATTLE_FAILS = 9
    BATTLE_EFFECTS = 10
    BATTLE_REACT = 11
    BATTLE_SCORE = 12
    BATTLE_TIED = 13
    BATTLE_RESULT = 14
    BATTLE_RELICS = 15
    BATTLE_AFTER = 16
    BATTLE_MOMENT = 17
    BATTLE_FALL = 18
    BATTLE_ALL = 19
    BATTLE_OVER = 20

# --- strength and limits --------------------------------------------------------------------------

cdef inline int plan_stands(const Veil* s, int seat) noexcept nogil:
    """Whether a seat's open plan has its own effects: neither failed nor negated."""
    return s.plan[seat] == PLAN_UP and not (s.failed >> seat) & 1 and not is_negated(s, seat)

cdef int is_negated(const Veil* s, int seat) noexcept nogil:
    """Negated once for all, or by a plan that did not fail."""
    cdef int other
    if s.negated[seat] & 0xF:
        return 1
    for other in range(SEATS):
        if (s.negated[seat] >> (4 + other)) & 1 and not (s.dropped >> other) & 1:
            return 1
    return 0

cdef inline int printed_limit(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    if s.plan[seat] == PLAN_UP:
        return r.cards[s.plan_card[seat]].limit
    return DOWN_LIMIT if s.plan[seat] == PLAN_DOWN else 0

cdef int limit_of(const VeilRules* r, const Veil* s, int seat, unsigned int dropped) noexcept nogil:
    """A plan's limit with bonus cards and what was changed when revealed, without the effects of some seats."""
    cdef int other, found = printed_limit(r, s, seat) + in_zone(s, seat, ZONE_BONUS) + s.limit_bonus[seat]
    if s.plan[seat] < PLAN_UP:
        return 0
    for other in range(SEATS):
        if not (dropped >> other) & 1:
            found += s.limit_by[other][seat]
    return max(0, found)

cdef int strength_now(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Strength of a seat in the battle so far, combat cards aside."""
    cdef int other, found = strength(r, s, seat, s.region) + s.bonus[seat]
    for other in range(SEATS):
        if not (s.dropped >> other) & 1 and not is_negated(s, other):
            found += s.strength_by[other][seat]
    return max(0, found)

cdef int combat_sum(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    cdef int card = next_in_zone(s, seat, ZONE_COMBAT, 0)
    cdef int sum = 0
    while card < CARDS:
        sum += r.cards[card].init
        card = next_in_zone(s, seat, ZONE_COMBAT, card + 1)
    return sum

cdef inline unsigned int negated_seats(const Veil* s) noexcept nogil:
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(SEATS):
        found |= <unsigned int>(is_negated(s, seat) != 0) << seat
    return found

cdef unsigned int over_limit(const VeilRules* r, const Veil* s, unsigned int seats, unsigned int dropped) noexcept nogil:
    """Of these seats those whose combat cards are more than their limit."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(r.players):
        if (seats >> seat) & 1 and combat_sum(r, s, seat) > limit_of(r, s, seat, dropped):
            found |= 1u << seat
    return found

cdef unsigned int judge(const VeilRules* r, Veil* s) noexcept nogil:
    """The seats whose plans fail: judged with all changes, then the failed ones once more without their own."""
    s.dropped = over_limit(r, s, seats_with_plans(s), negated_seats(s))
    return over_limit(r, s, s.dropped, s.dropped | negated_seats(s))

# --- steps ---------------------------------------------------------------------------------------

cdef void step_battle(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step <= BATTLE_REVEALED:
        step_plans(r, s, f)
    elif f.step <= BATTLE_FAILS:
        step_combat(r, s, f)
    elif f.step <= BATTLE_RESULT:
        step_score(r, s, f)
    else:
        step_after(r, s, f)

cdef unsigned int heroes_fighting(const Veil* s) noexcept nogil:
    """Seats with a hero in the battle."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(SEATS):
        if (s.fighting >> seat) & 1 and heroes_in(s, seat, s.region):
            found |= 1u << seat
    return found

cdef void step_plans(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef unsigned int heroes
    cdef int seat
    if f.step == BATTLE_START:
        f.step = BATTLE_JOIN
        trigger(r, s, AT_BATTLE_START, everyone(r), s.region, 0)
    elif f.step == BATTLE_JOIN:
        s.fighting = strong_seats(r, s, s.region)
        f.step = BATTLE_PLANS
        heroes = heroes_fighting(s)
        if s.fighting == 0:
            f.step = BATTLE_OVER
        elif not heroes or not s.fighting & (s.fighting - 1):
            f.step = BATTLE_SCORE
            f.c = s.fighting & (s.fighting - 1) != 0
        for seat in range(r.players - 1, -1, -1):
            if f.step == BATTLE_PLANS and (heroes >> seat) & 1:
                push(s, F_PLAN, seat)
    elif f.step == BATTLE_PLANS:
        f.step = BATTLE_SHOW
    elif f.step == BATTLE_SHOW:
        show_plans(r, s, f)
    elif f.step == BATTLE_SHOWN:
        f.step, f.x = BATTLE_REVEALED, seats_with_plans(s)
        trigger(r, s, AT_PLANS_SHOWN, s.fighting, s.region, 0)
    else:
        seat = first_in_ties(r, s, f.x)
        if seat == NONE:
            f.step = BATTLE_ORDER
            return
        f.x &= ~(1u << seat)
        push_revealed(r, s, seat)

cdef void show_plans(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """The referee shows plans and bonus cards; a plan that lies face down stays so."""
    cdef int seat
    for seat in range(r.players):
        if s.plan[seat] == HIDDEN_PLAN:
            await_event(s, AWAIT_PLANS, seat, NONE, ZONE_PLAN)
            return
    seat = next_to_show(r, s, ZONE_BONUS)
    if seat != NONE:
        await_event(s, AWAIT_ADDS, seat, NONE, ZONE_BONUS)
    else:
        f.step = BATTLE_SHOWN

cdef void push_revealed(const VeilRules* r, Veil* s, int seat) noexcept nogil:
    cdef const VeilSpan* span
    if s.plan[seat] != PLAN_UP or s.negated[seat] & 0xF:
        return                 # what a revealed plan negates is only left out of the count, since that plan may fail
    span = &r.cards[s.plan_card[seat]].revealed
    if span.count:
        push_list(s, seat, span.start, span.count, s.region, s.region).bits = LIST_REVEALED

cdef void step_combat(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int value[SEATS]
    cdef int seat
    if f.step == BATTLE_ORDER:
        f.step, f.a = BATTLE_DRAWS, 0
        if r.deterministic:
            f.step = BATTLE_FAILS
            return
        for seat in range(r.players):
            value[seat] = strength_now(r, s, seat)
        order_by(r, s, value, seats_with_plans(s), 0)
    elif f.step == BATTLE_DRAWS:
        draw_combat(r, s, f)
    elif f.step == BATTLE_COMBAT:
        seat = next_to_show(r, s, ZONE_COMBAT)
        if seat != NONE:
            await_event(s, AWAIT_COMBAT, seat, NONE, ZONE_COMBAT)
            return
        f.step, f.x = BATTLE_FAILS, judge(r, s)
    elif f.x:
        await_event(s, AWAIT_FAILS, __builtin_ctz(f.x), NONE, NONE)
        f.bits |= f.x & (~f.x + 1)
        f.x &= f.x - 1
    else:
        s.failed = f.bits
        f.bits = 0
        f.step, f.x = BATTLE_EFFECTS, 0
        gain_combat(r, s)

cdef void draw_combat(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """One seat after another draws as many as it likes, up to its limit. `b`: deck chosen + 1."""
    cdef int seat
    if f.a >= r.players or s.order[f.a] == NONE:
        f.step = BATTLE_COMBAT
        return
    seat = s.order[f.a]
    if f.b:
        if s.pile_count[f.b - 1]:
            await_event(s, AWAIT_DRAW, seat, f.b - 1, ZONE_COMBAT)
            f.b = 0
        else:
            await_event(s, AWAIT_RESHUFFLE, NONE, f.b - 1, NONE)
    elif in_zone(s, seat, ZONE_COMBAT) < limit_of(r, s, seat, negated_seats(s)) and any_draw(s, 0):
        ask(s, seat)
    else:
        f.a += 1

cdef int list_hits(const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int seat = s.order[f.a]
    cdef int deck, found = 0
    for deck in range(DECKS):
        if can_draw(s, deck, 0):
            moves[found] = make(CODE_HIT + deck, seat, SOURCE_MOVE)
            found += 1
    moves[found] = make(CODE_STOP, seat, SOURCE_MOVE)
    return found + 1

cdef void gain_combat(const VeilRules* r, Veil* s) noexcept nogil:
    """Step 7: the sum of the combat cards, or half of the printed limit of a plan that failed."""
    cdef int seat
    for seat in range(r.players):
        if s.plan[seat] < PLAN_UP:
            continue
        if (s.failed >> seat) & 1:
            s.bonus[seat] += (printed_limit(r, s, seat) + 1) // 2
        elif r.deterministic:
            s.bonus[seat] += limit_of(r, s, seat, negated_seats(s))
        else:
            s.bonus[seat] += combat_sum(r, s, seat)

# --- effects and scoring -----------------------------------------------------------------------------

cdef unsigned int unresolved(const VeilRules* r, const Veil* s) noexcept nogil:
    """Seats whose plan still has effects to resolve."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(r.players):
        if not (s.resolved >> seat) & 1 and plan_stands(s, seat) and r.cards[s.plan_card[seat]].fx.count:
            found |= 1u << seat
    return found

cdef void resolve_plan(const VeilRules* r, Veil* s, int seat) noexcept nogil:
    s.resolved |= 1 << seat
    push_span(s, seat, &r.cards[s.plan_card[seat]].fx, s.region, s.region)

cdef void step_score(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef unsigned int seats
    if f.step == BATTLE_EFFECTS:
        seats = unresolved(r, s)
        if seats == 0:
            f.step = BATTLE_REACT
        elif seats & (seats - 1):
            f.seat = first_in_ties(r, s, seats)
            ask(s, f.seat)
        else:
            resolve_plan(r, s, __builtin_ctz(seats))
    elif f.step == BATTLE_REACT:
        f.step = BATTLE_SCORE
        trigger(r, s, AT_PLANS, s.fighting, s.region, 0)
    elif f.step == BATTLE_SCORE:
        f.step = BATTLE_TIED
        s.winners = first_places(r, s)
        if s.winners & (s.winners - 1):
            trigger(r, s, AT_TIED_FIRST, s.winners, s.region, 0)
    elif f.step == BATTLE_TIED:
        s.winners = first_places(r, s)
        f.step = BATTLE_RESULT
        if s.winners & (s.winners - 1) and s.excalibur_at != NONE and not s.excalibur_used:
            if (s.winners >> s.excalibur_at) & 1:
                f.seat = s.excalibur_at
                ask(s, f.seat)
    else:
        f.step = BATTLE_RELICS
        s.winners = first_places(r, s)
        score_region(r, s)
        push_results(r, s, f.c)

cdef unsigned int first_places(const VeilRules* r, const Veil* s) noexcept nogil:
    """Seats with the most strength, if there is any."""
    cdef unsigned int found = 0
    cdef int seat, value, best = 1
    for seat in range(r.players):
        if not (s.fighting >> seat) & 1:
            continue
        value = strength_now(r, s, seat)
        if value > best:
            best = value
            found = 0
        if value == best:
            found |= 1u << seat
    return found

cdef unsigned int second_places(const VeilRules* r, const Veil* s) noexcept nogil:
    """Seats with the next strength, if nobody is tied for the first."""
    cdef unsigned int found = 0
    cdef int seat, value, best = 1
    if s.winners & (s.winners - 1):
        return 0
    for seat in range(r.players):
        if not (s.fighting >> seat) & 1 or (s.winners >> seat) & 1:
            continue
        value = strength_now(r, s, seat)
        if value > best:
            best = value
            found = 0
        if value == best:
            found |= 1u << seat
    return found

cdef int floors_half(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Whether a beast there gives its owner half of the region's VP at least."""
    cdef int beast
    for beast in range(BEASTS):
        if s.beast_at[beast] == s.region and owns_beast(s, seat, beast) and r.beasts[beast].rule == RULE_FLOOR_HALF:
            return 1
    return 0

cdef void score_region(const VeilRules* r, Veil* s) noexcept nogil:
    cdef int full = r.tiles[s.tile[s.region]].vp[s.season - 1]
    cdef int half = (full + 1) // 2
    cdef unsigned int second = second_places(r, s)
    cdef int seat
    for seat in range(r.players):
        if (s.winners >> seat) & 1:
            s.vp[seat] += full
        elif (second >> seat) & 1 and not s.no_second & ~(1u << seat):
            s.vp[seat] += half
        elif (s.fighting >> seat) & 1 and floors_half(r, s, seat):
            s.vp[seat] += half

cdef void push_results(const VeilRules* r, Veil* s, int battle) noexcept nogil:
    """`if you win` and `if you do not win` of plans, and what happens at these moments. Pushed last, done first."""
    cdef int seat
    trigger(r, s, AT_FIRST, s.winners, s.region, 0)
    push_quest(r, s)
    if not battle:
        return
    trigger(r, s, AT_NOTWIN, s.fighting & ~s.winners, s.region, 0)
    trigger(r, s, AT_WIN, s.winners, s.region, 0)
    for seat in range(r.players):
        if (s.fighting >> seat) & 1 and plan_stands(s, seat):
            if (s.winners >> seat) & 1:
                push_span(s, seat, &r.cards[s.plan_card[seat]].win, s.region, s.region)
            else:
                push_span(s, seat, &r.cards[s.plan_card[seat]].notwin, s.region, s.region)

# --- after the battle ----------------------------------------------------------------------------------

cdef void step_after(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat
    if f.step == BATTLE_RELICS:
        f.step, f.x = BATTLE_AFTER, s.fighting
        push_relics(r, s, s.winners)
    elif f.step == BATTLE_AFTER:
        seat = first_in_ties(r, s, f.x)
        if seat == NONE:
            f.step = BATTLE_MOMENT
            return
        f.x &= ~(1u << seat)
        if plan_stands(s, seat):
            push_span(s, seat, &r.cards[s.plan_card[seat]].after, s.region, s.region)
    elif f.step == BATTLE_MOMENT:
        f.step = BATTLE_FALL
        if f.c:
            trigger(r, s, AT_AFTER, s.fighting, s.region, 0)
    elif f.step == BATTLE_FALL:
        discard_battle(r, s, f)
    elif f.step == BATTLE_ALL:
        f.step = BATTLE_OVER
        if f.c:
            trigger(r, s, AT_AFTER_ALL, s.winners, s.region, 0)
    else:
        clear_battle(s)
        pop(s)

cdef inline int loses_plan(const Veil* s, int seat) noexcept nogil:
    return ((s.winners | s.failed | s.drop_plan) >> seat) & 1

cdef void discard_battle(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """Step 10: combat cards always; plan and bonus cards of the first; the plan of who failed, or where it says so."""
    cdef int seat
    for seat in range(r.players):
        if s.plan[seat] == PLAN_DOWN and loses_plan(s, seat) and in_zone(s, seat, ZONE_PLAN):
            await_event(s, AWAIT_FALL, seat, NONE, ZONE_PLAN)
            return
    for seat in range(r.players):
        fall_open(r, s, seat, ZONE_COMBAT)
        if loses_plan(s, seat):
            fall_open(r, s, seat, ZONE_PLAN)
        if (s.winners >> seat) & 1:
            fall_open(r, s, seat, ZONE_BONUS)
        regain_zone(s, seat, ZONE_PLAN)
        regain_zone(s, seat, ZONE_BONUS)
    f.step = BATTLE_ALL

# --- plans ---------------------------------------------------------------------------------------------

cdef void step_plan(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step == 2 or (f.step == 0 and hand_size(s, f.seat) == 0):
        pop(s)
    else:
        ask(s, f.seat)

cdef int list_plan(const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int seat = f.seat
    cdef int card, found = 0
    if f.step == 0:
        card = next_in_zone(s, seat, ZONE_HAND, 0)
        while card < CARDS:
            if deck_of(card) == DECKS - 1:
                moves[found] = make(CODE_PLAN + card, seat, SOURCE_MOVE)
                found += 1
            moves[found] = make(CODE_DOWN + card, seat, SOURCE_MOVE)
            found += 1
            card = next_in_zone(s, seat, ZONE_HAND, card + 1)
        moves[found] = make(CODE_PLAN_NONE, seat, SOURCE_MOVE)
        return found + 1
    if in_zone(s, seat, ZONE_BONUS) < BONUS_CARDS:
        card = next_in_zone(s, seat, ZONE_HAND, last_in_zone(s, seat, ZONE_BONUS) + 1)
        while card < CARDS:
            moves[found] = make(CODE_BONUS + card, seat, SOURCE_MOVE)
            found += 1
            card = next_in_zone(s, seat, ZONE_HAND, card + 1)
    moves[found] = make(CODE_DONE, seat, SOURCE_MOVE)
    return found + 1

cdef void take_plan(Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat
    if code == CODE_DONE or code == CODE_PLAN_NONE:
        f.step = 2
    elif code >= CODE_HIDDEN_BONUS:
        shift(s, seat, code - CODE_HIDDEN_BONUS, ZONE_HAND, ZONE_BONUS)
    elif code >= CODE_HIDDEN_PLAN:
        shift(s, seat, code - CODE_HIDDEN_PLAN, ZONE_HAND, ZONE_PLAN)
        s.plan[seat] = HIDDEN_PLAN
        f.step = 1
    elif code >= CODE_BONUS:
        lay(s, seat, code - CODE_BONUS, ZONE_HAND, ZONE_BONUS)
    else:
        s.plan_down[seat] = code >= CODE_DOWN
        lay(s, seat, code - (CODE_DOWN if code >= CODE_DOWN else CODE_PLAN), ZONE_HAND, ZONE_PLAN)
        s.plan[seat] = HIDDEN_PLAN
        f.step = 1

# --- choices in a battle ---------------------------------------------------------------------------------

cdef int list_battle(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef unsigned int seats
    cdef int seat, found = 0
    if f.step == BATTLE_DRAWS:
        return list_hits(s, f, moves)
    if f.step == BATTLE_RESULT:
        moves[0] = make(CODE_EXCALIBUR, f.seat, SOURCE_MOVE)
        moves[1] = make(CODE_EXCALIBUR + 1, f.seat, SOURCE_MOVE)
        return 2
    seats = unresolved(r, s)
    for seat in range(r.players):
        if (seats >> seat) & 1:
            moves[found] = make(CODE_FIRST + s.plan_card[seat], f.seat, SOURCE_MOVE)
            found += 1
    return found

cdef void take_battle(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat
    if code == CODE_STOP:
        f.a += 1
    elif CODE_HIT <= code < CODE_STOP:
        f.b = code - CODE_HIT + 1
    elif code == CODE_EXCALIBUR:
        s.excalibur_used = 1
        s.bonus[f.seat] += 1
        f.step = BATTLE_RESULT
    elif code != CODE_EXCALIBUR + 1:
        for seat in range(r.players):
            if s.plan_card[seat] == code - CODE_FIRST:
                resolve_plan(r, s, seat)
                return
