"""What trust costs: a referee between bots, processes of their own, games that are stored.

`python -m benchmarks.cost [--before PYTHON] [--games 20000]` prints, in one run:

- milliseconds per game between built-in bots through the referee, and how many more than in a loop without clock,
  check or blame; with `--before` (the Python in the .venv of an earlier version's checkout) the ratio to that version,
  measured in turns;
- microseconds per decision that a bot costs more in a process of its own: one that moves at once, from a file;
- with `--games`, how large the manager of so many games gets, and how long `boomtown report` takes.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

import bots
from arena.executor import LocalExecutor
from arena.play import Clock, play
from arena.schedule import Fixture
from arena.tasks import Conditions, Task
from engine import Game, Stream, new_game

PAIRS = (("random", "heuristic"), ("random", "greedy:ahead=1"))
N_GAMES = 20  # per turn
N_TURNS = 15
AT_ONCE = """\
from bots import Bot


class AtOnce(Bot):
    def choose(self, observation, legal, budget, rng):
        return legal[0]
"""
# Runs where another version is installed, so it knows no more than both versions have.
SERVER = """\
import sys, time
from arena.play import Clock, Conditions, Task, play
from arena.schedule import Fixture
from engine import new_game
game = new_game(players=2)
conditions, clock = Conditions(game.header()), Clock()
for line in sys.stdin:
    *bots, n = line.split()
    start = time.process_time()
    for k in range(int(n)):
        play(Task(Fixture(k, k, tuple(bots), k, str(k))), conditions, clock, None, game)
    print((time.process_time() - start) / int(n), flush=True)
"""


def fixture(names: tuple[str, ...], k: int) -> Fixture:
    return Fixture(k, k, names, k, str(k))


def bare(game: Game, names: tuple[str, ...], seed: int) -> None:
    """A game without a referee."""
    state, dice = game.new(), Stream(seed, "dice")
    players = [bots.make(name, game, seat) for seat, name in enumerate(names)]
    streams = [Stream(seed, "bot", seat) for seat in range(len(names))]
    budget = bots.Budget()
    while (mover := state.mover) is not None:
        if mover < 0:
            state.apply(state.roll(dice))
        else:
            state.apply(players[mover].choose(state.observe(mover), state.legal(), budget, streams[mover]))


def per_game(run: Callable[[int], object], n: int) -> float:
    start = time.process_time()
    for k in range(n):
        run(k)
    return (time.process_time() - start) / n


def built_in(game: Game, names: tuple[str, ...]) -> None:
    conditions, clock = Conditions(game.header()), Clock()
    through, without = [], []
    for _ in range(N_TURNS):
        through.append(per_game(lambda k: play(Task(fixture(names, k)), conditions, clock, None, game), N_GAMES))
        without.append(per_game(lambda k: bare(game, names, k), N_GAMES))
    more = 1e3 * (min(through) - min(without))
    print(f"{' and '.join(names)}: {1e3 * min(through):.2f} ms a game, {more:.2f} ms more than bare")


def against(python: str, names: tuple[str, ...]) -> None:
    """In turns with an earlier version, whose `greedy` had no parameter for what it is given here."""
    before = tuple(name.replace(":ahead=1", "") for name in names)
    commands = {"now": [sys.executable, "-c", SERVER], "before": [python, "-c", SERVER]}
    folders = {"now": Path.cwd(), "before": Path(python).parents[2]}
    taken: dict[str, list[float]] = {"now": [], "before": []}
    servers = {
        key: subprocess.Popen(words, cwd=folders[key], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        for key, words in commands.items()
    }
    for _ in range(N_TURNS):
        for key, server in servers.items():
            assert server.stdin is not None
            assert server.stdout is not None
            print(*(names if key == "now" else before), N_GAMES, file=server.stdin, flush=True)
            taken[key].append(float(server.stdout.readline()))
    for server in servers.values():
        server.communicate()
    ratios = [now / then for now, then in zip(taken["now"], taken["before"], strict=True)]
    least = min(taken["now"]) / min(taken["before"])
    print(f"  time before = 1: now {statistics.median(ratios):.3f} (median of turns), {least:.3f} (least of each)")


def hosted(game: Game, folder: Path) -> None:
    """The same games with the bot here and in a process of its own, by the clock on the wall."""
    path = folder / "at_once.py"
    path.write_text(AT_ONCE)
    names = (f"{path}:AtOnce", "random")
    conditions = Conditions(game.header())
    with LocalExecutor(conditions, 1) as executor:
        more = []
        for k in range(60):
            executor.submit(Task(fixture(names, k)))
            while not (outcomes := executor.wait(10)):
                pass
            here = play(Task(fixture(names, k)), conditions, None, None, game)
            (apart,) = outcomes
            assert apart.moves == here.moves
            more.append((apart.seconds[0] - here.seconds[0]) / here.decisions[0])
    median, least = 1e6 * statistics.median(more), 1e6 * min(more)
    print(f"a file's bot that moves at once: {median:.0f} µs a decision more (median of games; least {least:.0f})")


def stored(n_games: int, folder: Path) -> None:
    out = folder / "many"
    words = ["tournament", "random", "heuristic", "--players", "2", "--games", str(n_games), "--quiet", "--json"]
    start = time.monotonic()
    code = f"import sys; sys.argv = ['boomtown', *{json.dumps([*words, '--out', str(out)])}]\n{CHILD}"
    found = subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stderr
    print(f"{n_games} games: {time.monotonic() - start:.0f} s, manager {found.split()[-1]} MB")
    start = time.monotonic()
    subprocess.run([sys.executable, "-m", "arena", "report", str(out), "--quiet"], check=True, capture_output=True)
    print(f"  report: {time.monotonic() - start:.1f} s")


CHILD = """
import resource
from arena.cli import main
try:
    main()
finally:
    print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss // 1024, file=sys.stderr)
"""


def main() -> None:
    parser = argparse.ArgumentParser(description="what the referee, bots' processes and the store cost")
    parser.add_argument("--before", help="the Python of an earlier version's environment, in its checkout's .venv")
    parser.add_argument("--games", type=int, help="also a tournament of so many, stored and reported")
    options = parser.parse_args()
    game = new_game(players=2)
    for names in PAIRS:
        built_in(game, names)
        if options.before:
            against(str(Path(options.before).absolute()), names)
    with tempfile.TemporaryDirectory() as folder:
        hosted(game, Path(folder))
        if options.games:
            stored(options.games, Path(folder))


if __name__ == "__main__":
    main()
