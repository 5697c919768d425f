"""Which phase's rules apply: one switch for listing, one for playing, one for what happens by itself.

The rules' order stands in the phases themselves (each says what starts after it); here is only the dispatch, so that
the phase files need not know each other.
"""


cdef inline int legal_moves(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef int phase = s.phase
    if phase == TANK_PHASE:
        return legal_tank_phase(t, s, moves)
    elif phase == TRADE:
        return legal_trade(t, s, moves)
    elif phase == EXTRACTION:
        return legal_extraction(t, s, moves)
    elif phase == SPECIALIST_BID:
        return legal_specialist_bid(t, s, moves)
    elif phase == ZONE_BID:
        return legal_zone_bid(t, s, moves)
    elif phase == CERTIFICATES:
        return legal_certificates(t, s, moves)
    elif phase == ACTIVATION:
        return legal_activation(t, s, moves)
    elif phase == CLAIMING:
        return legal_claiming(t, s, moves)
    elif phase == CLAIM_DIE or phase == RIVER_DIE or phase == SABOTAGE_DIE:
        return legal_die(moves)
    elif phase == SHIFT_CLAIM:
        return legal_shift(t, s, moves)
    elif phase == TAKE_CARD:
        return legal_take(t, s, moves)
    elif phase == TAKE_BONUS:
        return legal_bonus(t, s, moves)
    elif phase == USE_ENGINEER:
        return legal_engineer(t, s, moves)
    elif phase == USE_AGENT:
        return legal_agent(t, s, moves)
    elif phase == OFFER_ZONE:
        return legal_offer(t, s, moves)
    elif phase == MOORING:
        return legal_mooring(t, s, moves)
    elif phase == FIRST_PLAYER:
        return legal_first_player(t, s, moves)
    elif phase == SETUP_UPGRADE:
        return legal_setup_upgrade(t, s, moves)
    elif phase == MANIPULATE_PRICES:
        return legal_manipulate(t, s, moves)
    elif phase == PLACE_MARKER:
        return legal_marker(t, s, moves)
    elif phase == NAME_VICTIM:
        return legal_victim(t, s, moves)
    elif phase == TIP_TANK:
        return legal_tip(t, s, moves)
    elif phase == RIVER_NEUTRAL:
        return legal_river_neutral(t, s, moves)
    elif phase == PLACE_OWN:
        return legal_own(t, s, moves)
    elif phase == PLACE_NEUTRAL:
        return legal_neutral(t, s, moves)
    elif phase == KEEP_FREELANCE:
        return legal_keep(t, s, moves)
    elif phase == FREELANCE_BID:
        return legal_freelance_bid(t, s, moves)
    elif phase == STOWING:
        return legal_stow(t, s, moves)
    return 0


cdef inline void apply_move(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef int phase = s.phase, argument = move & ARGUMENT
    if phase == TANK_PHASE:
        apply_tank_phase(t, s, move)
    elif phase == TRADE:
        apply_trade(t, s, move)
    elif phase == EXTRACTION:
        apply_extraction(t, s, move)
    elif phase == SPECIALIST_BID:
        apply_specialist_bid(t, s, move)
    elif phase == ZONE_BID:
        apply_zone_bid(t, s, move)
    elif phase == CERTIFICATES:
        apply_certificates(t, s, move)
    elif phase == ACTIVATION:
        apply_activation(t, s, move)
    elif phase == CLAIMING:
        apply_claiming(t, s, move)
    elif phase == CLAIM_DIE:
        apply_claim_die(t, s, argument)
    elif phase == SHIFT_CLAIM:
        apply_shift(t, s, argument)
    elif phase == TAKE_CARD:
        apply_take(t, s, argument)
    elif phase == TAKE_BONUS:
        apply_bonus(t, s, argument)
    elif phase == USE_ENGINEER:
        apply_engineer(t, s, argument)
    elif phase == USE_AGENT:
        apply_agent(t, s, argument)
    elif phase == OFFER_ZONE:
        apply_offer(t, s, argument)
    elif phase == MOORING:
        apply_mooring(t, s, argument)
    elif phase == FIRST_PLAYER:
        apply_first_player(t, s, argument)
    elif phase == SETUP_UPGRADE:
        apply_setup_upgrade(t, s, argument)
    elif phase == MANIPULATE_PRICES:
        apply_manipulate(t, s, argument)
    elif phase == PLACE_MARKER:
        apply_marker(t, s, argument)
    elif phase == NAME_VICTIM:
        apply_victim(t, s, argument)
    elif phase == TIP_TANK:
        apply_tip(t, s, argument)
    elif phase == RIVER_DIE:
        apply_river_die(t, s, argument)
    elif phase == RIVER_NEUTRAL:
        apply_river_neutral(t, s, argument)
    elif phase == PLACE_OWN:
        apply_own(t, s, argument)
    elif phase == PLACE_NEUTRAL:
        apply_neutral(t, s, argument)
    elif phase == KEEP_FREELANCE:
        apply_keep(t, s, move)
    elif phase == FREELANCE_BID:
        apply_freelance_bid(t, s, move)
    elif phase == SABOTAGE_DIE:
        apply_sabotage_die(t, s, argument)
    elif phase == STOWING:
        apply_stow(t, s, argument)
    while s.phase >= FIRST_AUTOMATIC:
        start_phase(t, s)


cdef inline void start_phase(const Tables* t, Position* s) noexcept nogil:
    cdef int phase = s.phase
    if phase == START_ROUND:
        start_round(t, s)
    elif phase == NEXT_BIDDING:
        next_bidding(t, s)
    elif phase == END_SPECIALISTS:
        end_specialists(t, s)
    elif phase == START_PLACING:
        start_placing(t, s)
    elif phase == START_ZONE_AUCTION:
        start_zone_auction(t, s)
    elif phase == START_CLAIMING:
        start_turns(s, CLAIMING)
    elif phase == START_AIRSHIP:
        start_airship(t, s)
    elif phase == START_FREELANCE:
        start_freelance(t, s)
    elif phase == START_TANK_PHASE:
        start_turns(s, ACTIVATION)
    elif phase == START_EXTRACTION:
        start_turns(s, EXTRACTION)
    elif phase == START_TRADE:
        start_trade(t, s)
    elif phase == START_CERTIFICATES:
        start_turns(s, CERTIFICATES)
    elif phase == START_END_PHASE:
        start_end_phase(t, s)
    elif phase == PRODUCE_TANKS:
        produce_tanks(t, s)
