"""`boomtown perft`: counts the move tree, from the start of a game or from a position of a record."""

from __future__ import annotations

from pathlib import Path

import click

from arena.options import GameChoice, WholeNumber, game_command
from arena.positions import position_of
from engine import State
from engine.playout import perft as count_compiled


@game_command(
    epilog="""\b
Examples:
  boomtown perft --depth 3 --players 2
  boomtown perft --depth 2 --record games.jsonl --number 2 --at 57 --divide
"""
)
@click.option("--depth", type=WholeNumber(min=0), required=True, help="Moves to look ahead.")
@click.option("--record", type=click.Path(path_type=Path), metavar="FILE", help="Start from a recorded game ...")
@click.option("--number", type=WholeNumber(min=1), default=1, metavar="K", help="... the K-th of the file,")
@click.option("--at", type=WholeNumber(min=0), default=0, metavar="MOVE", help="... before that move (from 0).")
@click.option("--divide", is_flag=True, help="Also count below each first move.")
def perft(depth: int, choice: GameChoice, record: Path | None, number: int, at: int, divide: bool) -> None:
    """Count the sequences of legal moves up to a length; chance outcomes count as moves.

    A game that ends earlier counts as one sequence.
    """
    if record is None:
        if at or number != 1:
            raise click.UsageError("--number and --at need --record FILE")
        state = choice.new().new()
    else:
        state = position_of(record, number, at, choice)
    if divide and depth:
        for move in state.legal():
            click.echo(f"{state.game.text(move)}: {count(state.copy().apply(move), depth - 1):,}")
    for length in range(depth + 1):
        click.echo(f"depth {length}: {count(state, length):,}")


def count(state: State, depth: int, in_python: int = 2) -> int:
    """Like the compiled count; the first two levels in Python, so that Ctrl-C gets a turn."""
    if depth < 4 or not in_python or state.is_over:
        return count_compiled(state, depth)
    return sum(count(state.copy().apply(move), depth - 1, in_python - 1) for move in state.legal())
