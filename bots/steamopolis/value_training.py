"""Steamopolis' part of fitting the value model: what is played and seen. `bots/value_training.py` has the method,
`boomtown train --game steamopolis value` runs `ValueTrainer`."""

from __future__ import annotations

from bots import value_training
from bots.steamopolis.guide import SteamopolisGuide
from bots.steamopolis.weights import VALUE
from engine import State
from engine.steamopolis.game import Steamopolis

# In the order of `fill_features` in value.pxd.
FEATURES = (
    "one", "purchases left", "crystals", "gears", "stones", "height on the gauge", "arrows", "boilers", "storage",
    "activation effects", "passenger passives", "other passives", "machines", "banners", "purple banners",
    "passenger tiles", "stones on the board", "what they promise", "base", "sponsors and gala", "parasites out",
    "infested", "place in the turn order", "points", "worth of the gauge", "passenger stack",
)  # fmt: skip
N_BUCKETS = 20  # players (1 to 4) times stages
PLAYERS = (2, 3, 4, 2, 1)  # in turn
NOISE = 0.15  # of the self-play, so that the model sees more than the policy's own habits


class ValueTraining(value_training.ValueTraining):
    features = FEATURES
    buckets = range(N_BUCKETS)

    @staticmethod
    def make_guides() -> list[SteamopolisGuide]:
        return [SteamopolisGuide(Steamopolis(players=players), noise=NOISE, horizon=1) for players in PLAYERS]

    @staticmethod
    def bucket(guide: SteamopolisGuide, state: State) -> int:
        return guide.bucket(state)


class ValueTrainer(value_training.ValueTrainer):
    Training = ValueTraining
    place = VALUE

    def told(self, n_games: int, strays: str) -> str:
        return f"{n_games:,} games; final SP within {strays} by players and stage"
