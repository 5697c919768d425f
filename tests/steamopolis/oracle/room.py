"""The machine room (1.4, 1.6): storing, laying and removing tiles, triggering a machine and its parasites (1.8)."""

from __future__ import annotations

from collections.abc import Iterator

from tests.steamopolis.oracle import effects
from tests.steamopolis.oracle.language import Effect
from tests.steamopolis.oracle.table import Place, Table
from tests.steamopolis.oracle.terms import CAPACITY, CRYSTAL, GEAR, SLOTS, Flow, Words, ask


def store(table: Table, seat: int) -> Flow:
    """What exceeds the spaces goes back; the owner chooses the mix, no more than needed."""
    goods, spaces = table.players[seat].goods, table.spaces(seat)
    if sum(goods) <= spaces:
        return
    fewest, most = max(0, spaces - goods[GEAR]), min(goods[CRYSTAL], spaces)
    answer = yield from ask(seat, [["keep", crystals] for crystals in range(fewest, most + 1)])
    kept = answer[1]
    table.give_back(seat, CRYSTAL, goods[CRYSTAL] - kept)
    table.give_back(seat, GEAR, goods[GEAR] - (spaces - kept))


def occupied_slots(table: Table, seat: int) -> list[int]:
    return [slot for slot in SLOTS if table.players[seat].room[slot]]


def free_slots(table: Table, seat: int) -> list[int]:
    return [slot for slot in SLOTS if not table.players[seat].room[slot]]


def remove(table: Table, seat: int, slot: int) -> None:
    """Capacity tiles return to the supply, others leave the game; parasites go home unused."""
    room = table.players[seat].room
    if room[slot] == CAPACITY:
        table.capacity += 1
    room[slot] = None
    for which in ("a", "p"):
        send_home(table, (seat, slot, which))


def lay_tile(table: Table, seat: int, slot: int, name: str) -> None:
    """On any slot; a tile there is removed."""
    if table.players[seat].room[slot]:
        remove(table, seat, slot)
    table.players[seat].room[slot] = name


def install(table: Table, seat: int, name: str) -> Flow:
    """Any free slot; full room: any slot, the tile there is removed."""
    options: list[Words] = [["slot", slot] for slot in free_slots(table, seat) or SLOTS]
    answer = yield from ask(seat, options)
    lay_tile(table, seat, answer[1], name)


# -- triggering --------------------------------------------------------------------------------------------------------


def send_home(table: Table, place: Place) -> dict[int, int]:
    """All parasites on the place return to their supplies. Gives how many, by owner."""
    returned = {}
    for seat, player in enumerate(table.players):
        count = player.placed.count(place)
        player.placed = [other for other in player.placed if other != place]
        player.supply += count
        returned[seat] = count
    return returned


def trigger(table: Table, owner: int, slot: int, which: str, own_use: Flow | None = None) -> Flow:
    """Rules 1.8: the parasites return at once; the owner's use comes first, then clockwise each parasite's owner may
    use the effect once per returned parasite, storing at once. `own_use` replaces the plain use by the owner."""
    effect = table.effect(table.players[owner].room[slot], which)
    assert effect is not None
    returned = send_home(table, (owner, slot, which))
    yield from own_use if own_use is not None else effects.work_off(table, owner, effect)
    for seat in table.others(owner):
        for _ in range(returned[seat]):
            yield from use_and_store(table, seat, effect)


def use_and_store(table: Table, seat: int, effect: Effect) -> Flow:
    yield from effects.work_off(table, seat, effect)
    yield from store(table, seat)


def passives(table: Table, seat: int, kind: str, level: int | None = None) -> Iterator[tuple[int, Effect]]:
    """Slots 1 to 7 with a passive of this trigger, looked at when their turn comes."""
    for slot in SLOTS:
        passive = table.passive(table.players[seat].room[slot])
        if passive and passive.trigger == kind and (kind != "take" or level in passive.levels):
            yield slot, passive.effect


def trigger_passives(table: Table, seat: int, kind: str, level: int | None = None) -> Flow:
    for slot, _ in passives(table, seat, kind, level):
        yield from trigger(table, seat, slot, "p")
