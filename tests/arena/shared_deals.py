"""How many games shared deals save: `python -m tests.arena.shared_deals heuristic heuristic:noise=0.005 --players 2`.

Plays blocks (one deal, every rotation) and as many games on deals of their own, and compares the variance of the score
per game. A ratio of 0.4 means that shared deals need 0.4 times the games for the same error.
"""

from __future__ import annotations

import argparse
from dataclasses import replace

import numpy as np

from arena.executor import LocalExecutor
from arena.processes import n_cores
from arena.ratings import Game, block_score
from arena.schedule import SEED_BITS, Fixture, Schedule
from arena.tasks import Conditions, Outcome, Task
from engine import derive, new_game


def run(fixtures: list[Fixture], conditions: Conditions) -> dict[int, Outcome]:
    found: dict[int, Outcome] = {}
    with LocalExecutor(conditions, n_cores()) as executor:
        for fixture in fixtures:
            executor.submit(Task(fixture))
        while len(found) < len(fixtures):
            found.update({outcome.fixture.number: outcome for outcome in executor.wait(5)})
    return found


def scores(blocks: list[list[Fixture]], found: dict[int, Outcome], a: str, b: str) -> np.ndarray:
    """The first bot's score in each block."""
    each = []
    for block in blocks:
        games = [Game(one.block, one.bots, tuple(found[one.number].places or ())) for one in block]
        score = block_score(games, a, b)
        assert score is not None
        each.append(score[0])
    return np.array(each)


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("a")
    parser.add_argument("b")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--blocks", type=int, default=400)
    options = parser.parse_args()
    conditions = Conditions(new_game(players=options.players).header())
    schedule = Schedule([options.a, options.b], options.players, 1)
    blocks = [schedule.block(number) for number in range(options.blocks)]
    flat = [fixture for block in blocks for fixture in block]
    alone = [replace(fixture, seed=derive(99, "deal", fixture.number) & SEED_BITS) for fixture in flat]
    shared = scores(blocks, run(flat, conditions), options.a, options.b)
    single = scores([[fixture] for fixture in alone], run(alone, conditions), options.a, options.b)
    size = len(flat) / len(blocks)
    rng = np.random.default_rng(1)
    ratios = [
        rng.choice(shared, len(shared)).var(ddof=1) * size / rng.choice(single, len(single)).var(ddof=1)
        for _ in range(1000)
    ]
    low, high = np.quantile(ratios, [0.025, 0.975])
    print(f"{options.a} against {options.b}, {options.players} seats, {len(flat)} games each way")
    print(f"score: {shared.mean():.3f} shared, {single.mean():.3f} alone")
    print(f"variance per game: {shared.var(ddof=1) * size:.4f} shared, {single.var(ddof=1):.4f} alone")
    print(f"ratio: {shared.var(ddof=1) * size / single.var(ddof=1):.2f} ({low:.2f} to {high:.2f})")


if __name__ == "__main__":
    main()
