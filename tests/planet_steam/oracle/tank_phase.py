"""Section 4: in turn order each player activates or not, then buys, converts, upgrades and rearranges."""

from __future__ import annotations

from tests.planet_steam.oracle.table import Table, Tank
from tests.planet_steam.oracle.terms import CONVERTERS, INDEX, MAX_CLASS, RESOURCES, WATER, Flow, Words

CONVERTER_PRICE = {"quartz": 8, "ore": 5, "energy": 2}
MAX_REARRANGEMENTS = 40
REARRANGING = ("move-tank", "move-converter", "drop-converter", "move-supercharger")


def tank_phase(table: Table) -> Flow:
    for seat in table.turn_order():
        answer = yield seat, first_options(table, seat)
        if answer[0] == "activate":
            table.spend(seat, water=1)
            yield from active_turn(table, seat)
        elif answer[0] == "emergency":
            emergency(table, seat, answer[1:])
        elif table.edition == "ffg":
            table.store(seat, WATER, 1)


def first_options(table: Table, seat: int) -> list[Words]:
    if table.has(seat, water=1):
        return [["activate"], ["decline"]]
    tanks = table.tanks_of(seat)
    if table.edition == "ffg" or any(table.tanks[name].makes == "water" for name in tanks):
        return [["decline"]]
    standing = standing_tanks(table, seat)
    options: list[Words] = [["emergency", name] for name in standing]
    if not table.is_version_1:
        options += [["emergency", a, b] for a in standing for b in standing if may_displace(table, a, b)]
    return options or [["emergency"]]


def may_displace(table: Table, a: str, b: str) -> bool:
    """Whether the converter of a may go on b and send b's own to the reserve."""
    one, other = table.tanks[a].converter, table.tanks[b].converter
    return one != other and allowed(table, one, b)


def emergency(table: Table, seat: int, names: list[str]) -> None:
    """No tank, one that loses its converter, or one whose converter replaces that of a second."""
    if len(names) == 2:
        drop_converter(table, names[1])
        table.tanks[names[1]].converter, table.tanks[names[0]].converter = table.tanks[names[0]].converter, None
    elif names:
        drop_converter(table, names[0])
    table.store(seat, WATER, 1)


def active_turn(table: Table, seat: int) -> Flow:
    n_rearranged = 0
    while True:
        options = [["done"], *purchases(table, seat)]
        if n_rearranged < MAX_REARRANGEMENTS:
            options += rearrangements(table, seat)
        answer = yield seat, options
        if answer == ["done"]:
            return
        if answer[0] in REARRANGING:
            n_rearranged += 1
            rearrange(table, *answer)
        else:
            purchase(table, seat, *answer)


# -- what may be changed -----------------------------------------------------------------------------------------------


def standing_tanks(table: Table, seat: int) -> list[str]:
    """Own tanks that are not tipped: only these are ends of purchases and rearrangements."""
    return [name for name in table.tanks_of(seat) if not table.tanks[name].tipped]


def empty_zones(table: Table, seat: int) -> list[str]:
    return [name for name in table.zones_that_are(seat) if name not in table.tanks]


def allowed(table: Table, converter: str | None, name: str) -> bool:
    """6.2: whether this converter (or none) may stand in this zone."""
    forbidden = "river-limits" in table.rules and name in table.river and converter in ("quartz", "ore")
    return not forbidden


# -- purchases ---------------------------------------------------------------------------------------------------------


def tank_price(table: Table) -> int:
    """The list runs from a full market down to one tank left."""
    prices = table.board["tank_prices"]
    return prices[len(prices) - table.market]


def purchases(table: Table, seat: int) -> list[Words]:
    options: list[Words] = []
    credits = table.credits[seat]
    if table.reserve_tanks and table.has(seat, water=1):
        if table.market >= 1 and credits >= tank_price(table):
            options += [["tank", name] for name in empty_zones(table, seat)]
        if table.has(seat, water=1, quartz=2) and credits >= 5:
            options += [["import", name] for name in empty_zones(table, seat)]
    for name in standing_tanks(table, seat):
        options += converter_purchases(table, seat, name)
        if (
            not table.tanks[name].supercharger
            and table.reserve_superchargers
            and table.has(seat, water=1, ore=1, quartz=2)
        ):
            options.append(["supercharger", name])
    if table.has(seat, ore=1, energy=1):
        options += [["upgrade", name] for r, name in enumerate(RESOURCES) if table.carriers[seat][r] < MAX_CLASS]
    return options


def converter_purchases(table: Table, seat: int, name: str) -> list[Words]:
    options: list[Words] = []
    old = table.tanks[name].converter
    for kind in CONVERTERS:
        if kind == old or not table.reserve_converters[kind] or not allowed(table, kind, name):
            continue
        if table.credits[seat] < CONVERTER_PRICE[kind]:
            continue
        options.append(["converter", kind, name])
        if old:
            options += [
                ["converter", kind, name, other]
                for other in standing_tanks(table, seat)
                if table.tanks[other].converter is None and allowed(table, old, other)
            ]
    return options


def purchase(table: Table, seat: int, verb: str, *what: str) -> None:
    if verb == "tank":
        table.pay(seat, tank_price(table))
        table.spend(seat, water=1)
        table.market -= 1
        table.reserve_tanks -= 1
        table.tanks[what[0]] = Tank()
    elif verb == "import":
        table.pay(seat, 5)
        table.spend(seat, water=1, quartz=2)
        table.reserve_tanks -= 1
        table.tanks[what[0]] = Tank()
    elif verb == "converter":
        kind, name, *others = what
        table.pay(seat, CONVERTER_PRICE[kind])
        for other in others:
            table.tanks[other].converter, table.tanks[name].converter = table.tanks[name].converter, None
        drop_converter(table, name)
        table.reserve_converters[kind] -= 1
        table.tanks[name].converter = kind
    elif verb == "supercharger":
        table.spend(seat, water=1, ore=1, quartz=2)
        table.reserve_superchargers -= 1
        table.tanks[what[0]].supercharger = True
    else:
        assert verb == "upgrade"
        table.spend(seat, ore=1, energy=1)
        table.carriers[seat][RESOURCES.index(what[0])] += 1


# -- rearranging -------------------------------------------------------------------------------------------------------


def rearrangements(table: Table, seat: int) -> list[Words]:
    options: list[Words] = []
    standing = standing_tanks(table, seat)
    for a in standing:
        tank = table.tanks[a]
        if "immobile-tanks" not in table.rules:
            options += [["move-tank", a, b] for b in empty_zones(table, seat) if allowed(table, tank.converter, b)]
            options += [["move-tank", a, b] for b in standing if may_swap_tanks(table, a, b)]
        if tank.converter:
            options.append(["drop-converter", a])
            options += [["move-converter", a, b] for b in standing if may_move_converter(table, a, b)]
        if tank.supercharger:
            options += [["move-supercharger", a, b] for b in standing if not table.tanks[b].supercharger]
    return options


def may_swap_tanks(table: Table, a: str, b: str) -> bool:
    one, other = table.tanks[a], table.tanks[b]
    differ = one.converter != other.converter or one.supercharger != other.supercharger
    return INDEX[a] < INDEX[b] and differ and allowed(table, one.converter, b) and allowed(table, other.converter, a)


def may_move_converter(table: Table, a: str, b: str) -> bool:
    one, other = table.tanks[a].converter, table.tanks[b].converter
    if other is None:
        return allowed(table, one, b)
    return INDEX[a] < INDEX[b] and one != other and allowed(table, one, b) and allowed(table, other, a)


def rearrange(table: Table, verb: str, a: str, b: str = "") -> None:
    if verb == "move-tank":
        there = table.tanks.pop(b, None)
        table.tanks[b] = table.tanks.pop(a)
        if there:
            table.tanks[a] = there
    elif verb == "move-converter":
        one, other = table.tanks[a], table.tanks[b]
        one.converter, other.converter = other.converter, one.converter
    elif verb == "drop-converter":
        drop_converter(table, a)
    else:
        assert verb == "move-supercharger"
        table.tanks[a].supercharger, table.tanks[b].supercharger = False, True


def drop_converter(table: Table, name: str) -> None:
    """To the reserve, if there is one."""
    tank = table.tanks[name]
    if tank.converter:
        table.reserve_converters[tank.converter] += 1
        tank.converter = None
