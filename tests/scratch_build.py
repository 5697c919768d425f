"""Builds the rules, or rules and bots, in a folder of their own with other compiler settings, and runs modules there.

The release build in the tree stays as it is. Used by the soaks' `--sanitize` and by the test of the debug build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
RULES = ("engine", "tests/__init__.py", "tests/planet_steam/__init__.py", "tests/planet_steam/soak.py")
BOTS = ("engine", "bots", "benchmarks/__init__.py", "benchmarks/bot_soak.py")
CALLS = ("engine", "bots", "arena", "tests/__init__.py", "tests/games", "tests/hostile_calls.py")
OTHER_BUILDS = ("*.so", "*.c", "__pycache__")


class ScratchBuild:
    """A copy of `parts` of the tree in `folder`, built with the given environment (`BOOMTOWN_DEBUG="1"`); folders
    with a name of `without` are left out."""

    def __init__(
        self, folder: str | Path, parts: Sequence[str] = RULES, without: Sequence[str] = (), **environment: str
    ) -> None:
        self.folder = Path(folder)
        ignored = shutil.ignore_patterns(*OTHER_BUILDS, *without)
        for name in ("setup.py", *parts):
            if (ROOT / name).is_dir():
                shutil.copytree(ROOT / name, self.folder / name, ignore=ignored)
            else:
                (self.folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / name, self.folder / name)
        self.environment = {key: value for key, value in os.environ.items() if not key.startswith("BOOMTOWN_")}
        self.environment |= {"PYTHONPATH": str(self.folder), "PYTHONSAFEPATH": "1"}
        done = self._run("setup.py", "-q", "build_ext", "--inplace", "-j", str(os.cpu_count() or 1), **environment)
        if done.returncode:
            raise RuntimeError(f"the build failed:\n{done.stdout[-4000:]}")

    def run(self, *arguments: str, capture: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
        """Runs Python with these arguments on this build. Without `capture` its output goes where ours does."""
        return self._run("-W", "error", *arguments, capture=capture, **environment)

    def _run(self, *arguments: str, capture: bool = True, **environment: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env=self.environment | environment,
            stdout=subprocess.PIPE if capture else None,
            stderr=subprocess.STDOUT if capture else None,
            text=True,
            check=False,
        )


def sanitizer_libraries() -> str:
    """What must be loaded before Python for a sanitized extension to work."""
    found = []
    for name in ("libasan.so", "libubsan.so"):
        compiler = os.environ.get("CC", "gcc")
        path = subprocess.run([compiler, f"-print-file-name={name}"], capture_output=True, text=True, check=True)
        found.append(path.stdout.strip())
    return " ".join(found)


def run_sanitized(parts: Sequence[str], module: str, arguments: Sequence[str], **environment: str) -> int:
    """Runs a module on a build with the address and undefined-behaviour sanitizers. Returns its exit code."""
    with tempfile.TemporaryDirectory() as folder:
        print("building with sanitizers ...", flush=True)
        build = ScratchBuild(folder, parts, BOOMTOWN_SANITIZE="1", **environment)
        done = build.run(
            "-m",
            module,
            *arguments,
            capture=False,
            LD_PRELOAD=sanitizer_libraries(),
            ASAN_OPTIONS="detect_leaks=0:halt_on_error=1",  # Python itself leaks at its exit
            UBSAN_OPTIONS="print_stacktrace=1:halt_on_error=1",
            PYTHONMALLOC="malloc",
            **environment,
        )
    print("no sanitizer report" if done.returncode == 0 else f"exit code {done.returncode}")
    return done.returncode
