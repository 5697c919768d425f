"""Planet Steam's part of fitting the value model: what is played and seen. `bots/value_training.py` has the method,
`boomtown train value` runs `ValueTrainer`."""

from __future__ import annotations

from dataclasses import dataclass

from bots import value_training
from bots.planet_steam.guide import PlanetSteamGuide
from bots.planet_steam.weights import VALUE
from engine import State
from engine.planet_steam.game import PlanetSteam

__all__ = ["FEATURES", "ValueTrainer", "ValueTraining"]

RESOURCES = ("quartz", "ore", "water", "energy")
KINDS = ("yield", "units", "carrier", "price", "supply", "yield of the others", "at its price")
# In the order of `fill_features` in value.pxd.
FEATURES = (
    "rounds left", "wealth", "credits", "zones", "empty zones", "superchargers",
    *(f"{name} {what}" for what in KINDS for name in RESOURCES),
    "income", "income to the end", "licenses", "quarters", "place in the turn order", "tanks in the market",
    "free zones", "lead", "lead in income", "lead in income to the end", "immobile tanks", "variable trading order",
    "price manipulation", "sabotage", "freelance carrier", "holds the freelance carrier",
)  # fmt: skip
OPTIONAL = ("freelance-carrier", "price-manipulation", "sabotage")
PLAYERS = (2, 4, 2, 3, 2, 5, 4, 2)  # in turn
RULES: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ffg", ()), ("ffg", ()), ("ffg", OPTIONAL), ("ludoart", ("expert",))
)  # fmt: skip
MAX_ROUNDS = 7
NOISE = 0.2  # of the policy's self-play, so that the model sees more than its own habits


class ValueTraining(value_training.ValueTraining):
    features = FEATURES
    n_stages = MAX_ROUNDS
    players = (2, 3, 4, 5)
    usual_games = 40_000
    usual_searches = 8000

    @staticmethod
    def make_guides() -> list[PlanetSteamGuide]:
        return [
            PlanetSteamGuide(
                PlanetSteam(players=players, edition=edition, rules=rules), noise=NOISE, horizon=1,
                model=ValueTraining.blank(),
            )
            for edition, rules in RULES
            for players in PLAYERS
        ]  # fmt: skip

    @staticmethod
    def stage(guide: PlanetSteamGuide, state: State) -> int:
        return guide.rounds_left(state) - 1


@dataclass(frozen=True)
class ValueOptions:
    games: int | None = value_training.games_param(ValueTraining.usual_games)
    searches: int | None = value_training.searches_param(ValueTraining.usual_searches)
    players: int | None = value_training.players_param()


class ValueTrainer(value_training.ValueTrainer):
    Training = ValueTraining
    Options = ValueOptions
    place = VALUE
