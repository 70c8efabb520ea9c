# The War Phase: Excalibur, the Green Knight, and the regions one after another.

cdef void step_war(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat
    if f.step == GAME_WAR:
        s.war = 1
        f.step = GAME_SWORD
        if s.excalibur_taken != CLAIMED:
            assign_excalibur(r, s)
        s.excalibur_taken = CLAIMED
    elif f.step == GAME_SWORD:
        memset(s.favor, 0, SEATS)
        f.step = GAME_KNIGHT
        seat = knight_seat(r, s)
        f.seat = seat
        if seat != NONE and knight_regions(r, s, seat):
            ask(s, seat)
    elif f.step == GAME_KNIGHT:
        f.step, f.seat = GAME_MUSTER, NONE
        push_limits(r, s)
    elif f.step == GAME_MUSTER:
        f.step, f.a = GAME_BATTLES, 0
        trigger(r, s, AT_WAR_START, everyone(r), NONE, 0)
    elif f.a < REGIONS:
        f.a += 1
        begin_region(r, s, r.war[f.a - 1])
    else:
        f.step = GAME_HANDS

cdef void assign_excalibur(const VeilRules* r, Veil* s) noexcept nogil:
    """To whoever has more favor than all others; a tie returns it to its place."""
    cdef unsigned int best = 0
    cdef int seat, most = 0, before = s.excalibur_at
    for seat in range(r.players):
        if s.favor[seat] > most:
            most = s.favor[seat]
            best = 0
        if s.favor[seat] == most:
            best |= 1u << seat
    if best & (best - 1) or best == 0:
        s.excalibur_at = NONE
        if before != NONE:
            recount_heroes(r, s, before)
        return
    take_excalibur(r, s, __builtin_ctz(best))

cdef int knight_seat(const VeilRules* r, const Veil* s) noexcept nogil:
    """The seat that may gain the Green Knight: last alone, with enough free spaces to the next; NONE."""
    cdef int seat, last = NONE, second = 0x7FFF
    if not r.green_knight:
        return NONE
    for seat in range(r.players):
        if last == NONE or s.vp[seat] < s.vp[last]:
            last = seat
    for seat in range(r.players):
        if seat != last:
            second = min(second, <int>s.vp[seat])
    return last if second - s.vp[last] - 1 >= r.numbers.knight_gap else NONE

cdef unsigned int knight_regions(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Open regions with an enemy hero."""
    cdef unsigned int found = 0
    cdef int other
    for other in range(r.players):
        if other != seat:
            found |= hero_mask(s, other)
    return found & r.open

cdef int list_knight(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int found = list_regions(knight_regions(r, s, f.seat), CODE_KNIGHT_TO, f.seat, moves)
    moves[found] = make(CODE_KNIGHT_TO + REGIONS, f.seat, SOURCE_MOVE)
    return found + 1

cdef void take_knight(Veil* s, Frame* f, int code) noexcept nogil:
    if code == CODE_KNIGHT_TO + REGIONS:
        return
    s.knight_owner = f.seat
    s.knight_at = SUPPLY
    put_piece(s, f.seat, KNIGHT, code - CODE_KNIGHT_TO)

# --- a region ----------------------------------------------------------------------------------------

cdef unsigned int strong_seats(const VeilRules* r, const Veil* s, int region) noexcept nogil:
    """Seats with strength in a region."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(r.players):
        if strength(r, s, seat, region) > 0:
            found |= 1u << seat
    return found

cdef void begin_region(const VeilRules* r, Veil* s, int region) noexcept nogil:
    """Score the region, or fight for it, if anybody has strength there."""
    cdef unsigned int seats
    cdef Frame* f
    if not (s.explored >> region) & 1:
        return
    seats = strong_seats(r, s, region)
    if seats == 0:
        return
    s.region, s.fighting = region, seats
    f = push(s, F_BATTLE, NONE)
    f.c = seats & (seats - 1) != 0
    if not f.c:
        f.step = BATTLE_SCORE

cdef void clear_battle(Veil* s) noexcept nogil:
    s.region = NONE
    s.fighting = s.failed = s.dropped = s.no_second = s.drop_plan = s.resolved = s.winners = 0
    memset(s.plan, NO_PLAN, SEATS)
    memset(s.plan_down, 0, SEATS)
    memset(s.plan_card, NONE, SEATS)
    memset(s.negated, 0, SEATS)
    memset(s.limit_by, 0, sizeof(s.limit_by))
    memset(s.strength_by, 0, sizeof(s.strength_by))
    memset(s.limit_bonus, 0, SEATS)
    memset(s.bonus, 0, sizeof(s.bonus))
    memset(s.order, NONE, SEATS)

# --- relics ------------------------------------------------------------------------------------------

cdef enum:
    RELIC_GRAIL = 0        # `x`: winners without a relic yet, `c`: artifacts still to draw, `a`: artifact to equip
    RELIC_DRAW = 1
    RELIC_PICK = 2
    RELIC_EQUIP = 3

cdef void push_relics(const VeilRules* r, Veil* s, unsigned int winners) noexcept nogil:
    """Step 9: what lay in the region, and one artifact for each further winner."""
    cdef int region = s.region
    cdef Frame* f
    if winners == 0 or (s.mist[region] != GRAIL and s.mist[region] != RELIC):
        return
    f = push(s, F_RELIC, NONE)
    f.x = winners
    f.c = __builtin_popcount(winners) - 1

cdef void step_relic(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat, artifact
    if f.step == RELIC_GRAIL:
        f.step = RELIC_DRAW
        if s.mist[s.region] == GRAIL:
            seat = first_in_ties(r, s, f.x)
            f.x &= ~(1u << seat)
            take_grail(r, s, seat)
        else:
            s.artifact_place[artifact_at(s, s.region)] = PICKED
        s.mist[s.region] = NO_CARD
    elif f.step == RELIC_DRAW:
        if f.c and artifacts_left(r, s):
            f.c -= 1
            await_artifact(s)
        else:
            f.step = RELIC_PICK
    elif f.step == RELIC_PICK:
        artifact = picked_artifact(s, 0)
        if f.x == 0 or artifact == NONE:
            pop(s)
            return
        f.seat = first_in_ties(r, s, f.x)
        if picked_artifact(s, artifact + 1) == NONE:
            pick(r, s, f, artifact)
        else:
            ask(s, f.seat)
    elif free_heroes(r, s, f.seat, 1u << s.region):
        ask(s, f.seat)
    else:
        f.step = RELIC_PICK

cdef void take_grail(const VeilRules* r, Veil* s, int seat) noexcept nogil:
    """The Grail goes to a seat, from wherever it is; its VP are gained each time."""
    cdef int before = s.grail_at
    s.grail_at = seat
    s.grail_bearer = 0
    s.grail_used = 0
    s.vp[seat] += r.numbers.grail_vp
    if before != NONE:
        recount_heroes(r, s, before)
    recount_heroes(r, s, seat)
    push_bearer(r, s, seat, 1)

cdef void pick(const VeilRules* r, Veil* s, Frame* f, int artifact) noexcept nogil:
    f.x &= ~(1u << f.seat)
    f.a = artifact
    f.step = RELIC_EQUIP
    s.artifact_place[artifact] = bearer_code(f.seat, BESIDE)
    s.vp[f.seat] += r.artifacts[artifact].vp

cdef int list_relic(const VeilRules* r, const Veil* s, const Frame* f, Event* moves) noexcept nogil:
    cdef int artifact, found = 0
    if f.step == RELIC_EQUIP:
        return list_bearers(r, s, f.seat, f.a, free_heroes(r, s, f.seat, 1u << s.region), moves)
    artifact = picked_artifact(s, 0)
    while artifact != NONE:
        moves[found] = make(CODE_PICK + artifact, f.seat, SOURCE_MOVE)
        found += 1
        artifact = picked_artifact(s, artifact + 1)
    return found

cdef void take_relic(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    if f.step == RELIC_PICK:
        pick(r, s, f, code - CODE_PICK)
    else:
        take_equip(r, s, f.seat, f.a, code)
        f.step = RELIC_PICK
