"""Positions for tests of single rules: a set-up game, edited, and played on by its notation.

>>> scene = begin(gauge=["o.....o...", None])
>>> scene.play("aim 7", "set 1L").stones
{'1L': [[0, False]]}
"""

from __future__ import annotations

from functools import cache
from typing import Any

import pytest

from engine import IllegalMove, State, new_game
from engine.steamopolis.board import load_board

START = "ooo......."
ROOM = ["S0", "cap", None, None, None, None, None]
EMPTY = [None] * 7


class Scene:
    """A state with the game it belongs to. Every key of a snapshot is an attribute: `scene.points`."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.game: Any = state.game

    def __getattr__(self, key: str) -> Any:
        snapshot = self.state.snapshot()
        if key not in snapshot:
            raise AttributeError(key)
        return snapshot[key]

    @property
    def phase(self) -> str:
        return str(self.game.phase(self.state))

    @property
    def step(self) -> dict[str, Any]:
        found: dict[str, Any] = self.game.step(self.state)
        return found

    @property
    def mover(self) -> int | None:
        return self.state.mover

    @property
    def legal(self) -> list[str]:
        return self.state.moves()

    def verbs(self) -> set[str]:
        return {move.split()[0] for move in self.legal}

    def play(self, *moves: str) -> Scene:
        """Plays on. `chance` takes the first outcome; a move with a question mark is played only if it is legal."""
        for move in moves:
            if move.startswith("chance") and self.mover == -1:
                self.state.play(self.legal[0])
            elif not move.endswith("?"):
                self.state.play(move)
            elif move[:-1] in self.legal:
                self.state.play(move[:-1])
        return self

    def refuse(self, *moves: str) -> None:
        """None of these is legal."""
        for move in moves:
            with pytest.raises(IllegalMove):
                self.state.copy().play(move)

    def copy(self) -> Scene:
        return Scene(self.state.copy())

    def until_turn(self, *, prefer: tuple[str, ...] = ("skip",)) -> Scene:
        """Declines everything until another turn has begun, or the game is over."""
        turn = (self.round, self.active)
        while self.mover is not None and (self.round, self.active) == turn:
            legal = self.legal
            self.state.play(next((move for move in prefer if move in legal), legal[0]))
        return self


@cache
def _set_up(players: int, settings: tuple[tuple[str, Any], ...]) -> State:
    """The first action of a game in which chance and players took the first legal move; declined what they could."""
    state = new_game("steamopolis", players=players, **dict(settings)).new()
    while state.snapshot()["round"] == 0:
        state.apply(state.legal()[0])
    return state


def begin(
    players: int = 2, *, from_start: bool = False, settings: dict[str, Any] | None = None, **changes: Any
) -> Scene:
    """Seat 0 at his action: stones on f1, f2, f3, start machine's back and capacity tile on slots 1 and 2, no more.
    Lists of seats may have None for what stays so."""
    chosen = {key: value for key, value in (settings or {}).items() if key != "board"}
    if settings and "board" in settings:
        state = new_game("steamopolis", players=players, **settings).new()
        while state.snapshot()["round"] == 0:
            state.apply(state.legal()[0])
    else:
        state = _set_up(players, tuple(chosen.items()))
    nothing: dict[str, Any] = {
        "active": 0, "first": 0, "round": 1,
        "gauge": [START] * players, "base": [0] * players, "goods": [[0, 0]] * players, "room": [ROOM] * players,
        "sponsors": [[]] * players, "gala": [None] * players, "stones": {}, "character": [1, 3, 7, 9][:players],
        "points": [4 if players == 1 else 0] * players, "parasites": [[3, []]] * players,
    }  # fmt: skip
    for key, value in changes.items():
        if isinstance(value, list) and isinstance(nothing.get(key), list):
            value = [old if new is None else new for old, new in zip(nothing[key], value, strict=True)]
        nothing[key] = value
    game: Any = state.game
    return Scene(game.edit(state, from_start=from_start, **nothing))


def market(level: int, name: str | None, players: int = 2) -> dict[str, Any]:
    """The open tile of a level with the higher ranks face down behind it, to hand to `begin`."""
    snapshot = _set_up(players, ()).snapshot()
    machines = load_board()["machines"]
    rank = 3 if name is None else machines[name][0]
    down = snapshot["down"] | {str(level): [tile for tile in snapshot["down"][str(level)] if tile[0] > rank]}
    return {"open": snapshot["open"] | {str(level): name}, "down": down}


def room(**slots: str) -> list[str | None]:
    """`room(s3="M11")`: M11 on slot 3, nothing else."""
    found: list[str | None] = [None] * 7
    for slot, name in slots.items():
        found[int(slot[1:]) - 1] = name
    return found


def board_with(**tables: dict[str, Any]) -> dict[str, Any]:
    """The data of section 5 with other values: `board_with(districts={"1L": ["sp:1", False]})`."""
    board = load_board()
    for table, values in tables.items():
        board[table] = board[table] | values
    return board


def effect_board(effect: str, *, static: bool = False) -> dict[str, Any]:
    """Level 1's left district has this effect."""
    return {"board": board_with(districts={"1L": [effect, static]})}
