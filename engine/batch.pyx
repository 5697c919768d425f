"""Many games of one kind stepped together, through arrays that the caller may own. Chance is rolled inside.

Every place of a batch has its own games, one after the other, each with a seed of its own that follows from the batch's
seed, the place and how many games the place has had: neither the size of the batch nor the number of threads changes
them. `Batch.dice(i)` and `Batch.picks(i)` are the streams of the game that place i plays now, so that single states can
play the same game.
"""
from concurrent.futures import ThreadPoolExecutor

from libc.stdint cimport int32_t, uint8_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from engine.errors import IllegalMove
from engine.game cimport CHANCE, MAX_SEATS, NOBODY, Game, State, dealt, move_t
from engine.layout cimport Layout
from engine.numbering cimport NO_NUMBER, Numbering
from engine.rng cimport Rng, Stream, below, mix64, next64

from engine.rng import derive

cdef uint64_t FOLD = <uint64_t>0x9E3779B97F4A7C15

LEGAL = ("list", "bits", "mask")

cdef enum:  # how legal actions are written
    AS_NOTHING, AS_LIST, AS_BITS, AS_MASK

cdef enum:  # what a thread does with its share of the places
    DEAL, CHECK, PLAY, PLAY_RANDOM


cdef class Batch:
    """`n` games of `game`; `step` plays one action in each.

    `observation` says whether the mover's observation is written, `legal` how the legal actions are: as a "list" of
    numbers, as "bits", as a "mask" of bytes, or None. `into` names arrays of the caller's to write into, by the names
    of `arrays`; the others are made here. What is written is the caller's to read, not to change.

    >>> from engine import new_game
    >>> batch = Batch(new_game(players=2), 3, seed=1)
    >>> batch.step_random(), batch.mover.shape, batch.done.tolist()
    (3, (3,), [0, 0, 0])
    """

    cdef readonly Game game
    cdef readonly int n
    cdef readonly object seed
    cdef readonly int n_threads
    cdef readonly dict arrays
    cdef Numbering numbering
    cdef Layout layout
    cdef int shows_legal
    cdef int bits_size
    cdef char* states
    cdef uint64_t* keys               # of each place: its games' seeds follow from it
    cdef uint64_t* n_games            # that each place has begun
    cdef uint64_t* deals              # the dice of each place's game
    cdef Rng* rngs                    # its random picks: one is drawn for each decision, whoever decides
    cdef move_t* picked               # the random move of each place, while legal actions are written
    cdef int32_t* first_legal         # of each place, as written last: only these bytes have to be cleared
    cdef int32_t* last_legal
    cdef move_t* moves                # for each thread: room for a listing
    cdef char* seen                   # for each thread: an observation
    cdef float* observation_at
    cdef uint8_t* legal_at            # bits or mask
    cdef int32_t* list_at
    cdef int32_t* n_legal_at
    cdef int32_t* mover_at
    cdef float* reward_at
    cdef float* score_at
    cdef uint8_t* done_at
    cdef const int32_t* actions_at
    cdef object _pool

    def __init__(self, Game game not None, int n, *, seed=0, threads=1, observation=True, legal="list", into=None):
        if n < 1:
            raise ValueError(f"a batch of {n} games: use 1 or more")
        if threads < 1:
            raise ValueError(f"{threads} threads: use 1 or more")
        if legal is not None and legal not in LEGAL:
            raise ValueError(f"legal={legal!r}: use 'list', 'bits', 'mask' or None")
        self.game, self.n, self.seed, self.n_threads = game, n, seed, min(threads, n)
        self.numbering, self.layout = game.actions(), game.floats()
        self.bits_size = (self.numbering.n + 7) // 8
        self.shows_legal = AS_NOTHING if legal is None else LEGAL.index(legal) + 1
        self._allocate()
        self._make_arrays(bool(observation), {} if into is None else dict(into))
        self._pool = ThreadPoolExecutor(self.n_threads - 1) if self.n_threads > 1 else None
        self.reset(seed)

    cdef _allocate(self):
        cdef int n = self.n, t = self.n_threads
        self.states = <char*>malloc(<size_t>n * self.game.state_size)
        self.keys = <uint64_t*>calloc(n, sizeof(uint64_t))
        self.n_games = <uint64_t*>calloc(n, sizeof(uint64_t))
        self.deals = <uint64_t*>calloc(n, sizeof(uint64_t))
        self.rngs = <Rng*>calloc(n, sizeof(Rng))
        self.picked = <move_t*>calloc(n, sizeof(move_t))
        self.first_legal = <int32_t*>calloc(n, sizeof(int32_t))
        self.last_legal = <int32_t*>calloc(n, sizeof(int32_t))
        self.moves = <move_t*>malloc(<size_t>t * self.game.max_moves * sizeof(move_t))
        self.seen = <char*>malloc(<size_t>t * self.game.observation_size)
        if (
            self.states == NULL or self.keys == NULL or self.n_games == NULL or self.deals == NULL
            or self.rngs == NULL or self.picked == NULL or self.first_legal == NULL or self.last_legal == NULL
            or self.moves == NULL or self.seen == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        free(self.states)
        free(self.keys)
        free(self.n_games)
        free(self.deals)
        free(self.rngs)
        free(self.picked)
        free(self.first_legal)
        free(self.last_legal)
        free(self.moves)
        free(self.seen)

    # -- arrays --------------------------------------------------------------------------------------------------------

    def _make_arrays(self, is_observed, into):
        """Allocates what `into` does not give, and keeps the addresses of all."""
        import numpy

        cdef int n = self.n, seats = self.game.n_seats
        wanted = {
            "mover": ((n,), numpy.int32),
            "reward": ((n, seats), numpy.float32),
            "score": ((n, seats), numpy.float32),
            "done": ((n,), numpy.uint8),
        }
        if is_observed:
            wanted["observation"] = ((n, self.layout.size), numpy.float32)
        if self.shows_legal == AS_LIST:
            wanted["legal"] = ((n, self.game.max_moves), numpy.int32)
            wanted["n_legal"] = ((n,), numpy.int32)
        elif self.shows_legal != AS_NOTHING:
            wanted["legal"] = ((n, self.bits_size if self.shows_legal == AS_BITS else self.numbering.n), numpy.uint8)
        unknown = sorted(into.keys() - wanted.keys())
        if unknown:
            raise ValueError(f"into: no array {unknown[0]!r} is written; arrays are {', '.join(wanted)}")
        self.arrays = {}
        for name, (shape, dtype) in wanted.items():
            array = into.get(name)
            if array is None:
                array = numpy.empty(shape, dtype)
            found = getattr(array, "shape", None), getattr(array, "dtype", None)
            if found != (shape, dtype) or not (array.flags.c_contiguous and array.flags.writeable):
                raise ValueError(f"into: {name} must be a writable C array of shape {shape} and type {dtype.__name__}")
            self.arrays[name] = array
        self._point()

    cdef _point(self):
        """Addresses of the arrays; `self.arrays` keeps these alive."""
        cdef float[:, ::1] floats
        cdef int32_t[:, ::1] table
        cdef uint8_t[:, ::1] bytes_
        cdef int32_t[::1] ints
        cdef uint8_t[::1] flags
        ints = self.arrays["mover"]
        self.mover_at = &ints[0]
        floats = self.arrays["reward"]
        self.reward_at = &floats[0, 0]
        floats = self.arrays["score"]
        self.score_at = &floats[0, 0]
        flags = self.arrays["done"]
        self.done_at = &flags[0]
        if "observation" in self.arrays:
            floats = self.arrays["observation"]
            self.observation_at = &floats[0, 0]
        if self.shows_legal == AS_LIST:
            table = self.arrays["legal"]
            self.list_at = &table[0, 0]
            ints = self.arrays["n_legal"]
            self.n_legal_at = &ints[0]
        elif self.shows_legal != AS_NOTHING:
            bytes_ = self.arrays["legal"]
            self.legal_at = &bytes_[0, 0]

    def __getattr__(self, name):
        arrays = self.arrays
        if arrays is not None and name in arrays:
            return arrays[name]
        raise AttributeError(f"a batch has no {name!r}" + (f"; its arrays are {', '.join(arrays)}" if arrays else ""))

    # -- Python face ---------------------------------------------------------------------------------------------------

    def reset(self, seed=None):
        """Deals a new first game at every place; with a seed, the same ones as a new batch with that seed."""
        cdef int i
        if seed is not None:
            self.seed = seed
            for i in range(self.n):
                self.keys[i] = <uint64_t>derive(seed, "batch", i)
                self.n_games[i] = 0
        for name in ("reward", "score", "done", "legal"):
            if name in self.arrays and not (name == "legal" and self.shows_legal == AS_LIST):
                self.arrays[name].fill(0)
        self._share_out(DEAL)

    def step(self, actions):
        """Plays an action in each game, by their numbers; all are checked first, and one that is not legal raises
        `IllegalMove` and leaves every game as it was."""
        import numpy

        cdef const int32_t[::1] chosen = numpy.ascontiguousarray(actions, dtype=numpy.int32)
        if chosen.shape[0] != self.n:
            raise ValueError(f"{chosen.shape[0]} actions for {self.n} games")
        self.actions_at = &chosen[0]
        wrong = self._share_out(CHECK)
        if wrong >= 0:
            self._refuse(wrong, chosen[wrong])
        self._share_out(PLAY)

    def step_random(self, int steps=1):
        """Plays a random legal action in each game, so many times; returns the number of actions played."""
        cdef int k
        for k in range(steps):
            self._share_out(PLAY_RANDOM)
        return <long long>self.n * steps

    def _refuse(self, int i, int action):
        if not 0 <= action < self.numbering.n:
            raise ValueError(f"action {action} of game {i}: actions of this game are 0 to {self.numbering.n - 1}")
        texts = self.state(i).moves()
        raise IllegalMove(f"action {action} of game {i}", texts[:5], len(texts))

    def state(self, int i):
        """A copy of the state at place i."""
        if not 0 <= i < self.n:
            raise ValueError(f"no game {i}: games are 0 to {self.n - 1}")
        return self.game.load((self.states + <size_t>i * self.game.state_size)[:self.game.state_size])

    def dice(self, int i):
        """The dice of the game at place i: `State.roll` gives the same outcomes with them."""
        return _stream(self.deals[i])

    def picks(self, int i):
        """The stream of random picks of the game at place i, from its first decision on."""
        return _stream(mix64(self._game_key(i) + 2))

    cdef uint64_t _game_key(self, int i) noexcept nogil:
        return mix64(self.keys[i] + self.n_games[i] * FOLD)

    # -- threads -------------------------------------------------------------------------------------------------------

    def _share_out(self, int task):
        """Does a task at all places; of CHECK the first place whose action is not legal, or -1."""
        cdef int t, each = (self.n + self.n_threads - 1) // self.n_threads, found
        if self.n_threads == 1:
            with nogil:
                found = self._work(task, 0, 0, self.n)
            return found
        others = [
            self._pool.submit(self._work_apart, task, t, t * each, min(self.n, (t + 1) * each))
            for t in range(1, self.n_threads)
        ]
        with nogil:
            found = self._work(task, 0, 0, each)
        return min((w for w in (found, *(other.result() for other in others)) if w >= 0), default=-1)

    def _work_apart(self, int task, int thread, int first, int end):
        cdef int found
        with nogil:
            found = self._work(task, thread, first, end)
        return found

    cdef int _work(self, int task, int thread, int first, int end) noexcept nogil:
        cdef move_t* moves = self.moves + <size_t>thread * self.game.max_moves
        cdef char* seen = self.seen + <size_t>thread * self.game.observation_size
        cdef char* state
        cdef int i
        cdef move_t move
        for i in range(first, end):
            state = self.states + <size_t>i * self.game.state_size
            if task == CHECK:
                if not self._is_legal(state, self.actions_at[i], moves):
                    return i
                continue
            if task == DEAL:
                self._deal(i, state)
            else:
                if task == PLAY:
                    move = self.numbering.moves[self.actions_at[i]]
                    if self.shows_legal == AS_NOTHING:
                        next64(&self.rngs[i])
                elif self.shows_legal == AS_NOTHING:
                    move = moves[below(&self.rngs[i], self.game.legal(state, moves))]
                else:
                    move = self.picked[i]
                if self.done_at[i]:
                    self.done_at[i] = 0
                    memset(self.reward_at + i * self.game.n_seats, 0, self.game.n_seats * sizeof(float))
                self.game.apply(state, move)
            self._settle(i, state)
            self._show(i, state, moves, seen)
        return -1

    cdef bint _is_legal(self, const void* state, int action, move_t* moves) noexcept nogil:
        cdef int low = 0, middle, high
        cdef move_t move
        if not 0 <= action < self.numbering.n:
            return False
        move = self.numbering.moves[action]
        high = self.game.legal(state, moves)
        while low < high:
            middle = (low + high) >> 1
            if moves[middle] < move:
                low = middle + 1
            elif moves[middle] > move:
                high = middle
            else:
                return True
        return False

    # -- one game ------------------------------------------------------------------------------------------------------

    cdef void _deal(self, int i, void* state) noexcept nogil:
        """The next game of a place."""
        cdef uint64_t key
        self.n_games[i] += 1
        key = self._game_key(i)
        self.deals[i] = mix64(key + 1)
        self.rngs[i].state = mix64(key + 2)
        self.game.start(state)

    cdef void _settle(self, int i, void* state) noexcept nogil:
        """Rolls for chance, and after an end begins the next game, until a seat has to move."""
        cdef double[MAX_SEATS] found
        cdef int seat, mover = self.game.mover(state)
        while mover < 0:
            if mover == CHANCE:
                self.game.apply(state, dealt(self.game, state, self.deals[i]))
            else:
                self.done_at[i] = 1
                self.game.result(state, found)
                for seat in range(self.game.n_seats):
                    self.reward_at[i * self.game.n_seats + seat] = <float>found[seat]
                self.game.score(state, found)
                for seat in range(self.game.n_seats):
                    self.score_at[i * self.game.n_seats + seat] = <float>found[seat]
                self._deal(i, state)
            mover = self.game.mover(state)
        self.mover_at[i] = mover

    cdef void _show(self, int i, const void* state, move_t* moves, void* seen) noexcept nogil:
        cdef int n
        if self.observation_at != NULL:
            memset(seen, 0, self.game.observation_size)
            self.game.observe(state, self.mover_at[i], seen)
            self.layout.write(seen, self.observation_at + <size_t>i * self.layout.size)
        if self.shows_legal == AS_NOTHING:
            return
        n = self.game.legal(state, moves)
        self.picked[i] = moves[below(&self.rngs[i], n)]
        if self.shows_legal == AS_LIST:
            self.numbering.write(moves, n, self.list_at + <size_t>i * self.game.max_moves)
            self.n_legal_at[i] = n
        elif self.shows_legal == AS_BITS:
            self._show_bits(i, moves, n, self.legal_at + <size_t>i * self.bits_size)
        else:
            self._show_mask(i, moves, n, self.legal_at + <size_t>i * self.numbering.n)

    cdef void _show_bits(self, int i, const move_t* moves, int n, uint8_t* out) noexcept nogil:
        cdef int k, number = NO_NUMBER, low = self.first_legal[i] >> 3
        memset(out + low, 0, (self.last_legal[i] >> 3) - low + 1)
        for k in range(n):
            number = self._next_number(number, moves[k])
            if k == 0:
                self.first_legal[i] = number
            out[number >> 3] |= <uint8_t>(1 << (number & 7))
        self.last_legal[i] = number

    cdef void _show_mask(self, int i, const move_t* moves, int n, uint8_t* out) noexcept nogil:
        cdef int k, number = NO_NUMBER
        memset(out + self.first_legal[i], 0, self.last_legal[i] - self.first_legal[i] + 1)
        for k in range(n):
            number = self._next_number(number, moves[k])
            if k == 0:
                self.first_legal[i] = number
            out[number] = 1
        self.last_legal[i] = number

    cdef inline int _next_number(self, int last, move_t move) noexcept nogil:
        """A listing's next number: mostly the one after the last."""
        if last + 1 < self.numbering.n and self.numbering.moves[last + 1] == move:
            return last + 1
        return self.numbering.number(move)


cdef Stream _stream(uint64_t state):
    cdef Stream stream = Stream.__new__(Stream)
    stream.seed = state
    stream.rng.state = state
    return stream
