from collections.abc import Mapping

from bots.adviser import Adviser
from engine import Observation, Stream
from engine.steamopolis.game import Steamopolis

class SteamopolisAdviser(Adviser):
    def __init__(self, game: Steamopolis, weights: Mapping[str, float] | None = None) -> None: ...
    def advise(self, seen: Observation, rng: Stream) -> list[int]: ...
    def scores(self, seen: Observation, rng: Stream) -> dict[int, float]: ...
