"""Planet Steam's guide for the search; see guide.pyx."""
from libc.stdint cimport uint64_t

from bots.guide cimport Guide
from bots.layers cimport Layers
from bots.planet_steam.candidates cimport List
from bots.planet_steam.values cimport Weights
from engine.game cimport move_t
from engine.planet_steam.game cimport PlanetSteam
from engine.planet_steam.state cimport STOWING, Position
from engine.rng cimport Rng

cdef enum:
    N_PHASES = STOWING + 1               # those in which somebody moves


cdef class PlanetSteamGuide(Guide):
    cdef PlanetSteam planet
    cdef Weights weights
    cdef Layers model
    cdef double[N_PHASES] stakes         # of the decisions of each phase
    cdef readonly double noise
    cdef readonly int horizon            # rounds of a playout before the value model judges; 0: to the end

    cdef void merge_turns(self, const Position* s, List* found, int room) noexcept nogil
    cdef int merge(self, const Position* s, List* found, uint64_t* results, int first, int n) noexcept nogil
    cdef void stray(self, Position* s, move_t* moves, Rng* rng) noexcept nogil
