"""What a player's tanks make: rules 5.1, on a snapshot. For showing what an arrangement is worth."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Any, NamedTuple

from engine.planet_steam.notation import RESOURCES


class Output(NamedTuple):
    goods: list[int]  # by resource
    energy: int  # what it costs


def output_of(
    snapshot: dict[str, Any], river: Container[str], seat: int, powered: Iterable[str] | None = None
) -> Output:
    """The yield of a seat's tanks: of all of them, or of those powered and the free ones."""
    marked = None if powered is None else set(powered)
    running: dict[str, int] = {}
    cost = 0
    for zone, (converter, _, tipped) in snapshot["tanks"].items():
        if snapshot["zones"][zone] != seat or tipped:
            continue
        made = RESOURCES.index(converter or "water")
        is_free = converter == "energy" or (converter is None and zone in river)
        if is_free or marked is None or zone in marked:
            running[zone] = made
            cost += not is_free
    goods = [0, 0, 0, 0]
    for zone, made in running.items():
        goods[made] += 1 + snapshot["tanks"][zone][1] + (snapshot["airship"] == int(zone[1]))
    for group in _groups(running):
        goods[running[group[0]]] += len(group) - 1
    return Output(goods, cost)


def _groups(running: dict[str, int]) -> list[list[str]]:
    """Connected tanks of one kind."""
    left, groups = set(running), []
    while left:
        group = [left.pop()]
        for zone in group:
            near = {other for other in left if running[other] == running[zone] and _touch(zone, other)}
            group += sorted(near)
            left -= near
        groups.append(group)
    return groups


def _touch(a: str, b: str) -> bool:
    return abs(ord(a[0]) - ord(b[0])) + abs(int(a[1]) - int(b[1])) == 1
