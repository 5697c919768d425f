"""A seat's prospects in one position of Steamopolis: how long the game will last, and what its destinations, machines and
stones on the gauge will bring. Filled in once, before the policy scores moves and the value model reads features.
"""
from bots.steamopolis.worth cimport *
from engine.steamopolis.gauge cimport free_fields
from engine.steamopolis.market cimport down_at
from engine.steamopolis.passengers cimport wish
from engine.steamopolis.payment cimport can_spend_stone
from engine.steamopolis.state cimport *


# -- the time left -----------------------------------------------------------------------------------------------------

cdef inline int purchases_left(const Tables* t, const Position* s) noexcept nogil:
    """Purchases until three statues stand, if they are made where it goes fastest."""
    cdef int[3] least
    cdef int level, n, k
    least[0] = least[1] = least[2] = 99
    for level in range(1, 9):
        n = s.bonus[CRYSTAL] + s.bonus[GEAR]
        if level > 1:
            n = (s.open[level - 2] != NO_TILE) + count(down_at(s, level))
        if s.statues >> (level - 1) & 1:
            n = 0
        for k in range(3):
            if n < least[k]:
                least[k], n = n, least[k]
    return least[0] + least[1] + least[2]


cdef inline double rounds_left(const Tables* t, const Position* s, const Weights* w) noexcept nogil:
    """Rounds after this one, the final one included."""
    cdef double rounds, most
    if s.is_final:
        return 0
    if s.is_ending:
        return 1
    rounds = 1 + purchases_left(t, s) * w.pace / (t.n_seats if t.n_seats > 1 else 2)
    most = t.max_rounds - s.round + 1
    if s.stack < 4 and s.stack + 1 < rounds:
        rounds = s.stack + 1
    return rounds if rounds < most else most


# -- passengers and destinations ---------------------------------------------------------------------------------------

cdef inline double value_of_ride(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int passenger
) noexcept nogil:
    """What moving a passenger brings: his reward, the machines that care, a tile."""
    cdef double value = w.blue * o.cycles + (1 if passenger == BANKER else STOKER_PRESS * o.press)
    cdef int slot, tile
    if s.triggers[o.seat] & ON_PASSENGER:
        for slot in range(N_SLOTS):
            tile = s.room[o.seat][slot]
            if t.triggers[tile] & ON_PASSENGER:
                value += value_of_effect(t, s, w, o, t.tile_effect[tile][PASSIVE])
    return value


cdef inline double value_of_level(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int level, const double* rides
) noexcept nogil:
    """What a stone on a level brings whatever is done there: passengers and `take` passives."""
    cdef double value = 0
    cdef int passenger, place, target, slot, tile
    for passenger in range(2):
        place, target = s.passenger[passenger], wish(t, s, passenger)
        if level == place or level == target:
            if s.board[o.seat] & t.at_level[target if level == place else place]:
                value += rides[passenger]
            else:
                value += w.ride * rides[passenger]
    if s.triggers[o.seat] & bit(level):
        for slot in range(N_SLOTS):
            tile = s.room[o.seat][slot]
            if t.triggers[tile] & bit(level):
                value += value_of_effect(t, s, w, o, t.tile_effect[tile][PASSIVE])
    return value


cdef inline void fill_destinations(const Tables* t, const Position* s, const Weights* w, Outlook* o) noexcept nogil:
    """What each district will bring: its effect or the best purchase, and what its level brings anyway."""
    cdef double[9] purchase, level_value
    cdef double[2] rides
    cdef double value
    cdef uint32_t rest = t.districts, free = free_districts(t, s, o.seat)
    cdef int level, district
    rides[BANKER] = value_of_ride(t, s, w, o, BANKER)
    rides[STOKER] = value_of_ride(t, s, w, o, STOKER)
    for level in range(1, 9):
        purchase[level] = best_purchase(t, s, w, o, level)
        level_value[level] = value_of_level(t, s, w, o, level, rides)
        o.best[level] = 0
    o.best[0] = 0
    while rest:
        district = lowest(rest)
        rest &= rest - 1
        level = t.level_of[district]
        value = value_of_effect(t, s, w, o, t.district_effect[district])
        if purchase[level] > value:
            value = purchase[level]
        o.district[district] = value + level_value[level]
        if free & bit(district) and o.district[district] > o.best[level]:
            o.best[level] = o.district[district]
    for level in range(1, 9):
        if o.best[level - 1] > o.best[level]:
            o.best[level] = o.best[level - 1]


cdef inline void fill_machines(const Tables* t, const Position* s, const Weights* w, Outlook* o) noexcept nogil:
    """Once for all stones: judging the same machines stone by stone took a tenth of a search's time."""
    cdef int slot, effect
    for slot in range(N_SLOTS):
        effect = t.tile_effect[s.room[o.seat][slot]][ACTIVE]
        o.active[slot] = value_of_effect(t, s, w, o, effect) if effect else 0


cdef inline void fill_lines(const Position* s, Outlook* o) noexcept nogil:
    """What a stone of each value brings at best; destinations and machines are known."""
    cdef uint32_t active, machines = s.places[o.seat] & 0x1555
    cdef double gained
    cdef int hand, slot
    o.line[0] = 0
    for hand in range(1, 9):
        o.line[hand] = o.best[hand]
        active = machines & (bit(2 * (hand - 1)) - 1)
        gained = 0
        while active:
            slot = highest(active) >> 1
            active &= ~bit(2 * slot)
            gained += o.active[slot]
            if gained + o.best[slot + 1] > o.line[hand] and o.best[slot + 1] > 0:
                o.line[hand] = gained + o.best[slot + 1]


# -- the outlook -------------------------------------------------------------------------------------------------------

cdef inline double weigh_things(
    const Tables* t, const Position* s, const Weights* w, int seat, Outlook* o
) noexcept nogil:
    """What things are worth to a seat now, its destinations left out; returns the rounds left."""
    cdef double rounds = rounds_left(t, s, w), value, usable
    cdef int other, slot
    o.seat = seat
    o.cycles = rounds / w.cycle
    usable = 1 if rounds > 2 else 0.6 if rounds >= 1 else 0.35 if s.board[seat] or s.stones[seat] else 0.01
    o.unit[CRYSTAL] = w.crystal * usable
    o.unit[GEAR] = w.gear * usable
    o.press = w.press * usable if s.stones[seat] and free_fields(s, seat) else 0
    o.stone = w.stone * capped(o.cycles, 4)
    o.arrow = w.arrow * capped(o.cycles, 2)
    o.lead = 0
    if t.n_seats > 1:
        o.lead = 1000
        for other in range(t.n_seats):
            if other != seat:
                o.lead = capped(o.lead, s.points[seat] - s.points[other])
    o.cheapest_machine = 1000
    for slot in range(N_SLOTS):
        if s.room[seat][slot] != NO_TILE:
            value = value_of_tile(t, s, w, o, s.room[seat][slot])
            if value < o.cheapest_machine:
                o.cheapest_machine = value
    o.cheapest_stone = o.stone + w.stone * 0.3 * (rounds > 0) if can_spend_stone(s, seat) else 1000
    return rounds


cdef inline void look_ahead(const Tables* t, const Position* s, const Weights* w, int seat, Outlook* o) noexcept nogil:
    """Everything the policy needs to know of a seat's prospects."""
    cdef double rounds = weigh_things(t, s, w, seat, o), value
    cdef int field
    for field in range(N_FIELDS):
        o.field[field] = w.height * t.value[field]
    fill_machines(t, s, w, o)
    fill_destinations(t, s, w, o)
    fill_lines(s, o)
    for field in range(N_FIELDS):
        value = w.reach * o.line[t.value[field]] + w.height * t.value[field]
        o.field[field] = value * capped(rounds, 1)
