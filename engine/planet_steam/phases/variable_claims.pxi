"""Rules 6.4: without start claims, the players place their first markers and the neutral ones themselves."""


cdef inline int legal_die(move_t* moves) noexcept nogil:
    return list_range(V_DIE, 1, 7, moves, 0)


cdef inline void apply_river_die(const Tables* t, Position* s, int pips) noexcept nogil:
    s.neutrals_due = <uint8_t>(pips if pips <= t.max_river_die else 0)
    s.phase = START_ROUND


cdef inline void start_placing(const Tables* t, Position* s) noexcept nogil:
    """First the river neutrals, as many as were agreed or diced, or as there are zones for."""
    cdef int n_zones = count(unclaimed(t, s) & t.river)
    if s.neutrals_due > n_zones:
        s.neutrals_due = <uint8_t>n_zones
    if s.neutrals_due > 0:
        s.mover = <int8_t>holder(t, s, LADY)
        s.phase = RIVER_NEUTRAL
    else:
        start_passes(t, s)


cdef inline void start_passes(const Tables* t, Position* s) noexcept nogil:
    start_turns(s, PLACE_OWN)
    skip_impossible(t, s)


cdef inline int legal_river_neutral(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_NEUTRAL, unclaimed(t, s) & t.river, moves, 0)


cdef inline void apply_river_neutral(const Tables* t, Position* s, int zone) noexcept nogil:
    s.neutral |= bit(zone)
    s.neutrals_due -= 1
    if s.neutrals_due == 0:
        start_passes(t, s)


cdef inline int legal_own(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_OWN, unclaimed(t, s), moves, 0)


cdef inline void apply_own(const Tables* t, Position* s, int zone) noexcept nogil:
    claim(s, s.mover, zone)
    place_neutrals(t, s)
    skip_impossible(t, s)


cdef inline void place_neutrals(const Tables* t, Position* s) noexcept nogil:
    s.neutrals_due = <uint8_t>(2 if s.turn == 0 and t.n_seats < 5 else 1)
    s.phase = PLACE_NEUTRAL


cdef inline int legal_neutral(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_NEUTRAL, zones_for_neutrals(t, s), moves, 0)


cdef inline void apply_neutral(const Tables* t, Position* s, int zone) noexcept nogil:
    s.neutral |= bit(zone)
    s.neutrals_due -= 1
    if s.neutrals_due == 0:
        next_placing(t, s)
    skip_impossible(t, s)


cdef inline void next_placing(const Tables* t, Position* s) noexcept nogil:
    """The next player's own marker, in turn order and then in reverse; after the last one the zone auction starts."""
    s.neutrals_due = 0
    s.phase = PLACE_OWN
    if not s.is_reverse:
        if s.turn + 1 < t.n_seats:
            s.turn += 1
        else:
            s.is_reverse = True        # the last in turn order places again at once
    elif s.turn > 0:
        s.turn -= 1
    else:
        s.is_reverse = False
        s.phase = START_ZONE_AUCTION
    s.mover = s.turn_order[s.turn]


cdef inline void skip_impossible(const Tables* t, Position* s) noexcept nogil:
    """A marker for which there is no zone is left out."""
    while True:
        if s.phase == PLACE_OWN and not unclaimed(t, s):
            place_neutrals(t, s)
        elif s.phase == PLACE_NEUTRAL and not zones_for_neutrals(t, s):
            next_placing(t, s)
        else:
            return
