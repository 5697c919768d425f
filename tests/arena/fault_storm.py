"""Injects faults of every class into a tournament and checks the blame.

`python -m tests.arena.fault_storm --faults 1000` prints how many faults were put on the right bot with the right class,
how much the manager grew, how long healthy games between them took compared to the same games among bots that behave,
and how long a hung bot was given. Healthy games come in two lengths: some 3 ms, and 150 ms of search.

The machine must be idle, and is no steady clock even then: it drifts by more than 5% within minutes, so games with and
without faults take turns every few seconds; and a game of 3 ms takes 15% longer after a pause of 0.2 s, whatever the
pause was for, so in place of a bot that hangs there is one that takes its time.
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
from arena.schedule import Fixture
from arena.store import Store
from arena.tasks import Conditions, Outcome, Task
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
TURN = 4 * (len(INSIDE) + len(OUTSIDE))  # games: every fault twice, with a healthy game of either length after it


def memory() -> float:
    """Megabytes that this process has in memory now."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * resource.getpagesize() / 1e6


def fixtures(n_faults: int) -> tuple[list[Fixture], list[Fixture], dict[int, tuple[int, str]]]:
    """Each faulty game is followed by a healthy one; the same with bots that behave; what the faulty ones do."""
    slow = ("overtime", "garbage")
    ways = [(f"{inside.__file__}:", name, kind, "Waits" if kind in slow else "Fine") for name, kind in INSIDE.items()]
    ways += [(f"exec:{outside_path} ", how, kind, "waits" if kind in slow else "fine") for how, kind in OUTSIDE.items()]
    bad, good, wanted = [], [], {}
    for k in range(n_faults):
        where, how, kind, instead = ways[k % len(ways)]
        seat = k // len(ways) % 3
        for games, name in ((bad, how), (good, instead)):
            bots = ["random"] * 3
            bots[seat] = where + name
            games.append(Fixture(2 * k, 2 * k, tuple(bots), k, f"f{k}"))
            healthy = HEALTHY["long" if k // len(ways) % 2 else "short"]
            games.append(Fixture(2 * k + 1, 2 * k + 1, healthy, k, f"h{k}"))
        wanted[2 * k] = seat, kind
    return bad, good, wanted


def play_all(games: list[Fixture], executor: LocalExecutor, store: Store) -> list[Outcome]:
    """The outcomes of all games, kept in the store."""
    found: list[Outcome] = []
    todo = iter(games)
    flying = 0
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
    return found


def storm(
    bad: list[Fixture], good: list[Fixture], conditions: Conditions, jobs: int
) -> tuple[list[Outcome], list[Outcome], float]:
    """Outcomes with faults and without, megabytes grown after the first tenth.

    Those without have workers of their own, which never see a fault: what faults leave behind would show.
    """
    with_faults: list[Outcome] = []
    without: list[Outcome] = []
    before = 0.0
    with (
        tempfile.TemporaryDirectory() as folder,
        Store(Path(folder, "with"), writes=True, create=True) as with_store,
        Store(Path(folder, "without"), writes=True, create=True) as without_store,
        LocalExecutor(conditions, jobs) as with_executor,
        LocalExecutor(conditions, jobs) as without_executor,
    ):
        for first in range(0, len(bad), TURN):
            turn = slice(first, first + TURN)
            if first // TURN % 2:
                without += play_all(good[turn], without_executor, without_store)
            with_faults += play_all(bad[turn], with_executor, with_store)
            if not first // TURN % 2:
                without += play_all(good[turn], without_executor, without_store)
            if not before and 10 * len(with_faults) > len(bad):
                before = memory()
        grown = memory() - before
    return with_faults, without, grown


def pace(with_faults: list[Outcome], without: list[Outcome], length: str) -> list[float]:
    """What the bots' thinking in healthy games took, as a multiple of the same games without: low, median and high.

    Low and high enclose the median of many such games with 95%, by the order of the ratios.
    """
    base = {outcome.fixture.id: sum(outcome.seconds) for outcome in without}
    ratios = sorted(
        sum(outcome.seconds) / base[outcome.fixture.id]
        for outcome in with_faults
        if outcome.fixture.bots == HEALTHY[length]
    )
    middle, reach = len(ratios) / 2, 0.98 * len(ratios) ** 0.5
    low, high = max(0, int(middle - reach)), min(len(ratios) - 1, int(middle + reach))
    return [round(ratio, 3) for ratio in (ratios[low], median(ratios), ratios[high])]


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
    bad, good, wanted = fixtures(options.faults)
    start = time.monotonic()
    outcomes, without, grown = storm(bad, good, conditions, options.jobs)
    seconds = time.monotonic() - start
    strange = [outcome.fixture.bots for outcome in without if outcome.faults]
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
        "faults": options.faults, "right": right, "wrong": wrong[:5], "faults without": strange[:5],
        "kinds": {kind: kinds[kind] for kind in FAULTS},
        "manager grew, MB": round(grown, 1),
        "healthy games, times those without": {length: pace(outcomes, without, length) for length in HEALTHY},
        "hung, s": hung(1), "seconds": round(seconds),
    }))  # fmt: skip
    sys.exit(0 if right == options.faults and not wrong and not strange and grown < 50 else 1)


if __name__ == "__main__":
    main()
