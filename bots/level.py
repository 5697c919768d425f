"""`level`: opponents from a beginner to the strongest, each clearly better than the one below; see the game's room."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from bots.bot import Bot, Budget, param
from bots.players import levels, players_of
from engine import Game, Observation, Stream

if TYPE_CHECKING:
    from bots.registry import Spec


@dataclass(frozen=True)
class LevelParams:
    level: int = param(4, "from 1, a beginner, to the game's last, the strongest", low=1)
    style: str | None = param(None, "a way of playing, as heuristic has it, at a level that does not search")


class LevelBot(Bot):
    """An opponent of a given strength: level:1, level:2 and so on."""

    name = "level"
    Params = LevelParams

    def __init__(self, game: Game, seat: int, params: LevelParams | None = None) -> None:
        super().__init__(game, seat, params)
        self.player = _spec_of(game, self.params).make(game, seat)

    @classmethod
    def refusal(cls, game: Game, params: Any = None) -> str | None:
        n = len(levels(game))
        if params is not None and params.level > n:
            return f"{game.name} has levels 1 to {n}, not {params.level}"
        if params is None or params.style is None:
            return None
        known = [n for n in range(1, n + 1) if players_of(game).styles and _takes_style(game, n)]
        if params.level not in known:
            told = f"levels {known[0]} to {known[-1]} do" if known else "none of its levels does; leave style out"
            return f"level {params.level} of {game.name} has no styles: {told}"
        spec = _spec_of(game, params)
        return spec.cls.refusal(game, spec.params)

    def watch(self, observation: Observation) -> None:
        self.player.watch(observation)

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        """As strong as it is, however long the caller would let it think; only a clock is kept."""
        move = self.player.choose(observation, legal, Budget(clock=budget.clock), rng)
        self.analysis = self.player.analysis
        return move


def _spec_of(game: Game, params: LevelParams) -> Spec:
    """What plays a level."""
    from bots.registry import parse_spec  # the registry lists this bot, so it cannot be imported first

    found = parse_spec(levels(game)[params.level - 1])
    return found if params.style is None else replace(found, params=replace(found.params, style=params.style))


def _takes_style(game: Game, level: int) -> bool:
    return hasattr(_spec_of(game, LevelParams(level)).params, "style")
