"""Rules 5.1: tanks extract, free or powered by energy; superchargers, the airship's line and groups add to it."""


cdef inline int legal_extraction(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    """`extract`, and a mark on any later tank while energy lasts."""
    cdef uint64_t zones
    moves[0] = make(V_EXTRACT, 0)
    if count(s.powered) >= s.goods[s.mover][ENERGY]:
        return 1
    zones = standing(s) & s.owned[s.mover] & ~extracts_for_free(t, s)
    return list_zones(V_POWER, zones >> s.power_from << s.power_from, moves, 1)


cdef inline void apply_extraction(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int zone = move & ARGUMENT
    if move >> VERB_SHIFT == V_POWER:
        s.powered |= bit(zone)
        s.power_from = <uint8_t>(zone + 1)
        return
    extract(t, s, s.mover)
    s.powered = 0
    s.power_from = 0
    if s.phase == EXTRACTION:
        next_turn(t, s, EXTRACTION, START_TRADE)


cdef inline void extract(const Tables* t, Position* s, int seat) noexcept nogil:
    """Pays the energy, then produces everything at once."""
    cdef uint64_t working = s.powered | (extracts_for_free(t, s) & standing(s) & s.owned[seat])
    cdef int[N_RESOURCES] made
    cdef int r, held, fits
    if not working:
        return
    s.goods[seat][ENERGY] -= <uint8_t>count(s.powered)
    for r in range(N_RESOURCES):
        made[r] = yield_of(t, s, working & s.makes[r])
    if t.freelance_carrier and s.freelance_holder == seat:
        store_with_freelance(t, s, seat, made)
        return
    for r in range(N_RESOURCES):
        held = s.goods[seat][r] + made[r]
        fits = capacity(t, s, seat, r)
        s.goods[seat][r] = <uint8_t>(held if held < fits else fits)


# -- the freelance carrier's holder, rules 7.4 ---------------------------------------------------------------------------

cdef inline void store_with_freelance(const Tables* t, Position* s, int seat, int* made) noexcept nogil:
    """What was held stays and the carriers fill first. What is beyond them goes on the free spaces; if not all of it can
    and it is of more than one resource, the holder chooses in the phase STOWING."""
    cdef int r, fits, n = 0, n_kinds = 0, spaces = t.freelance_space - cargo(t, s, seat)
    for r in range(N_RESOURCES):
        fits = capacity(t, s, seat, r) - s.goods[seat][r]
        if fits > 0:
            if fits > made[r]:
                fits = made[r]
            s.goods[seat][r] += <uint8_t>fits
            made[r] -= fits
        n += made[r]
        n_kinds += made[r] > 0
    if spaces <= 0 or n == 0:
        return
    if n_kinds > 1 and n > spaces:
        if t.stows_dearest:
            stow_dearest(s, seat, made, spaces)
            return
        for r in range(N_RESOURCES):
            s.unstowed[r] = <uint8_t>made[r]
        s.phase = STOWING
        return
    for r in range(N_RESOURCES):
        s.goods[seat][r] += <uint8_t>(made[r] if made[r] < spaces else spaces)


cdef inline void stow_dearest(Position* s, int seat, int* made, int spaces) noexcept nogil:
    """The ruling of version 1: the dearest are kept, ties in resource order."""
    cdef int r, best
    while spaces > 0:
        best = -1
        for r in range(N_RESOURCES):
            if made[r] > 0 and (best < 0 or s.price[r] > s.price[best]):
                best = r
        made[best] -= 1
        s.goods[seat][best] += 1
        spaces -= 1


cdef inline int legal_stow(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    """In resource order, and such that this and the later resources can fill the spaces that are left."""
    cdef int r, n = 0, spaces = t.freelance_space - cargo(t, s, s.mover)
    cdef int left = s.unstowed[QUARTZ] + s.unstowed[ORE] + s.unstowed[WATER] + s.unstowed[ENERGY]
    for r in range(N_RESOURCES):
        if s.unstowed[r] > 0 and left >= spaces:
            moves[n] = make(V_STOW, r)
            n += 1
        left -= s.unstowed[r]
    return n


cdef inline void apply_stow(const Tables* t, Position* s, int resource) noexcept nogil:
    cdef int r
    s.goods[s.mover][resource] += 1
    s.unstowed[resource] -= 1
    for r in range(resource):
        s.unstowed[r] = 0              # no resource before the last one stowed
    if cargo(t, s, s.mover) < t.freelance_space:
        return
    for r in range(resource, N_RESOURCES):
        s.unstowed[r] = 0              # the rest is lost
    next_turn(t, s, EXTRACTION, START_TRADE)
