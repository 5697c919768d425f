"""Compiled timing loops: what one call of the contract costs, and the floors below which no engine can go.

`Positions` is a fixed set of positions of random games and the moves of those games; its methods run one call of the
contract over all of them and return the time per call in nanoseconds, least of several rounds: a round is so short that
some go undisturbed on a busy machine too. The floors know nothing of any game: copying memory, the random generator, and
a bare loop that picks and plays a move.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset
from posix.stdlib cimport posix_memalign
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from engine.game cimport CHANCE, NOBODY, Game, move_t
from engine.rng cimport Rng, Stream, below


cdef extern from *:
    """
    /* The compiler must take it that somebody reads and changes all memory here: nothing is optimised away. */
    #define boomtown_keep(pointer) __asm__ volatile("" : : "g"(pointer) : "memory")
    """
    void boomtown_keep(const void* pointer) noexcept nogil


cdef enum:
    # As many as it takes to keep the branch predictor from learning them: replaying 24 games again and again made a move
    # cost 7 ns, a third of what it costs in new games. 2,000 positions still fit into the second-level cache.
    N_GAMES = 200          # whose moves are replayed
    STRIDE = 37            # every 37th decision of them is kept
    MAX_POSITIONS = 4096
    MAX_AT_CHANCE = 256    # of them
    MAX_LENGTH = 200_000   # moves of all the games together


cdef inline double now() noexcept nogil:
    cdef timespec at
    clock_gettime(CLOCK_MONOTONIC, &at)
    return 1e9 * at.tv_sec + at.tv_nsec


cdef class Positions:
    """Positions and moves of random games of one game with a fixed seed."""
    cdef readonly Game game
    cdef readonly int n                    # positions
    cdef readonly int n_decisions          # that are no chance: these come first
    cdef readonly int n_moves              # of all the games
    cdef char* states
    cdef char* observations
    cdef char* scratch
    cdef move_t* moves                     # buffer for a listing
    cdef move_t* played                    # the games' moves, one after the other
    cdef int[N_GAMES] lengths

    def __cinit__(self, Game game not None, int seed=1):
        if game.state_size <= 0 or game.max_moves <= 0:
            raise ValueError("the game is not made: call its class with settings")
        self.game = game
        self.states = <char*>malloc(<size_t>MAX_POSITIONS * game.state_size)
        self.observations = <char*>malloc(<size_t>MAX_POSITIONS * game.observation_size)
        # Aligned, or a copy takes 7 ns or 14 depending on where malloc puts it.
        posix_memalign(<void**>&self.scratch, 64, game.state_size)
        self.moves = <move_t*>malloc(game.max_moves * sizeof(move_t))
        self.played = <move_t*>malloc(MAX_LENGTH * sizeof(move_t))
        if (self.states == NULL or self.observations == NULL or self.scratch == NULL or self.moves == NULL
                or self.played == NULL):
            raise MemoryError
        memset(self.observations, 0, <size_t>MAX_POSITIONS * game.observation_size)
        self.n_decisions = self._collect(seed, False)
        self.n = self._collect(seed, True)
        for i in range(self.n_decisions):
            game.observe(self.state(i), game.mover(self.state(i)), self.observation(i))

    def __dealloc__(self):
        free(self.states)
        free(self.observations)
        free(self.scratch)
        free(self.moves)
        free(self.played)

    cdef inline char* state(self, int i) noexcept nogil:
        return self.states + <size_t>i * self.game.state_size

    cdef inline char* observation(self, int i) noexcept nogil:
        return self.observations + <size_t>i * self.game.observation_size

    def _collect(self, int seed, bint at_chance):
        """Plays the games and keeps every 37th decision, or the first chance moves; returns how many positions there are."""
        cdef Rng rng = (<Stream>Stream(seed, "positions")).rng
        cdef int k, mover, seen = 0, kept = self.n_decisions
        cdef int room = min(<int>MAX_POSITIONS, kept + MAX_AT_CHANCE) if at_chance else MAX_POSITIONS - MAX_AT_CHANCE
        cdef move_t move
        self.n_moves = 0
        for k in range(N_GAMES):
            self.lengths[k] = 0
            self.game.start(self.scratch)
            while True:
                mover = self.game.mover(self.scratch)
                if mover == NOBODY or self.n_moves == MAX_LENGTH:
                    break
                if (mover == CHANCE) == at_chance and kept < room:
                    seen += 1
                    if at_chance or seen % STRIDE == 0:
                        memcpy(self.state(kept), self.scratch, self.game.state_size)
                        kept += 1
                if mover == CHANCE:
                    move = self.game.roll(self.scratch, &rng)
                else:
                    move = self.moves[below(&rng, self.game.legal(self.scratch, self.moves))]
                self.played[self.n_moves] = move
                self.n_moves += 1
                self.lengths[k] += 1
                self.game.apply(self.scratch, move)
        return kept

    def __len__(self):
        return self.n

    def states_at(self):
        """The decisions as Python states."""
        cdef int i
        return [self.game.load(self.state(i)[:self.game.state_size]) for i in range(self.n_decisions)]

    def legal_ns(self, int rounds):
        """Listing the legal moves."""
        cdef double start, best = 1e18
        cdef int i, r
        with nogil:
            for r in range(rounds):
                start = now()
                for i in range(self.n_decisions):
                    self.game.legal(self.state(i), self.moves)
                best = min(best, now() - start)
        return best / self.n_decisions

    def apply_ns(self, int rounds):
        """Playing a move: the games are replayed, nothing is listed."""
        cdef double start, best = 1e18
        cdef int i, k, r
        cdef const move_t* move
        with nogil:
            for r in range(rounds):
                start = now()
                move = self.played
                for k in range(N_GAMES):
                    self.game.start(self.scratch)
                    for i in range(self.lengths[k]):
                        self.game.apply(self.scratch, move[i])
                    move += self.lengths[k]
                best = min(best, now() - start)
        return best / self.n_moves

    def copy_ns(self, int rounds):
        """Copying a state as search and playouts do it: the size is the game's, known only when it runs."""
        cdef double start, best = 1e18
        cdef int i, r
        with nogil:
            for r in range(rounds):
                start = now()
                for i in range(self.n):
                    memcpy(self.scratch, self.state(i), self.game.state_size)
                    boomtown_keep(self.scratch)
                best = min(best, now() - start)
        return best / self.n

    def memcpy_ns(self, int rounds):
        """The floor of a copy: plain memcpy of as many bytes between the same places."""
        cdef double start, best = 1e18
        cdef size_t size = self.game.state_size
        cdef const char* at
        cdef char* to = self.scratch
        cdef int i, n = self.n, r
        with nogil:
            for r in range(rounds):
                at = self.states
                start = now()
                for i in range(n):
                    memcpy(to, at, size)
                    boomtown_keep(to)
                    at += size
                best = min(best, now() - start)
        return best / n

    def observe_ns(self, int rounds):
        """Filling the mover's observation."""
        cdef double start, best = 1e18
        cdef int i, r
        with nogil:
            for r in range(rounds):
                start = now()
                for i in range(self.n_decisions):
                    self.game.observe(self.state(i), self.game.mover(self.state(i)), self.observation(i))
                best = min(best, now() - start)
        return best / self.n_decisions

    def sample_ns(self, int rounds):
        """Drawing a full state from the mover's observation."""
        cdef Rng rng = (<Stream>Stream(1, "sampling")).rng
        cdef double start, best = 1e18
        cdef int i, r
        with nogil:
            for r in range(rounds):
                start = now()
                for i in range(self.n_decisions):
                    self.game.sample(self.observation(i), self.scratch, &rng)
                best = min(best, now() - start)
        return best / self.n_decisions

    def roll_ns(self, int rounds):
        """Rolling chance's dice; 0 in a game without."""
        cdef Rng rng = (<Stream>Stream(1, "dice")).rng
        cdef double start, best = 1e18
        cdef int i, r
        if self.n == self.n_decisions:
            return 0.0
        with nogil:
            for r in range(rounds):
                start = now()
                for i in range(self.n_decisions, self.n):
                    self.game.roll(self.state(i), &rng)
                best = min(best, now() - start)
        return best / (self.n - self.n_decisions)

    def knowledge_ns(self, int rounds):
        """Hashing what the mover knows: the key of a search node."""
        cdef double start, best = 1e18
        cdef uint64_t total = 0
        cdef int i, r
        with nogil:
            for r in range(rounds):
                start = now()
                for i in range(self.n_decisions):
                    total ^= self.game.knowledge(self.state(i), self.game.mover(self.state(i)))
                boomtown_keep(&total)
                best = min(best, now() - start)
        return best / self.n_decisions


# -- floors --------------------------------------------------------------------------------------------------------------

cdef enum:
    N_DRAWS = 20_000
    N_CELLS = 40


def draw_ns(int rounds):
    """One bounded number from the random generator."""
    cdef Rng rng = (<Stream>Stream(1, "floor")).rng
    cdef double start, best = 1e18
    cdef uint64_t total = 0
    cdef int i, r
    with nogil:
        for r in range(rounds):
            start = now()
            for i in range(N_DRAWS):
                total += below(&rng, <uint64_t>(1 + (i & 31)))
            boomtown_keep(&total)
            best = min(best, now() - start)
    return best / N_DRAWS


cdef struct Cells:
    uint8_t[N_CELLS] owner
    int[2] score
    int mover
    int n_free


cdef inline int list_free(const Cells* cells, move_t* moves) noexcept nogil:
    cdef int i, n = 0
    for i in range(N_CELLS):
        moves[n] = i                       # without a branch: one that cannot be foreseen made this 82 ns
        n += cells.owner[i] == 0
    return n


def bare_move_ns(int rounds):
    """The least that a move can cost where moves are listed: look through 40 cells for free ones, pick one, take it."""
    cdef Rng rng = (<Stream>Stream(1, "floor")).rng
    cdef double start, best = 1e18
    cdef move_t[N_CELLS] moves
    cdef move_t move
    cdef Cells cells
    cdef int i, r
    memset(&cells, 0, sizeof(Cells))
    with nogil:
        for r in range(rounds):
            start = now()
            for i in range(N_DRAWS):
                move = moves[below(&rng, <uint64_t>list_free(&cells, moves))]
                cells.owner[move] = <uint8_t>(1 + cells.mover)
                cells.score[cells.mover] += <int>move
                cells.mover ^= 1
                cells.n_free += 1
                if cells.n_free == N_CELLS:
                    memset(&cells, 0, sizeof(Cells))
                boomtown_keep(&cells)
            best = min(best, now() - start)
    return best / N_DRAWS
