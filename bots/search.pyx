"""Information-set Monte Carlo tree search over the game contract and a guide. `bots/mcts.py` calls it.

Each simulation draws a full state from the root's observation, walks down the tree, adds one node, plays out and adds
the values to every edge it took. A node is found by hashing what its mover knows, so all states that look alike to the
mover share statistics, moves that commute meet again, and dice need no nodes of their own: their outcome is part of what
is known afterwards. Every seat maximises its own value. When the arrays are full no node or edge is added, and the
search goes on with those it has.
"""
from math import isfinite

from libc.math cimport INFINITY, sqrt
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset
from posix.time cimport CLOCK_MONOTONIC, clock_gettime, timespec

from bots.guide cimport MAX_GROUPS, MAX_PLAN, PLAN
from engine.game cimport CHANCE, MAX_SEATS, NOBODY
from engine.rng cimport Stream, mix64
from engine.state cimport Observation, State

cdef enum:
    EDGES_PER_NODE = 6   # planned for; whichever array fills first ends the growth
    SIMS_PER_LOOK = 4    # at the clock: 20 ns each time, against 20 us and more per simulation
    SIMS_PER_CHECK = 16  # whether the choice is settled: a walk over the root's edges
    MAX_KNOB = 1_000_000
    STAGES = 4           # of an appraisal, each about a narrower range of prices


cdef inline double now() noexcept nogil:
    cdef timespec at
    clock_gettime(CLOCK_MONOTONIC, &at)
    return at.tv_sec + 1e-9 * at.tv_nsec


cdef class Tree:
    """One thread's tree. `search` fills it for one decision, `report` tells what it found."""

    def __cinit__(self, Guide guide not None, size_t n_bytes, double exploration, double margin, double width,
                  double widening):
        if guide.game is None or guide.max_candidates < 1:
            raise ValueError("the guide is not made: call its class with a game")
        if not all(0 <= knob <= MAX_KNOB for knob in (exploration, margin, width, widening)):
            raise ValueError(f"exploration, margin, width and widening are numbers from 0 to {MAX_KNOB}")
        cdef size_t per_node = sizeof(Node) + EDGES_PER_NODE * sizeof(Edge) + 4 * sizeof(uint32_t)
        self.guide = guide
        self.game = guide.game
        self.knobs = Knobs(exploration, margin, width, widening)
        self.max_nodes = <uint32_t>max(2, min(n_bytes // per_node, <size_t>1 << 30))
        self.max_edges = self.max_nodes * EDGES_PER_NODE + self.guide.max_candidates
        self.slot_mask = 1
        while self.slot_mask < 2 * self.max_nodes:
            self.slot_mask *= 2
        self.slot_mask -= 1
        self.nodes = <Node*>malloc(self.max_nodes * sizeof(Node))
        self.edges = <Edge*>malloc(self.max_edges * sizeof(Edge))
        self.slots = <uint32_t*>calloc(self.slot_mask + <size_t>1, sizeof(uint32_t))
        self.state = <char*>malloc(self.game.state_size)
        self.ahead = <char*>malloc(self.game.state_size)
        self.view = <char*>malloc(self.game.observation_size)
        self.moves = <move_t*>malloc(max(self.game.max_moves, <int>MAX_PLAN) * sizeof(move_t))
        self.actions = <action_t*>malloc(self.guide.max_candidates * sizeof(action_t))
        self.priors = <float*>malloc(self.guide.max_candidates * sizeof(float))
        self.scripts = <Script*>malloc((self.guide.max_plans + 1) * sizeof(Script))
        if (self.nodes == NULL or self.edges == NULL or self.slots == NULL or self.state == NULL
                or self.ahead == NULL or self.view == NULL or self.moves == NULL or self.actions == NULL or self.priors == NULL
                or self.scripts == NULL):
            raise MemoryError
        self.n_nodes = self.n_edges = 1

    def __dealloc__(self):
        free(self.nodes)
        free(self.edges)
        free(self.slots)
        free(self.state)
        free(self.ahead)
        free(self.view)
        free(self.moves)
        free(self.actions)
        free(self.priors)
        free(self.scripts)

    @property
    def size(self):
        """Nodes and edges in use, and how many of each there is room for."""
        return self.n_nodes - 1, self.n_edges - 1, self.max_nodes - 1, self.max_edges - 1

    def search(self, Observation seen not None, Stream rng not None, object sims, object deadline, bint settle=False,
               bint more=False):
        """Runs simulations until `sims` of them are done or the monotonic clock reaches `deadline`; None: no bound. With
        `settle` it stops as soon as the rest cannot change the choice. With `more` it goes on with the tree of the last
        search, which must have been of this very observation. Releases the GIL. The observer must be the one to move.
        Returns the number of simulations run."""
        cdef uint64_t n = 0, limit = <uint64_t>-1 if sims is None else sims
        cdef double end = -1 if deadline is None else max(0.0, deadline)
        cdef double start = now(), left, moment
        cdef Rng stream = rng.rng
        if sims is None and deadline is None:
            raise ValueError("a search needs a number of simulations or a time")
        if deadline is not None and not isfinite(deadline):
            raise ValueError(f"a search cannot end at {deadline}")
        if seen.game is not self.game or seen.mover != seen.seat:
            raise ValueError("a search needs an observation of this game by the seat to move")
        if more and (self.root == 0 or seen is not self.seen):
            raise ValueError("a search goes on only with the observation it began with")
        self.enter()
        self.seat = seen.seat
        self.seen = seen
        with nogil:
            if not more:
                self.clear()
                self.root = 0
            while n < limit:
                if end >= 0 and n % SIMS_PER_LOOK == 0 and n > 0 and now() >= end:
                    break
                if settle and n % SIMS_PER_CHECK == 0 and n > 0:
                    left = <double>(limit - n)
                    if end >= 0:
                        moment = now()
                        left = min(left, n * (end - moment) / (moment - start))
                    if self.is_settled(left):
                        break
                self.simulate(seen.data, &stream)
                n += 1
        self.is_busy = False
        self.n_sims = self.n_sims + n if more else n
        rng.rng = stream
        return n

    def foresee(self, State state not None, const uint64_t[::1] lucks not None, int sims, double[:, ::1] rows not None,
                int n_ahead=0, int sims_ahead=1):
        """How a game goes on from this very state, once for each luck: each row gets the winning chances of all seats, then
        their expected final scores. The first `n_ahead` decisions are played, each by a search of `sims_ahead` from what
        its mover sees. Then with `sims` of 1 a luck is one playout; with more it is a search that starts there, whoever
        moves, and what its second half found. Equal lucks in two states make two rows comparable: whatever is played, the
        dice are the same. Releases the GIL."""
        cdef double[MAX_SEATS] chances, scores
        cdef int i, k, seat, n = self.game.n_seats, first = sims // 2
        cdef Rng rng, dice
        if state.game is not self.game or min(sims, sims_ahead) < 1 or n_ahead < 0:
            raise ValueError("foreseeing needs a state of this game and at least one simulation")
        if rows.shape[0] != lucks.shape[0] or rows.shape[1] != 2 * n:
            raise ValueError(f"{lucks.shape[0]} lucks of {n} seats need as many rows of {2 * n} numbers")
        self.enter()
        self.root = 0
        with nogil:
            for i in range(<int>lucks.shape[0]):
                rng.state = lucks[i]
                memcpy(self.ahead, state.data, self.game.state_size)
                if n_ahead > 0:
                    dice.state = mix64(lucks[i])
                    self.play_ahead(n_ahead, sims_ahead, &dice, &rng)
                    self.root = 0
                if sims > 1:
                    self.clear()
                for seat in range(2 * n):
                    rows[i, seat] = 0
                for k in range(sims):
                    memcpy(self.state, self.ahead, self.game.state_size)
                    if sims > 1:
                        self.descend(&rng, False, chances, scores)
                    else:
                        self.guide.playout(self.state, self.moves, &rng)
                        self.guide.evaluate(self.state, chances, scores)
                    if k >= first:
                        for seat in range(n):
                            rows[i, seat] += chances[seat] / (sims - first)
                            rows[i, n + seat] += scores[seat] / (sims - first)
        self.is_busy = False

    cdef void play_ahead(self, int n_decisions, int sims, Rng* dice, Rng* choices) noexcept nogil:
        """Plays the game that is in `ahead` on, by short searches, for so many decisions or to its end."""
        cdef int mover, k
        while n_decisions > 0:
            mover = self.game.mover(self.ahead)
            if mover == NOBODY:
                return
            if mover == CHANCE:
                self.game.apply(self.ahead, self.game.roll(self.ahead, dice))
                continue
            if self.game.legal(self.ahead, self.moves) == 1:
                self.game.apply(self.ahead, self.moves[0])
                continue
            self.clear()
            self.root = 0
            self.seat = mover
            self.game.observe(self.ahead, mover, self.view)
            for k in range(sims):
                self.simulate(self.view, choices)
            memcpy(self.state, self.ahead, self.game.state_size)
            self.carry_out(&self.edges[self.most_visited()])
            memcpy(self.ahead, self.state, self.game.state_size)
            n_decisions -= 1

    cdef uint32_t most_visited(self) noexcept nogil:
        """The root's most visited edge of the most visited kind; of equals the one of higher value."""
        cdef double[MAX_GROUPS] visits
        cdef uint32_t at, best = NO_EDGE
        cdef int group, leader = 0
        cdef Edge* edge
        for group in range(MAX_GROUPS):
            visits[group] = 0
        at = self.nodes[self.root].first
        while at != NO_EDGE:
            visits[self.edges[at].group] += self.edges[at].visits
            at = self.edges[at].next
        for group in range(MAX_GROUPS):
            if visits[group] > visits[leader]:
                leader = group
        at = self.nodes[self.root].first
        while at != NO_EDGE:
            edge = &self.edges[at]
            if edge.group == leader and (
                best == NO_EDGE or edge.visits > self.edges[best].visits
                or (edge.visits == self.edges[best].visits and edge.value > self.edges[best].value)
            ):
                best = at
            at = edge.next
        return best

    cdef int enter(self) except -1:
        """A tree is one thread's: refuses a second one. Whoever enters sets `is_busy` back."""
        if self.is_busy:
            raise RuntimeError("another thread is searching this tree; make a tree for each thread")
        self.is_busy = True
        return 0

    def report(self):
        """What the search thinks of each action at the root, in the order they were widened to: (action, group, visits,
        and the sums over visits of value, winning chance and final score of the seat to move)."""
        cdef uint32_t at
        cdef Edge* edge
        rows = []
        if self.is_busy:
            raise RuntimeError("another thread is searching this tree; make a tree for each thread")
        if self.root == 0:
            return rows
        at = self.nodes[self.root].first
        while at != NO_EDGE:
            edge = &self.edges[at]
            rows.append((edge.action, edge.group, edge.visits, edge.value, edge.chance, edge.score))
            at = edge.next
        return rows

    def unfold(self, Observation seen not None, action_t action, Stream rng not None):
        """The moves that an action at the root stands for."""
        cdef int i, n
        if seen.game is not self.game or action not in [row[0] for row in self.report()]:
            raise ValueError(f"action {action} is none that this tree reports of a position of its game")
        self.game.sample(seen.data, self.state, &rng.rng)
        n = self.guide.unfold(self.state, action, self.moves)
        return [self.moves[i] for i in range(n)]

    def appraise(self, Observation seen not None, Stream rng not None, int n):
        """In an auction the price up to which winning is worth it to the observer, else None: where the margin after
        winning at a price falls to that after leaving the auction, by `n` pairs of playouts with the same sample and luck.
        A line is fitted to their differences over a range of prices that closes in on the last estimate."""
        cdef int stage, k, low, high, price
        cdef double judged, centre, spread, gap, weight, x, y, xx, xy, slope
        cdef Rng luck
        if seen.game is not self.game:
            raise ValueError("an appraisal needs an observation of this game")
        self.enter()
        self.game.sample(seen.data, self.state, &rng.rng)
        centre = self.guide.worth(self.state)
        if centre < 0:
            self.is_busy = False
            return None
        self.seat = seen.seat
        self.guide.prices(self.state, self.moves, &low, &high)
        if high == 0 or n < 2 * STAGES:
            self.is_busy = False
            return int(centre)
        judged = centre
        with nogil:
            spread = max(12.0, centre)
            weight = x = y = xx = xy = 0
            for stage in range(STAGES):
                centre = min(max(centre, <double>low), <double>high)
                # Older stages count half: a line through a narrow range alone has hardly a slope.
                weight, x, y, xx, xy = weight / 2, x / 2, y / 2, xx / 2, xy / 2
                for k in range(n // STAGES):
                    gap = spread * (k + 0.5) / (n // STAGES) * (1 if k & 1 else -1)      # from the middle outwards
                    price = <int>min(max(centre + gap + 0.5, <double>low), <double>high)
                    luck.state = mix64(rng.rng.state + <uint64_t>(stage * n + k))
                    gap = self.value_at(seen.data, price, luck) - self.value_at(seen.data, 0, luck)
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
        self.is_busy = False
        # Below the lowest bid nothing was tried: the judgement is better than a line drawn on.
        return int(centre) if centre >= low else int(min(judged, low - 1))

    cdef double value_at(self, const void* observation, int price, Rng rng) noexcept nogil:
        """The observer's margin in one sampled state after winning at a price, or, with 0, after leaving the auction.
        Winning chances would be the measure, but they are mostly 0 or 1 at the end, and no price came out the same twice."""
        cdef double[MAX_SEATS] chances, scores
        cdef Rng luck
        self.game.sample(observation, self.state, &rng)
        luck.state = mix64(rng.state)
        self.guide.conclude(self.state, price, &rng)
        rng = luck                                   # the same again, however many draws that took
        self.guide.playout(self.state, self.moves, &rng)
        self.guide.evaluate(self.state, chances, scores)
        return self.margin_of(scores, self.seat)

    cdef bint is_settled(self, double left) noexcept nogil:
        """Whether `left` further simulations can make no other kind of action, and no other of its kind, most visited."""
        cdef double[MAX_GROUPS] visits, best, second
        cdef uint32_t at = self.nodes[self.root].first
        cdef Edge* edge
        cdef int group, leader = 0
        for group in range(MAX_GROUPS):
            visits[group] = best[group] = second[group] = 0
        while at != NO_EDGE:
            edge = &self.edges[at]
            group = edge.group
            visits[group] += edge.visits
            second[group] = max(second[group], min(best[group], <double>edge.visits))
            best[group] = max(best[group], <double>edge.visits)
            at = edge.next
        for group in range(MAX_GROUPS):
            if visits[group] > visits[leader]:
                leader = group
        for group in range(MAX_GROUPS):
            if group != leader and visits[leader] - visits[group] <= left:
                return False
        return best[leader] - second[leader] > left

    cdef void clear(self) noexcept nogil:
        memset(self.slots, 0, (self.slot_mask + <size_t>1) * sizeof(uint32_t))
        self.n_nodes = self.n_edges = 1
        self.n_scripts = 0

    cdef uint32_t find(self, uint64_t key, bint* is_new) noexcept nogil:
        """The node with this key, made if there is room; 0 if there is none."""
        cdef uint32_t slot = <uint32_t>mix64(key) & self.slot_mask, at
        cdef Node* node
        is_new[0] = False
        while self.slots[slot]:
            at = self.slots[slot]
            if self.nodes[at].key == key:
                return at
            slot = (slot + 1) & self.slot_mask
        if self.n_nodes == self.max_nodes:
            return 0
        at = self.slots[slot] = self.n_nodes
        self.n_nodes += 1
        node = &self.nodes[at]
        memset(node, 0, sizeof(Node))
        node.key = key
        is_new[0] = True
        return at

    cdef void carry_out(self, Edge* edge) noexcept nogil:
        """Plays the moves that an action at the root stands for, unfolded once: only what its mover knows decides them."""
        cdef Script* script
        cdef int i
        if edge.action < PLAN:
            self.game.apply(self.state, <move_t>edge.action)
            return
        if edge.script == 0:
            self.n_scripts += 1
            edge.script = self.n_scripts
            self.scripts[edge.script].n = self.guide.unfold(self.state, edge.action, self.scripts[edge.script].moves)
        script = &self.scripts[edge.script]
        for i in range(script.n):
            self.game.apply(self.state, script.moves[i])

    cdef void simulate(self, const void* observation, Rng* rng) noexcept nogil:
        """A simulation of a search: from one of the states that look to the observer like this."""
        cdef double[MAX_SEATS] chances, scores
        self.game.sample(observation, self.state, rng)
        self.descend(rng, True, chances, scores)

    cdef void descend(self, Rng* rng, bint is_search, double* chances, double* scores) noexcept nogil:
        """From the present state down the tree, one node further and out. In a search the first decision is the root's,
        whose actions are carried out to the letter."""
        cdef uint32_t[MAX_DEPTH] path, places
        cdef int8_t[MAX_DEPTH] movers
        cdef double[MAX_SEATS] values
        cdef int depth = 0, mover, i
        cdef bint is_new = False
        cdef uint32_t at, taken
        cdef Edge* edge
        while depth < MAX_DEPTH and not is_new:
            mover = self.game.mover(self.state)
            if mover == NOBODY:
                break
            if mover == CHANCE:
                self.game.apply(self.state, self.game.roll(self.state, rng))
                continue
            at = self.find(self.guide.key(self.state, mover), &is_new)
            if at == 0:
                break
            if depth == 0 and is_search:
                self.root = at
            taken = self.choose(at)
            if taken == NO_EDGE:
                break
            if depth == 0 and is_search:
                self.carry_out(&self.edges[taken])
            else:
                self.guide.perform(self.state, self.edges[taken].action)
            path[depth], places[depth], movers[depth] = taken, at, mover
            depth += 1
        self.guide.playout(self.state, self.moves, rng)
        self.guide.evaluate(self.state, chances, scores)
        for mover in range(self.game.n_seats):
            values[mover] = self.value_of(chances, scores, mover)
        for i in range(depth):
            mover = movers[i]
            self.nodes[places[i]].visits += 1
            self.nodes[places[i]].value += values[mover]
            edge = &self.edges[path[i]]
            edge.visits += 1
            edge.value += values[mover]
            edge.chance += chances[mover]
            edge.score += scores[mover]

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

    cdef uint32_t choose(self, uint32_t at) noexcept nogil:
        """The edge to follow from a node in the present state, widened to if it is time; NO_EDGE if there is none."""
        cdef Node* node = &self.nodes[at]
        cdef int room = <int>(self.knobs.width + self.knobs.widening * sqrt(<double>node.visits))
        if not node.is_complete and node.n_edges < room:
            self.widen(node, room)
        return self.select(node)

    cdef void widen(self, Node* node, int room) noexcept nogil:
        """Gives the best candidates without an edge one while there is room. The key fixes the candidates and their
        order, so the edges there are belong to the first of them."""
        cdef int i, n = self.guide.candidates(self.state, self.moves, self.actions, self.priors)
        cdef double total = 0
        for i in range(n):
            total += self.priors[i]
        for i in range(node.n_edges, min(n, room)):
            if self.n_edges == self.max_edges:
                return
            self.add_edge(node, self.actions[i], self.priors[i] / total)
        node.is_complete = node.n_edges == n

    cdef void add_edge(self, Node* node, action_t action, double prior) noexcept nogil:
        cdef uint32_t at = self.n_edges
        cdef Edge* edge = &self.edges[at]
        self.n_edges += 1
        memset(edge, 0, sizeof(Edge))
        edge.action = action
        edge.prior = prior
        edge.since = node.visits
        edge.group = <uint8_t>self.guide.group(self.state, action)
        if node.first == NO_EDGE:
            node.first = at
        else:
            self.edges[node.last].next = at
        node.last = at
        node.n_edges += 1

    cdef uint32_t select(self, const Node* node) noexcept nogil:
        """First the kind of action, then the action, each by value plus exploration."""
        cdef double[MAX_GROUPS] prior, value, visits, available
        cdef double unknown = node.value / node.visits if node.visits else 0.5
        cdef double worth, best = -1e30
        cdef uint32_t at, found = NO_EDGE
        cdef int group, n_groups = 0, chosen = 0
        cdef Edge* edge
        for group in range(MAX_GROUPS):
            prior[group] = value[group] = visits[group] = available[group] = 0
        at = node.first
        while at != NO_EDGE:
            edge = &self.edges[at]
            group = edge.group
            n_groups += prior[group] == 0
            prior[group] += edge.prior
            value[group] += edge.value
            visits[group] += edge.visits
            available[group] = max(available[group], <double>(node.visits + 1 - edge.since))
            chosen = group
            at = edge.next
        if n_groups > 1:
            for group in range(MAX_GROUPS):
                if prior[group] > 0:
                    worth = self.appeal(value[group], visits[group], available[group], prior[group], unknown)
                    if worth > best:
                        best, chosen = worth, group
        best = -1e30
        at = node.first
        while at != NO_EDGE:
            edge = &self.edges[at]
            if edge.group == chosen:
                worth = self.appeal(edge.value, edge.visits,
                                    min(visits[chosen] + 1, <double>(node.visits + 1 - edge.since)),
                                    edge.prior / prior[chosen], unknown)
                if worth > best:
                    best, found = worth, at
            at = edge.next
        return found

    cdef double appeal(self, double value, double visits, double available, double prior,
                       double unknown) noexcept nogil:
        cdef double mean = value / visits if visits > 0 else unknown
        return mean + self.knobs.exploration * prior * sqrt(available) / (1 + visits)
