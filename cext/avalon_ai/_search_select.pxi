# Selection: which of the moves legal in this world is tried next.
#
# PUCT (Silver et al., "Mastering the game of Go without human knowledge", 2017) with the availability counts of
# Cowling, Powley and Whitehouse, "Information set Monte Carlo tree search", 2012, in place of the parent's visits.

cdef struct Available:
    uint32_t nodes[MAX_LEGAL]   # children that are legal now
    int count
    uint32_t last               # the last child, legal or not; 0 if there is none
    double priors               # sum over the legal ones
    double total                # likewise, of results for the seat to move
    double visits

cdef inline void admit(Tree* tree, uint32_t index, Available* open) noexcept nogil:
    cdef Node* node = &tree.nodes[index]
    node.available += 1
    open.nodes[open.count] = index
    open.count += 1
    open.priors += node.prior
    open.total += node.total
    open.visits += node.visits

cdef void add_missing(Task* task, uint32_t parent, const Event* moves, int count, uint32_t seen, Available* open) noexcept nogil:
    """Children for legal moves that the node has none for; as many as the arena holds."""
    cdef Event fresh[MAX_LEGAL]
    cdef float weights[MAX_LEGAL]
    cdef int i, missing = 0
    cdef uint32_t index
    for i in range(count):
        if task.mark[code_of(moves[i])] != seen:
            fresh[missing] = moves[i]
            missing += 1
    task.ops.policy(task.rules, task.model, task.state, fresh, missing, weights)
    for i in range(missing):
        index = tree_add(&task.tree, fresh[i], weights[i])
        if index == 0:
            return
        if open.last:
            task.tree.nodes[open.last].sibling = index
        else:
            task.tree.nodes[parent].child = index
        open.last = index
        admit(&task.tree, index, open)

cdef void gather(Task* task, uint32_t parent, const Event* moves, int count, Available* open) noexcept nogil:
    """The children for the moves that are legal now. Codes are marked: 2 * stamp legal, 2 * stamp + 1 with a child."""
    cdef uint32_t legal, index
    cdef int i
    cdef Node* node
    task.stamp += 1
    legal = 2 * task.stamp
    open.count = 0
    open.last = 0
    open.priors = open.total = open.visits = 0.0
    for i in range(count):
        task.mark[code_of(moves[i])] = legal
    index = task.tree.nodes[parent].child
    while index:
        node = &task.tree.nodes[index]
        if task.mark[code_of(node.event)] == legal:
            task.mark[code_of(node.event)] = legal + 1
            admit(&task.tree, index, open)
        open.last = index
        index = node.sibling
    if open.count < count:
        add_missing(task, parent, moves, count, legal + 1, open)

cdef uint32_t select(Task* task, const Available* open) noexcept nogil:
    """The child with the highest bound; 0 if none is there."""
    cdef double untried = open.total / open.visits - task.reduction if open.visits > 0 else 0.5
    cdef double scale = task.exploration / open.priors if open.priors > 0 else 0.0
    cdef double root = 0.0
    cdef double value, best = -1e30
    cdef uint32_t available = 0
    cdef uint32_t chosen = 0
    cdef int i
    cdef const Node* node
    for i in range(open.count):
        node = &task.tree.nodes[open.nodes[i]]
        if node.available != available:      # neighbours mostly have the same
            available = node.available
            root = scale * sqrt(<double>available)
        if node.visits == 0:
            value = untried + root * node.prior
        else:
            value = node.total / node.visits + root * node.prior / (1.0 + node.visits)
        if value > best:
            best = value
            chosen = open.nodes[i]
    return chosen
