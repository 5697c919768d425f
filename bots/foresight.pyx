"""How a game goes on from a state: played out, searched, or first played on by short searches. `bots/judge.py` asks.

All of it is done in a search tree by its first walker; what that tree knew before is gone afterwards.
"""
from libc.stdint cimport uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memcpy

from bots.nodes cimport NO_NODE
from bots.search cimport Tree, Walker
from bots.selection cimport SIMS_PER_CHECK, is_settled, most_visited
from engine.game cimport CHANCE, MAX_SEATS, NOBODY, dealt
from engine.rng cimport Rng, mix64
from engine.state cimport State


def foresee(Tree tree not None, State state not None, const uint64_t[::1] lucks not None, int sims,
            double[:, ::1] rows not None, int n_ahead=0, int sims_ahead=1):
    """How a game goes on from this very state, once for each luck: each row gets the winning chances of all seats, then
    their expected final scores. The first `n_ahead` decisions are played, each by a search of `sims_ahead` times its
    stake whose mover knows the position: whoever remembers a game knows nearly all of it. Then with `sims` of 1 a luck
    is one playout; with more it is a search that starts there, whoever moves, and what its second half found. Equal lucks
    in two states make two rows comparable: whatever is played, the dice are the same. Releases the GIL."""
    cdef int i, n = tree.game.n_seats
    cdef Rng rng
    cdef char* ahead
    if state.game is not tree.game or min(sims, sims_ahead) < 1 or n_ahead < 0:
        raise ValueError("foreseeing needs a state of this game and at least one simulation")
    if rows.shape[0] != lucks.shape[0] or rows.shape[1] != 2 * n:
        raise ValueError(f"{lucks.shape[0]} lucks of {n} seats need as many rows of {2 * n} numbers")
    ahead = <char*>malloc(tree.game.state_size)
    if ahead == NULL:
        raise MemoryError
    try:
        tree.enter()
        tree.root = NO_NODE
        with nogil:
            for i in range(<int>lucks.shape[0]):
                rng.state = lucks[i]
                memcpy(ahead, state.data, tree.game.state_size)
                if n_ahead > 0:
                    play_ahead(tree, ahead, n_ahead, sims_ahead, mix64(lucks[i]), &rng)
                fill_row(tree, ahead, sims, &rng, &rows[i, 0])
        tree.clear()
        tree.is_busy = False
    finally:
        free(ahead)


cdef void fill_row(Tree tree, const char* ahead, int sims, Rng* rng, double* row) noexcept nogil:
    """What one playout from this state, or the second half of a search, comes to."""
    cdef double[MAX_SEATS] chances, scores
    cdef int k, seat, n = tree.game.n_seats, first = sims // 2
    cdef Walker* walker = tree.walkers[0]
    if sims > 1:
        tree.clear()
    for seat in range(2 * n):
        row[seat] = 0
    for k in range(sims):
        memcpy(walker.state, ahead, tree.game.state_size)
        if sims > 1:
            tree.descend(walker, rng, False, chances, scores)
        else:
            tree.guide.playout(walker.state, walker.moves, rng)
            tree.guide.evaluate(walker.state, chances, scores)
        if k >= first:
            for seat in range(n):
                row[seat] += chances[seat] / (sims - first)
                row[n + seat] += scores[seat] / (sims - first)


cdef void play_ahead(Tree tree, char* ahead, int n_decisions, int sims, uint64_t deal, Rng* choices) noexcept nogil:
    """Plays the game that is in `ahead` on, by short searches, for so many decisions or to its end. A search has so many
    simulations times the decision's stake, fewer where the rest could change nothing."""
    cdef int mover
    while n_decisions > 0:
        mover = tree.game.mover(ahead)
        if mover == NOBODY:
            return
        if mover == CHANCE:
            tree.game.apply(ahead, dealt(tree.game, ahead, deal))
        elif tree.game.legal(ahead, tree.walkers[0].moves) == 1:
            tree.game.apply(ahead, tree.walkers[0].moves[0])
        else:
            decide_ahead(tree, ahead, max(1, <int>(sims * tree.guide.stake(ahead) + 0.5)), choices)
            n_decisions -= 1


cdef void decide_ahead(Tree tree, char* ahead, int sims, Rng* choices) noexcept nogil:
    """One decision of it."""
    cdef double[MAX_SEATS] chances, scores
    cdef Walker* walker = tree.walkers[0]
    cdef int k
    tree.clear()
    for k in range(sims):
        if k > 0 and k % SIMS_PER_CHECK == 0 and is_settled(&tree.store, tree.root, sims - k):
            break
        memcpy(walker.state, ahead, tree.game.state_size)
        tree.descend(walker, choices, True, chances, scores)
    memcpy(walker.state, ahead, tree.game.state_size)
    tree.carry_out(walker, &tree.store.edges[most_visited(&tree.store, tree.root)])
    memcpy(ahead, walker.state, tree.game.state_size)
