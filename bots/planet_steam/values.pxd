"""What things are worth to a seat in Planet Steam, in credits: the judgement that every phase of the policy shares.

All of it is estimates from public data and the seat's own; nothing here reads another seat's credits. `Weights` holds
every number that is a matter of judgement; `bots/planet_steam/weights.py` loads them.
"""
from libc.stdint cimport int8_t, uint64_t

from engine.game cimport MAX_SEATS

from engine.planet_steam.accessors cimport (
    extracts_for_free, QUARTERS_WEALTH, SUPERCHARGER_WEALTH, TANK_WEALTH, yield_of, ZONE_WEALTH,
)
from engine.planet_steam.state cimport (
    AGENT, bit, capacity, CAPTAIN, count, ENERGY, ENGINEER, has_marker, holder, LADY, N_LINES, N_RESOURCES, NO_SEAT,
    ORE, Position, QUARTZ, room, SPECIALIST_BID, Tables, tanks, unclaimed, VENTURER, WATER, ZONE_BID,
)


cdef struct Weights:
    double drift              # how often per seat the expected supply will have moved a price by the next round's sale
    double drift_last         # the same for the present supply, in the last round
    double glut               # what each tank of a kind on the map adds to the expected supply
    double absorbed           # what leaves every supply in a round
    double industry           # what leaves ore and energy per tank that the market has room for
    double discount           # production of a round further away, per round
    double quartz_use         # share of a supercharger's surplus that its quartz is valued with
    double neighbour          # an own zone beside a zone
    double growth             # an unclaimed zone beside it
    double river              # a zone on the river
    double building           # room for one more tank, when it is short, per round left
    double denial             # share of what the zone is worth to the neighbour it hurts most
    double lady
    double venturer
    double captain            # per unit the airship is expected to bring
    double engineer
    double agent
    double turn               # per place in the turn order
    double bid_share          # how much of a gain to bid for it
    double bid_step           # share of what is left to one's limit that a raise goes
    double cash               # credits to keep for the next auctions, per round left up to one
    double spare_water        # tanks to plan for in the next round
    double freelance
    double tank_margin        # what a tank must gain to be bought
    double thirst             # what a credit is worth beyond its face while the purse is short and rounds are left
    double purse              # credits from which on one is worth no more than its face
    double water_use          # beyond its price: water for activating and for tanks
    double energy_use         # energy for the tanks there are
    double energy_more        # energy for tanks to come
    double ore_use            # share of a supercharger's surplus that its ore is valued with
    double buying             # what a unit bought must gain
    double spite              # weight of what a price does to the others, in the last round
    double switching          # what a converter that needs energy to work must gain beyond its price
    double overflow           # share of production beyond the carrier that counts: it may be upgraded
    double unpowered          # share of later production that counts for a tank without energy in sight


cdef struct Worth:            # what one unit of a resource is worth to a seat later: sold, or used
    double[N_RESOURCES] unit
    double[N_RESOURCES] with_more    # the same with one more tank on the map that makes it
    double[N_RESOURCES] with_less    # and with one less
    double rounds             # extractions to come, discounted; the one of this round counts 1
    double[N_RESOURCES] made  # what the seat's tanks yield when all work
    double[N_RESOURCES] fits  # and what its carriers take of that


cdef inline int rounds_left(const Tables* t, const Position* s) noexcept nogil:
    """Rounds after this one."""
    return t.n_rounds - s.round


cdef inline double clip(double x, double low, double high) noexcept nogil:
    return low if x < low else high if x > high else x


cdef inline double change_at(const Tables* t, int r, double supply) noexcept nogil:
    """The price change that belongs to an expected supply of a resource, between the marks of its track too."""
    cdef const int8_t* change = t.supply_change[r]
    cdef int top = t.top_supply[r], mark
    supply = clip(supply, 0, top)
    mark = <int>supply
    return change[mark] + (supply - mark) * (change[mark + (mark < top)] - change[mark])      # no branch to guess wrongly


cdef inline double price_with(const Tables* t, const Position* s, const Weights* w, int r, int n_tanks) noexcept nogil:
    """The price at which a unit of a resource will be sold one round from now, with so many tanks that make it: the
    supply grows by what they make, and shrinks by bonus tokens and, ore and energy, by the tanks that will be made."""
    cdef double supply = s.supply[r] + w.glut * n_tanks - w.absorbed
    if r == ORE or r == ENERGY:
        supply -= w.industry * (t.top_market - s.market)
    return clip(s.price[r] + w.drift * t.n_seats * change_at(t, r, supply), t.min_price[r], t.max_price[r])


cdef inline double future_price(const Tables* t, const Position* s, const Weights* w, int r) noexcept nogil:
    return price_with(t, s, w, r, count(s.makes[r]))


cdef inline double last_price(const Tables* t, const Position* s, const Weights* w, int r) noexcept nogil:
    """The same in the last round: what trade will pay, or count, in a moment."""
    return clip(s.price[r] + w.drift_last * t.n_seats * change_at(t, r, s.supply[r]), t.min_price[r], t.max_price[r])


cdef inline int n_unsupercharged(const Position* s, int seat) noexcept nogil:
    """Superchargers that the seat could still place."""
    cdef int n = count(tanks(s) & s.owned[seat] & ~s.superchargers)
    return n if n < s.superchargers_left else s.superchargers_left


cdef inline double fill_units(const Tables* t, const Position* s, const Weights* w, int seat, Worth* worth) noexcept nogil:
    """Fills `unit` only, which is all that most phases ask for and a third of the work. Returns what quartz was raised to
    for its use in superchargers, or 0."""
    cdef int r, left = rounds_left(t, s)
    cdef double use
    for r in range(N_RESOURCES):
        worth.unit[r] = future_price(t, s, w, r) if left > 0 else last_price(t, s, w, r)
    if left > 0 and s.superchargers_left > 0:
        use = w.quartz_use * (SUPERCHARGER_WEALTH - worth.unit[ORE] - worth.unit[WATER]) / 2
        if use > worth.unit[QUARTZ] and n_unsupercharged(s, seat) + 1 > s.goods[seat][QUARTZ] // 2:
            worth.unit[QUARTZ] = use
            return use
    return 0


cdef inline void fill_worth(const Tables* t, const Position* s, const Weights* w, int seat, Worth* worth) noexcept nogil:
    cdef int r, k, left = rounds_left(t, s), n_tanks
    cdef double use = fill_units(t, s, w, seat, worth)
    for r in range(N_RESOURCES):
        if left > 0:
            n_tanks = count(s.makes[r])
            worth.with_more[r] = price_with(t, s, w, r, n_tanks + 1)
            worth.with_less[r] = price_with(t, s, w, r, n_tanks - 1)
        else:
            worth.with_more[r] = worth.with_less[r] = worth.unit[r]
        worth.made[r] = yield_of(t, s, s.makes[r] & s.owned[seat])
        worth.fits[r] = capacity(t, s, seat, r)
    if worth.with_more[QUARTZ] < use:
        worth.with_more[QUARTZ] = use
    if worth.with_less[QUARTZ] < use:
        worth.with_less[QUARTZ] = use
    worth.rounds = 1
    use = 1
    for k in range(left):
        use *= w.discount
        worth.rounds += use


cdef inline double cash_value(const Tables* t, const Position* s, const Weights* w, double credits) noexcept nogil:
    """What so many credits are worth: while rounds are left, the first ones buy what earns more."""
    if rounds_left(t, s) == 0:
        return credits
    return credits + w.thirst * (credits if credits < w.purse else w.purse)


# -- zones --------------------------------------------------------------------------------------------------------------

cdef inline double place_value(const Tables* t, const Position* s, const Weights* w, int seat, int zone) noexcept nogil:
    """What a zone's place adds for a seat: company for groups, free water, room to grow."""
    cdef uint64_t around = t.neighbours[zone]
    cdef double value = w.neighbour * count(around & s.owned[seat])
    value += w.growth * count(around & unclaimed(t, s))
    if t.river & bit(zone):
        value += w.river
    return value


cdef inline double zone_value(const Tables* t, const Position* s, const Weights* w, int seat, int zone) noexcept nogil:
    """What owning a zone is worth to a seat."""
    cdef int left = rounds_left(t, s), other, empty = count(s.owned[seat] & ~tanks(s))
    cdef double value = ZONE_WEALTH, hurt = 0, here
    if empty < 2:
        value += w.building * (left + 1)
    if left > 0 or empty < 2:
        value += place_value(t, s, w, seat, zone) * (left + 1) / t.n_rounds
    if w.denial > 0 and left > 0:
        for other in range(t.n_seats):
            if other != seat:
                here = place_value(t, s, w, other, zone)
                if here > hurt:
                    hurt = here
        value += w.denial * hurt * (left + 1) / t.n_rounds
    return value


# -- specialists --------------------------------------------------------------------------------------------------------

cdef inline double line_units(const Tables* t, const Position* s, int seat, int line) noexcept nogil:
    """How many units a seat gets from the airship on a line: tanks may move there, unless they are immobile."""
    cdef uint64_t zones = s.owned[seat] & t.line[line]
    cdef int n = count(zones), n_tanks = count(tanks(s) & s.owned[seat])
    if t.immobile_tanks:
        return count(zones & tanks(s)) + 0.5 * (n - count(zones & tanks(s)))
    return n if n < n_tanks + 1 else n_tanks + 1


cdef inline double mean_price(const Position* s) noexcept nogil:
    return (s.price[QUARTZ] + s.price[ORE] + s.price[WATER]) / 3.0


cdef inline double captain_value(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    cdef int line
    cdef double units, best = 0
    for line in range(N_LINES):
        units = line_units(t, s, seat, line)
        if units > best:
            best = units
    return w.captain * best * mean_price(s)


cdef inline double card_value(const Tables* t, const Position* s, const Weights* w, int seat, int card) noexcept nogil:
    cdef int roles = t.roles_of_card[card]
    cdef double value = w.turn * (t.n_seats - 1 - card)
    if roles >> LADY & 1:
        value += w.lady
    if roles >> VENTURER & 1 and has_marker(t, s, seat):
        value += w.venturer
    if roles >> CAPTAIN & 1:
        value += captain_value(t, s, w, seat)
    if roles >> ENGINEER & 1:
        value += w.engineer
    if roles >> AGENT & 1:
        value += w.agent
    return value


cdef inline double bonus_value(const Tables* t, const Position* s, const Worth* worth, int seat, int r) noexcept nogil:
    return worth.unit[r] if room(t, s, seat, r) > 0 else 0


cdef inline double specialist_limit(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    """How far to bid for choosing now: the best card and bonus against the last ones, which cost 1."""
    cdef double[MAX_SEATS] cards
    cdef double[N_RESOURCES] tokens
    cdef double value, gain
    cdef int card, r, n = 0, m = 0, i
    cdef Worth worth
    fill_units(t, s, w, seat, &worth)
    for card in range(t.n_seats):
        if s.turn_order[card] == NO_SEAT:
            value = card_value(t, s, w, seat, card)
            i = n
            while i > 0 and cards[i - 1] < value:
                cards[i] = cards[i - 1]
                i -= 1
            cards[i] = value
            n += 1
    for r in range(N_RESOURCES):
        if s.bonus[r]:
            value = bonus_value(t, s, &worth, seat, r)
            i = m
            while i > 0 and tokens[i - 1] < value:
                tokens[i] = tokens[i - 1]
                i -= 1
            tokens[i] = value
            m += 1
    gain = cards[0] - cards[n - 1] + 1
    if m > 0:
        gain += tokens[0] - (tokens[n - 1] if m >= n else 0)
    return w.bid_share * gain


cdef inline double price_worth(const Tables* t, const Position* s, const Weights* w, int seat, double gain) noexcept nogil:
    """The price that something worth `gain` may have, when credits are worth more than their face while they are short."""
    cdef double above = s.credits[seat] - w.purse
    if rounds_left(t, s) == 0:
        return gain
    if above <= 0:
        return gain / (1 + w.thirst)
    return gain if gain <= above else above + (gain - above) / (1 + w.thirst)


cdef inline double bid_limit(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    """The highest bid that still gains something for the seat in the running auction, if it has the money."""
    cdef double limit
    if s.phase == SPECIALIST_BID:
        return price_worth(t, s, w, seat, specialist_limit(t, s, w, seat))
    if s.phase == ZONE_BID:
        limit = price_worth(t, s, w, seat, w.bid_share * zone_value(t, s, w, seat, s.zone))
        return 2 * limit if seat == holder(t, s, VENTURER) else limit
    return price_worth(t, s, w, seat, w.freelance * (rounds_left(t, s) + 1) / t.n_rounds)


cdef inline int money_limit(const Tables* t, const Position* s, int seat) noexcept nogil:
    if s.phase == ZONE_BID and seat == holder(t, s, VENTURER):
        return 2 * s.credits[seat]
    return s.credits[seat]
