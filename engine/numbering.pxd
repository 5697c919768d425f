"""Dense numbers for moves: what networks and other libraries speak instead of a game's own, sparse ones.

A game lists all moves that can ever be legal (`Game.all_moves`), ascending; a move's number is its place in that list,
so that the order stays. Numbers to moves is one array; moves to numbers one array for each page of the moves.
"""
from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t


cdef enum:
    PAGE_BITS = 20
    IN_PAGE = (1 << PAGE_BITS) - 1
    NO_NUMBER = -1


cdef struct Span:                 # of the numbers that are set as bits or bytes
    int32_t first
    int32_t last


cdef class Numbering:
    cdef readonly int n
    cdef uint32_t* moves              # by number
    cdef int n_pages
    cdef uint32_t* page_size          # the highest move of a page, within it, and one more; 0: it has none
    cdef uint64_t* page_start         # in `numbers`
    cdef int32_t* numbers             # NO_NUMBER where no move is

    # The number of a move, or NO_NUMBER.
    cdef int number(self, uint32_t move) noexcept nogil

    # Writes the numbers of ascending moves, all of them numbered ones.
    cdef void write(self, const uint32_t* moves, int n, int32_t* numbers) noexcept nogil

    # Sets a bit, or a byte, for each of such moves. The span is of the numbers set there before, which alone are cleared,
    # and then of the new ones.
    cdef void write_bits(self, const uint32_t* moves, int n, uint8_t* bits, Span* span) noexcept nogil
    cdef void write_mask(self, const uint32_t* moves, int n, uint8_t* mask, Span* span) noexcept nogil
