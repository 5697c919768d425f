"""An observation of Steamopolis as floats: every member of `Seen`, named as in state.pxd. Made once for each game.

The layout is the same for every number of players (seats that nobody has are zeros), so that a network fits them all.
Fields follow the struct: neighbours of one type are written in one go.
"""
from engine.layout cimport Layout
from engine.members cimport place
from engine.steamopolis.knowledge cimport Seen
from engine.steamopolis.state cimport *

BY_SEAT = (MAX_PLAYERS,)
FRAME = 8             # bytes of a frame: kind, seat (255: nobody), a, b, then x and y, the lower byte first


def layout():
    """Seats, districts, fields and tiles are numbered as in state.pxd."""
    cdef Layout out = Layout()
    _add_choices(out)
    _add_city(out)
    _add_turn(out)
    _add_airships(out)
    _add_rooms(out)
    _add_table(out)
    _add_frames(out)
    return out


cdef _add_choices(Layout out):
    """Who looks, who began, whose turn it is, and who moves (nobody: chance, or the end)."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.choice("seat", place(&seen.seat, &seen), 8, True, 0, MAX_PLAYERS - 1, ())
    for name, offset in (
        ("first", place(&s.first, &seen)), ("active", place(&s.active, &seen)), ("mover", place(&s.mover, &seen)),
    ):
        out.choice(name, offset, 1, True, 0, MAX_PLAYERS - 1, ())


cdef _add_city(Layout out):
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.sets("shown", place(&s.shown, &seen), 8, N_MACHINES, ())
    out.sets("board", place(s.board, &seen), 4, N_DISTRICTS, BY_SEAT)
    out.sets("board_arrows", place(s.board_arrows, &seen), 4, N_DISTRICTS, BY_SEAT)
    out.sets("shadow", place(&s.shadow, &seen), 4, N_DISTRICTS, ())
    out.sets("down", place(&s.down, &seen), 4, N_DOWN, ())
    out.sets("seen", place(s.seen, &seen), 4, N_DOWN, BY_SEAT)


cdef _add_turn(Layout out):
    """What the running turn has done."""
    cdef Seen seen
    cdef const Turn* turn = &seen.state.turn
    out.sets("flown_from", place(&turn.flown_from, &seen), 4, N_DISTRICTS, ())
    out.sets("used", place(&turn.used, &seen), 4, N_DISTRICTS, ())
    for name, offset in (
        ("hand", place(&turn.hand, &seen)), ("hand_arrow", place(&turn.hand_arrow, &seen)),
        ("level", place(&turn.level, &seen)), ("taken", place(&turn.taken, &seen)),
        ("n_flown", place(&turn.n_flown, &seen)), ("moved", place(&turn.moved, &seen)),
        ("took_tile", place(&turn.took_tile, &seen)), ("has_flown", place(&turn.has_flown, &seen)),
        ("has_paid", place(&turn.has_paid, &seen)), ("press", place(&turn.press, &seen)),
        ("n_ends", place(&turn.n_ends, &seen)),
    ):
        out.numbers(name, offset, 1, False, (), 1.0 / 8)
    out.numbers("ends", place(turn.ends, &seen), 1, False, (N_DISTRICTS,), 1.0 / N_DISTRICTS)


cdef _add_airships(Layout out):
    cdef Seen seen
    cdef const Position* s = &seen.state
    for name, offset in (
        ("stones", place(s.stones, &seen)), ("arrows", place(s.arrows, &seen)), ("markers", place(s.markers, &seen)),
        ("pink", place(s.pink, &seen)),
    ):
        out.sets(name, offset, 2, N_FIELDS, BY_SEAT)
    out.numbers("points", place(s.points, &seen), 2, True, BY_SEAT, 1.0 / 32)
    out.sets("places", place(s.places, &seen), 2, 2 * N_SLOTS, BY_SEAT)
    out.sets("triggers", place(s.triggers, &seen), 2, 12, BY_SEAT)
    out.sets("passengers_shown", place(&s.passengers_shown, &seen), 2, N_PASSENGERS, ())
    out.numbers("round", place(&s.round, &seen), 2, False, (), 1.0 / 16)


cdef _add_rooms(Layout out):
    """What each player has."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    for name, offset in (
        ("boilers", place(s.boilers, &seen)), ("storage", place(s.storage, &seen)), ("base", place(s.base, &seen)),
        ("reserve", place(s.reserve, &seen)),
    ):
        out.numbers(name, offset, 1, False, BY_SEAT, 1.0 / 8)
    out.numbers("goods", place(s.goods, &seen), 1, False, (MAX_PLAYERS, 2), 1.0 / 8)
    out.numbers("room", place(s.room, &seen), 1, False, (MAX_PLAYERS, N_SLOTS), 1.0 / N_TILES)
    out.numbers("parasites", place(s.parasites, &seen), 1, False, (MAX_PLAYERS, N_SLOTS, 2), 1.0 / 64)
    for name, offset in (
        ("in_supply", place(s.in_supply, &seen)), ("tiles", place(s.tiles, &seen)),
        ("n_banners", place(s.n_banners, &seen)), ("n_purple", place(s.n_purple, &seen)),
    ):
        out.numbers(name, offset, 1, False, BY_SEAT, 1.0 / 4)
    out.numbers("sponsors", place(s.sponsors, &seen), 1, False, (MAX_PLAYERS, 2, 2), 1.0 / 4)
    for name, offset in (
        ("gala", place(s.gala, &seen)), ("character", place(s.character, &seen)), ("start", place(s.start, &seen)),
    ):
        out.numbers(name, offset, 1, False, BY_SEAT, 1.0 / 8)


cdef _add_table(Layout out):
    """What lies on the table."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    for name, offset, shape, scale in (
        ("banners", place(s.banners, &seen), (MAX_BANNERS,), 1.0 / 256),
        ("n_attached", place(&s.n_attached, &seen), (), 1.0 / MAX_BANNERS),
        ("open", place(s.open, &seen), (N_MARKETS,), 1.0 / N_TILES),
        ("dealt", place(&s.dealt, &seen), (), 1.0 / N_MARKETS),
        ("down_colour", place(s.down_colour, &seen), (N_DOWN,), 1.0 / N_COLOURS),
        ("down_name", place(s.down_name, &seen), (N_DOWN,), 1.0 / N_TILES),
        ("bonus", place(s.bonus, &seen), (2,), 1.0 / 4),
        ("statues", place(&s.statues, &seen), (), 1.0 / 256),
        ("passenger", place(s.passenger, &seen), (2,), 1.0 / 8),
        ("aboard", place(s.aboard, &seen), (2,), 1.0 / 8),
        ("tile", place(s.tile, &seen), (2,), 1.0 / 8),
        ("stack", place(&s.stack, &seen), (), 1.0 / N_PASSENGERS),
        ("no_tile", place(&s.no_tile, &seen), (), 1),
        ("supply", place(s.supply, &seen), (2,), 1.0 / N_RESOURCES),
        ("capacity", place(&s.capacity, &seen), (), 1.0 / N_CAPACITY),
        ("sponsors_left", place(&s.sponsors_left, &seen), (), 1.0 / N_SPONSORS),
        ("galas_left", place(s.galas_left, &seen), (2,), 1.0 / N_GALAS),
        ("beside", place(&s.beside, &seen), (), 1.0 / 8),
    ):
        out.numbers(name, offset, 1, False, shape, scale)


cdef _add_frames(Layout out):
    """How the game stands, and the stack of what is still to be done, from below."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    for name, offset in (
        ("is_final", place(&s.is_final, &seen)), ("is_ending", place(&s.is_ending, &seen)),
        ("is_lost", place(&s.is_lost, &seen)),
    ):
        out.numbers(name, offset, 1, False, (), 1)
    out.numbers("n_frames", place(&s.n_frames, &seen), 1, False, (), 1.0 / MAX_FRAMES)
    out.numbers("frames", place(s.frames, &seen), 1, False, (MAX_FRAMES, FRAME), 1.0 / 64)
