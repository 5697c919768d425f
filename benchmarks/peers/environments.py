"""Our environments with random agents: `engine.Batch` with and without what it shows, in one thread and two, and the
PettingZoo loop. Steps are decisions; chance is rolled within them."""

from __future__ import annotations

import random
import time
import warnings
from collections.abc import Callable
from typing import Any

from arena.bench import figures
from engine import Batch, Game, new_game

SIZE = 1024
STEPS = 20  # of a run: some milliseconds
SHOWN: dict[str, dict[str, Any]] = {
    "nothing": {"observation": False, "legal": None},
    "observation, list": {"observation": True, "legal": "list"},
    "observation, bits": {"observation": True, "legal": "bits"},
}
GAMES = ("planet-steam", "steamopolis")
PLAYERS = 4


def measured(seconds: float) -> dict[str, float]:
    """Steps per second by "game: what"."""
    found = {}
    for name in GAMES:
        game = new_game(name, players=PLAYERS)
        found[f"{name}: loop"] = figures.playouts(game, seconds)[0]
        for shown in SHOWN:
            found[f"{name}: {shown}"] = batch_rate(game, shown, seconds)
        for threads in (1, 2):
            found[f"{name}: {threads} thread"] = batch_rate(game, "observation, list", seconds, threads)
        found[f"{name}: PettingZoo"] = figures.best_rate(pettingzoo_loop(game), seconds, time.thread_time)
    return found


def batch_rate(game: Game, shown: str, seconds: float, threads: int = 0) -> float:
    """Of one thread in its processor time; of a number of threads, to compare them, by the clock."""
    clock = time.perf_counter if threads else time.thread_time
    with Batch(game, SIZE, seed=1, threads=max(1, threads), **SHOWN[shown]) as batch:
        batch.step_random(200)  # games leave the opening, in which all do the same
        return figures.best_rate(lambda: sum(batch.step_random() for _ in range(STEPS)), seconds, clock)


def pettingzoo_loop(game: Game) -> Callable[[], int]:
    """A whole game as PettingZoo's pages write it: `last` with observation and mask, then `step`."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from arena.adapters import pettingzoo
    env, draw = pettingzoo.env(game=game), random.Random(1).random

    def run() -> int:
        env.reset(seed=int(draw() * 1000))
        n = 0
        for _ in env.agent_iter():
            _, _, has_ended, _, info = env.last()
            if has_ended:
                env.step(None)
            else:
                legal = info["legal_actions"]
                env.step(legal[int(draw() * len(legal))])
                n += 1
        return n

    return run
