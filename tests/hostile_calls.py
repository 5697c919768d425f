"""Calls everything public in the compiled modules with wrong arguments: whatever happens must be an exception.

`python -m tests.hostile_calls --calls 200`; run in a process of its own, as what it looks for ends the interpreter.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import inspect
import random
import sys
from collections.abc import Callable, Iterator
from typing import Any

from bots.guide import Guide
from bots.planet_steam.adviser import Adviser
from bots.planet_steam.guide import PlanetSteamGuide
from bots.search import Tree
from engine import Batch, Stream, new_game
from tests.games import nim_game

MODULES = (
    "engine.game", "engine.batch", "engine.layout", "engine.rng", "engine.playout", "engine.planet_steam.game",
    "engine.planet_steam.invariants", "bots.search", "bots.guide", "bots.ply", "bots.planet_steam.adviser",
    "bots.planet_steam.guide", "arena.random_play", "arena.bench.loops",
)  # fmt: skip
# By contract these trust what they get; see docs/security.md.
TRUSTING = ("apply", "load", "_load", "_load_observation", "__reduce__", "__setstate_cython__")


def bare(cls: type) -> Any:
    """An object that was never initialised, if it can be had."""
    try:
        return cls.__new__(cls)
    except (TypeError, ValueError):
        return None


def pool() -> list[Any]:
    """What calls are made with: real objects of two games, unfinished ones, and values of every wrong kind."""
    steam, nim = new_game(players=3), nim_game(3, 4, 5)
    states = [steam.new(), nim.new(), new_game(players=5).new()]
    later = steam.new()
    for _ in range(40):
        later.apply(later.roll(Stream(1)) if later.mover == -1 else later.legal()[0])
    observations = [state.observe(0) for state in (*states, later)]
    guides = [Guide(nim), PlanetSteamGuide(steam)]
    trees = [Tree(guide, 1 << 16, 1.0, 0.1, 3.0, 1.0) for guide in guides]
    batches = [Batch(steam, 3, seed=1), Batch(nim, 2, seed=1, legal="bits", observation=False)]
    unmade = [bare(cls) for cls in (type(steam), type(nim), Batch, Guide, PlanetSteamGuide, Adviser, Stream, Tree)]
    made = [steam, nim, *states, later, *observations, *guides, *trees, Adviser(steam), Stream(5), *batches]
    wrong = [None, -1, 0, 1, 3, 2**70, -(2**70), float("nan"), float("inf"), 0.5, True, "", "win", b"", b"x" * 64, [],
             [None], [Stream(1)], [0, 1], {}, {"x": float("nan")}, (), object(), int, states]  # fmt: skip
    return [*made, *unmade, *wrong]


def callables(values: list[Any]) -> Iterator[tuple[str, Callable[..., Any]]]:
    for name in MODULES:
        module = importlib.import_module(name)
        for key, value in vars(module).items():
            if (
                key.startswith("__")
                or key in TRUSTING
                or inspect.ismodule(value)
                or (inspect.isbuiltin(value) and not key)
            ):
                continue
            if callable(value) and getattr(value, "__module__", name) == name:
                yield f"{name}.{key}", value
    for owner in values:
        kind = type(owner)
        if kind.__module__ not in MODULES:
            continue
        for key in dir(kind):
            if key in TRUSTING or (key.startswith("__") and key not in ("__bytes__", "__eq__", "__hash__", "__copy__")):
                continue
            yield f"{kind.__name__}.{key}", lambda *args, owner=owner, key=key: _use(getattr(owner, key), args)


def _use(value: Any, args: tuple[Any, ...]) -> Any:
    return value(*args) if callable(value) else value


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    faulthandler.enable()
    rng = random.Random(options.seed)
    values = pool()
    n = raised = 0
    for name, call in callables(values):
        for k in range(options.calls):
            args = [rng.choice(values) for _ in range(min(k % 6, 5))]
            if name.endswith(("_ns", "play_many", "play_checked", "play_games", "perft", "Positions")):
                args = [one for one in args if not isinstance(one, int) or one < 4]
            n += 1
            try:
                call(*args)
            except Exception:
                raised += 1
            except SystemExit:
                sys.exit(f"{name} ends the interpreter")
    print(f"{n} calls, {raised} refused, no crash")


if __name__ == "__main__":
    main()
