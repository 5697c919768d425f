"""Positions out of record files, for the commands that start from one."""

from __future__ import annotations

from pathlib import Path

from arena.options import GameChoice
from engine import RecordError, State
from engine.records import game_of, read_record, replay


def position_of(path: Path, number: int, at: int, choice: GameChoice) -> State:
    """The state before move `at` of game `number` of a file, checked up to there, if the choice fits the record."""
    line, record = read_record(path, number)
    where = f"{path}:{line}"
    game = game_of(record, where)
    choice.expect(game, where)
    check_move_number(record["moves"], at, where)
    return next(step.state for step in replay(record, where, game) if step.number == at)


def check_move_number(moves: list[object], at: int, where: str) -> None:
    if at > len(moves):
        raise RecordError(f"{where}: no move {at}: use --at 0 to {len(moves)}")
