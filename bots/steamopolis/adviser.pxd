"""The policy with its weights, as an object."""
from bots.steamopolis.worth cimport Weights
from engine.steamopolis.game cimport Steamopolis


cdef class Adviser:
    cdef readonly Steamopolis game
    cdef Weights weights
