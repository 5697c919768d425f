"""The search on games whose right moves are known, and its promises: determinism, bounded memory, its budget."""

from __future__ import annotations

from functools import cache, reduce
from operator import xor
from typing import Any

import pytest

import bots
from bots import Budget
from bots.guide import Guide
from bots.search import Tree
from engine import Game, State, Stream, new_game
from tests.games import nim_game
from tests.games.sealed.engine import Sealed
from tests.guide_probe import TwoFaced


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
    move, analysis = _decide("mcts:sims=5000,even=true", state)
    rows = analysis["candidates"]
    assert rows[0]["move"] == move
    assert sum(row["visits"] for row in rows) == analysis["sims"] == 5000
    assert [row["visits"] for row in rows] == sorted((row["visits"] for row in rows), reverse=True)
    best = rows[0]
    # A bid of 6 always buys the lot, worth 12; the other seat's mean result is at best what half its value brings.
    assert best["score"] == pytest.approx(6)
    assert 0.5 < best["chance"] < 0.75


@pytest.mark.parametrize("spec", ["mcts:sims=700", "mcts:sims=700,memory=1"])
def test_the_same_seed_gives_the_same_thoughts(spec: str) -> None:
    state = _sealed(4)
    assert _decide(spec, state) == _decide(spec, state)
    assert _decide(spec, state) != _decide(spec, state, seed=2)


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
    assert _decide("mcts:sims=90,even=true", state, budget=Budget(sims=50))[1]["sims"] == 90
    assert _decide("mcts", state, budget=Budget(sims=50))[1]["sims"] == 50


@pytest.mark.parametrize(("sims", "actions"), [(1, 3), (2, 4), (4, 4), (5, 5), (10, 6), (101, 13), (2000, 13)])
def test_widening_starts_narrow_and_ends_wide(sims: int, actions: int) -> None:
    """`width` actions, and one more per `widening`-th part of the root of the visits before; a bid has 13."""
    state = _sealed(6)
    tree = Tree(Guide(state.game), 1_000_000, 1.0, 0.1, 3.0, 1.0)
    tree.search(state.observe(0), Stream(1), sims, None)
    rows = tree.report()
    assert len(rows) == actions
    assert [row[0] for row in rows] == [0, 8, 4, 12, 2, 10, 6, 1, 9, 5, 3, 11, 7][:actions]  # spread over the list


def test_the_search_values_at_the_root_what_is_played() -> None:
    """The guide carries every action out as taking one, but unfolds it into what it is. So after the first move the
    rest is taken one by one: an odd number to begin with wins. If that were performed too, all would be alike."""
    state = nim_game(5).new()
    tree = Tree(TwoFaced(state.game), 1_000_000, 1.0, 0.1, 20.0, 1.0)
    tree.search(state.observe(0), Stream(1), 3000, None)
    for action, _, visits, _, chance, _ in tree.report():
        (move,) = tree.unfold(state.observe(0), action, Stream(1))
        is_odd = state.game.words(move)[1] % 2 == 1
        assert chance / visits > 0.9 if is_odd else chance / visits < 0.2


# -- one seat ----------------------------------------------------------------------------------------------------------


@cache
def _patience_value(points: int, n_rolls: int) -> tuple[float, str]:
    """What the solo game is worth with so many points after so many rolls, and the best move."""
    if n_rolls == 5:
        return points, "stop"
    values = {"stop": float(points)}
    for bet, faces in (("low", (1, 2, 3)), ("high", (4, 5, 6))):
        values[bet] = sum(_patience_value(points + face, n_rolls + 1)[0] for face in faces) / 6
    best = max(values, key=lambda move: values[move])
    return values[best], best


@pytest.mark.parametrize("rolls", [(), (4,), (6, 6), (6, 6, 6), (4, 5), (6, 5, 6, 4)])
def test_a_seat_alone_maximises_its_share(rolls: tuple[int, ...]) -> None:
    state = new_game("patience").new()
    for face in rolls:
        state.play("high").play(f"die {face}")
    value, best = _patience_value(sum(rolls), len(rolls))
    move, analysis = _decide("mcts:sims=30000,margin=0", state)
    first = analysis["candidates"][0]
    assert state.game.text(move) == best
    assert first["chance"] == pytest.approx(value / 30, abs=0.02)
    assert first["score"] == pytest.approx(value, abs=0.6)


def test_a_seat_alone_has_a_margin_of_its_own_score() -> None:
    """Without a share to win the score decides, squeezed between 0 and 1 and never divided by nobody."""
    state = new_game("patience").new().play("high").play("die 6")
    tree = Tree(Guide(state.game), 1_000_000, 1.0, 1.0, 4.0, 1.0)
    tree.search(state.observe(0), Stream(1), 2000, None)
    found = {state.game.text(action): value / visits for action, _, visits, value, _, _ in tree.report()}
    assert found["stop"] == pytest.approx(0.5 + 0.5 * 6 / 7)
    assert 0.5 <= found["low"] < found["stop"]


def _solo(spec: str, seed: int) -> float:
    game = new_game("patience")
    bot, state, dice, rng = bots.make(spec, game, 0), game.new(), Stream(seed, "dice"), Stream(seed, "bot")
    while not state.is_over:
        state.apply(state.roll(dice) if state.mover == -1 else bots.ask(bot, state.observe(0), state.legal(), rng))
    return state.scores()[0]


def test_every_level_plays_alone() -> None:
    """Nobody can expect more than 2.58 points; a search comes near that, random bets do not."""
    n_levels = len(bots.levels("patience"))
    assert all(0 <= _solo(f"level:{level}", 1) <= 30 for level in range(1, n_levels + 1))
    random, search = (sum(_solo(f"level:{level}", seed) for seed in range(300)) / 300 for level in (1, 4))
    assert random < 1.5 < 2.2 < search


def test_settled_searches_choose_the_same_with_fewer_simulations() -> None:
    saved = 0
    for face in range(1, 7):
        for sims in (50, 300, 2001):
            state = _sealed(face)
            whole, full = _decide(f"mcts:sims={sims},even=true", state)
            early, cut = _decide(f"mcts:sims={sims},even=true,settle=true", state)
            assert early == whole
            assert cut["sims"] <= full["sims"] == sims
            saved += sims - cut["sims"]
    assert saved > 0
