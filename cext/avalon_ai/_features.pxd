"""A View as a row of numbers for learners: how the games write theirs. The layouts stand on the games' pages."""

from libc.stdint cimport uint8_t

cdef struct Row:
    float* at                  # where the next number goes

cdef inline void write(Row* row, float value) noexcept nogil:
    row.at[0] = value
    row.at += 1

cdef inline void write_all(Row* row, const uint8_t* values, int size) noexcept nogil:
    cdef int i
    for i in range(size):
        write(row, values[i])

cdef inline void write_one_of(Row* row, int value, int size) noexcept nogil:
    """A 1 at the place of the value, if it has one, and 0 elsewhere."""
    cdef int i
    for i in range(size):
        write(row, i == value)

cdef inline void write_set(Row* row, unsigned int members, int size) noexcept nogil:
    """A number for each bit."""
    cdef int i
    for i in range(size):
        write(row, (members >> i) & 1)
