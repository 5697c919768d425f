"""Fits a value model to self-play of the policy: features where playouts stop against the score at the end.

Game k of a run follows from the seed and k alone, so a run can be stopped and taken up again; its checkpoint keeps the
rows seen so far. Positions are sorted into buckets with a linear model each, unless a game fits its own. A game's room
says what is played: subclasses of `ValueTraining` and `ValueTrainer`.
"""

from __future__ import annotations

import io
import json
import math
import re
import zipfile
import zlib
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, ClassVar

import numpy as np
import numpy.typing as npt

from bots.bot import param
from bots.cross_entropy import check_seed, replace_file
from bots.players import Run, Step, Trainer
from engine import BoomtownError, State, Stream

N_GAMES = 20_000  # in all, unless told or a game says otherwise
CHUNK = 60  # games of a step
RIDGE = 1.0  # keeps features that hardly vary from running away
# What reading a file that is no checkpoint, or half of one, raises.
FAULTS = (OSError, ValueError, KeyError, TypeError, AttributeError, EOFError, zipfile.BadZipFile, zlib.error)


Rows = npt.NDArray[np.floating[Any]]


class ValueTraining(ABC):
    """Of each game rows of [bucket, score now, score at the end, features…], one for each seat of each position in the
    order of seats, and the model they give."""

    features: ClassVar[tuple[str, ...]]
    buckets: ClassVar[Sequence[int]]
    usual_games: ClassVar[int] = N_GAMES
    games_per_save: ClassVar[int] = 3000
    every: ClassVar[int] = 1  # of how many positions one is kept
    kind: ClassVar[type[np.floating[Any]]] = np.float64  # of the numbers kept

    def __init__(self, seed: int, games: list[Rows] | None = None) -> None:
        self.seed = seed
        self.games = games or []  # played so far
        self.target = self.usual_games  # how many shall be played
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
                rows, lengths = found["rows"], found["lengths"].astype(int)
                seed, target = int(found["seed"]), int(found["target"])
                games = np.split(rows.astype(cls.kind), np.cumsum(lengths)[:-1])
        except FAULTS as fault:  # numpy's own words are advice for programmers
            if isinstance(fault, OSError) and fault.strerror:
                raise BoomtownError(f"{path}: cannot be read: {fault.strerror}") from None
            expected = "expected the file that boomtown train value wrote to --checkpoint"
            raise BoomtownError(f"{path}: no checkpoint of a value model: {expected}") from fault
        width = 3 + len(cls.features)
        if rows.ndim != 2 or rows.shape[1] != width or not len(rows) or not np.isfinite(rows).all():
            raise BoomtownError(f"{path}: no checkpoint of a value model: its rows are not {width} numbers each")
        if lengths.ndim != 1 or lengths.min() < 0 or lengths.sum() != len(rows):
            raise BoomtownError(f"{path}: no checkpoint of a value model: its games do not make up its rows")
        training = cls(seed, games)
        training.target = target
        return training

    @property
    def n_games(self) -> int:
        """Played so far."""
        return len(self.games)

    def save(self, path: Path) -> None:
        file = io.BytesIO()
        lengths = [len(game) for game in self.games]
        rows = np.concatenate(self.games)
        np.savez_compressed(file, seed=self.seed, rows=rows, lengths=lengths, target=self.target)
        replace_file(path, file.getvalue())

    def chunks(self, n_games: int) -> Iterator[int]:
        """Plays on until so many games are played in all; yields how many are, every CHUNK games."""
        self.target = n_games
        while self.n_games < n_games:
            self.games.append(self._play(self.n_games))
            if self.n_games % CHUNK == 0 or self.n_games == n_games:
                yield self.n_games

    def _play(self, k: int) -> Rows:
        guide = self.guides[k % len(self.guides)]
        rng = Stream(self.seed, "value", k)
        state = guide.game.new()
        seen: list[tuple[int, list[float], list[list[float]]]] = []
        n = k
        while not state.is_over:
            guide.play_out(state, rng)
            n += 1
            if not state.is_over and n % self.every == 0:
                seen.append((self.bucket(guide, state), state.scores(), guide.features(state)))
        final = state.scores()
        rows = [
            [bucket, scores[seat], final[seat], *features]
            for bucket, scores, found in seen
            for seat, features in enumerate(found)
        ]
        return np.array(rows, self.kind).reshape(-1, 3 + len(self.features))

    def model(self) -> dict[str, Any]:
        """Least squares per bucket; the temperature from how far games stray from it."""
        rows = np.concatenate(self.games)
        games = np.repeat(np.arange(self.n_games), [len(game) for game in self.games])
        weights: list[list[float]] = []
        temperature: list[float] = []
        errors: list[float] = []
        for bucket in self.buckets:
            places = rows[:, 0] == bucket
            some = rows[places]
            if len(some) == 0:  # never seen, so hardly ever judged: as the one before
                weights.append(weights[-1] if weights else [0.0] * len(self.features))
                temperature.append(temperature[-1] if temperature else 1.0)
                continue
            x, gain = some[:, 3:], some[:, 2] - some[:, 1]
            fitted = np.linalg.solve(x.T @ x + RIDGE * np.eye(x.shape[1]), x.T @ gain)
            stray = _within_games(games[places], gain - x @ fitted)
            spread = float(np.sqrt(np.mean(stray**2)))
            weights.append([round(float(value), 4) for value in fitted])
            # a softmax with temperature T is a race of scores with Gumbel noise, whose deviation is T * pi / sqrt(6)
            temperature.append(round(spread * math.sqrt(6) / math.pi, 3))
            errors.append(round(spread, 1))
        return {
            "games": self.n_games, "seed": self.seed, "features": list(self.features), "deviation": errors,
            "temperature": temperature, "weights": weights,
        }  # fmt: skip

    @classmethod
    @abstractmethod
    def told(cls, model: dict[str, Any]) -> str:
        """What came out, in one line."""


def _within_games(games: np.ndarray, values: np.ndarray) -> np.ndarray:
    """Values less their game's mean: what all seats share decides no victory."""
    _, place = np.unique(games, return_inverse=True)
    means = np.bincount(place, values) / np.bincount(place)
    return np.asarray(values - means[place])


def games_param(usual: int) -> int | None:
    """How many games are played."""
    text = f"in all ({usual:,} unless told); a run that is resumed keeps its number, or a higher one"
    found: int | None = param(None, text, low=5)
    return found


@dataclass(frozen=True)
class ValueOptions:
    games: int | None = games_param(N_GAMES)


class ValueTrainer(Trainer):
    Training: ClassVar[type[ValueTraining]]
    name = "value"
    help = "the value model that judges playouts stopped early; written when all games are played"
    unit = "game"
    Options: ClassVar[type[ValueOptions]] = ValueOptions

    def run(self, options: ValueOptions, run: Run) -> Iterator[Step]:
        training = self.Training.load(run.checkpoint) if run.is_resumed else self.Training(run.first_seed)
        check_seed(run, training.seed)
        n_games = options.games or training.target
        if n_games < training.n_games:
            raise BoomtownError(
                f"{run.checkpoint} has {training.n_games:,} games already: --games {n_games} is too few"
            )
        for n in training.chunks(n_games):
            if n % self.Training.games_per_save == 0:
                training.save(run.checkpoint)
            yield Step(n, n_games, "")
        training.save(run.checkpoint)
        model = training.model()
        write_model(model, run.output)
        yield Step(n_games, n_games, self.Training.told(model))


def write_model(model: dict[str, Any], path: Path) -> None:
    text = json.dumps(model, indent=1)
    text = re.sub(r"\[[^\[\]{}]*\]", lambda row: " ".join(row[0].split()), text)  # a row of numbers in a line
    replace_file(path, f"{text}\n".encode())
