"""Programs that attack: the culprit is blamed with the right class, its opponent is unharmed, the run goes on."""

import os
import socket
import sys
import time
from pathlib import Path

import pytest

from arena.sandbox import MAX_PROCESSES, Sandbox
from tests.arena.test_isolation import FINE, blamed, needs_bwrap, run

ATTACKER = Path(__file__).with_name("bad_bots") / "attacker.py"
KINDS = ["limits", pytest.param("bwrap", marks=needs_bwrap)]


def attacker(how: str) -> str:
    return f"exec:{sys.executable} {ATTACKER} {how}"


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("how", "blame"), [("signals-parent", "dies"), ("hoards", "raises"), ("fills-disk", "raises")])
def test_the_program_is_blamed_and_its_opponent_is_not(how, blame, kind):
    spec = attacker(how)
    outcomes = run([(spec, FINE), (FINE, spec), (FINE, FINE)], Sandbox(kind), patience=20.0)
    assert [blamed(outcome) for outcome in outcomes] == [[(0, blame)], [(1, blame)], []]
    if how == "hoards":
        assert "MemoryError" in outcomes[0].faults[0].detail


@needs_bwrap
def test_a_program_that_kills_all_it_sees_kills_itself():
    (outcome,) = run([(FINE, attacker("signals-all"))], Sandbox("bwrap"), patience=20.0)
    assert blamed(outcome) == [(1, "dies")]


@pytest.mark.parametrize("kind", KINDS)
def test_a_program_that_forks_127_detached_children_at_every_move_is_ended_with_them(kind):
    """By the system, or where it does not hold the user to its limit (root) by the process it was forked from."""
    spec = attacker("forks")
    outcomes = run([(spec, FINE), (FINE, spec), (FINE, FINE)], Sandbox(kind), patience=60.0)
    assert [blamed(outcome) for outcome in outcomes] == [[(0, "dies")], [(1, "dies")], []]
    if os.getuid() == 0:
        assert outcomes[0].faults[0].detail == f"the program ended with more than {MAX_PROCESSES} processes at once"
    for _ in range(100):
        if not _running(b"attacker.py"):
            break
        time.sleep(0.05)
    assert not _running(b"attacker.py")


def test_children_that_have_ended_do_not_count():
    (outcome,) = run([(attacker("orphans"), "random")], Sandbox("limits"), patience=60.0)
    assert outcome.faults == []
    assert 3 * outcome.decisions[0] > MAX_PROCESSES


def _running(word: bytes) -> list[str]:
    found = []
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                if word in (folder / "cmdline").read_bytes() and os.getpid() != int(folder.name):
                    found.append(folder.name)
            except OSError:
                continue
    return found


@needs_bwrap
def test_a_program_reaches_nothing_outside_its_sandbox(tmp_path, monkeypatch):
    """Neither memory nor files nor processes of the referee, nor the network."""
    database = tmp_path / "tournament" / "tournament.sqlite"
    database.parent.mkdir()
    database.write_bytes(b"games")
    monkeypatch.setenv("BOOMTOWN_TEST_SECRET", str(database))
    monkeypatch.setenv("BOOMTOWN_TEST_PID", str(os.getpid()))
    with socket.create_server(("127.0.0.1", 0)) as server:
        monkeypatch.setenv("BOOMTOWN_TEST_PORT", str(server.getsockname()[1]))
        (outcome,) = run([(attacker("reaches"), "random")], Sandbox("bwrap", hidden=(str(database.parent),)))
    assert [(fault.seat, fault.kind, fault.detail) for fault in outcome.faults] == [(0, "raises", "could: []")]
    assert database.read_bytes() == b"games"
    assert not ATTACKER.with_name("was-here").exists()
