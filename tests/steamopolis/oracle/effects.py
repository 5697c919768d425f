"""Working off effects part by part (section 2): when a part is usable, what it asks, what it does, what it costs."""

from __future__ import annotations

from collections.abc import Callable

from tests.steamopolis.oracle import districts, gauge, market, parasites, payments, room
from tests.steamopolis.oracle.language import Effect, Part, read_cost
from tests.steamopolis.oracle.table import STONES, Sponsor, Table
from tests.steamopolis.oracle.terms import (
    CAPACITY,
    CRYSTAL,
    DISTRICTS,
    FIELDS,
    GEAR,
    KINDS,
    LEVELS,
    SKIP,
    SLOTS,
    USE,
    Flow,
    Words,
    ask,
)

# -- a whole effect ----------------------------------------------------------------------------------------------------


def work_off(table: Table, seat: int, effect: Effect) -> Flow:
    """Parts top to bottom (R15), of one side if there is a bar (7.5); then the invites that were its costs (1.8)."""
    side = effect.sides[0]
    if len(effect.sides) == 2:
        options = [SKIP]
        for name, parts in zip(("upper", "lower"), effect.sides, strict=True):
            if any(is_usable(table, seat, part) for part in parts):
                options.append([name])
        answer = yield from ask(seat, options)
        if answer == SKIP:
            return
        side = effect.sides[0 if answer == ["upper"] else 1]
    n_invites = 0
    for part in side:
        n_invites += yield from work_off_part(table, seat, part)
    for _ in range(n_invites):
        yield from parasites.invite(table, seat)


def has_usable_part(table: Table, seat: int, effect: Effect) -> bool:
    return any(is_usable(table, seat, part) for part in effect.parts)


def work_off_part(table: Table, seat: int, part: Part) -> Flow:
    """Gives the number of invites that were paid. R17: offered only if it would change something now."""
    if not is_usable(table, seat, part):
        return 0
    if not part.cost:
        yield from PERFORM[part.token](table, seat, part.n, True)
        return 0
    answer = yield from ask(seat, [*ways_to_pay_cost(table, seat, part.cost), SKIP])
    if answer == SKIP:
        return 0
    pay_cost(table, seat, part.cost, answer)
    if is_usable(table, seat, part._replace(cost="")):
        yield from PERFORM[part.token](table, seat, part.n, False)  # R18: not declined any more
    return int(part.cost == "invite")


def is_usable(table: Table, seat: int, part: Part) -> bool:
    """R17: a cost only if what it buys is usable."""
    if part.cost and not ways_to_pay_cost(table, seat, part.cost):
        return False
    return USABLE[part.token](table, seat, part.n)


# -- costs -------------------------------------------------------------------------------------------------------------


def resources(table: Table, seat: int, cost: str) -> tuple[int, int]:
    if cost == "pay_per_stone":  # crystals = own stones on gauge + board
        return table.n_stones(seat), 0
    return read_cost(cost)


def ways_to_pay_cost(table: Table, seat: int, cost: str) -> list[Words]:
    if cost == "invite":
        return [USE]  # always payable, even if nobody can place
    if cost == "lose_stone":
        return [["spend", field] for field in gauge.spendable(table, seat)]
    if cost == "lose_machine":
        return [["remove", slot] for slot in room.occupied_slots(table, seat)]
    return payments.ways_to_pay(table, seat, resources(table, seat, cost))


def pay_cost(table: Table, seat: int, cost: str, answer: Words) -> None:
    if cost == "lose_stone":
        gauge.to_reserve(table, seat, answer[1])
    elif cost == "lose_machine":
        room.remove(table, seat, answer[1])
    elif cost != "invite":
        payments.pay(table, seat, resources(table, seat, cost), answer[1:])


# -- resources, points, stones -----------------------------------------------------------------------------------------


def gain_points(table: Table, seat: int, n: int, optional: bool) -> Flow:
    table.players[seat].points += n
    yield from ()


def gain_crystals(table: Table, seat: int, n: int, optional: bool) -> Flow:
    table.gain(seat, CRYSTAL, n)
    yield from ()


def gain_gears(table: Table, seat: int, n: int, optional: bool) -> Flow:
    table.gain(seat, GEAR, n)
    yield from ()


def gain_resources(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """`res:n`: min(n, supply), any mix; never fewer (R16)."""
    crystals, gears = table.crystals_and_gears
    total = min(n, crystals + gears)
    options: list[Words] = [["take", c, total - c] for c in range(total + 1) if c <= crystals and total - c <= gears]
    _, c, g = yield from ask(seat, options)
    table.gain(seat, CRYSTAL, c)
    table.gain(seat, GEAR, g)


def take_whole_supply(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """R19: storing returns the rest."""
    for kind in (CRYSTAL, GEAR):
        table.gain(seat, kind, table.crystals_and_gears[kind])
    yield from ()


def any_supply(table: Table, seat: int, n: int) -> bool:
    return sum(table.crystals_and_gears) > 0


def gain_stone(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """As if taken back; reserve stones are plain (R2)."""
    table.players[seat].reserve -= 1
    yield from gauge.bring_to_gauge(table, seat, "o")


def can_gain_stone(table: Table, seat: int, n: int) -> bool:
    return table.players[seat].reserve > 0 and gauge.has_room(table, seat)


def gain_capacity(table: Table, seat: int, n: int, optional: bool) -> Flow:
    options: list[Words] = [["slot", slot] for slot in SLOTS]
    answer = yield from ask(seat, options + ([SKIP] if optional else []))
    if answer != SKIP:
        table.capacity -= 1
        room.lay_tile(table, seat, answer[1], CAPACITY)


# -- sponsors and galas ------------------------------------------------------------------------------------------------


def max_sponsors(table: Table, seat: int) -> int:
    return 2 if table.players[seat].character == 5 else 1


def can_gain_sponsor(table: Table, seat: int, n: int) -> bool:
    return table.sponsors > 0 and len(table.players[seat].sponsors) < max_sponsors(table, seat)


def gain_sponsor(table: Table, seat: int, n: int, optional: bool) -> Flow:
    answer = yield from ask(seat, [["sponsor", kind] for kind in KINDS])
    table.sponsors -= 1
    table.players[seat].sponsors.append(Sponsor(answer[1]))


def can_gain_gala(table: Table, seat: int, n: int) -> bool:
    return table.players[seat].gala is None and sum(table.galas) > 0


def gain_gala(table: Table, seat: int, n: int, optional: bool) -> Flow:
    answer = yield from ask(seat, [["gala", kind] for kind, left in zip(KINDS, table.galas, strict=True) if left])
    table.galas[KINDS.index(answer[1])] -= 1
    table.players[seat].gala = answer[1]


def flip_sponsor(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """R24: of two showing the same side the unused one turns; the flag stays."""
    sponsors = table.players[seat].sponsors
    options: list[Words] = [["flip", kind] for kind in KINDS if any(s.side == kind for s in sponsors)]
    answer = yield from ask(seat, [*options, SKIP])
    if answer == SKIP:
        return
    candidates = [s for s in sponsors if s.side == answer[1]]
    turning = min(candidates, key=lambda s: s.used)
    turning.side = payments.other(turning.side)


# -- pressure ----------------------------------------------------------------------------------------------------------


def press(table: Table, seat: int, n: int, optional: bool) -> Flow:
    yield from gauge.raise_by(table, seat, n, optional=optional)


def press_one(table: Table, seat: int, n: int, optional: bool) -> Flow:
    yield from gauge.raise_one(table, seat, n, optional=optional)


def advance_base(table: Table, seat: int, n: int, optional: bool) -> Flow:
    if (yield from ask(seat, [USE, SKIP])) == USE:
        gauge.advance_base(table, seat)


def plain_stones(table: Table, seat: int) -> list[int | str]:
    """Where own plain stones lie, fields before districts."""
    on_board: list[int | str] = [d for d in table.districts if (seat, False) in table.stones[d]]
    return [*table.players[seat].fields_with("o"), *on_board]


def give_arrows(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """Up to n picks, ascending (7.8)."""
    order = [*FIELDS, *DISTRICTS]
    last = -1
    for _ in range(n):
        options: list[Words] = [["arrow", p] for p in plain_stones(table, seat) if order.index(p) > last]
        answer = yield from ask(seat, [*options, SKIP])
        if answer == SKIP:
            return
        last = order.index(answer[1])
        if isinstance(answer[1], int):
            table.players[seat].lay(answer[1], "a")
        else:
            table.stones[answer[1]].remove((seat, False))
            table.stones[answer[1]].append((seat, True))


def can_go_to_8(table: Table, seat: int, n: int) -> bool:
    """R4: lapses if f10 is occupied or the stone is in reserve; R14: or there is none."""
    return seat == table.active and table.turn.just is not None and table.players[seat].at(10) == "."


def go_to_8(table: Table, seat: int, n: int, optional: bool) -> Flow:
    if (yield from ask(seat, [USE, SKIP])) == SKIP:
        return
    player, field = table.players[seat], table.turn.just
    assert field is not None and player.at(field) in STONES
    player.lay(10, player.at(field))
    player.lay(field, ".")
    table.turn.just = 10


def lay_pink(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """The pink marker on the first free field of value n."""
    player = table.players[seat]
    free = [field for field in FIELDS if field > player.base and table.value(field) == n and player.at(field) == "."]
    if free:
        player.lay(free[0], "p")
    yield from ()


# -- looking, machines -------------------------------------------------------------------------------------------------


def peekable(table: Table, seat: int) -> list[Words]:
    """R23: face-down tiles one has not seen."""
    return [["peek", level, tile.rank] for level in LEVELS for tile in table.down[level] if seat not in tile.seen_by]


def peek(table: Table, seat: int, n: int, optional: bool) -> Flow:
    answer = yield from ask(seat, [*peekable(table, seat), SKIP])
    if answer == SKIP:
        return
    _, level, rank = answer
    [tile] = [tile for tile in table.down[level] if tile.rank == rank]
    tile.seen_by.append(seat)
    yield from market.fix_face(table, level, tile)


def machine_effects(table: Table, seat: int) -> list[Effect]:
    """Activation effects, slots 7 to 1."""
    found = [table.active_effect(table.players[seat].room[slot]) for slot in reversed(SLOTS)]
    return [effect for effect in found if effect]


def run_machines(table: Table, seat: int, n: int, optional: bool) -> Flow:
    """Parasites asleep, no storing in between."""
    for slot in reversed(SLOTS):
        effect = table.active_effect(table.players[seat].room[slot])
        if effect:
            yield from work_off(table, seat, effect)


def can_run_machines(table: Table, seat: int, n: int) -> bool:
    return any(has_usable_part(table, seat, effect) for effect in machine_effects(table, seat))


# -- the table of section 2 --------------------------------------------------------------------------------------------

USABLE: dict[str, Callable[[Table, int, int], bool]] = {
    "sp": lambda table, seat, n: True,
    "crystal": lambda table, seat, n: table.crystals_and_gears[CRYSTAL] > 0,
    "gear": lambda table, seat, n: table.crystals_and_gears[GEAR] > 0,
    "res": any_supply,
    "res_any": any_supply,
    "stone": can_gain_stone,
    "sponsor": can_gain_sponsor,
    "gala": can_gain_gala,
    "capacity": lambda table, seat, n: table.capacity > 0,
    "press": lambda table, seat, n: gauge.can_raise(table, seat),
    "press_one": lambda table, seat, n: gauge.can_raise(table, seat),
    "base": lambda table, seat, n: gauge.can_advance_base(table, seat),
    "arrow": lambda table, seat, n: bool(plain_stones(table, seat)),
    "to8": can_go_to_8,
    "flip_sponsor": lambda table, seat, n: bool(table.players[seat].sponsors),
    "peek": lambda table, seat, n: bool(peekable(table, seat)),
    "buy_any": lambda table, seat, n: bool(market.offers(table, seat, list(table.open))),
    "other_district": lambda table, seat, n: bool(districts.visitable(table, seat)),
    "par_place": lambda table, seat, n: parasites.can_place_or_move(table, seat),
    "par_all": lambda table, seat, n: parasites.can_place_or_move(table, seat),
    "par_use": lambda table, seat, n: parasites.can_use(table, seat),
    "par_use_all": lambda table, seat, n: parasites.can_use(table, seat),
    "par_place_use": lambda table, seat, n: parasites.can_place_and_use(table, seat),
    "run_machines": can_run_machines,
    "shake": lambda table, seat, n: bool(parasites.hostile(table, seat)),
    "shake_all": lambda table, seat, n: bool(parasites.hostile(table, seat)),
    "pink": lambda table, seat, n: True,
}

PERFORM: dict[str, Callable[[Table, int, int, bool], Flow]] = {
    "sp": gain_points,
    "crystal": gain_crystals,
    "gear": gain_gears,
    "res": gain_resources,
    "res_any": take_whole_supply,
    "stone": gain_stone,
    "sponsor": gain_sponsor,
    "gala": gain_gala,
    "capacity": gain_capacity,
    "press": press,
    "press_one": press_one,
    "base": advance_base,
    "arrow": give_arrows,
    "to8": go_to_8,
    "flip_sponsor": flip_sponsor,
    "peek": peek,
    "buy_any": lambda table, seat, n, optional: market.buy_any(table, seat),
    "other_district": lambda table, seat, n, optional: districts.visit(table, seat),
    "par_place": lambda table, seat, n, optional: parasites.place_or_move(table, seat, n),
    "par_all": lambda table, seat, n, optional: parasites.place_or_move(table, seat, 3),  # R20
    "par_use": lambda table, seat, n, optional: parasites.use(table, seat, n),
    "par_use_all": lambda table, seat, n, optional: parasites.use(table, seat, 3),
    "par_place_use": lambda table, seat, n, optional: parasites.place_and_use(table, seat),
    "run_machines": run_machines,
    "shake": lambda table, seat, n, optional: parasites.shake_one(table, seat),
    "shake_all": lambda table, seat, n, optional: parasites.shake_all(table, seat),
    "pink": lay_pink,
}
