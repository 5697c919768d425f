"""The policy as an object for Python; see adviser.pyx."""
from bots.planet_steam.guide cimport PlanetSteamGuide
from engine.planet_steam.game cimport PlanetSteam


cdef class Adviser:
    cdef PlanetSteam game
    cdef PlanetSteamGuide guide
