"""Steamopolis' part of fitting the value model: what is played and seen, and a network for each number of players.
`bots/value_training.py` plays the games, `bots/network.py` fits; `boomtown train --game steamopolis value` runs
`ValueTrainer`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np

from bots import value_training
from bots.network import Network, Rows
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
SIZES = (32, 16)  # units of the layers
N_STAGES = 5
MAX_SEATS = 4
PLAYERS = (2, 3, 4, 2, 1)  # in turn
NOISE = 0.15  # of the self-play, so that the model sees more than the policy's own habits
EPOCHS = 6
UNSEEN = 20  # of so many games one is kept from the fit, to tell how good it is


class ValueTraining(value_training.ValueTraining):
    features = FEATURES
    buckets = range(N_STAGES)
    usual_games = 100_000
    games_per_save = 15_000
    every = 2  # positions of two rounds running are nearly the same
    kind = np.float16  # exact for all counts; a gigabyte of rows

    @staticmethod
    def make_guides() -> list[SteamopolisGuide]:
        return [
            SteamopolisGuide(Steamopolis(players=players), noise=NOISE, horizon=1, model=blank()) for players in PLAYERS
        ]

    @staticmethod
    def bucket(guide: SteamopolisGuide, state: State) -> int:
        return guide.stage(state)

    def model(self) -> dict[str, Any]:
        """A network for each number of players, and its log-loss by stage in games that it was not fitted to."""
        networks, losses = [], []
        for players in range(1, MAX_SEATS + 1):
            ours = [k for k in range(self.n_games) if PLAYERS[k % len(PLAYERS)] == players and len(self.games[k])]
            network, loss = _fitted(players, [self.games[k] for k in ours], self.seed)
            networks.append(network)
            losses.append(loss)
        return {
            "games": self.n_games, "seed": self.seed, "features": list(FEATURES), "loss": losses, "networks": networks
        }  # fmt: skip

    @classmethod
    def told(cls, model: dict[str, Any]) -> str:
        strays = "; ".join(", ".join(map(str, row)) for row in model["loss"][1:])
        return f"{model['games']:,} games; log-loss by stage with 2, 3, 4 players: {strays}"


@dataclass(frozen=True)
class ValueOptions(value_training.ValueOptions):
    games: int | None = value_training.games_param(ValueTraining.usual_games)


class ValueTrainer(value_training.ValueTrainer):
    Training = ValueTraining
    Options = ValueOptions
    place = VALUE


def blank() -> dict[str, Any]:
    """A model that expects no gain: what is played with before there is one."""
    return Network(len(FEATURES), SIZES, N_STAGES, np.random.default_rng(0)).exported()


def _fitted(players: int, games: list[value_training.Rows], seed: int) -> tuple[dict[str, Any], list[float]]:
    rng = np.random.default_rng((seed, players))
    network = Network(len(FEATURES), SIZES, N_STAGES, rng)
    if not games:
        return network.exported(), []
    unseen = _positions(players, games[::UNSEEN])
    for _ in network.fit(_positions(players, [game for k, game in enumerate(games) if k % UNSEEN]), EPOCHS, rng):
        pass
    stages = [unseen.some(unseen.stage == stage) for stage in range(N_STAGES)]
    return network.exported(), [round(network.loss(rows), 4) for rows in stages if len(rows) and players > 1]


def _positions(players: int, games: list[value_training.Rows]) -> Rows:
    rows = np.concatenate(games or [np.zeros((0, 3 + len(FEATURES)))]).reshape(-1, players, 3 + len(FEATURES))
    return Rows(
        rows[:, :, 3:], rows[:, :, 1].astype(np.float32), rows[:, :, 2].astype(np.float32), rows[:, 0, 0].astype(int)
    )
