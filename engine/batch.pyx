"""Many games of one kind stepped together, through arrays that the caller may own. Chance is rolled inside.

Every place of a batch has its own games, one after the other, each with a seed of its own that follows from the batch's
seed, the place and how many games the place has had: neither the size of the batch nor the number of threads changes
them. `Batch.dice(i)` and `Batch.picks(i)` are the streams of the game that place i plays now, so that single states can
play the same game.
"""
from libc.stdint cimport int32_t, uint8_t, uint64_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcpy, memset

from engine.crew cimport Crew
from engine.errors import IllegalMove
from engine.game cimport CHANCE, MAX_SEATS, Game, dealt, move_t
from engine.layout cimport BLOCK, Layout
from engine.numbering cimport Numbering, Span
from engine.rng cimport Rng, Stream, below, mix64, next64
from engine.state cimport State

from engine.rng import derive

cdef extern from *:
    """
    #if defined(__GNUC__)
    #define batch_fetch(at) __builtin_prefetch(at, 1)
    #else
    #define batch_fetch(at) ((void)(at))
    #endif
    """
    void fetch "batch_fetch"(const void* at) noexcept nogil

cdef uint64_t FOLD = <uint64_t>0x9E3779B97F4A7C15

LEGAL = ("list", "bits", "mask")

cdef enum:
    LINE = 64                 # bytes of memory that come at once
    MAX_AT_ONCE = 1 << 20     # steps between two looks at interrupts: some tenths of a second

cdef enum:  # how legal actions are written
    AS_NOTHING, AS_LIST, AS_BITS, AS_MASK

cdef enum:  # what a thread does with its share of the places
    DEAL, CHECK, PLAY, PLAY_RANDOM


cdef struct Task:
    void* batch
    int kind
    int steps
    int each                      # places of a share
    int* found                    # of each share


cdef void do_share(void* given, int k) noexcept nogil:
    cdef Task* task = <Task*>given
    (<Batch>task.batch)._do_share(task, k)


cdef class Batch:
    """`n` games of `game` (or of a game by its name, with its settings); `step` plays one action in each.

    `observation` says whether the mover's observation is written, `legal` how the legal actions are: as a "list" of
    numbers, as "bits", as a "mask" of bytes, or None. `into` names arrays of the caller's to write into, by the names
    of `arrays`; the others are made here. What is written is the caller's to read, not to change: a step writes only
    what differs from the step before.

    >>> batch = Batch("planet-steam", 3, seed=1, players=2)
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
    cdef Span* spans                  # of each place: the legal actions written last, as bits or mask
    cdef move_t* moves                # for each thread: room for a listing
    cdef int* found                   # for each thread: what its share of a task came to
    cdef char* seen                   # for each thread: an observation, zeros after it
    cdef char* held                   # of each place: the observation that its floats show
    cdef int seen_size
    cdef size_t moves_each, seen_each
    cdef float* observation_at
    cdef uint8_t* legal_at            # bits or mask
    cdef int32_t* list_at
    cdef int32_t* n_legal_at
    cdef int32_t* mover_at
    cdef float* reward_at
    cdef float* score_at
    cdef uint8_t* done_at
    cdef const int32_t* actions_at
    cdef tuple _kept                  # the arrays once more: what happens to the dictionary does not free them
    cdef bint is_open
    cdef bint is_busy
    cdef Crew crew

    def __init__(self, game not None, int n, *, seed=0, int threads=1, observation=True, legal="list", into=None,
                 **settings):
        if self.states != NULL:
            raise TypeError("a batch is made once: make another one")
        if n < 1:
            raise ValueError(f"a batch of {n} games: use 1 or more")
        if threads < 1:
            raise ValueError(f"{threads} threads: use 1 or more")
        if legal is not None and legal not in LEGAL:
            raise ValueError(f"legal={legal!r}: use 'list', 'bits', 'mask' or None")
        self.game, self.n, self.n_threads = game_of(game, settings), n, min(threads, n)
        self.numbering, self.layout = self.game.actions(), self.game.floats()
        self.bits_size = (self.numbering.n + 7) // 8
        self.seen_size = self.layout.n_blocks * BLOCK
        self.moves_each = self.game.max_moves + LINE // sizeof(move_t)     # no two threads write to one line
        self.seen_each = self.seen_size + LINE
        self.shows_legal = AS_NOTHING if legal is None else LEGAL.index(legal) + 1
        self._allocate(bool(observation))
        self._make_arrays(bool(observation), {} if into is None else dict(into))
        self.crew = Crew(self.n_threads)
        self.is_open = True
        self.reset(0 if seed is None else seed)

    cdef _allocate(self, bint is_observed):
        cdef size_t n = self.n, t = self.n_threads
        self.states = <char*>malloc(n * self.game.state_size)
        self.keys = <uint64_t*>calloc(n, sizeof(uint64_t))
        self.n_games = <uint64_t*>calloc(n, sizeof(uint64_t))
        self.deals = <uint64_t*>calloc(n, sizeof(uint64_t))
        self.rngs = <Rng*>calloc(n, sizeof(Rng))
        self.picked = <move_t*>calloc(n, sizeof(move_t))
        self.spans = <Span*>calloc(n, sizeof(Span))
        self.moves = <move_t*>malloc(t * self.moves_each * sizeof(move_t))
        self.found = <int*>calloc(t, sizeof(int))
        self.seen = <char*>calloc(t, self.seen_each)
        self.held = <char*>calloc(n if is_observed else 1, self.seen_size)
        if (
            self.states == NULL or self.keys == NULL or self.n_games == NULL or self.deals == NULL
            or self.rngs == NULL or self.picked == NULL or self.spans == NULL or self.moves == NULL
            or self.found == NULL or self.seen == NULL or self.held == NULL
        ):
            raise MemoryError

    def __dealloc__(self):
        if self.crew is not None:
            self.crew.dismiss()
        free(self.states)
        free(self.keys)
        free(self.n_games)
        free(self.deals)
        free(self.rngs)
        free(self.picked)
        free(self.spans)
        free(self.moves)
        free(self.found)
        free(self.seen)
        free(self.held)

    # -- arrays --------------------------------------------------------------------------------------------------------

    cdef _make_arrays(self, bint is_observed, dict into):
        """Allocates what `into` does not give, and keeps the addresses of all."""
        import numpy

        from engine.arrays import arrays_for

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
        self.arrays = arrays_for(wanted, into)
        self._kept = tuple(self.arrays.values())
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
        self._check_free()
        if seed is not None:
            keys = [derive(seed, "batch", i) for i in range(self.n)]
            for i in range(self.n):
                self.keys[i] = <uint64_t>keys[i]
                self.n_games[i] = 0
            self.seed = seed
        memset(self.reward_at, 0, <size_t>self.n * self.game.n_seats * sizeof(float))
        memset(self.score_at, 0, <size_t>self.n * self.game.n_seats * sizeof(float))
        memset(self.done_at, 0, self.n)
        if self.shows_legal == AS_BITS:
            memset(self.legal_at, 0, <size_t>self.n * self.bits_size)
        elif self.shows_legal == AS_MASK:
            memset(self.legal_at, 0, <size_t>self.n * self.numbering.n)
        self._share_out(DEAL, 1)

    def step(self, actions):
        """Plays an action in each game, by their numbers; all are checked first, and one that is not legal raises
        `IllegalMove` and leaves every game as it was. Returns how many were played."""
        import numpy

        self._check_free()
        given = numpy.asarray(actions)
        if given.ndim != 1 or given.shape[0] != self.n:
            raise ValueError(f"actions of shape {given.shape}: give one for each of {self.n} games")
        if given.dtype.kind not in "iu":
            raise ValueError(f"actions of type {given.dtype}: give whole numbers, such as int32")
        narrow = numpy.array(given, dtype=numpy.int32, order="C")  # a copy: nobody changes it after the check
        if given.dtype.itemsize >= narrow.dtype.itemsize and given.dtype != narrow.dtype and (narrow != given).any():
            wrong = int((narrow != given).argmax())
            self._refuse(wrong, given[wrong])
        cdef const int32_t[::1] chosen = narrow
        self.actions_at = &chosen[0]
        wrong = self._share_out(CHECK, 1)
        if wrong >= 0:
            self._refuse(wrong, chosen[wrong])
        self._share_out(PLAY, 1)
        return self.n

    def step_random(self, long long steps=1):
        """Plays a random legal action in each game, so many times; returns the number of actions played. `done`,
        `reward` and `score` are of the last step."""
        cdef long long at_once = max(1, MAX_AT_ONCE // max(1, self.n)), left = steps
        if steps < 0:
            raise ValueError(f"{steps} steps: use 0 or more")
        self._check_free()
        while left > 0:
            self._share_out(PLAY_RANDOM, <int>min(left, at_once))
            left -= at_once
        return self.n * steps

    def close(self):
        """Ends the threads; the arrays stay as they are. A closed batch refuses to step."""
        if self.is_busy:
            raise RuntimeError("the batch is being stepped by another thread")
        self.is_open = False
        if self.crew is not None:
            self.crew.close()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    cdef int _check_free(self) except -1:
        if not self.is_open:
            raise ValueError("the batch is closed")
        if self.is_busy:
            raise RuntimeError("the batch is being stepped by another thread")
        return 0

    cdef int _check_place(self, int i) except -1:
        self._check_free()
        if not 0 <= i < self.n:
            raise ValueError(f"no game {i}: games are 0 to {self.n - 1}")
        return 0

    cdef _refuse(self, int i, action):
        if not 0 <= action < self.numbering.n:
            raise ValueError(f"action {action} of game {i}: actions of this game are 0 to {self.numbering.n - 1}")
        texts = self.state(i).moves()
        raise IllegalMove(f"action {action} of game {i}", texts[:5], len(texts))

    def state(self, int i):
        """A copy of the state at place i."""
        self._check_place(i)
        return self.game.load((self.states + <size_t>i * self.game.state_size)[:self.game.state_size])

    def dice(self, int i):
        """The dice of the game at place i: `State.roll` gives the same outcomes with them."""
        self._check_place(i)
        return _stream(self.deals[i])

    def picks(self, int i):
        """The stream of random picks of the game at place i, from its first decision on."""
        self._check_place(i)
        return _stream(mix64(self._game_key(i) + 2))

    cdef uint64_t _game_key(self, int i) noexcept nogil:
        return mix64(self.keys[i] + self.n_games[i] * FOLD)

    # -- threads -------------------------------------------------------------------------------------------------------

    cdef int _share_out(self, int kind, int steps) except -2:
        """Does a task at all places, each thread at a share of them; of CHECK the first place whose action is not
        legal, or -1."""
        cdef Task task = Task(<void*>self, kind, steps, (self.n + self.n_threads - 1) // self.n_threads, self.found)
        cdef int k
        self.is_busy = True
        try:
            with nogil:
                self.crew.run(do_share, &task)
            for k in range(self.n_threads):
                if self.found[k] >= 0:
                    return self.found[k]
            return -1
        finally:
            self.is_busy = False

    cdef void _do_share(self, const Task* task, int k) noexcept nogil:
        cdef int first = min(self.n, k * task.each), end = min(self.n, first + task.each)
        task.found[k] = self._work(task.kind, task.steps, k, first, end)

    cdef int _work(self, int task, int steps, int thread, int first, int end) noexcept nogil:
        cdef move_t* moves = self.moves + thread * self.moves_each
        cdef char* seen = self.seen + thread * self.seen_each
        cdef char* state
        cdef int i, step
        for step in range(steps):
            for i in range(first, end):
                self._fetch(i + 1)        # while this one is played
                state = self.states + <size_t>i * self.game.state_size
                if task == PLAY_RANDOM:
                    self._play(i, state, self._random_move(i, state, moves))
                elif task == PLAY:
                    if self.shows_legal == AS_NOTHING:
                        next64(&self.rngs[i])
                    self._play(i, state, self.numbering.moves[self.actions_at[i]])
                elif task == DEAL:
                    self._deal(i, state)
                elif not self._is_legal(state, self.actions_at[i], moves):
                    return i
                else:
                    continue
                self._settle(i, state)
                if self.observation_at != NULL:
                    self._show_observation(i, state, seen, task == DEAL)
                if self.shows_legal != AS_NOTHING:
                    self._show_legal(i, state, moves)
        return -1

    cdef inline void _fetch(self, int i) noexcept nogil:
        """Begins to bring a place's state into the cache; one beyond the last does no harm."""
        cdef const char* at = self.states + <size_t>i * self.game.state_size
        cdef const char* end = at + self.game.state_size
        while at < end:
            fetch(at)
            at += LINE

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

    cdef inline move_t _random_move(self, int i, const void* state, move_t* moves) noexcept nogil:
        if self.shows_legal != AS_NOTHING:
            return self.picked[i]
        return moves[below(&self.rngs[i], self.game.legal(state, moves))]

    cdef inline void _play(self, int i, void* state, move_t move) noexcept nogil:
        if self.done_at[i]:
            self.done_at[i] = 0
            memset(self.reward_at + <size_t>i * self.game.n_seats, 0, self.game.n_seats * sizeof(float))
        self.game.apply(state, move)

    cdef void _deal(self, int i, void* state) noexcept nogil:
        """The next game of a place."""
        cdef uint64_t key
        self.n_games[i] += 1
        key = self._game_key(i)
        self.deals[i] = mix64(key + 1)
        self.rngs[i].state = mix64(key + 2)
        self.game.start(state)

    cdef inline void _settle(self, int i, void* state) noexcept nogil:
        """Rolls for chance, and after an end begins the next game, until a seat has to move."""
        cdef int mover = self.game.mover(state)
        while mover < 0:
            if mover == CHANCE:
                self.game.apply(state, dealt(self.game, state, self.deals[i]))
            else:
                self._end(i, state)
                self._deal(i, state)
            mover = self.game.mover(state)
        self.mover_at[i] = mover

    cdef void _end(self, int i, const void* state) noexcept nogil:
        cdef double[MAX_SEATS] found
        cdef size_t at = <size_t>i * self.game.n_seats
        cdef int seat
        self.done_at[i] = 1
        self.game.result(state, found)
        for seat in range(self.game.n_seats):
            self.reward_at[at + seat] = <float>found[seat]
        self.game.score(state, found)
        for seat in range(self.game.n_seats):
            self.score_at[at + seat] = <float>found[seat]

    cdef inline void _show_observation(self, int i, const void* state, char* seen, bint is_whole) noexcept nogil:
        cdef char* held = self.held + <size_t>i * self.seen_size
        cdef float* floats = self.observation_at + <size_t>i * self.layout.size
        memset(seen, 0, self.game.observation_size)
        self.game.observe(state, self.mover_at[i], seen)
        if is_whole:
            self.layout.write(seen, floats)
            memcpy(held, seen, self.seen_size)
        else:
            self.layout.rewrite(<uint64_t*>held, <const uint64_t*>seen, floats)

    cdef inline void _show_legal(self, int i, const void* state, move_t* moves) noexcept nogil:
        cdef int n = self.game.legal(state, moves)
        self.picked[i] = moves[below(&self.rngs[i], n)]
        if self.shows_legal == AS_LIST:
            self.numbering.write(moves, n, self.list_at + <size_t>i * self.game.max_moves)
            self.n_legal_at[i] = n
        elif self.shows_legal == AS_BITS:
            self.numbering.write_bits(moves, n, self.legal_at + <size_t>i * self.bits_size, &self.spans[i])
        else:
            self.numbering.write_mask(moves, n, self.legal_at + <size_t>i * self.numbering.n, &self.spans[i])


cdef Game game_of(game, dict settings):
    if isinstance(game, Game):
        if settings:
            raise TypeError(f"{next(iter(settings))}: a game that is made already has its settings")
        return game
    if not isinstance(game, str):
        raise TypeError(f"a batch of {type(game).__name__}: give a game, or the name of one")
    from engine.games import new_game

    return new_game(game, **settings)


cdef Stream _stream(uint64_t state):
    cdef Stream stream = Stream.__new__(Stream)
    stream.seed = state
    stream.rng.state = state
    return stream
