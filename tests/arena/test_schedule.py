"""The schedule: every rotation, every meeting equally often, balanced at every block, the same for everyone."""

from collections import Counter
from itertools import combinations, islice

import pytest
from hypothesis import given
from hypothesis import strategies as st

from arena.schedule import FORMATS, Generated, Schedule, arrange, game_id, imbalance, meetings, seat_counts
from engine import BoomtownError

NAMES = ["a", "b", "c", "d", "e", "f", "g"]

leagues = st.tuples(st.integers(2, 7), st.integers(2, 5), st.sampled_from(FORMATS), st.integers(0, 2**53))


@given(leagues, st.integers(1, 40))
def test_seats_are_balanced_at_the_end_of_every_block(league, n_blocks):
    n_bots, n_seats, kind, seed = league
    schedule = Schedule(NAMES[:n_bots], n_seats, seed, kind)
    games = []
    for number in range(n_blocks):
        games += schedule.block(number)
        assert imbalance(seat_counts(game.bots for game in games)) == 0


@given(leagues, st.integers(1, 200))
def test_stopping_anywhere_is_off_by_one_at_most(league, n_games):
    n_bots, n_seats, kind, seed = league
    games = list(Schedule(NAMES[:n_bots], n_seats, seed, kind).first(n_games))
    assert len(games) == n_games
    if n_bots >= n_seats and kind != "ladder":  # a bot in several seats of a game may be off by as many
        assert imbalance(seat_counts(game.bots for game in games)) <= 1


@given(leagues, st.integers(1, 60))
def test_meetings_happen_equally_often(league, n_blocks):
    n_bots, n_seats, kind, seed = league
    schedule = Schedule(NAMES[:n_bots], n_seats, seed, kind)
    met = Counter(tuple(sorted(schedule.block(number)[0].bots)) for number in range(n_blocks))
    counts = [met.get(tuple(sorted(meeting)), 0) for meeting in schedule.meetings]
    assert max(counts) - min(counts) <= 1


@given(leagues)
def test_a_block_is_one_deal_in_every_rotation(league):
    n_bots, n_seats, kind, seed = league
    block = Schedule(NAMES[:n_bots], n_seats, seed, kind).block(5)
    first = block[0].bots
    rotations = [first[n_seats - k :] + first[: n_seats - k] for k in range(n_seats)]
    assert len({game.seed for game in block}) == 1
    assert len({game.id for game in block}) == len(block)
    assert [game.bots for game in block] == list(dict.fromkeys(rotations))


def test_deals_and_ids_differ_between_blocks():
    games = list(Schedule(NAMES[:3], 3, 1).first(300))
    assert len({game.seed for game in games}) == 100
    assert len({game.id for game in games}) == 300


def test_all_cyclic_orders_come_up_equally_often():
    assert len({arrange("abcde", turn) for turn in range(24)}) == 24
    games = islice(Schedule(NAMES[:4], 4, 1), 0, 6 * 4, 4)
    assert len({game.bots for game in games}) == 6


def test_round_robin_meets_every_combination():
    assert sorted(meetings(NAMES[:5], 3)) == list(combinations(NAMES[:5], 3))


def test_gauntlet_is_the_first_against_the_others():
    found = meetings(["a", "b", "c", "d"], 3, "gauntlet")
    assert sorted(found) == [("a", "b", "c"), ("a", "b", "d"), ("a", "c", "d")]


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
@pytest.mark.parametrize("kind", ["round-robin", "gauntlet"])
def test_bots_play_about_equally_often_wherever_the_schedule_is_cut(kind, n_seats):
    bots = [f"bot{k}" for k in range(12)]
    others = bots[1:] if kind == "gauntlet" else bots
    played = Counter(dict.fromkeys(others, 0))
    for meeting in meetings(bots, n_seats, kind):
        played.update(bot for bot in meeting if bot in played)
        assert max(played.values()) - min(played.values()) <= 3
    assert len(set(played.values())) == 1


@pytest.mark.parametrize(("kind", "n_bots", "n_seats"), [("round-robin", 20, 4), ("gauntlet", 24, 4)])
def test_generated_meetings_are_all_there_are_and_balanced(kind, n_bots, n_seats, monkeypatch):
    bots = [f"bot{k:02}" for k in range(n_bots)]
    generated = Generated(bots, n_seats, kind)
    monkeypatch.setattr("arena.schedule.MAX_LISTED", 10**9)
    assert sorted(generated) == sorted(meetings(bots, n_seats, kind))
    assert len(generated) == len(meetings(bots, n_seats, kind))
    assert [generated[7], generated[3], generated[3]] == [list(generated)[k] for k in (7, 3, 3)]
    played = Counter(dict.fromkeys(bots[1:], 0))
    for meeting in generated:
        played.update(bot for bot in meeting if bot in played)
        assert max(played.values()) - min(played.values()) <= n_seats


def test_entrants_given_twice_in_generated_meetings(monkeypatch):
    bots = ["a", "a", "a", "b", "c", "d", "d", "e"]
    for kind in ("round-robin", "gauntlet"):
        generated = Generated(bots, 2, kind)
        monkeypatch.setattr("arena.schedule.MAX_LISTED", 10**9)
        assert len(generated) == len(list(generated)) == len(meetings(bots, 2, kind))


def test_thousands_of_bots_begin_at_once():
    """Listing their meetings would take terabytes."""
    schedule = Schedule([f"bot{k}" for k in range(5000)], 5, 1)
    games = list(schedule.first(50))
    assert len({bot for game in games for bot in game.bots}) == 50
    assert imbalance(seat_counts(game.bots for game in games)) == 0
    assert next(schedule.first(10**30)).number == 0


def test_ladder_is_neighbours_only():
    assert meetings(["a", "b", "c"], 2, "ladder") == [("a", "b"), ("b", "c")]
    assert meetings(["a", "b", "c"], 4, "ladder") == [("a", "a", "b", "b"), ("b", "b", "c", "c")]


def test_fewer_bots_than_seats_share_them_evenly():
    assert meetings(["a", "b"], 3) == [("a", "a", "b"), ("a", "b", "b")]
    assert meetings(["a", "b", "c"], 4) == [("a", "a", "b", "c"), ("a", "b", "b", "c"), ("a", "b", "c", "c")]


def test_one_against_three_of_a_kind():
    assert meetings(["m", "h", "h", "h"], 4) == [("m", "h", "h", "h")]


def test_bots_that_cannot_make_a_tournament():
    with pytest.raises(BoomtownError, match="two different"):
        meetings(["a", "a"], 2)
    with pytest.raises(BoomtownError, match="round-robin, gauntlet, ladder"):
        meetings(["a", "b"], 2, "swiss")


def test_an_id_depends_on_everything_that_makes_a_game():
    names = {
        game_id({"edition": "ffg"}, ["a", "b"], 1),
        game_id({"edition": "ludoart"}, ["a", "b"], 1),
        game_id({"edition": "ffg"}, ["b", "a"], 1),
        game_id({"edition": "ffg"}, ["a", "c"], 1),
        game_id({"edition": "ffg"}, ["a", "b"], 2),
    }
    assert len(names) == 5
    assert game_id({"edition": "ffg"}, ["a", "b"], 1) == "c54ec9752d98bee1622d4ce8"
