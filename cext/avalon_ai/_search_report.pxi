# What a search has found: root moves, each with the line that was followed most.

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
    line = principal_variation(tree, index)
    return node.event, node.visits, searched, node.total, squares, node.prior / priors, line
