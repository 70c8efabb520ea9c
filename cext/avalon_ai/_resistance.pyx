"""The Resistance: Avalon: rules, views and worlds; `OPS` is its table of operations.

The parts, in order: what lies on the table, what an event does, which moves there are, which worlds a View allows,
what a seat may know, what must always hold, how the machine plays on. No Python object appears below the doors at the
end of this file.
"""

from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memcmp, memcpy, memset

from avalon_ai._features cimport Row, write, write_all, write_one_of, write_set
from avalon_ai._numbers cimport power_of_e
from avalon_ai._rng cimport below, bits, mixed, unit
from avalon_ai._state cimport Rules, State, View
from avalon_ai._types cimport (
    ACTOR_CHANCE, ACTOR_HIDDEN, ACTOR_OVER, Event, GameOps, NO_EVENT, NO_SEAT, Rng, SOURCE_MOVE,
    SOURCE_REFEREE, code_of, make, seat_of, source_of,
)

cdef extern from *:
    int __builtin_ctz(unsigned int bits) noexcept nogil

include "_resistance_table.pxi"
include "_resistance_apply.pxi"
include "_resistance_moves.pxi"
include "_resistance_worlds.pxi"
include "_resistance_acts.pxi"
include "_resistance_evidence.pxi"
include "_resistance_beliefs.pxi"
include "_resistance_notes.pxi"
include "_resistance_views.pxi"
include "_resistance_features.pxi"
include "_resistance_check.pxi"
include "_resistance_eyes.pxi"
include "_resistance_open.pxi"
include "_resistance_policy.pxi"

cdef GameOps OPS
OPS.name = b"resistance"
OPS.state_size = sizeof(Resistance)
OPS.rules_size = sizeof(ResistanceRules)
OPS.model_size = sizeof(ResistanceModel)
OPS.belief_size = sizeof(ResistanceBelief)
OPS.features_size = RESISTANCE_ROW
OPS.features = resistance_features
OPS.codes = CODES
OPS.longest = 400
OPS.seats = resistance_seats
OPS.viewer = resistance_viewer
OPS.actor = resistance_actor
OPS.legal = resistance_legal
OPS.outcomes = resistance_outcomes
OPS.sample = resistance_sample
OPS.forced = resistance_forced
OPS.allows = resistance_allows
OPS.apply = resistance_apply
OPS.mask = resistance_mask
OPS.redact = resistance_redact
OPS.believe = resistance_believe
OPS.determinize = resistance_determinize
OPS.notes_size = 8 * NOTES_WORDS
OPS.study = resistance_study
OPS.note = resistance_note
OPS.policy = resistance_policy
OPS.playout = resistance_playout
OPS.light = resistance_light
OPS.secret = resistance_secret
OPS.reopen = resistance_reopen
OPS.suppose = resistance_suppose
OPS.returns = resistance_returns
OPS.reason = resistance_reason
OPS.check = resistance_check

REASONS = ("", "quests", "fails", "rejections", "merlin")
PHASES = (
    "propose", "vote", "count", "quest", "reveal", "lady", "loyalty", "claim", "shoot", "result", "over",
)

# Doors to Python. They check; below them nothing does.

cdef int _within(str name, int value, int low, int high) except -1:
    if not low <= value <= high:
        raise ValueError(f"{name}: expected {low} to {high}, got {value}")
    return 0

cdef int add_teams(ResistanceRules* r, int at, int size, int first, unsigned int team) noexcept nogil:
    """Put all teams of this size into the table from `at` on, in the order of their letters; where they end."""
    cdef int seat
    if size == 0:
        r.teams[at] = team
        return at + 1
    for seat in range(first, r.players - size + 1):
        at = add_teams(r, at, size - 1, seat + 1, team | (1u << seat))
    return at

cdef void list_all_teams(ResistanceRules* r) noexcept nogil:
    """A part of the table for each size; quests of one size share it."""
    cdef int quest, before
    cdef int end = 0
    for quest in range(QUESTS):
        for before in range(quest):
            if r.size[before] == r.size[quest]:
                r.first[quest], r.number[quest] = r.first[before], r.number[before]
                break
        else:
            r.first[quest] = end
            end = add_teams(r, end, r.size[quest], 0, 0)
            r.number[quest] = end - r.first[quest]

cdef double choices(int many, int few) noexcept nogil:
    """Ways to choose few of many."""
    cdef double ways = 1.0
    cdef int i
    if few < 0 or few > many:
        return 0.0
    for i in range(few):
        ways = ways * (many - i) / (i + 1)
    return ways

cdef void list_all_sets(ResistanceRules* r) noexcept nogil:
    """The sets of evil seats, and how many teams have how many evil seats."""
    cdef unsigned int evil = (1u << r.evil) - 1
    cdef unsigned int left
    cdef int quest, own, bad, place
    while evil <= r.everyone:
        r.sets[r.set_count] = evil
        left = evil
        for place in range(r.evil):
            r.members[r.set_count][place] = __builtin_ctz(left)
            left &= left - 1
        r.set_count += 1
        evil = next_set(evil)
    for quest in range(QUESTS):
        r.pure[quest] = choices(r.players - r.evil, r.size[quest])
        for own in range(2):
            for bad in range(LIKES):
                r.ways[quest][own][bad] = choices(r.evil - own, bad - own) * choices(
                    r.players - r.evil - 1 + own, r.size[quest] - bad - 1 + own)

def make_rules(*, int players, int evil, sizes, needed, bint lady, bint any_carrier):
    """Compile the options: how many are evil, the size of each team, the fails that make each quest fail.

    Raises ValueError where they fit no game.
    """
    cdef ResistanceRules r
    memset(&r, 0, sizeof(r))
    _within("players", players, 5, SEATS)
    _within("evil", evil, 2, (players - 1) // 2)
    if len(sizes) != QUESTS or len(needed) != QUESTS:
        raise ValueError(f"expected {QUESTS} sizes and {QUESTS} numbers of fails")
    r.players, r.evil, r.lady, r.any_carrier = players, evil, lady, any_carrier
    r.everyone = (1 << players) - 1
    for quest in range(QUESTS):
        _within("size", sizes[quest], 2, 5)
        _within("needed", needed[quest], 1, 2)
        r.size[<int>quest], r.needed[<int>quest] = sizes[quest], needed[quest]
    list_all_teams(&r)
    list_all_sets(&r)
    return Rules.compiled(&OPS, &r, REASONS, INVARIANTS, load_rules)

def load_rules(bytes table):
    """Rules from the bytes of their table. Raises ValueError where they are none."""
    cdef ResistanceRules r
    cdef const char* data = table
    if len(table) != sizeof(r):
        raise ValueError(f"rules: expected {sizeof(r)} bytes, got {len(table)}")
    memcpy(&r, data, sizeof(r))
    sizes, needed = [r.size[quest] for quest in range(QUESTS)], [r.needed[quest] for quest in range(QUESTS)]
    made = make_rules(
        players=r.players, evil=r.evil, sizes=sizes, needed=needed, lady=r.lady, any_carrier=r.any_carrier)
    if made.to_bytes() != table:
        raise ValueError("rules: the bytes hold no table")
    return made

cdef const ResistanceRules* _rules_of(Rules rules) except NULL:
    if rules.ops != &OPS:
        raise ValueError(f"expected rules of resistance, got {rules.name}")
    return <const ResistanceRules*>rules.table

cdef int _deal_set(const ResistanceRules* r, Resistance* s, roles) except -1:
    """Take down the role set: as many roles as seats, so many of them evil."""
    cdef int role, evil = 0
    if len(roles) != r.players:
        raise ValueError(f"roles: expected {r.players}, got {len(roles)}")
    for role in roles:
        _within("role", role, 0, ROLES - 1)
        s.count[role] += 1
        evil += is_evil(role)
    if evil != r.evil:
        raise ValueError(f"roles: expected {r.evil} evil ones, got {evil}")
    return 0

def start(Rules rules, int leader, roles, int carrier=-1):
    """The State after the deal: who leads first, the role of each seat, who carries the shot.

    `carrier` is left out where the only Assassin's card says it, or where no Merlin plays. Raises ValueError where
    the roles make no game or nobody can tell who carries the shot.
    """
    cdef const ResistanceRules* r = _rules_of(rules)
    cdef Resistance s
    _within("leader", leader, 0, r.players - 1)
    clear_table(r, &s, leader)
    _deal_set(r, &s, roles)
    for seat, role in enumerate(roles):
        s.role[<int>seat] = role
    show_roles(r, &s)
    _give_shot(r, &s, carrier)
    return State.over(rules, &s)

cdef int _give_shot(const ResistanceRules* r, Resistance* s, int carrier) except -1:
    cdef unsigned int holders = seats_with(r, s.role, 1 << ASSASSIN)
    if s.count[MERLIN] == 0:
        if carrier >= 0:
            raise ValueError("carrier: expected none in a game without Merlin")
        return 0
    if carrier < 0 and count_bits(holders) != 1:
        raise ValueError(f"carrier: expected a seat, with {count_bits(holders)} Assassins in the game")
    if carrier >= 0:
        _within("carrier", carrier, 0, r.players - 1)
        if not (s.evil >> carrier) & 1:
            raise ValueError(f"carrier: expected an evil seat, got {carrier}")
    s.carrier = carrier if carrier >= 0 else __builtin_ctz(holders)
    s.carried = CARRIED_BY_ANY
    if not r.any_carrier and count_bits(holders) == 1:
        s.carried = CARRIED_BY_CARD if s.role[s.carrier] == ASSASSIN else CARRIED_BY_OTHER
    return 0

def start_view(Rules rules, int seat, int leader, role_set, int role, int seen, bint carries, bint open_carrier):
    """The View of one seat after the deal: the role set, the own role, the mask of seats it sees, whether the seat
    carries the shot, and whether it is public that another evil role than the Assassin's card does.

    Raises ValueError where no deal could show a seat that.
    """
    cdef const ResistanceRules* r = _rules_of(rules)
    cdef Resistance s
    _within("leader", leader, 0, r.players - 1)
    _within("seat", seat, 0, r.players - 1)
    _within("role", role, 0, ROLES - 1)
    _within("seen", seen, 0, r.everyone)
    clear_table(r, &s, leader)
    _deal_set(r, &s, role_set)
    s.viewer = seat
    s.role[seat] = role
    s.seen[seat] = seen
    s.evil = is_evil(role) << seat
    if s.count[MERLIN]:
        s.carried = CARRIED_BY_ANY
        if not r.any_carrier and s.count[ASSASSIN] == 1:
            s.carried = CARRIED_BY_OTHER if open_carrier or carries else CARRIED_BY_CARD
    if carries or (s.carried == CARRIED_BY_CARD and role == ASSASSIN):
        s.carrier = seat
    broken = resistance_check(r, &s)
    if broken:
        raise ValueError(f"no deal shows a seat that: {INVARIANTS[broken - 1]} is broken")
    return View.over(rules, &s)

cdef const Resistance* _position(position, const ResistanceRules** r) except NULL:
    if isinstance(position, State):
        r[0] = _rules_of((<State>position).rules)
        return <const Resistance*>(<State>position).data
    if isinstance(position, View):
        r[0] = _rules_of((<View>position).rules)
        return <const Resistance*>(<View>position).data
    raise TypeError(f"expected a State or a View, got {type(position).__name__}")

cdef int _or_minus_one(int value) noexcept nogil:
    return -1 if value == NONE else value

def fields(position):
    """Everything a State or a View holds, as plain numbers by name; sets of seats are masks, -1 is none or not known.

    `proposals` has a (quest, attempt, leader, team, approved) for each, -1 as long as the votes are not revealed;
    `quests` a (team, fails, mask of those known to have failed) for each one played; `uses` of the Lady a
    (holder, target, loyalty, claim) each, 0 where nothing was shown or said.
    """
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(position, &r)
    return {
        "roles": [_or_minus_one(s.role[seat]) for seat in range(r.players)],
        "role_counts": [s.count[role] for role in range(ROLES)],
        "seen": [s.seen[seat] for seat in range(r.players)],
        "evil": s.evil,
        "carrier": _or_minus_one(s.carrier),
        "carried": s.carried,
        "proposals": _proposals(r, s),
        "quests": [(team_of(s, quest), s.fails[quest], s.failed[quest]) for quest in range(QUESTS) if s.fails[quest] != NONE],
        "holders": [s.lady[i] for i in range(USES + 1) if s.lady[i] != NONE],
        "uses": [
            (s.lady[i], s.lady[i + 1], s.loyalty[i], s.claim[i]) for i in range(USES) if s.lady[i + 1] != NONE
        ],
        "quest": s.quest,
        "attempt": s.attempt,
        "leader": s.leader,
        "won": s.won,
        "lost": s.lost,
        "shot": _or_minus_one(s.shot),
        "phase": PHASES[s.phase],
        "pending": s.pending,
        "todo": s.todo,
        "good_won": _or_minus_one(s.good_won),
        "reason": REASONS[s.reason],
        "actor": s.actor,
        "viewer": -1 if s.viewer >= SEATS else s.viewer,
        "sizes": [r.size[quest] for quest in range(QUESTS)],
        "needed": [r.needed[quest] for quest in range(QUESTS)],
    }

cdef list _proposals(const ResistanceRules* r, const Resistance* s):
    cdef int quest, attempt
    cdef bint open_votes
    found = []
    for quest in range(QUESTS):
        for attempt in range(proposals_of(s, quest)):
            open_votes = (s.phase == PHASE_VOTE or s.phase == PHASE_COUNT) and quest == s.quest and attempt == s.attempt
            found.append((quest, attempt, leader_of(r, s, quest, attempt), s.team[quest][attempt],
                          -1 if open_votes else s.approved[quest][attempt]))
    return found

def history(position):
    """The events that led to a position; of a View, as its seat was shown them."""
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(position, &r)
    cdef Resistance past
    cdef Event event
    events = []
    go_back(r, s, &past)
    while True:
        event = past_event(r, s, &past)
        if event == NO_EVENT:
            return events
        events.append(event)
        resistance_apply(r, &past, event)

def evil_sets(View view):
    """The masks of the seats that may be the evil ones, each with its number of role assignments that are possible."""
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(view, &r)
    cdef ResistanceBelief belief
    cdef Clues clues
    read_clues(r, s, &clues)
    weigh_sets(r, &clues, &belief)
    return [
        (belief.evil[i], int(belief.upto[i] - (belief.upto[i - 1] if i else 0.0))) for i in range(belief.sets)
    ]

def possible_roles(View view):
    """For each seat the roles that it may have as far as the View's seat can tell, a bit each."""
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(view, &r)
    return [roles_of(r, s, seat) for seat in range(r.players)]

def make_model(habits, *, behaviour=None):
    """Weights for policy, notes and playouts: all chances of the struct Habits in its order, -1 to 1.

    Worlds are drawn by `behaviour`, bytes of make_behaviour; without it all possible ones are as likely.
    """
    cdef ResistanceModel m
    cdef const Behaviour* b = _behaviour_of(behaviour)
    cdef float* at = <float*>&m.habits
    memset(&m, 0, sizeof(m))
    if len(habits) * sizeof(float) != sizeof(Habits):
        raise ValueError(f"habits: expected {sizeof(Habits) // sizeof(float)} chances, got {len(habits)}")
    for i, chance in enumerate(habits):
        if not -1 <= chance <= 1:
            raise ValueError(f"habits: expected chances, got {chance}")
        at[<int>i] = chance
    if b != NULL:
        m.judges, m.behaviour = 1, b[0]
    return (<char*>&m)[:sizeof(m)]

def make_behaviour(values):
    """A model of behaviour from all its numbers, in the order of the struct. Raises ValueError for another count."""
    cdef Behaviour b
    cdef float* at = <float*>&b
    if len(values) * sizeof(float) != sizeof(b):
        raise ValueError(f"behaviour: expected {sizeof(b) // sizeof(float)} numbers, got {len(values)}")
    for i, value in enumerate(values):
        at[<int>i] = value
    return (<char*>&b)[:sizeof(b)]

cdef const Behaviour* _behaviour_of(behaviour) except? NULL:
    """What the bytes hold, which have to live as long; NULL for None."""
    cdef const char* table
    if behaviour is None:
        return NULL
    if len(behaviour) != sizeof(Behaviour):
        raise ValueError(f"behaviour: expected {sizeof(Behaviour)} bytes, got {len(behaviour)}")
    table = behaviour
    return <const Behaviour*>table

def posterior(View view, behaviour=None):
    """The sets of evil seats that may be, each a mask with its chance, and for each seat the chance of each role.

    `behaviour` are the bytes of make_behaviour; without it all possible assignments of roles are as likely. Raises
    ValueError for bytes of another length.
    """
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(view, &r)
    cdef const Behaviour* b = _behaviour_of(behaviour)
    cdef Posterior found
    cdef Factors factors
    with nogil:
        believe_by(r, s, b, &factors, &found)
    sets = [(found.evil[i], found.chance[i]) for i in range(found.sets)]
    return sets, [[found.role[seat][role] for role in range(ROLES)] for seat in range(r.players)]

cdef int _take_notes(const ResistanceRules* r, const Resistance* s, bytes model, int ignored, Notes* n) except -1:
    cdef const char* weights = model
    cdef const Habits* h = &(<const ResistanceModel*>weights).habits
    if len(model) != sizeof(ResistanceModel):
        raise ValueError(f"model: expected {sizeof(ResistanceModel)} bytes, got {len(model)}")
    _within("ignored", ignored, -1, r.players - 1)
    open_notes(r, h, s, n)
    if ignored >= 0:
        n.ignored = ignored
    take_history(r, h, s, n)
    return 0

cdef int _follow(const ResistanceRules* r, const Resistance* s, bytes model, Notes* n) except -1:
    """The same event by event, as a simulated game goes."""
    cdef const char* weights = model
    cdef Resistance past
    cdef Event event
    go_back(r, s, &past)
    resistance_study(r, weights, &past, n)
    while True:
        event = past_event(r, s, &past)
        if event == NO_EVENT:
            return 0
        resistance_note(r, weights, &past, event, n)
        resistance_apply(r, &past, event)

def notes(position, bytes model, int ignored=-1, *, bint along=False):
    """What everybody could see, summed up for each set of evil seats, in the order of their masks; floats in bytes.

    Whether the fails allow the set; by kind of table (plain logic, as people do) how likely everything done is, with
    every good seat a servant; by kind of table and seat how much likelier its acts are if it is Merlin, or nothing
    where none plays. The votes and proposals of the seat `ignored` are left out. `along` goes through the game event by
    event, as the search does: a kind of table that can hardly be the right one is forgotten on the way, and empty here.
    Raises ValueError for bytes of another length.
    """
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(position, &r)
    cdef uint64_t buffer[NOTES_WORDS]
    cdef Notes* n = <Notes*>buffer
    _take_notes(r, s, model, ignored, n)
    if along:
        _follow(r, s, model, n)
    merlins = [_floats(merlin_row(n, table, seat), n.sets) for table in range(TABLES) for seat in range(r.players)]
    return (
        _floats(row_of(n, ROW_POSSIBLE), n.sets),
        [_floats(row_of(n, ROW_WEIGHT + table), n.sets if n.first <= table < n.end else 0) for table in range(TABLES)],
        merlins if n.merlin else [],
    )

def open_worth(View view, bytes model):
    """What moves of a good seat are worth at a table that acts by plain logic: (code, chance to win) each.

    For a leader the teams most likely to succeed, for a vote both answers; nothing for any other move. Raises
    ValueError for bytes of another length.
    """
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(view, &r)
    cdef uint64_t buffer[NOTES_WORDS]
    cdef Notes* n = <Notes*>buffer
    cdef Eyes eyes
    cdef Outlook o
    cdef uint16_t found[CANDIDATES]
    cdef float worth[CANDIDATES]
    if s.actor != s.viewer:
        return []
    _take_notes(r, s, model, s.viewer, n)
    look_as(r, s, n, s.actor, &eyes)
    if s.phase == PHASE_PROPOSE:
        count = weigh_candidates(r, s, n, &eyes, s.actor, found, worth)
        return [(CODE_TEAM + found[<int>i], worth[<int>i]) for i in range(count)]
    if s.phase != PHASE_VOTE:
        return []
    look_out(r, n, &eyes, s.actor, &o)
    return [(CODE_APPROVE, worth_going(r, s, &o)), (CODE_REJECT, worth_later(r, s, &o, s.attempt + 1))]

cdef bytes _floats(const float* values, int count):
    return (<const char*>values)[:count * sizeof(float)]

def acts(position, rates):
    """What was done, as the model of behaviour looks at it; the numbers are 4-byte floats in bytes.

    A (quest, attempt, leader, team, approved, features of each seat, of the table, of the leader) for each proposal
    whose votes are known, and a (quest, team, fails, features, features of each two seats) for each quest played.
    """
    cdef const ResistanceRules* r
    cdef const Resistance* s = _position(position, &r)
    cdef Walk walk
    cdef Act act
    cdef float features[QUEST_FEATURES]
    cdef double rate
    proposals, quests = [], []
    walk_start(r, &walk)
    for quest in range(QUESTS):
        last = proposals_of(s, quest) - 1
        for attempt in range(last + 1):
            if votes_known(r, s, quest, attempt):
                read_act(r, s, &walk, quest, attempt, &act)
                proposals.append((quest, attempt, act.leader, act.team, act.approved,
                                  _floats(act.seat[0], r.players * SEAT_FEATURES), _floats(act.table, TABLE_FEATURES),
                                  _floats(act.lead, LEAD_FEATURES)))
                walk_votes(r, &walk, &act, attempt == ATTEMPTS - 1)
        if s.fails[<int>quest] != NONE:
            put_quest(r, s, &walk, &act, quest, last, s.fails[<int>quest], features)
            rate = rates[quest]
            walk_fails(r, &walk, &act, quest, s.fails[<int>quest], rate, last == ATTEMPTS - 1)
            quests.append((quest, act.team, s.fails[<int>quest], _floats(features, QUEST_FEATURES), _pairs(r, &walk)))
    return proposals, quests

cdef bytes _pairs(const ResistanceRules* r, const Walk* walk):
    cdef float features[PAIR_FEATURES]
    found = b""
    for one in range(r.players):
        for two in range(one + 1, r.players):
            put_pair(walk, one, two, features)
            found += _floats(features, PAIR_FEATURES)
    return found
