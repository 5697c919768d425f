"""Files that are written whole or not at all. Used by the tournament and its report."""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from pathlib import Path

from engine import BoomtownError


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
