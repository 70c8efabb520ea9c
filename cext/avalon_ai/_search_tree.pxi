# The tree: nodes in one arena, children as a list of siblings in the order in which they were first legal.

cdef enum:
    ADJACENT = 1           # the next node in the arena; index 1 is always a first child and so nobody's sibling

cdef struct Node:
    double total           # sum of results for the seat whose move leads here
    Event event            # the move that leads here
    uint32_t child         # first child, 0 if none (the root is nobody's child)
    uint32_t sibling       # next child of the same parent: its index, 0 if none, ADJACENT
    uint32_t visits
    uint32_t available     # how often this move was legal when its parent was visited
    float prior            # weight under the policy when it first was legal; not normalised

cdef struct Tree:
    Node* nodes            # nodes[0] is the root
    uint32_t count
    uint32_t room          # nodes allocated
    uint32_t most          # nodes that the memory bound allows
    int full               # 1: a node was refused

cdef inline uint32_t next_sibling(const Tree* tree, uint32_t index) noexcept nogil:
    """The next child of the same parent, 0 if none. Neighbours need not wait for the load of an index."""
    cdef uint32_t sibling = tree.nodes[index].sibling
    if sibling == ADJACENT:
        return index + 1
    return sibling

cdef inline void link(Tree* tree, uint32_t parent, uint32_t last, uint32_t index) noexcept nogil:
    """Make a node the next child of its parent; `last` is the one before it, 0 if it is the first."""
    if last == 0:
        tree.nodes[parent].child = index
    else:
        tree.nodes[last].sibling = ADJACENT if index == last + 1 else index

cdef int tree_begin(Tree* tree, uint64_t memory) noexcept nogil:
    """An empty tree of at most `memory` bytes; 0 if there is none to be had."""
    cdef uint64_t most = memory // sizeof(Node)
    tree.most = <uint32_t>min(most, <uint64_t>0xFFFFFFF0)
    tree.room = min(tree.most, <uint32_t>4096)
    tree.count = 1
    tree.full = 0
    tree.nodes = <Node*>malloc(tree.room * sizeof(Node))      # the arena of this search
    if tree.nodes == NULL:
        return 0
    memset(&tree.nodes[0], 0, sizeof(Node))
    return 1

cdef int tree_grow(Tree* tree) noexcept nogil:
    """Double the arena, up to its bound; 0 and `full` if that fails."""
    cdef uint32_t room = tree.most if tree.room > tree.most // 2 else 2 * tree.room
    cdef Node* nodes
    if room == tree.room:
        tree.full = 1
        return 0
    nodes = <Node*>realloc(tree.nodes, <size_t>room * sizeof(Node))
    if nodes == NULL:
        tree.full = 1
        return 0
    tree.nodes = nodes
    tree.room = room
    return 1

cdef inline int tree_room(Tree* tree, uint32_t count) noexcept nogil:
    """Whether so many nodes more fit; grows the arena if it can."""
    while tree.room - tree.count < count:
        if not tree_grow(tree):
            return 0
    return 1

cdef inline uint32_t tree_add(Tree* tree, Event event, float prior) noexcept nogil:
    """A new node, linked to nothing yet; 0 if the arena is full."""
    cdef Node* node
    if tree.count == tree.room and not tree_grow(tree):
        return 0
    node = &tree.nodes[tree.count]
    memset(node, 0, sizeof(Node))
    node.event = event
    node.prior = prior
    tree.count += 1
    return tree.count - 1

cdef uint32_t tree_find(const Tree* tree, uint32_t parent, Event event) noexcept nogil:
    """The child of an event, 0 if there is none."""
    cdef uint32_t child = tree.nodes[parent].child
    while child and tree.nodes[child].event != event:
        child = next_sibling(tree, child)
    return child

cdef uint32_t tree_survey(const Tree* tree, uint32_t top, uint32_t* place) noexcept nogil:
    """Where each node below `top` goes if that becomes the root, 0 for all others; how many nodes there will be.

    Nodes stand behind their parents and elder siblings, so one pass finds them all.
    """
    cdef uint32_t index, child, count = 0
    for index in range(top, tree.count):
        if index > top and place[index] == 0:
            continue
        if index > top:
            place[index] = count
        count += 1
        child = tree.nodes[index].child
        while child:
            place[child] = 1
            child = next_sibling(tree, child)
    return count

cdef int tree_keep(Tree* tree, uint32_t top) noexcept nogil:
    """Make a node the root and let go of all that is not below it; 0, and nothing changed, if memory is short."""
    cdef uint32_t* place = <uint32_t*>calloc(tree.count, sizeof(uint32_t))
    cdef uint32_t index, sibling, count
    cdef Node node
    if place == NULL:
        return 0
    count = tree_survey(tree, top, place)
    for index in range(top, tree.count):
        if index > top and place[index] == 0:
            continue
        node = tree.nodes[index]
        sibling = 0 if index == top else next_sibling(tree, index)
        node.child = place[node.child] if node.child else 0
        node.sibling = place[sibling] if sibling else 0
        if node.sibling == place[index] + 1 and sibling:
            node.sibling = ADJACENT
        tree.nodes[place[index]] = node
    tree.count = count
    tree.full = 0
    free(place)
    return 1
