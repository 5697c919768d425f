"""Bidding, as in 3.2, 3.3 and 7.4: clockwise, higher or out, the last one in wins. Called by those phases."""

from __future__ import annotations

from collections.abc import Callable, Generator

from tests.planet_steam.oracle.table import Table
from tests.planet_steam.oracle.terms import Words

Bidding = Generator[tuple[int, list[Words]], Words, tuple[int, int]]


def full_price(seat: int, bid: int) -> int:
    return bid


def bidding(table: Table, seats: list[int], price: Callable[[int, int], int] = full_price) -> Bidding:
    """Asks `seats` (those in, clockwise from the opener); returns the winner and the bid. `price` tells what a seat
    would pay for a bid: it may bid what it can pay. A lone seat bids 1. Nothing is paid here."""
    if len(seats) == 1:
        yield seats[0], [["bid", 1]]
        table.show_at_least(seats[0], 1)
        return seats[0], 1
    standing = 0
    waiting = list(seats)  # the next one asked stands first
    while len(waiting) > 1:
        seat = waiting.pop(0)
        options: list[Words] = []
        bid = standing + 1
        while price(seat, bid) <= table.credits[seat]:
            options.append(["bid", bid])
            bid += 1
        if standing:  # the opener must bid
            options.append(["pass"])
        assert options, "every opener can pay 1"
        answer = yield seat, options
        if answer[0] == "bid":
            standing = answer[1]
            table.show_at_least(seat, price(seat, standing))
            waiting.append(seat)
    return waiting[0], standing


def seats_in(table: Table, eligible: list[int]) -> list[int]:
    """Who of the eligible is in (3.3, 7.4), clockwise from Lady Steam's holder. Being in shows at least 1 credit, not
    being in shows none at all."""
    found = []
    for seat in table.clockwise_from(table.holder_of("lady")):
        if seat not in eligible:
            continue
        if table.credits[seat] >= 1:
            table.show_at_least(seat, 1)
            found.append(seat)
        else:
            table.show_zero(seat)
    return found
