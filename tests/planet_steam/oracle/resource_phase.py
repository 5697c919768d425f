"""Section 5: extraction, trade, certificates, the end of the round."""

from __future__ import annotations

import itertools

from tests.planet_steam.oracle.table import Table
from tests.planet_steam.oracle.terms import (
    CHANCE,
    DIE,
    ENERGY,
    INDEX,
    ORE,
    RESOURCES,
    Flow,
    Words,
    groups,
    line_of,
)


def extraction(table: Table) -> Flow:
    """5.1: in turn order each marks tanks, then pays and produces."""
    for seat in table.turn_order():
        powered: list[str] = []
        while True:
            answer = yield seat, [["extract"], *power_options(table, seat, powered)]
            if answer == ["extract"]:
                break
            powered.append(answer[1])
        yield from extract(table, seat, powered)


def is_free(table: Table, name: str) -> bool:
    makes = table.tanks[name].makes
    return makes == "energy" or (makes == "water" and name in table.river)


def power_options(table: Table, seat: int, powered: list[str]) -> list[Words]:
    if len(powered) == table.goods[seat][ENERGY]:
        return []
    last = INDEX[powered[-1]] if powered else -1
    return [
        ["power", name]
        for name in table.tanks_of(seat)
        if INDEX[name] > last and not table.tanks[name].tipped and not is_free(table, name)
    ]


def extract(table: Table, seat: int, powered: list[str]) -> Flow:
    """Pays for the powered tanks, then lets them and the free ones extract."""
    table.spend(seat, energy=len(powered))
    working = powered + [z for z in table.tanks_of(seat) if not table.tanks[z].tipped and is_free(table, z)]
    units = [yield_of(table, [z for z in working if table.tanks[z].makes == name]) for name in RESOURCES]
    yield from store_new_units(table, seat, units)


def yield_of(table: Table, zones: list[str]) -> int:
    """What extracting tanks of one player and one resource make together."""
    units = len(zones)
    units += sum(table.tanks[name].supercharger for name in zones)
    units += sum(line_of(name) == table.airship for name in zones)
    units += sum(len(group) - 1 for group in groups(zones))
    return units


def store_new_units(table: Table, seat: int, units: list[int]) -> Flow:
    """Carriers first; what is beyond them goes on the free cargo spaces (7.4), by the holder's choice if he has one."""
    beyond = []
    for resource in range(4):
        space = max(0, table.capacity(seat, resource) - table.goods[seat][resource])
        beyond.append(max(0, units[resource] - space))
    spaces = table.free_cargo_spaces(seat)
    for resource in range(4):
        table.goods[seat][resource] += units[resource] - beyond[resource]
    if table.is_version_1:
        order = sorted(range(4), key=lambda r: (-table.price[r], r))
        keep(table, seat, ([r for r in order for _ in range(beyond[r])])[:spaces])
    elif spaces and sum(beyond) > spaces and sum(n > 0 for n in beyond) > 1:
        yield from stow(table, seat, beyond, spaces)
    else:
        keep(table, seat, [r for r in range(4) for _ in range(beyond[r])][:spaces])


def keep(table: Table, seat: int, loaded: list[int]) -> None:
    for resource in loaded:
        table.goods[seat][resource] += 1


def stow(table: Table, seat: int, beyond: list[int], spaces: int) -> Flow:
    """7.4: one sequence for every load that fills the spaces, in resource order; a move for each unit."""
    kinds = [range(n + 1) for n in beyond]
    loads = [load for load in itertools.product(*kinds) if sum(load) == spaces]
    sequences = [[r for r in range(4) for _ in range(load[r])] for load in loads]
    for place in range(spaces):
        options = sorted({sequence[place] for sequence in sequences})
        _, name = yield seat, [["stow", RESOURCES[r]] for r in options]
        resource = RESOURCES.index(name)
        sequences = [sequence for sequence in sequences if sequence[place] == resource]
        table.goods[seat][resource] += 1


def trade(table: Table) -> Flow:
    """5.2"""
    for name in list(table.order):
        assert name is not None, "all four places are marked before trading"
        resource = RESOURCES.index(name)
        for seat in table.turn_order():
            answer = yield seat, deals(table, seat, resource)
            deal(table, seat, resource, answer)


def deals(table: Table, seat: int, resource: int) -> list[Words]:
    price, credits = table.price[resource], table.credits[seat]
    options: list[Words] = [["pass"]]
    options += [["buy", n] for n in range(1, table.supply[resource] + 1) if n * price <= credits]
    options += [["sell", n] for n in range(1, table.goods[seat][resource] + 1)]
    return options


def deal(table: Table, seat: int, resource: int, answer: Words) -> None:
    price = table.price[resource]
    if answer[0] == "buy":
        table.pay(seat, answer[1] * price)
        table.supply[resource] -= answer[1]
        table.store(seat, resource, answer[1])
    elif answer[0] == "sell":
        table.receive(seat, answer[1] * price)
        table.goods[seat][resource] -= answer[1]
        table.raise_supply(resource, answer[1])
    table.move_price(resource, table.board["supply_change"][resource][table.supply[resource]])


def certificates(table: Table) -> Flow:
    """5.3"""
    for seat in table.turn_order():
        options = [["pass"]]
        if table.reserve_licenses and table.has(seat, quartz=1, water=2):
            options.append(["buy-license"])
        if table.licenses[seat]:
            options.append(["sell-license"])
        if table.reserve_quarters and table.has(seat, quartz=1, ore=1):
            options.append(["buy-quarters"])
        answer = yield seat, options
        if answer == ["buy-license"]:
            table.spend(seat, quartz=1, water=2)
            table.reserve_licenses -= 1
            table.licenses[seat] += 1
        elif answer == ["sell-license"]:
            table.licenses[seat] -= 1  # it leaves the game
            table.receive(seat, 15)
        elif answer == ["buy-quarters"]:
            table.spend(seat, quartz=1, ore=1)
            table.reserve_quarters -= 1
            table.quarters[seat] += 1


def end_phase(table: Table) -> Flow:
    """5.4, points 1 and 2."""
    if table.manipulator is not None:
        table.receive(table.manipulator, table.specialist[table.manipulator] or 0)
        table.manipulator = None
    if table.sabotaged is not None:
        owner = table.zones[table.sabotaged]
        assert isinstance(owner, int)
        table.tanks[table.sabotaged].tipped = False
        table.sabotaged = None
        _, die = yield CHANCE, DIE
        table.receive(owner, 2 * die)
    make_tanks(table)


def make_tanks(table: Table) -> None:
    """5.4, point 2."""
    short = [resource for resource in (ORE, ENERGY) if table.supply[resource] == 0]
    if short:
        for resource in short:
            table.move_price(resource, 4)
        return
    top = len(table.board["tank_prices"])
    while table.supply[ORE] and table.supply[ENERGY] and table.market < top:
        table.supply[ORE] -= 1
        table.supply[ENERGY] -= 1
        table.market += 1


def clear_for_next_round(table: Table) -> None:
    """5.4, point 3, when it was not the last round."""
    table.first = table.holder_of("lady")
    table.round += 1
    table.specialist = [None] * table.n_players
    table.order = table.unmarked_order()
    table.airship = None
