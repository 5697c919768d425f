"""Rules 1.10, 1.11: who wins."""
from engine.steamopolis.state cimport *


cdef enum:
    BEST_SP = 49              # solo: the last title


cdef inline bint is_ahead(const Tables* t, const Position* s, int seat, int other) noexcept nogil:
    """More SP; then more machine and banner tiles; then earlier in turn order."""
    cdef int tiles, other_tiles, first = s.first if s.first >= 0 else 0
    if s.points[seat] != s.points[other]:
        return s.points[seat] > s.points[other]
    tiles = n_machines(s, seat) + s.n_banners[seat]
    other_tiles = n_machines(s, other) + s.n_banners[other]
    if tiles != other_tiles:
        return tiles > other_tiles
    return (seat - first + t.n_seats) % t.n_seats < (other - first + t.n_seats) % t.n_seats


cdef inline void final_score(const Tables* t, const Position* s, double* shares) noexcept nogil:
    """Each seat's share: one winner; the solo game is as good as its SP, nothing if it is lost."""
    cdef int seat, best = 0
    if t.is_solo:
        shares[0] = 0.0 if s.is_lost else <double>min(<int>s.points[0], BEST_SP) / BEST_SP
        return
    for seat in range(1, t.n_seats):
        if is_ahead(t, s, seat, best):
            best = seat
    for seat in range(t.n_seats):
        shares[seat] = 1.0 if seat == best else 0.0
