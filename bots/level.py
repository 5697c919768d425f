"""`level`: opponents from a beginner to the strongest, each clearly better than the one below."""

from __future__ import annotations

from dataclasses import dataclass

from bots.bot import Bot, Budget, param
from engine import Game, Observation, Stream

# What each level plays.
LEVELS = (
    "heuristic:noise=0.6",
    "heuristic:noise=0.35",
    "heuristic:noise=0.15",
    "heuristic:noise=0.05",
    "heuristic",
    "mcts:sims=125,settle=true",
    "mcts:sims=1000,settle=true",
    "mcts:sims=8000,settle=true",
)


@dataclass(frozen=True)
class LevelParams:
    level: int = param(4, "from 1, a beginner, to 8, the strongest", low=1, high=len(LEVELS))


class LevelBot(Bot):
    """An opponent of a given strength: level:1 to level:8."""

    name = "level"
    Params = LevelParams
    games = ("planet-steam",)

    def __init__(self, game: Game, seat: int, params: LevelParams | None = None) -> None:
        from bots.registry import make  # the registry lists this bot, so it cannot be imported first

        super().__init__(game, seat, params)
        self.player = make(LEVELS[self.params.level - 1], game, seat)

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        move = self.player.choose(observation, legal, Budget(), rng)
        self.analysis = self.player.analysis
        return move
