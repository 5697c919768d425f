"""Bots are asked in a process of their own: none is given up before its time, no question is lost, and the process
ends with the program that started it, whatever it is doing."""

from __future__ import annotations

import os
import queue
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import pytest

import bots
from arena.terminal import thinker as module
from arena.terminal.game_session import GameSession
from arena.terminal.thinker import Thinker
from arena.terminal.worker import Answer
from engine import new_game
from tests.games import FOLDERS

PROGRAM = """
import sys, time
from arena.terminal.thinker import Thinker
from engine import Stream, new_game
game = new_game(players=2)
state = game.new()
state.apply(state.roll(Stream(1, "dice")))
thinker = Thinker(game, 1, lambda answer: None)
thinker.start()
thinker.ask("mcts:sims=1000000000", state.observe(state.mover), state.legal(), 0)
print(thinker._process.pid, flush=True)
time.sleep(600)
"""


def _is_alive(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def test_a_killed_program_leaves_no_thinking_process_behind() -> None:
    program = subprocess.Popen([sys.executable, "-c", PROGRAM], stdout=subprocess.PIPE, text=True)
    assert program.stdout is not None
    worker = int(program.stdout.readline())
    assert _is_alive(worker)
    os.kill(program.pid, signal.SIGKILL)
    program.wait()
    program.stdout.close()
    for _ in range(200):
        if not _is_alive(worker):
            break
        time.sleep(0.1)
    assert not _is_alive(worker)


@pytest.fixture
def session() -> GameSession:
    assert "nim" in FOLDERS
    return GameSession(new_game("nim", heaps=9999), 1, ["mcts", "mcts"])


@pytest.mark.parametrize("spec", ["mcts:time=1.5", "mcts:sims=100000"])
def test_a_bot_with_a_budget_of_its_own_is_not_late_by_the_callers(
    monkeypatch: pytest.MonkeyPatch, session: GameSession, spec: str
) -> None:
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, 1, answers.put)
    thinker.ask("random", session.observation, session.state.legal(), 1)
    answers.get(timeout=60)  # the process runs: what follows is thinking alone
    monkeypatch.setattr(module, "GRACE", 1.0)
    thinker.ask(spec, session.observation, session.state.legal(), 1, time=0.1)
    assert answers.get(timeout=60).error is None
    thinker.stop()


def test_a_bot_with_a_time_on_average_may_take_as_long_as_it_says_for_one_decision() -> None:
    for spec in ("mcts:time=1.5", "mcts:time=5,threads=2"):
        bot = bots.make(spec, new_game(players=2), 0)
        assert module._due(spec, 2.0) == bot.longest
    assert module._due("mcts", 2.0) == 2.0
    assert module._due("mcts:sims=100", 2.0) == module.PATIENCE


def test_a_bot_that_only_counts_simulations_is_given_up_after_a_long_patience(
    monkeypatch: pytest.MonkeyPatch, session: GameSession
) -> None:
    monkeypatch.setattr(module, "GRACE", 0.0)
    monkeypatch.setattr(module, "PATIENCE", 1.0)
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, 1, answers.put)
    thinker.ask("mcts", session.observation, session.state.legal(), 1, sims=1_000_000_000)
    assert answers.get(timeout=60).error == "no answer in time"
    assert not thinker.is_busy


def test_a_question_put_just_as_another_expires_is_answered(session: GameSession) -> None:
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, 1, answers.put)
    question = session.observation, session.state.legal(), 1
    late = thinker.ask("mcts:sims=1000000000", *question)
    asking = threading.Thread(target=thinker.ask, args=("random", *question))
    stop = thinker.stop

    def stop_slowly() -> None:
        thinker.stop = stop  # type: ignore[method-assign]
        asking.start()
        asking.join(0.5)
        stop()

    thinker.stop = stop_slowly  # type: ignore[method-assign]
    thinker._expire(late)
    asking.join()
    assert answers.get(timeout=60).error == "no answer in time"
    assert answers.get(timeout=60).move in session.state.legal()
    thinker.stop()


def test_a_worker_that_dies_is_replaced(session: GameSession) -> None:
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, 1, answers.put)
    for _ in range(2):
        thinker.ask("mcts", session.observation, session.state.legal(), 1, time=30)
        assert thinker._process is not None
        thinker._process.kill()
        assert answers.get(timeout=30).error == "the bot's process ended"
    thinker.ask("random", session.observation, session.state.legal(), 1)
    assert answers.get(timeout=30).move in session.state.legal()
    thinker.stop()


def test_a_process_that_does_not_read_keeps_nobody_waiting(
    monkeypatch: pytest.MonkeyPatch, session: GameSession
) -> None:
    """More than a pipe holds is put, as after a resume in a long game, and a bot holds the interpreter."""
    popen, past = subprocess.Popen, [session.observation] * 10_000

    def deaf(words: list[str], **options: Any) -> subprocess.Popen[bytes]:
        return popen([sys.executable, "-c", "import time; time.sleep(600)"], **options)

    monkeypatch.setattr(subprocess, "Popen", deaf)
    monkeypatch.setattr(module, "GRACE", 0.2)
    answers: queue.Queue[Answer] = queue.Queue()
    thinker = Thinker(session.game, 1, answers.put)
    question = session.observation, session.state.legal(), 1
    asking = threading.Thread(
        target=thinker.ask, args=("mcts", *question), kwargs={"time": 0.1, "past": lambda seat: past}, daemon=True
    )
    asking.start()
    assert answers.get(timeout=60).error == "no answer in time"
    asking.join(60)
    assert not asking.is_alive()


def test_the_same_decision_gets_the_same_move_again_after_a_restart(session: GameSession) -> None:
    answers: queue.Queue[Answer] = queue.Queue()
    moves = set()
    for _ in range(2):
        thinker = Thinker(session.game, 1, answers.put)
        thinker.ask("mcts", session.observation, session.state.legal(), len(session.moves), sims=50)
        moves.add(answers.get(timeout=30).move)
        thinker.stop()
    assert len(moves) == 1
