"""Section 3 after the specialist auction: zone auction, claiming, airship or coupler, freelance carrier (7.4)."""

from __future__ import annotations

from tests.planet_steam.oracle.auction import bidding, seats_in
from tests.planet_steam.oracle.table import NEUTRAL, UNCLAIMED, Freelance, Table
from tests.planet_steam.oracle.terms import CHANCE, DIE, DIRECTIONS, N_LINES, Flow, Words, ray


def zone_auction(table: Table) -> Flow:
    """3.3"""
    venturer = table.holder_of("venturer")
    for_sale = table.zones_that_are(UNCLAIMED) or table.zones_that_are(NEUTRAL)
    if not for_sale:
        return
    _, name = yield venturer, [["offer", name] for name in for_sale]
    bidders = seats_in(table, [seat for seat in range(table.n_players) if table.has_marker(seat)])
    if not bidders:
        return

    def price(seat: int, bid: int) -> int:
        return (bid + 1) // 2 if seat == venturer else bid  # rules 3.3: half, rounded up

    winner, bid = yield from bidding(table, bidders, price)
    table.pay(winner, price(winner, bid))
    table.claim(winner, name)


def claiming(table: Table) -> Flow:
    """3.4"""
    for seat in table.turn_order():
        answer = yield seat, claim_options(table, seat)
        if answer == ["skip"]:
            continue
        verb, name = answer
        if verb == "license":
            table.licenses[seat] -= 1  # it leaves the game
        if verb == "roll":
            yield from roll_for(table, seat, name)
        else:
            table.claim(seat, name)


def claim_options(table: Table, seat: int) -> list[Words]:
    options: list[Words] = [["skip"]]
    if not table.has_marker(seat):
        return options
    unclaimed = table.zones_that_are(UNCLAIMED)
    verb = "claim" if "predictable-claims" in table.rules else "roll"
    options += [[verb, name] for name in unclaimed]
    if table.licenses[seat]:
        options += [["license", name] for name in unclaimed + table.zones_that_are(NEUTRAL)]
    return options


def roll_for(table: Table, seat: int, name: str) -> Flow:
    _, die = yield CHANCE, DIE
    if die >= 4:
        table.claim(seat, name)
        return
    targets = shift_targets(table, name)
    if not targets:
        table.receive(seat, 15)
        return
    _, target = yield seat, [["shift", target] for target in targets]
    table.claim(seat, target)


def shift_targets(table: Table, name: str) -> list[str]:
    """In each direction the first unclaimed zone."""
    targets = []
    for direction in DIRECTIONS:
        for seen in ray(name, direction):
            if table.zones[seen] == UNCLAIMED:
                targets.append(seen)
                break
    return targets


def mooring(table: Table) -> Flow:
    """3.5"""
    _, table.airship = yield table.holder_of("captain"), [["moor", line] for line in range(1, N_LINES + 1)]


def freelance_carrier(table: Table) -> Flow:
    """7.4: the holder keeps or releases it; a card nobody holds is auctioned."""
    old_holder = None
    card = table.freelance
    if card:
        if not card.kept:
            options = [["release"]]
            if table.credits[card.holder] >= card.bid:
                options.append(["keep"])
            answer = yield card.holder, options
            if answer == ["keep"]:
                table.pay(card.holder, card.bid)
                card.kept = True
                return
        old_holder = card.holder
        table.freelance = None
    bidders = seats_in(table, list(range(table.n_players)))
    if bidders:
        winner, bid = yield from bidding(table, bidders)
        table.pay(winner, bid)
        table.freelance = Freelance(winner, bid)
    if old_holder is not None and not table.cargo_spaces(old_holder):
        for resource in range(4):
            table.goods[old_holder][resource] -= table.cargo(old_holder, resource)
