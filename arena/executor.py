"""Where games are played: one interface, local processes here, a cluster in `arena.cluster`. Called by the tournament.

An executor gets tasks and gives outcomes, each exactly once, in any order. Whatever happens to a worker is its own
affair: a game whose worker died is played again; a bot that hangs in a way only death ends, or that kills its worker,
is found and blamed, and its game is played again with that seat known to be at fault. A game that no worker survives is
void, and the run goes on.
"""

from __future__ import annotations

import json
import mmap
import os
import pickle
import selectors
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
from abc import ABC, abstractmethod
from collections import deque
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import Any

from arena.faults import Fault
from arena.play import NEVER
from arena.sandbox import Sandbox
from arena.tasks import CLOSING, Conditions, Outcome, Task, void
from arena.zygote import CLOCK_BYTES, MESSAGE, make_appending, read_tail
from engine import BoomtownError

HARD_GRACE = 0.12  # seconds after its limit and grace that a bot gets to be interrupted before its worker is killed
POLL = 0.05
AHEAD = 0.05  # seconds of work to send ahead to a worker, so that it never waits for a commit to reach the disk
MAX_AHEAD = 32  # games
BLAMED_DEATHS = 3  # of workers over one game while the same seat was asked: it is to blame
MAX_DEATHS = 10  # of workers over one game with no bot to blame: the game is void
REFEREE_LIMIT = 60.0  # seconds that a worker may show no sign of life while no bot thinks
ZYGOTE_LIMIT = 10.0  # seconds for the zygote to do what it is told
MAX_ZYGOTES = 10  # in a row that ended before any game did
LENGTH = struct.Struct("!i")  # before each message to and from a worker, as `multiprocessing.Connection` has it


NO_CHOICE = Sandbox()


class WorkerError(BoomtownError):
    """No worker can be kept alive."""


class Executor(ABC):
    """Plays games somewhere."""

    @property
    @abstractmethod
    def capacity(self) -> int:
        """How many tasks to keep submitted so that nobody idles."""

    @abstractmethod
    def submit(self, task: Task) -> None: ...

    @abstractmethod
    def wait(self, timeout: float | None = None) -> list[Outcome]:
        """The games finished since the last call; waits for at least one, at most `timeout` seconds."""

    voided: list[str]  # games given up, a line each

    @abstractmethod
    def close(self) -> None:
        """Ends all workers; games under way are dropped."""

    def __enter__(self) -> Executor:
        return self

    def __exit__(self, *reason: Any) -> None:
        self.close()


@dataclass
class _Worker:
    serial: int
    line: socket.socket
    board: Any  # four doubles shared with the worker's clock
    capture: Any  # file with what its bots print
    tasks: deque[Task] = field(default_factory=deque)  # the first one is being played
    since: float = 0.0
    is_late: bool = False  # killed for overtime, or for showing no sign of life
    ends: float = NEVER  # when it was told to
    sign: tuple[float, ...] = ()  # the last sign of life
    signed: float = 0.0  # and when it was seen
    unread: bytes = b""


class LocalExecutor(Executor):
    """Local processes, forked from a zygote, replaced when they die."""

    def __init__(self, conditions: Conditions, jobs: int, sandbox: Sandbox = NO_CHOICE) -> None:
        self.conditions = conditions
        self.sandbox = sandbox
        self.jobs = jobs
        self._queue: deque[Task] = deque()
        self._workers: dict[int, _Worker] = {}
        self._deaths: dict[int, list[int]] = {}  # game number -> who was asked at each death of a worker, -1: nobody
        self._done: list[Outcome] = []
        self.voided: list[str] = []  # games that no worker survived, in words
        self._n_zygotes = 0  # since a game was finished
        self._next_serial = 0
        self._pace = 1.0  # recent seconds per game
        self._selector = selectors.DefaultSelector()
        self._start_zygote()

    @property
    def capacity(self) -> int:
        return self.jobs * (self._depth + 1)

    @property
    def _depth(self) -> int:
        """How many games a worker has at hand, the one it plays included."""
        return 1 + min(MAX_AHEAD, int(AHEAD / max(self._pace, 1e-6)))

    def submit(self, task: Task) -> None:
        self._queue.append(task)
        self._feed()

    def wait(self, timeout: float | None = None) -> list[Outcome]:
        until = NEVER if timeout is None else time.monotonic() + timeout
        while not self._done:
            left = until - time.monotonic()
            if left <= 0 and timeout is not None:
                break
            for key, _ in self._selector.select(max(0.0, min(POLL, left))):
                if key.data is None:
                    self._hear_zygote()
                elif key.data in self._workers:
                    self._hear(self._workers[key.data])
            self._kill_late()
            self._feed()
        done, self._done = self._done, []
        return done

    def close(self) -> None:
        """The zygote kills everything below it when its line closes."""
        for worker in list(self._workers.values()):
            self._forget(worker)
        self._selector.close()
        self._control.close()
        self._end_zygote(ZYGOTE_LIMIT)

    def _end_zygote(self, patience: float) -> None:
        """With it ends whatever is below it."""
        try:
            self._zygote.wait(patience)
        except subprocess.TimeoutExpired:
            self._zygote.kill()
            self._zygote.wait()

    # -- workers -------------------------------------------------------------------------------------------------------

    def _start_zygote(self) -> None:
        self._control, theirs = socket.socketpair()
        self._control.settimeout(ZYGOTE_LIMIT)
        code = (
            f"import json, sys; sys.path[:] = json.loads({json.dumps(json.dumps(sys.path))}); "
            f"from arena.zygote import main; main({theirs.fileno()})"
        )
        with theirs:
            self._zygote = subprocess.Popen(
                [sys.executable, "-c", code],
                stdin=subprocess.DEVNULL,
                pass_fds=[theirs.fileno()],
                start_new_session=True,
            )
        self._selector.register(self._control, selectors.EVENT_READ, None)
        for _ in range(self.jobs):
            self._start_worker()

    def _start_worker(self) -> None:
        ours, theirs = socket.socketpair()
        board = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the worker)
        board.truncate(CLOCK_BYTES)
        capture = tempfile.TemporaryFile()  # noqa: SIM115
        make_appending(capture.fileno())
        self._next_serial += 1
        serial = self._next_serial
        message = MESSAGE.pack(b"S", serial, 0)
        with board, theirs:
            with suppress(OSError):  # the zygote is gone: that shows on its line
                socket.send_fds(self._control, [message], [theirs.fileno(), board.fileno(), capture.fileno()])
            clock = memoryview(mmap.mmap(board.fileno(), CLOCK_BYTES)).cast("d")
        clock[0] = NEVER
        worker = _Worker(serial, ours, clock, capture)
        self._say(worker, (self.conditions, self.sandbox))
        self._workers[serial] = worker
        self._selector.register(ours, selectors.EVENT_READ, serial)

    def _forget(self, worker: _Worker) -> None:
        del self._workers[worker.serial]
        with suppress(KeyError):
            self._selector.unregister(worker.line)
        worker.line.close()
        worker.capture.close()

    def _feed(self) -> None:
        for round_number in range(1, self._depth + 1):
            for worker in list(self._workers.values()):
                if not self._queue:
                    return
                if len(worker.tasks) < round_number:
                    self._send(worker, self._queue.popleft())

    def _send(self, worker: _Worker, task: Task) -> None:
        if not worker.tasks:
            worker.since = worker.signed = time.monotonic()
        worker.tasks.append(task)
        self._say(worker, task)

    @staticmethod
    def _say(worker: _Worker, message: object) -> None:
        data = pickle.dumps(message)
        with suppress(OSError):  # it died just now: the zygote will say so, and the task goes to another
            worker.line.settimeout(ZYGOTE_LIMIT)
            worker.line.sendall(LENGTH.pack(len(data)) + data)
        worker.line.setblocking(False)

    def _hear(self, worker: _Worker) -> None:
        """Takes all outcomes a worker has sent. When its line is closed, the zygote's word decides what happened."""
        while True:
            try:
                data = worker.line.recv(1 << 16)
            except BlockingIOError:
                break
            except OSError:
                data = b""
            if not data:
                with suppress(KeyError):
                    self._selector.unregister(worker.line)
                break
            worker.unread += data
        while len(worker.unread) >= LENGTH.size:
            end = LENGTH.size + LENGTH.unpack_from(worker.unread)[0]
            if len(worker.unread) < end:
                return
            outcome: Outcome = pickle.loads(worker.unread[LENGTH.size : end])  # the referee's: no bot has this line
            worker.unread = worker.unread[end:]
            task = worker.tasks.popleft()
            now = time.monotonic()
            self._pace += 0.1 * (now - worker.since - self._pace)
            worker.since = now
            self._n_zygotes = 0
            self._deaths.pop(task.fixture.number, None)
            if outcome.places is None and not outcome.faults:
                names = ", ".join(task.fixture.bots)
                self.voided.append(f"the game of {names} is void: a bot was killed twice, nobody can tell by whom")
            self._done.append(outcome)

    def _kill_late(self) -> None:
        """Ends workers whose bot neither answered nor could be interrupted, and those that are stuck themselves. A
        zygote that does not end them is replaced."""
        now = time.monotonic()
        for worker in self._workers.values():
            if now > worker.ends + ZYGOTE_LIMIT:
                self._replace_zygote()
                return
            if worker.tasks and not worker.is_late and (now > worker.board[0] + HARD_GRACE or self._is_stuck(worker)):
                worker.is_late = True
                worker.ends = now
                self._tell(b"K", worker.serial)

    @staticmethod
    def _is_stuck(worker: _Worker) -> bool:
        sign, now = tuple(worker.board[:4]), time.monotonic()
        if sign != worker.sign or sign[0] != NEVER:
            worker.sign, worker.signed = sign, now
        return now > max(worker.signed, worker.since) + REFEREE_LIMIT

    def _tell(self, what: bytes, serial: int) -> None:
        with suppress(OSError):
            self._control.sendall(MESSAGE.pack(what, serial, 0))

    # -- deaths --------------------------------------------------------------------------------------------------------

    def _hear_zygote(self) -> None:
        data = b""
        while len(data) < MESSAGE.size:
            more = b""
            with suppress(OSError):
                more = self._control.recv(MESSAGE.size - len(data))
            if not more:
                self._replace_zygote()
                return
            data += more
        _, serial, status = MESSAGE.unpack(data)
        if serial in self._workers:
            self._bury(self._workers[serial], status)

    def _replace_zygote(self) -> None:
        """The zygote itself was killed or does nothing; its workers end with it: all their games are played again."""
        self._n_zygotes += 1
        if self._n_zygotes > MAX_ZYGOTES:
            raise WorkerError(f"the process that workers are forked from ended {MAX_ZYGOTES} times before any game did")
        for worker in list(self._workers.values()):
            self._hear(worker)
            task = worker.tasks.popleft() if worker.tasks else None
            self._queue.extendleft(reversed(worker.tasks))
            again = None if task is None else self._judge(task, worker, signal.SIGKILL)
            if again is not None:
                self._queue.appendleft(again)
            self._forget(worker)
        self._selector.unregister(self._control)
        self._control.close()
        self._end_zygote(0.0)
        self._start_zygote()

    def _bury(self, worker: _Worker, status: int) -> None:
        """Another worker takes its place, also when the game is given up: nothing must wait for a dead one."""
        self._hear(worker)
        task = worker.tasks.popleft() if worker.tasks else None
        self._queue.extendleft(reversed(worker.tasks))
        try:
            again = None if task is None else self._judge(task, worker, status)
            if again is not None:
                self._queue.appendleft(again)
        finally:
            self._forget(worker)
            self._start_worker()

    def _judge(self, task: Task, worker: _Worker, status: int) -> Task | None:
        """Whose fault a worker's death is: the game to play again, None if it is hopeless. Killed by us while a bot was
        thinking: overtime. Otherwise who was asked is to blame if it happens again and again, whatever the move and the
        status; once may be anybody's `kill -9`."""
        is_thinking, number = worker.board[0] != NEVER, int(worker.board[3])
        seat, move = int(worker.board[2]), int(worker.board[1])
        if not is_thinking or number != task.fixture.number or not 0 <= seat < len(task.fixture.bots):
            return self._count_death(task, -1, status)
        stderr = read_tail(worker.capture.fileno())
        if worker.is_late:
            return _with(task, seat, move, "overtime", "did not answer in time; its process was killed", stderr)
        again = self._count_death(task, seat, status)
        if self._deaths.get(task.fixture.number, []).count(seat) >= BLAMED_DEATHS:
            return _with(task, seat, move, "dies", f"its process ended: {describe(status)}", stderr)
        return again

    def _count_death(self, task: Task, seat: int, status: int) -> Task | None:
        deaths = self._deaths.setdefault(task.fixture.number, [])
        deaths.append(seat)
        if len(deaths) <= MAX_DEATHS:
            return task
        names = ", ".join(task.fixture.bots)
        self.voided.append(f"the game of {names} is void: workers died {len(deaths)} times, {describe(status)}")
        del self._deaths[task.fixture.number]
        self._done.append(void(task))
        return None


def _with(task: Task, seat: int, move: int, kind: str, detail: str, stderr: str) -> Task:
    """The task with one more fault known: at most one of each seat in the game, and one after it."""
    fault = Fault(seat, task.fixture.bots[seat], kind, move, detail, stderr)
    others = (known for known in task.known if (known.seat, known.move == CLOSING) != (seat, move == CLOSING))
    return replace(task, known=(*others, fault))


def describe(status: int) -> str:
    """A process's end in words."""
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exit code {code}"
    try:
        return f"signal {signal.Signals(-code).name}"
    except ValueError:
        return f"signal {-code}"
