"""`random`: the bottom of the ladder."""

from __future__ import annotations

from bots.bot import Bot, Budget
from engine import Observation, Stream


class RandomBot(Bot):
    """Any legal move, all equally likely."""

    name = "random"

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        return legal[rng.below(len(legal))]
