"""Rules 4: each player in turn activates and then buys, upgrades and rearranges, or declines."""


# -- activation -----------------------------------------------------------------------------------------------------------

cdef inline int legal_activation(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef uint64_t own
    if s.goods[s.mover][WATER] > 0:
        moves[0] = make(V_ACTIVATE, 0)
        moves[1] = make(V_DECLINE, 0)
        return 2
    if needs_emergency_aid(t, s):
        own = standing(s) & s.owned[s.mover]
        if own:
            return list_emergencies(t, s, own, moves)
        moves[0] = make(V_EMERGENCY, EMERGENCY_NO_TANK)
        return 1
    moves[0] = make(V_DECLINE, 0)
    return 1


cdef inline void apply_activation(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int verb = move >> VERB_SHIFT, zone, to, moved
    if verb == V_ACTIVATE:
        s.goods[s.mover][WATER] -= 1
        s.phase = TANK_PHASE
        return
    if verb == V_EMERGENCY:
        zone = move & 63
        to = ((move & ARGUMENT) >> ZONE_BITS) - 1
        if zone != EMERGENCY_NO_TANK:
            moved = made_by(s, zone)
            set_converter(s, zone, WATER)
            if to != NO_ZONE:
                set_converter(s, to, moved)
    gain(t, s, s.mover, WATER, 1 if verb == V_EMERGENCY else t.water_for_declining)
    next_turn(t, s, ACTIVATION, START_EXTRACTION)


cdef inline int list_emergencies(const Tables* t, const Position* s, uint64_t own, move_t* moves) noexcept nogil:
    """`emergency z` for each standing tank; `emergency z z2` for each other one with another converter."""
    cdef int to, n = list_zones(V_EMERGENCY, own, moves, 0)
    cdef uint64_t left = 0 if t.drops_in_emergency else own, from_zones
    while left:
        to = lowest(left)
        left &= left - 1
        from_zones = own & ~s.makes[made_by(s, to)]
        if t.river & bit(to):
            from_zones &= ~ore_or_quartz(t, s)
        n = list_pairs_of(make(V_EMERGENCY, (to + 1) << ZONE_BITS), from_zones, moves, n)
    return n


# -- the phase itself -----------------------------------------------------------------------------------------------------


cdef inline uint64_t ore_or_quartz(const Tables* t, const Position* s) noexcept nogil:
    """Tanks that may not stand on the river."""
    return s.makes[QUARTZ] | s.makes[ORE] if t.river_limits else 0


cdef inline int list_pairs_of(move_t base, uint64_t others, move_t* moves, int n) noexcept nogil:
    while others:
        moves[n] = base | <move_t>lowest(others)
        others &= others - 1
        n += 1
    return n


cdef inline int list_converters(
    const Tables* t, const Position* s, uint64_t mine, move_t* moves, int n
) noexcept nogil:
    """`converter t z` for every tank that does not make t yet, and where its old converter may move to instead."""
    cdef int r, old, zone, i
    cdef uint64_t zones, bare
    cdef move_t base
    cdef int[3] kinds = [QUARTZ, ORE, ENERGY]
    for i in range(3):
        r = kinds[i]
        if s.converters_left[r] == 0 or s.credits[s.mover] < converter_price(r):
            continue
        zones = mine & ~s.makes[r] & ~barred(t, r)
        while zones:
            zone = lowest(zones)
            zones &= zones - 1
            base = make(V_CONVERTER, r << 13 | zone << 7)
            moves[n] = base
            n += 1
            if s.makes[WATER] & bit(zone):
                continue
            old = made_by(s, zone)
            bare = mine & s.makes[WATER] & ~barred(t, old)
            while bare:
                moves[n] = base | <move_t>(lowest(bare) + 1)
                bare &= bare - 1
                n += 1
    return n


cdef inline int list_tank_moves(
    const Tables* t, const Position* s, uint64_t mine, uint64_t empty, move_t* moves, int n
) noexcept nogil:
    """`move-tank a b`: to an empty zone, or a swap with a higher zone whose tank has other parts."""
    cdef uint64_t left = mine, others, swaps, alike, heavy = ore_or_quartz(t, s)
    cdef int a, r
    while left:
        a = lowest(left)
        left &= left - 1
        r = made_by(s, a)
        alike = s.makes[r] & (s.superchargers if s.superchargers & bit(a) else ~s.superchargers)
        swaps = left & ~alike
        others = empty | swaps
        if heavy:
            if heavy & bit(a):
                others &= ~t.river
            if t.river & bit(a):
                others &= ~(heavy & swaps)
        n = list_pairs_of(make(V_MOVE_TANK, a << ZONE_BITS), others, moves, n)
    return n


cdef inline int list_converter_moves(
    const Tables* t, const Position* s, uint64_t mine, move_t* moves, int n
) noexcept nogil:
    """`move-converter a b`: to a tank without one, or a swap with a higher zone's converter of another type."""
    cdef uint64_t left = mine & ~s.makes[WATER], others, heavy = ore_or_quartz(t, s)
    cdef int a, r
    while left:
        a = lowest(left)
        left &= left - 1
        r = made_by(s, a)
        others = (mine & s.makes[WATER]) | (left & ~s.makes[r])
        if heavy:
            others &= ~barred(t, r)
            if t.river & bit(a):
                others &= ~heavy
        n = list_pairs_of(make(V_MOVE_CONVERTER, a << ZONE_BITS), others, moves, n)
    return n


cdef inline int list_supercharger_moves(const Position* s, uint64_t mine, move_t* moves, int n) noexcept nogil:
    cdef uint64_t left = mine & s.superchargers, others = mine & ~s.superchargers
    if not others:
        return n
    while left:
        n = list_pairs_of(make(V_MOVE_SUPERCHARGER, lowest(left) << ZONE_BITS), others, moves, n)
        left &= left - 1
    return n


cdef inline int legal_tank_phase(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int seat = s.mover, n = 0, r
    cdef const uint8_t* goods = s.goods[seat]
    cdef uint64_t own = s.owned[seat], all_mine = tanks(s) & own, mine = standing(s) & own, empty = own & ~all_mine
    if goods[ORE] > 0 and goods[ENERGY] > 0:
        for r in range(N_RESOURCES):
            if s.carriers[seat][r] < MAX_CLASS:
                moves[n] = make(V_UPGRADE, r)
                n += 1
    moves[n] = make(V_DONE, 0)
    n += 1
    if goods[WATER] > 0 and s.tanks_left > 0:
        if s.market > 0 and s.credits[seat] >= t.tank_price[s.market]:
            n = list_zones(V_TANK, empty, moves, n)
        if goods[QUARTZ] >= IMPORT_QUARTZ and s.credits[seat] >= IMPORT_CREDITS:
            n = list_zones(V_IMPORT, empty, moves, n)
    if not mine:
        return n
    n = list_converters(t, s, mine, moves, n)
    if goods[WATER] > 0 and goods[ORE] > 0 and goods[QUARTZ] >= SUPERCHARGER_QUARTZ and s.superchargers_left > 0:
        n = list_zones(V_SUPERCHARGER, mine & ~s.superchargers, moves, n)
    if s.rearranged >= MAX_REARRANGED:
        return n
    if not t.immobile_tanks:
        n = list_tank_moves(t, s, mine, empty, moves, n)
    if mine & ~s.makes[WATER]:
        n = list_converter_moves(t, s, mine, moves, n)
        n = list_zones(V_DROP_CONVERTER, mine & ~s.makes[WATER], moves, n)
    return list_supercharger_moves(s, mine, moves, n)


cdef inline void swap_bits(uint64_t* mask, int a, int b) noexcept nogil:
    """Exchanges the membership of two zones in a set."""
    cdef uint64_t differs = (mask[0] >> a ^ mask[0] >> b) & 1
    mask[0] ^= differs << a | differs << b


cdef inline void swap_makes(Position* s, int a, int b) noexcept nogil:
    cdef int r
    for r in range(N_RESOURCES):
        swap_bits(&s.makes[r], a, b)


cdef inline void apply_tank_phase(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = s.mover, verb = move >> VERB_SHIFT, argument = move & ARGUMENT
    if verb == V_DONE:
        s.rearranged = 0
        next_turn(t, s, ACTIVATION, START_EXTRACTION)
    elif verb >= V_MOVE_TANK:
        s.rearranged += 1
        apply_rearranging(s, verb, argument >> ZONE_BITS, argument & 63)
    else:
        apply_purchase(t, s, seat, verb, argument)


cdef inline void apply_rearranging(Position* s, int verb, int a, int b) noexcept nogil:
    """Parts and tanks change places; `drop-converter` has its zone in b."""
    if verb == V_DROP_CONVERTER:
        set_converter(s, b, WATER)
        return
    if verb != V_MOVE_SUPERCHARGER:
        swap_makes(s, a, b)            # a move to an empty zone, or of one converter, is a swap with nothing
    if verb != V_MOVE_CONVERTER:
        swap_bits(&s.superchargers, a, b)


cdef inline void apply_purchase(const Tables* t, Position* s, int seat, int verb, int argument) noexcept nogil:
    cdef uint8_t* goods = s.goods[seat]
    if verb == V_UPGRADE:
        goods[ORE] -= 1
        goods[ENERGY] -= 1
        s.carriers[seat][argument] += 1
    elif verb == V_TANK:
        goods[WATER] -= 1
        pay(t, s, seat, t.tank_price[s.market])
        s.market -= 1
        s.tanks_left -= 1
        s.makes[WATER] |= bit(argument)
    elif verb == V_IMPORT:
        goods[WATER] -= 1
        goods[QUARTZ] -= IMPORT_QUARTZ
        pay(t, s, seat, IMPORT_CREDITS)
        s.tanks_left -= 1
        s.makes[WATER] |= bit(argument)
    elif verb == V_SUPERCHARGER:
        goods[WATER] -= 1
        goods[ORE] -= 1
        goods[QUARTZ] -= SUPERCHARGER_QUARTZ
        s.superchargers_left -= 1
        s.superchargers |= bit(argument)
    else:
        buy_converter(t, s, seat, argument >> 13, argument >> 7 & 63, (argument & 127) - 1)


cdef inline void buy_converter(const Tables* t, Position* s, int seat, int resource, int zone, int to) noexcept nogil:
    """The old converter returns to the reserve, or moves to another tank (`to`, or NO_ZONE)."""
    cdef int old = made_by(s, zone)
    pay(t, s, seat, converter_price(resource))
    set_converter(s, zone, resource)
    if to != NO_ZONE:
        set_converter(s, to, old)
