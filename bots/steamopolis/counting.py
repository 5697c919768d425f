"""What is counted in a game of Steamopolis that is played on: points by where they come from, and what seats have some
turns later. Reasons for a move are told by these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from engine import State
from engine.steamopolis.notation import SOURCES

if TYPE_CHECKING:
    from engine.steamopolis.game import Steamopolis

SOON = 6  # turns: about as many as from one flight to the next
# What one of it is about worth to its seat in points.
QUANTITIES = {
    **{f"points.{name}": 1.0 for name in SOURCES},
    "soon.points": 1.0,
    "soon.goods": 0.8,
    "soon.machines": 3.0,
    "soon.banners": 4.0,
    "soon.tiles": 2.0,
}


def counts(before: State, move: int, after: State) -> Iterator[tuple[str, int, float]]:
    if before.scores() == after.scores():
        return
    for seat, brought in enumerate(cast("Steamopolis", before.game).earned(before, move)):
        for name, points in brought.items():
            if points:
                yield f"points.{name}", seat, points


def held(state: State) -> Iterator[tuple[str, int, float]]:
    """Points, goods, machines, banners and passenger tiles; not stones and pressure: they come and go each flight."""
    found = state.snapshot()
    for seat, points in enumerate(found["points"]):
        yield "soon.points", seat, points
        yield "soon.goods", seat, sum(found["goods"][seat])
        yield "soon.machines", seat, sum(tile is not None and tile[0] == "M" for tile in found["room"][seat])
        yield "soon.banners", seat, len(found["banners"][seat])
        yield "soon.tiles", seat, found["tiles"][seat]
