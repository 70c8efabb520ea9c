"""Floating point that is the same on every machine: the compiler's own functions are not."""

from libc.stdint cimport int32_t
from libc.string cimport memcpy

cdef inline float exponential(float x) noexcept nogil:
    """e to the x, for x between -80 and 80, to six digits; the same on every machine."""
    cdef float scaled = min(<float>80.0, max(<float>-80.0, x)) * <float>1.44269504
    cdef int whole = <int>(scaled + 256.5) - 256
    cdef float part = scaled - whole
    cdef int32_t pattern = (whole + 127) << 23
    cdef float power
    memcpy(&power, &pattern, 4)
    return power * (<float>1.0 + part * (<float>0.6931472 + part * (<float>0.2402265 + part * (
        <float>0.05550411 + part * (<float>0.009618129 + part * <float>0.001333356)))))
