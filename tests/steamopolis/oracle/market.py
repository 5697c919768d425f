"""Buying tiles (1.6) and bonus markers (1.7), faces and statues."""

from __future__ import annotations

from tests.steamopolis.oracle import gauge, parasites, payments, room
from tests.steamopolis.oracle.language import read_cost
from tests.steamopolis.oracle.table import MARKERS, STONES, Down, Table
from tests.steamopolis.oracle.terms import FIELDS, KINDS, SKIP, TILES, Flow, Words, ask, draw, level_of

N_STATUES_TO_END = 3

# -- faces -------------------------------------------------------------------------------------------------------------


def fix_face(table: Table, level: int, tile: Down) -> Flow:
    """Section 6: drawn if no peek has fixed it, among the names of its rank and colour neither shown nor fixed."""
    if tile.name is not None:
        return
    fixed = {other.name for tiles in table.down.values() for other in tiles if other.name}
    like = [name for name in TILES if (table.rank(name), table.colour(name)) == (tile.rank, tile.colour)]
    possible = [name for name in like if name not in table.shown and name not in fixed]
    answer = yield from draw([(["face", level, name], 1) for name in possible])
    tile.name = answer[2]


def turn_up_or_raise_statue(table: Table, level: int, scorer: int | None) -> Flow:
    """The open tile of a main market has gone. Nobody scores when the solo removal raises the statue."""
    if table.down[level]:
        yield from fix_face(table, level, table.down[level][0])
        name = table.down[level].pop(0).name
        assert name is not None
        table.shown.add(name)
        table.open[str(level)] = name
    else:
        raise_statue(table, level, scorer)


def raise_statue(table: Table, level: int, scorer: int | None) -> None:
    """The third one standing: 3 SP."""
    table.statues.append(level)
    if len(table.statues) == N_STATUES_TO_END and scorer is not None:
        table.events["third statue by purchase"] += 1
        table.players[scorer].points += 3


# -- tiles -------------------------------------------------------------------------------------------------------------


def price(table: Table, name: str, market: str) -> tuple[int, int]:
    """Row 3 of the market plus the cost on the tile."""
    rows, rank = table.board["market"], table.rank(name)
    crystals, gears = read_cost(table.board["machines"][name][2])
    from_row = rows["row3_count"][rank]
    if rows["row3_kind"][str(level_of(market))] == "c":
        return crystals + from_row, gears
    return crystals, gears + from_row


def extras(table: Table, name: str, purpose: str) -> list[str]:
    """Rows 1 and 2: what else the purchase costs."""
    text = table.board["market"][f"{purpose}_extra"][table.rank(name)]
    return [extra for extra in text.split("+") if extra]


def is_payable(table: Table, seat: int, market: str, purpose: str) -> bool:
    """A purchase must be payable completely."""
    name = table.open[market]
    if name is None or not payments.ways_to_pay(table, seat, price(table, name, market)):
        return False
    asked = extras(table, name, purpose)
    if "lose_machine" in asked and not table.machines(seat):
        return False
    return "lose_stone" not in asked or bool(gauge.spendable(table, seat))


def offers(table: Table, seat: int, markets: list[str]) -> list[Words]:
    return [
        ["buy", market, purpose]
        for market in markets
        for purpose in ("machine", "banner")
        if is_payable(table, seat, market, purpose)
    ]


def markets_of(table: Table, level: int) -> list[str]:
    return [market for market in table.open if level_of(market) == level]


def buy_any(table: Table, seat: int) -> Flow:
    answer = yield from ask(seat, [*offers(table, seat, list(table.open)), SKIP])
    if answer != SKIP:
        yield from buy(table, seat, answer[1], answer[2])


def buy(table: Table, seat: int, market: str, purpose: str) -> Flow:
    """In the order of 1.6."""
    name = table.open[market]
    assert name is not None
    cost, asked = price(table, name, market), extras(table, name, purpose)
    answer = yield from ask(seat, payments.ways_to_pay(table, seat, cost))
    payments.pay(table, seat, cost, answer[1:])
    if "lose_machine" in asked:
        answer = yield from ask(seat, [["remove", slot] for slot in room.occupied_slots(table, seat)])
        room.remove(table, seat, answer[1])
    if "lose_stone" in asked:
        answer = yield from ask(seat, [["spend", field] for field in gauge.spendable(table, seat)])
        gauge.to_reserve(table, seat, answer[1])
    table.open[market] = None
    if market == str(level_of(market)):  # an extra market is never refilled and raises nothing
        yield from turn_up_or_raise_statue(table, level_of(market), seat)
    if purpose == "machine":
        yield from become_machine(table, seat, name)
    else:
        become_banner(table, seat, name)
    yield from room.trigger_passives(table, seat, "buy")
    if "invite" in asked:
        yield from parasites.invite(table, seat)


def become_machine(table: Table, seat: int, name: str) -> Flow:
    """SP, then install; its `take` passive if it names the level of the stone being flown (R8)."""
    table.players[seat].points += table.board["market"]["machine_sp"][table.rank(name)]
    yield from room.install(table, seat, name)
    [slot] = [slot for slot, tile in table.players[seat].room.items() if tile == name]
    passive = table.passive(name)
    if passive and passive.trigger == "take" and table.turn.flown_level in passive.levels:
        yield from room.trigger(table, seat, slot, "p")


def become_banner(table: Table, seat: int, name: str) -> None:
    """Attach, then score."""
    player = table.players[seat]
    player.banners.append(name)
    colour = table.colour(name)
    if colour == "purple":
        player.points += sum(2 if table.colour(banner) == "purple" else 1 for banner in player.banners)
    elif colour == "orange":
        player.points += len(table.machines(seat))
    else:
        player.points += player.tiles


# -- bonus markers -----------------------------------------------------------------------------------------------------


def front(table: Table, row: int) -> int | None:
    """The index of the row's front marker in the data's lists, which begin on the left."""
    return len(table.board["bonus"]["number"]) - table.bonus[row] if table.bonus[row] else None


def marker_price(table: Table, row: int, index: int) -> tuple[int, int]:
    cost = table.board["bonus"]["cost"][index]
    return (cost, 0) if KINDS[row] == "crystal" else (0, cost)


def marker_offers(table: Table, seat: int) -> list[Words]:
    found: list[Words] = []
    for row, kind in enumerate(KINDS):
        index = front(table, row)
        if index is not None and payments.ways_to_pay(table, seat, marker_price(table, row, index)):
            found.append(["marker", kind])
    return found


def fields_for_marker(table: Table, seat: int, value: int) -> list[int]:
    """Right of the base, of its number, without a marker, and without a stone that cannot be raised."""
    player = table.players[seat]
    found = []
    for field in FIELDS:
        if field <= player.base or table.value(field) != value or player.at(field) in MARKERS:
            continue
        if player.at(field) in STONES and gauge.next_free(player.gauge, field) is None:
            continue
        found.append(field)
    return found


def buy_marker(table: Table, seat: int, row: int) -> Flow:
    index = front(table, row)
    assert index is not None
    data, cost = table.board["bonus"], marker_price(table, row, index)
    answer = yield from ask(seat, payments.ways_to_pay(table, seat, cost))
    payments.pay(table, seat, cost, answer[1:])
    table.players[seat].points += data["sp"][index]
    table.bonus[row] -= 1
    if table.bonus == [0, 0]:  # the last marker to go uncovers the statue
        raise_statue(table, 1, seat)
    puts: list[Words] = [["put", field] for field in fields_for_marker(table, seat, data["number"][index])]
    answer = yield from ask(seat, [*puts, ["box"]])
    if answer[0] == "put":
        field = answer[1]
        if table.players[seat].at(field) in STONES:
            gauge.push(table, seat, field)
        table.players[seat].lay(field, "m")
    if data["invite"][index]:
        yield from parasites.invite(table, seat)
