"""Observations as arrays of float32; see layout.pxd.

A number becomes one float (its value times the field's scale), a set of up to 64 members one float of 0 or 1 for each,
a choice among few values one float for each value (1 for the one that holds).
"""
from collections import namedtuple

from libc.stdint cimport int8_t, int16_t, int32_t, int64_t, uint8_t, uint16_t, uint32_t, uint64_t
from libc.stdlib cimport calloc, free, realloc
from libc.string cimport memset

Field = namedtuple("Field", ("name", "offset", "shape", "scale"))
Field.__doc__ = "One part of an observation array: its name, its first float, its shape, and what a number is scaled by."

cdef enum:  # kinds of pieces: NUMBERS + code of the item, then likewise
    NUMBERS = 0
    SETS = 16
    CHOICES = 32

cdef enum:  # codes of items
    U8, I8, U16, I16, U32, I32, U64, I64

cdef extern from *:
    """
    #include <stdint.h>
    #include <string.h>
    #if defined(__AVX512F__) && defined(__AVX512BW__) && defined(__AVX512VL__)
    #include <immintrin.h>
    #define BOOMTOWN_WIDE 1
    #else
    #define BOOMTOWN_WIDE 0
    #endif

    /* Bytes times their scales: sixteen at a time, the last ones under a mask. */
    static inline void boomtown_bytes(const uint8_t *restrict from, const float *restrict scales, float *restrict to,
                                      int n) {
        int i = 0;
    #if BOOMTOWN_WIDE
        for (; i + 16 <= n; i += 16) {
            __m512i wide = _mm512_cvtepu8_epi32(_mm_loadu_si128((const __m128i *)(from + i)));
            _mm512_storeu_ps(to + i, _mm512_mul_ps(_mm512_cvtepi32_ps(wide), _mm512_loadu_ps(scales + i)));
        }
        if (i < n) {
            __mmask16 rest = (__mmask16)((1u << (n - i)) - 1);
            __m512i wide = _mm512_cvtepu8_epi32(_mm_maskz_loadu_epi8(rest, from + i));
            _mm512_mask_storeu_ps(to + i, rest,
                                  _mm512_mul_ps(_mm512_cvtepi32_ps(wide), _mm512_maskz_loadu_ps(rest, scales + i)));
        }
    #else
        for (; i < n; i++) to[i] = (float)from[i] * scales[i];
    #endif
    }

    /* The lowest bits of a set, a float each. */
    static inline void boomtown_bits(uint64_t set, float *to, int width) {
    #if BOOMTOWN_WIDE
        const __m512 ones = _mm512_set1_ps(1.0f);
        for (; width >= 16; width -= 16, to += 16, set >>= 16)
            _mm512_storeu_ps(to, _mm512_maskz_mov_ps((__mmask16)set, ones));
        if (width > 0)
            _mm512_mask_storeu_ps(to, (__mmask16)((1u << width) - 1), _mm512_maskz_mov_ps((__mmask16)set, ones));
    #else
        static const float four[16][4] = {
            {0, 0, 0, 0}, {1, 0, 0, 0}, {0, 1, 0, 0}, {1, 1, 0, 0}, {0, 0, 1, 0}, {1, 0, 1, 0}, {0, 1, 1, 0}, {1, 1, 1, 0},
            {0, 0, 0, 1}, {1, 0, 0, 1}, {0, 1, 0, 1}, {1, 1, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 1}, {0, 1, 1, 1}, {1, 1, 1, 1}};
        for (; width >= 4; width -= 4, to += 4, set >>= 4) memcpy(to, four[set & 15], sizeof four[0]);
        for (; width > 0; width--, set >>= 1) *to++ = (float)(set & 1);
    #endif
    }

    /* Which of the eight words of two blocks differ, as a set of bits; and the lowest member of such a set. */
    static inline uint64_t boomtown_changed(const uint64_t *a, const uint64_t *b) {
    #if BOOMTOWN_WIDE
        return _mm512_cmpneq_epi64_mask(_mm512_loadu_si512(a), _mm512_loadu_si512(b));
    #else
        uint64_t found = 0;
        for (int i = 0; i < 8; i++) found |= (uint64_t)(a[i] != b[i]) << i;
        return found;
    #endif
    }
    static inline int boomtown_lowest(uint64_t set) { return __builtin_ctzll(set); }
    """
    void boomtown_bytes(const uint8_t* from_, const float* scales, float* to, int n) noexcept nogil
    void boomtown_bits(uint64_t set_, float* to, int width) noexcept nogil
    uint64_t boomtown_changed(const uint64_t* a, const uint64_t* b) noexcept nogil
    int boomtown_lowest(uint64_t set_) noexcept nogil

cdef enum:
    N_WORDS = BLOCK // 8      # of a block


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
        boomtown_bytes(from_, scales, to, n)
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


cdef inline void write_sets(const Piece* piece, const uint8_t* from_, float* to) noexcept nogil:
    cdef int i, code = piece.kind - SETS
    for i in range(piece.count):
        boomtown_bits(read_unsigned(from_ + (i << (code >> 1)), code), to, piece.width)
        to += piece.width


cdef inline void write_choices(const Piece* piece, const uint8_t* from_, float* to) noexcept nogil:
    cdef int i, code = piece.kind - CHOICES
    cdef int64_t value
    memset(to, 0, piece.count * piece.width * sizeof(float))
    for i in range(piece.count):
        value = read_signed(from_ + (i << (code >> 1)), code) - piece.low
        if 0 <= value < piece.width:
            to[i * piece.width + value] = 1


cdef inline void write_piece(
    const Piece* piece, const void* observation, const float* scales, float* floats
) noexcept nogil:
    cdef const uint8_t* from_ = <const uint8_t*>observation + piece.offset
    if piece.kind < SETS:
        write_numbers(piece, from_, scales + piece.at, floats + piece.at)
    elif piece.kind < CHOICES:
        write_sets(piece, from_, floats + piece.at)
    else:
        write_choices(piece, from_, floats + piece.at)


cdef list cut_at_words(const Piece* piece):
    """The parts of a piece within each word: (word, offset, kind, count, width, low, at)."""
    cdef int item = 1 << (piece.kind % 16 >> 1), i = 0, n
    cdef list found = []
    if piece.offset % item:
        raise ValueError("a field's numbers stand at multiples of their size")
    while i < piece.count:
        offset = piece.offset + i * item
        n = min(piece.count - i, (8 - offset % 8) // item)
        found.append((offset // 8, offset, piece.kind, n, piece.width, piece.low, piece.at + i * piece.width))
        i += n
    return found


cdef class Layout:
    """A layout without fields; games add theirs."""

    def __init__(self):
        self.fields = []

    def __dealloc__(self):
        free(self.pieces)
        free(self.scales)
        free(self.patches)
        free(self.first_patch)

    cdef void write(self, const void* observation, float* floats) noexcept nogil:
        cdef int i
        for i in range(self.n_pieces):
            write_piece(&self.pieces[i], observation, self.scales, floats)

    cdef void rewrite(self, uint64_t* held, const uint64_t* observation, float* floats) noexcept nogil:
        cdef int block, word, i
        cdef uint64_t changed
        for block in range(self.n_blocks):
            changed = boomtown_changed(held + N_WORDS * block, observation + N_WORDS * block)
            while changed:
                word = N_WORDS * block + boomtown_lowest(changed)
                changed &= changed - 1
                held[word] = observation[word]
                for i in range(self.first_patch[word], self.first_patch[word + 1]):
                    write_piece(&self.patches[i], observation, self.scales, floats)

    cdef int finish(self, int observation_size) except -1:
        cdef int word, n_words, n = 0, i
        cdef Piece* piece
        cdef list cut = []
        self.n_blocks = (observation_size + BLOCK - 1) // BLOCK
        n_words = self.n_blocks * N_WORDS
        for i in range(self.n_pieces):
            cut += cut_at_words(&self.pieces[i])
        cut.sort()
        self.patches = <Piece*>calloc(len(cut) + 1, sizeof(Piece))
        self.first_patch = <int32_t*>calloc(n_words + 1, sizeof(int32_t))
        if self.patches == NULL or self.first_patch == NULL:
            raise MemoryError
        for word in range(n_words):
            self.first_patch[word] = n
            while n < len(cut) and cut[n][0] == word:
                piece = &self.patches[n]
                _, piece.offset, piece.kind, piece.count, piece.width, piece.low, piece.at = cut[n]
                n += 1
        self.first_patch[n_words] = n
        if n < len(cut):
            raise ValueError(f"a field lies outside the observation's {observation_size} bytes")
        return 0

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
