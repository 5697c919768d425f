"""Rules 1.8, 7.6: placing and moving parasites, invites, shaking off. What their effects do is in `effects.pxd`."""
from libc.string cimport memcpy

from engine.steamopolis.moves cimport *
from engine.steamopolis.room cimport send_home
from engine.steamopolis.state cimport *


cdef inline int on_machine(const Position* s, int owner, int place) noexcept nogil:
    """A seat's parasites on the machine of a place, on either effect."""
    return parasites_of(s, owner, place & ~1) + parasites_of(s, owner, place | 1)


cdef inline uint32_t targets_at(const Tables* t, const Position* s, int owner, int victim) noexcept nogil:
    """Effects of a victim's machines that take another parasite of the owner: bit slot * 2 + effect."""
    cdef uint32_t found = s.places[victim], rest = found
    cdef int place
    if s.in_supply[owner] == N_PARASITES:
        return found
    while rest:
        place = lowest(rest)
        rest &= rest - 1
        if on_machine(s, owner, 14 * victim + place) >= t.max_on_machine:
            found &= ~bit(place)
    return found


cdef inline int list_targets(
    const Tables* t, const Position* s, int owner, int first, int except_place, move_t* moves, int n
) noexcept nogil:
    """Appends `infest` for the places from `first` on that take another parasite of the owner."""
    cdef int victim, place
    cdef uint32_t rest
    for victim in range(t.n_seats):
        if victim == owner:
            continue
        rest = targets_at(t, s, owner, victim)
        while rest:
            place = 14 * victim + lowest(rest)
            rest &= rest - 1
            if place >= first and place != except_place:
                n = list_one(M_INFEST + place, moves, n)
    return n


cdef inline bint is_place_left(const Tables* t, const Position* s, int owner, int source) noexcept nogil:
    """Whether a parasite of the owner has a place to go, other than the source it is lifted from (-1: the supply)."""
    cdef int victim
    cdef uint32_t found
    for victim in range(t.n_seats):
        if victim == owner:
            continue
        found = targets_at(t, s, owner, victim)
        if source >= 0 and source // 14 == victim:
            found |= s.places[victim] & <uint32_t>3 << (source % 14 & ~1)    # lifting makes room on that machine
            found &= ~bit(source % 14)
        if found:
            return True
    return False


cdef inline int list_lifts(
    const Tables* t, const Position* s, int owner, int first, move_t* moves, int n
) noexcept nogil:
    """Appends `lift` for own parasites, from place `first` on, that have somewhere else to go."""
    cdef uint64_t own = <uint64_t>0x0303030303030303 << 2 * owner, eight
    cdef int start, place
    if s.in_supply[owner] == N_PARASITES:
        return n
    for start in range(0, 14 * MAX_PLAYERS, 8):      # a player has three at most: most places have none
        memcpy(&eight, &s.parasites[0][0][0] + start, 8)
        if eight & own == 0:
            continue
        for place in range(max(start, first), start + 8):
            if parasites_of(s, owner, place) and is_place_left(t, s, owner, place):
                n = list_one(M_LIFT + place, moves, n)
    return n


cdef inline bint can_place(const Tables* t, const Position* s, int seat) noexcept nogil:
    """Whether a placing or a move is possible. Solo: rules 1.11."""
    cdef move_t[MAX_LISTING] found
    if t.is_solo:
        return s.in_supply[seat] > 0
    if s.in_supply[seat] and is_place_left(t, s, seat, -1):
        return True
    return list_lifts(t, s, seat, 0, found, 0) > 0


cdef inline void settle_parasite(Position* s, int owner, int place) noexcept nogil:
    (&s.parasites[0][0][0])[place] += <uint8_t>(1 << 2 * owner)


# -- par_place, par_all, par_place_use ---------------------------------------------------------------------------------

cdef inline void use_place(const Tables* t, Position* s, int seat, int place) noexcept nogil:
    """A parasite is used where it sits, and stays; its owner stores at once."""
    push(s, STORE, seat)
    use_effect(t, s, seat, effect_at(t, s, place), 0)


cdef inline void start_placing(const Tables* t, Position* s, int seat, int n, bint is_used) noexcept nogil:
    cdef int laid
    if t.is_solo:             # rules 1.11: beside the stack, automatic and complete
        laid = n if n < s.in_supply[seat] else s.in_supply[seat]
        s.in_supply[seat] -= <uint8_t>laid
        s.beside += <uint8_t>laid
        if is_used:
            push_with(s, TAP, seat, 1, 0, 0, 0)
    else:
        push_with(s, PLACE, seat, n, is_used, 0, 0)


cdef inline int legal_place(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """Lifts come before placings from supply (then y has the flag 256), sources and targets ascending."""
    cdef int n = list_one(M_SKIP, moves, 0)
    if s.in_supply[frame.seat]:
        n = list_targets(t, s, frame.seat, frame.y & 255, -1, moves, n)
    if not frame.y & 256:
        n = list_lifts(t, s, frame.seat, frame.x, moves, n)
    return n


cdef inline void apply_place(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, is_used = frame.b, place
    cdef bint is_lift = move >= M_LIFT
    if move == M_SKIP:
        pop(s)
        return
    place = move - (M_LIFT if is_lift else M_INFEST)
    if is_lift:
        frame.x = <uint16_t>(place + 1)
        (&s.parasites[0][0][0])[place] -= <uint8_t>(1 << 2 * seat)
        leave_place(s, seat, place)
    else:
        frame.y = <uint16_t>(256 | place)
        s.in_supply[seat] -= 1
        settle_parasite(s, seat, place)
    frame.a -= 1
    if frame.a == 0:
        pop(s)
    if is_lift:
        push_with(s, MOVE_PARASITE, seat, place, is_used, 0, 0)
    elif is_used:
        use_place(t, s, seat, place)


cdef inline void leave_place(Position* s, int seat, int place) noexcept nogil:
    """Rules R21: a running `par_use` covers a place no longer from which its parasite was lifted."""
    cdef Frame* frame
    cdef int i
    for i in range(s.n_frames):
        frame = &s.frames[i]
        if frame.kind != SAP or frame.seat != seat:
            continue
        if (frame.b == place) + (frame.x == place) + (frame.y == place) > parasites_of(s, seat, place):
            drop_place(frame, place)


cdef inline void drop_place(Frame* frame, int place) noexcept nogil:
    """Takes one of the three places of a SAP frame out: they stay ascending, with those that are gone at the end."""
    if frame.b == place:
        frame.b = <uint8_t>frame.x
        frame.x = frame.y
    elif frame.x == place:
        frame.x = frame.y
    frame.y = N_PLACES


cdef inline int legal_move_parasite(
    const Tables* t, const Position* s, const Frame* frame, move_t* moves
) noexcept nogil:
    return list_targets(t, s, frame.seat, 0, frame.a, moves, 0)


cdef inline void apply_move_parasite(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    pop(s)
    settle_parasite(s, frame.seat, move - M_INFEST)
    if frame.b:
        use_place(t, s, frame.seat, move - M_INFEST)


# -- invites -----------------------------------------------------------------------------------------------------------

cdef inline void continue_invites(const Tables* t, Position* s) noexcept nogil:
    """Asks the other players clockwise, once per invite."""
    cdef Frame* frame = top(s)
    cdef int inviter = frame.seat, other
    if t.is_solo or frame.a == 0:
        pop(s)
        return
    frame.b += 1
    if frame.b == t.n_seats:
        frame.b = 0
        frame.a -= 1
        return
    other = (inviter + frame.b) % t.n_seats
    if s.in_supply[other] and targets_at(t, s, other, inviter):
        push_with(s, INVITED, other, inviter, 0, 0, 0)


cdef inline int legal_invited(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0)
    return list_bits(M_INFEST + 14 * frame.a, targets_at(t, s, frame.seat, frame.a), moves, n)


cdef inline void apply_invited(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    pop(s)
    if move != M_SKIP:
        s.in_supply[seat] -= 1
        settle_parasite(s, seat, move - M_INFEST)


# -- shaking off -------------------------------------------------------------------------------------------------------

cdef inline bint is_infested(const Position* s, int seat) noexcept nogil:
    cdef int i, found = 0
    for i in range(14):
        found |= (&s.parasites[seat][0][0])[i]
    return found != 0


cdef inline int legal_shake(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0), place, owner
    for place in range(14):
        for owner in range(t.n_seats):
            if parasites_of(s, owner, 14 * frame.seat + place):
                n = list_one(M_SHAKE + 4 * place + owner, moves, n)
    return n


cdef inline void apply_shake(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, place = (move - M_SHAKE) >> 2, owner = (move - M_SHAKE) & 3
    pop(s)
    if move != M_SKIP:
        (&s.parasites[seat][0][0])[place] -= <uint8_t>(1 << 2 * owner)
        s.in_supply[owner] += 1


cdef inline void shake_all(Position* s, int seat) noexcept nogil:
    cdef int i
    for i in range(14):
        send_home(s, (&s.parasites[seat][0][0])[i])
        (&s.parasites[seat][0][0])[i] = 0
