"""Set-up (1.3, order of chance in section 6)."""

from __future__ import annotations

from tests.steamopolis.oracle import effects, passengers, room
from tests.steamopolis.oracle.language import read_effect
from tests.steamopolis.oracle.table import Down, Table
from tests.steamopolis.oracle.terms import (
    BACK,
    CAPACITY,
    CHARACTERS,
    COLOURS,
    EXTRA_MARKETS,
    HIGHER_RANKS,
    LEVELS,
    RANK_0,
    RANKS,
    SLOTS,
    STARTS,
    Flow,
    ask,
    draw,
)


def set_up(table: Table) -> Flow:
    for level in LEVELS:
        yield from lay_open_tile(table, str(level))
        for rank in RANKS:
            yield from lay_face_down(table, level, rank)
    if table.n_players == 4:
        for market in EXTRA_MARKETS:
            yield from lay_open_tile(table, market)
    yield from passengers.turn_up_tile(table)
    yield from deal(table)
    characters = [player.character or 0 for player in table.players]
    table.first = table.active = characters.index(min(characters))
    for seat in table.clockwise_from(table.first):
        yield from prepare(table, seat)


def lay_open_tile(table: Table, market: str) -> Flow:
    answer = yield from draw([(["tile", market, name], 1) for name in RANK_0 if name not in table.shown])
    table.open[market] = answer[2]
    table.shown.add(answer[2])


def lay_face_down(table: Table, level: int, rank: int) -> Flow:
    """By its back: as many tiles of each colour as are not yet laid."""
    outcomes = []
    for colour in COLOURS:
        made = sum((table.rank(name), table.colour(name)) == (rank, colour) for name in HIGHER_RANKS)
        laid = sum((t.rank, t.colour) == (rank, colour) for tiles in table.down.values() for t in tiles)
        outcomes.append((["back", level, rank, colour], made - laid))
    answer = yield from draw(outcomes)
    table.down[level].append(Down(rank, answer[3]))


def deal(table: Table) -> Flow:
    """All characters, then all start machines, in seat order."""
    for seat, player in enumerate(table.players):
        dealt = [other.character for other in table.players]
        answer = yield from draw([(["character", seat, k], 1) for k in CHARACTERS if k not in dealt])
        player.character = answer[2]
    for seat, player in enumerate(table.players):
        given = [other.start for other in table.players]
        answer = yield from draw([(["start", seat, s], 1) for s in STARTS if s not in given])
        player.start = answer[2]


def prepare(table: Table, seat: int) -> Flow:
    """The character's parts, the start machine with either side up, the capacity tile on another slot, storing."""
    player = table.players[seat]
    yield from effects.work_off(table, seat, read_effect(table.board["characters"][str(player.character)]))
    _, side, slot = yield from ask(seat, [["install", side, slot] for side in ("front", "back") for slot in SLOTS])
    player.room[slot] = player.start if side == "front" else BACK
    answer = yield from ask(seat, [["slot", free] for free in room.free_slots(table, seat)])
    player.room[answer[1]] = CAPACITY
    yield from room.store(table, seat)
