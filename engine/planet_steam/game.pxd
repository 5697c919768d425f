"""Planet Steam behind the contract."""
from engine.game cimport Game
from engine.planet_steam.state cimport Tables


cdef class PlanetSteam(Game):
    cdef Tables tables
    cdef readonly str edition
    cdef readonly tuple rules
    cdef readonly dict board
    cdef readonly str credits
    cdef readonly object recall
    cdef readonly object river_neutrals
    cdef readonly int version

    cdef _fill_rules(self)
    cdef _fill_map(self)
    cdef _fill_board(self)
