"""The process that workers are forked from: small, without threads, with everything loaded. Started by
`arena.executor.LocalExecutor`, which talks to it over one socket:

  to it    S serial (+ three descriptors: messages, clock, captured output)   start a worker
           K serial                                                           kill it with all its processes
  from it  E serial status                                                    ended (as from waitpid)

Forking takes 3 ms where starting Python takes 300, so a bot that kills its worker costs little. When the socket closes,
because the manager ended in whatever way, everything below this process is killed and it ends.
"""

from __future__ import annotations

import fcntl
import gc
import importlib
import mmap
import os
import resource
import select
import signal
import socket
import struct
import traceback
from contextlib import suppress
from multiprocessing.connection import Connection

from arena import processes
from arena.hosts import Hosts
from arena.nursery import PRELOAD, fork_origin
from arena.play import Clock, play
from arena.tasks import Conditions, Task
from engine.games import remade

MESSAGE = struct.Struct("<cqq")
CLOCK_BYTES = mmap.PAGESIZE
MAX_CAPTURE = 64 << 20  # bytes a worker's bots may print in one game before the system stops them


class Zygote:
    def __init__(self, control: socket.socket) -> None:
        self.control = control
        self.pids: dict[int, int] = {}  # serial -> pid
        self.serials: dict[int, int] = {}
        self.wake, wake = os.pipe()
        os.set_blocking(self.wake, False)
        os.set_blocking(wake, False)
        self.wake_in = wake
        signal.signal(signal.SIGCHLD, lambda number, frame: None)
        signal.set_wakeup_fd(wake, warn_on_full_buffer=False)

    def run(self) -> None:
        while True:
            ready = select.select([self.control.fileno(), self.wake], [], [])[0]
            if self.wake in ready:
                with suppress(BlockingIOError):
                    os.read(self.wake, 4096)
                self._reap()
            if self.control.fileno() in ready and not self._obey():
                return

    def _obey(self) -> bool:
        try:
            data, descriptors, _, _ = socket.recv_fds(self.control, MESSAGE.size, 3)
        except ConnectionError:
            return False
        if not data:
            return False
        while len(data) < MESSAGE.size:
            more = self.control.recv(MESSAGE.size - len(data))
            if not more:
                return False
            data += more
        order, serial, _ = MESSAGE.unpack(data)
        if order == b"S":
            self._start(serial, descriptors)
        elif serial in self.pids:
            processes.kill_group(self.pids[serial])
        return True

    def _start(self, serial: int, descriptors: list[int]) -> None:
        parent = os.getpid()
        pid = os.fork()
        if pid == 0:
            try:
                signal.set_wakeup_fd(-1)
                for descriptor in (self.control.detach(), self.wake, self.wake_in):
                    os.close(descriptor)
                work(parent, *descriptors)
            except BaseException:
                traceback.print_exc()
            finally:
                os._exit(1)
        self.pids[serial], self.serials[pid] = pid, serial
        for descriptor in descriptors:
            os.close(descriptor)

    def _reap(self) -> None:
        ended = False
        while True:
            try:
                pid, status = os.waitpid(-1, os.WNOHANG)
            except ChildProcessError:
                break
            if pid == 0:
                break
            serial = self.serials.pop(pid, None)
            if serial is not None:
                processes.kill_group(pid)  # what the worker's bots left in its group
                del self.pids[serial]
                with suppress(OSError):  # the manager is gone: `run` will notice
                    self.control.sendall(MESSAGE.pack(b"E", serial, status))
                ended = True
        if ended:
            processes.end_descendants(frozenset(self.pids.values()))

    def close(self) -> None:
        for pid in self.pids.values():
            processes.kill_group(pid)
            processes.kill(pid)
        processes.end_descendants()


def main(descriptor: int) -> None:
    processes.adopt_orphans()
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    for name in PRELOAD:
        with suppress(ImportError):
            importlib.import_module(name)
    gc.collect()
    gc.freeze()  # workers share these pages; a collection would touch, and so copy, all of them
    zygote = Zygote(socket.socket(fileno=descriptor))
    try:
        zygote.run()
    finally:
        zygote.close()


def work(parent: int, messages: int, board: int, capture: int) -> None:
    """A worker's life: conditions first, then game after game."""
    os.setsid()
    processes.die_with_parent(parent)
    processes.close_to_others()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    origin = fork_origin()  # now, while there is nothing here that a bot must not see
    processes.adopt_orphans()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for descriptor in (messages, board, capture):
        os.set_inheritable(descriptor, False)
    null = os.open(os.devnull, os.O_RDONLY)
    os.dup2(null, 0)
    os.dup2(capture, 1)
    os.dup2(capture, 2)
    hard = resource.getrlimit(resource.RLIMIT_FSIZE)[1]
    most = MAX_CAPTURE if hard == resource.RLIM_INFINITY else min(hard, MAX_CAPTURE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (most, hard))
    clock = Clock(memoryview(mmap.mmap(board, CLOCK_BYTES)).cast("d"))
    clock.stop()
    clock.start_ticking()
    connection = Connection(messages)
    os.register_at_fork(after_in_child=lambda: os.close(messages))  # a bot's fork must not keep the line open
    with suppress(EOFError, OSError):
        _serve(connection, clock, capture, origin)
    os._exit(0)


def _serve(connection: Connection, clock: Clock, capture: int, origin: tuple[socket.socket, int]) -> None:
    conditions: Conditions
    conditions, sandbox = connection.recv()
    game = remade(conditions.game)
    hosts = Hosts(sandbox, conditions.game, origin)
    while True:
        task: Task = connection.recv()
        clock.board[3] = task.fixture.number
        outcome = play(task, conditions, clock, lambda: read_tail(capture), game, hosts)
        if os.fstat(capture).st_size:
            os.ftruncate(capture, 0)
        connection.send(outcome)


def read_tail(descriptor: int, most: int = 4096) -> str:
    """The end of what was printed."""
    size = os.fstat(descriptor).st_size
    return os.pread(descriptor, most, max(0, size - most)).decode(errors="replace")


def make_appending(descriptor: int) -> None:
    """Writes go to the end, also after the file was cut."""
    fcntl.fcntl(descriptor, fcntl.F_SETFL, fcntl.fcntl(descriptor, fcntl.F_GETFL) | os.O_APPEND)
