"""Fills the table of raises, once, when the module is loaded."""
from libc.stdint cimport uint8_t, uint16_t, uint32_t, uint64_t
from libc.string cimport memset

cdef Pressure TABLE


cdef const Pressure* shared_pressure() noexcept:
    return &TABLE


cdef int n_bits(int mask) noexcept:
    cdef int n = 0
    while mask:
        mask &= mask - 1
        n += 1
    return n


cdef void rank_pictures() noexcept:
    cdef int picture, k
    cdef int[11] n_ranked
    memset(n_ranked, 0, sizeof(n_ranked))
    for picture in range(1024):
        k = n_bits(picture)
        if k <= MOST_STONES:
            TABLE.rank[picture] = <uint8_t>n_ranked[k]
            TABLE.picture[k][n_ranked[k]] = <uint16_t>picture
            n_ranked[k] += 1


cdef int steps_from(int picture, int n, int* found) noexcept:
    """The pictures that one step leads to; returns how many."""
    cdef int i, j, n_found = 0
    for i in range(n):
        if not picture >> i & 1:
            continue
        j = i + 1
        while j < n and picture >> j & 1:
            j += 1
        if j < n:
            found[n_found] = picture ^ 1 << i ^ 1 << j
            n_found += 1
    return n_found


cdef void add(Pictures* into, const Pictures* other) noexcept:
    cdef int word
    for word in range(4):
        into.words[word] |= other.words[word]


cdef void add_reached(Pictures* into, int picture, int n, int steps) noexcept:
    """Adds the pictures after so many steps from a picture whose sets are filled."""
    cdef int index = (1 << n) + picture, rank = TABLE.rank[picture]
    if steps > TABLE.longest[index]:
        steps = TABLE.longest[index]
    if steps == 0:
        into.words[rank >> 6] |= <uint64_t>1 << (rank & 63)
    else:
        add(into, &TABLE.sets[TABLE.first[index] + steps - 1])


cdef int fill_track(int n, int n_sets) noexcept:
    """Fills the sets of a track, highest pictures first: a step leads to a higher one."""
    cdef int picture, index, i, steps, longest, n_next
    cdef int[MOST_STONES] following
    for picture in range((1 << n) - 1, -1, -1):
        if n_bits(picture) > MOST_STONES:
            continue
        index = (1 << n) + picture
        n_next = steps_from(picture, n, following)
        longest = 0
        for i in range(n_next):
            longest = max(longest, 1 + TABLE.longest[(1 << n) + following[i]])
        TABLE.longest[index] = <uint8_t>longest
        TABLE.first[index] = <uint16_t>n_sets
        for steps in range(1, longest + 1):
            for i in range(n_next):
                add_reached(&TABLE.sets[n_sets + steps - 1], following[i], n, steps - 1)
        n_sets += longest
    return n_sets


def _fill():
    cdef int n, n_sets = 0
    memset(&TABLE, 0, sizeof(TABLE))
    rank_pictures()
    for n in range(11):
        n_sets = fill_track(n, n_sets)
    if n_sets != N_SETS:
        raise AssertionError(f"{n_sets} sets of pictures, not {N_SETS}")


_fill()
