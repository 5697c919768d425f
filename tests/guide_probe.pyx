"""Opens the parts of a guide that have no Python face to the tests."""
from libc.stdlib cimport free, malloc

from bots.guide cimport MAX_PLAN, PLAN, Guide, action_t
from engine.game cimport Game, move_t
from engine.state cimport State


def candidates(Guide guide not None, State state not None, int room=10**6):
    """The actions that the search would look at, best first, with their prior weights; `room` for as many."""
    cdef action_t* actions = <action_t*>malloc(guide.max_candidates * sizeof(action_t))
    cdef float* priors = <float*>malloc(guide.max_candidates * sizeof(float))
    cdef move_t* moves = <move_t*>malloc(guide.game.max_moves * sizeof(move_t))
    cdef int i, n
    try:
        n = guide.candidates(state.data, room, moves, actions, priors)
        return [(actions[i], priors[i]) for i in range(n)]
    finally:
        free(actions)
        free(priors)
        free(moves)


def key(Guide guide not None, State state not None):
    """What names the decision of the seat to move."""
    return guide.key(state.data, state.mover)


def performed(Guide guide not None, State state not None, action_t action):
    """The state after an action is carried out as the search does it."""
    cdef State after = state.copy()
    guide.perform(after.data, action)
    return after


def unfolded(Guide guide not None, State state not None, action_t action):
    """The moves that an action stands for."""
    cdef move_t[MAX_PLAN] moves
    cdef int i, n = guide.unfold(state.data, action, moves)
    return [moves[i] for i in range(n)]


cdef class TwoFaced(Guide):
    """Every legal move as a plan that is unfolded into it, but carried out as the first legal move: tells whether a
    search values what it will play."""

    def __init__(self, Game game not None):
        super().__init__(game)
        self.max_plans = self.max_candidates

    cdef int candidates(
        self, const void* state, int room, move_t* moves, action_t* actions, float* priors
    ) noexcept nogil:
        cdef int i, n = self.game.legal(state, moves)
        for i in range(n):
            actions[i] = PLAN + moves[i]
            priors[i] = 1
        return n

    cdef int unfold(self, const void* state, action_t action, move_t* moves) noexcept nogil:
        moves[0] = <move_t>(action - PLAN)
        return 1

    cdef void perform(self, void* state, action_t action) noexcept nogil:
        cdef move_t[256] moves
        self.game.legal(state, moves)
        self.game.apply(state, moves[0])
