"""Which program played: its version, and the signature of its behaviour. Stores and records' folders keep it."""

from __future__ import annotations

import json
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from importlib.resources import files
from typing import Any


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
