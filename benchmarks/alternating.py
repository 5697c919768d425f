"""Is it slower than before? The bench of two builds in alternating runs on one machine, and the ratio of each figure.

    python -m benchmarks.alternating /path/to/before/.venv/bin/boomtown [--game planet-steam] [--runs 3]

The best of the runs counts on each side; a ratio above 1 says that this build is faster. Figures over positions that
random games reach are of the same positions only where the rules of both builds are the same.
"""

from __future__ import annotations

import json
import math
import subprocess
import sys
from collections import defaultdict
from pathlib import Path
from typing import Any

import click
from tqdm import tqdm

BOUND = 0.90  # a single ratio below it is named
Figures = dict[tuple[str, str], float]  # by set-up and name


def figures_of(run: dict[str, Any], game: str) -> Figures:
    """The speeds of a run by set-up. Version 0.1 knew one game and gave its set-ups no label."""
    games = run["games"]
    found = {}
    for row in games if isinstance(games, list) else games[game]:
        label = row.get("label") or f"{row['edition'][:4]} {row['players']}"
        for name, value in row.items():
            if name.endswith("_ns") or "per_second" in name:
                found[label, name] = value
    return found


def better(name: str, one: float, other: float) -> float:
    return min(one, other) if name.endswith("_ns") else max(one, other)


def ratios(before: Figures, now: Figures) -> Figures:
    """How many times as fast it is now, of every figure that both have."""
    return {
        key: before[key] / now[key] if key[1].endswith("_ns") else now[key] / before[key]
        for key in now
        if before.get(key) and now[key]
    }


def geometric_mean(values: list[float]) -> float:
    return math.exp(sum(map(math.log, values)) / len(values))


@click.command()
@click.argument("before", type=click.Path(exists=True, dir_okay=False, path_type=Path))
@click.option("--game", default="planet-steam", show_default=True, help="Whose figures are compared.")
@click.option("--runs", type=click.IntRange(1), default=3, show_default=True, help="Runs of each build.")
def main(before: Path, game: str, runs: int) -> None:
    """Compare the bench of this build with that of the program BEFORE, in alternating runs."""
    quick = ["bench", "--quick", "--json"]
    builds = {"before": [str(before), *quick], "now": [sys.executable, "-m", "arena", *quick, "--game", game]}
    best: dict[str, Figures] = {"before": {}, "now": {}}
    for _ in tqdm(range(runs), "runs"):
        for build, command in builds.items():
            done = subprocess.run(command, capture_output=True, text=True)
            if done.returncode:
                raise click.ClickException(f"{' '.join(command)}: {done.stderr.strip() or 'failed'}")
            for key, value in figures_of(json.loads(done.stdout), game).items():
                best[build][key] = better(key[1], best[build].get(key, value), value)
    report(ratios(best["before"], best["now"]))


def report(found: Figures) -> None:
    by_name = defaultdict(list)
    for (label, name), ratio in found.items():
        by_name[name].append((ratio, label))
    click.echo(f"{'figure':34} mean  lowest")
    for name, some in by_name.items():
        mean, (lowest, label) = geometric_mean([ratio for ratio, _ in some]), min(some)
        click.echo(f"{name:34} {mean:4.2f}  {lowest:4.2f} ({label})")
    low = [f"{name} {label} {ratio:.2f}" for (label, name), ratio in found.items() if ratio < BOUND]
    click.echo(f"{len(found)} ratios, geometric mean {geometric_mean(list(found.values())):.3f}")
    click.echo(f"below {BOUND:.2f}: {', '.join(low) or 'none'}")


if __name__ == "__main__":
    main()
