"""Section 5's data in record form, and headers made of them."""

from __future__ import annotations

import copy
import sys
from functools import cache
from pathlib import Path
from typing import Any

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib


@cache
def _section_5() -> dict[str, Any]:
    return tomllib.loads((Path(__file__).parent / "section_5.toml").read_text(encoding="utf-8"))


def default_board() -> dict[str, Any]:
    return copy.deepcopy(_section_5())


def header(players: int = 2, board: dict[str, Any] | None = None, **settings: int) -> dict[str, Any]:
    """A record's header without its seed and seats."""
    chosen = {"max_rounds": 100, "start_sp": 4 if players == 1 else 0, **settings}
    return {
        "format": "boomtown/2", "game": "steamopolis", "players": players, "settings": chosen,
        "board": default_board() if board is None else board,
    }  # fmt: skip
