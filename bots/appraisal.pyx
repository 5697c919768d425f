"""What winning an auction is worth, by playouts. `bots/mcts.py` and `bots/judge.py` ask.

A tree is given for its guide, its margin and its first walker; none of its nodes is visited.
"""
from libc.stdint cimport uint64_t

from bots.search cimport Tree, Walker
from engine.game cimport MAX_SEATS
from engine.rng cimport Rng, Stream, mix64
from engine.state cimport Observation

cdef enum:
    STAGES = 4           # of an appraisal, each about a narrower range of prices


def appraise(Tree tree not None, Observation seen not None, Stream rng not None, int n):
    """In an auction the price up to which winning is worth it to the observer, else None: where the margin after winning
    at a price falls to that after leaving the auction, by `n` pairs of playouts with the same sample and luck."""
    cdef int low, high
    cdef double judged, centre
    cdef Walker* walker = tree.walkers[0]
    if seen.game is not tree.game:
        raise ValueError("an appraisal needs an observation of this game")
    tree.enter()
    tree.game.sample(seen.data, walker.state, &rng.rng)
    judged = tree.guide.worth(walker.state)
    if judged < 0:
        tree.is_busy = False
        return None
    tree.guide.prices(walker.state, walker.moves, &low, &high)
    if high == 0 or n < 2 * STAGES:
        tree.is_busy = False
        return int(judged)
    with nogil:
        centre = even_price(tree, seen.data, seen.seat, rng.rng, n, judged, low, high)
    tree.is_busy = False
    # Below the lowest bid nothing was tried: the judgement is better than a line drawn on.
    return int(centre) if centre >= low else int(min(judged, low - 1))


cdef double even_price(
    Tree tree, const void* observation, int seat, Rng rng, int n, double centre, int low, int high
) noexcept nogil:
    """Where winning and leaving come to the same. A line is fitted to their differences over a range of prices that
    closes in on the last estimate."""
    cdef int stage, k, price
    cdef double spread = max(12.0, centre), gap, weight, x, y, xx, xy, slope
    cdef Rng luck
    weight = x = y = xx = xy = 0
    for stage in range(STAGES):
        centre = min(max(centre, <double>low), <double>high)
        # Older stages count half: a line through a narrow range alone has hardly a slope.
        weight, x, y, xx, xy = weight / 2, x / 2, y / 2, xx / 2, xy / 2
        for k in range(n // STAGES):
            gap = spread * (k + 0.5) / (n // STAGES) * (1 if k & 1 else -1)      # from the middle outwards
            price = <int>min(max(centre + gap + 0.5, <double>low), <double>high)
            luck.state = mix64(rng.state + <uint64_t>(stage * n + k))
            gap = margin_at(tree, observation, seat, price, luck) - margin_at(tree, observation, seat, 0, luck)
            weight += 1
            x += price
            y += gap
            xx += <double>price * price
            xy += price * gap
        slope = (xy - x * y / weight) / max(xx - x * x / weight, 1e-9)
        gap = 2 * spread if y > 0 else -2 * spread
        if slope < 0:
            gap = min(max((x - y / slope) / weight - centre, -2 * spread), 2 * spread)
        centre += gap
        spread = max(12.0, spread * 0.7)
    return centre


cdef double margin_at(Tree tree, const void* observation, int seat, int price, Rng rng) noexcept nogil:
    """The observer's margin in one sampled state after winning at a price, or, with 0, after leaving the auction.
    Winning chances would be the measure, but they are mostly 0 or 1 at the end, and no price came out the same twice."""
    cdef double[MAX_SEATS] chances, scores
    cdef Walker* walker = tree.walkers[0]
    cdef Rng luck
    tree.game.sample(observation, walker.state, &rng)
    luck.state = mix64(rng.state)
    tree.guide.conclude(walker.state, price, &rng)
    rng = luck                                   # the same again, however many draws that took
    tree.guide.playout(walker.state, walker.moves, &rng)
    tree.guide.evaluate(walker.state, chances, scores)
    return tree.margin_of(scores, seat)
