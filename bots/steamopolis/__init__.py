"""Steamopolis' bots room: guide and policy of one compiled judgement, levels, ratings, and what can be trained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from bots.players import Players, Policy, Trainer
from bots.steamopolis.counting import QUANTITIES, SOON, counts, held
from engine import Game, State

if TYPE_CHECKING:
    from bots.guide import Guide


class SteamopolisPlayers(Players):
    levels = (
        "heuristic:noise=0.75",
        "heuristic:noise=0.5",
        "heuristic:noise=0.3",
        "heuristic:noise=0.12",
        "heuristic",
        "mcts:sims=30,settle=true",
        "mcts:sims=400,settle=true",
        "mcts:sims=4000,settle=true",
    )
    ratings = Path(__file__).with_name("elo.json")
    weights = Path(__file__).with_name("weights.json")
    has_policy = True
    quantities = MappingProxyType(QUANTITIES)
    soon = SOON
    doubt = 1.5  # a mistake listed with 6.5 points cost 1.8 in 672 pairs of games

    def guide(self, game: Game, noise: float, horizon: int, weights: dict[str, float] | None = None) -> Guide:
        from bots.steamopolis.guide import SteamopolisGuide
        from engine.steamopolis.game import Steamopolis

        assert isinstance(game, Steamopolis)
        return SteamopolisGuide(game, weights, noise=noise, horizon=horizon)

    def policy(self, game: Game, style: str | None = None) -> Policy:
        from bots.steamopolis.adviser import SteamopolisAdviser
        from engine.steamopolis.game import Steamopolis

        assert isinstance(game, Steamopolis)
        return SteamopolisAdviser(game)

    def counts(self, before: State, move: int, after: State) -> Iterator[tuple[str, int, float]]:
        return counts(before, move, after)

    def held(self, state: State) -> Iterator[tuple[str, int, float]]:
        return held(state)

    def trainers(self) -> Sequence[Trainer]:
        from bots.steamopolis.training import PolicyTrainer
        from bots.steamopolis.value_training import ValueTrainer

        return PolicyTrainer(), ValueTrainer()


PLAYERS = SteamopolisPlayers()
