"""Looking a little ahead, for any game: what each move is worth until the seat is asked again, or asked that many times.
`bots/greedy.py` calls.
"""
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from engine.game cimport CHANCE, MAX_SEATS, NOBODY, Game, move_t
from engine.rng cimport Rng, Stream, below
from engine.state cimport Observation

cdef enum:
    MAX_STEPS = 1000     # enough for every game so far; a seat may also never be asked again


def expected_scores(Observation seen not None, list legal not None, int n_samples, Stream rng not None, int n_asked=1):
    """For each legal move the seat's mean score when it has to move for the `n_asked`th time after it (or the game is
    over), over `n_samples` sampled states in which everybody, also the seat in between, moves at random. Every move meets
    the same samples and the same luck.
    """
    cdef Game game = seen.game
    cdef int seat = seen.seat, i, k, n = len(legal)
    if not n or n_samples < 1 or seen.mover != seat:
        raise ValueError("expected_scores needs legal moves of the observer, who moves, and at least one sample")
    cdef move_t* choices = <move_t*>malloc(n * sizeof(move_t))
    cdef double* sums = <double*>malloc(n * sizeof(double))
    cdef char* blocks = <char*>malloc(2 * game.state_size)
    cdef move_t* moves = <move_t*>malloc(game.max_moves * sizeof(move_t))
    cdef Rng stream = rng.rng, luck
    try:
        if choices == NULL or sums == NULL or blocks == NULL or moves == NULL:
            raise MemoryError
        for i in range(n):
            choices[i] = legal[i]
            sums[i] = 0
        game.sample(seen.data, blocks, &stream)
        if not _are_among(choices, n, moves, game.legal(blocks, moves)):
            raise ValueError("expected_scores was given moves that are not legal")
        with nogil:
            for k in range(n_samples):
                if k > 0:
                    game.sample(seen.data, blocks, &stream)
                for i in range(n):
                    luck = stream
                    sums[i] += _until_asked(
                        game, blocks, blocks + game.state_size, seat, choices[i], n_asked, moves, &luck
                    )
        rng.rng = stream
        return [sums[i] / n_samples for i in range(n)]
    finally:
        free(choices)
        free(sums)
        free(blocks)
        free(moves)


cdef bint _are_among(const move_t* some, int n, const move_t* moves, int n_moves) noexcept nogil:
    """Whether all of some moves are legal; at once where they are in the same order, as they are when a bot is asked."""
    cdef int i, k = 0, tried
    for i in range(n):
        for tried in range(n_moves):
            if k >= n_moves:
                k = 0
            k += 1
            if moves[k - 1] == some[i]:
                break
        else:
            return False
    return True


cdef double _until_asked(Game game, const char* origin, char* block, int seat, move_t move, int n_asked,
                         move_t* moves, Rng* rng) noexcept nogil:
    cdef double[MAX_SEATS] scores
    cdef int mover, step
    memcpy(block, origin, game.state_size)
    game.apply(block, move)
    for step in range(MAX_STEPS):
        mover = game.mover(block)
        if mover == seat:
            n_asked -= 1
        if n_asked == 0 or mover == NOBODY:
            break
        if mover == CHANCE:
            game.apply(block, game.roll(block, rng))
        else:
            game.apply(block, moves[below(rng, game.legal(block, moves))])
    game.score(block, scores)
    return scores[seat]
