"""States as plain data: a record's snapshot, a seat's view, and back from a snapshot for setting up positions."""
from libc.stdint cimport int8_t, int16_t, uint8_t, uint64_t

from engine.game cimport NOBODY
from engine.planet_steam.knowledge cimport HIDDEN, Seen, current_window
from engine.planet_steam.state cimport *

from engine.planet_steam.notation import PHASES, RESOURCES, ZONES, zone_index


cdef object seat_or_none(int seat):
    return None if seat == NO_SEAT else seat


cdef dict describe_zones(const Tables* t, const Position* s):
    cdef int zone, seat
    cdef dict zones = {}
    for zone in range(N_ZONES):
        if not t.zones & bit(zone):
            zones[ZONES[zone]] = "x"
        elif s.neutral & bit(zone):
            zones[ZONES[zone]] = "n"
        else:
            zones[ZONES[zone]] = "."
            for seat in range(t.n_seats):
                if s.owned[seat] & bit(zone):
                    zones[ZONES[zone]] = seat
    return zones


cdef dict describe_tanks(const Position* s):
    cdef int zone, made
    cdef dict found = {}
    for zone in range(N_ZONES):
        if tanks(s) & bit(zone):
            made = made_by(s, zone)
            found[ZONES[zone]] = [
                None if made == WATER else RESOURCES[made], bool(s.superchargers & bit(zone)), s.tipped == zone,
            ]
    return found


cdef dict describe(const Tables* t, const Position* s):
    """The snapshot of record-format.md: these keys and no others."""
    cdef int seat, r, place
    specialist = [None] * t.n_seats
    for place in range(t.n_seats):
        if s.turn_order[place] != NO_SEAT:
            specialist[s.turn_order[place]] = place + 1
    freelance = None
    if s.freelance_holder != NO_SEAT:
        freelance = {"holder": s.freelance_holder, "bid": s.freelance_bid, "kept": bool(s.freelance_kept)}
    return {
        "round": s.round,
        "to_move": None if s.mover == NOBODY else s.mover,
        "first": seat_or_none(s.first),
        "credits": [s.credits[seat] for seat in range(t.n_seats)],
        "goods": [[s.goods[seat][r] for r in range(N_RESOURCES)] for seat in range(t.n_seats)],
        "carriers": [[s.carriers[seat][r] for r in range(N_RESOURCES)] for seat in range(t.n_seats)],
        "licenses": [s.licenses[seat] for seat in range(t.n_seats)],
        "quarters": [s.quarters[seat] for seat in range(t.n_seats)],
        "specialist": specialist,
        "zones": describe_zones(t, s),
        "tanks": describe_tanks(s),
        "price": [s.price[r] for r in range(N_RESOURCES)],
        "supply": [s.supply[r] for r in range(N_RESOURCES)],
        "bonus": [s.bonus[r] for r in range(N_RESOURCES)],
        "market": s.market,
        "reserve": {
            "tanks": s.tanks_left,
            "quartz": s.converters_left[QUARTZ],
            "ore": s.converters_left[ORE],
            "energy": s.converters_left[ENERGY],
            "superchargers": s.superchargers_left,
            "licenses": s.licenses_left,
            "quarters": s.quarters_left,
        },
        "airship": None if s.airship == NO_LINE else s.airship + 1,
        "order": [RESOURCES[s.order[place] - 1] if s.order[place] else None for place in range(N_RESOURCES)],
        "freelance": freelance,
    }


cdef dict describe_step(const Tables* t, const Position* s):
    """What a snapshot leaves out because the moves tell it: the step within the round, and the running business."""
    cdef int zone, seat, r
    return {
        "phase": PHASES[s.phase],
        "bid": s.bid,
        "bidder": seat_or_none(s.bidder),
        "bidding": [seat for seat in range(t.n_seats) if s.in_auction >> seat & 1],
        "zone": None if s.zone == NO_ZONE else ZONES[s.zone],
        "resource": RESOURCES[s.order[s.place] - 1] if s.phase == TRADE else None,
        "powered": [ZONES[zone] for zone in range(N_ZONES) if s.powered & bit(zone)],
        "rearranged": s.rearranged,
        "neutrals_due": s.neutrals_due,
        "unstowed": [s.unstowed[r] for r in range(N_RESOURCES)],
    }


cdef dict describe_seen(const Tables* t, const Seen* seen):
    """A snapshot and the step, with the range of every total; credits that the range leaves open are None."""
    cdef const Position* s = &seen.state
    cdef int seat, w = current_window(t, s) if t.n_windows else 0
    view = describe(t, s)
    low = list(view["credits"])
    high = list(view["credits"])
    for seat in range(t.n_seats):
        if s.credits[seat] == HIDDEN:
            low[seat] = s.below[w][seat]
            high[seat] = s.above[w][seat]
            view["credits"][seat] = low[seat] if low[seat] == high[seat] else None
    return view | {"credits_low": low, "credits_high": high, "seat": seen.seat, "step": describe_step(t, s)}


cdef int edit_state(const Tables* t, Position* s, dict snapshot) except -1:
    """Sets what a snapshot says about players, map and terminal. The mover and the step stay."""
    cdef int seat, r, zone, place, used
    for seat in range(t.n_seats):
        s.credits[seat] = s.earned[seat] = snapshot["credits"][seat]
        show_exactly(t, s, seat)
        s.licenses[seat] = snapshot["licenses"][seat]
        s.quarters[seat] = snapshot["quarters"][seat]
        for r in range(N_RESOURCES):
            s.goods[seat][r] = snapshot["goods"][seat][r]
            s.carriers[seat][r] = snapshot["carriers"][seat][r]
        s.owned[seat] = 0
    s.neutral = 0
    for name, owner in snapshot["zones"].items():
        zone = zone_index(name)
        if owner == "n":
            s.neutral |= bit(zone)
        elif owner not in (".", "x"):
            s.owned[<int>owner] |= bit(zone)
    s.superchargers = 0
    s.tipped = NO_ZONE
    s.tipped_seat = NO_SEAT
    for r in range(N_RESOURCES):
        s.makes[r] = 0
        s.price[r] = snapshot["price"][r]
        s.supply[r] = snapshot["supply"][r]
        s.bonus[r] = snapshot["bonus"][r]
        s.order[r] = 0 if snapshot["order"][r] is None else RESOURCES.index(snapshot["order"][r]) + 1
    for name, (converter, has_supercharger, is_tipped) in snapshot["tanks"].items():
        zone = zone_index(name)
        s.makes[WATER if converter is None else RESOURCES.index(converter)] |= bit(zone)
        if has_supercharger:
            s.superchargers |= bit(zone)
        if is_tipped:
            s.tipped = zone
            for seat in range(t.n_seats):
                if s.owned[seat] & bit(zone):
                    s.tipped_seat = seat
    s.tanks_left = t.n_tanks - count(tanks(s))
    s.superchargers_left = t.n_superchargers - count(s.superchargers)
    for r in range(N_RESOURCES):
        if r != WATER:
            s.converters_left[r] = t.n_converters - count(s.makes[r])
    s.licenses_left = snapshot["reserve"]["licenses"]
    s.quarters_left = snapshot["reserve"]["quarters"]
    s.market = snapshot["market"]
    s.round = snapshot["round"]
    s.airship = NO_LINE if snapshot["airship"] is None else snapshot["airship"] - 1
    freelance = snapshot["freelance"]
    s.freelance_holder = NO_SEAT if freelance is None else freelance["holder"]
    s.freelance_bid = 0 if freelance is None else freelance["bid"]
    s.freelance_kept = freelance is not None and freelance["kept"]
    if None not in snapshot["specialist"]:
        for seat in range(t.n_seats):
            s.turn_order[snapshot["specialist"][seat] - 1] = seat
    return 0
