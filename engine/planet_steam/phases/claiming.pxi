"""Rules 3.4: in turn order each player claims a zone by die or licence, or skips; and 3.5: the airship (coupler)."""


cdef enum:
    FAILED_CLAIM_CREDITS = 15      # when no direction has an unclaimed zone
    LOWEST_CLAIMING_PIPS = 4


cdef inline int legal_claiming(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef uint64_t zones
    cdef int n = 1
    moves[0] = make(V_SKIP, 0)
    if not has_marker(t, s, s.mover):
        return n
    zones = unclaimed(t, s)
    if not t.predictable_claims:
        n = list_zones(V_ROLL, zones, moves, n)
    if s.licenses[s.mover] > 0:
        n = list_zones(V_LICENSE, zones | s.neutral, moves, n)
    if t.predictable_claims:
        n = list_zones(V_CLAIM, zones, moves, n)
    return n


cdef inline void apply_claiming(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int verb = move >> VERB_SHIFT, zone = move & ARGUMENT
    if verb == V_ROLL:
        s.zone = <int8_t>zone
        s.mover = CHANCE
        s.phase = CLAIM_DIE
        return
    if verb == V_LICENSE:
        s.licenses[s.mover] -= 1
    if verb != V_SKIP:
        claim(s, s.mover, zone)
    next_turn(t, s, CLAIMING, START_AIRSHIP)


cdef inline void apply_claim_die(const Tables* t, Position* s, int pips) noexcept nogil:
    s.mover = s.turn_order[s.turn]
    if pips < LOWEST_CLAIMING_PIPS and nearest_unclaimed(t, s, s.zone):
        s.phase = SHIFT_CLAIM
        return
    if pips >= LOWEST_CLAIMING_PIPS:
        claim(s, s.mover, s.zone)
    else:
        receive(s, s.mover, FAILED_CLAIM_CREDITS)
    s.zone = NO_ZONE
    next_turn(t, s, CLAIMING, START_AIRSHIP)


cdef inline int legal_shift(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_zones(V_SHIFT, nearest_unclaimed(t, s, s.zone), moves, 0)


cdef inline void apply_shift(const Tables* t, Position* s, int zone) noexcept nogil:
    claim(s, s.mover, zone)
    s.zone = NO_ZONE
    next_turn(t, s, CLAIMING, START_AIRSHIP)


cdef inline void start_airship(const Tables* t, Position* s) noexcept nogil:
    s.mover = <int8_t>holder(t, s, CAPTAIN)
    s.phase = MOORING


cdef inline int legal_mooring(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    return list_range(V_MOOR, 1, N_LINES + 1, moves, 0)


cdef inline void apply_mooring(const Tables* t, Position* s, int line) noexcept nogil:
    s.airship = <int8_t>(line - 1)
    s.phase = START_FREELANCE if t.freelance_carrier else START_TANK_PHASE
