# A position with some things put elsewhere: for studies and tests. The result keeps every invariant, or is refused.

cdef int _arrange_tracks(const VeilRules* r, Veil* s, dict what) except -1:
    for seat, value in what.get("vp", {}).items():
        s.vp[<int>seat] = value
    for seat, value in what.get("power", {}).items():
        s.power[<int>seat] = value
    for seat, value in what.get("favor", {}).items():
        s.favor[<int>seat] = value
    if "grail" in what:
        s.grail_at, s.grail_bearer = what["grail"]
    if "excalibur" in what:
        s.excalibur_at, s.excalibur_bearer = what["excalibur"]
    if "prophecies" in what:
        memset(s.prophecy, NONE, SEASON_PROPHECIES)
        memset(s.fulfilled, 0, SEASON_PROPHECIES)
        for i, number in enumerate(what["prophecies"]):
            s.prophecy[<int>i] = number
            s.prophecies_used |= 1 << <int>number
    return 0

cdef int _arrange_island(const VeilRules* r, Veil* s, dict what) except -1:
    """Regions that are explored with this tile; the mist card there was an artifact, a beast or the Grail."""
    cdef int region, tile
    for region, tile in what.get("tiles", {}).items():
        s.tile[region] = tile
        if s.mist[region] == FACE_DOWN:
            s.mist[region] = NO_CARD
            if s.mist_artifacts:
                s.mist_artifacts -= 1
            elif s.mist_beasts:
                s.mist_beasts -= 1
            else:
                s.mist_grail = 0
        s.explored |= 1 << region
    for region in what.get("grail_in", ()):
        s.mist[region] = GRAIL
    for artifact, at in what.get("relics", {}).items():
        s.mist[<int>at] = RELIC
        s.artifact_place[<int>artifact] = SHOWN_AT + <int>at
    return 0

cdef int _arrange_pieces(const VeilRules* r, Veil* s, dict what) except -1:
    cdef int seat, region, number, hero, beast, at
    for (seat, region), number in what.get("warriors", {}).items():
        put_warriors(s, seat, region, number - s.warriors[seat][region])
    for (seat, hero), at in what.get("heroes", {}).items():
        put_piece(s, seat, piece_of(r, s, seat, hero), at)
    for beast, (seat, at) in what.get("beasts", {}).items():
        s.beast_place[beast] = OWNED + seat
        s.beast_at[beast] = SUPPLY
        put_piece(s, seat, FIRST_BEAST + beast, at)
    for (seat, number), (region, at) in what.get("settlements", {}).items():
        s.settled[seat][number] = region
        s.settled_slot[seat][number] = at
    for (seat, number), at in what.get("settlement_tokens", {}).items():
        s.tokens_left -= at
        s.settled_tokens[seat][number] += at
    for (seat, hero), number in what.get("hero_tokens", {}).items():
        s.tokens_left -= number
        s.hero_tokens[seat][hero] += number
    for artifact, (seat, hero) in what.get("artifacts", {}).items():
        s.artifact_place[<int>artifact] = bearer_code(seat, hero)
    return 0

cdef int _arrange_hands(const VeilRules* r, Veil* s, dict what) except -1:
    """The hands of some seats, card by card; what they held goes to the pile."""
    cdef int seat, card
    for seat in what.get("hands", {}):
        card = next_in_zone(s, seat, ZONE_HAND, 0)
        while card < CARDS:
            drop(s.held[seat], card)
            drop(s.known, card)
            add(s.pile, card)
            s.place[card] = NONE
            s.count[seat][ZONE_HAND][deck_of(card)] -= 1
            s.pile_count[deck_of(card)] += 1
            card = next_in_zone(s, seat, ZONE_HAND, card + 1)
        memset(s.least[seat], 0, CLASSES)
    for seat, cards in what.get("hands", {}).items():
        for card in cards:
            if not has(s.pile, card):
                raise ValueError(f"card {card}: it is not in the pile")
            gain_card(s, seat, card, ZONE_HAND)
    return 0

cdef int _arrange_factions(const VeilRules* r, Veil* s, dict what) except -1:
    """What single factions have; a Quest Card comes from its owner's hand."""
    cdef int seat, value, card
    for seat, value in what.get("objectives", {}).items():
        s.objective[seat] = value
        if value == r.factions[s.faction[seat]].objective:
            s.upgraded |= 1 << seat
    for seat, value in what.get("champions", {}).items():
        s.champion[seat] = value
    for seat, value in what.get("lines", {}).items():
        s.line_at[seat] = value
    if "ancient" in what:
        seat, value = what["ancient"]
        place_ancient(s, seat, value)
    if "tide" in what:
        s.tide_at, s.tide_way = what["tide"]
    if "leviathan" in what:
        s.leviathan = what["leviathan"]
    seat = seat_playing(r, s, r.numbers.quest_faction)
    for number, (value, card) in enumerate(what.get("quests", ())):
        if seat == NONE or not has(s.held[seat], card):
            raise ValueError(f"card {card}: it is not in the hand of whoever has quests")
        s.quest_at[<int>number], s.quest_card[<int>number] = value, card
        lay(s, seat, card, ZONE_HAND, ZONE_QUEST)
    return 0

def arranged(State state, dict what):
    """The position with things put elsewhere, everything by number.

    `what` may have: vp, power, favor (by seat); warriors (by seat and region, how many); heroes (by seat and hero, the
    place); beasts (by beast, seat and place); settlements (by seat and slot of the board, region and slot there);
    settlement_tokens, hero_tokens; artifacts (by artifact, seat and hero); tiles (by region: explored, with this
    tile); grail_in (regions); relics (by artifact, region); grail, excalibur (seat and Lord); prophecies; hands;
    objectives, champions (by seat), lines (by line, region), ancient (seat and region), tide (quadrant and way),
    leviathan (quadrant), quests (region and card). Raises ValueError where that breaks an invariant.
    """
    cdef const VeilRules* r = _veil_rules(state.rules)
    cdef Veil s = _veil_of(state)[0]
    cdef int seat, broken
    _arrange_tracks(r, &s, what)
    _arrange_island(r, &s, what)
    _arrange_pieces(r, &s, what)
    _arrange_hands(r, &s, what)
    _arrange_factions(r, &s, what)
    for seat in range(r.players):
        recount_heroes(r, &s, seat)
    broken = veil_check(r, &s)
    if broken:
        raise ValueError(f"no such position: {INVARIANTS[broken - 1]}")
    return State.over(state.rules, &s)
