"""What a seat remembers of a game: observations, one after the other, each narrowed by those before it."""
from libc.string cimport memcpy

from engine.game cimport Game
from engine.state cimport Observation


cdef class Memory:
    """One seat's memory of one game. It needs no more than what the seat has been shown."""

    cdef Observation earlier     # the last one, as it was shown
    cdef Observation known       # and with what was remembered then

    def recall(self, Observation seen not None):
        """The observation with all that earlier ones add to it, which then counts as earlier too. One of another game or
        seat starts afresh."""
        cdef Game game = seen.game
        cdef Observation known = seen.copy()
        if self.earlier is not None and self.earlier.game is game and self.earlier.seat == seen.seat:
            game.remember(self.earlier.data, self.known.data, known.data)
        self.earlier = seen
        self.known = known
        return known
