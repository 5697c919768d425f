"""Rules 9: what is hidden, and how much an observer knows of it.

Credits may be hidden; every payment and receipt is public. With recall k an observer remembers from the start of round
`current - k`. At a window's start a total lies between 0 and all the seat has earned so far; from then on public events
shift the range with the truth, and payments, bids and the like narrow it. So the state keeps, per window and seat, only
the distances of the range's ends from the true total (`below`, `above`): receipts and payments leave them alone, and
only what bounds the total touches them (`show_at_least`, `show_exactly` in state.pxd). The window of round n sits in
slot (n-1) % n_windows; the current one is the oldest kept. With open credits or total recall there are no windows.

An observation is a state whose others' credits are blank, with the ranges of all windows in absolute numbers: those are
public, and a sample must have them to go on from.
"""
from libc.stdint cimport int16_t, int64_t, uint64_t

from engine.planet_steam.state cimport Position, Tables
from engine.rng cimport Rng, below


cdef enum:
    HIDDEN = -1


cdef struct Seen:
    Position state              # others' credits HIDDEN; below / above hold the lowest and highest possible totals
    int64_t seat                # eight bytes, no padding: every byte of an observation is written


cdef inline void open_window(const Tables* t, Position* s) noexcept nogil:
    """A new round starts: its window knows only that a total is between 0 and what was earned."""
    cdef int seat, w
    if t.n_windows == 0:
        return
    w = (s.round - 1) % t.n_windows
    for seat in range(t.n_seats):
        s.below[w][seat] = s.credits[seat]
        s.above[w][seat] = <int16_t>(s.earned[seat] - s.credits[seat])


cdef inline int current_window(const Tables* t, const Position* s) noexcept nogil:
    """The slot an observer reasons with: that of round `current - recall`, or of the first round."""
    return 0 if s.round <= t.n_windows else s.round % t.n_windows


cdef inline bint is_window_open(const Tables* t, const Position* s, int w) noexcept nogil:
    """Whether a slot's round has begun. Slots of later rounds hold zeros and say nothing."""
    return w < s.round


cdef inline void look(const Tables* t, const Position* s, int seat, Seen* seen) noexcept nogil:
    """Fills an observation."""
    cdef int other, w
    seen.state = s[0]
    seen.seat = seat
    for other in range(t.n_seats):
        if t.n_windows == 0 or other == seat:
            continue
        seen.state.credits[other] = HIDDEN
    for w in range(t.n_windows):
        if not is_window_open(t, s, w):
            continue
        for other in range(t.n_seats):
            seen.state.below[w][other] = <int16_t>(s.credits[other] - s.below[w][other])
            seen.state.above[w][other] = <int16_t>(s.credits[other] + s.above[w][other])


cdef inline void imagine(const Tables* t, const Seen* seen, Position* s, Rng* rng) noexcept nogil:
    """Draws a state: each hidden total uniformly from its range."""
    cdef int other, w, low, high, now = current_window(t, &seen.state) if t.n_windows else 0
    s[0] = seen.state
    for other in range(t.n_seats):
        if s.credits[other] == HIDDEN:
            low = seen.state.below[now][other]
            high = seen.state.above[now][other]
            s.credits[other] = <int16_t>(low + <int>below(rng, <uint64_t>(high - low + 1)))
        for w in range(t.n_windows):
            if is_window_open(t, s, w):
                s.below[w][other] = <int16_t>(s.credits[other] - seen.state.below[w][other])
                s.above[w][other] = <int16_t>(seen.state.above[w][other] - s.credits[other])


cdef inline void recollect(const Tables* t, const Seen* earlier, const Seen* known, Seen* seen) noexcept nogil:
    """Carries what was known of each total in an earlier observation over to this one (rules 9, last paragraph).

    A window that both have says by how much a total has changed in between: receipts and payments shift both ends of its
    range, and only showing the total exactly moves the upper end otherwise. Then nothing is left to remember. So a seat
    that has watched from the start knows every total exactly. Without one in common (recall 0, from round to round) what
    was paid is not seen; what was received is, and nobody has more than he had and received.
    """
    cdef int other, low, high, shift, now, then, shared, n_rounds = seen.state.round - earlier.state.round
    if n_rounds < 0 or t.n_windows == 0:    # not of one game; nothing is hidden
        return
    now = current_window(t, &seen.state)
    then = current_window(t, &earlier.state)
    shared = (earlier.state.round - 1) % t.n_windows if n_rounds < t.n_windows else -1
    for other in range(t.n_seats):
        if seen.state.credits[other] != HIDDEN:
            continue
        low = seen.state.below[now][other]
        if shared < 0:
            shift = seen.state.earned[other] - earlier.state.earned[other]
        elif seen.state.below[shared][other] == seen.state.above[shared][other]:
            continue
        else:
            shift = seen.state.above[shared][other] - earlier.state.above[shared][other]
            low = max(low, known.state.below[then][other] + shift)
        high = min(seen.state.above[now][other], known.state.above[then][other] + shift)
        if low <= high:    # or they are not of one game
            seen.state.below[now][other] = <int16_t>low
            seen.state.above[now][other] = <int16_t>high
