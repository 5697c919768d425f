"""Rules 2: the effects of districts, machines and characters: which parts are usable, and what each of them does.

`is_usable` says whether a part would be offered; `do_part` does it, or pushes its decision. `use_effect` (state.pxd)
starts an effect, `trigger` a machine's effect with the parasites on it.
"""
from engine.steamopolis.gauge cimport *
from engine.steamopolis.market cimport is_any_payable
from engine.steamopolis.moves cimport *
from engine.steamopolis.parasites cimport can_place, drop_place, is_infested, start_placing
from engine.steamopolis.payment cimport can_spend_stone, is_payable
from engine.steamopolis.room cimport send_home
from engine.steamopolis.state cimport *


# -- usable ------------------------------------------------------------------------------------------------------------

cdef inline bint is_usable(const Tables* t, const Position* s, int seat, const Part* part) noexcept nogil:
    """Rules R17: whether a part would change something now, and its cost can be paid."""
    if part.cost != COST_NONE and not is_cost_payable(t, s, seat, part):
        return False
    return would_change(t, s, seat, part.op)


cdef inline bint is_cost_payable(const Tables* t, const Position* s, int seat, const Part* part) noexcept nogil:
    cdef int cost = part.cost
    if cost == COST_PAY:
        return is_payable(s, seat, part.crystals, part.gears)
    elif cost == COST_PER_STONE:
        return is_payable(s, seat, n_stones(s, seat), 0)
    elif cost == COST_STONE:
        return can_spend_stone(s, seat)
    elif cost == COST_MACHINE:
        return n_machines(s, seat) > 0
    return True               # invite: always payable


cdef inline bint would_change(const Tables* t, const Position* s, int seat, int op) noexcept nogil:
    if op == OP_SP or op == OP_PINK:
        return True
    elif op == OP_CRYSTAL:
        return s.supply[CRYSTAL] > 0
    elif op == OP_GEAR:
        return s.supply[GEAR] > 0
    elif op == OP_RES or op == OP_RES_ANY:
        return s.supply[CRYSTAL] + s.supply[GEAR] > 0
    elif op == OP_STONE:
        return s.reserve[seat] > 0 and (room_for_stone(s, seat) or s.markers[seat])
    elif op == OP_SPONSOR:
        return s.sponsors_left > 0 and n_sponsors(s, seat) < max_sponsors(s, seat)
    elif op == OP_GALA:
        return s.gala[seat] == 0 and s.galas_left[CRYSTAL] + s.galas_left[GEAR] > 0
    elif op == OP_CAPACITY:
        return s.capacity > 0
    elif op == OP_PRESS or op == OP_PRESS_ONE:
        return is_raise_possible(s, seat)
    elif op == OP_BASE:
        return is_base_free(t, s, seat)
    elif op == OP_ARROW:
        return s.stones[seat] != s.arrows[seat] or s.board[seat] != s.board_arrows[seat]
    elif op == OP_TO8:
        return can_go_up(s, seat)
    elif op == OP_FLIP:
        return n_sponsors(s, seat) > 0
    elif op == OP_PEEK:
        return (s.down & ~s.seen[seat]) != 0
    elif op == OP_BUY_ANY:
        return is_any_payable(t, s, seat)
    elif op == OP_OTHER:
        return usable_districts(t, s, seat, True) != 0
    elif op == OP_PLACE:
        return can_place(t, s, seat)
    elif op == OP_USE:
        return can_activate(t, s, seat)
    elif op == OP_PLACE_USE:
        return can_place(t, s, seat) or (t.is_solo and can_activate(t, s, seat))
    elif op == OP_RUN_MACHINES:
        return is_machine_usable(t, s, seat)
    return is_infested(s, seat)      # shake, shake_all


cdef inline bint has_usable_part(const Tables* t, const Position* s, int seat, int effect) noexcept nogil:
    """Whether one part of one side of an effect is usable."""
    cdef const Effect* used = &t.effects[effect]
    cdef int part
    for part in range(used.first[0], used.end[0]):
        if is_usable(t, s, seat, &t.parts[part]):
            return True
    for part in range(used.first[1], used.end[1]):
        if is_usable(t, s, seat, &t.parts[part]):
            return True
    return False


cdef inline bint is_side_usable(const Tables* t, const Position* s, int seat, int effect, int side) noexcept nogil:
    cdef int part
    for part in range(t.effects[effect].first[side], t.effects[effect].end[side]):
        if is_usable(t, s, seat, &t.parts[part]):
            return True
    return False


cdef inline int n_sponsors(const Position* s, int seat) noexcept nogil:
    return s.sponsors[seat][0][0] + s.sponsors[seat][0][1] + s.sponsors[seat][1][0] + s.sponsors[seat][1][1]


cdef inline int max_sponsors(const Position* s, int seat) noexcept nogil:
    return 2 if s.character[seat] == 3 else 1      # rules 1.9: character 5, the third of 1, 3, 5, ...


cdef inline bint can_go_up(const Position* s, int seat) noexcept nogil:
    """Rules R4: the stone just taken back is on the gauge, and f10 is free."""
    return seat == s.active and s.turn.taken and (free_fields(s, seat) & bit(TOP_FIELD)) != 0


cdef inline bint is_machine_usable(const Tables* t, const Position* s, int seat) noexcept nogil:
    cdef int slot
    for slot in range(N_SLOTS):
        if has_usable_part(t, s, seat, t.tile_effect[s.room[seat][slot]][ACTIVE]):
            return True
    return False


cdef inline bint is_district_usable(const Tables* t, const Position* s, int seat, int district) noexcept nogil:
    if t.end_districts & bit(district):
        return True
    return has_usable_part(t, s, seat, t.district_effect[district])


cdef inline uint32_t usable_districts(const Tables* t, const Position* s, int seat, bint is_one_enough) noexcept nogil:
    """What `other_district` may visit. A nested `other_district` counts as usable."""
    cdef uint32_t found = 0, rest = t.districts & ~(s.turn.used | s.board[seat] | s.turn.flown_from)
    cdef const Effect* used
    cdef int district, part, side
    cdef bint is_found
    while rest:
        district = lowest(rest)
        rest &= rest - 1
        used = &t.effects[t.district_effect[district]]
        is_found = used.is_end
        for side in range(2):
            for part in range(used.first[side], used.end[side]):
                if not is_found:
                    is_found = t.parts[part].op == OP_OTHER or is_usable(t, s, seat, &t.parts[part])
        if is_found:
            found |= bit(district)
            if is_one_enough:
                return found
    return found


# -- activating parasites (rules 1.8, 1.11, 7.7) -----------------------------------------------------------------------

cdef inline bint can_activate(const Tables* t, const Position* s, int seat) noexcept nogil:
    cdef move_t[MAX_LISTING] found
    cdef int place
    if t.is_solo:
        return s.beside > 0 and list_taps(t, s, seat, found, 0) > 0
    if s.in_supply[seat] == N_PARASITES:
        return False
    for place in range(14 * t.n_seats):
        if parasites_of(s, seat, place) and has_usable_part(t, s, seat, effect_at(t, s, place)):
            return True
    return False


cdef inline int list_tap(
    const Tables* t, const Position* s, int seat, int level, int tile, move_t* moves, int n
) noexcept nogil:
    """Appends the usable effects of one tile."""
    cdef int effect
    for effect in range(2):
        if t.tile_effect[tile][effect] and has_usable_part(t, s, seat, t.tile_effect[tile][effect]):
            n = list_one(M_TAP + 2 * (level - 2) + effect, moves, n)
    return n


cdef inline int list_taps(const Tables* t, const Position* s, int seat, move_t* moves, int n) noexcept nogil:
    """Solo: the open tiles on the target levels. The stoker's are the lower ones."""
    cdef int passenger, level
    for passenger in range(STOKER, BANKER - 1, -1):
        level = target_of(t, s, passenger)
        if level > 1 and s.open[level - 2]:
            n = list_tap(t, s, seat, level, s.open[level - 2], moves, n)
    return n


cdef inline void start_activating(const Tables* t, Position* s, int seat, int n) noexcept nogil:
    """Rules R21: covers the parasites that are out now, each once."""
    cdef Frame* frame
    cdef int place, k, out = 0
    cdef uint8_t[3] places
    if t.is_solo:
        push_with(s, TAP, seat, n if n < s.beside else s.beside, 0, 0, 0)
        return
    places[0] = places[1] = places[2] = N_PLACES
    for place in range(14 * t.n_seats):
        for k in range(parasites_of(s, seat, place)):
            places[out] = <uint8_t>place
            out += 1
    push_with(s, SAP, seat, n, places[0], places[1], places[2])


cdef inline int list_sap(const Tables* t, const Position* s, int seat, int place, move_t* moves, int n) noexcept nogil:
    if place == N_PLACES or not parasites_of(s, seat, place):
        return n
    return list_one(M_SAP + place, moves, n) if has_usable_part(t, s, seat, effect_at(t, s, place)) else n


cdef inline int legal_sap(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0)
    n = list_sap(t, s, frame.seat, frame.b, moves, n)
    if frame.x != frame.b:
        n = list_sap(t, s, frame.seat, frame.x, moves, n)
    if frame.y != frame.x:
        n = list_sap(t, s, frame.seat, frame.y, moves, n)
    return n


cdef inline void apply_sap(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, place = move - M_SAP
    if move == M_SKIP:
        pop(s)
        return
    drop_place(frame, place)
    frame.a -= 1
    if frame.a == 0:
        pop(s)
    push(s, STORE, seat)
    use_effect(t, s, seat, effect_at(t, s, place), 0)


cdef inline int legal_tap(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    return list_taps(t, s, frame.seat, moves, list_one(M_SKIP, moves, 0))


cdef inline void apply_tap(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, level = 2 + ((move - M_TAP) >> 1), effect = (move - M_TAP) & 1
    if move == M_SKIP:
        pop(s)
        return
    frame.a -= 1
    if frame.a == 0:
        pop(s)
    push(s, STORE, seat)
    use_effect(t, s, seat, t.tile_effect[s.open[level - 2]][effect], 0)


# -- doing -------------------------------------------------------------------------------------------------------------

cdef inline void continue_parts(const Tables* t, Position* s) noexcept nogil:
    """Works off the next part; after the last one the invites that were its costs (rules 1.8)."""
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, invites = frame.b
    cdef const Part* part
    while frame.x < frame.y:
        part = &t.parts[frame.x]
        frame.x += 1
        if frame.a & PARTS_ADD_PRESS and part.op == OP_PRESS:
            add_press(s, part.n)
            continue
        if not is_usable(t, s, seat, part):
            continue
        if part.cost != COST_NONE:
            ask_cost(t, s, seat, frame.x - 1)
            return
        if frame.x == frame.y and invites == 0:
            pop(s)
            do_part(t, s, seat, part, RAISE_OPTIONAL)
            return
        do_part(t, s, seat, part, RAISE_OPTIONAL)
        if top(s) != frame:
            return
    pop(s)
    if invites:
        push_with(s, INVITES, seat, invites, 0, 0, 0)


cdef inline void add_press(Position* s, int n) noexcept nogil:
    s.turn.press = <uint8_t>(s.turn.press + n if s.turn.press + n < MAX_RAISE else MAX_RAISE)


cdef inline void ask_cost(const Tables* t, Position* s, int seat, int index) noexcept nogil:
    """The cost may be declined, and then what it buys."""
    cdef const Part* part = &t.parts[index]
    push_with(s, PAID, seat, 0, 0, index, 0)
    if part.cost == COST_PAY:
        push_with(s, PAY, seat, part.crystals, part.gears, 1, 0)
    elif part.cost == COST_PER_STONE:
        push_with(s, PAY, seat, n_stones(s, seat), 0, 1, 0)
    elif part.cost == COST_STONE:
        push_with(s, SPEND, seat, 0, 0, 1, 0)
    elif part.cost == COST_MACHINE:
        push_with(s, REMOVE, seat, 0, 0, 1, 0)
    else:
        push(s, ACCEPT_INVITE, seat)


cdef inline int legal_use_or_skip(move_t* moves) noexcept nogil:
    moves[0] = M_SKIP
    moves[1] = M_USE
    return 2


cdef inline void apply_accept_invite(Position* s, move_t move) noexcept nogil:
    """Below are what the cost buys, and the parts it belongs to: they hold the invites due."""
    pop(s)
    if move == M_SKIP:
        pop(s)
    else:
        s.frames[s.n_frames - 2].b += 1


cdef inline void continue_paid(const Tables* t, Position* s) noexcept nogil:
    """Rules R18: what was paid for cannot be declined; if it has become impossible it lapses."""
    cdef int seat = top(s).seat
    cdef const Part* part = &t.parts[top(s).x]
    pop(s)
    if would_change(t, s, seat, part.op):
        do_part(t, s, seat, part, 0)


cdef inline void do_part(const Tables* t, Position* s, int seat, const Part* part, int optional) noexcept nogil:
    """Does a usable part, or asks for what there is to decide."""
    cdef int op = part.op, n = part.n
    if op == OP_SP:
        earn(t, s, seat, n, BY_DISTRICT if part - &t.parts[0] < t.n_district_parts else BY_EFFECT)
    elif op == OP_CRYSTAL:
        gain(s, seat, CRYSTAL, n)
    elif op == OP_GEAR:
        gain(s, seat, GEAR, n)
    elif op == OP_PRESS:
        ask_raise(s, seat, n, optional)
    elif op == OP_PRESS_ONE:
        ask_raise(s, seat, n, optional | RAISE_ONE)
    elif op == OP_RES:
        push_with(s, TAKE, seat, n, 0, 0, 0)
    elif op == OP_RES_ANY:
        gain(s, seat, CRYSTAL, N_RESOURCES)
        gain(s, seat, GEAR, N_RESOURCES)
    elif op == OP_STONE:
        s.reserve[seat] -= 1
        return_stone(s, seat, False, False)
    elif op == OP_SPONSOR:
        push(s, CHOOSE_SPONSOR, seat)
    elif op == OP_GALA:
        push(s, CHOOSE_GALA, seat)
    elif op == OP_CAPACITY:
        push_with(s, SLOT, seat, CAPACITY, SLOT_ANY | (SLOT_OPTIONAL if optional else 0), 0, 0)
    elif op == OP_BASE or op == OP_TO8 or op == OP_SHAKE_ALL:
        push_with(s, DO_IT, seat, op, 0, 0, 0)
    elif op == OP_ARROW:
        push_with(s, GIVE_ARROW, seat, n, 0, 0, 0)
    elif op == OP_FLIP:
        push(s, FLIP, seat)
    elif op == OP_PEEK:
        push(s, PEEK, seat)
    elif op == OP_BUY_ANY:
        push(s, BUY_ANY, seat)
    elif op == OP_OTHER:
        push(s, VISIT, seat)
    elif op == OP_PLACE:
        start_placing(t, s, seat, n, False)
    elif op == OP_PLACE_USE:
        start_placing(t, s, seat, n, True)
    elif op == OP_USE:
        start_activating(t, s, seat, n)
    elif op == OP_RUN_MACHINES:
        push_with(s, RUN_MACHINES, seat, N_SLOTS, 0, 0, 0)
    elif op == OP_SHAKE:
        push(s, SHAKE, seat)
    elif op == OP_PINK:
        place_pink(t, s, seat, n)


cdef inline void continue_run_machines(const Tables* t, Position* s) noexcept nogil:
    """Slots 7 to 1, parasites asleep, no storing in between."""
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, slot
    if frame.a == 0:
        pop(s)
        return
    frame.a -= 1
    slot = frame.a
    use_effect(t, s, seat, t.tile_effect[s.room[seat][slot]][ACTIVE], 0)


# -- triggers (rules 1.8) ----------------------------------------------------------------------------------------------

cdef inline void trigger(const Tables* t, Position* s, int seat, int slot, int effect, int flags) noexcept nogil:
    """The owner triggers an effect: the parasites on it return at once; he uses it first, then their owners."""
    cdef int tile = s.room[seat][slot], returned = s.parasites[seat][slot][effect]
    if returned:
        s.parasites[seat][slot][effect] = 0
        send_home(s, returned)
        push_with(s, USES, seat, tile, returned, effect, 0)
    use_effect(t, s, seat, t.tile_effect[tile][effect], flags)


cdef inline void continue_uses(const Tables* t, Position* s) noexcept nogil:
    """Clockwise from the owner, once per parasite that has returned, storing at once."""
    cdef Frame* frame = top(s)
    cdef int user = frame.seat, effect = t.tile_effect[frame.a][frame.x]
    while True:
        user = next_seat(t, user)
        if user == frame.seat:
            pop(s)
            return
        if frame.b >> 2 * user & 3:
            frame.b -= <uint8_t>(1 << 2 * user)
            push(s, STORE, user)
            use_effect(t, s, user, effect, 0)
            return


cdef inline void continue_passives(const Tables* t, Position* s) noexcept nogil:
    """Triggers the passives of one moment, slots 1 to 7; those at the end of the turn are followed by storing."""
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, slot
    while frame.a < N_SLOTS:
        slot = frame.a
        frame.a += 1
        if t.triggers[s.room[seat][slot]] & frame.x:
            if frame.x == ON_END:
                push(s, STORE, seat)
            trigger(t, s, seat, slot, PASSIVE, PARTS_ADD_PRESS if frame.x == ON_PASSENGER else 0)
            return
    pop(s)
