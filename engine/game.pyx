"""The Python face of the contract: `Game`. Works for every game alike; its positions are in `engine/state.pyx`.

A game implements the C part of `engine/game.pxd` and, in Python, `words` / `parse` (a move's notation and back),
`snapshot` (the state as plain data) and `draw` (the state as text). For networks and other libraries it says which
moves there can be (`all_moves`, `all_outcomes`: they get dense numbers) and how an observation becomes floats (`layout`).
"""
import re

from libc.stdlib cimport free, malloc
from libc.string cimport memcpy, memset

from engine.errors import NotationError
from engine.layout cimport Layout
from engine.numbering cimport NO_NUMBER, Numbering
from engine.rng cimport Rng, boomtown_mulhi64, mix64, uniform
from engine.state cimport Observation, State, make_observation, make_state

NUMBER = re.compile("[+-]?[0-9]+")

cdef uint64_t FOLD = <uint64_t>0x9E3779B97F4A7C15
cdef uint64_t OTHER = <uint64_t>0xD6E8FEB86659FD93        # any other odd number: the keys of the second words


N_PLAIN_MOVES = 4096        # a game that does not list its moves has only moves below this


cdef uint64_t hash_bytes(const void* data, int size) noexcept nogil:
    """Mixes a block into 64 bits; `size` need not be a multiple of sixteen.

    Sixteen bytes at a time are one product of two keyed words. The products do not wait for each other, so a state of 368
    bytes takes 25 ns, not the 155 of mixing word after word.
    """
    cdef const unsigned char* at = <const unsigned char*>data
    cdef uint64_t value = <uint64_t>size, key = FOLD, other = OTHER, a, b
    cdef uint64_t[2] rest
    while size >= 16:
        memcpy(&a, at, 8)
        memcpy(&b, at + 8, 8)
        value += fold(a ^ key, b ^ other)
        key += FOLD
        other += OTHER
        at += 16
        size -= 16
    if size > 0:
        rest[0] = rest[1] = 0
        memcpy(rest, at, size)
        value += fold(rest[0] ^ key, rest[1] ^ other)
    return mix64(value)


cdef inline uint64_t fold(uint64_t a, uint64_t b) noexcept nogil:
    """The two halves of the product, one over the other."""
    return a * b ^ boomtown_mulhi64(a, b)


cdef class Game:
    """The rules of one game with everything that is fixed before it starts. Immutable."""

    def __cinit__(self, *args, **kwargs):
        self._texts = {}
        self.min_score, self.max_score = float("-inf"), float("inf")

    def __init__(self, **settings):
        raise TypeError(f"{type(self).__name__} does not say what it is made of: a game defines its own __init__")

    def __dealloc__(self):
        free(self._listing)

    cdef move_t* listing(self) except NULL:
        """A buffer to list moves into, made once: allocating one per listing took 8% of a move in Python."""
        if self._listing == NULL:
            self._listing = <move_t*>malloc(self.max_moves * sizeof(move_t))
            if self._listing == NULL:
                raise MemoryError
        return self._listing

    # -- the C contract: what a game may leave to the default ----------------------------------------------------------

    cdef void start(self, void* state) noexcept nogil:
        memset(state, 0, self.state_size)

    cdef int mover(self, const void* state) noexcept nogil:
        return NOBODY

    cdef int legal(self, const void* state, move_t* moves) noexcept nogil:
        return 0

    cdef void apply(self, void* state, move_t move) noexcept nogil:
        pass

    cdef int chance(self, const void* state, move_t* moves, double* probabilities) noexcept nogil:
        cdef int i, n
        if self.mover(state) != CHANCE:
            return 0
        n = self.legal(state, moves)
        for i in range(n):
            probabilities[i] = 1.0 / n
        return n

    cdef move_t roll(self, const void* state, Rng* rng) noexcept nogil:
        cdef move_t[MAX_OUTCOMES] moves
        cdef double[MAX_OUTCOMES] probabilities
        cdef int i, n = self.chance(state, moves, probabilities)
        cdef double point = uniform(rng)
        for i in range(n - 1):
            point -= probabilities[i]
            if point < 0:
                return moves[i]
        return moves[n - 1]

    cdef uint64_t chance_key(self, const void* state) noexcept nogil:
        return self.hash(state) if self.mover(state) == CHANCE else 0

    cdef void result(self, const void* state, double* shares) noexcept nogil:
        """The highest score wins; ties share."""
        cdef double[MAX_SEATS] scores
        cdef double best
        cdef int seat, n = 0
        self.score(state, scores)
        best = scores[0]
        for seat in range(1, self.n_seats):
            if scores[seat] > best:
                best = scores[seat]
        for seat in range(self.n_seats):
            n += scores[seat] == best
        for seat in range(self.n_seats):
            shares[seat] = 1.0 / n if scores[seat] == best else 0.0

    cdef void score(self, const void* state, double* scores) noexcept nogil:
        cdef int seat
        for seat in range(self.n_seats):
            scores[seat] = 0

    cdef void observe(self, const void* state, int seat, void* observation) noexcept nogil:
        memcpy(observation, state, self.state_size)

    cdef void sample(self, const void* observation, void* state, Rng* rng) noexcept nogil:
        memcpy(state, observation, self.state_size)

    cdef void remember(self, const void* earlier, const void* known, void* observation) noexcept nogil:
        pass

    cdef uint64_t hash(self, const void* state) noexcept nogil:
        return hash_bytes(state, self.state_size)

    cdef uint64_t knowledge(self, const void* state, int seat) noexcept nogil:
        """Hashes the seat's observation."""
        cdef unsigned char[MAX_OBSERVATION] block
        memset(block, 0, self.observation_size)    # a struct's padding must not enter the hash
        self.observe(state, seat, block)
        return hash_bytes(block, self.observation_size) + mix64(<uint64_t>seat)

    # -- numbers and arrays --------------------------------------------------------------------------------------------

    cdef Numbering actions(self):
        if self._actions is None:
            self._actions = Numbering(self.all_moves())
        return self._actions

    cdef Numbering outcomes(self):
        if self._outcomes is None:
            self._outcomes = Numbering(self.all_outcomes())
        return self._outcomes

    cdef Layout floats(self):
        cdef Layout made
        if self._layout is None:
            made = self.layout()
            made.finish(self.observation_size)
            self._layout = made
        return self._layout

    def all_moves(self):
        """Every move that a player may ever make, ascending: they are numbered in this order. By default all below
        4,096."""
        return range(N_PLAIN_MOVES)

    def all_outcomes(self):
        """Every outcome that chance may ever have, ascending; numbered apart."""
        return range(N_PLAIN_MOVES)

    def layout(self):
        """How an observation becomes floats: by default a float for each byte of it."""
        return Layout().numbers("bytes", 0, 1, False, (self.observation_size,), 1.0 / 255)

    @property
    def n_actions(self):
        """How many numbers the players' moves have: 0 to n_actions - 1."""
        return self.actions().n

    @property
    def n_outcomes(self):
        """How many numbers the outcomes of chance have."""
        return self.outcomes().n

    @property
    def tensor_size(self):
        """How many floats an observation has."""
        return self.floats().size

    def observation_spec(self):
        """The parts of an observation's floats, in order: name, offset, shape, scale."""
        return list(self.floats().fields)

    def action(self, move):
        """The number of a player's move, given as text, words or as the game's own number."""
        return self._number(self.actions(), move, "action")

    def action_move(self, int action):
        """The move with this number; the other way round than `action`."""
        return self._move(self.actions(), action, "actions")

    def outcome(self, move):
        """The number of an outcome of chance."""
        return self._number(self.outcomes(), move, "outcome")

    def outcome_move(self, int outcome):
        return self._move(self.outcomes(), outcome, "outcomes")

    def _number(self, Numbering numbering, move, what):
        cdef int number = numbering.number(<move_t>self.move(move))
        if number == NO_NUMBER:
            raise NotationError(str(move), f"no {what} of this game")
        return number

    def _move(self, Numbering numbering, int number, what):
        if not 0 <= number < numbering.n:
            raise ValueError(f"no number {number}: {what} of this game are 0 to {numbering.n - 1}")
        return numbering.moves[number]

    # -- Python face ---------------------------------------------------------------------------------------------------

    def new(self):
        """The state before the first move.

        >>> from engine import new_game
        >>> new_game(players=2).new().moves()
        ['first 0', 'first 1']
        """
        cdef State state = make_state(self)
        self.start(state.data)
        return state

    def load(self, bytes block not None):
        """The state whose `bytes` these are. The block is trusted, as `apply` trusts its move: bytes that no state has
        may crash the interpreter. Use records to keep games."""
        if len(block) != self.state_size:
            raise ValueError(f"a state of {self.name} has {self.state_size} bytes, not {len(block)}")
        cdef State state = make_state(self)
        memcpy(state.data, <const char*>block, self.state_size)
        return state

    def load_observation(self, int seat, int mover, bytes block not None):
        """The observation of a seat whose `bytes` these are. The block is trusted, but for its size."""
        if len(block) != self.observation_size:
            raise ValueError(f"an observation of this game has {self.observation_size} bytes, not {len(block)}")
        cdef Observation seen = make_observation(self, seat, mover)
        memcpy(seen.data, <const char*>block, self.observation_size)
        return seen

    def words(self, move):
        """A move in record notation, without the seat: `["bid", 20]`."""
        raise NotImplementedError

    def parse(self, list words not None):
        """The move that these words name; raises `NotationError`. Whether it is legal is another question."""
        raise NotImplementedError

    def snapshot(self, State state not None):
        """The state as plain data, for records and for looking at."""
        raise NotImplementedError

    def view(self, Observation observation not None):
        """An observation as plain data: a snapshot without what the seat cannot see."""
        raise NotImplementedError

    def draw(self, State state not None):
        """The state as a picture in text; by default its snapshot, a line per entry."""
        return "\n".join(f"{key}: {value}" for key, value in self.snapshot(state).items())

    def phase(self, State state not None):
        """The name of the step that is to be decided; "" in a game whose steps have no names."""
        return ""

    def header(self):
        """What a record says about the game before its moves."""
        found = {"game": self.name, **({} if self.settings is None else self.settings.header())}
        found.setdefault("players", self.n_seats)
        return found

    def result_record(self, State state not None):
        """What a record says about the end."""
        return {"scores": state.scores(), "winners": state.winners()}

    def __reduce__(self):
        return _make, (type(self), {} if self.settings is None else self.settings.given())

    cpdef str text(self, move_t move):
        """A move as one line of text: `bid 20`."""
        cdef object found = self._texts.get(move)
        if found is None:
            found = self._texts[move] = " ".join(map(str, self.words(move)))
        return <str>found

    def move(self, text):
        """The number of a move given as text (`"bid 20"`), as words (`["bid", 20]`) or already as a number."""
        if isinstance(text, int) and 0 <= text < 1 << 32:
            return text
        if isinstance(text, str):
            words = [int(word) if NUMBER.fullmatch(word) else word for word in text.split()]
        elif isinstance(text, (list, tuple)):
            words = list(text)
        else:
            raise NotationError(str(text), "a move is text, a list of words, or a number that legal() lists")
        return self.parse(words)


cdef move_t dealt(Game game, const void* state, uint64_t deal) noexcept nogil:
    cdef Rng rng
    rng.state = deal ^ mix64(game.chance_key(state) + FOLD)
    return game.roll(state, &rng)


def _make(type cls not None, dict settings not None):
    return cls(**settings)


def check_same(Game one not None, Game other not None):
    """Raises `ValueError` unless a state of one of these games is one of the other: the same rules and sizes."""
    if one is not other and (
        type(one) is not type(other) or one.n_seats != other.n_seats or one.state_size != other.state_size
        or one.observation_size != other.observation_size
    ):
        raise ValueError(f"a position of {one.name} for {one.n_seats} given to {other.name} for {other.n_seats}")
