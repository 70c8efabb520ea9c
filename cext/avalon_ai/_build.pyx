"""How this core was built."""

cdef extern from *:
    """
    #ifndef AVALON_BUILD_MODE
    #define AVALON_BUILD_MODE "unknown"
    #endif
    """
    const char* AVALON_BUILD_MODE

MODE = AVALON_BUILD_MODE.decode()
