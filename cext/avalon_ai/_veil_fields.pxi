# Positions as plain numbers by name, and what a table outside the search asks of the rules.

FRAMES = (
    "game", "commit", "reveal", "places", "turn", "pay", "list", "icon", "explore", "bid", "bond", "favor", "look",
    "trigger", "equip", "limit", "draws", "battle", "plan", "relic", "bearer",
    "sea", "quest",
)
AWAITED = (
    "", "draw", "reshuffle", "tile", "mist", "prophecy", "artifact", "plays", "claims", "shows", "pays", "bids",
    "plans", "adds", "combat", "fails", "falls",
)

cdef int _or_less(int value) noexcept nogil:
    return -1 if value == NONE else value

cdef list _cards_of(const uint64_t* cards):
    return [card for card in range(CARDS) if has(cards, card)]

def fields(position):
    """Everything a State or a View of the game holds, as plain numbers by name; -1 stands for none."""
    cdef const Veil* s = _veil_of(position)
    cdef int n = _players(position)
    found = _card_fields(s, n)
    found.update(_piece_fields(s, n))
    found.update(_island_fields(s))
    found.update(_course_fields(s, n))
    found.update(_faction_fields(s, n))
    found["viewer"] = _or_less(s.viewer)
    found["island"] = _open_regions(position)
    found["actor"] = position.actor()
    return found

cdef dict _card_fields(const Veil* s, int n):
    return {
        "held": [_cards_of(s.held[seat]) for seat in range(n)],
        "places": {card: s.place[<int>card] for seat in range(n) for card in _cards_of(s.held[seat])},
        "counts": [[[s.count[seat][zone][deck] for deck in range(DECKS)] for zone in range(ZONE_ANY)] for seat in range(n)],
        "known": _cards_of(s.known), "open": _cards_of(s.open),
        "pile": _cards_of(s.pile), "discards": _cards_of(s.discards),
        "piles": [s.pile_count[deck] for deck in range(DECKS)], "reshuffles": [s.reshuffles[deck] for deck in range(DECKS)],
        "least": [[s.least[seat][kind] for kind in range(CLASSES)] for seat in range(n)],
        "payments": [[s.tags[seat][kind] for kind in range(CLASSES)] for seat in range(n)],
        "claims": [s.claims[seat] for seat in range(n)], "claim_counts": [s.claim_count[seat] for seat in range(n)],
        "shown": [[_or_less(s.shown[seat][i]) for i in range(2)] for seat in range(n)],
    }

cdef dict _piece_fields(const Veil* s, int n):
    return {
        "warriors": [[s.warriors[seat][region] for region in range(REGIONS)] for seat in range(n)],
        "supply": [s.supply[seat] for seat in range(n)],
        "heroes": [[_or_less(s.hero_at[seat][hero]) for hero in range(HEROES)] for seat in range(n)],
        "hero_strength": [[s.hero_strength[seat][hero] for hero in range(HEROES)] for seat in range(n)],
        "hero_tokens": [[s.hero_tokens[seat][hero] for hero in range(HEROES)] for seat in range(n)],
        "beasts": [(s.beast_place[beast] - OWNED if s.beast_place[beast] >= OWNED else -1, _or_less(s.beast_at[beast]))
                   for beast in range(BEASTS)],
        "beast_tokens": [s.beast_tokens[beast] for beast in range(BEASTS)],
        "beast_queue": [s.beast_queue[i] for i in range(BEASTS) if s.beast_queue[i] != NONE],
        "knight": (_or_less(s.knight_owner), _or_less(s.knight_at)),
        "settlements": [[(_or_less(s.settled[seat][k]), _or_less(s.settled_slot[seat][k]), s.settled_tokens[seat][k])
                         for k in range(SLOTS)] for seat in range(n)],
        "artifacts": [s.artifact_place[artifact] for artifact in range(ARTIFACTS)],
        "artifact_queue": [s.artifact_queue[i] for i in range(ARTIFACTS) if s.artifact_queue[i] != NONE],
        "grail": (_or_less(s.grail_at), s.grail_bearer, s.grail_used),
        "excalibur": (_or_less(s.excalibur_at), s.excalibur_bearer, s.excalibur_used),
        "excalibur_taken": s.excalibur_taken, "tokens_left": s.tokens_left,
    }

cdef dict _island_fields(const Veil* s):
    return {
        "tiles": [_or_less(s.tile[region]) for region in range(REGIONS)],
        "mist": [s.mist[region] for region in range(REGIONS)],
        "explored": s.explored,
        "mist_left": (s.mist_artifacts, s.mist_beasts, s.mist_grail),
    }

cdef dict _course_fields(const Veil* s, int n):
    return {
        "factions": [s.faction[seat] for seat in range(n)],
        "vp": [s.vp[seat] for seat in range(n)], "power": [s.power[seat] for seat in range(n)],
        "favor": [s.favor[seat] for seat in range(n)],
        "prophecies": [(_or_less(s.prophecy[i]), s.fulfilled[i]) for i in range(SEASON_PROPHECIES) if s.prophecy[i] != NONE],
        "prophecies_used": s.prophecies_used,
        "used": [[power for power in range(MOST_POWERS) if is_used(s, seat, power)] for seat in range(n)],
        "season": s.season, "round": s.round, "war": s.war, "order": [_or_less(s.order[i]) for i in range(n)],
        "turn": s.turn, "active": _or_less(s.active), "explored_turn": s.explored_turn,
        "region": _or_less(s.region), "fighting": s.fighting, "failed": s.failed, "winners": s.winners,
        "plans": [(s.plan[seat], _or_less(s.plan_card[seat]), s.plan_down[seat]) for seat in range(n)],
        "bonus": [s.bonus[seat] for seat in range(n)],
        "stack": [FRAMES[s.stack[i].kind] for i in range(s.depth)], "step": top_of(s).step,
        "source": (top_of(s).x, top_of(s).b, top_of(s).a, top_of(s).c),
        "course": (s.stack[0].step, s.stack[0].a), "sent": _sent(s),
        "awaited": AWAITED[s.awaited], "awaited_seat": _or_less(s.awaited_seat), "awaited_what": _or_less(s.awaited_what),
        "awaited_zone": _or_less(s.awaited_zone),
    }

cdef list _sent(const Veil* s):
    """Units chosen for the icon under way, as tokens of texts, and where they go."""
    found = [(piece, s.sent[piece]) for piece in range(PIECES) if s.sent[piece] != NONE]
    return found + [(FIRST_WARRIORS + s.sent_warriors[region], region) for region in range(REGIONS) if s.sent_warriors[region]]

cdef dict _faction_fields(const Veil* s, int n):
    return {
        "objectives": [s.objective[seat] for seat in range(n)],
        "upgraded": [bool((s.upgraded >> seat) & 1) for seat in range(n)],
        "champions": [_or_less(s.champion[seat]) for seat in range(n)],
        "lines": [_or_less(s.line_at[line]) for line in range(LINES)],
        "ancient": (_or_less(s.ancient_owner), _or_less(s.ancient_at)),
        "quests": [(s.quest_at[flag], s.quest_card[flag]) for flag in range(FLAGS) if s.quest_at[flag] != NONE],
        "tide": (_or_less(s.tide_at), s.tide_way), "leviathan": _or_less(s.leviathan),
    }

def details(position):
    """What `fields` leaves out, by name: the stack part by part, of which each kind has its own meaning, and what has
    happened in a battle.
    """
    cdef const Veil* s = _veil_of(position)
    cdef int n = _players(position)
    return {
        "frames": [_frame(&s.stack[i]) for i in range(s.depth)], "as_explored": _or_less(s.as_explored),
        "claims_told": [s.claims_shown[seat] for seat in range(n)], "shows_told": [s.shown_told[seat] for seat in range(n)],
        "flags": [_or_less(s.quest_at[flag]) for flag in range(FLAGS)],
        "dropped": s.dropped, "no_second": s.no_second, "drop_plan": s.drop_plan, "resolved": s.resolved,
        "negated": [s.negated[seat] for seat in range(n)], "limit_bonus": [s.limit_bonus[seat] for seat in range(n)],
        "limit_by": [[s.limit_by[seat][other] for other in range(n)] for seat in range(n)],
        "strength_by": [[s.strength_by[seat][other] for other in range(n)] for seat in range(n)],
    }

cdef dict _frame(const Frame* f):
    return {"kind": FRAMES[f.kind], "step": f.step, "seat": _or_less(f.seat), "here": _or_less(f.here),
            "there": _or_less(f.there), "a": f.a, "b": f.b, "c": f.c, "x": f.x, "y": f.y, "bits": f.bits}

cdef int _open_regions(position) except -1:
    cdef Rules rules = position.rules
    return (<const VeilRules*>rules.table).open

cdef int _players(position) except -1:
    cdef Rules rules = position.rules
    return (<const VeilRules*>rules.table).players

def strengths(position):
    """What each seat's pieces are worth in each region."""
    cdef const Veil* s = _veil_of(position)
    cdef Rules rules = position.rules
    cdef const VeilRules* r = _veil_rules(rules)
    return [[strength(r, s, seat, region) for region in range(REGIONS)] for seat in range(r.players)]

def limits(position):
    """The limits of the plans in the battle under way, with all changes."""
    cdef const Veil* s = _veil_of(position)
    cdef Rules rules = position.rules
    cdef const VeilRules* r = _veil_rules(rules)
    return [limit_of(r, s, seat, negated_seats(s)) for seat in range(r.players)]

def battle_strengths(position):
    """What each seat's strength is in the battle under way, combat cards aside until they count."""
    cdef const Veil* s = _veil_of(position)
    cdef Rules rules = position.rules
    cdef const VeilRules* r = _veil_rules(rules)
    return [strength_now(r, s, seat) if (s.fighting >> seat) & 1 else 0 for seat in range(r.players)]

def without(State state, int loser):
    """The seats that win when `loser` passes from here on and the others play to the end.

    Passing is the last of its legal moves. How the others play hangs on the position alone. Raises ValueError.
    """
    cdef const VeilRules* r = _veil_rules(state.rules)
    cdef Veil s = _veil_of(state)[0]
    cdef Event moves[MAX_LEGAL]
    cdef Rng rng
    cdef unsigned int best = 0
    cdef int seat, count_of, most = -1
    _within("loser", loser, 0, r.players - 1)
    seeded(&rng, _fingerprint(&s))
    while s.actor != OVER:
        if s.actor == loser:
            count_of = list_moves(r, &s, moves)
            veil_apply(r, &s, moves[count_of - 1])
        else:
            veil_apply(r, &s, any_event(r, &s, &rng))
    for seat in range(r.players):
        if seat != loser and s.vp[seat] > most:
            most, best = s.vp[seat], 0
        if seat != loser and s.vp[seat] == most:
            best |= 1u << seat
    if best & (best - 1) and s.grail_at != NONE and (best >> s.grail_at) & 1:
        best = 1u << s.grail_at
    return [seat for seat in range(r.players) if (best >> <int>seat) & 1]

cdef uint64_t _fingerprint(const Veil* s) noexcept:
    """A number that hangs on every byte of a position."""
    cdef const uint8_t* data = <const uint8_t*>s
    cdef uint64_t found = 0
    cdef size_t i
    for i in range(sizeof(Veil)):
        found = mixed(found ^ data[i])
    return found
