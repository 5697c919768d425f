"""The value model: what a position at the start of a round will come to, without playing it out.

Per number of rounds left, a seat's final wealth is its wealth now plus a linear function of its features; winning
chances are a softmax of the expected wealth. `value_training.py` fits it to self-play, value.json keeps the numbers.
"""
from libc.math cimport exp
from libc.stdint cimport uint64_t

from engine.planet_steam.accessors cimport wealth, yield_of
from engine.planet_steam.state cimport count, N_RESOURCES, Position, QUARTZ, Tables, tanks

cdef enum:
    N_FEATURES = 20
    MAX_ROUNDS_LEFT = 7        # a board has at most seven rounds


cdef struct ValueModel:
    double[MAX_ROUNDS_LEFT + 1][N_FEATURES] weights      # by rounds left, the one about to start included
    double[MAX_ROUNDS_LEFT + 1] temperature              # credits that make a chance e times another


cdef inline int rounds_to_come(const Tables* t, const Position* s) noexcept nogil:
    """At the start of a round: how many are to be played, it included."""
    return t.n_rounds - s.round + 1


cdef inline void fill_features(const Tables* t, const Position* s, int seat, double* x) noexcept nogil:
    """What the gain from here to the end is read off; the order is that of FEATURES in value_training.py."""
    cdef uint64_t own = s.owned[seat], mine = tanks(s) & own
    cdef int r
    cdef double income = 0
    x[0] = 1
    x[1] = t.n_seats
    x[2] = s.credits[seat]
    x[3] = count(own)
    x[4] = count(own & ~mine)
    x[5] = count(mine & s.superchargers)
    for r in range(N_RESOURCES):
        x[6 + r] = yield_of(t, s, s.makes[r] & own)
        income += x[6 + r] * s.price[r]
        x[10 + r] = s.goods[seat][r]
        x[14 + r] = s.carriers[seat][r]
    x[18] = income
    x[19] = s.goods[seat][QUARTZ] * s.price[QUARTZ]


cdef inline void judge(
    const Tables* t, const Position* s, const ValueModel* model, double* chances, double* scores
) noexcept nogil:
    """Each seat's winning chance and expected final wealth."""
    cdef double[N_FEATURES] x
    cdef double best = -1e30, total = 0
    cdef int seat, i, left = rounds_to_come(t, s)
    for seat in range(t.n_seats):
        fill_features(t, s, seat, x)
        scores[seat] = wealth(t, s, seat)
        for i in range(N_FEATURES):
            scores[seat] += model.weights[left][i] * x[i]
        if scores[seat] > best:
            best = scores[seat]
    for seat in range(t.n_seats):
        chances[seat] = exp((scores[seat] - best) / model.temperature[left])
        total += chances[seat]
    for seat in range(t.n_seats):
        chances[seat] /= total
