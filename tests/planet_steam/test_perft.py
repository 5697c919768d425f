"""Move-tree counts of the positions in tests/planet_steam/perft, by the engine and, where affordable, by the oracle."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import new_game
from engine.playout import perft
from tests.planet_steam.oracle import Oracle
from tests.planet_steam.rules.helpers import EDITIONS, PLAYERS, RULES

FOLDER = Path(__file__).parent / "perft"
NAMES = sorted(path.stem for path in FOLDER.glob("*.json"))
MAX_ORACLE_MOVES = 10_000  # the oracle has no undo: it plays the way to each inner node anew
MAX_SLOW_ORACLE_MOVES = 150_000


@cache
def position(name: str) -> dict[str, Any]:
    return dict(json.loads((FOLDER / f"{name}.json").read_text()))


def game_of(given: dict[str, Any]) -> Any:
    settings = {key.replace("-", "_"): value for key, value in given["settings"].items()}
    return new_game(given["game"], edition=given["edition"], players=given["players"], rules=given["rules"], **settings)


@pytest.mark.parametrize("name", NAMES)
def test_perft_counts(name: str) -> None:
    given = position(name)
    state = game_of(given).new()
    for seat, *words in given["moves"]:
        assert seat == state.mover
        state.play(words)
    assert [perft(state, depth) for depth in range(1, len(given["counts"]) + 1)] == given["counts"]


def test_perft_positions_cover_editions_players_and_rules() -> None:
    given = [position(name) for name in NAMES]
    assert len(given) >= 14
    assert {(p["edition"], p["players"]) for p in given} == {(e, n) for e in EDITIONS for n in PLAYERS}
    assert {rule for p in given for rule in p["rules"]} == set(RULES)
    alone = {p["rules"][0] for p in given if len(p["rules"]) == 1}
    assert alone == set(RULES)


# -- by the oracle -----------------------------------------------------------------------------------------------------


def oracle_at(header: dict[str, Any], way: list[list[Any]]) -> Oracle:
    oracle = Oracle(header)
    for words in way:
        oracle.play(words)
    return oracle


def count_by_oracle(header: dict[str, Any], way: list[list[Any]], depth: int) -> int:
    legal = oracle_at(header, way).legal()
    if not legal:
        return 1
    if depth == 1:
        return len(legal)
    return sum(count_by_oracle(header, [*way, words], depth - 1) for words in legal)


def affordable_depth(given: dict[str, Any], most_moves: int) -> int:
    """How deep the oracle can look: a look plays the whole way to every node above the leaves."""
    depth, n_nodes = 1, 1
    for count in given["counts"][:-1]:
        n_nodes += count
        if n_nodes * (len(given["moves"]) + 3) > most_moves:
            break
        depth += 1
    return depth


def check_by_oracle(name: str, most_moves: int) -> None:
    given = position(name)
    header = game_of(given).header()
    way = [words for _, *words in given["moves"]]
    for depth in range(1, affordable_depth(given, most_moves) + 1):
        assert count_by_oracle(header, way, depth) == given["counts"][depth - 1], f"depth {depth}"


@pytest.mark.parametrize("name", NAMES)
def test_oracle_counts_the_same(name: str) -> None:
    check_by_oracle(name, MAX_ORACLE_MOVES)


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_oracle_counts_the_same_deeper(name: str) -> None:
    check_by_oracle(name, MAX_SLOW_ORACLE_MOVES)


def test_oracle_looks_at_least_two_moves_ahead_in_most_positions() -> None:
    depths = [affordable_depth(position(name), MAX_ORACLE_MOVES) for name in NAMES]
    assert sum(depth >= 2 for depth in depths) >= 20
    assert max(depths) >= 3
