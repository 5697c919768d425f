from collections.abc import Mapping
from typing import Any

from bots.guide import Guide
from engine import State
from engine.planet_steam.game import PlanetSteam

KINDS: dict[int, str]

class PlanetSteamGuide(Guide):
    def __init__(
        self,
        game: PlanetSteam,
        weights: Mapping[str, float] | None = None,
        noise: float = 0.1,
        horizon: int = 0,
        model: Mapping[str, Any] | None = None,
    ) -> None: ...
    @property
    def noise(self) -> float: ...
    @property
    def horizon(self) -> int: ...
    def weigh(self, stakes: Mapping[str, float]) -> None: ...
    def features(self, state: State) -> list[list[float]]: ...
    def rounds_left(self, state: State) -> int: ...
    def arrangement(self, state: State, seat: int, is_careful: bool) -> list[tuple[float, int]]: ...
    def standing_value(self, state: State, seat: int) -> float: ...
