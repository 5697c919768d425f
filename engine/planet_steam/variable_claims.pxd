"""Rules 6.4: without start claims, the players place their first markers and the neutral ones themselves."""
from engine.game cimport move_t
from engine.planet_steam.state cimport *


cdef inline int legal_die(move_t* moves) noexcept nogil:
    return list_range(V_DIE, 1, 7, moves, 0)


cdef inline void apply_river_die(const Tables* t, Position* s, int pips) noexcept nogil:
    s.neutrals_due = <uint8_t>(pips if pips <= t.max_river_die else 0)
    s.phase = START_ROUND


cdef inline void start_placing(const Tables* t, Position* s) noexcept nogil:
    if s.neutrals_due > 0:
        s.mover = <int8_t>holder(t, s, LADY)
        s.phase = RIVER_NEUTRAL
    else:
        start_turns(s, PLACE_OWN)


cdef inline int legal_river_neutral(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_NEUTRAL, unclaimed(t, s) & t.river, moves, 0)


cdef inline void apply_river_neutral(const Tables* t, Position* s, int zone) noexcept nogil:
    s.neutral |= bit(zone)
    s.neutrals_due -= 1
    if s.neutrals_due == 0:
        start_turns(s, PLACE_OWN)


cdef inline int legal_own(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_OWN, unclaimed(t, s), moves, 0)


cdef inline void apply_own(const Tables* t, Position* s, int zone) noexcept nogil:
    claim(s, s.mover, zone)
    s.neutrals_due = <uint8_t>(2 if s.turn == 0 and t.n_seats < 5 else 1)
    s.phase = PLACE_NEUTRAL


cdef inline uint64_t zones_for_neutrals(const Tables* t, const Position* s) noexcept nogil:
    """Off the river; in ludoart also on it, up to the cap."""
    cdef uint64_t zones = unclaimed(t, s)
    if not t.is_ludoart or count(s.neutral & t.river) >= t.max_river_neutrals:
        zones &= ~t.river
    return zones


cdef inline int legal_neutral(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_NEUTRAL, zones_for_neutrals(t, s), moves, 0)


cdef inline void apply_neutral(const Tables* t, Position* s, int zone) noexcept nogil:
    s.neutral |= bit(zone)
    s.neutrals_due -= 1
    if s.neutrals_due > 0:
        return
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
