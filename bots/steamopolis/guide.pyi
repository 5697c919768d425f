from collections.abc import Mapping
from typing import Any

from bots.guide import Guide
from engine import State
from engine.steamopolis.game import Steamopolis

class SteamopolisGuide(Guide):
    def __init__(
        self,
        game: Steamopolis,
        weights: Mapping[str, float] | None = None,
        noise: float = 0.1,
        horizon: int = 0,
        model: Mapping[str, Any] | None = None,
    ) -> None: ...
    @property
    def noise(self) -> float: ...
    @property
    def horizon(self) -> int: ...
    def features(self, state: State) -> list[list[float]]: ...
    def stage(self, state: State) -> int: ...
