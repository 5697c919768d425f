"""Rules 5.4 and 5.5: optional cards come back, tanks are made, the round or the game ends; final wealth."""

cdef enum:
    SHORTAGE_RISE = 4          # of the price of ore or energy when its supply is 0


cdef inline void start_end_phase(const Tables* t, Position* s) noexcept nogil:
    """Rules 7.2: the manipulator gets his card's number; 7.3: the tank stands up, then its owner rolls."""
    cdef int card
    if s.manipulator != NO_SEAT:
        for card in range(t.n_seats):
            if s.turn_order[card] == s.manipulator:
                receive(s, s.manipulator, card + 1)
        s.manipulator = NO_SEAT
    if s.tipped == NO_ZONE:
        s.phase = PRODUCE_TANKS
        return
    s.tipped = NO_ZONE
    s.mover = CHANCE
    s.phase = SABOTAGE_DIE


cdef inline void apply_sabotage_die(const Tables* t, Position* s, int pips) noexcept nogil:
    receive(s, s.tipped_seat, 2 * pips)
    s.tipped_seat = NO_SEAT
    s.phase = PRODUCE_TANKS


cdef inline void produce_tanks(const Tables* t, Position* s) noexcept nogil:
    cdef int n
    if s.supply[ORE] == 0 or s.supply[ENERGY] == 0:
        if s.supply[ORE] == 0:
            change_price(t, s, ORE, SHORTAGE_RISE)
        if s.supply[ENERGY] == 0:
            change_price(t, s, ENERGY, SHORTAGE_RISE)
    else:
        n = t.top_market - s.market
        if n > s.supply[ORE]:
            n = s.supply[ORE]
        if n > s.supply[ENERGY]:
            n = s.supply[ENERGY]
        s.supply[ORE] -= <uint8_t>n
        s.supply[ENERGY] -= <uint8_t>n
        s.market += <uint8_t>n
    if s.round == t.n_rounds:
        s.mover = NOBODY
        s.phase = OVER
    else:
        next_round(t, s)


cdef inline void next_round(const Tables* t, Position* s) noexcept nogil:
    """Cards, order markers and the airship return; the holder of Lady Steam is the next first player."""
    cdef int i
    s.first = <int8_t>holder(t, s, LADY)
    for i in range(MAX_SEATS):
        s.turn_order[i] = NO_SEAT
    if t.variable_trading_order:
        for i in range(N_RESOURCES):
            s.order[i] = 0
    s.airship = NO_LINE
    s.n_cards_taken = 0
    s.round += 1
    open_window(t, s)
    s.phase = START_ROUND
