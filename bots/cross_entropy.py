"""The cross-entropy method, as trainings of weights use it: sets of weights are drawn around a mean; mean and spread
move towards the best of them. Everything follows from a seed; a checkpoint after each generation lets a run go on where
it stopped, with the same outcome. `bots/policy_training.py` and `bots/guide_training.py` say how sets are judged.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress
from dataclasses import MISSING, asdict, dataclass, fields
from pathlib import Path
from typing import Any, TypeVar

from bots.players import Run
from engine import BoomtownError, Stream

Weights = dict[str, float]
Kept = TypeVar("Kept", bound="Checkpoint")

POPULATION = 40  # sets of weights of a generation
ELITE = 10  # of them, those that the mean moves towards
MEAN_KEPT = 0.3  # share of the mean that a generation leaves as it was


def drawn(rng: Stream, mean: Weights, spread: Weights) -> Weights:
    """A set of weights around the mean."""
    return {name: mean[name] + spread[name] * _normal(rng) for name in mean}


def move_towards(
    best: Sequence[Weights], shares: Sequence[float], mean: Weights, spread: Weights, spread_kept: float
) -> None:
    """Moves mean and spread, in place, towards those of the best sets; each of these counts by its share."""
    total = sum(shares)
    for name in mean:
        values = [weights[name] for weights in best]
        middle = sum(share * value for share, value in zip(shares, values, strict=True)) / total
        variance = sum(share * (value - middle) ** 2 for share, value in zip(shares, values, strict=True)) / total
        mean[name] = MEAN_KEPT * mean[name] + (1 - MEAN_KEPT) * middle
        spread[name] = spread_kept * spread[name] + (1 - spread_kept) * math.sqrt(variance)


def _normal(rng: Stream) -> float:
    """A standard normal draw (Box and Muller)."""
    return math.sqrt(-2 * math.log(1 - rng.uniform())) * math.cos(2 * math.pi * rng.uniform())


# -- where a run stands ------------------------------------------------------------------------------------------------


@dataclass
class Checkpoint(ABC):
    """Where a training run stands."""

    def save(self, path: Path) -> None:
        replace_file(path, f"{json.dumps(asdict(self), indent=1)}\n".encode())

    @classmethod
    def load(cls: type[Kept], path: Path, names: Collection[str]) -> Kept:
        """`names`: those of the weights."""
        try:
            stored = json.loads(path.read_text())
        except OSError as fault:
            raise BoomtownError(f"{path}: cannot be read: {fault.strerror}") from None
        except (ValueError, RecursionError):  # also of bytes that are no text
            stored = None
        try:
            found = cls(**expect_fields(cls, stored))
            found.check(names)
        except (ValueError, TypeError, AttributeError, KeyError) as fault:
            raise BoomtownError(f"{path}: no training checkpoint: {fault}") from fault
        return found

    @abstractmethod
    def check(self, names: Collection[str]) -> None:
        """Raises ValueError unless a run can go on from here."""


def expect_fields(cls: type, stored: Any) -> dict[str, Any]:
    """What a checkpoint, or a part of one, stores, if those are its names."""
    if not isinstance(stored, dict):
        raise ValueError("expected the file that boomtown train wrote to --checkpoint")
    known = {one.name: one.default is one.default_factory is MISSING for one in fields(cls)}
    if missing := [name for name, is_needed in known.items() if is_needed and name not in stored]:
        raise ValueError(f"it has no {', '.join(missing)}")
    if odd := sorted(set(stored) - set(known)):
        raise ValueError(f"it has {', '.join(odd)}, which no checkpoint has")
    return stored


def check_sets(sets: Iterable[Weights], names: Collection[str]) -> None:
    for weights in sets:
        if odd := sorted(set(names) ^ set(weights)):
            raise ValueError(f"its weights are not those of this policy: {', '.join(odd)}")
        if not all(math.isfinite(value) for value in weights.values()):
            raise ValueError("a weight is not finite")


def check_counts(seed: Any, *counts: Any) -> None:
    if not isinstance(seed, int) or not all(isinstance(n, int) and n >= 0 for n in counts):
        raise ValueError("its seed or a count is no whole number")


def check_seed(run: Run, used: int) -> None:
    """A run that is resumed keeps its seed."""
    if run.seed not in (None, used):
        where = f"{run.checkpoint} has the seed {used}"
        raise BoomtownError(f"{where}: leave --seed {run.seed} out, or give another checkpoint")


def check_same(what: str, begun: int | None, asked: int | None) -> None:
    """A run that is resumed keeps its numbers; None of either: nobody said."""
    if begun and asked not in (None, begun):
        raise BoomtownError(f"the run was begun with {begun} {what}, not {asked}")


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
