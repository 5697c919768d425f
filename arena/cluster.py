"""On a Dask cluster (`--cluster ADDRESS`, `pip install -e '.[cluster]'`): the executor, made by `arena.running`, and
work shared out, for `train`.

Each Dask worker thread keeps one local executor with one process, so that a bot is isolated, timed and blamed on a
cluster exactly as it is at home. Dask itself runs a game again when its worker is lost.
"""

from __future__ import annotations

import atexit
import queue
import re
import threading
from collections import deque
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import islice
from typing import Any

import click

from arena.executor import NO_CHOICE, Executor, LocalExecutor, WorkerError
from arena.sandbox import Sandbox, resolve
from arena.tasks import Conditions, Outcome, Task, void
from arena.verify import check_outcome
from bots.players import Result, ShareOut
from engine import BoomtownError
from engine.games import remade

MAX_TRIES = 10  # of one game whose Dask workers were lost
CONNECT_SECONDS = 15
ADDRESS = re.compile(r"((tcp|tls|ws|wss|ucx)://)?(\[[\da-fA-F:]+\]|[^\s/:]+):\d+")

HERE = ("localhost", "127.0.0.1", "::1")

_local = threading.local()


def play_remotely(task: Task, conditions: Conditions, sandbox: Sandbox = NO_CHOICE) -> Outcome:
    """Runs on a Dask worker: plays one game in a process beside it."""
    executor: LocalExecutor | None = getattr(_local, "executor", None)
    sandbox = replace(sandbox, kind=resolve(sandbox.kind))  # of that machine
    if executor is None or (executor.conditions, executor.sandbox) != (conditions, sandbox):
        if executor is not None:
            executor.close()
        executor = _local.executor = LocalExecutor(conditions, 1, sandbox)
        atexit.register(executor.close)
    executor.submit(task)
    try:
        while not (outcomes := executor.wait(60.0)):
            pass
    except WorkerError:
        _local.executor = None  # Dask tries the game again, perhaps here: afresh, with no deaths counted
        executor.close()
        raise
    return outcomes[0]


def warn_of_plain_lines(address: str) -> None:
    """Who can reach the scheduler of an unencrypted cluster runs code on all its machines, and on this one."""
    found = ADDRESS.fullmatch(address)
    if found is not None and found[2] not in ("tls", "wss") and found[3].strip("[]") not in HERE:
        text = f"--cluster {address}: not encrypted; anybody on the way can run code here: use tls:// (see the README)"
        click.echo(f"boomtown: {text}", err=True)


def _connected(make: Any, address: str) -> Any:
    """A client. In a thread of its own: with somebody who takes the connection and says nothing, `make` never ends."""
    found: queue.SimpleQueue[Any] = queue.SimpleQueue()

    def connect() -> None:
        try:
            found.put(make(address, timeout=CONNECT_SECONDS, set_as_default=False))
        except BaseException as error:
            found.put(error)

    threading.Thread(target=connect, daemon=True).start()
    try:
        client = found.get(timeout=2 * CONNECT_SECONDS)
    except queue.Empty:
        client = TimeoutError(f"nothing came within {2 * CONNECT_SECONDS:g} s")
    if isinstance(client, (OSError, ValueError)):
        raise BoomtownError(f"--cluster {address}: no scheduler answers there ({client})")
    if isinstance(client, BaseException):
        raise client
    return client


def _client_of(address: str) -> Any:
    try:
        from dask.distributed import Client  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        raise BoomtownError("--cluster needs Dask: .venv/bin/pip install -e '.[cluster]' in the checkout") from None
    warn_of_plain_lines(address)
    if not ADDRESS.fullmatch(address):  # a Client that cannot even try to connect never ends
        raise BoomtownError(f"--cluster {address}: no address of a scheduler; use tcp://HOST:8786")
    return _connected(Client, address)


def _capacity(client: Any) -> int:
    """How many tasks keep a cluster busy. Workers may come and go."""
    return max(4, 2 * int(sum(client.nthreads().values())))


def _result(future: Any, address: str) -> Any:
    try:
        return future.result()
    except BoomtownError:
        raise
    except Exception as fault:  # Dask's own, of work whose workers were lost again and again
        told = " ".join(f"{type(fault).__name__}: {fault}".split())
        raise BoomtownError(f"--cluster {address}: a part of the work is lost ({told}); --resume goes on") from fault


@contextmanager
def sharing_on(address: str) -> Iterator[ShareOut]:
    """Has a cluster do what `arena.sharing` has processes do here: work of our own, in the workers themselves."""
    client = _client_of(address)

    def share_out(work: Callable[[int], Result], n: int, jobs: int) -> Generator[Result, None, None]:
        flying: deque[Any] = deque()
        rest = iter(range(n))
        try:
            while True:
                for k in islice(rest, _capacity(client) - len(flying)):
                    flying.append(client.submit(work, k, pure=False, retries=MAX_TRIES))
                if not flying:
                    return
                yield _result(flying.popleft(), address)
        finally:
            client.cancel(list(flying), force=True)

    try:
        yield share_out
    finally:
        client.close()


class DaskExecutor(Executor):
    """Games as Dask tasks. Every machine needs the same version of boomtown, and the bots' files."""

    def __init__(self, conditions: Conditions, address: str, sandbox: Sandbox = NO_CHOICE) -> None:
        self._client: Any = _client_of(address)
        self.conditions = conditions
        self.sandbox = sandbox
        self.voided = []
        self._game = remade(conditions.game)
        self._address = address
        self._has_warned = False
        self._finished: queue.SimpleQueue[Any] = queue.SimpleQueue()
        self._flying: dict[Any, tuple[Task, int]] = {}

    @property
    def capacity(self) -> int:
        return _capacity(self._client)

    def submit(self, task: Task) -> None:
        self._send(task, 1)

    def _send(self, task: Task, tries: int) -> None:
        future = self._client.submit(play_remotely, task, self.conditions, self.sandbox, pure=False)
        self._flying[future] = task, tries
        future.add_done_callback(self._finished.put)

    def wait(self, timeout: float | None = None) -> list[Outcome]:
        done: list[Outcome] = []
        while self._flying:
            try:
                future = self._finished.get(timeout=0 if done else timeout)
            except queue.Empty:
                if not done:
                    self._warn_without_workers()
                break
            task, tries = self._flying.pop(future)
            if future.status == "finished" and self._is_right(future.result(), task):
                done.append(future.result())
            elif tries < MAX_TRIES:
                self._send(task, tries + 1)
            else:
                self.voided.append(
                    f"the game of {', '.join(task.fixture.bots)} is void: the cluster lost it {tries} times"
                )
                done.append(void(task))
        return done

    def _is_right(self, outcome: object, task: Task) -> bool:
        """What another machine says is replayed before it counts; a game it got wrong is given out again."""
        try:
            check_outcome(outcome, task, self.conditions, self._game)
        except BoomtownError as error:
            click.echo(f"boomtown: a worker's game is not taken: {error}", err=True)
            return False
        return True

    def _warn_without_workers(self) -> None:
        """Once: a scheduler alone takes games and plays none of them."""
        if not self._has_warned and not self._client.nthreads():
            self._has_warned = True
            where = self._address
            click.echo(f"no workers are connected to {where}; start some with dask worker {where}", err=True)

    def close(self) -> None:
        self._client.cancel(list(self._flying), force=True)
        self._client.close()
