"""The state of a game of Planet Steam, the tables it is read with, and what all phases share.

`Position` holds what changes, `Tables` what does not (rules, board data, masks of the map). Both are plain C without
pointers. Sets of zones are 64-bit masks: bit (line-1)*6 + (position-1). Every file of `phases` reads
`legal_…(tables, state, moves)` and `apply_…(tables, state, …)`; what follows by itself is a phase from FIRST_AUTOMATIC
on, which `flow.pxi` starts until somebody has to move.
"""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint32_t, uint64_t

from engine.game cimport MAX_SEATS, move_t


cdef extern from *:
    """
    #define boomtown_lowest(mask) __builtin_ctzll(mask)
    #define boomtown_highest(mask) (63 - __builtin_clzll(mask))
    #define boomtown_count(mask) __builtin_popcountll(mask)
    """
    int lowest "boomtown_lowest"(uint64_t mask) noexcept nogil       # index of the lowest zone; the mask is not empty
    int highest "boomtown_highest"(uint64_t mask) noexcept nogil
    int count "boomtown_count"(uint64_t mask) noexcept nogil


cdef enum:
    N_LINES = 7
    N_POSITIONS = 6
    N_ZONES = 42
    MAX_WINDOWS = 7           # recall is 0 to 6 rounds, or everything
    MAX_SUPPLY_TRACK = 64
    MAX_TANK_MARKET = 60
    NO_SEAT = -1
    NO_ZONE = -1
    NO_LINE = -1
    MAX_CLASS = 4
    MAX_REARRANGED = 40       # rules 4: free moves per player and tank phase

cdef enum:  # resources, always in this order
    QUARTZ, ORE, WATER, ENERGY, N_RESOURCES

cdef enum:  # specialists
    LADY, VENTURER, CAPTAIN, ENGINEER, AGENT, N_ROLES

cdef enum:  # phases
    # Somebody (or chance) has to move.
    FIRST_PLAYER              # chance, rules 2
    SETUP_UPGRADE
    RIVER_DIE                 # chance, rules 6.4
    SPECIALIST_BID            # rules 3.2
    TAKE_CARD
    USE_ENGINEER
    USE_AGENT
    MANIPULATE_PRICES         # rules 7.2
    TAKE_BONUS
    PLACE_MARKER              # rules 6.3
    NAME_VICTIM               # rules 7.3
    TIP_TANK
    RIVER_NEUTRAL             # rules 6.4
    PLACE_OWN
    PLACE_NEUTRAL
    OFFER_ZONE                # rules 3.3
    ZONE_BID
    CLAIMING                  # rules 3.4
    CLAIM_DIE                 # chance
    SHIFT_CLAIM
    MOORING                   # rules 3.5
    KEEP_FREELANCE            # rules 7.4
    FREELANCE_BID
    ACTIVATION                # rules 4
    TANK_PHASE
    EXTRACTION                # rules 5.1
    TRADE                     # rules 5.2
    CERTIFICATES              # rules 5.3
    SABOTAGE_DIE              # chance, rules 7.3
    OVER
    STOWING                   # rules 7.4; last, as the numbers of the others are in the keys of their dice
    # Done at once, without a move.
    FIRST_AUTOMATIC
    START_ROUND = FIRST_AUTOMATIC
    NEXT_BIDDING
    END_SPECIALISTS
    START_PLACING
    START_ZONE_AUCTION
    START_CLAIMING
    START_AIRSHIP
    START_FREELANCE
    START_TANK_PHASE
    START_EXTRACTION
    START_TRADE
    START_CERTIFICATES
    START_END_PHASE
    PRODUCE_TANKS

# A move is its verb in the high bits and its arguments below; the order of the verbs is the order of a listing.
cdef enum:  # verbs
    V_FIRST, V_DIE, V_PASS, V_BID, V_UPGRADE, V_TAKE, V_ENGINEER, V_AGENT, V_BONUS, V_MARKER, V_MANIPULATE,
    V_SABOTAGE, V_TIP, V_OFFER, V_SKIP, V_ROLL, V_SHIFT, V_LICENSE, V_CLAIM, V_MOOR, V_KEEP, V_RELEASE, V_OWN,
    V_NEUTRAL, V_ACTIVATE, V_DECLINE, V_EMERGENCY, V_DONE, V_TANK, V_IMPORT, V_CONVERTER, V_SUPERCHARGER,
    V_MOVE_TANK, V_MOVE_CONVERTER, V_DROP_CONVERTER, V_MOVE_SUPERCHARGER, V_EXTRACT, V_POWER, V_BUY, V_SELL,
    V_BUY_LICENSE, V_SELL_LICENSE, V_BUY_QUARTERS, V_STOW, N_VERBS

cdef enum:
    VERB_SHIFT = 20
    ARGUMENT = (1 << VERB_SHIFT) - 1
    EMERGENCY_NO_TANK = 63    # the argument of a plain `emergency`; else the zone, and above it z2 + 1, or 0 for none


cdef struct Tables:
    int n_seats
    int n_rounds
    int n_windows             # windows of knowledge kept per seat: recall + 1; 0 when every total is known (rules 9)
    # rules
    bint immobile_tanks
    bint river_limits
    bint variable_trading_order
    bint variable_claims
    bint predictable_claims
    bint price_manipulation
    bint sabotage
    bint freelance_carrier
    # the edition's
    int water_for_declining   # rules 4
    bint has_emergency_aid    # rules 4
    bint has_river_die        # rules 6.4: how many neutrals are laid on the river beforehand is diced
    int max_river_die         # a higher die means none
    int n_river_neutrals      # laid on the river beforehand without a die
    int max_river_neutrals    # so many may stand on the river for another one to be put there in the two passes
    # rulings of records of version 1 (record-format.md, at its end)
    bint stows_dearest        # what overflows at the freelance carrier's holder is sorted by price, without a choice
    bint drops_in_emergency   # a converter is never moved in an emergency
    # the map
    uint64_t zones            # all that are not closed
    uint64_t river            # its open zones
    uint64_t[N_LINES] line
    uint64_t[N_ZONES] neighbours
    uint64_t[N_ZONES] west    # zones before it on its line: nearest is the highest
    uint64_t[N_ZONES] east
    uint64_t[N_ZONES] north   # zones before it at its position
    uint64_t[N_ZONES] south
    uint64_t[MAX_SEATS] claims
    uint64_t neutral
    # board data, rules 8
    int16_t start_credits
    uint8_t[N_RESOURCES] start_goods
    uint8_t[N_RESOURCES] start_supply
    uint8_t[N_RESOURCES] start_price
    uint8_t[N_RESOURCES] min_price
    uint8_t[N_RESOURCES] max_price
    uint8_t start_market
    uint8_t top_market
    int16_t[MAX_TANK_MARKET + 1] tank_price      # by tanks left
    uint8_t[N_RESOURCES][MAX_CLASS + 1] capacity # by carrier class
    uint8_t freelance_space
    uint8_t[N_RESOURCES] top_supply
    int8_t[N_RESOURCES][MAX_SUPPLY_TRACK] supply_change
    uint8_t n_licenses
    uint8_t n_quarters
    uint8_t n_markers
    uint8_t n_tanks
    uint8_t n_converters
    uint8_t n_superchargers
    uint8_t[N_ROLES] card_of_role                # 0-based card, or 255
    uint8_t[MAX_SEATS] roles_of_card             # bit set of roles


cdef struct Position:
    uint64_t[MAX_SEATS] owned
    uint64_t neutral
    uint64_t[N_RESOURCES] makes                  # tanks by what they make; WATER: those without a converter
    uint64_t superchargers
    uint64_t powered                             # marked by the extracting player
    int16_t[MAX_SEATS] credits
    int16_t[MAX_SEATS] earned                    # start credits and everything received: public, rules 9
    # What an observer knows of a seat's credits, as distances from the truth: window w leaves open
    # credits - below[w] … credits + above[w]. See knowledge.pxd.
    int16_t[MAX_WINDOWS][MAX_SEATS] below
    int16_t[MAX_WINDOWS][MAX_SEATS] above
    int16_t bid                                  # standing in the running auction; 0: none
    int16_t freelance_bid
    uint8_t[MAX_SEATS][N_RESOURCES] goods
    uint8_t[MAX_SEATS][N_RESOURCES] carriers     # class 1 to 4
    uint8_t[MAX_SEATS] licenses
    uint8_t[MAX_SEATS] quarters
    int8_t[MAX_SEATS] turn_order                 # the holder of each card, by number
    uint8_t[N_RESOURCES] price
    uint8_t[N_RESOURCES] supply
    uint8_t[N_RESOURCES] bonus
    uint8_t[N_RESOURCES] order                   # by place in the trading order: resource + 1, 0 not yet marked
    uint8_t[N_RESOURCES] converters_left         # WATER: unused
    uint8_t tanks_left
    uint8_t superchargers_left
    uint8_t licenses_left
    uint8_t quarters_left
    uint8_t market
    uint8_t phase
    uint8_t round
    int8_t mover
    int8_t first                                 # first player of this round's specialist auction
    uint8_t turn                                 # index into turn_order, or a count within the phase
    uint8_t n_cards_taken
    uint8_t card                                 # 0-based: just taken, until its taker is done
    uint8_t in_auction                           # bit set of seats still in
    int8_t bidder                                # who made the standing bid
    int8_t zone                                  # offered, or named for the die
    int8_t airship
    int8_t tipped
    int8_t tipped_seat
    int8_t manipulator                           # who plays with the prices this round
    int8_t freelance_holder
    int8_t freelance_released                    # its last holder, while it is auctioned again
    uint8_t freelance_kept
    uint8_t rearranged
    uint8_t power_from                           # lowest zone that may still be marked
    uint8_t place                                # of the resource being traded
    uint8_t neutrals_due                         # still to be placed by the mover (rules 6.4)
    uint8_t is_reverse                           # second pass of the placing
    uint8_t[N_RESOURCES] unstowed                # new units that the mover may still stow (rules 7.4)


cdef inline move_t make(int verb, int argument) noexcept nogil:
    return (<move_t>verb << VERB_SHIFT) | <move_t>argument


cdef inline uint64_t bit(int zone) noexcept nogil:
    return <uint64_t>1 << zone


cdef inline uint64_t tanks(const Position* s) noexcept nogil:
    return s.makes[QUARTZ] | s.makes[ORE] | s.makes[WATER] | s.makes[ENERGY]


cdef inline uint64_t standing(const Position* s) noexcept nogil:
    """The tanks that are not tipped."""
    if s.tipped == NO_ZONE:
        return tanks(s)
    return tanks(s) & ~bit(s.tipped)


cdef inline int made_by(const Position* s, int zone) noexcept nogil:
    """What the tank on a zone makes."""
    cdef uint64_t here = bit(zone)
    if s.makes[WATER] & here:
        return WATER
    if s.makes[QUARTZ] & here:
        return QUARTZ
    return ORE if s.makes[ORE] & here else ENERGY


cdef inline uint64_t unclaimed(const Tables* t, const Position* s) noexcept nogil:
    return t.zones & ~(s.owned[0] | s.owned[1] | s.owned[2] | s.owned[3] | s.owned[4] | s.neutral)


cdef inline bint has_marker(const Tables* t, const Position* s, int seat) noexcept nogil:
    return count(s.owned[seat]) < t.n_markers


cdef inline void claim(Position* s, int seat, int zone) noexcept nogil:
    s.neutral &= ~bit(zone)
    s.owned[seat] |= bit(zone)


cdef inline int holder(const Tables* t, const Position* s, int role) noexcept nogil:
    """Who holds a specialist that every set has."""
    return s.turn_order[t.card_of_role[role]]


cdef inline int next_seat(const Tables* t, int seat) noexcept nogil:
    return seat + 1 if seat + 1 < t.n_seats else 0


cdef inline int next_in(const Tables* t, int seat, int seats) noexcept nogil:
    """The next seat clockwise after `seat` that is in the bit set `seats`, which is not empty."""
    while True:
        seat = next_seat(t, seat)
        if seats >> seat & 1:
            return seat


# -- listing ------------------------------------------------------------------------------------------------------------

cdef inline int list_zones(int verb, uint64_t zones, move_t* moves, int n) noexcept nogil:
    """Appends one move per zone."""
    cdef move_t base = make(verb, 0)
    while zones:
        moves[n] = base | <move_t>lowest(zones)
        zones &= zones - 1
        n += 1
    return n


cdef inline int list_range(int verb, int start, int stop, move_t* moves, int n) noexcept nogil:
    """Appends one move per number from start up to, not including, stop."""
    cdef move_t base = make(verb, start)
    cdef int i
    if stop <= start:
        return n
    for i in range(stop - start):
        moves[n + i] = base + <move_t>i
    return n + stop - start


# -- credits: public receipts and payments, see knowledge.pxd -----------------------------------------------------------

cdef inline void show_at_least(const Tables* t, Position* s, int seat, int amount) noexcept nogil:
    """Everybody sees that the seat has at least this much now."""
    cdef int w, slack = s.credits[seat] - amount
    for w in range(t.n_windows):
        if s.below[w][seat] > slack:
            s.below[w][seat] = <int16_t>slack


cdef inline void show_exactly(const Tables* t, Position* s, int seat) noexcept nogil:
    """Everybody sees how much the seat has now."""
    cdef int w
    for w in range(t.n_windows):
        s.below[w][seat] = 0
        s.above[w][seat] = 0


cdef inline void receive(Position* s, int seat, int amount) noexcept nogil:
    s.credits[seat] += <int16_t>amount
    s.earned[seat] += <int16_t>amount


cdef inline void pay(const Tables* t, Position* s, int seat, int amount) noexcept nogil:
    s.credits[seat] -= <int16_t>amount
    show_at_least(t, s, seat, 0)


# -- goods --------------------------------------------------------------------------------------------------------------

cdef inline int capacity(const Tables* t, const Position* s, int seat, int resource) noexcept nogil:
    return t.capacity[resource][s.carriers[seat][resource]]


cdef inline int cargo(const Tables* t, const Position* s, int seat) noexcept nogil:
    """What the seat holds beyond its carriers: the freelance carrier's load."""
    cdef int r, over, total = 0
    for r in range(N_RESOURCES):
        over = s.goods[seat][r] - capacity(t, s, seat, r)
        if over > 0:
            total += over
    return total


cdef inline int room(const Tables* t, const Position* s, int seat, int resource) noexcept nogil:
    """How many more units of a resource fit."""
    cdef int free = capacity(t, s, seat, resource) - s.goods[seat][resource]
    if free < 0:
        free = 0
    if t.freelance_carrier and s.freelance_holder == seat:
        free += t.freelance_space - cargo(t, s, seat)
    return free


cdef inline void gain(const Tables* t, Position* s, int seat, int resource, int n) noexcept nogil:
    """Takes up to n units from the reserve; what does not fit is lost."""
    cdef int fits = room(t, s, seat, resource)
    s.goods[seat][resource] += <uint8_t>(n if n < fits else fits)


cdef inline void change_price(const Tables* t, Position* s, int resource, int change) noexcept nogil:
    """Moves a price, within its track."""
    cdef int price = s.price[resource] + change
    if price < t.min_price[resource]:
        price = t.min_price[resource]
    elif price > t.max_price[resource]:
        price = t.max_price[resource]
    s.price[resource] = <uint8_t>price


cdef inline void raise_supply(const Tables* t, Position* s, int resource, int n) noexcept nogil:
    cdef int supply = s.supply[resource] + n
    s.supply[resource] = <uint8_t>(supply if supply < t.top_supply[resource] else t.top_supply[resource])


# -- turns --------------------------------------------------------------------------------------------------------------

cdef inline void start_turns(Position* s, int phase) noexcept nogil:
    """The holder of card 1 begins a phase that is played in turn order."""
    s.turn = 0
    s.mover = s.turn_order[0]
    s.phase = phase


cdef inline void next_turn(const Tables* t, Position* s, int phase, int then) noexcept nogil:
    """The next player in turn order plays `phase`; after the last one, `then` starts."""
    s.turn += 1
    if s.turn == t.n_seats:
        s.turn = 0
        s.phase = then
    else:
        s.mover = s.turn_order[s.turn]
        s.phase = phase
