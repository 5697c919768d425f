"""Rules 6: what is hidden. Only the names of face-down tiles that somebody has peeked at: they are fixed in the state.

A tile nobody has seen has no name yet. An observation is the state without the names that its seat has not seen; that
somebody has looked is public.
"""
from libc.stdint cimport int64_t
from libc.string cimport memcpy

from engine.rng cimport Rng, below
from engine.steamopolis.setup cimport down_rank, fixed_names
from engine.steamopolis.state cimport *


cdef struct Seen:
    Position state
    int64_t seat                # eight bytes: every byte of an observation is written


cdef inline void look(const Position* s, int seat, Seen* seen) noexcept nogil:
    """Fills an observation."""
    cdef int index
    memcpy(&seen.state, s, sizeof(Position))
    seen.seat = seat
    for index in range(N_DOWN):
        if seen.state.down_name[index] and not s.seen[seat] & bit(index):
            seen.state.down_name[index] = NO_TILE


cdef inline int pick_name(uint64_t names, Rng* rng) noexcept nogil:
    """A tile drawn from a set of names that is not empty."""
    cdef int k = <int>below(rng, count(names))
    while k > 0:
        names &= names - 1
        k -= 1
    return lowest(names) + 1


cdef inline void imagine(const Tables* t, const Seen* seen, Position* s, Rng* rng) noexcept nogil:
    """Draws a state: the hidden names without replacement, from those of their rank and colour."""
    cdef uint64_t known
    cdef uint32_t hidden
    cdef int index, seat
    memcpy(s, &seen.state, sizeof(Position))
    hidden = 0
    for seat in range(t.n_seats):
        hidden |= s.seen[seat]
    if s.mover == CHANCE and s.frames[s.n_frames - 1].kind == DRAW_FACE:
        hidden &= ~bit(s.frames[s.n_frames - 1].a)     # is about to be drawn
    known = s.shown | fixed_names(s)
    while hidden:
        index = lowest(hidden)
        hidden &= hidden - 1
        if s.down_name[index] == NO_TILE:
            s.down_name[index] = <uint8_t>pick_name(
                t.names[down_rank(index)][s.down_colour[index] - 1] & ~known, rng
            )
            known |= <uint64_t>1 << (s.down_name[index] - 1)
