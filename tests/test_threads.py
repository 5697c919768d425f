"""Several threads in one search tree: every simulation counts once, arrays keep their bounds, the choice is right."""

from __future__ import annotations

import gc
import threading
from functools import reduce
from operator import xor

import pytest

from bots import ask, make
from bots.guide import Guide
from bots.players import players_of
from bots.search import Tree
from engine import Game, Observation, State, Stream, new_game
from tests.games import nim_game
from tests.tree_probe import nodes

PLAN = 1 << 32  # actions from here on stand for several moves; see bots/guide.pxd


def _tree(guide: Guide, threads: int, n_bytes: int = 4_000_000) -> Tree:
    return Tree(guide, n_bytes, 1.0, 0.0, 4.0, 1.0, threads)


def _nim(*heaps: int) -> tuple[Game, Observation]:
    game = nim_game(*heaps)
    return game, game.new().observe(0)


def _check_nodes(tree: Tree) -> None:
    """No decision has two nodes, no action two edges, each node's visits are those of its edges, and of what was only
    expected of visits under way nothing is left: without a margin the value is the chance."""
    found = nodes(tree)
    assert len({key for key, *_ in found}) == len(found) <= tree.size[0]
    assert sum(len(edges) for *_, edges in found) == tree.size[1]
    for _, visits, n_edges, edges in found:
        assert len({action for action, *_ in edges}) == len(edges) == n_edges
        assert visits == sum(edge[1] for edge in edges)
        assert all(value == pytest.approx(chance, abs=1e-6) for *_, value, chance in edges)


@pytest.mark.parametrize("sims", [1, 2, 9, 4001])
@pytest.mark.parametrize("threads", [2, 8])
def test_every_simulation_counts_once(threads: int, sims: int) -> None:
    game, seen = _nim(3, 4, 5)
    tree = _tree(Guide(game), threads)
    for seed in range(3):
        assert tree.search(seen, Stream(seed), sims, None) == tree.n_sims == sims
        rows = tree.report()
        assert sum(visits for _, _, visits, *_ in rows) == sims
        # In nim somebody wins: no chance is between 0 and 1, and each is added once.
        assert all(chance == int(chance) and 0 <= chance <= visits for _, _, visits, _, chance, _ in rows)
        _check_nodes(tree)


@pytest.mark.parametrize("n_bytes", [1, 20_000])
def test_full_arrays_keep_their_bounds(n_bytes: int) -> None:
    game, seen = _nim(7, 8, 9)
    tree = _tree(Guide(game), 8, n_bytes)
    assert tree.search(seen, Stream(1), 20_000, None) == 20_000
    n_nodes, n_edges, max_nodes, max_edges = tree.size
    assert n_nodes == max_nodes < 60
    assert n_edges <= max_edges
    assert sum(visits for _, _, visits, *_ in tree.report()) == 20_000
    _check_nodes(tree)


@pytest.mark.parametrize("threads", [2, 8])
@pytest.mark.parametrize("n_bytes", [1, 20_000, 200_000])
def test_what_several_threads_found_is_kept_and_pondered_on(threads: int, n_bytes: int) -> None:
    """Full arrays or not: threads take nodes by the dozen, and count beyond the end."""
    game, _ = _nim(7, 8, 9)
    tree = _tree(Guide(game), threads, n_bytes)
    state = game.new()
    for k in range(12):
        seat = state.mover
        assert seat is not None
        tree.search(state.observe(seat), Stream(k), 3000, None, keep=True)
        _check_nodes(tree)
        tree.ponder(state.observe(1 - seat), Stream(k, "ponder"), 3000)
        _check_nodes(tree)
        n_nodes, n_edges, max_nodes, max_edges = tree.size
        assert n_nodes <= max_nodes
        assert n_edges <= max_edges
        state.apply(state.legal()[0])


@pytest.mark.parametrize("heaps", [(3, 4, 5), (2, 5, 6)])
def test_the_winning_move_is_found(heaps: tuple[int, ...]) -> None:
    game, seen = _nim(*heaps)
    bot = make("mcts:sims=20000,threads=8", game, 0)
    state = game.new()
    state.apply(ask(bot, seen, state.legal(), Stream(1, "bot")))
    assert reduce(xor, state.snapshot()["heaps"]) == 0
    assert bot.analysis["candidates"][0]["chance"] > 0.9


def test_a_search_goes_on_and_ends_when_it_is_settled() -> None:
    game, seen = _nim(5)  # to take all wins
    tree = _tree(Guide(game), 4)
    assert tree.search(seen, Stream(1), 100, None) == 100
    rest = tree.search(seen, Stream(1), 100_000, None, settle=True, more=True)
    assert rest < 100_000
    assert tree.n_sims == 100 + rest == sum(visits for _, _, visits, *_ in tree.report())
    _check_nodes(tree)


def test_a_deadline_that_is_past_leaves_one_simulation() -> None:
    game, seen = _nim(7, 8, 9)
    tree = _tree(Guide(game), 8)
    assert tree.search(seen, Stream(1), None, 0.0) == 1
    assert 1 <= tree.search(seen, Stream(1), None, 0.0, more=True) <= 8
    assert tree.n_sims == sum(visits for _, _, visits, *_ in tree.report())


@pytest.mark.parametrize("threads", [0, -1, 257])
def test_the_number_of_threads_has_bounds(threads: int) -> None:
    with pytest.raises(ValueError, match=f"{threads} threads: use 1 to 256"):
        _tree(Guide(nim_game(3)), threads)


def test_a_forgotten_tree_ends_its_threads() -> None:
    game, seen = _nim(3, 4)
    tree = _tree(Guide(game), 3)
    before = set(threading.enumerate())
    tree.search(seen, Stream(1), 10, None)
    started = set(threading.enumerate()) - before
    assert len(started) == 2
    del tree
    gc.collect()
    for thread in started:
        thread.join(10)
        assert not thread.is_alive()


def _some_decisions(game: Game, n: int) -> list[State]:
    """Decisions of a random game, spread over it."""
    state, rng, found = game.new(), Stream(4), []
    while state.mover is not None:
        if state.mover >= 0 and len(state.legal()) > 1:
            found.append(state.copy())
        state.apply(state.roll(rng) if state.mover < 0 else rng.choice(state.legal()))
    return found[:: max(1, len(found) // n)]


@pytest.mark.parametrize("name", ["planet-steam", "steamopolis"])
def test_what_one_thread_unfolds_is_what_the_others_play(name: str) -> None:
    """Eight threads come to the same plans at once; each is legal to its last move."""
    game = new_game(name, players=2)
    tree, n_plans = _tree(players_of(game).guide(game, 0.1, 1), 8, 1_000_000), 0
    for state in _some_decisions(game, 24):
        seen = state.observe(state.mover)
        assert tree.search(seen, Stream(2), 60, None) == 60 == sum(row[2] for row in tree.report())
        _check_nodes(tree)
        for action, *_ in tree.report():
            moves, after = tree.unfold(seen, action, Stream(3)), state.copy()
            n_plans += action >= PLAN
            for move in moves:
                after.play(move)
    assert n_plans > 0


@pytest.mark.parametrize("name", ["planet-steam", "steamopolis"])
def test_whole_games_of_several_threads(name: str) -> None:
    game = new_game(name, players=3)
    seats = [make(f"mcts:sims=9,even=true,keep=false,memory=1,threads={2 + 3 * seat}", game, seat) for seat in range(3)]
    streams = [Stream(1, "bot", seat) for seat in range(3)]
    state, dice = game.new(), Stream(1, "dice")
    while (seat := state.mover) is not None:
        if seat < 0:
            state.apply(state.roll(dice))
            continue
        state.apply(ask(seats[seat], state.observe(seat), state.legal(), streams[seat]))  # which checks it
        if (found := seats[seat].analysis) is not None:
            assert found["sims"] == 9 == sum(row["visits"] for row in found["candidates"])
