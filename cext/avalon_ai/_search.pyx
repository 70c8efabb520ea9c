"""Information-set Monte Carlo tree search over a View: one tree of the searching seat, any game.

It gets a View and a model, nothing else, so it cannot peek. The parts, in order: the tree, selection,
one visit, the report. No game is named here: everything goes through its table of operations.
"""

cimport cython
from libc.math cimport sqrt
from libc.stdint cimport uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc, realloc
from libc.string cimport memcpy, memset

from avalon_ai._rng cimport below, mixed, seed as seeded, unit
from avalon_ai._state cimport Rules, View
from avalon_ai._types cimport (
    ACTOR_CHANCE, ACTOR_OVER, BELIEF_WORDS, Event, GameOps, MAX_LEGAL, MAX_SEATS, NO_EVENT, NO_SEAT, Rng, code_of, seat_of,
)

cdef enum:
    MAX_DEPTH = 512
    LONGEST_LINE = 40
    INDEX_SHARE = 4        # of the memory goes to where nodes are, if there is a tree of each seat

include "_search_tree.pxi"
include "_search_task.pxi"
include "_search_rollout.pxi"
include "_search_select.pxi"
include "_search_seats.pxi"
include "_search_report.pxi"


def one_tree(Rules rules):
    """Whether a game is searched with one tree of all seats' moves, so that a search can go on after an own move."""
    return rules.ops.light == NULL


@cython.final
cdef class Search:
    """A search for the seat of a View that is to act; run it in chunks, report at any moment.

    The same view, model, seed, options and number of visits give the same tree, on every run and machine.
    """

    cdef View view
    cdef bytes model
    cdef Task task
    cdef bint running               # in some thread, which has let go of the GIL
    cdef volatile bint stopped      # read without the GIL

    def __cinit__(self, View view, bytes model, *, seed, uint64_t memory, double exploration, double reduction,
                  int changes, bint weighted, double others, double pull):
        cdef Task* task = &self.task
        cdef uint64_t indexed
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
        task.others, task.pull = others, pull
        indexed = memory // INDEX_SHARE if task.ops.secret != NULL else 0
        task.state = malloc(task.ops.state_size)                            # all of these live as long as the search
        task.mark = <uint32_t*>calloc(task.ops.codes, sizeof(uint32_t))
        if task.state == NULL or task.mark == NULL or not tree_begin(&task.tree, memory - indexed):
            raise MemoryError()
        task.ops.believe(task.rules, task.model, task.view, task.belief)
        if indexed:
            self._begin_seats(indexed)

    cdef int _begin_seats(self, uint64_t memory) except -1:
        """What a tree of each seat needs: notes, the root as everybody knows it, the root's node."""
        cdef Task* task = &self.task
        task.seats = task.ops.seats(task.rules)
        task.notes, task.root_notes = malloc(task.ops.notes_size), malloc(task.ops.notes_size)
        task.shared = malloc(task.ops.state_size)
        if task.notes == NULL or task.root_notes == NULL or task.shared == NULL or not index_begin(&task.index, memory):
            raise MemoryError()
        task.ops.study(task.rules, task.model, task.view, task.root_notes)
        memcpy(task.shared, task.view, task.ops.state_size)
        task.ops.redact(task.rules, task.shared, NO_SEAT)
        memcpy(task.state, task.view, task.ops.state_size)
        memcpy(task.notes, task.root_notes, (<const uint32_t*>task.root_notes)[0])
        expand_own(task, 0)
        if not index_add(&task.index, task.ops.secret(task.rules, task.view, task.seat), 0):
            raise MemoryError()
        return 0

    def __dealloc__(self):
        free(self.task.state)
        free(self.task.mark)
        free(self.task.notes)
        free(self.task.root_notes)
        free(self.task.shared)
        free(self.task.index.entries)
        free(self.task.tree.nodes)

    def run(self, uint32_t visits):
        """Make this many visits more, without the GIL, or one if the search was stopped; all visits made so far.

        Raises RuntimeError where another thread is at it.
        """
        cdef uint32_t _number
        self._check_idle()
        self.running = True
        with nogil:
            for _number in range(visits):
                if self.task.index.entries == NULL:
                    visit(&self.task)
                else:
                    visit_seats(&self.task)
                if self.stopped:
                    break
        self.running = False
        return self.task.visits

    def follow(self, View view, moves):
        """Go on from a later position: `moves` are what the seat has played since, and nothing else happened.

        The tree keeps what it knows of that position, with its visits; the spread of their results is not kept and taken
        to be as wide as it can be. Gives the visits kept, 0 where the tree knows nothing or is not one tree of all
        seats; the search is of no use then. Raises RuntimeError while another thread runs the search.
        """
        cdef Task* task = &self.task
        cdef uint32_t place = 0
        self._check_idle()
        if task.ops.light != NULL:
            return 0
        for move in moves:
            place = tree_find(&task.tree, place, move)
            if place == 0:
                return 0
        if place == 0 or task.tree.nodes[place].child == 0 or not tree_keep(&task.tree, place):
            return 0
        self.view = view.copy()
        task.view = self.view.data
        task.ops.believe(task.rules, task.model, task.view, task.belief)
        for place in range(1, min(task.tree.count, MAX_LEGAL + 1)):
            task.squares[place] = task.tree.nodes[place].total      # results are 0 to 1
        task.visits = task.tree.nodes[0].visits
        task.deepest = 0
        return task.visits

    def stop(self):
        """End a run in another thread after the visit under way; each run from now on makes one visit."""
        self.stopped = True

    cdef int _check_idle(self) except -1:
        if self.running:
            raise RuntimeError("the search runs in another thread")
        return 0

    def moves(self):
        """Root moves: event, visits, availability, sum of results, sum of their squares, prior, principal variation.

        Results are those of the searching seat, 0 to 1. Raises RuntimeError while another thread runs the search.
        """
        cdef const Tree* tree = &self.task.tree
        cdef uint32_t child
        cdef double priors = 0.0
        self._check_idle()
        child = tree.nodes[0].child
        found = []
        while child:
            priors += tree.nodes[child].prior
            child = next_sibling(tree, child)
        child = tree.nodes[0].child
        while child:
            found.append(root_move(tree, child, tree.nodes[0].visits, self.task.squares[child], priors))
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
        return self.task.tree.room * sizeof(Node) + self.task.index.room * sizeof(Entry)

    @property
    def full(self):
        """Whether the memory bound has stopped the tree from growing."""
        return bool(self.task.tree.full)
