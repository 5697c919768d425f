"""What the arena asks of the operating system so that no process is left behind. Used by zygote, workers, outside bots.

On Linux the kernel helps: a process can die with its parent, and can adopt the orphans of its descendants, so that even
a program that detaches itself is found and ended. Elsewhere process groups and broken pipes must do.
"""

from __future__ import annotations

import ctypes
import os
import signal
import sys
from contextlib import suppress
from pathlib import Path

PR_SET_PDEATHSIG = 1
PR_SET_DUMPABLE = 4
PR_SET_CHILD_SUBREAPER = 36
PR_SET_NO_NEW_PRIVS = 38
IS_LINUX = sys.platform == "linux"

_libc = ctypes.CDLL(None, use_errno=True) if IS_LINUX else None


def n_cores() -> int:
    """How many processors this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def die_with_parent(parent: int) -> None:
    """The kernel kills this process when its parent ends. `parent` is checked, as it may have ended already."""
    if _libc is not None:
        _libc.prctl(PR_SET_PDEATHSIG, signal.SIGKILL)
    if os.getppid() != parent:
        os._exit(1)


def adopt_orphans(is_wanted: bool = True) -> None:
    """Descendants whose parents end become children of this process instead of going to init."""
    if _libc is not None:
        _libc.prctl(PR_SET_CHILD_SUBREAPER, int(is_wanted))


def forbid_privileges() -> None:
    """Nothing that this process starts gets more rights than it has, whatever its file says."""
    if _libc is not None:
        _libc.prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)


def close_to_others(is_closed: bool = True) -> None:
    """Others of the same user cannot read this process's memory or trace it (root can)."""
    if _libc is not None:
        _libc.prctl(PR_SET_DUMPABLE, 0 if is_closed else 1)


def close_descriptors(keep: frozenset[int]) -> None:
    """All but these and the three standard ones."""
    try:
        found = [int(entry.name) for entry in Path("/proc/self/fd").iterdir()]
    except OSError:
        found = list(range(3, 1024))
    for descriptor in found:
        if descriptor > 2 and descriptor not in keep:
            with suppress(OSError):
                os.close(descriptor)


def real_pid(pidfd: int) -> int | None:
    """The process id, as seen here, of a process in whatever namespace. This process is readable for that moment."""
    close_to_others(False)
    try:
        for line in Path(f"/proc/self/fdinfo/{pidfd}").read_text().splitlines():
            if line.startswith("Pid:") and int(line.split()[1]) > 0:
                return int(line.split()[1])
    except (OSError, ValueError):
        pass
    finally:
        close_to_others()
    return None


def children(pid: int) -> list[int]:
    """The direct children of a process, as far as the system tells."""
    try:
        return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def descendants(pid: int) -> list[int]:
    """The children of all threads of a process, and theirs, as far as the system tells."""
    found, todo = [], [pid]
    while todo:
        with suppress(OSError):
            for task in Path(f"/proc/{todo.pop()}/task").iterdir():
                with suppress(OSError):
                    below = [int(word) for word in (task / "children").read_text().split()]
                    found += below
                    todo += below
    return found


def has_children() -> bool:
    """Whether this process has any; reaps one that has ended."""
    try:
        os.waitpid(-1, os.WNOHANG)
    except ChildProcessError:
        return False
    return True


def kill_group(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, signal.SIGKILL)


def signal_group(pid: int, number: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(pid, number)


def kill(pid: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.kill(pid, signal.SIGKILL)


def end_descendants(keep: frozenset[int] = frozenset()) -> None:
    """Kills and reaps all descendants of this process (which must adopt orphans) but the trees of `keep`."""
    me = os.getpid()
    for _ in range(1000):  # killing a parent makes its children ours: go on until none is left
        strays = [pid for pid in children(me) if pid not in keep]
        if not strays:
            return
        for pid in (*strays, *(below for stray in strays for below in descendants(stray))):
            kill(pid)
        for pid in strays:
            with suppress(ChildProcessError):
                os.waitpid(pid, 0)
