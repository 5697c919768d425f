"""Rules 1.11: the solo game: time pressure, and the removal after a turn with flights."""
from engine.steamopolis.effects cimport list_tap
from engine.steamopolis.market cimport refill, uncover_statue
from engine.steamopolis.moves cimport *
from engine.steamopolis.passengers cimport next_passenger_tile
from engine.steamopolis.state cimport *


cdef inline bint pay_time(const Tables* t, Position* s, int seat) noexcept nogil:
    """Choosing A or C costs 1 SP, in the final turn together. Returns whether the game goes on."""
    if not t.is_solo or s.turn.has_paid:
        return True
    s.turn.has_paid = True
    earn(t, s, seat, -1, BY_TIME)
    if s.points[seat] > 0:
        return True
    s.is_lost = True
    end_game(s)
    return False


cdef enum:
    BONUS_MARKERS = 255       # removed on level 1, where there is no tile


cdef inline int remove_front(Position* s, int level) noexcept nogil:
    """Takes away what is for sale in front on a level; returns the tile, BONUS_MARKERS or NO_TILE."""
    cdef int row, tile = NO_TILE
    if level > 1:
        tile = s.open[level - 2]
        s.open[level - 2] = NO_TILE
        return tile
    for row in range(2):
        if s.bonus[row]:
            s.bonus[row] -= 1
            tile = BONUS_MARKERS
    return tile


cdef inline void refill_level(const Tables* t, Position* s, int level, int removed) noexcept nogil:
    """Turns up the next tile or raises the statue, for which the shadow gets nothing."""
    if removed == BONUS_MARKERS:
        uncover_statue(t, s, -1)
    elif removed:
        refill(t, s, level - 2, -1)


cdef inline void continue_removal(const Tables* t, Position* s) noexcept nogil:
    """One step of: both removals, the two new tiles (banker's level first), taking parasites back, the passenger tile.

    The frame keeps what was removed: b on the banker's level, x on the stoker's.
    """
    cdef Frame* frame = top(s)
    cdef int step = frame.a, banker = target_of(t, s, BANKER), stoker = target_of(t, s, STOKER)
    frame.a += 1
    if step == 0:
        frame.b = <uint8_t>remove_front(s, banker)
        frame.x = <uint16_t>remove_front(s, stoker)
    elif step == 1:
        refill_level(t, s, banker, frame.b)
    elif step == 2:
        refill_level(t, s, stoker, frame.x)
    elif step == 3:
        if s.beside:
            push_with(
                s, TAP_REMOVED, frame.seat, frame.b, 0 if frame.x == BONUS_MARKERS else frame.x, banker << 8 | stoker,
                s.beside,
            )
    else:
        pop(s)
        if s.tile[BANKER]:
            next_passenger_tile(s)


cdef inline int legal_tap_removed(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int n = list_one(M_SKIP, moves, 0)
    if frame.b:
        n = list_tap(t, s, frame.seat, frame.x & 255, frame.b, moves, n)
    if frame.a:
        n = list_tap(t, s, frame.seat, frame.x >> 8, frame.a, moves, n)
    return n


cdef inline void apply_tap_removed(const Tables* t, Position* s, move_t move) noexcept nogil:
    """A parasite comes back for one use of a removed tile's effect.

    Each of those that lay beside the stack when this began is good for one use: an effect may lay one there again, and
    taking it back once more could go on for ever (rules 7: no cycles).
    """
    cdef Frame frame = top(s)[0]
    cdef int level = 2 + ((move - M_TAP) >> 1), tile = frame.a if level == frame.x >> 8 else frame.b
    if move == M_SKIP:
        pop(s)
        return
    s.beside -= 1
    s.in_supply[frame.seat] += 1
    top(s).y -= 1
    if top(s).y == 0:
        pop(s)
    push(s, STORE, frame.seat)
    use_effect(t, s, frame.seat, t.tile_effect[tile][(move - M_TAP) & 1], 0)
