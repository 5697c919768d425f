"""A small network for a game's value model, and how it is fitted: numpy alone.

It reads what a seat has and tells the gain in score from here to the end. Chances of all seats are a softmax of their
expected final scores, with a temperature for each stage of a game, and it is fitted to them above all: a game that is
longer for all changes scores and no victory. Compiled code of the game's room evaluates it.
"""

from __future__ import annotations

import copy
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float32]

SIZES = (32, 16)  # units of the layers that compiled code has room for (bots/layers.pxd)
BATCH = 1024  # positions of a step
RATE = 2e-3  # of learning, in the first epoch
FADING = 0.5  # of it from one epoch to the next
HEATING = 10.0  # times that rate temperatures learn: each has one number, and far to go
DECAY = 1e-4  # of weights, against what only these games show
WARMTHS = np.linspace(-1.0, 1.0, 201)  # logarithms of factors of a temperature that are tried
FEWEST_WARMED = 100  # positions of a stage that say what its temperature is
SCORE_SHARE = 0.05  # of the loss: the squared error of scores, in units of their deviation
FIRST_BETA, SECOND_BETA, EPSILON = 0.9, 0.999, 1e-8  # Adam, as published


@dataclass(frozen=True)
class Rows:
    """Positions with all their seats."""

    features: npt.NDArray[Any]  # positions × seats × features
    now: Floats  # positions × seats: scores
    final: Floats  # the same at the end of the game
    stage: npt.NDArray[np.intp]  # of each position

    def __len__(self) -> int:
        return len(self.stage)

    def some(self, places: Any) -> Rows:
        return Rows(self.features[places], self.now[places], self.final[places], self.stage[places])

    def shares(self) -> Floats:
        """Of the victory."""
        best = self.final == self.final.max(axis=1, keepdims=True)
        return np.asarray(best / best.sum(axis=1, keepdims=True), np.float32)


class Network:
    """Two hidden layers over a seat's features, for one number of seats."""

    def __init__(self, n_features: int, sizes: tuple[int, int], n_stages: int, rng: np.random.Generator) -> None:
        first, second = sizes
        self.weights: dict[str, Floats] = {
            "first": _drawn(rng, n_features, first),
            "first_bias": np.zeros(first, np.float32),
            "second": _drawn(rng, first, second),
            "second_bias": np.zeros(second, np.float32),
            "last": _drawn(rng, second, 1)[:, 0],
            "last_bias": np.zeros(1, np.float32),
            "heat": np.full(n_stages, np.log(10.0), np.float32),  # logarithms of the temperatures
        }
        self.mean = np.zeros(n_features, np.float32)
        self.scale = np.ones(n_features, np.float32)
        self.unit = 1.0  # of gains
        self._moments: dict[str, tuple[Floats, Floats]] = {}
        self._n_steps = 0

    @classmethod
    def imported(cls, found: Mapping[str, Any], parts: Sequence[Rows]) -> Network:
        """What `exported` wrote, to be fitted further to positions like these."""
        first, last = np.asarray(found["first"], np.float32), np.asarray(found["last"], np.float32)
        network = cls(len(first), SIZES, len(found["temperature"]), np.random.default_rng(0))
        network.scale_to(parts)
        network.weights = {
            "first": first / network.scale[:, None],
            "first_bias": np.asarray(found["first_bias"], np.float32) + network.mean @ first,
            "second": np.asarray(found["second"], np.float32),
            "second_bias": np.asarray(found["second_bias"], np.float32),
            "last": last / network.unit,
            "last_bias": np.array([found["last_bias"] / network.unit], np.float32),
            "heat": np.log(np.asarray(found["temperature"], np.float32)),
        }
        return network

    def scale_to(self, parts: Sequence[Rows]) -> None:
        """Takes the units of features and gains from positions like those it is to be fitted to."""
        n = sum(map(len, parts))
        some = [rows.features[:: max(1, n // 100_000)].astype(np.float32).reshape(-1, len(self.mean)) for rows in parts]
        found = np.concatenate(some)
        self.mean = found.mean(axis=0)
        self.scale = 1 / (found.std(axis=0) + 0.1)  # what is hardly ever there shall not be blown up
        self.unit = float(np.concatenate([(rows.final - rows.now).ravel() for rows in parts]).std()) or 1.0

    def fit(
        self, parts: Sequence[Rows], epochs: int, rng: np.random.Generator, *, rate: float = RATE, batch: int = BATCH
    ) -> Iterator[int]:
        """Adam over all rows, so many times; yields the epochs that are done. Each part has one number of seats."""
        self._moments = {name: (np.zeros_like(value), np.zeros_like(value)) for name, value in self.weights.items()}
        self._n_steps = 0
        shares = [rows.shares() for rows in parts]
        for epoch in range(epochs):
            steps = []
            for k, rows in enumerate(parts):
                order = rng.permutation(len(rows))
                steps += [(k, order[start : start + batch]) for start in range(0, len(order), batch)]
            for at in rng.permutation(len(steps)) if len(parts) > 1 else range(len(steps)):
                k, places = steps[at]
                self._step(parts[k].some(places), shares[k][places], rate * FADING**epoch)
            yield epoch + 1

    def warm(self, rows: Rows) -> None:
        """Sets the temperatures alone to what fits these positions best, in stages that have enough of them. Of
        positions that the weights were fitted to chances seem surer than they are."""
        for stage in range(len(self.weights["heat"])):
            some = rows.some(rows.stage == stage)
            if len(some) >= FEWEST_WARMED:
                scores, shares, heat = self.scores(some), some.shares(), self.weights["heat"][stage]
                losses = [_log_loss(scores / np.exp(heat + warmth), shares) for warmth in WARMTHS]
                self.weights["heat"][stage] = heat + WARMTHS[int(np.argmin(losses))]

    def copy(self) -> Network:
        return copy.deepcopy(self)

    def scores(self, rows: Rows) -> Floats:
        """Expected final scores."""
        return self._forward(rows)[-1]

    def loss(self, rows: Rows) -> float:
        """Log-loss of the chances."""
        return _log_loss(self.scores(rows) / self._temperature(rows), rows.shares())

    def exported(self) -> dict[str, Any]:
        """What compiled code reads: features as they are, gains in points."""
        first = self.weights["first"] * self.scale[:, None]
        bias = self.weights["first_bias"] - self.mean @ first
        return {
            "first": _rounded(first),
            "first_bias": _rounded(bias),
            "second": _rounded(self.weights["second"]),
            "second_bias": _rounded(self.weights["second_bias"]),
            "last": _rounded(self.weights["last"] * self.unit),
            "last_bias": _rounded(self.weights["last_bias"] * self.unit)[0],
            "temperature": _rounded(np.exp(self.weights["heat"])),
        }

    def _temperature(self, rows: Rows) -> Floats:
        return np.asarray(np.exp(self.weights["heat"])[rows.stage][:, None])

    def _forward(self, rows: Rows) -> tuple[Floats, Floats, Floats, Floats]:
        w, (n, seats, _) = self.weights, rows.features.shape
        x = (rows.features.astype(np.float32).reshape(n * seats, -1) - self.mean) * self.scale
        first = np.maximum(x @ w["first"] + w["first_bias"], 0)
        second = np.maximum(first @ w["second"] + w["second_bias"], 0)
        gain = (second @ w["last"] + w["last_bias"][0]).reshape(n, seats) * self.unit
        return x, first, second, rows.now + gain

    def _step(self, rows: Rows, shares: Floats, rate: float) -> None:
        w, n = self.weights, len(rows)
        x, first, second, scores = self._forward(rows)
        temperature = self._temperature(rows)
        slope = (scores - rows.final) * (2 * SCORE_SHARE / self.unit**2)
        heat = np.zeros_like(w["heat"])
        if scores.shape[1] > 1:
            missed = (_softmax(scores / temperature) - shares) / temperature
            slope = slope + missed
            np.add.at(heat, rows.stage, -(missed * scores).sum(axis=1) / n)
        pull = (slope * (self.unit / n)).reshape(-1).astype(np.float32)
        to_second = np.outer(pull, w["last"]) * (second > 0)
        to_first = (to_second @ w["second"].T) * (first > 0)
        slopes = {
            "first": x.T @ to_first,
            "first_bias": to_first.sum(axis=0),
            "second": first.T @ to_second,
            "second_bias": to_second.sum(axis=0),
            "last": second.T @ pull,
            "last_bias": np.array([pull.sum()], np.float32),
            "heat": heat,
        }
        self._n_steps += 1
        for name, found in slopes.items():
            self._move(name, found, HEATING * rate if name == "heat" else rate)

    def _move(self, name: str, slope: Floats, rate: float) -> None:
        """One step of Adam, with decay apart (AdamW)."""
        mean, square = self._moments[name]
        mean += (1 - FIRST_BETA) * (slope - mean)
        square += (1 - SECOND_BETA) * (slope * slope - square)
        ahead = mean / (1 - FIRST_BETA**self._n_steps)
        spread = np.sqrt(square / (1 - SECOND_BETA**self._n_steps)) + EPSILON
        decay = DECAY * self.weights[name] if self.weights[name].ndim == 2 else 0
        self.weights[name] -= (rate * (ahead / spread + decay)).astype(np.float32)


def checked(found: Mapping[str, Any], n_features: int, n_stages: int) -> dict[str, Any]:
    """What `exported` wrote; raises ValueError unless it is a network for so many features and stages. Compiled code
    reads it without a further look."""
    first, second = SIZES
    shapes = {
        "first": (n_features, first), "first_bias": (first,), "second": (first, second), "second_bias": (second,),
        "last": (second,), "last_bias": (), "temperature": (n_stages,),
    }  # fmt: skip
    for name, shape in shapes.items():
        part = np.asarray(found.get(name), float)
        if part.shape != shape or not np.isfinite(part).all():
            raise ValueError(f"a network's {name} must be numbers of shape {shape}")
    if min(found["temperature"]) <= 0:
        raise ValueError("a network's temperatures must be above 0")
    return dict(found)


def _drawn(rng: np.random.Generator, n: int, width: int) -> Floats:
    return np.asarray(rng.standard_normal((n, width)) * np.sqrt(2 / n), np.float32)


def _softmax(values: Floats) -> Floats:
    raised = np.exp(values - values.max(axis=1, keepdims=True))
    return np.asarray(raised / raised.sum(axis=1, keepdims=True))


def _log_loss(values: Floats, shares: Floats) -> float:
    return float(-(shares * np.log(_softmax(values) + 1e-9)).sum(axis=1).mean())


def _rounded(values: Floats) -> Any:
    """Five digits: a file that a person can look at."""
    return [_rounded(one) for one in values] if values.ndim > 1 else [float(f"{one:.5g}") for one in values]
