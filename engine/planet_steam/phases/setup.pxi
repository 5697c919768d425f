"""Rules 2: the set-up. Chance picks the first player; each player upgrades one carrier."""


cdef inline void set_up(const Tables* t, Position* s) noexcept nogil:
    cdef int seat, r
    memset(s, 0, sizeof(Position))
    s.neutral = t.neutral
    for seat in range(MAX_SEATS):
        s.turn_order[seat] = NO_SEAT
        if seat >= t.n_seats:
            continue
        s.owned[seat] = t.claims[seat]
        s.credits[seat] = t.start_credits
        s.earned[seat] = t.start_credits
        for r in range(N_RESOURCES):
            s.goods[seat][r] = t.start_goods[r]
            s.carriers[seat][r] = 1
    for r in range(N_RESOURCES):
        s.price[r] = t.start_price[r]
        s.supply[r] = t.start_supply[r]
        s.order[r] = <uint8_t>(0 if t.variable_trading_order else r + 1)
        s.converters_left[r] = <uint8_t>(0 if r == WATER else t.n_converters)
    s.tanks_left = t.n_tanks
    s.superchargers_left = t.n_superchargers
    s.licenses_left = t.n_licenses
    s.quarters_left = t.n_quarters
    s.market = t.start_market
    s.round = 1
    s.first = s.bidder = NO_SEAT
    s.zone = s.tipped = NO_ZONE
    s.tipped_seat = s.manipulator = s.freelance_holder = s.freelance_released = NO_SEAT
    s.airship = NO_LINE
    s.phase = FIRST_PLAYER
    s.mover = CHANCE


cdef inline int legal_first_player(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_range(V_FIRST, 0, t.n_seats, moves, 0)


cdef inline void apply_first_player(const Tables* t, Position* s, int seat) noexcept nogil:
    s.first = s.mover = <int8_t>seat
    s.phase = SETUP_UPGRADE


cdef inline int legal_setup_upgrade(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_range(V_UPGRADE, 0, N_RESOURCES, moves, 0)


cdef inline void apply_setup_upgrade(const Tables* t, Position* s, int resource) noexcept nogil:
    s.carriers[s.mover][resource] += 1
    s.mover = <int8_t>next_seat(t, s.mover)
    if s.mover != s.first:
        return
    s.phase = START_ROUND
    if not t.variable_claims:
        return
    s.neutrals_due = <uint8_t>t.n_river_neutrals
    if t.has_river_die:
        s.mover = CHANCE
        s.phase = RIVER_DIE     # rules 6.4: before the bonus resources of round 1
