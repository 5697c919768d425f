"""The policy as an object for Python: advice on one decision, for `bots/heuristic.py`."""
from bots.adviser cimport Adviser
from bots.steamopolis.policy cimport MAX_SCORES, best_move, score_moves
from engine.game cimport move_t
from engine.rng cimport Stream
from engine.state cimport Observation
from engine.steamopolis.flow cimport go_on, play_move
from engine.steamopolis.game cimport Steamopolis
from engine.steamopolis.state cimport Position

from bots.fitted import load_weights
from bots.steamopolis.weights import DEFAULT
from engine.game import check_same


cdef int check_asked(Observation seen, Steamopolis game) except -1:
    """The policy reads the decision that is to be made: there must be one, and the observer's."""
    check_same(seen.game, game)
    if seen.mover != seen.seat:
        raise ValueError(f"seat {seen.seat} has no decision to make")
    return 0


cdef class SteamopolisAdviser(Adviser):
    """Knows one good move in every position."""

    def __init__(self, Steamopolis game not None, weights=None):
        super().__init__(game, weights)
        self.city = game
        self.weights = load_weights(DEFAULT) if weights is None else dict(weights)

    cdef void decide(self, void* state, move_t* moves) noexcept nogil:
        cdef Position* s = <Position*>state
        play_move(&self.city.tables, s, best_move(&self.city.tables, s, &self.weights, moves))
        go_on(&self.city.tables, s)

    def advise(self, Observation seen not None, Stream rng not None):
        """The policy's move for the observer, who has to move. It reads no name of a face-down tile, so it does not
        matter which state is sampled."""
        cdef Position position
        cdef move_t[MAX_SCORES] moves
        check_asked(seen, self.city)
        self.game.sample(seen.data, &position, &rng.rng)
        return [best_move(&self.city.tables, &position, &self.weights, moves)]

    def scores(self, Observation seen not None, Stream rng not None):
        """Every legal move of the observer, with the policy's score in SP."""
        cdef Position position
        cdef move_t[MAX_SCORES] moves
        cdef double[MAX_SCORES] found
        cdef int i, n
        check_asked(seen, self.city)
        self.game.sample(seen.data, &position, &rng.rng)
        n = score_moves(&self.city.tables, &position, &self.weights, moves, found)
        return {moves[i]: found[i] for i in range(n)}
