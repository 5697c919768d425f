"""Steamopolis: pressure, placement and parasites, for one to four players."""

from engine.games import GameType
from engine.steamopolis.game import Steamopolis
from engine.steamopolis.settings import Settings
from engine.steamopolis.variants import MEASURED, SEARCHED, STANDARD, signed

GAME = GameType(
    name="steamopolis",
    title="Steamopolis",
    summary="Pressure, placement, machines and other people's parasites, for 1 to 4 players",
    game=Steamopolis,
    settings=Settings,
    measured=MEASURED,
    standard=STANDARD,
    signed=tuple(signed()),
    searched=SEARCHED,
)
