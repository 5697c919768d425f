"""The rules for bots; see rules.pxd.

A unit beside `game.pyx`, of the same parts: the compiler takes the rules in whole where they are called once only, so
calling this unit from the contract's methods too would cost random games 5 % of their speed.
"""
include "phases/all.pxi"


cdef int list_legal(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return legal_moves(t, s, moves)


cdef void play_move(const Tables* t, Position* s, move_t move) noexcept nogil:
    apply_move(t, s, move)
