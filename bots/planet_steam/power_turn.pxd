"""Which tanks to power (rules 5.1) with the energy there is."""
from engine.planet_steam.extraction cimport extracts_for_free, yield_of
from engine.planet_steam.state cimport *


cdef inline double worth_of(
    const Tables* t, const Position* s, int seat, int r, uint64_t zones, int energy_paid
) noexcept nogil:
    """Credits that a set of extracting tanks of one kind makes, counting only what fits."""
    cdef int made = yield_of(t, s, zones), space = room(t, s, seat, r)
    if r == ENERGY:
        space += energy_paid
    return (made if made < space else space) * <double>s.price[r]


cdef inline uint64_t tanks_to_power(const Tables* t, const Position* s, int seat, int limit) noexcept nogil:
    """Adds the tank that gains most per energy, one by one, while it gains more than an energy is worth."""
    cdef uint64_t free = extracts_for_free(t, s), mine = standing(s) & s.owned[seat], rest = mine & ~free
    cdef uint64_t chosen = 0, left, working
    cdef uint64_t[N_RESOURCES] on
    cdef double[N_RESOURCES] value
    cdef double gain, best_gain
    cdef int r, zone, best, energy = s.goods[seat][ENERGY]
    cdef double cost = s.price[ENERGY] if s.round < t.n_rounds else s.price[ENERGY]
    if energy > limit:
        energy = limit
    for r in range(N_RESOURCES):
        on[r] = free & mine & s.makes[r]
        value[r] = worth_of(t, s, seat, r, on[r], 0)
    while energy > 0 and rest:
        best = -1
        best_gain = 0
        left = rest
        while left:
            zone = lowest(left)
            left &= left - 1
            r = made_by(s, zone)
            # a tank beside the chosen ones, or with an extra, gains more; a lone one is judged with its whole group
            working = on[r] | bit(zone)
            gain = worth_of(t, s, seat, r, working, 0) - value[r]
            if gain > best_gain:
                best_gain = gain
                best = zone
        if best < 0 or best_gain < cost:
            break
        r = made_by(s, best)
        on[r] |= bit(best)
        value[r] += best_gain
        chosen |= bit(best)
        rest &= ~bit(best)
        energy -= 1
    return chosen
