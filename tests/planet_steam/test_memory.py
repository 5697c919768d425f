"""Rules 9, last paragraph: what a seat remembers of earlier observations narrows what it knows now."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

import bots
from bots import Budget
from engine import Game, Memory, Observation, State, Stream, new_game

N_GAMES = 3


def _decisions(game: Game, seed: int) -> Iterator[State]:
    """The decisions of a game between players who err now and then; live."""
    dice = Stream(seed, "dice")
    streams = [Stream(seed, "bot", seat) for seat in range(game.n_seats)]
    players = [bots.make("heuristic:noise=0.2", game, seat) for seat in range(game.n_seats)]
    state = game.new()
    while not state.is_over:
        if state.mover == -1:
            state.apply(state.roll(dice))
            continue
        yield state
        seat = state.mover
        state.apply(players[seat].choose(state.observe(seat), state.legal(), Budget(), streams[seat]))


def _late(game: Game) -> State:
    return next(state for state in _decisions(game, 1) if state.snapshot()["round"] == 4).copy()


def _width(seen: Observation) -> int:
    view = seen.view()
    return sum(high - low for low, high in zip(view["credits_low"], view["credits_high"], strict=True))


@pytest.mark.parametrize("players", [2, 3, 5])
@pytest.mark.parametrize("recall", [1, 2])
def test_rules_9_who_watched_from_the_start_knows_every_total(players: int, recall: int) -> None:
    game = new_game(players=players, rules=["all"], credits="hidden", recall=recall)
    n_told = 0
    for seed in range(N_GAMES):
        memories = [Memory() for _ in range(players)]
        for state in _decisions(game, seed):
            seen = state.observe(state.mover)
            known = memories[state.mover].recall(seen)
            assert known.view()["credits"] == state.snapshot()["credits"]
            n_told += _width(seen) > 0
    assert n_told > 100, "the observations alone told almost all"


def test_rules_9_with_no_earlier_round_in_view_memory_still_never_errs() -> None:
    """With recall 0 no window reaches from one round into the next: what was paid in between is not seen, what was
    received is."""
    game = new_game(players=3, credits="hidden", recall=0)
    n_narrower = 0
    for seed in range(N_GAMES):
        memories = [Memory() for _ in range(3)]
        for state in _decisions(game, seed):
            seen = state.observe(state.mover)
            known = memories[state.mover].recall(seen)
            view, truth = known.view(), state.snapshot()["credits"]
            ranges = zip(view["credits_low"], truth, view["credits_high"], strict=True)
            assert all(low <= true <= high for low, true, high in ranges)
            n_narrower += _width(known) < _width(seen)
    assert n_narrower > 20


def test_rules_9_a_sample_of_what_is_known_looks_like_what_was_shown() -> None:
    game = new_game(players=4, credits="hidden")
    memories = [Memory() for _ in range(4)]
    for n, state in enumerate(_decisions(game, 1)):
        seat = state.mover
        known = memories[seat].recall(state.observe(seat))
        sample = known.sample(Stream(n, "sample"))
        assert sample.snapshot() == state.snapshot()
        assert sample.legal() == state.legal()


def test_rules_9_memory_of_another_seat_or_game_is_not_used() -> None:
    game, other = (new_game(players=2, credits="hidden") for _ in range(2))
    late = _late(game)
    memory = Memory()
    for state in _decisions(other, 2):
        memory.recall(state.observe(0))
    seen = late.observe(1)
    assert bytes(memory.recall(seen)) == bytes(seen)


def test_rules_9_asked_in_the_middle_only_the_observation_counts() -> None:
    game = new_game(players=2, credits="hidden")
    late = _late(game)
    seen = late.observe(late.mover)
    assert _width(seen) > 0
    assert bytes(Memory().recall(seen)) == bytes(seen)
