"""Kills a tournament again and again and resumes it: nothing may be lost, doubled, changed or left running.

`python -m tests.arena.torture --games 150 --kills 100` (see `make torture`). Plays the tournament once undisturbed with
one job; then once with one job, once with two and once with three, a third of the kills each: `kill -9` at random
moments of the manager, the zygote, a worker, or a process that a bot is forked from or plays in. The results of all
four must be the same, byte for byte.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path

from arena.processes import children

BOTS = ["random", "tests/arena/bad_bots/hostile.py:CountsGames", "tests/arena/bad_bots/inside.py:Fine"]
JOBS = (1, 2, 3)
VICTIMS = ("manager", "manager", "manager", "zygote", "worker", "bot")


def command(out: Path, games: int, jobs: int, *extra: str) -> list[str]:
    base = [sys.executable, "-m", "arena", "tournament", *BOTS, "--players", "2", "--seed", "7", "--games", str(games)]
    return [*base, "--jobs", str(jobs), "--force", "--out", str(out), "--quiet", "--json", *extra]


def descendants(pid: int) -> list[int]:
    found = []
    todo = [pid]
    while todo:
        below = children(todo[0])
        found += below
        todo = todo[1:] + below
    return found


def stored(out: Path) -> int:
    try:
        with sqlite3.connect(f"file:{out / 'tournament.sqlite'}?mode=ro", uri=True) as db:
            return int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.Error:
        return 0


@dataclass
class Rough:
    """One tournament that is killed so many times."""

    out: Path
    games: int
    jobs: int
    kills: int
    rng: random.Random
    done: Counter[str] = field(default_factory=Counter)
    seen: set[int] = field(default_factory=set)  # every process that was there when one was killed

    def play(self) -> str:
        """What the run that came to its end printed."""
        while True:
            extra = ["--resume"] if (self.out / "tournament.sqlite").exists() else []
            words = command(self.out, self.games, self.jobs, *extra)
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            is_killed = self._attack(process)
            output, said = process.communicate()
            if not is_killed:
                if process.returncode:
                    sys.exit(f"jobs {self.jobs}: exit code {process.returncode}, after {dict(self.done)}: {said}")
                return output

    def _attack(self, process: subprocess.Popen[str]) -> bool:
        """Kills until the manager is killed (whether it was), the run ends, or there were enough."""
        while (n_done := self.done.total()) < self.kills and process.poll() is None:
            # The kills are spread over the games: wait until this one's share of them is stored.
            if stored(self.out) < self.games * n_done // (self.kills + 1):
                time.sleep(0.01)
                continue
            kind = self.rng.choice(VICTIMS)
            time.sleep(self.rng.random() * (1.5 if kind == "manager" else 0.2))  # also while it begins
            pid = self._victim(kind, process.pid)
            if pid is None or process.poll() is not None:
                time.sleep(0.01)
                continue
            self.seen.update([process.pid, *descendants(process.pid)])
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            self.done[kind] += 1
            if kind == "manager":
                return True
        return False

    def _victim(self, kind: str, manager: int) -> int | None:
        """A process of that kind, if there is one now."""
        if kind == "manager":
            return manager
        zygotes = [pid for pid in children(manager) if b"arena.zygote" in _command(pid)]
        if kind == "zygote" or not zygotes:
            return zygotes[0] if zygotes else None
        workers = children(zygotes[0])
        found = workers if kind == "worker" else [pid for worker in workers for pid in descendants(worker)]
        return self.rng.choice(found) if found else None


def _command(pid: int) -> bytes:
    try:
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    except OSError:
        return b""


def is_left(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def torture(games: int, kills: int, seed: int, folder: Path) -> dict[str, object]:
    start = time.monotonic()
    words = command(folder / "calm", games, 1)
    expected = subprocess.run(words, check=True, capture_output=True, text=True).stdout
    calm = (folder / "calm" / "results.jsonl").read_bytes()
    done: Counter[str] = Counter()
    seen: set[int] = set()
    lost = doubled = 0
    differ = []
    for k, jobs in enumerate(JOBS):
        share = kills * (k + 1) // len(JOBS) - kills * k // len(JOBS)
        rough = Rough(folder / f"jobs{jobs}", games, jobs, share, random.Random(f"{seed}/{jobs}"))
        output = rough.play()
        found = (rough.out / "results.jsonl").read_bytes()
        ids = [json.loads(line)["id"] for line in found.splitlines()]
        lost += games - len(set(ids))
        doubled += len(ids) - len(set(ids))
        done += rough.done
        seen |= rough.seen
        if found != calm or output != expected:
            differ.append(jobs)
    time.sleep(1.0)
    return {
        "games": [games] * len(JOBS),
        "jobs": list(JOBS),
        "kills": done.total(),
        "of": dict(sorted(done.items())),
        "lost": lost,
        "doubled": doubled,
        "left running": sum(map(is_left, seen)),
        "jobs whose bytes differ": differ,
        "seconds": round(time.monotonic() - start),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=150)
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = torture(options.games, options.kills, options.seed, Path(folder))
    print(json.dumps(found))
    is_right = found["lost"] == found["doubled"] == found["left running"] == 0
    sys.exit(0 if is_right and not found["jobs whose bytes differ"] and found["kills"] == options.kills else 1)


if __name__ == "__main__":
    main()
