"""Random streams for Python code: `Stream(seed, *labels)`.

Every stream of a game is derived from its one printed seed by naming what it is for:

>>> Stream(17, "dice").below(6) == Stream(17, "dice").below(6)
True
>>> Stream(17, "dice").draw() == Stream(17, "sampling").draw()
False
"""
import hashlib

from libc.stdint cimport uint64_t


def derive(seed, *labels):
    """A 64-bit key from a seed and labels (strings or integers), the same on every machine and Python version."""
    text = "/".join([str(int(seed)), *map(str, labels)])
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


cdef class Stream:
    """A random stream, fully given by a seed and labels."""

    def __init__(self, seed, *labels):
        self.seed = derive(seed, *labels)
        self.rng.state = <uint64_t>self.seed

    def draw(self):
        """64 random bits."""
        return next64(&self.rng)

    def below(self, n):
        """A uniform integer in [0, n)."""
        if n < 1:
            raise ValueError(f"below({n}): the bound must be at least 1")
        return below(&self.rng, <uint64_t>n)

    def uniform(self):
        """A uniform float in [0, 1)."""
        return uniform(&self.rng)

    def choice(self, items):
        """One of a non-empty sequence, uniformly."""
        return items[self.below(len(items))]

    def shuffle(self, list items):
        """Shuffles a list in place (Fisher-Yates)."""
        cdef Py_ssize_t i, j
        for i in range(len(items) - 1, 0, -1):
            j = <Py_ssize_t>below(&self.rng, <uint64_t>(i + 1))
            items[i], items[j] = items[j], items[i]

    def fork(self, *labels):
        """A new stream named by labels; drawing from it does not advance this one."""
        return Stream(self.seed, *labels)

    def __reduce__(self):
        return _restore, (self.seed, self.rng.state)


def _restore(seed, state):
    cdef Stream stream = Stream.__new__(Stream)
    stream.seed = seed
    stream.rng.state = <uint64_t>state
    return stream
