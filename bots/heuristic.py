"""`heuristic`: plays a game's own policy, compiled in its room."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from bots.bot import Bot, Budget, param
from bots.players import players_of
from engine import Game, Observation, Stream
from engine.errors import did_you_mean

LOW_BIDS = 5  # how many of the lowest bids it errs among


@dataclass(frozen=True)
class HeuristicParams:
    noise: float = param(0.0, "chance of erring: any kind of legal move, but no wild bid", low=0, high=1)
    style: str | None = param(None, "a way of playing, of those that the game has; none: its usual one")


class HeuristicBot(Bot):
    """Plays by the game's hand-written judgement, without searching."""

    name = "heuristic"
    Params = HeuristicParams

    def __init__(self, game: Game, seat: int, params: HeuristicParams | None = None) -> None:
        super().__init__(game, seat, params)
        style: str | None = self.params.style
        self.policy = players_of(game).policy(game) if style is None else players_of(game).policy(game, style)
        self.plan: list[int] = []  # the rest of a turn decided on as a whole

    @classmethod
    def refusal(cls, game: Game, params: Any = None) -> str | None:
        players = players_of(game)
        if not players.has_policy:
            return f"{game.name} has no policy for it to play; use {players.strongest}"
        if params is None or params.style is None or params.style in players.styles:
            return None
        known = f"it has {', '.join(players.styles)}" if players.styles else "it has none; leave style out"
        return f"{game.name} has no style {params.style!r}{did_you_mean(params.style, players.styles)}: {known}"

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        if self.params.noise and rng.uniform() < self.params.noise:
            self.plan = []
            return self._err(legal, rng)
        if not self.plan or self.plan[0] not in legal:
            self.plan = self.policy.advise(observation, rng.fork("sampling"))
        return self.plan.pop(0)

    def _err(self, legal: list[int], rng: Stream) -> int:
        """Any kind of move, and one of that kind. Of bids one of the lowest: who errs pays a little too much. A bid of
        all it owns, as likely as any other, would spoil the auction for people."""
        kinds: dict[str, list[int]] = {}
        for move in legal:
            kinds.setdefault(self.game.words(move)[0], []).append(move)
        verb, moves = list(kinds.items())[rng.below(len(kinds))]
        return moves[rng.below(min(len(moves), LOW_BIDS) if verb == "bid" else len(moves))]
