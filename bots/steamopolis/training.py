"""Steamopolis' part of fitting the policy's weights: what is played. `bots/policy_training.py` has the method,
`boomtown train --game steamopolis policy` runs `PolicyTrainer`."""

from __future__ import annotations

from bots import policy_training
from bots.steamopolis.adviser import SteamopolisAdviser
from bots.steamopolis.weights import DEFAULT
from engine.steamopolis.game import Steamopolis

# players, weight in the fitness
CONFIGURATIONS: tuple[tuple[int, float], ...] = ((2, 1.5), (3, 1.0), (4, 1.0))


class Training(policy_training.Training):
    Adviser = SteamopolisAdviser
    place = DEFAULT
    usual_games = 240
    margin_scale = 20.0
    games = tuple(Steamopolis(players=players) for players, _ in CONFIGURATIONS)
    shares = tuple(share for _, share in CONFIGURATIONS)


class PolicyTrainer(policy_training.PolicyTrainer):
    Training = Training
    place = DEFAULT
