"""Simulations per second of one core's time: `python -m benchmarks.search_speed --game steamopolis --players 4`.

Plays whole games with a search in every seat and counts only what searched decisions took, by the process's own clock:
other work on the machine costs caches, but no time. `boomtown bench` measures by the wall.
"""

from __future__ import annotations

import argparse
import time

from bots import ask, make
from engine import Stream, new_game
from engine.games import DEFAULT, game_names


def measured(name: str, players: int, sims: int, games: int, seed: int) -> tuple[int, int, float]:
    """Decisions searched, simulations, and the seconds that they took."""
    n_decisions, n_sims, seconds = 0, 0, 0.0
    game = new_game(name, players=players)
    for number in range(games):
        seats = [make(f"mcts:sims={sims}", game, seat) for seat in range(players)]
        streams = [Stream(seed, "bot", number, seat) for seat in range(players)]
        state, dice = game.new(), Stream(seed, "dice", number)
        while (seat := state.mover) is not None:
            if seat < 0:
                state.apply(state.roll(dice))
                continue
            bot, seen, legal = seats[seat], state.observe(seat), state.legal()
            start = time.process_time()
            move = ask(bot, seen, legal, streams[seat])
            spent = time.process_time() - start
            if bot.analysis is not None:  # else there was nothing to search: one legal move, or a plan under way
                n_decisions += 1
                n_sims += bot.analysis["sims"]
                seconds += spent
            state.apply(move)
    return n_decisions, n_sims, seconds


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=game_names(), default=DEFAULT)
    parser.add_argument("--players", type=int, default=4)
    parser.add_argument("--sims", type=int, default=2000, help="of each decision")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    chosen = parser.parse_args()
    n, sims, seconds = measured(chosen.game, chosen.players, chosen.sims, chosen.games, chosen.seed)
    print(f"{chosen.game}, {chosen.players} players: {sims / seconds:,.0f} simulations/s over {n} decisions")


if __name__ == "__main__":
    main()
