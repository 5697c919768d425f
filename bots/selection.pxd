"""Which of a node's edges: the one to follow in a simulation, the one to play, and whether that is settled.
`bots/search.pyx` and `bots/foresight.pyx` ask. Other threads may be adding edges and visits to the node.
"""
from libc.math cimport sqrt
from libc.stdint cimport uint32_t

from bots.guide cimport MAX_GROUPS
from bots.nodes cimport NO_EDGE, Edge, Node, Store, read32, read_sum, see32

cdef enum:
    SIMS_PER_CHECK = 16  # whether the choice is settled: a walk over the root's edges


cdef inline double available_to(const Edge* edge, uint32_t visits) noexcept nogil:
    """Visits of its node that could have taken an edge, this one included. Another thread may have added the edge when
    more visits were counted than this one has seen."""
    return visits + 1.0 - edge.since if edge.since <= visits else 1.0


cdef inline double appeal(
    double exploration, double value, double visits, double available, double prior, double unknown
) noexcept nogil:
    """The mean of an action or kind of actions, or of the node where there is none, plus exploration."""
    cdef double mean = value / visits if visits > 0 else unknown
    return mean + exploration * prior * sqrt(available) / (1 + visits)


cdef inline uint32_t select(
    const Store* store, const Node* node, double exploration, bint is_shared, double* expected
) noexcept nogil:
    """First the kind of action, then the action, each by value plus exploration. `expected` gets what a visit of it has
    brought on average."""
    cdef double[MAX_GROUPS] prior, value, visits, available
    cdef uint32_t total = read32(&node.visits)
    cdef double unknown = node.value / total if total and not is_shared else 0.5
    cdef double worth, best = -1e30, n_visits = 0, sum_of_values = 0, n, sum
    cdef uint32_t at, found = NO_EDGE
    cdef int group, n_groups = 0, chosen = 0
    cdef const Edge* edge
    for group in range(MAX_GROUPS):
        prior[group] = value[group] = visits[group] = available[group] = 0
    at = see32(&node.first)
    while at != NO_EDGE:
        edge = &store.edges[at]
        group = edge.group
        n_groups += prior[group] == 0
        prior[group] += edge.prior
        value[group] += read_sum(&edge.value)
        visits[group] += read32(&edge.visits)
        available[group] = max(available[group], available_to(edge, total))
        chosen = group
        at = see32(&edge.next)
    if n_groups == 0:
        return NO_EDGE
    if is_shared:
        for group in range(MAX_GROUPS):
            n_visits += visits[group]
            sum_of_values += value[group]
        if n_visits > 0:
            unknown = sum_of_values / n_visits
    if n_groups > 1:
        for group in range(MAX_GROUPS):
            if prior[group] > 0:
                worth = appeal(exploration, value[group], visits[group], available[group], prior[group], unknown)
                if worth > best:
                    best, chosen = worth, group
    best = -1e30
    at = see32(&node.first)
    while at != NO_EDGE:
        edge = &store.edges[at]
        if edge.group == chosen:
            sum, n = read_sum(&edge.value), read32(&edge.visits)
            worth = appeal(exploration, sum, n, min(visits[chosen] + 1, available_to(edge, total)),
                           edge.prior / prior[chosen], unknown)
            if worth > best:
                best, found = worth, at
                expected[0] = sum / n if n > 0 else unknown
        at = see32(&edge.next)
    return found


cdef inline uint32_t most_visited(const Store* store, uint32_t root) noexcept nogil:
    """The root's most visited edge of the most visited kind; of equals the one of higher value."""
    cdef double[MAX_GROUPS] visits
    cdef uint32_t at, best = NO_EDGE
    cdef int group, leader = 0
    cdef const Edge* edge
    for group in range(MAX_GROUPS):
        visits[group] = 0
    at = store.nodes[root].first
    while at != NO_EDGE:
        visits[store.edges[at].group] += store.edges[at].visits
        at = store.edges[at].next
    for group in range(MAX_GROUPS):
        if visits[group] > visits[leader]:
            leader = group
    at = store.nodes[root].first
    while at != NO_EDGE:
        edge = &store.edges[at]
        if edge.group == leader and (
            best == NO_EDGE or edge.visits > store.edges[best].visits
            or (edge.visits == store.edges[best].visits and edge.value > store.edges[best].value)
        ):
            best = at
        at = edge.next
    return best


cdef inline bint is_settled(const Store* store, uint32_t root, double left) noexcept nogil:
    """Whether `left` further simulations can make no other kind of action, and no other of its kind, most visited."""
    cdef double[MAX_GROUPS] visits, best, second
    cdef uint32_t at = see32(&store.nodes[root].first)
    cdef const Edge* edge
    cdef double n
    cdef int group, leader = 0
    for group in range(MAX_GROUPS):
        visits[group] = best[group] = second[group] = 0
    while at != NO_EDGE:
        edge = &store.edges[at]
        group = edge.group
        n = read32(&edge.visits)
        visits[group] += n
        second[group] = max(second[group], min(best[group], n))
        best[group] = max(best[group], n)
        at = see32(&edge.next)
    for group in range(MAX_GROUPS):
        if visits[group] > visits[leader]:
            leader = group
    for group in range(MAX_GROUPS):
        if group != leader and visits[leader] - visits[group] <= left:
            return False
    return best[leader] - second[leader] > left
