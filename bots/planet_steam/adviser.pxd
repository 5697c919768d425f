"""The policy with its weights, as an object."""
from bots.adviser cimport Adviser
from bots.planet_steam.values cimport Weights
from engine.planet_steam.game cimport PlanetSteam


cdef class PlanetSteamAdviser(Adviser):
    cdef PlanetSteam planet
    cdef Weights weights
