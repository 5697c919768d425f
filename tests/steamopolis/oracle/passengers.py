"""Banker and stoker (1.5 C2, end of turn a and b)."""

from __future__ import annotations

from tests.steamopolis.oracle import gauge, room
from tests.steamopolis.oracle.language import Effect
from tests.steamopolis.oracle.table import Table
from tests.steamopolis.oracle.terms import BANKER, SKIP, STOKER, Flow, ask, draw, level_of

STOKER_PRESSURE = 3


def shown_targets(table: Table) -> tuple[int, int]:
    """Of the face-up tile, or printed on the board; without alternatives."""
    printed = table.board["passengers"]["printed"]
    return table.tile or (printed["banker"], printed["stoker"])


def target_of(table: Table, passenger: int) -> int:
    """The tile's value, or its alternative if he already stands there."""
    target = shown_targets(table)[passenger]
    if table.passengers[passenger] == target:
        return int(table.board["passengers"]["alternative"][str(target)])
    return target


def turn_up_tile(table: Table) -> Flow:
    """The next tile of the stack; None when the stack is empty."""
    if not table.stack:
        table.events["empty passenger stack"] += 1
        table.tile = None
        return
    _, banker, stoker = yield from draw([(["passenger", b, s], 1) for b, s in table.stack])
    table.stack.remove((banker, stoker))
    table.tile = (banker, stoker)


def drop_or_board(table: Table, seat: int, level: int) -> Flow:
    for passenger in (BANKER, STOKER):
        if table.aboard[passenger] == level:
            drop(table, seat, passenger)
        elif may_board(table, seat, passenger, level):
            answer = yield from ask(seat, [["board"], SKIP])
            if answer != SKIP:
                table.aboard[passenger] = target_of(table, passenger)


def drop(table: Table, seat: int, passenger: int) -> None:
    """At the first drop of a turn the face-up tile is taken; it keeps showing the other target."""
    level = table.aboard[passenger]
    assert level is not None
    table.passengers[passenger] = level
    table.aboard[passenger] = None
    table.turn.moved[passenger] = True
    if table.tile is not None and not table.turn.tile_taken:
        table.turn.tile_taken = True
        table.players[seat].tiles += 1


def may_board(table: Table, seat: int, passenger: int, level: int) -> bool:
    """He stands here, was not moved this turn, and another own stone still lies on his target level."""
    if table.passengers[passenger] != level or table.aboard[passenger] is not None or table.turn.moved[passenger]:
        return False
    return any(level_of(d) == target_of(table, passenger) for d in table.districts_of(seat))


def rewards(table: Table, seat: int) -> Flow:
    """End of turn (b): the 3 and the owner's `press` parts add up to one raise, after everything else."""
    if all(table.turn.moved):
        table.events["both passengers in one turn"] += 1
    pressure = [0]
    for passenger in (BANKER, STOKER):
        if not table.turn.moved[passenger]:
            continue
        if passenger == BANKER:
            table.players[seat].points += 1
        else:
            pressure[0] += STOKER_PRESSURE
        for slot, effect in room.passives(table, seat, "passenger"):
            yield from room.trigger(table, seat, slot, "p", own_reward(table, seat, effect, pressure))
    if pressure[0]:
        yield from gauge.raise_by(table, seat, pressure[0], optional=True)
    yield from room.store(table, seat)


def own_reward(table: Table, seat: int, effect: Effect, pressure: list[int]) -> Flow:
    """`passenger` passives hold only `press`, which is added up, and `sp`."""
    for part in effect.parts:
        if part.token == "press":
            pressure[0] += part.n
        else:
            assert part.token == "sp"
            table.players[seat].points += part.n
    yield from ()
