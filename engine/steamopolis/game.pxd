"""Steamopolis behind the contract."""
from engine.game cimport Game
from engine.steamopolis.state cimport Tables


cdef class Steamopolis(Game):
    cdef Tables tables
    cdef int n_effects
    cdef int n_parts
    cdef readonly dict board
    cdef readonly int max_rounds
    cdef readonly int start_sp

    cdef _fill_airship(self)
    cdef _fill_city(self)
    cdef _fill_market(self)
    cdef _fill_tiles(self)
    cdef _fill_people(self)
    cdef int _add_effect(self, object effect) except -1
