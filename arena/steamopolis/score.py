"""Points by where they came from. For the end of a game and the report."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from engine import State
from engine.steamopolis.game import Steamopolis
from engine.steamopolis.notation import SOURCES


def points_by_source(game: Steamopolis, states: Sequence[State], moves: Sequence[int]) -> list[dict[str, int]]:
    """Each seat's points by source, in the order of `SOURCES`; what a solo game starts with is part of its time."""
    found = [Counter({"time": int(score)}) for score in states[0].scores()]
    for state, move in zip(states, moves, strict=False):
        for earned, brought in zip(found, game.earned(state, move), strict=True):
            earned.update(brought)
    return [{source: earned[source] for source in SOURCES} for earned in found]
