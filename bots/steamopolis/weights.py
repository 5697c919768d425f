"""Loads what was fitted to self-play: the policy's weights (`weights.json`, see `worth.pxd`) and the value model
(`value.json`, see `value.pxd`)."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

from engine import BoomtownError

DEFAULT = Path(__file__).with_name("weights.json")
VALUE = Path(__file__).with_name("value.json")


@cache
def load_weights(path: Path = DEFAULT) -> dict[str, float]:
    """The weights by name."""
    try:
        found = json.loads(path.read_text())
        return {name: float(value) for name, value in found.items()}
    except (OSError, ValueError, AttributeError, TypeError) as fault:
        raise BoomtownError(f"{path}: no weights file: {fault}") from fault


@cache
def load_value(path: Path = VALUE) -> list[dict[str, Any]]:
    """The value model: a network for each number of players, see `value.pxd`."""
    try:
        found: list[dict[str, Any]] = json.loads(path.read_text())["networks"]
        return found
    except (OSError, ValueError, KeyError, TypeError) as fault:
        raise BoomtownError(f"{path}: no value model: {fault}") from fault
