"""Rules 1.5 C, 7.5: flying to all destinations, and using districts."""
from engine.steamopolis.effects cimport is_district_usable, usable_districts
from engine.steamopolis.gauge cimport return_stone
from engine.steamopolis.market cimport list_all_markets, list_level, list_markers, start_marker, start_purchase
from engine.steamopolis.moves cimport *
from engine.steamopolis.passengers cimport meet_passengers
from engine.steamopolis.room cimport store
from engine.steamopolis.state cimport *


cdef inline void start_flights(const Tables* t, Position* s, int seat) noexcept nogil:
    """C begins. Solo (rules 1.11): the shadow's stones go to where the own ones are."""
    s.turn.has_flown = True
    s.turn.flown_from = s.board[seat]
    if t.is_solo:
        s.shadow = s.board[seat]


cdef inline int legal_fly(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    return list_bits(M_FLY, s.board[frame.seat], moves, 0)


cdef inline void apply_fly(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    fly(t, s, seat, move - M_FLY)


cdef inline void fly(const Tables* t, Position* s, int seat, int district) noexcept nogil:
    """Takes the stone back and begins its steps."""
    cdef bint has_arrow = (s.board_arrows[seat] & bit(district)) != 0
    s.board[seat] &= ~bit(district)
    s.board_arrows[seat] &= ~bit(district)
    s.turn.level = t.level_of[district]
    s.turn.n_flown += 1
    push_with(s, FLIGHT_STEPS, seat, 0, district, 0, 0)
    return_stone(s, seat, has_arrow, True)


cdef inline void continue_flight(const Tables* t, Position* s) noexcept nogil:
    """One step of: `take` passives, passengers, effect or purchase, storing, the next stone."""
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, step = frame.a
    frame.a += 1
    if step == 0:
        if s.triggers[seat] & bit(s.turn.level):
            push_with(s, PASSIVES, seat, 0, 0, bit(s.turn.level), 0)
    elif step == 1:
        meet_passengers(t, s, seat)
    elif step == 2:
        push_with(s, FLIGHT, seat, frame.b, 0, 0, 0)
    elif step == 3:
        store(s, seat)
    else:
        pop(s)
        s.turn.level = s.turn.taken = 0
        if s.board[seat]:
            push(s, FLY, seat)


cdef inline int legal_flight(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int seat = frame.seat, n = list_one(M_SKIP, moves, 0)
    if is_district_usable(t, s, seat, frame.a):
        n = list_one(M_USE, moves, n)
    if s.turn.level > 1:
        return list_level(t, s, seat, s.turn.level, moves, n)
    return list_markers(t, s, seat, moves, n)


cdef inline void apply_flight(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, district = top(s).a
    pop(s)
    if move == M_USE:
        use_district(t, s, seat, district)
    elif move >= M_MARKER:
        push(s, MORE_MARKERS, seat)
        start_marker(t, s, seat, move - M_MARKER)
    elif move >= M_BUY:
        start_purchase(t, s, seat, move)


cdef inline void use_district(const Tables* t, Position* s, int seat, int district) noexcept nogil:
    """Static discharge comes before the effect (rules 1.9), for a visited district too (R5)."""
    s.turn.used |= bit(district)
    if t.statics & bit(district) and s.turn.taken:
        s.arrows[seat] &= <uint16_t>~bit(s.turn.taken - 1)
    if t.end_districts & bit(district):
        s.turn.ends[s.turn.n_ends] = <uint8_t>district
        s.turn.n_ends += 1
    else:
        use_effect(t, s, seat, t.district_effect[district], 0)


# -- parts that lead elsewhere -----------------------------------------------------------------------------------------

cdef inline int legal_visit(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    return list_bits(M_VISIT, usable_districts(t, s, frame.seat, False), moves, list_one(M_SKIP, moves, 0))


cdef inline void apply_visit(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if move != M_SKIP:
        use_district(t, s, seat, move - M_VISIT)


cdef inline int legal_buy_any(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    return list_all_markets(t, s, frame.seat, moves, list_one(M_SKIP, moves, 0))


cdef inline void apply_buy_any(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if move != M_SKIP:
        start_purchase(t, s, seat, move)
