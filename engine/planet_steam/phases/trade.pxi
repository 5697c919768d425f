"""Rules 5.2 and 5.3: trade, resource by resource, and certificates."""

cdef enum:
    LICENSE_QUARTZ = 1
    LICENSE_WATER = 2


cdef inline void start_trade(const Tables* t, Position* s) noexcept nogil:
    s.place = 0
    start_turns(s, TRADE)


cdef inline int legal_trade(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int r = s.order[s.place] - 1
    cdef int payable = s.credits[s.mover] // s.price[r], most = s.supply[r], n
    if payable < most:
        most = payable
    moves[0] = make(V_PASS, 0)
    n = list_range(V_BUY, 1, most + 1, moves, 1)
    return list_range(V_SELL, 1, s.goods[s.mover][r] + 1, moves, n)


cdef inline void apply_trade(const Tables* t, Position* s, move_t move) noexcept nogil:
    """The deal at the price before it; then the supply moves, and the price by the new supply's change."""
    cdef int r = s.order[s.place] - 1, verb = move >> VERB_SHIFT, n = move & ARGUMENT
    if verb == V_BUY:
        pay(t, s, s.mover, n * s.price[r])
        gain(t, s, s.mover, r, n)
        s.supply[r] -= <uint8_t>n
    elif verb == V_SELL:
        s.goods[s.mover][r] -= <uint8_t>n
        receive(s, s.mover, n * s.price[r])
        raise_supply(t, s, r, n)
    change_price(t, s, r, t.supply_change[r][s.supply[r]])
    next_turn(t, s, TRADE, TRADE)
    if s.turn == 0:
        s.mover = s.turn_order[0]
        s.place += 1
        if s.place == N_RESOURCES:
            s.place = 0
            s.phase = START_CERTIFICATES


cdef inline int legal_certificates(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef const uint8_t* goods = s.goods[s.mover]
    cdef int n = 1
    moves[0] = make(V_PASS, 0)
    if s.licenses_left > 0 and goods[QUARTZ] >= LICENSE_QUARTZ and goods[WATER] >= LICENSE_WATER:
        moves[n] = make(V_BUY_LICENSE, 0)
        n += 1
    if s.licenses[s.mover] > 0:
        moves[n] = make(V_SELL_LICENSE, 0)
        n += 1
    if s.quarters_left > 0 and goods[QUARTZ] > 0 and goods[ORE] > 0:
        moves[n] = make(V_BUY_QUARTERS, 0)
        n += 1
    return n


cdef inline void apply_certificates(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int verb = move >> VERB_SHIFT, seat = s.mover
    if verb == V_BUY_LICENSE:
        s.goods[seat][QUARTZ] -= LICENSE_QUARTZ
        s.goods[seat][WATER] -= LICENSE_WATER
        s.licenses_left -= 1
        s.licenses[seat] += 1
    elif verb == V_SELL_LICENSE:
        s.licenses[seat] -= 1          # it leaves the game
        receive(s, seat, LICENSE_CREDITS)
    elif verb == V_BUY_QUARTERS:
        s.goods[seat][QUARTZ] -= 1
        s.goods[seat][ORE] -= 1
        s.quarters_left -= 1
        s.quarters[seat] += 1
    next_turn(t, s, CERTIFICATES, START_END_PHASE)
