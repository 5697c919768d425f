"""Planet Steam's part of fitting the value model: what is played and seen. `bots/value_training.py` has the method,
`boomtown train value` runs `ValueTrainer`."""

from __future__ import annotations

from typing import Any

from bots import value_training
from bots.planet_steam.guide import PlanetSteamGuide
from bots.planet_steam.weights import VALUE
from bots.value_training import write_model
from engine import State
from engine.planet_steam.game import PlanetSteam

__all__ = ["FEATURES", "ValueTrainer", "ValueTraining", "write_model"]

# In the order of `fill_features` in value.pxd.
FEATURES = (
    "one", "seats", "credits", "zones", "empty zones", "superchargers",
    "quartz yield", "ore yield", "water yield", "energy yield",
    "quartz", "ore", "water", "energy",
    "quartz carrier", "ore carrier", "water carrier", "energy carrier",
    "income", "quartz at its price",
)  # fmt: skip
OPTIONAL = ("freelance-carrier", "price-manipulation", "sabotage")
CONFIGURATIONS: tuple[tuple[int, str, tuple[str, ...]], ...] = tuple(
    (players, edition, rules)
    for players in (2, 3, 4, 5)
    for edition, rules in (("ffg", ()), ("ffg", OPTIONAL), ("ludoart", ("expert",)))
)
MAX_ROUNDS = 7
NOISE = 0.2  # of the self-play, so that the model sees more than the policy's own habits


class ValueTraining(value_training.ValueTraining):
    features = FEATURES
    buckets = range(1, MAX_ROUNDS + 1)  # rounds left

    @staticmethod
    def make_guides() -> list[PlanetSteamGuide]:
        return [
            PlanetSteamGuide(PlanetSteam(players=players, edition=edition, rules=rules), noise=NOISE, horizon=1)
            for players, edition, rules in CONFIGURATIONS
        ]

    @staticmethod
    def bucket(guide: PlanetSteamGuide, state: State) -> int:
        rounds: int = guide.game.header()["board"]["rounds"]
        return rounds - int(state.snapshot()["round"]) + 1

    @classmethod
    def told(cls, model: dict[str, Any]) -> str:
        strays = ", ".join(map(str, model["deviation"]))
        return f"{model['games']:,} games; final wealth within {strays} credits with 1, 2, ... rounds left"


class ValueTrainer(value_training.ValueTrainer):
    Training = ValueTraining
    place = VALUE
