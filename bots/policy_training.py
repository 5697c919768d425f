"""Fits a policy's weights to self-play: the cross-entropy method against a pool of earlier selves.

Each generation plays every set of weights against each opponent of the pool in several configurations (shared dice,
turned seats), and moves towards the best quarter. Every few generations the mean joins the pool. A game's room says
what is played: subclasses of `Training` and `PolicyTrainer`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, ClassVar

from bots.adviser import play_games
from bots.bot import param
from bots.cross_entropy import (
    ELITE,
    POPULATION,
    Checkpoint,
    Weights,
    check_counts,
    check_same,
    check_seed,
    check_sets,
    drawn,
    move_towards,
    replace_file,
)  # fmt: skip
from bots.fitted import load_weights
from bots.players import Run, Step, Trainer
from engine import Game, Stream, derive

MAX_POOL = 4
JOIN_EVERY = 6  # generations between additions to the pool
SPREAD_KEPT = 0.3  # share of the spread that a generation leaves as it was


@dataclass
class PolicyCheckpoint(Checkpoint):
    seed: int
    generation: int
    mean: Weights
    spread: Weights
    pool: list[Weights]
    games: int | None = None  # per set of weights and configuration; None: a checkpoint older than this field
    n_games: int = 0  # played so far
    fitness: list[float] = field(default_factory=list)  # of the mean against the newest of the pool, at each joining

    def check(self, names: Collection[str]) -> None:
        if not self.pool:
            raise ValueError("its pool is empty")
        check_sets((self.mean, self.spread, *self.pool), names)
        check_counts(self.seed, self.generation, self.n_games, self.games or 0)
        if not isinstance(self.fitness, list):
            raise ValueError("its fitness is no list")


class Training:
    """A run of `generations()`; each step is one generation, after which `checkpoint` is up to date."""

    Adviser: ClassVar[type[Any]]  # the room's: made of a game and weights
    place: ClassVar[Path]  # the weights that a run begins with; later ones have the same names
    usual_games: ClassVar[int]  # per set of weights and configuration, unless told
    margin_scale: ClassVar[float]  # a margin in score of this much counts 0.76 of the most that margins can
    games: Sequence[Game]
    shares: Sequence[float]  # weight of each game in the fitness

    def __init__(
        self, seed: int, checkpoint: PolicyCheckpoint | None = None, n_games: int | None = None, jobs: int = 1
    ) -> None:
        """`n_games`: per set of weights and configuration; a checkpoint's is kept, another refused."""
        start = load_weights(self.place)
        self.checkpoint = checkpoint or PolicyCheckpoint(
            seed, 0, dict(start), {name: _unit(value) for name, value in start.items()}, [dict(start)]
        )
        begun = self.checkpoint.games
        check_same("games per candidate and set-up", begun, n_games)
        self.n_games = self.checkpoint.games = begun or n_games or self.usual_games
        self.jobs = jobs

    def generations(self, n: int) -> Iterator[PolicyCheckpoint]:
        for _ in range(n):
            self._step()
            yield self.checkpoint

    def _step(self) -> None:
        now = self.checkpoint
        rng = Stream(now.seed, "train", now.generation)
        sets = [dict(now.mean)]
        while len(sets) < POPULATION:
            sets.append({name: max(0.0, value) for name, value in drawn(rng, now.mean, now.spread).items()})
        dice = derive(now.seed, "train dice", now.generation)
        with ThreadPoolExecutor(self.jobs) as pool:
            found = list(pool.map(lambda weights: self.fitness(weights, now.pool, dice), sets))
        now.n_games += len(sets) * self._games_per_set(len(now.pool))
        ranked = sorted(range(len(sets)), key=lambda k: -found[k])
        best = [sets[k] for k in ranked[:ELITE]]
        move_towards(best, [1.0] * ELITE, now.mean, now.spread, SPREAD_KEPT)
        for name, spread in now.spread.items():
            now.spread[name] = max(spread, 0.1 * _unit(now.pool[0][name]))
        now.generation += 1
        if now.generation % JOIN_EVERY == 0:
            now.fitness.append(round(self.fitness(now.mean, now.pool[-1:], derive(now.seed, "check")), 4))
            now.pool = [*now.pool, dict(now.mean)][-MAX_POOL:]

    def _games_per_set(self, n_pool: int) -> int:
        return sum(n_pool * _rounded(self.n_games // n_pool, game.n_seats) for game in self.games)

    @classmethod
    def load(cls, path: Path) -> PolicyCheckpoint:
        """Where a run of this training stands."""
        return PolicyCheckpoint.load(path, load_weights(cls.place))

    def play(self, game: Game, weights: Weights, other: Weights, dice: int, n: int) -> list[list[float]]:
        """The scores of n games of a set of weights, first, against another in all other seats."""
        return play_games([self.Adviser(game, weights)] + [self.Adviser(game, other)] * (game.n_seats - 1), dice, n)

    def fitness(self, weights: Weights, pool: list[Weights], dice: int) -> float:
        """Half the victory share (0.5 is par), half the margin (0 is par): 0.25 is as good as the pool."""
        total = 0.0
        for game, share in zip(self.games, self.shares, strict=True):
            n = _rounded(self.n_games // len(pool), game.n_seats)
            for other in pool:
                results = self.play(game, weights, other, dice, n)
                total += share * sum(_merit(scores, self.margin_scale) for scores in results) / n / len(pool)
        return total / sum(self.shares)


@dataclass(frozen=True)
class PolicyOptions:
    generations: int = param(20, "how many to run now", low=1)
    games: int | None = param(
        None,
        "per candidate and set-up (a game's usual number unless told); a run that is resumed keeps its number",
        low=5,
    )
    jobs: int = param(1, "threads; the result is the same", low=1)


class PolicyTrainer(Trainer):
    Training: ClassVar[type[Training]]
    name = "policy"
    help = "the policy's weights, by the cross-entropy method; written after each generation"
    unit = "generation"
    Options = PolicyOptions

    def run(self, options: PolicyOptions, run: Run) -> Iterator[Step]:
        stored = self.Training.load(run.checkpoint) if run.is_resumed else None
        training = self.Training(run.first_seed, stored, options.games, options.jobs)
        check_seed(run, training.checkpoint.seed)
        for k, found in enumerate(training.generations(options.generations)):
            found.save(run.checkpoint)
            write_weights(found.mean, run.output)
            played = f"{found.n_games:,} games in {found.generation} generation{'s' * (found.generation != 1)}"
            notes = {"games": found.n_games, "gain": found.fitness[-1] if found.fitness else None}
            yield Step(k + 1, options.generations, f"{played}; weights written to {run.output}", notes)


def write_weights(weights: Weights, path: Path) -> None:
    replace_file(path, f"{json.dumps({name: round(value, 3) for name, value in weights.items()}, indent=2)}\n".encode())


def _merit(scores: list[float], margin_scale: float) -> float:
    """Of the first of the seats."""
    n = len(scores)
    best, others = max(scores), sum(scores[1:]) / (n - 1)
    won = (scores[0] == best) / scores.count(best)
    return 0.5 * won * n / 2 + 0.5 * math.tanh((scores[0] - others) / margin_scale)


def _rounded(n: int, seats: int) -> int:
    """About n games, every seat equally often."""
    return max(1, n // seats) * seats


def _unit(value: float) -> float:
    """The spread a weight starts with."""
    return max(0.3 * abs(value), 0.15)
