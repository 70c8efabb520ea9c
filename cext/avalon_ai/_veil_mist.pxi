# The script of the game: seasons with their three phases, the Mist Phase, rounds, the end.

cdef enum:
    GAME_MIST = 0          # leftover mist cards are revealed
    GAME_RETURN = 1
    GAME_PROPHECIES = 2
    GAME_BONUS = 3
    GAME_ARTIFACTS = 4     # `x`: seats that still rearrange
    GAME_CARDS = 5
    GAME_PREPARE = 6
    GAME_ROUND = 7
    GAME_REVEAL = 8
    GAME_ORDER = 9
    GAME_TURNS = 10
    GAME_WAR = 11
    GAME_SWORD = 12
    GAME_KNIGHT = 13
    GAME_MUSTER = 14
    GAME_BATTLES = 15      # `a`: place in the order of the war
    GAME_HANDS = 16
    GAME_SEASON = 17
    GAME_OVER = 18

    REASON_NONE = 0
    REASON_POINTS = 1
    REASON_GRAIL = 2

    ALL_DECKS = 0x02020202     # two cards of each deck

cdef void step_game(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    if f.step <= GAME_PREPARE:
        step_mist(r, s, f)
    elif f.step <= GAME_TURNS:
        step_rounds(r, s, f)
    elif f.step <= GAME_BATTLES:
        step_war(r, s, f)
    else:
        step_end(r, s, f)

cdef void step_mist(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int region, seat
    if f.step == GAME_MIST:
        for region in range(REGIONS):
            if s.mist[region] == FACE_DOWN and s.season:
                await_event(s, AWAIT_MIST, NONE, region, NONE)
                return
        if not drop_quests(r, s):
            f.step = GAME_RETURN
    elif f.step == GAME_RETURN:
        f.step, f.a = GAME_PROPHECIES, 0
        if s.season:
            return_units(r, s)
            clear_mist(r, s)
            clear_cubes(r, s)
        s.season += 1
        begin_season(r, s)
    elif f.step == GAME_PROPHECIES:
        if f.a < s.season:
            await_event(s, AWAIT_PROPHECY, NONE, f.a, NONE)
            f.a += 1
            return
        f.step, f.a = GAME_BONUS, 0
    elif f.step == GAME_BONUS:
        f.step = GAME_ARTIFACTS
        f.x = everyone(r) if s.season > 1 else 0
        if s.season > 1:
            gain_settlements(r, s)
    elif f.step == GAME_ARTIFACTS:
        seat = first_in_ties(r, s, f.x)
        if seat == NONE:
            f.step = GAME_CARDS
            return
        f.x &= ~(1u << seat)
        push(s, F_EQUIP, seat)
    elif f.step == GAME_CARDS:
        f.step = GAME_PREPARE
        for seat in range(r.players - 1, -1, -1):
            push_draws(s, seat, ALL_DECKS)
    else:
        f.step = GAME_ROUND
        s.round = 1
        s.stale = 1
        look(s)

cdef void return_units(const VeilRules* r, Veil* s) noexcept nogil:
    """Step 1: all units go home; settlements and tokens stay."""
    cdef int seat, region, hero, beast
    for seat in range(r.players):
        for region in range(REGIONS):
            s.supply[seat] += s.warriors[seat][region]
            s.warriors[seat][region] = 0
            s.units[seat][region] = has_ancient(s, seat, region)
        for hero in range(HEROES):
            if s.hero_at[seat][hero] != NONE:
                s.hero_at[seat][hero] = SUPPLY
    for beast in range(BEASTS):
        if s.beast_place[beast] >= OWNED:
            s.beast_at[beast] = SUPPLY
    if s.leviathan != NONE:
        s.leviathan = SUPPLY

cdef void clear_mist(const VeilRules* r, Veil* s) noexcept nogil:
    """Unclaimed mist cards go to the bottom of their decks, in the order of the regions; unsettled tiles to their piles."""
    cdef int region, seat, artifact, beast
    cdef unsigned int settled = 0
    for region in range(REGIONS):
        for artifact in range(ARTIFACTS):
            if s.artifact_place[artifact] == SHOWN_AT + region:
                s.artifact_place[artifact] = IN_QUEUE
                to_bottom(s.artifact_queue, ARTIFACTS, artifact)
        for beast in range(BEASTS):
            if s.beast_place[beast] == NEUTRAL and s.beast_at[beast] == region:
                s.beast_place[beast] = IN_QUEUE
                s.beast_at[beast] = NONE
                to_bottom(s.beast_queue, BEASTS, beast)
    for seat in range(r.players):
        settled |= settled_mask(s, seat)
    for region in range(REGIONS):
        s.mist[region] = NO_CARD
        if not (settled >> region) & 1:
            s.tile[region] = NONE

cdef void clear_cubes(const VeilRules* r, Veil* s) noexcept nogil:
    memset(s.used, 0, sizeof(s.used))
    s.grail_used = s.excalibur_used = 0

cdef void begin_season(const VeilRules* r, Veil* s) noexcept nogil:
    """Step 2 and what is put back: a face-down card on every open region."""
    cdef int region, i
    s.war = s.round = 0
    s.explored = 0
    s.excalibur_taken = 0
    memset(s.prophecy, NONE, SEASON_PROPHECIES)
    memset(s.fulfilled, 0, SEASON_PROPHECIES)
    memset(s.done_prophecies, 0, SEATS)
    for region in range(REGIONS):
        if is_open(r, region):
            s.mist[region] = FACE_DOWN
    s.mist_grail = 1
    s.mist_artifacts = s.mist_beasts = r.players
    for i in range(in_pool(s.artifact_place, ARTIFACTS), r.players):
        s.artifact_place[from_queue(s.artifact_queue, ARTIFACTS)] = IN_POOL
    for i in range(in_pool(s.beast_place, BEASTS), r.players):
        s.beast_place[from_queue(s.beast_queue, BEASTS)] = IN_POOL

cdef void gain_settlements(const VeilRules* r, Veil* s) noexcept nogil:
    """Step 5: VP of all uncovered slots, warriors into the settlement's own region."""
    cdef const VeilSlot* uncovered
    cdef int seat, k, number
    for seat in range(r.players):
        for k in range(SLOTS):
            if s.settled[seat][k] != NONE:
                uncovered = &r.factions[s.faction[seat]].slot[k]
                s.vp[seat] += uncovered.vp
                number = min(<int>uncovered.warriors, <int>s.supply[seat])
                put_warriors(s, seat, s.settled[seat][k], number)
    for seat in range(r.players):
        trigger(r, s, AT_MIST5, 1u << seat, NONE, 0)
    gain_lines(r, s)

# --- rounds ----------------------------------------------------------------------------------------

cdef void step_rounds(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    cdef int seat
    cdef int value[SEATS]
    if f.step == GAME_ROUND:
        f.step = GAME_REVEAL
        s.rounds += 1
        for seat in range(r.players - 1, -1, -1):
            push(s, F_COMMIT, seat)
    elif f.step == GAME_REVEAL:
        f.step = GAME_ORDER
        push(s, F_REVEAL, NONE)
    elif f.step == GAME_ORDER:
        f.step = GAME_TURNS
        s.turn = 0
        for seat in range(r.players):
            value[seat] = init_of(r, s, seat)
        order_by(r, s, value, everyone(r), 1)
    elif s.turn < r.players:
        seat = s.order[s.turn]
        s.turn += 1
        push(s, F_TURN, seat)
    else:
        memset(s.order, NONE, SEATS)
        s.turn = 0
        s.round += 1
        f.step = GAME_ROUND
        if s.round > ROUNDS:
            s.round = 0
            f.step = GAME_WAR

# --- the end ---------------------------------------------------------------------------------------

cdef void step_end(const VeilRules* r, Veil* s, Frame* f) noexcept nogil:
    """Hands are discarded for VP, the Green Knight leaves; the last season scores the settlements once more."""
    cdef int seat
    if f.step == GAME_HANDS:
        for seat in range(r.players):
            if hand_size(s, seat):
                await_event(s, AWAIT_FALL, seat, NONE, ZONE_HAND)
                return
        f.step = GAME_SEASON
    elif f.step == GAME_SEASON:
        dismiss_knight(s)
        f.step = GAME_MIST
        s.war = 0
        if s.season == r.seasons:
            f.step = GAME_OVER
            final_scores(r, s)
    else:
        s.actor = OVER

cdef void dismiss_knight(Veil* s) noexcept nogil:
    if s.knight_owner != NONE and s.knight_at < REGIONS:
        s.units[s.knight_owner][s.knight_at] -= 1
    s.knight_owner = s.knight_at = NONE

cdef void final_scores(const VeilRules* r, Veil* s) noexcept nogil:
    cdef int seat, k
    for seat in range(r.players):
        for k in range(SLOTS):
            if s.settled[seat][k] != NONE:
                s.vp[seat] += r.factions[s.faction[seat]].slot[k].vp
    s.winners = best_seats(r, s)
    s.reason = REASON_POINTS
    if s.winners & (s.winners - 1) and s.grail_at != NONE and (s.winners >> s.grail_at) & 1:
        s.winners = 1 << s.grail_at
        s.reason = REASON_GRAIL

cdef unsigned int best_seats(const VeilRules* r, const Veil* s) noexcept nogil:
    """Seats with the most VP."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(r.players):
        if s.vp[seat] == highest_vp(r, s):
            found |= 1u << seat
    return found
