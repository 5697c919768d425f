"""Foreign bots as the referee sees them: each in a process of its own for each game, forked by `arena.nursery`. Made by
the workers; `arena.play` asks these bots as it asks any other.

The referee believes nothing that comes over a line: time is its own, every message has a greatest size and a known
shape, every wait has an end, and a process is stopped while others think. A bot whose process is gone is at fault
itself, except that once in a game a death that anybody's `kill` may have caused is not counted: the game begins again.
"""

from __future__ import annotations

import json
import math
import os
import select
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from array import array
from contextlib import suppress
from typing import IO, Any

from arena import processes, wire
from arena.faults import BotFault
from arena.sandbox import MAX_PROCESSES, Sandbox, needed, wrapped
from bots import Budget, TimeControl
from engine import Game, Observation, Stream

NURSERY_LIMIT = 10.0  # seconds for a nursery to obey
NURSERY_START_LIMIT = 30.0  # seconds for one that is a program of its own to be loaded
MAX_NURSERIES = 16  # kept warm by one worker
WORDS_LIMIT = 1.0  # seconds for an exception to say what it is
CLOSE_LIMIT = 2.0  # seconds
ANYBODYS = (signal.SIGKILL, signal.SIGTERM, signal.SIGINT, signal.SIGHUP)


class Nursery:
    """The process that one bot in one seat is forked from, as its owner sees it."""

    def __init__(self, spec: str, sandbox: Sandbox, origin: socket.socket | None, folder: str | None) -> None:
        self._control, theirs = socket.socketpair()
        self._process: subprocess.Popen[bytes] | None = None
        self._limit = NURSERY_LIMIT
        with theirs:
            if sandbox.kind == "bwrap" or origin is None:
                self._limit = NURSERY_START_LIMIT
                self._process = self._start(theirs, spec, sandbox, folder)
            else:
                with suppress(OSError):  # it is gone: that shows at the first order
                    socket.send_fds(origin, [b"N"], [theirs.fileno()])

    def _start(
        self, line: socket.socket, spec: str, sandbox: Sandbox, folder: str | None
    ) -> subprocess.Popen[bytes]:  # fmt: skip
        code = (
            f"import json, sys; sys.path[:] = json.loads({json.dumps(json.dumps(sys.path))}); "
            f"from arena.nursery import main; main({line.fileno()})"
        )
        words = [sys.executable, "-c", code]
        if sandbox.kind == "bwrap":
            words = wrapped(words, needed(spec, folder), sandbox.hidden)
        return subprocess.Popen(
            words, stdin=subprocess.DEVNULL, pass_fds=[line.fileno()], start_new_session=True,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip

    @property
    def pids(self) -> list[int]:
        return [] if self._process is None else [self._process.pid]

    def begin(self, kind: bytes, order: dict[str, Any], descriptors: list[int]) -> tuple[int, int | None]:
        """Starts a process; its id, and a descriptor of it to be closed (None where the system has none). `BotFault`:
        it cannot be started."""
        try:
            wire.send(self._control, kind, 0, json.dumps(order).encode(), self._limit)
            socket.send_fds(self._control, [b"."], descriptors)
            until = time.monotonic() + self._limit
            answer, _, body = wire.receive(self._control, until, wire.MAX_ANSWER)
            pid, trouble = json.loads(body)
            self._control.settimeout(max(0.01, until - time.monotonic()))
            _, handles, _, _ = socket.recv_fds(self._control, 1, 1)
        except (wire.Closed, wire.Late, wire.Malformed, OSError, ValueError, TypeError):
            raise BotFault("dies", "cannot be started: its first process is gone", is_doubtful=True) from None
        self._limit = NURSERY_LIMIT
        handle = handles[0] if handles else None
        if handle is not None and self._process is not None:  # in a namespace of its own, where it has another number
            pid = processes.real_pid(handle)
        is_sane = answer == b"P" and type(pid) is int and pid > 1
        if handle is not None and (trouble or not is_sane):
            os.close(handle)
        if not is_sane:
            raise BotFault("dies", "cannot be started: its first process says nonsense", is_doubtful=True)
        if trouble:
            raise BotFault("dies", f"cannot be started: {trouble}")
        return pid, handle

    def status(self, kind: bytes = b"W") -> int | None:
        """How the bot ended (W: None if it has not; E: it is ended first). `wire.Closed`: nobody can tell."""
        try:
            wire.send(self._control, kind, 0, b"", self._limit)
            _, _, body = wire.receive(self._control, time.monotonic() + self._limit, wire.MAX_ANSWER)
            return int(body) if body else None
        except (wire.Late, wire.Malformed, ValueError):
            raise wire.Closed from None

    def close(self) -> None:
        """Its line closed, it ends the bot and itself."""
        self._control.close()
        if self._process is not None:
            processes.kill(self._process.pid)
            self._process.wait()


class Hosts:
    """All nurseries of one worker."""

    def __init__(self, sandbox: Sandbox, game: dict[str, Any], origin: tuple[socket.socket, int] | None) -> None:
        self.sandbox = sandbox
        self.game = game
        self._origin = origin
        self._nurseries: dict[tuple[str, int], Nursery] = {}

    @property
    def pids(self) -> frozenset[int]:
        """Children of the worker that must live on between games."""
        found = [pid for nursery in self._nurseries.values() for pid in nursery.pids]
        return frozenset(found if self._origin is None else [*found, self._origin[1]])

    def nursery(self, spec: str, seat: int) -> Nursery:
        found = self._nurseries.pop((spec, seat), None)
        if found is None:
            if len(self._nurseries) >= MAX_NURSERIES:
                self.drop(*next(iter(self._nurseries)))
            origin = None if self._origin is None else self._origin[0]
            found = Nursery(spec, self.sandbox, origin, self.game.get("folder"))
        self._nurseries[spec, seat] = found  # the last is the one used last
        return found

    def drop(self, spec: str, seat: int) -> None:
        """It did not obey, or is not needed: the next game gets another."""
        found = self._nurseries.pop((spec, seat), None)
        if found is not None:
            found.close()

    def close(self) -> None:
        for key in list(self._nurseries):
            self.drop(*key)

    def python(self, spec: str, game: Game, seat: int, seed: int, limit: float) -> HostedBot:
        return HostedBot(self, spec, game, seat, seed, limit)

    def program(self, spec: str, seat: int, words: list[str]) -> Program:
        return Program(self, spec, seat, words)


class _Process:
    """A bot's process: stopped, resumed, and asked how it ended."""

    def __init__(self, hosts: Hosts, spec: str, seat: int) -> None:
        self.hosts = hosts
        self.key = spec, seat
        self.pid = 0
        self._handle: int | None = None
        self._is_stopped = False
        self._ending: tuple[str, bool] | None = None

    def begin(self, kind: bytes, order: dict[str, Any], descriptors: list[int]) -> None:
        order["sandbox"] = self.hosts.sandbox.kind
        try:
            self.pid, self._handle = self.hosts.nursery(*self.key).begin(kind, order, descriptors)
        except BotFault as fault:
            if fault.is_doubtful:
                self.hosts.drop(*self.key)
            raise

    def pause(self) -> None:
        if not self.hosts.sandbox.ponder and not self._is_stopped:
            processes.signal_group(self.pid, signal.SIGSTOP)
            self._is_stopped = True

    def resume(self) -> None:
        if self._is_stopped:
            processes.signal_group(self.pid, signal.SIGCONT)
            self._is_stopped = False

    @property
    def was_killed(self) -> bool:
        """Whether it ended, and by a signal that anybody may have sent. Asking costs 1 µs as long as it lives."""
        if self._ending is not None:
            return self._ending[1]
        if self._handle is None:
            return False
        return bool(select.select([self._handle], [], [], 0)[0]) and self.finish()[1]

    def finish(self, order: bytes = b"E") -> tuple[str, bool]:
        """Ends it; how it had ended in words, and whether anybody may have done that."""
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
        if self._ending is None:
            try:
                status = self.hosts.nursery(*self.key).status(order)
                self._ending = ending(status or 0)
            except wire.Closed:
                self.hosts.drop(*self.key)
                self._ending = "the process it was started from was killed", True
        return self._ending


class HostedBot:
    """A Python bot in a process of its own. `choose` is as any bot's, and raises `BotFault` for whatever goes wrong."""

    def __init__(self, hosts: Hosts, spec: str, game: Game, seat: int, seed: int, limit: float) -> None:
        self.seat = seat
        self.limit = limit
        self.analysis: dict[str, Any] | None = None
        self.own_time: float | None = None
        self._number = 0
        self._capture = tempfile.TemporaryFile()  # noqa: SIM115 (lives as long as the bot)
        self._process = _Process(hosts, spec, seat)
        self._line, theirs = socket.socketpair()
        order = {"spec": spec, "game": hosts.game, "seat": seat, "seed": seed}
        try:
            with theirs:
                self._process.begin(b"B", order, [theirs.fileno(), self._capture.fileno()])
            kind, body = self._hear(0, time.monotonic() + limit)
            if kind != b"Y" or len(body) != wire.READY.size:
                raise self._fault("garbage", f"began with {kind!r}, which the protocol does not know here")
            own, self._has_close = wire.READY.unpack(body)
            self.own_time = own if math.isfinite(own) and own > 0 else None
            self._process.pause()
        except BaseException:
            self.end()
            raise

    def choose(self, observation: Observation, legal: list[int], budget: Budget, rng: Stream) -> int:
        self._number += 1
        block = bytes(observation)
        seconds = math.nan if budget.time is None else budget.time
        sims = -1 if budget.sims is None else budget.sims
        clock = TimeControl(math.nan) if budget.clock is None else budget.clock
        head = wire.QUESTION.pack(
            observation.mover, len(block), len(legal), seconds, sims, clock.base, clock.increment
        )  # fmt: skip
        until = time.monotonic() + self.limit
        self._process.resume()
        try:
            wire.send(self._line, b"Q", self._number, head + block + array("I", legal).tobytes(), self.limit)
        except wire.Late:
            raise self._late() from None
        except wire.Closed:
            raise self._death(is_unread=True) from None
        kind, body = self._hear(self._number, until)
        self._process.pause()
        if kind == b"W":
            raise self._fault("illegal", f"returned {body.decode(errors='replace')}; {len(legal)} moves are legal")
        if kind != b"M" or len(body) != wire.ANSWER.size:
            raise self._fault("garbage", f"sent {kind!r} of {len(body)} bytes, which the protocol does not know here")
        move, said, worth, chance = wire.ANSWER.unpack(body)
        if said:
            self.analysis = {"worth": worth if said & 1 else None, "chance": chance if said & 2 else None}
        return int(move)

    def _hear(self, number: int, until: float) -> tuple[bytes, bytes]:
        """The answer to this question; what was raised is a fault."""
        try:
            kind, found, body = wire.receive(self._line, until, wire.MAX_ANSWER)
            if found != number:
                raise wire.Malformed(f"an answer to question {found}")
            if kind == b"E":
                return self._raised(number)
        except wire.Late:
            raise self._late() from None
        except wire.Closed as closed:
            raise self._death(isinstance(closed, wire.Unread)) from None
        except wire.Malformed as error:
            raise self._fault("garbage", f"sent {error}") from None
        return kind, body

    def _raised(self, number: int) -> tuple[bytes, bytes]:
        try:
            kind, found, body = wire.receive(self._line, time.monotonic() + WORDS_LIMIT, wire.MAX_ANSWER)
        except (wire.Late, wire.Closed):
            raise self._fault("raises", "raised an exception that cannot be printed") from None
        if kind not in (b"R", b"X") or found != number:
            raise wire.Malformed(f"{kind!r} where an exception's words belong")
        raise self._fault("raises" if kind == b"R" else "dies", body.decode(errors="replace"))

    def _late(self) -> BotFault:
        return self._fault("overtime", "did not answer in time; its process was killed")

    def _death(self, is_unread: bool) -> BotFault:
        how, is_anybodys = self._process.finish(b"D")
        fault = self._fault("dies", f"its process ended: {how}", is_anybodys)
        fault.is_unread = is_unread
        return fault

    def _fault(self, kind: str, detail: str, is_doubtful: bool = False) -> BotFault:
        size = os.fstat(self._capture.fileno()).st_size
        tail = os.pread(self._capture.fileno(), 4096, max(0, size - 4096))
        return BotFault(kind, detail, tail.decode(errors="replace"), is_doubtful=is_doubtful)

    @property
    def was_killed(self) -> bool:
        return self._process.was_killed

    def close(self) -> None:
        """Lets it tidy up, if it has anything to; what goes wrong there changes nothing."""
        if self._has_close:
            self._process.resume()
            with suppress(wire.Closed, wire.Late, wire.Malformed):
                wire.send(self._line, b"C", 0, b"", CLOSE_LIMIT)
                wire.receive(self._line, time.monotonic() + CLOSE_LIMIT, wire.MAX_ANSWER)
        self.end()

    def end(self) -> None:
        self._line.close()
        if self._process.pid:
            self._process.finish()
        self._capture.close()


class Program(_Process):
    """A program with pipes to it, as `arena.outside` needs it: what it uses of `subprocess.Popen`, and the pause."""

    def __init__(self, hosts: Hosts, spec: str, seat: int, words: list[str]) -> None:
        super().__init__(hosts, spec, seat)
        pipes = [os.pipe() for _ in range(3)]
        theirs = [pipes[0][0], pipes[1][1], pipes[2][1]]
        ours = [pipes[0][1], pipes[1][0], pipes[2][0]]
        self.returncode: int | None = None
        self.stdin: IO[bytes]
        self.stdin, self.stdout, self.stderr = (
            os.fdopen(descriptor, mode, buffering=0) for descriptor, mode in zip(ours, ("wb", "rb", "rb"), strict=True)
        )
        try:
            self.begin(b"P", {"command": words}, theirs)
        except BaseException:
            for stream in (self.stdin, self.stdout, self.stderr):
                stream.close()
            raise
        finally:
            for descriptor in theirs:
                os.close(descriptor)

    def poll(self) -> int | None:
        if self.returncode is None:
            try:
                status = self.hosts.nursery(*self.key).status()
            except wire.Closed:
                self.returncode = -signal.SIGKILL
                self._ending = "the process it was started from was killed", True
                self.hosts.drop(*self.key)
            else:
                self.returncode = None if status is None else _exit_code(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Ends it if it has not ended by then."""
        until = time.monotonic() + (timeout or 0.0)
        with selectors.DefaultSelector() as nothing:
            while self.poll() is None and time.monotonic() < until:
                nothing.select(0.005)
        if self.returncode is None:
            self.finish()
            self.returncode = -signal.SIGKILL
        return self.returncode


def _exit_code(status: int) -> int:
    return -signal.SIGKILL if status == wire.TOO_MANY else os.waitstatus_to_exitcode(status)


def ending(status: int) -> tuple[str, bool]:
    """A process's end in words, and whether it was a signal that anybody may have sent."""
    if status == wire.TOO_MANY:
        return f"more than {MAX_PROCESSES} processes at once", False
    code = os.waitstatus_to_exitcode(status)
    if code >= 0:
        return f"exit code {code}", False
    try:
        return f"signal {signal.Signals(-code).name}", -code in ANYBODYS
    except ValueError:
        return f"signal {-code}", False
