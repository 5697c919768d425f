"""Nothing is lost: every move goes to a journal on disk before anybody sees its effect.

A journal is JSON lines: what the game is, then one line per player's move or take-back. Dice are not in it, they follow
from the seed. A line that a crash cut off is dropped on reading. `GameSession` writes it; `boomtown play --resume`
reads it. A finished game becomes a record beside it, and the journal goes.
"""

from __future__ import annotations

import json
import os
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, BinaryIO

from engine.errors import BoomtownError

try:
    import fcntl
except ImportError:  # a system without file locks: two windows on one game are the player's own affair
    fcntl = None  # type: ignore[assignment]

FORMAT = "boomtown-journal/1"
SUFFIX = ".journal"


class JournalError(BoomtownError):
    """A journal that cannot be read or written."""


class JournalTaken(JournalError):
    """A journal that is open elsewhere."""


def games_folder() -> Path:
    """Where games are kept: $BOOMTOWN_GAMES, else the system's place for a user's data."""
    named = os.environ.get("BOOMTOWN_GAMES")
    if named:
        return Path(named)
    data = os.environ.get("XDG_DATA_HOME")
    return (Path(data) if data else Path.home() / ".local" / "share") / "boomtown" / "games"


def unfinished(folder: Path) -> list[Path]:
    """Journals of games that are not over, the one played last first."""
    with suppress(OSError):
        return sorted(folder.glob(f"*{SUFFIX}"), key=lambda path: path.stat().st_mtime, reverse=True)
    return []


def is_free(path: Path) -> bool:
    """Whether nobody else has a journal open."""
    try:
        with path.open("rb") as file:
            if fcntl is not None:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        return False
    return True


def game_in(path: Path) -> str | None:
    """The name of the game that a journal is of; None where it cannot be read."""
    try:
        with path.open("rb") as file:
            header = json.loads(file.readline())
    except (OSError, ValueError):
        return None
    return header.get("game") if isinstance(header, dict) else None


class Journal:
    """An open journal. Each line is on the disk when `append` returns."""

    def __init__(self, path: Path, file: BinaryIO) -> None:
        self.path = path
        self._file = file

    @classmethod
    def create(cls, folder: Path, header: dict[str, Any]) -> Journal:
        """A new journal with a name of its own."""
        try:
            folder.mkdir(parents=True, exist_ok=True)
            stem = time.strftime("%Y-%m-%d-%H%M%S")
            for name in _names(stem):
                # the record will have the same stem: a name is free when neither exists
                if (folder / f"{name}.jsonl").exists():
                    continue
                with suppress(FileExistsError):
                    file = (folder / f"{name}{SUFFIX}").open("xb", buffering=0)
                    break
        except OSError as error:
            raise JournalError(f"{folder}: games cannot be saved there: {error.strerror}") from None
        journal = cls(folder / f"{name}{SUFFIX}", file)
        journal._lock()
        journal.append({"format": FORMAT, **header})
        return journal

    @classmethod
    def open(cls, path: Path) -> tuple[Journal, dict[str, Any], list[Any]]:
        """An existing journal with its header and lines, ready to go on from its last complete line."""
        try:
            file = path.open("r+b", buffering=0)
        except OSError as error:
            raise JournalError(f"{path}: the game cannot be opened: {error.strerror}") from None
        journal = cls(path, file)
        journal._lock()
        lines, end = _complete_lines(file.read())
        header = lines[0] if lines else None
        if not isinstance(header, dict) or header.get("format") != FORMAT:
            journal.close()
            raise JournalError(
                f"{path}: not a saved game: its first line does not say {FORMAT}; use a {SUFFIX} of boomtown play"
            )
        file.truncate(end)
        file.seek(end)
        return journal, header, lines[1:]

    def append(self, line: Any) -> None:
        try:
            self._file.write(json.dumps(line, separators=(",", ":"), ensure_ascii=False).encode() + b"\n")
            os.fsync(self._file.fileno())
        except OSError as error:
            raise JournalError(f"{self.path}: the move cannot be saved: {error.strerror}") from None

    def close(self) -> None:
        self._file.close()

    def remove(self) -> None:
        """Closes and deletes the journal: the record has everything."""
        self.close()
        self.path.unlink(missing_ok=True)

    def _lock(self) -> None:
        if fcntl is None:
            return
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            self.close()
            raise JournalTaken(f"{self.path}: this game is open in another window") from None


def _names(stem: str) -> Iterator[str]:
    yield stem
    for k in range(2, 10_000):
        yield f"{stem}-{k}"


def _complete_lines(block: bytes) -> tuple[list[Any], int]:
    """The lines that were written whole, and where they end."""
    lines: list[Any] = []
    end = 0
    for raw in block.splitlines(keepends=True):
        if not raw.endswith(b"\n"):
            break
        try:
            lines.append(json.loads(raw))
        except (ValueError, RecursionError):
            break
        end += len(raw)
    return lines, end
