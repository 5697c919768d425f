"""Who played: the program (its version, the signature of its behaviour), the numbers that stand for moves, and the
content of everybody's bot. Stores keep all three, so that one rating is never made of two programs unnoticed, and where
and when they were last played in."""

from __future__ import annotations

import hashlib
import json
import platform
import shlex
import shutil
from array import array
from datetime import datetime, timezone
from functools import cache
from importlib.machinery import PathFinder
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from pathlib import Path
from typing import Any

from arena.processes import n_cores
from bots import foreign_module, is_foreign
from engine import Game, Stream
from engine.playout import replay

MOVE_GAMES = 2  # random games that the signature of the move numbers is taken of: some 400 moves each
MAX_SIGNED = 2000  # moves of one of them


@cache
def program_version() -> str:
    try:
        return version("boomtown")
    except PackageNotFoundError:  # a checkout that is not installed
        return "unknown"


@cache
def program() -> dict[str, Any]:
    """Version and signature; `make signature` writes `signature.json` beside this file."""
    stored = json.loads(files("arena").joinpath("signature.json").read_text("utf-8"))
    return {"version": program_version(), "signature": int(stored["signature"])}


@cache
def machine() -> dict[str, str | int]:
    """Where and when this runs, and with what."""
    return {
        "date": datetime.now(timezone.utc).strftime("%Y-%m-%d"),
        "processor": _processor(),
        "cores": n_cores(),
        "system": f"{platform.system()} {platform.release()}",
        "python": platform.python_version(),
        "boomtown": program_version(),
    }


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text().splitlines()
        return next(line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.processor() or platform.machine()


def move_signature(game: Game) -> str:
    """A hash of what move numbers mean in this game: of the moves of random games, in words, and where they lead. Other
    rules, or other numbers for the same moves, give another one."""
    found = hashlib.blake2b(digest_size=8)
    for number in range(MOVE_GAMES):
        state, rng, moves = game.new(), Stream(0, "signature", number), array("I")
        while (mover := state.mover) is not None and len(moves) < MAX_SIGNED:
            move = state.roll(rng) if mover < 0 else rng.choice(state.legal())
            found.update(f"{move} {game.text(move)}\n".encode())
            moves.append(move)
            state.apply(move)
        found.update(f"{replay(game, moves).hash()} {state.scores()}\n".encode())
    return found.hexdigest()


def content(spec: str) -> str | None:
    """A hash of what a bot that did not come with the program is made of: its file, or its program and the files its
    command names. None: it came with the program, or cannot be read."""
    if not is_foreign(spec):
        return None
    found = hashlib.blake2b(digest_size=12)
    paths = [path for path in _paths(spec) if path.is_file()]
    try:
        for path in paths:
            with path.open("rb") as file:
                while chunk := file.read(1 << 20):
                    found.update(chunk)
    except OSError:
        return None
    return found.hexdigest() if paths else None


def _paths(spec: str) -> list[Path]:
    if spec.startswith("exec:"):
        words = shlex.split(spec.removeprefix("exec:"))
        program = shutil.which(words[0]) if words else None
        return [] if program is None else [Path(program), *map(Path, words[1:])]
    if ".py:" in spec:
        return [Path(f"{spec.partition('.py:')[0]}.py")]
    module = foreign_module(spec.partition(":")[0])
    where = None if module is None else _file_of(module)
    return [] if where is None else [where]


def _file_of(module: str) -> Path | None:
    """Where a module is, found without loading the packages around it, as `importlib.util.find_spec` would."""
    places: Any = None
    found = None
    name = ""
    for part in module.split("."):
        name = f"{name}.{part}".lstrip(".")
        found = PathFinder.find_spec(name, places)
        if found is None:
            return None
        places = found.submodule_search_locations
    return None if found is None or found.origin is None else Path(found.origin)
