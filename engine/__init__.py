"""Rules: compiled games behind one contract (`engine/game.pxd`), and their friendly Python face."""

from engine.batch import Batch
from engine.errors import BoardError, BoomtownError, IllegalMove, NotationError, RecordError, SettingsError
from engine.game import Game
from engine.games import game_of, new_game
from engine.memory import Memory
from engine.rng import Stream, derive
from engine.state import Observation, State
from engine.table import Table, new_table

__all__ = [
    "Batch",
    "BoardError",
    "BoomtownError",
    "Game",
    "IllegalMove",
    "Memory",
    "NotationError",
    "Observation",
    "RecordError",
    "SettingsError",
    "State",
    "Stream",
    "Table",
    "derive",
    "game_of",
    "new_game",
    "new_table",
]
