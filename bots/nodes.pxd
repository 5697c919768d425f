"""The arrays of a search tree: nodes, edges and hash slots, one set for all threads of `bots/search.pyx` that walk it.

Nobody waits for anybody. A node or an edge is filled before its number is published in a slot or a link, and from then
on only its counts, sums and links change; all of these are read and written atomically. One thread alone adds without a
locked instruction, and finds the same to the last bit from run to run. Several do not: what one sees of the others'
visits depends on the moment.
"""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memset

from bots.guide cimport MAX_PLAN, action_t
from engine.game cimport move_t
from engine.rng cimport mix64

cdef extern from *:
    """
    #define nodes_read(at) __atomic_load_n(at, __ATOMIC_RELAXED)
    #define nodes_write(at, value) __atomic_store_n(at, value, __ATOMIC_RELAXED)
    #define nodes_see(at) __atomic_load_n(at, __ATOMIC_ACQUIRE)
    #define nodes_publish(at, value) __atomic_store_n(at, value, __ATOMIC_RELEASE)
    #define nodes_take(at, n) __atomic_fetch_add(at, n, __ATOMIC_RELAXED)
    #define nodes_count(at, is_shared) ((is_shared) ? (void)nodes_take(at, 1) : nodes_write(at, nodes_read(at) + 1))

    static inline int nodes_claim32(unsigned int* at, unsigned int value) {
        unsigned int nothing = 0;
        return __atomic_compare_exchange_n(at, &nothing, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    static inline int nodes_claim16(unsigned short* at, unsigned short value) {
        unsigned short nothing = 0;
        return __atomic_compare_exchange_n(at, &nothing, value, 0, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    }
    static inline int nodes_claim8(unsigned char* at) {
        return !__atomic_load_n(at, __ATOMIC_RELAXED) && !__atomic_exchange_n(at, 1, __ATOMIC_ACQUIRE);
    }
    static inline double nodes_read_sum(const double* at) {
        double value;
        __atomic_load(at, &value, __ATOMIC_RELAXED);
        return value;
    }
    static inline void nodes_add(double* at, double value, int is_shared) {
        double old = nodes_read_sum(at), sum = old + value;
        if (!is_shared)
            __atomic_store(at, &sum, __ATOMIC_RELAXED);
        else
            while (!__atomic_compare_exchange(at, &old, &sum, 1, __ATOMIC_RELAXED, __ATOMIC_RELAXED))
                sum = old + value;
    }
    """
    uint8_t read8 "nodes_read"(const uint8_t* at) noexcept nogil
    uint16_t read16 "nodes_read"(const uint16_t* at) noexcept nogil
    uint32_t read32 "nodes_read"(const uint32_t* at) noexcept nogil
    uint64_t read64 "nodes_read"(const uint64_t* at) noexcept nogil
    double read_sum "nodes_read_sum"(const double* at) noexcept nogil
    void write8 "nodes_write"(uint8_t* at, uint8_t value) noexcept nogil
    void write16 "nodes_write"(uint16_t* at, uint16_t value) noexcept nogil
    uint16_t see16 "nodes_see"(const uint16_t* at) noexcept nogil              # and all that was written before it
    uint32_t see32 "nodes_see"(const uint32_t* at) noexcept nogil
    void publish8 "nodes_publish"(uint8_t* at, uint8_t value) noexcept nogil
    void publish16 "nodes_publish"(uint16_t* at, uint16_t value) noexcept nogil
    void publish32 "nodes_publish"(uint32_t* at, uint32_t value) noexcept nogil
    uint16_t take16 "nodes_take"(uint16_t* at, uint16_t n) noexcept nogil      # the next n numbers, for nobody else
    uint32_t take32 "nodes_take"(uint32_t* at, uint32_t n) noexcept nogil
    uint64_t take64 "nodes_take"(uint64_t* at, uint64_t n) noexcept nogil
    bint claim8 "nodes_claim8"(uint8_t* at) noexcept nogil                     # sets what is 0; whether it was
    bint claim16 "nodes_claim16"(uint16_t* at, uint16_t value) noexcept nogil
    bint claim32 "nodes_claim32"(uint32_t* at, uint32_t value) noexcept nogil
    void count32 "nodes_count"(uint32_t* at, bint is_shared) noexcept nogil
    void add "nodes_add"(double* at, double value, bint is_shared) noexcept nogil

cdef enum:
    LINE = 64            # bytes of memory that come at once: what is often written is not beside what others read
    NODES_AT_ONCE = 16   # that a thread takes, so that threads seldom fill the same lines
    EDGES_PER_NODE = 6   # planned for; whichever array fills first ends the growth
    NO_EDGE = 0          # edge and node 0 are never used
    NO_NODE = 0
    NO_SCRIPT = 0
    UNFOLDING = 0xFFFF   # instead of a script's number: some thread is at it


cdef struct Node:        # a decision: everything its mover knows is in the key
    uint64_t key
    uint32_t first, last           # its edges, a linked list in the order they were widened to
    uint32_t visits
    uint16_t n_edges
    uint8_t is_complete            # every candidate has its edge
    uint8_t is_widening            # some thread is adding edges
    double value                   # sum of the mover's values, of one thread alone: several add up those of the edges


cdef struct Edge:        # an action in a decision; the sums are the mover's
    action_t action
    uint32_t next
    uint32_t visits
    uint32_t since                 # visits of its node before it was added
    float prior
    uint16_t script                # at the root: where the moves of a plan are kept
    uint8_t group
    double value                   # sum of what the mover maximises; floats would stand still after some million visits
    double chance                  # sum of winning chances
    double score                   # sum of final scores


cdef struct Script:      # the moves of a plan at the root
    int n
    move_t[MAX_PLAN] moves


cdef struct Store:
    Node* nodes
    Edge* edges
    uint32_t* slots                # hash table of node numbers
    Script* scripts                # from 1 on
    uint32_t max_nodes, max_edges, slot_mask, nodes_at_once
    char[LINE] before
    uint32_t n_nodes, n_edges
    uint16_t n_scripts
    char[LINE] behind


cdef struct Spare:                 # nodes that a thread has taken and not used
    uint32_t first, end


cdef inline int allocate(Store* store, size_t n_bytes, int max_candidates, int max_plans, int n_threads) except -1:
    """Arrays of about so many bytes, with room for at least one decision."""
    cdef size_t n = n_bytes // (sizeof(Node) + EDGES_PER_NODE * sizeof(Edge) + 4 * sizeof(uint32_t))
    store.max_nodes = <uint32_t>max(<size_t>2, min(n, <size_t>1 << 30))
    store.max_edges = store.max_nodes * EDGES_PER_NODE + max_candidates
    store.nodes_at_once = NODES_AT_ONCE if n_threads > 1 and store.max_nodes // n_threads > 64 * NODES_AT_ONCE else 1
    store.slot_mask = 1
    while store.slot_mask < 2 * store.max_nodes:
        store.slot_mask *= 2
    store.slot_mask -= 1
    store.nodes = <Node*>malloc(store.max_nodes * sizeof(Node))
    store.edges = <Edge*>malloc(store.max_edges * sizeof(Edge))
    store.slots = <uint32_t*>calloc(store.slot_mask + <size_t>1, sizeof(uint32_t))
    store.scripts = <Script*>malloc((max_plans + 1) * sizeof(Script))
    if store.nodes == NULL or store.edges == NULL or store.slots == NULL or store.scripts == NULL:
        raise MemoryError
    store.n_nodes = store.n_edges = 1
    return 0


cdef inline void release(Store* store) noexcept nogil:
    free(store.nodes)
    free(store.edges)
    free(store.slots)
    free(store.scripts)


cdef inline void clear(Store* store) noexcept nogil:
    memset(store.slots, 0, (store.slot_mask + <size_t>1) * sizeof(uint32_t))
    store.n_nodes = store.n_edges = 1
    store.n_scripts = 0


cdef inline void bound(Store* store) noexcept nogil:
    """Whoever asks for more than there is room for counts beyond the end: sets that right."""
    store.n_nodes = min(store.n_nodes, store.max_nodes)
    store.n_edges = min(store.n_edges, store.max_edges)


cdef inline bint is_filling(const Store* store) noexcept nogil:
    """Whether more than half of the room is used."""
    return 2 * store.n_nodes > store.max_nodes or 2 * store.n_edges > store.max_edges


cdef inline void enlist(Store* store, uint32_t node) noexcept nogil:
    """Puts a node that is not in the hash table there."""
    cdef uint32_t slot = <uint32_t>mix64(store.nodes[node].key) & store.slot_mask
    while store.slots[slot] != NO_NODE:
        slot = (slot + 1) & store.slot_mask
    store.slots[slot] = node


cdef inline void fade(Edge* edge) noexcept nogil:
    """Lets half of the visits count, and of the sums as much."""
    cdef uint32_t visits = edge.visits // 2
    cdef double share = <double>visits / edge.visits if edge.visits else 0
    edge.visits = visits
    edge.since //= 2
    edge.value *= share
    edge.chance *= share
    edge.score *= share


cdef inline void add_up(Store* store, Node* node) noexcept nogil:
    """A node's visits are those of its edges; none of these was added after more of them."""
    cdef uint32_t at = node.first
    node.visits = 0
    node.value = 0
    while at != NO_EDGE:
        node.visits += store.edges[at].visits
        node.value += store.edges[at].value
        at = store.edges[at].next
    at = node.first
    while at != NO_EDGE:
        store.edges[at].since = min(store.edges[at].since, node.visits)
        at = store.edges[at].next


cdef inline bint forget(Store* store, uint32_t fewest, bint is_fading) noexcept nogil:
    """Drops every node with fewer visits and closes the gaps; of what remains half counts, if it fades. Nobody may be
    walking. Whether there was memory for it."""
    cdef uint32_t* place = <uint32_t*>calloc(store.n_edges, sizeof(uint32_t))   # of each edge afterwards; NO_EDGE: dropped
    cdef uint32_t i, at, n = 1
    cdef Node* node
    if place == NULL:
        return False
    for i in range(1, store.n_nodes):
        at = store.nodes[i].first if store.nodes[i].visits >= fewest else <uint32_t>NO_EDGE
        while at != NO_EDGE:
            place[at] = 1
            at = store.edges[at].next
    for at in range(1, store.n_edges):
        if place[at]:
            place[at] = n
            store.edges[n] = store.edges[at]
            if is_fading:
                fade(&store.edges[n])
            n += 1
    for at in range(1, n):
        store.edges[at].next = place[store.edges[at].next]
    store.n_edges = n
    memset(store.slots, 0, (store.slot_mask + <size_t>1) * sizeof(uint32_t))
    n = 1
    for i in range(1, store.n_nodes):
        if store.nodes[i].visits >= fewest:
            node = &store.nodes[n]
            node[0] = store.nodes[i]
            node.first, node.last = place[node.first], place[node.last]
            add_up(store, node)
            enlist(store, n)
            n += 1
    store.n_nodes = n
    free(place)
    return True


cdef inline uint32_t take_node(Store* store, uint64_t key, Spare* spare) noexcept nogil:
    """A fresh node; NO_NODE if the array is full."""
    cdef uint32_t at
    if spare.first == spare.end:
        if read32(&store.n_nodes) >= store.max_nodes:
            return NO_NODE
        at = take32(&store.n_nodes, store.nodes_at_once)
        if at >= store.max_nodes:
            return NO_NODE
        spare.first, spare.end = at, min(at + store.nodes_at_once, store.max_nodes)
    at = spare.first
    spare.first += 1
    memset(&store.nodes[at], 0, sizeof(Node))
    store.nodes[at].key = key
    return at


cdef inline uint32_t find(Store* store, uint64_t key, Spare* spare, bint* is_new) noexcept nogil:
    """The node with this key, made if there is room; NO_NODE if there is none. `spare` is the caller's own."""
    cdef uint32_t slot = <uint32_t>mix64(key) & store.slot_mask, at, fresh
    is_new[0] = False
    while True:
        at = see32(&store.slots[slot])
        if at == NO_NODE:
            fresh = take_node(store, key, spare)
            if fresh == NO_NODE:
                return NO_NODE
            if claim32(&store.slots[slot], fresh):
                is_new[0] = True
                return fresh
            spare.first -= 1             # taken in vain: another thread was first
            at = see32(&store.slots[slot])
        if store.nodes[at].key == key:
            return at
        slot = (slot + 1) & store.slot_mask


cdef inline uint32_t take_edges(Store* store, uint32_t* n) noexcept nogil:
    """The first of `n` edges in a row, or of as many as there is room for."""
    cdef uint32_t at = read32(&store.n_edges)
    if at < store.max_edges:
        at = take32(&store.n_edges, n[0])
    n[0] = min(n[0], store.max_edges - min(at, store.max_edges))
    return at


cdef inline void add_edge(
    Store* store, Node* node, uint32_t at, action_t action, double prior, int group
) noexcept nogil:
    """Only whoever has claimed `is_widening` adds edges to a node."""
    cdef Edge* edge = &store.edges[at]
    memset(edge, 0, sizeof(Edge))
    edge.action = action
    edge.prior = prior
    edge.since = read32(&node.visits)
    edge.group = <uint8_t>group
    if node.last == NO_EDGE:
        publish32(&node.first, at)
    else:
        publish32(&store.edges[node.last].next, at)
    node.last = at
    write16(&node.n_edges, node.n_edges + 1)


cdef inline void begin_visit(Node* node, Edge* edge, double expected) noexcept nogil:
    """Counts a visit that is under way, so that the other threads look elsewhere. Until its value is known it counts
    with the mean of those before, neither a loss nor a gain."""
    count32(&node.visits, True)
    count32(&edge.visits, True)
    add(&edge.value, expected, True)


cdef inline void end_visit(Edge* edge, double expected, double value, double chance, double score) noexcept nogil:
    """Puts the value that was found in the place of the expected one."""
    add(&edge.value, value - expected, True)
    add(&edge.chance, chance, True)
    add(&edge.score, score, True)


cdef inline void visit(Node* node, Edge* edge, double value, double chance, double score) noexcept nogil:
    """A visit of the only thread, counted when it is over."""
    count32(&node.visits, False)
    add(&node.value, value, False)
    count32(&edge.visits, False)
    add(&edge.value, value, False)
    add(&edge.chance, chance, False)
    add(&edge.score, score, False)
