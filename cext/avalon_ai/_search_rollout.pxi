# One visit: a world, a way down the tree, a rollout, and its result up the way again.

cdef inline int let_chance_act(Task* task) noexcept nogil:
    """Whether there was anything to sample."""
    cdef int acted = 0
    while task.ops.actor(task.rules, task.state) == ACTOR_CHANCE:
        task.ops.apply(task.rules, task.state, task.ops.sample(task.rules, task.state, &task.rng))
        acted = 1
    return acted

cdef inline uint32_t choose(Task* task, uint32_t index) noexcept nogil:
    """The child to try next where other worlds may have other moves; 0 if there is none and no room for it."""
    cdef Event moves[MAX_LEGAL]
    cdef Available open
    gather(task, index, moves, task.ops.legal(task.rules, task.state, moves), &open)
    return select(task, &open)

cdef int descend(Task* task, uint32_t* path) noexcept nogil:
    """Down to a move not yet tried, the end of the game or of the tree; length of the path."""
    cdef uint32_t index = 0
    cdef int depth = 0
    cdef int certain = 1       # chance has not acted since the root
    cdef int actor, own
    while depth < MAX_DEPTH:
        if let_chance_act(task):
            certain = 0
        actor = task.ops.actor(task.rules, task.state)
        if actor == ACTOR_OVER:
            return depth
        if actor != task.seat and task.ops.light != NULL:
            certain = 0
            task.ops.apply(task.rules, task.state, task.ops.light(task.rules, task.model, task.state, NULL, &task.rng))
            continue
        own = certain and actor == task.seat
        index = select_own(task, index) if own else choose(task, index)
        if index == 0:
            return depth
        path[depth] = index
        depth += 1
        task.ops.apply(task.rules, task.state, task.tree.nodes[index].event)
        if task.tree.nodes[index].visits == 0:
            if own:
                make_way(&task.tree, index)
            return depth
    return depth

cdef inline void back_up(Task* task, const uint32_t* path, int depth, const double* values) noexcept nogil:
    cdef int i
    cdef double value
    cdef Node* node
    for i in range(depth):
        node = &task.tree.nodes[path[i]]
        value = values[seat_of(node.event)]
        node.visits += 1
        node.total += value
    if depth:
        value = values[seat_of(task.tree.nodes[path[0]].event)]
        task.squares[path[0]] += value * value

cdef void visit(Task* task) noexcept nogil:
    cdef uint32_t path[MAX_DEPTH]
    cdef double values[MAX_SEATS]
    cdef int depth
    memcpy(task.state, task.view, task.ops.state_size)
    task.ops.determinize(task.rules, task.belief if task.weighted else NULL, task.state, &task.rng)
    depth = descend(task, path)
    task.ops.playout(task.rules, task.model, task.state, NULL, task.changes, &task.rng, values)
    back_up(task, path, depth, values)
    task.tree.nodes[0].visits += 1
    task.visits += 1
    if depth > <int>task.deepest:
        task.deepest = depth
