from collections.abc import Mapping

from bots.adviser import Adviser
from engine import Observation, Stream
from engine.planet_steam.game import PlanetSteam

class PlanetSteamAdviser(Adviser):
    def __init__(self, game: PlanetSteam, weights: Mapping[str, float] | None = None) -> None: ...
    def advise(self, seen: Observation, rng: Stream) -> list[int]: ...
