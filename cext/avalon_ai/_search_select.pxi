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
    task.ops.policy(task.rules, task.model, task.state, NULL, fresh, missing, weights)
    for i in range(missing):
        index = tree_add(&task.tree, fresh[i], weights[i])
        if index == 0:
            return
        link(&task.tree, parent, open.last, index)
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
        index = next_sibling(&task.tree, index)
    if open.count < count:
        add_missing(task, parent, moves, count, legal + 1, open)

cdef inline double bound(const Node* node, double root) noexcept nogil:
    return node.total / node.visits + root * node.prior / (1.0 + node.visits)

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
            value = bound(node, root)
        if value > best:
            best = value
            chosen = open.nodes[i]
    return chosen

# Own moves before any chance has acted are the same in every world, so availability says nothing. Then the tried children
# stand first, and the one after them has the highest prior of the others: only these need a look.

cdef void bring_best(Tree* tree, uint32_t first, uint32_t last) noexcept nogil:
    """Of untried siblings that lie side by side, put the one with the highest prior first."""
    cdef uint32_t i, best = first
    cdef Event event = tree.nodes[first].event
    cdef float prior = tree.nodes[first].prior
    for i in range(first + 1, last + 1):
        if tree.nodes[i].prior > tree.nodes[best].prior:
            best = i
    tree.nodes[first].event = tree.nodes[best].event
    tree.nodes[first].prior = tree.nodes[best].prior
    tree.nodes[best].event = event
    tree.nodes[best].prior = prior

cdef void expand_own(Task* task, uint32_t parent) noexcept nogil:
    """Children for all legal moves, or none if the arena has not room for all; their priors sum to 1."""
    cdef Event moves[MAX_LEGAL]
    cdef float weights[MAX_LEGAL]
    cdef int count = task.ops.legal(task.rules, task.state, moves)
    cdef uint32_t first
    cdef int i
    cdef float sum = 0.0
    if not tree_room(&task.tree, count):
        return
    task.ops.policy(task.rules, task.model, task.state, task.notes, moves, count, weights)
    first = task.tree.count
    for i in range(count):
        sum += weights[i]
    for i in range(count):
        link(&task.tree, parent, 0 if i == 0 else first + i - 1, tree_add(&task.tree, moves[i], weights[i] / sum))
    bring_best(&task.tree, first, first + count - 1)

cdef uint32_t select_own(Task* task, uint32_t parent) noexcept nogil:
    """The child with the highest bound; 0 if the arena was full."""
    cdef Tree* tree = &task.tree
    cdef double total = 0.0
    cdef double visits = 0.0
    cdef double root, value, best
    cdef uint32_t first, index, chosen
    if tree.nodes[parent].child == 0:
        expand_own(task, parent)
    first = tree.nodes[parent].child
    if first == 0:
        return 0
    index = first
    while tree.nodes[index].visits and tree.nodes[index].sibling:
        total += tree.nodes[index].total
        visits += tree.nodes[index].visits
        index += 1
    root = task.exploration * sqrt(tree.nodes[parent].visits + 1.0)
    chosen = index
    if tree.nodes[index].visits == 0:
        best = (total / visits - task.reduction if visits > 0 else 0.5) + root * tree.nodes[index].prior
    else:
        best = bound(&tree.nodes[index], root)
    for index in range(first, index):
        value = bound(&tree.nodes[index], root)
        if value >= best:
            best = value
            chosen = index
    return chosen

cdef inline void make_way(Tree* tree, uint32_t tried) noexcept nogil:
    """After a first try of a child of select_own: the best of the others comes next."""
    cdef uint32_t last = tried
    while tree.nodes[last].sibling:
        last += 1
    if last > tried:
        bring_best(tree, tried + 1, last)
