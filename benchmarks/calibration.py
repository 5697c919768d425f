"""Whether the value model means what it says: its chances against the results of games that the search played.

`python -m benchmarks.calibration --game G --players N` lets a small search play itself, asks the game's value model at
the start of every round what each seat's chances are, and holds that against the results: by tenths of the predicted
chance, and as Brier score by the rounds still to come. `--other COMMIT` (or `--environment PATH`) has another version's
model judge the same positions. Exit code 1 if a tenth with cases enough is off by more than 5 points, or if the other
model has the lower Brier score at some number of rounds.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from benchmarks import judging
from benchmarks.environments import CACHE, Version, built, existing, without_our_path
from benchmarks.selfplay import Played, add_options, opened
from benchmarks.settings import add_settings, ended, game_of
from engine import BoomtownError

ENOUGH = 200  # cases of a tenth, from which on it is held to its word
LIMIT = 0.05


@dataclass(frozen=True)
class Case:
    """One seat's chance at one round's start, and what came of it."""

    game: int
    left: int  # rounds still played, the one that starts included
    chance: float
    share: float


def cases(judged: Sequence[Sequence[tuple[int, list[float]]]], games: Sequence[Played]) -> list[Case]:
    found = []
    for number, (rounds, game) in enumerate(zip(judged, games, strict=True)):
        last = max((at for at, _ in rounds), default=0)
        for at, chances in rounds:
            pairs = zip(chances, game.shares, strict=True)
            found += [Case(number, last - at + 1, chance, share) for chance, share in pairs]
    return found


@dataclass(frozen=True)
class Tenth:
    low: float
    n: int
    predicted: float
    observed: float
    error: float  # standard error of what was observed, by games: cases of one game share its result

    @property
    def is_off(self) -> bool:
        return self.n >= ENOUGH and abs(self.predicted - self.observed) > LIMIT


def tenths(found: Sequence[Case]) -> list[Tenth]:
    """The cases by predicted chance: how often what was predicted came true."""
    rows = []
    for tenth in range(10):
        some = [case for case in found if min(9, int(10 * case.chance)) == tenth]
        if not some:
            continue
        observed = float(np.mean([case.share for case in some]))
        sums: dict[int, float] = {}
        for case in some:
            sums[case.game] = sums.get(case.game, 0.0) + case.share - observed
        error = float(np.sqrt(np.sum(np.square(list(sums.values()))))) / len(some)
        rows.append(Tenth(tenth / 10, len(some), float(np.mean([case.chance for case in some])), observed, error))
    return rows


def briers(found: Sequence[Case]) -> dict[int, float]:
    """The mean square of what a prediction was off by, by the rounds still to come."""
    squares: dict[int, list[float]] = {}
    for case in found:
        squares.setdefault(case.left, []).append((case.chance - case.share) ** 2)
    return {left: float(np.mean(values)) for left, values in sorted(squares.items())}


def judged_by(version: Version, path: Path, n_games: int) -> list[list[tuple[int, list[float]]]]:
    """What another version's model says of the same positions."""
    command = [str(version.python), judging.__file__, str(path.resolve())]
    done = subprocess.run(command, capture_output=True, text=True, check=False, env=without_our_path())
    if done.returncode:
        said = (done.stderr.strip().splitlines() or ["no word of why"])[-1]
        raise BoomtownError(f"{version.name} cannot judge these games: {said}")
    return [json.loads(line) for line in done.stdout.splitlines()[:n_games]]


def report(ours: Sequence[Case], theirs: Sequence[Case] | None, name: str) -> bool:
    """Prints the tables; whether all limits are kept."""
    rows = tenths(ours)
    print("| predicted | mean | observed (± standard error) | cases | |\n| --- | --- | --- | --- | --- |")
    for row in rows:
        observed = f"{row.observed:.1%} ± {row.error:.1%}"
        told = "off" if row.is_off else "" if row.n >= ENOUGH else "few"
        print(f"| {row.low:.0%} to {row.low + 0.1:.0%} | {row.predicted:.1%} | {observed} | {row.n} | {told} |")
    mine, other = briers(ours), {} if theirs is None else briers(theirs)
    print(
        "\n| rounds left | Brier"
        + (f" | {name}" if other else "")
        + " |\n| --- | ---"
        + (" | ---" * bool(other))
        + " |"
    )
    for left, score in mine.items():
        print(f"| {left} | {score:.4f}" + (f" | {other[left]:.4f}" if other else "") + " |")
    worse = [left for left in other if mine[left] >= other[left]]
    off = [row for row in rows if row.is_off]
    print(
        f"\n{len(off)} of {sum(row.n >= ENOUGH for row in rows)} tenths with {ENOUGH} cases are off by over {LIMIT:.0%}"
    )
    if other:
        where = f"not below {name} with {', '.join(map(str, worse))}" if worse else f"below {name} at any number of"
        print(f"Brier {where} rounds left")
    return not off and not worse


def measure(words: Sequence[str]) -> int:
    parser = argparse.ArgumentParser(
        "benchmarks.calibration", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    add_options(parser, 400)
    parser.add_argument("--other", metavar="COMMIT", help="a version whose model judges the same positions")
    parser.add_argument("--environment", type=Path, metavar="PATH", help="where that version is installed")
    parser.add_argument("--cache", type=Path, default=CACHE, help="where versions are built (%(default)s)")
    settings = add_settings(parser, words)
    options = parser.parse_args(words)
    game = game_of(options, settings)
    if "round" not in game.new().snapshot():
        raise BoomtownError(f"game {game.name}: its positions tell no round, and its value model judges at their start")
    store = opened(options, game)
    games = store.games[: options.games]
    ours = cases([list(judging.judged(game, one.moves)) for one in games], games)
    theirs, name = None, ""
    if options.other or options.environment:
        version = built(options.other, options.cache) if options.other else existing(options.environment)
        theirs, name = cases(judged_by(version, store.path, len(games)), games), version.name
    print(f"{game.name}, {options.players} players: {len(games)} games of {options.bot}, kept in {store.path}\n")
    return 0 if report(ours, theirs, name) else 1


def main(words: Sequence[str] | None = None) -> int:
    return ended("calibration", lambda: measure(sys.argv[1:] if words is None else words))


if __name__ == "__main__":
    sys.exit(main())
