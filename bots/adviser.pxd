"""A game's policy with its weights, as an object. A room's subclass also gives advice: see `Policy` in `bots/players.py`."""
from engine.game cimport Game, move_t


cdef class Adviser:
    cdef readonly Game game

    # Plays the mover's next decision by the policy: one move, or all of a turn. `moves` is a buffer for the game's
    # max_moves. Default: the first legal move.
    cdef void decide(self, void* state, move_t* moves) noexcept nogil
