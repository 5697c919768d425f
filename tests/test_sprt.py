"""The sequential test: its wrong decisions stay within alpha and beta; shared luck shortens it."""

import numpy as np
import pytest

from arena.ratings import ELO, Game, block_score
from bots.sprt import MIN_BLOCKS, Plan, Sprt
from engine import BoomtownError


def simulate(rng: np.random.Generator, plan: Plan, elo: float, shared: float) -> Sprt:
    """Blocks of two games with seats swapped. With chance `shared` a game's luck is the deal's: it favours a seat, so
    it favours each bot once."""
    test = Sprt(plan)
    while test.verdict is None:
        deal, own, use = rng.logistic(), rng.logistic(size=2), rng.random(2) < shared
        first = elo / ELO + (deal if use[0] else own[0]) > 0
        second = elo / ELO + (-deal if use[1] else own[1]) > 0
        test.add((int(first) + int(second)) / 2, 2)
    return test


def rates(plan: Plan, shared: float, n: int) -> tuple[float, float, float]:
    rng = np.random.default_rng(5)
    null = [simulate(rng, plan, plan.elo0, shared) for _ in range(n)]
    real = [simulate(rng, plan, plan.elo1, shared) for _ in range(n)]
    blocks = sum(test.n for test in null + real) / (2 * n)
    return sum(test.verdict == "H1" for test in null) / n, sum(test.verdict == "H0" for test in real) / n, blocks


@pytest.mark.parametrize("shared", [0.0, 0.5, 0.9])
def test_wrong_decisions_stay_within_alpha_and_beta(shared):
    false_h1, false_h0, _ = rates(Plan(0, 100), shared, 300)
    assert false_h1 <= 0.05 + 0.025  # two standard errors of 300 runs
    assert false_h0 <= 0.05 + 0.025


@pytest.mark.slow
@pytest.mark.parametrize("elos", [(0, 20), (0, 50), (-10, 10)])
@pytest.mark.parametrize("shared", [0.0, 0.5, 0.9])
def test_wrong_decisions_stay_within_alpha_and_beta_of_small_differences(elos, shared):
    false_h1, false_h0, _ = rates(Plan(*elos), shared, 2000)
    assert false_h1 <= 0.05 + 0.01
    assert false_h0 <= 0.05 + 0.01


def test_shared_luck_shortens_the_test():
    assert rates(Plan(0, 50), 0.9, 100)[2] < 0.6 * rates(Plan(0, 50), 0.0, 100)[2]


def test_a_run_of_equal_blocks_decides_nothing_early():
    test = Sprt(Plan(0, 50))
    for _ in range(MIN_BLOCKS - 1):
        assert test.add(1.0, 2) is None
    assert test.n == MIN_BLOCKS - 1


def test_bounds_are_walds_a_little_wider():
    assert Plan(0, 10, 0.05, 0.1).bounds == pytest.approx((-2.3513, 2.9904), abs=1e-4)


def test_block_score_counts_all_pairs_of_seats():
    games = [Game(0, ("a", "b", "a", "b"), (0, 1, 2, 2)), Game(0, ("b", "a", "b", "a"), (0, 1, 2, 3))]
    assert block_score(games, "a", "b") == ((1 + 1 + 0 + 0.5 + 0 + 1 + 0 + 0) / 8, 2)
    assert block_score(games, "a", "c") is None


def test_the_test_stops_at_its_decision():
    block = [Game(0, ("a", "b"), (0, 1)), Game(0, ("b", "a"), (1, 0))]
    test = Sprt(Plan(0, 100))
    while test.add(*block_score(block, "a", "b")) is None:
        assert test.n < 30
    assert test.verdict == "H1"


@pytest.mark.parametrize("text", ["", "5", "0,x", "0,10,0.05,0.05,1", "10,0", "0,10,0.7", "0,nan"])
def test_bad_plans_are_refused_in_one_line(text):
    with pytest.raises(BoomtownError) as caught:
        Plan.parse(text)
    assert "\n" not in str(caught.value)
