"""Rules 1.5 B, 7.3: one destination. The stone may run through the machine room before it is placed."""
from engine.steamopolis.effects cimport trigger
from engine.steamopolis.moves cimport *
from engine.steamopolis.room cimport store
from engine.steamopolis.state cimport *


cdef inline uint32_t stones_to_aim(const Tables* t, const Position* s, int seat) noexcept nogil:
    """The gauge stones that have a free district: as far as the lowest such level is not above their value."""
    cdef uint32_t free = free_districts(t, s, seat)
    if free == 0:
        return 0
    return s.stones[seat] & t.reach[t.level_of[lowest(free)]]      # districts are numbered from level 1 up


cdef inline void aim(const Tables* t, Position* s, int seat, int field) noexcept nogil:
    s.turn.hand = t.value[field]
    s.turn.hand_arrow = (s.arrows[seat] & bit(field)) != 0
    s.stones[seat] &= <uint16_t>~bit(field)
    s.arrows[seat] &= <uint16_t>~bit(field)
    push(s, LEAD, seat)


cdef inline int next_machine(const Position* s, int seat) noexcept nogil:
    """The next slot on the left whose machine has an activation effect; -1: none. Slot k has value k (from 1)."""
    cdef uint32_t active
    if s.turn.hand < 2:
        return -1
    active = s.places[seat] & 0x1555 & (bit(2 * (s.turn.hand - 1)) - 1)
    return highest(active) >> 1 if active else -1


cdef inline int legal_lead(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef uint32_t free = free_districts(t, s, frame.seat)
    cdef int slot = next_machine(s, frame.seat), n = 0
    if slot >= 0 and free & t.up_to[slot + 1]:
        n = list_one(M_RUN, moves, n)
    return list_bits(M_SET, free & t.up_to[s.turn.hand], moves, n)


cdef inline void apply_lead(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, slot
    if move == M_RUN:
        slot = next_machine(s, seat)
        s.turn.hand = <uint8_t>(slot + 1)
        trigger(t, s, seat, slot, ACTIVE, 0)
        return
    pop(s)
    s.board[seat] |= bit(move - M_SET)
    if s.turn.hand_arrow:
        s.board_arrows[seat] |= bit(move - M_SET)
    s.turn.hand = s.turn.hand_arrow = 0
    store(s, seat)
