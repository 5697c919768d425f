"""Games of random bots, parameters, editions, rules and player counts: no illegal move, no crash, every game ends.

`python -m benchmarks.bot_soak --games 10000 --seed 1`; `--sanitize` plays them on a build of its own with the address
and undefined-behaviour sanitizers.
"""

from __future__ import annotations

import argparse
import sys
import time

import bots
from engine import Game, Stream, new_game
from engine.planet_steam.settings import RULES

MAX_MOVES = 20_000


def random_spec(rng: Stream) -> str:
    kind = rng.choice(["random", "greedy", "heuristic", "mcts", "plain", "level"])
    if kind == "greedy":
        return f"greedy:samples={1 + rng.below(4)}"
    if kind == "heuristic":
        return f"heuristic:noise={rng.choice([0, 0, 0.1, 0.5])}"
    if kind == "mcts":
        # One in a hundred thinks long enough to widen, to settle and to appraise auctions.
        sims = 4200 if rng.below(100) == 0 else 1 + rng.below(6)
        return (
            f"mcts:sims={sims},threads={1 + rng.below(2)},memory={1 + rng.below(4)},"
            f"exploration={rng.choice([0, 0.5, 2])},margin={rng.choice([0, 0.1, 1])},width={1 + rng.below(6)},"
            f"widening={rng.choice([0, 1, 3])},noise={rng.choice([0, 0.1, 1])},"
            f"horizon={rng.below(4)},settle={rng.choice(['true', 'false'])}"
        )
    if kind == "plain":
        return "mcts:sims=2,guided=false,memory=1"
    return f"level:{1 + rng.below(6)}" if kind == "level" else "random"


def random_game(rng: Stream) -> Game:
    rules = [rule for rule in RULES if rng.below(3) == 0]
    recall = rng.choice([0, 1, 2, "all"])
    return new_game(
        "planet-steam",
        players=2 + rng.below(4),
        edition=rng.choice(["ffg", "ludoart"]),
        rules=rules,
        credits=rng.choice([None, "hidden", "open"]),
        recall=recall,
        river_neutrals=rng.below(5),
    )


def play(seed: int, number: int) -> None:
    rng = Stream(seed, "soak", number)
    game = random_game(rng)
    specs = [random_spec(rng) for _ in range(game.n_seats)]
    where = f"game {number}: {game.header() | {'board': None}}, {specs}"
    try:
        players = [bots.make(spec, game, seat) for seat, spec in enumerate(specs)]
        streams = [Stream(seed, "bot", number, seat) for seat in range(game.n_seats)]
        state, dice = game.new(), Stream(seed, "dice", number)
        for _ in range(MAX_MOVES):
            if state.is_over:
                return
            seat = state.mover
            if seat == -1:
                state.apply(state.roll(dice))
                continue
            state.apply(bots.ask(players[seat], state.observe(seat), state.legal(), streams[seat]))
    except Exception as fault:
        raise AssertionError(where) from fault
    raise AssertionError(f"{where}: no end after {MAX_MOVES} moves")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sanitize", action="store_true", help="in a build with sanitizers, in a folder of its own")
    options = parser.parse_args()
    if options.sanitize:
        from tests.scratch_build import BOTS, run_sanitized  # not part of that build itself

        sys.exit(run_sanitized(BOTS, "benchmarks.bot_soak", [word for word in sys.argv[1:] if word != "--sanitize"]))
    start = time.perf_counter()
    for number in range(options.first, options.first + options.games):
        play(options.seed, number)
    seconds = time.perf_counter() - start
    sys.stdout.write(f"{options.games} games, no illegal move, every game ended, {seconds:.0f} s\n")


if __name__ == "__main__":
    main()
