"""Planet Steam's part of fitting the policy's weights: what is played. `bots/cross_entropy.py` has the method,
`boomtown train policy` runs `PolicyTrainer`."""

from __future__ import annotations

from bots import cross_entropy
from bots.cross_entropy import check_seed, replace_file, write_weights
from bots.planet_steam.adviser import Adviser, play_games
from bots.planet_steam.weights import DEFAULT, load_weights
from engine.planet_steam.game import PlanetSteam

__all__ = ["Checkpoint", "PolicyTrainer", "Training", "check_seed", "replace_file", "write_weights"]

OPTIONAL = ("freelance-carrier", "price-manipulation", "sabotage")
# players, edition, rules, weight in the fitness
CONFIGURATIONS: tuple[tuple[int, str, tuple[str, ...], float], ...] = (
    (2, "ffg", (), 1.5),
    (3, "ffg", (), 1.0),
    (4, "ffg", (), 1.5),
    (4, "ludoart", ("expert",), 1.0),
    (2, "ffg", OPTIONAL, 0.7),
    (5, "ffg", OPTIONAL, 1.0),
)


class Checkpoint(cross_entropy.Checkpoint):
    @staticmethod
    def start() -> dict[str, float]:
        return load_weights()


class Training(cross_entropy.Training):
    Stand = Checkpoint
    usual_games = 120
    margin_scale = 150.0
    games = tuple(
        PlanetSteam(players=players, edition=edition, rules=rules) for players, edition, rules, _ in CONFIGURATIONS
    )
    shares = tuple(share for *_, share in CONFIGURATIONS)

    def play(
        self, game: PlanetSteam, weights: dict[str, float], other: dict[str, float], dice: int, n: int
    ) -> list[list[int]]:
        return play_games([Adviser(game, weights)] + [Adviser(game, other)] * (game.n_seats - 1), dice, n)


class PolicyTrainer(cross_entropy.PolicyTrainer):
    Training = Training
    place = DEFAULT
