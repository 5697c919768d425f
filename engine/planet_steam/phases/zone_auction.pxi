"""Rules 3.3: the Venturer offers a zone, and those with a claim marker and a credit bid for it."""


cdef inline void start_zone_auction(const Tables* t, Position* s) noexcept nogil:
    if unclaimed(t, s) | s.neutral:
        s.mover = <int8_t>holder(t, s, VENTURER)
        s.phase = OFFER_ZONE
    else:
        s.phase = START_CLAIMING


cdef inline int legal_offer(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef uint64_t zones = unclaimed(t, s)
    return list_zones(V_OFFER, zones if zones else s.neutral, moves, 0)


cdef inline void apply_offer(const Tables* t, Position* s, int zone) noexcept nogil:
    cdef int seats = able_to_bid(t, s, True)
    if seats == 0:
        s.phase = START_CLAIMING
        return
    s.zone = <int8_t>zone
    open_bidding(s, ZONE_BID, seats, opener_of(t, s, seats))


cdef inline int legal_zone_bid(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int limit = s.credits[s.mover]
    if s.mover == holder(t, s, VENTURER):
        limit *= 2
    return list_bids(s, limit, moves)


cdef inline int zone_price(const Tables* t, const Position* s, int seat, int bid) noexcept nogil:
    """What a bid costs: the Venturer's holder pays half, rounded up."""
    return (bid + 1) // 2 if seat == holder(t, s, VENTURER) else bid


cdef inline void apply_zone_bid(const Tables* t, Position* s, move_t move) noexcept nogil:
    if move >> VERB_SHIFT == V_BID:
        show_at_least(t, s, s.mover, zone_price(t, s, s.mover, move & ARGUMENT))
    if bid_or_pass(t, s, move):
        pay(t, s, s.bidder, zone_price(t, s, s.bidder, s.bid))
        claim(s, s.bidder, s.zone)
        close_bidding(s)
        s.zone = NO_ZONE
        s.phase = START_CLAIMING
