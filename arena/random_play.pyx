"""Random seats, compiled: the same games as seats of the bot `random` play, move by move, some ten times as fast."""
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from engine.game cimport CHANCE, MAX_SEATS, NOBODY, move_t
from engine.rng cimport Rng, Stream, below
from engine.state cimport State


cdef int play_on(State state, move_t* legal, Rng* rngs, move_t* played, int room) noexcept nogil:
    """Plays seats' moves until chance is asked, the game ends or the room is used; returns how many."""
    cdef int n = 0, mover = state.game.mover(state.data)
    cdef move_t move
    while n < room and mover != CHANCE and mover != NOBODY:
        move = legal[below(&rngs[mover], state.game.legal(state.data, legal))]
        state.game.apply(state.data, move)
        played[n] = move
        n += 1
        mover = state.game.mover(state.data)
    return n


def play_random_seats(State state not None, Stream dice not None, list seats not None):
    """Plays a state to its end, each seat drawing its moves from its own stream; returns the moves."""
    cdef Rng[MAX_SEATS] rngs
    cdef move_t[256] played
    cdef int i, n, seat
    cdef list moves = []
    cdef State own = state.copy()        # another thread may have the same state
    if len(seats) != state.game.n_seats or not all(isinstance(one, Stream) for one in seats):
        raise ValueError(f"{state.game.n_seats} seats need as many streams")
    cdef Stream stream
    cdef move_t* legal = <move_t*>malloc(state.game.max_moves * sizeof(move_t))
    if legal == NULL:
        raise MemoryError
    for seat in range(state.game.n_seats):
        stream = seats[seat]
        rngs[seat] = stream.rng
    try:
        while True:
            with nogil:
                n = play_on(own, legal, rngs, played, 256)
            for i in range(n):
                moves.append(played[i])
            mover = own.mover
            if mover is None:
                memcpy(state.data, own.data, state.game.state_size)
                return moves
            if mover == CHANCE:
                outcome = own.roll(dice)
                moves.append(outcome)
                own.apply(outcome)
    finally:
        free(legal)
