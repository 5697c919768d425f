"""Facts about tiles, markets and airships, read from a game's data and a snapshot. Knows no language."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

Board = Mapping[str, Any]
Snapshot = dict[str, Any]
Goods = tuple[int, int]  # crystals and gears
SIDES = {"S0": "back", "cap": "capacity"}  # what the data calls tiles that are no machine tiles


class Tile(NamedTuple):
    """What is printed on a tile; capacity tiles and start machines have no rank, banner or cost."""

    rank: int
    colour: str
    cost: str
    boilers: int
    active: str
    passive: str
    storage: int


class Purchase(NamedTuple):
    """What a tile or a marker costs, beside a stone or a machine, and what it scores at once."""

    goods: Goods
    extras: tuple[str, ...]  # lose_machine, lose_stone, invite
    points: int


def tile_of(board: Board, name: str) -> Tile:
    if name in board["machines"]:
        return Tile(*board["machines"][name])
    return Tile(0, "", "", *board["start"][SIDES.get(name, name)])


def price(board: Board, market: str, name: str) -> Goods:
    """Rules 1.6: what the market shows in row 3, and the tile's own cost."""
    tile, rows = tile_of(board, name), board["market"]
    letters = tile.cost + rows["row3_kind"][market[0]] * rows["row3_count"][tile.rank]
    return letters.count("c"), letters.count("g")


def purchase(board: Board, view: Snapshot, seat: int, market: str, use: str) -> Purchase:
    """The open tile of a market, bought as "machine" or as "banner"."""
    name = view["open"][market]
    tile, rows = tile_of(board, name), board["market"]
    points = rows["machine_sp"][tile.rank] if use == "machine" else banner_points(board, view, seat, tile.colour)
    extras = rows[f"{use}_extra"][tile.rank]
    return Purchase(price(board, market, name), tuple(filter(None, extras.split("+"))), points)


def banner_points(board: Board, view: Snapshot, seat: int, colour: str) -> int:
    """Rules 1.6: a new banner scores banners (purple, two on a tile), machines (orange) or passenger tiles (blue)."""
    if colour == "orange":
        return sum(1 for name in view["room"][seat] if name)
    if colour == "blue":
        return int(view["tiles"][seat])
    return n_banners(board, view, seat) + 2


def n_banners(board: Board, view: Snapshot, seat: int) -> int:
    return sum(2 if tile_of(board, name).colour == "purple" else 1 for name in view["banners"][seat])


def marker(board: Board, view: Snapshot, kind: str) -> tuple[int, Purchase] | None:
    """Number and price of the front marker of a row; None: the row is empty."""
    bonus, row = board["bonus"], ("crystal", "gear").index(kind)
    left = view["bonus"][row]
    if not left:
        return None
    place = len(bonus["number"]) - left
    cost = bonus["cost"][place]
    extras = ("invite",) if bonus["invite"][place] else ()
    return bonus["number"][place], Purchase((cost, 0) if row == 0 else (0, cost), extras, bonus["sp"][place])


def boilers(board: Board, view: Snapshot, seat: int) -> int:
    """Rules 1.4: by so much the seat raises its pressure."""
    printed = sum(tile_of(board, name).boilers for name in view["room"][seat] if name)
    return int(board["meta"]["builtin_boilers"]) + printed


def storage(board: Board, view: Snapshot, seat: int) -> int:
    printed = sum(tile_of(board, name).storage for name in view["room"][seat] if name)
    return int(board["meta"]["builtin_storage"]) + printed


def next_machine(board: Board, view: Snapshot, seat: int) -> int | None:
    """The slot that the stone in hand would run to: the next one on its left with an activation effect."""
    if view["hand"] is None:
        return None
    for slot in range(min(view["hand"][0] - 1, 7), 0, -1):
        name = view["room"][seat][slot - 1]
        if name and tile_of(board, name).active:
            return slot
    return None


def target(board: Board, view: Snapshot, who: int) -> int:
    """Rules 1.5 C2: the level that the banker (0) or the stoker (1) wants to go to from where he stands."""
    if view["aboard"][who] is not None:
        return int(view["aboard"][who])
    passengers = board["passengers"]
    wanted = view["tile"][who] if view["tile"] else passengers["printed"][("banker", "stoker")[who]]
    return int(passengers["alternative"][str(wanted)] if view["passengers"][who] == wanted else wanted)


def values(board: Board, gauge: str) -> list[tuple[int, bool]]:
    """The stones on a gauge from the left: value, and whether it has an arrow.

    >>> values({"meta": {"gauge": [1, 1, 2, 2, 3, 4, 5, 6, 7, 8]}}, "o..a......")
    [(1, False), (2, True)]
    """
    return [(value, sign == "a") for value, sign in zip(board["meta"]["gauge"], gauge, strict=True) if sign in "oa"]


def parasites_on(view: Snapshot, seat: int, slot: int) -> list[tuple[int, str]]:
    """Whose parasites sit in a slot, and on which of its effects."""
    return [
        (owner, effect)
        for owner, (_, placed) in enumerate(view["parasites"])
        for victim, place, effect in placed
        if (victim, place) == (seat, slot)
    ]
