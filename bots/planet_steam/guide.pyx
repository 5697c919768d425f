"""What the search knows of Planet Steam: candidates, whole turns as plans, the playout policy."""
from libc.string cimport memcpy

from bots.guide cimport PLAN, action_t
from bots.planet_steam.candidates cimport *
from engine.game cimport CHANCE, NOBODY, Observation, State, hash_bytes, move_t
from engine.planet_steam.flow cimport play_move
from engine.rng cimport Rng, Stream, uniform

from bots.planet_steam.weights import load_weights


cdef inline uint64_t chosen_tanks(const Tables* t, const Position* s, const Weights* w, int limit) noexcept nogil:
    """The tanks to power with at most so much energy."""
    cdef Worth worth
    cdef Position trial
    fill_worth(t, s, w, s.mover, &worth)
    if limit >= s.goods[s.mover][ENERGY]:
        return tanks_to_power(t, s, &worth, s.mover)
    trial = s[0]
    trial.goods[s.mover][ENERGY] = <uint8_t>limit
    return tanks_to_power(t, &trial, &worth, s.mover)


cdef class PlanetSteamGuide(Guide):
    def __init__(self, PlanetSteam game not None, dict weights=None, double noise=0.1):
        super().__init__(game)
        self.planet = game
        self.weights = load_weights() if weights is None else weights
        self.noise = noise
        self.max_candidates = MAX_CANDIDATES
        self.scale = 50

    cdef int candidates(self, const void* state, action_t* actions, float* priors) noexcept nogil:
        cdef const Position* s = <const Position*>state
        cdef List found
        cdef int i
        list_candidates(&self.planet.tables, s, &self.weights, &found)
        if s.phase == ACTIVATION or s.phase == TANK_PHASE:
            self.merge_turns(s, &found)
        for i in range(found.n):
            actions[i] = found.actions[i]
            priors[i] = <float>found.weights[i]
        return found.n

    cdef void merge_turns(self, const Position* s, List* found) noexcept nogil:
        """Plans that lead to the same position become one, with the sum of their weights."""
        cdef uint64_t[MAX_CANDIDATES] results
        cdef Position after
        cdef uint64_t result
        cdef int i, j, n = 0
        for i in range(found.n):
            after = s[0]
            self.perform(&after, found.actions[i])
            result = hash_bytes(&after, sizeof(Position))
            for j in range(n):
                if results[j] == result:
                    found.weights[j] += found.weights[i]
                    break
            else:
                results[n] = result
                found.actions[n], found.weights[n] = found.actions[i], found.weights[i]
                n += 1
        found.n = n
        sort_by_weight(found)

    cdef int group(self, const void* state, action_t action) noexcept nogil:
        """In an auction: pass, or bid and then a price."""
        return action >> VERB_SHIFT == V_BID

    cdef int unfold(self, const void* state, action_t action, move_t* moves) noexcept nogil:
        cdef Position s = (<const Position*>state)[0]
        cdef Script script
        cdef Bent bent
        cdef uint64_t chosen
        cdef int n = 0
        if action < PLAN:
            moves[0] = <move_t>action
            return 1
        if action & POWER_PLAN:
            chosen = chosen_tanks(&self.planet.tables, &s, &self.weights, <int>(action & 63))
            while chosen:
                moves[n] = make(V_POWER, lowest(chosen))
                chosen &= chosen - 1
                n += 1
            moves[n] = make(V_EXTRACT, 0)
            return n + 1
        bent = bent_of(action)
        tank_turn(&self.planet.tables, &s, &self.weights, &bent, &script)
        memcpy(moves, script.moves, script.n * sizeof(move_t))
        return script.n

    cdef void perform(self, void* state, action_t action) noexcept nogil:
        cdef Position* s = <Position*>state
        cdef Script script
        cdef Bent bent
        if action < PLAN:
            play_move(&self.planet.tables, s, <move_t>action)
        elif action & POWER_PLAN:
            s.powered = chosen_tanks(&self.planet.tables, s, &self.weights, <int>(action & 63))
            play_move(&self.planet.tables, s, make(V_EXTRACT, 0))
        else:
            bent = bent_of(action)
            tank_turn(&self.planet.tables, s, &self.weights, &bent, &script)

    cdef void decide(self, Position* s, const Weights* w) noexcept nogil:
        """Plays the policy's next decision: a move, or a whole tank turn or extraction."""
        cdef const Tables* t = &self.planet.tables
        cdef Script script
        cdef Bent bent
        if s.phase == ACTIVATION or s.phase == TANK_PHASE:
            bent = no_bent()
            tank_turn(t, s, w, &bent, &script)
        elif s.phase == EXTRACTION:
            s.powered = chosen_tanks(t, s, w, 63)      # as marking them one by one would
            play_move(t, s, make(V_EXTRACT, 0))
        else:
            play_move(t, s, choose_move(t, s, w))

    cdef void stray(self, Position* s, Rng* rng) noexcept nogil:
        """Plays any candidate, the likely ones more often: what makes playouts differ."""
        cdef List found
        cdef double point = 0
        cdef int i
        list_candidates(&self.planet.tables, s, &self.weights, &found)
        for i in range(found.n):
            point += found.weights[i]
        point *= uniform(rng)
        for i in range(found.n):
            point -= found.weights[i]
            if point < 0 or i == found.n - 1:
                self.perform(s, found.actions[i])
                return

    cdef void playout(self, void* state, move_t* moves, Rng* rng) noexcept nogil:
        cdef Position* s = <Position*>state
        while s.mover != NOBODY:
            if s.mover == CHANCE:
                play_move(&self.planet.tables, s, self.planet.roll(s, rng))
            else:
                if self.noise > 0 and uniform(rng) < self.noise:
                    self.stray(s, rng)
                else:
                    self.decide(s, &self.weights)

    def follow(self, Observation seen not None, Stream rng not None):
        """The moves of the policy's next decision, without noise, from what the seat to move knows."""
        cdef Position position
        cdef move_t[MAX_TURN] moves
        cdef int i, n
        cdef action_t action
        self.planet.sample(seen.data, &position, &rng.rng)
        if position.phase == ACTIVATION or position.phase == TANK_PHASE:
            action = plan_of(no_bent())
        elif position.phase == EXTRACTION:
            action = PLAN | POWER_PLAN | 63
        else:
            action = choose_move(&self.planet.tables, &position, &self.weights)
        n = self.unfold(&position, action, moves)
        return [moves[i] for i in range(n)]

    def play_out(self, State state not None, Stream rng not None):
        """Plays a state to its end by the policy, with noise; returns it."""
        with nogil:
            self.playout(state.data, NULL, &rng.rng)
        return state
