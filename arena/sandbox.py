"""What a foreign bot's process is kept from. Used by the processes that bots are forked from; docs/security.md has the
table of what holds where.

bwrap   process and network namespaces of its own, the file system read-only, a private /tmp, and the limits
limits  memory, processes, file size, descriptors, no core file, no new privileges
off     nothing but a process of its own
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from arena import processes
from engine import BoomtownError

KINDS = ("auto", "bwrap", "limits", "off")
MAX_MEMORY = 1 << 30  # bytes of data that a bot may allocate, beyond what the program itself has
MAX_PROCESSES = 64  # of the user, beyond those that are there; the system does not hold root to it
MAX_FILE = 64 << 20  # bytes of any file, also of what it prints
MAX_DESCRIPTORS = 256
TRY_LIMIT = 10.0  # seconds for bubblewrap to show that it works

ENFORCED = {
    "bwrap": "own processes and network, files read-only, private /tmp, limits on memory, processes, files",
    "limits": "limits on memory, processes, files, no new privileges; files and network are open",
    "off": "nothing but a process of its own for each bot",
}


@dataclass(frozen=True)
class Sandbox:
    kind: str = "limits"
    ponder: bool = False  # bots' processes run on while others think
    hidden: tuple[str, ...] = ()  # folders that bots do not see, where the kind allows it


def resolve(kind: str) -> str:
    """The kind that is used: `auto` takes the best there is."""
    if kind == "auto":
        return "bwrap" if has_bwrap() else "limits"
    if kind == "bwrap" and not has_bwrap():
        raise BoomtownError("--sandbox bwrap: bubblewrap does not work here (apt-get install bubblewrap); use limits")
    return kind


@cache
def has_bwrap() -> bool:
    """Whether bubblewrap is installed and may make namespaces: many containers forbid it."""
    if not processes.IS_LINUX or shutil.which("bwrap") is None:
        return False
    try:
        words = ["bwrap", *_namespaces(), "true"]
        return subprocess.run(words, capture_output=True, timeout=TRY_LIMIT, check=False).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _namespaces() -> list[str]:
    return [
        "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--tmpfs", "/tmp", "--tmpfs", "/run",
        "--unshare-all", "--cap-drop", "ALL", "--new-session", "--die-with-parent",
    ]  # fmt: skip


def wrapped(words: list[str], seen: list[str], hidden: tuple[str, ...]) -> list[str]:
    """A command inside bubblewrap. `seen`: files and folders that it needs, also where they are under /tmp; `hidden`:
    folders that are empty for it, wherever they are."""
    scratch = Path(tempfile.gettempdir()).resolve()
    options = _namespaces()
    if scratch != Path("/tmp"):
        options += ["--tmpfs", str(scratch)]
    for path in dict.fromkeys(Path(one).resolve() for one in (str(Path.cwd()), *seen)):
        if any(place in path.parents for place in (Path("/tmp"), Path("/run"), scratch)) and path.exists():
            options += ["--ro-bind", str(path), str(path)]
    for folder in hidden:
        if Path(folder).is_dir():
            options += ["--tmpfs", str(Path(folder).resolve())]
    return ["bwrap", *options, "--setenv", "TMPDIR", "/tmp", *words]


def needed(spec: str, folder: str | None) -> list[str]:
    """The files that a bot is made of, and their folders; `folder`: of a game that is opened by its path."""
    found = [entry for entry in sys.path if entry] + [sys.prefix] + ([] if folder is None else [folder])
    words = spec.removeprefix("exec:").split() if spec.startswith("exec:") else [f"{spec.partition('.py:')[0]}.py"]
    for word in words:
        path = Path(word).absolute()
        if path.is_file():
            found += [str(path.parent) if path.parent != Path("/tmp") else str(path), str(path.resolve())]
            if (path.parent.parent / "pyvenv.cfg").is_file():  # a virtual environment's bin: the rest is beside it
                found.append(str(path.parent.parent))
    return found


def limit_memory() -> int:
    """How much data a bot may have: called where the program is loaded and the bot is not."""
    return MAX_MEMORY + _data_bytes()


def _data_bytes() -> int:
    with suppress(OSError, ValueError, IndexError):
        return int(Path("/proc/self/statm").read_text().split()[5]) * resource.getpagesize()
    return 0


def count_processes() -> int:
    """Threads of this user, which is what the system counts."""
    total = 0
    with suppress(OSError):
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                with suppress(OSError):
                    if folder.stat().st_uid == os.getuid():
                        total += len(list((folder / "task").iterdir()))
    return total


def confine(memory: int, n_processes: int) -> None:
    """Limits this process, which is to become a bot, and all it starts. For good: hard limits, no new privileges."""
    _lower(resource.RLIMIT_DATA, memory)
    _lower(resource.RLIMIT_NPROC, n_processes + MAX_PROCESSES)
    _lower(resource.RLIMIT_FSIZE, MAX_FILE)
    _lower(resource.RLIMIT_NOFILE, MAX_DESCRIPTORS)
    _lower(resource.RLIMIT_CORE, 0)
    processes.forbid_privileges()


def _lower(which: int, most: int) -> None:
    hard = resource.getrlimit(which)[1]
    most = most if hard == resource.RLIM_INFINITY else min(most, hard)
    with suppress(OSError, ValueError):
        resource.setrlimit(which, (most, most))
