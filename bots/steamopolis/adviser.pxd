"""The policy with its weights, as an object."""
from bots.adviser cimport Adviser
from bots.steamopolis.worth cimport Weights
from engine.steamopolis.game cimport Steamopolis


cdef class SteamopolisAdviser(Adviser):
    cdef Steamopolis city
    cdef Weights weights
