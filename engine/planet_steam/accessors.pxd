"""What bots reckon with as the rules do: prices, yields, limits, wealth, read off a position, and a converter's change.

Small and inline: a playout asks for them at every step. How moves are listed and played is private to the units made of
the files in `phases`: `game.pyx` for the contract, `rules.pyx` for bots.
"""
from libc.stdint cimport uint64_t

from engine.planet_steam.state cimport *


# -- specialists, rules 3.2, 6.3 and 7.2 -------------------------------------------------------------------------------

cdef enum:
    ENGINEER_TAKES_LICENSE = 0
    ENGINEER_TAKES_CREDITS = 1
    AGENT_RESOURCE = 4         # agent moves: 0-3 upgrade that carrier, 4-7 take that resource
    WEAK = 0
    MODERATE = 1
    STRONG = 2
    MODERATE_PRICE = 4
    STRONG_PRICE = 8
    SHIFT_ZERO = 5             # a price move of d is stored as d + 5, four bits each


cdef inline int level_price(int level) noexcept nogil:
    return 0 if level == WEAK else MODERATE_PRICE if level == MODERATE else STRONG_PRICE


cdef inline int lowest_shift(const Tables* t, const Position* s, int r, int limit) noexcept nogil:
    """How far a price may fall: not below its track, nor by more than the limit."""
    cdef int fall = s.price[r] - t.min_price[r]
    return -(fall if fall < limit else limit)


cdef inline int highest_shift(const Tables* t, const Position* s, int r, int limit) noexcept nogil:
    cdef int rise = t.max_price[r] - s.price[r]
    return rise if rise < limit else limit


cdef inline int free_resources(const Position* s) noexcept nogil:
    """The bit set of resources without an order marker."""
    cdef int place, free = 15
    for place in range(N_RESOURCES):
        if s.order[place]:
            free &= ~(1 << (s.order[place] - 1))
    return free


# -- the variable set-up, rules 6.4 ------------------------------------------------------------------------------------

cdef inline uint64_t zones_for_neutrals(const Tables* t, const Position* s) noexcept nogil:
    """In the two passes: on the river only where the edition allows it, up to the cap."""
    cdef uint64_t zones = unclaimed(t, s)
    return zones & ~t.river if count(s.neutral & t.river) >= t.max_river_neutrals else zones


# -- claiming, rules 3.4 -----------------------------------------------------------------------------------------------

cdef inline uint64_t nearest_unclaimed(const Tables* t, const Position* s, int zone) noexcept nogil:
    """The first unclaimed zone in each of the four directions."""
    cdef uint64_t zones = unclaimed(t, s), found = 0
    if zones & t.west[zone]:
        found |= bit(highest(zones & t.west[zone]))
    if zones & t.east[zone]:
        found |= bit(lowest(zones & t.east[zone]))
    if zones & t.north[zone]:
        found |= bit(highest(zones & t.north[zone]))
    if zones & t.south[zone]:
        found |= bit(lowest(zones & t.south[zone]))
    return found


# -- the tank phase, rules 4 -------------------------------------------------------------------------------------------

cdef enum:
    IMPORT_QUARTZ = 2
    IMPORT_CREDITS = 5
    SUPERCHARGER_QUARTZ = 2
    ZONE_BITS = 6              # two zones: a << 6 | b; converter: type << 13 | zone << 7 | (z2 + 1, 0 for none)


cdef inline int converter_price(int resource) noexcept nogil:
    return 8 if resource == QUARTZ else 5 if resource == ORE else 2


cdef inline bint needs_emergency_aid(const Tables* t, const Position* s) noexcept nogil:
    """Whether the mover, at his activation, has no water and no tank that makes any, tipped or not."""
    return t.has_emergency_aid and s.goods[s.mover][WATER] == 0 and not s.makes[WATER] & s.owned[s.mover]


cdef inline void set_converter(Position* s, int zone, int resource) noexcept nogil:
    """Changes what the tank on a zone makes; converters come from and go to the reserve."""
    cdef int old = made_by(s, zone)
    s.makes[old] &= ~bit(zone)
    s.makes[resource] |= bit(zone)
    if old != WATER:
        s.converters_left[old] += 1
    if resource != WATER:
        s.converters_left[resource] -= 1


cdef inline uint64_t barred(const Tables* t, int resource) noexcept nogil:
    """Zones where no tank may make the resource: the river, for ore and quartz, with `river-limits`."""
    return t.river if t.river_limits and resource <= ORE else 0


# -- extraction, rules 5.1 ---------------------------------------------------------------------------------------------

cdef enum:
    SMALLEST_RING = 8          # zones that can enclose another


cdef inline uint64_t extracts_for_free(const Tables* t, const Position* s) noexcept nogil:
    return (s.makes[WATER] & t.river) | s.makes[ENERGY]


cdef inline int n_groups(const Tables* t, uint64_t zones) noexcept nogil:
    """The number of orthogonally connected groups in a set of zones."""
    # Euler: zones - neighbouring pairs + squares of four = groups - holes, and a hole needs 8 zones around it. Counting
    # so takes 1.4 ns, walking through 5 zones 4.9, and here is where the policy's playouts spend their time.
    cdef uint64_t pairs = zones & zones >> 1 & <uint64_t>0x1F7DF7DF7DF      # but not across the ends of two lines
    cdef int n = count(zones)
    if n < SMALLEST_RING:
        return n - count(pairs) - count(zones & zones >> N_POSITIONS) + count(pairs & pairs >> N_POSITIONS)
    return n_groups_walked(t, zones)


cdef inline int n_groups_walked(const Tables* t, uint64_t zones) noexcept nogil:
    cdef int n = 0
    cdef uint64_t edge
    while zones:
        n += 1
        edge = zones & (~zones + 1)
        zones ^= edge
        while edge:
            edge = (edge & (edge - 1)) | touching(t, &zones, lowest(edge))
    return n


cdef inline uint64_t touching(const Tables* t, uint64_t* zones, int zone) noexcept nogil:
    """Takes the neighbours of a zone out of a set and returns them."""
    cdef uint64_t found = zones[0] & t.neighbours[zone]
    zones[0] ^= found
    return found


cdef inline int yield_of(const Tables* t, const Position* s, uint64_t zones) noexcept nogil:
    """What extracting tanks of one player and one resource yield: n, plus n-1 per group, plus the extras."""
    cdef int n
    if not zones:
        return 0
    n = 2 * count(zones) - n_groups(t, zones) + count(zones & s.superchargers)
    if s.airship != NO_LINE:
        n += count(zones & t.line[s.airship])
    return n


# -- certificates, rules 5.3 -------------------------------------------------------------------------------------------

cdef enum:
    LICENSE_CREDITS = 15


# -- wealth and the round's end, rules 5.4 and 5.5 ---------------------------------------------------------------------

cdef enum:
    ZONE_WEALTH = 25
    TANK_WEALTH = 25
    SUPERCHARGER_WEALTH = 50
    QUARTERS_WEALTH = 50


cdef inline int wealth(const Tables* t, const Position* s, int seat) noexcept nogil:
    cdef uint64_t mine = tanks(s) & s.owned[seat]
    cdef int r, total = s.credits[seat]
    for r in range(N_RESOURCES):
        total += s.goods[seat][r] * s.price[r]
    total += ZONE_WEALTH * count(s.owned[seat]) + TANK_WEALTH * count(mine)
    return total + SUPERCHARGER_WEALTH * count(mine & s.superchargers) + QUARTERS_WEALTH * s.quarters[seat]
