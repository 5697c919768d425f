"""Rules 1.5, 1.10, 7.2: the turn from arrow moves to the end check, the final turn, rounds."""
from engine.steamopolis.effects cimport add_press
from engine.steamopolis.flight cimport fly, start_flights
from engine.steamopolis.gauge cimport ask_raise, is_raise_possible, start_arrow_moves
from engine.steamopolis.machine_room cimport aim, stones_to_aim
from engine.steamopolis.moves cimport *
from engine.steamopolis.passengers cimport next_passenger_tile
from engine.steamopolis.room cimport store
from engine.steamopolis.solo cimport pay_time
from engine.steamopolis.state cimport *


cdef enum:  # steps of a turn
    AT_ARROWS
    AT_ACTION
    AT_FINAL_AIM
    AT_FINAL_FLY
    AT_NEXT_TILE              # (a)
    AT_BANKER                 # (b)
    AT_STOKER
    AT_REWARD
    AT_STORE
    AT_END_DISTRICTS          # (c)
    AT_STORE_ONCE
    AT_END_PASSIVES
    AT_REMOVAL                # (d)
    AT_CHECK                  # (e)


cdef inline void start_turn(const Tables* t, Position* s, int seat) noexcept nogil:
    cdef int other, side
    memset(&s.turn, 0, sizeof(Turn))
    s.active = <int8_t>seat
    for other in range(t.n_seats):        # rules 1.9: each sponsor once per turn, anyone's
        for side in range(2):
            s.sponsors[other][side][0] += s.sponsors[other][side][1]
            s.sponsors[other][side][1] = 0
    push(s, TURN, seat)


cdef inline void continue_turn(const Tables* t, Position* s) noexcept nogil:
    cdef Frame* frame = top(s)
    cdef int seat = frame.seat, step = frame.a
    frame.a += 1
    if step == AT_ARROWS:
        if s.arrows[seat]:
            start_arrow_moves(s, seat)
    elif step == AT_ACTION:
        if s.is_final:
            push(s, FINAL_STEAM, seat)
        else:
            frame.a = AT_NEXT_TILE
            push(s, ACTION, seat)
    elif step == AT_FINAL_AIM:
        push(s, FINAL_AIM, seat)
    elif step == AT_FINAL_FLY:
        push(s, FINAL_FLY, seat)
    elif step == AT_NEXT_TILE:
        if not s.turn.has_flown:          # nothing waits for the end of a turn without flights
            frame.a = AT_CHECK
        elif s.turn.took_tile:
            next_passenger_tile(s)
    elif step == AT_BANKER or step == AT_STOKER:
        reward(t, s, seat, step - AT_BANKER)
    elif step == AT_REWARD:
        if s.turn.press and is_raise_possible(s, seat):
            ask_raise(s, seat, s.turn.press, RAISE_OPTIONAL)
    elif step == AT_STORE:
        if s.turn.moved:
            store(s, seat)
    elif step == AT_END_DISTRICTS:
        if s.turn.n_ends:
            push(s, END_DISTRICTS, seat)
    elif step == AT_STORE_ONCE:
        if s.turn.n_ends:
            store(s, seat)
    elif step == AT_END_PASSIVES:
        if s.turn.n_flown >= 3 and s.triggers[seat] & ON_END:
            push_with(s, PASSIVES, seat, 0, 0, ON_END, 0)
    elif step == AT_REMOVAL:
        if t.is_solo:
            push(s, REMOVAL, seat)
    else:
        pop(s)
        end_turn(t, s, seat)


cdef inline void reward(const Tables* t, Position* s, int seat, int passenger) noexcept nogil:
    """Rules 1.5 (b): banker 1 SP, stoker pressure 3, then the `passenger` passives."""
    if not s.turn.moved & bit(passenger):
        return
    if passenger == BANKER:
        earn(t, s, seat, 1, BY_BANKER)
    else:
        add_press(s, STOKER_PRESS)
    if s.triggers[seat] & ON_PASSENGER:
        push_with(s, PASSIVES, seat, 0, 0, ON_PASSENGER, 0)


cdef inline void continue_end_districts(const Tables* t, Position* s) noexcept nogil:
    """Rules 1.5 (c): in the order flown; a district visited now may add its own."""
    cdef Frame* frame = top(s)
    if frame.a == s.turn.n_ends:
        pop(s)
        return
    frame.a += 1
    use_effect(t, s, frame.seat, t.district_effect[s.turn.ends[frame.a - 1]], 0)


cdef inline void end_turn(const Tables* t, Position* s, int seat) noexcept nogil:
    """Rules 1.5 (e), 1.10: the end check, then the next player."""
    if count(s.statues) >= N_STATUES_TO_END or s.no_tile:
        s.is_ending = True
    seat = next_seat(t, seat)
    if seat == s.first:
        if s.is_final:
            memset(&s.turn, 0, sizeof(Turn))
            end_game(s)
            return
        if s.round >= t.max_rounds:
            s.is_ending = True
        s.is_final = s.is_ending
        s.round += 1
    start_turn(t, s, seat)


# -- the action --------------------------------------------------------------------------------------------------------

cdef inline int legal_action(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int seat = frame.seat, n = 0
    if is_raise_possible(s, seat):
        n = list_one(M_STEAM, moves, n)
    n = list_bits(M_AIM, stones_to_aim(t, s, seat), moves, n)
    return list_bits(M_FLY, s.board[seat], moves, n)


cdef inline void apply_action(const Tables* t, Position* s, move_t move) noexcept nogil:
    """A, B or C; of the final turn's three decisions one may be skipped."""
    cdef int seat = top(s).seat
    pop(s)
    if move == M_SKIP:
        return
    if M_AIM <= move < M_FLY:
        aim(t, s, seat, move - M_AIM)
    elif pay_time(t, s, seat):
        if move == M_STEAM:
            ask_raise(s, seat, s.boilers[seat], 0)
        else:
            start_flights(t, s, seat)
            fly(t, s, seat, move - M_FLY)


cdef inline int legal_final(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int seat = frame.seat, n = list_one(M_SKIP, moves, 0)
    if frame.kind == FINAL_STEAM:
        return list_one(M_STEAM, moves, n) if is_raise_possible(s, seat) else n
    if frame.kind == FINAL_AIM:
        return list_bits(M_AIM, stones_to_aim(t, s, seat), moves, n)
    return list_bits(M_FLY, s.board[seat], moves, n)
