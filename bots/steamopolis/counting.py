"""What is counted in a game of Steamopolis that is played on: points by where they come from, and what was done for
them. Reasons for a move are told by these."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, cast

from engine import State
from engine.steamopolis.notation import SOURCES

if TYPE_CHECKING:
    from engine.steamopolis.game import Steamopolis

# What one of it is about worth to its seat in points.
QUANTITIES = {f"points.{name}": 1.0 for name in SOURCES}


def counts(before: State, move: int, after: State) -> Iterator[tuple[str, int, float]]:
    if before.scores() == after.scores():
        return
    for seat, brought in enumerate(cast("Steamopolis", before.game).earned(before, move)):
        for name, points in brought.items():
            if points:
                yield f"points.{name}", seat, points
