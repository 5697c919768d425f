"""Steamopolis' guide keeps the contract of guides (`bots/guide.pxd`); its value model judges where playouts stop."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from bots.fitted import load_value
from bots.network import SIZES, Network, Rows
from bots.steamopolis.guide import SteamopolisGuide
from bots.steamopolis.value_training import FEATURES, N_STAGES, ValueTraining
from bots.steamopolis.weights import VALUE
from engine import State, Stream
from engine.steamopolis.game import Steamopolis
from tests.guide_probe import candidates, key, performed, unfolded
from tests.walks import after_playouts, walk

PLAN = 1 << 32


@cache
def _positions(players: int) -> tuple[State, ...]:
    return tuple(walk(Steamopolis(players=players), n_games=3, every=5))


def _guide(state: State, **options: float) -> SteamopolisGuide:
    game = state.game
    assert isinstance(game, Steamopolis)
    return SteamopolisGuide(game, **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_every_action_can_be_played_and_is_performed_as_it_is_played(players: int) -> None:
    n_longer = 0
    for state in _positions(players):
        guide = _guide(state)
        found = candidates(guide, state)
        assert 1 <= len(found) <= guide.max_candidates
        assert len({action for action, _ in found}) == len(found)
        weights = [weight for _, weight in found]
        assert all(weight > 0 for weight in weights)
        assert weights == sorted(weights, reverse=True)
        for action, _ in found:
            moves, after = unfolded(guide, state, action), state.copy()
            for move in moves:
                assert after.mover == state.mover
                after.play(move)
            n_longer += len(moves) > 1
            assert after == performed(guide, state, action)
    assert n_longer > 10  # a purchase is one action with its payment


def test_a_raise_is_thinned_to_a_few_pictures() -> None:
    most = 0
    for state in _positions(2):
        if state.game.phase(state) == "raise":
            most = max(most, len(state.legal()))
            assert len(candidates(_guide(state), state)) <= 12
    assert most > 30


@pytest.mark.parametrize("players", [2, 4])
def test_what_the_mover_knows_fixes_key_candidates_and_plans(players: int) -> None:
    n_hidden = 0
    for number, state in enumerate(walk(Steamopolis(players=players), n_games=8, every=2)):
        seat = state.mover
        assert seat is not None
        other = state.observe(seat).sample(Stream(number, "hidden"))
        if other == state:
            continue
        n_hidden += 1
        guide = _guide(state)
        assert key(guide, other) == key(guide, state)
        found = candidates(guide, state)
        assert candidates(guide, other) == found
        for action, _ in found:
            assert unfolded(guide, other, action) == unfolded(guide, state, action)
    assert n_hidden > 10


# -- the value model ---------------------------------------------------------------------------------------------------


def _round_start(players: int, rounds: int) -> tuple[SteamopolisGuide, State]:
    guide = SteamopolisGuide(Steamopolis(players=players), noise=0.0, horizon=1)
    return guide, after_playouts(guide, rounds)


def test_a_playout_stops_at_the_start_of_the_next_round() -> None:
    _, state = _round_start(4, 4)
    found = state.snapshot()
    assert found["round"] == 4  # the set-up is round 0
    assert found["active"] == found["first"]


@pytest.mark.parametrize("players", [2, 3, 4])
def test_chances_sum_to_one_and_follow_the_expected_points(players: int) -> None:
    guide, state = _round_start(players, 12)
    chances, points = guide.judgement(state)
    assert sum(chances) == pytest.approx(1)
    assert sorted(range(players), key=lambda seat: chances[seat]) == sorted(
        range(players), key=lambda seat: points[seat]
    )


def test_alone_the_chance_is_the_share() -> None:
    guide, state = _round_start(1, 8)
    (share,), (points,) = guide.judgement(state)
    assert share == pytest.approx(min(max(points, 0), 49) / 49)


def test_at_the_end_the_result_itself_counts() -> None:
    guide, state = _round_start(2, 105)
    assert state.is_over
    assert guide.judgement(state) == (state.result(), state.scores())


def test_the_model_is_better_than_points_as_they_stand() -> None:
    """Mean error of the final points over games that the model has not seen."""
    game = Steamopolis(players=2)
    guide = SteamopolisGuide(game, horizon=1)
    by_model = still = 0.0
    for k in range(30):
        state, rng = game.new(), Stream(k, "unseen")
        for _ in range(15):
            guide.play_out(state, rng)
        judged, now = guide.judgement(state)[1], state.scores()
        while not state.is_over:
            guide.play_out(state, rng)
        final = state.scores()
        by_model += sum(abs(a - b) for a, b in zip(judged, final, strict=True))
        still += sum(abs(a - b) for a, b in zip(now, final, strict=True))
    assert by_model < still / 2


def test_the_file_fits_the_model() -> None:
    found = load_value(VALUE, "networks")["networks"]
    assert len(found) == 4  # 1 to 4 players
    for network in found:
        assert np.array(network["first"]).shape == (len(FEATURES), SIZES[0])
        assert np.array(network["second"]).shape == SIZES
        assert len(network["temperature"]) == N_STAGES
        assert min(network["temperature"]) > 0


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_compiled_code_reads_a_network_as_it_was_fitted(players: int) -> None:
    game = Steamopolis(players=players)
    network = Network(len(FEATURES), SIZES, N_STAGES, np.random.default_rng(players))
    guide = SteamopolisGuide(game, noise=0.0, horizon=1, model=network.exported())
    state, rng = game.new(), Stream(6, "dice")
    for _ in range(9):
        guide.play_out(state, rng)
        now = np.array([state.scores()], np.float32)
        features = np.array([guide.features(state)], np.float32)
        expected = network.scores(Rows(features, now, now, np.array([guide.stage(state)])))[0]
        assert guide.judgement(state)[1] == pytest.approx(expected.tolist(), rel=1e-3, abs=1e-2)


def test_features_are_named_and_tell_what_is_there() -> None:
    guide, state = _round_start(3, 10)
    shown = state.snapshot()
    for seat, row in enumerate(guide.features(state)):
        found = dict(zip(FEATURES, row, strict=True))
        assert found["one"] == 1
        assert (found["points"], found["round"]) == (shown["points"][seat], shown["round"])
        assert sum(found[name] for name in FEATURES if name.startswith("tile ")) == found["machines"]
        assert sum(found[name] for name in FEATURES if name.startswith("stone on f")) == shown["gauge"][seat].count(
            "o"
        ) + shown["gauge"][seat].count("a")


def test_a_fit_follows_from_its_seed() -> None:
    models = []
    for _ in range(2):
        training = ValueTraining(3)
        list(training.chunks(10))
        models.append(training.model())
    assert models[0] == models[1]
    assert len(models[0]["networks"]) == 4
