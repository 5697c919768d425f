"""What a game of Steamopolis is set up with. Declared here, once."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from engine.errors import SettingsError
from engine.settings import GameSettings, setting
from engine.steamopolis.board import load_board, read_board

START_SP = (2, 3, 4, 5)  # solo: two hard ones, normal, easy


@dataclass(frozen=True)
class Settings(GameSettings):
    """Checked and resolved: what `Steamopolis` builds its tables from."""

    players: int = setting(4, "How many play; one plays the solo game", low=1, high=4, key="players")
    max_rounds: int = setting(
        100, "Full rounds before the final one begins", low=1, high=1000, key="settings.max_rounds"
    )
    start_sp: int = setting(
        None, "Solo: points at the start, 5 easy, 4 normal, 3 or 2 hard; with others 0",
        low=0, high=5, key="settings.start_sp", unless="4 in the solo game, else 0",
    )  # fmt: skip
    board: dict[str, Any] = setting(
        None, "Your own data (TOML)", is_file=True, key="board", unless="the reconstruction that comes with the game"
    )

    @classmethod
    def complete(cls, values: dict[str, Any]) -> dict[str, Any]:
        is_solo, points = values["players"] == 1, values["start_sp"]
        if points is None:
            values["start_sp"] = 4 if is_solo else 0
        elif is_solo and points not in START_SP:
            raise SettingsError(f"start-sp {points}: use 2, 3, 4 or 5 in the solo game")
        elif not is_solo and points != 0:
            raise SettingsError(f"start-sp {points}: only the solo game begins with points, use 0")
        board = values["board"]
        values["board"] = read_board(board) if isinstance(board, Mapping) else load_board(board)
        return values
