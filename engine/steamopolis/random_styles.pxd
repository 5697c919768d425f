"""Styles of random play that meet what is rare: each game that `invariants.pyx` checks is played in one of them."""
from engine.game cimport move_t
from engine.rng cimport Rng, below
from engine.steamopolis.moves cimport *


cdef enum:  # styles
    UNIFORM                   # any move
    BY_VERB                   # a verb first, so that rare ones come up
    BUSY                      # also seldom declines
    SAVING                    # also flies late, so that many stones come back at once
    N_STYLES


cdef inline int verb_of(move_t move) noexcept nogil:
    """A number for the verb: moves of one verb are neighbours in a listing."""
    if move >= M_TAP:
        return M_TAP
    elif move >= M_SHAKE:
        return M_SHAKE
    elif move >= M_SAP:
        return M_SAP
    elif move >= M_LIFT:
        return M_LIFT
    elif move >= M_INFEST:
        return M_INFEST
    elif move >= M_VISIT:
        return M_VISIT
    elif move >= M_RAISE:
        return M_RAISE
    elif move >= M_DISCARD:
        return M_DISCARD
    elif move >= M_PUT:
        return M_PUT
    elif move >= M_BUY:
        return M_BUY if move < M_MARKER else M_MARKER
    elif move >= M_SET:
        return M_SET
    elif move >= M_FLY:
        return M_FLY if move < M_RUN else M_RUN
    elif move >= M_AIM:
        return M_AIM
    return <int>move


cdef inline move_t pick(const move_t* moves, int n, int style, Rng* rng) noexcept nogil:
    cdef int i, n_verbs = 0, verb, tries
    cdef int[MAX_LISTING + 1] starts
    if style == UNIFORM:
        return moves[below(rng, n)]
    for i in range(n):
        if i == 0 or verb_of(moves[i]) != verb_of(moves[i - 1]):
            starts[n_verbs] = i
            n_verbs += 1
    starts[n_verbs] = n
    for tries in range(4):
        i = <int>below(rng, n_verbs)
        verb = verb_of(moves[starts[i]])
        if style == BUSY and verb == M_SKIP:
            continue
        if style == SAVING and (verb == M_FLY or verb == M_SKIP):
            continue
        break
    return moves[starts[i] + <int>below(rng, starts[i + 1] - starts[i])]
