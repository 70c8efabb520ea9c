# Everything a search holds while it runs.

# Where in the arena the nodes of the seats are, by what a seat has seen: a table with open addressing.
cdef struct Entry:
    uint64_t key               # 0: free
    uint32_t place             # of the node in the arena, counted from 1

cdef struct Index:
    Entry* entries
    uint32_t room              # a power of 2
    uint32_t count
    uint64_t most              # bytes that the memory bound allows

cdef struct Task:
    const GameOps* ops
    const void* rules
    const void* model
    void* view                  # the root: what the searching seat may know
    void* state                 # the world of the visit under way
    uint64_t belief[BELIEF_WORDS]
    uint32_t* mark              # by event code, see gather
    uint32_t stamp
    Tree tree
    Rng rng
    int seat                    # the searching one
    double exploration          # PUCT's constant
    double reduction            # an untried move counts as the mean of the tried ones less this
    int changes                 # of turn, after which a rollout is evaluated; 0: to the end
    int weighted                # 1: worlds drawn by belief
    void* notes                 # of the world under way, NULL where the game has none
    # of a tree of each seat, see visit_seats
    void* root_notes
    void* shared                # the root as everybody knows it
    uint64_t shared_belief[BELIEF_WORDS]
    int shared_believed         # 0: not worked out yet, no visit has needed it
    Index index
    int seats
    double others               # share of the visits in which another seat learns
    double pull                 # so many visits the prior stands for where a seat acts as it has learned
    double squares[MAX_LEGAL + 1]   # sums of squared results of the root's children, by place among them
    uint32_t visits
    uint32_t deepest
