"""One position and what a seat knows of it: `State` and `Observation`, the Python face of a game's blocks. See state.pxd."""
import difflib

from libc.stdint cimport int32_t
from libc.stdlib cimport calloc, free, malloc
from libc.string cimport memcmp, memcpy, memset

from engine.errors import IllegalMove
from engine.game cimport CHANCE, MAX_SEATS, NOBODY, Game, dealt, hash_bytes, move_t
from engine.layout cimport Layout
from engine.numbering cimport Numbering
from engine.rng cimport Stream

# Objects without a block would crash whoever looks into them: only the two functions below make any.
cdef bint is_making = False


cdef State make_state(Game game):
    global is_making
    if game.state_size <= 0 or game.max_moves <= 0:
        raise ValueError("the game is not made: call its class with settings")
    is_making = True
    cdef State state = State.__new__(State)
    state.game = game
    state.data = malloc(game.state_size)
    if state.data == NULL:
        raise MemoryError
    return state


cdef Observation make_observation(Game game, int seat, int mover):
    global is_making
    is_making = True
    cdef Observation seen = Observation.__new__(Observation)
    seen.game = game
    seen.seat = seat
    seen.mover = mover
    seen.data = calloc(1, game.observation_size)
    if seen.data == NULL:
        raise MemoryError
    return seen


cdef class State:
    """One position. `play` checks a move, `apply` trusts it."""

    def __cinit__(self, *args, **kwargs):
        global is_making
        if not is_making:
            raise TypeError("states come from game.new(), state.copy() or observation.sample()")
        is_making = False

    def __init__(self, *args, **kwargs):
        raise TypeError("states come from game.new(), state.copy() or observation.sample()")

    def __dealloc__(self):
        free(self.data)

    @property
    def mover(self):
        """The seat to move, -1 at chance, None after the end."""
        cdef int mover = self.game.mover(self.data)
        return None if mover == NOBODY else mover

    @property
    def is_over(self):
        return self.game.mover(self.data) == NOBODY

    def legal(self):
        """The legal moves as numbers, ascending; at chance all outcomes; at the end none."""
        cdef Game game = self.game
        cdef move_t* moves = game.listing()
        cdef int i, n = game.legal(self.data, moves)
        return [moves[i] for i in range(n)]

    def moves(self):
        """The legal moves as text."""
        cdef Game game = self.game
        cdef dict texts = game._texts
        cdef list found = self.legal()
        cdef int i
        for i in range(len(found)):
            text = texts.get(found[i])
            found[i] = game.text(found[i]) if text is None else text
        return found

    def legal_actions(self):
        """The numbers of the legal moves, ascending; at chance those of the outcomes."""
        cdef Game game = self.game
        cdef move_t* moves = game.listing()
        cdef Numbering numbering = self._numbering()
        cdef int i, n = game.legal(self.data, moves)
        return [numbering.number(moves[i]) for i in range(n)]

    def is_legal_action(self, int action):
        """Whether the action of that number (at chance: the outcome) is legal now; any number may be asked for."""
        cdef Game game = self.game
        cdef move_t* moves = game.listing()
        cdef Numbering numbering = self._numbering()
        cdef int low = 0, middle, high = game.legal(self.data, moves)
        cdef int n = high
        if not 0 <= action < numbering.n:
            return False
        while low < high:
            middle = (low + high) >> 1
            if moves[middle] < numbering.moves[action]:
                low = middle + 1
            else:
                high = middle
        return low < n and moves[low] == numbering.moves[action]

    def write_actions(self, int32_t[::1] out not None):
        """Writes the numbers of the legal moves (at chance: of the outcomes), ascending, and returns how many."""
        cdef Game game = self.game
        cdef move_t* moves = game.listing()
        cdef int n = game.legal(self.data, moves)
        if n > out.shape[0]:
            raise ValueError(f"{n} legal moves do not fit into {out.shape[0]}: game.max_moves always suffices")
        if n:
            self._numbering().write(moves, n, &out[0])
        return n

    def write_mask(self, unsigned char[::1] out not None):
        """Writes a byte for each action: 1 if it is legal, else 0. At chance for each outcome."""
        cdef Game game = self.game
        cdef move_t* moves = game.listing()
        cdef Numbering numbering = self._numbering()
        cdef int i, n = game.legal(self.data, moves)
        if out.shape[0] != numbering.n:
            raise ValueError(f"a mask has {numbering.n} bytes here, not {out.shape[0]}")
        memset(&out[0], 0, numbering.n)
        for i in range(n):
            out[numbering.number(moves[i])] = 1

    def write_bits(self, unsigned char[::1] out not None):
        """Writes a bit for each action, the lowest bit of a byte first: `numpy.unpackbits(out, bitorder="little")`."""
        cdef Game game = self.game
        cdef move_t* moves = game.listing()
        cdef Numbering numbering = self._numbering()
        cdef int i, number, n = game.legal(self.data, moves), size = (numbering.n + 7) // 8
        if out.shape[0] != size:
            raise ValueError(f"the bits of a mask take {size} bytes here, not {out.shape[0]}")
        memset(&out[0], 0, size)
        for i in range(n):
            number = numbering.number(moves[i])
            out[number >> 3] |= <unsigned char>(1 << (number & 7))

    cdef Numbering _numbering(self):
        return self.game.outcomes() if self.game.mover(self.data) == CHANCE else self.game.actions()

    def chance(self):
        """At chance: pairs of outcome and probability; elsewhere []."""
        cdef move_t* moves = <move_t*>malloc(self.game.max_moves * sizeof(move_t))
        cdef double* probabilities = <double*>malloc(self.game.max_moves * sizeof(double))
        cdef int i, n
        try:
            if moves == NULL or probabilities == NULL:
                raise MemoryError
            n = self.game.chance(self.data, moves, probabilities)
            return [(moves[i], probabilities[i]) for i in range(n)]
        finally:
            free(moves)
            free(probabilities)

    def roll(self, Stream dice not None):
        """At chance: the outcome of this event in the deal that `dice` stands for. The stream is not advanced: the
        event's own key picks the luck, so that a deal stays the same deal when play diverges."""
        if self.game.mover(self.data) != CHANCE:
            raise ValueError("nothing to roll: the move is not chance's")
        return dealt(self.game, self.data, dice.rng.state)

    def apply(self, move_t move):
        """Plays a move without checking it: one that `legal` lists. Anything else is undefined, and may crash the
        interpreter: `play` is for moves that come from elsewhere. Returns self."""
        self.game.apply(self.data, move)
        return self

    def play(self, move):
        """Plays a move given as text, words or number, if it is legal; else raises `IllegalMove` or `NotationError`
        and leaves the state as it was. Returns self.

        >>> from engine import new_game
        >>> state = new_game(players=2).new()
        >>> state.play(state.moves()[0]).play("win")
        Traceback (most recent call last):
            ...
        engine.errors.NotationError: win: ...
        """
        number = self.game.move(move)
        legal = self.legal()
        if number not in legal:
            raise IllegalMove(self.game.text(number), self._nearest(number, legal), len(legal))
        return self.apply(number)

    def _nearest(self, number, legal):
        """Up to five legal moves that look most like the given one: of the same verb, by number, first."""
        wanted = self.game.text(number)
        verb = wanted.split()[0]
        same = [move for move in legal if self.game.text(move).split()[0] == verb]
        if same:
            same.sort(key=lambda move: abs(move - number))
            return [self.game.text(move) for move in sorted(same[:5])]
        texts = [self.game.text(move) for move in legal]
        return difflib.get_close_matches(wanted, texts, n=5, cutoff=0.4) or texts[:5]

    def copy(self):
        cdef State other = make_state(self.game)
        memcpy(other.data, self.data, self.game.state_size)
        return other

    __copy__ = copy

    def __deepcopy__(self, memo):
        return self.copy()

    def __reduce__(self):
        return _load, (self.game, bytes(self))

    def result(self):
        """Each seat's share of the victory (as if the game ended now)."""
        cdef double[MAX_SEATS] shares
        cdef int seat
        self.game.result(self.data, shares)
        return [shares[seat] for seat in range(self.game.n_seats)]

    def winners(self):
        """The seats that have a share of the victory (as if the game ended now), ascending."""
        return [seat for seat, share in enumerate(self.result()) if share > 0]

    def scores(self):
        """Each seat's score as it stands."""
        cdef double[MAX_SEATS] scores
        cdef int seat
        self.game.score(self.data, scores)
        return [scores[seat] for seat in range(self.game.n_seats)]

    def observe(self, int seat):
        """What the seat knows. The others' secrets are not in it."""
        if not 0 <= seat < self.game.n_seats:
            raise ValueError(f"no seat {seat}: seats are 0 to {self.game.n_seats - 1}")
        cdef Observation seen = make_observation(self.game, seat, self.game.mover(self.data))
        self.game.observe(self.data, seat, seen.data)
        return seen

    def hash(self):
        """A 64-bit hash of the position, the same on every machine."""
        return self.game.hash(self.data)

    def snapshot(self):
        return self.game.snapshot(self)

    def draw(self):
        return self.game.draw(self)

    def __str__(self):
        return self.draw()

    def __repr__(self):
        return f"<{self.game.name} state, mover {self.mover}, {self.hash():016x}>"

    def __bytes__(self):
        return (<char*>self.data)[:self.game.state_size]

    def __eq__(self, other):
        if not isinstance(other, State):
            return NotImplemented
        cdef State that = other
        return that.game is self.game and memcmp(self.data, that.data, self.game.state_size) == 0

    def __hash__(self):
        return self.hash()


def _load(Game game not None, bytes block not None):
    return game.load(block)


cdef class Observation:
    """All that one seat knows in one position. Bots get this, never a `State`."""

    def __cinit__(self, *args, **kwargs):
        global is_making
        if not is_making:
            raise TypeError("observations come from state.observe(seat)")
        is_making = False

    def __init__(self, *args, **kwargs):
        raise TypeError("observations come from state.observe(seat)")

    def __dealloc__(self):
        free(self.data)

    def sample(self, Stream sampling not None):
        """A full state drawn uniformly from those that look like this to the observer; advances the stream."""
        cdef State state = make_state(self.game)
        self.game.sample(self.data, state.data, &sampling.rng)
        return state

    def copy(self):
        cdef Observation other = make_observation(self.game, self.seat, self.mover)
        memcpy(other.data, self.data, self.game.observation_size)
        return other

    def write(self, float[::1] out not None):
        """Writes the observation as floats, as `game.observation_spec()` describes them."""
        cdef Layout layout = self.game.floats()
        if out.shape[0] != layout.size:
            raise ValueError(f"an observation of this game has {layout.size} floats, not {out.shape[0]}")
        layout.write(self.data, &out[0])

    def tensor(self):
        """The observation as an array of float32."""
        import numpy  # takes 0.1 s, and most commands need no arrays

        found = numpy.empty(self.game.floats().size, dtype=numpy.float32)
        self.write(found)
        return found

    def view(self):
        """The observation as plain data."""
        return self.game.view(self)

    def __bytes__(self):
        return (<char*>self.data)[:self.game.observation_size]

    def __eq__(self, other):
        if not isinstance(other, Observation):
            return NotImplemented
        cdef Observation that = other
        return (
            that.game is self.game
            and that.seat == self.seat
            and memcmp(self.data, that.data, self.game.observation_size) == 0
        )

    def __hash__(self):
        return hash_bytes(self.data, self.game.observation_size)

    def __reduce__(self):
        return _load_observation, (self.game, self.seat, self.mover, bytes(self))


def _load_observation(Game game not None, int seat, int mover, bytes block not None):
    return game.load_observation(seat, mover, block)
