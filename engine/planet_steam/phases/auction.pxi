"""Bidding, as the three auctions share it (rules 3.2, 3.3, 7.4): who is asked, what may be bid, when it is won."""


cdef inline void open_bidding(Position* s, int phase, int seats, int opener) noexcept nogil:
    """Starts a bidding round among a bit set of seats. The opener is in and has at least 1 credit."""
    assert seats >> opener & 1 and s.credits[opener] >= 1
    s.in_auction = <uint8_t>seats
    s.bid = 0
    s.bidder = NO_SEAT
    s.mover = <int8_t>opener
    s.phase = phase


cdef inline int list_bids(const Position* s, int limit, move_t* moves) noexcept nogil:
    """The mover's bids up to his limit, and `pass` unless he opens. Alone, he has only `bid 1`."""
    cdef int n = 0
    if s.bid > 0:
        moves[0] = make(V_PASS, 0)
        n = 1
    elif s.in_auction & (s.in_auction - 1) == 0:
        limit = 1
    return list_range(V_BID, s.bid + 1, limit + 1, moves, n)


cdef inline bint bid_or_pass(const Tables* t, Position* s, move_t move) noexcept nogil:
    """Plays a bid or a pass and asks the next seat; true when the bidder has won."""
    if move >> VERB_SHIFT == V_BID:
        s.bid = <int16_t>(move & ARGUMENT)
        s.bidder = s.mover
    else:
        s.in_auction &= <uint8_t>~(1 << s.mover)
    if s.in_auction & (s.in_auction - 1) == 0:
        return True
    s.mover = <int8_t>next_in(t, s.mover, s.in_auction)
    return False


cdef inline void close_bidding(Position* s) noexcept nogil:
    s.in_auction = 0
    s.bid = 0
    s.bidder = NO_SEAT


cdef inline int able_to_bid(const Tables* t, Position* s, bint needs_marker) noexcept nogil:
    """The bit set of seats that are in a zone or freelance auction; whether a seat could bid 1 is seen by all."""
    cdef int seat, seats = 0
    for seat in range(t.n_seats):
        if needs_marker and not has_marker(t, s, seat):
            continue
        if s.credits[seat] >= 1:
            seats |= 1 << seat
            show_at_least(t, s, seat, 1)
        else:
            show_exactly(t, s, seat)
    return seats


cdef inline int opener_of(const Tables* t, const Position* s, int seats) noexcept nogil:
    """The holder of Lady Steam, or the next seat clockwise that is in."""
    cdef int lady = holder(t, s, LADY)
    return lady if seats >> lady & 1 else next_in(t, lady, seats)
