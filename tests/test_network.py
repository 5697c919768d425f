"""The network behind a value model: its slopes are right, and it learns what decides."""

from __future__ import annotations

import numpy as np
import pytest

from bots import network as module
from bots.network import SIZES, Network, Rows, checked


def made(n: int, seats: int, seed: int = 1) -> Rows:
    """Positions in which the first feature is what a seat still gains, and the second is noise."""
    rng = np.random.default_rng(seed)
    features = rng.integers(0, 10, (n, seats, 3)).astype(np.float32)
    now = rng.integers(0, 20, (n, seats)).astype(np.float32)
    return Rows(features, now, now + 2 * features[:, :, 0], rng.integers(0, 2, n))


def _loss(network: Network, rows: Rows) -> float:
    off = ((network.scores(rows) - rows.final) ** 2).sum(axis=1).mean()
    return float(off) * module.SCORE_SHARE / network.unit**2 + (network.loss(rows) if rows.now.shape[1] > 1 else 0)


@pytest.mark.parametrize("seats", [1, 2, 4])
def test_a_step_goes_down_the_slope_of_the_loss(seats: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Every slope against a difference of losses."""
    rows, network = made(64, seats), Network(3, (6, 4), 2, np.random.default_rng(3))
    network.unit = 5.0
    seen = {}
    monkeypatch.setattr(Network, "_move", lambda self, name, slope, rate: seen.__setitem__(name, slope))
    network._step(rows, rows.shares(), 0.0)
    for name, slopes in seen.items():
        for place in np.ndindex(slopes.shape):
            ends = []
            kept = float(network.weights[name][place])
            for step in (0.005, -0.005):
                network.weights[name][place] = kept + step
                ends.append(_loss(network, rows))
            network.weights[name][place] = kept
            assert slopes[place] == pytest.approx((ends[0] - ends[1]) / 0.01, rel=0.15, abs=0.01), (name, place)


def test_it_learns_what_decides() -> None:
    rows, unseen = made(40_000, 3), made(500, 3, seed=2)
    network = Network(3, (16, 8), 2, np.random.default_rng(1))
    before, off = network.loss(unseen), np.abs(network.scores(unseen) - unseen.final).mean()
    network.scale_to([rows])
    assert list(network.fit([rows], 8, np.random.default_rng(2))) == list(range(1, 9))
    assert network.loss(unseen) < 0.5 < before
    assert np.abs(network.scores(unseen) - unseen.final).mean() < off / 2


def test_temperatures_are_those_at_which_unseen_chances_come_true() -> None:
    """A network of weights that know nothing of the games is too sure of itself, until it is warmed."""
    rng = np.random.default_rng(5)
    strength = rng.normal(0, 20, (4000, 2, 1)).astype(np.float32)
    final = strength[:, :, 0] + rng.normal(0, 25, (4000, 2)).astype(np.float32)
    rows = Rows(strength, np.zeros((4000, 2), np.float32), final, rng.integers(0, 2, 4000))
    network = Network(1, (1, 1), 3, rng)
    ones = {"first": [[1.0]], "first_bias": [1000.0], "second": [[1.0]], "second_bias": [0.0], "last": [1.0]}
    network.weights |= {name: np.array(value, np.float32) for name, value in ones.items()}  # the score is the strength
    before = network.loss(rows)
    network.warm(rows)
    first, second, unseen = np.exp(network.weights["heat"])
    assert first == pytest.approx(second, rel=0.2)
    assert unseen == pytest.approx(10.0)  # no position says what it is
    assert network.loss(rows) < before
    chances = 1 / (1 + np.exp(-np.diff(strength[:, :, 0])[:, 0] / first))
    sure = chances > 0.6
    assert (final[sure, 1] > final[sure, 0]).mean() == pytest.approx(chances[sure].mean(), abs=0.03)


def test_shared_victories_are_shared() -> None:
    rows = Rows(
        np.zeros((2, 3, 1)),
        np.zeros((2, 3), np.float32),
        np.array([[5, 5, 1], [1, 2, 9]], np.float32),
        np.zeros(2, int),
    )
    assert rows.shares().tolist() == [[0.5, 0.5, 0.0], [0.0, 0.0, 1.0]]


@pytest.mark.parametrize(
    ("part", "value"),
    [("first", [[0.0] * 32] * 500), ("last", [0.0]), ("last_bias", None), ("temperature", [1.0] * 6 + [0.0]),
     ("second", [[float("nan")] * 16] * 32)],
)  # fmt: skip
def test_compiled_code_is_given_no_other_shape(part: str, value: object) -> None:
    whole = Network(50, SIZES, 7, np.random.default_rng(1)).exported()
    assert checked(whole, 50, 7) == whole
    with pytest.raises(ValueError, match=f"network's {part}"):
        checked({**whole, part: value}, 50, 7)
