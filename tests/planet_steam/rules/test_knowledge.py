"""Rules 9 over random games: what observations hold, and what samples drawn from them obey."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from typing import Any

import pytest

from engine import State, Stream, new_game
from tests.planet_steam.rules.helpers import EDITIONS, RULES, begin

RECALLS = (0, 1, 2, "all")
CONFIGURATIONS = [(edition, players, recall) for edition in EDITIONS for players in (2, 3, 4, 5) for recall in RECALLS]


@cache
def history(edition: str, players: int, recall: Any, credits: str = "hidden") -> list[State]:
    """All states of a random game with every rule; bids are low, so that credits last."""
    game = new_game(players=players, edition=edition, rules=RULES, credits=credits, recall=recall)
    rng = Stream(7, edition, players, recall)
    state = game.new()
    states = [state.copy()]
    while not state.is_over:
        legal = state.legal()
        state.apply(legal[rng.below(min(3, len(legal)))] if rng.below(4) else rng.choice(legal))
        states.append(state.copy())
    return states


def looks(edition: str, players: int, recall: Any, every: int) -> Iterator[tuple[State, int]]:
    """Some states of the game, each with one observer."""
    for number, state in enumerate(history(edition, players, recall)):
        if number % every == 0:
            yield state, number // every % players


def credits_of(state: State) -> list[int]:
    return list(state.snapshot()["credits"])


@pytest.mark.parametrize(("edition", "players", "recall"), CONFIGURATIONS)
def test_rule_9_a_sample_looks_the_same_to_the_observer(edition: str, players: int, recall: Any) -> None:
    rng = Stream(1, "samples")
    for state, seat in looks(edition, players, recall, every=5):
        seen = state.observe(seat)
        sample = seen.sample(rng)
        assert bytes(sample.observe(seat)) == bytes(seen)
        assert sample.mover == state.mover
        public = {key: value for key, value in state.snapshot().items() if key != "credits"}
        assert {key: value for key, value in sample.snapshot().items() if key != "credits"} == public


@pytest.mark.parametrize(("edition", "players", "recall"), CONFIGURATIONS)
def test_rule_9_the_truth_is_among_the_possible_states(edition: str, players: int, recall: Any) -> None:
    for state, seat in looks(edition, players, recall, every=3):
        view = state.observe(seat).view()
        for low, true, high in zip(view["credits_low"], credits_of(state), view["credits_high"], strict=True):
            assert 0 <= low <= true <= high
        assert view["credits"][seat] == credits_of(state)[seat]


def test_rule_9_samples_vary_over_the_whole_range_uniformly() -> None:
    """Seat 0 bids 90 of at most 120: 31 totals, each about 100 times in 3,100 draws (10 is one standard deviation)."""
    scene = begin("specialist-bid", players=4, recall=0).to("specialist-bid", round=2).play("0 bid 90")
    seen, rng = scene.state.observe(1), Stream(2, "samples")
    draws = [credits_of(seen.sample(rng))[0] for _ in range(3100)]
    assert set(draws) == set(range(90, 121))
    assert all(60 <= draws.count(total) <= 140 for total in range(90, 121))


def test_rule_9_hidden_totals_are_drawn_independently() -> None:
    scene = begin("specialist-bid", players=3, recall=0).to("specialist-bid", round=2)
    seen, rng = scene.state.observe(1), Stream(3, "samples")
    pairs = [credits_of(seen.sample(rng)) for _ in range(2000)]
    halves = [(first > 55, third > 55) for first, _, third in pairs]
    assert all(400 <= halves.count(both) <= 600 for both in set(halves))
    assert len(set(halves)) == 4


@pytest.mark.parametrize(("edition", "players"), [("ffg", 3), ("ludoart", 4)])
def test_rule_9_recall_all_and_open_credits_leave_nothing_to_draw(edition: str, players: int) -> None:
    rng = Stream(3, "samples")
    for recall, credits in (("all", "hidden"), (0, "open")):
        for state in history(edition, players, recall, credits)[::9]:
            for seat in range(players):
                assert state.observe(seat).sample(rng) == state


@pytest.mark.parametrize(("edition", "players", "recall"), CONFIGURATIONS)
def test_rule_9_an_observation_does_not_depend_on_what_it_hides(edition: str, players: int, recall: Any) -> None:
    """Two states that differ only in hidden credits give byte-identical observations."""
    rng = Stream(4, "samples")
    n_different = 0
    for state, seat in looks(edition, players, recall, every=11):
        sample = state.observe(seat).sample(rng)
        n_different += credits_of(sample) != credits_of(state)
        assert bytes(state.observe(seat)) == bytes(sample.observe(seat))
        assert hash(state.observe(seat)) == hash(sample.observe(seat))
    assert (n_different > 5) == (recall != "all")


@pytest.mark.parametrize("recall", [0, 1, 2])
@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_rule_9_samples_are_consistent_with_all_public_payments_and_bids(players: int, recall: int) -> None:
    """Inside the window a sampled total, taken back through the public receipts and payments, was never negative and
    covered every bid."""
    states = history("ffg", players, recall)
    game: Any = states[0].game
    totals = [credits_of(state) for state in states]
    rounds = [state.snapshot()["round"] for state in states]
    rng = Stream(5, "samples")
    for now in range(0, len(states), 13):
        start = max(1, rounds[now] - recall)
        window = [k for k in range(now + 1) if rounds[k] >= start]
        observer = now % players
        sample = credits_of(states[now].observe(observer).sample(rng))
        for seat in range(players):
            surplus = sample[seat] - totals[now][seat]
            assert all(totals[k][seat] + surplus >= 0 for k in window)
            for k in window[1:]:
                if game.phase(states[k - 1]) == "specialist-bid" and states[k - 1].mover == seat:
                    bid = bid_between(states[k - 1], states[k])
                    assert totals[k - 1][seat] + surplus >= bid


def bid_between(before: State, after: State) -> int:
    """The bid that leads from one state to the next; 0 for a pass."""
    for move in before.legal():
        if before.copy().apply(move) == after:
            words = before.game.words(move)
            return int(words[1]) if words[0] == "bid" else 0
    raise AssertionError("no move leads there")


@pytest.mark.parametrize("edition", EDITIONS)
def test_rule_9_a_sample_plays_on_lawfully(edition: str) -> None:
    """Legal moves never run out and credits never go below 0 in games that go on from samples."""
    rng = Stream(6, "samples")
    for state, seat in looks(edition, 4, 1, every=29):
        sample = state.observe(seat).sample(rng)
        while not sample.is_over:
            legal = sample.legal()
            assert legal
            sample.apply(rng.choice(legal))
        assert min(credits_of(sample)) >= 0


@pytest.mark.parametrize("recall", [0, 1, 2])
def test_rule_9_more_recall_never_knows_less(recall: int) -> None:
    """The same moves under two settings: the longer memory's ranges lie inside the shorter one's."""
    states = history("ffg", 4, recall)
    moves = [
        next(move for move in before.legal() if before.copy().apply(move) == after)
        for before, after in pairwise(states[:300])
    ]
    longer = new_game(players=4, edition="ffg", rules=RULES, credits="hidden", recall=recall + 1).new()
    for before, move in zip(states, moves, strict=False):
        short, long = before.observe(1).view(), longer.observe(1).view()
        for seat in range(4):
            assert short["credits_low"][seat] <= long["credits_low"][seat]
            assert long["credits_high"][seat] <= short["credits_high"][seat]
        longer.apply(move)
