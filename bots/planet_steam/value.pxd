"""The value model: what a position at the start of a round will come to, without playing it out.

Per number of players a small network reads a seat's features and tells its gain in wealth from here to the end; winning
chances are a softmax of the expected wealth, whose temperature depends on the rounds left. `value_training.py` fits it
to games of the search against itself, value.json keeps the numbers.
"""
from libc.stdint cimport uint64_t

from bots.layers cimport Layers, gain_of, share_out
from engine.planet_steam.accessors cimport wealth, yield_of
from engine.planet_steam.state cimport (
    count, MAX_SEATS, N_RESOURCES, Position, Tables, tanks, unclaimed,
)

cdef enum:
    N_FEATURES = 50
    MAX_ROUNDS_LEFT = 7        # a board has at most seven rounds


cdef struct Seats:             # what features compare
    double[MAX_SEATS] wealth
    double[MAX_SEATS] income
    int[MAX_SEATS][N_RESOURCES] yields
    int[N_RESOURCES] total


cdef inline int rounds_to_come(const Tables* t, const Position* s) noexcept nogil:
    """At the start of a round: how many are to be played, it included."""
    return t.n_rounds - s.round + 1


cdef inline void fill_seats(const Tables* t, const Position* s, Seats* seats) noexcept nogil:
    cdef int seat, r
    for r in range(N_RESOURCES):
        seats.total[r] = 0
    for seat in range(t.n_seats):
        seats.wealth[seat] = wealth(t, s, seat)
        seats.income[seat] = 0
        for r in range(N_RESOURCES):
            seats.yields[seat][r] = yield_of(t, s, s.makes[r] & s.owned[seat])
            seats.total[r] += seats.yields[seat][r]
            seats.income[seat] += seats.yields[seat][r] * s.price[r]


cdef inline void fill_features(
    const Tables* t, const Position* s, const Seats* seats, int seat, float* x
) noexcept nogil:
    """What the gain from here to the end is read off; the order is that of FEATURES in value_training.py."""
    cdef uint64_t own = s.owned[seat], mine = tanks(s) & own
    cdef int r, other, left = rounds_to_come(t, s)
    cdef double income = seats.income[seat], lead = 1e30, ahead = 1e30
    for other in range(t.n_seats):
        if other != seat:
            lead = min(lead, seats.wealth[seat] - seats.wealth[other])
            ahead = min(ahead, income - seats.income[other])
    x[0] = left
    x[1] = seats.wealth[seat]
    x[2] = s.credits[seat]
    x[3] = count(own)
    x[4] = count(own & ~mine)
    x[5] = count(mine & s.superchargers)
    for r in range(N_RESOURCES):
        x[6 + r] = seats.yields[seat][r]
        x[10 + r] = s.goods[seat][r]
        x[14 + r] = s.carriers[seat][r]
        x[18 + r] = s.price[r]
        x[22 + r] = s.supply[r]
        x[26 + r] = seats.total[r] - seats.yields[seat][r]
        x[30 + r] = s.goods[seat][r] * s.price[r]
    x[34] = income
    x[35] = income * left
    x[36] = s.licenses[seat]
    x[37] = s.quarters[seat]
    x[38] = (seat - s.first + t.n_seats) % t.n_seats
    x[39] = s.market
    x[40] = count(unclaimed(t, s))
    x[41] = lead
    x[42] = ahead
    x[43] = ahead * left
    x[44] = t.immobile_tanks
    x[45] = t.variable_trading_order
    x[46] = t.price_manipulation
    x[47] = t.sabotage
    x[48] = t.freelance_carrier
    x[49] = s.freelance_holder == seat


cdef inline void judge(
    const Tables* t, const Position* s, const Layers* model, double* chances, double* scores
) noexcept nogil:
    """Each seat's winning chance and expected final wealth."""
    cdef float[N_FEATURES] x
    cdef Seats seats
    cdef int seat
    fill_seats(t, s, &seats)
    for seat in range(t.n_seats):
        fill_features(t, s, &seats, seat, x)
        scores[seat] = seats.wealth[seat] + gain_of(model, x, N_FEATURES)
    share_out(scores, t.n_seats, model.temperature[rounds_to_come(t, s) - 1], chances)
