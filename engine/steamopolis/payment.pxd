"""Rules 1.9: paying resources with sponsors and galas, and giving stones."""
from engine.steamopolis.gauge cimport to_reserve
from engine.steamopolis.moves cimport *
from engine.steamopolis.state cimport *


cdef inline int saving(const Position* s, int seat, int kind, int cost) noexcept nogil:
    """The most that discounts save of a cost in one kind: sponsors count first, then the gala."""
    cdef int saved = s.sponsors[seat][kind][0]
    if s.gala[seat] == kind + 1:
        saved += 2
    return saved if saved < cost else cost


cdef inline bint is_payable(const Position* s, int seat, int crystals, int gears) noexcept nogil:
    cdef int short_of_crystals = crystals - s.goods[seat][CRYSTAL], short_of_gears = gears - s.goods[seat][GEAR]
    if short_of_crystals > 0 and short_of_crystals > saving(s, seat, CRYSTAL, crystals):
        return False
    return short_of_gears <= 0 or short_of_gears <= saving(s, seat, GEAR, gears)


cdef inline int rest_of(const Position* s, int seat, int kind, int cost, int n_sponsors, int gala) noexcept nogil:
    """What is left of a cost in one kind, or -1 if a discount would save nothing or the rest is too dear."""
    cost -= n_sponsors
    if gala == kind + 1:
        if cost <= 0:
            return -1
        cost = cost - 2 if cost > 2 else 0
    return cost if 0 <= cost <= s.goods[seat][kind] else -1


cdef inline int legal_pay(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """`pay i j k`: i crystal-side and j gear-side sponsors, k = 1 with the gala."""
    cdef int seat = frame.seat, n = list_one(M_SKIP, moves, 0) if frame.x else 0, i, j, k, gala
    for i in range(s.sponsors[seat][CRYSTAL][0] + 1):
        for j in range(s.sponsors[seat][GEAR][0] + 1):
            for k in range(2 if s.gala[seat] else 1):
                gala = s.gala[seat] if k else 0
                if rest_of(s, seat, CRYSTAL, frame.a, i, gala) >= 0 and rest_of(s, seat, GEAR, frame.b, j, gala) >= 0:
                    n = list_one(M_PAY + i * 6 + j * 2 + k, moves, n)
    return n


cdef inline void turn_sponsors(Position* s, int seat, int n_crystal, int n_gear) noexcept nogil:
    """A sponsor that was used turns over."""
    s.sponsors[seat][CRYSTAL][0] -= <uint8_t>n_crystal
    s.sponsors[seat][GEAR][1] += <uint8_t>n_crystal
    s.sponsors[seat][GEAR][0] -= <uint8_t>n_gear
    s.sponsors[seat][CRYSTAL][1] += <uint8_t>n_gear


cdef inline void apply_pay(Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    cdef int seat = frame.seat, discounts = move - M_PAY, gala
    pop(s)
    if move == M_SKIP:
        pop(s)                # what the cost would have bought
        return
    gala = s.gala[seat] if discounts & 1 else 0
    give_back(s, seat, CRYSTAL, rest_of(s, seat, CRYSTAL, frame.a, discounts // 6, gala))
    give_back(s, seat, GEAR, rest_of(s, seat, GEAR, frame.b, discounts // 2 % 3, gala))
    turn_sponsors(s, seat, discounts // 6, discounts // 2 % 3)
    if gala:
        s.galas_left[gala - 1] += 1
        s.gala[seat] = 0


# -- stones ------------------------------------------------------------------------------------------------------------

cdef inline bint can_spend_stone(const Position* s, int seat) noexcept nogil:
    """Rules R1, R13: a gauge stone, never the last one owned."""
    return s.stones[seat] and n_stones(s, seat) > 1


cdef inline int legal_spend(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0) if frame.x else 0
    return list_bits(M_SPEND, s.stones[frame.seat], moves, n)


cdef inline void apply_spend(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if move == M_SKIP:
        pop(s)                # what the cost would have bought
    else:
        to_reserve(s, seat, move - M_SPEND)
