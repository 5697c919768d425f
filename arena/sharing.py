"""Work shared out among processes, its results in order. `simulate` plays its games so, `analyse` judges its decisions,
`train guide` plays its games.

Each worker has a pipe of its own. A full one makes its worker wait, which bounds memory; and nothing is shared that a
worker could take with it when Ctrl-C ends it in the middle of its work.
"""

from __future__ import annotations

import multiprocessing
import signal
import sys
from collections.abc import Callable, Generator, Iterator
from contextlib import contextmanager, suppress
from multiprocessing import resource_tracker
from multiprocessing.connection import Connection
from pathlib import Path
from typing import Any, TypeVar

from engine import BoomtownError

Result = TypeVar("Result")


def share_out(work: Callable[[int], Result], n: int, jobs: int) -> Generator[Result, None, None]:
    """`work(0)` to `work(n - 1)` in that order, whoever did it. With several jobs `work` must be picklable."""
    jobs = min(jobs, n)
    if jobs <= 1:
        yield from map(work, range(n))
        return
    is_fork = _can_fork()
    context: Any = multiprocessing.get_context("fork" if is_fork else "spawn")
    workers: list[tuple[Any, Connection]] = []
    if not is_fork:
        resource_tracker.ensure_running()  # starting it lets signals through again, so not between the workers
    try:
        for k in range(jobs):
            ours, theirs = context.Pipe(duplex=False)
            foreign = [ours, *(line for _, line in workers)] if is_fork else []
            process = context.Process(target=_do, args=(work, range(k, n, jobs), theirs, foreign), daemon=True)
            with _interrupts_held_back():
                process.start()
            theirs.close()
            workers.append((process, ours))
        for k in range(n):
            yield _received(workers[k % jobs][1])
    finally:
        for process, ours in workers:
            process.terminate()
            process.join()
            ours.close()


def _can_fork() -> bool:
    """A fork takes 3 ms, a fresh Python 150; but a fork copies the locks of other threads, in whatever state."""
    return sys.platform == "linux" and len(list(Path("/proc/self/task").iterdir())) == 1


def _received(connection: Connection) -> Any:
    try:
        is_done, found = connection.recv()
    except EOFError:
        raise BoomtownError("a worker process died (out of memory?); fewer --jobs may help") from None
    if not is_done:
        raise BoomtownError(found)
    return found


def _do(work: Callable[[int], Any], share: range, connection: Connection, foreign: list[Connection]) -> None:
    """What a worker does: its share, sending each result, or the message of a user's error."""
    for line in foreign:  # read ends that a fork copied: kept open, they would hide that nobody listens any more
        line.close()
    with suppress(BrokenPipeError):  # nobody listens any more
        try:
            for k in share:
                connection.send((True, work(k)))
        except BoomtownError as error:
            connection.send((False, str(error)))


@contextmanager
def _interrupts_held_back() -> Iterator[None]:
    """Ctrl-C reaches every process of a terminal. A process started here never hears it: its parent ends it instead."""
    signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
