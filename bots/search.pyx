"""Information-set Monte Carlo tree search over the game contract and a guide. `bots/mcts.py` calls it.

Each simulation draws a full state from the root's observation, walks down the tree, adds one node, plays out and adds
the values to every edge it took. A node is found by hashing what its mover knows, so all states that look alike to the
mover share statistics, moves that commute meet again, and dice need no nodes of their own: their outcome is part of what
is known afterwards. Every seat maximises its own value. When the arrays are full no node or edge is added, and the
search goes on with those it has.

Threads walk one tree (`bots/nodes.pxd`) and never wait for each other: each has a walker of its own, visits under way
count already, and whoever finds a decision without actions, since another is listing them, plays out from there.
"""
from math import isfinite

cimport cython
from libc.math cimport INFINITY, sqrt
from libc.stdlib cimport calloc, free, malloc
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from bots.guide cimport MAX_PLAN, PLAN
from bots.nodes cimport (
    LINE, NO_EDGE, NO_NODE, NO_SCRIPT, UNFOLDING, Edge, Node, Script, Spare, add_edge, allocate, begin_visit, bound,
    claim16, claim8, clear, end_visit, find, forget, is_filling, publish16, publish8, read16, read32, read64, read8,
    release, see16, take16, take64, take_edges, visit, write8,
)
from bots.selection cimport SIMS_PER_CHECK, is_settled, select
from engine.crew cimport Crew
from engine.game cimport CHANCE, MAX_SEATS, NOBODY
from engine.rng cimport Stream, mix64
from engine.state cimport Observation

cdef enum:
    MAX_THREADS = 256
    SIMS_PER_LOOK = 4    # at the clock: 20 ns each time, against 20 us and more per simulation
    MAX_KNOB = 1_000_000
    FEWEST_KEPT = 4      # visits of a decision that the next search is told of


BUSY = "another call is searching this tree; make a tree for each caller, or one with several threads"


cdef inline double now() noexcept nogil:
    cdef timespec at
    clock_gettime(CLOCK_MONOTONIC, &at)
    return at.tv_sec + 1e-9 * at.tv_nsec


cdef void do_share(void* tree, int k) noexcept nogil:
    (<Tree>tree).work(k)


@cython.no_gc_clear      # or the crew would be gone before it can be dismissed
cdef class Tree:
    """`search` fills it for one decision, with so many threads; `report` tells what it found. One caller at a time."""

    def __cinit__(self, Guide guide not None, size_t n_bytes, double exploration, double margin, double width,
                  double widening, int threads=1, bint wide=True):
        if guide.game is None or guide.max_candidates < 1:
            raise ValueError("the guide is not made: call its class with a game")
        if not all(0 <= knob <= MAX_KNOB for knob in (exploration, margin, width, widening)):
            raise ValueError(f"exploration, margin, width and widening are numbers from 0 to {MAX_KNOB}")
        if not 1 <= threads <= MAX_THREADS:
            raise ValueError(f"{threads} threads: use 1 to {MAX_THREADS}")
        self.guide = guide
        self.game = guide.game
        self.knobs = Knobs(exploration, margin, width, widening, wide)
        self.n_threads = threads
        allocate(&self.store, n_bytes, guide.max_candidates, guide.max_plans, threads)
        self.make_walkers()

    cdef int make_walkers(self) except -1:
        cdef int n_moves = max(self.game.max_moves, <int>MAX_PLAN), n_actions = self.guide.max_candidates, k
        cdef Walker* walker
        self.walkers = <Walker**>calloc(self.n_threads, sizeof(Walker*))
        if self.walkers == NULL:
            raise MemoryError
        for k in range(self.n_threads):
            walker = self.walkers[k] = <Walker*>calloc(1, sizeof(Walker) + LINE)
            if walker == NULL:
                raise MemoryError
            walker.state = <char*>malloc(self.game.state_size + LINE)
            walker.moves = <move_t*>malloc(n_moves * sizeof(move_t) + LINE)
            walker.actions = <action_t*>malloc(n_actions * sizeof(action_t) + LINE)
            walker.priors = <float*>malloc(n_actions * sizeof(float) + LINE)
            if walker.state == NULL or walker.moves == NULL or walker.actions == NULL or walker.priors == NULL:
                raise MemoryError
        return 0

    def __dealloc__(self):
        cdef int k
        if self.crew is not None:
            self.crew.dismiss()
        release(&self.store)
        if self.walkers == NULL:
            return
        for k in range(self.n_threads):
            if self.walkers[k] != NULL:
                free(self.walkers[k].state)
                free(self.walkers[k].moves)
                free(self.walkers[k].actions)
                free(self.walkers[k].priors)
                free(self.walkers[k])
        free(self.walkers)

    @property
    def size(self):
        """Nodes and edges in use, and how many of each there is room for."""
        cdef Store* store = &self.store
        return store.n_nodes - 1, store.n_edges - 1, store.max_nodes - 1, store.max_edges - 1

    def search(self, Observation seen not None, Stream rng not None, object sims, object deadline, bint settle=False,
               bint more=False, bint keep=False):
        """Runs simulations until `sims` of them are done or the monotonic clock reaches `deadline`; None: no bound. With
        `settle` it stops as soon as the rest cannot change the choice. With `more` it goes on with the tree of the last
        search, which must have been of this very observation; with `keep` what earlier searches of this seat found
        counts on. Releases the GIL. The observer must be the one to move. Returns the number of simulations run."""
        cdef uint64_t n = 0, limit = <uint64_t>-1 if sims is None else sims
        cdef double end = -1 if deadline is None else max(0.0, deadline)
        cdef int k
        if sims is None and deadline is None:
            raise ValueError("a search needs a number of simulations or a time")
        if deadline is not None and not isfinite(deadline):
            raise ValueError(f"a search cannot end at {deadline}")
        if seen.game is not self.game or seen.mover != seen.seat:
            raise ValueError("a search needs an observation of this game by the seat to move")
        if more and (self.root == NO_NODE or seen is not self.seen):
            raise ValueError("a search goes on only with the observation it began with")
        self.enter()
        self.call_crew()
        self.seen = seen
        self.task.observation, self.task.limit, self.task.settle = seen.data, limit, settle
        self.task.start, self.task.end = now(), end
        self.task.n_begun = self.task.is_over = 0
        self.walkers[0].rng = rng.rng
        with nogil:
            if not more:
                if keep:
                    self.go_on()
                else:
                    self.clear()
                for k in range(1, self.n_threads):
                    self.walkers[k].rng.state = mix64(rng.rng.state + <uint64_t>k)
            self.share_out()
            bound(&self.store)
        for k in range(self.n_threads):
            n += self.walkers[k].n_sims
        self.is_busy = False
        self.n_sims = self.n_sims + n if more else n
        rng.rng = self.walkers[0].rng
        return n

    def ponder(self, Observation seen not None, Stream rng not None, int sims):
        """So many simulations from a position in which another seat has to move, by one thread: what they find counts in
        the next search that keeps what is known. Releases the GIL. Whether there is room for more."""
        cdef double[MAX_SEATS] chances, scores
        cdef Walker* walker = self.walkers[0]
        cdef int k
        if seen.game is not self.game or seen.mover in (NOBODY, seen.seat):
            raise ValueError("pondering needs an observation of this game in which another seat moves")
        self.enter()
        self.root = NO_NODE
        with nogil:
            self.is_shared = self.n_threads > 1      # or it would go by sums that several threads do not keep
            for k in range(sims):
                self.game.sample(seen.data, walker.state, &rng.rng)
                self.descend(walker, &rng.rng, False, chances, scores)
            self.is_shared = False
            bound(&self.store)
        self.is_busy = False
        return self.store.n_nodes < self.store.max_nodes

    cdef int call_crew(self) except -1:
        """Threads for the tree's life, once it searches with several."""
        if self.n_threads > 1 and self.crew is None:
            try:
                self.crew = Crew(self.n_threads)
            except BaseException:
                self.is_busy = False
                raise
        return 0

    cdef void share_out(self) noexcept nogil:
        """Does the task with all threads."""
        cdef int k
        for k in range(self.n_threads):
            self.walkers[k].n_sims = 0
        if self.n_threads == 1:
            self.work(0)
            return
        if self.root == NO_NODE and self.task.limit > 0:      # made by one alone: every visit finds actions there
            self.task.n_begun = self.walkers[0].n_sims = 1
            self.simulate(self.walkers[0], self.task.observation, &self.walkers[0].rng)
        self.is_shared = True
        self.crew.run(do_share, <void*>self)
        self.is_shared = False

    cdef void work(self, int k) noexcept nogil:
        """One thread's part of the task: simulations while there are any left to begin."""
        cdef Walker* walker = self.walkers[k]
        cdef Task* task = &self.task
        cdef uint64_t n_mine = 0, n
        while not read8(&task.is_over):
            if task.end >= 0 and n_mine % SIMS_PER_LOOK == 0 and read64(&task.n_begun) > 0 and now() >= task.end:
                break
            n = take64(&task.n_begun, 1)
            if n >= task.limit:
                break
            if task.settle and n % SIMS_PER_CHECK == 0 and n > 0:
                if is_settled(&self.store, self.root, self.n_left(n)):
                    write8(&task.is_over, True)
                    break
            self.simulate(walker, task.observation, &walker.rng)
            n_mine += 1
        walker.n_sims += n_mine

    cdef double n_left(self, uint64_t n) noexcept nogil:
        """Simulations that may still count when `n` are begun: the rest, and those of the other threads that have not
        come to the root."""
        cdef double left = <double>(self.task.limit - n), moment
        if self.task.end >= 0:
            moment = now()
            left = min(left, n * (self.task.end - moment) / (moment - self.task.start))
        return left + self.n_threads - 1

    cdef int enter(self) except -1:
        """A tree has one caller at a time: refuses a second one. Whoever enters sets `is_busy` back."""
        if self.is_busy:
            raise RuntimeError(BUSY)
        self.is_busy = True
        return 0

    def report(self):
        """What the search thinks of each action at the root, in the order they were widened to: (action, group, visits,
        and the sums over visits of value, winning chance and final score of the seat to move)."""
        cdef uint32_t at
        cdef Edge* edge
        rows = []
        if self.is_busy:
            raise RuntimeError(BUSY)
        if self.root == NO_NODE:
            return rows
        at = self.store.nodes[self.root].first
        while at != NO_EDGE:
            edge = &self.store.edges[at]
            rows.append((edge.action, edge.group, edge.visits, edge.value, edge.chance, edge.score))
            at = edge.next
        return rows

    def unfold(self, Observation seen not None, action_t action, Stream rng not None):
        """The moves that an action at the root stands for."""
        cdef Walker* walker = self.walkers[0]
        cdef int i, n
        if seen.game is not self.game or action not in [row[0] for row in self.report()]:
            raise ValueError(f"action {action} is none that this tree reports of a position of its game")
        self.game.sample(seen.data, walker.state, &rng.rng)
        n = self.guide.unfold(walker.state, action, walker.moves)
        return [walker.moves[i] for i in range(n)]

    cdef void clear(self) noexcept nogil:
        self.drop_spares()
        clear(&self.store)
        self.root = NO_NODE

    cdef void go_on(self) noexcept nogil:
        """Keeps what is known for a search from another decision, but for what was hardly visited: it would fill the
        caches. What remains counts half, and less from decision to decision, since play went another way then."""
        cdef uint32_t fewest = FEWEST_KEPT
        self.drop_spares()
        if not forget(&self.store, fewest, True):
            self.clear()
        while is_filling(&self.store):
            if not forget(&self.store, fewest, False):
                self.clear()
            fewest *= 2
        self.root = NO_NODE
        self.store.n_scripts = 0

    cdef void drop_spares(self) noexcept nogil:
        """Nodes that a thread has taken and not used count as never visited."""
        cdef Spare* spare
        cdef int k
        for k in range(self.n_threads):
            spare = &self.walkers[k].spare
            while spare.first < spare.end:
                self.store.nodes[spare.first].visits = 0
                spare.first += 1
            spare.first = spare.end = NO_NODE

    cdef void take_root(self, uint32_t at) noexcept nogil:
        """Searches from this node. If it has been the root before, its plans were unfolded for that search; if it has
        not, not all of its candidates were listed."""
        cdef uint32_t edge = self.store.nodes[at].first
        self.root = at
        self.store.nodes[at].is_complete = False
        while edge != NO_EDGE:
            self.store.edges[edge].script = NO_SCRIPT
            edge = self.store.edges[edge].next

    cdef void carry_out(self, Walker* walker, Edge* edge) noexcept nogil:
        """Plays the moves that an action at the root stands for, unfolded once: only what its mover knows decides them.
        While another thread is at that, the walker unfolds them for itself."""
        cdef uint16_t number
        cdef Script* script = &walker.script
        cdef int i
        if edge.action < PLAN:
            self.game.apply(walker.state, <move_t>edge.action)
            return
        number = see16(&edge.script)
        if number == NO_SCRIPT and claim16(&edge.script, UNFOLDING):
            number = take16(&self.store.n_scripts, 1) + 1
            script = &self.store.scripts[number]
            script.n = self.guide.unfold(walker.state, edge.action, script.moves)
            publish16(&edge.script, number)
        elif number == NO_SCRIPT or number == UNFOLDING:
            script.n = self.guide.unfold(walker.state, edge.action, script.moves)
        else:
            script = &self.store.scripts[number]
        for i in range(script.n):
            self.game.apply(walker.state, script.moves[i])

    cdef void simulate(self, Walker* walker, const void* observation, Rng* rng) noexcept nogil:
        """A simulation of a search: from one of the states that look to the observer like this."""
        cdef double[MAX_SEATS] chances, scores
        self.game.sample(observation, walker.state, rng)
        self.descend(walker, rng, True, chances, scores)

    cdef void descend(self, Walker* walker, Rng* rng, bint is_search, double* chances, double* scores) noexcept nogil:
        """From the present state down the tree, one node further and out. In a search the first decision is the root's,
        whose actions are carried out to the letter."""
        cdef Node* nodes[MAX_DEPTH]
        cdef Edge* edges[MAX_DEPTH]
        cdef int8_t[MAX_DEPTH] movers
        cdef double[MAX_DEPTH] expected
        cdef double[MAX_SEATS] values
        cdef int depth = 0, mover, i
        cdef bint is_new = False
        cdef uint32_t at, taken
        cdef Node* node
        cdef Edge* edge
        while depth < MAX_DEPTH and not is_new:
            mover = self.game.mover(walker.state)
            if mover == NOBODY:
                break
            if mover == CHANCE:
                self.game.apply(walker.state, self.game.roll(walker.state, rng))
                continue
            at = find(&self.store, self.guide.key(walker.state, mover), &walker.spare, &is_new)
            if at == NO_NODE:
                break
            if depth == 0 and is_search and self.root == NO_NODE:
                self.take_root(at)
            node = &self.store.nodes[at]
            taken = self.choose(walker, node, depth == 0 and is_search, &expected[depth])
            if taken == NO_EDGE:
                break
            edge = &self.store.edges[taken]
            if self.is_shared:
                begin_visit(node, edge, expected[depth])
            if depth == 0 and is_search:
                self.carry_out(walker, edge)
            else:
                self.guide.perform(walker.state, edge.action)
            nodes[depth], edges[depth], movers[depth] = node, edge, mover
            depth += 1
        self.guide.playout(walker.state, walker.moves, rng)
        self.guide.evaluate(walker.state, chances, scores)
        for mover in range(self.game.n_seats):
            values[mover] = self.value_of(chances, scores, mover)
        for i in range(depth):
            mover = movers[i]
            if self.is_shared:
                end_visit(edges[i], expected[i], values[mover], chances[mover], scores[mover])
            else:
                visit(nodes[i], edges[i], values[mover], chances[mover], scores[mover])

    cdef double value_of(self, const double* chances, const double* scores, int seat) noexcept nogil:
        """What a seat maximises: its winning chance, and for a small part its margin."""
        return (1 - self.knobs.margin) * chances[seat] + self.knobs.margin * self.margin_of(scores, seat)

    cdef double margin_of(self, const double* scores, int seat) noexcept nogil:
        """A seat's lead over the best other, squeezed between 0 and 1; of a seat alone, its score."""
        cdef int other
        cdef double lead = scores[seat] if self.game.n_seats == 1 else INFINITY
        for other in range(self.game.n_seats):
            if other != seat:
                lead = min(lead, scores[seat] - scores[other])
        return 0.5 + 0.5 * lead / (abs(lead) + self.guide.scale)

    cdef uint32_t choose(self, Walker* walker, Node* node, bint is_root, double* expected) noexcept nogil:
        """The edge to follow from a node in the present state, widened to if it is time; NO_EDGE if there is none."""
        cdef int room = <int>(self.knobs.width + self.knobs.widening * sqrt(<double>read32(&node.visits)))
        if not read8(&node.is_complete) and read16(&node.n_edges) < room and claim8(&node.is_widening):
            self.widen(walker, node, room, is_root)
            publish8(&node.is_widening, False)
        return select(&self.store, node, self.knobs.exploration, self.is_shared, expected)

    cdef void widen(self, Walker* walker, Node* node, int room, bint is_root) noexcept nogil:
        """Gives the best candidates without an edge one while there is room. The key fixes the candidates and their
        order, so the edges there are belong to the first of them. Only for the decision at hand all are listed."""
        cdef int i, n, asked = room if is_root and self.knobs.is_wide else 0
        cdef uint32_t at, n_new
        cdef double total = 0
        n = self.guide.candidates(walker.state, asked, walker.moves, walker.actions, walker.priors)
        if node.n_edges < min(n, room):
            for i in range(n):
                total += walker.priors[i]
            n_new = min(n, room) - node.n_edges
            at = take_edges(&self.store, &n_new)
            for i in range(node.n_edges, node.n_edges + <int>n_new):
                add_edge(&self.store, node, at, walker.actions[i], walker.priors[i] / total,
                         self.guide.group(walker.state, walker.actions[i]))
                at += 1
        write8(&node.is_complete, node.n_edges >= n and (asked == 0 or n < asked))
