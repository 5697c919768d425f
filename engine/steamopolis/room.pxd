"""Rules 1.4, 1.6: tiles in the machine room, and storing."""
from engine.steamopolis.moves cimport *
from engine.steamopolis.state cimport *


# -- tiles -------------------------------------------------------------------------------------------------------------

cdef inline void refresh_room(const Tables* t, Position* s, int seat) noexcept nogil:
    """Counts boilers, spaces and effects again after a tile has come or gone."""
    cdef int slot, tile, boilers = t.boilers, storage = t.storage
    cdef uint32_t places = 0, triggers = 0
    for slot in range(N_SLOTS):
        tile = s.room[seat][slot]
        boilers += t.tile_boilers[tile]
        storage += t.tile_storage[tile]
        triggers |= t.triggers[tile]
        if t.tile_effect[tile][ACTIVE]:
            places |= bit(2 * slot)
        if t.tile_effect[tile][PASSIVE]:
            places |= bit(2 * slot + 1)
    s.boilers[seat] = <uint8_t>boilers
    s.storage[seat] = <uint8_t>storage
    s.places[seat] = <uint16_t>places
    s.triggers[seat] = <uint16_t>triggers


cdef inline void send_home(Position* s, uint32_t parasites) noexcept nogil:
    """Parasites return to their supplies: two bits per owner."""
    cdef int owner
    for owner in range(MAX_PLAYERS):
        s.in_supply[owner] += <uint8_t>(parasites >> 2 * owner & 3)


cdef inline void take_out(Position* s, int seat, int slot) noexcept nogil:
    """Removes the tile of a slot, if there is one; its parasites go home unused."""
    cdef int effect
    if s.room[seat][slot] == CAPACITY:
        s.capacity += 1
    for effect in range(2):
        if s.parasites[seat][slot][effect]:
            send_home(s, s.parasites[seat][slot][effect])
            s.parasites[seat][slot][effect] = 0
    s.room[seat][slot] = NO_TILE


cdef inline void install(const Tables* t, Position* s, int seat, int slot, int tile) noexcept nogil:
    take_out(s, seat, slot)
    s.room[seat][slot] = <uint8_t>tile
    refresh_room(t, s, seat)


cdef inline uint32_t empty_slots(const Position* s, int seat) noexcept nogil:
    cdef uint32_t found = 0
    cdef int slot
    for slot in range(N_SLOTS):
        if s.room[seat][slot] == NO_TILE:
            found |= bit(slot)
    return found


cdef inline int legal_slot(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """Rules 1.6, 1.9: a machine goes on a free slot, or on any if the room is full; a capacity tile gained on any."""
    cdef uint32_t slots = 0 if frame.b & SLOT_ANY else empty_slots(s, frame.seat)
    cdef int n = list_one(M_SKIP, moves, 0) if frame.b & SLOT_OPTIONAL else 0
    return list_bits(M_SLOT, slots if slots else bit(N_SLOTS) - 1, moves, n)


cdef inline void apply_slot(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    pop(s)
    if move == M_SKIP:
        return
    if frame.b & SLOT_ANY:
        s.capacity -= 1
    install(t, s, frame.seat, move - M_SLOT, frame.a)
    if frame.b & SLOT_BOUGHT:
        top(s).y = <uint16_t>(move - M_SLOT)


cdef inline int legal_remove(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0) if frame.x else 0
    return list_bits(M_REMOVE, (bit(N_SLOTS) - 1) & ~empty_slots(s, frame.seat), moves, n)


cdef inline void apply_remove(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if move == M_SKIP:
        pop(s)                # what the cost would have bought
        return
    take_out(s, seat, move - M_REMOVE)
    refresh_room(t, s, seat)


# -- storing -----------------------------------------------------------------------------------------------------------

cdef inline void store(Position* s, int seat) noexcept nogil:
    """Rules 1.4: what exceeds the spaces goes back; asks for the mix if there is a choice."""
    cdef int crystals = s.goods[seat][CRYSTAL], gears = s.goods[seat][GEAR], spaces = s.storage[seat]
    cdef int fewest, most
    if crystals + gears <= spaces:
        return
    fewest = spaces - gears if spaces > gears else 0
    most = crystals if crystals < spaces else spaces
    if fewest == most:
        keep(s, seat, most)
    else:
        push_with(s, KEEP, seat, fewest, most, 0, 0)


cdef inline void keep(Position* s, int seat, int crystals) noexcept nogil:
    give_back(s, seat, CRYSTAL, s.goods[seat][CRYSTAL] - crystals)
    give_back(s, seat, GEAR, s.goods[seat][GEAR] - (s.storage[seat] - crystals))


cdef inline int legal_keep(const Frame* frame, move_t* moves) noexcept nogil:
    cdef int crystals
    for crystals in range(frame.a, frame.b + 1):
        moves[crystals - frame.a] = <move_t>(M_KEEP + crystals)
    return frame.b - frame.a + 1


cdef inline void apply_keep(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    keep(s, seat, move - M_KEEP)
