"""The objects that Python gets for a position and for what a seat knows of it: each owns one block of its game.

A game makes states and a state knows its game, so this file and `engine/game.pyx` cimport each other; the contract
(`engine/game.pxd`) does without both.
"""
from engine.game cimport Game
from engine.numbering cimport Numbering


cdef class State:
    cdef readonly Game game
    cdef void* data

    cdef Numbering _numbering(self)     # of what is legal now: chance's or the players'


cdef class Observation:
    cdef readonly Game game
    cdef readonly int seat            # the observer
    cdef readonly int mover
    cdef void* data


# Only these make such objects. The block of a state is still to be filled, that of an observation zeroed.
cdef State make_state(Game game)
cdef Observation make_observation(Game game, int seat, int mover)
