"""Injects faults of every class into games and prints who was blamed: kind of bot, what it does, class, rightly blamed.

`python -m tests.arena.blame --faults 1000`. Bots in this process, from files and programs take turns, in either seat,
against one that behaves; each game must blame the faulty seat alone, with the right class. Exit code 1 otherwise.
"""

from __future__ import annotations

import argparse
import signal
import sys
import time
from collections import Counter, defaultdict

from arena.executor import LocalExecutor
from arena.play import Clock, play
from arena.sandbox import Sandbox, resolve
from arena.schedule import Fixture
from arena.tasks import Conditions, Outcome, Task
from engine import new_game
from tests.arena.bad_bots import hostile, inside, outside_path

IN_PROCESS = {
    "Raises": "raises", "CannotBeMade": "raises", "Illegal": "illegal", "ReturnsNone": "illegal", "Sleeps": "overtime",
    "SysExits": "dies",
}  # fmt: skip
FILES = {
    **IN_PROCESS, "Stubborn": "overtime", "StuckInC": "overtime", "Exits": "dies", "Crashes": "dies",
    "ExitsAnew": "dies",
}  # fmt: skip
ATTACKS = {"FloodsLine": "garbage", "SendsPickle": "garbage", "KillsItself": "dies", "LeavesThread": "dies"}
PROGRAMS = {
    "error": "raises", "illegal": "illegal", "other-seat": "illegal", "no-move": "illegal", "hangs": "overtime",
    "dies": "dies", "garbage": "garbage", "chatty": "garbage", "long-line": "garbage",
}  # fmt: skip
FINE = f"{inside.__file__}:Fine"
Way = tuple[str, str, str, str]  # kind of bot, what it does, its spec, the class


def ways() -> list[Way]:
    found = [("in process", name, f"{inside.__file__}:{name}", kind) for name, kind in IN_PROCESS.items()]
    found += [("file", name, f"{inside.__file__}:{name}", kind) for name, kind in FILES.items()]
    found += [("file", name, f"{hostile.__file__}:{name}", kind) for name, kind in ATTACKS.items()]
    return found + [("program", how, f"exec:{outside_path} {how}", kind) for how, kind in PROGRAMS.items()]


def games(n_faults: int) -> list[tuple[Way, int, Task]]:
    found = []
    known = ways()
    for k in range(n_faults):
        way, seat = known[k % len(known)], k // len(known) % 2
        bots = (way[2], FINE) if seat == 0 else (FINE, way[2])
        found.append((way, seat, Task(Fixture(k, k, bots, k, str(k)))))
    return found


def play_here(tasks: list[Task], conditions: Conditions) -> dict[int, Outcome]:
    clock = Clock()
    clock.start_ticking()
    try:
        return {task.fixture.number: play(task, conditions, clock) for task in tasks}
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)


def play_apart(tasks: list[Task], conditions: Conditions, jobs: int, kind: str) -> dict[int, Outcome]:
    found: dict[int, Outcome] = {}
    with LocalExecutor(conditions, jobs, Sandbox(kind)) as executor:
        for task in tasks:
            executor.submit(task)
        while len(found) < len(tasks):
            found |= {outcome.fixture.number: outcome for outcome in executor.wait(1.0)}
    return found


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--faults", type=int, default=1000)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--patience", type=float, default=1.0, help="seconds for a move: what a hung bot costs")
    parser.add_argument("--sandbox", default="limits")
    options = parser.parse_args()
    conditions = Conditions(new_game(players=2).header(), patience=options.patience)
    wanted, start = games(options.faults), time.monotonic()
    here = [task for way, _, task in wanted if way[0] == "in process"]
    apart = [task for way, _, task in wanted if way[0] != "in process"]
    outcomes = play_here(here, conditions)
    outcomes |= play_apart(apart, conditions, options.jobs, resolve(options.sandbox))
    table: dict[tuple[str, str, str], Counter[bool]] = defaultdict(Counter)
    for (sort, name, _, kind), seat, task in wanted:
        faults = [(fault.seat, fault.kind) for fault in outcomes[task.fixture.number].faults]
        table[sort, name, kind][faults == [(seat, kind)]] += 1
        if faults != [(seat, kind)]:
            print(f"wrong: {task.fixture.bots}: {faults} instead of {[(seat, kind)]}", file=sys.stderr)
    print(f"{'kind':12}{'what it does':16}{'class':10}{'injected':>9}{'blamed':>8}")
    for (sort, name, kind), found in table.items():
        print(f"{sort:12}{name:16}{kind:10}{found.total():9}{found[True]:8}")
    right = sum(found[True] for found in table.values())
    print(f"{options.faults} faults, {right} rightly blamed, {time.monotonic() - start:.0f} s")
    sys.exit(0 if right == options.faults else 1)


if __name__ == "__main__":
    main()
