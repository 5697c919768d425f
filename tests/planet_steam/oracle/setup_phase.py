"""Section 2, and the placing of claims that `variable-claims` (6.4) puts after the first specialist auction."""

from __future__ import annotations

from tests.planet_steam.oracle.table import NEUTRAL, UNCLAIMED, Table
from tests.planet_steam.oracle.terms import CHANCE, DIE, RESOURCES, Flow

# Rules 6.4: the highest die that is a number of river neutrals; more means none.
RIVER_DIE = {2: 3, 3: 4, 4: 5, 5: 5}


def set_up(table: Table) -> Flow:
    """Chance picks the first player; each upgrades a carrier. The claims were laid with the table."""
    _, table.first = yield CHANCE, [["first", seat] for seat in range(table.n_players)]
    for seat in table.clockwise_from(table.first):
        _, resource = yield seat, [["upgrade", resource] for resource in RESOURCES]
        table.carriers[seat][RESOURCES.index(resource)] = 2


def settle_river_neutrals(table: Table) -> Flow:
    """6.4 [ffg]: before the bonus resources of round 1; the result, agreed or diced, waits on the table."""
    agreed = table.settings["river-neutrals"]
    if agreed != "die" and not table.is_version_1:
        table.river_neutrals = agreed
        return
    _, die = yield CHANCE, DIE
    table.river_neutrals = die if die <= RIVER_DIE[table.n_players] else 0


def place_claims(table: Table) -> Flow:
    """6.4: river neutrals [ffg], then one pass in turn order and one in reverse."""
    if table.edition == "ffg":
        lady = table.holder_of("lady")
        for _ in range(table.river_neutrals):
            yield from place(table, lady, "neutral", [z for z in table.zones_that_are(UNCLAIMED) if z in table.river])
    order = table.turn_order()
    for one_pass in (order, order[::-1]):
        for seat in one_pass:
            yield from place(table, seat, "own", table.zones_that_are(UNCLAIMED))
            n_neutrals = 2 if seat == order[0] and table.n_players < 5 else 1
            for _ in range(n_neutrals):
                yield from place(table, seat, "neutral", zones_for_neutrals(table))


def zones_for_neutrals(table: Table) -> list[str]:
    """In the two passes: off the river [ffg], or on it up to the setting [ludoart]."""
    on_river = [z for z in table.zones_that_are(NEUTRAL) if z in table.river]
    river_open = table.edition == "ludoart" and len(on_river) < table.settings["river-neutrals"]
    return [z for z in table.zones_that_are(UNCLAIMED) if river_open or z not in table.river]


def place(table: Table, seat: int, verb: str, names: list[str]) -> Flow:
    """Asks for one of these zones; a marker for which there is none is left out."""
    if not names:
        return
    _, name = yield seat, [[verb, name] for name in names]
    if verb == "own":
        table.claim(seat, name)
    else:
        table.zones[name] = NEUTRAL
