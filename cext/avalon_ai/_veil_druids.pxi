# Druids: ley lines with a bonus each, roads between them, the Ancient One.

cdef unsigned int line_mask(const Veil* s) noexcept nogil:
    """Regions with a ley line's marker."""
    cdef unsigned int found = 0
    cdef int line
    for line in range(LINES):
        if s.line_at[line] < REGIONS:
            found |= 1u << s.line_at[line]
    return found

cdef int lines_in(const Veil* s, int region) noexcept nogil:
    cdef int line, found = 0
    for line in range(LINES):
        found += s.line_at[line] == region
    return found

cdef inline unsigned int roads_from(const Veil* s, int region) noexcept nogil:
    """Explored regions that a marker in this one is joined to."""
    cdef unsigned int joined = line_mask(s) & s.explored
    return joined & ~(1u << region) if (joined >> region) & 1 else 0

# --- placing lines -------------------------------------------------------------------------------

cdef int next_line(const VeilRules* r, const Veil* s, int row) noexcept nogil:
    """The leftmost line of a row that has not been placed; NONE."""
    cdef int line
    for line in range(r.line_count):
        if r.lines[line].row == row and s.line_at[line] == NONE:
            return line
    return NONE

cdef int lines_left(const VeilRules* r, const Veil* s) noexcept nogil:
    cdef int line, found = 0
    for line in range(r.line_count):
        found += s.line_at[line] == NONE
    return found

cdef unsigned int line_regions(const VeilRules* r, const Veil* s, int seat) noexcept nogil:
    """Explored regions with own strength and room for another marker."""
    cdef unsigned int found = 0
    cdef int region
    if s.faction[seat] != r.numbers.line_faction:
        return 0
    for region in range(REGIONS):
        if (s.explored >> region) & 1 and strength(r, s, seat, region) > 0 and lines_in(s, region) < r.numbers.line_limit:
            found |= 1u << region
    return found

cdef int list_lines(const VeilRules* r, const Veil* s, int seat, Event* moves) noexcept nogil:
    """A move for each row with a line left and each region."""
    cdef unsigned int regions = line_regions(r, s, seat)
    cdef int row, found = 0
    for row in range(3):
        if next_line(r, s, row) != NONE:
            found += list_regions(regions, CODE_LEY + row * REGIONS, seat, &moves[found])
    return found

cdef void take_line(const VeilRules* r, Veil* s, Frame* f, int code) noexcept nogil:
    cdef int seat = f.seat, region = (code - CODE_LEY) % REGIONS
    cdef int line = next_line(r, s, (code - CODE_LEY) // REGIONS)
    s.line_at[line] = region
    s.stale = 1
    finish_icon(r, s, 1, region, 0, 0)
    gain_line(r, s, seat, line)

cdef void gain_line(const VeilRules* r, Veil* s, int seat, int line) noexcept nogil:
    """A line's bonus; its warrior appears at the settlement of its row, if that is on Avalon."""
    cdef int home = s.settled[seat][r.lines[line].row]
    push_part(s, seat, &r.lines[line].fx, home, home)

cdef void gain_lines(const VeilRules* r, Veil* s) noexcept nogil:
    """Step 5 of the Mist Phase: the bonus of every placed line, in the order of the board."""
    cdef int line, seat = seat_playing(r, s, r.numbers.line_faction)
    for line in range(r.line_count - 1, -1, -1):
        if seat != NONE and s.line_at[line] != NONE:
            gain_line(r, s, seat, line)

# --- the Ancient One -------------------------------------------------------------------------------

cdef unsigned int ancient_aims(const VeilRules* r, const Veil* s, const Frame* f, const VeilEffect* e) noexcept nogil:
    """Where the Ancient One may go: one step on, or where a marker lies if it has not come yet. It is a settlement too,
    so none of its owner's may be there."""
    cdef unsigned int regions = filtered(r, s, e.to, f.seat, f.here, f.there) & ~settled_mask(s, f.seat)
    if s.ancient_at == NONE:
        return regions & line_mask(s) & s.explored
    if not e.flags & FLAG_NEAR or not (s.explored >> s.ancient_at) & 1:
        return 0
    return regions & reach(r, s, f, s.ancient_at)

cdef void place_ancient(Veil* s, int seat, int region) noexcept nogil:
    if s.ancient_at < REGIONS:
        s.units[seat][s.ancient_at] -= 1
    s.ancient_owner, s.ancient_at = seat, region
    s.units[seat][region] += 1
    s.stale = 1
