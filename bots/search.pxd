"""A search tree: one for all threads, bounded by a number of bytes, keyed by what each mover knows."""
from libc.stdint cimport int8_t, uint8_t, uint16_t, uint32_t, uint64_t

from bots.guide cimport Guide, action_t
from bots.nodes cimport LINE, Edge, Node, Script, Spare, Store
from engine.crew cimport Crew
from engine.game cimport Game, move_t
from engine.rng cimport Rng
from engine.state cimport Observation

cdef enum:
    MAX_DEPTH = 256      # decisions in the tree part of one simulation


cdef struct Knobs:
    double exploration   # weight of the exploration term
    double margin        # share of a value that the score margin makes; the rest is the winning chance
    double width         # actions looked at from the first visit on
    double widening      # and further ones per square root of visits
    bint is_wide         # for the decision at hand rarer ones too


cdef struct Walker:      # what a thread has for itself
    char* state
    move_t* moves
    action_t* actions
    float* priors
    Rng rng
    uint64_t n_sims                        # simulations of this task
    Spare spare
    Script script


cdef struct Task:        # what the threads do together
    const void* observation
    uint64_t limit                         # of simulations
    double start, end                      # on the monotonic clock; no end: negative
    bint settle
    char[LINE] before
    uint64_t n_begun
    uint8_t is_over
    char[LINE] behind


cdef class Tree:
    cdef readonly Game game
    cdef readonly Guide guide
    cdef readonly uint64_t n_sims          # simulations run for the last decision
    cdef readonly int n_threads
    cdef Knobs knobs
    cdef Store store
    cdef uint32_t root
    cdef Walker** walkers                  # one for each thread; the caller's own is the first
    cdef Crew crew                         # made by the first search
    cdef Task task
    cdef bint is_shared                    # several threads are walking

    cdef Observation seen                  # by whoever decides: of the last search
    cdef bint is_busy                      # some caller is in here

    cdef int make_walkers(self) except -1
    cdef int enter(self) except -1
    cdef int call_crew(self) except -1
    cdef void share_out(self) noexcept nogil
    cdef void work(self, int k) noexcept nogil
    cdef double n_left(self, uint64_t n) noexcept nogil
    cdef double margin_of(self, const double* scores, int seat) noexcept nogil
    cdef void clear(self) noexcept nogil
    cdef void go_on(self) noexcept nogil
    cdef void drop_spares(self) noexcept nogil
    cdef void take_root(self, uint32_t at) noexcept nogil
    cdef void carry_out(self, Walker* walker, Edge* edge) noexcept nogil
    cdef void simulate(self, Walker* walker, const void* observation, Rng* rng) noexcept nogil
    cdef void descend(
        self, Walker* walker, Rng* rng, bint is_search, double* chances, double* scores
    ) noexcept nogil
    cdef double value_of(self, const double* chances, const double* scores, int seat) noexcept nogil
    cdef uint32_t choose(self, Walker* walker, Node* node, bint is_root, double* expected) noexcept nogil
    cdef void widen(self, Walker* walker, Node* node, int room, bint is_root) noexcept nogil
