"""A turn (1.5): arrow moves, one action (in the final turn up to three, 1.10), end of turn."""

from __future__ import annotations

from tests.steamopolis.oracle import effects, flight, gauge, market, passengers, room, solo
from tests.steamopolis.oracle.table import STONES, Table, Turn
from tests.steamopolis.oracle.terms import SKIP, SLOTS, Flow, Words, ask

STEAM: Words = ["steam"]


def take_turn(table: Table, seat: int) -> Flow:
    table.active = seat
    table.turn = Turn()
    for player in table.players:  # rules 1.9: each sponsor once per turn, anyone's
        for sponsor in player.sponsors:
            sponsor.used = False
    yield from gauge.arrow_moves(table, seat)
    if table.final:
        yield from final_actions(table, seat)
    else:
        options = steam_options(table, seat) + aim_options(table, seat) + fly_options(table, seat)
        answer = yield from ask(seat, options)
        table.turn.forced = {words[0] for words in options} == {"fly"}
        yield from act(table, seat, answer)
    yield from end_of_turn(table, seat)


def final_actions(table: Table, seat: int) -> Flow:
    """A, B, C in this order, each optional."""
    for options_of in (steam_options, aim_options, fly_options):
        answer = yield from ask(seat, [SKIP, *options_of(table, seat)])
        yield from act(table, seat, answer)


def act(table: Table, seat: int, answer: Words) -> Flow:
    if answer == STEAM:
        yield from make_steam(table, seat)
    elif answer[0] == "aim":
        yield from set_destination(table, seat, answer[1])
    elif answer[0] == "fly":
        yield from flight.fly_to_all(table, seat, answer[1])


def steam_options(table: Table, seat: int) -> list[Words]:
    """Illegal if no stone can move; a marker that could be discarded for it counts as room."""
    return [STEAM] if gauge.can_raise(table, seat) else []


def aim_options(table: Table, seat: int) -> list[Words]:
    fields = table.players[seat].fields_with(STONES)
    return [["aim", field] for field in fields if table.free_districts(seat, table.value(field))]


def fly_options(table: Table, seat: int) -> list[Words]:
    return [["fly", district] for district in table.districts_of(seat)]


def make_steam(table: Table, seat: int) -> Flow:
    solo.pay_time(table)
    yield from gauge.raise_by(table, seat, table.boilers(seat), optional=False)


# -- B: set one destination --------------------------------------------------------------------------------------------


def set_destination(table: Table, seat: int, field: int) -> Flow:
    player = table.players[seat]
    arrow = player.at(field) == "a"
    value = table.value(field)
    player.lay(field, ".")
    left_of = value  # a stone of value v enters slot v-1
    table.hand = (value, arrow)
    while True:
        options: list[Words] = [["set", district] for district in table.free_districts(seat, value)]
        slot = next_machine(table, seat, left_of)
        if slot is not None and table.free_districts(seat, slot_value(table, slot)):
            options.append(["run"])
        answer = yield from ask(seat, options)
        if answer != ["run"]:
            break
        assert slot is not None
        left_of, value = slot, slot_value(table, slot)
        table.hand = (value, arrow)
        yield from room.trigger(table, seat, slot, "a")
    table.hand = None
    table.stones[answer[1]].append((seat, arrow))
    yield from room.store(table, seat)


def slot_value(table: Table, slot: int) -> int:
    return int(table.board["meta"]["slots"][slot - 1])


def next_machine(table: Table, seat: int, left_of: int) -> int | None:
    """The next slot on the left whose machine has an activation effect."""
    for slot in reversed(SLOTS):
        if slot < left_of and table.active_effect(table.players[seat].room[slot]):
            return slot
    return None


# -- end of turn -------------------------------------------------------------------------------------------------------


def end_of_turn(table: Table, seat: int) -> Flow:
    """Steps (a) to (e)."""
    if table.turn.tile_taken:
        yield from passengers.turn_up_tile(table)
    yield from passengers.rewards(table, seat)
    yield from end_effects(table, seat)
    if table.solo and table.turn.flew:
        yield from solo.removal(table)
    if len(table.statues) >= market.N_STATUES_TO_END or table.tile is None:
        table.ending = True


def end_effects(table: Table, seat: int) -> Flow:
    for district in table.turn.at_end:  # in the order flown
        yield from effects.work_off(table, seat, table.district_effect(district))
    yield from room.store(table, seat)
    if table.turn.n_taken_back >= 3:
        for slot, _ in room.passives(table, seat, "end flew3"):
            yield from room.trigger(table, seat, slot, "p")
            yield from room.store(table, seat)
