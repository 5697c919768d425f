"""Whole games between sets of weights, for training (`bots/policy_training.py`). See `bots/adviser.pxd`."""
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc

from engine.game cimport CHANCE, MAX_SEATS, NOBODY, Game, dealt, move_t
from engine.rng cimport Stream
from engine.state cimport State

from bots.players import check_finite


cdef class Adviser:
    """Knows one good move in every position; this one any move."""

    def __init__(self, Game game not None, weights=None):
        check_finite(weights or {})
        self.game = game

    cdef void decide(self, void* state, move_t* moves) noexcept nogil:
        self.game.legal(state, moves)
        self.game.apply(state, moves[0])


def play_games(list advisers not None, object seed, int n_games):
    """Plays whole games, one adviser per seat, game k with the seats turned by k and the luck of game k // n_seats;
    returns each game's scores by adviser."""
    cdef tuple kept = tuple(advisers)       # nobody may take one away while the lock is not held
    if not kept or not all(isinstance(one, Adviser) and (<Adviser>one).game is not None for one in kept):
        raise ValueError("play_games needs an adviser per seat")
    cdef Game game = (<Adviser>kept[0]).game
    if len(kept) != game.n_seats or any((<Adviser>one).game is not game for one in kept):
        raise ValueError(f"{game.n_seats} seats need as many advisers of one game, not {len(kept)}")
    cdef (void*)[MAX_SEATS] seats
    cdef int k, i, n = game.n_seats
    cdef uint64_t deal
    cdef list results = [], scores
    cdef State state = game.new()
    cdef move_t* moves = <move_t*>malloc(game.max_moves * sizeof(move_t))
    if moves == NULL:
        raise MemoryError
    for i in range(n):
        seats[i] = <void*>kept[i]
    try:
        for k in range(n_games):
            deal = (<Stream>Stream(seed, "dice", k // n)).rng.state
            with nogil:
                play(game, state.data, moves, seats, k % n, deal)
            scores = state.scores()
            results.append([scores[(i + k) % n] for i in range(n)])
    finally:
        free(moves)
    return results


cdef void play(Game game, void* state, move_t* moves, void** seats, int turned, uint64_t deal) noexcept nogil:
    """Seat s is played by adviser (s - turned) mod n."""
    cdef int mover, n = game.n_seats
    game.start(state)
    mover = game.mover(state)
    while mover != NOBODY:
        if mover == CHANCE:
            game.apply(state, dealt(game, state, deal))
        else:
            (<Adviser>seats[(mover - turned + n) % n]).decide(state, moves)
        mover = game.mover(state)
