"""Paying resources with sponsors and galas (1.9, 7.5)."""

from __future__ import annotations

from tests.steamopolis.oracle.table import Table
from tests.steamopolis.oracle.terms import KINDS, Words

Cost = tuple[int, int]  # crystals, gears


def rest(table: Table, seat: int, cost: Cost, discounts: Words) -> Cost | None:
    """What is left to pay with `i j k`; None if a discount would save nothing. Sponsors count first, then the gala."""
    i, j, k = discounts
    left = [cost[0] - i, cost[1] - j]
    if min(left) < 0:
        return None
    if k:
        gala = table.players[seat].gala
        if gala is None or left[KINDS.index(gala)] == 0:
            return None
        left[KINDS.index(gala)] -= min(2, left[KINDS.index(gala)])
    return left[0], left[1]


def ways_to_pay(table: Table, seat: int, cost: Cost) -> list[Words]:
    """`pay i j k`: every combination that saves something with each discount and leaves a payable rest."""
    player = table.players[seat]
    unused = [sum(s.side == kind and not s.used for s in player.sponsors) for kind in KINDS]
    found: list[Words] = []
    for i in range(unused[0] + 1):
        for j in range(unused[1] + 1):
            for k in (0, 1):
                left = rest(table, seat, cost, [i, j, k])
                if left is not None and left[0] <= player.goods[0] and left[1] <= player.goods[1]:
                    found.append(["pay", i, j, k])
    return found


def pay(table: Table, seat: int, cost: Cost, discounts: Words) -> None:
    player = table.players[seat]
    left = rest(table, seat, cost, discounts)
    assert left is not None
    for kind, amount in enumerate(left):
        table.give_back(seat, kind, amount)
    turning = []
    for kind, count in zip(KINDS, discounts[:2], strict=True):
        turning += [s for s in player.sponsors if s.side == kind and not s.used][:count]
    for sponsor in turning:
        sponsor.side, sponsor.used = other(sponsor.side), True
    if discounts[2]:
        assert player.gala is not None
        table.galas[KINDS.index(player.gala)] += 1
        player.gala = None


def other(kind: str) -> str:
    return KINDS[1 - KINDS.index(kind)]
