from collections.abc import Mapping

from engine import Observation, Stream
from engine.planet_steam.game import PlanetSteam

class Adviser:
    game: PlanetSteam
    def __init__(self, game: PlanetSteam, weights: Mapping[str, float] | None = None) -> None: ...
    def advise(self, seen: Observation, rng: Stream) -> list[int]: ...

def play_games(advisers: list[Adviser], seed: int, n_games: int) -> list[list[int]]: ...
