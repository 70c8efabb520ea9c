# Doors to Python. They check; below them nothing does.

SECTIONS = {
    "effects": (20, MOST_EFFECTS), "filters": (8, MOST_FILTERS - 1), "counts": (5, MOST_COUNTS), "clauses": (7, MOST_CLAUSES),
    "conditions": (2, MOST_CONDITIONS), "cards": (25, CARDS), "powers": (11, MOST_POWERS),
    "artifacts": (4, ARTIFACTS), "beasts": (5, BEASTS), "lords": (6, 4), "crowned": (6, 4), "factions": (15, 4),
    "lines": (3, LINES), "quests": (2, DECKS), "prophecies": (4, PROPHECIES), "tiles": (11, TILES), "spaces": (2, 2 * SPACES),
    "regions": (3, REGIONS), "masks": (1, 7), "numbers": (21, 1), "stars": (1, OPEN_SPACES),
}
FIXED = ("cards", "artifacts", "beasts", "lords", "crowned", "factions", "quests", "prophecies", "tiles", "regions", "masks",
         "numbers")

cdef int _within(str name, value, int low, int high) except -1:
    if not low <= value <= high:
        raise ValueError(f"{name}: expected {low} to {high}, got {value}")
    return 0

cdef int _check_tables(tables) except -1:
    """The shape of the tables: sections, lengths of rows, numbers of 16 bits."""
    for name, (width, most) in SECTIONS.items():
        rows = tables[name]
        if len(rows) > most or (name in FIXED and len(rows) != most):
            raise ValueError(f"{name}: expected {'' if name in FIXED else 'at most '}{most} rows, got {len(rows)}")
        for number, row in enumerate(rows):
            if len(row) != width:
                raise ValueError(f"{name}, row {number}: expected {width} numbers, got {len(row)}")
            for value in row:
                _within(f"{name}, row {number}", value, -32768, 32767)
    return 0

cdef int _fill_rows(int16_t* out, rows, int stride) except -1:
    """Rows of numbers as rows of a struct that is nothing but such numbers."""
    cdef int i, j
    for i, row in enumerate(rows):
        for j, value in enumerate(row):
            out[i * stride + j] = value
    return 0

cdef int _fill_filters(VeilRules* r, rows) except -1:
    for i, row in enumerate(rows):
        for k in range(CLAUSES):
            r.filters[i].clause[k] = <uint32_t>(row[2 * k] | row[2 * k + 1] << 15)
    r.filter_there = len(rows)
    r.filters[r.filter_there].clause[0] = 1u << WORD_THERE
    return 0

cdef int _fill_board(VeilRules* r, tables, int players, int favor_side) except -1:
    cdef int i, length = r.numbers.favor_length
    for i in range(REGIONS):
        ring, adjacent, war = tables["regions"][i]
        r.ring_of[i] = ring
        r.ring[<int>ring] |= 1 << i
        r.adjacent[i] = adjacent
        r.war[<int>war] = i
    for i in range(4):
        r.quadrant[i] = tables["masks"][i][0]
    r.open = ALL_REGIONS & ~<int>tables["masks"][4 + players - 2][0]
    for i in range(length + 1):
        r.spaces[i].start, r.spaces[i].count = tables["spaces"][favor_side * (length + 1) + i]
    stars = [row[0] for row in tables["stars"]]
    for i in range(OPEN_SPACES + 1):
        r.stars_upto[i] = len([star for star in stars if star < i])
    return 0

cdef void _own_effect(VeilRules* r, int number, int verb, int n) noexcept:
    """One of the core's own effects: a standard action or a reward."""
    cdef VeilEffect* e = &r.effects[MOST_EFFECTS + number]
    memset(e, 0, sizeof(VeilEffect))
    e.verb, e.n, e.units, e.div, e.most = verb, n, 15, 1, 32767
    e.piece = e.start = e.to = e.deck = e.cond = e.gainarg = e.per = -1

cdef void _own_effects(VeilRules* r) noexcept:
    _own_effect(r, OWN_DEPLOY, DO_DEPLOY, 2)
    _own_effect(r, OWN_SETTLE, DO_SETTLE, 1)
    _own_effect(r, OWN_OUT, DO_OUT, 1)
    _own_effect(r, OWN_DRAW, DO_DRAW, 1)
    _own_effect(r, OWN_POWER, DO_POWER, 1)
    _own_effect(r, OWN_FAVOR, DO_FAVOR, 1)
    _own_effect(r, OWN_MOVE, DO_MOVE1, 1)
    _own_effect(r, OWN_IN, DO_IN, 1)
    r.effects[MOST_EFFECTS + OWN_IN].to = r.filter_there

cdef void _sort_powers(VeilRules* r) noexcept:
    """Powers by the moment that sets them off."""
    cdef int moment, number, found = 0
    for moment in range(TRIGGERS):
        r.triggered[moment] = found
        for number in range(r.power_count):
            if r.powers[number].on == moment and not by_itself(&r.powers[number]):
                r.by_trigger[found] = number
                found += 1
    r.triggered[TRIGGERS] = found

cdef void _own_list(VeilRules* r, const VeilSpan* span, int owner) noexcept:
    """A list of effects and all that they gain stand on this card or power."""
    cdef VeilSpan gain
    cdef int i
    for i in range(span.start, span.start + span.count):
        if r.owners[i] == -1:
            r.owners[i] = owner
            gain.start, gain.count = r.effects[i].gain, r.effects[i].gains
            _own_list(r, &gain, owner)

cdef void _own_lists(VeilRules* r) noexcept:
    """What each effect stands on. Assumes that the tables were checked."""
    cdef int i
    for i in range(MOST_EFFECTS + OWN_EFFECTS):
        r.owners[i] = -1
    for i in range(CARDS):
        _own_list(r, &r.cards[i].fx, i)
        _own_list(r, &r.cards[i].revealed, i)
        _own_list(r, &r.cards[i].win, i)
        _own_list(r, &r.cards[i].notwin, i)
        _own_list(r, &r.cards[i].after, i)
    for i in range(r.power_count):
        _own_list(r, &r.powers[i].fx, CARDS + i)

cdef int _fill_factions(VeilRules* r, tables) except -1:
    """What single factions have: rules of boards, lines, quests, the tide."""
    cdef int i, faction
    _fill_rows(<int16_t*>r.crowned, tables["crowned"], sizeof(VeilLord) // 2)
    _fill_rows(<int16_t*>r.lines, tables["lines"], sizeof(VeilLine) // 2)
    _fill_rows(<int16_t*>r.quests, tables["quests"], sizeof(VeilSpan) // 2)
    r.line_count = len(tables["lines"])
    for i in range(r.power_count):
        if r.powers[i].owner_kind == OWNER_FACTION and r.powers[i].rule:
            for faction in range(4):
                if r.powers[i].owner < 0 or r.powers[i].owner == faction:
                    r.board_rules[faction] |= 1u << r.powers[i].rule
    for name, value in (("line", r.numbers.line_faction), ("quest", r.numbers.quest_faction), ("tide", r.numbers.tide_faction)):
        _within(f"{name}_faction", value, -1, 3)
    _within("tide_start", r.numbers.tide_start, 0, QUADRANTS - 1)
    for i in range(4):
        _within(f"factions, row {i}, objective", r.factions[i].objective, 0, 99)
    return 0

cdef int _span_within(str name, const VeilSpan* span, int most) except -1:
    if span.count:
        _within(name, span.start, 0, most - 1)
        _within(name, span.start + span.count, 1, most)
        _within(name, span.count, 1, 8)
    return 0

cdef int _check_effects(const VeilRules* r, tables) except -1:
    cdef int i
    cdef VeilSpan gain
    cdef const VeilEffect* e
    for i in range(len(tables["effects"])):
        e = &r.effects[i]
        name = f"effects, row {i}"
        _within(name + ", verb", e.verb, 0, DO_PICKCHAMP)
        _within(name + ", n", e.n, -99, 99)
        _within(name + ", piece", e.piece, -1, THIS_CHAMPION + CHAMPIONS - 1)
        if e.piece >= ANCIENT and (e.verb == DO_PLACE) != (e.piece == ANCIENT):
            raise ValueError(f"{name}, piece: expected the Ancient One for a place alone, and champions elsewhere")
        _within(name + ", deck", e.deck, -1, DECKS - 1)
        _within(name + ", from", e.start, -1, len(tables["filters"]) - 1)
        _within(name + ", to", e.to, -1, len(tables["filters"]) - 1)
        _within(name + ", if", e.cond, -1, len(tables["conditions"]) - 1)
        _within(name + ", per", e.per, -1, len(tables["counts"]) - 1)
        if e.gainif == GAIN_THERE:
            _within(name + ", gainif", e.gainarg, -1, len(tables["filters"]) - 1)
        gain.start, gain.count = e.gain, e.gains
        _span_within(name + ", gain", &gain, len(tables["effects"]))
    return 0

cdef int _check_questions(const VeilRules* r, tables) except -1:
    cdef int i, counts = len(tables["counts"])
    for i in range(len(tables["conditions"])):
        if r.conditions[i].count:
            _within(f"conditions, row {i}", r.conditions[i].start, 0, len(tables["clauses"]) - r.conditions[i].count)
    for i in range(len(tables["clauses"])):
        _within(f"clauses, row {i}, count", r.clauses[i].count, 0, counts - 1)
        _within(f"clauses, row {i}, count2", r.clauses[i].count2, -1 if r.clauses[i].kind != CLAUSE_SAME else 0, counts - 1)
    for i in range(counts):
        _within(f"counts, row {i}, filter", r.counts[i].filter, -1, len(tables["filters"]) - 1)
        _within(f"counts, row {i}, what", r.counts[i].what, 0, COUNT_OBJECTIVE)
    return 0

cdef int _check_owners(const VeilRules* r, tables) except -1:
    cdef int i, effects = len(tables["effects"])
    for i in range(CARDS):
        for span in (r.cards[i].fx, r.cards[i].revealed, r.cards[i].win, r.cards[i].notwin, r.cards[i].after):
            _check_list(f"cards, row {i}", span, effects)
        _within(f"cards, row {i}, init", r.cards[i].init, 1, INITIATIVES)
        _within(f"cards, row {i}, cost", r.cards[i].cost, 0, 9)
        for k in range(2):
            if r.cards[i].reduction[<int>k].kind == REDUCE_IF:
                _within(f"cards, row {i}, if", r.cards[i].reduction[<int>k].arg, 0, len(tables["conditions"]) - 1)
            _within(f"cards, row {i}, to", r.cards[i].reduction[<int>k].to, -1, len(tables["filters"]) - 1)
    for i in range(r.power_count):
        _check_list(f"powers, row {i}", r.powers[i].fx, effects)
        _within(f"powers, row {i}, on", r.powers[i].on, 0, TRIGGERS - 1)
        _within(f"powers, row {i}, at", r.powers[i].at, -1, len(tables["filters"]) - 1)
        _within(f"powers, row {i}, if", r.powers[i].cond, -1, len(tables["conditions"]) - 1)
        _within(f"powers, row {i}, owner", r.powers[i].owner, -1 if r.powers[i].owner_kind >= OWNER_LORD else 0,
                (ARTIFACTS, BEASTS, 4, 4, 4, 4 * CHAMPIONS)[r.powers[i].owner_kind] - 1)
    for i in range(r.line_count):
        _check_list(f"lines, row {i}", r.lines[i].fx, effects)
        _within(f"lines, row {i}, row", r.lines[i].row, 0, 2)
    for i in range(DECKS):
        _check_list(f"quests, row {i}", r.quests[i], effects)
    for i in range(TILES):
        _check_list(f"tiles, row {i}", r.tiles[i].bonus[0], effects)
        _check_list(f"tiles, row {i}", r.tiles[i].bonus[1], effects)
    for i in range(r.numbers.favor_length + 1):
        _check_list(f"spaces, row {i}", r.spaces[i], effects)
    return 0

cdef int _asks_strength(const VeilRules* r, int cond) except -1:
    """Whether a condition looks at strength."""
    if cond < 0:
        return 0
    for i in range(r.conditions[cond].start, r.conditions[cond].start + r.conditions[cond].count):
        if r.counts[r.clauses[<int>i].count].what == COUNT_STRENGTH:
            return 1
        if r.clauses[<int>i].kind == CLAUSE_SAME and r.counts[r.clauses[<int>i].count2].what == COUNT_STRENGTH:
            return 1
    return 0

cdef int _check_standing(const VeilRules* r) except -1:
    """Strength that always counts must not hang on strength: that would go round in a circle."""
    cdef int i, j
    for i in range(r.triggered[AT_NOTHING + 1]):
        power = r.by_trigger[i]
        if _asks_strength(r, r.powers[<int>power].cond):
            raise ValueError(f"powers, row {power}, if: expected no strength in the condition of a standing strength")
        for j in range(r.powers[<int>power].fx.start, r.powers[<int>power].fx.start + r.powers[<int>power].fx.count):
            counted = r.effects[j].per >= 0 and r.counts[r.effects[j].per].what == COUNT_STRENGTH
            if counted or _asks_strength(r, r.effects[j].cond):
                raise ValueError(f"effects, row {j}: expected no strength counted for a standing strength")
    return 0

cdef int _check_list(str name, VeilSpan span, int effects) except -1:
    return _span_within(name, &span, effects)

def make_rules(*, int players, int seasons, bint deterministic, int favor_side, bint green_knight, bint decline, tables):
    """Compile options and tables of a game; `tables` holds the rows of each section (LAYOUT of veil_codes).

    Raises ValueError where they fit no game.
    """
    cdef VeilRules r
    memset(&r, 0, sizeof(r))
    _within("players", players, 2, SEATS)
    _within("seasons", seasons, 2, 3)
    _within("favor_side", favor_side, 0, 1)
    _check_tables(tables)
    r.players, r.seasons, r.deterministic, r.favor_side = players, seasons, deterministic, favor_side
    r.green_knight, r.decline = green_knight, decline
    _fill_rows(<int16_t*>r.effects, tables["effects"], sizeof(VeilEffect) // 2)
    _fill_filters(&r, tables["filters"])
    _fill_rows(<int16_t*>r.counts, tables["counts"], sizeof(VeilCount) // 2)
    _fill_rows(<int16_t*>r.clauses, tables["clauses"], sizeof(VeilClause) // 2)
    _fill_rows(<int16_t*>r.conditions, tables["conditions"], sizeof(VeilSpan) // 2)
    _fill_rows(<int16_t*>r.cards, tables["cards"], sizeof(VeilCard) // 2)
    _fill_rows(<int16_t*>r.powers, tables["powers"], sizeof(VeilPower) // 2)
    _fill_rows(<int16_t*>r.artifacts, tables["artifacts"], sizeof(VeilArtifact) // 2)
    _fill_rows(<int16_t*>r.beasts, tables["beasts"], sizeof(VeilBeast) // 2)
    _fill_rows(<int16_t*>r.lords, tables["lords"], sizeof(VeilLord) // 2)
    _fill_rows(<int16_t*>r.factions, tables["factions"], sizeof(VeilFaction) // 2)
    _fill_rows(<int16_t*>r.prophecies, tables["prophecies"], sizeof(VeilProphecy) // 2)
    _fill_rows(<int16_t*>r.tiles, tables["tiles"], sizeof(VeilTile) // 2)
    _fill_rows(<int16_t*>&r.numbers, tables["numbers"], sizeof(VeilNumbers) // 2)
    r.power_count = len(tables["powers"])
    _fill_factions(&r, tables)
    _within("favor_length", r.numbers.favor_length, 1, SPACES - 1)
    _within("spaces", len(tables["spaces"]), 2 * (r.numbers.favor_length + 1), 2 * SPACES)
    _fill_board(&r, tables, players, favor_side)
    for i in range(CARDS):
        r.two_reductions |= r.cards[<int>i].reduction[1].kind != 0
    _own_effects(&r)
    _sort_powers(&r)
    _check_effects(&r, tables)
    _check_questions(&r, tables)
    _check_owners(&r, tables)
    _check_standing(&r)
    _own_lists(&r)
    return Rules.compiled(&OPS, &r, REASONS, INVARIANTS, load_rules)

def load_rules(bytes table):
    """Rules from the bytes of their table. Raises ValueError where they are none."""
    cdef VeilRules r
    cdef const char* data = table
    if len(table) != sizeof(r):
        raise ValueError(f"rules: expected {sizeof(r)} bytes, got {len(table)}")
    memcpy(&r, data, sizeof(r))
    _within("players", r.players, 2, SEATS)
    return Rules.compiled(&OPS, &r, REASONS, INVARIANTS, load_rules)

cdef int _lay_out(const VeilRules* r, Veil* s, factions) except -1:
    """The table before the first event: everything in the supply, nothing drawn."""
    cdef int seat, hero, card
    memset(s, 0, sizeof(Veil))
    memset(s.place, NONE, sizeof(s.place))
    memset(s.shown, NONE, sizeof(s.shown))
    memset(s.hero_at, NONE, sizeof(s.hero_at))
    memset(s.beast_at, NONE, sizeof(s.beast_at))
    memset(s.beast_queue, NONE, sizeof(s.beast_queue))
    memset(s.artifact_queue, NONE, sizeof(s.artifact_queue))
    memset(s.settled, NONE, sizeof(s.settled))
    memset(s.settled_slot, NONE, sizeof(s.settled_slot))
    memset(s.tile, NONE, sizeof(s.tile))
    memset(s.prophecy, NONE, sizeof(s.prophecy))
    s.knight_owner = s.knight_at = s.as_explored = s.grail_at = s.excalibur_at = s.active = s.viewer = NONE
    s.tokens_left = r.numbers.tokens
    for card in range(CARDS):
        add(s.pile, card)
        s.pile_count[deck_of(card)] += 1
    if len(factions) != r.players or len(set(factions)) != r.players:
        raise ValueError(f"factions: expected {r.players} different ones, got {list(factions)}")
    for seat in range(r.players):
        _within("faction", factions[seat], 0, SEATS - 1)
        s.faction[seat] = factions[seat]
        s.supply[seat] = r.numbers.warriors
        s.vp[seat] = r.lords[s.faction[seat]].start_vp
        for hero in range(HEROES):
            if hero != 1 or two_lords(r, s, seat):
                s.hero_at[seat][hero] = SUPPLY
        recount_heroes(r, s, seat)
    lay_out_factions(r, s)
    clear_battle(s)
    forget_choice(s)
    push(s, F_GAME, NONE)
    run(r, s)
    return 0

def start(Rules rules, factions):
    """The State before the first event; the faction of each seat by number. Raises ValueError."""
    cdef const VeilRules* r = _veil_rules(rules)
    cdef Veil s
    _lay_out(r, &s, factions)
    return State.over(rules, &s)

def start_view(Rules rules, int seat, factions):
    """The View of one seat before the first event, raises like start."""
    cdef const VeilRules* r = _veil_rules(rules)
    cdef Veil s
    _within("seat", seat, 0, r.players - 1)
    _lay_out(r, &s, factions)
    s.viewer = seat
    return View.over(rules, &s)

cdef const VeilRules* _veil_rules(Rules rules) except NULL:
    if rules.ops != &OPS:
        raise ValueError(f"expected rules of the Riven Veil, got {rules.name}")
    return <const VeilRules*>rules.table

cdef const Veil* _veil_of(position) except NULL:
    if isinstance(position, State):
        _veil_rules((<State>position).rules)
        return <const Veil*>(<State>position).data
    if isinstance(position, View):
        _veil_rules((<View>position).rules)
        return <const Veil*>(<View>position).data
    raise TypeError(f"expected a State or a View, got {type(position).__name__}")
