"""Injects faults of every class into a tournament and checks the blame.

`python -m tests.arena.fault_storm --faults 1000` prints how many faults were put on the right bot with the right class,
how much the manager grew, how long healthy games between them took compared to the same games alone, and how long a
hung bot was given. Healthy games come in two lengths: some 3 ms, where a cold cache shows, and 150 ms of search.
"""

from __future__ import annotations

import argparse
import json
import resource
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from statistics import median

from arena.executor import LocalExecutor
from arena.faults import FAULTS
from arena.play import Conditions, Outcome, Task
from arena.schedule import Fixture
from arena.store import Store
from engine import new_game
from tests.arena.bad_bots import inside, outside_path

INSIDE = {
    "Raises": "raises", "CannotBeMade": "raises", "Illegal": "illegal", "ReturnsNone": "illegal", "Sleeps": "overtime",
    "Stubborn": "overtime", "StuckInC": "overtime", "Exits": "dies", "SysExits": "dies", "Crashes": "dies",
}  # fmt: skip
OUTSIDE = {
    "error": "raises", "illegal": "illegal", "other-seat": "illegal", "hangs": "overtime", "chatty-stderr": "overtime",
    "dies": "dies", "garbage": "garbage", "chatty": "garbage", "long-line": "garbage",
}  # fmt: skip
HEALTHY = {"short": ("greedy", "greedy", "random"), "long": ("mcts:sims=100", "greedy", "random")}


def memory() -> float:
    """Megabytes that this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def fixtures(n_faults: int) -> tuple[list[Fixture], dict[int, tuple[int, str]]]:
    """Each faulty game is followed by a healthy one; what each faulty one must be blamed for."""
    ways = [(f"{inside.__file__}:{name}", kind) for name, kind in INSIDE.items()]
    ways += [(f"exec:{outside_path} {how}", kind) for how, kind in OUTSIDE.items()]
    games, wanted = [], {}
    for k in range(n_faults):
        spec, kind = ways[k % len(ways)]
        seat = k // len(ways) % 3
        bots = ["random"] * 3
        bots[seat] = spec
        games.append(Fixture(2 * k, 2 * k, tuple(bots), k, f"f{k}"))
        healthy = HEALTHY["long" if k // len(ways) % 2 else "short"]
        games.append(Fixture(2 * k + 1, 2 * k + 1, healthy, k, f"h{k}"))
        wanted[2 * k] = seat, kind
    return games, wanted


def run(games: list[Fixture], conditions: Conditions, jobs: int) -> tuple[list[Outcome], float, float]:
    """Outcomes, megabytes grown after the first tenth, seconds."""
    found: list[Outcome] = []
    start = time.monotonic()
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder), writes=True, create=True) as store,
        LocalExecutor(conditions, jobs) as executor,
    ):
        todo = iter(games)
        flying, before = 0, 0.0
        while len(found) < len(games):
            for fixture in todo:
                executor.submit(Task(fixture))
                flying += 1
                if flying >= executor.capacity + 4:
                    break
            outcomes = executor.wait(1.0)
            store.add(outcomes)
            for outcome in outcomes:
                outcome.moves = b""  # kept in the store
            flying -= len(outcomes)
            found += outcomes
            if not before and len(found) > len(games) // 10:
                before = memory()
        grown = memory() - before
    return found, grown, time.monotonic() - start


def pace(among: list[Outcome], alone: list[Outcome], length: str) -> float:
    """What the bots' thinking in healthy games took, as a multiple of the same games alone: the median game."""
    before = {outcome.fixture.id: sum(outcome.seconds) for outcome in alone}
    return median(
        sum(outcome.seconds) / before[outcome.fixture.id]
        for outcome in among
        if outcome.fixture.bots == HEALTHY[length]
    )


def hung(jobs: int) -> dict[str, float]:
    """Seconds from asking a bot that hangs, with a limit of 1 s, to its forfeit being there."""
    found = {}
    for name in ("Sleeps", "Stubborn", "StuckInC"):
        conditions = Conditions(new_game(players=2).header(), time=1.0)
        with LocalExecutor(conditions, jobs) as executor:
            executor.submit(Task(Fixture(0, 0, ("random", "random"), 1, "warm")))
            while not executor.wait(1.0):
                pass
            start = time.monotonic()
            executor.submit(Task(Fixture(1, 1, (f"{inside.__file__}:{name}:at=1", "random"), 1, "hung")))
            while not executor.wait(1.0):
                pass
            found[name] = round(time.monotonic() - start, 3)
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=190)
    parser.add_argument("--jobs", type=int, default=2)
    options = parser.parse_args()
    conditions = Conditions(new_game(players=3).header(), time=0.2, grace=0.1)
    games, wanted = fixtures(options.faults)
    healthy = [game for game in games if game.bots in HEALTHY.values()]
    before, _, _ = run(healthy, conditions, options.jobs)
    outcomes, grown, seconds = run(games, conditions, options.jobs)
    after, _, _ = run(healthy, conditions, options.jobs)
    right, kinds, wrong = 0, Counter[str](), []
    for outcome in outcomes:
        blamed = [(fault.seat, fault.kind) for fault in outcome.faults]
        number = outcome.fixture.number
        expected = [wanted[number]] if number in wanted else []
        if blamed == expected:
            right += bool(expected)
            kinds.update(kind for _, kind in blamed)
        else:
            wrong.append([outcome.fixture.bots, blamed, expected])
    print(json.dumps({
        "faults": options.faults, "right": right, "wrong": wrong[:5], "kinds": {kind: kinds[kind] for kind in FAULTS},
        "manager grew, MB": round(grown, 1),
        "healthy games, times those before": {length: round(pace(outcomes, before, length), 3) for length in HEALTHY},
        "times those after": {length: round(pace(outcomes, after, length), 3) for length in HEALTHY},
        "hung, s": hung(1), "seconds": round(seconds),
    }))  # fmt: skip
    sys.exit(0 if right == options.faults and not wrong and grown < 50 else 1)


if __name__ == "__main__":
    main()
