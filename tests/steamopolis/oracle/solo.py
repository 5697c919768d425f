"""The solo game's own rules (1.11): time pressure, shadow, parasites beside the stack, removal after a flight."""

from __future__ import annotations

from tests.steamopolis.oracle import effects, market, passengers, room
from tests.steamopolis.oracle.table import Table
from tests.steamopolis.oracle.terms import EFFECTS, SKIP, Flow, Words, ask

PLAYER = 0


class Lost(Exception):
    """The last SP went to time pressure."""


def pay_time(table: Table) -> None:
    """Choosing A or C costs 1 SP, in the final turn both together; 0 SP through this loses at once."""
    if not table.solo or table.turn.paid:
        return
    table.turn.paid = True
    player = table.players[PLAYER]
    player.points -= 1
    if player.points == 0:
        raise Lost


def lay_shadow(table: Table) -> None:
    """One on each district holding an own stone; all others are removed."""
    if table.solo:
        table.shadow = table.districts_of(PLAYER)


# -- parasites beside the stack ----------------------------------------------------------------------------------------


def lay_beside(table: Table, n: int) -> None:
    count = min(n, table.players[PLAYER].supply)
    table.players[PLAYER].supply -= count
    table.beside += count


def taps(table: Table, tiles: dict[int, str]) -> list[Words]:
    """`tap L a|p` for effects with a part usable now."""
    found: list[Words] = []
    for level, name in tiles.items():
        for which in EFFECTS:
            effect = table.effect(name, which)
            if effect and effects.has_usable_part(table, PLAYER, effect):
                found.append(["tap", level, which])
    return found


def tap(table: Table, name: str, which: str) -> Flow:
    effect = table.effect(name, which)
    assert effect is not None
    yield from room.use_and_store(table, PLAYER, effect)


def open_tiles(table: Table) -> dict[int, str]:
    """Of the levels that are now a target, alternatives ignored."""
    found = {}
    for level in passengers.shown_targets(table):
        name = table.open.get(str(level))
        if name:
            found[level] = name
    return found


def can_use_open_tiles(table: Table) -> bool:
    return table.beside > 0 and bool(taps(table, open_tiles(table)))


def use_open_tiles(table: Table, n: int) -> Flow:
    """Up to n uses, each active or passive; the parasites stay beside the stack."""
    for _ in range(n):
        tiles = open_tiles(table)
        answer = yield from ask(PLAYER, [*taps(table, tiles), SKIP])
        if answer == SKIP:
            return
        yield from tap(table, tiles[answer[1]], answer[2])


# -- removal -----------------------------------------------------------------------------------------------------------


def removal(table: Table) -> Flow:
    """After a turn with C: both target levels lose what is open; then parasites may use it; then the next tile."""
    removed: dict[int, str] = {}
    markers_before = list(table.bonus)
    for level in passengers.shown_targets(table):
        if level == 1:
            table.bonus = [max(0, left - 1) for left in table.bonus]
        elif name := table.open[str(level)]:
            removed[level] = name
            table.open[str(level)] = None
    for level in removed:  # only when both are gone, the banker's level first
        yield from market.turn_up_or_raise_statue(table, level, None)
    if table.bonus != markers_before and table.bonus == [0, 0]:
        market.raise_statue(table, 1, None)
    for _ in range(table.beside):  # each for one use: one that is laid again meanwhile is not taken back again (7)
        answer = yield from ask(PLAYER, [*taps(table, removed), SKIP])
        if answer == SKIP:
            break
        table.beside -= 1
        table.players[PLAYER].supply += 1
        yield from tap(table, removed[answer[1]], answer[2])
    if table.tile is not None:
        yield from passengers.turn_up_tile(table)
