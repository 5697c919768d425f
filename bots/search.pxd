"""One thread's search tree: flat arrays, bounded by a number of bytes, keyed by what each mover knows."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from bots.guide cimport MAX_PLAN, Guide, action_t
from engine.game cimport Game, move_t
from engine.rng cimport Rng
from engine.state cimport Observation

cdef enum:
    NO_EDGE = 0          # edge and node 0 are never used
    MAX_DEPTH = 256      # decisions in the tree part of one simulation


cdef struct Node:        # a decision: everything its mover knows is in the key
    uint64_t key
    uint32_t first, last           # its edges, a linked list in the order they were widened to
    uint32_t visits
    uint16_t n_edges
    uint8_t is_complete            # every candidate has its edge
    double value                   # sum of the mover's values; in floats sums stand still after some million visits


cdef struct Edge:        # an action in a decision; the sums are the mover's
    action_t action
    uint32_t next
    uint32_t visits
    uint32_t since                 # visits of its node before it was added
    float prior
    uint16_t script                # at the root: where the moves of a plan are kept; 0: nowhere yet
    uint8_t group
    double value                   # sum of what the mover maximises
    double chance                  # sum of winning chances
    double score                   # sum of final scores


cdef struct Script:      # the moves of a plan at the root
    int n
    move_t[MAX_PLAN] moves


cdef struct Knobs:
    double exploration   # weight of the exploration term
    double margin        # share of a value that the score margin makes; the rest is the winning chance
    double width         # actions looked at from the first visit on
    double widening      # and further ones per square root of visits


cdef class Tree:
    cdef readonly Game game
    cdef readonly Guide guide
    cdef readonly uint64_t n_sims          # simulations run for the last decision
    cdef Knobs knobs
    cdef Node* nodes
    cdef Edge* edges
    cdef uint32_t* slots                   # hash table of node numbers
    cdef uint32_t n_nodes, max_nodes, n_edges, max_edges, slot_mask, root
    cdef char* state
    cdef char* ahead                       # a game that is played on, and what its mover sees
    cdef char* view
    cdef move_t* moves
    cdef action_t* actions
    cdef float* priors
    cdef Script* scripts                   # from 1 on
    cdef uint16_t n_scripts

    cdef int seat                          # whose decision it is
    cdef Observation seen                  # and what he sees: of the last search
    cdef bint is_busy                      # some thread is in here

    cdef int enter(self) except -1
    cdef bint is_settled(self, double left) noexcept nogil
    cdef double value_at(self, const void* observation, int price, Rng rng) noexcept nogil
    cdef double margin_of(self, const double* scores, int seat) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef uint32_t find(self, uint64_t key, bint* is_new) noexcept nogil
    cdef void carry_out(self, Edge* edge) noexcept nogil
    cdef uint32_t most_visited(self) noexcept nogil
    cdef void play_ahead(self, int n_decisions, int sims, Rng* dice, Rng* choices) noexcept nogil
    cdef void simulate(self, const void* observation, Rng* rng) noexcept nogil
    cdef void descend(self, Rng* rng, bint is_search, double* chances, double* scores) noexcept nogil
    cdef double value_of(self, const double* chances, const double* scores, int seat) noexcept nogil
    cdef uint32_t choose(self, uint32_t at) noexcept nogil
    cdef void widen(self, Node* node, int room) noexcept nogil
    cdef void add_edge(self, Node* node, action_t action, double prior) noexcept nogil
    cdef uint32_t select(self, const Node* node) noexcept nogil
    cdef double appeal(
        self, double value, double visits, double available, double prior, double unknown
    ) noexcept nogil
