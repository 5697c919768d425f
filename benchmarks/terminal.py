"""How fast the table answers: `python -m benchmarks.terminal`. Runs the real application on a pseudo-terminal.

Prints the time to the first screen, the time from a key press to its answer while a bot thinks, and the time of bots'
moves with a budget of 2 s, and how busy the machine was. Nothing is asserted here: tests have no clocks.
"""

from __future__ import annotations

import argparse
import fcntl
import os
import pty
import re
import select
import statistics
import struct
import sys
import tempfile
import termios
import time
from contextlib import suppress
from pathlib import Path

BUDGET = 2.0
N_KEYS = 40
N_MOVES = 12


class Session:
    """The application and what it has written so far."""

    def __init__(self, folder: str, *arguments: str) -> None:
        self.started = time.monotonic()
        self.pid, self.file = pty.fork()
        if self.pid == 0:
            environment = {**os.environ, "BOOMTOWN_GAMES": folder, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8"}
            code = "from arena.cli import main; main()"
            os.execvpe(sys.executable, [sys.executable, "-c", code, "play", "--lang", "en", *arguments], environment)
        fcntl.ioctl(self.file, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
        self.text = ""

    def read(self, seconds: float) -> None:
        """Reads what comes within that time; returns at the first piece."""
        if select.select([self.file], [], [], seconds)[0]:
            self.text += os.read(self.file, 65536).decode("utf-8", "replace")

    def wait(self, pattern: str, patience: float = 60.0) -> float:
        """The time at which a pattern has appeared in what was written since the last call of `press`."""
        end = time.monotonic() + patience
        while not re.search(pattern, self.text):
            if time.monotonic() > end:
                raise TimeoutError(pattern)
            self.read(0.01)
        return time.monotonic()

    def press(self, keys: str) -> float:
        while select.select([self.file], [], [], 0)[0]:
            self.read(0)
        self.text = ""
        os.write(self.file, keys.encode())
        return time.monotonic()

    def cpu(self) -> float:
        """Seconds of processor time that the application has used: what counts on a busy machine."""
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def close(self) -> None:
        os.write(self.file, b"\x03")
        with suppress(OSError):  # how Linux ends a pseudo-terminal; until then somebody must read
            while os.read(self.file, 65536):
                pass
        os.waitpid(self.pid, 0)


def start_time() -> tuple[float, float]:
    with tempfile.TemporaryDirectory() as folder:
        session = Session(folder, "--bots", "random", "--seed", "1")
        first = session.wait("Players") - session.started
        cpu = session.cpu()
        session.close()
        return first, cpu


def key_times(folder: str) -> tuple[list[float], float]:
    """From a key to its answer while a bot thinks: `a` puts a word into the title and takes it out again."""
    session = Session(folder, "--time", "600", "--seed", "1", "--players", "2", "--seat", "1", "--bots", "mcts")
    session.wait("thinking|Which resource")
    if "Which resource" in session.text:  # the person begins
        session.press("1\r")
    session.wait("thinking")
    times = []
    cpu = session.cpu()
    for _ in range(N_KEYS):
        for answer in ("evaluating", "Planet Steam"):
            pressed = session.press("a")
            times.append(session.wait(answer) - pressed)
    cpu = (session.cpu() - cpu) / len(times)
    session.close()
    return times, cpu


def move_times() -> list[float]:
    """Time between the question and the answer, through the worker process."""
    from arena.terminal.game_session import GameSession
    from arena.terminal.thinker import Thinker
    from arena.terminal.worker import Answer
    from engine import new_game

    times: list[float] = []
    answers: list[float] = []
    game = new_game(players=4)
    session = GameSession(game, 3, ["mcts"] * 4)
    moves: list[int | None] = []

    def done(answer: Answer) -> None:
        moves.append(answer.move)
        answers.append(time.monotonic())

    thinker = Thinker(game, 3, done)
    while len(times) < N_MOVES:
        legal = session.state.legal()
        if len(legal) == 1:
            session.play(legal[0])
            continue
        asked, n = time.monotonic(), len(answers)
        thinker.ask("mcts:even=true", session.state.observe(session.mover or 0), legal, len(session.moves), time=BUDGET)
        while len(answers) == n:
            time.sleep(0.001)
        times.append(answers[-1] - asked)
        session.play(moves[-1] or legal[0])
    thinker.stop()
    return times


def main() -> None:
    starts = [start_time() for _ in range(5)]
    wall, cpu = ([start[k] for start in starts] for k in (0, 1))
    print(f"start to first screen: median {statistics.median(wall):.2f} s, worst {max(wall):.2f} s", end="; ")
    print(f"processor {max(cpu):.2f} s")
    with tempfile.TemporaryDirectory() as folder:
        keys, cpu_of_key = key_times(folder)
    middle, worst = 1000 * statistics.median(keys), 1000 * max(keys)
    print(f"key to answer while a bot thinks: median {middle:.0f} ms, worst {worst:.0f} ms", end="; ")
    print(f"processor {1000 * cpu_of_key:.0f} ms")
    moves = move_times()
    print(f"bots' moves with {BUDGET:g} s: median {statistics.median(moves):.2f} s, worst {max(moves):.2f} s")
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")


if __name__ == "__main__":
    argparse.ArgumentParser(prog="python -m benchmarks.terminal", description=__doc__).parse_args()
    main()
