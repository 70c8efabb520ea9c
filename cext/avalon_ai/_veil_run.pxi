# One event after another: what it does, then on until somebody has to act; and what may be done then.

cdef void step(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """The frame on top goes on by itself, asks a seat, or waits for chance."""
    cdef int kind = f.kind
    if kind == F_LIST:
        step_list(r, s, f)
    elif kind == F_ICON:
        step_icon(r, s, f)
    elif kind == F_TURN:
        step_turn(r, s, f)
    elif kind == F_DRAWS:
        step_draws(s, f)
    elif kind == F_LOOK:
        step_look(r, s, f)
    elif kind == F_FAVOR:
        step_favor(r, s, f)
    elif kind == F_TRIGGER:
        step_trigger(r, s, f)
    elif kind == F_PAY:
        step_payment(s, f)
    elif kind == F_LIMIT:
        step_limit(r, s, f)
    elif kind == F_EXPLORE:
        step_explore(r, s, f)
    elif kind == F_BID:
        step_bid(r, s, f)
    elif kind == F_BOND:
        step_bond(r, s, f)
    else:
        step_stage(r, s, f)

cdef void step_stage(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """Frames of the larger course."""
    cdef int kind = f.kind
    if kind == F_COMMIT:
        step_commit(r, s, f)
    elif kind == F_REVEAL:
        step_reveal(r, s, f)
    elif kind == F_PLACES:
        step_places(r, s, f)
    elif kind == F_BATTLE:
        step_battle(r, s, f)
    elif kind == F_PLAN:
        step_plan(r, s, f)
    elif kind == F_RELIC:
        step_relic(r, s, f)
    elif kind == F_EQUIP:
        step_rearrange(r, s, f)
    elif kind == F_BEARER or kind == F_SEA:
        ask(s, f.seat)
    elif kind == F_QUEST:
        step_quest(r, s, f)
    else:
        step_game(r, s, f)

cdef void run(const VeilRules* r, Veil* s) noexcept nogil:
    """On until a seat, chance or the referee has to act."""
    s.actor = s.awaited_seat = s.awaited_what = s.awaited_zone = NONE
    s.awaited = 0
    while s.actor == NONE:
        step(r, s, top(s))

cdef void take_move_of(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    """A seat's choice."""
    cdef int kind = f.kind
    if kind == F_ICON:
        take_icon(r, s, f, code)
    elif kind == F_TURN:
        take_turn(r, s, f, code)
    elif kind == F_LIST:
        take_target(r, f, code)
    elif kind == F_TRIGGER:
        take_reaction(r, s, f, code)
    elif kind == F_PAY:
        take_payment(r, s, f, code)
    elif kind == F_LIMIT:
        lose(r, s, f.seat, code)
    elif kind == F_EXPLORE:
        take_explore(r, s, f, code)
    elif kind == F_BID:
        take_bid(r, s, f, code)
    elif kind == F_BOND:
        take_bond(r, s, f, code)
    elif kind == F_COMMIT:
        take_commit(r, s, f, code)
    elif kind == F_PLACES:
        take_places(s, f, code)
    else:
        take_in_war(r, s, f, code)

cdef void take_in_war(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int kind = f.kind
    if kind == F_BATTLE:
        take_battle(r, s, f, code)
    elif kind == F_PLAN:
        take_plan(s, f, code)
    elif kind == F_RELIC:
        take_relic(r, s, f, code)
    elif kind == F_EQUIP:
        take_equip(r, s, f.seat, f.a, code)
        f.a += 1
    elif kind == F_BEARER:
        take_bearer(r, s, f, code)
    elif kind == F_SEA:
        take_sea(s, code)
    else:
        take_knight(s, f, code)

cdef void veil_apply(const void* rules, void* state, Event event) noexcept nogil:
    cdef const VeilRules* r = <const VeilRules*>rules
    cdef Veil* s = <Veil*>state
    if source_of(event) == SOURCE_MOVE:
        take_move_of(r, s, top(s), code_of(event))
    else:
        take_chance(r, s, event)
    run(r, s)

# --- legal moves -------------------------------------------------------------------------------------

cdef int list_moves(const VeilRules* r, const Veil* s, Event* moves) noexcept nogil:
    """The moves of the seat to act, in their canonical order; the frame on top says it all."""
    cdef const Frame* f = top_of(s)
    cdef int kind = f.kind
    if kind == F_ICON:
        return list_icon(r, s, f, moves)
    if kind == F_TURN:
        return list_turn(r, s, f, moves)
    if kind == F_LIST:
        return list_targets(s, f, moves)
    if kind == F_TRIGGER:
        return list_reactions(r, s, f, moves)
    if kind == F_PAY:
        return list_payment(s, f.seat, f.b, f.c, -1, CODE_PAY, moves)
    if kind == F_LIMIT:
        return list_limit(r, s, f, moves)
    if kind == F_EXPLORE:
        return list_explore(r, s, f, moves)
    if kind == F_BID:
        return list_bid(r, s, f, moves)
    if kind == F_BOND:
        return list_bond(r, s, f, moves)
    return list_stage(r, s, f, moves)

cdef int list_stage(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int kind = f.kind
    if kind == F_COMMIT:
        return list_commit(r, s, f, moves)
    if kind == F_PLACES:
        return list_places(s, f, moves)
    if kind == F_BATTLE:
        return list_battle(r, s, f, moves)
    if kind == F_PLAN:
        return list_plan(s, f, moves)
    if kind == F_RELIC:
        return list_relic(r, s, f, moves)
    if kind == F_EQUIP:
        return list_equip(r, s, f.seat, f.a, moves)
    if kind == F_BEARER:
        moves[0] = make(CODE_BEARER, f.seat, SOURCE_MOVE)
        moves[1] = make(CODE_BEARER + 1, f.seat, SOURCE_MOVE)
        return 2
    return list_sea(r, f, moves) if kind == F_SEA else list_knight(r, s, f, moves)

cdef int veil_legal(const void* rules, const void* state, Event* moves) noexcept nogil:
    cdef const Veil* s = <const Veil*>state
    if s.actor >= SEATS or (s.viewer != NONE and s.viewer != s.actor):
        return 0
    return list_moves(<const VeilRules*>rules, s, moves)
