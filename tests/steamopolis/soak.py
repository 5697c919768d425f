"""Random games of Steamopolis, all laws checked: `python -m tests.steamopolis.soak --games 1000000 --jobs 2`.

A configuration is a number of players, a data file and a round limit. The files are that of the rules, those that make
rare events common, and random legal ones. The laws are those of `engine/steamopolis/invariants.pyx`, checked at turn
ends, or with `--every-move` after every move. `--sanitize` runs the same in a build of its own with the address and
undefined-behaviour sanitizers. Exit code 1 when a law is broken.
"""

from __future__ import annotations

import argparse
import contextlib
import multiprocessing
import sys
import time
from typing import NamedTuple

PARTS = (
    "engine", "tests/__init__.py", "tests/steamopolis/__init__.py", "tests/steamopolis/soak.py",
    "tests/steamopolis/oracle",
)  # fmt: skip
PLAYERS = (1, 2, 3, 4)
N_RANDOM = 56
ROUNDS = (100, 30, 8)


class Job(NamedTuple):
    """Some games of one configuration."""

    number: int
    players: int
    board: str
    max_rounds: int
    n_games: int
    seed: int
    every_move: bool


def configurations() -> list[tuple[int, str, int]]:
    """Every number of players with every data file; the round limits take turns."""
    from tests.steamopolis.oracle.boards import VARIANTS

    boards = ["section 5"] * 5 + [*VARIANTS] + [f"random {k}" for k in range(N_RANDOM)]
    return [
        (players, board, ROUNDS[(k + players) % len(ROUNDS)]) for k, board in enumerate(boards) for players in PLAYERS
    ]


def jobs_of(n_games: int, seed: int, every_move: bool) -> list[Job]:
    """The games spread evenly over the configurations."""
    found = configurations()
    share, rest = divmod(n_games, len(found))
    order = [k * 101 % len(found) for k in range(len(found))]  # 256 configurations: a permutation
    jobs = [Job(number, *found[number], share + (place < rest), seed, every_move) for place, number in enumerate(order)]
    return [job for job in jobs if job.n_games]


def run(job: Job) -> tuple[Job, int, list[tuple[int, list[str]]]]:
    from engine import Stream
    from engine.steamopolis.game import Steamopolis
    from engine.steamopolis.invariants import play_checked
    from tests.steamopolis.oracle.boards import board_named

    game = Steamopolis(players=job.players, board=board_named(job.board), max_rounds=job.max_rounds)
    n_moves, faults = play_checked(game, Stream(job.seed, "soak", job.number), job.n_games, job.every_move)
    return job, n_moves, faults


def soak(n_games: int, n_jobs: int, seed: int, every_move: bool) -> int:
    """Plays and reports; returns the number of unlawful games."""
    from tqdm import tqdm

    jobs = jobs_of(n_games, seed, every_move)
    start, total, n_faults = time.monotonic(), 0, 0
    with contextlib.ExitStack() as stack:
        if n_jobs > 1:
            results = stack.enter_context(multiprocessing.Pool(n_jobs)).imap_unordered(run, jobs)
        else:
            results = map(run, jobs)
        bar = stack.enter_context(tqdm(total=n_games, unit=" games", disable=None))
        for job, n_moves, faults in results:
            total += n_moves
            n_faults += len(faults)
            bar.update(job.n_games)
            for game, laws in faults:
                bar.write(
                    f"{job.players} players, board {job.board!r}, {job.max_rounds} rounds, "
                    f"game {game} of {job.n_games} with seed {seed}: {'; '.join(laws)}"
                )
    seconds = time.monotonic() - start
    print(
        f"{n_games:,} games, {total:,} moves, {len(jobs):,} configurations, seed {seed}, {n_faults} violations, "
        f"{seconds:.0f} s ({total / seconds / 1e6:.2f} million moves per second)"
    )
    return n_faults


def main() -> int:
    parser = argparse.ArgumentParser(description="random games over every configuration, all laws checked")
    parser.add_argument("--games", type=int, default=1_000_000)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--every-move", action="store_true", help="check after every move, not at turn ends only")
    parser.add_argument("--sanitize", action="store_true", help="in a build with sanitizers, in a folder of its own")
    given = parser.parse_args()
    if given.sanitize:
        from tests.scratch_build import run_sanitized  # not part of that build itself

        arguments = [argument for argument in sys.argv[1:] if argument != "--sanitize"]
        return run_sanitized(PARTS, "tests.steamopolis.soak", arguments)
    return 1 if soak(given.games, given.jobs, given.seed, given.every_move) else 0


if __name__ == "__main__":
    sys.exit(main())
