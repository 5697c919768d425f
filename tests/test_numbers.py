"""The contract in numbers and arrays, over every game: dense actions, legal ones in a caller's buffer, observations as
floats, and `engine.Batch`."""

from __future__ import annotations

import gc
import os
import threading
import time
from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine import Batch, BoomtownError, Game, IllegalMove, State, Stream, new_game
from tests.games import GAMES

ARRAYS = ("observation", "mover", "reward", "done", "score")
UNUSED = 0xAB
SHARED = np.zeros((2, 2), np.float32)


@cache
def made(name: str) -> Game:
    return GAMES[name]()


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return made(request.param)


def reached(game: Game, seed: int, depth: int) -> State:
    """A state after so many random moves, or the end."""
    state, picks, dice = game.new(), Stream(seed, "picks"), Stream(seed, "dice")
    for _ in range(depth):
        if state.is_over:
            break
        state.apply(state.roll(dice) if state.mover == -1 else picks.choice(state.legal()))
    return state


states = st.tuples(st.sampled_from(sorted(GAMES)), st.integers(0, 10_000), st.integers(0, 400))


@given(states)
@settings(max_examples=150, deadline=None)
def test_mask_bits_and_list_agree_with_the_legal_moves(drawn: tuple[str, int, int]) -> None:
    game = made(drawn[0])
    state = reached(game, drawn[1], drawn[2])
    at_chance = state.mover == -1
    number, move_of, n_numbers = (
        (game.outcome, game.outcome_move, game.n_outcomes)
        if at_chance
        else (game.action, game.action_move, game.n_actions)
    )
    listed = state.legal_actions()
    assert [move_of(k) for k in listed] == state.legal()
    assert [number(move) for move in state.legal()] == listed == sorted(set(listed))
    mask = np.full(n_numbers, UNUSED, np.uint8)
    bits = np.full((n_numbers + 7) // 8, UNUSED, np.uint8)
    numbers = np.empty(game.max_moves, np.int32)
    state.write_mask(mask)
    state.write_bits(bits)
    n = state.write_actions(numbers)
    assert list(np.flatnonzero(mask)) == listed and mask.max(initial=0) <= 1
    assert list(np.flatnonzero(np.unpackbits(bits, bitorder="little"))) == listed
    assert numbers[:n].tolist() == listed


def test_numbers_ascend_with_the_moves(game: Game) -> None:
    for move_of, number, n in (
        (game.action_move, game.action, game.n_actions),
        (game.outcome_move, game.outcome, game.n_outcomes),
    ):
        moves = [move_of(k) for k in range(n)]
        assert all(a < b for a, b in pairwise(moves))
        assert [number(move) for move in moves[:: max(1, n // 500)]] == list(range(n))[:: max(1, n // 500)]


@pytest.mark.parametrize("players", [2, 3, 4, 5])
def test_a_network_can_hold_the_actions(players: int) -> None:
    assert new_game("planet-steam", players=players).n_actions < 24_000
    if players < 5:
        assert new_game("steamopolis", players=players).n_actions == 2_791


def test_wrong_numbers_and_buffers_are_refused(game: Game) -> None:
    with pytest.raises(ValueError, match="no number -1: actions of this game are 0 to"):
        game.action_move(-1)
    with pytest.raises(ValueError, match=f"no number {game.n_actions}"):
        game.action_move(game.n_actions)
    with pytest.raises(BoomtownError, match="no action of this game"):
        game.action(0xFFFFFFFF)
    with pytest.raises(ValueError, match="floats, not 3"):
        game.new().observe(0).write(np.empty(3, np.float32))
    with pytest.raises(ValueError, match="bytes here, not 3"):
        reached(game, 1, 4).write_mask(np.empty(3, np.uint8))


# -- observations ------------------------------------------------------------------------------------------------------


def test_the_fields_cover_the_floats_without_gaps(game: Game) -> None:
    at = 0
    spec = game.observation_spec()
    for field in spec:
        assert field.offset == at
        at += int(np.prod(field.shape, dtype=int))
    assert at == game.tensor_size
    assert len({field.name for field in spec}) == len(spec)


@given(states, st.integers(0, 10_000))
@settings(max_examples=150, deadline=None)
def test_states_that_look_alike_have_equal_floats_and_others_differ(drawn: tuple[str, int, int], key: int) -> None:
    game = made(drawn[0])
    state = reached(game, drawn[1], drawn[2])
    after = reached(game, drawn[1], drawn[2] + 1)
    for seat in range(game.n_seats):
        seen = state.observe(seat)
        floats = seen.tensor()
        assert np.isfinite(floats).all()
        imagined = seen.sample(Stream(key, "sampling"))
        assert imagined.observe(seat).tensor().tobytes() == floats.tobytes()
        for other in [after.observe(seat), *(state.observe(n) for n in range(game.n_seats))]:
            assert (other.tensor().tobytes() == floats.tobytes()) == (bytes(other) == bytes(seen))


def test_scores_and_lengths_stay_within_their_bounds(game: Game) -> None:
    for seed in range(3):
        state, picks, dice, n = game.new(), Stream(seed, "picks"), Stream(seed, "dice"), 0
        while not state.is_over:
            state.apply(state.roll(dice) if state.mover == -1 else picks.choice(state.legal()))
            n += 1
        assert all(game.min_score <= score <= game.max_score for score in state.scores())
        assert n <= game.max_length or game.max_length == 0


# -- batches -----------------------------------------------------------------------------------------------------------


def settle(state: State, dice: Stream) -> None:
    while state.mover == -1:
        state.apply(state.roll(dice))


@pytest.mark.parametrize("legal", ["list", "bits", "mask", None])
def test_a_batch_and_single_states_play_the_same_games(game: Game, legal: str | None) -> None:
    batch = Batch(game, 5, seed=17, legal=legal)
    singles: list[Any] = [None] * batch.n
    n_ended = 0
    for step in range(240):
        for i in range(batch.n):
            if singles[i] is None:
                singles[i] = (game.new(), batch.dice(i), batch.picks(i))
            state, dice, picks = singles[i]
            settle(state, dice)
            assert state == batch.state(i) and state.mover == batch.mover[i]
            if step % 16 == 0:
                assert batch.observation[i].tobytes() == state.observe(state.mover).tensor().tobytes()
                assert legal_of(batch, legal, i) in (None, state.legal_actions())
            state.apply(picks.choice(state.legal()))
        batch.step_random()
        for i in range(batch.n):
            state, dice, _ = singles[i]
            settle(state, dice)
            assert bool(batch.done[i]) == state.is_over
            assert batch.reward[i].tolist() == pytest.approx(state.result() if state.is_over else [0] * game.n_seats)
            if state.is_over:
                assert batch.score[i].tolist() == state.scores()
                singles[i] = None
                n_ended += 1
    assert n_ended > 0 or game.name != "nim"


def legal_of(batch: Batch, legal: str | None, i: int) -> list[int] | None:
    """The legal actions as the batch wrote them."""
    if legal is None:
        return None
    if legal == "list":
        return [int(k) for k in batch.legal[i, : batch.n_legal[i]]]
    row = np.unpackbits(batch.legal[i], bitorder="little") if legal == "bits" else batch.legal[i]
    return [int(k) for k in np.flatnonzero(row)]


def test_threads_and_size_do_not_change_the_games(game: Game) -> None:
    one, two = Batch(game, 9, seed=3), Batch(game, 12, seed=3, threads=2)
    for _ in range(50):
        assert (one.step_random(), two.step_random()) == (9, 12)
        for name in ARRAYS:
            assert one.arrays[name].tobytes() == two.arrays[name][:9].tobytes()


def test_chosen_actions_play_as_random_ones_do(game: Game) -> None:
    """`step` with the actions that `step_random` would pick, by streams of their own."""
    chosen, drawn = Batch(game, 4, seed=5), Batch(game, 4, seed=5, legal=None)
    picks: list[Stream | None] = [None] * 4
    for _ in range(60):
        actions = []
        for i in range(4):
            stream = picks[i] or chosen.picks(i)
            picks[i] = stream
            actions.append(stream.choice(legal_of(chosen, "list", i) or []))
        chosen.step(actions)
        drawn.step_random()
        for i in range(4):
            if chosen.done[i]:
                picks[i] = None
        for name in ARRAYS:
            assert chosen.arrays[name].tobytes() == drawn.arrays[name].tobytes()


def test_an_illegal_action_leaves_every_game_as_it_was(game: Game) -> None:
    batch = Batch(game, 3, seed=1)
    before = [batch.state(i) for i in range(3)]
    legal = [int(batch.legal[i, 0]) for i in range(3)]
    illegal = next(k for k in range(game.n_actions) if k not in before[2].legal_actions())
    with pytest.raises(IllegalMove, match=f"action {illegal} of game 2"):
        batch.step([*legal[:2], illegal])
    with pytest.raises(ValueError, match="of game 1: actions of this game are 0 to"):
        batch.step([legal[0], game.n_actions, legal[2]])
    with pytest.raises(ValueError, match=r"actions of shape \(2,\): give one for each of 3 games"):
        batch.step(legal[:2])
    assert [batch.state(i) for i in range(3)] == before


def test_a_batch_writes_into_the_callers_arrays() -> None:
    game = made("steam-2")
    mine = {"observation": np.zeros((4, game.tensor_size), np.float32), "done": np.zeros(4, np.uint8)}
    batch, other = Batch(game, 4, seed=2, into=mine), Batch(game, 4, seed=2)
    batch.step_random(30)
    other.step_random(30)
    assert batch.observation is mine["observation"]
    assert mine["observation"].tobytes() == other.observation.tobytes()
    batch.reset(2)
    other = Batch(game, 4, seed=2)
    assert mine["observation"].tobytes() == other.observation.tobytes()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"n": 0}, "a batch of 0 games"),
        ({"threads": 0}, "0 threads"),
        ({"legal": "words"}, "legal='words': use 'list', 'bits', 'mask' or None"),
        ({"into": {"colour": None}}, "no array 'colour' is written"),
        ({"into": {"done": np.zeros(3, np.uint8)}}, "done must be a writable C array"),
        ({"into": {"done": np.zeros(2, np.float32)}}, "done must be a writable C array"),
        ({"into": {"done": [0, 0]}}, "done must be a writable C array"),
        ({"into": {"done": np.zeros(4, np.uint8)[::2]}}, "done must be a writable C array"),
        ({"into": {"mover": np.zeros(2, ">i4")}}, "mover must be a writable C array"),
        ({"into": {"mover": np.zeros(9, np.uint8)[1:].view(np.int32)}}, "mover must be a writable C array"),
        ({"into": {"reward": SHARED, "score": SHARED}}, "score and reward share memory"),
        ({"game": 7}, "a batch of int: give a game, or the name of one"),
        ({"game": "no-such-game"}, "no-such-game"),
        ({"players": 3}, "players: a game that is made already has its settings"),
    ],
)
def test_wrong_batches_are_refused(options: dict[str, Any], message: str) -> None:
    with pytest.raises((ValueError, TypeError), match=message):
        Batch(**{"game": made("nim"), "n": 2, **options})


@pytest.mark.parametrize(
    ("actions", "message"),
    [
        ([0], r"actions of shape \(1,\)"),
        ([[0, 0]], r"actions of shape \(1, 2\)"),
        (0, r"actions of shape \(\)"),
        ([0.0, 1.0], "actions of type float64: give whole numbers"),
        ([True, False], "actions of type bool"),
        ([None, 0], "actions of type object"),
        ([1 << 40, 0], f"action {1 << 40} of game 0"),
        ([-1, 0], "action -1 of game 0"),
        (np.array([1 << 63, 0], np.uint64), f"action {1 << 63} of game 0"),
    ],
)
def test_wrong_actions_are_refused(actions: Any, message: str) -> None:
    batch = Batch(made("nim"), 2, seed=1)
    before = [batch.state(i) for i in range(2)]
    with pytest.raises(ValueError, match=message):
        batch.step(actions)
    assert [batch.state(i) for i in range(2)] == before


def test_actions_may_have_any_whole_type_and_stride() -> None:
    batch, same = Batch(made("steam-2"), 4, seed=1), Batch(made("steam-2"), 4, seed=1)
    for kind in (np.int16, np.uint16, np.int64, np.uint64, ">i4"):
        actions = batch.legal[:, 0].copy()
        assert batch.step(np.repeat(actions, 2).astype(kind)[::2]) == same.step(actions.tolist()) == 4
        assert batch.observation.tobytes() == same.observation.tobytes()


def test_a_closed_batch_refuses_and_keeps_its_arrays() -> None:
    with Batch(made("nim"), 4, seed=1, threads=2) as batch:
        batch.step_random(3)
        shown = batch.observation.tobytes()
    for call in (batch.step_random, batch.reset, lambda: batch.step([0] * 4), lambda: batch.state(0)):
        with pytest.raises(ValueError, match="the batch is closed"):
            call()
    batch.close()
    assert batch.observation.tobytes() == shown


def test_threads_share_out_thousands_of_short_tasks_and_wake_after_a_rest() -> None:
    """Tasks that follow at once, and tasks after the threads have gone to sleep."""
    many, single = Batch(made("nim"), 7, seed=2, threads=5), Batch(made("nim"), 7, seed=2)
    for _ in range(20):
        for _ in range(200):
            many.step_random()
        time.sleep(0.002)
    single.step_random(4000)
    for name in ARRAYS:
        assert many.arrays[name].tobytes() == single.arrays[name].tobytes()


def test_a_forgotten_batch_ends_its_threads() -> None:
    earlier = set(threading.enumerate())  # some may be about to end
    batch = Batch(made("nim"), 4, seed=1, threads=3)
    batch.step_random()
    own = set(threading.enumerate()) - earlier
    assert len(own) == 2
    del batch
    gc.collect()
    for thread in own:
        thread.join(60)
    assert not any(thread.is_alive() for thread in own)


def test_a_child_of_fork_steps_without_the_threads_it_has_not() -> None:
    batch, same = Batch(made("nim"), 6, seed=4, threads=3), Batch(made("nim"), 6, seed=4)
    batch.step_random(10)
    same.step_random(40)
    read, write = os.pipe()
    child = os.fork()
    if child == 0:
        batch.step_random(30)
        os.write(write, batch.observation.tobytes())
        os._exit(0)
    os.close(write)
    with os.fdopen(read, "rb") as pipe:
        assert pipe.read() == same.observation.tobytes()
    assert os.waitpid(child, 0)[1] == 0


def test_places_and_counts_are_checked() -> None:
    batch = Batch("steamopolis", 2, seed=1, players=3)
    assert (batch.game.name, batch.game.n_seats) == ("steamopolis", 3)
    for look in (batch.state, batch.dice, batch.picks):
        for place in (-1, 2):
            with pytest.raises(ValueError, match=f"no game {place}: games are 0 to 1"):
                look(place)
    with pytest.raises(ValueError, match="-1 steps: use 0 or more"):
        batch.step_random(-1)
    assert batch.step_random(0) == 0
    with pytest.raises(TypeError, match="a batch is made once"):
        batch.__init__(made("nim"), 2)  # type: ignore[misc]
    with pytest.raises(ValueError, match="the batch is closed"):
        Batch.__new__(Batch).step_random()


def test_the_arrays_outlive_their_dictionary() -> None:
    batch, same = Batch(made("nim"), 2, seed=1), Batch(made("nim"), 2, seed=1)
    mover = batch.mover
    batch.arrays.clear()
    batch.step_random(5)
    same.step_random(5)
    assert mover.tobytes() == same.mover.tobytes()


def test_steps_at_once_are_steps_one_by_one(game: Game) -> None:
    at_once, single = Batch(game, 5, seed=8, threads=2), Batch(game, 5, seed=8)
    assert at_once.step_random(40) == 200
    assert sum(single.step_random() for _ in range(40)) == 200
    for name in ARRAYS:
        assert at_once.arrays[name].tobytes() == single.arrays[name].tobytes()
