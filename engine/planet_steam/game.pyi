from typing import Any

from engine.game import Game
from engine.state import State

VERSION: int

class PlanetSteam(Game):
    edition: str
    rules: tuple[str, ...]
    board: dict[str, Any]
    credits: str
    recall: int | str
    river_neutrals: int | str
    version: int
    def __init__(self, *, version: int = 2, **given: Any) -> None: ...
    def step(self, state: State) -> dict[str, Any]: ...
    def edit(self, state: State, **changes: Any) -> State: ...
