"""Nim: heaps, two seats take turns taking any number from one heap; who takes the last one wins.

The tiny game with perfect information. Solution (Bouton 1901): the seat to move loses exactly when the exclusive-or of
the heap sizes is 0, and wins by making it 0.
"""
from libc.string cimport memcpy, memset

from engine.errors import NotationError
from engine.game cimport NOBODY, Game, move_t
from engine.state cimport Observation, State

from engine.games import GameType
from tests.games.nim.settings import Settings

cdef enum:
    MAX_HEAPS = 4
    STRIDE = 16          # move = heap * STRIDE + number taken


cdef struct Position:
    signed char mover
    signed char winner   # -1 before the end
    unsigned char[MAX_HEAPS] heaps
    unsigned char[2] padding


cdef class Nim(Game):
    cdef readonly tuple heaps
    cdef unsigned char[MAX_HEAPS] sizes

    def __init__(self, **given):
        self.name = "nim"
        self.settings = Settings.make(given)
        self.heaps = tuple(map(int, str(self.settings.heaps)))
        for heap, size in enumerate(self.heaps):
            self.sizes[<int>heap] = size
        self.n_seats = 2
        self.max_moves = sum(self.heaps)
        self.state_size = self.observation_size = sizeof(Position)

    cdef void start(self, void* state) noexcept nogil:
        cdef Position* at = <Position*>state
        memset(state, 0, sizeof(Position))
        at.winner = -1
        memcpy(at.heaps, self.sizes, MAX_HEAPS)

    cdef int mover(self, const void* state) noexcept nogil:
        cdef const Position* at = <const Position*>state
        return at.mover if at.winner < 0 else NOBODY

    cdef int legal(self, const void* state, move_t* moves) noexcept nogil:
        cdef const Position* at = <const Position*>state
        cdef int heap, taken, n = 0
        for heap in range(MAX_HEAPS):
            for taken in range(1, at.heaps[heap] + 1):
                moves[n] = heap * STRIDE + taken
                n += 1
        return n

    cdef void apply(self, void* state, move_t move) noexcept nogil:
        cdef Position* at = <Position*>state
        cdef int heap, left = 0
        at.heaps[move // STRIDE] -= move % STRIDE
        for heap in range(MAX_HEAPS):
            left += at.heaps[heap]
        if left == 0:
            at.winner = at.mover
        at.mover = 1 - at.mover

    cdef void score(self, const void* state, double* scores) noexcept nogil:
        cdef const Position* at = <const Position*>state
        scores[0] = at.winner == 0
        scores[1] = at.winner == 1

    def words(self, move):
        return ["take", int(move) % STRIDE, "from", int(move) // STRIDE]

    def parse(self, list words):
        text = " ".join(map(str, words))
        if len(words) != 4 or words[0] != "take" or words[2] != "from":
            raise NotationError(text, "a move reads take N from HEAP")
        taken, heap = words[1], words[3]
        if not (isinstance(taken, int) and isinstance(heap, int) and 0 < taken < STRIDE and 0 <= heap < MAX_HEAPS):
            raise NotationError(text, f"N is 1 to {STRIDE - 1}, HEAP 0 to {MAX_HEAPS - 1}")
        return heap * STRIDE + taken

    def snapshot(self, State state):
        cdef Position* at = <Position*>state.data
        return {"heaps": [at.heaps[heap] for heap in range(len(self.heaps))], "to_move": state.mover}

    def view(self, Observation observation):
        return self.snapshot(self.load(bytes(observation)))


GAME = GameType("nim", "Nim", "Take any number from one heap; who takes the last one wins; 2 players", Nim, Settings)
