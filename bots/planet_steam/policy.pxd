"""A complete, fast player of Planet Steam: what to do in every phase, from what the mover may know.

The playouts of the search follow it with some noise, the heuristic bot follows it without. Whole turns of the tank
phase are in tank_turn.pxd, powering in power_turn.pxd.
"""
from bots.planet_steam.power_turn cimport tanks_to_power
from bots.planet_steam.tank_turn cimport MAX_TURN, Script, gain_of_kind, outlook, rounds_left, tank_turn
from bots.planet_steam.taste cimport AUTO, Taste, Weights
from engine.game cimport move_t
from engine.planet_steam.flow cimport play_move
from engine.planet_steam.claiming cimport nearest_unclaimed
from engine.planet_steam.round_end cimport wealth
from engine.planet_steam.specialists cimport *
from engine.planet_steam.state cimport *
from engine.rng cimport Rng, uniform


cdef inline double jitter(Rng* rng, double noise) noexcept nogil:
    """A factor around 1: within 1 ± noise."""
    return 1 + noise * (2 * uniform(rng) - 1) if noise > 0 else 1


# -- what things are worth ------------------------------------------------------------------------------------------------

cdef inline double zone_value(const Tables* t, const Position* s, const Weights* w, int seat, int zone) noexcept nogil:
    """A zone to a seat: 25 in the end, and room for tanks that work together until then."""
    cdef uint64_t own = s.owned[seat]
    cdef double left = rounds_left(t, s), value = 25 + w.zone * left
    value += w.neighbour * left * count(t.neighbours[zone] & own)
    value += w.line * left * count(t.line[zone // N_POSITIONS] & own)
    if t.river & bit(zone):
        value += w.river * left
    return value


cdef inline int best_line(const Tables* t, const Position* s, int seat, double* value) noexcept nogil:
    """The line on which the airship serves the seat best, and what it would add in credits."""
    cdef uint64_t own = s.owned[seat], mine = standing(s) & own, here
    cdef int line, r, n, best = 0, n_mine = count(mine), rank
    cdef double gain, dearest = 0, best_gain = -1
    for r in range(N_RESOURCES):
        if s.makes[r] & mine and outlook(t, s, r) > dearest:
            dearest = outlook(t, s, r)
    for line in range(N_LINES):
        here = t.line[line]
        if t.immobile_tanks:
            n = count(here & mine)
        else:
            n = count(here & own)
            if n > n_mine:
                n = n_mine
        gain = n * dearest + 0.1 * count(here & own)
        for r in range(t.n_seats):
            if r != seat:
                gain -= 0.3 * dearest * count(here & tanks(s) & s.owned[r])
        if gain > best_gain or line == 0:
            best_gain = gain
            best = line
    value[0] = best_gain if best_gain > 0 else 0
    return best


cdef inline double card_value(const Tables* t, const Position* s, const Weights* w, int seat, int card) noexcept nogil:
    """What a specialist card is worth to a seat this round."""
    cdef int roles = t.roles_of_card[card]
    cdef double value = w.turn * (t.n_seats - 1 - card), line = 0
    if roles >> VENTURER & 1:
        value += w.venturer
    if roles >> CAPTAIN & 1:
        best_line(t, s, seat, &line)
        value += w.captain * line
    if roles >> ENGINEER & 1:
        value += ENGINEER_CREDITS
    if roles >> AGENT & 1:
        value += s.price[QUARTZ]
    return value


cdef inline int best_card(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    cdef int card, best = -1
    cdef double value, best_value = 0
    for card in range(t.n_seats):
        if s.turn_order[card] == NO_SEAT:
            value = card_value(t, s, w, seat, card)
            if best < 0 or value > best_value:
                best = card
                best_value = value
    return best


cdef inline double card_limit(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    """How far to bid for the first pick: its lead over the card that is left in the end for 1 credit."""
    cdef int card
    cdef double value, most = -1, least = 1e9
    for card in range(t.n_seats):
        if s.turn_order[card] == NO_SEAT:
            value = card_value(t, s, w, seat, card)
            if value > most:
                most = value
            if value < least:
                least = value
    return 1 + w.greed * (most - least)


# -- bids -----------------------------------------------------------------------------------------------------------------

cdef inline move_t bid_up_to(const Position* s, double limit, int most, bint is_hasty) noexcept nogil:
    """The next bid below a limit: one more, or in haste half way up; else `pass`. An opener must bid."""
    cdef int bid = s.bid + 1
    if s.in_auction & (s.in_auction - 1) == 0:
        return make(V_BID, 1)
    if bid > most or (bid > limit and s.bid > 0):
        return make(V_PASS, 0)
    if is_hasty and limit > bid:
        bid += <int>((limit - bid) * 0.5)
        if bid > most:
            bid = most
    return make(V_BID, bid)


cdef inline double zone_limit(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    """How far to bid for the offered zone; the Venturer pays half."""
    cdef double limit = zone_value(t, s, w, seat, s.zone)
    if not s.owned[seat] & ~tanks(s) or s.round == t.n_rounds:
        pass
    else:
        limit -= 3 * rounds_left(t, s) * 0.5       # there is room for the next tank already
    return 2 * limit if seat == holder(t, s, VENTURER) else limit


# -- claims ---------------------------------------------------------------------------------------------------------------

cdef inline int best_zone(
    const Tables* t, const Position* s, const Weights* w, int seat, uint64_t zones, Rng* rng, double noise
) noexcept nogil:
    cdef int zone, best = lowest(zones)
    cdef double value, best_value = -1
    while zones:
        zone = lowest(zones)
        zones &= zones - 1
        value = zone_value(t, s, w, seat, zone)
        if noise > 0:
            value += noise * 10 * uniform(rng)
        if value > best_value:
            best_value = value
            best = zone
    return best


cdef inline move_t claim_move(
    const Tables* t, const Position* s, const Weights* w, Rng* rng, double noise
) noexcept nogil:
    cdef int seat = s.mover
    cdef uint64_t zones = unclaimed(t, s)
    if not has_marker(t, s, seat):
        return make(V_SKIP, 0)
    if s.licenses[seat] > 0 and (not zones or s.round == t.n_rounds):
        if zones | s.neutral:
            return make(V_LICENSE, best_zone(t, s, w, seat, zones | s.neutral, rng, noise))
    if not zones:
        return make(V_SKIP, 0)
    return make(V_CLAIM if t.predictable_claims else V_ROLL, best_zone(t, s, w, seat, zones, rng, noise))


# -- trade ----------------------------------------------------------------------------------------------------------------

cdef inline int wanted_stock(const Tables* t, const Position* s, int seat, int r) noexcept nogil:
    """Units to keep or to get for next round's tank turn, extraction, and this round's certificate."""
    cdef uint64_t mine = tanks(s) & s.owned[seat]
    cdef int n_empty = count(s.owned[seat] & ~mine), n
    cdef bint is_last = s.round == t.n_rounds
    cdef bint quarters = s.quarters_left > 0
    if r == ENERGY:
        return 0 if is_last else count(mine & ~s.makes[ENERGY] & ~(s.makes[WATER] & t.river)) + 1
    if r == WATER:
        n = n_empty + 1
        if n > 3:
            n = 3
        return 0 if is_last else 1 + n
    n = 1 if quarters else 0
    if is_last:
        return n
    if r == QUARTZ:
        return n + (2 if mine & ~s.superchargers and s.superchargers_left > 0 else 0)
    return n + (1 if mine & ~s.superchargers and s.superchargers_left > 0 else 0) + (1 if s.round < t.n_rounds - 1 else 0)


cdef inline double price_later(const Tables* t, const Position* s, int r, int sold) noexcept nogil:
    """The price when everybody after this deal has passed: it drifts with the supply at each of their turns."""
    cdef int supply = s.supply[r] + sold, turns = t.n_seats - s.turn, price
    if supply > t.top_supply:
        supply = t.top_supply
    if supply < 0:
        supply = 0
    price = s.price[r] + turns * t.supply_change[supply]
    if price < t.min_price[r]:
        return t.min_price[r]
    return t.max_price[r] if price > t.max_price[r] else price


cdef inline move_t trade_move(
    const Tables* t, const Position* s, const Weights* w, Rng* rng, double noise
) noexcept nogil:
    """Sells what is not wanted unless the price is about to rise; buys what is, if it is cheap; in the last round
    weighs selling now against the price that will be counted."""
    cdef int seat = s.mover, r = s.order[s.place] - 1, price = s.price[r]
    cdef int held = s.goods[seat][r], keep = wanted_stock(t, s, seat, r), n, most, best = 0
    cdef double gain, best_gain = 0.01
    if s.round == t.n_rounds:
        for n in range(held - keep + 1):           # selling n: that at the price now, the rest at the price then
            gain = n * price + (held - n) * price_later(t, s, r, n) - held * price_later(t, s, r, 0)
            if gain > best_gain:
                best_gain = gain
                best = n
        most = s.credits[seat] // price
        if most > s.supply[r]:
            most = s.supply[r]
        n = room(t, s, seat, r)
        if most > n:
            most = n
        for n in range(1, most + 1):
            gain = (held + n) * price_later(t, s, r, -n) - n * price - held * price_later(t, s, r, 0)
            if gain > best_gain:
                best_gain = gain
                best = -n
        # a certificate next: quarters need a quartz and an ore
        if best >= 0 and keep > held and r <= ORE and price < 30 and most >= 1:
            best = -1
        return make(V_PASS, 0) if best == 0 else make(V_SELL, best) if best > 0 else make(V_BUY, -best)
    if held > keep:
        n = held - keep
        if t.supply_change[s.supply[r]] > 0 and held < capacity(t, s, seat, r) - 2:
            n = <int>(n * (1 - w.patience))
        if noise > 0 and n > 1 and uniform(rng) < noise:
            n = 1 + <int>(uniform(rng) * n)
        return make(V_SELL, n) if n > 0 else make(V_PASS, 0)
    n = keep - held
    if price > (4 if r == ENERGY else 8 if r == WATER else 0):
        n = n if held == 0 and r == WATER else 0
        if n > 2:
            n = 2
    if r <= ORE and held == 0 and s.quarters_left > 0 and price <= 14:
        n = 1
    most = s.credits[seat] // price
    if most > s.supply[r]:
        most = s.supply[r]
    if most > room(t, s, seat, r):
        most = room(t, s, seat, r)
    if n > most:
        n = most
    return make(V_BUY, n) if n > 0 else make(V_PASS, 0)


cdef inline move_t certificate_move(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    cdef const uint8_t* goods = s.goods[s.mover]
    if s.quarters_left > 0 and goods[QUARTZ] > 0 and goods[ORE] > 0 and s.price[QUARTZ] + s.price[ORE] < 50:
        return make(V_BUY_QUARTERS, 0)
    if s.licenses[s.mover] > 0 and (s.round == t.n_rounds or count(unclaimed(t, s)) > 2 * t.n_seats):
        return make(V_SELL_LICENSE, 0)
    return make(V_PASS, 0)


# -- the rest of the specialists' duties ----------------------------------------------------------------------------------

cdef inline int best_bonus(const Tables* t, const Position* s, int seat) noexcept nogil:
    cdef int r, best = -1
    cdef double value, best_value = 0
    for r in range(N_RESOURCES):
        if not s.bonus[r]:
            continue
        value = s.price[r] if room(t, s, seat, r) > 0 else 0.5
        if r == WATER and s.goods[seat][WATER] < 3:
            value += 4
        if best < 0 or value > best_value:
            best = r
            best_value = value
    return best


cdef inline int best_upgrade(const Tables* t, const Position* s, int seat) noexcept nogil:
    """The carrier below class 4 whose tanks make most; quartz to begin with. -1: none."""
    cdef int r, best = -1
    cdef double value, best_value = 0
    for r in range(N_RESOURCES):
        if s.carriers[seat][r] >= MAX_CLASS:
            continue
        value = s.price[r] * (1 + 2 * count(s.makes[r] & s.owned[seat])) / <double>s.carriers[seat][r]
        if best < 0 or value > best_value:
            best = r
            best_value = value
    return best


cdef inline double stock_interest(const Tables* t, const Position* s, int seat, int r) noexcept nogil:
    """How much more of a resource the seat has to sell than the others on average: positive wants a high price."""
    cdef int other
    cdef double mine = 0, theirs = 0, units
    for other in range(t.n_seats):
        units = s.goods[other][r] + 2 * count(s.makes[r] & s.owned[other])
        if r == ENERGY:
            units -= 1.5 * count(tanks(s) & ~s.makes[ENERGY] & s.owned[other])
        if other == seat:
            mine = units
        else:
            theirs += units
    return mine - theirs / (t.n_seats - 1)


cdef inline move_t manipulation(const Tables* t, const Position* s) noexcept nogil:
    """The price whose move pays most, by one level's whole reach."""
    cdef int seat = s.mover, r, best = -1, shift, level, limit, cost
    cdef double interest, gain, best_gain = 0
    cdef int best_shift = 0, best_level = WEAK
    for level in range(WEAK, STRONG + 1):
        cost = level_price(level)
        if s.credits[seat] < cost:
            break
        limit = 3 + level
        for r in range(N_RESOURCES):
            if r == QUARTZ and level < STRONG:
                continue
            interest = stock_interest(t, s, seat, r)
            shift = highest_shift(t, s, r, limit) if interest > 0 else lowest_shift(t, s, r, limit)
            gain = interest * shift * 0.5 - cost
            if gain > best_gain:
                best_gain = gain
                best, best_shift, best_level = r, shift, level
    return manipulate_one(best_level, best, best_shift) if best >= 0 else manipulate_one(WEAK, ORE, 0)


cdef inline move_t manipulate_one(int level, int r, int shift) noexcept nogil:
    """Moves one price."""
    cdef int still = SHIFT_ZERO << 12 | SHIFT_ZERO << 8 | SHIFT_ZERO << 4 | SHIFT_ZERO
    return make(V_MANIPULATE, (level << 16 | still) + shift * (1 << 4 * (ENERGY - r)))


cdef inline move_t marker_move(const Position* s) noexcept nogil:
    """The lowest free place on the dearest free resource."""
    cdef int place, r, free = free_resources(s), best = -1
    for place in range(N_RESOURCES):
        if s.order[place] == 0:
            break
    for r in range(N_RESOURCES):
        if free >> r & 1 and (best < 0 or s.price[r] > s.price[best]):
            best = r
    return make(V_MARKER, place << 2 | best)


cdef inline int best_victim(const Tables* t, const Position* s) noexcept nogil:
    """The opponent with the most tanks; on the map, not in the purse, as others' credits may be hidden."""
    cdef int seat, n, best = -1, most = 0
    for seat in range(t.n_seats):
        n = count(tanks(s) & s.owned[seat])
        if seat != s.mover and n > most:
            best = seat
            most = n
    return best


cdef inline int tank_to_tip(const Tables* t, const Position* s) noexcept nogil:
    """The own tank that makes the cheapest thing, one without neighbours of its kind if there is one."""
    cdef uint64_t mine = tanks(s) & s.owned[s.mover], left = mine
    cdef int zone, best = lowest(mine), r
    cdef double value, least = 1e9
    while left:
        zone = lowest(left)
        left &= left - 1
        r = made_by(s, zone)
        value = s.price[r] * (1 + (1 if t.neighbours[zone] & mine & s.makes[r] else 0))
        if s.superchargers & bit(zone):
            value *= 1.5
        if value < least:
            least = value
            best = zone
    return best


# -- one move -------------------------------------------------------------------------------------------------------------

cdef inline Taste plain_taste() noexcept nogil:
    return Taste(AUTO, 6, 2, 1, False)


cdef inline move_t policy_move(
    const Tables* t, const Position* s, const Weights* w, Rng* rng, double noise, bint is_hasty
) noexcept nogil:
    """The mover's move in every phase but the tank phase and its activation, and extraction."""
    cdef int phase = s.phase, seat = s.mover
    cdef double limit, line
    if phase == TRADE:
        return trade_move(t, s, w, rng, noise)
    elif phase == SPECIALIST_BID:
        limit = card_limit(t, s, w, seat) * jitter(rng, noise)
        return bid_up_to(s, limit, s.credits[seat], is_hasty)
    elif phase == ZONE_BID:
        limit = zone_limit(t, s, w, seat) * jitter(rng, noise)
        return bid_up_to(s, limit, s.credits[seat] * (2 if seat == holder(t, s, VENTURER) else 1), is_hasty)
    elif phase == CERTIFICATES:
        return certificate_move(t, s, w)
    elif phase == CLAIMING:
        return claim_move(t, s, w, rng, noise)
    elif phase == SHIFT_CLAIM:
        return make(V_SHIFT, best_zone(t, s, w, seat, nearest_unclaimed(t, s, s.zone), rng, noise))
    elif phase == TAKE_CARD:
        return make(V_TAKE, best_card(t, s, w, seat) + 1)
    elif phase == TAKE_BONUS:
        return make(V_BONUS, best_bonus(t, s, seat))
    elif phase == USE_ENGINEER:
        if s.licenses_left > 0 and w.license > ENGINEER_CREDITS:
            return make(V_ENGINEER, ENGINEER_TAKES_LICENSE)
        return make(V_ENGINEER, ENGINEER_TAKES_CREDITS)
    elif phase == USE_AGENT:
        if best_upgrade(t, s, seat) >= 0 and rounds_left(t, s) > 1:
            return make(V_AGENT, best_upgrade(t, s, seat))
        return agent_resource(t, s, seat)
    elif phase == OFFER_ZONE:
        return make(V_OFFER, best_zone(t, s, w, seat, unclaimed(t, s) if unclaimed(t, s) else s.neutral, rng, noise))
    elif phase == MOORING:
        return make(V_MOOR, best_line(t, s, seat, &line) + 1)
    elif phase == SETUP_UPGRADE:
        return make(V_UPGRADE, QUARTZ)
    elif phase == MANIPULATE_PRICES:
        return manipulation(t, s)
    elif phase == PLACE_MARKER:
        return marker_move(s)
    elif phase == NAME_VICTIM:
        return make(V_SABOTAGE, best_victim(t, s))
    elif phase == TIP_TANK:
        return make(V_TIP, tank_to_tip(t, s))
    elif phase == RIVER_NEUTRAL:
        return make(V_NEUTRAL, lowest(unclaimed(t, s) & t.river))
    elif phase == PLACE_OWN:
        return make(V_OWN, best_zone(t, s, w, seat, unclaimed(t, s), rng, noise))
    elif phase == PLACE_NEUTRAL:
        return make(V_NEUTRAL, zone_to_block(t, s, w))
    elif phase == KEEP_FREELANCE:
        if s.freelance_bid <= w.freelance * s.price[QUARTZ] and s.credits[seat] >= s.freelance_bid:
            return make(V_KEEP, 0)
        return make(V_RELEASE, 0)
    # FREELANCE_BID
    limit = w.freelance * s.price[QUARTZ] * jitter(rng, noise)
    return bid_up_to(s, limit, s.credits[seat], is_hasty)


cdef inline move_t agent_resource(const Tables* t, const Position* s, int seat) noexcept nogil:
    """The dearest resource that fits; a carrier if none does."""
    cdef int r, best = -1
    for r in range(N_RESOURCES):
        if room(t, s, seat, r) > 0 and (best < 0 or s.price[r] > s.price[best]):
            best = r
    return make(V_AGENT, AGENT_RESOURCE + best if best >= 0 else best_upgrade(t, s, seat))


cdef inline int zone_to_block(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """Where a neutral hurts the others most and oneself least."""
    cdef uint64_t zones = unclaimed(t, s)
    cdef int zone, seat, best = -1
    cdef double value, best_value = -1e9
    if not t.is_ludoart or count(s.neutral & t.river) >= t.max_river_neutrals:
        zones &= ~t.river
    while zones:
        zone = lowest(zones)
        zones &= zones - 1
        value = -2 * zone_value(t, s, w, s.mover, zone)
        for seat in range(t.n_seats):
            if seat != s.mover:
                value += zone_value(t, s, w, seat, zone)
        if value > best_value:
            best_value = value
            best = zone
    return best


cdef inline void policy_turn(
    const Tables* t, Position* s, const Weights* w, Rng* rng, double noise, bint is_hasty
) noexcept nogil:
    """Plays the mover's next decision on the position: one move, or a whole tank turn or extraction."""
    cdef Script script
    cdef Taste taste
    cdef uint64_t chosen
    if s.phase == ACTIVATION or s.phase == TANK_PHASE:
        taste = plain_taste()
        script.n = 0
        script.n_rearranged = 0
        tank_turn(t, s, w, &taste, &script)
    elif s.phase == EXTRACTION:
        s.powered = tanks_to_power(t, s, s.mover, 64)      # as marking them one by one would
        play_move(t, s, make(V_EXTRACT, 0))
    else:
        play_move(t, s, policy_move(t, s, w, rng, noise, is_hasty))
