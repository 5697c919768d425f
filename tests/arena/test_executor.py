"""Worker processes: the same games as at home, every way to misbehave found out, nothing left behind."""

import os
import signal
import time
from pathlib import Path

import pytest

from arena.executor import LocalExecutor, WorkerError
from arena.play import play
from arena.processes import children
from arena.schedule import Fixture
from arena.tasks import Conditions, Outcome, Task
from engine import new_game
from tests.arena.bad_bots import inside, outside_path

INSIDE = f"{inside.__file__}:"
GAME = new_game(players=2)


def run(conditions: Conditions, pairs: list[tuple[str, str]], jobs: int = 2) -> list[Outcome]:
    with LocalExecutor(conditions, jobs) as executor:
        for number, bots in enumerate(pairs):
            executor.submit(Task(Fixture(number, number, bots, 100 + number, str(number))))
        found: list[Outcome] = []
        while len(found) < len(pairs):
            found += executor.wait(10)
        pid = executor._zygote.pid
    assert not Path(f"/proc/{pid}").exists()
    return sorted(found, key=lambda outcome: outcome.fixture.number)


def test_workers_play_the_same_games_as_this_process():
    conditions = Conditions(GAME.header())
    pairs = [("random", "greedy"), ("greedy", "random")] * 10
    for jobs in (1, 2):
        for outcome in run(conditions, pairs, jobs):
            here = play(Task(outcome.fixture), conditions)
            assert outcome.moves == here.moves
            assert outcome.places == here.places


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("Raises", "raises"),
        ("Illegal", "illegal"),
        ("ReturnsText", "illegal"),
        ("Sleeps", "overtime"),
        ("Stubborn", "overtime"),
        ("StuckInC", "overtime"),
        ("Slow", "overtime"),
        ("Exits", "dies"),
        ("SysExits", "dies"),
        ("Crashes", "dies"),
        ("CannotBeMade", "raises"),
        ("Fine", None),
        ("Chatty", None),
        ("Forks", None),
    ],
)
def test_every_way_to_misbehave_inside_is_found_out(name, kind):
    conditions = Conditions(GAME.header(), time=0.15, grace=0.05)
    bots = [(INSIDE + name, "random"), ("random", INSIDE + name), ("random", "random")]
    outcomes = run(conditions, bots)
    for seat, outcome in enumerate(outcomes[:2]):
        assert [(fault.seat, fault.kind) for fault in outcome.faults] == ([] if kind is None else [(seat, kind)])
        assert outcome.places is not None
    assert outcomes[2].faults == []
    if name == "Raises":
        assert outcomes[0].faults[0].stderr == "about to divide\n"


@pytest.mark.parametrize(
    ("how", "kind"),
    [
        ("fine", None),
        ("talks", None),
        ("double", None),
        ("forks", None),
        ("waits", None),
        ("loud", None),
        ("illegal", "illegal"),
        ("other-seat", "illegal"),
        ("no-move", "illegal"),
        ("error", "raises"),
        ("dies", "dies"),
        ("hangs", "overtime"),
        ("closes-stdout", "overtime"),
        ("chatty-stderr", "overtime"),
        ("garbage", "garbage"),
        ("long-line", "garbage"),
        ("chatty", "garbage"),
    ],
)
def test_every_way_to_misbehave_outside_is_found_out(how, kind):
    conditions = Conditions(GAME.header(), time=0.4, grace=0.1)
    (outcome,) = run(conditions, [("random", f"exec:{outside_path} {how}")], jobs=1)
    assert [(fault.seat, fault.kind) for fault in outcome.faults] == ([] if kind is None else [(1, kind)])
    if how == "dies":
        assert outcome.faults[0].stderr == "last words\n"


def test_a_program_that_cannot_be_started():
    (outcome,) = run(Conditions(GAME.header()), [("exec:./no-such-program", "random")], jobs=1)
    assert [(fault.seat, fault.kind, fault.move) for fault in outcome.faults] == [(0, "dies", 0)]


@pytest.mark.parametrize("victim", ["worker", "zygote"])
def test_a_killed_worker_costs_only_its_game_which_is_played_again(victim):
    conditions = Conditions(GAME.header())
    with LocalExecutor(conditions, 2) as executor:
        found: list[Outcome] = []
        n_sent = n_killed = 0
        while len(found) < 120:
            while n_sent < min(120, len(found) + 8):
                fixture = Fixture(n_sent, n_sent, ("greedy", "random"), n_sent, str(n_sent))
                executor.submit(Task(fixture))
                n_sent += 1
            found += executor.wait(10)
            if len(found) > 30 * (n_killed + 1) and n_killed < 2:
                zygote = executor._zygote.pid
                pids = [zygote] if victim == "zygote" else children(zygote)
                if pids:
                    os.kill(pids[0], signal.SIGKILL)
                    n_killed += 1
    assert n_killed == 2
    assert sorted(outcome.fixture.number for outcome in found) == list(range(120))
    assert all(outcome.faults == [] for outcome in found)
    sample = next(outcome for outcome in found if outcome.fixture.number == 60)
    assert sample.moves == play(Task(sample.fixture), conditions).moves


def test_a_bot_that_ends_in_another_way_each_time_is_blamed():
    (outcome,) = run(Conditions(GAME.header()), [(INSIDE + "ExitsAnew", "random")], jobs=1)
    assert [(fault.seat, fault.kind) for fault in outcome.faults] == [(0, "dies")]


def test_a_game_that_no_worker_survives_is_void_and_the_others_are_played(monkeypatch):
    """The worker is killed as soon as it has the first game, again and again."""
    monkeypatch.setattr("arena.executor.MAX_DEATHS", 2)
    monkeypatch.setattr("arena.executor.BLAMED_DEATHS", 100)
    with LocalExecutor(Conditions(GAME.header()), 1) as executor:
        executor.submit(Task(Fixture(0, 0, ("mcts:sims=100000", "random"), 1, "0")))
        found: list[Outcome] = []
        while not found:
            for pid in children(executor._zygote.pid):
                os.kill(pid, signal.SIGKILL)
            found += executor.wait(0.3)
        assert found[0].places is None
        assert executor.voided == ["the game of mcts:sims=100000, random is void: workers died 3 times, signal SIGKILL"]
        executor.submit(Task(Fixture(1, 1, ("random", "random"), 1, "1")))
        assert [outcome.fixture.number for outcome in executor.wait(10)] == [1]


def test_a_zygote_that_does_nothing_is_replaced(monkeypatch):
    monkeypatch.setattr("arena.executor.ZYGOTE_LIMIT", 0.3)
    monkeypatch.setattr("arena.executor.REFEREE_LIMIT", 0.5)
    with LocalExecutor(Conditions(GAME.header()), 1) as executor:
        first = executor._zygote.pid
        os.kill(first, signal.SIGSTOP)
        executor.submit(Task(Fixture(0, 0, ("random", "random"), 1, "0")))
        found = executor.wait(30)
    assert [outcome.fixture.number for outcome in found] == [0]
    assert executor._zygote.pid != first


def test_a_worker_that_is_stopped_is_replaced(monkeypatch):
    monkeypatch.setattr("arena.executor.REFEREE_LIMIT", 0.5)
    with LocalExecutor(Conditions(GAME.header()), 1) as executor:
        executor.submit(Task(Fixture(0, 0, ("random", "random"), 1, "0")))
        assert executor.wait(30)
        os.kill(children(executor._zygote.pid)[0], signal.SIGSTOP)
        executor.submit(Task(Fixture(1, 1, ("random", "random"), 1, "1")))
        assert [outcome.fixture.number for outcome in executor.wait(30)] == [1]


def test_a_zygote_that_cannot_live_ends_the_run(monkeypatch):
    monkeypatch.setattr("arena.executor.MAX_ZYGOTES", 2)
    with LocalExecutor(Conditions(GAME.header()), 1) as executor:
        executor.submit(Task(Fixture(0, 0, ("mcts:sims=100000", "random"), 1, "0")))
        with pytest.raises(WorkerError, match="ended 2 times before any game did"):
            for _ in range(3):
                os.kill(executor._zygote.pid, signal.SIGKILL)
                executor.wait(1)


def test_a_zygote_that_cannot_even_start_ends_the_run(monkeypatch):
    monkeypatch.setattr("arena.executor.sys.executable", "/bin/false")
    monkeypatch.setattr("arena.executor.MAX_ZYGOTES", 3)
    with LocalExecutor(Conditions(GAME.header()), 2) as executor:
        executor.submit(Task(Fixture(0, 0, ("random", "random"), 1, "0")))
        with pytest.raises(WorkerError, match="ended 3 times before any game did"):
            executor.wait(30)


def test_nothing_is_left_when_a_bot_forks_and_detaches():
    before = _sleepers()
    run(Conditions(GAME.header()), [(INSIDE + "Forks", "random"), ("random", f"exec:{outside_path} forks")])
    for _ in range(50):
        if _sleepers() <= before:
            break
        time.sleep(0.02)
    assert _sleepers() <= before


def _sleepers() -> set[int]:
    """Processes of this tree with our test bots or workers in their command lines."""
    found = set()
    here = str(Path(__file__).parents[2]).encode()
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                line = (folder / "cmdline").read_bytes()
            except OSError:
                continue
            if here in line and (b"bad_bots" in line or b"arena.zygote" in line):
                found.add(int(folder.name))
    return found
