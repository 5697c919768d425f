"""Which pictures of the gauge a raise can lead to (rules 7.4), tabulated once for all games.

Markers never move, so the fields without one are a track of n <= 10 fields: the picture of the stones on it is a number
below 2**n, and a step takes one stone to the next free field on its right. All pictures of a track with k stones,
ascending, have ranks 0, 1, ... that do not depend on n; a set of pictures is a set of at most C(10, 5) = 252 ranks.

`sets` holds, for every track and picture, the pictures after 1, 2, ... `longest` steps, each compulsory while a stone
can move: 13,497 sets, 432 KB. After `longest` steps every course has ended with all stones at the end.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t

cdef enum:
    N_SETS = 13497
    MOST_STONES = 5
    MOST_PICTURES = 252

cdef struct Pictures:          # a set of ranks
    uint64_t[4] words

cdef struct Pressure:
    uint16_t[2048] first       # of the sets of picture p on a track of n fields: index 2**n + p
    uint8_t[2048] longest
    uint8_t[1024] rank         # of a picture among those with as many stones
    uint16_t[MOST_STONES + 1][MOST_PICTURES] picture   # by number of stones and rank
    Pictures[N_SETS] sets

cdef const Pressure* shared_pressure() noexcept
