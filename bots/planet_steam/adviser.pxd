"""The policy with its weights, as an object."""
from bots.planet_steam.values cimport Weights
from engine.planet_steam.game cimport PlanetSteam


cdef class Adviser:
    cdef readonly PlanetSteam game
    cdef Weights weights
