"""Whole turns of the tank phase and of extraction as one decision: what to buy, the best arrangement of it, `done`.

`tank_turn` carries a turn out on a position by ordinary legal moves and writes them down: playouts run it directly, the
heuristic bot and the search play what it wrote. A `Bent` makes a turn of another kind of the same policy; the search's
plans are such bents.
"""
from bots.planet_steam.building cimport *
from bots.planet_steam.layout cimport best_stand
from bots.planet_steam.policy cimport choose_activation, choose_tip
from bots.planet_steam.values cimport *
from engine.game cimport move_t
from engine.planet_steam.flow cimport play_move
from engine.planet_steam.state cimport *
from engine.planet_steam.tank_phase cimport ZONE_BITS, barred

cdef enum:
    MAX_TURN = 128             # moves of one tank turn: 40 rearrangements and what can be bought
    NO_KIND = -1


cdef struct Bent:
    int kind                   # resource that is favoured in building, or NO_KIND
    int n_tanks                # bought at most
    int n_superchargers
    int n_upgrades
    bint is_active             # activates even if the policy would not
    bint is_passive            # declines


cdef struct Script:
    int n
    move_t[MAX_TURN] moves


cdef inline Bent no_bent() noexcept nogil:
    return Bent(NO_KIND, 7, 7, 7, False, False)


cdef inline void act(const Tables* t, Position* s, Script* script, move_t move) noexcept nogil:
    script.moves[script.n] = move
    script.n += 1
    play_move(t, s, move)


cdef inline move_t choose_within(
    const Tables* t, const Position* s, const Weights* w, const Worth* worth, int seat, const Bent* left
) noexcept nogil:
    """The best next purchase that the bent still allows, or 0 when none pays."""
    cdef double gain = 0, here
    cdef move_t move, best = 0
    move = best_converter(t, s, w, worth, seat, &here)
    if move and here > gain:
        gain = here
        best = move
    if left.n_superchargers > 0:
        move = best_supercharger(t, s, w, worth, seat, &here)
        if move and here > gain:
            gain = here
            best = move
    if left.n_upgrades > 0:
        move = best_upgrade(t, s, w, worth, seat, &here)
        if move and here > gain:
            gain = here
            best = move
    if left.n_tanks > 0:
        move = best_tank(t, s, w, worth, seat, &here)
        if move and here > gain + w.tank_margin:
            best = move
    return best


cdef inline void buy(const Tables* t, Position* s, const Weights* w, int seat, Bent left, Script* script) noexcept nogil:
    """Buys what pays most, again and again, within the bent."""
    cdef Worth worth
    cdef move_t move
    cdef int verb
    while script.n < MAX_TURN - 50:
        fill_worth(t, s, w, seat, &worth)
        if left.kind != NO_KIND:
            worth.unit[left.kind] *= 1.6
        move = choose_within(t, s, w, &worth, seat, &left)
        if move == 0:
            return
        verb = move >> VERB_SHIFT
        left.n_tanks -= verb == V_TANK or verb == V_IMPORT
        left.n_superchargers -= verb == V_SUPERCHARGER
        left.n_upgrades -= verb == V_UPGRADE
        act(t, s, script, move)


# -- arranging ----------------------------------------------------------------------------------------------------------

cdef inline void solve(const Tables* t, const Position* s, int seat, uint64_t* target) noexcept nogil:
    """Where the tanks of each kind should stand: the dearest kind chooses first."""
    cdef uint64_t mine = standing(s) & s.owned[seat]
    cdef uint64_t free = s.owned[seat], liked = t.line[s.airship] if s.airship != NO_LINE else 0, now
    cdef int[N_RESOURCES] kinds
    cdef int i, j, r
    if s.tipped != NO_ZONE:
        free &= ~bit(s.tipped)
    if t.immobile_tanks:
        free = mine
    for i in range(N_RESOURCES):
        kinds[i] = i
        target[i] = 0
    for i in range(1, N_RESOURCES):
        j = i
        while j > 0 and s.price[kinds[j]] > s.price[kinds[j - 1]]:
            kinds[j], kinds[j - 1] = kinds[j - 1], kinds[j]
            j -= 1
    for i in range(N_RESOURCES):
        r = kinds[i]
        now = s.makes[r] & mine
        if not now:
            continue
        target[r] = best_stand(t, free & ~barred(t, r), liked | (t.river if r == WATER else 0), now, count(now))
        if count(target[r]) < count(now):      # no room where it may stand: leave everything as it is
            target[0] = target[1] = target[2] = target[3] = 0
            return
        free &= ~target[r]


cdef inline bint can_swap(const Tables* t, const Position* s, int a, int b) noexcept nogil:
    """Whether what stands on a may stand on b and the other way round (rules 6.2)."""
    cdef uint64_t heavy
    if not t.river_limits:
        return True
    heavy = s.makes[QUARTZ] | s.makes[ORE]
    return not (heavy & bit(a) and t.river & bit(b)) and not (heavy & bit(b) and t.river & bit(a))


cdef inline void put(const Tables* t, Position* s, Script* script, int verb, int a, int b) noexcept nogil:
    """Moves what is on a to b; a swap is written with the lower zone first."""
    cdef uint64_t swapped = tanks(s) & ~s.makes[WATER] if verb == V_MOVE_CONVERTER else tanks(s)
    if swapped & bit(b) and b < a:
        act(t, s, script, make(verb, b << ZONE_BITS | a))
    else:
        act(t, s, script, make(verb, a << ZONE_BITS | b))


cdef inline void arrange(const Tables* t, Position* s, int seat, Script* script) noexcept nogil:
    """Brings every tank to a zone that its kind should stand on, one move each, then the superchargers."""
    cdef uint64_t[N_RESOURCES] target
    cdef uint64_t wanted, spare
    cdef int r, b, verb = V_MOVE_CONVERTER if t.immobile_tanks else V_MOVE_TANK
    solve(t, s, seat, target)
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
            put(t, s, script, verb, lowest(spare), b)
    move_superchargers(t, s, seat, script)


cdef inline void move_superchargers(const Tables* t, Position* s, int seat, Script* script) noexcept nogil:
    """A supercharger on a cheap tank serves a dearer kind, if one has none."""
    cdef uint64_t mine = standing(s) & s.owned[seat], poor, rich
    cdef int r
    for r in range(ORE + 1):
        if s.price[r] <= s.price[WATER]:
            continue
        rich = mine & s.makes[r] & ~s.superchargers
        poor = mine & s.superchargers & (s.makes[WATER] | s.makes[ENERGY])
        while rich and poor and s.rearranged < MAX_REARRANGED:
            act(t, s, script, make(V_MOVE_SUPERCHARGER, lowest(poor) << ZONE_BITS | lowest(rich)))
            rich &= rich - 1
            poor &= poor - 1


cdef inline void tank_turn(const Tables* t, Position* s, const Weights* w, const Bent* bent, Script* script) noexcept nogil:
    """Plays the mover's whole turn from its activation, or from where it is in the tank phase."""
    cdef int seat = s.mover
    cdef move_t move
    script.n = 0
    if s.phase == ACTIVATION:
        move = choose_activation(t, s, w)
        if s.goods[seat][WATER] > 0:
            if bent.is_passive:
                move = make(V_DECLINE, 0)
            elif bent.is_active:
                move = make(V_ACTIVATE, 0)
        act(t, s, script, move)
        if move != make(V_ACTIVATE, 0):
            return
    buy(t, s, w, seat, bent[0], script)
    if standing(s) & s.owned[seat]:
        arrange(t, s, seat, script)
    act(t, s, script, make(V_DONE, 0))
