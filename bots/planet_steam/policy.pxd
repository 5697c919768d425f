"""The policy: one good move for whoever has to move, phase by phase. The heuristic bot plays it, playouts follow it."""
from libc.stdint cimport uint64_t

from bots.planet_steam.building cimport TurnPlan, plain_plan, tanks_to_power, yield_added
from bots.planet_steam.tank_turn cimport Script, tank_turn
from bots.planet_steam.trading cimport choose_certificate, choose_trade
from bots.planet_steam.values cimport (
    Weights, Worth, bid_limit, bonus_value, card_value, fill_units, line_units, money_limit, place_value,
    zone_value,
)
from engine.game cimport move_t
from engine.planet_steam.accessors cimport (
    AGENT_RESOURCE, ENGINEER_TAKES_CREDITS, ENGINEER_TAKES_LICENSE, free_resources, highest_shift, level_price,
    lowest_shift, MODERATE, nearest_unclaimed, SHIFT_ZERO, STRONG, WEAK, yield_of, zones_for_neutrals,
)
from engine.planet_steam.rules cimport play_move
from engine.planet_steam.state cimport (
    ACTIVATION, bit, CERTIFICATES, CLAIMING, count, ENERGY, EXTRACTION, FREELANCE_BID, has_marker, highest, lowest,
    made_by, make, MANIPULATE_PRICES, MAX_CLASS, MOORING, N_LINES, N_RESOURCES, N_ZONES, NAME_VICTIM, NO_SEAT,
    NO_ZONE, OFFER_ZONE, ORE, PLACE_MARKER, PLACE_NEUTRAL, PLACE_OWN, Position, QUARTZ, RIVER_NEUTRAL, room,
    SETUP_UPGRADE, SHIFT_CLAIM, SPECIALIST_BID, STOWING, Tables, TAKE_BONUS, TAKE_CARD, TANK_PHASE, tanks, TIP_TANK, TRADE,
    unclaimed, USE_AGENT, USE_ENGINEER, V_AGENT, V_BID, V_BONUS, V_CLAIM, V_ENGINEER, V_EXTRACT, V_KEEP, V_LICENSE,
    V_MANIPULATE, V_MARKER, V_MOOR, V_NEUTRAL, V_OFFER, V_OWN, V_PASS, V_POWER, V_RELEASE, V_ROLL, V_SABOTAGE,
    V_SHIFT, V_SKIP, V_STOW, V_TAKE, V_TIP, V_UPGRADE, ZONE_BID, cargo,
)
from engine.rng cimport Rng, uniform


# -- auctions -----------------------------------------------------------------------------------------------------------

cdef inline move_t choose_bid(
    const Tables* t, const Position* s, const Weights* w, double step, double share
) noexcept nogil:
    """Raises by a part (`step`) of what is left to the seat's limit, of which a share counts."""
    cdef int seat = s.mover, most = money_limit(t, s, seat), bid
    cdef double limit = share * bid_limit(t, s, w, seat)
    if s.bid == 0:
        if s.in_auction & (s.in_auction - 1) == 0:
            return make(V_BID, 1)
        bid = <int>(limit * step)
        bid = bid if bid > 1 else 1
        return make(V_BID, bid if bid < most else most)
    if limit > most:
        limit = most
    if s.bid + 1 > limit:
        return make(V_PASS, 0)
    bid = s.bid + 1 + <int>((limit - s.bid - 1) * step)
    return make(V_BID, bid)


cdef inline move_t choose_card(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef int card, best = -1
    cdef double value, best_value = -1e9
    for card in range(t.n_seats):
        if s.turn_order[card] == NO_SEAT:
            value = card_value(t, s, w, s.mover, card)
            if value > best_value:
                best_value = value
                best = card
    return make(V_TAKE, best + 1)


cdef inline move_t choose_bonus(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef int r, best = -1
    cdef double value, best_value = -1e9
    cdef Worth worth
    fill_units(t, s, w, s.mover, &worth)
    for r in range(N_RESOURCES):
        if s.bonus[r]:
            value = bonus_value(t, s, &worth, s.mover, r)
            if value > best_value:
                best_value = value
                best = r
    return make(V_BONUS, best)


cdef inline move_t choose_engineer(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """A licence only when zones run short; else 15 credits."""
    if s.licenses_left > 0 and count(unclaimed(t, s)) < t.n_seats and s.neutral and s.licenses[s.mover] == 0:
        if has_marker(t, s, s.mover):
            return make(V_ENGINEER, ENGINEER_TAKES_LICENSE)
    return make(V_ENGINEER, ENGINEER_TAKES_CREDITS)


cdef inline move_t choose_agent(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef int r, best = -1
    cdef double value, best_value = -1
    cdef Worth worth
    fill_units(t, s, w, s.mover, &worth)
    for r in range(N_RESOURCES):
        value = bonus_value(t, s, &worth, s.mover, r)
        if value > best_value and room(t, s, s.mover, r) > 0:
            best_value = value
            best = AGENT_RESOURCE + r
    if best >= 0:
        return make(V_AGENT, best)
    for r in range(N_RESOURCES):
        if s.carriers[s.mover][r] < MAX_CLASS:
            return make(V_AGENT, r)
    return make(V_AGENT, 0)


cdef inline double stake(const Tables* t, const Position* s, int seat, int r) noexcept nogil:
    """How many units more than the others on average a seat will have to sell this round."""
    cdef int other
    cdef double mine = 0, theirs = 0, n
    for other in range(t.n_seats):
        n = s.goods[other][r] + yield_of(t, s, s.owned[other] & s.makes[r])
        if other == seat:
            mine = n
        else:
            theirs += n
    return mine - theirs / (t.n_seats - 1)


cdef inline move_t manipulate_one(int level, int r, int shift) noexcept nogil:
    """Moves one price."""
    cdef int still = SHIFT_ZERO << 12 | SHIFT_ZERO << 8 | SHIFT_ZERO << 4 | SHIFT_ZERO
    return make(V_MANIPULATE, (level << 16 | still) + shift * (1 << 4 * (ENERGY - r)))


cdef inline move_t choose_manipulation(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """The one price whose move helps most: by 3 for nothing, 4 for 4 credits, or any by 5 for 8."""
    cdef int level, r, d, best_level = WEAK, best_r = ORE, best_d = 0, limit
    cdef double value, best = 0.01
    for level in range(WEAK, STRONG + 1):
        if s.credits[s.mover] < level_price(level):
            continue
        limit = 3 if level == WEAK else 4 if level == MODERATE else 5
        for r in range(N_RESOURCES):
            if r == QUARTZ and level != STRONG:
                continue
            value = stake(t, s, s.mover, r)
            d = highest_shift(t, s, r, limit) if value > 0 else lowest_shift(t, s, r, limit)
            value = value * d - level_price(level)
            if value > best:
                best = value
                best_level = level
                best_r = r
                best_d = d
    return manipulate_one(best_level, best_r, best_d)


cdef inline move_t choose_marker(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """The printed order as far as it is free, else the first free place and resource."""
    cdef int place, first = -1, free = free_resources(s)
    for place in range(N_RESOURCES):
        if s.order[place]:
            continue
        if free >> place & 1:
            return make(V_MARKER, place << 2 | place)
        if first < 0:
            first = place
    return make(V_MARKER, first << 2 | lowest(free))


cdef inline move_t choose_victim(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """The opponent with most tanks and zones."""
    cdef int seat, best = -1
    cdef double value, best_value = -1
    for seat in range(t.n_seats):
        if seat == s.mover or not tanks(s) & s.owned[seat]:
            continue
        value = count(tanks(s) & s.owned[seat]) + count(s.owned[seat])
        if value > best_value:
            best_value = value
            best = seat
    return make(V_SABOTAGE, best)


cdef inline move_t choose_tip(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """The tank that would be missed least."""
    cdef uint64_t mine = tanks(s) & s.owned[s.mover]
    cdef int zone, r, best = lowest(mine)
    cdef double value, best_value = 1e9
    cdef Worth worth
    fill_units(t, s, w, s.mover, &worth)
    while mine:
        zone = lowest(mine)
        mine &= mine - 1
        r = made_by(s, zone)
        value = worth.unit[r] * yield_added(t, s, s.makes[r] & s.owned[s.mover] & ~bit(zone), zone)
        if value < best_value:
            best_value = value
            best = zone
    return make(V_TIP, best)


# -- zones --------------------------------------------------------------------------------------------------------------

cdef inline void fill_zone_values(
    const Tables* t, const Position* s, const Weights* w, int seat, uint64_t zones, double* values
) noexcept nogil:
    """What each zone of a set is worth to a seat, by zone: where a roll may end up is looked at five times and more."""
    while zones:
        values[lowest(zones)] = zone_value(t, s, w, seat, lowest(zones))
        zones &= zones - 1


cdef inline int best_of(const double* values, uint64_t zones, double* value) noexcept nogil:
    """The best zone of a set whose values are filled in."""
    cdef int zone, best = NO_ZONE
    value[0] = -1e9
    while zones:
        zone = lowest(zones)
        zones &= zones - 1
        if values[zone] > value[0]:
            value[0] = values[zone]
            best = zone
    return best


cdef inline int best_zone(
    const Tables* t, const Position* s, const Weights* w, int seat, uint64_t zones, double* value
) noexcept nogil:
    cdef double[N_ZONES] values
    fill_zone_values(t, s, w, seat, zones, values)
    return best_of(values, zones, value)


cdef inline double roll_value(const Tables* t, const Position* s, const double* values, int zone) noexcept nogil:
    """Half the time the zone itself, else the best of the nearest others, or 15 credits; `values` has all unclaimed."""
    cdef uint64_t others = nearest_unclaimed(t, s, zone)
    cdef double other = 15
    if others:
        best_of(values, others, &other)
    return 0.5 * values[zone] + 0.5 * other


cdef inline move_t choose_claim(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef uint64_t zones = unclaimed(t, s), left
    cdef int zone
    cdef double value, best_value = 0
    cdef double[N_ZONES] values
    cdef move_t best = make(V_SKIP, 0)
    if not has_marker(t, s, s.mover):
        return best
    fill_zone_values(t, s, w, s.mover, zones | s.neutral if s.licenses[s.mover] > 0 else zones, values)
    left = zones
    if zones and t.predictable_claims:
        best = make(V_CLAIM, best_of(values, zones, &best_value))
    elif zones:
        while left:
            zone = lowest(left)
            left &= left - 1
            value = roll_value(t, s, values, zone)
            if value > best_value:
                best_value = value
                best = make(V_ROLL, zone)
    if s.licenses[s.mover] > 0 and zones | s.neutral:
        zone = best_of(values, zones | s.neutral, &value)
        if value - 15 > best_value:
            best = make(V_LICENSE, zone)
    return best


cdef inline move_t choose_neutral(const Tables* t, const Position* s, const Weights* w, uint64_t zones) noexcept nogil:
    """Where it hurts others more than oneself."""
    cdef int zone, other, best = lowest(zones)
    cdef double value, best_value = -1e9, theirs, here
    while zones:
        zone = lowest(zones)
        zones &= zones - 1
        theirs = 0
        for other in range(t.n_seats):
            if other != s.mover:
                here = place_value(t, s, w, other, zone)
                theirs = here if here > theirs else theirs
        value = theirs - place_value(t, s, w, s.mover, zone)
        if value > best_value:
            best_value = value
            best = zone
    return make(V_NEUTRAL, best)


cdef inline move_t choose_mooring(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef int line, seat, best = 0
    cdef double value, best_value = -1e9, theirs, here
    for line in range(N_LINES):
        theirs = 0
        for seat in range(t.n_seats):
            if seat != s.mover:
                here = line_units(t, s, seat, line)
                theirs = here if here > theirs else theirs
        value = line_units(t, s, s.mover, line) + 0.2 * count(t.line[line] & tanks(s) & s.owned[s.mover]) - 0.5 * theirs
        if value > best_value:
            best_value = value
            best = line
    return make(V_MOOR, best + 1)


cdef inline move_t choose_upgrade(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    return make(V_UPGRADE, QUARTZ)


cdef inline move_t choose_move(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """The policy's move outside auctions, tank turns and extraction."""
    cdef int phase = s.phase
    cdef double value
    cdef uint64_t zones
    if phase == TRADE:
        return choose_trade(t, s, w)
    elif phase == CERTIFICATES:
        return choose_certificate(t, s, w)
    elif phase == CLAIMING:
        return choose_claim(t, s, w)
    elif phase == SHIFT_CLAIM:
        return make(V_SHIFT, best_zone(t, s, w, s.mover, nearest_unclaimed(t, s, s.zone), &value))
    elif phase == TAKE_CARD:
        return choose_card(t, s, w)
    elif phase == TAKE_BONUS:
        return choose_bonus(t, s, w)
    elif phase == USE_ENGINEER:
        return choose_engineer(t, s, w)
    elif phase == USE_AGENT:
        return choose_agent(t, s, w)
    elif phase == OFFER_ZONE:
        zones = unclaimed(t, s)
        return make(V_OFFER, best_zone(t, s, w, s.mover, zones if zones else s.neutral, &value))
    elif phase == MOORING:
        return choose_mooring(t, s, w)
    elif phase == SETUP_UPGRADE:
        return choose_upgrade(t, s, w)
    elif phase == MANIPULATE_PRICES:
        return choose_manipulation(t, s, w)
    elif phase == PLACE_MARKER:
        return choose_marker(t, s, w)
    elif phase == NAME_VICTIM:
        return choose_victim(t, s, w)
    elif phase == TIP_TANK:
        return choose_tip(t, s, w)
    elif phase == RIVER_NEUTRAL:
        return choose_neutral(t, s, w, unclaimed(t, s) & t.river)
    elif phase == PLACE_OWN:
        return make(V_OWN, best_zone(t, s, w, s.mover, unclaimed(t, s), &value))
    elif phase == PLACE_NEUTRAL:
        return choose_neutral(t, s, w, zones_for_neutrals(t, s))
    elif phase == STOWING:
        return choose_stow(t, s, w)
    return make(V_KEEP, 0) if s.freelance_bid <= w.freelance and s.credits[s.mover] >= s.freelance_bid else make(
        V_RELEASE, 0)


cdef inline move_t choose_stow(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """Towards the load that is worth most: of what may be stowed the first resource that is in it."""
    cdef int r, best, spaces = t.freelance_space - cargo(t, s, s.mover)
    cdef int[N_RESOURCES] left
    cdef Worth worth
    fill_units(t, s, w, s.mover, &worth)
    for r in range(N_RESOURCES):
        left[r] = s.unstowed[r]
    while spaces > 0:
        best = -1
        for r in range(N_RESOURCES):
            if left[r] > 0 and (best < 0 or worth.unit[r] > worth.unit[best]):
                best = r
        left[best] -= 1
        spaces -= 1
    for r in range(N_RESOURCES):
        if left[r] < s.unstowed[r]:
            return make(V_STOW, r)
    return 0


# -- whole decisions ----------------------------------------------------------------------------------------------------

cdef inline bint is_bidding(const Position* s) noexcept nogil:
    return s.phase == SPECIALIST_BID or s.phase == ZONE_BID or s.phase == FREELANCE_BID


cdef inline uint64_t marks_to_come(
    const Tables* t, const Position* s, const Worth* worth, int energy
) noexcept nogil:
    """The tanks that the mover should still power with so much energy: marks go upwards, and those made stay."""
    cdef uint64_t zones = tanks_to_power(t, s, worth, s.mover, energy)
    if s.power_from == 0:
        return zones
    zones = zones >> s.power_from << s.power_from
    while count(zones) + count(s.powered) > s.goods[s.mover][ENERGY]:
        zones &= ~bit(highest(zones))
    return zones


cdef inline void power(const Tables* t, Position* s, const Weights* w, int energy) noexcept nogil:
    """The mover's extraction at one go: the marks and `extract`."""
    cdef Worth worth
    fill_units(t, s, w, s.mover, &worth)
    s.powered |= marks_to_come(t, s, &worth, energy)
    play_move(t, s, make(V_EXTRACT, 0))


cdef inline void play_turn(const Tables* t, Position* s, const Weights* w, Rng* rng, double noise) noexcept nogil:
    """The mover's next decision in a playout. Bids go half-way to a limit that varies by the noise, so that auctions are
    short and prices differ between playouts."""
    cdef Script script
    cdef TurnPlan plan
    if s.phase == ACTIVATION or s.phase == TANK_PHASE:
        script.n = 0
        plan = plain_plan()
        tank_turn(t, s, w, &plan, &script)
    elif s.phase == EXTRACTION:
        power(t, s, w, 255)
    elif is_bidding(s):
        play_move(t, s, choose_bid(t, s, w, 0.5, 1 + noise * (2 * uniform(rng) - 1)))
    else:
        play_move(t, s, choose_move(t, s, w))


cdef inline void write_turn(const Tables* t, Position* s, const Weights* w, Script* script) noexcept nogil:
    """The moves of the mover's next decision, as the heuristic bot makes it: without noise, a turn as a whole."""
    cdef Worth worth
    cdef TurnPlan plan
    cdef uint64_t zones
    script.n = 0
    if s.phase == ACTIVATION or s.phase == TANK_PHASE:
        plan = plain_plan()
        tank_turn(t, s, w, &plan, script)
    elif s.phase == EXTRACTION:
        fill_units(t, s, w, s.mover, &worth)
        zones = marks_to_come(t, s, &worth, 255)
        while zones:
            script.moves[script.n] = make(V_POWER, lowest(zones))
            zones &= zones - 1
            script.n += 1
        script.moves[script.n] = make(V_EXTRACT, 0)
        script.n += 1
    else:
        script.moves[0] = choose_bid(t, s, w, w.bid_step, 1) if is_bidding(s) else choose_move(t, s, w)
        script.n = 1
