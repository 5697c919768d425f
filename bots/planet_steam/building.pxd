"""The tank phase and extraction of the policy: what to buy, where to put it, which tanks to power."""
from libc.stdint cimport uint64_t

from bots.planet_steam.values cimport Weights, Worth, cash_value, future_price, rounds_left
from engine.game cimport move_t
from engine.planet_steam.accessors cimport (
    barred, converter_price, extracts_for_free, IMPORT_CREDITS, IMPORT_QUARTZ, SUPERCHARGER_WEALTH, TANK_WEALTH,
    yield_of,
)
from engine.planet_steam.state cimport (
    bit, capacity, count, ENERGY, lowest, made_by, make, MAX_CLASS, N_RESOURCES, NO_LINE, NO_ZONE, ORE, Position,
    QUARTZ, room, standing, Tables, tanks, V_CONVERTER, V_IMPORT, V_SUPERCHARGER, V_TANK, V_UPGRADE, WATER,
)

cdef enum:
    CHANGING = 4         # what replacing a converter must gain besides; a turn never changes one back and forth
    PREFERENCE = 1000    # what makes a kind the best
    AUTO = -1            # no kind is preferred


cdef struct TurnPlan:    # what a tank turn is restricted to; a plan of the search is one of these
    int kind             # resource for converters on tanks that have none; AUTO: by value
    int n_first          # converters after which it is `second`; 0: never
    int second
    int upgrade          # the carrier that is upgraded first; AUTO: none
    int n_tanks          # bought at most
    int n_superchargers
    int n_upgrades
    bint is_passive      # decline
    bint must_activate   # whether or not it seems to pay
    bint is_switching    # converters go on tanks of other kinds too, not only on those that have none
    bint is_careful      # look through all arrangements: a turn that is played; simulations have no time
    uint64_t fixed       # zones of tanks that keep what they have: a turn that sets kinds does not pay twice for one


cdef inline TurnPlan plain_plan() noexcept nogil:
    return TurnPlan(AUTO, 0, AUTO, AUTO, 7, 7, 7, False, False, False, False, 0)


cdef inline int yield_added(const Tables* t, const Position* s, uint64_t mine, int zone) noexcept nogil:
    """What a tank on a zone adds to the yield of a set of tanks that it is not in."""
    cdef uint64_t beside = t.neighbours[zone] & mine
    cdef int n
    if beside & (beside - 1):
        return yield_of(t, s, mine | bit(zone)) - yield_of(t, s, mine)     # it may join two groups
    n = 2 if beside else 1
    n += s.superchargers >> zone & 1
    if s.airship != NO_LINE:
        n += t.line[s.airship] >> zone & 1
    return n


cdef inline double stored(const Weights* w, double made, double fits) noexcept nogil:
    """The units of a yield that count: those beyond the carrier only in part."""
    return made if made <= fits else fits + w.overflow * (made - fits)


cdef inline double production(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, int zone, int r, bint is_powered
) noexcept nogil:
    """What a tank of a kind on a zone adds to the seat's production over the rounds left: more units, all of them at the
    price that this leaves. `is_powered`: there is energy for it this round. The airship counts as if it stayed."""
    cdef uint64_t mine = s.makes[r] & s.owned[seat]
    cdef double rounds = worth.rounds, value, made = worth.made[r], fits = worth.fits[r]
    if mine & bit(zone):
        value = stored(w, made, fits) * worth.unit[r]
        value -= stored(w, made - yield_added(t, s, mine & ~bit(zone), zone), fits) * worth.with_less[r]
    else:
        value = stored(w, made + yield_added(t, s, mine, zone), fits) * worth.with_more[r]
        value -= stored(w, made, fits) * worth.unit[r]
    if r == ENERGY or (r == WATER and t.river & bit(zone)):
        return value * rounds
    if not is_powered:
        rounds = (rounds - 1) * w.unpowered
    return (value - worth.unit[ENERGY]) * rounds


cdef inline int best_kind(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, int zone, bint is_powered,
    int preferred, double* value
) noexcept nogil:
    """The most rewarding kind of a tank on a zone, its converter's price taken off; `value` gets what it yields. A
    preferred kind wins over all others."""
    cdef int r, kind = WATER
    cdef double here
    value[0] = production(t, s, w, worth, seat, zone, WATER, is_powered)
    if preferred == WATER:
        value[0] += PREFERENCE
    for r in range(N_RESOURCES):
        if r == WATER or s.converters_left[r] == 0 or barred(t, r) & bit(zone):
            continue
        if s.credits[seat] < converter_price(r):
            continue
        here = production(t, s, w, worth, seat, zone, r, is_powered) - converter_price(r) - (
            0 if r == ENERGY else w.switching)
        if r == preferred:
            here += PREFERENCE
        if here > value[0]:
            value[0] = here
            kind = r
    return kind


cdef inline bint has_spare_energy(const Tables* t, const Position* s, int seat) noexcept nogil:
    """Whether the energy in stock would power one more tank this round."""
    return s.goods[seat][ENERGY] > count(standing(s) & s.owned[seat] & ~extracts_for_free(t, s))


cdef inline move_t best_tank(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, int preferred, double* gain
) noexcept nogil:
    """The best `tank z` or `import z`, or 0; `gain` gets what it is worth."""
    cdef uint64_t empty = s.owned[seat] & ~tanks(s)
    cdef int zone, best_zone = NO_ZONE, verb = 0
    cdef double value, best = -1e9, cost = 1e9, import_cost
    cdef bint is_powered = has_spare_energy(t, s, seat)
    gain[0] = -1e9
    if not empty or s.goods[seat][WATER] == 0 or s.tanks_left == 0:
        return 0
    if s.market > 0 and s.credits[seat] >= t.tank_price[s.market] + (w.cash if rounds_left(t, s) > 0 else 0):
        cost = t.tank_price[s.market]
        verb = V_TANK
    if s.goods[seat][QUARTZ] >= IMPORT_QUARTZ and s.credits[seat] >= IMPORT_CREDITS:
        import_cost = IMPORT_CREDITS + IMPORT_QUARTZ * worth.unit[QUARTZ]
        if import_cost < cost:
            cost = import_cost
            verb = V_IMPORT
    if verb == 0:
        return 0
    while empty:
        zone = lowest(empty)
        empty &= empty - 1
        best_kind(t, s, w, worth, seat, zone, is_powered, preferred, &value)
        # growth: keep company for the next tank too
        value += 0.01 * count(t.neighbours[zone] & s.owned[seat])
        if value > best:
            best = value
            best_zone = zone
    if verb == V_TANK:
        cost = cash_value(t, s, w, s.credits[seat]) - cash_value(t, s, w, s.credits[seat] - cost)
    gain[0] = TANK_WEALTH + best - cost - worth.unit[WATER] - (PREFERENCE if best > PREFERENCE else 0)
    return make(verb, best_zone)


cdef inline int converted_zone(move_t move) noexcept nogil:
    """Where a converter goes."""
    return move >> 7 & 63


cdef inline move_t best_converter(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, const TurnPlan* plan,
    double* gain
) noexcept nogil:
    """The converter that adds most to what a tank makes, or 0."""
    cdef uint64_t mine = standing(s) & s.owned[seat], hungry = mine & ~extracts_for_free(t, s)
    cdef uint64_t left = mine & ~plan.fixed
    cdef int zone, kind, old
    cdef double value, now, dearest = 0
    cdef bint is_powered
    cdef move_t best = 0
    gain[0] = -1e9
    for kind in range(N_RESOURCES):
        if worth.with_more[kind] > dearest:
            dearest = worth.with_more[kind]
    while left:
        zone = lowest(left)
        left &= left - 1
        old = made_by(s, zone)
        if old != WATER and not plan.is_switching and worth.unit[old] > 0.8 * dearest and worth.made[old] <= worth.fits[old]:
            continue                # nothing else can be so much better: three of four tanks end here
        is_powered = s.goods[seat][ENERGY] > count(hungry & ~bit(zone))
        kind = best_kind(t, s, w, worth, seat, zone, is_powered,
                         plan.kind if old == WATER or plan.is_switching else <int>AUTO, &value)
        if kind == old or kind == WATER:
            continue
        now = production(t, s, w, worth, seat, zone, old, is_powered) + (0 if old == WATER else CHANGING)
        if value - now > gain[0]:
            gain[0] = value - now
            best = make(V_CONVERTER, kind << 13 | zone << 7)
    if gain[0] > PREFERENCE / 2:
        gain[0] -= PREFERENCE - 1
    return best


cdef inline move_t best_supercharger(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, double* gain
) noexcept nogil:
    cdef uint64_t zones = standing(s) & s.owned[seat] & ~s.superchargers
    cdef int r, zone
    cdef double value, best = -1e9
    cdef move_t move = 0
    gain[0] = -1e9
    if not zones or s.superchargers_left == 0:
        return 0
    if s.goods[seat][WATER] < 1 or s.goods[seat][ORE] < 1 or s.goods[seat][QUARTZ] < 2:
        return 0
    while zones:
        zone = lowest(zones)
        zones &= zones - 1
        r = made_by(s, zone)
        value = worth.unit[r]
        if value > best:
            best = value
            move = make(V_SUPERCHARGER, zone)
    # sold instead, its parts bring what the market pays, not what this use is worth
    gain[0] = SUPERCHARGER_WEALTH + best * worth.rounds - worth.unit[WATER] - worth.unit[ORE] - 2 * future_price(
        t, s, w, QUARTZ)
    return move


cdef inline move_t best_upgrade(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, double* gain
) noexcept nogil:
    """A carrier that this round's extraction would overflow."""
    cdef int r, over
    cdef uint64_t working = standing(s) & s.owned[seat]
    cdef double value
    cdef move_t move = 0
    gain[0] = -1e9
    if s.goods[seat][ORE] < 1 or s.goods[seat][ENERGY] < 1:
        return 0
    for r in range(N_RESOURCES):
        if s.carriers[seat][r] == MAX_CLASS:
            continue
        over = s.goods[seat][r] + yield_of(t, s, working & s.makes[r]) - capacity(t, s, seat, r)
        if over <= 0:
            continue
        if over > 3:
            over = 3
        value = over * worth.unit[r] * worth.rounds - worth.unit[ORE] - worth.unit[ENERGY]
        if value > gain[0]:
            gain[0] = value
            move = make(V_UPGRADE, r)
    return move


cdef inline bint can_upgrade(const Position* s, int seat, int r) noexcept nogil:
    return s.goods[seat][ORE] >= 1 and s.goods[seat][ENERGY] >= 1 and s.carriers[seat][r] < MAX_CLASS


cdef inline move_t choose_build(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, const TurnPlan* plan,
    double* gain
) noexcept nogil:
    """The best next purchase that the plan allows, or 0 when none pays."""
    cdef move_t move, best
    cdef double here
    gain[0] = 0
    best = best_converter(t, s, w, worth, seat, plan, &here)
    if best and here > 0:
        gain[0] = here
    else:
        best = 0
    if plan.n_superchargers > 0:
        move = best_supercharger(t, s, w, worth, seat, &here)
        if move and here > gain[0]:
            gain[0] = here
            best = move
    if plan.n_upgrades > 0:
        move = best_upgrade(t, s, w, worth, seat, &here)
        if move and here > gain[0]:
            gain[0] = here
            best = move
    if plan.n_tanks > 0:
        move = best_tank(t, s, w, worth, seat, plan.kind, &here)
        if move and here > gain[0] + w.tank_margin:
            gain[0] = here
            best = move
    return best


# -- extraction ---------------------------------------------------------------------------------------------------------

cdef inline double extraction_value(
    const Tables* t, const Position* s, const Worth* worth, int seat, uint64_t working, int n_powered
) noexcept nogil:
    """What a set of working tanks brings this round, energy paid and carriers' room respected."""
    cdef int r, n, fits
    cdef double value = -n_powered * worth.unit[ENERGY]
    for r in range(N_RESOURCES):
        n = yield_of(t, s, working & s.makes[r])
        fits = room(t, s, seat, r)
        if r == ENERGY:
            fits += n_powered
        value += (n if n < fits else fits) * worth.unit[r]
    return value


cdef inline uint64_t tanks_to_power(
    const Tables* t, const Position* s, const Worth* worth, int seat, int energy
) noexcept nogil:
    """The tanks worth their energy: all, less whichever adds least until the energy suffices and each one pays."""
    cdef uint64_t mine = standing(s) & s.owned[seat], free = mine & extracts_for_free(t, s), chosen = mine & ~free
    cdef uint64_t left, without = 0
    cdef int n = count(chosen)
    cdef double best, value, here
    if energy > s.goods[seat][ENERGY]:
        energy = s.goods[seat][ENERGY]
    while n > 0:
        value = extraction_value(t, s, worth, seat, chosen | free, n) if n <= energy else -1e9
        best = -1e9
        left = chosen
        while left:
            here = extraction_value(t, s, worth, seat, (chosen | free) & ~(left & (~left + 1)), n - 1)
            if here > best:
                best = here
                without = left & (~left + 1)
            left &= left - 1
        if value >= best:
            break
        chosen &= ~without
        n -= 1
    return chosen
