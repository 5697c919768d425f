"""Observations as arrays of float32; see layout.pxd.

A number becomes one float (its value times the field's scale), a set of up to 64 members one float of 0 or 1 for each,
a choice among few values one float for each value (1 for the one that holds).
"""
from collections import namedtuple

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport free, realloc
from libc.string cimport memcpy, memset

Field = namedtuple("Field", ("name", "offset", "shape", "scale"))
Field.__doc__ = "One part of an observation array: its name, its first float, its shape, and what a number is scaled by."

cdef enum:  # kinds of pieces: NUMBERS + code of the item, then likewise
    NUMBERS = 0
    SETS = 16
    CHOICES = 32

cdef enum:  # codes of items
    U8, I8, U16, I16, U32, I32, U64, I64

cdef float[256][8] EIGHT      # the bits of a byte, as floats: copying them takes a third of the time of shifting
cdef int byte, place
for byte in range(256):
    for place in range(8):
        EIGHT[byte][place] = byte >> place & 1


cdef int code_of(int item, bint is_signed) except -1:
    return {1: U8, 2: U16, 4: U32, 8: U64}[item] + is_signed


cdef inline uint64_t read_unsigned(const uint8_t* at, int code) noexcept nogil:
    if code == U8:
        return at[0]
    elif code == U16:
        return (<const uint16_t*>at)[0]
    elif code == U32:
        return (<const uint32_t*>at)[0]
    return (<const uint64_t*>at)[0]


cdef inline int64_t read_signed(const uint8_t* at, int code) noexcept nogil:
    if code == I8:
        return (<const int8_t*>at)[0]
    elif code == I16:
        return (<const int16_t*>at)[0]
    elif code == I32:
        return (<const int32_t*>at)[0]
    elif code == I64:
        return (<const int64_t*>at)[0]
    return <int64_t>read_unsigned(at, code)


cdef inline void write_numbers(const Piece* piece, const uint8_t* from_, const float* scales, float* to) noexcept nogil:
    cdef int i, code = piece.kind - NUMBERS, n = piece.count
    if code == U8:
        for i in range(n):
            to[i] = <float>from_[i] * scales[i]
    elif code == I8:
        for i in range(n):
            to[i] = <float>(<const int8_t*>from_)[i] * scales[i]
    elif code == U16:
        for i in range(n):
            to[i] = <float>(<const uint16_t*>from_)[i] * scales[i]
    elif code == I16:
        for i in range(n):
            to[i] = <float>(<const int16_t*>from_)[i] * scales[i]
    else:
        for i in range(n):
            to[i] = <float>read_signed(from_ + (i << (code >> 1)), code) * scales[i]


cdef inline void write_sets_widely(const Piece* piece, const uint8_t* from_, float* to) noexcept nogil:
    """Eight floats at a time, past the end of each set too: what follows is written later."""
    cdef int i, k, code = piece.kind - SETS, n = (piece.width + 7) >> 3
    cdef uint64_t mask
    for i in range(piece.count):
        mask = read_unsigned(from_ + (i << (code >> 1)), code)
        for k in range(n):
            memcpy(to + 8 * k, EIGHT[mask & 255], 8 * sizeof(float))
            mask >>= 8
        to += piece.width


cdef inline void write_sets(const Piece* piece, const uint8_t* from_, float* to) noexcept nogil:
    cdef int i, left, code = piece.kind - SETS
    cdef uint64_t mask
    for i in range(piece.count):
        mask = read_unsigned(from_ + (i << (code >> 1)), code)
        left = piece.width
        while left >= 8:
            memcpy(to, EIGHT[mask & 255], 8 * sizeof(float))
            mask >>= 8
            to += 8
            left -= 8
        while left > 0:
            to[0] = <float>(mask & 1)
            mask >>= 1
            to += 1
            left -= 1


cdef inline void write_choices(const Piece* piece, const uint8_t* from_, float* to) noexcept nogil:
    cdef int i, code = piece.kind - CHOICES
    cdef int64_t value
    memset(to, 0, piece.count * piece.width * sizeof(float))
    for i in range(piece.count):
        value = read_signed(from_ + (i << (code >> 1)), code) - piece.low
        if 0 <= value < piece.width:
            to[i * piece.width + value] = 1


cdef class Layout:
    """A layout without fields; games add theirs."""

    def __init__(self):
        self.fields = []

    def __dealloc__(self):
        free(self.pieces)
        free(self.scales)

    cdef void write(self, const void* observation, float* floats) noexcept nogil:
        cdef int i
        cdef const Piece* piece
        cdef const uint8_t* from_
        for i in range(self.n_pieces):
            piece = &self.pieces[i]
            from_ = <const uint8_t*>observation + piece.offset
            if piece.kind < SETS:
                write_numbers(piece, from_, self.scales + piece.at, floats + piece.at)
            elif piece.kind < CHOICES and piece.at + piece.count * piece.width + 8 <= self.size:
                write_sets_widely(piece, from_, floats + piece.at)
            elif piece.kind < CHOICES:
                write_sets(piece, from_, floats + piece.at)
            else:
                write_choices(piece, from_, floats + piece.at)

    cdef int add(self, str name, int kind, Py_ssize_t offset, tuple shape, int width, int low, double scale) except -1:
        cdef int count = 1, item = 1 << (kind % 16 >> 1), i
        cdef Piece* last = &self.pieces[self.n_pieces - 1] if self.n_pieces else NULL
        cdef Piece piece
        for length in shape:
            count *= length
        piece.kind, piece.offset, piece.count, piece.width, piece.low = kind, <int>offset, count, width, low
        piece.at = self.size
        is_joined = (
            last != NULL and kind < CHOICES and last.kind == kind and last.width == width
            and last.offset + last.count * item == offset
        )
        if is_joined:             # neighbours of one kind are written in one go
            last.count += count
        else:
            self.pieces = <Piece*>realloc(self.pieces, (self.n_pieces + 1) * sizeof(Piece))
            if self.pieces == NULL:
                raise MemoryError
            self.pieces[self.n_pieces] = piece
            self.n_pieces += 1
        self.fields.append(Field(name, self.size, shape if kind < SETS else (*shape, width), scale))
        self.scales = <float*>realloc(self.scales, (self.size + count * width) * sizeof(float))
        if self.scales == NULL:
            raise MemoryError
        for i in range(count * width):
            self.scales[self.size + i] = <float>scale
        self.size += count * width
        return 0

    cdef Layout numbers(self, str name, Py_ssize_t offset, int item, bint is_signed, tuple shape, double scale):
        self.add(name, NUMBERS + code_of(item, is_signed), offset, shape, 1, 0, scale)
        return self

    cdef Layout sets(self, str name, Py_ssize_t offset, int item, int n_bits, tuple shape):
        self.add(name, SETS + code_of(item, False), offset, shape, n_bits, 0, 1.0)
        return self

    cdef Layout choice(self, str name, Py_ssize_t offset, int item, bint is_signed, int low, int high, tuple shape):
        """A float for each value from `low` to `high`; another value sets none of them."""
        self.add(name, CHOICES + code_of(item, is_signed), offset, shape, high - low + 1, low, 1.0)
        return self
