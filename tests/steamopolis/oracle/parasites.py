"""Parasites (1.8, 7.6, 7.7): placing, moving, inviting, using without taking back, shaking off; solo by `solo.py`."""

from __future__ import annotations

from tests.steamopolis.oracle import effects, room, solo
from tests.steamopolis.oracle.table import Place, Table
from tests.steamopolis.oracle.terms import EFFECTS, SEATS, SKIP, SLOTS, USE, Flow, Words, ask

ASCENDING: list[Place] = [(victim, slot, which) for victim in SEATS for slot in SLOTS for which in EFFECTS]


def limit(table: Table) -> int:
    """Of one player's on one machine."""
    return 2 if table.n_players == 2 else 1


def places(table: Table, seat: int) -> list[Place]:
    """Where the seat may put a parasite: others' machines with that effect, below the limit. Ascending."""
    found = []
    for victim, slot, which in ASCENDING:
        if victim == seat or victim >= table.n_players:
            continue
        on_machine = sum(place[:2] == (victim, slot) for place in table.players[seat].placed)
        if table.effect(table.players[victim].room[slot], which) and on_machine < limit(table):
            found.append((victim, slot, which))
    return found


def targets_of_lift(table: Table, seat: int, source: Place) -> list[Place]:
    """Where a parasite taken up from the source may be put: elsewhere."""
    placed = table.players[seat].placed
    placed.remove(source)
    found = [place for place in places(table, seat) if place != source]
    placed.append(source)
    return found


def liftable(table: Table, seat: int) -> list[Place]:
    return [place for place in sorted(set(table.players[seat].placed)) if targets_of_lift(table, seat, place)]


def can_place_or_move(table: Table, seat: int) -> bool:
    player = table.players[seat]
    if table.solo:
        return player.supply > 0
    return (player.supply > 0 and bool(places(table, seat))) or bool(liftable(table, seat))


def place_or_move(table: Table, seat: int, n: int) -> Flow:
    """Up to n times. Lifts before placings from supply; sources strictly ascending; targets from supply ascending."""
    if table.solo:
        solo.lay_beside(table, n)
        return
    player = table.players[seat]
    last_source: Place | None = None
    last_target: Place | None = None
    for _ in range(n):
        options = [SKIP]
        if last_target is None:
            options += [
                ["lift", *place] for place in liftable(table, seat) if last_source is None or place > last_source
            ]
        if player.supply:
            options += [
                ["infest", *place] for place in places(table, seat) if last_target is None or place >= last_target
            ]
        answer = yield from ask(seat, options)
        if answer == SKIP:
            return
        if answer[0] == "infest":
            last_target = (answer[1], answer[2], answer[3])
            place_from_supply(table, seat, last_target)
        else:
            last_source = (answer[1], answer[2], answer[3])
            yield from move(table, seat, last_source)


def place_from_supply(table: Table, seat: int, place: Place) -> None:
    table.players[seat].supply -= 1
    table.players[seat].placed.append(place)


def move(table: Table, seat: int, source: Place) -> Flow:
    """A lifted parasite is put elsewhere at once; gives the place."""
    targets = targets_of_lift(table, seat, source)
    player = table.players[seat]
    player.placed.remove(source)
    for watched in table.sapping:
        if watched.count(source) > player.placed.count(source):  # R21: a place left meanwhile is not available
            watched.remove(source)
    answer = yield from ask(seat, [["infest", *place] for place in targets])
    place = (answer[1], answer[2], answer[3])
    player.placed.append(place)
    return place


def invite(table: Table, inviter: int) -> Flow:
    """Every other player, clockwise, may place one from supply on the inviter's machines (R6)."""
    for seat in table.others(inviter):
        if table.players[seat].supply:
            options: list[Words] = [["infest", *place] for place in places(table, seat) if place[0] == inviter]
            answer = yield from ask(seat, [*options, SKIP])
            if answer != SKIP:
                place_from_supply(table, seat, (answer[1], answer[2], answer[3]))


# -- using without taking back -----------------------------------------------------------------------------------------


def usable_places(table: Table, seat: int, among: list[Place]) -> list[Place]:
    """Only effects with a part usable now."""
    found = []
    for place in sorted(set(among)):
        victim, slot, which = place
        effect = table.effect(table.players[victim].room[slot], which)
        assert effect is not None
        if effects.has_usable_part(table, seat, effect):
            found.append(place)
    return found


def can_use(table: Table, seat: int) -> bool:
    if table.solo:
        return solo.can_use_open_tiles(table)
    return bool(usable_places(table, seat, table.players[seat].placed))


def use(table: Table, seat: int, n: int) -> Flow:
    """Up to n of the parasites out when it starts, each once (R21)."""
    if table.solo:
        yield from solo.use_open_tiles(table, min(n, table.beside))
        return
    left = list(table.players[seat].placed)
    table.sapping.append(left)
    for _ in range(n):
        options: list[Words] = [["sap", *place] for place in usable_places(table, seat, left)]
        answer = yield from ask(seat, [*options, SKIP])
        if answer == SKIP:
            break
        place = (answer[1], answer[2], answer[3])
        left.remove(place)
        yield from activate(table, seat, place)
    table.sapping.remove(left)


def activate(table: Table, seat: int, place: Place) -> Flow:
    """As if triggered, then store at once; it stays, and the owner has not triggered the machine (R7)."""
    victim, slot, which = place
    effect = table.effect(table.players[victim].room[slot], which)
    assert effect is not None
    yield from room.use_and_store(table, seat, effect)


def can_place_and_use(table: Table, seat: int) -> bool:
    if table.solo:
        return can_place_or_move(table, seat) or can_use(table, seat)
    return can_place_or_move(table, seat)


def place_and_use(table: Table, seat: int) -> Flow:
    """Place or move one and use it, staying."""
    if table.solo:
        solo.lay_beside(table, 1)
        yield from solo.use_open_tiles(table, min(1, table.beside))
        return
    options: list[Words] = [["lift", *place] for place in liftable(table, seat)]
    if table.players[seat].supply:
        options += [["infest", *place] for place in places(table, seat)]
    answer = yield from ask(seat, [*options, SKIP])
    if answer == SKIP:
        return
    place = (answer[1], answer[2], answer[3])
    if answer[0] == "infest":
        place_from_supply(table, seat, place)
    else:
        place = yield from move(table, seat, place)
    yield from activate(table, seat, place)


# -- shaking off -------------------------------------------------------------------------------------------------------


def hostile(table: Table, seat: int) -> list[Words]:
    """`shake k e s` for each kind of parasite on the seat's machines."""
    found: list[Words] = []
    for owner, player in enumerate(table.players):
        found += [["shake", slot, which, owner] for victim, slot, which in set(player.placed) if victim == seat]
    return found


def shake_one(table: Table, seat: int) -> Flow:
    answer = yield from ask(seat, [*hostile(table, seat), SKIP])
    if answer != SKIP:
        _, slot, which, owner = answer
        table.players[owner].placed.remove((seat, slot, which))
        table.players[owner].supply += 1


def shake_all(table: Table, seat: int) -> Flow:
    if (yield from ask(seat, [USE, SKIP])) == USE:
        for slot in SLOTS:
            for which in EFFECTS:
                room.send_home(table, (seat, slot, which))
