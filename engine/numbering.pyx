"""Dense numbers for moves; see numbering.pxd. Made and kept by `engine.game.Game`."""
from libc.stdlib cimport calloc, free
from libc.string cimport memset


cdef class Numbering:
    """The numbers of the given moves, which ascend."""

    def __init__(self, moves):
        cdef list listed = [int(move) for move in moves]
        cdef int i, page
        cdef uint64_t place = 0
        if any(a >= b for a, b in zip(listed, listed[1:])) or not all(0 <= move < 1 << 32 for move in listed):
            raise ValueError("moves are numbered in ascending order, each once, from 0 to 2**32 - 1")
        self.n = len(listed)
        self.n_pages = (max(listed) >> PAGE_BITS) + 1 if listed else 0
        self.moves = <uint32_t*>calloc(self.n + 1, sizeof(uint32_t))
        self.page_size = <uint32_t*>calloc(self.n_pages + 1, sizeof(uint32_t))
        self.page_start = <uint64_t*>calloc(self.n_pages + 1, sizeof(uint64_t))
        if self.moves == NULL or self.page_size == NULL or self.page_start == NULL:
            raise MemoryError
        for i in range(self.n):
            self.moves[i] = listed[i]
            self.page_size[self.moves[i] >> PAGE_BITS] = (self.moves[i] & IN_PAGE) + 1
        for page in range(self.n_pages):
            self.page_start[page] = place
            place += self.page_size[page]
        self.numbers = <int32_t*>calloc(place + 1, sizeof(int32_t))
        if self.numbers == NULL:
            raise MemoryError
        for i in range(<int>place):
            self.numbers[i] = NO_NUMBER
        for i in range(self.n):
            self.numbers[self.page_start[self.moves[i] >> PAGE_BITS] + (self.moves[i] & IN_PAGE)] = i

    def __dealloc__(self):
        free(self.moves)
        free(self.page_size)
        free(self.page_start)
        free(self.numbers)

    cdef int number(self, uint32_t move) noexcept nogil:
        cdef uint32_t page = move >> PAGE_BITS
        if <int>page >= self.n_pages or (move & IN_PAGE) >= self.page_size[page]:
            return NO_NUMBER
        return self.numbers[self.page_start[page] + (move & IN_PAGE)]

    cdef void write(self, const uint32_t* moves, int n, int32_t* numbers) noexcept nogil:
        cdef int i, last = NO_NUMBER
        for i in range(n):
            # most listings are runs (bids, amounts): the next move is the next number
            if last + 1 < self.n and self.moves[last + 1] == moves[i]:
                last += 1
            else:
                last = self.number(moves[i])
            numbers[i] = last

    cdef void write_bits(self, const uint32_t* moves, int n, uint8_t* bits, Span* span) noexcept nogil:
        cdef int i, last = NO_NUMBER, low = span.first >> 3
        memset(bits + low, 0, (span.last >> 3) - low + 1)
        for i in range(n):
            last = next_number(self, last, moves[i])
            if i == 0:
                span.first = last
            bits[last >> 3] |= <uint8_t>(1 << (last & 7))
        span.last = last

    cdef void write_mask(self, const uint32_t* moves, int n, uint8_t* mask, Span* span) noexcept nogil:
        cdef int i, last = NO_NUMBER
        memset(mask + span.first, 0, span.last - span.first + 1)
        for i in range(n):
            last = next_number(self, last, moves[i])
            if i == 0:
                span.first = last
            mask[last] = 1
        span.last = last


cdef inline int next_number(Numbering numbering, int last, uint32_t move) noexcept nogil:
    """A listing's next number: mostly the one after the last. `write` has this written out: called there, it made a
    step of a batch that lists numbers take 1.5% longer."""
    if last + 1 < numbering.n and numbering.moves[last + 1] == move:
        return last + 1
    return numbering.number(move)
