"""Planet Steam's part of fitting the policy's weights: what is played. `bots/cross_entropy.py` has the method,
`boomtown train policy` runs `PolicyTrainer`."""

from __future__ import annotations

from bots import cross_entropy
from bots.planet_steam.adviser import PlanetSteamAdviser
from bots.planet_steam.weights import DEFAULT
from engine.planet_steam.game import PlanetSteam

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


class Training(cross_entropy.Training):
    Adviser = PlanetSteamAdviser
    place = DEFAULT
    usual_games = 120
    margin_scale = 150.0
    games = tuple(
        PlanetSteam(players=players, edition=edition, rules=rules) for players, edition, rules, _ in CONFIGURATIONS
    )
    shares = tuple(share for *_, share in CONFIGURATIONS)


class PolicyTrainer(cross_entropy.PolicyTrainer):
    Training = Training
    place = DEFAULT
