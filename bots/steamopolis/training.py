"""Steamopolis' part of fitting the policy's weights: what is played. `bots/cross_entropy.py` has the method,
`boomtown train --game steamopolis policy` runs `PolicyTrainer`."""

from __future__ import annotations

from bots import cross_entropy
from bots.steamopolis.adviser import Adviser, play_games
from bots.steamopolis.weights import DEFAULT, load_weights
from engine.steamopolis.game import Steamopolis

# players, weight in the fitness
CONFIGURATIONS: tuple[tuple[int, float], ...] = ((2, 1.5), (3, 1.0), (4, 1.0))


class Checkpoint(cross_entropy.Checkpoint):
    @staticmethod
    def start() -> dict[str, float]:
        return load_weights()


class Training(cross_entropy.Training):
    Stand = Checkpoint
    usual_games = 240
    margin_scale = 20.0
    games = tuple(Steamopolis(players=players) for players, _ in CONFIGURATIONS)
    shares = tuple(share for _, share in CONFIGURATIONS)

    def play(
        self, game: Steamopolis, weights: dict[str, float], other: dict[str, float], dice: int, n: int
    ) -> list[list[int]]:
        return play_games([Adviser(game, weights)] + [Adviser(game, other)] * (game.n_seats - 1), dice, n)


class PolicyTrainer(cross_entropy.PolicyTrainer):
    Training = Training
    place = DEFAULT
