"""Bots that attack: the culprit is blamed, its opponent is unharmed, the run goes on."""

import os
import socket
import sys
from pathlib import Path

import pytest

from arena import wire
from arena.executor import NO_CHOICE, LocalExecutor
from arena.play import play
from arena.sandbox import Sandbox, has_bwrap, resolve
from arena.schedule import Fixture
from arena.tasks import Conditions, Outcome, Task
from engine import BoomtownError, new_game
from tests.arena.bad_bots import hostile, inside

HOSTILE = f"{hostile.__file__}:"
FINE = f"{inside.__file__}:Fine"
GAME = new_game(players=2).header()
needs_bwrap = pytest.mark.skipif(not has_bwrap(), reason="bubblewrap does not work here")


def run(pairs, sandbox=NO_CHOICE, jobs=1, **conditions) -> list[Outcome]:
    with LocalExecutor(Conditions(GAME, **conditions), jobs, sandbox) as executor:
        for number, bots in enumerate(pairs):
            executor.submit(Task(Fixture(number, number, tuple(bots), 7 + number, str(number))))
        found: list[Outcome] = []
        while len(found) < len(pairs):
            found += executor.wait(30)
        assert executor.voided == []
    return sorted(found, key=lambda outcome: outcome.fixture.number)


def blamed(outcome: Outcome) -> list[tuple[int, str]]:
    return [(fault.seat, fault.kind) for fault in outcome.faults]


@pytest.mark.parametrize(
    ("name", "kinds"),
    [
        ("LeavesThread", {"dies"}),
        ("RaisesLater", {"dies", "raises"}),
        ("KillsParent", {"dies"}),
        ("LooksForState", {"raises"}),
        ("ReplacesArena", {"illegal"}),
        ("Hoards", {"raises"}),
        ("FillsDisk", {"raises", "dies"}),
        ("FloodsLine", {"garbage"}),
        ("SendsPickle", {"garbage"}),
    ],
)
def test_the_attacker_is_blamed_and_its_opponent_is_not(name, kinds):
    trace = Path("/tmp/boomtown-was-here")
    trace.unlink(missing_ok=True)
    outcomes = run([(HOSTILE + name, FINE), (FINE, HOSTILE + name), (FINE, "random")], patience=3.0)
    for seat, outcome in enumerate(outcomes[:2]):
        assert [fault.seat for fault in outcome.faults] == [seat]
        assert outcome.faults[0].kind in kinds
        assert outcome.places[seat] == 2.0
    assert outcomes[2].faults == []
    assert not trace.exists()
    if name == "LooksForState":
        assert "found 0: []" in outcomes[0].faults[0].detail


@pytest.mark.parametrize("name", ["KillsOpponent", "KillsItself"])
def test_who_kills_a_bots_process_is_blamed_for_it(name):
    outcomes = run([(HOSTILE + name, FINE), (FINE, HOSTILE + name), (FINE, FINE)], patience=5.0)
    assert [blamed(outcome) for outcome in outcomes] == [[(0, "dies")], [(1, "dies")], []]
    assert [outcome.places[:1] for outcome in outcomes[:2]] == [[2.0], [1.0]]


def test_where_nobody_can_tell_who_killed_the_game_is_void():
    """Nobody is blamed, and the run goes on."""
    pairs = [(HOSTILE + "KillsOpponentLater", HOSTILE + "Dawdles"), (FINE, "random")]
    with LocalExecutor(Conditions(GAME, patience=10.0), 1) as executor:
        for number, bots in enumerate(pairs):
            executor.submit(Task(Fixture(number, number, bots, 7, str(number))))
        found: list[Outcome] = []
        while len(found) < 2:
            found += executor.wait(30)
        assert len(executor.voided) == 1
        assert "nobody can tell" in executor.voided[0]
    assert [outcome.faults for outcome in found] == [[], []]
    assert [outcome.places is None for outcome in found] == [True, False]


def test_a_bot_that_ponders_takes_nobodys_time():
    bots = [(HOSTILE + "Ponders", FINE), (FINE, HOSTILE + "Ponders")]
    assert [blamed(outcome) for outcome in run(bots, time=1.0)] == [[], []]


def test_global_variables_do_not_survive_a_game():
    games = [(HOSTILE + "CountsGames", "random")] * 6
    found = {jobs: [(one.moves, one.places, one.faults) for one in run(games, jobs=jobs)] for jobs in (1, 2, 3)}
    assert found[1] == found[2] == found[3]
    assert all(faults == [] for _, _, faults in found[1])


@pytest.mark.parametrize("kind", ["limits", "off", pytest.param("bwrap", marks=needs_bwrap)])
def test_a_bot_plays_the_same_in_any_sandbox(kind):
    program = f"exec:{sys.executable} {Path(inside.__file__).with_name('outside.py')} fine"
    pairs = [(FINE, "random"), ("greedy", FINE), (program, FINE)]
    outcomes = run(pairs, Sandbox(kind))
    assert [outcome.faults for outcome in outcomes] == [[], [], []]
    for outcome in outcomes[:2]:
        assert outcome.moves == play(Task(outcome.fixture), Conditions(GAME)).moves


@needs_bwrap
@pytest.mark.parametrize(("name", "kind"), [("KillsParent", "dies"), ("KillsEverybody", "overtime")])
def test_in_a_sandbox_too_the_attacker_is_blamed(name, kind):
    """It finds nobody to kill but where it comes from."""
    (outcome,) = run([(FINE, HOSTILE + name)], Sandbox("bwrap"), patience=3.0)
    assert blamed(outcome) == [(1, kind)]


@needs_bwrap
def test_nothing_outside_the_sandbox_can_be_reached(tmp_path, monkeypatch):
    secret = tmp_path / "tournament" / "secret"
    secret.parent.mkdir()
    secret.write_text("seed")
    monkeypatch.setenv("BOOMTOWN_TEST_SECRET", str(secret))
    with socket.create_server(("127.0.0.1", 0)) as server:
        port = server.getsockname()[1]
        sandbox = Sandbox("bwrap", hidden=(str(secret.parent),))
        bot = tmp_path / "bot.py"
        bot.write_text(SPY.format(port=port))
        (outcome,) = run([(f"{bot}:Spy", "random")], sandbox)
    assert outcome.faults[0].detail.endswith("RuntimeError: could: []\n")
    assert not Path("/tmp/scratch").exists()


SPY = """\
from tests.arena.bad_bots.hostile import Escapes


class Spy(Escapes):
    def choose(self, observation, legal, budget, rng):
        class Params:
            at = {port}

        self.params = Params
        return self.misbehave(legal)
"""


def test_a_stopped_process_does_not_run_between_its_turns(tmp_path):
    """Its thread would write its lines while the other thinks."""
    bot = tmp_path / "bot.py"
    bot.write_text(CLOCKED.format(path=tmp_path / "ticks"))
    slow = f"{inside.__file__}:Waits:at=1"
    run([(f"{bot}:Ticks", slow)])
    stopped = len((tmp_path / "ticks").read_bytes())
    (tmp_path / "ticks").unlink()
    run([(f"{bot}:Ticks", slow)], Sandbox(ponder=True))
    assert len((tmp_path / "ticks").read_bytes()) > stopped + 50


CLOCKED = """\
import threading, time
from tests.arena.bad_bots.inside import Fine


class Ticks(Fine):
    def __init__(self, game, seat, params=None):
        super().__init__(game, seat, params)
        threading.Thread(target=self.tick, daemon=True).start()

    def tick(self):
        with open("{path}", "ab", buffering=0) as file:
            while True:
                file.write(b".")
                time.sleep(0.001)
"""


def test_messages_have_a_size_and_an_end():
    ours, theirs = socket.socketpair()
    with ours, theirs:
        wire.send(theirs, b"M", 3, b"abc")
        assert wire.receive(ours, most=3) == (b"M", 3, b"abc")
        wire.send(theirs, b"M", 3, b"abcd")
        with pytest.raises(wire.Malformed, match="4 bytes"):
            wire.receive(ours, most=3)
        assert os.read(ours.fileno(), 4) == b"abcd"
        with pytest.raises(wire.Late):
            wire.receive(ours, until=0.0)
        theirs.close()
        with pytest.raises(wire.Closed):
            wire.receive(ours)


def test_sandboxes_by_name(monkeypatch):
    assert resolve("limits") == "limits"
    monkeypatch.setattr("arena.sandbox.has_bwrap", lambda: False)
    assert resolve("auto") == "limits"
    with pytest.raises(BoomtownError, match="bubblewrap does not work here"):
        resolve("bwrap")
