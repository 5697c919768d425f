"""Patience: one seat, a die rolled again and again. Before each of five rolls the seat bets on a high one (4 to 6) or a
low one, or stops and keeps its points. A right bet gives as many points as the roll shows; a wrong one ends the game, and
every point is lost.

The tiny game for one player. Its share is the score over the most that can be won, 0 for a lost game.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memset

from engine.errors import NotationError
from engine.game cimport CHANCE, NOBODY, Game, move_t
from engine.state cimport Observation, State

from engine.games import GameType
from engine.settings import GameSettings

cdef enum:
    STOP = 0
    LOW = 1
    HIGH = 2
    DIE = 10             # move: DIE + face
    N_ROLLS = 5
    MOST = 6 * N_ROLLS

WORDS = {STOP: "stop", LOW: "low", HIGH: "high"}


cdef struct Position:
    unsigned char bet    # LOW or HIGH while the die rolls, else 0
    unsigned char n_rolls
    unsigned char points
    unsigned char is_over


cdef class Patience(Game):
    def __init__(self, **given):
        self.name = "patience"
        self.settings = GameSettings.make(given)
        self.n_seats = 1
        self.max_moves = 6
        self.state_size = self.observation_size = sizeof(Position)

    cdef void start(self, void* state) noexcept nogil:
        memset(state, 0, sizeof(Position))

    cdef int mover(self, const void* state) noexcept nogil:
        cdef const Position* at = <const Position*>state
        if at.is_over:
            return NOBODY
        return CHANCE if at.bet else 0

    cdef int legal(self, const void* state, move_t* moves) noexcept nogil:
        cdef const Position* at = <const Position*>state
        cdef int i
        if at.is_over:
            return 0
        if at.bet:
            for i in range(6):
                moves[i] = DIE + 1 + i
            return 6
        for i in range(3):
            moves[i] = i
        return 3

    cdef void apply(self, void* state, move_t move) noexcept nogil:
        cdef Position* at = <Position*>state
        if move == STOP:
            at.is_over = True
        elif move < DIE:
            at.bet = move
        else:
            if (move - DIE > 3) == (at.bet == HIGH):
                at.points += move - DIE
            else:
                at.points = 0
                at.is_over = True
            at.bet = 0
            at.n_rolls += 1
            if at.n_rolls == N_ROLLS:
                at.is_over = True

    cdef uint64_t chance_key(self, const void* state) noexcept nogil:
        cdef const Position* at = <const Position*>state
        return at.n_rolls + 1 if at.bet and not at.is_over else 0

    cdef void score(self, const void* state, double* scores) noexcept nogil:
        scores[0] = (<const Position*>state).points

    cdef void result(self, const void* state, double* shares) noexcept nogil:
        shares[0] = (<const Position*>state).points / <double>MOST

    def words(self, move):
        return ["die", int(move) - DIE] if move > DIE else [WORDS[int(move)]]

    def parse(self, list words):
        if len(words) == 1 and words[0] in WORDS.values():
            return next(move for move, word in WORDS.items() if word == words[0])
        if len(words) == 2 and words[0] == "die" and words[1] in (1, 2, 3, 4, 5, 6):
            return DIE + words[1]
        raise NotationError(" ".join(map(str, words)), "a move reads high, low, stop or die N, 1 to 6")

    def snapshot(self, State state):
        return self._plain(<const Position*>state.data, state.mover)

    def view(self, Observation observation):
        return self._plain(<const Position*>observation.data, observation.mover)

    cdef dict _plain(self, const Position* at, mover):
        bets = {0: None, LOW: "low", HIGH: "high"}
        return {"to_move": mover, "round": at.n_rolls + 1, "points": at.points, "bet": bets[at.bet]}


GAME = GameType("patience", "Patience", "Bet on rolls of a die, and stop in time; 1 player", Patience, GameSettings)
