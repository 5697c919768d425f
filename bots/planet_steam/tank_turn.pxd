"""A whole tank turn (rules 4) as one decision: what to buy, then the best arrangement of it, then `done`.

`tank_turn` carries a turn out on a position by ordinary legal moves and writes them down: playouts run it directly,
the heuristic bot and the search play what it wrote.
"""
from bots.planet_steam.layout cimport best_stand
from bots.planet_steam.taste cimport AUTO, Taste, Weights
from engine.game cimport move_t
from engine.planet_steam.extraction cimport yield_of
from engine.planet_steam.flow cimport play_move
from engine.planet_steam.state cimport *
from engine.planet_steam.tank_phase cimport *

cdef enum:
    MAX_TURN = 120             # moves of one tank turn: 40 rearrangements and what can be bought


cdef struct Script:
    int n
    int n_rearranged
    move_t[MAX_TURN] moves


cdef inline void act(const Tables* t, Position* s, Script* script, move_t move) noexcept nogil:
    script.moves[script.n] = move
    script.n += 1
    play_move(t, s, move)


cdef inline int rounds_left(const Tables* t, const Position* s) noexcept nogil:
    """Extractions still to come, this round's included, seen from the expansion or tank phase."""
    return t.n_rounds - s.round + 1


cdef inline double outlook(const Tables* t, const Position* s, int r) noexcept nogil:
    """What a unit made now will sell for: the price after the drift that the supply causes, some units being sold."""
    cdef int supply = s.supply[r] + 2
    cdef double price
    if supply > t.top_supply:
        supply = t.top_supply
    price = s.price[r] + t.supply_change[supply]
    if price < t.min_price[r]:
        return t.min_price[r]
    return t.max_price[r] if price > t.max_price[r] else price


cdef inline double gain_of_kind(const Tables* t, const Position* s, int seat, int r, int n_more) noexcept nogil:
    """Credits per round from one more tank of a kind, beside the `n_more` counted on already."""
    cdef int n = count(s.makes[r] & s.owned[seat]) + n_more
    cdef int made = 2 * n - 1 if n else 0          # as one group
    cdef int space = t.capacity[s.carriers[seat][r]] - made
    cdef double units = 2 if n else 1
    if r != ENERGY and space < units:
        units = space if space > 0 else 0
    if r == ENERGY:
        return units * outlook(t, s, ENERGY) * 0.9
    return units * outlook(t, s, r) - outlook(t, s, ENERGY)


cdef inline int best_kind(const Tables* t, const Position* s, int seat, const Taste* taste, int zone) noexcept nogil:
    """The kind that a tank without a converter should be: WATER to leave it."""
    cdef int r, best = WATER
    cdef double gain, best_gain = gain_of_kind(t, s, seat, WATER, -1), left = rounds_left(t, s)
    if t.river & bit(zone):
        best_gain += outlook(t, s, ENERGY)
    for r in range(N_RESOURCES):
        if r == WATER or s.converters_left[r] == 0 or s.credits[seat] < converter_price(r):
            continue
        if barred(t, r) & bit(zone):
            continue
        gain = gain_of_kind(t, s, seat, r, 0) - converter_price(r) / left
        if taste.kind == r:
            gain += 1000
        if gain > best_gain:
            best = r
            best_gain = gain
    return best


cdef inline bint wants_tank(const Tables* t, const Position* s, int seat, const Weights* w) noexcept nogil:
    """A tank is worth 25 in the end, and what it makes until then."""
    cdef int price = t.tank_price[s.market]
    cdef double left = rounds_left(t, s)
    if s.credits[seat] < price:
        return False
    if left == 1:
        return price + s.price[WATER] < 25 + outlook(t, s, QUARTZ) * 0.5
    return s.credits[seat] - price >= w.thrift


cdef inline int zone_for_tank(const Tables* t, const Position* s, int seat, uint64_t empty) noexcept nogil:
    """Beside own tanks, if tanks do not move; else anywhere, as they are arranged afterwards."""
    cdef uint64_t mine = tanks(s) & s.owned[seat], left = empty
    cdef int zone
    while left:
        zone = lowest(left)
        if t.neighbours[zone] & mine:
            return zone
        left &= left - 1
    return lowest(empty)


cdef inline void buy_tanks(
    const Tables* t, Position* s, int seat, const Weights* w, const Taste* taste, Script* script
) noexcept nogil:
    cdef uint64_t empty
    cdef int bought = 0, zone, kind
    cdef bint is_import
    while bought < taste.n_tanks and s.tanks_left > 0 and s.goods[seat][WATER] > 0:
        empty = s.owned[seat] & ~tanks(s)
        if not empty:
            return
        is_import = (
            s.goods[seat][QUARTZ] >= IMPORT_QUARTZ and s.credits[seat] >= IMPORT_CREDITS
            and (s.market == 0 or t.tank_price[s.market] > IMPORT_CREDITS + 2 * s.price[QUARTZ])
        )
        if not is_import and (s.market == 0 or not wants_tank(t, s, seat, w)):
            return
        zone = zone_for_tank(t, s, seat, empty)
        act(t, s, script, make(V_IMPORT if is_import else V_TANK, zone))
        bought += 1
        kind = best_kind(t, s, seat, taste, zone)
        if kind != WATER:
            act(t, s, script, make(V_CONVERTER, kind << 13 | zone << 7))


cdef inline void convert_tanks(
    const Tables* t, Position* s, int seat, const Taste* taste, Script* script
) noexcept nogil:
    """Converters for tanks without one that are worth more with one."""
    cdef uint64_t bare = s.makes[WATER] & s.owned[seat] & standing(s)
    cdef int zone, kind
    while bare:
        zone = lowest(bare)
        bare &= bare - 1
        kind = best_kind(t, s, seat, taste, zone)
        if kind != WATER:
            act(t, s, script, make(V_CONVERTER, kind << 13 | zone << 7))


cdef inline void buy_superchargers(const Tables* t, Position* s, int seat, const Taste* taste, Script* script) noexcept nogil:
    """50 in the end and a unit every round, for a water, an ore and two quartz."""
    cdef uint64_t bare
    cdef int bought = 0, cost
    cdef double value
    while bought < taste.n_superchargers:
        bare = standing(s) & s.owned[seat] & ~s.superchargers
        cost = s.price[WATER] + s.price[ORE] + SUPERCHARGER_QUARTZ * s.price[QUARTZ]
        value = 50 + rounds_left(t, s) * 0.5 * s.price[QUARTZ]
        if (
            not bare or s.superchargers_left == 0 or s.goods[seat][WATER] == 0 or s.goods[seat][ORE] == 0
            or s.goods[seat][QUARTZ] < SUPERCHARGER_QUARTZ or value < cost
        ):
            return
        if bare & ~s.makes[WATER]:
            bare &= ~s.makes[WATER]
        act(t, s, script, make(V_SUPERCHARGER, lowest(bare)))
        bought += 1


cdef inline void upgrade_carriers(
    const Tables* t, Position* s, int seat, const Weights* w, const Taste* taste, Script* script
) noexcept nogil:
    """A class up where the tanks make more than fits."""
    cdef int i, r, best, n, over, best_over
    for i in range(taste.n_upgrades):
        if s.goods[seat][ORE] == 0 or s.goods[seat][ENERGY] == 0 or rounds_left(t, s) < 2:
            return
        best = -1
        best_over = 0
        for r in range(ENERGY):
            n = count(s.makes[r] & s.owned[seat])
            over = (2 * n + s.goods[seat][r] / 2 - t.capacity[s.carriers[seat][r]]) * s.price[r]
            if n and s.carriers[seat][r] < MAX_CLASS and over > best_over:
                best = r
                best_over = over
        if best < 0 or best_over * rounds_left(t, s) < s.price[ORE] + s.price[ENERGY] + w.carrier:
            return
        act(t, s, script, make(V_UPGRADE, best))


# -- arranging ----------------------------------------------------------------------------------------------------------

cdef inline void solve(const Tables* t, const Position* s, int seat, uint64_t* target) noexcept nogil:
    """Where the tanks of each kind should stand: the dearest kind chooses first."""
    cdef uint64_t mine = standing(s) & s.owned[seat]
    cdef uint64_t free = s.owned[seat], liked = t.line[s.airship] if s.airship != NO_LINE else 0, now, allowed
    cdef int[N_RESOURCES] kinds
    cdef int i, j, r
    if s.tipped != NO_ZONE:
        free &= ~bit(s.tipped)
    if t.immobile_tanks:
        free = mine
    for i in range(N_RESOURCES):
        kinds[i] = i
    for i in range(1, N_RESOURCES):
        j = i
        while j > 0 and outlook(t, s, kinds[j]) > outlook(t, s, kinds[j - 1]):
            kinds[j], kinds[j - 1] = kinds[j - 1], kinds[j]
            j -= 1
    for i in range(N_RESOURCES):
        r = kinds[i]
        now = s.makes[r] & mine
        target[r] = 0
        if not now:
            continue
        allowed = free & ~barred(t, r)
        if r == WATER and not liked:
            target[r] = best_stand(t, allowed, t.river, now, count(now))
        else:
            target[r] = best_stand(t, allowed, liked, now, count(now))
        if count(target[r]) < count(now):      # no room where it may stand: leave everything as it is
            target[0] = target[1] = target[2] = target[3] = 0
            return
        free &= ~target[r]


cdef inline bint can_swap(const Tables* t, const Position* s, int a, int b) noexcept nogil:
    """Whether what stands on a may stand on b and the other way round (rules 6.2)."""
    if not t.river_limits:
        return True
    if (s.makes[QUARTZ] | s.makes[ORE]) & bit(a) and t.river & bit(b):
        return False
    return not ((s.makes[QUARTZ] | s.makes[ORE]) & bit(b) and t.river & bit(a))


cdef inline void put(const Tables* t, Position* s, Script* script, int verb, int a, int b) noexcept nogil:
    """Moves what is on a to b; a swap is written with the lower zone first."""
    cdef bint is_swap = (tanks(s) & bit(b)) != 0
    if verb == V_MOVE_CONVERTER:
        is_swap = (tanks(s) & ~s.makes[WATER] & bit(b)) != 0
    script.n_rearranged += 1
    if is_swap and b < a:
        act(t, s, script, make(verb, b << ZONE_BITS | a))
    else:
        act(t, s, script, make(verb, a << ZONE_BITS | b))


cdef inline void arrange(const Tables* t, Position* s, int seat, Script* script) noexcept nogil:
    """Brings every tank to a zone that its kind should stand on, one move each, then the superchargers."""
    cdef uint64_t[N_RESOURCES] target
    cdef uint64_t wanted, spare
    cdef int r, a, b, verb = V_MOVE_CONVERTER if t.immobile_tanks else V_MOVE_TANK
    solve(t, s, seat, target)
    for r in range(N_RESOURCES):
        if t.immobile_tanks and r == WATER:
            continue                            # they are what is left when the converters are placed
        wanted = target[r] & ~s.makes[r]
        while wanted:
            b = lowest(wanted)
            wanted &= wanted - 1
            spare = s.makes[r] & s.owned[seat] & standing(s) & ~target[r]
            while spare and not can_swap(t, s, lowest(spare), b):
                spare &= spare - 1
            if not spare or s.rearranged >= MAX_REARRANGED - 4:
                break
            a = lowest(spare)
            put(t, s, script, verb, a, b)
    move_superchargers(t, s, seat, script)


cdef inline void move_superchargers(const Tables* t, Position* s, int seat, Script* script) noexcept nogil:
    """A supercharger on a water or energy tank serves a dearer kind, if one has none."""
    cdef uint64_t mine = standing(s) & s.owned[seat], poor, rich
    cdef int r
    for r in range(ORE + 1):
        if outlook(t, s, r) <= outlook(t, s, WATER):
            continue
        rich = mine & s.makes[r] & ~s.superchargers
        poor = mine & s.superchargers & (s.makes[WATER] | s.makes[ENERGY])
        while rich and poor and s.rearranged < MAX_REARRANGED:
            script.n_rearranged += 1
            act(t, s, script, make(V_MOVE_SUPERCHARGER, lowest(poor) << ZONE_BITS | lowest(rich)))
            rich &= rich - 1
            poor &= poor - 1


# -- the turn -----------------------------------------------------------------------------------------------------------

cdef inline bint has_business(const Tables* t, const Position* s, int seat, const Weights* w) noexcept nogil:
    """Whether activating for a water is worth it."""
    cdef uint64_t own = s.owned[seat], mine = tanks(s) & own
    if s.goods[seat][WATER] >= 2 and own & ~mine and s.market > 0 and wants_tank(t, s, seat, w):
        return True
    if s.goods[seat][QUARTZ] >= 2 and s.goods[seat][WATER] >= 2 and mine:
        return True
    return mine != 0 and s.round < t.n_rounds or count(mine) > 1


cdef inline void tank_turn(
    const Tables* t, Position* s, const Weights* w, const Taste* taste, Script* script
) noexcept nogil:
    """Plays the mover's whole turn from its activation, or from where it is in the tank phase."""
    cdef int seat = s.mover
    cdef uint64_t own
    if s.phase == ACTIVATION:
        if s.goods[seat][WATER] == 0 and t.is_ludoart and not s.makes[WATER] & s.owned[seat]:
            own = standing(s) & s.owned[seat]
            act(t, s, script, make(V_EMERGENCY, highest(own) if own else EMERGENCY_NO_TANK))
            return
        if s.goods[seat][WATER] == 0 or taste.is_passive or not has_business(t, s, seat, w):
            act(t, s, script, make(V_DECLINE, 0))
            return
        act(t, s, script, make(V_ACTIVATE, 0))
    buy_superchargers(t, s, seat, taste, script)
    buy_tanks(t, s, seat, w, taste, script)
    convert_tanks(t, s, seat, taste, script)
    upgrade_carriers(t, s, seat, w, taste, script)
    if tanks(s) & s.owned[seat]:
        arrange(t, s, seat, script)
    act(t, s, script, make(V_DONE, 0))
