"""Games of random bots, parameters, settings, data files and player counts: no illegal move, no crash, every game ends.

`python -m benchmarks.bot_soak --game steamopolis --games 1000 --seed 1`; without `--game`, all games take turns.
Settings are drawn from what the game declares; data files are those that its second reading of the rules is tested
with. `--sanitize` plays on a build of its own with the address and undefined-behaviour sanitizers.
"""

from __future__ import annotations

import argparse
import importlib
import sys
import time
from collections import Counter
from typing import Any

import bots
from engine import Game, SettingsError, Stream, new_game
from engine.games import game_names, game_type
from engine.settings import Setting

MAX_MOVES = 20_000
SPAN = (
    40  # of a number's values above the lowest that are tried: a thousand rounds between random bots show nothing new
)
N_RANDOM_DATA = 200
BUILT_WITH = ("tests/__init__.py", "tests/steamopolis/__init__.py", "tests/steamopolis/oracle")


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


def random_value(setting: Setting, rng: Stream) -> Any:
    """Something that the setting allows by itself; half of the time its default."""
    if rng.below(2) == 0:
        return setting.default
    if setting.is_many:
        return [word for word in setting.words if rng.below(2) == 0]
    if setting.high is not None and setting.low is not None and setting.high - setting.low > SPAN:
        return setting.low + rng.below(SPAN + 1)
    return rng.choice(list(setting.values))


def random_data(name: str, rng: Stream) -> Any:
    """A data file's contents, from the boards that the game's tests make; None if they make none."""
    room = game_type(name).game.__module__.split(".")[1]
    try:
        boards = importlib.import_module(f"tests.{room}.oracle.boards")
    except ModuleNotFoundError:
        return None
    if not hasattr(boards, "board_named"):
        return None
    return boards.board_named(rng.choice([*boards.VARIANTS, f"random {rng.below(N_RANDOM_DATA)}"]))


def random_game(name: str, rng: Stream) -> Game:
    """Any settings that go together. The number of players is always drawn."""
    declared = game_type(name).settings.declared()
    while True:
        given = {one.name: random_value(one, rng) for one in declared.values() if not one.is_file}
        if "players" in declared:
            given["players"] = rng.choice(list(declared["players"].values))
        for one in declared.values():
            if one.is_file and rng.below(2) and (data := random_data(name, rng)) is not None:
                given[one.name] = data
        try:
            return new_game(name, **given)
        except SettingsError:
            continue


def play(name: str, seed: int, number: int) -> list[str]:
    """Plays one game; returns the bots that were seated, by name."""
    rng = Stream(seed, "soak", number)
    game = random_game(name, rng)
    specs = [random_spec(rng) for _ in range(game.n_seats)]
    where = f"game {number}: {game.header() | {'board': None}}, {specs}"
    try:
        players = [bots.make(spec, game, seat) for seat, spec in enumerate(specs)]
        streams = [Stream(seed, "bot", number, seat) for seat in range(game.n_seats)]
        state, dice = game.new(), Stream(seed, "dice", number)
        for _ in range(MAX_MOVES):
            seat = state.mover
            if seat is None:
                return [spec.partition(":")[0] for spec in specs]
            if seat == -1:
                state.apply(state.roll(dice))
                continue
            state.apply(bots.ask(players[seat], state.observe(seat), state.legal(), streams[seat]))
    except Exception as fault:
        raise AssertionError(where) from fault
    raise AssertionError(f"{where}: no end after {MAX_MOVES} moves")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--game", choices=game_names(), help="only this one")
    parser.add_argument("--games", type=int, default=10_000, help="how many")
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--sanitize", action="store_true", help="in a build with sanitizers, in a folder of its own")
    options = parser.parse_args()
    if options.sanitize:
        from tests.scratch_build import BOTS, run_sanitized  # not part of that build itself

        parts = (*BOTS, *BUILT_WITH)
        sys.exit(run_sanitized(parts, "benchmarks.bot_soak", [word for word in sys.argv[1:] if word != "--sanitize"]))
    names = [options.game] if options.game else game_names()
    start, seated = time.perf_counter(), Counter[str]()
    for number in range(options.first, options.first + options.games):
        seated.update(play(names[number % len(names)], options.seed, number))
    seconds = time.perf_counter() - start
    seats = ", ".join(f"{bot} {count}" for bot, count in seated.most_common())
    print(f"{options.games} games, no illegal move, every game ended, {seconds:.0f} s; seats: {seats}")


if __name__ == "__main__":
    main()
