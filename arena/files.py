"""Files that are written whole or not at all, and short files that are read to a limit. Used by the tournament, its
report and its configuration."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engine import BoomtownError

MAX_TEXT = 16 << 20  # bytes of a file with settings


def read_text(path: str | Path) -> str:
    """A short file; an endless one (a device) or one that is no UTF-8 is a `BoomtownError`."""
    try:
        with Path(path).open("rb") as file:
            found = file.read(MAX_TEXT + 1)
        if len(found) > MAX_TEXT:
            raise BoomtownError(f"{path}: more than {MAX_TEXT >> 20} MiB, which no such file has")
        return found.decode()
    except OSError as error:
        raise BoomtownError(f"{path}: cannot be read: {error.strerror}") from None


def write_whole(path: Path, lines: Iterable[str]) -> None:
    """Writes beside the file and renames: when that fails, what was there before stays. A device is written to."""
    is_file = path.is_file() or not path.exists()
    scratch = path.with_name(path.name + ".part") if is_file else path
    try:
        with scratch.open("w", encoding="utf-8") as file:
            file.writelines(lines)
        if is_file:
            scratch.replace(path)
    except OSError as error:
        if is_file:
            with suppress(OSError):
                scratch.unlink()
        raise BoomtownError(f"{path}: cannot be written: {error.strerror}") from None
