"""The contract of `engine/game.pxd`, tested over every game alike."""

from __future__ import annotations

import pickle
from collections.abc import Iterator
from functools import cache

import pytest

from engine import BoomtownError, Game, State, Stream
from tests.games import GAMES, nim_game
from tests.games.probe import chance_key, knowledge, observed, roll, sampled, started

N_GAMES = 6
MAX_LENGTH = 20_000  # no game of any configuration comes near


@pytest.fixture(params=sorted(GAMES))
def game(request: pytest.FixtureRequest) -> Game:
    return _made(request.param)


@cache
def _made(name: str) -> Game:
    return GAMES[name]()


@cache
def _playthroughs(game: Game) -> list[list[int]]:
    """The moves of a few random games, each played to its end."""
    games = []
    for k in range(N_GAMES):
        picks, dice = Stream(k, "picks"), Stream(k, "dice")
        state, moves = game.new(), []
        while not state.is_over:
            assert len(moves) < MAX_LENGTH
            move = state.roll(dice) if state.mover == -1 else picks.choice(state.legal())
            moves.append(move)
            state.apply(move)
        games.append(moves)
    return games


def _positions(game: Game, every: int = 1) -> Iterator[State]:
    """Every k-th position of the random games, and each game's last one."""
    for moves in _playthroughs(game):
        state = game.new()
        for k, move in enumerate(moves):
            if k % every == 0:
                yield state.copy()
            state.apply(move)
        yield state


def test_blocks_and_seats_are_within_the_contract(game: Game) -> None:
    assert 1 <= game.n_seats <= 5
    assert len(bytes(game.new())) == game.state_size <= 1024
    for seat in range(game.n_seats):
        assert len(bytes(game.new().observe(seat))) == game.observation_size <= 2048


def test_listings_fit_their_buffers(game: Game) -> None:
    for state in _positions(game, every=1):
        assert len(state.legal()) <= (64 if state.mover == -1 else game.max_moves)


def test_start_writes_every_byte(game: Game) -> None:
    assert bytes(started(game.new(), 0)) == bytes(started(game.new(), 0xA5)) == bytes(game.new())


def test_observe_writes_every_byte(game: Game) -> None:
    # `knowledge` hashes them all: a byte of padding left as it was split the search's nodes at random
    for state in _positions(game, every=50):
        for seat in range(game.n_seats):
            assert observed(state, seat, 0) == observed(state, seat, 0xA5) == bytes(state.observe(seat))


def test_legal_moves_ascend_and_end_with_the_game(game: Game) -> None:
    for state in _positions(game):
        legal = state.legal()
        assert legal == sorted(set(legal))
        assert (legal == []) == state.is_over == (state.mover is None)
        assert len(legal) <= game.max_moves
        assert legal == state.copy().legal()
        assert state.mover is None or -1 <= state.mover < game.n_seats


def test_looking_does_not_touch_the_state(game: Game) -> None:
    for state in _positions(game, every=7):
        before = bytes(state)
        state.legal(), state.chance(), state.result(), state.scores(), state.hash(), state.snapshot(), state.draw()
        for seat in range(game.n_seats):
            state.observe(seat).view()
        assert bytes(state) == before


def test_chance_lists_the_legal_outcomes_with_probabilities(game: Game) -> None:
    for state in _positions(game):
        outcomes = state.chance()
        if state.mover != -1:
            assert outcomes == []
            continue
        assert [move for move, _ in outcomes] == state.legal()
        assert all(probability > 0 for _, probability in outcomes)
        assert sum(probability for _, probability in outcomes) == pytest.approx(1, abs=1e-12)


def test_rolls_follow_the_probabilities(game: Game) -> None:
    n = 3000
    state = next((state for state in _positions(game) if state.mover == -1), None)
    if state is None:
        pytest.skip("no chance in this game")
    stream = Stream(5, "rolls")
    counts: dict[int, int] = {}
    for _ in range(n):
        move = roll(state, stream)
        counts[move] = counts.get(move, 0) + 1
    probabilities = dict(state.chance())
    assert set(counts) <= set(probabilities)
    for move, probability in probabilities.items():
        spread = (n * probability * (1 - probability)) ** 0.5
        assert abs(counts.get(move, 0) - n * probability) < 5 * spread + 1


def test_chance_keys_name_events(game: Game) -> None:
    for moves in _playthroughs(game):
        state, keys = game.new(), []
        for move in moves:
            if state.mover == -1:
                keys.append(chance_key(state))
                assert chance_key(state.copy()) == keys[-1]
                assert state.roll(Stream(9, "dice")) == state.copy().roll(Stream(9, "dice"))
            else:
                assert chance_key(state) == 0
            state.apply(move)
        assert len(set(keys)) == len(keys)


def test_the_same_moves_give_the_same_bytes(game: Game) -> None:
    for moves in _playthroughs(game):
        first, second = game.new(), game.new()
        for move in moves:
            first.apply(move)
            second.apply(move)
            assert bytes(first) == bytes(second)


def test_copies_are_independent(game: Game) -> None:
    for state in _positions(game, every=5):
        if state.is_over:
            continue
        before, twin = bytes(state), state.copy()
        twin.apply(state.legal()[-1])
        assert bytes(state) == before != bytes(twin)


def test_play_takes_what_is_legal_and_nothing_else(game: Game) -> None:
    known = {move for moves in _playthroughs(game) for move in moves}
    for state in _positions(game, every=11):
        before, legal = bytes(state), state.legal()
        for move in sorted(known - set(legal))[:40]:
            with pytest.raises(BoomtownError):
                state.play(game.text(move))
            assert bytes(state) == before
        with pytest.raises(BoomtownError):
            state.play("no such move")
        assert bytes(state) == before
        for move in legal[:40]:
            assert bytes(state.copy().play(game.text(move))) == bytes(state.copy().apply(move))


def test_text_to_move_to_text_is_the_identity(game: Game) -> None:
    for state in _positions(game, every=3):
        legal = state.legal()
        texts = [game.text(move) for move in legal]
        assert len(set(texts)) == len(texts)
        assert [game.move(text) for text in texts] == legal
        assert [game.move(game.words(move)) for move in legal] == legal


def test_results_share_one_victory(game: Game) -> None:
    for state in _positions(game):
        if game.n_seats > 1:
            assert sum(state.result()) == pytest.approx(1, abs=1e-12)
        assert all(0 <= share <= 1 for share in state.result())
        assert len(state.scores()) == len(state.result()) == game.n_seats
        if state.is_over and max(state.result()) == 1 and game.n_seats > 1:
            winner = state.result().index(1)
            assert state.scores()[winner] == max(state.scores())


def test_a_sample_looks_the_same_to_its_observer(game: Game) -> None:
    stream = Stream(3, "sampling")
    for state in _positions(game, every=3):
        for seat in range(game.n_seats):
            seen = state.observe(seat)
            for _ in range(4):
                sample = seen.sample(stream)
                assert bytes(sample.observe(seat)) == bytes(seen)
                assert sample.mover == state.mover
                assert state.is_over or seen.mover == state.mover
                if state.mover == seat:
                    assert sample.legal() == state.legal()


def test_a_sample_does_not_know_the_truth(game: Game) -> None:
    """States that look alike give one observation, and the same stream then draws the same sample from either."""
    stream = Stream(4, "sampling")
    for state in _positions(game, every=5):
        for seat in range(game.n_seats):
            seen = state.observe(seat)
            other = seen.sample(stream)
            assert bytes(seen.sample(Stream(8, "s"))) == bytes(other.observe(seat).sample(Stream(8, "s")))


def test_sampling_writes_every_byte(game: Game) -> None:
    for state in _positions(game, every=5):
        seen = state.observe(0)
        drawn = [bytes(sampled(seen, state, Stream(8, "s"), filler)) for filler in (0, 0xA5)]
        assert drawn[0] == drawn[1]


def test_a_sample_can_be_played_to_the_end(game: Game) -> None:
    stream = Stream(6, "sampling")
    for state in _positions(game, every=60):
        if state.is_over:
            continue
        sample = state.observe(state.mover if state.mover >= 0 else 0).sample(stream)
        for _ in range(MAX_LENGTH):
            if sample.is_over:
                break
            sample.apply(roll(sample, stream) if sample.mover == -1 else stream.choice(sample.legal()))
        assert sample.is_over


def test_hashes_tell_states_apart(game: Game) -> None:
    by_hash: dict[int, bytes] = {}
    for state in _positions(game):
        assert by_hash.setdefault(state.hash(), bytes(state)) == bytes(state)
    assert len(by_hash) == len({bytes(state) for state in _positions(game)})


def test_knowledge_is_a_hash_of_the_observation(game: Game) -> None:
    stream = Stream(7, "sampling")
    for seat in range(game.n_seats):
        by_hash: dict[int, bytes] = {}
        for state in _positions(game, every=3):
            seen = state.observe(seat)
            assert by_hash.setdefault(knowledge(state, seat), bytes(seen)) == bytes(seen)
            assert knowledge(seen.sample(stream), seat) == knowledge(state, seat)
        assert len(by_hash) == len({bytes(state.observe(seat)) for state in _positions(game, every=3)})


def test_pickles_carry_states_observations_and_games(game: Game) -> None:
    for state in _positions(game, every=50):
        twin = pickle.loads(pickle.dumps(state))
        assert bytes(twin) == bytes(state)
        assert twin.legal() == state.legal()
        assert twin.game.header() == game.header()
        seen = state.observe(game.n_seats - 1)
        again = pickle.loads(pickle.dumps(seen))
        assert bytes(again) == bytes(seen)
        assert (again.seat, again.mover) == (seen.seat, seen.mover)
        assert bytes(again.sample(Stream(1, "s"))) == bytes(seen.sample(Stream(1, "s")))


def test_hidden_information_varies_between_samples() -> None:
    """In the sealed-bid game the reserve and the other's value take every possible value among samples."""
    state = _made("sealed").new().play("die 3").play("die 2").play("die 5").play("bid 4")
    seen = state.observe(1)
    samples = [seen.sample(Stream(k, "s")).snapshot() for k in range(400)]
    assert {sample["reserve"] for sample in samples} == {1, 2, 3, 4, 5, 6}
    assert {sample["value"][0] for sample in samples} == {2, 4, 6, 8, 10, 12}
    assert {sample["value"][1] for sample in samples} == {10}
    assert {sample["bid"][0] for sample in samples} == set(range(13))


def _best_value(state: State) -> float:
    """Seat 0's share under perfect play of a game without chance."""
    if state.is_over:
        return float(state.result()[0])
    values = [_best_value(state.copy().apply(move)) for move in state.legal()]
    return max(values) if state.mover == 0 else min(values)


@pytest.mark.parametrize("heaps", [(1, 2, 3), (2, 2), (1, 1, 2), (3, 1)])
def test_nim_is_won_unless_the_exclusive_or_is_zero(heaps: tuple[int, ...]) -> None:
    xor = 0
    for heap in heaps:
        xor ^= heap
    assert _best_value(nim_game(*heaps).new()) == float(xor != 0)


@pytest.mark.parametrize("face", range(1, 7))
def test_the_best_sealed_bid_is_half_the_value(face: int) -> None:
    def worth(bid: int) -> float:
        total = 0.0
        for reserve in range(1, 7):
            state = _made("sealed").new().play(f"die {reserve}").play(f"die {face}").play("die 1")
            total += state.apply(bid).play("pass").result()[0]
        return total

    worths = [worth(bid) for bid in range(13)]
    assert worths.index(max(worths)) == face
    assert sorted(worths)[-2] < max(worths) - 1e-9
