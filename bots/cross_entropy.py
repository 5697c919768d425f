"""Fits a policy's weights to self-play: the cross-entropy method against a pool of earlier selves.

Each generation draws sets of weights around the present mean, plays every set against each opponent of the pool in
several configurations (shared dice, turned seats), and moves mean and spread towards the best quarter. Every few
generations the mean joins the pool. Everything follows from the seed; a checkpoint after each generation lets a run go
on where it stopped, with the same outcome. A game's room says what is played: subclasses of `Training` and
`PolicyTrainer`.
"""

from __future__ import annotations

import json
import math
from collections.abc import Collection, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, field, fields
from pathlib import Path
from typing import Any, ClassVar

from bots.adviser import play_games
from bots.bot import param
from bots.fitted import load_weights
from bots.players import Run, Step, Trainer
from engine import BoomtownError, Game, Stream, derive

POPULATION = 40
ELITE = 10
MAX_POOL = 4
JOIN_EVERY = 6  # generations between additions to the pool


@dataclass
class Checkpoint:
    """Where a training run stands."""

    seed: int
    generation: int
    mean: dict[str, float]
    spread: dict[str, float]
    pool: list[dict[str, float]]
    games: int | None = None  # per set of weights and configuration; None: a checkpoint older than this field
    n_games: int = 0  # played so far
    fitness: list[float] = field(default_factory=list)  # of the mean against the newest of the pool, at each joining

    def save(self, path: Path) -> None:
        replace_file(path, f"{json.dumps(asdict(self), indent=1)}\n".encode())

    @classmethod
    def load(cls, path: Path, names: Collection[str]) -> Checkpoint:
        """`names`: those of the weights."""
        try:
            stored = json.loads(path.read_text())
        except OSError as fault:
            raise BoomtownError(f"{path}: cannot be read: {fault.strerror}") from None
        except (ValueError, RecursionError):  # also of bytes that are no text
            stored = None
        try:
            found = cls(**_expect_names(stored))
            found.check(names)
        except (ValueError, TypeError, AttributeError) as fault:
            raise BoomtownError(f"{path}: no training checkpoint: {fault}") from fault
        return found

    def check(self, names: Collection[str]) -> None:
        """Raises ValueError unless a run can go on from here."""
        if not self.pool:
            raise ValueError("its pool is empty")
        for weights in (self.mean, self.spread, *self.pool):
            if odd := sorted(set(names) ^ set(weights)):
                raise ValueError(f"its weights are not those of this policy: {', '.join(odd)}")
            if not all(math.isfinite(value) for value in weights.values()):
                raise ValueError("a weight is not finite")
        counts = (self.generation, self.n_games, self.games or 0)
        if not isinstance(self.seed, int) or not all(isinstance(n, int) and n >= 0 for n in counts):
            raise ValueError("its seed or a count is no whole number")
        if not isinstance(self.fitness, list):
            raise ValueError("its fitness is no list")


def _expect_names(stored: Any) -> dict[str, Any]:
    """What a checkpoint stores, if those are its names."""
    if not isinstance(stored, dict):
        raise ValueError("expected the file that boomtown train wrote to --checkpoint")
    known = {one.name: one.default is one.default_factory is MISSING for one in fields(Checkpoint)}
    if missing := [name for name, is_needed in known.items() if is_needed and name not in stored]:
        raise ValueError(f"it has no {', '.join(missing)}")
    if odd := sorted(set(stored) - set(known)):
        raise ValueError(f"it has {', '.join(odd)}, which no checkpoint has")
    return stored


class Training:
    """A run of `generations()`; each step is one generation, after which `checkpoint` is up to date."""

    Adviser: ClassVar[type[Any]]  # the room's: made of a game and weights
    place: ClassVar[Path]  # the weights that a run begins with; later ones have the same names
    usual_games: ClassVar[int]  # per set of weights and configuration, unless told
    margin_scale: ClassVar[float]  # a margin in score of this much counts 0.76 of the most that margins can
    games: Sequence[Game]
    shares: Sequence[float]  # weight of each game in the fitness

    def __init__(
        self, seed: int, checkpoint: Checkpoint | None = None, n_games: int | None = None, jobs: int = 1
    ) -> None:
        """`n_games`: per set of weights and configuration; a checkpoint's is kept, another refused."""
        start = load_weights(self.place)
        self.checkpoint = checkpoint or Checkpoint(
            seed, 0, dict(start), {name: _unit(value) for name, value in start.items()}, [dict(start)]
        )
        begun = self.checkpoint.games
        if begun and n_games not in (None, begun):
            raise BoomtownError(f"the run was begun with {begun} games per candidate and set-up, not {n_games}")
        self.n_games = self.checkpoint.games = begun or n_games or self.usual_games
        self.jobs = jobs

    def generations(self, n: int) -> Iterator[Checkpoint]:
        for _ in range(n):
            self._step()
            yield self.checkpoint

    def _step(self) -> None:
        now = self.checkpoint
        rng = Stream(now.seed, "train", now.generation)
        sets = [dict(now.mean)]
        while len(sets) < POPULATION:
            sets.append({name: max(0.0, now.mean[name] + now.spread[name] * _normal(rng)) for name in now.mean})
        dice = derive(now.seed, "train dice", now.generation)
        with ThreadPoolExecutor(self.jobs) as pool:
            found = list(pool.map(lambda weights: self.fitness(weights, now.pool, dice), sets))
        now.n_games += len(sets) * self._games_per_set(len(now.pool))
        ranked = sorted(range(len(sets)), key=lambda k: -found[k])
        best = [sets[k] for k in ranked[:ELITE]]
        for name in now.mean:
            middle = sum(weights[name] for weights in best) / ELITE
            spread = math.sqrt(sum((weights[name] - middle) ** 2 for weights in best) / ELITE)
            now.mean[name] = 0.3 * now.mean[name] + 0.7 * middle
            now.spread[name] = max(0.3 * now.spread[name] + 0.7 * spread, 0.1 * _unit(now.pool[0][name]))
        now.generation += 1
        if now.generation % JOIN_EVERY == 0:
            now.fitness.append(round(self.fitness(now.mean, now.pool[-1:], derive(now.seed, "check")), 4))
            now.pool = [*now.pool, dict(now.mean)][-MAX_POOL:]

    def _games_per_set(self, n_pool: int) -> int:
        return sum(n_pool * _rounded(self.n_games // n_pool, game.n_seats) for game in self.games)

    @classmethod
    def load(cls, path: Path) -> Checkpoint:
        """Where a run of this training stands."""
        return Checkpoint.load(path, load_weights(cls.place))

    def play(
        self, game: Game, weights: dict[str, float], other: dict[str, float], dice: int, n: int
    ) -> list[list[float]]:
        """The scores of n games of a set of weights, first, against another in all other seats."""
        return play_games([self.Adviser(game, weights)] + [self.Adviser(game, other)] * (game.n_seats - 1), dice, n)

    def fitness(self, weights: dict[str, float], pool: list[dict[str, float]], dice: int) -> float:
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


def check_seed(run: Run, used: int) -> None:
    """A run that is resumed keeps its seed."""
    if run.seed not in (None, used):
        where = f"{run.checkpoint} has the seed {used}"
        raise BoomtownError(f"{where}: leave --seed {run.seed} out, or give another checkpoint")


def replace_file(path: Path, content: bytes) -> None:
    """Writes a file whole or not at all: whoever is stopped in the middle keeps the old one."""
    target = path.resolve()
    part = target.with_name(f"{target.name}.part")
    try:
        if path.exists() and not path.is_file():  # a device or a pipe: nothing to keep, and not to be replaced
            path.write_bytes(content)
            return
        part.write_bytes(content)
        part.replace(target)
    except OSError as error:
        with suppress(OSError):
            part.unlink()
        raise BoomtownError(f"{path}: cannot be written: {error.strerror}") from None


def write_weights(weights: dict[str, float], path: Path) -> None:
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


def _normal(rng: Stream) -> float:
    """A standard normal draw (Box and Muller)."""
    return math.sqrt(-2 * math.log(1 - rng.uniform())) * math.cos(2 * math.pi * rng.uniform())
