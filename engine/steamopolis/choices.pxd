"""Rules 2, 7.5, 7.8: the decisions of single parts: sides of a bar, resources, sponsors, galas, arrows, peeks."""
from engine.steamopolis.effects cimport is_side_usable
from engine.steamopolis.gauge cimport advance_base, move_stone
from engine.steamopolis.moves cimport *
from engine.steamopolis.parasites cimport shake_all
from engine.steamopolis.state cimport *


cdef inline int legal_bar(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0), side
    for side in range(2):
        if is_side_usable(t, s, frame.seat, frame.x, side):
            n = list_one(M_UPPER + side, moves, n)
    return n


cdef inline void apply_bar(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    cdef const Effect* used = &t.effects[frame.x]
    cdef int side = move - M_UPPER
    pop(s)
    if move != M_SKIP:
        push_with(s, PARTS, frame.seat, frame.a, 0, used.first[side], used.end[side])


cdef inline void apply_do_it(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, op = top(s).a
    pop(s)
    if move == M_SKIP:
        return
    if op == OP_BASE:
        advance_base(s, seat)
    elif op == OP_TO8:
        move_stone(s, seat, s.turn.taken - 1, TOP_FIELD)
    else:
        shake_all(s, seat)


cdef inline int legal_take(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """Rules R16: as many as there are, any mix."""
    cdef int total = s.supply[CRYSTAL] + s.supply[GEAR], crystals, n = 0
    if frame.a < total:
        total = frame.a
    for crystals in range(total + 1):
        if crystals <= s.supply[CRYSTAL] and total - crystals <= s.supply[GEAR]:
            n = list_one(M_TAKE + 16 * crystals + total - crystals, moves, n)
    return n


cdef inline void apply_take(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    gain(s, seat, CRYSTAL, (move - M_TAKE) >> 4)
    gain(s, seat, GEAR, (move - M_TAKE) & 15)


cdef inline void apply_sponsor(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    s.sponsors_left -= 1
    s.sponsors[seat][move - M_SPONSOR][0] += 1


cdef inline int legal_gala(const Position* s, move_t* moves) noexcept nogil:
    cdef int n = 0, kind
    for kind in range(2):
        if s.galas_left[kind]:
            n = list_one(M_GALA + kind, moves, n)
    return n


cdef inline void apply_gala(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    s.galas_left[move - M_GALA] -= 1
    s.gala[seat] = <uint8_t>(1 + move - M_GALA)


cdef inline int legal_flip(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0), side
    for side in range(2):
        if s.sponsors[frame.seat][side][0] + s.sponsors[frame.seat][side][1]:
            n = list_one(M_FLIP + side, moves, n)
    return n


cdef inline void apply_flip(Position* s, move_t move) noexcept nogil:
    """Rules R24: of two on the same side the unused one; the flag stays."""
    cdef int seat = top(s).seat, side = move - M_FLIP, is_used
    pop(s)
    if move != M_SKIP:
        is_used = s.sponsors[seat][side][0] == 0
        s.sponsors[seat][side][is_used] -= 1
        s.sponsors[seat][1 - side][is_used] += 1


cdef inline int legal_arrow(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """Own plain stones, fields before districts, from the last one named on."""
    cdef int seat = frame.seat, n = list_one(M_SKIP, moves, 0)
    cdef uint32_t places = (s.stones[seat] & ~s.arrows[seat]) | (s.board[seat] & ~s.board_arrows[seat]) << N_FIELDS
    return list_bits(M_ARROW, places & ~(bit(frame.b) - 1), moves, n)


cdef inline void apply_arrow(Position* s, move_t move) noexcept nogil:
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, place = move - M_ARROW
    if move == M_SKIP:
        pop(s)
        return
    if place < N_FIELDS:
        s.arrows[seat] |= <uint16_t>bit(place)
    else:
        s.board_arrows[seat] |= bit(place - N_FIELDS)
    frame.b = <uint8_t>(place + 1)
    frame.a -= 1
    if frame.a == 0:
        pop(s)


cdef inline int legal_peek(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """The index of a face-down tile is also that of its level and rank in the notation."""
    return list_bits(M_PEEK, s.down & ~s.seen[frame.seat], moves, list_one(M_SKIP, moves, 0))


cdef inline void apply_peek(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, index = move - M_PEEK
    pop(s)
    if move == M_SKIP:
        return
    s.seen[seat] |= bit(index)
    if s.down_name[index] == NO_TILE:
        push_with(s, DRAW_FACE, CHANCE, index, 0, 0, 0)
