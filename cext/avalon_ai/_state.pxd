"""State and View for Python, over the bytes of any game."""

from avalon_ai._types cimport Event, GameOps, Rng

cdef class Generator:
    cdef Rng rng

cdef class Rules:
    cdef const GameOps* ops
    cdef void* table                  # the game's own options, rules_size bytes, owned
    cdef readonly tuple reasons       # by number; "" while a game runs
    cdef readonly tuple invariants    # names; check() answers 1 for the first
    cdef readonly object loader       # makes the same Rules from the table's bytes
    cdef Py_hash_t hashed
    @staticmethod
    cdef Rules compiled(const GameOps* ops, const void* table, tuple reasons, tuple invariants, object loader)

cdef class Position:
    cdef readonly Rules rules
    cdef void* data                   # state_size bytes, owned
    cdef int _fill(self, Rules rules, const void* data) except -1
    cdef object _refusal(self, Event event)

cdef class State(Position):
    @staticmethod
    cdef State over(Rules rules, const void* data)

cdef class View(Position):
    @staticmethod
    cdef View over(Rules rules, const void* data)
