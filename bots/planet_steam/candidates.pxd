"""Which actions the search looks at in each phase, best first, with prior weights.

Bids are thinned to a few prices up to what the thing is worth, claims to the best zones, trades to the amounts that
change something, a tank turn to a few plans, an extraction to how much energy is spent.
"""
from libc.stdint cimport uint64_t

from bots.guide cimport action_t
from bots.planet_steam.building cimport AUTO, TurnPlan, plain_plan, tanks_to_power
from bots.planet_steam.policy cimport (
    choose_claim, choose_manipulation, choose_move, fill_zone_values, is_bidding, manipulate_one, roll_value,
)
from bots.planet_steam.trading cimport choose_trade
from bots.planet_steam.values cimport Weights, Worth, bid_limit, card_value, fill_units, money_limit
from engine.game cimport move_t
from engine.planet_steam.accessors cimport highest_shift, level_price, lowest_shift, STRONG, WEAK
from engine.planet_steam.rules cimport list_legal
from engine.planet_steam.state cimport (
    ACTIVATION, CLAIMING, count, EXTRACTION, has_marker, lowest, make, MANIPULATE_PRICES, N_RESOURCES, N_ZONES,
    NO_SEAT, OFFER_ZONE, ORE, PLACE_NEUTRAL, PLACE_OWN, Position, QUARTZ, RIVER_NEUTRAL, room, Tables, TAKE_CARD,
    TANK_PHASE, TRADE, unclaimed, V_BID, V_BUY, V_CLAIM, V_LICENSE, V_OFFER, V_OWN, V_PASS, V_ROLL, V_SELL, V_SKIP,
    V_TAKE, WATER,
)

cdef enum:
    MAX_CANDIDATES = 64
    MAX_ZONES = 8              # claims and offers looked at
    PLAN_BIT = 32              # from here on an action is a plan: bit 32, then its kind and fields
    POWER_PLAN = 1 << 16       # a power plan's low bits: energy spent at most


cdef struct List:
    int n
    action_t[MAX_CANDIDATES] actions
    double[MAX_CANDIDATES] weights


cdef inline void add(List* found, action_t action, double weight) noexcept nogil:
    """Appends an action unless it is there; a second mention adds its weight."""
    cdef int i
    for i in range(found.n):
        if found.actions[i] == action:
            found.weights[i] += weight
            return
    if found.n < MAX_CANDIDATES:
        found.actions[found.n] = action
        found.weights[found.n] = weight
        found.n += 1


cdef inline void sort_by_weight(List* found) noexcept nogil:
    cdef int i, j
    cdef action_t action
    cdef double weight
    for i in range(1, found.n):
        action, weight = found.actions[i], found.weights[i]
        j = i
        while j > 0 and found.weights[j - 1] < weight:
            found.actions[j], found.weights[j] = found.actions[j - 1], found.weights[j - 1]
            j -= 1
        found.actions[j], found.weights[j] = action, weight


# -- bids -----------------------------------------------------------------------------------------------------------------

cdef inline void add_bids(const Position* s, List* found, double limit, int most) noexcept nogil:
    """`pass`, one more, and prices at shares of what it is worth."""
    cdef int low = s.bid + 1, price, i
    cdef double[4] shares = [0.5, 0.75, 1.0, 1.3]
    cdef bint is_cheap = low <= limit
    if s.in_auction & (s.in_auction - 1) == 0:
        add(found, make(V_BID, 1), 1)
        return
    if s.bid > 0:
        add(found, make(V_PASS, 0), 0.3 if is_cheap else 0.8)
    if low > most:
        return
    add(found, make(V_BID, low), 0.5 if is_cheap else 0.15)
    for i in range(4):
        price = <int>(limit * shares[i])
        if price > low and price <= most:
            add(found, make(V_BID, price), 0.12)


# -- zones ----------------------------------------------------------------------------------------------------------------

cdef inline void add_zones(
    const Tables* t, const Position* s, const Weights* w, List* found, int verb, uint64_t zones, int n, double weight
) noexcept nogil:
    """The n best zones for the mover."""
    cdef List all
    cdef double[N_ZONES] values
    cdef int i, zone
    fill_zone_values(t, s, w, s.mover, zones, values)
    all.n = 0
    while zones:
        zone = lowest(zones)
        zones &= zones - 1
        add(&all, make(verb, zone), roll_value(t, s, values, zone) if verb == V_ROLL else values[zone])
    sort_by_weight(&all)
    for i in range(all.n if all.n < n else n):
        add(found, all.actions[i], weight / (1 + 0.3 * (all.weights[0] - all.weights[i])))


cdef inline void add_claims(const Tables* t, const Position* s, const Weights* w, List* found) noexcept nogil:
    cdef uint64_t zones = unclaimed(t, s)
    if has_marker(t, s, s.mover):
        if zones:
            add_zones(t, s, w, found, V_CLAIM if t.predictable_claims else V_ROLL, zones, MAX_ZONES, 1)
        if s.licenses[s.mover] > 0 and zones | s.neutral:
            add_zones(t, s, w, found, V_LICENSE, zones | s.neutral, 4, 0.4)
    add(found, choose_claim(t, s, w), 0.3)
    add(found, make(V_SKIP, 0), 0.02)


# -- trade ----------------------------------------------------------------------------------------------------------------

cdef inline void add_trades(const Tables* t, const Position* s, const Weights* w, List* found) noexcept nogil:
    """The policy's deal, `pass`, everything, and the amounts at which the price moves otherwise."""
    cdef int seat = s.mover, r = s.order[s.place] - 1, held = s.goods[seat][r], n, most, change, last
    add(found, choose_trade(t, s, w), 0.8)
    add(found, make(V_PASS, 0), 0.3)
    if held > 0:
        add(found, make(V_SELL, held), 0.2)
        if held > 1:
            add(found, make(V_SELL, held - 1), 0.1)
            add(found, make(V_SELL, 1), 0.05)
            add(found, make(V_SELL, (held + 1) // 2), 0.1)
        if held > 2:
            add(found, make(V_SELL, held - 2), 0.08)
        last = t.supply_change[r][s.supply[r]]
        for n in range(1, held):
            if s.supply[r] + n >= t.top_supply[r]:
                break
            change = t.supply_change[r][s.supply[r] + n + 1]
            if change != last:                     # one more would lower the price further
                add(found, make(V_SELL, n), 0.1)
                last = change
    most = s.credits[seat] // s.price[r]
    if most > s.supply[r]:
        most = s.supply[r]
    n = room(t, s, seat, r)
    if most > n:
        most = n
    if most <= 0:
        return
    add(found, make(V_BUY, 1), 0.1)
    add(found, make(V_BUY, most), 0.1)
    if most >= 2:
        add(found, make(V_BUY, 2), 0.08)
    if most >= 3:
        add(found, make(V_BUY, 3), 0.06)
    last = t.supply_change[r][s.supply[r]]
    for n in range(1, most + 1):
        change = t.supply_change[r][s.supply[r] - n]
        if change != last:                         # this one raises the price
            add(found, make(V_BUY, n), 0.08)
            last = change


# -- whole turns ------------------------------------------------------------------------------------------------------------

cdef inline action_t number_of(TurnPlan plan) noexcept nogil:
    return (
        <action_t>1 << PLAN_BIT | <action_t>(plan.kind + 1) | <action_t>plan.n_tanks << 3
        | <action_t>plan.n_superchargers << 6 | <action_t>plan.n_upgrades << 9 | <action_t>plan.is_passive << 12
        | <action_t>plan.must_activate << 13 | <action_t>plan.is_switching << 14 | <action_t>plan.n_first << 17
        | <action_t>(plan.second + 1) << 20 | <action_t>(plan.upgrade + 1) << 23
    )


cdef inline TurnPlan plan_numbered(action_t number, bint is_careful) noexcept nogil:
    return TurnPlan(
        kind=<int>(number & 7) - 1, n_first=number >> 17 & 7, second=<int>(number >> 20 & 7) - 1,
        upgrade=<int>(number >> 23 & 7) - 1, n_tanks=number >> 3 & 7, n_superchargers=number >> 6 & 7,
        n_upgrades=number >> 9 & 7, is_passive=number >> 12 & 1, must_activate=number >> 13 & 1,
        is_switching=number >> 14 & 1, is_careful=is_careful, fixed=0,
    )


cdef inline void add_turn(
    List* found, double weight, int kind, int n_tanks, int n_superchargers, int n_upgrades
) noexcept nogil:
    """A turn of which it is decided what tanks become, or how many are bought."""
    add(found, number_of(TurnPlan(kind, 0, AUTO, AUTO, n_tanks, n_superchargers, n_upgrades, False, True, False, False, 0)),
        weight)


cdef inline void add_mixed_turn(
    List* found, double weight, int kind, int n_first, int second, bint is_switching
) noexcept nogil:
    """A turn in which the first converters are of a kind, the others of another."""
    add(found, number_of(TurnPlan(kind, n_first, second, AUTO, 7, 7, 7, False, True, is_switching, False, 0)), weight)


cdef inline void add_turns(const Tables* t, const Position* s, List* found) noexcept nogil:
    """The policy's own turn, and turns restricted in one way each; the guide merges those that come to the same."""
    cdef int r
    add(found, number_of(plain_plan()), 1)
    if s.phase == ACTIVATION and s.goods[s.mover][WATER] == 0:
        return
    add_turn(found, 0.3, AUTO, 7, 7, 7)
    for r in range(N_RESOURCES):
        add_turn(found, 0.3 if r < WATER else 0.12, r, 7, 7, 7)
    add_turn(found, 0.15, AUTO, 0, 7, 7)
    add_turn(found, 0.25, AUTO, 1, 7, 7)
    add_turn(found, 0.15, AUTO, 2, 7, 7)
    add_turn(found, 0.15, AUTO, 7, 0, 7)
    add_turn(found, 0.15, AUTO, 7, 1, 7)
    add_turn(found, 0.15, AUTO, 7, 7, 0)
    add_turn(found, 0.1, AUTO, 0, 0, 0)
    if s.phase == ACTIVATION:
        add(found, number_of(TurnPlan(AUTO, 0, AUTO, AUTO, 0, 0, 0, True, False, False, False, 0)), 0.2)


cdef inline void add_rare_turns(const Tables* t, const Position* s, List* found, double weight) noexcept nogil:
    """Turns for a decision that is looked at long: mixed converters, few of a kind, kinds switched, carriers upgraded
    before they overflow."""
    cdef int r, other, n
    if s.phase == ACTIVATION and s.goods[s.mover][WATER] == 0:
        return
    for r in range(N_RESOURCES):
        add(found, number_of(TurnPlan(AUTO, 0, AUTO, r, 7, 7, 7, False, True, False, False, 0)), weight)
        if r == WATER:
            continue
        for n in range(1, 3):
            for other in range(N_RESOURCES):
                if other != r:
                    add_mixed_turn(found, weight, r, n, other, False)
            add_mixed_turn(found, weight, r, n, AUTO, False)
            add_mixed_turn(found, weight, r, n, AUTO, True)
        add_turn(found, weight, r, 0, 7, 7)
        add_turn(found, weight, r, 1, 7, 7)


cdef inline void add_extractions(const Tables* t, const Position* s, const Weights* w, List* found) noexcept nogil:
    cdef int n
    cdef Worth worth
    cdef action_t base = <action_t>1 << PLAN_BIT | POWER_PLAN
    fill_units(t, s, w, s.mover, &worth)
    n = count(tanks_to_power(t, s, &worth, s.mover, 63))
    add(found, base | <action_t>n, 1)
    if n > 0:
        add(found, base, 0.1)
    if n > 1:
        add(found, base | <action_t>(n - 1), 0.1)


# -- everything ---------------------------------------------------------------------------------------------------------------

cdef inline void add_manipulations(const Tables* t, const Position* s, const Weights* w, List* found) noexcept nogil:
    """The policy's, none, and each price by a level's whole reach."""
    cdef int r, level, shift, way
    add(found, choose_manipulation(t, s, w), 1)
    add(found, manipulate_one(WEAK, ORE, 0), 0.2)
    for level in range(WEAK, STRONG + 1):
        if s.credits[s.mover] < level_price(level):
            break
        for r in range(QUARTZ if level == STRONG else ORE, N_RESOURCES):
            for way in range(2):
                shift = highest_shift(t, s, r, 3 + level) if way else lowest_shift(t, s, r, 3 + level)
                if shift:
                    add(found, manipulate_one(level, r, shift), 0.1)


cdef inline void add_all(const Tables* t, const Position* s, List* found, move_t* moves, double weight) noexcept nogil:
    """Every legal move, as far as there is room: for decisions with few."""
    cdef int i, n = list_legal(t, s, moves)
    for i in range(n):
        add(found, moves[i], weight)


cdef inline void list_candidates(
    const Tables* t, const Position* s, const Weights* w, move_t* moves, List* found
) noexcept nogil:
    """`moves` is a buffer for the game's max_moves."""
    cdef int phase = s.phase, seat = s.mover, card
    found.n = 0
    if phase == TRADE:
        add_trades(t, s, w, found)
    elif is_bidding(s):
        add_bids(s, found, bid_limit(t, s, w, seat), money_limit(t, s, seat))
    elif phase == CLAIMING:
        add_claims(t, s, w, found)
    elif phase == ACTIVATION or phase == TANK_PHASE:
        add_turns(t, s, found)
    elif phase == EXTRACTION:
        add_extractions(t, s, w, found)
    elif phase == MANIPULATE_PRICES:
        add_manipulations(t, s, w, found)
    elif phase == OFFER_ZONE:
        add_zones(t, s, w, found, V_OFFER, unclaimed(t, s) if unclaimed(t, s) else s.neutral, MAX_ZONES, 1)
    elif phase == PLACE_OWN:
        add_zones(t, s, w, found, V_OWN, unclaimed(t, s), MAX_ZONES, 1)
    elif phase == RIVER_NEUTRAL or phase == PLACE_NEUTRAL:
        add(found, choose_move(t, s, w), 1)
        add_all(t, s, found, moves, 0.1)
    elif phase == TAKE_CARD:
        for card in range(t.n_seats):
            if s.turn_order[card] == NO_SEAT:
                add(found, make(V_TAKE, card + 1), 1 + card_value(t, s, w, seat, card))
    else:
        add(found, choose_move(t, s, w), 1)
        add_all(t, s, found, moves, 0.25)
    sort_by_weight(found)
