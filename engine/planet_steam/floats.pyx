"""An observation of Planet Steam as floats: every member of `Seen`, named as in state.pxd. Made once for each game.

The layout is the same for every number of players (seats that nobody has are zeros), so that a network fits them all.
Fields follow the struct: neighbours of one type are written in one go.
"""
from engine.game cimport MAX_SEATS
from engine.layout cimport Layout
from engine.members cimport place
from engine.planet_steam.knowledge cimport Seen
from engine.planet_steam.state cimport *

from engine.planet_steam import notation

CREDITS = 1.0 / 256     # the scale of credits: a rich player of an ordinary game has some hundreds
BY_SEAT = (MAX_SEATS,)
GOODS = (MAX_SEATS, N_RESOURCES)


def layout():
    """Seats, zones and resources stand in their usual order; a hidden total of credits is -1."""
    cdef Layout out = Layout()
    _add_choices(out)
    _add_map(out)
    _add_credits(out)
    _add_pieces(out)
    _add_step(out)
    return out


cdef _add_choices(Layout out):
    """Who looks, who moves (nobody: chance, or the end), what is decided, and where."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.choice("seat", place(&seen.seat, &seen), 8, True, 0, MAX_SEATS - 1, ())
    out.choice("mover", place(&s.mover, &seen), 1, True, 0, MAX_SEATS - 1, ())
    out.choice("phase", place(&s.phase, &seen), 1, False, 0, len(notation.PHASES) - 1, ())
    out.choice("zone", place(&s.zone, &seen), 1, True, 0, N_ZONES - 1, ())
    out.choice("tipped", place(&s.tipped, &seen), 1, True, 0, N_ZONES - 1, ())


cdef _add_map(Layout out):
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.sets("owned", place(s.owned, &seen), 8, N_ZONES, BY_SEAT)
    out.sets("neutral", place(&s.neutral, &seen), 8, N_ZONES, ())
    out.sets("makes", place(s.makes, &seen), 8, N_ZONES, (N_RESOURCES,))
    out.sets("superchargers", place(&s.superchargers, &seen), 8, N_ZONES, ())
    out.sets("powered", place(&s.powered, &seen), 8, N_ZONES, ())


cdef _add_credits(Layout out):
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.numbers("credits", place(s.credits, &seen), 2, True, BY_SEAT, CREDITS)
    out.numbers("earned", place(s.earned, &seen), 2, True, BY_SEAT, CREDITS)
    out.numbers("credits_low", place(s.below, &seen), 2, True, (MAX_WINDOWS, MAX_SEATS), CREDITS)
    out.numbers("credits_high", place(s.above, &seen), 2, True, (MAX_WINDOWS, MAX_SEATS), CREDITS)
    out.numbers("bid", place(&s.bid, &seen), 2, True, (), CREDITS)
    out.numbers("freelance_bid", place(&s.freelance_bid, &seen), 2, True, (), CREDITS)


cdef _add_pieces(Layout out):
    """What players and the table have."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.numbers("goods", place(s.goods, &seen), 1, False, GOODS, 1.0 / 16)
    out.numbers("carriers", place(s.carriers, &seen), 1, False, GOODS, 1.0 / MAX_CLASS)
    out.numbers("licenses", place(s.licenses, &seen), 1, False, BY_SEAT, 1.0 / 4)
    out.numbers("quarters", place(s.quarters, &seen), 1, False, BY_SEAT, 1.0 / 4)
    out.numbers("turn_order", place(s.turn_order, &seen), 1, True, BY_SEAT, 1.0 / MAX_SEATS)
    for name, offset in (
        ("price", place(s.price, &seen)), ("supply", place(s.supply, &seen)), ("bonus", place(s.bonus, &seen)),
        ("order", place(s.order, &seen)), ("converters_left", place(s.converters_left, &seen)),
    ):
        out.numbers(name, offset, 1, False, (N_RESOURCES,), 1.0 / 16)
    for name, offset in (
        ("tanks_left", place(&s.tanks_left, &seen)), ("superchargers_left", place(&s.superchargers_left, &seen)),
        ("licenses_left", place(&s.licenses_left, &seen)), ("quarters_left", place(&s.quarters_left, &seen)),
        ("market", place(&s.market, &seen)),
    ):
        out.numbers(name, offset, 1, False, (), 1.0 / 16)


cdef _add_step(Layout out):
    """The round, and what the running step is about."""
    cdef Seen seen
    cdef const Position* s = &seen.state
    out.numbers("round", place(&s.round, &seen), 1, False, (), 1.0 / 8)
    out.numbers("first", place(&s.first, &seen), 1, True, (), 1.0 / MAX_SEATS)
    for name, offset in (
        ("turn", place(&s.turn, &seen)), ("n_cards_taken", place(&s.n_cards_taken, &seen)),
        ("card", place(&s.card, &seen)),
    ):
        out.numbers(name, offset, 1, False, (), 1.0 / MAX_SEATS)
    out.sets("in_auction", place(&s.in_auction, &seen), 1, MAX_SEATS, ())
    out.numbers("bidder", place(&s.bidder, &seen), 1, True, (), 1.0 / MAX_SEATS)
    out.numbers("airship", place(&s.airship, &seen), 1, True, (), 1.0 / N_LINES)
    for name, offset in (
        ("tipped_seat", place(&s.tipped_seat, &seen)), ("manipulator", place(&s.manipulator, &seen)),
        ("freelance_holder", place(&s.freelance_holder, &seen)),
        ("freelance_released", place(&s.freelance_released, &seen)),
    ):
        out.numbers(name, offset, 1, True, (), 1.0 / MAX_SEATS)
    out.numbers("freelance_kept", place(&s.freelance_kept, &seen), 1, False, (), 1)
    out.numbers("rearranged", place(&s.rearranged, &seen), 1, False, (), 1.0 / MAX_REARRANGED)
    out.numbers("power_from", place(&s.power_from, &seen), 1, False, (), 1.0 / N_ZONES)
    out.numbers("place", place(&s.place, &seen), 1, False, (), 1.0 / N_RESOURCES)
    out.numbers("neutrals_due", place(&s.neutrals_due, &seen), 1, False, (), 1.0 / 8)
    out.numbers("is_reverse", place(&s.is_reverse, &seen), 1, False, (), 1)
    out.numbers("unstowed", place(s.unstowed, &seen), 1, False, (N_RESOURCES,), 1.0 / 16)
