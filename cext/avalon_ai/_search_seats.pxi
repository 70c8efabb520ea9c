# A tree of each seat: what a seat does hangs on what it has seen, and on nothing else.
#
# In each visit one seat learns: it goes down its own tree to a new node, and the result counts for its nodes alone. The
# others act by what they have learned so far, as their own trees have it, or by the light policy. While the searching
# seat learns, the world fits its View; while another one does, the world fits what everybody knows, so nothing of the
# searching seat's own knowledge comes into the others' trees. After Cowling, Whitehouse, Powley, "Emergent bluffing and
# inference with Monte Carlo tree search", 2015, and Heinrich, Silver, "Smooth UCT search in computer poker", 2015.

cdef enum:
    FIRST_ENTRIES = 1024

cdef int index_begin(Index* index, uint64_t memory) noexcept nogil:
    """An empty table; 0 if there is no memory for it."""
    index.room, index.count, index.most = FIRST_ENTRIES, 0, memory
    index.entries = <Entry*>calloc(index.room, sizeof(Entry))     # lives as long as the search, as the arena does
    return index.entries != NULL

cdef inline Entry* index_entry(const Index* index, uint64_t key) noexcept nogil:
    """The entry of a key, or the free one where it would be."""
    cdef uint32_t place = <uint32_t>key & (index.room - 1)
    while index.entries[place].key and index.entries[place].key != key:
        place = (place + 1) & (index.room - 1)
    return &index.entries[place]

cdef int index_grow(Index* index) noexcept nogil:
    """Twice the room; 0 if the bound does not allow it or there is no memory."""
    cdef Index larger
    cdef uint32_t i
    if 2 * <uint64_t>index.room * sizeof(Entry) > index.most:
        return 0
    larger.room, larger.count, larger.most = 2 * index.room, index.count, index.most
    larger.entries = <Entry*>calloc(larger.room, sizeof(Entry))
    if larger.entries == NULL:
        return 0
    for i in range(index.room):
        if index.entries[i].key:
            index_entry(&larger, index.entries[i].key)[0] = index.entries[i]
    free(index.entries)
    index[0] = larger
    return 1

cdef inline uint32_t index_find(const Index* index, uint64_t key) noexcept nogil:
    """The place of a key's node, counted from 1; 0 if it has none."""
    return index_entry(index, key).place

cdef int index_add(Index* index, uint64_t key, uint32_t node) noexcept nogil:
    """0 if there is no room."""
    cdef Entry* entry
    if 4 * (<uint64_t>index.count + 1) > 3 * <uint64_t>index.room and not index_grow(index):
        return 0
    entry = index_entry(index, key)
    entry.key, entry.place = key, node + 1
    index.count += 1
    return 1

# --- one visit ------------------------------------------------------------------------------------

# What is under way: what each seat has seen since the root, and the way of the seat that learns.
cdef struct Walked:
    uint64_t key[MAX_SEATS]
    int again                  # choices that are made again: that they are made is no news
    uint32_t outside           # seats that have left their trees, a bit each
    int learner
    int fixed                  # 1: the others keep to fixed habits
    int depth
    uint32_t parents[MAX_DEPTH]
    uint32_t children[MAX_DEPTH]

cdef void happen(Task* task, Walked* w, Event event) noexcept nogil:
    """An event in the world: every seat sees it as it may."""
    cdef int seat
    cdef int again = w.again > 0
    w.again -= again
    for seat in range(task.seats):
        if not (w.outside >> seat) & 1 and not (again and seat != seat_of(event)):
            w.key[seat] = mixed(w.key[seat] ^ (<uint64_t>1 << 32 | task.ops.mask(task.rules, task.state, event, seat)))
    task.ops.note(task.rules, task.model, task.state, event, task.notes)
    task.ops.apply(task.rules, task.state, event)

cdef uint32_t new_node(Task* task, uint64_t key) noexcept nogil:
    """A node for what a seat has seen, with all its moves; 0 if there is no room for it."""
    cdef uint32_t node
    if not tree_room(&task.tree, 1 + MAX_LEGAL):
        return 0
    node = tree_add(&task.tree, NO_EVENT, 0.0)
    expand_own(task, node)
    if not index_add(&task.index, key, node):
        task.tree.full = 1
        return 0
    return node

cdef Event usual(Task* task, uint32_t node) noexcept nogil:
    """A move as the seat has learned to make it: in proportion to visits, with the prior standing for some."""
    cdef const Tree* tree = &task.tree
    cdef double left = unit(&task.rng) * (tree.nodes[node].visits + task.pull)
    cdef uint32_t child = tree.nodes[node].child
    while True:
        left -= tree.nodes[child].visits + task.pull * tree.nodes[child].prior
        if left < 0 or not tree.nodes[child].sibling:
            return tree.nodes[child].event
        child = next_sibling(tree, child)

cdef Event act_usually(Task* task, Walked* w, int seat) noexcept nogil:
    """The move of a seat that does not learn."""
    cdef uint32_t place = 0
    if not w.fixed and not (w.outside >> seat) & 1:
        place = index_find(&task.index, w.key[seat])
    if place == 0:
        w.outside |= 1u << seat
        return task.ops.light(task.rules, task.model, task.state, task.notes, &task.rng)
    return usual(task, place - 1)

cdef int learn(Task* task, Walked* w) noexcept nogil:
    """One decision of the seat that learns; 1 if its way down goes on after it."""
    cdef uint32_t place = index_find(&task.index, w.key[w.learner])
    cdef uint32_t node = place - 1
    cdef uint32_t child
    if place == 0:
        node = new_node(task, w.key[w.learner])
        if node == 0:
            return 0
    child = select_own(task, node)
    w.parents[w.depth], w.children[w.depth] = node, child
    w.depth += 1
    if task.tree.nodes[child].visits == 0:
        make_way(&task.tree, child)
    happen(task, w, task.tree.nodes[child].event)
    return (place or not task.tree.nodes[child].sibling) and w.depth < MAX_DEPTH

cdef void descend_own(Task* task, Walked* w) noexcept nogil:
    cdef int actor
    while True:
        actor = task.ops.actor(task.rules, task.state)
        if actor == ACTOR_OVER:
            return
        if actor == ACTOR_CHANCE:
            happen(task, w, task.ops.sample(task.rules, task.state, &task.rng))
        elif actor == w.learner:
            if not learn(task, w):
                return
        else:
            happen(task, w, act_usually(task, w, actor))

cdef void imagine(Task* task, int shared, Walked* w) noexcept nogil:
    """A world, by what everybody knows or by what the searching seat does."""
    cdef const void* known = task.shared if shared else task.view
    cdef const void* belief = NULL
    if shared and not task.shared_believed:
        task.ops.believe(task.rules, task.model, task.shared, task.shared_belief)
        task.shared_believed = 1
    if task.weighted:
        belief = <const void*>task.shared_belief if shared else <const void*>task.belief
    memcpy(task.state, known, task.ops.state_size)
    task.ops.determinize(task.rules, belief, task.state, &task.rng)
    w.again = task.ops.reopen(task.rules, task.state)
    memcpy(task.notes, task.root_notes, (<const uint32_t*>task.root_notes)[0])
    w.fixed = 0
    if belief != NULL:
        w.fixed = task.ops.suppose(task.rules, belief, task.state, task.seat, task.notes, &task.rng)

cdef void learn_from(Task* task, const Walked* w, double value) noexcept nogil:
    """The result goes up the way of the seat that learned."""
    cdef Node* child
    cdef int i
    for i in range(w.depth):
        child = &task.tree.nodes[w.children[i]]
        child.visits += 1
        child.total += value
        task.tree.nodes[w.parents[i]].visits += 1
    if w.depth and w.parents[0] == 0:
        task.squares[w.children[0]] += value * value

cdef void visit_seats(Task* task) noexcept nogil:
    cdef Walked w
    cdef double values[MAX_SEATS]
    cdef int seat
    w.learner = task.seat
    w.outside = 0
    w.depth = 0
    if task.tree.nodes[0].visits and unit(&task.rng) < task.others:
        imagine(task, 1, &w)
        if not w.fixed:
            w.learner = <int>below(&task.rng, task.seats - 1)
            w.learner += w.learner >= task.seat
    if w.learner == task.seat:
        imagine(task, 0, &w)
    for seat in range(task.seats):
        w.key[seat] = task.ops.secret(task.rules, task.state, seat)
    descend_own(task, &w)
    task.ops.playout(task.rules, task.model, task.state, task.notes, task.changes, &task.rng, values)
    learn_from(task, &w, values[w.learner])
    task.visits += 1
    if w.depth > <int>task.deepest:
        task.deepest = w.depth
