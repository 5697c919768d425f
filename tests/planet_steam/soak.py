"""Random games over every configuration, all laws checked: `python -m tests.planet_steam.soak --games 1000000`.

A configuration is an edition, a number of players and a subset of the rules: 4,096 in all; recall, the river neutrals
and the board (as printed, or with carriers, supply tracks and a river of its own) vary with them. The laws are those of
`engine/planet_steam/invariants.pyx`, checked at round ends, or with `--every-move` after every move. `--sanitize` runs
the same in a build of its own with the address and undefined-behaviour sanitizers. Exit code 1 when a law is broken.
"""

from __future__ import annotations

import argparse
import contextlib
import itertools
import multiprocessing
import sys
import time
from typing import Any, NamedTuple

RECALLS = (0, 1, 2, "all")


class Job(NamedTuple):
    """Some games of one configuration."""

    number: int
    settings: dict[str, Any]
    n_games: int
    seed: int
    every_move: bool


def configurations() -> list[dict[str, Any]]:
    from engine.planet_steam.board import EDITIONS, PLAYER_COUNTS, load_board
    from engine.planet_steam.settings import RULES

    found = []
    for edition, players, n in itertools.product(EDITIONS, PLAYER_COUNTS, range(2 ** len(RULES))):
        rules = [rule for i, rule in enumerate(RULES) if n >> i & 1]
        k = len(found)
        board = load_board(edition, players) if k % 3 else own_board(edition, players)
        n_river = len(set(board["river"]) - set(board["closed"]))
        found.append(
            {
                "edition": edition,
                "players": players,
                "rules": rules,
                "credits": "hidden",
                "recall": RECALLS[k * 7 % 4],
                "river_neutrals": k * 5 % 7 if edition == "ludoart" else ("die", k % (n_river + 1))[k % 2],
                "board": board,
            }
        )
    return found


def own_board(edition: str, players: int) -> dict[str, Any]:
    """A board on which much overflows: small carriers, cheap tanks, short supply tracks, a river with a bend."""
    from engine.planet_steam.board import load_board

    board = load_board(edition, players)
    board |= {"capacity": [[1, 2, 3, 4], [2, 3, 4, 5], [4, 5, 6, 7], [5, 7, 9, 13]], "start": [1, 2, 4, 5]}
    board |= {"reduced_start": [0, 1, 3, 3], "tank_prices": [2] * 14, "river": ["A4", "B4", "C4", "D4", "D3", "D2"]}
    board["supply_change"][0] = [2, 1, 1, 0, 0, -1, -2, -3]
    board["supply_change"][3] += [-3] * 4
    return board


def jobs_of(n_games: int, seed: int, every_move: bool) -> list[Job]:
    """The games spread evenly over the configurations; a few games take configurations from all over the list."""
    settings = configurations()
    order = [k * 1_663 % len(settings) for k in range(len(settings))]  # 1,663 is odd: a permutation of 4,096
    share, rest = divmod(n_games, len(settings))
    found = [
        Job(number, settings[number], share + (place < rest), seed, every_move) for place, number in enumerate(order)
    ]
    return [job for job in found if job.n_games]


def run(job: Job) -> tuple[Job, int, list[tuple[int, list[str]]]]:
    from engine import Stream
    from engine.planet_steam.game import PlanetSteam
    from engine.planet_steam.invariants import play_checked

    rng = Stream(job.seed, "soak", job.number)
    n_moves, faults = play_checked(PlanetSteam(**job.settings), rng, job.n_games, job.every_move)
    return job, n_moves, faults


def soak(n_games: int, n_jobs: int, seed: int, every_move: bool) -> int:
    """Plays and reports; returns the number of unlawful games."""
    from tqdm import tqdm

    jobs = jobs_of(n_games, seed, every_move)
    start, total, n_faults = time.monotonic(), 0, 0
    with contextlib.ExitStack() as stack:
        if n_jobs > 1:
            results = stack.enter_context(multiprocessing.Pool(n_jobs)).imap_unordered(run, jobs, chunksize=8)
        else:
            results = map(run, jobs)
        bar = stack.enter_context(tqdm(total=n_games, unit=" games", disable=None))
        for job, n_moves, faults in results:
            total += n_moves
            n_faults += len(faults)
            bar.update(job.n_games)
            for game, laws in faults:
                bar.write(f"{job.settings}, game {game} of {job.n_games} with seed {seed}: {'; '.join(laws)}")
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
    parser.add_argument("--every-move", action="store_true", help="check after every move, not at round ends only")
    parser.add_argument("--sanitize", action="store_true", help="in a build with sanitizers, in a folder of its own")
    given = parser.parse_args()
    if given.sanitize:
        from tests.scratch_build import RULES, run_sanitized  # not part of that build itself

        return run_sanitized(
            RULES, "tests.planet_steam.soak", [argument for argument in sys.argv[1:] if argument != "--sanitize"]
        )
    return 1 if soak(given.games, given.jobs, given.seed, given.every_move) else 0


if __name__ == "__main__":
    sys.exit(main())
