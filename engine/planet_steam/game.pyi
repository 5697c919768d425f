from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from engine.game import Game, State

VERSION: int

class PlanetSteam(Game):
    edition: str
    rules: tuple[str, ...]
    board: dict[str, Any]
    credits: str
    recall: int | str
    river_neutrals: int | str
    version: int
    def __init__(
        self,
        players: int = 4,
        edition: str = "ffg",
        rules: Iterable[str] = (),
        board: str | Path | Mapping[str, Any] | None = None,
        credits: str | None = None,
        recall: int | str = 1,
        river_neutrals: int | str | None = None,
        *,
        version: int = 2,
    ) -> None: ...
    def phase(self, state: State) -> str: ...
    def step(self, state: State) -> dict[str, Any]: ...
    def edit(self, state: State, **changes: Any) -> State: ...
