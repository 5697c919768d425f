"""Move-tree counts of the positions in tests/steamopolis/perft, by the engine and, where affordable, by the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import Game, new_game
from tests import perft_files
from tests.steamopolis.oracle import Oracle

FOLDER = Path(__file__).parent / "perft"
NAMES = perft_files.names(FOLDER)
MAX_ORACLE_MOVES = 10_000
MAX_SLOW_ORACLE_MOVES = 400_000


def position(name: str) -> dict[str, Any]:
    return perft_files.read(FOLDER, name)


def game_of(given: dict[str, Any]) -> Game:
    """A file has the header without the board, which is that of section 5."""
    return new_game(given["game"], players=given["players"], **given["settings"])


@pytest.mark.parametrize("name", NAMES)
def test_perft_counts(name: str) -> None:
    given = position(name)
    perft_files.check_counts(game_of(given), given)


def test_perft_positions_cover_the_numbers_of_players() -> None:
    given = [position(name) for name in NAMES]
    assert len(given) >= 12
    assert {p["players"] for p in given} == {1, 2, 3, 4}


# -- by the oracle -----------------------------------------------------------------------------------------------------


def check_by_oracle(name: str, most_moves: int) -> None:
    given = position(name)
    header = game_of(given).header()
    perft_files.check_by(lambda: Oracle(header), given, most_moves)


@pytest.mark.parametrize("name", NAMES)
def test_oracle_counts_the_same(name: str) -> None:
    check_by_oracle(name, MAX_ORACLE_MOVES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_oracle_counts_the_same_deeper(name: str) -> None:
    check_by_oracle(name, MAX_SLOW_ORACLE_MOVES)


def test_oracle_looks_at_least_two_moves_ahead_in_most_positions() -> None:
    depths = [perft_files.affordable_depth(position(name), MAX_ORACLE_MOVES) for name in NAMES]
    assert sum(depth >= 2 for depth in depths) >= 12
    assert max(depths) >= 3
