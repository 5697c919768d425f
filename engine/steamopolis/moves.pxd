"""The numbers of Steamopolis's moves, and how a listing gets them. Every part of the rules lists its own with these.

A move is the offset of its verb plus the index of its operands: steamopolis-records.md. `notation.py` has the same offsets.
"""
from libc.stdint cimport uint32_t

from engine.game cimport move_t
from engine.steamopolis.state cimport lowest


cdef enum:  # the first move of each verb
    M_TILE = 0
    M_BACK = 100
    M_FACE = 163
    M_PASSENGER = 401
    M_CHARACTER = 417
    M_START = 449
    M_SKIP = 469
    M_USE = 470
    M_STEAM = 471
    M_AIM = 472
    M_FLY = 482
    M_RUN = 502
    M_SET = 503
    M_BOARD = 523
    M_BUY = 524
    M_MARKER = 544
    M_PAY = 546
    M_REMOVE = 564
    M_SPEND = 571
    M_SLOT = 581
    M_INSTALL = 588
    M_PUT = 602
    M_BOX = 612
    M_DISCARD = 613
    M_RAISE = 623
    M_ORDER = 1647
    M_TAKE = 2671
    M_KEEP = 2927
    M_SPONSOR = 2943
    M_GALA = 2945
    M_FLIP = 2947
    M_ARROW = 2949
    M_PEEK = 2979
    M_VISIT = 3000
    M_UPPER = 3020
    M_LOWER = 3021
    M_INFEST = 3022
    M_LIFT = 3078
    M_SAP = 3134
    M_SHAKE = 3190
    M_TAP = 3246
    N_MOVES = 3260

cdef enum:
    MAX_LISTING = 256         # rules 6: at most 252 legal moves


cdef inline int list_bits(int offset, uint32_t mask, move_t* moves, int n) noexcept nogil:
    """Appends one move per member of a set."""
    while mask:
        moves[n] = <move_t>(offset + lowest(mask))
        mask &= mask - 1
        n += 1
    return n


cdef inline int list_one(int move, move_t* moves, int n) noexcept nogil:
    moves[n] = <move_t>move
    return n + 1
