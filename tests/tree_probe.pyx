"""Opens the nodes of a search tree to the tests."""
from libc.stdint cimport uint32_t

from bots.nodes cimport NO_EDGE, Edge, Node
from bots.search cimport Tree


def nodes(Tree tree not None):
    """Of each node: its key, visits, number of edges, and (action, visits, value, chance) of each edge in the list."""
    cdef uint32_t slot, at
    cdef Node* node
    cdef Edge* edge
    found = []
    for slot in range(tree.store.slot_mask + 1):
        if tree.store.slots[slot] == 0:
            continue
        node = &tree.store.nodes[tree.store.slots[slot]]
        edges = []
        at = node.first
        while at != NO_EDGE:
            edge = &tree.store.edges[at]
            edges.append((edge.action, edge.visits, edge.value, edge.chance))
            at = edge.next
        assert not node.is_widening
        found.append((node.key, node.visits, node.n_edges, edges))
    return found
