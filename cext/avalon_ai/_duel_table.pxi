# What lies on the table: stacks, hands, supply. Everything here is bookkeeping; the rules are in _duel_apply.pxi.

cdef inline int reply_kind(const Duel* s) noexcept nogil:
    """The one kind of card that answers the attack or enchantment under way."""
    if s.enchanting or s.attack < COLOURS:
        return s.attack
    return s.attack - COLOURS

cdef inline int is_view_of_other(const Duel* s, int seat) noexcept nogil:
    return s.viewer != NONE and s.viewer != seat

cdef inline void push(Duel* s, int seat, int t, int kind) noexcept nogil:
    """Lay a card on top of a stack."""
    cdef int stack = seat * WIDTH + t
    cdef int place = s.end[stack]
    cdef int i
    memmove(&s.cards[place + 1], &s.cards[place], s.end[2 * WIDTH - 1] - place)
    s.cards[place] = kind
    for i in range(2 * WIDTH):
        s.end[i] += i >= stack
    s.height[seat][t] += 1
    s.top[seat][t] = kind

cdef inline void set_top(Duel* s, int seat, int t) noexcept nogil:
    s.top[seat][t] = s.cards[s.end[seat * WIDTH + t] - 1] if s.height[seat][t] else NONE

cdef inline void lift(Duel* s, int seat, int t, int count) noexcept nogil:
    """Take the top `count` cards off a stack; the caller has put them where they go."""
    cdef int stack = seat * WIDTH + t
    cdef int place = s.end[stack]
    cdef int total = s.end[2 * WIDTH - 1]
    cdef int i
    memmove(&s.cards[place - count], &s.cards[place], total - place)
    memset(&s.cards[total - count], 0, count)
    for i in range(2 * WIDTH):
        s.end[i] -= count if i >= stack else 0
    s.height[seat][t] -= count
    set_top(s, seat, t)

cdef inline void discard(Duel* s, int kind) noexcept nogil:
    s.discards[kind] += 1
    s.discarded += 1

cdef inline void discard_top(Duel* s, int seat, int t, int count) noexcept nogil:
    """The top `count` cards of a stack go to the discard pile."""
    cdef int place = s.end[seat * WIDTH + t]
    cdef int i
    for i in range(place - count, place):
        discard(s, s.cards[i])
    if count:
        lift(s, seat, t, count)

cdef inline void leave(Duel* s, int seat, int kind) noexcept nogil:
    """A card leaves a hand: a known one first (in a View of the other hand an unknown one comes out of the unseen)."""
    s.hand_size[seat] -= 1
    if s.known[seat][kind]:
        s.known[seat][kind] -= 1
        s.hand[seat][kind] -= 1
    elif is_view_of_other(s, seat):
        s.unseen[kind] -= 1
    else:
        s.hand[seat][kind] -= 1

cdef inline void show_hands(Duel* s) noexcept nogil:
    """With an empty pile each seat knows the other hand: whatever it has not seen lies there."""
    cdef int kind, other
    if s.viewer != NONE:
        other = 1 - s.viewer
        for kind in range(KINDS):
            s.hand[other][kind] += s.unseen[kind]
            s.unseen[kind] = 0
    memcpy(s.known, s.hand, sizeof(s.hand))

cdef inline void reshuffle(Duel* s) noexcept nogil:
    memcpy(s.unseen, s.discards, KINDS)
    memset(s.discards, 0, KINDS)
    s.pile = s.discarded
    s.discarded = 0

cdef inline int total_cards(const Duel* s, int seat) noexcept nogil:
    """All cards of a seat: its hand and its stacks."""
    cdef int last = s.end[seat * WIDTH + WIDTH - 1]
    cdef int before = s.end[WIDTH - 1] if seat else 0
    return s.hand_size[seat] + last - before

# Supply (rulings 16 to 18).

cdef inline int owns(const Duel* s, int seat, int land) noexcept nogil:
    """Whether the seat owns a land; no land has the number NONE."""
    return land < WIDTH and (s.lands_of[seat] >> land) & 1

cdef inline int of_terrain(const Duel* s, int seat, int terrain) noexcept nogil:
    """Own lands of a terrain: how many of three bits are set, out of a table of eight times two bits."""
    return 0xE994 >> ((s.lands_of[seat] >> (3 * terrain) & 7) << 1) & 3

cdef inline int most_of_a_terrain(const Duel* s, int seat) noexcept nogil:
    return max(of_terrain(s, seat, 0), max(of_terrain(s, seat, 1), of_terrain(s, seat, 2)))

cdef inline int largest_area(const Duel* s, int seat) noexcept nogil:
    cdef int best = 0
    cdef int run = 0
    cdef int t
    for t in range(WIDTH):
        if s.land[t] == AVALON or s.land[t] == SWAMP:
            continue
        run = run + 1 if s.owner[t] == seat else 0
        if run > best:
            best = run
    return best

cdef inline int own_lands(const Duel* s, int seat) noexcept nogil:
    """Avalon and the swamp do not count."""
    return of_terrain(s, seat, 0) + of_terrain(s, seat, 1) + of_terrain(s, seat, 2)

cdef inline int supply(const Duel* s, int seat, int tile) noexcept nogil:
    """Cards that a tile brings the seat now."""
    if tile == 0:
        return 2
    if tile == 1:
        return most_of_a_terrain(s, seat)
    if tile == 2:
        return largest_area(s, seat)
    if tile == 3:
        return 4
    if tile == 4:
        return 2 * most_of_a_terrain(s, seat)
    return own_lands(s, seat)

cdef inline int any_up(const Duel* s) noexcept nogil:
    cdef int tile, sum = 0
    for tile in range(TILES):
        sum += s.tiles_up[tile]
    return sum

cdef inline void turn_tiles_up(Duel* s) noexcept nogil:
    """When the last one is taken, the tiles that lie in front of nobody turn face up."""
    cdef int seat
    memcpy(s.tiles_up, s.tiles_down, TILES)
    memset(s.tiles_down, 0, TILES)
    for seat in range(2):
        if s.front[seat] != NONE:
            s.front_old[seat] = 1
