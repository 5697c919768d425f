"""Catanatron: games of four random players, as its own `Game.play` runs them. Prints one JSON object."""

from __future__ import annotations

import json
import time
from importlib.metadata import version

from catanatron import Color, Game, RandomPlayer

N_GAMES = 60


def play(seed: int) -> int:
    game = Game([RandomPlayer(colour) for colour in (Color.RED, Color.BLUE, Color.WHITE, Color.ORANGE)], seed=seed)
    game.play()
    return len(game.state.actions)


if __name__ == "__main__":
    best = 0.0
    for number in range(N_GAMES):
        begin = time.process_time()
        n = play(number)
        best = max(best, n / (time.process_time() - begin))
    print(json.dumps({"version": version("catanatron"), "games": {"catan": {"python": best}}}))
