"""Random streams: a splitmix64 generator in eight bytes, and keys derived from one seed.

Splitmix64 passes BigCrush, needs one multiplication chain per draw and lives in a register; a search thread owns one
by value. `engine.rng.Stream` is the Python face. Nothing in the project uses a global generator.
"""
from libc.stdint cimport uint64_t


cdef extern from *:
    """
    static inline unsigned long long boomtown_mulhi64(unsigned long long a, unsigned long long b) {
        return (unsigned long long)(((unsigned __int128)a * b) >> 64);
    }
    """
    uint64_t boomtown_mulhi64(uint64_t a, uint64_t b) noexcept nogil


cdef struct Rng:
    uint64_t state


cdef inline uint64_t mix64(uint64_t x) noexcept nogil:
    """The splitmix64 finaliser: a bijection of 64 bits that scatters neighbouring inputs."""
    x = (x ^ (x >> 30)) * <uint64_t>0xBF58476D1CE4E5B9
    x = (x ^ (x >> 27)) * <uint64_t>0x94D049BB133111EB
    return x ^ (x >> 31)


cdef inline uint64_t next64(Rng* rng) noexcept nogil:
    rng.state += <uint64_t>0x9E3779B97F4A7C15
    return mix64(rng.state)


cdef inline uint64_t below(Rng* rng, uint64_t n) noexcept nogil:
    """An integer in [0, n), n >= 1. Multiply-shift; the bias is below n / 2**64."""
    return boomtown_mulhi64(next64(rng), n)


cdef inline double uniform(Rng* rng) noexcept nogil:
    """A double in [0, 1) with 53 random bits."""
    return <double>(next64(rng) >> 11) * (1.0 / 9007199254740992.0)


cdef class Stream:
    cdef Rng rng
    cdef readonly object seed
