"""Sealed bids: two seats, each with a lot of its own and a private value for it, bid once against one hidden reserve.

The tiny game with hidden information, chance and a bid. Dice decide the reserve (1-6, seen by nobody before the end)
and each seat's value (2, 4, ..., 12, seen by its owner). Seat 0, then seat 1 without seeing that bid, bids 0 to 12. Who
bids at least the reserve buys his lot: his score is value - bid, else 0. The result is linear in the difference of the
scores, so the seats' decisions do not touch each other, and each has one best bid.

Solution: a bid b <= 6 is worth (value - b) * b / 6, which is largest at b = value / 2. A player who could see the
reserve would bid just that, so a search that decides per hidden state instead of per observation is found out.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy, memset

from engine.errors import NotationError
from engine.game cimport CHANCE, NOBODY, Game, move_t
from engine.rng cimport Rng, below
from engine.state cimport Observation, State

from engine.games import GameType
from engine.settings import GameSettings

cdef enum:
    DIE = 100            # move: DIE + face; anything below is a bid
    MAX_BID = 12
    ROLLING = 3          # steps 0-2: dice for the reserve and the two values
    OVER = 5             # steps 3-4: the bids


cdef struct Position:
    unsigned char step
    signed char observer           # -1 in a state
    unsigned char reserve          # 0: not rolled, or hidden
    unsigned char[2] value
    unsigned char[2] bid
    unsigned char padding


cdef class Sealed(Game):
    def __init__(self, **given):
        self.settings = GameSettings.make(given)
        self.name = "sealed"
        self.n_seats = 2
        self.max_moves = MAX_BID + 1
        self.state_size = self.observation_size = sizeof(Position)

    cdef void start(self, void* state) noexcept nogil:
        memset(state, 0, sizeof(Position))
        (<Position*>state).observer = -1

    cdef int mover(self, const void* state) noexcept nogil:
        cdef int step = (<const Position*>state).step
        if step < ROLLING:
            return CHANCE
        return NOBODY if step == OVER else step - ROLLING

    cdef int legal(self, const void* state, move_t* moves) noexcept nogil:
        cdef int i, step = (<const Position*>state).step
        if step < ROLLING:
            for i in range(6):
                moves[i] = DIE + 1 + i
            return 6
        if step == OVER:
            return 0
        for i in range(MAX_BID + 1):
            moves[i] = i
        return MAX_BID + 1

    cdef void apply(self, void* state, move_t move) noexcept nogil:
        cdef Position* at = <Position*>state
        if at.step == 0:
            at.reserve = move - DIE
        elif at.step < ROLLING:
            at.value[at.step - 1] = 2 * (move - DIE)
        else:
            at.bid[at.step - ROLLING] = move
        at.step += 1

    cdef uint64_t chance_key(self, const void* state) noexcept nogil:
        cdef int step = (<const Position*>state).step
        return step + 1 if step < ROLLING else 0

    cdef void score(self, const void* state, double* scores) noexcept nogil:
        cdef const Position* at = <const Position*>state
        cdef int seat
        for seat in range(2):
            scores[seat] = 0
            if at.step == OVER and at.bid[seat] >= at.reserve:
                scores[seat] = at.value[seat] - at.bid[seat]

    cdef void result(self, const void* state, double* shares) noexcept nogil:
        cdef double[2] scores
        self.score(state, scores)
        shares[0] = 0.5 + (scores[0] - scores[1]) / (4 * MAX_BID)
        shares[1] = 1 - shares[0]

    cdef void observe(self, const void* state, int seat, void* observation) noexcept nogil:
        cdef Position* seen = <Position*>observation
        memcpy(observation, state, sizeof(Position))
        seen.observer = seat
        if seen.step < OVER:       # the end lays everything open
            seen.reserve = seen.value[1 - seat] = seen.bid[1 - seat] = 0

    cdef void sample(self, const void* observation, void* state, Rng* rng) noexcept nogil:
        cdef Position* at = <Position*>state
        cdef int seat
        memcpy(state, observation, sizeof(Position))
        seat = at.observer
        at.observer = -1
        if at.step == OVER:
            return
        if at.step > 0:
            at.reserve = 1 + below(rng, 6)
        if at.step > 2 - seat:     # step 1 rolls the value of seat 0, step 2 that of seat 1
            at.value[1 - seat] = 2 + 2 * below(rng, 6)
        if seat == 1 and at.step > ROLLING:
            at.bid[0] = below(rng, MAX_BID + 1)

    def words(self, move):
        if move > DIE:
            return ["die", int(move) - DIE]
        return ["bid", int(move)] if move else ["pass"]

    def parse(self, list words):
        text = " ".join(map(str, words))
        if words == ["pass"]:
            return 0
        if len(words) != 2 or words[0] not in ("bid", "die") or not isinstance(words[1], int):
            raise NotationError(text, "a move reads bid N, pass or die N")
        if not 1 <= words[1] <= (MAX_BID if words[0] == "bid" else 6):
            raise NotationError(text, f"bids are 1 to {MAX_BID}, dice 1 to 6")
        return words[1] + (DIE if words[0] == "die" else 0)

    def snapshot(self, State state):
        return _plain((<Position*>state.data)[0], state.mover)

    def view(self, Observation observation):
        return _plain((<Position*>observation.data)[0], observation.mover)


cdef dict _plain(Position at, mover):
    return {
        "to_move": mover,
        "reserve": at.reserve or None,
        "value": [at.value[0] or None, at.value[1] or None],
        "bid": [at.bid[0], at.bid[1]],
    }


GAME = GameType("sealed", "Sealed bids", "Bid once against a hidden reserve; 2 players", Sealed, GameSettings)
