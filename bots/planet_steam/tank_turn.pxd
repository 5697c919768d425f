"""A whole tank turn (rules 4) as one decision: what to buy, then the best arrangement of it, then `done`.

`tank_turn` carries a turn out on a position by ordinary legal moves and writes them down: playouts run it directly,
the heuristic bot and the search play what it wrote.
"""
from libc.stdint cimport uint64_t
from libc.string cimport memcpy

from bots.planet_steam.building cimport AUTO, TurnPlan, can_upgrade, choose_build, converted_zone
from bots.planet_steam.layout cimport best_stand
from bots.planet_steam.values cimport Weights, Worth, fill_units, fill_worth
from engine.game cimport move_t
from engine.planet_steam.accessors cimport (
    barred, extracts_for_free, n_groups, needs_emergency_aid, set_converter, yield_of, ZONE_BITS,
)
from engine.planet_steam.rules cimport play_move
from engine.planet_steam.state cimport (
    bit, count, EMERGENCY_NO_TANK, ENERGY, highest, lowest, made_by, make, MAX_REARRANGED, N_RESOURCES, NO_LINE, NO_ZONE,
    ORE, Position, QUARTZ, standing, Tables, TANK_PHASE, tanks, V_ACTIVATE, V_CONVERTER, V_DECLINE, V_DONE, V_EMERGENCY,
    V_IMPORT, V_MOVE_CONVERTER, V_MOVE_SUPERCHARGER, V_MOVE_TANK, V_SUPERCHARGER, V_TANK, V_UPGRADE, VERB_SHIFT,
    WATER,
)

cdef enum:
    MAX_TURN = 120             # moves of one tank turn: 40 rearrangements and what can be bought
    MAX_BOUGHT = 40            # purchases of one turn
    MAX_EFFORT = 20000         # sets of zones tried for the best arrangement: 0.2 ms


cdef struct Script:
    int n
    move_t[MAX_TURN] moves


cdef inline void act(const Tables* t, Position* s, Script* script, move_t move) noexcept nogil:
    script.moves[script.n] = move
    script.n += 1
    play_move(t, s, move)


# -- arranging ----------------------------------------------------------------------------------------------------------

cdef struct Puzzle:          # where the tanks of several kinds should stand, looked for exhaustively
    const Tables* t
    uint64_t preferred
    int n_kinds
    int[N_RESOURCES] kind
    int[N_RESOURCES] n                 # tanks of the kind
    double[N_RESOURCES] unit           # what a unit of it is worth
    double[N_RESOURCES + 1] bound      # the most that this kind and those after it can bring
    uint64_t[N_RESOURCES] stand        # being tried
    uint64_t[N_RESOURCES] best
    double best_value
    int effort                         # sets of zones still to be tried


cdef inline double stand_value(const Puzzle* p, int k, uint64_t zones) noexcept nogil:
    return p.unit[k] * (count(zones & p.preferred) - n_groups(p.t, zones))


cdef inline void place(Puzzle* p, int k, uint64_t free, uint64_t allowed, int n, double value) noexcept nogil:
    """Puts n more tanks of kind k on allowed zones, then the kinds after it on the free ones."""
    cdef int i
    if n == 0:
        p.effort -= 1
        value += stand_value(p, k, p.stand[k])
        if value + p.bound[k + 1] <= p.best_value + 1e-6:
            return
        if k + 1 < p.n_kinds:
            free &= ~p.stand[k]
            p.stand[k + 1] = 0
            place(p, k + 1, free, free & ~barred(p.t, p.kind[k + 1]), p.n[k + 1], value)
            return
        p.best_value = value
        for i in range(p.n_kinds):
            p.best[i] = p.stand[i]
        return
    while count(allowed) >= n and p.effort > 0:
        p.stand[k] |= bit(lowest(allowed))
        place(p, k, free, allowed & (allowed - 1), n - 1, value)
        p.stand[k] &= ~bit(lowest(allowed))
        allowed &= allowed - 1


cdef inline void improve(
    const Tables* t, const Worth* worth, uint64_t zones, uint64_t preferred, const int* kinds, uint64_t* target
) noexcept nogil:
    """The best arrangement there is, if it is better than the one in `target` and found in MAX_EFFORT steps."""
    cdef Puzzle p
    cdef int i, r
    p.t, p.preferred, p.n_kinds, p.best_value, p.effort = t, preferred, 0, 0, MAX_EFFORT
    for i in range(N_RESOURCES):
        r = kinds[i]
        if target[r]:
            p.kind[p.n_kinds], p.n[p.n_kinds], p.unit[p.n_kinds] = r, count(target[r]), worth.unit[r]
            p.best[p.n_kinds] = target[r]
            p.best_value += stand_value(&p, p.n_kinds, target[r])
            p.n_kinds += 1
    if p.n_kinds == 0:
        return
    p.bound[p.n_kinds] = 0
    for i in range(p.n_kinds - 1, -1, -1):
        p.bound[i] = p.bound[i + 1] + p.unit[i] * (min(p.n[i], count(zones & preferred)) - 1)
    p.stand[0] = 0
    place(&p, 0, zones, zones & ~barred(t, p.kind[0]), p.n[0], 0)
    for i in range(p.n_kinds):
        target[p.kind[i]] = p.best[i]


cdef inline void solve(
    const Tables* t, const Position* s, const Worth* worth, int seat, bint is_careful, uint64_t* target
) noexcept nogil:
    """Where the tanks of each kind should stand. The dearest kind chooses first, which is best in six of seven positions;
    with care all arrangements are looked through (tests/test_arrangement.py)."""
    cdef uint64_t mine = standing(s) & s.owned[seat]
    cdef uint64_t preferred = t.line[s.airship] if s.airship != NO_LINE else 0
    cdef uint64_t free = s.owned[seat], now, allowed, zones
    cdef int[N_RESOURCES] kinds
    cdef int i, j, r
    if s.tipped != NO_ZONE:
        free &= ~bit(s.tipped)
    if t.immobile_tanks:
        free = mine
    zones = free
    for i in range(N_RESOURCES):
        kinds[i] = i
    for i in range(1, N_RESOURCES):
        j = i
        while j > 0 and worth.unit[kinds[j]] > worth.unit[kinds[j - 1]]:
            kinds[j], kinds[j - 1] = kinds[j - 1], kinds[j]
            j -= 1
    for i in range(N_RESOURCES):
        r = kinds[i]
        now = s.makes[r] & mine
        target[r] = 0
        if not now:
            continue
        allowed = free & ~barred(t, r)
        if r == WATER and not preferred:
            target[r] = best_stand(t, allowed, t.river, now, count(now))
        else:
            target[r] = best_stand(t, allowed, preferred, now, count(now))
        if count(target[r]) < count(now):      # no room where it may stand: leave everything as it is
            target[0] = target[1] = target[2] = target[3] = 0
            return
        free &= ~target[r]
    if is_careful:
        improve(t, worth, zones, preferred, kinds, target)


cdef inline bint can_swap(const Tables* t, const Position* s, int a, int b) noexcept nogil:
    """Whether what stands on a may stand on b and the other way round (rules 6.2)."""
    if not t.river_limits:
        return True
    if (s.makes[QUARTZ] | s.makes[ORE]) & bit(a) and t.river & bit(b):
        return False
    return not ((s.makes[QUARTZ] | s.makes[ORE]) & bit(b) and t.river & bit(a))


cdef inline void put(const Tables* t, Position* s, Script* script, int verb, int a, int b) noexcept nogil:
    """Moves what is on a to b; a swap is written with the lower zone first."""
    cdef bint is_swap = (tanks(s) & bit(b)) != 0
    if verb == V_MOVE_CONVERTER:
        is_swap = (tanks(s) & ~s.makes[WATER] & bit(b)) != 0
    if is_swap and b < a:
        act(t, s, script, make(verb, b << ZONE_BITS | a))
    else:
        act(t, s, script, make(verb, a << ZONE_BITS | b))


cdef inline void arrange(
    const Tables* t, Position* s, const Worth* worth, int seat, bint is_careful, Script* script
) noexcept nogil:
    """Brings every tank to a zone that its kind should stand on, one move each, then the superchargers."""
    cdef uint64_t[N_RESOURCES] target
    cdef uint64_t wanted, spare
    cdef int r, a, b, verb = V_MOVE_CONVERTER if t.immobile_tanks else V_MOVE_TANK
    solve(t, s, worth, seat, is_careful, target)
    for r in range(N_RESOURCES):
        if t.immobile_tanks and r == WATER:
            continue                            # they are what is left when the converters are placed
        wanted = target[r] & ~s.makes[r]
        while wanted:
            b = lowest(wanted)
            wanted &= wanted - 1
            spare = s.makes[r] & s.owned[seat] & standing(s) & ~target[r]
            while spare and not can_swap(t, s, lowest(spare), b):
                spare &= spare - 1
            if not spare or s.rearranged >= MAX_REARRANGED - 4:
                break
            a = lowest(spare)
            put(t, s, script, verb, a, b)
    move_superchargers(t, s, worth, seat, script)


cdef inline void move_superchargers(
    const Tables* t, Position* s, const Worth* worth, int seat, Script* script
) noexcept nogil:
    """A supercharger on a water or energy tank serves a dearer kind, if one has none."""
    cdef uint64_t mine = standing(s) & s.owned[seat], poor, rich
    cdef int r
    for r in range(ORE + 1):
        if worth.unit[r] <= worth.unit[WATER]:
            continue
        rich = mine & s.makes[r] & ~s.superchargers
        poor = mine & s.superchargers & (s.makes[WATER] | s.makes[ENERGY])
        while rich and poor and s.rearranged < MAX_REARRANGED:
            act(t, s, script, make(V_MOVE_SUPERCHARGER, lowest(poor) << ZONE_BITS | lowest(rich)))
            rich &= rich - 1
            poor &= poor - 1


# -- the turn -----------------------------------------------------------------------------------------------------------

cdef inline double layout_value(const Tables* t, const Position* s, const Worth* worth, int seat) noexcept nogil:
    """What the seat's tanks would bring this round, all working, as they stand."""
    cdef uint64_t mine = standing(s) & s.owned[seat]
    cdef double value = worth.unit[ENERGY] * count(mine & extracts_for_free(t, s)), made
    cdef int r
    for r in range(N_RESOURCES):
        made = yield_of(t, s, mine & s.makes[r])
        value += (made if made < worth.fits[r] else worth.fits[r]) * worth.unit[r]
    return value


cdef inline double try_arranging(
    const Tables* t, const Position* s, const Worth* worth, int seat, bint is_careful, Position* after, Script* moves
) noexcept nogil:
    """Arranges the tanks in a copy; returns how much more they bring then."""
    after[0] = s[0]
    moves.n = 0
    arrange(t, after, worth, seat, is_careful, moves)
    return layout_value(t, after, worth, seat) - layout_value(t, s, worth, seat) if moves.n else 0


cdef inline double rearrange(
    const Tables* t, Position* s, const Worth* worth, int seat, bint is_careful, Script* script
) noexcept nogil:
    """Arranges the tanks if that brings more than it did; returns how much. The careful way finds the best groups but
    does not ask what carriers hold and the river gives for nothing: it counts where it brings more than the quick one."""
    cdef Position after, other
    cdef Script moves, others
    cdef double gain = try_arranging(t, s, worth, seat, False, &after, &moves), more
    if is_careful:
        more = try_arranging(t, s, worth, seat, True, &other, &others)
        if more > gain:
            after, moves, gain = other, others, more
    if gain <= 0.5:
        return 0
    s[0] = after
    memcpy(script.moves + script.n, moves.moves, moves.n * sizeof(move_t))
    script.n += moves.n
    return gain


cdef inline double build(
    const Tables* t, Position* s, const Weights* w, int seat, TurnPlan plan, Script* script
) noexcept nogil:
    """Everything between `activate` and `done`; returns what it gains."""
    cdef double total = 0, gain
    cdef Worth worth
    cdef move_t move
    cdef int i, verb
    cdef bint is_set = plan.kind != AUTO
    if plan.upgrade != AUTO and can_upgrade(s, seat, plan.upgrade):
        act(t, s, script, make(V_UPGRADE, plan.upgrade))
    for i in range(MAX_BOUGHT):
        fill_worth(t, s, w, seat, &worth)
        move = choose_build(t, s, w, &worth, seat, &plan, &gain)
        if not move:
            break
        verb = move >> VERB_SHIFT
        plan.n_tanks -= verb == V_TANK or verb == V_IMPORT
        plan.n_superchargers -= verb == V_SUPERCHARGER
        plan.n_upgrades -= verb == V_UPGRADE
        if verb == V_CONVERTER and is_set:
            plan.fixed |= bit(converted_zone(move))
            plan.n_first -= 1
            if plan.n_first == 0:
                plan.kind, plan.is_switching = plan.second, False
        total += gain
        act(t, s, script, move)
    if tanks(s) & s.owned[seat]:
        total += rearrange(t, s, &worth, seat, plan.is_careful, script)
    return total


cdef inline move_t choose_emergency(const Tables* t, const Position* s, const Weights* w, int seat) noexcept nogil:
    """Which tank makes water from now on, and whether its converter goes on another one: what then yields most."""
    cdef uint64_t zones = standing(s) & s.owned[seat], others, own = zones
    cdef int zone, to, best_zone = EMERGENCY_NO_TANK, best_to = NO_ZONE
    cdef double value, best_value = -1
    cdef Position trial
    cdef Worth worth
    fill_worth(t, s, w, seat, &worth)
    while zones:
        zone = highest(zones)
        zones ^= bit(zone)
        others = 0 if t.drops_in_emergency else own & ~s.makes[made_by(s, zone)] & ~barred(t, made_by(s, zone))
        to = NO_ZONE
        while True:
            trial = s[0]
            set_converter(&trial, zone, WATER)
            if to != NO_ZONE:
                set_converter(&trial, to, made_by(s, zone))
            value = layout_value(t, &trial, &worth, seat)
            if value > best_value:
                best_value, best_zone, best_to = value, zone, to
            if not others:
                break
            to = lowest(others)
            others &= others - 1
    return make(V_EMERGENCY, (best_to + 1) << ZONE_BITS | best_zone)


cdef inline void tank_turn(
    const Tables* t, Position* s, const Weights* w, const TurnPlan* plan, Script* script
) noexcept nogil:
    """Plays the mover's whole turn from its activation, or from where it is in the tank phase. The plain plan activates
    when the turn gains more than the water it costs, the one that declining brings included."""
    cdef int seat = s.mover
    cdef Position trial
    cdef Worth worth
    cdef double gain
    if s.phase == TANK_PHASE:
        build(t, s, w, seat, plan[0], script)
        act(t, s, script, make(V_DONE, 0))
        return
    if needs_emergency_aid(t, s):
        act(t, s, script, choose_emergency(t, s, w, seat))
        return
    if s.goods[seat][WATER] == 0 or plan.is_passive:
        act(t, s, script, make(V_DECLINE, 0))
        return
    trial = s[0]
    act(t, &trial, script, make(V_ACTIVATE, 0))
    gain = build(t, &trial, w, seat, plan[0], script)
    fill_units(t, s, w, seat, &worth)
    if gain > worth.unit[WATER] * (1 + t.water_for_declining) or plan.must_activate:
        s[0] = trial
        act(t, s, script, make(V_DONE, 0))
    else:
        script.n = 0
        act(t, s, script, make(V_DECLINE, 0))
