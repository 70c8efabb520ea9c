# What a search has found: root moves, best first, each with the line that was followed most.

cdef tuple principal_variation(const Tree* tree, uint32_t index):
    """The move of a node and then, time after time, the child visited most."""
    events = []
    cdef uint32_t child, best
    while index and len(events) < LONGEST_LINE:
        events.append(tree.nodes[index].event)
        best = 0
        child = tree.nodes[index].child
        while child:
            if tree.nodes[child].visits > tree.nodes[best].visits if best else tree.nodes[child].visits > 0:
                best = child
            child = next_sibling(tree, child)
        index = best
    return tuple(events)

cdef tuple root_move(const Tree* tree, uint32_t index, uint32_t searched, double squares, double priors):
    cdef const Node* node = &tree.nodes[index]
    cdef double mean, variance
    if node.visits == 0:
        return node.event, 0, searched, None, None, node.prior / priors, (node.event,)
    mean = node.total / node.visits
    variance = max(0.0, squares / node.visits - mean * mean)
    error = sqrt(variance / (node.visits - 1)) if node.visits > 1 else None
    return node.event, node.visits, searched, mean, error, node.prior / priors, principal_variation(tree, index)
