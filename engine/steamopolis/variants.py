"""The set-ups of Steamopolis that measurements and the signature run over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games import Variant

PLAYERS = range(1, 5)

MEASURED = tuple(Variant("solo" if players == 1 else str(players), {"players": players}) for players in PLAYERS)
STANDARD = MEASURED[-1]
SEARCHED: tuple[dict[str, Any], ...] = tuple({"players": players, "max_rounds": 12} for players in PLAYERS)


def signed() -> Iterator[dict[str, Any]]:
    """Short and whole games of every number of players; every start of the solo game."""
    for players in PLAYERS:
        yield {"players": players}
        yield {"players": players, "max_rounds": 5}
    for points in (2, 3, 5):
        yield {"players": 1, "start_sp": points}
