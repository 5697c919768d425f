"""The search on games whose right moves are known, and its promises: determinism, bounded memory, its budget."""

from __future__ import annotations

from dataclasses import replace
from functools import cache, reduce
from operator import xor
from typing import Any

import pytest

import bots
from bots import Budget
from bots.guide import Guide
from bots.players import Knobs, players_of
from bots.search import Tree
from engine import Game, State, Stream, new_game
from tests.games import nim_game
from tests.games.sealed.engine import Sealed
from tests.guide_probe import TwoFaced
from tests.tree_probe import nodes


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


def _kept_after(n_bytes: int, sims: int, lines: list[tuple[int, ...]]) -> Tree:
    """A tree that has searched one decision after another and kept what it found."""
    tree = _tree(nim_game(5, 6, 7), n_bytes)
    for k, heaps in enumerate(lines):
        state = tree.game.new()
        for heap, taken in enumerate(heaps):
            if taken:
                state.play(f"take {taken} from {heap}")
        tree.search(state.observe(state.mover), Stream(k), sims, None, keep=True)
    return tree


def test_what_was_found_counts_half_in_the_next_search() -> None:
    """Two moves on, the visits of the first search are there, halved edge by edge, and the means are theirs."""
    game = nim_game(3, 2)
    tree = _tree(game, 1_000_000)
    tree.search(game.new().observe(0), Stream(1), 3000, None, keep=True)
    before = {key: (visits, edges) for key, visits, _, edges in nodes(tree)}
    state = game.new().play("take 1 from 0").play("take 1 from 0")
    tree.search(state.observe(0), Stream(2), 0, None, keep=True)
    after = {key: (visits, edges) for key, visits, _, edges in nodes(tree)}
    assert after.keys() == {key for key, (visits, _) in before.items() if visits >= 4}
    for key, (visits, edges) in after.items():
        assert visits == sum(edge[1] for edge in edges) > 0
        for (action, n, value, chance), (old, n_old, value_old, chance_old) in zip(edges, before[key][1], strict=True):
            assert (action, n) == (old, n_old // 2)
            assert value == pytest.approx(value_old * n / max(1, n_old))
            assert chance == pytest.approx(chance_old * n / max(1, n_old))
    assert tree.search(state.observe(0), Stream(2), 10, None, keep=True) == 10
    assert sum(row[2] for row in tree.report()) > 100


def test_a_search_that_keeps_nothing_starts_afresh() -> None:
    game = nim_game(3, 2)
    tree = _tree(game, 1_000_000)
    for seed in (1, 2):
        tree.search(game.new().observe(0), Stream(seed), 50, None)
        assert sum(row[2] for row in tree.report()) == 50


@pytest.mark.parametrize("n_bytes", [1, 20_000, 300_000])
def test_what_is_kept_stays_within_its_memory(n_bytes: int) -> None:
    """Whether there is room for one node or for thousands: half of it is free when the next search begins."""
    lines = [(), (1, 1), (1, 2, 1), (2, 2, 2), (3, 3, 2), (4, 4, 4), (1, 0, 1), ()]
    tree = _kept_after(n_bytes, 4000, lines)
    n_nodes, n_edges, max_nodes, max_edges = tree.size
    assert n_nodes <= max_nodes
    assert n_edges <= max_edges
    found = nodes(tree)
    assert len({key for key, *_ in found}) == len(found) == n_nodes
    assert sum(len(edges) for *_, edges in found) == n_edges
    assert all(visits == sum(edge[1] for edge in edges) for _, visits, _, edges in found)
    again = _kept_after(n_bytes, 4000, lines)
    assert again.report() == tree.report()


def test_pondering_serves_the_next_decision() -> None:
    """While the other seat decides its replies are looked at, and the one that comes is known already."""
    game = nim_game(3, 4, 5)
    tree, state = _tree(game, 1_000_000), game.new()
    tree.ponder(state.observe(1), Stream(1), 2000)
    assert tree.report() == []
    state.play("take 2 from 0")
    tree.search(state.observe(1), Stream(2), 1, None, keep=True)
    rows = tree.report()
    assert sum(row[2] for row in rows) > 50
    with pytest.raises(ValueError, match="another seat moves"):
        tree.ponder(state.observe(1), Stream(1), 10)


def test_the_room_says_what_suits_the_search_unless_the_parameters_do() -> None:
    game = new_game("planet-steam", players=4)
    own = players_of(game).knobs(game)
    assert own != players_of(new_game("planet-steam", players=2)).knobs(new_game("planet-steam", players=2))
    assert bots.make("mcts", game, 0).knobs == own
    assert bots.make("mcts:noise=0", game, 0).knobs == replace(own, noise=0.0)
    assert bots.make("mcts:exploration=2", game, 0).knobs == replace(own, exploration=2.0)
    assert bots.make("mcts:guided=false", game, 0).knobs == Knobs()


def test_only_bots_with_a_time_ponder() -> None:
    """Those with a number of simulations play the same again, however long somebody else thinks."""
    game = nim_game(3, 4, 5)
    seen = game.new().observe(1)
    asked = {spec: bots.make(spec, game, 1).ponder(seen, Stream(1)) for spec in ("mcts", "mcts:time=1", "mcts:sims=9")}
    assert asked == {"mcts": True, "mcts:time=1": True, "mcts:sims=9": False}
    assert not bots.make("mcts:keep=false", game, 1).ponder(seen, Stream(1))
    assert not bots.make("random", game, 1).ponder(seen, Stream(1))


def test_only_the_mover_can_search() -> None:
    game = nim_game(3, 4)
    with pytest.raises(ValueError, match="the seat to move"):
        _tree(game, 100_000).search(game.new().observe(1), Stream(1), 10, None)


def test_the_bots_own_budget_comes_before_the_callers() -> None:
    state = _sealed(4)
    assert _decide("mcts:sims=90,even=true", state, budget=Budget(sims=50))[1]["sims"] == 90
    assert _decide("mcts:even=true", state, budget=Budget(sims=50))[1]["sims"] == 50


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


def test_a_search_within_the_callers_budget_ends_when_it_is_settled() -> None:
    """Bots at the table have no budget of their own: an answer that nothing can change is not waited for."""
    saved = 0
    for face in range(1, 7):
        state = _sealed(face)
        whole, early = (bots.make(spec, state.game, 0) for spec in ("mcts:even=true", "mcts"))
        for bot in (whole, early):
            bots.ask(bot, state.observe(0), state.legal(), Stream(1), Budget(sims=2001))
        assert whole.analysis is not None
        assert early.analysis is not None
        assert early.analysis["candidates"][0]["move"] == whole.analysis["candidates"][0]["move"]
        assert early.analysis["sims"] <= whole.analysis["sims"] == 2001
        saved += 2001 - early.analysis["sims"]
    assert saved > 0
