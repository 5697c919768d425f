"""A position as text."""

from __future__ import annotations

from typing import Any


def draw(game: Any, snapshot: dict[str, Any]) -> str:
    return str(snapshot)
