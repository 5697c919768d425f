"""Driving the real program: in tmux with key presses, and in plain mode through a pipe. Both follow its journal."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

from arena.terminal.chooser import Chooser
from arena.terminal.game_session import GameSession
from arena.terminal.journal import unfinished
from engine import Stream
from engine.games import game_of, remade
from engine.records import check_record, read_record
from tests.terminal.driving import table_of

ROOT = Path(__file__).resolve().parents[2]
BOOMTOWN = [sys.executable, "-c", "from arena.cli import main; main()"]
PATIENCE = 60.0  # seconds until a test gives up waiting; no test asserts a time
NAMES = {"enter": "Enter", "escape": "Escape", "tab": "Tab", "-": "-", "f2": "F2"}
has_tmux = shutil.which("tmux") is not None


def environment(folder: Path) -> dict[str, str]:
    mine = {key: value for key, value in os.environ.items() if key not in ("LINES", "COLUMNS")}  # the terminal's own
    return {
        **mine,
        "BOOMTOWN_GAMES": str(folder),
        "PYTHONPATH": str(ROOT),
        "LC_ALL": "C.UTF-8",
        "LANGUAGE": "en",
        "TERM": os.environ.get("TERM") or "xterm-256color",
        "PYTHONWARNINGS": "ignore",
    }


def boomtown(folder: Path, arguments: list[str], given: str = "") -> subprocess.CompletedProcess[str]:
    """The program through pipes, to its end."""
    return subprocess.run(
        [*BOOMTOWN, *arguments],
        input=given,
        env=environment(folder),
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=300,
    )


def play(folder: Path, arguments: list[str], given: str) -> subprocess.CompletedProcess[str]:
    return boomtown(folder, ["play", *arguments], given)


def numbers(seed: int, n: int = 20_000, most: int = 140) -> str:
    """Many numbers, most of them small; those that are wrong at a prompt are answered and asked again."""
    picks = Stream(seed, "numbers")
    return "".join(f"{picks.below(5 if picks.below(5) else most)}\n" for _ in range(n))


def finished_record(folder: Path) -> tuple[Path, dict[str, Any]]:
    """The record of the game that was played in a folder to its end."""
    (path,) = folder.glob("*.jsonl")
    _, record = read_record(path)
    check_record(record)
    assert unfinished(folder) == []
    return path, record


class Follower:
    """The game as its journal tells it, read from outside while it is played."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.session: GameSession | None = None
        self._n_lines = 0

    def update(self) -> GameSession | None:
        """Reads what is new; None before the game has begun."""
        paths = sorted([*self.folder.glob("*.journal"), *self.folder.glob("*.jsonl")])
        if not paths:
            return None
        try:
            text = paths[0].read_text("utf-8")
        except FileNotFoundError:
            return self.update()
        if paths[0].suffix == ".jsonl":
            return self._finished(json.loads(text))
        lines = text.split("\n")[:-1]
        if self.session is None and lines:
            header = json.loads(lines[0])
            self.session = GameSession(remade(header), header["seed"], header["seats"])
            self._n_lines = 1
        for line in lines[self._n_lines :]:
            self._n_lines += 1
            words = json.loads(line)
            assert self.session is not None
            if words[0] == "undo":
                self.session._cut(words[1])
            else:
                self.session._replay_line(words)
        return self.session

    def _finished(self, record: dict[str, Any]) -> GameSession:
        game = game_of(record)
        moves = [game.move(words[1:]) for words in record["moves"]]
        if self.session is not None:
            assert moves[: len(self.session.moves)] == self.session.moves
        return GameSession(game, record["seed"], record["seats"], moves=moves)


class Tmux:
    """The application in a real terminal."""

    def __init__(self, folder: Path, arguments: list[str], size: tuple[int, int] = (80, 24)) -> None:
        self.folder = folder
        self.socket = f"boomtown-{os.getpid()}-{id(self)}"
        exports = [f"{key}={value}" for key, value in environment(folder).items() if key not in ("TMUX",)]
        command = ["env", "-i", *exports, *BOOMTOWN, "play", *arguments]
        wide, high = map(str, size)
        self._tmux("-f", "/dev/null", "new-session", "-d", "-s", "game", "-x", wide, "-y", high, *command)
        self._tmux("set-option", "-g", "escape-time", "0")

    def _tmux(self, *arguments: str) -> str:
        found = subprocess.run(["tmux", "-L", self.socket, *arguments], capture_output=True, text=True, timeout=30)
        return found.stdout

    def press(self, *keys: str) -> None:
        self._tmux("send-keys", "-t", "game", "--", *(NAMES.get(key, key) for key in keys))

    def paste(self, text: str) -> None:
        self._tmux("set-buffer", "--", text)
        self._tmux("paste-buffer", "-p", "-t", "game")

    def resize(self, width: int, height: int) -> None:
        self._tmux("resize-window", "-t", "game", "-x", str(width), "-y", str(height))

    def screen(self) -> str:
        return self._tmux("capture-pane", "-p", "-t", "game")

    @property
    def pid(self) -> int:
        return int(self._tmux("display-message", "-p", "-t", "game", "#{pane_pid}"))

    def wait(self, *texts: str) -> str:
        """Waits until all of these are on the screen."""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            shown = self.screen()
            if all(text in shown for text in texts):
                return shown
            time.sleep(0.02)
        raise AssertionError(f"{texts} did not appear:\n{shown}")

    def wait_gone(self, text: str) -> None:
        """Waits until this is no longer on the screen."""
        end = time.monotonic() + PATIENCE
        while text in self.screen():
            assert time.monotonic() < end, f"{text} stays:\n{self.screen()}"
            time.sleep(0.02)

    def close(self) -> None:
        self._tmux("kill-server")


def play_through(
    tmux: Tmux, follower: Follower, pick: Callable[[GameSession], int], n_decisions: int | None = None
) -> GameSession:
    """Presses keys for the moves that `pick` chooses until the game is over, or so many decisions have been made."""
    end = time.monotonic() + PATIENCE
    while True:
        session = follower.update()
        if session is not None and session.is_over:
            return session
        if session is None or not session.is_humans_turn or session.is_forced:
            assert time.monotonic() < end, f"stuck:\n{tmux.screen()}"
            time.sleep(0.01)
            continue
        n = len(session.moves)
        shown = tmux.screen()
        if f"#{n}\n" not in shown or " OK " not in shown:  # also when a mark is set: it takes back and plays again
            assert time.monotonic() < end, f"#{n} did not appear:\n{shown}"
            time.sleep(0.02)
            continue
        if n_decisions is not None:
            if n_decisions == 0:
                return session
            n_decisions -= 1
        tmux.press(*Chooser(table_of(session)).keys_for(pick(session)))
        end = time.monotonic() + PATIENCE
        while (now := follower.update()) is not None and not now.is_over and len(now.moves) == n:
            assert time.monotonic() < end, f"the keys did nothing:\n{tmux.screen()}"
            time.sleep(0.005)


def kill_and_resume(tmux: Tmux, follower: Follower, arguments: list[str], size: tuple[int, int] = (80, 24)) -> Tmux:
    """Kills the program without warning, at a decision; what is resumed has every move."""
    session = follower.update()
    assert session is not None
    before = list(session.moves)
    os.kill(tmux.pid, signal.SIGKILL)
    tmux.close()
    resumed = Tmux(follower.folder, ["--resume", *arguments], size)
    resumed.wait(f"#{len(before)}\n", " OK ")
    assert follower.update() is session
    assert session.moves == before
    return resumed


def play_killed(folder: Path, arguments: list[str], n_kills: int) -> dict[str, Any]:
    """Plays a game through pipes, killed without warning at random moments; every resumed game has all moves that were
    saved, and goes on to its end. Returns the record."""
    moments, saved, n_seen = Stream(n_kills, "moments"), [], []
    for k in range(n_kills):
        session = _kill_at(
            folder, arguments if k == 0 else ["--resume"], numbers(k, 400), len(saved) + moments.below(12)
        )
        assert session.moves[: len(saved)] == saved
        saved = list(session.moves)
        n_seen.append(len(saved))
        if session.is_over:
            break
    assert n_seen == sorted(n_seen)
    assert n_seen[-1] > n_seen[0] or session.is_over
    if unfinished(folder):
        assert play(folder, ["--plain", "--resume"], numbers(99)).returncode == 0
    _, record = finished_record(folder)
    assert [words[1:] for words in record["moves"]][: len(saved)] == [session.game.words(move) for move in saved]
    return record


def _kill_at(folder: Path, arguments: list[str], given: str, n_moves: int) -> GameSession:
    """Plays until so many moves are saved, or the input or the game ends, and kills; returns what was saved."""
    process = subprocess.Popen(
        [*BOOMTOWN, "play", "--plain", *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=environment(folder),
        cwd=ROOT,
    )
    assert process.stdin is not None
    process.stdin.write(given.encode())
    process.stdin.close()
    follower, end = Follower(folder), time.monotonic() + PATIENCE
    while (now := follower.update()) is None or (len(now.moves) < n_moves and not now.is_over):
        assert time.monotonic() < end
        if process.poll() is not None:
            break
        time.sleep(0.002)
    process.kill()
    process.wait()
    session = Follower(folder).update()
    assert session is not None
    return session
