"""Rules 7.4: the freelance carrier, three spaces for anything, auctioned at the end of the expansion phase."""


cdef inline void start_freelance(const Tables* t, Position* s) noexcept nogil:
    if s.freelance_holder == NO_SEAT:
        auction_freelance(t, s)
    elif s.freelance_kept:
        release_freelance(t, s)        # kept once already: no choice, no move
    else:
        s.mover = s.freelance_holder
        s.phase = KEEP_FREELANCE


cdef inline int legal_keep(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int n = 0
    if s.credits[s.mover] >= s.freelance_bid:
        moves[0] = make(V_KEEP, 0)
        n = 1
    moves[n] = make(V_RELEASE, 0)
    return n + 1


cdef inline void apply_keep(const Tables* t, Position* s, move_t move) noexcept nogil:
    if move >> VERB_SHIFT == V_KEEP:
        pay(t, s, s.mover, s.freelance_bid)
        s.freelance_kept = True
        s.phase = START_TANK_PHASE
    else:
        release_freelance(t, s)


cdef inline void release_freelance(const Tables* t, Position* s) noexcept nogil:
    """Nobody holds the card until the winning bid; the cargo stays meanwhile."""
    s.freelance_released = s.freelance_holder
    s.freelance_holder = NO_SEAT
    s.freelance_bid = 0
    s.freelance_kept = False
    auction_freelance(t, s)


cdef inline void auction_freelance(const Tables* t, Position* s) noexcept nogil:
    cdef int seats = able_to_bid(t, s, False)
    if seats:
        open_bidding(s, FREELANCE_BID, seats, opener_of(t, s, seats))
    else:
        give_freelance(t, s, NO_SEAT, 0)


cdef inline int legal_freelance_bid(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_bids(s, s.credits[s.mover], moves)


cdef inline void apply_freelance_bid(const Tables* t, Position* s, move_t move) noexcept nogil:
    if move >> VERB_SHIFT == V_BID:
        show_at_least(t, s, s.mover, move & ARGUMENT)
    if bid_or_pass(t, s, move):
        pay(t, s, s.bidder, s.bid)
        give_freelance(t, s, s.bidder, s.bid)
        close_bidding(s)


cdef inline void give_freelance(const Tables* t, Position* s, int seat, int bid) noexcept nogil:
    """Hands the card over; its last holder, unless he won it again, loses what no longer fits."""
    cdef int r, fits, loser = s.freelance_released
    if loser != NO_SEAT and loser != seat:
        for r in range(N_RESOURCES):
            fits = capacity(t, s, loser, r)
            if s.goods[loser][r] > fits:
                s.goods[loser][r] = <uint8_t>fits
    s.freelance_released = NO_SEAT
    s.freelance_holder = <int8_t>seat
    s.freelance_bid = <int16_t>bid
    s.phase = START_TANK_PHASE
