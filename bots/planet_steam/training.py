"""Planet Steam's part of fitting the weights of policy and guide: what is played. `bots/policy_training.py` and
`bots/guide_training.py` have the methods, `boomtown train policy` and `boomtown train guide` run them."""

from __future__ import annotations

from types import MappingProxyType

from bots import guide_training, policy_training
from bots.planet_steam.adviser import PlanetSteamAdviser
from bots.planet_steam.weights import DEFAULT, GUIDE
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

# edition and rules that games of the guide are played by in turn, with every number of players
GUIDED: tuple[tuple[str, tuple[str, ...]], ...] = (
    ("ffg", ()),
    ("ffg", ()),
    ("ludoart", ("expert",)),
    ("ffg", OPTIONAL),
)


class Training(policy_training.Training):
    Adviser = PlanetSteamAdviser
    place = DEFAULT
    usual_games = 120
    margin_scale = 150.0
    games = tuple(
        PlanetSteam(players=players, edition=edition, rules=rules) for players, edition, rules, _ in CONFIGURATIONS
    )
    shares = tuple(share for *_, share in CONFIGURATIONS)


class PolicyTrainer(policy_training.PolicyTrainer):
    Training = Training
    place = DEFAULT


class GuideTraining(guide_training.GuideTraining):
    place = GUIDE
    policy = DEFAULT
    margin_scale = 100.0
    games = MappingProxyType(
        {
            players: tuple(PlanetSteam(players=players, edition=edition, rules=rules) for edition, rules in GUIDED)
            for players in (2, 3, 4, 5)
        }
    )


class GuideTrainer(guide_training.GuideTrainer):
    Training = GuideTraining
    place = GUIDE
