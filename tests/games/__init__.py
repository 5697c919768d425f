"""The games that the contract test runs over: two tiny ones with known solutions, and Planet Steam's configurations.

Compiled with `BOOMTOWN_TEST_GAMES=1`; see `setup.py`.
"""

from __future__ import annotations

from collections.abc import Callable

from engine import Game
from tests.games.nim import Nim
from tests.games.sealed import Sealed

# name -> a function that makes the game; called once per test that needs it
GAMES: dict[str, Callable[[], Game]] = {
    "nim": Nim,
    "nim-one-heap": lambda: Nim((7,)),
    "sealed": Sealed,
}
