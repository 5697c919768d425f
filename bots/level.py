"""`level`: opponents from a beginner to the strongest, each clearly better than the one below; see the game's room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bots.bot import Bot, Budget, param
from bots.players import levels
from engine import Game, Observation, Stream


@dataclass(frozen=True)
class LevelParams:
    level: int = param(4, "from 1, a beginner, to the game's last, the strongest", low=1)


class LevelBot(Bot):
    """An opponent of a given strength: level:1, level:2 and so on."""

    name = "level"
    Params = LevelParams

    def __init__(self, game: Game, seat: int, params: LevelParams | None = None) -> None:
        from bots.registry import make  # the registry lists this bot, so it cannot be imported first

        super().__init__(game, seat, params)
        self.player = make(levels(game)[self.params.level - 1], game, seat)

    @classmethod
    def refusal(cls, game: Game, params: Any = None) -> str | None:
        n = len(levels(game))
        if params is None or params.level <= n:
            return None
        return f"{game.name} has levels 1 to {n}, not {params.level}"

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        move = self.player.choose(observation, legal, Budget(), rng)
        self.analysis = self.player.analysis
        return move
