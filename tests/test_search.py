"""The search on games whose right moves are known, and its promises: determinism, bounded memory, its budget."""

from __future__ import annotations

from functools import reduce
from operator import xor
from typing import Any

import pytest

import bots
from bots import Budget
from bots.guide import Guide
from bots.search import Tree
from engine import Game, State, Stream
from tests.games import nim_game
from tests.games.sealed.engine import Sealed


def _decide(spec: str, state: State, seed: int = 1, budget: Budget | None = None) -> tuple[int, dict[str, Any]]:
    bot = bots.make(spec, state.game, state.mover)
    move = bot.choose(state.observe(state.mover), state.legal(), budget or Budget(), Stream(seed, "bot"))
    assert bot.analysis is not None
    return move, bot.analysis


def _sealed(face: int, seat: int = 0) -> State:
    state = Sealed().new().play("die 1").play(f"die {face}").play(f"die {face}")
    return state if seat == 0 else state.play("bid 9")


@pytest.mark.parametrize("heaps", [(3, 4, 5), (1, 2, 5), (7, 3), (2, 5, 6), (4, 4, 1)])
def test_nim_the_winning_move_is_found(heaps: tuple[int, ...]) -> None:
    state = nim_game(*heaps).new()
    move, analysis = _decide("mcts:sims=20000", state)
    assert reduce(xor, state.apply(move).snapshot()["heaps"]) == 0
    assert analysis["candidates"][0]["chance"] > 0.9


@pytest.mark.parametrize("seat", [0, 1])
@pytest.mark.parametrize("face", [2, 3, 4, 5, 6])
def test_sealed_the_right_bid_is_half_the_value(face: int, seat: int) -> None:
    """A search that decided per hidden state would see the reserve and bid 1 here."""
    state = _sealed(face, seat)
    move, _ = _decide("mcts:sims=40000,exploration=0.5", state)
    assert state.game.text(move) == f"bid {face}"


def test_the_report_gives_visits_chance_and_score() -> None:
    state = _sealed(6)
    move, analysis = _decide("mcts:sims=5000", state)
    rows = analysis["candidates"]
    assert rows[0]["move"] == move
    assert sum(row["visits"] for row in rows) == analysis["sims"] == 5000
    assert [row["visits"] for row in rows] == sorted((row["visits"] for row in rows), reverse=True)
    best = rows[0]
    # A bid of 6 always buys the lot, worth 12; the other seat's mean result is at best what half its value brings.
    assert best["wealth"] == pytest.approx(6)
    assert 0.5 < best["chance"] < 0.75


@pytest.mark.parametrize("spec", ["mcts:sims=700", "mcts:sims=701,threads=3", "mcts:sims=700,memory=1"])
def test_the_same_seed_gives_the_same_thoughts(spec: str) -> None:
    state = _sealed(4)
    assert _decide(spec, state) == _decide(spec, state)
    assert _decide(spec, state) != _decide(spec, state, seed=2)


def test_threads_share_the_simulations() -> None:
    assert _decide("mcts:sims=1001,threads=3", _sealed(4))[1]["sims"] == 1001


def _tree(game: Game, n_bytes: int) -> Tree:
    return Tree(Guide(game), n_bytes, 1.0, 0.1, 4.0, 1.0)


def test_memory_is_bounded_and_the_search_goes_on() -> None:
    game = nim_game(7, 8, 9)
    tree = _tree(game, 20_000)
    assert tree.search(game.new().observe(0), Stream(1), 30_000, None) == 30_000
    n_nodes, n_edges, max_nodes, max_edges = tree.size
    assert n_nodes == max_nodes < 60
    assert n_edges <= max_edges
    assert sum(visits for _, _, visits, *_ in tree.report()) == 30_000


def test_a_deadline_ends_the_search() -> None:
    game = nim_game(7, 8, 9)
    tree = _tree(game, 1_000_000)
    assert 1 <= tree.search(game.new().observe(0), Stream(1), 1_000_000, 0.0) <= 4
    with pytest.raises(ValueError, match="a number of simulations or a time"):
        tree.search(game.new().observe(0), Stream(1), None, None)


def test_only_the_mover_can_search() -> None:
    game = nim_game(3, 4)
    with pytest.raises(ValueError, match="the seat to move"):
        _tree(game, 100_000).search(game.new().observe(1), Stream(1), 10, None)


def test_the_bots_own_budget_comes_before_the_callers() -> None:
    state = _sealed(4)
    assert _decide("mcts:sims=90", state, budget=Budget(sims=50))[1]["sims"] == 90
    assert _decide("mcts", state, budget=Budget(sims=50))[1]["sims"] == 50


def test_widening_starts_narrow_and_ends_wide() -> None:
    state = _sealed(6)
    few = _decide("mcts:sims=2,width=3,widening=1", state)[1]["candidates"]
    many = _decide("mcts:sims=2000,width=3,widening=1", state)[1]["candidates"]
    assert len(few) <= 4
    assert len(many) == 13


def test_settled_searches_choose_the_same_with_fewer_simulations() -> None:
    saved = 0
    for face in range(1, 7):
        for sims in (50, 300, 2001):
            state = _sealed(face)
            whole, full = _decide(f"mcts:sims={sims}", state)
            early, cut = _decide(f"mcts:sims={sims},settle=true", state)
            assert early == whole
            assert cut["sims"] <= full["sims"] == sims
            saved += sims - cut["sims"]
    assert saved > 0
