"""Rules 1.6, 1.7: buying tiles and bonus markers."""
from engine.steamopolis.gauge cimport can_be_pushed, push_stone
from engine.steamopolis.moves cimport *
from engine.steamopolis.payment cimport can_spend_stone, is_payable
from engine.steamopolis.state cimport *


# -- tiles on the market -----------------------------------------------------------------------------------------------

cdef inline uint32_t down_at(const Position* s, int level) noexcept nogil:
    """The face-down tiles of a level, as a set of their indices."""
    return s.down & <uint32_t>7 << 3 * (level - 2)


cdef inline void show(Position* s, int market, int tile) noexcept nogil:
    s.open[market] = <uint8_t>tile
    s.shown |= <uint64_t>1 << (tile - 1)


cdef inline void turn_up(Position* s, int index, int tile) noexcept nogil:
    """A face-down tile becomes the open one of its level."""
    cdef int seat
    s.down &= ~bit(index)
    for seat in range(MAX_PLAYERS):
        s.seen[seat] &= ~bit(index)
    s.down_name[index] = NO_TILE
    s.down_colour[index] = 0
    show(s, index // 3, tile)


cdef inline void refill(const Tables* t, Position* s, int market, int seat) noexcept nogil:
    """After the open tile has gone: turns up the next one, or raises the statue. Extra markets do neither."""
    cdef uint32_t rest
    cdef int index
    if market >= N_MAIN:
        return
    rest = down_at(s, market + 2)
    if rest == 0:
        raise_statue(t, s, market + 2, seat)
        return
    index = lowest(rest)
    if s.down_name[index]:
        turn_up(s, index, s.down_name[index])
    else:
        push_with(s, DRAW_FACE, CHANCE, index, 1, 0, 0)


# -- a tile ------------------------------------------------------------------------------------------------------------

cdef inline int crystals_of(const Tables* t, int market, int tile) noexcept nogil:
    return t.row_cost[t.market_level[market]][t.rank[tile]][CRYSTAL] + t.cost[tile][CRYSTAL]


cdef inline int gears_of(const Tables* t, int market, int tile) noexcept nogil:
    return t.row_cost[t.market_level[market]][t.rank[tile]][GEAR] + t.cost[tile][GEAR]


cdef inline bint is_extra_payable(const Position* s, int seat, int extra) noexcept nogil:
    """What a purchase costs besides resources."""
    if extra & LOSE_MACHINE and n_machines(s, seat) == 0:
        return False
    return not extra & LOSE_STONE or can_spend_stone(s, seat)


cdef inline int list_market(
    const Tables* t, const Position* s, int seat, int market, move_t* moves, int n
) noexcept nogil:
    """Appends the ways in which the open tile of a market can be bought."""
    cdef int tile = s.open[market], rank = t.rank[tile]
    if tile == NO_TILE or not is_payable(s, seat, crystals_of(t, market, tile), gears_of(t, market, tile)):
        return n
    if is_extra_payable(s, seat, t.machine_extra[rank]):
        n = list_one(M_BUY + 2 * market, moves, n)
    if is_extra_payable(s, seat, t.banner_extra[rank]):
        n = list_one(M_BUY + 2 * market + 1, moves, n)
    return n


cdef inline int list_level(
    const Tables* t, const Position* s, int seat, int level, move_t* moves, int n
) noexcept nogil:
    """Appends what can be bought on a level from 2 to 8."""
    n = list_market(t, s, seat, level - 2, moves, n)
    if t.n_markets > N_MAIN and level <= 4:
        n = list_market(t, s, seat, N_MAIN + level - 2, moves, n)
    return n


cdef inline int list_all_markets(const Tables* t, const Position* s, int seat, move_t* moves, int n) noexcept nogil:
    cdef int market
    for market in range(t.n_markets):
        n = list_market(t, s, seat, market, moves, n)
    return n


cdef inline bint is_any_payable(const Tables* t, const Position* s, int seat) noexcept nogil:
    cdef move_t[2] found
    cdef int market
    for market in range(t.n_markets):
        if list_market(t, s, seat, market, found, 0):
            return True
    return False


cdef inline void start_purchase(const Tables* t, Position* s, int seat, move_t move) noexcept nogil:
    cdef int what = move - M_BUY, market = what >> 1, tile = s.open[market]
    push_with(s, PURCHASE, seat, 0, what, tile, 0)
    push_with(s, PAY, seat, crystals_of(t, market, tile), gears_of(t, market, tile), 0, 0)


cdef inline void attach(const Tables* t, Position* s, int seat, int tile) noexcept nogil:
    """Rules 1.6: the new banner counts, a purple one twice."""
    cdef int colour = t.colour[tile], n
    s.banners[s.n_attached] = <uint8_t>(tile | seat << 6)
    s.n_attached += 1
    s.n_banners[seat] += 1
    s.n_purple[seat] += colour == PURPLE
    if colour == PURPLE:
        n = s.n_banners[seat] + s.n_purple[seat]
    elif colour == ORANGE:
        n = n_machines(s, seat)
    else:
        n = s.tiles[seat]
    earn(t, s, seat, n, BY_BANNER)


cdef inline void continue_purchase(const Tables* t, Position* s) noexcept nogil:
    """One step of: machine or stone, tile, face or statue, SP and slot or banner, passives, invites."""
    cdef Frame* frame = top(s)
    cdef int step = frame.a, seat = frame.seat, tile = frame.x, rank = t.rank[tile]
    cdef bint is_banner = frame.b & 1
    cdef int extra = t.banner_extra[rank] if is_banner else t.machine_extra[rank]
    frame.a += 1
    if step == 0:
        if extra & LOSE_MACHINE:
            push(s, REMOVE, seat)
    elif step == 1:
        if extra & LOSE_STONE:
            push(s, SPEND, seat)
    elif step == 2:
        s.open[frame.b >> 1] = NO_TILE
        refill(t, s, frame.b >> 1, seat)
    elif step == 3:
        if is_banner:
            attach(t, s, seat, tile)
        else:
            earn(t, s, seat, t.machine_sp[rank], BY_MACHINE)
            push_with(s, SLOT, seat, tile, SLOT_BOUGHT, 0, 0)
    elif step == 4:
        # Rules R8: the new machine's `take` passive works if it names the level of the stone being flown.
        if not is_banner and s.turn.level and t.triggers[tile] & bit(s.turn.level):
            use_effect(t, s, seat, t.tile_effect[tile][PASSIVE], 0)
    elif step == 5:
        if s.triggers[seat] & ON_BUY:
            push_with(s, PASSIVES, seat, 0, 0, ON_BUY, 0)
    else:
        pop(s)
        if extra & INVITE:
            push_with(s, INVITES, seat, 1, 0, 0, 0)


# -- bonus markers -----------------------------------------------------------------------------------------------------

cdef inline int front(const Position* s, int row) noexcept nogil:
    """The index of the marker for sale in a row that is not empty."""
    return N_MARKER_ROW - s.bonus[row]


cdef inline bint is_marker_payable(const Tables* t, const Position* s, int seat, int row) noexcept nogil:
    cdef int cost
    if s.bonus[row] == 0:
        return False
    cost = t.marker_cost[front(s, row)]
    return is_payable(s, seat, cost if row == CRYSTAL else 0, cost if row == GEAR else 0)


cdef inline int list_markers(const Tables* t, const Position* s, int seat, move_t* moves, int n) noexcept nogil:
    cdef int row
    for row in range(2):
        if is_marker_payable(t, s, seat, row):
            n = list_one(M_MARKER + row, moves, n)
    return n


cdef inline int legal_more_markers(
    const Tables* t, const Position* s, const Frame* frame, move_t* moves
) noexcept nogil:
    return list_markers(t, s, frame.seat, moves, list_one(M_SKIP, moves, 0))


cdef inline void start_marker(const Tables* t, Position* s, int seat, int row) noexcept nogil:
    cdef int cost = t.marker_cost[front(s, row)]
    push_with(s, MARKER, seat, 0, row, 0, 0)
    push_with(s, PAY, seat, cost if row == CRYSTAL else 0, cost if row == GEAR else 0, 0, 0)


cdef inline void apply_more_markers(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat
    if move == M_SKIP:
        pop(s)
    else:
        start_marker(t, s, seat, move - M_MARKER)


cdef inline void uncover_statue(const Tables* t, Position* s, int seat) noexcept nogil:
    """The last marker of both rows uncovers the statue of level 1."""
    if s.bonus[CRYSTAL] + s.bonus[GEAR] == 0:
        raise_statue(t, s, 1, seat)


cdef inline void continue_marker(const Tables* t, Position* s) noexcept nogil:
    """One step of: SP and statue, putting it, invite."""
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, row = frame.b, index
    if frame.a == 0:
        index = front(s, row)
        frame.a = 1
        frame.x = <uint16_t>index
        earn(t, s, seat, t.marker_sp[index], BY_MARKER)
        s.bonus[row] -= 1
        uncover_statue(t, s, seat)
        push_with(s, PUT_MARKER, seat, t.marker_number[index], 0, 0, 0)
    else:
        index = frame.x
        pop(s)
        if t.marker_invites[index]:
            push_with(s, INVITES, seat, 1, 0, 0, 0)


cdef inline int legal_put(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """Fields of its number right of the base, without a marker; a stone there must have room to move."""
    cdef int seat = frame.seat, n = 0, field
    cdef uint32_t fields = t.fields_of[frame.a] & ~((<uint32_t>1 << s.base[seat]) - 1) & ~<uint32_t>s.markers[seat]
    while fields:
        field = lowest(fields)
        fields &= fields - 1
        if not s.stones[seat] & bit(field) or can_be_pushed(s, seat, field):
            n = list_one(M_PUT + field, moves, n)
    return list_one(M_BOX, moves, n)


cdef inline void apply_put(Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, field = move - M_PUT
    pop(s)
    if move == M_BOX:
        return
    if s.stones[seat] & bit(field):
        push_stone(s, seat, field)
    s.markers[seat] |= <uint16_t>bit(field)
