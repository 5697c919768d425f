"""Planet Steam, the engine's room: rules, board data, notation. `GAME` is what it offers."""

from engine.games import GameType
from engine.planet_steam.game import PlanetSteam
from engine.planet_steam.settings import Settings
from engine.planet_steam.variants import MEASURED, SEARCHED, STANDARD, signed
from engine.planet_steam.version_1 import upgrade

GAME = GameType(
    name="planet-steam",
    title="Planet Steam",
    summary="Auctions, dice, a volatile market and hidden credits, for 2 to 5 players",
    game=PlanetSteam,
    settings=Settings,
    measured=MEASURED,
    standard=STANDARD,
    signed=tuple(signed()),
    searched=SEARCHED,
    upgrade=upgrade,
)
