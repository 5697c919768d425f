"""What the search knows of Planet Steam: candidates, whole turns as plans, the playout policy."""
from libc.math cimport INFINITY
from libc.stdint cimport int16_t, uint64_t
from libc.string cimport memcpy, memset

from bots.guide cimport PLAN, Guide, action_t
from bots.layers cimport load_layers
from bots.planet_steam.building cimport TurnPlan
from bots.planet_steam.candidates cimport (
    MAX_CANDIDATES, POWER_PLAN, List, add_rare_turns, list_candidates, plan_numbered, sort_by_weight,
)
from bots.planet_steam.policy cimport is_bidding, marks_to_come, play_turn, power
from bots.planet_steam.tank_turn cimport Script, layout_value, solve, tank_turn
from bots.planet_steam.value cimport MAX_ROUNDS_LEFT, N_FEATURES, Seats, fill_features, fill_seats, judge, rounds_to_come
from bots.planet_steam.values cimport Worth, bid_limit, fill_units, fill_worth
from engine.game cimport CHANCE, NOBODY, hash_bytes, move_t
from engine.planet_steam.rules cimport play_move
from engine.planet_steam.game cimport PlanetSteam
from engine.planet_steam.state cimport (
    ACTIVATION, ARGUMENT, EXTRACTION, FREELANCE_BID, N_RESOURCES, SPECIALIST_BID, TANK_PHASE, TRADE, ZONE_BID,
    VERB_SHIFT, V_BID, V_EXTRACT, V_PASS, V_POWER, Position, Tables, count, lowest, make,
)
from engine.rng cimport Rng, mix64, uniform
from engine.state cimport State

from bots.fitted import load_guide_weights, load_stakes, load_value
from bots.network import checked
from bots.planet_steam.weights import DEFAULT, GUIDE, STAKES, VALUE
from bots.players import check_finite
from engine.game import check_same


# Kinds of decisions by phase, for the thought they deserve; all others are one kind.
KINDS = {
    SPECIALIST_BID: "specialist bid", ZONE_BID: "zone bid", FREELANCE_BID: "freelance bid", ACTIVATION: "tank turn",
    TANK_PHASE: "tank turn", EXTRACTION: "extraction", TRADE: "trade",
}


cdef double RARE = 0.05      # weight of a turn that only a long search looks at: below all others


cdef int check_seat(one, other, seat) except -1:
    check_same(one, other)
    if not 0 <= seat < other.n_seats:
        raise ValueError(f"no seat {seat}: seats are 0 to {other.n_seats - 1}")
    return 0


cdef inline bint is_turn(const Position* s) noexcept nogil:
    return s.phase == ACTIVATION or s.phase == TANK_PHASE


cdef class PlanetSteamGuide(Guide):
    def __init__(self, PlanetSteam game not None, dict weights=None, double noise=0.1, int horizon=0,
                 dict model=None):
        super().__init__(game)
        check_finite(weights or {}, noise)
        self.planet = game
        self.horizon = horizon
        if horizon:
            if model is None:
                model = load_value(VALUE, "networks")["networks"][game.n_seats - 2]
            load_layers(&self.model, checked(model, N_FEATURES, MAX_ROUNDS_LEFT))
        self.weights = load_guide_weights(GUIDE, game.n_seats, DEFAULT) if weights is None else weights
        self.weigh(load_stakes(STAKES, game.n_seats))
        self.noise = noise
        self.max_candidates = self.max_plans = MAX_CANDIDATES
        self.scale = 50

    def weigh(self, dict stakes not None):
        """Lets decisions of these kinds deserve so much thought."""
        cdef int phase
        missing = sorted({*KINDS.values(), "other"} - stakes.keys())
        if missing or not all(0 < stake < INFINITY for stake in stakes.values()):
            raise ValueError(f"stakes must be numbers above 0, of {', '.join(missing or stakes)}")
        for phase in range(N_PHASES):
            self.stakes[phase] = stakes[KINDS.get(phase, "other")]
        self.top_stake = max(stakes.values())

    cdef double stake(self, const void* state) noexcept nogil:
        return self.stakes[(<const Position*>state).phase]

    cdef uint64_t key(self, const void* state, int seat) noexcept nogil:
        """The board and the mover's credits: what is known of the others' totals decides no candidate."""
        cdef Position s
        cdef int16_t credits
        memcpy(&s, state, sizeof(Position))      # an assignment need not copy what lies between the fields
        credits = s.credits[seat]
        memset(s.credits, 0, sizeof(s.credits))
        memset(s.below, 0, sizeof(s.below))
        memset(s.above, 0, sizeof(s.above))
        s.credits[seat] = credits
        return hash_bytes(&s, sizeof(Position)) + mix64(<uint64_t>seat)

    cdef int candidates(
        self, const void* state, int room, move_t* moves, action_t* actions, float* priors
    ) noexcept nogil:
        cdef const Position* s = <const Position*>state
        cdef List found
        cdef int i
        list_candidates(&self.planet.tables, s, &self.weights, moves, &found)
        if is_turn(s):
            self.merge_turns(s, &found, room)
        for i in range(found.n):
            actions[i] = found.actions[i]
            priors[i] = <float>found.weights[i]
        return found.n

    cdef void merge_turns(self, const Position* s, List* found, int room) noexcept nogil:
        """Plans that lead to the same position become one, with the highest of their weights. What is bought tells them
        apart; how it is best arranged follows from that. Rare ones come behind, if there is room for more: they weigh
        less than any other, so that no weight is changed by one that comes to the same."""
        cdef uint64_t[MAX_CANDIDATES] results
        cdef int n = self.merge(s, found, results, 0, 0)
        found.n = n
        sort_by_weight(found)
        if n < room:
            add_rare_turns(&self.planet.tables, s, found, RARE)
            found.n = self.merge(s, found, results, n, n)

    cdef int merge(self, const Position* s, List* found, uint64_t* results, int first, int n) noexcept nogil:
        """Merges those from `first` on with the `n` that are merged already; returns how many there are then."""
        cdef Position after
        cdef uint64_t result
        cdef int i, j
        for i in range(first, found.n):
            memcpy(&after, s, sizeof(Position))    # with its padding, which an assignment need not copy
            self.perform(&after, found.actions[i])
            result = hash_bytes(&after, sizeof(Position))
            for j in range(n):
                if results[j] == result:
                    found.weights[j] = max(found.weights[j], found.weights[i])
                    break
            else:
                results[n] = result
                found.actions[n], found.weights[n] = found.actions[i], found.weights[i]
                n += 1
        return n

    cdef int group(self, const void* state, action_t action) noexcept nogil:
        """In an auction: pass, or bid and then a price."""
        return action >> VERB_SHIFT == V_BID

    cdef int unfold(self, const void* state, action_t action, move_t* moves) noexcept nogil:
        cdef Position s = (<const Position*>state)[0]
        cdef Script script
        cdef TurnPlan plan
        cdef Worth worth
        cdef uint64_t chosen
        cdef int n = 0
        if action < PLAN:
            moves[0] = <move_t>action
            return 1
        if action & POWER_PLAN:
            fill_units(&self.planet.tables, &s, &self.weights, s.mover, &worth)
            chosen = marks_to_come(&self.planet.tables, &s, &worth, <int>(action & 63))
            while chosen:
                moves[n] = make(V_POWER, lowest(chosen))
                chosen &= chosen - 1
                n += 1
            moves[n] = make(V_EXTRACT, 0)
            return n + 1
        script.n = 0
        plan = plan_numbered(action, True)
        tank_turn(&self.planet.tables, &s, &self.weights, &plan, &script)
        memcpy(moves, script.moves, script.n * sizeof(move_t))
        return script.n

    cdef void perform(self, void* state, action_t action) noexcept nogil:
        """Arranges tanks less carefully than `unfold`: looking through all arrangements in the tree made a search in the
        last rounds up to 30 times slower."""
        cdef Position* s = <Position*>state
        cdef Script script
        cdef TurnPlan plan
        if action < PLAN:
            play_move(&self.planet.tables, s, <move_t>action)
        elif action & POWER_PLAN:
            power(&self.planet.tables, s, &self.weights, <int>(action & 63))
        else:
            script.n = 0
            plan = plan_numbered(action, False)
            tank_turn(&self.planet.tables, s, &self.weights, &plan, &script)

    cdef void stray(self, Position* s, move_t* moves, Rng* rng) noexcept nogil:
        """Plays any candidate, the likely ones more often: what makes playouts differ."""
        cdef List found
        cdef double point = 0
        cdef int i
        list_candidates(&self.planet.tables, s, &self.weights, moves, &found)
        for i in range(found.n):
            point += found.weights[i]
        point *= uniform(rng)
        for i in range(found.n):
            point -= found.weights[i]
            if point < 0 or i == found.n - 1:
                self.perform(s, found.actions[i])
                return

    cdef void playout(self, void* state, move_t* moves, Rng* rng) noexcept nogil:
        """To the end of the game, or for `horizon` rounds, this one included."""
        cdef Position* s = <Position*>state
        cdef const Tables* t = &self.planet.tables
        cdef int last = s.round + self.horizon - 1 if self.horizon else t.n_rounds
        while s.mover != NOBODY and s.round <= last:
            if s.mover == CHANCE:
                play_move(t, s, self.planet.roll(s, rng))
            elif self.noise > 0 and uniform(rng) < self.noise:
                self.stray(s, moves, rng)
            else:
                play_turn(t, s, &self.weights, rng, self.noise)

    cdef void evaluate(self, const void* state, double* chances, double* scores) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.mover == NOBODY or self.horizon == 0:
            self.planet.result(state, chances)
            self.planet.score(state, scores)
        else:
            judge(&self.planet.tables, s, &self.model, chances, scores)

    cdef double worth(self, const void* state) noexcept nogil:
        cdef const Position* s = <const Position*>state
        return bid_limit(&self.planet.tables, s, &self.weights, s.mover) if is_bidding(s) else -1

    cdef void prices(self, const void* state, move_t* moves, int* low, int* high) noexcept nogil:
        cdef int i, n = self.planet.legal(state, moves)
        low[0] = high[0] = 0
        for i in range(n):
            if moves[i] >> VERB_SHIFT == V_BID:
                high[0] = moves[i] & ARGUMENT
                low[0] = low[0] if low[0] else high[0]

    cdef void conclude(self, void* state, int price, Rng* rng) noexcept nogil:
        """The winner bids and all others pass. Who leaves it passes when he is asked again; an opener must bid 1 first, and
        the next seat that can outbids him, as otherwise he might not get rid of it."""
        cdef Position* s = <Position*>state
        cdef const Tables* t = &self.planet.tables
        cdef int i, me = s.mover, n_others = count(s.in_auction) - 1
        if price:
            play_move(t, s, make(V_BID, price))
            for i in range(n_others):
                play_move(t, s, make(V_PASS, 0))
            return
        if s.bid == 0:
            play_move(t, s, make(V_BID, 1))
            while is_bidding(s) and s.bid == 1 and s.mover != me:
                play_move(t, s, make(V_BID, 2) if s.credits[s.mover] >= 2 else make(V_PASS, 0))
            while is_bidding(s) and s.bid > 1 and s.mover != me:
                play_turn(t, s, &self.weights, rng, self.noise)
        if is_bidding(s) and s.bid > 0 and s.mover == me:
            play_move(t, s, make(V_PASS, 0))

    def features(self, State state not None):
        """What the value model sees of each seat."""
        check_same(state.game, self.game)
        cdef float[N_FEATURES] x
        cdef Seats seats
        cdef int seat, i
        rows = []
        fill_seats(&self.planet.tables, <const Position*>state.data, &seats)
        for seat in range(self.planet.n_seats):
            fill_features(&self.planet.tables, <const Position*>state.data, &seats, seat, x)
            rows.append([x[i] for i in range(N_FEATURES)])
        return rows

    def rounds_left(self, State state not None):
        """At the start of a round: how many are to be played, it included."""
        check_same(state.game, self.game)
        return rounds_to_come(&self.planet.tables, <const Position*>state.data)

    def arrangement(self, State state not None, int seat, bint is_careful):
        """Where the tanks of a seat should stand: for each resource what a unit is worth, and a bit set of zones."""
        check_seat(state.game, self.game, seat)
        cdef uint64_t[N_RESOURCES] target
        cdef Worth worth
        cdef const Position* s = <const Position*>state.data
        fill_worth(&self.planet.tables, s, &self.weights, seat, &worth)
        solve(&self.planet.tables, s, &worth, seat, is_careful, target)
        return [(worth.unit[r], target[r]) for r in range(N_RESOURCES)]

    def standing_value(self, State state not None, int seat):
        """What the tanks of a seat would bring as they stand, all working: what arranging them is for."""
        check_seat(state.game, self.game, seat)
        cdef Worth worth
        cdef const Position* s = <const Position*>state.data
        fill_worth(&self.planet.tables, s, &self.weights, seat, &worth)
        return layout_value(&self.planet.tables, s, &worth, seat)
