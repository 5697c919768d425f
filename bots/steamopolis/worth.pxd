"""What things are worth to a seat in Steamopolis, in SP: the judgement that every decision of the policy shares.

All of it is estimates from what everybody sees; nothing here reads the name of a face-down tile. `Weights` holds every
number that is a matter of judgement; `bots/steamopolis/weights.py` loads them. `outlook.pxd` fills in the `Outlook`.
"""
from engine.steamopolis.effects cimport is_usable
from engine.steamopolis.market cimport crystals_of, down_at, front, gears_of
from engine.steamopolis.payment cimport saving
from engine.steamopolis.state cimport *


cdef struct Weights:
    double pace               # rounds that a purchase takes one player
    double cycle              # rounds from one flight to the next
    double crystal
    double gear
    double spare              # share of a resource beyond the spaces: it may be spent before storing
    double press              # a step of a raise
    double stone              # having one more, per cycle left
    double arrow              # on a stone, per cycle left up to two
    double boiler             # per cycle left, as all below
    double storage
    double active             # uses of an activation effect
    double passive            # uses of a `take` passive
    double passenger          # passengers moved
    double buying             # tiles bought
    double base
    double sponsor
    double gala               # once
    double parasite           # share of an effect that a parasite on it is worth
    double harm               # of an invite
    double peek
    double missing            # share of a purchase that counts for every resource still missing
    double promise            # share of a destination that counts before the flight
    double reach              # share of the best destination of a stone that counts while it is on the gauge
    double height             # a level of a stone on the gauge beyond that
    double ride               # share of a passenger's reward when only one of his two levels is taken
    double blue               # a passenger tile, per cycle left
    double banner             # a banner or a machine beyond its SP, per cycle left: it makes later banners dearer
    double hurry              # share of the lead that ending the game adds
    double fly                # flying beyond what is realised
    double marker             # a bonus marker on the gauge, per cycle left


cdef struct Outlook:          # a seat's prospects in one position
    int seat
    double cycles             # flights to come after this one
    double[2] unit            # a crystal, a gear
    double press
    double stone
    double arrow
    double lead               # over the best other, in SP
    double cheapest_stone     # what giving a stone costs
    double cheapest_machine   # what removing a machine costs
    double[N_DISTRICTS] district      # what a stone on it will bring
    double[9] best            # the best free district up to a level
    double[N_SLOTS] active    # what the activation effect in a slot brings
    double[9] line            # the best that a stone of a value brings: placed at once, or after running machines
    double[N_FIELDS] field    # a stone on a field of the gauge


cdef inline double capped(double value, double most) noexcept nogil:
    return value if value < most else most


# -- resources ---------------------------------------------------------------------------------------------------------

cdef inline double value_of_goods(
    const Position* s, const Weights* w, const Outlook* o, int crystals, int gears
) noexcept nogil:
    """What gaining resources is worth: those beyond the spaces must be spent before storing."""
    cdef int room = s.storage[o.seat] - s.goods[o.seat][CRYSTAL] - s.goods[o.seat][GEAR], n = crystals + gears
    cdef double value = crystals * o.unit[CRYSTAL] + gears * o.unit[GEAR]
    if n == 0:
        return 0
    if room < 0:
        room = 0
    return value if n <= room else value * (room + w.spare * (n - room)) / n


cdef inline double price_of(
    const Position* s, const Weights* w, const Outlook* o, int crystals, int gears
) noexcept nogil:
    """What paying is worth, with discounts."""
    cdef int off_crystals = saving(s, o.seat, CRYSTAL, crystals), off_gears = saving(s, o.seat, GEAR, gears)
    return (
        (crystals - off_crystals) * o.unit[CRYSTAL] + (gears - off_gears) * o.unit[GEAR]
        + 0.2 * (off_crystals + off_gears) * (o.unit[CRYSTAL] + o.unit[GEAR])
    )


cdef inline double likelihood(
    const Position* s, const Weights* w, const Outlook* o, int crystals, int gears
) noexcept nogil:
    """How likely a payment will be possible: certain now, less so for every resource that is missing."""
    cdef int short_of = 0, k
    cdef double found = 1
    k = crystals - s.goods[o.seat][CRYSTAL] - saving(s, o.seat, CRYSTAL, crystals)
    short_of += k if k > 0 else 0
    k = gears - s.goods[o.seat][GEAR] - saving(s, o.seat, GEAR, gears)
    short_of += k if k > 0 else 0
    while short_of > 0:
        found *= w.missing
        short_of -= 1
    return found


# -- effects and machines ----------------------------------------------------------------------------------------------

cdef inline double value_of_part(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Part* part
) noexcept nogil:
    """What a part brings, its cost not counted."""
    cdef int op = part.op, n = part.n, seat = o.seat
    if op == OP_SP:
        return n
    elif op == OP_PRESS or op == OP_PRESS_ONE:
        return n * o.press
    elif op == OP_CRYSTAL:
        return value_of_goods(s, w, o, n, 0)
    elif op == OP_GEAR:
        return value_of_goods(s, w, o, 0, n)
    elif op == OP_RES:
        return value_of_goods(s, w, o, n - n // 2, n // 2)
    elif op == OP_RES_ANY:
        n = s.storage[seat] - s.goods[seat][CRYSTAL] - s.goods[seat][GEAR] + 1
        return value_of_goods(s, w, o, n - n // 2, n // 2) if n > 0 else 0
    elif op == OP_STONE:
        return o.stone if s.reserve[seat] else 0
    elif op == OP_SPONSOR:
        return w.sponsor * o.cycles
    elif op == OP_GALA:
        return w.gala * capped(o.cycles, 1)
    elif op == OP_CAPACITY:
        return value_of_tile(t, s, w, o, CAPACITY) - (0 if has_free_slot(s, seat) else o.cheapest_machine)
    elif op == OP_BASE:
        return w.base * o.cycles
    elif op == OP_ARROW:
        return n * o.arrow
    elif op == OP_TO8:
        return o.field[TOP_FIELD] - o.field[s.turn.taken - 1] if s.turn.taken else 4 * o.press
    elif op == OP_PEEK:
        return w.peek * capped(o.cycles, 1)
    elif op == OP_OTHER:
        return 2 * (o.unit[CRYSTAL] + o.unit[GEAR])
    elif op == OP_BUY_ANY:
        return best_purchase(t, s, w, o, 0)
    elif op == OP_PLACE or op == OP_PLACE_USE:
        return (n if n < s.in_supply[seat] else s.in_supply[seat]) * w.parasite * capped(o.cycles, 1)
    elif op == OP_USE:
        return w.parasite * (s.beside if t.is_solo else N_PARASITES - s.in_supply[seat])
    elif op == OP_RUN_MACHINES:
        return value_of_run(o)
    elif op == OP_SHAKE or op == OP_SHAKE_ALL:
        return 0.5 * w.harm
    return 0.01


cdef inline double value_of_costly_part(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Part* part
) noexcept nogil:
    """What a part brings less its cost, 0 if it is declined or cannot be used."""
    cdef double value
    if not is_usable(t, s, o.seat, part):
        return 0
    value = value_of_part(t, s, w, o, part)
    if part.cost == COST_PAY:
        value -= price_of(s, w, o, part.crystals, part.gears)
    elif part.cost == COST_PER_STONE:
        value -= price_of(s, w, o, n_stones(s, o.seat), 0)
    elif part.cost == COST_STONE:
        value -= o.cheapest_stone
    elif part.cost == COST_MACHINE:
        value -= o.cheapest_machine
    elif part.cost == COST_INVITE:
        value -= w.harm * capped(o.cycles, 1)
    return value if value > 0 else 0


cdef inline double value_of_side(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int effect, int side
) noexcept nogil:
    cdef double value = 0
    cdef int part
    for part in range(t.effects[effect].first[side], t.effects[effect].end[side]):
        value += value_of_costly_part(t, s, w, o, &t.parts[part])
    return value


cdef inline double value_of_effect(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int effect
) noexcept nogil:
    cdef double upper = value_of_side(t, s, w, o, effect, 0), lower
    if not t.effects[effect].has_bar:
        return upper
    lower = value_of_side(t, s, w, o, effect, 1)
    return upper if upper > lower else lower


cdef inline double value_of_run(const Outlook* o) noexcept nogil:
    """All own activation effects once."""
    cdef double value = 0
    cdef int slot
    for slot in range(N_SLOTS):
        value += o.active[slot]
    return value


cdef inline double plain_value(const Tables* t, const Weights* w, const Outlook* o, int effect) noexcept nogil:
    """What an effect brings in the long run: costs at their usual price, whatever is there now."""
    cdef double value = 0, one
    cdef int i
    cdef const Part* part
    for i in range(t.effects[effect].first[0], t.effects[effect].end[0]):
        part = &t.parts[i]
        if part.op == OP_SP:
            one = part.n
        elif part.op == OP_PRESS:
            one = part.n * w.press
        elif part.op == OP_CRYSTAL:
            one = part.n * w.crystal
        elif part.op == OP_GEAR or part.op == OP_RES:
            one = part.n * w.gear
        elif part.op == OP_PLACE:
            one = part.n * w.parasite
        else:
            one = w.arrow
        if part.cost == COST_PAY:
            one -= part.crystals * w.crystal + part.gears * w.gear
        if one > 0:
            value += one
    return value


cdef inline double value_of_tile(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int tile
) noexcept nogil:
    """A tile in the machine room, for the rest of the game."""
    cdef double value = w.boiler * t.tile_boilers[tile] + w.storage * t.tile_storage[tile] + w.banner, uses
    cdef int triggers = t.triggers[tile]
    if t.tile_effect[tile][ACTIVE]:
        value += w.active * plain_value(t, w, o, t.tile_effect[tile][ACTIVE])
    if triggers:
        uses = w.passive
        if triggers & ON_PASSENGER:
            uses = w.passenger
        elif triggers & ON_BUY:
            uses = w.buying
        elif triggers & ON_END:
            uses = 1
        value += uses * plain_value(t, w, o, t.tile_effect[tile][PASSIVE])
    return value * o.cycles


cdef inline bint has_free_slot(const Position* s, int seat) noexcept nogil:
    cdef int slot
    for slot in range(N_SLOTS):
        if s.room[seat][slot] == NO_TILE:
            return True
    return False


# -- purchases ---------------------------------------------------------------------------------------------------------

cdef inline double value_of_statue(const Position* s, const Weights* w, const Outlook* o) noexcept nogil:
    """The third one brings SP and the end, which suits who leads."""
    cdef int n = count(s.statues)
    if n + 1 < N_STATUES_TO_END:
        return w.hurry * 0.2 * o.lead
    return (STATUE_SP + w.hurry * (o.lead + STATUE_SP)) if n + 1 == N_STATUES_TO_END else 0


cdef inline double value_of_purchase(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int market, bint is_banner
) noexcept nogil:
    """What buying an open tile brings, its resources not counted."""
    cdef int tile = s.open[market], rank = t.rank[tile], seat = o.seat, colour = t.colour[tile]
    cdef int extra = t.banner_extra[rank] if is_banner else t.machine_extra[rank]
    cdef double value
    if is_banner:
        value = s.tiles[seat]
        if colour == PURPLE:
            value = s.n_banners[seat] + s.n_purple[seat] + 2
        elif colour == ORANGE:
            value = n_machines(s, seat)
        value += w.banner * o.cycles - o.cheapest_stone
    else:
        value = t.machine_sp[rank] + value_of_tile(t, s, w, o, tile)
        if extra & LOSE_MACHINE or not has_free_slot(s, seat):
            value -= o.cheapest_machine
    if extra & INVITE:
        value -= w.harm * capped(o.cycles, 1)
    if market < N_MAIN and down_at(s, market + 2) == 0:
        value += value_of_statue(s, w, o)
    if s.triggers[seat] & ON_BUY:
        value += 1
    return value


cdef inline double value_of_market(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int market
) noexcept nogil:
    """The better way to buy an open tile, as far as it is payable; 0: neither is worth it."""
    cdef int tile = s.open[market], crystals, gears
    cdef double machine, banner
    if tile == NO_TILE:
        return 0
    crystals, gears = crystals_of(t, market, tile), gears_of(t, market, tile)
    machine = value_of_purchase(t, s, w, o, market, False)
    banner = value_of_purchase(t, s, w, o, market, True)
    if banner > machine:
        machine = banner
    machine -= price_of(s, w, o, crystals, gears)
    return machine * likelihood(s, w, o, crystals, gears) if machine > 0 else 0


cdef inline double value_of_marker(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int row
) noexcept nogil:
    """The front marker of a row that is not empty, less its price."""
    cdef int index = front(s, row), cost = t.marker_cost[index]
    cdef double value = t.marker_sp[index] + w.marker * o.cycles
    if s.bonus[CRYSTAL] + s.bonus[GEAR] == 1:
        value += value_of_statue(s, w, o)
    if t.marker_invites[index]:
        value -= w.harm * capped(o.cycles, 1)
    return value - price_of(s, w, o, cost if row == CRYSTAL else 0, cost if row == GEAR else 0)


cdef inline double best_purchase(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int level
) noexcept nogil:
    """The best that can be bought on a level; 0: anywhere but markers."""
    cdef double best = 0, value
    cdef int market, row, cost
    if level == 1:
        for row in range(2):
            if s.bonus[row]:
                value = value_of_marker(t, s, w, o, row)
                cost = t.marker_cost[front(s, row)]
                if value > 0:
                    best += value * likelihood(s, w, o, cost if row == CRYSTAL else 0, cost if row == GEAR else 0)
        return best
    for market in range(t.n_markets):
        if level == 0 or t.market_level[market] == level:
            value = value_of_market(t, s, w, o, market)
            if value > best:
                best = value
    return best
