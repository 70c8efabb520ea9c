"""Floating point that is the same on every machine: the compiler's own functions are not."""

from libc.stdint cimport int32_t, int64_t
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

cdef inline double power_of_e(double x) noexcept nogil:
    """e to the x to twelve digits, for x from -200 on to 200; the same on every machine."""
    cdef double scaled = min(200.0, max(-200.0, x)) * 1.4426950408889634
    cdef int whole = <int>(scaled + 512.5) - 512
    cdef double part = (scaled - whole) * 0.6931471805599453
    cdef int64_t pattern = <int64_t>(whole + 1023) << 52
    cdef double power
    memcpy(&power, &pattern, 8)
    return power * (1.0 + part * (1.0 + part * (1.0 / 2 + part * (1.0 / 6 + part * (1.0 / 24 + part * (
        1.0 / 120 + part * (1.0 / 720 + part * (1.0 / 5040 + part * (1.0 / 40320 + part * (1.0 / 362880 + part * (
            1.0 / 3628800 + part * (1.0 / 39916800 + part / 479001600))))))))))))
