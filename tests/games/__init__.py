"""The games that the contract test runs over: two tiny ones with known solutions, and Planet Steam's configurations.

Compiled with `BOOMTOWN_TEST_GAMES=1`; see `setup.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import Game, new_game
from engine.planet_steam.settings import RULES
from tests.games.nim import Nim
from tests.games.sealed import Sealed

ALL_RULES = list(RULES)
OPTIONAL_RULES = ["freelance-carrier", "price-manipulation", "sabotage"]


def _planet_steam(players: int, edition: str = "ffg", rules: tuple[str, ...] | list[str] = ()) -> Callable[[], Game]:
    return lambda: new_game("planet-steam", players=players, edition=edition, rules=list(rules))


# name -> a function that makes the game; called once per test that needs it
GAMES: dict[str, Callable[[], Game]] = {
    "nim": Nim,
    "nim-one-heap": lambda: Nim((7,)),
    "sealed": Sealed,
    "steam-2": _planet_steam(2),
    "steam-3": _planet_steam(3, rules=["variable-claims", "sabotage"]),
    "steam-4": _planet_steam(4),
    "steam-4-optional": _planet_steam(4, rules=OPTIONAL_RULES),
    "steam-5-all": _planet_steam(5, rules=ALL_RULES),
    "steam-4-expert": _planet_steam(4, "ludoart", ["expert"]),
    "steam-3-ludoart": _planet_steam(3, "ludoart", OPTIONAL_RULES),
}
