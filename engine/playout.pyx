"""Compiled walks over any game: random playouts and move-tree counts."""
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from engine.errors import IllegalMove
from engine.game cimport CHANCE, NOBODY, Game, move_t
from engine.rng cimport Rng, Stream, below
from engine.state cimport State


MAX_PERFT = 1000     # nobody lives to see the end of less


cdef long long playout(Game game, void* state, move_t* moves, Rng* rng) noexcept nogil:
    """Plays random legal moves to the end and returns how many; `moves` has room for game.max_moves."""
    cdef long long n = 0
    cdef int mover = game.mover(state)
    while mover != NOBODY:
        if mover == CHANCE:
            game.apply(state, game.roll(state, rng))
        else:
            game.apply(state, moves[below(rng, game.legal(state, moves))])
        mover = game.mover(state)
        n += 1
    return n


def play_random(State state not None, Stream rng not None):
    """Plays a state to its end with uniformly random moves; returns the number of moves. Advances the stream.

    >>> from engine import Stream, new_game
    >>> state = new_game(players=2).new()
    >>> play_random(state, Stream(1)) > 100, state.is_over
    (True, True)
    """
    cdef State own = state.copy()        # another thread may have the same state
    cdef Rng stream = rng.rng
    cdef move_t* moves = <move_t*>malloc(state.game.max_moves * sizeof(move_t))
    cdef long long n
    if moves == NULL:
        raise MemoryError
    with nogil:
        n = playout(own.game, own.data, moves, &stream)
    free(moves)
    memcpy(state.data, own.data, state.game.state_size)
    rng.rng = stream
    return n


def play_many(Game game not None, Stream rng not None, long long n_games):
    """Plays whole random games, nothing recorded; returns the number of moves."""
    cdef State state = game.new()
    cdef move_t* moves = <move_t*>malloc(game.max_moves * sizeof(move_t))
    cdef long long n = 0, i
    if moves == NULL:
        raise MemoryError
    with nogil:
        for i in range(n_games):
            game.start(state.data)
            n += playout(game, state.data, moves, &rng.rng)
    free(moves)
    return n


cdef bint is_listed(const move_t* moves, int n, move_t move) noexcept nogil:
    """Whether an ascending list has a move."""
    cdef int low = 0, high = n, middle
    while low < high:
        middle = (low + high) // 2
        if moves[middle] < move:
            low = middle + 1
        else:
            high = middle
    return low < n and moves[low] == move


def replay(Game game not None, const move_t[::1] moves not None):
    """The state after these moves from the start, chance included, each checked before it is played: for moves that come
    from a file or another machine. Raises `IllegalMove` at the first that is not legal.

    >>> from array import array
    >>> from engine import new_game
    >>> replay(new_game(players=2), array("I", [])).mover
    -1
    """
    cdef State state = game.new()
    cdef move_t* legal = <move_t*>malloc(game.max_moves * sizeof(move_t))
    cdef Py_ssize_t i, n = moves.shape[0]
    cdef int n_legal = 0
    if legal == NULL:
        raise MemoryError
    try:
        with nogil:
            for i in range(n):
                n_legal = game.legal(state.data, legal)
                if not is_listed(legal, n_legal, moves[i]):
                    break
                game.apply(state.data, moves[i])
            else:
                i = n
        if i < n:
            raise IllegalMove(f"move {i}, number {moves[i]},", [game.text(legal[k]) for k in range(min(n_legal, 5))],
                              n_legal)
    finally:
        free(legal)
    return state


cdef long long count_leaves(Game game, const void* state, int depth, char* blocks, move_t* moves) noexcept nogil:
    """Move sequences of that length from a state; ended games count where they end. One block and buffer per level."""
    cdef int i, n = game.legal(state, moves)
    cdef long long total = 0
    cdef void* child = blocks
    if n == 0:
        return 1
    if depth == 1:
        return n
    for i in range(n):
        memcpy(child, state, game.state_size)
        game.apply(child, moves[i])
        total += count_leaves(game, child, depth - 1, blocks + game.state_size, moves + game.max_moves)
    return total


def perft(State state not None, int depth):
    """Counts the move sequences of a length from a state, chance outcomes included. Depth 0 is 1.

    >>> from engine import new_game
    >>> [perft(new_game(players=2).new(), depth) for depth in (0, 1, 2, 3)]
    [1, 2, 8, 32]
    """
    if not 0 <= depth <= MAX_PERFT:
        raise ValueError(f"depth {depth}: use 0 to {MAX_PERFT}")
    if depth == 0:
        return 1
    cdef Game game = state.game
    cdef State own = state.copy()        # another thread may have the same state
    cdef char* blocks = <char*>malloc(<size_t>depth * game.state_size)
    cdef move_t* moves = <move_t*>malloc(<size_t>depth * game.max_moves * sizeof(move_t))
    cdef long long total
    try:
        if blocks == NULL or moves == NULL:
            raise MemoryError
        with nogil:
            total = count_leaves(game, own.data, depth, blocks, moves)
        return total
    finally:
        free(blocks)
        free(moves)
