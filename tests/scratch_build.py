"""Builds the rules in a folder of their own with other compiler settings, and runs modules there.

The release build in the tree stays as it is. Used by the soak's `--sanitize` and by the test of the debug build.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
OTHER_BUILDS = shutil.ignore_patterns("*.so", "*.c", "__pycache__")


class ScratchBuild:
    """A copy of the rules and the soak in `folder`, built with the given environment (`BOOMTOWN_DEBUG="1"`)."""

    def __init__(self, folder: str | Path, **environment: str) -> None:
        self.folder = Path(folder)
        shutil.copytree(ROOT / "engine", self.folder / "engine", ignore=OTHER_BUILDS)
        (self.folder / "tests").mkdir()
        for name in ("setup.py", "tests/__init__.py", "tests/soak.py"):
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
