"""The games that the contract test runs over: tiny ones with known solutions, and the configurations of our own.

The tiny ones live in folders of their own and are opened as anybody's games are: by the path of the folder. They are
compiled with `BOOMTOWN_TEST_GAMES=1`; see `setup.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from engine import Game, new_game
from engine.games import open_game
from engine.planet_steam.settings import RULES
from tests.games.nim.engine import Nim
from tests.games.sealed.engine import Sealed

FOLDERS = {name: Path(__file__).parent / name for name in ("nim", "sealed", "patience")}
for folder in FOLDERS.values():
    open_game(str(folder))

ALL_RULES = list(RULES)
OPTIONAL_RULES = ["freelance-carrier", "price-manipulation", "sabotage"]


def nim_game(*heaps: int) -> Game:
    """Nim with heaps of these sizes."""
    return Nim(heaps=int("".join(map(str, heaps))))


def _planet_steam(players: int, edition: str = "ffg", rules: tuple[str, ...] | list[str] = ()) -> Callable[[], Game]:
    return lambda: new_game("planet-steam", players=players, edition=edition, rules=list(rules))


# name -> a function that makes the game; called once per test that needs it
GAMES: dict[str, Callable[[], Game]] = {
    "nim": Nim,
    "nim-one-heap": lambda: nim_game(7),
    "sealed": Sealed,
    "patience": lambda: new_game("patience"),
    "steam-2": _planet_steam(2),
    "steam-3": _planet_steam(3, rules=["variable-claims", "sabotage"]),
    "steam-4": _planet_steam(4),
    "steam-4-optional": _planet_steam(4, rules=OPTIONAL_RULES),
    "steam-5-all": _planet_steam(5, rules=ALL_RULES),
    "steam-4-expert": _planet_steam(4, "ludoart", ["expert"]),
    "steam-3-ludoart": _planet_steam(3, "ludoart", OPTIONAL_RULES),
    "city-1": lambda: new_game("steamopolis", players=1),
    "city-2": lambda: new_game("steamopolis", players=2, max_rounds=30),
    "city-3": lambda: new_game("steamopolis", players=3, max_rounds=30),
    "city-4": lambda: new_game("steamopolis", players=4, max_rounds=30),
}
