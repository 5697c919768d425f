"""Fits a value model to self-play of the policy: features where playouts stop against the score at the end.

Game k of a run follows from the seed and k alone, so a run can be stopped and taken up again; its checkpoint keeps the
rows seen so far. Positions are sorted into buckets with a linear model each. A game's room says what is played:
subclasses of `ValueTraining` and `ValueTrainer`.
"""

from __future__ import annotations

import io
import json
import math
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np

from bots.bot import param
from bots.cross_entropy import check_seed, replace_file
from bots.players import Run, Step, Trainer
from engine import BoomtownError, State, Stream

N_GAMES = 20_000  # in all, unless told
CHUNK = 60  # games of a step
CHUNKS_PER_SAVE = 50
RIDGE = 1.0  # keeps features that hardly vary from running away
# What reading a file that is no checkpoint, or half of one, raises.
FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error)


class ValueTraining(ABC):
    """Rows of [game, bucket, score now, score at the end, features…], and the model they give."""

    features: ClassVar[tuple[str, ...]]
    buckets: ClassVar[Sequence[int]]

    def __init__(self, seed: int, rows: list[list[float]] | None = None, n_games: int = 0) -> None:
        self.seed = seed
        self.rows = rows or []
        self.n_games = n_games  # played so far
        self.target = N_GAMES  # how many shall be played
        self.guides = self.make_guides()

    @staticmethod
    @abstractmethod
    def make_guides() -> list[Any]:
        """The guides of the games that are played in turn; each plays out one round at a time."""

    @staticmethod
    @abstractmethod
    def bucket(guide: Any, state: State) -> int:
        """Which model is to judge a state."""

    @classmethod
    def load(cls, path: Path) -> ValueTraining:
        try:
            with path.open("rb") as file, np.load(file) as found:
                rows, n_games = found["rows"].astype(float), int(found["n_games"])
                seed, target = int(found["seed"]), int(found.get("target", N_GAMES))  # older ones do not say
        except FAULTS as fault:  # numpy's own words are advice for programmers
            if isinstance(fault, OSError) and fault.strerror:
                raise BoomtownError(f"{path}: cannot be read: {fault.strerror}") from None
            expected = "expected the file that boomtown train value wrote to --checkpoint"
            raise BoomtownError(f"{path}: no checkpoint of a value model: {expected}") from fault
        width = 4 + len(cls.features)
        if rows.ndim != 2 or rows.shape[1] != width or not len(rows) or not np.isfinite(rows).all():
            raise BoomtownError(f"{path}: no checkpoint of a value model: its rows are not {width} numbers each")
        training = cls(seed, rows.tolist(), n_games)
        training.target = target
        return training

    def save(self, path: Path) -> None:
        file = io.BytesIO()
        rows = np.array(self.rows)
        np.savez_compressed(file, seed=self.seed, rows=rows, n_games=self.n_games, target=self.target)
        replace_file(path, file.getvalue())

    def chunks(self, n_games: int) -> Iterator[int]:
        """Plays on until so many games are played in all; yields how many are, every CHUNK games."""
        self.target = n_games
        while self.n_games < n_games:
            self._play(self.n_games)
            self.n_games += 1
            if self.n_games % CHUNK == 0 or self.n_games == n_games:
                yield self.n_games

    def _play(self, k: int) -> None:
        guide = self.guides[k % len(self.guides)]
        rng = Stream(self.seed, "value", k)
        state = guide.game.new()
        seen: list[list[float]] = []
        while not state.is_over:
            guide.play_out(state, rng)
            if not state.is_over:
                bucket, scores = self.bucket(guide, state), state.scores()
                seen += [[seat, bucket, scores[seat], *features] for seat, features in enumerate(guide.features(state))]
        final = state.scores()
        self.rows += [[k, bucket, now, final[int(seat)], *features] for seat, bucket, now, *features in seen]

    def model(self) -> dict[str, Any]:
        """Least squares per bucket; the temperature from how far games stray from it."""
        rows = np.array(self.rows)
        weights: list[list[float]] = []
        temperature: list[float] = []
        errors: list[float] = []
        for bucket in self.buckets:
            some = rows[rows[:, 1] == bucket]
            if len(some) == 0:  # never seen, so hardly ever judged: as the one before
                weights.append(weights[-1] if weights else [0.0] * len(self.features))
                temperature.append(temperature[-1] if temperature else 1.0)
                continue
            x, gain = some[:, 4:], some[:, 3] - some[:, 2]
            fitted = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ gain)
            stray = _within_games(some[:, 0], gain - x @ fitted)
            spread = float(np.sqrt(np.mean(stray**2)))
            weights.append([round(float(value), 4) for value in fitted])
            # a softmax with temperature T is a race of scores with Gumbel noise, whose deviation is T * pi / sqrt(6)
            temperature.append(round(spread * math.sqrt(6) / math.pi, 3))
            errors.append(round(spread, 1))
        return {
            "games": self.n_games, "seed": self.seed, "features": list(self.features), "deviation": errors,
            "temperature": temperature, "weights": weights,
        }  # fmt: skip


def _within_games(games: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values less their game's mean: what all seats share decides no victory."""
    _, place = np.unique(games, return_inverse=True)
    means = np.bincount(place, values) / np.bincount(place)
    return np.asarray(values - means[place])


@dataclass(frozen=True)
class ValueOptions:
    games: int | None = param(
        None, f"in all ({N_GAMES:,} unless told); a run that is resumed keeps its number, or a higher one", low=5
    )


class ValueTrainer(Trainer):
    Training: ClassVar[type[ValueTraining]]
    name = "value"
    help = "the value model that judges playouts stopped early, by least squares; written when all games are played"
    unit = "game"
    Options = ValueOptions

    def run(self, options: ValueOptions, run: Run) -> Iterator[Step]:
        training = self.Training.load(run.checkpoint) if run.is_resumed else self.Training(run.first_seed)
        check_seed(run, training.seed)
        n_games = options.games or training.target
        if n_games < training.n_games:
            raise BoomtownError(
                f"{run.checkpoint} has {training.n_games:,} games already: --games {n_games} is too few"
            )
        for n in training.chunks(n_games):
            if n % (CHUNK * CHUNKS_PER_SAVE) == 0:
                training.save(run.checkpoint)
            yield Step(n, n_games, "")
        training.save(run.checkpoint)
        model = training.model()
        write_model(model, run.output)
        yield Step(n_games, n_games, self.told(training.n_games, ", ".join(map(str, model["deviation"]))))

    @abstractmethod
    def told(self, n_games: int, strays: str) -> str:
        """What came out, in one line: the deviations of final scores by bucket."""


def write_model(model: dict[str, Any], path: Path) -> None:
    replace_file(path, f"{json.dumps(model, indent=1)}\n".encode())
