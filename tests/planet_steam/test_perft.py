"""Move-tree counts of the positions in tests/planet_steam/perft, by the engine and, where affordable, by the oracle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from engine import Game, new_game
from tests import perft_files
from tests.planet_steam.oracle import Oracle
from tests.planet_steam.rules.helpers import EDITIONS, PLAYERS, RULES

FOLDER = Path(__file__).parent / "perft"
NAMES = perft_files.names(FOLDER)
MAX_ORACLE_MOVES = 10_000
MAX_SLOW_ORACLE_MOVES = 150_000


def position(name: str) -> dict[str, Any]:
    return perft_files.read(FOLDER, name)


def game_of(given: dict[str, Any]) -> Game:
    """A file has the header without the board, which is the printed one."""
    settings = {key.replace("-", "_"): value for key, value in given["settings"].items()}
    return new_game(given["game"], edition=given["edition"], players=given["players"], rules=given["rules"], **settings)


@pytest.mark.parametrize("name", NAMES)
def test_perft_counts(name: str) -> None:
    given = position(name)
    perft_files.check_counts(game_of(given), given)


def test_perft_positions_cover_editions_players_and_rules() -> None:
    given = [position(name) for name in NAMES]
    assert len(given) >= 14
    assert {(p["edition"], p["players"]) for p in given} == {(e, n) for e in EDITIONS for n in PLAYERS}
    assert {rule for p in given for rule in p["rules"]} == set(RULES)
    alone = {p["rules"][0] for p in given if len(p["rules"]) == 1}
    assert alone == set(RULES)


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
    assert sum(depth >= 2 for depth in depths) >= 20
    assert max(depths) >= 3
