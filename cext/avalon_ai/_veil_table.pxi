# Questions that the data asks of a position: filters, counts, conditions and strength.

cdef inline int is_explored(const Veil* s, int region) noexcept nogil:
    return (s.explored >> region) & 1 or s.as_explored == region

cdef inline unsigned int explored_regions(const Veil* s) noexcept nogil:
    """The explored regions, with the one whose tile was just turned up."""
    return s.explored | (1u << s.as_explored if s.as_explored < REGIONS else 0)

cdef inline int is_open(const VeilRules* r, int region) noexcept nogil:
    return (r.open >> region) & 1

# --- strength ------------------------------------------------------------------------------

cdef inline int walls_dead(const VeilRules* r, const Veil* s, int seat, int region) noexcept nogil:
    """Whether an enemy beast there makes the seat's settlement count nothing."""
    cdef int beast, where
    for beast in range(BEASTS):
        where = s.beast_place[beast]
        if where >= OWNED and where != OWNED + seat and s.beast_at[beast] == region:
            if r.beasts[beast].rule == RULE_DEAD_WALLS:
                return 1
    return 0

cdef inline int strength_of_beasts(const VeilRules* r, const Veil* s, int seat, int region) noexcept nogil:
    cdef int beast, found = 0
    for beast in range(BEASTS):
        if s.beast_at[beast] == region and owns_beast(s, seat, beast):
            found += r.beasts[beast].strength + s.beast_tokens[beast]
    if s.knight_owner == seat and s.knight_at == region:
        found += r.numbers.knight_strength
    return found

cdef int standing_strength(const VeilRules* r, const Veil* s, int seat, int region) noexcept nogil:
    """What passive powers without a trigger add in a region."""
    cdef const VeilPower* power
    cdef const VeilEffect* e
    cdef int i, j, found = 0
    for i in range(r.triggered[AT_NOTHING], r.triggered[AT_NOTHING + 1]):
        power = &r.powers[r.by_trigger[i]]
        if power.kind != KIND_PASSIVE or not has_power(r, s, seat, r.by_trigger[i]):
            continue
        if source_place(r, s, seat, power) != region or not holds(r, s, power.cond, seat, region, region):
            continue
        for j in range(power.fx.start, power.fx.start + power.fx.count):
            e = &r.effects[j]
            if e.verb == DO_STRENGTH and holds(r, s, e.cond, seat, region, region):
                found += amount(r, s, e, seat, region, region)
    return found

cdef int strength(const VeilRules* r, const Veil* s, int seat, int region) noexcept nogil:
    """What a seat's pieces in a region are worth; 0 in an unexplored one."""
    cdef int hero, slot, found
    if not is_explored(s, region):
        return 0
    found = s.warriors[seat][region]
    for hero in range(HEROES):
        if s.hero_at[seat][hero] == region:
            found += s.hero_strength[seat][hero]
    found += strength_of_beasts(r, s, seat, region)
    slot = slot_in(s, seat, region)
    if slot != NONE and not walls_dead(r, s, seat, region):
        found += 1 + s.settled_tokens[seat][slot]
    if has_ancient(s, seat, region):
        found += r.numbers.ancient
    if s.leviathan < QUADRANTS:
        found += strength_of_leviathan(r, s, seat, region)
    if r.triggered[AT_NOTHING + 1]:
        found += standing_strength(r, s, seat, region)
    return found

# --- filters -------------------------------------------------------------------------------

cdef inline unsigned int ring_mask(const VeilRules* r, int ring) noexcept nogil:
    return r.ring[ring]

cdef unsigned int terrain_mask(const VeilRules* r, const Veil* s, int terrain) noexcept nogil:
    """Explored regions of a terrain."""
    cdef unsigned int found = 0
    cdef int region
    for region in range(REGIONS):
        if is_explored(s, region) and s.tile[region] != NONE and r.tiles[s.tile[region]].terrain == terrain:
            found |= 1u << region
    return found

cdef unsigned int unit_mask(const Veil* s, int seat) noexcept nogil:
    cdef unsigned int found = 0
    cdef int region
    for region in range(REGIONS):
        found |= <unsigned int>(s.units[seat][region] != 0) << region
    return found

cdef unsigned int settled_mask(const Veil* s, int seat) noexcept nogil:
    cdef unsigned int found = 0
    cdef int slot
    for slot in range(SLOTS):
        if s.settled[seat][slot] < REGIONS:
            found |= 1u << s.settled[seat][slot]
    return found | (1u << s.ancient_at if s.ancient_owner == seat else 0)

cdef unsigned int lord_mask(const Veil* s, int seat) noexcept nogil:
    cdef unsigned int found = 0
    cdef int hero
    for hero in range(LORDS):
        if s.hero_at[seat][hero] < REGIONS:
            found |= 1u << s.hero_at[seat][hero]
    return found

cdef unsigned int hero_mask(const Veil* s, int seat) noexcept nogil:
    cdef unsigned int found = 0
    cdef int hero
    for hero in range(HEROES):
        if s.hero_at[seat][hero] < REGIONS:
            found |= 1u << s.hero_at[seat][hero]
    if s.knight_owner == seat and s.knight_at < REGIONS:
        found |= 1u << s.knight_at
    return found

cdef unsigned int all_units(const VeilRules* r, const Veil* s, unsigned int seats) noexcept nogil:
    """Regions with a unit of one of these seats."""
    cdef unsigned int found = 0
    cdef int seat
    for seat in range(r.players):
        if (seats >> seat) & 1:
            found |= unit_mask(s, seat)
    return found

cdef unsigned int piece_word(const VeilRules* r, const Veil* s, int word, int seat) noexcept nogil:
    """The regions of a word about pieces."""
    cdef unsigned int found = 0
    cdef int other
    if word == WORD_SETTLED:
        return settled_mask(s, seat)
    if word == WORD_OWN_UNIT:
        return unit_mask(s, seat)
    if word == WORD_OWN_LORD:
        return lord_mask(s, seat)
    if word == WORD_OWN_HERO:
        return hero_mask(s, seat)
    if word == WORD_EMPTY:
        return ALL_REGIONS & ~all_units(r, s, everyone(r))
    if word == WORD_ENEMY_UNIT:
        return all_units(r, s, enemies_of(r, seat))
    for other in range(r.players):
        if other != seat:
            found |= settled_mask(s, other) if word == WORD_ENEMY_SETTLED else hero_mask(s, other)
    return found

cdef unsigned int word_mask(const VeilRules* r, const Veil* s, int word, int seat, int here, int there) noexcept nogil:
    """The regions of which a word of a filter is true."""
    if word == 0 and follows(r, s, seat, RULE_COAST_IF_SETTLED):
        return r.ring[0] | settled_mask(s, seat)
    if word <= WORD_CENTRE:
        return r.ring[word]
    if word <= WORD_MOUNTAIN:
        return terrain_mask(r, s, word - WORD_FOREST)
    if word == WORD_EXPLORED:
        return explored_regions(s)
    if word == WORD_UNEXPLORED:
        return ALL_REGIONS & ~explored_regions(s)
    if word == WORD_HERE:
        return 1u << here if here < REGIONS else 0
    if word == WORD_THERE:
        return 1u << there if there < REGIONS else 0
    if word == WORD_QUADRANT:
        return r.quadrant[s.tide_at] if s.tide_at < QUADRANTS else 0
    if word == WORD_LEYLINE:
        return line_mask(s) if s.faction[seat] == r.numbers.line_faction else 0
    if word >= WORD_NE:
        return 1u << (word - WORD_NE)
    return piece_word(r, s, word, seat)

cdef unsigned int filtered(const VeilRules* r, const Veil* s, int number, int seat, int here, int there) noexcept nogil:
    """The open regions that a filter lets pass; NONE as a filter lets all of them pass."""
    cdef unsigned int found = r.open
    cdef unsigned int words, any_of
    cdef int i
    if number < 0:
        return found
    for i in range(CLAUSES):
        words = r.filters[number].clause[i]
        if words == 0:
            break
        any_of = 0
        while words:
            any_of |= word_mask(r, s, __builtin_ctz(words), seat, here, there)
            words &= words - 1
        found &= any_of
    return found

cdef inline int names_word(const VeilRules* r, int number, unsigned int words) noexcept nogil:
    """Whether a filter uses one of these words."""
    cdef int i
    if number < 0:
        return 0
    for i in range(CLAUSES):
        if r.filters[number].clause[i] & words:
            return 1
    return 0

# --- counts --------------------------------------------------------------------------------

cdef int count_here(const VeilRules* r, const Veil* s, int what, int seat, int region) noexcept nogil:
    """What one seat has in one region; nothing of what lies in none."""
    if what == COUNT_STRENGTH:
        return strength(r, s, seat, region)
    if what == COUNT_UNITS:
        return s.units[seat][region]
    if what == COUNT_WARRIORS:
        return s.warriors[seat][region]
    if what == COUNT_CHAMPIONS:
        return champions_in(s, seat, region)
    if what == COUNT_LORDS:
        return lords_in(s, seat, region)
    if what == COUNT_BEASTS:
        return beasts_in(s, seat, region)
    if what == COUNT_HEROES:
        return heroes_in(s, seat, region)
    if what == COUNT_SETTLEMENTS:
        return slot_in(s, seat, region) != NONE or has_ancient(s, seat, region)
    if what == COUNT_LEYLINES:
        return lines_in(s, region) if s.faction[seat] == r.numbers.line_faction else 0
    return 0

cdef int in_sea(const VeilRules* r, const Veil* s, int what, int seat) noexcept nogil:
    """Units of a seat in the sea, where they count as on Avalon."""
    cdef int beast, found = s.leviathan < QUADRANTS and s.faction[seat] == r.numbers.tide_faction
    if what != COUNT_UNITS and what != COUNT_BEASTS:
        return 0
    for beast in range(BEASTS):
        found += owns_beast(s, seat, beast) & (s.beast_at[beast] == SEA)
    return found

cdef int lead_of(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Own VP minus the best other's."""
    cdef int other, best = -1
    for other in range(r.players):
        if other != seat:
            best = max(best, s.vp[other])
    return s.vp[seat] - best

cdef int count_all(const VeilRules* r, const Veil* s, int what, int seat, unsigned int regions) noexcept nogil:
    """What one seat has in all, on the island in these regions."""
    cdef int region, found
    if what == COUNT_HAND:
        return hand_size(s, seat)
    if what == COUNT_POWER:
        return s.power[seat]
    if what == COUNT_FAVOR:
        return s.favor[seat]
    if what == COUNT_VP:
        return s.vp[seat]
    if what == COUNT_BONUS:
        return in_zone(s, seat, ZONE_BONUS)
    if what == COUNT_PROPHECIES:
        return s.done_prophecies[seat]
    if what == COUNT_VPLEAD:
        return lead_of(r, s, seat)
    if what == COUNT_OBJECTIVE:
        return s.objective[seat]
    if what == COUNT_ARTIFACTS:
        return count_artifacts(s, seat)
    found = in_sea(r, s, what, seat)
    for region in range(REGIONS):
        if (regions >> region) & 1:
            found += count_here(r, s, what, seat, region)
    return found

cdef int count_at(const VeilRules* r, const Veil* s, const VeilCount* c, int seat, int region) noexcept nogil:
    """A count in one region, of the seat or of its enemies together."""
    cdef int other, found = 0
    if not c.enemy:
        return count_here(r, s, c.what, seat, region)
    for other in range(r.players):
        if other != seat:
            found += count_here(r, s, c.what, other, region)
    return found

cdef int count_total(const VeilRules* r, const Veil* s, const VeilCount* c, int seat, unsigned int regions) noexcept nogil:
    cdef int other, found = 0
    if not c.enemy:
        return count_all(r, s, c.what, seat, regions)
    for other in range(r.players):
        if other != seat:
            found += count_all(r, s, c.what, other, regions)
    return found

cdef inline unsigned int unexplored_too() noexcept nogil:
    """Words that make a count look at unexplored regions as well."""
    return 1u << WORD_HERE | 1u << WORD_THERE | 1u << WORD_UNEXPLORED

cdef int count(const VeilRules* r, const Veil* s, int number, int seat, int here, int there, int explored_only) noexcept nogil:
    """The value of a count expression."""
    cdef const VeilCount* c = &r.counts[number]
    cdef unsigned int regions = filtered(r, s, c.filter, seat, here, there)
    cdef int region, value, found = 0
    if c.mode == MODE_TOTAL:
        return count_total(r, s, c, seat, explored_regions(s) if explored_only else ALL_REGIONS)
    if explored_only or not names_word(r, c.filter, unexplored_too()):
        regions &= explored_regions(s)
    for region in range(REGIONS):
        if not (regions >> region) & 1:
            continue
        value = count_at(r, s, c, seat, region)
        if c.mode == MODE_IN:
            found += value
        elif c.mode == MODE_MAX:
            found = max(found, value)
        else:
            found += value >= c.atleast
    return found

# --- conditions ----------------------------------------------------------------------------

cdef inline int compares(int value, int op, int n) noexcept nogil:
    if op == 0:
        return value >= n
    return value <= n if op == 1 else value == n

cdef int whole_in(const VeilRules* r, const Veil* s, const VeilClause* c, int seat, unsigned int regions) noexcept nogil:
    """Whether every open region of a set is explored and has enough."""
    cdef int region
    regions &= r.open
    for region in range(REGIONS):
        if (regions >> region) & 1:
            if not is_explored(s, region) or count_at(r, s, &r.counts[c.count], seat, region) < c.n:
                return 0
    return 1

cdef int some_quadrant(const VeilRules* r, const Veil* s, const VeilClause* c, int seat) noexcept nogil:
    cdef int i
    for i in range(4):
        if r.quadrant[i] & r.open and whole_in(r, s, c, seat, r.quadrant[i]):
            return 1
    return 0

cdef int both_in_one(const VeilRules* r, const Veil* s, const VeilClause* c, int seat) noexcept nogil:
    cdef int region
    for region in range(REGIONS):
        if (r.open >> region) & 1 and is_explored(s, region) and count_at(r, s, &r.counts[c.count], seat, region) >= c.n:
            if count_at(r, s, &r.counts[c.count2], seat, region) >= c.n2:
                return 1
    return 0

cdef int clause_holds(const VeilRules* r, const Veil* s, const VeilClause* c, int seat, int here, int there,
                      int explored_only) noexcept nogil:
    if c.kind == CLAUSE_COMPARE:
        return compares(count(r, s, c.count, seat, here, there, explored_only), c.op, c.n)
    if c.kind == CLAUSE_EACH:
        return whole_in(r, s, c, seat, c.regions)
    return some_quadrant(r, s, c, seat) if c.kind == CLAUSE_QUAD else both_in_one(r, s, c, seat)

cdef int holds(const VeilRules* r, const Veil* s, int number, int seat, int here, int there) noexcept nogil:
    """Whether a condition of a card, a power or an effect holds; none always does."""
    cdef int i
    if number < 0:
        return 1
    for i in range(r.conditions[number].start, r.conditions[number].start + r.conditions[number].count):
        if not clause_holds(r, s, &r.clauses[i], seat, here, there, 0):
            return 0
    return 1

cdef inline unsigned int fixed_words() noexcept nogil:
    """Words that hold of the same regions in every position."""
    return 0x7 | ((1u << (WORD_NE + 8)) - (1u << WORD_NE))

cdef int out_of_reach(const VeilRules* r, const VeilClause* c) noexcept nogil:
    """Whether a requirement speaks of nothing but regions in deep mist."""
    cdef unsigned int words, found, regions = r.open
    cdef int i, filter
    if c.kind == CLAUSE_EACH:
        return not c.regions & r.open
    filter = r.counts[c.count].filter
    if c.kind != CLAUSE_COMPARE or filter < 0:
        return 0
    for i in range(CLAUSES):
        words = r.filters[filter].clause[i]
        if words == 0 or words & ~fixed_words():
            continue
        found = 0
        while words:
            found |= r.ring[__builtin_ctz(words)] if __builtin_ctz(words) < WORD_FOREST else 1u << (__builtin_ctz(words) - WORD_NE)
            words &= words - 1
        regions &= found
    return not regions

cdef int fulfils(const VeilRules* r, const Veil* s, int prophecy, int seat) noexcept nogil:
    """Whether a seat has all that can be had of a prophecy; one without such a part is fulfilled by all."""
    cdef int number = r.prophecies[prophecy].cond
    cdef int i
    for i in range(r.conditions[number].start, r.conditions[number].start + r.conditions[number].count):
        if not out_of_reach(r, &r.clauses[i]) and not clause_holds(r, s, &r.clauses[i], seat, NONE, NONE, 1):
            return 0
    return 1

cdef int amount(const VeilRules* r, const Veil* s, const VeilEffect* e, int seat, int here, int there) noexcept nogil:
    """How much an effect is: n, or n for so many of what it counts."""
    cdef int times
    if e.per < 0:
        return e.n
    times = count(r, s, e.per, seat, here, there, 0) // max(1, <int>e.div)
    return e.n * min(max(0, times), <int>e.most)
