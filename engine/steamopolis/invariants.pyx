"""What must hold in every state of every game of Steamopolis, compiled, and a loop that checks it over random games.

`check` names the broken laws of one state; `play_checked` plays whole games and looks at each turn's end (or after each
move). Called by the soak and sanitizer runs and by the property tests; play itself never pays for it.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, malloc
from libc.string cimport memset

from engine.game cimport CHANCE, NOBODY, hash_bytes, move_t
from engine.rng cimport Rng, Stream, below
from engine.state cimport State
from engine.steamopolis.game cimport Steamopolis
from engine.steamopolis.market cimport down_at
from engine.steamopolis.moves cimport MAX_LISTING, N_MOVES
from engine.steamopolis.parasites cimport on_machine
from engine.steamopolis.random_styles cimport N_STYLES, pick
from engine.steamopolis.room cimport refresh_room
from engine.steamopolis.setup cimport down_rank
from engine.steamopolis.state cimport *


cdef enum:  # laws, as bits of a set
    STONES = 1 << 0
    ARROWS = 1 << 1
    GAUGE = 1 << 2
    MARKERS = 1 << 3
    BOARD = 1 << 4
    RESOURCES = 1 << 5
    STORED = 1 << 6
    PARASITES = 1 << 7
    MACHINES = 1 << 8
    CAPACITY_TILES = 1 << 9
    SPONSORS = 1 << 10
    GALAS = 1 << 11
    MARKET_ROWS = 1 << 12
    STATUES = 1 << 13
    FACES = 1 << 14
    DERIVED = 1 << 15
    PASSENGERS = 1 << 16
    POINTS = 1 << 17
    PENDING = 1 << 18
    NEW_TURN = 1 << 19
    LISTING = 1 << 20
    ROUNDS = 1 << 21
    REPEATED = 1 << 22
    LENGTH = 1 << 23

LAWS = {
    STONES: "every player has five stones: on gauge or board, in hand, in reserve or coming back",
    ARROWS: "arrows are on stones",
    GAUGE: "a field holds one piece, and none is on or left of the base marker",
    MARKERS: "markers lie on fields of their number, and no more than were sold",
    BOARD: "stones are on districts in play, one each before the final round",
    RESOURCES: "there are 15 crystals and 15 gears",
    STORED: "what a player holds when a turn starts has its space",
    PARASITES: "every player has three parasites: in supply, lifted, beside the stack or on others' effects",
    MACHINES: "a machine tile is in one place, and was shown if it is up",
    CAPACITY_TILES: "there are 20 capacity tiles",
    SPONSORS: "there are five sponsors, and nobody has too many",
    GALAS: "there are four galas of each kind",
    MARKET_ROWS: "ranks lie from the left: the open tile, then the higher ones face down",
    STATUES: "a statue stands where everything is sold, and only there",
    FACES: "a face is fixed when somebody has peeked, with its rank and colour, and was not shown",
    DERIVED: "boilers, spaces, effects and banners are counted right",
    PASSENGERS: "passengers are on their levels, those aboard will arrive, and no tile is lost",
    POINTS: "points are not negative; a solo game goes on with one at least",
    PENDING: "somebody's decision or a draw is on top, and nothing above it",
    NEW_TURN: "a turn starts with a cleared table",
    LISTING: "a state waits where two moves are legal, and lists them ascending",
    ROUNDS: "rounds are played one after the other, and the final one is the last",
    REPEATED: "no state repeats within a turn",
    LENGTH: "a game ends within its rounds times 600 moves per player",
}

cdef enum:
    MAX_TURN = 4096           # moves of a turn that are looked at for repetitions
    MOVES_PER_TURN = 600


cdef int n_pending(const Position* s, int kind, int seat) noexcept nogil:
    """Frames of a kind that wait for a seat."""
    cdef int i, n = 0
    for i in range(s.n_frames):
        n += s.frames[i].kind == kind and s.frames[i].seat == seat
    return n


cdef uint64_t broken_gauge(const Tables* t, const Position* s, int seat) noexcept nogil:
    """One player's stones and markers."""
    cdef uint64_t broken = 0
    cdef int hand = s.turn.hand != 0 and seat == s.active
    cdef uint32_t pieces = s.stones[seat] | s.markers[seat]
    if n_stones(s, seat) + s.reserve[seat] + hand + n_pending(s, RETURN_STONE, seat) != N_STONES:
        broken |= STONES
    if s.arrows[seat] & ~s.stones[seat] or s.board_arrows[seat] & ~s.board[seat]:
        broken |= ARROWS
    if s.stones[seat] & s.markers[seat] or pieces & (bit(s.base[seat]) - 1) or pieces & ~<uint32_t>ALL_FIELDS:
        broken |= GAUGE
    if s.base[seat] > t.base_max:
        broken |= GAUGE
    if s.pink[seat] & ~s.markers[seat]:
        broken |= MARKERS
    return broken


cdef uint64_t broken_markers(const Tables* t, const Position* s) noexcept nogil:
    """All markers: on fields of their number, not more than have left the rows."""
    cdef int[9] sold
    cdef int row, i, seat, number, n_pink = 0
    memset(sold, 0, sizeof(sold))
    for row in range(2):
        if s.bonus[row] > N_MARKER_ROW:
            return MARKERS
        for i in range(N_MARKER_ROW - s.bonus[row]):
            sold[t.marker_number[i]] += 1
    for seat in range(t.n_seats):
        n_pink += count(s.pink[seat])
        for number in range(1, 9):
            sold[number] -= count(s.markers[seat] & ~s.pink[seat] & t.fields_of[number])
    for number in range(1, 9):
        if sold[number] < 0:
            return MARKERS
    return MARKERS if n_pink > 1 else 0


cdef uint64_t broken_board(const Tables* t, const Position* s) noexcept nogil:
    cdef uint64_t broken = broken_markers(t, s)
    cdef uint32_t taken = 0
    cdef int seat
    for seat in range(MAX_PLAYERS):
        if seat >= t.n_seats:
            if s.board[seat] or s.stones[seat]:
                broken |= BOARD
            continue
        broken |= broken_gauge(t, s, seat)
        if s.board[seat] & ~t.districts or (not s.is_final and s.board[seat] & taken):
            broken |= BOARD
        taken |= s.board[seat]
    if s.shadow and (not t.is_solo or s.shadow & ~t.districts):
        broken |= BOARD
    return broken


cdef uint64_t broken_holdings(const Tables* t, const Position* s) noexcept nogil:
    """Resources, sponsors, galas, capacity tiles, points."""
    cdef uint64_t broken = 0
    cdef int seat, kind, slot, n, n_sponsors = s.sponsors_left, n_capacity = s.capacity
    cdef int[2] goods, galas
    for kind in range(2):
        goods[kind] = s.supply[kind]
        galas[kind] = s.galas_left[kind]
    for seat in range(t.n_seats):
        for kind in range(2):
            goods[kind] += s.goods[seat][kind]
            galas[kind] += s.gala[seat] == kind + 1
        n = s.sponsors[seat][0][0] + s.sponsors[seat][0][1] + s.sponsors[seat][1][0] + s.sponsors[seat][1][1]
        if n > (2 if s.character[seat] == 3 else 1):
            broken |= SPONSORS
        n_sponsors += n
        for slot in range(N_SLOTS):
            n_capacity += s.room[seat][slot] == CAPACITY
        if s.points[seat] < (1 if t.is_solo and not s.is_lost else 0):
            broken |= POINTS
    if goods[CRYSTAL] != N_RESOURCES or goods[GEAR] != N_RESOURCES:
        broken |= RESOURCES
    if galas[CRYSTAL] != N_GALAS or galas[GEAR] != N_GALAS:
        broken |= GALAS
    if n_sponsors != N_SPONSORS:
        broken |= SPONSORS
    if n_capacity > N_CAPACITY or (s.round > 0 and n_capacity != N_CAPACITY):
        broken |= CAPACITY_TILES
    return broken


cdef uint64_t broken_parasites(const Tables* t, const Position* s) noexcept nogil:
    cdef int owner, place, n
    for owner in range(t.n_seats):
        n = s.in_supply[owner] + n_pending(s, MOVE_PARASITE, owner) + (s.beside if t.is_solo else 0)
        for place in range(N_PLACES):
            n += parasites_of(s, owner, place)
            if not parasites_of(s, owner, place):
                continue
            if place // 14 == owner or not s.places[place // 14] & bit(place % 14):
                return PARASITES
            if on_machine(s, owner, place) > t.max_on_machine:
                return PARASITES
        if n != N_PARASITES:
            return PARASITES
    return 0


cdef uint64_t broken_machines(const Tables* t, const Position* s) noexcept nogil:
    """Machine tiles: each in one place. The one being bought is in its frame until it is installed or attached."""
    cdef uint64_t up = 0, down = 0, here
    cdef int i, seat, slot
    for i in range(s.n_frames):
        if s.frames[i].kind == PURCHASE and s.frames[i].a == 4 and not s.frames[i].b & 1:
            if s.frames[s.n_frames - 1].kind == SLOT:
                up |= <uint64_t>1 << (s.frames[i].x - 1)
    for i in range(N_MARKETS + s.n_attached + MAX_PLAYERS * N_SLOTS):
        if i < N_MARKETS:
            slot = s.open[i]
        elif i < N_MARKETS + s.n_attached:
            slot = s.banners[i - N_MARKETS] & 63
        else:
            slot = (&s.room[0][0])[i - N_MARKETS - s.n_attached]
            if slot > N_MACHINES:
                continue
        if slot == NO_TILE:
            continue
        here = <uint64_t>1 << (slot - 1)
        if up & here:
            return MACHINES
        up |= here
    for i in range(N_DOWN):
        if s.down_name[i]:
            here = <uint64_t>1 << (s.down_name[i] - 1)
            if down & here:
                return MACHINES
            down |= here
    return MACHINES if up & ~s.shown or down & s.shown else 0


cdef uint64_t broken_faces(const Tables* t, const Position* s) noexcept nogil:
    cdef bint is_drawn = s.n_frames > 0 and s.frames[s.n_frames - 1].kind == DRAW_FACE
    cdef uint32_t peeked = s.seen[0] | s.seen[1] | s.seen[2] | s.seen[3]
    cdef int index, name
    if peeked & ~s.down:
        return FACES
    for index in range(N_DOWN):
        name = s.down_name[index]
        if ((s.down & bit(index)) != 0) != (s.down_colour[index] != 0):
            return FACES
        if name and not t.names[down_rank(index)][s.down_colour[index] - 1] >> (name - 1) & 1:
            return FACES
        if is_drawn and s.frames[s.n_frames - 1].a == index:
            if name:
                return FACES
        elif ((peeked & bit(index)) != 0) != (name != 0):
            return FACES
    return 0


cdef uint64_t broken_rows(const Tables* t, const Position* s) noexcept nogil:
    """Ranks of open and face-down tiles; a statue has nothing in front of it."""
    cdef int level, n, rest, tile
    if s.round == 0:
        return 0
    for level in range(2, 9):
        rest = down_at(s, level) >> 3 * (level - 2)
        tile = s.open[level - 2]
        n = count(rest)
        if rest != (0b111 << (3 - n) & 0b111) or (tile and t.rank[tile] != 3 - n):
            return MARKET_ROWS
        if s.statues >> (level - 1) & 1 and (tile or rest):
            return STATUES
    for level in range(N_MAIN, N_MARKETS):
        if s.open[level] and (t.rank[s.open[level]] or t.n_markets == N_MAIN):
            return MARKET_ROWS
    return STATUES if ((s.statues & 1) != 0) != (s.bonus[CRYSTAL] + s.bonus[GEAR] == 0) and not is_removing(s) else 0


cdef bint is_removing(const Position* s) noexcept nogil:
    """In the solo removal a statue is raised after both levels have lost what was open."""
    cdef int i
    for i in range(s.n_frames):
        if s.frames[i].kind == REMOVAL:
            return True
    return False


cdef uint64_t broken_derived(const Tables* t, const Position* s) noexcept nogil:
    cdef Position fresh = s[0]
    cdef int seat, i, n_banners, n_purple
    for seat in range(t.n_seats):
        refresh_room(t, &fresh, seat)
        n_banners = n_purple = 0
        for i in range(s.n_attached):
            if s.banners[i] >> 6 == seat:
                n_banners += 1
                n_purple += t.colour[s.banners[i] & 63] == PURPLE
        if fresh.boilers[seat] != s.boilers[seat] or fresh.storage[seat] != s.storage[seat]:
            return DERIVED
        if fresh.places[seat] != s.places[seat] or fresh.triggers[seat] != s.triggers[seat]:
            return DERIVED
        if n_banners != s.n_banners[seat] or n_purple != s.n_purple[seat]:
            return DERIVED
    return 0


cdef uint64_t broken_passengers(const Tables* t, const Position* s) noexcept nogil:
    cdef int i, seat, n = s.stack + count(s.passengers_shown), owned = 0
    for seat in range(t.n_seats):
        owned += s.tiles[seat]
    if n != count(t.passenger_tiles) or owned > count(s.passengers_shown):
        return PASSENGERS
    for i in range(2):
        if not (5 <= s.passenger[i] <= 8 if i == BANKER else 1 <= s.passenger[i] <= 4):
            return PASSENGERS
        if s.aboard[i] and not (s.board[s.active] & t.at_level[s.aboard[i]] or s.turn.level == s.aboard[i]):
            return PASSENGERS
    return 0


cdef uint64_t broken_pending(const Tables* t, const Position* s) noexcept nogil:
    cdef int i, kind
    for i in range(s.n_frames, MAX_FRAMES):
        if s.frames[i].kind or s.frames[i].seat or s.frames[i].a or s.frames[i].b or s.frames[i].x or s.frames[i].y:
            return PENDING
    if s.n_frames == 0:
        return 0 if s.mover == NOBODY else PENDING
    kind = s.frames[s.n_frames - 1].kind
    if kind >= FIRST_AUTOMATIC or s.mover != s.frames[s.n_frames - 1].seat:
        return PENDING
    return PENDING if (kind >= FIRST_CHANCE) != (s.mover == CHANCE) or s.mover >= t.n_seats else 0


cdef uint64_t broken_laws(const Tables* t, const Position* s) noexcept nogil:
    return (
        broken_board(t, s) | broken_holdings(t, s) | broken_parasites(t, s) | broken_machines(t, s)
        | broken_faces(t, s) | broken_rows(t, s) | broken_derived(t, s) | broken_passengers(t, s) | broken_pending(t, s)
    )


cdef uint64_t broken_at_turn(const Tables* t, const Position* s) noexcept nogil:
    """What holds besides when a turn has just begun; forced moves may have gone on from there."""
    cdef uint64_t broken = 0
    cdef int seat, level, kind = s.frames[s.n_frames - 1].kind
    if kind != ACTION and kind != FINAL_STEAM and not (kind == RAISE and s.frames[s.n_frames - 1].b & RAISE_ARROWS):
        return 0
    for seat in range(t.n_seats):
        if s.goods[seat][CRYSTAL] + s.goods[seat][GEAR] > s.storage[seat]:
            broken |= STORED
        if s.sponsors[seat][CRYSTAL][1] + s.sponsors[seat][GEAR][1]:
            broken |= NEW_TURN
    for level in range(2, 9):
        if ((s.statues >> (level - 1) & 1) != 0) != (s.open[level - 2] == NO_TILE and down_at(s, level) == 0):
            broken |= STATUES
    if s.n_frames != 2 or s.frames[0].kind != TURN or s.mover != s.active or s.frames[0].seat != s.active:
        broken |= NEW_TURN
    if s.aboard[BANKER] or s.aboard[STOKER] or s.turn.used or s.turn.n_flown or s.turn.moved or s.turn.took_tile:
        broken |= NEW_TURN
    if s.turn.n_ends or s.turn.press or s.turn.level or s.turn.taken or s.turn.hand or s.turn.has_flown:
        broken |= NEW_TURN
    return broken


def check(State state not None):
    """The laws that a state of Steamopolis breaks, as sentences; [] for a sound one.

    >>> from engine import new_game
    >>> check(new_game("steamopolis", players=2).new())
    []
    """
    cdef Steamopolis game = state.game
    return names_of(broken_laws(&game.tables, <const Position*>state.data))


def names_of(uint64_t broken):
    """A set of laws in words."""
    return [name for law, name in LAWS.items() if broken & <uint64_t>law]


# -- random games ------------------------------------------------------------------------------------------------------

cdef bint is_listing_right(const move_t* moves, int n) noexcept nogil:
    cdef int i
    if not 2 <= n <= MAX_LISTING:
        return False
    for i in range(1, n):
        if moves[i] <= moves[i - 1]:
            return False
    return moves[n - 1] < N_MOVES


cdef bint is_seen_before(uint64_t* seen, int* n_seen, uint64_t value) noexcept nogil:
    cdef int i
    for i in range(n_seen[0]):
        if seen[i] == value:
            return True
    if n_seen[0] < MAX_TURN:
        seen[n_seen[0]] = value
        n_seen[0] += 1
    return False


cdef uint64_t play_one(
    Steamopolis game, Position* s, move_t* moves, uint64_t* seen, Rng* rng, bint every_move, long long* n_moves
) noexcept nogil:
    """Plays one random game and returns the laws it broke."""
    cdef const Tables* t = &game.tables
    cdef uint64_t broken = 0
    cdef int n, played = 0, round, turn = -1, n_seen = 0, style = <int>below(rng, N_STYLES)
    cdef int most = (t.max_rounds + 2) * t.n_seats * MOVES_PER_TURN
    game.start(s)
    while s.mover != NOBODY:
        n = game.legal(s, moves)
        if not is_listing_right(moves, n):
            return broken | LISTING
        round = s.round
        game.apply(s, game.roll(s, rng) if s.mover == CHANCE else pick(moves, n, style, rng))
        played += 1
        if played > most:
            return broken | LENGTH
        if s.round < round or s.round > t.max_rounds + 1:
            broken |= ROUNDS
        if s.round * MAX_PLAYERS + s.active != turn and s.mover != NOBODY:
            turn = s.round * MAX_PLAYERS + s.active
            n_seen = 0
            if s.round > 0 and s.mover != CHANCE:
                broken |= broken_laws(t, s) | broken_at_turn(t, s)
        elif every_move:
            broken |= broken_laws(t, s)
        if is_seen_before(seen, &n_seen, hash_bytes(s, sizeof(Position))):
            broken |= REPEATED
        if broken:
            return broken
    n_moves[0] += played
    if not s.is_lost and (not s.is_final or not s.is_ending):
        broken |= ROUNDS
    return broken | broken_laws(t, s)


def play_checked(Steamopolis game not None, Stream rng not None, long long n_games, bint every_move=False):
    """Plays random games and checks all laws at turn ends and at the end, or after every move. Returns the number of
    moves and, for each unlawful game, its number and the laws it broke. Advances the stream."""
    cdef State state = game.new()
    cdef move_t* moves = <move_t*>malloc(game.max_moves * sizeof(move_t))
    cdef uint64_t* seen = <uint64_t*>malloc(MAX_TURN * sizeof(uint64_t))
    cdef long long i, n_moves = 0
    cdef uint64_t broken
    faults = []
    try:
        if moves == NULL or seen == NULL:
            raise MemoryError
        for i in range(n_games):
            with nogil:
                broken = play_one(game, <Position*>state.data, moves, seen, &rng.rng, every_move, &n_moves)
            if broken:
                faults.append((i, names_of(broken)))
        return n_moves, faults
    finally:
        free(moves)
        free(seen)
