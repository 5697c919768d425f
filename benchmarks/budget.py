"""Whether the search keeps to its time: `python -m benchmarks.budget --decisions 1000 --time 0.1`.

Plays games of 2 to 5 players and all rules with a search in every seat; prints how long searched decisions took.
Fails if one took 10% or 50 ms more than it was given, whichever is more. For an idle machine.
"""

from __future__ import annotations

import argparse
import sys
import time

from tqdm import tqdm  # type: ignore[import-untyped]

from bots import ask, make
from engine import Stream, new_game


def measured(n: int, seconds: float, threads: int, seed: int) -> list[float]:
    """What the first `n` searched decisions took."""
    found: list[float] = []
    with tqdm(total=n, unit="decision", disable=None) as bar:
        for number in range(n):
            players = 2 + number % 4
            game = new_game("planet-steam", players=players, rules=["all"] if number % 2 else [])
            seats = [make(f"mcts:time={seconds},even=true,threads={threads}", game, seat) for seat in range(players)]
            state, dice = game.new(), Stream(seed, "dice", number)
            while (seat := state.mover) is not None:
                if seat < 0:
                    state.apply(state.roll(dice))
                    continue
                bot, seen, legal = seats[seat], state.observe(seat), state.legal()
                start = time.perf_counter()
                move = ask(bot, seen, legal, Stream(seed, number, len(found)))
                spent = time.perf_counter() - start
                if bot.analysis is not None:  # else there was nothing to search: one legal move, or a plan under way
                    found.append(spent)
                    bar.update()
                    if len(found) == n:
                        return found
                state.apply(move)
    return found


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--decisions", type=int, default=1000)
    parser.add_argument("--time", type=float, default=0.1, help="seconds each")
    parser.add_argument("--threads", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    spent = sorted(measured(options.decisions, options.time, options.threads, options.seed))
    over = max(0.1 * options.time, 0.05)
    within = sum(abs(one - options.time) <= 0.1 * options.time for one in spent)
    print(
        f"{len(spent)} decisions of {options.time} s: shortest {spent[0]:.4f}, median {spent[len(spent) // 2]:.4f}, "
        f"longest {spent[-1]:.4f} s; {within} within 10%"
    )
    sys.exit(0 if spent[-1] <= options.time + over else 1)


if __name__ == "__main__":
    main()
