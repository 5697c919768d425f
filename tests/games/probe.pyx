"""Opens the parts of the C contract that have no Python face to the contract test."""
from libc.string cimport memset

from engine.rng cimport Stream
from engine.state cimport Observation, State


def chance_key(State state):
    return state.game.chance_key(state.data)


def knowledge(State state, int seat):
    return state.game.knowledge(state.data, seat)


def roll(State state, Stream stream):
    """Draws an outcome by the game's own `roll` and advances the stream."""
    return state.game.roll(state.data, &stream.rng)


def started(State state, int filler):
    """The start position written into a block full of `filler` bytes: what `start` leaves unwritten shows."""
    cdef State fresh = state.copy()
    memset(fresh.data, filler, state.game.state_size)
    state.game.start(fresh.data)
    return fresh


def observed(State state, int seat, int filler):
    """The bytes of an observation written into a block full of `filler` bytes: what `observe` leaves unwritten shows."""
    cdef Observation seen = state.observe(seat)
    memset(seen.data, filler, state.game.observation_size)
    state.game.observe(state.data, seat, seen.data)
    return bytes(seen)


def sampled(Observation seen, State like, Stream stream, int filler):
    """A sample written into a block full of `filler` bytes: what `sample` leaves unwritten shows."""
    cdef State drawn = like.copy()
    memset(drawn.data, filler, like.game.state_size)
    like.game.sample(seen.data, drawn.data, &stream.rng)
    return drawn
