"""Steamopolis' guide for the search; see guide.pyx."""
from bots.guide cimport Guide, action_t
from bots.layers cimport Layers
from bots.steamopolis.worth cimport Weights
from engine.game cimport move_t
from engine.rng cimport Rng
from engine.steamopolis.game cimport Steamopolis
from engine.steamopolis.state cimport Position


cdef class SteamopolisGuide(Guide):
    cdef Steamopolis city
    cdef Weights weights
    cdef Layers model
    cdef readonly double noise
    cdef readonly int horizon            # rounds of a playout before the value model judges; 0: to the end

    cdef int rank_moves(self, const Position* s, move_t* moves, double* weights) noexcept nogil
    cdef move_t stray(self, const Position* s, move_t* moves, Rng* rng) noexcept nogil
