"""Asks bots without waiting for them: one worker process, restarted when it dies or is no longer needed.

The application has two, one for the players and one for the coach. Answers come on a reader thread through the
callback given; the caller brings them to its own thread.
"""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import time as clock
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any

import bots
from arena.terminal.worker import Answer, Case, Ponder, Recap, Request, read_frame, write_frame
from bots.registry import Spec
from engine import Game, State
from engine.games import described
from engine.state import Observation

# Seconds that an answer may be late before the worker is given up; a slow machine is no fault.
GRACE = 20.0
# Seconds for a bot that has no time to keep to but simulations to count, as many as a match gives it.
PATIENCE = 60.0
# And for the judge, who plays whole games in doubt; at a table of four that takes minutes on a slow machine.
JUDGE_PATIENCE = 600.0

Past = Callable[[int], Sequence[Observation]]  # what a seat saw at its earlier decisions


class Thinker:
    """A worker process and the questions put to it. `ask` returns at once.

    The caller's thread, the reader of each process and the timer share the state under one lock; a writer of each
    process shares nothing but its queue, since a full pipe would hold up whoever writes. `done` is called
    without it: an answer on its way when another question is put still arrives, with its own number.
    """

    def __init__(self, game: Game, seed: int, done: Callable[[Answer], None]) -> None:
        self.game = game
        self.seed = seed
        self._done = done
        self._process: subprocess.Popen[bytes] | None = None
        self._number = 0
        self._waiting: int | None = None
        self._timer: threading.Timer | None = None
        self._lock = threading.RLock()
        self._frames: queue.SimpleQueue[Any] = queue.SimpleQueue()  # to the process, which a thread writes
        self._made: set[tuple[str, int]] = set()  # the bots that the process has, by spec and seat

    @property
    def is_busy(self) -> bool:
        return self._waiting is not None

    def start(self) -> None:
        """Starts the process ahead of the first question."""
        with self._lock:
            if self._process is not None and self._process.poll() is None:
                return
            root = str(Path(__file__).resolve().parents[2])
            path = os.pathsep.join(filter(None, [root, os.environ.get("PYTHONPATH", "")]))
            self._process = subprocess.Popen(
                [sys.executable, "-m", "arena.terminal.worker", str(os.getpid())],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={**os.environ, "PYTHONPATH": path},
                start_new_session=True,  # the terminal's Ctrl-C is not meant for it
            )
            assert self._process.stdin is not None
            self._made.clear()
            self._frames = queue.SimpleQueue()
            self._send(described(self.game))
            threading.Thread(target=_write, args=(self._process, self._frames), daemon=True).start()
            threading.Thread(target=self._read, args=(self._process, self._frames), daemon=True).start()

    def _send(self, frame: Any) -> None:
        """Gives the process something to read, in its time: a bot may keep it from reading, and a pipe takes only so
        much."""
        self._frames.put(frame)

    def ask(
        self,
        spec: str,
        observation: Observation,
        legal: list[int],
        n_moves: int,
        *,
        time: float | None = None,
        sims: int | None = None,
        jumps: bool = False,
        past: Past | None = None,
    ) -> int:
        """Puts a question and returns its number; an earlier one that is still open is dropped. `past` tells a bot that
        takes another's place what the seat has seen."""
        asked = clock.monotonic()
        return self._put(
            lambda number: Request(number, spec, observation, legal, self.seed, n_moves, time, sims, asked, jumps),
            _due(spec, time),
            ((spec, observation.seat),),
            past,
        )

    def judge(
        self,
        position: Observation | State,
        legal: list[int],
        played: int | None,
        n_moves: int,
        *,
        sims: int,
        explains: bool = True,
        seed: int | None = None,
    ) -> int:
        """Puts a question to the judge, as `ask` does to a bot; reasons take longer than the verdict. `seed`, of the
        judge's luck, is the game's unless told."""
        luck = self.seed if seed is None else seed
        return self._put(
            lambda number: Case(number, position, legal, played, luck, n_moves, sims, explains), JUDGE_PATIENCE
        )

    def _put(
        self,
        question: Callable[[int], Request | Case],
        due: float,
        players: Iterable[tuple[str, int]] = (),
        past: Past | None = None,
    ) -> int:
        with self._lock:
            if self._waiting is not None:
                self.stop()
            self.start()
            self._number += 1
            number = self._waiting = self._number
            self._timer = threading.Timer(due + GRACE, self._expire, (number,))
            self._timer.daemon = True
            self._timer.start()
            self._introduce(players, past)
            self._send(question(number))
            return number

    def _introduce(self, players: Iterable[tuple[str, int]], past: Past | None) -> None:
        """Tells bots that are still to be made what their seats have seen."""
        for spec, seat in players:
            if (spec, seat) in self._made:
                continue
            self._made.add((spec, seat))
            seen = () if past is None else tuple(past(seat))
            if seen:
                self._send(Recap(spec, seat, seen))

    def ponder(self, players: Sequence[tuple[str, Observation]], n_moves: int, past: Past | None = None) -> None:
        """Lets bots, each with what its seat sees, think until the next question. Nothing comes back, nothing is waited
        for; while an answer is, nothing is sent. `past` as in `ask`."""
        with self._lock:
            if self._waiting is not None or not players:
                return
            self.start()
            self._introduce([(spec, seen.seat) for spec, seen in players], past)
            self._send(Ponder(tuple(players), self.seed, n_moves))

    def forget(self) -> None:
        """Makes the bots start afresh: the game went back."""
        with self._lock:
            if self._waiting is not None:
                self.stop()
            elif self._process is not None:
                self._made.clear()
                self._send("forget")

    def stop(self) -> None:
        """Ends the process and drops the open question."""
        with self._lock:
            self._waiting = None
            if self._timer is not None:
                self._timer.cancel()
            process, self._process = self._process, None
            if process is not None:
                _end(process, self._frames)

    def _read(self, process: subprocess.Popen[bytes], frames: queue.SimpleQueue[Any]) -> None:
        """The reader thread of one process."""
        assert process.stdout is not None
        with process.stdout as source:
            while True:
                try:
                    found = read_frame(source, self.game)
                except Exception:  # a frame cut off by the end of the process
                    found = None
                if found is None:
                    break
                self._answered(found)
        with self._lock:
            _end(process, frames)
            if process is not self._process:  # ended on purpose, or already replaced
                return
            self._process = None
            number = self._waiting
        if number is not None:
            self._answered(Answer(number, None, None, "the bot's process ended", 0.0))

    def _expire(self, number: int) -> None:
        with self._lock:
            if number != self._waiting:
                return
            self.stop()
        self._done(Answer(number, None, None, "no answer in time", 0.0))

    def _answered(self, found: Answer) -> None:
        with self._lock:
            if found.number != self._waiting:
                return
            self._waiting = None
            if self._timer is not None:
                self._timer.cancel()
        self._done(found)


def _due(spec: str, time: float | None) -> float:
    """Seconds that a bot may think: its own budget, where the spec has one, counts before the caller's."""
    found = _parsed(spec)
    params = None if found is None else found.params
    own = getattr(params, "time", None)
    if found is not None and own is not None:
        return float(found.cls.longest_with(params) or own)
    if time is None or getattr(params, "sims", None) is not None:
        return PATIENCE
    return time


@cache  # a spec that names a file runs it
def _parsed(spec: str) -> Spec | None:
    try:
        return bots.parse_spec(spec)
    except bots.SpecError:  # the worker says what is wrong with it
        return None


def _write(process: subprocess.Popen[bytes], frames: queue.SimpleQueue[Any]) -> None:
    """The writer thread of one process; None ends it. One that has died reads nothing more: its reader says so."""
    assert process.stdin is not None
    with suppress(OSError), process.stdin as sink:
        while (frame := frames.get()) is not None:
            write_frame(sink, frame)


def _end(process: subprocess.Popen[bytes], frames: queue.SimpleQueue[Any]) -> None:
    """Kills a worker and leaves nothing of it; the reader and the writer thread close their own ends."""
    process.kill()
    frames.put(None)
    process.wait()
