"""The process in which bots think ends with the program that started it, whatever it is doing."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

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
