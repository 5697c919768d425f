"""What the search knows of Steamopolis: candidates by the policy's scores, purchases and raises with the small
decisions that follow them as one action, the playout policy."""
from libc.math cimport exp
from libc.string cimport memcpy

from bots.guide cimport MAX_PLAN, PLAN, Guide, action_t
from bots.layers cimport load_layers
from bots.steamopolis.policy cimport MAX_SCORES, best_move, score_moves
from bots.steamopolis.value cimport N_FEATURES, N_STAGES, fill_features, judge, stage_of
from engine.game cimport CHANCE, NOBODY, move_t
from engine.rng cimport Rng, uniform
from engine.state cimport State
from engine.steamopolis.flow cimport go_on, play_move
from engine.steamopolis.game cimport Steamopolis
from engine.steamopolis.moves cimport *
from engine.steamopolis.state cimport *

from bots.fitted import load_value, load_weights
from bots.network import checked
from bots.players import check_finite
from bots.steamopolis.weights import DEFAULT, VALUE
from engine.game import check_same

cdef enum:
    MAX_ACTIONS = 24           # of one decision
    MAX_PICTURES = 12          # of a raise: further ones are worse by the policy's count

cdef double TEMPERATURE = 0.8  # SP that make a move e times as likely as another
cdef double LEAST = 0.04       # of the best move's weight: what every candidate has
cdef double OTHER_START = 0.6  # SP by which flying first to another district counts less, when the action is decided


cdef inline bint is_small(const Position* s, int seat) noexcept nogil:
    """Whether the seat goes on with a decision that the policy can be trusted with: how to pay, where to put things."""
    cdef const Frame* frame = &s.frames[s.n_frames - 1]
    cdef int kind = frame.kind
    if s.mover != seat:
        return False
    if kind == PAY or kind == REMOVE or kind == SPEND:
        return frame.x == 0
    return (
        kind == ORDER or kind == SLOT or kind == PUT_MARKER or kind == KEEP or kind == CHOOSE_SPONSOR
        or kind == CHOOSE_GALA or kind == FLIP or kind == GIVE_ARROW or kind == PEEK or kind == SHAKE
        or kind == RETURN_STONE
    )


cdef class SteamopolisGuide(Guide):
    def __init__(self, Steamopolis game not None, dict weights=None, double noise=0.1, int horizon=0,
                 dict model=None):
        super().__init__(game)
        check_finite(weights or {}, noise)
        self.city = game
        self.horizon = horizon
        if horizon:
            if model is None:
                model = load_value(VALUE, "networks")["networks"][game.n_seats - 1]
            load_layers(&self.model, checked(model, N_FEATURES, N_STAGES))
        self.weights = load_weights(DEFAULT) if weights is None else weights
        self.noise = noise
        self.max_candidates = self.max_plans = MAX_ACTIONS
        self.scale = 40 if game.n_seats == 1 else 10    # alone, SP beyond those of the highest title count by it only

    cdef int rank_moves(self, const Position* s, move_t* moves, double* weights) noexcept nogil:
        """The moves worth a look, best first, and how likely they look good."""
        cdef double[MAX_SCORES] scores
        cdef int kind = s.frames[s.n_frames - 1].kind, i, j, first_flight = -1
        cdef int n = score_moves(&self.city.tables, s, &self.weights, moves, scores)
        cdef int most = MAX_PICTURES if kind == RAISE else MAX_ACTIONS
        cdef double score
        cdef move_t move
        if kind == ACTION or kind == FINAL_FLY:
            for i in range(n):
                if M_FLY <= moves[i] < M_RUN and (first_flight < 0 or scores[i] > scores[first_flight]):
                    first_flight = i
            for i in range(n):
                if M_FLY <= moves[i] < M_RUN and i != first_flight:
                    scores[i] -= OTHER_START
        for i in range(1, n):                    # insertion: lists are short, and only the best are kept
            score, move, j = scores[i], moves[i], min(i, most)
            if j < i and score <= scores[j - 1]:
                continue
            if j < i:
                j -= 1
            while j > 0 and scores[j - 1] < score:
                scores[j], moves[j] = scores[j - 1], moves[j - 1]
                j -= 1
            scores[j], moves[j] = score, move
        n = min(n, most)
        for i in range(n):
            weights[i] = LEAST + exp((scores[i] - scores[0]) / TEMPERATURE)
        return n

    cdef int candidates(
        self, const void* state, int room, move_t* moves, action_t* actions, float* priors
    ) noexcept nogil:
        cdef double[MAX_ACTIONS] weights
        cdef int i, n = self.rank_moves(<const Position*>state, moves, weights)
        for i in range(n):
            actions[i] = PLAN | moves[i]
            priors[i] = <float>weights[i]
        return n

    cdef int unfold(self, const void* state, action_t action, move_t* moves) noexcept nogil:
        """A move, and the small decisions that follow it at once."""
        cdef Position s
        cdef move_t[MAX_SCORES] legal
        cdef int seat, n = 0
        cdef move_t move = <move_t>(action & ~PLAN)
        memcpy(&s, state, sizeof(Position))
        seat = s.mover
        while True:
            moves[n] = move
            n += 1
            play_move(&self.city.tables, &s, move)
            go_on(&self.city.tables, &s)
            if n == MAX_PLAN or not is_small(&s, seat):
                return n
            move = best_move(&self.city.tables, &s, &self.weights, legal)

    cdef void perform(self, void* state, action_t action) noexcept nogil:
        cdef Position* s = <Position*>state
        cdef move_t[MAX_SCORES] legal
        cdef int seat = s.mover
        cdef move_t move = <move_t>(action & ~PLAN)
        while True:
            play_move(&self.city.tables, s, move)
            go_on(&self.city.tables, s)
            if not is_small(s, seat):
                return
            move = best_move(&self.city.tables, s, &self.weights, legal)

    cdef move_t stray(self, const Position* s, move_t* moves, Rng* rng) noexcept nogil:
        """Any candidate, the likely ones more often: what makes playouts differ."""
        cdef double[MAX_ACTIONS] weights
        cdef double point = 0
        cdef int i, n = self.rank_moves(s, moves, weights)
        for i in range(n):
            point += weights[i]
        point *= uniform(rng)
        for i in range(n):
            point -= weights[i]
            if point < 0:
                return moves[i]
        return moves[n - 1]

    cdef void playout(self, void* state, move_t* moves, Rng* rng) noexcept nogil:
        """To the end of the game, or for `horizon` rounds, this one included."""
        cdef Position* s = <Position*>state
        cdef const Tables* t = &self.city.tables
        cdef int last = s.round + self.horizon - 1 if self.horizon else t.max_rounds + 1
        cdef move_t move
        while s.mover != NOBODY and s.round <= last:
            if s.mover == CHANCE:
                move = self.city.roll(s, rng)
            elif self.noise > 0 and uniform(rng) < self.noise:
                move = self.stray(s, moves, rng)
            else:
                move = best_move(t, s, &self.weights, moves)
            play_move(t, s, move)
            go_on(t, s)

    cdef void evaluate(self, const void* state, double* chances, double* scores) noexcept nogil:
        cdef const Position* s = <const Position*>state
        if s.mover == NOBODY or self.horizon == 0:
            self.city.result(state, chances)
            self.city.score(state, scores)
        else:
            judge(&self.city.tables, s, &self.weights, &self.model, chances, scores)

    def features(self, State state not None):
        """What the value model sees of each seat."""
        check_same(state.game, self.game)
        cdef float[N_FEATURES] x
        cdef int seat, i
        rows = []
        for seat in range(self.city.n_seats):
            fill_features(&self.city.tables, <const Position*>state.data, &self.weights, seat, x)
            rows.append([x[i] for i in range(N_FEATURES)])
        return rows

    def stage(self, State state not None):
        """How far the game has come: each stage has its temperature in the value model."""
        check_same(state.game, self.game)
        return stage_of(&self.city.tables, <const Position*>state.data)
