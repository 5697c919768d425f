"""The policy: a score in SP for every legal move of a decision. `heuristic` plays the best, the search looks at them in
this order, playouts follow it. Nothing here reads the name of a face-down tile, so an observation is enough.
"""
from bots.steamopolis.outlook cimport look_ahead, weigh_things
from bots.steamopolis.worth cimport *
from engine.steamopolis.flow cimport list_legal
from engine.steamopolis.gauge cimport free_fields, right_of
from engine.steamopolis.market cimport crystals_of, front, gears_of
from engine.steamopolis.moves cimport *
from engine.steamopolis.passengers cimport wish
from engine.steamopolis.state cimport *

cdef enum:
    MAX_SCORES = MAX_LISTING


# -- the gauge ---------------------------------------------------------------------------------------------------------

cdef inline double value_of_picture(const Outlook* o, uint32_t picture) noexcept nogil:
    cdef double value = 0
    while picture:
        value += o.field[lowest(picture)]
        picture &= picture - 1
    return value


cdef inline double best_raise(const Tables* t, const Position* s, const Outlook* o, int steps) noexcept nogil:
    """What raising by so many steps gains, the most valuable stones first: each goes where the next step gains most."""
    cdef uint32_t stones = s.stones[o.seat], blocked = s.markers[o.seat], rest, free
    cdef double total = 0, gain, best
    cdef int field, to, from_field, to_field
    while steps > 0:
        best = -1000
        from_field = to_field = -1
        rest = stones
        while rest:
            field = lowest(rest)
            rest &= rest - 1
            free = ALL_FIELDS & ~(stones | blocked) & right_of(field)
            if free == 0:
                break
            to = lowest(free)
            gain = o.field[to] - o.field[field]
            if gain > best:
                best, from_field, to_field = gain, field, to
        if from_field < 0:
            return total
        stones ^= bit(from_field) | bit(to_field)
        total += best
        steps -= 1
    return total


cdef inline void score_raise(
    const Tables* t, const Position* s, const Outlook* o, const Frame* frame, const move_t* moves,
    int n, double* scores,
) noexcept nogil:
    cdef double now = value_of_picture(o, s.stones[frame.seat])
    cdef int i
    for i in range(n):
        if moves[i] >= M_RAISE:
            scores[i] = value_of_picture(o, moves[i] - M_RAISE) - now
        else:
            scores[i] = -0.5 if moves[i] != M_SKIP else 0


# -- the action --------------------------------------------------------------------------------------------------------

cdef inline double value_of_board(const Position* s, const Outlook* o) noexcept nogil:
    """What flying to all destinations brings."""
    cdef uint32_t rest = s.board[o.seat]
    cdef double value = 0
    while rest:
        value += o.district[lowest(rest)]
        rest &= rest - 1
    return value


cdef inline double value_of_return(const Position* s, const Outlook* o) noexcept nogil:
    """What the stones on the board are worth once they are back on the gauge."""
    cdef uint32_t free = free_fields(s, o.seat) & ~((<uint32_t>1 << s.base[o.seat]) - 1)
    cdef int n = count(s.board[o.seat])
    cdef double value = 0
    while n > 0 and free:
        value += o.field[lowest(free)]
        free &= free - 1
        n -= 1
    return value


cdef inline double first_to_fly(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int district
) noexcept nogil:
    """Which stone comes first: where a passenger waits, before where he wants to go; gains before purchases."""
    cdef int level = t.level_of[district], passenger, place, target
    cdef uint32_t others = s.board[o.seat] & ~bit(district)
    cdef double value = 0
    for passenger in range(2):
        if s.turn.moved & bit(passenger):
            continue
        place, target = s.passenger[passenger], wish(t, s, passenger)
        if s.aboard[passenger]:
            value -= 0.3 * (s.aboard[passenger] == level)
        elif place == level and others & t.at_level[target]:
            value += 3
        elif target == level and others & t.at_level[place]:
            value -= 3
    if value_of_effect(t, s, w, o, t.district_effect[district]) >= best_purchase(t, s, w, o, level):
        value += 1
    elif t.effects[t.district_effect[district]].is_end:
        value -= 0.5
    return value + 0.1 * (level == 1) - 0.02 * level


cdef inline void score_action(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, const move_t* moves,
    int n, double* scores,
) noexcept nogil:
    """Making steam gains on the gauge, a destination is a promise, flying keeps what was promised."""
    cdef double kept = 1 if s.is_final else w.promise
    cdef double flight = w.fly + (1 if s.is_final else 1 - kept) * value_of_board(s, o) + value_of_return(s, o)
    cdef double value
    cdef int i
    for i in range(n):
        if moves[i] == M_SKIP:
            scores[i] = 0
        elif moves[i] == M_STEAM:
            scores[i] = steam_score(t, s, w, o)
        elif moves[i] < M_FLY:
            value = o.line[t.value[moves[i] - M_AIM]]
            scores[i] = kept * value - o.field[moves[i] - M_AIM]
        else:
            scores[i] = flight - price_of_time(t, s, o) + 0.01 * first_to_fly(t, s, w, o, moves[i] - M_FLY)


cdef inline double steam_score(const Tables* t, const Position* s, const Weights* w, const Outlook* o) noexcept nogil:
    """In the final turn only the one stone that is set afterwards counts."""
    cdef uint32_t rest
    cdef double now = 0, later = 0, value
    cdef int field, k
    cdef uint32_t free
    if not s.is_final:
        return best_raise(t, s, o, s.boilers[o.seat]) - price_of_time(t, s, o)
    rest = s.stones[o.seat]
    while rest:
        field = lowest(rest)
        rest &= rest - 1
        value = o.line[t.value[field]]
        now = value if value > now else now
        free = free_fields(s, o.seat) & right_of(field)
        for k in range(s.boilers[o.seat]):
            if free:
                field = lowest(free)
                free &= free - 1
        value = o.line[t.value[field]]
        later = value if value > later else later
    return later - now - 0.001 - (price_of_time(t, s, o) if s.board[o.seat] == 0 or s.points[o.seat] < 2 else 0)


cdef inline double price_of_time(const Tables* t, const Position* s, const Outlook* o) noexcept nogil:
    """Rules 1.11: alone, steam and flights cost a point, in the final turn together; the last one is the game."""
    if not t.is_solo or s.turn.has_paid:
        return 0
    return 1 if s.points[o.seat] > 1 else 100


cdef inline void score_lead(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const move_t* moves, int n, double* scores
) noexcept nogil:
    cdef int i
    cdef uint32_t active
    for i in range(n):
        if moves[i] == M_RUN:
            active = s.places[o.seat] & 0x1555 & (bit(2 * (s.turn.hand - 1)) - 1)
            scores[i] = o.active[highest(active) >> 1] + o.line[(highest(active) >> 1) + 1]
        else:
            scores[i] = o.district[moves[i] - M_SET]


# -- the flight --------------------------------------------------------------------------------------------------------

cdef inline double score_purchase(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int what
) noexcept nogil:
    cdef int market = what >> 1, tile = s.open[market]
    return value_of_purchase(t, s, w, o, market, what & 1) - price_of(
        s, w, o, crystals_of(t, market, tile), gears_of(t, market, tile)
    )


cdef inline void score_flight(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, const move_t* moves,
    int n, double* scores,
) noexcept nogil:
    cdef int i
    for i in range(n):
        if moves[i] == M_SKIP:
            scores[i] = 0
        elif moves[i] == M_USE:
            scores[i] = 0.01 + value_of_effect(t, s, w, o, t.district_effect[frame.a])
        elif moves[i] >= M_MARKER:
            scores[i] = value_of_marker(t, s, w, o, moves[i] - M_MARKER)
        else:
            scores[i] = score_purchase(t, s, w, o, moves[i] - M_BUY)


cdef inline double spending_power(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int crystals, int gears
) noexcept nogil:
    """What a stock of resources is good for: the best purchases of the stones on the way, and at all."""
    cdef double best = 0, here = 0, value
    cdef int market, tile, c, g, level, row
    for market in range(t.n_markets):
        tile = s.open[market]
        if tile == NO_TILE:
            continue
        c, g = crystals_of(t, market, tile), gears_of(t, market, tile)
        if c - saving(s, o.seat, CRYSTAL, c) > crystals or g - saving(s, o.seat, GEAR, g) > gears:
            continue
        level = t.market_level[market]
        value = value_of_purchase(t, s, w, o, market, False)
        value = max(value, value_of_purchase(t, s, w, o, market, True))
        if s.board[o.seat] & t.at_level[level]:
            here = max(here, value)
        else:
            best = max(best, value)
    for row in range(2):
        if s.bonus[row] and t.marker_cost[front(s, row)] <= (crystals if row == CRYSTAL else gears):
            value = value_of_marker(t, s, w, o, row)
            if s.board[o.seat] & t.at_level[1]:
                here = max(here, value)
            else:
                best = max(best, value)
    return here + 0.3 * best - 0.03 * (crystals - gears) * (crystals - gears)


# -- parasites ---------------------------------------------------------------------------------------------------------

cdef inline double value_of_place(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int place
) noexcept nogil:
    """A parasite there: what the effect brings, the likelier it is triggered the more."""
    cdef int tile = (&s.room[0][0])[place >> 1], triggers = t.triggers[tile]
    cdef double value = plain_value(t, w, o, effect_at(t, s, place))
    if place & 1:
        value *= w.passenger if triggers & ON_PASSENGER else w.passive
    return value * w.parasite * capped(o.cycles, 1)


cdef inline void score_parasites(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, const move_t* moves,
    int n, double* scores,
) noexcept nogil:
    """A move is worth the best place there is, less the one left."""
    cdef double best = 0
    cdef int i, place
    for i in range(n):
        if M_INFEST <= moves[i] < M_LIFT:
            place = moves[i] - M_INFEST
            scores[i] = value_of_place(t, s, w, o, place)
            if frame.b and frame.kind != INVITED:
                scores[i] += value_of_effect(t, s, w, o, effect_at(t, s, place))
            best = max(best, scores[i])
        else:
            scores[i] = 0
    for i in range(n):
        if moves[i] >= M_LIFT:
            scores[i] = best - value_of_place(t, s, w, o, moves[i] - M_LIFT) - 0.05


# -- the rest ----------------------------------------------------------------------------------------------------------

cdef inline double score_slot(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, int tile, int slot
) noexcept nogil:
    """Activation effects in the middle, where most stones pass them on their way to good levels; the others outside."""
    cdef int there = s.room[o.seat][slot]
    cdef double value = 0
    if there != NO_TILE:
        value -= value_of_tile(t, s, w, o, there)
    if t.tile_effect[tile][ACTIVE]:
        return value - 0.1 * (slot - 3 if slot > 3 else 3 - slot)
    return value - 0.1 * (N_SLOTS - 1 - slot)


cdef inline void score_pay(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, const move_t* moves,
    int n, double* scores,
) noexcept nogil:
    """Sponsors come back, a gala does not. A cost may be declined if it is worth more than what it buys."""
    cdef const Frame* below
    cdef int i, discounts, saved
    for i in range(n):
        if moves[i] == M_SKIP:
            below = &s.frames[s.n_frames - 2]
            scores[i] = price_of(s, w, o, frame.a, frame.b) - value_of_part(t, s, w, o, &t.parts[below.x])
        else:
            discounts = moves[i] - M_PAY
            scores[i] = 0.1 * (discounts // 6 + discounts // 2 % 3)
            if discounts & 1:
                saved = frame.a if s.gala[o.seat] == 1 else frame.b
                scores[i] += 0.05 if saved >= 2 else -0.3


cdef inline void score_simple(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, const move_t* moves,
    int n, double* scores,
) noexcept nogil:
    """Decisions whose moves can be judged one by one; declining counts 0 unless told otherwise."""
    cdef int kind = frame.kind, i
    for i in range(n):
        if kind == REMOVE or kind == SPEND or kind == SLOT or kind == INSTALL_START:
            scores[i] = score_thing(t, s, w, o, frame, moves[i])
        elif moves[i] == M_SKIP:
            scores[i] = 0
        elif kind >= BUY_ANY:
            scores[i] = score_effect(t, s, w, o, frame, moves[i])
        else:
            scores[i] = score_step(t, s, w, o, frame, moves[i])


cdef inline double score_thing(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, int move
) noexcept nogil:
    """Machines and stones that come and go; to decline costs what would have been bought."""
    cdef int kind = frame.kind, tile, field = move - M_SPEND
    if kind == REMOVE:
        return -value_of_tile(t, s, w, o, s.room[o.seat][move - M_REMOVE]) if move != M_SKIP else -2
    elif kind == SLOT:
        if move == M_SKIP:
            return -value_of_tile(t, s, w, o, frame.a)
        return score_slot(t, s, w, o, frame.a, move - M_SLOT)
    elif kind == SPEND:
        if move == M_SKIP:
            return o.cheapest_stone - o.field[0] - value_of_part(t, s, w, o, &t.parts[s.frames[s.n_frames - 2].x])
        return -o.field[field] - (0.5 if s.arrows[o.seat] & bit(field) else 0)
    tile = START_BACK if move - M_INSTALL >= N_SLOTS else START_1 + s.start[o.seat] - 1
    return value_of_tile(t, s, w, o, tile) + score_slot(t, s, w, o, tile, (move - M_INSTALL) % N_SLOTS)


cdef inline double score_step(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, int move
) noexcept nogil:
    """A step of a flight, or of storing and taking."""
    cdef int kind = frame.kind, taken = move - M_TAKE, seat = o.seat
    if kind == FLY:
        return first_to_fly(t, s, w, o, move - M_FLY)
    elif kind == PICK_UP:
        return 1
    elif kind == KEEP:
        return spending_power(t, s, w, o, move - M_KEEP, s.storage[seat] - (move - M_KEEP))
    elif kind == TAKE:
        return spending_power(t, s, w, o, s.goods[seat][CRYSTAL] + (taken >> 4), s.goods[seat][GEAR] + (taken & 15))
    elif kind == MORE_MARKERS:
        return value_of_marker(t, s, w, o, move - M_MARKER)
    elif kind == PUT_MARKER and move != M_BOX:
        return 0.5 if s.stones[seat] & bit(move - M_PUT) else 0.2
    elif kind == GIVE_ARROW:
        return 1 - 0.01 * (move - M_ARROW)
    elif kind == PEEK:
        return 0.01
    return 0


cdef inline double score_effect(
    const Tables* t, const Position* s, const Weights* w, const Outlook* o, const Frame* frame, int move
) noexcept nogil:
    """A part of an effect, or the effect of a machine."""
    cdef int kind = frame.kind, tile
    if kind == BUY_ANY:
        return score_purchase(t, s, w, o, move - M_BUY)
    elif kind == VISIT:
        return value_of_effect(t, s, w, o, t.district_effect[move - M_VISIT])
    elif kind == BAR:
        return value_of_side(t, s, w, o, frame.x, move - M_UPPER)
    elif kind == DO_IT:
        if frame.a == OP_BASE:
            return w.base * o.cycles
        return o.field[TOP_FIELD] - o.field[s.turn.taken - 1] if frame.a == OP_TO8 else 0.01
    elif kind == ACCEPT_INVITE:
        return value_of_part(t, s, w, o, &t.parts[s.frames[s.n_frames - 2].x]) - w.harm * capped(o.cycles, 1)
    elif kind == SAP:
        return value_of_effect(t, s, w, o, effect_at(t, s, move - M_SAP))
    elif kind == TAP:
        return value_of_effect(t, s, w, o, t.tile_effect[s.open[(move - M_TAP) >> 1]][(move - M_TAP) & 1])
    elif kind == TAP_REMOVED:
        tile = frame.a if 2 + ((move - M_TAP) >> 1) == frame.x >> 8 else frame.b
        return value_of_effect(t, s, w, o, t.tile_effect[tile][(move - M_TAP) & 1]) - 0.3 * w.parasite
    return 0.1                # shake


cdef inline bint is_about_things(int kind) noexcept nogil:
    """Whether a decision asks what goods, tiles and parasites are worth, and no destination: these take most time."""
    return (
        kind == KEEP or kind == TAKE or kind == PICK_UP or kind == ORDER or kind == MORE_MARKERS or kind == PUT_MARKER
        or kind == GIVE_ARROW or kind == PEEK or kind == REMOVE or kind == SLOT or kind == INSTALL_START
        or kind == INVITED
    )


cdef inline int score_moves(
    const Tables* t, const Position* s, const Weights* w, move_t* moves, double* scores
) noexcept nogil:
    """Lists the legal moves and scores them; somebody has to move."""
    cdef Outlook o
    cdef const Frame* frame = &s.frames[s.n_frames - 1]
    cdef int n = list_legal(t, s, moves), kind = frame.kind
    if is_about_things(kind):
        weigh_things(t, s, w, frame.seat, &o)
    else:
        look_ahead(t, s, w, frame.seat, &o)
    if kind == ACTION or kind == FINAL_STEAM or kind == FINAL_AIM or kind == FINAL_FLY:
        score_action(t, s, w, &o, frame, moves, n, scores)
    elif kind == RAISE:
        score_raise(t, s, &o, frame, moves, n, scores)
    elif kind == LEAD:
        score_lead(t, s, w, &o, moves, n, scores)
    elif kind == FLIGHT:
        score_flight(t, s, w, &o, frame, moves, n, scores)
    elif kind == PAY:
        score_pay(t, s, w, &o, frame, moves, n, scores)
    elif kind == PLACE or kind == MOVE_PARASITE or kind == INVITED:
        score_parasites(t, s, w, &o, frame, moves, n, scores)
    else:
        score_simple(t, s, w, &o, frame, moves, n, scores)
    return n


cdef inline move_t best_move(const Tables* t, const Position* s, const Weights* w, move_t* moves) noexcept nogil:
    """The policy's move: of equal ones the first listed."""
    cdef double[MAX_SCORES] scores
    cdef int i, best = 0, n = score_moves(t, s, w, moves, scores)
    for i in range(1, n):
        if scores[i] > scores[best]:
            best = i
    return moves[best]
