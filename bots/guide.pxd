"""What the search asks about a game beyond the contract. The defaults know nothing, so any game can be searched.

A guide is where a game's knowledge plugs in: which moves deserve a look, how likely they look good, how a playout goes on,
when it may stop and what the position is then worth. The search (`bots/search.pyx`) calls it; it holds no state that
changes, and every method may run in several threads at once.
"""
from libc.stdint cimport uint64_t

from engine.game cimport Game, move_t
from engine.rng cimport Rng

# What the search decides between: a move (below 2**32), or a plan that a guide numbers as it likes from PLAN on. A plan
# stands for a sequence of legal moves of one seat, fully given by its number and what that seat knows.
ctypedef uint64_t action_t

cdef enum:
    MAX_GROUPS = 8       # see `group`
    MAX_PLAN = 128       # no plan is longer

cdef action_t PLAN


cdef class Guide:
    cdef readonly Game game
    cdef readonly int max_candidates     # no decision has more: the size of a caller's buffer
    cdef readonly int max_plans          # and of these no more are plans
    cdef readonly double top_stake       # the highest that `stake` says
    cdef readonly double scale           # a margin of this much in score is half of all that margins can add

    # Names what the mover knows. Decisions with equal keys are one node of the search: they share their statistics, and
    # must have the same candidates. The default is the contract's `knowledge`.
    cdef uint64_t key(self, const void* state, int seat) noexcept nogil

    # The actions worth searching, best first, and their prior weights (positive, any sum): at least one, fixed by the
    # key. The search widens along this order as visits grow. For the decision at hand `room` says how many it asks for
    # now, for those to come it is 0: then a guide may leave out what is seldom right, as long as what it lists are the
    # first of those that it lists with more room. `moves` is a buffer for the game's max_moves. Default: all legal moves,
    # alike, spread evenly over the list.
    cdef int candidates(
        self, const void* state, int room, move_t* moves, action_t* actions, float* priors
    ) noexcept nogil

    # Sorts actions of one decision into kinds 0..MAX_GROUPS-1 that are decided between first (bid or pass), before one
    # of the kind is picked (the price). Default: one kind.
    cdef int group(self, const void* state, action_t action) noexcept nogil

    # The moves an action stands for, in order: returns their number, 1 to MAX_PLAN. All are the mover's, each is legal
    # when its turn comes, and nothing but what the mover knows decides them.
    cdef int unfold(self, const void* state, action_t action, move_t* moves) noexcept nogil

    # Carries an action out, fast: as the moves of `unfold` would, or nearly so. It serves decisions to come, which are
    # guesses anyway; at the root, whose action is played, the search plays the moves of `unfold` themselves, so that
    # what it values is what is played.
    cdef void perform(self, void* state, action_t action) noexcept nogil

    # A seat's move in a playout, fast. Default: any legal one; `moves` is a buffer for the game's max_moves.
    cdef move_t playout_move(self, const void* state, move_t* moves, Rng* rng) noexcept nogil

    # Plays on until `evaluate` can judge: the end of the game, or earlier in a guide that has a value model.
    cdef void playout(self, void* state, move_t* moves, Rng* rng) noexcept nogil

    # Each seat's expected share of the victory (its winning chance; see the contract's `result`) and final score.
    # Default: as the position stands.
    cdef void evaluate(self, const void* state, double* chances, double* scores) noexcept nogil

    # How much thought the mover's decision deserves beside an average one, positive. Default: as much.
    cdef double stake(self, const void* state) noexcept nogil

    # In an auction: the price up to which winning seems worth it to the mover, by judgement. Elsewhere negative.
    cdef double worth(self, const void* state) noexcept nogil

    # In an auction: the lowest and the highest price that the mover could bid, both 0 if none; elsewhere never called.
    cdef void prices(self, const void* state, move_t* moves, int* low, int* high) noexcept nogil

    # Ends an auction for its mover: he wins at this price, or, with a price of 0, leaves it to the others.
    cdef void conclude(self, void* state, int price, Rng* rng) noexcept nogil
