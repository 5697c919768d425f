from collections.abc import Mapping

from bots.guide import Guide
from engine import State, Stream
from engine.planet_steam.game import PlanetSteam

class PlanetSteamGuide(Guide):
    def __init__(self, game: PlanetSteam, weights: Mapping[str, float] | None = None, noise: float = 0.1) -> None: ...
    @property
    def noise(self) -> float: ...
    def play_out(self, state: State, rng: Stream) -> State: ...
