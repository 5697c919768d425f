"""Where tanks should stand: groups of a kind, the airship's line, powered by the energy there is (rules 4 and 5.1).

Rearranging is free, so a tank phase is decided by what is bought; the best standing of it is solved here. What
matters: n tanks of a kind yield 2n - groups, plus one on the airship's line and per supercharger.
"""
from libc.stdint cimport uint64_t

from engine.planet_steam.accessors cimport n_groups
from engine.planet_steam.state cimport count, lowest, Tables


cdef inline uint64_t grow(const Tables* t, uint64_t seed, uint64_t free, uint64_t preferred, int n) noexcept nogil:
    """A set of n free zones grown from a seed, connected as far as possible, through preferred zones first."""
    cdef uint64_t group = seed, edge, pick
    cdef int i
    free &= ~seed
    edge = t.neighbours[lowest(seed)] & free
    for i in range(n - 1):
        pick = edge if edge else free          # nothing beside the group is free: a new one begins
        if pick & preferred:
            pick &= preferred
        pick &= ~pick + 1
        group |= pick
        free ^= pick
        edge = (edge | t.neighbours[lowest(pick)]) & free
    return group


cdef inline uint64_t best_stand(const Tables* t, uint64_t free, uint64_t preferred, uint64_t now, int n) noexcept nogil:
    """n of the free zones with the highest yield for one kind; `now` is where its tanks stand: moving needs a gain."""
    cdef uint64_t left = free, group, best = 0
    cdef int score, best_score = -1
    if n <= 0:
        return 0
    if count(free) <= n:
        return free
    if count(now) == n and now & ~free == 0:
        best = now
        best_score = 4 * (count(now & preferred) - n_groups(t, now)) + 1
        if best_score >= 4 * (n - 1):
            return best
    while left:
        group = grow(t, left & (~left + 1), free, preferred, n)
        left &= left - 1
        score = 4 * (count(group & preferred) - n_groups(t, group))
        if score > best_score or not best:
            best = group
            best_score = score
            if best_score >= 4 * (n - 1):      # one group, all on the line: it cannot be better
                return best
    return best
