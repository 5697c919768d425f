"""Rules 1.5 C2: passengers are picked up and dropped on the way; 1.5 (a): the next passenger tile."""
from engine.steamopolis.moves cimport *
from engine.steamopolis.state cimport *


cdef inline int wish(const Tables* t, const Position* s, int passenger) noexcept nogil:
    """Where a passenger wants to go: the tile's level, or its alternative if he already stands there."""
    cdef int level = target_of(t, s, passenger)
    return t.alternative[level] if s.passenger[passenger] == level else level


cdef inline bint can_board(const Tables* t, const Position* s, int seat, int passenger) noexcept nogil:
    """He stands here, has not been moved, and another own stone lies on his target level."""
    return (
        s.passenger[passenger] == s.turn.level and s.aboard[passenger] == 0 and not s.turn.moved & bit(passenger)
        and (s.board[seat] & t.at_level[wish(t, s, passenger)]) != 0
    )


cdef inline void drop(Position* s, int seat, int passenger) noexcept nogil:
    """The first drop of a turn takes the face-up tile, which goes on showing the other target."""
    s.passenger[passenger] = s.aboard[passenger]
    s.aboard[passenger] = 0
    s.turn.moved |= <uint8_t>bit(passenger)
    if s.tile[BANKER] and not s.turn.took_tile:
        s.turn.took_tile = True
        s.tiles[seat] += 1


cdef inline void meet_passengers(const Tables* t, Position* s, int seat) noexcept nogil:
    """Dropping is automatic, picking up is asked. The banker is on levels 5 to 8, the stoker on 1 to 4."""
    cdef int passenger
    for passenger in range(2):
        if s.aboard[passenger] == s.turn.level:
            drop(s, seat, passenger)
        elif can_board(t, s, seat, passenger):
            push_with(s, PICK_UP, seat, passenger, 0, 0, 0)


cdef inline int legal_pick_up(move_t* moves) noexcept nogil:
    moves[0] = M_SKIP
    moves[1] = M_BOARD
    return 2


cdef inline void apply_pick_up(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int passenger = top(s).a
    pop(s)
    if move != M_SKIP:
        s.aboard[passenger] = <uint8_t>wish(t, s, passenger)


cdef inline void next_passenger_tile(Position* s) noexcept nogil:
    """Turns up the next tile. If there is none, the printed targets hold, and the end is triggered."""
    if s.stack:
        push(s, DRAW_PASSENGER, CHANCE)
    else:
        s.tile[BANKER] = s.tile[STOKER] = 0
        s.no_tile = True


cdef inline int legal_passenger(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_bits(M_PASSENGER, t.passenger_tiles & ~<uint32_t>s.passengers_shown, moves, 0)


cdef inline void apply_passenger(Position* s, move_t move) noexcept nogil:
    cdef int tile = move - M_PASSENGER
    pop(s)
    s.passengers_shown |= <uint16_t>bit(tile)
    s.stack -= 1
    s.tile[BANKER] = <uint8_t>(5 + (tile >> 2))
    s.tile[STOKER] = <uint8_t>(1 + (tile & 3))
