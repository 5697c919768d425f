"""Steamopolis' part of fitting the value model: what is played and seen, and a network for each number of players.
`bots/value_training.py` has the method; `boomtown train --game steamopolis value` runs
`ValueTrainer`."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from bots import value_training
from bots.steamopolis.guide import SteamopolisGuide
from bots.steamopolis.weights import VALUE
from engine import State
from engine.steamopolis.game import Steamopolis
from engine.steamopolis.notation import DISTRICTS, TILES

# In the order of `fill_features` in value.pxd.
FEATURES = (
    "one", "purchases left", "crystals", "gears", "stones", "height on the gauge", "arrows", "boilers", "storage",
    "activation effects", "passenger passives", "other passives", "machines", "banners", "purple banners",
    "passenger tiles", "stones on the board", "what they promise", "base", "sponsors and gala", "parasites out",
    "infested", "place in the turn order", "points", "worth of the gauge", "passenger stack", "lead", "round",
    "statues", "best destination", "markers", "reserve", "end is near",
    *(f"stone on {name}" for name in DISTRICTS),
    *(f"stone on f{field}" for field in range(1, 11)),
    *(f"tile {name}" for name in TILES),
)  # fmt: skip
N_STAGES = 5
PLAYERS = (2, 3, 4, 2, 1)  # in turn
NOISE = 0.15  # of the self-play, so that the model sees more than the policy's own habits


class ValueTraining(value_training.ValueTraining):
    features = FEATURES
    n_stages = N_STAGES
    players = (1, 2, 3, 4)
    every = 2  # positions of two rounds running are nearly the same
    kind = np.float16  # exact for all counts; a gigabyte of rows

    @staticmethod
    def make_guides() -> list[SteamopolisGuide]:
        return [
            SteamopolisGuide(Steamopolis(players=players), noise=NOISE, horizon=1, model=ValueTraining.blank())
            for players in PLAYERS
        ]

    @staticmethod
    def stage(guide: SteamopolisGuide, state: State) -> int:
        return guide.stage(state)


@dataclass(frozen=True)
class ValueOptions:
    games: int | None = value_training.games_param(ValueTraining.usual_games)
    searches: int | None = value_training.searches_param(ValueTraining.usual_searches)
    players: int | None = value_training.players_param()


class ValueTrainer(value_training.ValueTrainer):
    Training = ValueTraining
    Options = ValueOptions
    place = VALUE
