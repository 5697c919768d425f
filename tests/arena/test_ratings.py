"""Ratings: exact where a formula exists, the same for any order of games, finite always, honest intervals."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from arena.ratings import Game, Standing, Table, _chance, fit, pairs
from bots.sprt import elo_of_score, score_of_elo
from tests.arena.leagues import league


def match(wins: int, draws: int, losses: int) -> list[Game]:
    """a against b, half of each result in either seat."""
    games = []
    for count, places in ((wins, (0, 1)), (draws, (0, 0)), (losses, (1, 0))):
        for k in range(count):
            turn = -1 if k % 2 else 1
            games.append(Game(len(games) // 2, ("a", "b")[::turn], places[::turn]))
    return games


def elo_of(table: Table, bot: str) -> float | None:
    return next(row.elo for row in table.ratings if row.bot == bot)


@pytest.mark.parametrize(("wins", "draws", "losses"), [(60, 0, 40), (300, 0, 100), (50, 20, 30), (10, 80, 10)])
def test_two_bots_get_the_usual_elo_difference(wins, draws, losses):
    table = fit(match(wins, draws, losses), "b")
    usual = elo_of_score((wins + draws / 2) / (wins + draws + losses))
    assert elo_of(table, "a") == pytest.approx(usual, abs=0.2 + abs(usual) * 0.002)
    assert elo_of(table, "b") == 0.0


def test_the_anchor_may_have_any_rating():
    table = fit(match(60, 0, 40), "b", anchor_elo=1500.0)
    assert elo_of(table, "b") == 1500.0
    assert elo_of(table, "a") == pytest.approx(1570.4, abs=0.3)


@given(st.integers(0, 2**32), st.integers(2, 5))
@settings(max_examples=10, deadline=None)
def test_shuffling_the_games_changes_no_bit(seed, n_seats):
    rng = np.random.default_rng(seed)
    games, _ = league(rng, n_seats + 1, n_seats, 12)
    mixed = [games[k] for k in rng.permutation(len(games))]
    one, other = fit(games, "b0", resamples=50), fit(mixed, "b0", resamples=50)
    assert one.ratings == other.ratings
    assert one.seats == other.seats
    names = sorted({bot for game in games for bot in game.bots})
    assert pairs(games, names) == pairs(mixed, names)


@given(st.integers(0, 2**32))
@settings(max_examples=10, deadline=None)
def test_the_fit_solves_its_equations(seed):
    """At the optimum the expected number of draws won equals the observed one, up to the prior's pull."""
    games, _ = league(np.random.default_rng(seed), 3, 2, 60, ties=0.5)
    table = fit(games, "b0", resamples=0)
    elo = {row.bot: row.elo for row in table.ratings}
    for bot in elo:
        seen = expected = 0.0
        for game in games:
            if bot not in game.bots:
                continue
            me = game.bots.index(bot)
            gap = game.places[me] - game.places[1 - me]
            seen += 1.0 if gap < 0 else 0.5 if gap == 0 else 0.0
            own = elo[bot] + table.seats[me] - elo[game.bots[1 - me]] - table.seats[1 - me]
            expected += score_of_elo(own)
        assert seen == pytest.approx(expected, abs=0.3)


def test_a_tie_of_all_says_that_all_are_equal():
    games = [Game(k, ("a", "b", "c", "d", "e"), (0, 0, 0, 0, 0)) for k in range(10)]
    table = fit(games, "a")
    assert [row.elo for row in table.ratings] == pytest.approx([0.0] * 5, abs=1e-6)
    assert table.seats == pytest.approx([0.0] * 5, abs=1e-6)


def test_seat_effects_are_found():
    games = [Game(k, ("a", "b") if k % 2 else ("b", "a"), (0, 1) if k % 20 < 14 else (1, 0)) for k in range(1000)]
    table = fit(games, "a", resamples=20)
    assert table.seats[0] - table.seats[1] == pytest.approx(elo_of_score(0.7), abs=1.0)
    assert abs(elo_of(table, "b")) < 60


@pytest.mark.parametrize("n", [1, 2, 100])
def test_unbeaten_and_always_beaten_stay_finite(n):
    games = [Game(k, ("top", "mid", "low"), (0, 1, 2)) for k in range(n)]
    table = fit(games, "mid")
    assert [row.bot for row in table.ratings] == ["top", "mid", "low"]
    for row in table.ratings:
        assert all(map(math.isfinite, (row.elo, row.low, row.high)))
    top = table.ratings[0]
    assert top.high - top.elo > 300  # nothing bounds it from above but the prior
    assert top.elo > 50


def test_unconnected_bots_are_not_comparable():
    games = [Game(k, ("a", "b"), (k % 2, 1 - k % 2)) for k in range(10)]
    games += [Game(k, ("x", "y"), (k % 2, 1 - k % 2)) for k in range(10, 20)]
    table = fit(games, "a")
    assert {row.bot: row.elo is None for row in table.ratings} == {"a": False, "b": False, "x": True, "y": True}


def test_copies_of_one_bot_in_one_game_do_not_disturb():
    rng = np.random.default_rng(3)
    games = []
    for k in range(400):
        order = rng.permutation(4)
        games.append(Game(k, ("a", "b", "b", "b"), tuple(float(place) for place in order)))
    table = fit(games, "b", resamples=100)
    row = next(row for row in table.ratings if row.bot == "a")
    assert row.low < 0 < row.high
    assert row.high - row.low < 160


def test_pairs_count_and_bound():
    games = match(60, 20, 20)
    (pair,) = pairs(games, ["a", "b"])
    assert (pair.games, pair.a_ahead, pair.b_ahead, pair.tied) == (100, 60, 20, 20)
    assert pair.score == 0.7
    assert 0.5 < pair.low < 0.7 < pair.high < 0.9


def test_chance_of_being_better():
    close, clear = fit(match(51, 0, 49), "a"), fit(match(80, 0, 20), "b")
    assert 0.5 < close.ratings[0].better_than_next < 0.7
    assert clear.ratings[0].better_than_next > 0.999


def test_none_of_two_bots_that_always_tie_is_the_better_one():
    table = fit([Game(k // 2, ("a", "b")[:: 1 - 2 * (k % 2)], (1.5, 1.5)) for k in range(4)], "b")
    assert [row.better_than_next for row in table.ratings] == [0.5, None]
    assert _chance(7.6e-15, 0.0) == _chance(0.0, 7.6e-15) == 0.5
    assert (_chance(1.0, 0.0), _chance(-1.0, 0.0)) == (1.0, 0.0)


def test_the_standing_is_the_fit_of_the_games_so_far():
    standing, games = Standing(("b", "a"), "b", 1000), match(8, 0, 2)
    assert standing.table() == []
    for game in games:
        standing.add(game.bots, [game])
    assert standing.table() == [(row.bot, row.elo) for row in fit(games, "b", 1000).ratings]
    assert standing.games == {"a": 10, "b": 10}


def test_the_anchor_is_the_next_bot_if_no_game_of_the_first_counts():
    standing = Standing(("c", "b", "a"))
    standing.add(("a", "b"), [Game(0, ("a", "b"), (0, 1))])
    assert dict(standing.table())["b"] == 0


def coverage(n_leagues: int, resamples: int, seed: int) -> tuple[float, int]:
    """Share of the intervals of non-anchored bots that contain the true strength, over leagues of 2-5 seats."""
    rng = np.random.default_rng(seed)
    covered = total = 0
    for k in range(n_leagues):
        n_seats = 2 + k % 4
        games, truth = league(rng, n_seats + int(rng.integers(0, 3)), n_seats, int(rng.integers(25, 80)))
        for row in fit(games, "b0", resamples=resamples).ratings:
            if row.bot != "b0" and row.elo is not None:
                covered += row.low <= truth[row.bot] <= row.high
                total += 1
    return covered / total, total


def test_intervals_cover_the_truth_small():
    share, total = coverage(100, 200, seed=11)
    assert total > 250
    assert 0.92 <= share <= 0.98


@pytest.mark.slow
def test_intervals_cover_the_truth_in_1000_leagues():
    share, total = coverage(1000, 400, seed=1)
    assert total > 3000
    assert 0.93 <= share <= 0.97
