"""Trade and certificates of the policy: what to keep for use, what to sell before its price falls."""
from libc.stdint cimport uint64_t

from bots.planet_steam.values cimport (
    Weights, Worth, cash_value, clip, fill_units, future_price, n_unsupercharged, rounds_left,
)
from engine.game cimport move_t
from engine.planet_steam.accessors cimport (
    extracts_for_free, LICENSE_CREDITS, QUARTERS_WEALTH, SUPERCHARGER_WEALTH, ZONE_WEALTH,
)
from engine.planet_steam.state cimport (
    count, ENERGY, has_marker, make, ORE, Position, QUARTZ, room, Tables, tanks, unclaimed, V_BUY, V_BUY_LICENSE,
    V_BUY_QUARTERS, V_PASS, V_SELL, V_SELL_LICENSE, WATER,
)


cdef struct Wants:            # how many units of a resource have a use until the next trade, and what that is worth
    int n
    double use
    int n_more                # and a second kind of use, worth less
    double use_more


cdef inline bint wants_quarters(const Tables* t, const Position* s, int seat) noexcept nogil:
    """Whether a quarters will be left when the seat's turn for certificates comes, if those before it all buy."""
    cdef int i, before = 0
    for i in range(t.n_seats):
        if s.turn_order[i] == seat:
            break
        if s.goods[s.turn_order[i]][QUARTZ] > 0 and s.goods[s.turn_order[i]][ORE] > 0:
            before += 1
    return s.quarters_left > before


cdef inline void fill_wants(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, int r, Wants* wants
) noexcept nogil:
    cdef int left = rounds_left(t, s), n_super, n_tanks
    cdef uint64_t mine = tanks(s) & s.owned[seat]
    cdef bint quarters = wants_quarters(t, s, seat)
    cdef double surplus
    wants.n = wants.n_more = 0
    wants.use = wants.use_more = 0
    if quarters and r == QUARTZ and (s.goods[seat][ORE] > 0 or s.supply[ORE] > 0):
        wants.n = 1
        wants.use = QUARTERS_WEALTH - s.price[ORE] - 3
    elif quarters and r == ORE and s.goods[seat][QUARTZ] > 0:
        wants.n = 1
        wants.use = QUARTERS_WEALTH - worth.unit[QUARTZ]
    if left == 0:
        return
    n_super = n_unsupercharged(s, seat) + (1 if s.superchargers_left > 0 else 0)
    surplus = SUPERCHARGER_WEALTH - worth.unit[ORE] - worth.unit[WATER] - 2 * future_price(t, s, w, QUARTZ)
    if surplus < 0:
        n_super = 0
    n_tanks = count(s.owned[seat] & ~mine) + 1
    if n_tanks > w.spare_water:
        n_tanks = <int>w.spare_water
    if r == QUARTZ:
        wants.n_more = 2 * n_super
        wants.use_more = future_price(t, s, w, QUARTZ) + w.quartz_use * surplus / 2
    elif r == ORE:
        wants.n_more = n_super
        if wants.n_more > s.goods[seat][QUARTZ] // 2 + 1:
            wants.n_more = s.goods[seat][QUARTZ] // 2 + 1
        wants.use_more = worth.unit[ORE] + w.ore_use * surplus
    elif r == WATER:
        wants.n = 1 + n_tanks
        wants.use = worth.unit[WATER] + w.water_use
        wants.n_more = n_super if n_super < s.goods[seat][QUARTZ] // 2 else s.goods[seat][QUARTZ] // 2
        wants.use_more = worth.unit[WATER] + 0.2 * (surplus if surplus > 0 else 0)
    else:
        wants.n = count(mine & ~extracts_for_free(t, s))
        wants.use = worth.unit[ENERGY] + w.energy_use
        wants.n_more = n_tanks
        wants.use_more = worth.unit[ENERGY] + w.energy_more


cdef inline double held_value(const Wants* wants, int held, double hold) noexcept nogil:
    """What so many units are worth after the trade: in their best use first, the rest at the price to come."""
    cdef double value = 0, use = wants.use, use_more = wants.use_more
    cdef int n = wants.n if wants.n < held else held
    value += n * (use if use > hold else hold)
    held -= n
    n = wants.n_more if wants.n_more < held else held
    value += n * (use_more if use_more > hold else hold)
    return value + (held - n) * hold


cdef inline double deal_value(
    const Tables* t, const Position* s, const Weights* w, const Wants* wants, int seat, int r, int sold, int others
) noexcept nogil:
    """What a deal leaves the seat with, in credits: `sold` units (negative: bought)."""
    cdef int supply = s.supply[r] + sold, after = t.n_seats - 1 - s.turn, left = rounds_left(t, s)
    cdef double price, hold, value = cash_value(t, s, w, s.credits[seat] + sold * s.price[r])
    if supply > t.top_supply[r]:
        supply = t.top_supply[r]
    price = clip(s.price[r] + t.supply_change[r][supply], t.min_price[r], t.max_price[r])
    if left == 0:
        hold = clip(price + after * t.supply_change[r][supply], t.min_price[r], t.max_price[r])
        value -= w.spite * others * price / (t.n_seats - 1)
    else:
        hold = clip(price + w.drift * (after + 1) * t.supply_change[r][supply], t.min_price[r], t.max_price[r])
    return value + held_value(wants, s.goods[seat][r] - sold, hold)


cdef inline move_t choose_trade(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef int seat = s.mover, r = s.order[s.place] - 1, sold, most, others = 0, other
    cdef int best = 0
    cdef double value, best_value
    cdef Worth worth
    cdef Wants wants
    fill_units(t, s, w, seat, &worth)
    fill_wants(t, s, w, &worth, seat, r, &wants)
    for other in range(t.n_seats):
        if other != seat:
            others += s.goods[other][r]
    best_value = deal_value(t, s, w, &wants, seat, r, 0, others) + 0.01
    for sold in range(1, s.goods[seat][r] + 1):
        value = deal_value(t, s, w, &wants, seat, r, sold, others)
        if value > best_value:
            best_value = value
            best = sold
    most = s.credits[seat] // s.price[r]
    if most > s.supply[r]:
        most = s.supply[r]
    if most > room(t, s, seat, r):
        most = room(t, s, seat, r)
    for sold in range(1, most + 1):
        value = deal_value(t, s, w, &wants, seat, r, -sold, others) - w.buying * sold
        if value > best_value:
            best_value = value
            best = -sold
    if best > 0:
        return make(V_SELL, best)
    return make(V_BUY, -best) if best < 0 else make(V_PASS, 0)


cdef inline move_t choose_certificate(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef int seat = s.mover, left = rounds_left(t, s)
    cdef double gain = 0, cost
    cdef move_t best = make(V_PASS, 0)
    if s.quarters_left > 0 and s.goods[seat][QUARTZ] > 0 and s.goods[seat][ORE] > 0:
        gain = QUARTERS_WEALTH - s.price[QUARTZ] - s.price[ORE]
        best = make(V_BUY_QUARTERS, 0)
    if s.licenses[seat] > 0 and (left == 0 or s.licenses[seat] > left or not has_marker(t, s, seat)):
        if LICENSE_CREDITS > gain:
            return make(V_SELL_LICENSE, 0)
    if gain > 0:
        return best
    if left > 0 and s.licenses_left > 0 and s.goods[seat][QUARTZ] > 2 and s.goods[seat][WATER] > 4:
        cost = future_price(t, s, w, QUARTZ) + 2 * future_price(t, s, w, WATER)
        # only when claiming by die is about to end: the next round's claims use up what is unclaimed
        if s.neutral and count(unclaimed(t, s)) <= 1 and s.licenses[seat] == 0 and cost < ZONE_WEALTH - 3:
            return make(V_BUY_LICENSE, 0)
    return make(V_PASS, 0)
