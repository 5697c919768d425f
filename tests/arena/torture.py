"""Kills a tournament again and again and resumes it: nothing may be lost, doubled, changed or left running.

`python -m tests.arena.torture --games 2000 --kills 100` (see `make torture`). Plays the tournament once undisturbed
with one job, then with two jobs under `kill -9` of the manager, the zygote or a worker at random moments, and compares
the results byte for byte.
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
from pathlib import Path

BOTS = ["random", "greedy", "tests/arena/bad_bots/inside.py:Fine:at=1", "tests/arena/bad_bots/inside.py:Fine:at=2",
        "tests/arena/bad_bots/inside.py:Fine:at=3"]  # fmt: skip


def command(out: Path, games: int, jobs: int, *extra: str) -> list[str]:
    base = [sys.executable, "-m", "arena", "tournament", *BOTS, "--players", "3", "--seed", "7", "--games", str(games)]
    return [*base, "--jobs", str(jobs), "--force", "--out", str(out), "--quiet", "--json", *extra]


def descendants(pid: int) -> list[int]:
    found = []
    todo = [pid]
    while todo:
        try:
            words = Path(f"/proc/{todo[0]}/task/{todo[0]}/children").read_text().split()
        except OSError:
            words = []
        children = [int(word) for word in words]
        found += children
        todo = todo[1:] + children
    return found


def stored(out: Path) -> int:
    try:
        with sqlite3.connect(f"file:{out / 'tournament.sqlite'}?mode=ro", uri=True) as db:
            return int(db.execute("SELECT count(*) FROM game").fetchone()[0])
    except sqlite3.Error:
        return 0


def torture(games: int, kills: int, seed: int, folder: Path) -> dict[str, object]:
    rng = random.Random(seed)
    calm, rough = folder / "calm", folder / "rough"
    start = time.monotonic()
    expected = subprocess.run(command(calm, games, 1), check=True, capture_output=True, text=True).stdout
    per_game = (time.monotonic() - start) / games
    done = {"manager": 0, "zygote": 0, "worker": 0}
    seen: set[int] = set()
    left_behind = 0
    output = ""
    while True:
        n_done = sum(done.values())
        extra = ["--resume"] if (rough / "tournament.sqlite").exists() else []
        process = subprocess.Popen(command(rough, games, 2, *extra), stdout=subprocess.PIPE, text=True)
        while n_done < kills and process.poll() is None:
            # The kills are spread over the games: wait until this one's share of them is stored.
            if stored(rough) < (games - 50) * n_done // kills:
                time.sleep(0.01)
                continue
            time.sleep(rng.random() * min(0.5, 20 * per_game))
            victim = rng.choice(["manager", "manager", "worker", "zygote"])
            below = descendants(process.pid)
            while victim != "manager" and len(below) < 2 and process.poll() is None:
                time.sleep(0.01)  # the workers are starting
                below = descendants(process.pid)
            if process.poll() is not None:
                break
            seen.update([process.pid, *below])
            victim = victim if below else "manager"
            pid = process.pid if victim == "manager" else below[0] if victim == "zygote" else below[-1]
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                continue
            done[victim] += 1
            n_done += 1
            if victim == "manager":
                break
        output = process.communicate()[0]
        if process.returncode == 0:
            break
    time.sleep(0.5)
    for pid in seen:
        try:
            state = Path(f"/proc/{pid}/stat").read_text().split()[2]
            left_behind += state != "Z"
        except OSError:
            pass
    ids = [json.loads(line)["id"] for line in (rough / "results.jsonl").read_text().splitlines()]
    return {
        "games": len(ids),
        "lost": games - len(set(ids)),
        "duplicated": len(ids) - len(set(ids)),
        "kills": done,
        "same results": (calm / "results.jsonl").read_bytes() == (rough / "results.jsonl").read_bytes(),
        "same json": output == expected,
        "left behind": left_behind,
        "seconds": round(time.monotonic() - start),
    }


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--games", type=int, default=300)
    parser.add_argument("--kills", type=int, default=15)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        found = torture(options.games, options.kills, options.seed, Path(folder))
    print(json.dumps(found))
    right = found["lost"] == found["duplicated"] == found["left behind"] == 0
    sys.exit(0 if right and found["same results"] and found["same json"] else 1)


if __name__ == "__main__":
    main()
