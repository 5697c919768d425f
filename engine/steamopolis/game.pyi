from typing import Any

from engine.game import Game
from engine.state import State

TITLES: tuple[int, ...]
OPS: dict[str, int]
ALL: set[str]
COSTS: dict[str, int]
EXTRAS: dict[str, int]
TRIGGERS: dict[str, int]

def extras_of(text: str) -> int: ...

class Steamopolis(Game):
    def __init__(self, **given: Any) -> None: ...
    board: dict[str, Any]
    max_rounds: int
    start_sp: int
    def earned(self, state: State, move: int) -> list[dict[str, int]]: ...
    def step(self, state: State) -> dict[str, Any]: ...
    def edit(self, state: State, *, from_start: bool = False, **changes: Any) -> State: ...
