"""OpenSpiel: its own C++ rollouts, and random play through its Python face. Prints one JSON object.

The rollouts are those of its `RandomRolloutEvaluator`, which Python reaches through `MCTSBot` only: two simulations of
many rollouts each, so that the tree costs nothing. They start after the deal. How long such a game is on average is
counted in Python beforehand; the rollouts themselves do not tell.
"""

from __future__ import annotations

import json
import random
import time
from importlib.metadata import version

import pyspiel

GAMES = {"hearts": "hearts", "crazy_eights": "crazy_eights(players=5)"}
N_COUNTED = 1000  # games whose length is counted: 1% exact for crazy eights
N_ROLLOUTS = 100  # of two simulations: some 3 ms
N_SIMS = 2
N_RUNS = 300


def dealt(game: pyspiel.Game, rng: random.Random) -> pyspiel.State:
    """The first decision."""
    state = game.new_initial_state()
    while state.is_chance_node():
        state.apply_action(rng.choice(state.chance_outcomes())[0])
    return state


def play(start: pyspiel.State, rng: random.Random) -> int:
    """A random game in Python; returns its moves."""
    state, draw, n = start.clone(), rng.random, 0
    while not state.is_terminal():
        if state.is_chance_node():
            outcomes, probabilities = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(rng.choices(outcomes, probabilities)[0])
        else:
            legal = state.legal_actions()
            state.apply_action(legal[int(draw() * len(legal))])
        n += 1
    return n


def measure(name: str) -> dict[str, float]:
    game, rng = pyspiel.load_game(name), random.Random(1)
    start = dealt(game, rng)
    length = sum(play(start, rng) for _ in range(N_COUNTED)) / N_COUNTED
    bot = pyspiel.MCTSBot(game, pyspiel.RandomRolloutEvaluator(N_ROLLOUTS, 1), 2.0, N_SIMS, 100, False, 1, False)
    best = best_python = 0.0
    for _ in range(N_RUNS):
        begin = time.perf_counter()
        bot.step(start)
        best = max(best, N_SIMS * N_ROLLOUTS * length / (time.perf_counter() - begin))
        begin = time.perf_counter()
        n = sum(play(start, rng) for _ in range(10))
        best_python = max(best_python, n / (time.perf_counter() - begin))
    return {"moves_per_game": length, "compiled": best, "python": best_python}


if __name__ == "__main__":
    found = {key: measure(name) for key, name in GAMES.items()}
    print(json.dumps({"version": version("open_spiel"), "games": found}))
