"""One small fast generator, passed by pointer.

SplitMix64: Steele, Lea, Flood, "Fast splittable pseudorandom number generators", OOPSLA 2014.
"""

from libc.stdint cimport uint32_t, uint64_t

from avalon_ai._types cimport Rng

cdef inline uint64_t mixed(uint64_t z) noexcept nogil:
    z = (z ^ (z >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    z = (z ^ (z >> 27)) * <uint64_t>0x94D049BB133111EB
    return z ^ (z >> 31)

cdef inline uint64_t bits(Rng* rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mixed(rng.state)

cdef inline uint32_t below(Rng* rng, uint32_t bound) noexcept nogil:
    """An integer 0..bound-1; each is as likely as the next to within bound / 2**32."""
    return <uint32_t>(((bits(rng) >> 32) * bound) >> 32)

cdef inline double unit(Rng* rng) noexcept nogil:
    """A number in [0, 1)."""
    return <double>(bits(rng) >> 11) * (1.0 / 9007199254740992.0)

cdef inline void seed(Rng* rng, uint64_t value) noexcept nogil:
    rng.state = mixed(value + <uint64_t>0x9E3779B97F4A7C15)
