"""The state of a game of Steamopolis, the tables it is read with, and what all parts of the rules share.

`Position` holds what changes and has no pointers; `Tables` holds what does not (settings, data, compiled effects).
Fields f1..f10, slots 1..7 and tiles are counted from 0 inside; sets of fields and of districts are bit masks.

What is still to be done is a stack of `Frame`s. The top frame is next: a decision (somebody has at least two moves), a
draw (chance has at least two outcomes), or a continuation, from FIRST_AUTOMATIC on, which `flow.pxd` works off at once.
A part of the rules pushes what comes last first. Every file reads `legal_…(tables, state, …)` beside `apply_…`.
"""
from libc.stdint cimport int8_t, int16_t, int32_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

from engine.game cimport CHANCE, NOBODY
from engine.steamopolis.pressure cimport Pressure


cdef extern from *:
    """
    #define steamopolis_lowest(mask) __builtin_ctzll(mask)
    #define steamopolis_highest(mask) (63 - __builtin_clzll(mask))
    #define steamopolis_count(mask) __builtin_popcountll(mask)
    """
    int lowest "steamopolis_lowest"(uint64_t mask) noexcept nogil       # index of the lowest bit; the mask is not empty
    int highest "steamopolis_highest"(uint64_t mask) noexcept nogil
    int count "steamopolis_count"(uint64_t mask) noexcept nogil


cdef enum:
    MAX_PLAYERS = 4
    N_FIELDS = 10
    ALL_FIELDS = (1 << N_FIELDS) - 1
    TOP_FIELD = 9             # f10
    N_SLOTS = 7
    N_DISTRICTS = 20
    N_MARKETS = 10            # levels 2 to 8, then the extra ones of levels 2, 3, 4
    N_MAIN = 7
    N_DOWN = 21               # face-down tiles: (level - 2) * 3 + rank - 1
    N_MACHINES = 44
    N_RANK_0 = 10
    N_PASSENGERS = 16
    N_CHARACTERS = 8
    N_STARTS = 5
    N_STONES = 5              # of one colour
    N_PARASITES = 3
    N_RESOURCES = 15          # of each kind
    N_SPONSORS = 5
    N_GALAS = 4               # of each kind
    N_CAPACITY = 20
    N_MARKER_ROW = 4
    N_STATUES_TO_END = 3
    STATUE_SP = 3
    STOKER_PRESS = 3
    N_PLACES = 56             # for a parasite: (victim * 7 + slot) * 2 + effect
    MAX_BANNERS = 31          # tiles that are laid out with 4 players
    MAX_FRAMES = 20           # the deepest chain of effects has 18: see `board.MAX_VISITING`
    MAX_EFFECTS = 160
    MAX_PARTS = 1600
    MAX_RAISE = 25            # steps until every stone of five is at the end of the gauge: more change nothing

cdef enum:  # tiles of a machine room; 1 to 44 are M01 to M44
    NO_TILE = 0
    CAPACITY = 45
    START_1 = 46              # to 50: S1 to S5, front
    START_BACK = 51
    N_TILES = 52

cdef enum:  # kinds of resources, sponsors, galas and marker rows
    CRYSTAL, GEAR

cdef enum:
    BANKER, STOKER

cdef enum:  # the two effects of a machine
    ACTIVE, PASSIVE

cdef enum:  # colours of banners
    PURPLE, BLUE, ORANGE, N_COLOURS

cdef enum:  # when a passive works: bits of a set. `take` of level L is bit L.
    ON_PASSENGER = 1 << 9
    ON_BUY = 1 << 10
    ON_END = 1 << 11

cdef enum:  # what a part of an effect does, rules 2
    OP_SP, OP_CRYSTAL, OP_GEAR, OP_RES, OP_RES_ANY, OP_STONE, OP_SPONSOR, OP_GALA, OP_CAPACITY, OP_PRESS, OP_PRESS_ONE,
    OP_BASE, OP_ARROW, OP_TO8, OP_FLIP, OP_PEEK, OP_BUY_ANY, OP_OTHER, OP_PLACE, OP_USE, OP_PLACE_USE,
    OP_RUN_MACHINES, OP_SHAKE, OP_SHAKE_ALL, OP_PINK

cdef enum:  # what a part costs
    COST_NONE, COST_PAY, COST_PER_STONE, COST_STONE, COST_MACHINE, COST_INVITE

cdef enum:  # what a purchase costs besides resources: bits of a set
    LOSE_MACHINE = 1
    LOSE_STONE = 2
    INVITE = 4

cdef enum:  # frames
    # Somebody has to move.
    INSTALL_START             # rules 7.1
    ACTION                    # rules 7.2
    FINAL_STEAM
    FINAL_AIM
    FINAL_FLY
    FLY
    LEAD                      # rules 7.3: run or set
    RAISE                     # rules 7.4. a: steps, b: flags RAISE_…
    ORDER                     # a, b: the picture; x, y: the set of arrangements
    RETURN_STONE              # rules 7.5: discard a marker. a: arrow, b: whether it is the stone being flown
    PICK_UP                   # a: passenger
    FLIGHT                    # a: district
    MORE_MARKERS
    PAY                       # a: crystals, b: gears, x: whether it may be declined
    REMOVE                    # x: likewise
    SPEND                     # x: likewise
    SLOT                      # a: tile, b: flags SLOT_…
    PUT_MARKER                # a: number
    KEEP
    TAKE                      # a: how many
    CHOOSE_SPONSOR
    CHOOSE_GALA
    FLIP
    GIVE_ARROW                # a: how many, b: first place that may be named
    PEEK
    BUY_ANY
    VISIT
    BAR                       # a: flags of the parts, x: effect
    DO_IT                     # `use` or skip. a: op
    ACCEPT_INVITE             # `use` or skip, as a cost
    PLACE                     # rules 7.6. a: how many, b: whether it is used at once, x: first source, y: first target
    MOVE_PARASITE             # a: source, b: whether it is used at once
    INVITED                   # a: inviter
    SAP                       # rules 7.7. a: how many, b, x, y: the parasites, as places
    TAP                       # a: how many
    TAP_REMOVED               # a, b: tiles, x: levels, y: uses left
    SHAKE
    # Chance has to draw.
    FIRST_CHANCE
    DRAW_TILE = FIRST_CHANCE  # a: market
    DRAW_BACK                 # a: index of the face-down tile
    DRAW_FACE                 # a: likewise, b: whether it is turned up
    DRAW_PASSENGER
    DRAW_CHARACTER            # seat: whose
    DRAW_START
    # Done at once, without a move.
    FIRST_AUTOMATIC
    DEAL = FIRST_AUTOMATIC    # a: step of the set-up
    EQUIP                     # a: step of one player's set-up
    TURN                      # a: step of the turn
    PARTS                     # a: flags PARTS_…, b: invites due, x, y: first part and end
    PAID                      # x: the part whose cost is paid
    STORE
    PASSIVES                  # a: slot, x: trigger
    USES                      # a: tile, b: parasites returned, x: effect
    FLIGHT_STEPS              # a: step, b: district
    PURCHASE                  # a: step, b: market * 2 + is_banner, x: tile, y: slot
    MARKER                    # a: step, b: row
    INVITES                   # a: how many, b: seats asked
    RUN_MACHINES              # a: slots left
    END_DISTRICTS             # a: how many are done
    REMOVAL                   # rules 1.11. a: step, b, x, y: tiles and levels

cdef enum:  # flags of RAISE
    RAISE_OPTIONAL = 1
    RAISE_ONE = 2             # one stone, up to that many steps
    RAISE_ARROWS = 4          # the arrow moves at the start of a turn

cdef enum:  # flags of SLOT
    SLOT_OPTIONAL = 1
    SLOT_ANY = 2              # a capacity tile gained: any slot
    SLOT_BOUGHT = 4

cdef enum:  # flags of PARTS
    PARTS_ADD_PRESS = 1       # rules 1.5 (b): the owner's pressure adds up

cdef enum:                    # where SP come from, as `notation.SOURCES` names them
    BY_MACHINE                # bought
    BY_BANNER
    BY_MARKER
    BY_STATUE
    BY_BANKER
    BY_DISTRICT
    BY_EFFECT                 # of machines, own or used by a parasite
    BY_TIME                   # solo: what steam and flights cost
    N_SOURCES


cdef struct Part:
    uint8_t op
    uint8_t n
    uint8_t cost
    uint8_t crystals          # of COST_PAY
    uint8_t gears


cdef struct Effect:           # number 0 is no effect
    uint16_t[2] first         # of the parts above and below the bar; without a bar only the first side
    uint16_t[2] end
    uint8_t has_bar
    uint8_t is_end            # works at the end of the turn


cdef struct Tables:
    int n_seats
    bint is_solo
    int start_sp
    int max_rounds
    int n_markets
    int max_on_machine        # a player's parasites on one machine, rules 1.8
    # the airship
    uint8_t[N_FIELDS] value
    uint16_t[10] fields_of    # by value
    uint32_t[10] reach        # by level: the fields whose value is not below it
    uint8_t base_max
    uint8_t boilers
    uint8_t storage
    # the city
    uint32_t districts        # in play with this number of players
    uint8_t[N_DISTRICTS] level_of
    uint32_t[10] at_level
    uint32_t[10] up_to        # level
    uint16_t[N_DISTRICTS] district_effect
    uint32_t statics
    uint32_t end_districts
    # tiles
    uint8_t[N_TILES] rank
    uint8_t[N_TILES] colour
    uint8_t[N_TILES][2] cost
    uint8_t[N_TILES] tile_boilers
    uint8_t[N_TILES] tile_storage
    uint16_t[N_TILES][2] tile_effect      # active, passive
    uint16_t[N_TILES] triggers
    uint64_t[4][N_COLOURS] names          # machines by rank and colour: bit (number - 1)
    uint8_t[N_MARKETS] market_level
    uint8_t[9][4][2] row_cost             # by level and rank
    uint8_t[4] machine_sp
    uint8_t[4] machine_extra
    uint8_t[4] banner_extra
    uint8_t[N_MARKER_ROW] marker_number
    uint8_t[N_MARKER_ROW] marker_cost
    uint8_t[N_MARKER_ROW] marker_sp
    uint8_t[N_MARKER_ROW] marker_invites
    # people
    uint16_t[N_CHARACTERS] character_effect
    uint16_t passenger_tiles              # that exist: bit (banker - 5) * 4 + stoker - 1
    uint8_t[9] alternative
    uint8_t[2] printed
    Effect[MAX_EFFECTS] effects
    Part[MAX_PARTS] parts
    int n_district_parts      # the first ones; the others are of tiles and characters
    const Pressure* pressure              # shared by all games
    int32_t* tally            # SP by seat and source, for whoever asks where they come from; NULL: nobody does


cdef struct Frame:
    uint8_t kind
    int8_t seat               # who decides, or for whom it is done
    uint8_t a
    uint8_t b
    uint16_t x
    uint16_t y


cdef struct Turn:             # zero when a turn starts
    uint32_t flown_from       # districts with own stones at the start of C
    uint32_t used             # districts used
    uint8_t hand              # value of the stone of B; 0: none
    uint8_t hand_arrow
    uint8_t level             # of the stone being flown; 0: none
    uint8_t taken             # its field now + 1; 0: no stone (rules R14)
    uint8_t n_flown
    uint8_t moved             # bit set of passengers
    uint8_t took_tile
    uint8_t has_flown         # C was chosen
    uint8_t has_paid          # solo: the SP of this turn
    uint8_t press             # rewards that add up
    uint8_t n_ends
    uint8_t[N_DISTRICTS] ends # districts whose effect waits for the end of the turn
    uint8_t _pad


cdef struct Position:
    uint64_t shown                        # machine tiles that were face up: bit (number - 1)
    uint32_t[MAX_PLAYERS] board           # districts with the seat's stones
    uint32_t[MAX_PLAYERS] board_arrows
    uint32_t shadow
    uint32_t down                         # face-down tiles that lie
    uint32_t[MAX_PLAYERS] seen            # of them, who peeked
    Turn turn
    uint16_t[MAX_PLAYERS] stones          # on the gauge
    uint16_t[MAX_PLAYERS] arrows          # of them
    uint16_t[MAX_PLAYERS] markers
    uint16_t[MAX_PLAYERS] pink            # of them
    int16_t[MAX_PLAYERS] points
    uint16_t[MAX_PLAYERS] places          # effects of the room: bit slot * 2 + effect; follows from it
    uint16_t[MAX_PLAYERS] triggers        # of its passives; follows from it
    uint16_t passengers_shown
    uint16_t round
    uint8_t[MAX_PLAYERS] boilers          # follows from the room
    uint8_t[MAX_PLAYERS] storage          # follows from the room
    uint8_t[MAX_PLAYERS] base
    uint8_t[MAX_PLAYERS] reserve
    uint8_t[MAX_PLAYERS][2] goods
    uint8_t[MAX_PLAYERS][N_SLOTS] room
    uint8_t[MAX_PLAYERS][N_SLOTS][2] parasites   # on that effect: two bits per owner
    uint8_t[MAX_PLAYERS] in_supply        # parasites
    uint8_t[MAX_PLAYERS] tiles            # passenger tiles
    uint8_t[MAX_PLAYERS] n_banners
    uint8_t[MAX_PLAYERS] n_purple
    uint8_t[MAX_PLAYERS][2][2] sponsors   # by side and whether used
    uint8_t[MAX_PLAYERS] gala             # kind + 1; 0: none
    uint8_t[MAX_PLAYERS] character        # index + 1
    uint8_t[MAX_PLAYERS] start            # index + 1
    uint8_t[MAX_BANNERS] banners          # in the order attached: tile | owner << 6
    uint8_t n_attached
    uint8_t[N_MARKETS] open
    uint8_t dealt                         # markets dealt so far
    uint8_t[N_DOWN] down_colour           # + 1
    uint8_t[N_DOWN] down_name             # tile fixed by a peek
    uint8_t[2] bonus                      # markers left
    uint8_t statues                       # bit level - 1
    uint8_t[2] passenger                  # level
    uint8_t[2] aboard                     # target, 0: not aboard
    uint8_t[2] tile                       # targets of the face-up passenger tile; 0: none
    uint8_t stack
    uint8_t no_tile                       # none could be turned up
    uint8_t[2] supply
    uint8_t capacity
    uint8_t sponsors_left
    uint8_t[2] galas_left
    uint8_t beside                        # solo
    int8_t first
    int8_t active
    int8_t mover
    uint8_t is_final
    uint8_t is_ending
    uint8_t is_lost                       # solo
    uint8_t n_frames
    Frame[MAX_FRAMES] frames


# -- the stack ---------------------------------------------------------------------------------------------------------

cdef inline Frame* push(Position* s, int kind, int seat) noexcept nogil:
    """A new frame on top; its other members are 0."""
    cdef Frame* frame = &s.frames[s.n_frames]
    frame.kind = <uint8_t>kind
    frame.seat = <int8_t>seat
    s.n_frames += 1
    return frame


cdef inline Frame* push_with(Position* s, int kind, int seat, int a, int b, int x, int y) noexcept nogil:
    cdef Frame* frame = push(s, kind, seat)
    frame.a = <uint8_t>a
    frame.b = <uint8_t>b
    frame.x = <uint16_t>x
    frame.y = <uint16_t>y
    return frame


cdef inline void pop(Position* s) noexcept nogil:
    """What is above the top is zero: equal positions have equal bytes."""
    s.n_frames -= 1
    memset(&s.frames[s.n_frames], 0, sizeof(Frame))


cdef inline Frame* top(Position* s) noexcept nogil:
    return &s.frames[s.n_frames - 1]


cdef inline void end_game(Position* s) noexcept nogil:
    while s.n_frames:
        pop(s)
    s.mover = NOBODY


cdef inline void use_effect(const Tables* t, Position* s, int seat, int effect, int flags) noexcept nogil:
    """The seat uses an effect: a bar is asked first, otherwise the parts are worked off from top to bottom."""
    cdef const Effect* used = &t.effects[effect]
    if used.has_bar:
        push_with(s, BAR, seat, flags, 0, effect, 0)
    elif used.first[0] < used.end[0]:
        push_with(s, PARTS, seat, flags, 0, used.first[0], used.end[0])


# -- what everybody asks -----------------------------------------------------------------------------------------------

cdef inline uint32_t bit(int i) noexcept nogil:
    return <uint32_t>1 << i


cdef inline int next_seat(const Tables* t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.n_seats else 0


cdef inline int n_stones(const Position* s, int seat) noexcept nogil:
    """Own stones on gauge and board."""
    return count(s.stones[seat]) + count(s.board[seat])


cdef inline uint32_t occupied(const Position* s) noexcept nogil:
    return s.board[0] | s.board[1] | s.board[2] | s.board[3] | s.shadow


cdef inline uint32_t free_districts(const Tables* t, const Position* s, int seat) noexcept nogil:
    """Where the seat may place a stone: in the final turn beside those of others (rules 1.10)."""
    return t.districts & ~(s.board[seat] if s.is_final else occupied(s))


cdef inline int n_machines(const Position* s, int seat) noexcept nogil:
    cdef int slot, n = 0
    for slot in range(N_SLOTS):
        n += s.room[seat][slot] != NO_TILE
    return n


cdef inline int target_of(const Tables* t, const Position* s, int passenger) noexcept nogil:
    """The level that the tile, or the board, shows; alternatives ignored."""
    return s.tile[passenger] if s.tile[passenger] else t.printed[passenger]


cdef inline int parasites_of(const Position* s, int owner, int place) noexcept nogil:
    """How many parasites of a seat sit at a place."""
    return (&s.parasites[0][0][0])[place] >> 2 * owner & 3


cdef inline int effect_at(const Tables* t, const Position* s, int place) noexcept nogil:
    return t.tile_effect[(&s.room[0][0])[place >> 1]][place & 1]


# -- gains -------------------------------------------------------------------------------------------------------------

cdef inline void gain(Position* s, int seat, int kind, int n) noexcept nogil:
    """Takes up to n resources from the supply."""
    if n > s.supply[kind]:
        n = s.supply[kind]
    s.supply[kind] -= <uint8_t>n
    s.goods[seat][kind] += <uint8_t>n


cdef inline void give_back(Position* s, int seat, int kind, int n) noexcept nogil:
    s.supply[kind] += <uint8_t>n
    s.goods[seat][kind] -= <uint8_t>n


cdef inline void earn(const Tables* t, Position* s, int seat, int n, int source) noexcept nogil:
    """Every SP that is won or lost after the set-up."""
    s.points[seat] += <int16_t>n
    if t.tally != NULL:
        t.tally[N_SOURCES * seat + source] += n


cdef inline void raise_statue(const Tables* t, Position* s, int level, int seat) noexcept nogil:
    """Rules 1.6: the third one standing brings 3 SP; none when the solo shadow raises it (seat -1)."""
    s.statues |= <uint8_t>(1 << (level - 1))
    if seat >= 0 and count(s.statues) == N_STATUES_TO_END:
        earn(t, s, seat, STATUE_SP, BY_STATUE)
