"""The set-ups of Planet Steam that measurements and the signature run over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from engine.games import Variant
from engine.planet_steam.settings import EDITIONS, RULES

PLAYERS = range(2, 6)

MEASURED = tuple(
    Variant(f"{edition[:4]} {players}", {"edition": edition, "players": players})
    for edition in EDITIONS
    for players in PLAYERS
)
STANDARD = next(one for one in MEASURED if one.settings == {"edition": "ffg", "players": 4})

SEARCHED: tuple[dict[str, Any], ...] = (
    {"players": 2},
    {"players": 4},
    {"players": 5, "rules": ["all"]},
    {"players": 3, "edition": "ludoart", "rules": ["expert"]},
    {"players": 4, "edition": "ludoart"},
)


def signed() -> Iterator[dict[str, Any]]:
    """Every edition and number of players with every rule alone, with none, with all; other ways to hide credits."""
    for edition in EDITIONS:
        for players in PLAYERS:
            for rules in ([], *([rule] for rule in RULES), ["expert"], ["all"]):
                yield {"edition": edition, "players": players, "rules": rules}
    for recall in (0, 2, "all"):
        yield {"players": 3, "recall": recall}
    yield {"players": 4, "credits": "open"}
    yield {"players": 3, "edition": "ludoart", "credits": "hidden", "rules": ["all"], "river_neutrals": 1}
