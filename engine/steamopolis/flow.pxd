"""Which part of the rules is next: one switch for listing, one for playing, one for what happens by itself.

The order of the rules stands in the parts themselves (each pushes what follows); here is only the dispatch, and rules
1.13: a decision with one legal move is played at once.
"""
from engine.steamopolis.choices cimport *
from engine.steamopolis.effects cimport *
from engine.steamopolis.flight cimport *
from engine.steamopolis.gauge cimport *
from engine.steamopolis.machine_room cimport *
from engine.steamopolis.market cimport *
from engine.steamopolis.moves cimport *
from engine.steamopolis.parasites cimport *
from engine.steamopolis.passengers cimport *
from engine.steamopolis.payment cimport *
from engine.steamopolis.room cimport *
from engine.steamopolis.setup cimport *
from engine.steamopolis.solo cimport *
from engine.steamopolis.state cimport *
from engine.steamopolis.turn cimport *


cdef inline int list_legal(const Tables* t, const Position* s, move_t* moves) noexcept nogil:
    cdef const Frame* frame
    cdef int kind
    if s.n_frames == 0:
        return 0
    frame = &s.frames[s.n_frames - 1]
    kind = frame.kind
    if kind == ACTION:
        return legal_action(t, s, frame, moves)
    elif kind == RAISE:
        return legal_raise(t, s, frame, moves)
    elif kind == LEAD:
        return legal_lead(t, s, frame, moves)
    elif kind == FLIGHT:
        return legal_flight(t, s, frame, moves)
    elif kind == FLY:
        return legal_fly(s, frame, moves)
    elif kind == ORDER:
        return legal_order(frame, moves)
    elif kind == KEEP:
        return legal_keep(frame, moves)
    elif kind == PLACE:
        return legal_place(t, s, frame, moves)
    elif kind == INVITED:
        return legal_invited(t, s, frame, moves)
    elif kind == SAP:
        return legal_sap(t, s, frame, moves)
    elif kind == PAY:
        return legal_pay(s, frame, moves)
    elif kind == SPEND:
        return legal_spend(s, frame, moves)
    elif kind == REMOVE:
        return legal_remove(s, frame, moves)
    elif kind == SLOT:
        return legal_slot(s, frame, moves)
    elif kind == TAKE:
        return legal_take(s, frame, moves)
    elif kind == GIVE_ARROW:
        return legal_arrow(s, frame, moves)
    elif kind == PICK_UP:
        return legal_pick_up(moves)
    elif kind == DO_IT or kind == ACCEPT_INVITE:
        return legal_use_or_skip(moves)
    elif kind == BAR:
        return legal_bar(t, s, frame, moves)
    elif kind == VISIT:
        return legal_visit(t, s, frame, moves)
    elif kind == BUY_ANY:
        return legal_buy_any(t, s, frame, moves)
    elif kind == MORE_MARKERS:
        return legal_more_markers(t, s, frame, moves)
    elif kind == PUT_MARKER:
        return legal_put(t, s, frame, moves)
    elif kind == PEEK:
        return legal_peek(s, frame, moves)
    elif kind == CHOOSE_SPONSOR:
        return list_bits(M_SPONSOR, 3, moves, 0)
    elif kind == CHOOSE_GALA:
        return legal_gala(s, moves)
    elif kind == FLIP:
        return legal_flip(s, frame, moves)
    elif kind == MOVE_PARASITE:
        return legal_move_parasite(t, s, frame, moves)
    elif kind == SHAKE:
        return legal_shake(t, s, frame, moves)
    elif kind == TAP:
        return legal_tap(t, s, frame, moves)
    elif kind == TAP_REMOVED:
        return legal_tap_removed(t, s, frame, moves)
    elif kind == RETURN_STONE:
        return legal_return(s, frame, moves)
    elif kind == FINAL_STEAM or kind == FINAL_AIM or kind == FINAL_FLY:
        return legal_final(t, s, frame, moves)
    elif kind == INSTALL_START:
        return legal_install_start(moves)
    return list_outcomes(t, s, frame, moves)


cdef inline int list_outcomes(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    """What chance may draw."""
    cdef int kind = frame.kind
    if kind == DRAW_FACE:
        return legal_face(t, s, frame, moves)
    elif kind == DRAW_PASSENGER:
        return legal_passenger(t, s, moves)
    elif kind == DRAW_TILE:
        return legal_tile(t, s, frame, moves)
    elif kind == DRAW_BACK:
        return legal_back(t, s, frame, moves)
    elif kind == DRAW_CHARACTER:
        return legal_character(t, s, frame, moves)
    return legal_start(t, s, frame, moves)


cdef inline void play_move(const Tables* t, Position* s, move_t move) noexcept nogil:
    """Plays one decision, without what follows it."""
    cdef int kind = s.frames[s.n_frames - 1].kind
    if kind == ACTION or kind == FINAL_STEAM or kind == FINAL_AIM or kind == FINAL_FLY:
        apply_action(t, s, move)
    elif kind == RAISE:
        apply_raise(t, s, move)
    elif kind == LEAD:
        apply_lead(t, s, move)
    elif kind == FLIGHT:
        apply_flight(t, s, move)
    elif kind == FLY:
        apply_fly(t, s, move)
    elif kind == ORDER:
        apply_order(s, move)
    elif kind == KEEP:
        apply_keep(s, move)
    elif kind == PLACE:
        apply_place(t, s, move)
    elif kind == INVITED:
        apply_invited(s, move)
    elif kind == SAP:
        apply_sap(t, s, move)
    elif kind == PAY:
        apply_pay(s, move)
    elif kind == SPEND:
        apply_spend(s, move)
    elif kind == REMOVE:
        apply_remove(t, s, move)
    elif kind == SLOT:
        apply_slot(t, s, move)
    elif kind == TAKE:
        apply_take(s, move)
    elif kind == GIVE_ARROW:
        apply_arrow(s, move)
    elif kind == PICK_UP:
        apply_pick_up(t, s, move)
    elif kind == DO_IT:
        apply_do_it(s, move)
    elif kind == ACCEPT_INVITE:
        apply_accept_invite(s, move)
    elif kind == BAR:
        apply_bar(t, s, move)
    elif kind == VISIT:
        apply_visit(t, s, move)
    elif kind == BUY_ANY:
        apply_buy_any(t, s, move)
    elif kind == MORE_MARKERS:
        apply_more_markers(t, s, move)
    elif kind == PUT_MARKER:
        apply_put(s, move)
    elif kind == PEEK:
        apply_peek(s, move)
    elif kind == CHOOSE_SPONSOR:
        apply_sponsor(s, move)
    elif kind == CHOOSE_GALA:
        apply_gala(s, move)
    elif kind == FLIP:
        apply_flip(s, move)
    elif kind == MOVE_PARASITE:
        apply_move_parasite(t, s, move)
    elif kind == SHAKE:
        apply_shake(s, move)
    elif kind == TAP:
        apply_tap(t, s, move)
    elif kind == TAP_REMOVED:
        apply_tap_removed(t, s, move)
    elif kind == RETURN_STONE:
        apply_return(s, move)
    elif kind == INSTALL_START:
        apply_install_start(t, s, move)
    else:
        play_outcome(s, kind, move)


cdef inline void play_outcome(Position* s, int kind, move_t move) noexcept nogil:
    if kind == DRAW_FACE:
        apply_face(s, move)
    elif kind == DRAW_PASSENGER:
        apply_passenger(s, move)
    elif kind == DRAW_TILE:
        apply_tile(s, move)
    elif kind == DRAW_BACK:
        apply_back(s, move)
    elif kind == DRAW_CHARACTER:
        apply_character(s, move)
    else:
        apply_start(s, move)


cdef inline void do_automatic(const Tables* t, Position* s, int kind) noexcept nogil:
    """One step of the continuation on top."""
    cdef int seat
    if kind == TURN:
        continue_turn(t, s)
    elif kind == PARTS:
        continue_parts(t, s)
    elif kind == FLIGHT_STEPS:
        continue_flight(t, s)
    elif kind == STORE:
        seat = top(s).seat
        pop(s)
        store(s, seat)
    elif kind == PASSIVES:
        continue_passives(t, s)
    elif kind == USES:
        continue_uses(t, s)
    elif kind == PURCHASE:
        continue_purchase(t, s)
    elif kind == MARKER:
        continue_marker(t, s)
    elif kind == INVITES:
        continue_invites(t, s)
    elif kind == PAID:
        continue_paid(t, s)
    elif kind == RUN_MACHINES:
        continue_run_machines(t, s)
    elif kind == END_DISTRICTS:
        continue_end_districts(t, s)
    elif kind == REMOVAL:
        continue_removal(t, s)
    elif kind == EQUIP:
        continue_equip(t, s)
    else:
        continue_deal(t, s)


cdef inline bint is_surely_a_choice(const Tables* t, const Position* s, const Frame* frame) noexcept nogil:
    """Decisions that are known to have two moves without listing them."""
    cdef int kind = frame.kind, i, n = 0
    cdef const Pictures* found
    if kind == RAISE:
        if frame.b & RAISE_OPTIONAL:
            return True       # is asked only if something can be raised or discarded
        if frame.b & RAISE_ARROWS or not can_move(s, frame.seat):
            return False
        found = raised(t, s.stones[frame.seat], ALL_FIELDS & ~<uint32_t>s.markers[frame.seat], frame.a)
        for i in range(4):
            n += count(found.words[i])
        return n > 1
    if kind == ACTION:
        n = count(s.board[frame.seat]) + count(stones_to_aim(t, s, frame.seat))
        return n + is_raise_possible(s, frame.seat) > 1
    if kind == FLY:
        return count(s.board[frame.seat]) > 1
    if kind == LEAD:
        return count(free_districts(t, s, frame.seat) & t.up_to[s.turn.hand]) > 1
    if kind == FLIGHT:        # besides skipping
        return is_district_usable(t, s, frame.seat, frame.a)
    return (
        kind == ORDER or kind == KEEP or kind == PICK_UP or kind == DO_IT or kind == ACCEPT_INVITE
        or kind == CHOOSE_SPONSOR or kind == INSTALL_START
    )


cdef inline void go_on(const Tables* t, Position* s) noexcept nogil:
    """Does everything that needs no move, until somebody has a choice or the game is over."""
    cdef move_t[MAX_LISTING] moves
    cdef Frame* frame
    while s.n_frames:
        frame = top(s)
        if frame.kind >= FIRST_AUTOMATIC:
            do_automatic(t, s, frame.kind)
        elif not is_surely_a_choice(t, s, frame) and list_legal(t, s, moves) == 1:
            play_move(t, s, moves[0])
        else:
            s.mover = frame.seat
            return
