"""Observations as arrays of float32: which bytes of the block become which floats, declared once by each game.

One declaration gives both the writer (`write`, in C) and its description (`fields`), so that they cannot differ.
"""
from libc.stdint cimport int32_t, uint64_t


cdef enum:
    BLOCK = 64                # bytes that `rewrite` compares at once


cdef struct Piece:
    int kind
    int offset                # of the first byte in the observation
    int count                 # numbers, sets or choices
    int width                 # bits of a set, values of a choice
    int low                   # the first value of a choice
    int at                    # the first float


cdef class Layout:
    cdef readonly int size    # floats
    cdef readonly list fields
    cdef int n_pieces
    cdef Piece* pieces
    cdef float* scales        # of each float
    cdef int n_blocks         # of an observation
    cdef Piece* patches       # the pieces once more, cut at the borders of the observation's words of 8 bytes
    cdef int32_t* first_patch # of each word, and one more

    cdef void write(self, const void* observation, float* floats) noexcept nogil

    # Writes only what differs from the observation that the floats hold, and makes that one equal. Both blocks have
    # `n_blocks` times BLOCK bytes, zeros after the observation. Of one move few words change: this takes a third of
    # the time of `write`, and leaves the other cache lines alone.
    cdef void rewrite(self, uint64_t* held, const uint64_t* observation, float* floats) noexcept nogil

    # Says how long observations are, once all fields are added; cuts the patches.
    cdef int finish(self, int observation_size) except -1
    cdef int add(self, str name, int kind, Py_ssize_t offset, tuple shape, int width, int low, double scale) except -1

    # `offset` is that of the member in the observation's struct, `item` the size of one number in bytes. Every method
    # returns the layout.
    cdef Layout numbers(self, str name, Py_ssize_t offset, int item, bint is_signed, tuple shape, double scale)
    cdef Layout sets(self, str name, Py_ssize_t offset, int item, int n_bits, tuple shape)
    cdef Layout choice(self, str name, Py_ssize_t offset, int item, bint is_signed, int low, int high, tuple shape)
