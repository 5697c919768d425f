"""Other versions of the program, each in an environment of its own: built once and kept, or one that is there already.

A commit's source is taken from the repository and installed into a virtual environment of its own under the cache. The
packages that it needs are those of the environment that runs: two versions then differ in their own code alone, and
nothing is fetched. Used by `benchmarks.versus` and `benchmarks.calibration`.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import zipfile
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from engine import BoomtownError

ROOT = Path(__file__).resolve().parent.parent
CACHE = Path(os.environ.get("XDG_CACHE_HOME", Path.home() / ".cache")) / "boomtown" / "versus"
PACKAGES = ("engine", "bots", "arena")
PLAYING = (".py", ".so", ".json", ".toml")  # what decides how a version plays
STAMP = "complete"
LAST_LINES = 4  # of a build that failed


@dataclass(frozen=True)
class Version:
    """A version that can be run: its interpreter finds its own packages, wherever it is started."""

    name: str  # as results call it
    python: Path

    def run(self, code: str, *words: str) -> str:
        """What a piece of code prints there. `BoomtownError` with the last thing it said, if it fails."""
        # -I: not what happens to lie in the folder where this is run
        command = [str(self.python), "-I", "-c", code, *words]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            said = (done.stderr.strip().splitlines() or ["no word of why"])[-1]
            told = re.sub(r"^[\w.]+(Error|Exception): ", "", said)
            raise BoomtownError(f"{self.name}: {told}")
        return done.stdout.strip()

    def content(self) -> str:
        """A hash of all that decides how it plays: rules, bots and what was fitted."""
        found = hashlib.blake2b(digest_size=8)
        code = "import arena, bots, engine; print(*(one.__path__[0] for one in (engine, bots, arena)), sep='\\n')"
        for package, place in zip(PACKAGES, self.run(code).splitlines(), strict=True):
            folder = Path(place)
            for path in sorted(folder.rglob("*")):
                if path.suffix in PLAYING and path.is_file():
                    found.update(f"{package}/{path.relative_to(folder)}\n".encode())
                    found.update(hashlib.blake2b(path.read_bytes()).digest())
        return found.hexdigest()


def running() -> Version:
    """The version that this is."""
    return Version(described(), Path(sys.executable))


def described() -> str:
    """The commit that is checked out here, and whether files differ from it; without a repository, just "this"."""
    try:
        name = git("rev-parse", "--short", "HEAD").decode().strip()
        is_changed = bool(git("status", "--porcelain", "--untracked-files=no", "--", *PACKAGES).strip())
    except BoomtownError:
        return "this"
    return f"{name}, changed" if is_changed else name


def without_our_path() -> dict[str, str]:
    """The environment of processes that other versions run in: by a PYTHONPATH they would find our modules first, and
    we should play ourselves."""
    return {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}


def existing(place: Path) -> Version:
    """The version installed in an environment, or in the `.venv` of a checkout."""
    for folder in (place / ".venv", place):
        python = folder / "bin" / "python"
        if python.exists():
            return checked(Version(place.resolve().name, python.absolute()))
    raise BoomtownError(f"{place}: neither an environment nor a checkout with one in .venv: no bin/python there")


def built(commit: str, cache: Path = CACHE) -> Version:
    """A commit's version; its environment is made the first time, which takes a few minutes."""
    name = git("rev-parse", "--verify", "--quiet", f"{commit}^{{commit}}", wrong=f"{commit}: no commit of {ROOT}")
    sha = name.decode().strip()
    version = Version(sha[:7], cache / sha / "bin" / "python")
    if not (cache / sha / STAMP).exists():
        print(f"building {sha[:7]} into {cache / sha}: takes a few minutes", file=sys.stderr, flush=True)
        _build(sha, cache / sha)
    return checked(version)


def checked(version: Version) -> Version:
    """Refuses what cannot speak the protocol of outside bots."""
    try:
        version.run("import arena.speaking")
    except BoomtownError as error:
        raise BoomtownError(f"{error}; a version that has `boomtown bot`, installed, is needed") from None
    return version


def _build(sha: str, place: Path) -> None:
    """The stamp comes last: a build that was broken off is made anew."""
    shutil.rmtree(place, ignore_errors=True)
    source = place / "source"
    source.mkdir(parents=True)
    with zipfile.ZipFile(io.BytesIO(git("archive", "--format=zip", sha))) as archive:
        archive.extractall(source)
    _call([sys.executable, "-m", "venv", "--without-pip", str(place)], sha)
    packages = next(place.glob("lib/python*/site-packages"))
    # A path in a .pth file is searched last, and the .pth files there are not read: an editable install of the version
    # that runs does not come along.
    shared = dict.fromkeys(sysconfig.get_path(name) for name in ("purelib", "platlib"))
    (packages / "shared.pth").write_text("".join(f"{one}\n" for one in shared))
    pip = [sys.executable, "-m", "pip", "--python", str(place / "bin" / "python"), "install", "--quiet"]
    _call([*pip, "--no-deps", "--no-index", "--no-build-isolation", str(source)], sha)
    shutil.rmtree(source)
    (place / STAMP).touch()


def _call(command: list[str], sha: str) -> None:
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        said = "\n".join([*done.stdout.splitlines(), *done.stderr.splitlines()][-LAST_LINES:])
        hint = "building needs pip, setuptools and cython here (make build); or give --environment PATH"
        raise BoomtownError(f"{sha[:7]}: cannot be built: {' '.join(command[1:4])}: {said}\n{hint}")


def git(*words: str, wrong: str | None = None) -> bytes:
    """What git says in the repository of this program."""
    with suppress(OSError):
        done = subprocess.run(["git", "-C", str(ROOT), *words], capture_output=True, check=False)
        if not done.returncode:
            return done.stdout
        wrong = wrong or done.stderr.decode(errors="replace").strip()
    raise BoomtownError(wrong or "git is not installed")
