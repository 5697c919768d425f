"""Calls everything public in the compiled modules with wrong arguments: whatever happens must be an exception.

`python -m tests.hostile_calls --calls 200`; run in a process of its own, as what it looks for ends the interpreter.
`--sanitize`: on a build with the address and undefined-behaviour sanitizers.
"""

from __future__ import annotations

import argparse
import faulthandler
import importlib
import inspect
import random
import sys
from array import array
from collections.abc import Callable, Iterator
from typing import Any

from bots.guide import Guide
from bots.planet_steam.adviser import PlanetSteamAdviser
from bots.planet_steam.guide import PlanetSteamGuide
from bots.search import Tree
from bots.steamopolis.adviser import SteamopolisAdviser
from bots.steamopolis.guide import SteamopolisGuide
from engine import Batch, Game, State, Stream, new_game
from tests.games import nim_game

MODULES = (
    "engine.game", "engine.state", "engine.rng", "engine.playout", "engine.batch", "engine.numbering", "engine.layout",
    "engine.planet_steam.game", "engine.planet_steam.invariants", "engine.planet_steam.floats",
    "engine.steamopolis.game", "engine.steamopolis.invariants", "engine.steamopolis.floats",
    "bots.search", "bots.foresight", "bots.appraisal", "bots.guide", "bots.adviser", "bots.ply",
    "bots.planet_steam.adviser", "bots.planet_steam.guide", "bots.steamopolis.adviser", "bots.steamopolis.guide",
    "arena.random_play", "arena.bench.loops",
)  # fmt: skip
# By contract these trust what they get; see docs/security.md.
TRUSTING = ("apply", "load", "_load", "_load_observation", "__reduce__", "__setstate_cython__")


LONG = ("_ns", "play_many", "play_checked", "play_games", "perft", "Positions", "Batch", "step_random", "search")


def bare(cls: type) -> Any:
    """An object that was never initialised, if it can be had."""
    try:
        return cls.__new__(cls)
    except (TypeError, ValueError):
        return None


def _later(game: Game, n_moves: int) -> State:
    state, rng = game.new(), Stream(n_moves)
    for _ in range(n_moves):
        if state.mover is not None:
            state.apply(state.roll(rng) if state.mover == -1 else rng.choice(state.legal()))
    return state


def pool() -> list[Any]:
    """What calls are made with: real objects of several games, unfinished ones, and values of every wrong kind."""
    steam, nim = new_game(players=3), nim_game(3, 4, 5)
    city, alone = (new_game("steamopolis", players=players) for players in (2, 1))
    games = [steam, city, alone, nim]
    states = [*(game.new() for game in games), new_game(players=5).new(), *(_later(game, 40) for game in games)]
    states += [_later(game, 5000) for game in games]
    observations = [state.observe(0) for state in states] + [states[5].observe(1)]
    guides = [Guide(nim), PlanetSteamGuide(steam), SteamopolisGuide(city), SteamopolisGuide(alone, horizon=1)]
    trees = [Tree(guide, 1 << 16, 1.0, 0.1, 3.0, 1.0, 1 + k % 2) for k, guide in enumerate(guides)]
    rooms = (PlanetSteamGuide, SteamopolisGuide, PlanetSteamAdviser, SteamopolisAdviser)
    classes = (*map(type, games), Guide, *rooms, Stream, Tree, Batch)
    unmade = [bare(cls) for cls in classes]
    advisers = [PlanetSteamAdviser(steam), SteamopolisAdviser(city), SteamopolisAdviser(alone)]
    batches = [Batch(steam, 3, seed=1), Batch(nim, 2, seed=1, legal="bits", observation=False), Batch(city, 2)]
    made = [*games, *states, *observations, *guides, *trees, *advisers, *batches, Stream(5)]
    wrong = [None, -1, 0, 1, 3, 2**70, -(2**70), float("nan"), float("inf"), 0.5, True, "", "win", b"", b"x" * 64, [],
             [None], [Stream(1)], [0, 1], [-1, 2**40], {}, {"x": float("nan")}, (), object(), int, states, advisers,
             advisers[:1] * 3, unmade, array("i", [0, 1]), array("f", []), array("B", bytes(9))]  # fmt: skip
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
            if key in TRUSTING or (key.startswith("_") and key not in ("__bytes__", "__eq__", "__hash__", "__copy__")):
                continue
            yield f"{kind.__name__}.{key}", lambda *args, owner=owner, key=key: _use(getattr(owner, key), args)


def _use(value: Any, args: tuple[Any, ...]) -> Any:
    return value(*args) if callable(value) else value


def fitting(name: str, args: list[Any]) -> list[Any]:
    """Without numbers that would only take for ever."""
    return [one for one in args if not isinstance(one, int) or one < 4] if name.endswith(LONG) else args


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--calls", type=int, default=60)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--loud", action="store_true", help="names every call before it is made")
    parser.add_argument("--sanitize", action="store_true", help="in a build with sanitizers, in a folder of its own")
    options = parser.parse_args()
    if options.sanitize:
        from tests.scratch_build import CALLS, run_sanitized  # not part of that build itself

        words = [word for word in sys.argv[1:] if word != "--sanitize"]
        sys.exit(run_sanitized(CALLS, "tests.hostile_calls", words, BOOMTOWN_TEST_GAMES="1"))
    faulthandler.enable()
    rng = random.Random(options.seed)
    values = pool()
    n = raised = 0
    for name, call in callables(values):
        for k in range(options.calls):
            args = fitting(name, [rng.choice(values) for _ in range(min(k % 6, 5))])
            n += 1
            if options.loud:
                print(name, [type(one).__name__ for one in args], file=sys.stderr, flush=True)
            try:
                call(*args)
            except Exception:
                raised += 1
            except SystemExit:
                sys.exit(f"{name} ends the interpreter")
    print(f"{n} calls, {raised} refused, no crash")


if __name__ == "__main__":
    main()
