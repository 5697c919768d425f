"""Planet Steam's bots room: guide and policy of one compiled judgement, levels, ratings, and what can be trained."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from bots.planet_steam.counting import MEASURES, QUANTITIES, counts
from bots.players import Knobs, Players, Policy, Trainer
from engine import Game, State

if TYPE_CHECKING:
    from bots.guide import Guide


# By number of players. With more of them chances lie closer together, and a playout's policy is wrong about more moves:
# docs/bots.md has what was played.
KNOBS = {2: Knobs(1.0, 0.2), 3: Knobs(0.75, 0.2), 4: Knobs(0.6, 0.2), 5: Knobs(0.6, 0.2)}


class PlanetSteamPlayers(Players):
    levels = (
        "heuristic:noise=0.6",
        "heuristic:noise=0.35",
        "heuristic:noise=0.15",
        "heuristic:noise=0.05",
        "heuristic",
        "mcts:sims=12,settle=true",
        "mcts:sims=125,settle=true",
        "mcts:sims=8000,settle=true",
    )
    ratings = Path(__file__).with_name("elo.json")
    weights = Path(__file__).with_name("weights.json")
    has_policy = True
    styles = MappingProxyType(
        {
            "all-round": "takes what is worth most",
            "builder": "tanks first, whatever they make",
            "trader": "lives on the market, not on auctions",
            "bully": "bids high to keep others from it",
            "miser": "leaves auctions to others and saves",
            "inventor": "superchargers before more tanks",
        }
    )
    quantities = MappingProxyType(QUANTITIES)
    measures = MappingProxyType(MEASURES)

    def guide(self, game: Game, noise: float, horizon: int, weights: dict[str, float] | None = None) -> Guide:
        from bots.planet_steam.guide import PlanetSteamGuide
        from engine.planet_steam.game import PlanetSteam

        assert isinstance(game, PlanetSteam)
        return PlanetSteamGuide(game, weights, noise=noise, horizon=horizon)

    def knobs(self, game: Game) -> Knobs:
        return KNOBS[game.n_seats]

    def policy(self, game: Game, style: str | None = None) -> Policy:
        from bots.fitted import load_style
        from bots.planet_steam.adviser import PlanetSteamAdviser
        from bots.planet_steam.weights import DEFAULT, STYLES
        from engine.planet_steam.game import PlanetSteam

        assert isinstance(game, PlanetSteam)
        return PlanetSteamAdviser(game, None if style is None else load_style(STYLES, style, DEFAULT))

    def counts(self, before: State, move: int, after: State) -> Iterator[tuple[str, int, float]]:
        return counts(before, move, after)

    def trainers(self) -> Sequence[Trainer]:
        from bots.planet_steam.training import GuideTrainer, PolicyTrainer
        from bots.planet_steam.value_training import ValueTrainer

        return PolicyTrainer(), GuideTrainer(), ValueTrainer()


PLAYERS = PlanetSteamPlayers()
