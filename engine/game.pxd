"""The contract that every game fulfils. Search, matches, tournaments, ratings and measurements know only this file; what
shows a game to people is its face (`arena/face.py`).

A *game* is an immutable object: rules, board data, number of seats. A *state* and an *observation* are flat blocks of
`state_size` and `observation_size` bytes without pointers, owned by the caller and copied by `memcpy`; two states are
equal exactly when their bytes are. Every method of the C part is `noexcept nogil` and may be called from several
threads at once, on different blocks.

Trust: the C part checks nothing. `apply` must get a move that `legal` lists in that very state (for chance: one that
`chance` lists). `engine.State.play` is the checked way.
"""
from libc.stdint cimport uint32_t, uint64_t

from engine.layout cimport Layout
from engine.numbering cimport Numbering
from engine.rng cimport Rng

# A move is a number that means the same in every state of one game. Ascending order is the listing order.
ctypedef uint32_t move_t

cdef enum:
    MAX_SEATS = 5
    CHANCE = -1          # mover: the next move is drawn, not chosen
    NOBODY = -2          # mover: the game is over
    MAX_OUTCOMES = 64    # of one chance move, unless the game has a `roll` of its own
    MAX_OBSERVATION = 2048   # bytes, unless the game has a `knowledge` of its own


cdef class Game:
    cdef readonly str name            # as records name it
    cdef readonly object settings     # its checked settings, an engine.settings.GameSettings; None: nothing to choose
    cdef readonly int n_seats         # 1 to MAX_SEATS
    cdef readonly int max_moves       # no state has more legal moves or chance outcomes: the size of a caller's buffer
    cdef readonly int state_size
    cdef readonly int observation_size
    cdef readonly double min_score    # no score is ever outside; infinite: not known
    cdef readonly double max_score
    cdef readonly int max_length      # no game has more moves, chance's included; 0: not known
    cdef Numbering _actions           # made on demand, like the next two
    cdef Numbering _outcomes
    cdef Layout _layout
    cdef dict _texts                  # move -> text, filled on demand
    cdef move_t* _listing             # room for max_moves; only for the Python face, which holds the interpreter's lock

    # Fills a block with the state before the first move (often a chance move).
    cdef void start(self, void* state) noexcept nogil

    # Who moves: a seat 0..n_seats-1, CHANCE or NOBODY.
    cdef int mover(self, const void* state) noexcept nogil

    # Writes the legal moves, strictly ascending, and returns their number: at least 1 before the end, 0 at the end. At
    # chance: all outcomes. The same bytes give the same list.
    cdef int legal(self, const void* state, move_t* moves) noexcept nogil

    # Plays a legal move, and everything automatic that follows it.
    cdef void apply(self, void* state, move_t move) noexcept nogil

    # At chance: the outcomes as `legal` lists them, each with its probability; the sum is 1. Elsewhere 0. The default
    # makes all outcomes equally likely.
    cdef int chance(self, const void* state, move_t* moves, double* probabilities) noexcept nogil

    # At chance: draws an outcome by those probabilities. The default lists them; a game may be faster.
    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil

    # At chance: names the event (say "the second die of seat 2 in round 3"), so that one deal gives the same luck to
    # two games that diverged before it. Distinct for distinct events of one game. Elsewhere 0. The default is the
    # state's hash: distinct, but luck that differs as soon as play does.
    cdef uint64_t chance_key(self, const void* state) noexcept nogil

    # At the end: each seat's share of the victory, 0 to 1 (a win 1, a shared one split). With several seats they sum to 1;
    # with one to at most 1: how well the game was played, 0 for a loss. Before: what it would be if the game ended now.
    cdef void result(self, const void* state, double* shares) noexcept nogil

    # Each seat's score as it stands; higher is better, and ranks seats behind the winner too.
    cdef void score(self, const void* state, double* scores) noexcept nogil

    # Fills a zeroed observation: all that the seat knows in this state, including who moves, and nothing else.
    cdef void observe(self, const void* state, int seat, void* observation) noexcept nogil

    # Fills a state drawn uniformly from those that look to the observer like this observation:
    # observe(sample(observation), seat) == observation, byte for byte.
    cdef void sample(self, const void* observation, void* state, Rng* rng) noexcept nogil

    # Narrows what `sample` draws from an observation by an earlier one of the same seat in the same game: as it was shown,
    # and as it was known, that is with what was remembered then. The default, for games that show all that has been seen, adds nothing.
    cdef void remember(self, const void* earlier, const void* known, void* observation) noexcept nogil

    # A hash of the whole state, and of what one seat knows of it. Equal bytes, equal hash.
    cdef uint64_t hash(self, const void* state) noexcept nogil
    cdef uint64_t knowledge(self, const void* state, int seat) noexcept nogil

    cdef move_t* listing(self) except NULL

    # The dense numbers of the players' moves and of chance's, and the observation as floats. What they are made of is
    # the game's to say in Python: `all_moves`, `all_outcomes`, `layout`.
    cdef Numbering actions(self)
    cdef Numbering outcomes(self)
    cdef Layout floats(self)

    # A move as one line of text, from a cache; `words` and `parse` of the Python face define it.
    cpdef str text(self, move_t move)


cdef uint64_t hash_bytes(const void* data, int size) noexcept nogil


# The outcome that the deal named by 64 bits has for the chance move of this state: see `State.roll`.
cdef move_t dealt(Game game, const void* state, uint64_t deal) noexcept nogil
