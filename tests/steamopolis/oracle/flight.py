"""C: fly to all destinations (1.5)."""

from __future__ import annotations

from tests.steamopolis.oracle import districts, gauge, market, passengers, room, solo
from tests.steamopolis.oracle.table import Table
from tests.steamopolis.oracle.terms import KINDS, SKIP, USE, Flow, ask, level_of


def fly_to_all(table: Table, seat: int, district: str) -> Flow:
    """C, beginning at the district."""
    solo.pay_time(table)
    table.turn.flew = True
    solo.lay_shadow(table)
    table.turn.start_districts = table.districts_of(seat)
    yield from fly_to(table, seat, district)
    while table.districts_of(seat):
        answer = yield from ask(seat, [["fly", own] for own in table.districts_of(seat)])
        yield from fly_to(table, seat, answer[1])


def fly_to(table: Table, seat: int, district: str) -> Flow:
    level = level_of(district)
    table.turn.flown_level = level
    yield from take_back(table, seat, district)
    yield from passengers.drop_or_board(table, seat, level)
    yield from do_one_thing(table, seat, district)
    yield from room.store(table, seat)
    table.turn.flown_level = None
    table.turn.just = None


def take_back(table: Table, seat: int, district: str) -> Flow:
    """To the first free field right of the base, arrow kept; then `take` passives of this level."""
    [stone] = [stone for stone in table.stones[district] if stone[0] == seat]
    table.stones[district].remove(stone)
    table.turn.n_taken_back += 1
    table.turn.just = yield from gauge.bring_to_gauge(table, seat, "a" if stone[1] else "o")
    yield from room.trigger_passives(table, seat, "take", level_of(district))


def do_one_thing(table: Table, seat: int, district: str) -> Flow:
    """The district effect, a purchase on this level, or nothing."""
    level = level_of(district)
    options = [SKIP, *market.offers(table, seat, market.markets_of(table, level))]
    if districts.is_usable(table, seat, district):
        options.append(USE)
    if level == 1:
        options += market.marker_offers(table, seat)
    answer = yield from ask(seat, options)
    if answer == USE:
        yield from districts.use(table, seat, district)
    elif answer[0] == "buy":
        yield from market.buy(table, seat, answer[1], answer[2])
    while answer[0] == "marker":  # any number of them
        yield from market.buy_marker(table, seat, KINDS.index(answer[1]))
        answer = yield from ask(seat, [SKIP, *market.marker_offers(table, seat)])
