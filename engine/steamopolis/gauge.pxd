"""Rules 1.4, 7.4: the gauge. Stones move right over what is in their way; markers and base marker push them.

A raise is decided by its result: first the picture of the stones, then which of them have arrows. The sets of pictures
come from `pressure.pxd`; arrangements of arrows are counted only when a picture is chosen and both kinds of stones are
on the gauge.
"""
from engine.steamopolis.moves cimport *
from engine.steamopolis.pressure cimport Pictures
from engine.steamopolis.state cimport *


cdef extern from *:
    """
    #if defined(__BMI2__)
    #include <immintrin.h>
    #define steamopolis_gather(mask, fields) _pext_u32(mask, fields)
    #define steamopolis_scatter(bits, fields) _pdep_u32(bits, fields)
    #else
    static inline unsigned steamopolis_gather(unsigned mask, unsigned fields) {
        unsigned found = 0, at = 1;
        for (; fields; fields &= fields - 1, at <<= 1)
            if (mask & fields & -fields) found |= at;
        return found;
    }
    static inline unsigned steamopolis_scatter(unsigned bits, unsigned fields) {
        unsigned found = 0;
        for (; fields; fields &= fields - 1, bits >>= 1)
            if (bits & 1) found |= fields & -fields;
        return found;
    }
    #endif
    """
    uint32_t gather "steamopolis_gather"(uint32_t mask, uint32_t fields) noexcept nogil    # on these fields only
    uint32_t scatter "steamopolis_scatter"(uint32_t bits, uint32_t fields) noexcept nogil   # and back


cdef inline uint32_t free_fields(const Position* s, int seat) noexcept nogil:
    return ALL_FIELDS & ~<uint32_t>(s.stones[seat] | s.markers[seat])


cdef inline uint32_t right_of(int field) noexcept nogil:
    return ALL_FIELDS & ~((<uint32_t>2 << field) - 1)


cdef inline uint32_t can_move(const Position* s, int seat) noexcept nogil:
    """The stones that have a free field on their right."""
    cdef uint32_t free = free_fields(s, seat)
    return s.stones[seat] & ((<uint32_t>1 << highest(free)) - 1) if free else 0


cdef inline uint32_t discards(const Position* s, int seat, uint32_t movers) noexcept nogil:
    """Rules 1.7: the markers that may be discarded for a raise: a stuck mover is somewhere on their left."""
    cdef uint32_t stuck
    if s.markers[seat] == 0:
        return 0
    stuck = movers & ~can_move(s, seat)
    return s.markers[seat] & right_of(lowest(stuck)) if stuck else 0


cdef inline bint is_raise_possible(const Position* s, int seat) noexcept nogil:
    return can_move(s, seat) or discards(s, seat, s.stones[seat])


cdef inline bint can_be_pushed(const Position* s, int seat, int field) noexcept nogil:
    return (free_fields(s, seat) & right_of(field)) != 0


# -- single stones -----------------------------------------------------------------------------------------------------

cdef inline bint is_taken(const Position* s, int seat, int field) noexcept nogil:
    """Whether that is the stone just taken back (rules R14)."""
    return seat == s.active and s.turn.taken == field + 1


cdef inline void move_stone(Position* s, int seat, int field, int to) noexcept nogil:
    s.stones[seat] ^= <uint16_t>(bit(field) | bit(to))
    if s.arrows[seat] & bit(field):
        s.arrows[seat] ^= <uint16_t>(bit(field) | bit(to))
    if is_taken(s, seat, field):
        s.turn.taken = <uint8_t>(to + 1)


cdef inline void push_stone(Position* s, int seat, int field) noexcept nogil:
    """Moves the stone of a field by 1; there is room."""
    move_stone(s, seat, field, lowest(free_fields(s, seat) & right_of(field)))


cdef inline void to_reserve(Position* s, int seat, int field) noexcept nogil:
    """Rules R2: a stone in the reserve is plain."""
    s.stones[seat] &= <uint16_t>~bit(field)
    s.arrows[seat] &= <uint16_t>~bit(field)
    s.reserve[seat] += 1
    if is_taken(s, seat, field):
        s.turn.taken = 0


cdef inline void drop_marker(Position* s, int seat, int field) noexcept nogil:
    s.markers[seat] &= <uint16_t>~bit(field)
    s.pink[seat] &= <uint16_t>~bit(field)


cdef inline uint32_t room_for_stone(const Position* s, int seat) noexcept nogil:
    """Free fields right of the base marker, which is on field `base` counted from 1."""
    return free_fields(s, seat) & ~((<uint32_t>1 << s.base[seat]) - 1)


cdef inline void land(Position* s, int seat, int field, bint has_arrow, bint is_flown) noexcept nogil:
    s.stones[seat] |= <uint16_t>bit(field)
    if has_arrow:
        s.arrows[seat] |= <uint16_t>bit(field)
    if is_flown:
        s.turn.taken = <uint8_t>(field + 1)


cdef inline void return_stone(Position* s, int seat, bint has_arrow, bint is_flown) noexcept nogil:
    """Rules 1.5 C1: to the first free field right of the base; no room: for a marker, else to the reserve."""
    cdef uint32_t free = room_for_stone(s, seat)
    if free:
        land(s, seat, lowest(free), has_arrow, is_flown)
    elif s.markers[seat]:
        push_with(s, RETURN_STONE, seat, has_arrow, is_flown, 0, 0)
    else:
        s.reserve[seat] += 1


cdef inline int legal_return(const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    return list_bits(M_DISCARD, s.markers[frame.seat], moves, 0)


cdef inline void apply_return(Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    pop(s)
    drop_marker(s, frame.seat, move - M_DISCARD)
    land(s, frame.seat, move - M_DISCARD, frame.a, frame.b)


cdef inline bint is_base_free(const Tables* t, const Position* s, int seat) noexcept nogil:
    """Whether the base marker may advance (rules R13: not if that costs the last stone)."""
    cdef int field = s.base[seat]
    if field >= t.base_max:
        return False
    return not s.stones[seat] & bit(field) or can_be_pushed(s, seat, field) or n_stones(s, seat) > 1


cdef inline void advance_base(Position* s, int seat) noexcept nogil:
    cdef int field = s.base[seat]
    if s.stones[seat] & bit(field):
        if can_be_pushed(s, seat, field):
            push_stone(s, seat, field)
        else:
            to_reserve(s, seat, field)
    drop_marker(s, seat, field)
    s.base[seat] += 1


cdef inline void place_pink(const Tables* t, Position* s, int seat, int value) noexcept nogil:
    cdef uint32_t free = room_for_stone(s, seat) & t.fields_of[value]
    if free:
        s.markers[seat] |= <uint16_t>bit(lowest(free))
        s.pink[seat] |= <uint16_t>bit(lowest(free))


# -- raises ------------------------------------------------------------------------------------------------------------

cdef inline void ask_raise(Position* s, int seat, int steps, int flags) noexcept nogil:
    push_with(s, RAISE, seat, steps if steps < MAX_RAISE else MAX_RAISE, flags, 0, 0)


cdef inline void mark(const Tables* t, Pictures* found, uint32_t picture) noexcept nogil:
    cdef int rank = t.pressure.rank[picture]
    found.words[rank >> 6] |= <uint64_t>1 << (rank & 63)


cdef inline void walk_arrows(
    const Tables* t, uint32_t blocked, uint32_t stones, uint32_t arrows, uint32_t waiting, Pictures* found,
    uint32_t wanted, uint32_t* arrangements,
) noexcept nogil:
    """All orders of the arrow moves: marks the pictures, and for the wanted one the arrangements (ordinal patterns)."""
    cdef uint32_t rest = waiting, here, free
    if waiting == 0:
        mark(t, found, stones)
        if stones == wanted:
            arrangements[0] |= <uint32_t>1 << gather(arrows, stones)
        return
    while rest:
        here = rest & (~rest + 1)
        rest ^= here
        free = ALL_FIELDS & ~(stones | blocked) & ~((here << 1) - 1)
        free &= ~free + 1
        if free:
            walk_arrows(
                t, blocked, stones ^ here ^ free, arrows ^ here ^ free, waiting ^ here, found, wanted, arrangements
            )
        else:
            walk_arrows(t, blocked, stones, arrows, waiting ^ here, found, wanted, arrangements)


cdef inline void reach_with_one(
    const Tables* t, const Position* s, int seat, int steps, Pictures* found
) noexcept nogil:
    """One stone, one to so many steps: each of the next free fields."""
    cdef uint32_t stones = s.stones[seat], all_free = free_fields(s, seat), free
    cdef int field, k
    while stones:
        field = lowest(stones)
        stones &= stones - 1
        free = all_free & right_of(field)
        k = 0
        while free and k < steps:
            mark(t, found, s.stones[seat] ^ bit(field) ^ (free & (~free + 1)))
            free &= free - 1
            k += 1


cdef inline int list_pictures(
    const Tables* t, const Pictures* found, int k, uint32_t track, move_t* moves, int n
) noexcept nogil:
    """Appends `raise P` for every picture of k stones; on a track with markers the ranks are those of the track."""
    cdef uint64_t word
    cdef int i
    for i in range(4):
        word = found.words[i]
        while word:
            moves[n] = M_RAISE + scatter(t.pressure.picture[k][64 * i + lowest(word)], track)
            word &= word - 1
            n += 1
    return n


cdef inline const Pictures* raised(const Tables* t, uint32_t stones, uint32_t track, int steps) noexcept nogil:
    """The pictures, on the track, that a raise leads to. A stone can move."""
    cdef int index = (1 << count(track)) + gather(stones, track)
    if steps > t.pressure.longest[index]:
        steps = t.pressure.longest[index]
    return &t.pressure.sets[t.pressure.first[index] + steps - 1]


cdef inline int legal_raise(const Tables* t, const Position* s, const Frame* frame, move_t* moves) noexcept nogil:
    cdef int seat = frame.seat, n = 0
    cdef uint32_t stones = s.stones[seat], movable = can_move(s, seat), track, ignored = 0
    cdef uint32_t movers = s.arrows[seat] if frame.b & RAISE_ARROWS else stones
    cdef Pictures found
    if frame.b & RAISE_OPTIONAL:
        n = list_one(M_SKIP, moves, n)
    n = list_bits(M_DISCARD, discards(s, seat, movers), moves, n)
    if frame.b & (RAISE_ONE | RAISE_ARROWS):
        memset(&found, 0, sizeof(found))
        if frame.b & RAISE_ARROWS:
            walk_arrows(t, s.markers[seat], stones, movers, movers, &found, 0, &ignored)
        else:
            reach_with_one(t, s, seat, frame.a, &found)
        return list_pictures(t, &found, count(stones), ALL_FIELDS, moves, n)
    if movable:
        track = ALL_FIELDS & ~<uint32_t>s.markers[seat]
        n = list_pictures(t, raised(t, stones, track, frame.a), count(stones), track, moves, n)
    return n


cdef inline uint32_t turn_patterns(uint32_t patterns, int place, int passed) noexcept nogil:
    """A set of arrangements after the stone at an ordinal place has jumped over so many others."""
    cdef uint32_t found = 0, pattern, low = (<uint32_t>1 << place) - 1, mid = (<uint32_t>1 << passed) - 1
    if passed == 0:
        return patterns
    while patterns:
        pattern = lowest(patterns)
        patterns &= patterns - 1
        found |= <uint32_t>1 << (
            (pattern & low) | (pattern >> (place + 1) & mid) << place | (pattern >> place & 1) << (place + passed)
            | (pattern >> (place + passed + 1) << (place + passed + 1))
        )
    return found


cdef inline bint leads_to(const Tables* t, int n_fields, uint32_t picture, int steps, uint32_t wanted) noexcept nogil:
    cdef int index = (1 << n_fields) + picture, rank = t.pressure.rank[wanted]
    if steps > t.pressure.longest[index]:
        steps = t.pressure.longest[index]
    if steps == 0:
        return picture == wanted
    return t.pressure.sets[t.pressure.first[index] + steps - 1].words[rank >> 6] >> (rank & 63) & 1


cdef inline uint32_t arrangements_of(
    const Tables* t, uint32_t stones, uint32_t arrows, uint32_t track, int steps, uint32_t wanted
) noexcept nogil:
    """The arrangements of arrows, as ordinal patterns, with which courses of a raise reach the wanted picture.

    Layer by layer, over those pictures only that lead to the wanted one; at most 2**5 patterns are a 32-bit set.
    """
    cdef uint32_t[MAX_LISTING] patterns, following
    cdef uint16_t[MAX_LISTING] pictures, next_pictures
    cdef uint8_t[MAX_LISTING] place_of
    cdef uint32_t picture, rest, here, free, after, turned
    cdef int n_fields = count(track), n = 1, n_next, i, j, index
    index = (1 << n_fields) + gather(stones, track)
    if steps > t.pressure.longest[index]:
        steps = t.pressure.longest[index]
    pictures[0] = <uint16_t>gather(stones, track)
    patterns[0] = <uint32_t>1 << gather(arrows, stones)
    wanted = gather(wanted, track)
    while steps > 0:
        steps -= 1
        n_next = 0
        memset(place_of, 255, sizeof(place_of))
        for i in range(n):
            picture = rest = pictures[i]
            if t.pressure.longest[(1 << n_fields) + picture] == 0:
                rest = 0
                n_next = add_patterns(t, next_pictures, following, place_of, n_next, picture, patterns[i])
            while rest:
                here = rest & (~rest + 1)
                rest ^= here
                free = ~picture & ((<uint32_t>1 << n_fields) - 1) & ~((here << 1) - 1)
                free &= ~free + 1
                if free == 0:
                    break
                after = picture ^ here ^ free
                if not leads_to(t, n_fields, after, steps, wanted):
                    continue
                turned = turn_patterns(
                    patterns[i], count(picture & (here - 1)), count(picture & (free - 1) & ~((here << 1) - 1))
                )
                n_next = add_patterns(t, next_pictures, following, place_of, n_next, after, turned)
        for j in range(n_next):
            pictures[j] = next_pictures[j]
            patterns[j] = following[j]
        n = n_next
    return patterns[0]


cdef inline int add_patterns(
    const Tables* t, uint16_t* pictures, uint32_t* patterns, uint8_t* place_of, int n, uint32_t picture, uint32_t found
) noexcept nogil:
    """Adds patterns to a picture of a layer; returns how many pictures the layer has."""
    cdef int rank = t.pressure.rank[picture]
    if place_of[rank] == 255:
        place_of[rank] = <uint8_t>n
        pictures[n] = <uint16_t>picture
        patterns[n] = 0
        n += 1
    patterns[place_of[rank]] |= found
    return n


cdef inline uint32_t arrow_patterns(
    const Tables* t, const Position* s, const Frame* frame, uint32_t picture
) noexcept nogil:
    """The arrangements that lead to a legal picture, as ordinal patterns."""
    cdef int seat = frame.seat
    cdef uint32_t stones = s.stones[seat], arrows = s.arrows[seat], found = 0, left
    cdef Pictures ignored
    if frame.b & RAISE_ARROWS:
        walk_arrows(t, s.markers[seat], stones, arrows, arrows, &ignored, picture, &found)
        return found
    if arrows == 0 or arrows == stones:
        return <uint32_t>1 << gather(picture if arrows else 0, picture)
    if frame.b & RAISE_ONE or frame.a == 1:
        left = stones & ~picture
        return <uint32_t>1 << gather((arrows & picture) | (picture & ~stones if arrows & left else 0), picture)
    return arrangements_of(t, stones, arrows, ALL_FIELDS & ~<uint32_t>s.markers[seat], frame.a, picture)


cdef inline void settle(Position* s, int seat, uint32_t picture, uint32_t pattern) noexcept nogil:
    """The gauge changes, at the end of a raise."""
    cdef uint32_t right
    s.stones[seat] = <uint16_t>picture
    s.arrows[seat] = <uint16_t>scatter(pattern, picture)
    if s.turn.taken and seat == s.active and not picture & bit(s.turn.taken - 1):
        right = picture & right_of(s.turn.taken - 1)      # rules R14
        s.turn.taken = <uint8_t>(lowest(right) + 1 if right else 0)


cdef inline void apply_raise(const Tables* t, Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    cdef uint32_t picture, patterns
    if move == M_SKIP:
        pop(s)
        return
    if move < M_RAISE:
        drop_marker(s, frame.seat, move - M_DISCARD)      # and asks again: now a stone can move
        return
    picture = move - M_RAISE
    patterns = arrow_patterns(t, s, &frame, picture)
    pop(s)
    if patterns & (patterns - 1):
        push_with(s, ORDER, frame.seat, picture & 255, picture >> 8, patterns & 0xFFFF, patterns >> 16)
    else:
        settle(s, frame.seat, picture, lowest(patterns))


cdef inline int legal_order(const Frame* frame, move_t* moves) noexcept nogil:
    cdef uint32_t patterns = frame.x | <uint32_t>frame.y << 16, picture = frame.a | frame.b << 8
    cdef int n = 0
    while patterns:
        moves[n] = M_ORDER + scatter(lowest(patterns), picture)
        patterns &= patterns - 1
        n += 1
    return n


cdef inline void apply_order(Position* s, move_t move) noexcept nogil:
    cdef Frame frame = top(s)[0]
    cdef uint32_t picture = frame.a | frame.b << 8
    pop(s)
    settle(s, frame.seat, picture, gather(move - M_ORDER, picture))


cdef inline void start_arrow_moves(Position* s, int seat) noexcept nogil:
    """Rules 1.4: compulsory. Nothing to decide if no arrow stone moves and no discard would let one."""
    if s.arrows[seat] & can_move(s, seat) or discards(s, seat, s.arrows[seat]):
        push_with(s, RAISE, seat, 1, RAISE_ARROWS, 0, 0)
