"""`heuristic`: a complete hand-written player of Planet Steam, compiled (`bots/planet_steam/`)."""

from __future__ import annotations

from dataclasses import dataclass

from bots.bot import Bot, Budget, param
from bots.planet_steam.adviser import Adviser
from engine import Game, Observation, Stream
from engine.planet_steam.game import PlanetSteam


@dataclass(frozen=True)
class HeuristicParams:
    noise: float = param(0.0, "chance of playing any legal move instead", low=0, high=1)


class HeuristicBot(Bot):
    """Judges what everything is worth to it, and buys, bids, builds and sells by that."""

    name = "heuristic"
    Params = HeuristicParams
    games = ("planet-steam",)

    def __init__(self, game: Game, seat: int, params: HeuristicParams | None = None) -> None:
        super().__init__(game, seat, params)
        assert isinstance(game, PlanetSteam)
        self.adviser = Adviser(game)
        self.plan: list[int] = []  # the rest of a turn decided on as a whole

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        if self.params.noise and rng.uniform() < self.params.noise:
            self.plan = []
            return legal[rng.below(len(legal))]
        if not self.plan or self.plan[0] not in legal:
            self.plan = self.adviser.advise(observation, rng.fork("sampling"))
        return self.plan.pop(0)
