"""What a step of `engine.Batch` costs with 1 to 16,384 games in it: draws `docs/images/batch-size.svg`.

`python -m benchmarks.batch_size`. One thread, in its processor time; random agents, `step_random()` called once for
every step.
"""

from __future__ import annotations

import math
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import click

from arena.bench import figures
from arena.identity import machine
from benchmarks.peers.environments import SHOWN
from engine import Batch, Game, new_game

SIZES = tuple(2**k for k in range(15))
PLAYERS = 4
LINES = {
    ("planet-steam", "nothing"): "#1f77b4",
    ("planet-steam", "observation, bits"): "#17a2b8",
    ("steamopolis", "nothing"): "#d62728",
    ("steamopolis", "observation, bits"): "#ff7f0e",
}
WIDTH, HEIGHT, LEFT, TOP, RIGHT, BOTTOM = 760, 400, 60, 40, 20, 50
LOWEST, HIGHEST = 10, 10_000  # ns

Curve = list[tuple[int, float]]


def step_ns(game: Game, shown: str, size: int, seconds: float) -> float:
    steps = max(1, min(2000, 20_000 // size))
    with Batch(game, size, seed=1, **SHOWN[shown]) as batch:
        batch.step_random(200)  # games leave the opening, in which all do the same
        rate = figures.best_rate(lambda: sum(batch.step_random() for _ in range(steps)), seconds, time.thread_time)
        return 1e9 / rate


def place(size: int, ns: float) -> tuple[float, float]:
    """Of a point on the picture; both scales are logarithmic."""
    x = math.log2(size) / math.log2(SIZES[-1])
    y = math.log(ns / LOWEST) / math.log(HIGHEST / LOWEST)
    return LEFT + x * (WIDTH - LEFT - RIGHT), HEIGHT - BOTTOM - y * (HEIGHT - TOP - BOTTOM)


def drawn(curves: dict[tuple[str, str], Curve], title: str) -> Iterator[str]:
    """The lines of an SVG file."""
    yield f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {HEIGHT}" font-family="sans-serif">'
    yield f'<rect width="{WIDTH}" height="{HEIGHT}" fill="white"/>'
    yield f'<text x="{LEFT}" y="22" font-size="14">{title}</text>'
    for size in SIZES[::2]:
        x, y = place(size, LOWEST)
        yield f'<text x="{x:.0f}" y="{y + 18:.0f}" font-size="12" text-anchor="middle">{size:,}</text>'
    yield f'<text x="{WIDTH / 2:.0f}" y="{HEIGHT - 10}" font-size="12" text-anchor="middle">games in the batch</text>'
    for ns in (10, 100, 1000, 10_000):
        x, y = place(1, ns)
        yield f'<path d="M{x:.0f} {y:.1f}H{WIDTH - RIGHT}" stroke="#ddd"/>'
        yield f'<text x="{x - 6:.0f}" y="{y + 4:.0f}" font-size="12" text-anchor="end">{ns:,}</text>'
    for number, (key, curve) in enumerate(curves.items()):
        points = " ".join(f"{x:.1f},{y:.1f}" for x, y in (place(*point) for point in curve))
        yield f'<polyline points="{points}" fill="none" stroke="{LINES[key]}" stroke-width="2"/>'
        at = TOP + 12 + 18 * number
        yield f'<path d="M{WIDTH - 310} {at - 4}h24" stroke="{LINES[key]}" stroke-width="2"/>'
        text = f"{key[0]}: {key[1]}, best {min(ns for _, ns in curve):.0f} ns"
        yield f'<text x="{WIDTH - 280}" y="{at}" font-size="12">{text}</text>'
    yield "</svg>"


@click.command()
@click.option("--seconds", type=float, default=0.2, show_default=True, help="For each point.")
@click.option("--out", type=click.Path(path_type=Path), default=Path("docs/images/batch-size.svg"), show_default=True)
def main(seconds: float, out: Path) -> None:
    """Draws the cost of a step against the size of a batch, and prints it."""
    curves: dict[tuple[str, str], Curve] = {}
    for name, shown in LINES:
        game = new_game(name, players=PLAYERS)
        curves[name, shown] = [(size, step_ns(game, shown, size, seconds)) for size in SIZES]
        click.echo(f"{name}, {shown}: " + " ".join(f"{size}:{ns:.0f}" for size, ns in curves[name, shown]))
    commit = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True).stdout.strip()
    title = f"ns per step, one thread, {machine()['processor']}, commit {commit}"
    out.write_text("\n".join(drawn(curves, title)) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
