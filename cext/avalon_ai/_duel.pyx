"""The duel, Avalon for two: rules, views, policy and evaluation; `OPS` is its table of operations.

The parts, in order: what lies on the table, what an event does, which moves there are, what a seat may
know, how the machine plays. No Python object appears below the doors at the end of this file.
"""

from libc.stdint cimport int16_t, uint8_t, uint64_t
from libc.string cimport memcmp, memcpy, memmove, memset

from avalon_ai._features cimport Row, write, write_all, write_one_of, write_set
from avalon_ai._numbers cimport exponential
from avalon_ai._rng cimport below, bits, seed as seeded, unit
from avalon_ai._state cimport Rules, State, View
from avalon_ai._types cimport (
    ACTOR_CHANCE, ACTOR_OVER, Event, GameOps, MAX_LEGAL, NO_EVENT, NO_SEAT, Rng, SOURCE_CHANCE, SOURCE_MOVE,
    code_of, make, seat_of, source_of,
)

cdef extern from *:
    int __builtin_popcount(unsigned int bits) noexcept nogil

include "_duel_table.pxi"
include "_duel_apply.pxi"
include "_duel_moves.pxi"
include "_duel_views.pxi"
include "_duel_policy.pxi"

cdef void duel_returns(const void* rules, const void* state, double* values) noexcept nogil:
    cdef const Duel* s = <const Duel*>state
    values[0] = 0.5 if s.winner == 2 else <double>(s.winner == 0)
    values[1] = 1.0 - values[0]

include "_duel_evaluate.pxi"
include "_duel_features.pxi"

cdef int duel_reason(const void* rules, const void* state) noexcept nogil:
    return (<const Duel*>state).reason

cdef GameOps OPS
OPS.name = b"duel"
OPS.state_size = sizeof(Duel)
OPS.rules_size = sizeof(DuelRules)
OPS.model_size = sizeof(DuelModel)
OPS.belief_size = sizeof(DuelBelief)
OPS.features_size = DUEL_ROW
OPS.features = duel_features
OPS.codes = CODES
OPS.longest = 400000
OPS.seats = duel_seats
OPS.viewer = duel_viewer
OPS.actor = duel_actor
OPS.legal = duel_legal
OPS.outcomes = duel_outcomes
OPS.sample = duel_sample
OPS.forced = duel_forced
OPS.allows = duel_allows
OPS.apply = duel_apply
OPS.mask = duel_mask
OPS.redact = duel_redact
OPS.believe = duel_believe
OPS.determinize = duel_determinize
OPS.policy = duel_policy
OPS.playout = duel_playout
OPS.returns = duel_returns
OPS.reason = duel_reason
OPS.check = duel_check

REASONS = ("", "crowns", "cap")
PHASES = ("draw", "play", "reply", "reveal", "pay", "discard", "over")

# Doors to Python. They check; below them nothing does.

cdef int _within(str name, int value, int low, int high) except -1:
    if not low <= value <= high:
        raise ValueError(f"{name}: expected {low} to {high}, got {value}")
    return 0

cdef int _check_rules(const DuelRules* r) except -1:
    cdef int total = 2 * r.colours * r.copies
    cdef int needed = 2 * r.territories + 2 * r.hand_limit
    _within("territories", r.territories, 2, WIDTH)
    _within("colours", r.colours, 1, COLOURS)
    _within("copies", r.copies, 1, 8)
    _within("hand", r.hand_limit, 1, 9)
    _within("turn_cap", r.turn_cap, 1, 1000)
    if needed > total:
        raise ValueError(f"{total} cards are too few: stacks and hands need {needed}")
    if any_tiles(r) < 3:
        raise ValueError(f"tiles: expected at least 3, got {any_tiles(r)}")
    return 0

cdef int any_tiles(const DuelRules* r) noexcept nogil:
    cdef int tile, sum = 0
    for tile in range(TILES):
        sum += r.tiles[tile]
    return sum

def make_rules(*, lands, crowns, castles, int circle, tiles, int colours, int copies, int hand,
               int crowns_to_win, int turn_cap, land_order=None):
    """Compile the options of a duel; every land, kind and tile is given by its number.

    Raises ValueError where they fit no game.
    """
    cdef DuelRules r
    cdef int i, land
    memset(&r, 0, sizeof(r))
    _within("crowns_to_win", crowns_to_win, 1, 255)
    r.territories, r.colours, r.copies = len(lands), colours, copies
    r.hand_limit, r.crowns_to_win, r.turn_cap = hand, crowns_to_win, turn_cap
    for land in lands:
        _within("land", land, 0, WIDTH - 1)
        if (r.lands >> land) & 1:
            raise ValueError(f"land {land} is in play twice")
        r.lands |= 1 << land
    r.circle = circle if circle >= 0 and circle in lands else NONE
    for land in castles:
        _within("castle", land, 0, WIDTH - 1)
        r.castles |= 1 << land
    for i in range(WIDTH):
        _within("crowns", crowns[i], 0, 9)
        r.crowns[i] = crowns[i]
        r.order[i] = NONE
    for i in range(TILES):
        _within("tiles", tiles[i], 0, 99)
        r.tiles[i] = tiles[i]
    if land_order is not None:
        if sorted(land_order) != sorted(lands):
            raise ValueError(f"land order {land_order}: expected each of {sorted(lands)} once")
        r.fixed_order = 1
        for i, land in enumerate(land_order):
            r.order[i] = land
    _check_rules(&r)
    return Rules.compiled(&OPS, &r, REASONS, INVARIANTS, load_rules)

def load_rules(bytes table):
    """Rules from the bytes of their table. Raises ValueError where they are none."""
    cdef DuelRules r
    cdef const char* data = table
    if len(table) != sizeof(r):
        raise ValueError(f"rules: expected {sizeof(r)} bytes, got {len(table)}")
    memcpy(&r, data, sizeof(r))
    _check_rules(&r)
    return Rules.compiled(&OPS, &r, REASONS, INVARIANTS, load_rules)

cdef int _lay_out(const DuelRules* r, Duel* s, stacks) except -1:
    """Set up the table with everything that both seats see."""
    cdef int seat, t
    _empty_table(r, s)
    if len(stacks) != 2 or len(stacks[0]) != r.territories or len(stacks[1]) != r.territories:
        raise ValueError(f"stacks: expected {r.territories} cards a seat")
    for seat in range(2):
        for t in range(r.territories):
            push(s, seat, t, _from_unseen(s, stacks[seat][t]))
    return 0

cdef void _empty_table(const DuelRules* r, Duel* s) noexcept nogil:
    """Before the deal: all cards unseen."""
    cdef int kind
    memset(s, 0, sizeof(Duel))
    memset(s.top, NONE, sizeof(s.top))
    memset(s.evidence, NONE, sizeof(s.evidence))
    memset(s.land, NONE, sizeof(s.land))
    memset(s.owner, NONE, sizeof(s.owner))
    memset(s.front, NONE, sizeof(s.front))
    memcpy(s.tiles_up, r.tiles, TILES)
    for kind in range(KINDS):
        s.unseen[kind] = r.copies if kind % COLOURS < r.colours else 0
    s.attack = s.at = s.winner = NONE
    s.viewer = NONE
    s.lands_left = r.lands
    s.turn = 1
    s.phase = PHASE_PLAY

cdef int _from_unseen(Duel* s, kind) except -1:
    _within("kind", kind, 0, KINDS - 1)
    if not s.unseen[<int>kind]:
        raise ValueError(f"kind {kind}: dealt more often than there are copies")
    s.unseen[<int>kind] -= 1
    return kind

cdef int _deal_hand(const DuelRules* r, Duel* s, int seat, hand) except -1:
    if len(hand) != r.hand_limit:
        raise ValueError(f"hand of seat {seat}: expected {r.hand_limit} cards, got {len(hand)}")
    for kind in hand:
        s.hand[seat][_from_unseen(s, kind)] += 1
    return 0

def start(Rules rules, int first, stacks, hands):
    """The State after the deal: who begins, the kind of each first card by seat and territory, both hands.

    Raises ValueError where cards are missing, too many, or dealt more often than there are copies.
    """
    cdef const DuelRules* r = _duel_rules(rules)
    cdef Duel s
    _within("first", first, 0, 1)
    _lay_out(r, &s, stacks)
    s.on_turn = first
    for seat in range(2):
        _deal_hand(r, &s, seat, hands[seat])
        s.hand_size[seat] = r.hand_limit
    s.pile = sum_of(s.unseen)
    if s.pile == 0:
        show_hands(&s)
    return State.over(rules, &s)

def start_view(Rules rules, int seat, int first, stacks, hand):
    """The View of one seat after the deal, from what that seat is dealt; raises like start."""
    cdef const DuelRules* r = _duel_rules(rules)
    cdef Duel s
    _within("first", first, 0, 1)
    _within("seat", seat, 0, 1)
    _lay_out(r, &s, stacks)
    s.on_turn = first
    _deal_hand(r, &s, seat, hand)
    s.hand_size[0] = s.hand_size[1] = r.hand_limit
    s.viewer = seat
    s.pile = sum_of(s.unseen) - r.hand_limit
    if s.pile == 0:
        show_hands(&s)
    return View.over(rules, &s)

cdef const DuelRules* _duel_rules(Rules rules) except NULL:
    if rules.ops != &OPS:
        raise ValueError(f"expected rules of the duel, got {rules.name}")
    return <const DuelRules*>rules.table

cdef const Duel* _duel_of(position) except NULL:
    if isinstance(position, State):
        _duel_rules((<State>position).rules)
        return <const Duel*>(<State>position).data
    if isinstance(position, View):
        _duel_rules((<View>position).rules)
        return <const Duel*>(<View>position).data
    raise TypeError(f"expected a State or a View, got {type(position).__name__}")

cdef int _or_minus_one(int value) noexcept nogil:
    return -1 if value == NONE else value

def fields(position):
    """Everything a State or a View of the duel holds, as plain numbers by name (docs/duel.md lists them)."""
    cdef const Duel* s = _duel_of(position)
    cdef int n = _territories(position)
    return {
        "stacks": [[_stack(s, seat, t) for t in range(n)] for seat in range(2)],
        "lands": [_or_minus_one(s.land[t]) for t in range(n)],
        "owners": [_or_minus_one(s.owner[t]) for t in range(n)],
        "hands": [[s.hand[seat][k] for k in range(KINDS)] for seat in range(2)],
        "hand_sizes": [s.hand_size[0], s.hand_size[1]],
        "known": [[s.known[seat][k] for k in range(KINDS)] for seat in range(2)],
        "unseen": [s.unseen[k] for k in range(KINDS)],
        "pile": s.pile,
        "discards": [s.discards[k] for k in range(KINDS)],
        "tiles_up": [s.tiles_up[i] for i in range(TILES)],
        "tiles_down": [s.tiles_down[i] for i in range(TILES)],
        "fronts": [_or_minus_one(s.front[0]), _or_minus_one(s.front[1])],
        "front_old": [bool(s.front_old[0]), bool(s.front_old[1])],
        "evidence": [[s.evidence[seat][k] for k in range(KINDS)] for seat in range(2)],
        "crowns": [s.crowns[0], s.crowns[1]],
        "turn": s.turn, "on_turn": s.on_turn, "phase": PHASES[s.phase],
        "conquests": s.conquests, "avalon_used": bool(s.avalon_used),
        "to_pay": min(s.to_pay, total_cards(s, s.on_turn)), "first_payment": bool(s.first_payment), "to_draw": s.to_draw,
        "attack": _or_minus_one(s.attack), "enchanting": bool(s.enchanting), "at": _or_minus_one(s.at),
        "actor": position.actor(), "viewer": _or_minus_one(s.viewer),
    }

cdef int _territories(position) except -1:
    cdef Rules rules = position.rules
    return (<const DuelRules*>rules.table).territories

cdef list _stack(const Duel* s, int seat, int t):
    cdef int last = s.end[seat * WIDTH + t]
    return [s.cards[i] for i in range(last - s.height[seat][t], last)]

def supplies(position):
    """Cards that each of the six tiles would bring now, by seat: two lists of six."""
    cdef const Duel* s = _duel_of(position)
    return [[supply(s, seat, tile) for tile in range(TILES)] for seat in range(2)]

def make_model(Rules rules, greedy, evaluation, *, float early, float noise, float sharpness, decline, float variety):
    """Weights as the core reads them: `greedy` by name (GREEDY_NAMES), `evaluation` by feature (FEATURE_NAMES).

    Each feature of the evaluation has its weight straight to the logit and then those to the units of the hidden
    layer; `output` has the weights of the units. A feature left out, and units left out, count nothing.
    `early` is the share of each earlier change of turn in the result of a rollout, 0 to 1; `noise` shakes the scores of
    the light policy, `sharpness` is the inverse temperature of the prior, `decline` holds
    the chances that a held knight and a held enchantress are not used as a reply, `variety` is what a further card of a
    kind that the hand holds already weighs in the beliefs. Raises KeyError for a missing greedy
    weight, ValueError for an unknown feature.
    """
    cdef const DuelRules* r = _duel_rules(rules)
    cdef DuelModel m
    cdef int i, place
    memset(&m, 0, sizeof(m))
    for i, name in enumerate(GREEDY_NAMES):
        m.greedy[i] = greedy[name]
    for name, row in evaluation.items():
        if name == "output":
            for place in range(min(HIDDEN, len(row))):
                m.output[place] = row[place]
            continue
        i = FEATURE_NAMES.index(name)
        m.linear[i] = row[0]
        m.straight |= i > 0 and row[0] != 0
        for place in range(min(HIDDEN, len(row) - 1)):
            m.hidden[i][place] = row[1 + place]
    m.early, m.noise, m.sharpness = early, noise, sharpness
    m.decline[0], m.decline[1] = decline
    m.variety = variety
    for i in range(WIDTH):
        m.worth[i] = m.greedy[W_VALUE_CROWN] * r.crowns[i]
        if i == AVALON:
            m.worth[i] += m.greedy[W_VALUE_AVALON]
        if i == r.circle:
            m.worth[i] += m.greedy[W_VALUE_CIRCLE]
        if (r.castles >> i) & 1:
            m.worth[i] += m.greedy[W_VALUE_CASTLE]
    return (<char*>&m)[:sizeof(m)]

def held_chances(View view, bytes model):
    """For each kind, how likely the other hand holds at least one: ten numbers, 0 to 1."""
    cdef float chances[KINDS]
    chances_held(_duel_model(model), _duel_of(view), 1 - view.seat, chances)
    return [chances[kind] for kind in range(KINDS)]

# Self-play inside the core, for the scripts in tools/ that fit the weights.

cdef const DuelModel* _duel_model(bytes model) except NULL:
    cdef const char* data = model
    if len(model) != sizeof(DuelModel):
        raise ValueError(f"model: expected {sizeof(DuelModel)} bytes, got {len(model)}")
    return <const DuelModel*>data

cdef void random_deal(const DuelRules* r, Duel* s, Rng* rng) noexcept nogil:
    """Shuffle and deal into a laid-out table whose cards are all unseen."""
    cdef int seat, t, _card, left = 2 * r.colours * r.copies
    for seat in range(2):
        for t in range(r.territories):
            push(s, seat, t, take_one(s, left, rng))
            left -= 1
        for _card in range(r.hand_limit):
            s.hand[seat][take_one(s, left, rng)] += 1
            left -= 1
        s.hand_size[seat] = r.hand_limit
    s.pile = left
    if left == 0:
        show_hands(s)

cdef inline int take_one(Duel* s, int left, Rng* rng) noexcept nogil:
    cdef int kind = pick(s.unseen, left, rng)
    s.unseen[kind] -= 1
    return kind

cdef inline void step(const DuelRules* r, Duel* s, const DuelModel* first, const DuelModel* second, Rng* rng) noexcept nogil:
    """One event: chance, or the light policy of the seat's model."""
    cdef int actor = duel_actor(r, s)
    if actor == ACTOR_CHANCE:
        duel_apply(r, s, duel_sample(r, s, rng))
    else:
        duel_apply(r, s, duel_light(r, first if actor == 0 else second, s, rng))

def self_play(Rules rules, bytes first, bytes second, int pairs, seed):
    """Play `pairs` deals twice, seats swapped, by the light policies of two models.

    Gives the sum of the first model's results over each pair (0 to 2), the events played and the games that ended
    by the cap.
    """
    cdef const DuelRules* r = _duel_rules(rules)
    cdef const DuelModel* one = _duel_model(first)
    cdef const DuelModel* two = _duel_model(second)
    cdef Duel table, deal, s
    cdef Rng rng
    cdef int i, side
    cdef uint64_t events = 0, key = seed
    cdef int capped_games = 0
    cdef double score
    scores = []
    _empty_table(r, &table)
    for i in range(pairs):
        score = 0.0
        with nogil:
            seeded(&rng, key * 1000003 + i)
            deal = table
            deal.on_turn = below(&rng, 2)
            random_deal(r, &deal, &rng)
            for side in range(2):
                s = deal
                while s.phase != PHASE_OVER:
                    step(r, &s, one if side == 0 else two, two if side == 0 else one, &rng)
                    events += 1
                capped_games += s.reason == REASON_CAP
                score += 0.5 if s.winner == 2 else <double>(s.winner == side)
        scores.append(score)
    return scores, events, capped_games

def self_play_features(Rules rules, bytes model, int games, seed, int every):
    """Features at about one in `every` changes of turn of noisy self-play, and the result for the seat on turn.

    Gives two flat lists of floats: rows of len(FEATURE_NAMES), and one result a row.
    """
    cdef const DuelRules* r = _duel_rules(rules)
    cdef const DuelModel* m = _duel_model(model)
    cdef Duel table, s
    cdef Rng rng
    cdef float row[FEATURES]
    cdef int turn, _game, seat
    cdef uint64_t key = seed
    rows, results = [], []
    _empty_table(r, &table)
    seeded(&rng, key)
    for _game in range(games):
        s = table
        s.on_turn = below(&rng, 2)
        random_deal(r, &s, &rng)
        turn = 1
        seats = []
        while s.phase != PHASE_OVER:
            step(r, &s, m, m, &rng)
            if s.turn != turn and s.phase != PHASE_OVER:
                turn = s.turn
                if below(&rng, every) == 0:
                    extract_features(r, m, &s, row)
                    rows.extend([row[i] for i in range(FEATURES)])
                    seats.append(s.on_turn)
        results.extend([0.5 if s.winner == 2 else float(s.winner == seat) for seat in seats])
    return rows, results
