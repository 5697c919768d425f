"""The default guide: knows nothing but the contract. See `bots/guide.pxd`."""
from libc.stdint cimport uint32_t, uint64_t

from engine.game cimport CHANCE, MAX_SEATS, NOBODY, Game, move_t
from engine.rng cimport Rng, Stream, below
from engine.state cimport State

from engine.game import check_same

PLAN = <action_t>1 << 32


cdef class Guide:
    """Search knowledge about one game; this one has none."""

    def __init__(self, Game game not None):
        if game.max_moves <= 0:
            raise ValueError("the game is not made: call its class with settings")
        self.game = game
        self.max_candidates = game.max_moves
        self.max_plans = 0
        self.top_stake = 1
        self.scale = 1

    cdef uint64_t key(self, const void* state, int seat) noexcept nogil:
        return self.game.knowledge(state, seat)

    cdef int candidates(
        self, const void* state, int room, move_t* moves, action_t* actions, float* priors
    ) noexcept nogil:
        """All legal moves in an order whose every beginning is spread over the list: 0, 1/2, 1/4, 3/4, 1/8, ..."""
        cdef int i, n = self.game.legal(state, moves), n_done = 0, bits = 0
        cdef uint32_t rank, place
        while (1 << bits) < n:
            bits += 1
        for rank in range(<uint32_t>1 << bits):
            place = 0
            for i in range(bits):
                place |= ((rank >> i) & 1) << (bits - 1 - i)
            if place < <uint32_t>n:
                actions[n_done] = moves[place]
                n_done += 1
        for i in range(n):
            priors[i] = 1
        return n

    cdef int group(self, const void* state, action_t action) noexcept nogil:
        return 0

    cdef int unfold(self, const void* state, action_t action, move_t* moves) noexcept nogil:
        moves[0] = <move_t>action
        return 1

    cdef void perform(self, void* state, action_t action) noexcept nogil:
        self.game.apply(state, <move_t>action)

    cdef move_t playout_move(self, const void* state, move_t* moves, Rng* rng) noexcept nogil:
        return moves[below(rng, self.game.legal(state, moves))]

    cdef void playout(self, void* state, move_t* moves, Rng* rng) noexcept nogil:
        cdef int mover = self.game.mover(state)
        while mover != NOBODY:
            if mover == CHANCE:
                self.game.apply(state, self.game.roll(state, rng))
            else:
                self.game.apply(state, self.playout_move(state, moves, rng))
            mover = self.game.mover(state)

    cdef void evaluate(self, const void* state, double* chances, double* scores) noexcept nogil:
        self.game.result(state, chances)
        self.game.score(state, scores)

    cdef double stake(self, const void* state) noexcept nogil:
        return 1

    cdef double worth(self, const void* state) noexcept nogil:
        return -1

    cdef void prices(self, const void* state, move_t* moves, int* low, int* high) noexcept nogil:
        low[0] = high[0] = 0

    cdef void conclude(self, void* state, int price, Rng* rng) noexcept nogil:
        pass

    def play_out(self, State state not None, Stream rng not None):
        """Plays a state as a playout does, as far as one goes; returns it."""
        check_same(state.game, self.game)
        cdef move_t* moves = self.game.listing()
        self.playout(state.data, moves, &rng.rng)
        return state

    def stake_of(self, State state not None):
        """How much thought the mover's decision deserves beside an average one."""
        check_same(state.game, self.game)
        return self.stake(state.data)

    def judgement(self, State state not None):
        """Each seat's winning chance and expected final score, as a playout that ends here would count them."""
        check_same(state.game, self.game)
        cdef double[MAX_SEATS] chances, scores
        cdef int seat, n = self.game.n_seats
        self.evaluate(state.data, chances, scores)
        return [chances[seat] for seat in range(n)], [scores[seat] for seat in range(n)]
