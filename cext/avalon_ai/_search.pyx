"""Information-set Monte Carlo tree search over a View: one tree of the searching seat, any game.

It gets a View and a model, nothing else, so it cannot peek. The parts, in order: the tree, selection,
one visit, the report. No game is named here: everything goes through its table of operations.
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from avalon_ai._rng cimport seed as seeded
from avalon_ai._state cimport View
from avalon_ai._types cimport (
    ACTOR_CHANCE, ACTOR_OVER, BELIEF_WORDS, Event, GameOps, MAX_LEGAL, MAX_SEATS, Rng, code_of, seat_of,
)

cdef enum:
    MAX_DEPTH = 512
    LONGEST_LINE = 40

include "_search_tree.pxi"
include "_search_rollout.pxi"
include "_search_select.pxi"
include "_search_report.pxi"


@cython.final
cdef class Search:
    """A search for the seat of a View that is to act; run it in chunks, report at any moment.

    The same view, model, seed, options and number of visits give the same tree, on every run and machine.
    """

    cdef View view
    cdef bytes model
    cdef Task task

    def __cinit__(self, View view, bytes model, *, seed, uint64_t memory, double exploration, double reduction,
                  int changes, bint weighted):
        cdef Task* task = &self.task
        memset(task, 0, sizeof(Task))
        task.ops = view.rules.ops
        if len(model) != task.ops.model_size:
            raise ValueError(f"model: expected {task.ops.model_size} bytes, got {len(model)}")
        if not view.legal():
            raise ValueError("this View's seat is not to act: there is nothing to search")
        if memory < 2 * MAX_LEGAL * sizeof(Node):      # the root's children must fit
            raise ValueError(f"memory: expected at least {2 * MAX_LEGAL * sizeof(Node)} bytes, got {memory}")
        self.view, self.model = view.copy(), model
        task.rules, task.view, task.model = self.view.rules.table, self.view.data, <const char*>self.model
        task.seat = task.ops.viewer(task.view)
        task.exploration, task.reduction, task.changes, task.weighted = exploration, reduction, changes, weighted
        seeded(&task.rng, <uint64_t>(seed & 0xFFFFFFFFFFFFFFFF))
        task.state = malloc(task.ops.state_size)                            # these two live as long as the search
        task.mark = <uint32_t*>calloc(task.ops.codes, sizeof(uint32_t))
        if task.state == NULL or task.mark == NULL or not tree_begin(&task.tree, memory):
            raise MemoryError()
        task.ops.believe(task.rules, task.model, task.view, task.belief)

    def __dealloc__(self):
        free(self.task.state)
        free(self.task.mark)
        free(self.task.tree.nodes)

    def run(self, uint32_t visits):
        """Make this many visits more, without the GIL; all visits made so far."""
        cdef uint32_t _number
        with nogil:
            for _number in range(visits):
                visit(&self.task)
        return self.task.visits

    def moves(self):
        """Root moves: event, visits, availability, sum of results, sum of their squares, prior, principal variation.

        Results are those of the searching seat, 0 to 1.
        """
        cdef const Tree* tree = &self.task.tree
        cdef uint32_t child = tree.nodes[0].child
        cdef double priors = 0.0
        found = []
        while child:
            priors += tree.nodes[child].prior
            child = next_sibling(tree, child)
        child = tree.nodes[0].child
        while child:
            found.append(root_move(tree, child, self.task.visits, self.task.squares[child], priors))
            child = next_sibling(tree, child)
        return found

    @property
    def visits(self):
        """Visits made."""
        return self.task.visits

    @property
    def nodes(self):
        """Nodes in the tree."""
        return self.task.tree.count

    @property
    def depth(self):
        """Longest way down the tree so far."""
        return self.task.deepest

    @property
    def memory(self):
        """Bytes taken by the tree."""
        return self.task.tree.room * sizeof(Node)

    @property
    def full(self):
        """Whether the memory bound has stopped the tree from growing."""
        return bool(self.task.tree.full)
