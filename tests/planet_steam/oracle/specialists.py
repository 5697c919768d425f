"""Sections 3.1 and 3.2: bonus resources and the specialist auction, with 6.3, 7.2 and 7.3 where they happen."""

from __future__ import annotations

from itertools import product

from tests.planet_steam.oracle.auction import bidding
from tests.planet_steam.oracle.table import Table
from tests.planet_steam.oracle.terms import MAX_CLASS, QUARTZ, RESOURCES, Flow, Words

LEVEL_COST = {"weak": 0, "moderate": 4, "strong": 8}
LEVEL_STEPS = {"weak": 3, "moderate": 4, "strong": 5}


def place_bonus(table: Table) -> None:
    """3.1"""
    for resource in range(4):
        if table.supply[resource] >= 1:
            table.supply[resource] -= 1
            table.bonus[resource] = 1


def give_aid(table: Table) -> None:
    """3.2: who has nothing gets 2; who gets nothing has something."""
    for seat in range(table.n_players):
        if table.credits[seat] == 0:
            table.show_zero(seat)
            table.receive(seat, 2)
        else:
            table.show_at_least(seat, 1)


def specialist_auction(table: Table) -> Flow:
    """3.2: one bidding round per player."""
    n_rounds = table.n_players
    for number in range(1, n_rounds + 1):
        cardless = [seat for seat in table.clockwise_from(table.first) if table.specialist[seat] is None]
        assert table.credits[cardless[0]] >= 1
        winner, bid = yield from bidding(table, cardless)
        table.pay(winner, bid)
        yield from take_card(table, winner)
        if number == 1 and "price-manipulation" in table.rules:
            yield from manipulate(table, winner)
        if any(table.bonus):
            yield from take_bonus(table, winner)
        if "variable-trading-order" in table.rules:
            yield from place_markers(table, winner)
        if number == n_rounds and "sabotage" in table.rules and table.round >= 2:
            yield from sabotage(table, winner)
    for resource in range(4):
        table.raise_supply(resource, table.bonus[resource])
        table.bonus[resource] = 0


def take_card(table: Table, winner: int) -> Flow:
    free = [card for card in range(1, len(table.board["specialists"]) + 1) if card not in table.specialist]
    _, card = yield winner, [["take", card] for card in free]
    table.specialist[winner] = card
    roles = table.board["specialists"][card - 1]
    if "engineer" in roles:  # the Engineer comes before the Bank Agent (section 10)
        yield from engineer(table, winner)
    if "agent" in roles:
        yield from bank_agent(table, winner)


def engineer(table: Table, winner: int) -> Flow:
    options = [["engineer", "credits"]]
    if table.reserve_licenses:
        options.append(["engineer", "license"])
    _, choice = yield winner, options
    if choice == "credits":
        table.receive(winner, 15)
    else:
        table.reserve_licenses -= 1
        table.licenses[winner] += 1


def bank_agent(table: Table, winner: int) -> Flow:
    options = [["agent", "upgrade", name] for r, name in enumerate(RESOURCES) if table.carriers[winner][r] < MAX_CLASS]
    options += [["agent", "resource", name] for r, name in enumerate(RESOURCES) if table.room(winner, r)]
    if not options:
        return
    _, choice, name = yield winner, options
    if choice == "upgrade":
        table.carriers[winner][RESOURCES.index(name)] += 1
    else:
        table.store(winner, RESOURCES.index(name), 1)


def manipulations(table: Table, credits: int) -> list[Words]:
    """7.2: every legal `manipulate`."""
    found: list[Words] = []
    for level, steps in LEVEL_STEPS.items():
        if LEVEL_COST[level] > credits:
            continue
        for moves in product(range(-steps, steps + 1), repeat=4):
            if sum(map(abs, moves)) > steps:
                continue
            if level != "strong" and moves[QUARTZ]:
                continue
            if level == "weak" and sum(move != 0 for move in moves) > 1:
                continue
            if all(on_track(table, resource, move) for resource, move in enumerate(moves)):
                found.append(["manipulate", level, *moves])
    return found


def on_track(table: Table, resource: int, move: int) -> bool:
    return table.board["price_min"][resource] <= table.price[resource] + move <= table.board["price_max"][resource]


def manipulate(table: Table, winner: int) -> Flow:
    _, level, *moves = yield winner, manipulations(table, table.credits[winner])
    table.pay(winner, LEVEL_COST[level])
    for resource, move in enumerate(moves):
        table.price[resource] += move
    table.manipulator = winner


def take_bonus(table: Table, winner: int) -> Flow:
    _, name = yield winner, [["bonus", name] for r, name in enumerate(RESOURCES) if table.bonus[r]]
    resource = RESOURCES.index(name)
    table.bonus[resource] = 0
    if table.room(winner, resource):
        table.store(winner, resource, 1)
    else:  # the only loss that raises the supply (section 1)
        table.raise_supply(resource, 1)


def place_markers(table: Table, winner: int) -> Flow:
    """6.3: one each, two each with 2 players; with 5 the last finds none left."""
    for _ in range(2 if table.n_players == 2 else 1):
        if None not in table.order:
            return
        _, number, name = yield winner, [["marker", k, name] for k in free_markers(table) for name in unmarked(table)]
        table.order[number - 1] = name
    if table.n_players == 3 and len(free_markers(table)) == 1:
        table.order[free_markers(table)[0] - 1] = unmarked(table)[0]


def free_markers(table: Table) -> list[int]:
    return [place for place in range(1, 5) if table.order[place - 1] is None]


def unmarked(table: Table) -> list[str]:
    return [name for name in RESOURCES if name not in table.order]


def sabotage(table: Table, winner: int) -> Flow:
    """7.3"""
    victims = [seat for seat in range(table.n_players) if seat != winner and table.tanks_of(seat)]
    if not victims:
        return
    _, victim = yield winner, [["sabotage", seat] for seat in victims]
    _, name = yield victim, [["tip", name] for name in table.tanks_of(victim)]
    table.tanks[name].tipped = True
    table.sabotaged = name
