"""Every wait of the arena ends: what the table in docs/tournaments.md says and no other test reaches."""

import os
import re
import signal
import sqlite3
import stat
import sys
import time
from pathlib import Path

import pytest

from arena import hosts, outside, sandbox
from arena.executor import LocalExecutor
from arena.faults import BotFault
from arena.outside import OutsideBot
from arena.play import Clock, play
from arena.processes import children
from arena.sandbox import Sandbox
from arena.schedule import Fixture
from arena.store import FILE, Store, StoreError
from arena.tasks import Conditions, Task
from engine import new_game
from tests.arena.bad_bots import hostile, inside

GAME = new_game(players=2)
HOSTILE = f"{hostile.__file__}:"
TESTS = Path(__file__).parents[1]


def blamed(*bots: str, **conditions) -> list[tuple[int, str]]:
    with LocalExecutor(Conditions(GAME.header(), **conditions), 1) as executor:
        executor.submit(Task(Fixture(0, 0, bots, 7, "0")))
        while not (found := executor.wait(30)):
            pass
    return [(fault.seat, fault.kind) for fault in found[0].faults]


def test_the_table_names_a_test_for_every_wait():
    text = (TESTS.parent / "docs" / "tournaments.md").read_text()
    table = text.partition("### Nothing waits without a limit")[2].partition("\n## ")[0]
    rows = [line for line in table.splitlines() if line.startswith("| ")][2:]
    assert len(rows) >= 18
    for row in rows:
        named = re.findall(r"`(\w+)\.(test_\w+)`", row)
        assert named, row
        for module, name in named:
            (path,) = TESTS.rglob(f"{module}.py")
            assert f"def {name}(" in path.read_text(), f"{module}.{name}"


def test_a_bot_that_takes_for_ever_to_be_made():
    assert blamed("random", HOSTILE + "NeverMade", patience=0.5) == [(1, "overtime")]


def test_an_exception_that_takes_for_ever_to_say_what_it_is():
    assert blamed("random", HOSTILE + "SlowWords") == [(1, "raises")]


def test_a_bot_that_closes_its_line_and_lives_on():
    assert blamed("random", HOSTILE + "ClosesLine") == [(1, "dies")]


def test_a_search_that_cannot_be_interrupted():
    assert blamed("random", "mcts:sims=1000000000", patience=0.3) == [(1, "overtime")]


def test_a_bot_in_this_process_is_interrupted():
    before = signal.getsignal(signal.SIGALRM)
    clock = Clock()
    clock.start_ticking()
    try:
        bots = ("random", f"{inside.__file__}:Sleeps:at=1")
        outcome = play(Task(Fixture(0, 0, bots, 7, "0")), Conditions(GAME.header(), time=0.1, grace=0.05), clock)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(1, "overtime")]


def test_a_referee_that_is_stuck_while_a_bot_is_asked():
    """The clock that it shares with the manager is put forward, as if the time were over long ago."""
    with LocalExecutor(Conditions(GAME.header()), 1) as executor:
        executor.submit(Task(Fixture(0, 0, ("random", HOSTILE + "Dawdles"), 7, "0")))
        (worker,) = executor._workers.values()
        (pid,) = _children(executor)
        while worker.board[0] == float("inf") or worker.board[2] != 1:
            time.sleep(0.01)
        os.kill(pid, signal.SIGSTOP)
        if worker.board[0] != float("inf"):
            worker.board[0] = 1.0
        while not (found := executor.wait(30)):
            pass
    assert {fault.kind for fault in found[0].faults} <= {"overtime"}
    assert found[0].places is not None


def _children(executor: LocalExecutor) -> list[int]:
    while not (found := children(executor._zygote.pid)):
        time.sleep(0.01)
    return found


def test_a_program_that_never_says_hello(monkeypatch):
    monkeypatch.setattr(outside, "START_LIMIT", 0.3)
    with pytest.raises(BotFault) as told:
        OutsideBot("sleep 60", GAME, 0, 1)
    assert told.value.kind == "overtime"


def test_a_program_that_does_not_quit(tmp_path):
    program = tmp_path / "stays.py"
    program.write_text(STAYS)
    bot = OutsideBot(f"{sys.executable} {program}", GAME, 0, 1)
    pid = bot._talk._process.pid
    bot.close()
    assert not Path(f"/proc/{pid}").exists()


STAYS = """\
import json, sys, time
for line in sys.stdin:
    kind = json.loads(line)["type"]
    if kind == "quit":
        time.sleep(60)
    print(json.dumps({"type": {"hello": "hello", "new": "ready"}.get(kind, kind)}), flush=True)
"""


@pytest.mark.parametrize("limit", ["NURSERY_START_LIMIT", "NURSERY_LIMIT"])
def test_a_nursery_that_does_not_obey(monkeypatch, limit):
    monkeypatch.setattr(hosts, limit, 0.3)
    nursery = hosts.Nursery("random", Sandbox("limits"), None, None)
    try:
        if limit == "NURSERY_LIMIT":
            assert nursery.status() is None
            nursery._limit = hosts.NURSERY_LIMIT
        os.kill(nursery.pids[0], signal.SIGSTOP)
        with pytest.raises(BotFault, match="its first process is gone"):
            nursery.begin(b"P", {"command": ["true"], "sandbox": "limits"}, [0, 1, 2])
    finally:
        nursery.close()
    assert not Path(f"/proc/{nursery.pids[0]}").exists()


def test_a_bubblewrap_that_does_not_answer(monkeypatch, tmp_path):
    fake = tmp_path / "bwrap"
    fake.write_text("#!/bin/sh\nexec sleep 60\n")
    fake.chmod(fake.stat().st_mode | stat.S_IXUSR)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.setattr(sandbox, "TRY_LIMIT", 0.3)
    assert not sandbox.has_bwrap.__wrapped__()


def test_a_database_that_somebody_else_keeps_locked(monkeypatch, tmp_path):
    monkeypatch.setattr("arena.store.LOCK_LIMIT", 0.2)
    with Store(tmp_path, writes=True, create=True) as store:
        other = sqlite3.connect(tmp_path / FILE)
        other.execute("BEGIN EXCLUSIVE")
        try:
            with pytest.raises(StoreError, match="locked"):
                store.set("key", "value")
        finally:
            other.close()
