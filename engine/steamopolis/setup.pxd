"""Rules 1.3, 6: the set-up, and everything chance draws."""
from engine.steamopolis.market cimport show, turn_up
from engine.steamopolis.moves cimport *
from engine.steamopolis.passengers cimport next_passenger_tile
from engine.steamopolis.room cimport install, refresh_room, store
from engine.steamopolis.state cimport *
from engine.steamopolis.turn cimport start_turn


cdef enum:  # steps of the deal
    N_MAIN_STEPS = 4 * N_MAIN             # tile and three backs for each of levels 2 to 8
    AT_EXTRA = N_MAIN_STEPS
    AT_PASSENGER = AT_EXTRA + N_MARKETS - N_MAIN
    AT_CHARACTERS = AT_PASSENGER + 1
    AT_STARTS = AT_CHARACTERS + MAX_PLAYERS
    AT_EQUIP = AT_STARTS + MAX_PLAYERS


cdef inline void set_up(const Tables* t, Position* s) noexcept nogil:
    """The table before the first draw."""
    cdef int seat, kind
    memset(s, 0, sizeof(Position))
    for seat in range(MAX_PLAYERS):
        if seat >= t.n_seats:
            break
        s.stones[seat] = 0b111
        s.reserve[seat] = N_STONES - 3
        s.in_supply[seat] = N_PARASITES
        s.points[seat] = <int16_t>t.start_sp
        refresh_room(t, s, seat)
    for kind in range(2):
        s.supply[kind] = N_RESOURCES
        s.galas_left[kind] = N_GALAS
        s.bonus[kind] = N_MARKER_ROW
    s.capacity = <uint8_t>(N_CAPACITY - t.n_seats)
    s.sponsors_left = N_SPONSORS
    s.passenger[BANKER] = 6
    s.passenger[STOKER] = 4
    s.stack = <uint8_t>count(t.passenger_tiles)
    s.first = s.active = -1
    push(s, DEAL, CHANCE)


cdef inline void continue_deal(const Tables* t, Position* s) noexcept nogil:
    """Rules 6: the order of the draws; then the first player sets up, and the others clockwise (rules 1.3)."""
    cdef Frame* frame = top(s)
    cdef int step = frame.a, seat
    frame.a += 1
    if step < N_MAIN_STEPS:
        if step & 3:
            push_with(s, DRAW_BACK, CHANCE, 3 * (step >> 2) + (step & 3) - 1, 0, 0, 0)
        else:
            push_with(s, DRAW_TILE, CHANCE, step >> 2, 0, 0, 0)
    elif step < AT_PASSENGER:
        if t.n_markets == N_MARKETS:
            push_with(s, DRAW_TILE, CHANCE, N_MAIN + step - AT_EXTRA, 0, 0, 0)
    elif step == AT_PASSENGER:
        next_passenger_tile(s)
    elif step < AT_EQUIP:
        seat = (step - AT_CHARACTERS) % MAX_PLAYERS
        if seat < t.n_seats:
            push_with(s, DRAW_CHARACTER if step < AT_STARTS else DRAW_START, CHANCE, seat, 0, 0, 0)
    else:
        pop(s)
        find_first(t, s)
        push(s, EQUIP, s.first)


cdef inline void find_first(const Tables* t, Position* s) noexcept nogil:
    """The lowest character begins."""
    cdef int seat, best = 0
    for seat in range(1, t.n_seats):
        if s.character[seat] < s.character[best]:
            best = seat
    s.first = s.active = <int8_t>best


cdef inline void continue_equip(const Tables* t, Position* s) noexcept nogil:
    """One step of a player's set-up: character, start machine, capacity tile, storing."""
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, step = frame.a
    frame.a += 1
    if step == 0:
        use_effect(t, s, seat, t.character_effect[s.character[seat] - 1], 0)
    elif step == 1:
        push(s, INSTALL_START, seat)
    elif step == 2:
        push_with(s, SLOT, seat, CAPACITY, 0, 0, 0)
    elif step == 3:
        store(s, seat)
    else:
        pop(s)
        seat = next_seat(t, seat)
        if seat != s.first:
            push(s, EQUIP, seat)
        else:
            s.round = 1
            start_turn(t, s, seat)


cdef inline int legal_install_start(move_t* moves) noexcept nogil:
    cdef int i
    for i in range(2 * N_SLOTS):
        moves[i] = <move_t>(M_INSTALL + i)
    return 2 * N_SLOTS


cdef inline void apply_install_start(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int seat = top(s).seat, side = (move - M_INSTALL) // N_SLOTS
    pop(s)
    install(t, s, seat, (move - M_INSTALL) % N_SLOTS, START_BACK if side else START_1 + s.start[seat] - 1)


# -- what chance draws -------------------------------------------------------------------------------------------------

cdef inline int down_rank(int index) noexcept nogil:
    return 1 + index % 3


cdef inline uint64_t fixed_names(const Position* s) noexcept nogil:
    """The tiles whose face a peek has fixed: bit (number - 1)."""
    cdef uint64_t found = 0
    cdef int index
    for index in range(N_DOWN):
        if s.down_name[index]:
            found |= <uint64_t>1 << (s.down_name[index] - 1)
    return found


cdef inline int backs_left(const Tables* t, const Position* s, int rank, int colour) noexcept nogil:
    """Tiles of a rank and colour that are not laid yet, during the set-up."""
    cdef int index, n = count(t.names[rank][colour])
    for index in range(rank - 1, N_DOWN, 3):
        n -= s.down_colour[index] == colour + 1
    return n


cdef inline int legal_tile(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    return list_bits(M_TILE + N_RANK_0 * frame.a, <uint32_t>~s.shown & (bit(N_RANK_0) - 1), moves, 0)


cdef inline void apply_tile(Position* s, move_t move) noexcept nogil:
    pop(s)
    show(s, (move - M_TILE) // N_RANK_0, 1 + (move - M_TILE) % N_RANK_0)
    s.dealt += 1


cdef inline int legal_back(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int colour, n = 0
    for colour in range(N_COLOURS):
        if backs_left(t, s, down_rank(frame.a), colour) > 0:
            n = list_one(M_BACK + 3 * frame.a + colour, moves, n)
    return n


cdef inline void apply_back(Position* s, move_t move) noexcept nogil:
    cdef int index = (move - M_BACK) // 3
    pop(s)
    s.down |= bit(index)
    s.down_colour[index] = <uint8_t>(1 + (move - M_BACK) % 3)


cdef inline int legal_face(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """The names of its rank and colour that were neither shown nor fixed."""
    cdef uint64_t names = t.names[down_rank(frame.a)][s.down_colour[frame.a] - 1] & ~s.shown & ~fixed_names(s)
    cdef int n = 0, offset = M_FACE + (frame.a // 3) * (N_MACHINES - N_RANK_0) - N_RANK_0
    while names:
        moves[n] = <move_t>(offset + lowest(names))
        names &= names - 1
        n += 1
    return n


cdef inline void apply_face(Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    cdef int tile = 1 + N_RANK_0 + (move - M_FACE) % (N_MACHINES - N_RANK_0)
    pop(s)
    if frame.b:
        turn_up(s, frame.a, tile)
    else:
        s.down_name[frame.a] = <uint8_t>tile


cdef inline int legal_character(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef uint32_t left = bit(N_CHARACTERS) - 1
    cdef int seat
    for seat in range(t.n_seats):
        if s.character[seat]:
            left &= ~bit(s.character[seat] - 1)
    return list_bits(M_CHARACTER + N_CHARACTERS * frame.a, left, moves, 0)


cdef inline int legal_start(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef uint32_t left = bit(N_STARTS) - 1
    cdef int seat
    for seat in range(t.n_seats):
        if s.start[seat]:
            left &= ~bit(s.start[seat] - 1)
    return list_bits(M_START + N_STARTS * frame.a, left, moves, 0)


cdef inline void apply_character(Position* s, move_t move) noexcept nogil:
    pop(s)
    s.character[(move - M_CHARACTER) // N_CHARACTERS] = <uint8_t>(1 + (move - M_CHARACTER) % N_CHARACTERS)


cdef inline void apply_start(Position* s, move_t move) noexcept nogil:
    pop(s)
    s.start[(move - M_START) // N_STARTS] = <uint8_t>(1 + (move - M_START) % N_STARTS)
