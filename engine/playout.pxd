"""Compiled walks over any game; see playout.pyx."""
from engine.game cimport Game, move_t
from engine.rng cimport Rng

cdef long long playout(Game game, void* state, move_t* moves, Rng* rng) noexcept nogil
