"""Rules 3.1 and 3.2: bonus resources and the specialist auction, with what its winners do (6.3, 7.2, 7.3)."""

cdef enum:
    AID = 2                    # credits for a player with none, before the auction
    ENGINEER_CREDITS = 15


cdef inline void start_round(const Tables* t, Position* s) noexcept nogil:
    """Places the bonus resources, gives aid, and opens the first bidding round."""
    cdef int r, seat
    for r in range(N_RESOURCES):
        s.bonus[r] = s.supply[r] > 0
        s.supply[r] -= s.bonus[r]
    for seat in range(t.n_seats):
        if s.credits[seat] == 0:
            show_exactly(t, s, seat)
            receive(s, seat, AID)
        else:
            show_at_least(t, s, seat, 1)
    s.phase = NEXT_BIDDING


cdef inline bint has_card(const Tables* t, const Position* s, int seat) noexcept nogil:
    cdef int card
    for card in range(t.n_seats):
        if s.turn_order[card] == seat:
            return True
    return False


cdef inline void next_bidding(const Tables* t, Position* s) noexcept nogil:
    """The first player opens, or the next one clockwise without a card."""
    cdef int seat, seats = 0
    if s.n_cards_taken == t.n_seats:
        s.phase = END_SPECIALISTS
        return
    for seat in range(t.n_seats):
        if not has_card(t, s, seat):
            seats |= 1 << seat
    open_bidding(s, SPECIALIST_BID, seats, s.first if seats >> s.first & 1 else next_in(t, s.first, seats))


cdef inline void end_specialists(const Tables* t, Position* s) noexcept nogil:
    """Left-over bonus tokens return."""
    cdef int r
    for r in range(N_RESOURCES):
        raise_supply(t, s, r, s.bonus[r])
        s.bonus[r] = 0
    s.phase = START_PLACING if t.variable_claims and s.round == 1 else START_ZONE_AUCTION


cdef inline int legal_specialist_bid(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_bids(s, s.credits[s.mover], moves)


cdef inline void apply_specialist_bid(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef bint is_won
    if move >> VERB_SHIFT == V_BID:
        show_at_least(t, s, s.mover, move & ARGUMENT)
    is_won = bid_or_pass(t, s, move)
    if is_won:
        s.mover = s.bidder
        pay(t, s, s.bidder, s.bid)
        close_bidding(s)
        s.phase = TAKE_CARD


cdef inline int legal_take(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int card, n = 0
    for card in range(t.n_seats):
        if s.turn_order[card] == NO_SEAT:
            moves[n] = make(V_TAKE, card + 1)
            n += 1
    return n


cdef inline void apply_take(const Tables* t, Position* s, int number) noexcept nogil:
    s.turn_order[number - 1] = s.mover
    s.n_cards_taken += 1
    if t.price_manipulation and s.n_cards_taken == 1:
        s.manipulator = s.mover
    s.card = <uint8_t>(number - 1)
    next_benefit(t, s, USE_ENGINEER)


cdef inline void next_benefit(const Tables* t, Position* s, int step) noexcept nogil:
    """The winner's next duty from `step` on; the phases are numbered in the order of their resolution."""
    cdef int roles = t.roles_of_card[s.card], n_markers
    if step <= USE_ENGINEER and roles >> ENGINEER & 1:
        s.phase = USE_ENGINEER
        return
    if step <= USE_AGENT and roles >> AGENT & 1 and agent_has_choice(t, s):
        s.phase = USE_AGENT
        return
    if step <= MANIPULATE_PRICES and t.price_manipulation and s.n_cards_taken == 1:
        s.phase = MANIPULATE_PRICES
        return
    if step <= TAKE_BONUS and s.bonus[0] | s.bonus[1] | s.bonus[2] | s.bonus[3]:
        s.phase = TAKE_BONUS
        return
    if step <= PLACE_MARKER and t.variable_trading_order:
        # rules 6.3: one each, two each with 2 players; there are four
        n_markers = s.n_cards_taken * 2 if t.n_seats == 2 else s.n_cards_taken
        if n_marked(s) < (n_markers if n_markers < N_RESOURCES else N_RESOURCES):
            s.phase = PLACE_MARKER
            return
    s.card = 0
    if (
        step <= NAME_VICTIM and t.sabotage and s.round >= 2 and s.n_cards_taken == t.n_seats
        and tanks(s) & ~s.owned[s.mover]
    ):
        s.phase = NAME_VICTIM
        return
    s.phase = NEXT_BIDDING


# -- Engineer and Bank Agent --------------------------------------------------------------------------------------------

cdef inline int legal_engineer(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_range(V_ENGINEER, 0 if s.licenses_left > 0 else 1, 2, moves, 0)


cdef inline void apply_engineer(const Tables* t, Position* s, int choice) noexcept nogil:
    if choice == ENGINEER_TAKES_LICENSE:
        s.licenses_left -= 1
        s.licenses[s.mover] += 1
    else:
        receive(s, s.mover, ENGINEER_CREDITS)
    next_benefit(t, s, USE_AGENT)


cdef inline bint agent_has_choice(const Tables* t, const Position* s) noexcept nogil:
    cdef int r
    for r in range(N_RESOURCES):
        if s.carriers[s.mover][r] < MAX_CLASS or room(t, s, s.mover, r) > 0:
            return True
    return False


cdef inline int legal_agent(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int r, n = 0
    for r in range(N_RESOURCES):
        if s.carriers[s.mover][r] < MAX_CLASS:
            moves[n] = make(V_AGENT, r)
            n += 1
    for r in range(N_RESOURCES):
        if room(t, s, s.mover, r) > 0:
            moves[n] = make(V_AGENT, AGENT_RESOURCE + r)
            n += 1
    return n


cdef inline void apply_agent(const Tables* t, Position* s, int choice) noexcept nogil:
    if choice < AGENT_RESOURCE:
        s.carriers[s.mover][choice] += 1
    else:
        s.goods[s.mover][choice - AGENT_RESOURCE] += 1
    next_benefit(t, s, MANIPULATE_PRICES)


# -- price manipulation, rules 7.2 --------------------------------------------------------------------------------------


cdef inline int absolute(int n) noexcept nogil:
    return n if n >= 0 else -n


cdef inline int list_shifts(int level, int q, int o, int w, int low, int high, move_t* moves, int n) noexcept nogil:
    """Appends the price moves that differ in energy's only, from low to high: at most 11."""
    cdef move_t base = make(
        V_MANIPULATE,
        level << 16 | (q + SHIFT_ZERO) << 12 | (o + SHIFT_ZERO) << 8 | (w + SHIFT_ZERO) << 4 | (low + SHIFT_ZERO),
    )
    cdef int i
    # Always 16, beyond the end too, where the next ones go: one store. Listing 450 moves takes 0.5 us, one by one 1.0.
    for i in range(16):
        moves[n + i] = base + <move_t>i
    return n + high - low + 1


cdef inline int list_weak(const Tables* t, const Position* s, move_t* moves, int n) noexcept nogil:
    """At most one price, not quartz, by up to 3."""
    cdef int o, w, total = 3
    for o in range(lowest_shift(t, s, ORE, total), 0):
        n = list_shifts(WEAK, 0, o, 0, 0, 0, moves, n)
    for w in range(lowest_shift(t, s, WATER, total), 0):
        n = list_shifts(WEAK, 0, 0, w, 0, 0, moves, n)
    n = list_shifts(
        WEAK, 0, 0, 0, lowest_shift(t, s, ENERGY, total), highest_shift(t, s, ENERGY, total), moves, n
    )
    for w in range(1, highest_shift(t, s, WATER, total) + 1):
        n = list_shifts(WEAK, 0, 0, w, 0, 0, moves, n)
    for o in range(1, highest_shift(t, s, ORE, total) + 1):
        n = list_shifts(WEAK, 0, o, 0, 0, 0, moves, n)
    return n


cdef inline int list_manipulations(const Tables* t, const Position* s, int level, move_t* moves, int n) noexcept nogil:
    """All price moves of a dearer level: nested by resource, each within what the ones before leave."""
    cdef int total = 4 if level == MODERATE else 5
    cdef int quartz_limit = total if level == STRONG else 0
    cdef int q, o, w, after_q, after_o, after_w
    for q in range(lowest_shift(t, s, QUARTZ, quartz_limit), highest_shift(t, s, QUARTZ, quartz_limit) + 1):
        after_q = total - absolute(q)
        for o in range(lowest_shift(t, s, ORE, after_q), highest_shift(t, s, ORE, after_q) + 1):
            after_o = after_q - absolute(o)
            for w in range(lowest_shift(t, s, WATER, after_o), highest_shift(t, s, WATER, after_o) + 1):
                after_w = after_o - absolute(w)
                n = list_shifts(
                    level, q, o, w, lowest_shift(t, s, ENERGY, after_w), highest_shift(t, s, ENERGY, after_w), moves, n
                )
    return n


cdef inline int legal_manipulate(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int level, n = list_weak(t, s, moves, 0)
    for level in range(MODERATE, STRONG + 1):
        if s.credits[s.mover] >= level_price(level):
            n = list_manipulations(t, s, level, moves, n)
    return n


cdef inline void apply_manipulate(const Tables* t, Position* s, int argument) noexcept nogil:
    cdef int r
    if argument >> 16 != WEAK:
        pay(t, s, s.mover, level_price(argument >> 16))
    for r in range(N_RESOURCES):
        change_price(t, s, r, (argument >> 4 * (ENERGY - r) & 15) - SHIFT_ZERO)
    next_benefit(t, s, TAKE_BONUS)


# -- bonus token and order marker ---------------------------------------------------------------------------------------

cdef inline int legal_bonus(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int r, n = 0
    for r in range(N_RESOURCES):
        if s.bonus[r]:
            moves[n] = make(V_BONUS, r)
            n += 1
    return n


cdef inline void apply_bonus(const Tables* t, Position* s, int resource) noexcept nogil:
    s.bonus[resource] = 0
    if room(t, s, s.mover, resource) > 0:
        s.goods[s.mover][resource] += 1
    else:
        raise_supply(t, s, resource, 1)
    next_benefit(t, s, PLACE_MARKER)


cdef inline int n_marked(const Position* s) noexcept nogil:
    return (s.order[0] > 0) + (s.order[1] > 0) + (s.order[2] > 0) + (s.order[3] > 0)


cdef inline int legal_marker(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int place, r, n = 0, free = free_resources(s)
    for place in range(N_RESOURCES):
        if s.order[place]:
            continue
        for r in range(N_RESOURCES):
            if free >> r & 1:
                moves[n] = make(V_MARKER, place << 2 | r)
                n += 1
    return n


cdef inline void apply_marker(const Tables* t, Position* s, int argument) noexcept nogil:
    cdef int place
    s.order[argument >> 2] = <uint8_t>((argument & 3) + 1)
    if t.n_seats == 3 and n_marked(s) == 3:
        for place in range(N_RESOURCES):
            if s.order[place] == 0:
                s.order[place] = <uint8_t>(lowest(free_resources(s)) + 1)
    next_benefit(t, s, PLACE_MARKER)


# -- sabotage, rules 7.3 ------------------------------------------------------------------------------------------------

cdef inline int legal_victim(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int seat, n = 0
    for seat in range(t.n_seats):
        if seat != s.mover and tanks(s) & s.owned[seat]:
            moves[n] = make(V_SABOTAGE, seat)
            n += 1
    return n


cdef inline void apply_victim(const Tables* t, Position* s, int seat) noexcept nogil:
    s.mover = s.tipped_seat = <int8_t>seat
    s.phase = TIP_TANK


cdef inline int legal_tip(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_TIP, tanks(s) & s.owned[s.mover], moves, 0)


cdef inline void apply_tip(const Tables* t, Position* s, int zone) noexcept nogil:
    s.tipped = <int8_t>zone
    s.phase = NEXT_BIDDING
