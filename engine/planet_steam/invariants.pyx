"""What must hold in every state of every game of Planet Steam, compiled, and a loop that checks it over random games.

`check` names the broken laws of one state; `play_checked` plays whole games and looks at each round's end (or after
every move). Called by the soak and sanitizer runs and by the property tests; play itself never pays for it.
"""
from libc.stdint cimport uint8_t, uint64_t
from libc.stdlib cimport free, malloc

from engine.game cimport CHANCE, NOBODY, move_t
from engine.planet_steam.game cimport PlanetSteam
from engine.planet_steam.knowledge cimport is_window_open
from engine.planet_steam.state cimport *
from engine.rng cimport Rng, Stream, below
from engine.state cimport State


cdef enum:  # laws, as bits of a set
    TANKS = 1 << 0
    CONVERTERS = 1 << 1
    SUPERCHARGERS = 1 << 2
    CLAIMS = 1 << 3
    CREDITS = 1 << 4
    RANGES = 1 << 5
    GOODS = 1 << 6
    CARRIERS = 1 << 7
    SUPPLY = 1 << 8
    PRICES = 1 << 9
    MARKET = 1 << 10
    CERTIFICATES_KEPT = 1 << 11
    CARDS = 1 << 12
    TRADING_ORDER = 1 << 13
    RIVER = 1 << 14
    TIPPED = 1 << 15
    CARRIER_FOR_HIRE = 1 << 16
    ROUNDS = 1 << 17
    NEW_ROUND = 1 << 18
    LISTING = 1 << 19
    LENGTH = 1 << 20
    STOWAGE = 1 << 21

LAWS = {
    TANKS: "every tank is in the reserve or on an owned zone, one per zone",
    CONVERTERS: "every converter is in the reserve or on a tank",
    SUPERCHARGERS: "every supercharger is in the reserve or on a tank",
    CLAIMS: "a zone has one owner, none when closed, and nobody more zones than markers",
    CREDITS: "credits are not negative and not more than was earned",
    RANGES: "the truth is within what observers know",
    GOODS: "goods are within the carriers' capacity",
    CARRIERS: "carriers are of class 1 to 4",
    SUPPLY: "supplies are on their track, bonus tokens 0 or 1",
    PRICES: "prices are on their tracks",
    MARKET: "the tank market is on its track",
    CERTIFICATES_KEPT: "licences never come back, luxury quarters never leave",
    CARDS: "a card has one holder, a player one card",
    TRADING_ORDER: "a resource has one place in the trading order",
    RIVER: "river limits: no ore or quartz is made on the river",
    TIPPED: "only one owned tank is tipped, and only with sabotage",
    CARRIER_FOR_HIRE: "the freelance carrier is held at a price, or free",
    ROUNDS: "rounds are played one after the other, all of them",
    NEW_ROUND: "a round starts with a cleared table and credits in every hand",
    LISTING: "before the end somebody has a move, and it fits the buffer",
    LENGTH: "a game ends within 20,000 moves",
    STOWAGE: "units wait to be stowed only for the freelance carrier's free spaces, and enough to fill them",
}

cdef enum:
    MAX_LENGTH = 20000


cdef uint64_t broken_pieces(const Tables* t, const Position* s) noexcept nogil:
    """Tanks, their parts and the claims they stand on."""
    cdef uint64_t broken = 0, taken = s.neutral, claimed = 0, all_tanks = tanks(s)
    cdef int seat, r, n = 0
    for r in range(N_RESOURCES):
        n += count(s.makes[r])
        if r != WATER and s.converters_left[r] + count(s.makes[r]) != t.n_converters:
            broken |= CONVERTERS
    for seat in range(MAX_SEATS):
        if s.owned[seat] & taken or (seat >= t.n_seats and s.owned[seat]) or count(s.owned[seat]) > t.n_markers:
            broken |= CLAIMS
        taken |= s.owned[seat]
        claimed |= s.owned[seat]
    if taken & ~t.zones:
        broken |= CLAIMS
    if n != count(all_tanks) or all_tanks & ~claimed or s.tanks_left + n != t.n_tanks:
        broken |= TANKS
    if s.superchargers & ~all_tanks or s.superchargers_left + count(s.superchargers) != t.n_superchargers:
        broken |= SUPERCHARGERS
    if t.river_limits and (s.makes[QUARTZ] | s.makes[ORE]) & t.river:
        broken |= RIVER
    if s.tipped != NO_ZONE and (
        not t.sabotage or s.tipped_seat == NO_SEAT or not s.owned[s.tipped_seat] & all_tanks & bit(s.tipped)
    ):
        broken |= TIPPED
    return broken


cdef uint64_t broken_holdings(const Tables* t, const Position* s) noexcept nogil:
    """What each player has."""
    cdef uint64_t broken = 0
    cdef int seat, r, w, n_licenses = s.licenses_left, n_quarters = s.quarters_left, spare
    for seat in range(t.n_seats):
        n_licenses += s.licenses[seat]
        n_quarters += s.quarters[seat]
        if s.credits[seat] < 0 or s.earned[seat] < s.credits[seat]:
            broken |= CREDITS
        for w in range(t.n_windows):
            if is_window_open(t, s, w) and (
                s.below[w][seat] < 0 or s.below[w][seat] > s.credits[seat]
                or s.above[w][seat] < 0 or s.credits[seat] + s.above[w][seat] > s.earned[seat]
            ):
                broken |= RANGES
        spare = 0
        if t.freelance_carrier and (s.freelance_holder == seat or s.freelance_released == seat):
            spare = t.freelance_space
        if cargo(t, s, seat) > spare:
            broken |= GOODS
        for r in range(N_RESOURCES):
            if not 1 <= s.carriers[seat][r] <= MAX_CLASS:
                broken |= CARRIERS
    if n_licenses > t.n_licenses or n_quarters != t.n_quarters:
        broken |= CERTIFICATES_KEPT
    if s.freelance_holder == NO_SEAT and (s.freelance_bid != 0 or s.freelance_kept):
        broken |= CARRIER_FOR_HIRE
    if s.freelance_holder != NO_SEAT and (not t.freelance_carrier or s.freelance_bid < 1):
        broken |= CARRIER_FOR_HIRE
    return broken


cdef uint64_t broken_stowage(const Tables* t, const Position* s) noexcept nogil:
    """Rules 7.4: between `extract` and the last `stow`."""
    cdef int r, waiting = 0, spaces
    for r in range(N_RESOURCES):
        waiting += s.unstowed[r]
        if s.unstowed[r] and s.goods[s.mover][r] < capacity(t, s, s.mover, r):
            return STOWAGE             # the carriers fill first
    if s.phase != STOWING:
        return STOWAGE if waiting else 0
    spaces = t.freelance_space - cargo(t, s, s.mover)
    if not t.freelance_carrier or s.freelance_holder != s.mover or spaces < 1 or waiting < spaces:
        return STOWAGE
    return 0


cdef uint64_t broken_terminal(const Tables* t, const Position* s) noexcept nogil:
    """Supplies, prices, market, cards and trading order."""
    cdef uint64_t broken = 0
    cdef int r, card, places = 0, holders = 0, here
    for r in range(N_RESOURCES):
        if s.supply[r] > t.top_supply[r] or s.bonus[r] > 1:
            broken |= SUPPLY
        if not t.min_price[r] <= s.price[r] <= t.max_price[r]:
            broken |= PRICES
        if s.order[r]:
            here = 1 << s.order[r]
            if places & here or s.order[r] > N_RESOURCES:
                broken |= TRADING_ORDER
            places |= here
    if not t.variable_trading_order and places != 0b11110:
        broken |= TRADING_ORDER
    if s.market > t.top_market:
        broken |= MARKET
    for card in range(t.n_seats):
        if s.turn_order[card] == NO_SEAT:
            continue
        if not 0 <= s.turn_order[card] < t.n_seats or holders >> s.turn_order[card] & 1:
            broken |= CARDS
        holders |= 1 << s.turn_order[card]
    if count(holders) != s.n_cards_taken:
        broken |= CARDS
    if not 1 <= s.round <= t.n_rounds:
        broken |= ROUNDS
    return broken


cdef uint64_t broken_laws(const Tables* t, const Position* s) noexcept nogil:
    return broken_pieces(t, s) | broken_holdings(t, s) | broken_stowage(t, s) | broken_terminal(t, s)


cdef bint is_new_round_clear(const Tables* t, const Position* s) noexcept nogil:
    """At a later round's first bid nothing is left of the round before."""
    cdef int seat
    for seat in range(t.n_seats):
        if s.credits[seat] < 1:
            return False
    return (
        s.phase == SPECIALIST_BID and s.mover == s.first and s.n_cards_taken == 0 and s.airship == NO_LINE
        and s.tipped == NO_ZONE and s.tipped_seat == NO_SEAT and s.zone == NO_ZONE and s.manipulator == NO_SEAT
        and s.freelance_released == NO_SEAT and s.bidder == NO_SEAT and s.bid == 0 and s.powered == 0
        and s.power_from == 0 and s.rearranged == 0 and s.place == 0 and s.neutrals_due == 0 and not s.is_reverse
        and s.card == 0 and s.turn == 0 and count(s.in_auction) == t.n_seats
        and not (t.variable_trading_order and s.order[0] | s.order[1] | s.order[2] | s.order[3])
    )


def check(State state not None):
    """The laws that a state of Planet Steam breaks, as sentences; [] for a sound one.

    >>> from engine import new_game
    >>> check(new_game(players=2).new())
    []
    """
    cdef PlanetSteam game = state.game
    return names_of(broken_laws(&game.tables, <const Position*>state.data))


def names_of(uint64_t broken):
    """A set of laws in words."""
    return [name for law, name in LAWS.items() if broken & <uint64_t>law]


# -- random games ---------------------------------------------------------------------------------------------------------

cdef inline bint is_idle(int verb) noexcept nogil:
    return verb in (V_PASS, V_SKIP, V_DECLINE, V_DONE, V_EXTRACT, V_DROP_CONVERTER, V_SELL_LICENSE)


cdef move_t pick(const move_t* moves, int n, int style, Rng* rng) noexcept nogil:
    """A random move. Style 0 is uniform: such players go broke at once. 1 picks a verb first and bids low, so that rare
    verbs and long games come up; 2 is also busy: it seldom picks a verb that does nothing."""
    cdef int i, verb, start, stop, n_verbs = 0
    cdef int[N_VERBS + 1] starts
    if style == 0:
        return moves[below(rng, n)]
    for i in range(n):
        if i == 0 or moves[i] >> VERB_SHIFT != moves[i - 1] >> VERB_SHIFT:
            starts[n_verbs] = i
            n_verbs += 1
    starts[n_verbs] = n
    i = <int>below(rng, n_verbs)
    if style == 2 and is_idle(moves[starts[i]] >> VERB_SHIFT) and below(rng, 4) > 0:
        i = <int>below(rng, n_verbs)
    start = starts[i]
    stop = starts[i + 1]
    verb = moves[start] >> VERB_SHIFT
    if (verb == V_BID or verb == V_BUY) and stop - start > 3 and below(rng, 32) > 0:
        stop = start + 3
    return moves[start + <int>below(rng, stop - start)]


cdef uint64_t play_one(
    PlanetSteam game, Position* s, move_t* moves, Rng* rng, bint every_move, long long* n_moves
) noexcept nogil:
    """Plays one random game and returns the laws it broke."""
    cdef const Tables* t = &game.tables
    cdef uint64_t broken = 0
    cdef int n, played = 0, round = 1, style = <int>below(rng, 3)
    game.start(s)
    while s.mover != NOBODY:
        if s.mover == CHANCE:
            game.apply(s, game.roll(s, rng))
        else:
            n = game.legal(s, moves)
            if not 1 <= n <= game.max_moves:
                return broken | LISTING
            game.apply(s, pick(moves, n, style, rng))
        played += 1
        if played > MAX_LENGTH:
            return broken | LENGTH
        if s.round != round:
            if s.round != round + 1:
                broken |= ROUNDS
            if not is_new_round_clear(t, s):
                broken |= NEW_ROUND
            broken |= broken_laws(t, s)
            round = s.round
        elif every_move:
            broken |= broken_laws(t, s)
        if broken:
            return broken
    n_moves[0] += played
    if s.round != t.n_rounds or s.n_cards_taken != t.n_seats:
        broken |= ROUNDS
    return broken | broken_laws(t, s)


def play_checked(PlanetSteam game not None, Stream rng not None, long long n_games, bint every_move=False):
    """Plays random games and checks all laws at round ends and at the end, or after every move. Returns the number of
    moves and, for each unlawful game, its number and the laws it broke. Advances the stream."""
    cdef State state = game.new()
    cdef move_t* moves = <move_t*>malloc(game.max_moves * sizeof(move_t))
    cdef long long i, n_moves = 0
    cdef uint64_t broken
    if moves == NULL:
        raise MemoryError
    faults = []
    for i in range(n_games):
        with nogil:
            broken = play_one(game, <Position*>state.data, moves, &rng.rng, every_move, &n_moves)
        if broken:
            faults.append((i, names_of(broken)))
    free(moves)
    return n_moves, faults
